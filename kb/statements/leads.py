"""Terms that are no headings: the pieces of a paragraph come in, the term that it names goes out.

Rulings files put a term above its rulings in bold (`**Agent**`), in front of them (`**Agent:** An agent ...`),
or, where nothing is marked up, as a short line of its own. A label, a mark or a sentence is no term.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from kb.model import Piece, PieceKind, Pieces, text_of
from kb.sentences import find_sentences
from kb.statements.splitting import cut_at
from kb.text import CLOSERS, has_words, word_forms
from kb.wording import read_wording

TERM_WORDS = 9
TERM_LENGTH = 90
"""A term has at most so many words and characters."""

LONGER = 4
"""Letters from which a word of a name has a capital."""
SAID = 2
"""So many of such words without one behind a colon are no part of a name."""

_MARKING = frozenset({"strong", "b", "em", "i"})
_MARK = 30
"""So many characters what marks a ruling has at most."""
_MARKED = "Ferries cross."
"""A sentence that what marks a ruling may stand before."""

_MARKED_INSIDE = re.compile(rf"\s*[\[(](?P<said>[^\[\]()]{{1,{_MARK}}})[\])]\s+(?=[^\W_])")

_SENTENCE = re.compile(
    rf"(?:[.!?;,]{CLOSERS}|[^\W\d_A-Z]{{3}}[)\]]?\.{CLOSERS}\s+(?:[^\w\s()\[\]]{{1,3}}|[(\[][^()\[\]]{{1,{_MARK}}}[)\]]))\s*$"
)
"""The end of a sentence, also before what marks it (`... each turn. *`, `... each turn. (new)`)."""
_NOT_A_TERM = re.compile(r"\s*(?:see\b|note\b|example\b|exception\b|clarification\b|\\?[@#]|\[)", re.IGNORECASE)
_DASH = re.compile(r"\s*(?:[—–]|-{1,3})\s+")
_SIGN = re.compile(r"\A[^\w\s\"'“”‘’«»()\[\].,:;!?]{1,3}\s+")
"""A mark in front of a term: it marks the ruling, and is no part of the term's name."""
_DASHED = re.compile(
    r"(?P<lead>[^\s:.!?@#][^:.!?\n—–]{0,70}?)\s+(?:[—–]|-{1,3})\s+"
    r"(?=(?:[^\w\s\"'“”‘’«»()\[\].,:;!?—–-]{1,3}\s+)?[\"'“‘(\[]?[^\W_a-z])"
)
_BRACKETED = re.compile(r"\s+\([^()]+\)\s*:?\s*")
_INLINE = re.compile(r"(?P<lead>[^\s:.!?@#](?:[^:.!?]|\.(?=\s)){0,70}?[!?]?)\s*:\s+\S")


def lone_lead(pieces: Pieces, *, bare: bool) -> str | None:
    """The term that a paragraph consists of: emphasised as a whole or but for what stands in brackets behind it
    (`**Ferry** (night side)`), or, where `bare` terms are usual, a short line."""
    text = text_of(pieces).strip()
    end = bold_end(pieces)
    emphasised = _emphasised(pieces) or (end > 0 and _BRACKETED.fullmatch(text_of(pieces[end:])) is not None)
    if not (_may_name(text) or (emphasised and _is_called(text))):
        return None
    if emphasised or (bare and _bare(text) and not _goes_on(text, text_of(pieces[:end]).strip())):
        return text.rstrip(": ")
    return None


def marked_lead(pieces: Pieces, signs: Collection[str]) -> tuple[str, str] | None:
    """The term in bold that a paragraph consists of but for what marks what stands below it, and the mark: one of some
    signs before the name, or before or behind it what an editor says of the version (`**New** **Ferry**`, `**Ferry**
    (v1.3)`)."""
    new, own = cut_mark(pieces)
    if new:
        lone = lone_lead(own, bare=False)
        return (lone, new) if lone is not None else None
    end = bold_end(pieces)
    name, behind = text_of(pieces[:end]).strip(), text_of(pieces[end:]).strip()
    sign = next((each for each in signs if each and name.startswith(each)), "")
    told = read_wording(behind)
    noted = bool(told.marks) and not has_words(told.words)
    named = name[len(sign) :].lstrip() if sign and not sign[-1].isalnum() else name
    if not end or (behind and behind not in signs and not noted) or (not behind and named == name):
        return None
    return (named.rstrip(": "), behind or sign) if _may_name(named) and _bare(named) else None


def cut_mark(pieces: Pieces) -> tuple[str, Pieces]:
    """What an editor says of the version, emphasised in front of what it marks (`**NEW** **Ferry**`, `*v1.2* Q: ...`),
    and the pieces behind it; no mark, and all of them, where they begin otherwise. In small letters it marks what is
    emphasised itself: a sentence may begin so. In brackets it may stand in the emphasis of that (`**[New] Ferry**`)."""
    opened = next((at for at, piece in enumerate(pieces) if piece.kind is PieceKind.OPEN or piece.text.strip()), None)
    if opened is None or pieces[opened].tag not in _MARKING:
        return "", pieces
    end = next((at + 1 for at, piece in enumerate(pieces) if piece.kind is PieceKind.CLOSE), len(pieces))
    inside = _MARKED_INSIDE.match(text_of(pieces[opened:end]))
    if inside is not None and _is_mark(inside["said"]):
        return inside["said"], (pieces[opened], *cut_at(pieces[opened + 1 :], inside.end())[1])
    said, behind = text_of(pieces[opened:end]).strip(" \\[]()"), pieces[end:]
    parted = text_of(behind).lstrip()[:1] in {":", "-", "–", "—", ","} or said.endswith(":")
    if len(said) > _MARK or parted or not has_words(text_of(behind)):
        return "", pieces
    following = next((piece for piece in behind if piece.text.strip() or piece.kind is PieceKind.OPEN), None)
    leads = said.isupper() or (following is not None and following.tag in _MARKING)
    return (said, behind) if leads and _is_mark(said) else ("", pieces)


def _is_mark(said: str) -> bool:
    """Whether words are what an editor says of the version."""
    told = read_wording(f"[{said}] {_MARKED}")
    return bool(told.marks) and told.words == _MARKED


def line_lead(pieces: Pieces, *, bare: bool) -> tuple[str, int] | None:
    """The term on the first line of a paragraph, and the piece after its line end."""
    for number, piece in enumerate(pieces):
        if piece.kind in {PieceKind.SPACE, PieceKind.BREAK} and number:
            first, rest = pieces[:number], pieces[number + 1 :]
            following = "".join(each.text for each in rest).lstrip()
            found = lone_lead(first, bare=bare and following[:1].isupper())
            return (found, number + 1) if found and rest else None
    return None


def inline_lead(pieces: Pieces, *, bare: bool) -> str | None:
    """The term in front of a ruling, before a colon: in bold, or, where `bare` terms are usual, as it is."""
    if not bare and not bold_end(pieces):
        return None
    match = _INLINE.match(_SIGN.sub("", read_wording(text_of(pieces)).words))
    if match is None or not _bare(match["lead"]) or len(tuple(find_sentences(match["lead"]))) > 1:
        return None
    if _is_mark(_DASH.split(match["lead"])[-1]):  # `Kiln - NEW: A kiln cools ...`
        return None
    return match["lead"] if _may_name(match["lead"]) or _is_called(match["lead"]) else None


def dash_lead(pieces: Pieces) -> str | None:
    """What stands before a dash in front of a ruling, if it may be a term; the ruling begins as a sentence does."""
    match = _DASHED.match(read_wording(text_of(pieces)).words)
    return match["lead"] if match is not None and _bare(match["lead"]) and _may_name(match["lead"]) else None


@dataclass(frozen=True, slots=True)
class RunIn:
    """A name in bold that a ruling begins with, without a colon; the pieces of the name, and those of the ruling.

    It is `parted` from the ruling where it ends in a stop, or a dash stands behind it.
    """

    name: str
    own: Pieces
    ruling: Pieces
    parted: bool


def run_in_lead(pieces: Pieces) -> RunIn | None:
    """The name in bold that a ruling begins with; the ruling behind it begins as a sentence does."""
    end = bold_end(pieces)
    bold, rest = _SIGN.sub("", text_of(pieces[:end]).strip()), text_of(pieces[end:])
    dash = _DASH.match(rest)
    name = bold.removesuffix(".")
    if not (_may_name(name) and _bare(name)):
        return None
    behind = rest[dash.end() if dash else 0 :].lstrip()
    if not has_words(behind) or behind[0].islower() or ":" in {bold[-1], behind[0]}:
        return None
    own, ruling = cut_at(pieces[end:], len(rest) - len(behind))
    return RunIn(name, (*pieces[:end], *own), ruling, dash is not None or name != bold)


def bold_lead(pieces: Pieces, names: Collection[tuple[str, ...]], *, bare: bool) -> RunIn | None:
    """The term in bold that a ruling begins with: parted from it, where `bare` terms are usual, or a known name
    (`names`)."""
    found = run_in_lead(pieces)
    return found if found is not None and ((bare and found.parted) or word_forms(found.name) in names) else None


def items_lead(pieces: Pieces, names: Collection[tuple[str, ...]]) -> RunIn | None:
    """The name that the first line of an item consists of, in bold or a known one (`names`), whose rulings are the
    items or the lines below it."""
    said = next((number for number, piece in enumerate(pieces) if has_words(piece.text)), len(pieces))
    below = (number for number, piece in enumerate(pieces) if number > said and _begins_line(piece))
    at = next(below, len(pieces))
    if not has_words(text_of(pieces[at:])):
        return None
    own, kinds = text_of(pieces[:at]).strip(), [piece.kind for piece in pieces[:at]]
    known = word_forms(own) in names and pieces[at].kind is PieceKind.MARKUP
    whole = kinds.count(PieceKind.OPEN) == kinds.count(PieceKind.CLOSE)  # bold may go on in the next line
    name = own.rstrip(": ") if known else lone_lead(pieces[:at], bare=False) if whole else None
    return RunIn(name, pieces[:at], pieces[at:], True) if name is not None else None


def _begins_line(piece: Piece) -> bool:
    marks = piece.kind is PieceKind.MARKUP and not piece.text and not piece.struck
    return marks or piece.kind in {PieceKind.SPACE, PieceKind.BREAK}


def bold_end(pieces: Pieces) -> int:
    """How many pieces the bold takes that a paragraph begins with, and a sign before it."""
    opened = next((number for number, piece in enumerate(pieces) if piece.kind is PieceKind.OPEN), 0)
    signed = opened and _SIGN.fullmatch(f"{text_of(pieces[:opened]).strip()} ")
    others = pieces[opened:] if signed else pieces
    first = next((piece for piece in others if piece.text.strip() or piece.kind is PieceKind.OPEN), None)
    if first is None or first.kind is not PieceKind.OPEN or first.tag not in {"strong", "b"}:
        return 0
    return next((number + 1 for number, each in enumerate(pieces) if each.kind is PieceKind.CLOSE), len(pieces))


def _is_called(text: str) -> bool:
    """Whether a text is a name that ends as a call or a question does: every longer word has a capital, as in no
    sentence."""
    name = text.rstrip(": ")
    words = re.findall(r"[^\W\d_]+", name)
    called = name.endswith(("!", "?")) and all(word[0].isupper() for word in words if len(word) >= LONGER)
    return called and _may_name(name[:-1])


def _may_name(text: str) -> bool:
    if len(text) > TERM_LENGTH:
        return False
    if "\n" in text or not 0 < len(word_forms(text)) <= TERM_WORDS:
        return False
    alone, led = read_wording(text), read_wording(f"{text.rstrip(': ')}: ")
    told = alone.label or led.label or alone.marks or led.marks
    return not told and not _SENTENCE.search(text) and not _NOT_A_TERM.match(text)


def _goes_on(text: str, bold: str) -> bool:
    """Whether a line that may be a name goes on as a sentence does, behind one and a colon or a dash, or in `bold`
    (`Kiln: A kiln cools`)."""
    named = _INLINE.match(text) or _DASHED.match(text)
    name = bold or (named["lead"] if named is not None else text)
    words: list[str] = re.findall(r"[^\W\d_]+", text[len(name) :])
    return sum(word[0].islower() for word in words if len(word) >= LONGER) >= SAID


def _bare(text: str) -> bool:
    """Whether a text is written as a name is: a capital or digit first."""
    return text[:1].isupper() or text[:1].isdigit() or text[:1] in "\"'“‘("


def _emphasised(pieces: Pieces) -> bool:
    """Whether every word is inside emphasis; a colon may stand outside."""
    depth, inside = 0, False
    for piece in pieces:
        if piece.kind in {PieceKind.OPEN, PieceKind.CLOSE} and piece.tag in {"strong", "em", "b", "i", "u"}:
            depth += 1 if piece.kind is PieceKind.OPEN else -1
        elif has_words(piece.text):
            if not depth:
                return False
            inside = True
    return inside
