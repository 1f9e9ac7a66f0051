"""What tells questions and answers in a sheet: the pieces of a paragraph come in, marks and lines go out.

`Q:` and `A:` are told in any spelling and emphasis, at the start of a line, and so is a letter emphasised alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from kb.model import Document, PieceKind, Pieces, current_of
from kb.text import CLOSERS, MARKED_CLOSERS, has_words

MARK = r"[*@#]*"
_STOP = r"(?:\s*[:.)\]]\s*|(?P<dash>\s+[-\u2013\u2014]\s+))"
_RULE = (
    r"(?:[\[(]?(?:\d+(?:\.\d+)+[a-z]?|(?<=[\[(])\d+[a-z]?)[\])]?[.:]?\s+"
    r"|(?:[Rr]ule|[Ll]aw|[Cc]ase|[Ss]ection|[Aa]rticle|[Cc]lause|[Pp]age|[Pp]\.)\s*\d+(?:\.\d+)*[a-z]?(?:\s?\([a-z]{{1,4}}\))*"
    r"[.:,]?\s+)?"
)
"""The number of the rule or the page that a question is about, before its mark: `6.4 Q.`, `Law 6.4 (b). Q.`"""
_NAMED = (
    r"\s*(?:[\[(]?(?P<noted>{new})[\])]?[!:]?\s+)?(?P<mark>{signs})\s*{count}(?P<rule>"
    + _RULE
    + r")\[?(?:{names})\s*#?(?:(?P<part>\d+(?:\.\d+)+[a-z]?)|\d*)\s*(?P<after>{signs})"
)
_NEW = r"NEW|New|UPDATED|Updated|REVISED|Revised|CHANGED|Changed"
"""What says before a mark that question or answer was not so in the issue before: `NEW Q:`, `[Updated] A:`."""
_ANSWERS = r"A|a(?=\s*:)|Ans|Answer|ANSWER|Official\s+[Aa]nswer|Reply|Response"
_COUNT = r"(?:\d{1,3}[.)]\s+)?"
"""What counts a question, before its mark: `12. Q:`. Behind a sign it begins no item of a list."""
ASKED = _NAMED.format(new=_NEW, signs=MARK, count=_COUNT, names=r"Q|q(?=\s*:)|Question|QUESTION")
ANSWERED = _NAMED.format(new=_NEW, signs=MARK, count="", names=_ANSWERS)
_ALONE = re.compile(r"\s*(?:Question|QUESTION|Answer|ANSWER)(?:\s+(?:[Nn]o\.?\s*)?#?\d{1,3})?\s*$")
"""A line that is such a mark and nothing else."""
_BY = r"(?=\s*[(\[][^()\[\]\n]{2,60}[)\]]\s*:)"
"""Who answered and when, in brackets behind the mark: `A (Ann Reed, 3 May 1997):`. It stays among the words."""
_BOLD = frozenset({"strong", "b"})
_ITALIC = frozenset({"em", "i"})
_EMPHASIS = _BOLD | _ITALIC
_MARKS = "[?\uff1f\u061f\u037e][!?]{0,3}"
_BEHIND = (
    r"(?:\s*(?:[(\[](?!(?i:see|cf|e\.g|i\.e)\b)(?:(?i:new|added|changed|clarified|corrected|revised|updated)\b[^()\[\]?]{0,40}"
    r"|[^()\[\]?]{0,40}\d[^()\[\]?]{0,20}|[^\W\d_a-z][\w.'’-]{0,24}(?:\s[^\W\d_a-z][\w.'’-]{0,24}){0,3})[)\]]"
    r"|(?:NEW|New|new|UPDATED|Updated)!?(?!\S)|[★☆✓✔◆●■▲†‡*@#]{1,2}(?!\S))){0,2}"
)
"""What an editor puts behind a question: that it is new, its day, who asked, a sign."""
ASKS = re.compile(rf"{_MARKS}{MARKED_CLOSERS}{_BEHIND}\s*$")
_TOLD = re.compile(rf"{MARKED_CLOSERS}{_BEHIND}\s*$")
_QUESTION_FIRST = re.compile(rf"[^.!?\uff1f\u061f\u037e]*{_MARKS}{MARKED_CLOSERS}(?=\s+\S)")
_QUESTIONS_FIRST = re.compile(rf"(?:[^.!?\uff1f\u061f\u037e]*{_MARKS}{MARKED_CLOSERS}{_BEHIND}\s+)+(?=\S)")
ASKS_FIRST = re.compile(rf"[?\uff1f\u061f\u037e]{MARKED_CLOSERS}\s+\S")
"""A question with more behind it: `How many lamps? The card says two.`"""
_TOLD_AT_ONCE = re.compile(rf"(?<=[?\uff1f\u061f\u037e]){CLOSERS}\s+(?:A|Ans|Answer)\s*(?:[:)\]]|\.(?=\s))\s*")
"""An answer on the line of its question: `Q: May it? A: Yes.`"""
AMONG = 2
"""So many questions of one kind are no chance."""
ENDS = re.compile(rf"[.!?:]{MARKED_CLOSERS}\s*$")


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells a question or an answer at the start of a line: where it ends, the signs beside it."""

    end: int
    signs: str = ""
    number: str = ""
    """The number of the rule asked about, where the mark has one (`6.4 Q.`, `Q 6.4:`); a lone `12` counts questions."""
    weak: bool = False
    """Whether it may as well be a word of a sentence or count an item: what tells it is a dash behind it, or its
    emphasis, or it is a small letter."""
    noted: str = ""
    """What stands before it of when it was asked or answered: `NEW`."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Each sign, and what is noted."""
        return (*self.signs, *filter(None, (self.noted,)))


def lines_of(pieces: Pieces) -> Iterator[Pieces]:
    """Pieces cut after each line end or break."""
    start = 0
    for number, piece in enumerate(pieces):
        if piece.kind in {PieceKind.SPACE, PieceKind.BREAK}:
            yield pieces[start : number + 1]
            start = number + 1
    if start < len(pieces):
        yield pieces[start:]


def part_questions(pieces: Pieces) -> Iterator[Pieces]:
    """The lines of a paragraph, those of one question together: all from the last that ends a sentence."""
    held: list[Pieces] = []
    for line in lines_of(pieces):
        held.append(line)
        if ASKS.search(current_of(line)):
            yield tuple(piece for each in held for piece in each)
            held = []
        elif ENDS.search(current_of(line)):
            yield from held
            held = []
    yield from held


def told_at_once(text: str) -> tuple[str, str]:
    """A question and, where it stands on the same line, its answer."""
    match = _TOLD_AT_ONCE.search(text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def told_behind(line: Pieces, mark: Mark, *, answered: bool) -> tuple[str, str]:
    """The question of a line that has its mark, and its answer, if that stands behind it: with a mark of its own, or,
    where no answer is `answered` with one, behind a question in bold."""
    text = current_of(line)
    asked, told = told_at_once(text[mark.end :])
    if not told and not answered and (led := question_start(line)):
        return led[mark.end :], text[len(led) :]
    return asked, told


def part_inline(pieces: Pieces) -> tuple[str, str]:
    """What a paragraph asks behind its mark, and what it says behind that; nothing where it has none, or only asks."""
    found = find_mark(ASKED, pieces)
    text = current_of(pieces)[found.end :] if found is not None else ""
    asked = _QUESTIONS_FIRST.match(text)
    told = text[asked.end() :].lstrip("-–— \n") if asked is not None else ""
    return (asked[0].rstrip(), told.rstrip()) if asked is not None and has_words(told) else ("", "")


def marks_questions(document: Document) -> bool:
    """Whether any question of a document has a mark, is a heading, or is in bold. A heading that asks behind questions
    without a mark is one among them."""
    texts = [(clause.pieces, current_of(clause.pieces)) for clause in document.clauses]
    if asks_in_bold(document) or any(_asks_by_mark(pieces) for pieces, _ in texts):
        return True
    asking = [heading.clause for heading in document.headings if ASKS.search(heading.text)]
    if asking:
        before = (line for pieces, _ in texts[: asking[0]] if not only_leads(pieces) for line in lines_of(pieces))
        return sum(ASKS.search(current_of(line)) is not None for line in before) < AMONG
    return find_question_lead(document) is not None


def asks_in_bold(document: Document) -> bool:
    """Whether a question of a document stands in bold alone, or several that say something behind what they ask."""
    texts = [(clause.pieces, current_of(clause.pieces)) for clause in document.clauses]
    if any(is_bold_question(pieces, text) for pieces, text in texts):
        return True
    return sum(is_bold_question(pieces, text, more=True) for pieces, text in texts) >= AMONG


class Lead(Enum):
    """How questions stand out that paragraphs begin with, the answer behind them."""

    BOLD = "bold"
    ITALIC = "italic"
    SENTENCE = "sentence"
    """Not at all: the first sentence asks."""


def find_question_lead(document: Document) -> Lead | None:
    """How the questions stand out that paragraphs of a document begin with; None where no such paragraphs are. Where
    they are not in bold, nothing else asks."""
    every = [clause.pieces for clause in document.clauses]
    bold = sum(bool(question_start(each)) for each in every)
    if any(_asks_by_mark(pieces) for pieces in every) or 2 * sum(map(is_answered, every)) > max(bold - 1, 0):
        return None
    for lead in Lead:
        if lead is not Lead.BOLD and asks_in_bold(document):
            break
        if sum(bool(question_start(each, lead)) for each in every) >= AMONG:
            return lead
        if any(ASKS.search(current_of(line)) for each in every for line in lines_of(each)):
            break
    return None


def _asks_by_mark(pieces: Pieces) -> bool:
    return any(find_mark(ASKED, line) for line in lines_of(pieces))


def is_marked(pieces: Pieces) -> bool:
    """Whether a paragraph begins with the mark of a question that is surely one."""
    found = find_mark(ASKED, pieces)
    return found is not None and not found.weak


def is_answered(pieces: Pieces) -> bool:
    """Whether a line of a paragraph may begin with the mark of an answer."""
    return any(find_mark(ANSWERED, line) for line in lines_of(pieces))


def question_start(pieces: Pieces, lead: Lead = Lead.BOLD) -> str:
    """The question that a paragraph begins with and goes on behind; nothing where there is none."""
    text = current_of(pieces)
    if lead is Lead.SENTENCE:
        first = _QUESTION_FIRST.match(text)
        return first[0] if first and has_words(first[0]) and has_words(text[first.end() :]) else ""
    start = _emphasised_start(pieces, _BOLD if lead is Lead.BOLD else _ITALIC)
    rest = text.lstrip()[len(start.lstrip()) :]
    return start if ASKS.search(start) and has_words(rest) and not _TOLD.match(rest) else ""


def is_bold_question(pieces: Pieces, text: str, more: bool = False) -> bool:
    """Whether a paragraph is a question as a whole, in bold; with `more` it may say something behind the question."""
    asks = bool(ASKS.search(text)) or (more and bool(ASKS_FIRST.search(text)))
    return asks and is_bold(pieces)


def is_bold(pieces: Pieces) -> bool:
    """Whether all words of a paragraph are in one run of bold type, but for what is behind a question's mark."""
    start = _emphasised_start(pieces, _BOLD)
    rest = current_of(pieces).lstrip()[len(start.lstrip()) :]
    noted = ASKS.search(start) is not None and _TOLD.match(rest) is not None
    return has_words(start) and (noted or not has_words(rest))


def is_emphasised_question(pieces: Pieces) -> bool:
    """Whether a paragraph asks and all its words are emphasised, in one manner or in several (`**Gannet:** *May it
    dive?*`), and none is an answer behind a question in bold."""
    depth = 0
    for piece in pieces:
        if piece.tag in _EMPHASIS and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            depth += 1 if piece.kind is PieceKind.OPEN else -1
        elif not depth and has_words(piece.current):
            return False
    return ASKS.search(current_of(pieces)) is not None and not question_start(pieces)


def find_mark(pattern: str, line: Pieces) -> Mark | None:
    """The mark that a line begins with: behind it stands a stop, or it alone is emphasised."""
    text = current_of(line)
    found = re.match(f"{pattern}(?:{_STOP}|{_BY})", text)
    alone = re.fullmatch(pattern, text.rstrip()) if found is None and _ALONE.match(text) else None
    weak = alone is None and (found is None or found["dash"] is not None or found[0].lstrip().startswith("a"))
    found = found or alone or re.fullmatch(pattern, _emphasised_start(line))
    if found is None:
        return None
    number = found["rule"].strip() or found["part"] or ""
    return Mark(found.end(), found["mark"] + found["after"], number, weak, found["noted"] or "")


def _emphasised_start(line: Pieces, tags: frozenset[str] = _EMPHASIS) -> str:
    """The words up to the end of the emphasis that a line begins with; none where it begins otherwise."""
    told = ""
    depth = 0
    for piece in line:
        if piece.tag in tags and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            depth += 1 if piece.kind is PieceKind.OPEN else -1
            if not depth:
                return told
        elif not depth and piece.current.strip():
            return ""
        told += piece.current
    return ""


def place_at(line: Pieces, offset: int) -> int:
    """Where in the source a character of a line's text stands; of an entity or the like its beginning."""
    for piece in line:
        if offset < len(piece.current):
            exact = piece.kind is PieceKind.TEXT and len(piece.text) == len(piece.span)
            return piece.span.start + (offset if exact else 0)
        offset -= len(piece.current)
    return line[-1].span.end if line else 0


def only_leads(pieces: Pieces) -> bool:
    """Whether all words of a paragraph are in links to places of its own page, as those of contents are."""
    inside, leads = False, False
    for piece in pieces:
        if piece.kind is PieceKind.OPEN and piece.tag == "a":
            inside = (piece.attr("href") or "").startswith("#")
        elif piece.kind is PieceKind.CLOSE and piece.tag == "a":
            inside = False
        elif has_words(piece.current):
            if not inside:
                return False
            leads = True
    return leads
