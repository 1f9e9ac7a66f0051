"""What the words of one statement say about it: its pieces come in, a `Statement` goes out.

Editors of a rulings file put marks, a label and an effective date around the words of a ruling, in any
order and emphasis. They are told apart here, so that the words alone can be compared.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from kb.changing import VERBS
from kb.effective import PrintedDate, status_effective
from kb.model import LISTINGS, Heading, PieceKind, Pieces, SectionId, SectionKind, Statement, hull_of
from kb.numbering import leading_number, names_rule
from kb.sentences import find_sentences
from kb.statements.leads import bold_end, bold_lead, cut_mark, items_lead, run_in_lead
from kb.text import has_words, word_forms
from kb.withdrawn import WITHDRAWS, adds_to_others, takes_place, tells_end, tells_left_out
from kb.wording import REFERS, Wording, read_wording

_LEAD = re.compile(r"(?P<lead>[^:.!?]{2,60}?)\s*:\s+(?=\S)")
_COUNTED = re.compile(r"(?P<lead>[^\W\d_]+ \d{1,3}[a-z]?[.)])\s+(?=\S)")
"""What a file counts its rulings by: `Ruling 4.`"""
_LISTED = re.compile(r"(?P<lead>(?:[^:.!?]|[.!?](?=\s|:)){2,60}?)\s*:\s+(?=\S)")
"""What an entry of a list is on, before a colon: a stop of an abbreviation or at the end of a name is of it."""
_TELLS_HOW = re.compile(
    r"\b(?:should|shall|must|to|now)(?:\s+(?:instead|now))?\s+reads?(?:\s+as\s+follows)?\W*$", re.IGNORECASE
)
"""How words end that say how a text shall read, and so are the name of nothing."""
_PRINTED_AT = re.compile(r"\s*\([^()]*\d[^()]*\)$")
"""Behind the name of what an erratum is on, in brackets: where that is printed (`Gull (Harbour 34)`)."""
_ORDERS = re.compile(rf"(?:{VERBS})\b|For\s+[\"“'‘]|In\s+the\s+(?:first|second|third|last)\b", re.IGNORECASE)
"""How an order begins behind what it is on."""
_NUMBERING = re.compile(r"^(?:[IVXLC]+|[A-Z]|\d+)[.)]\s+(?=\S)")
_NEWS = re.compile(
    r"(?<=\S)\s*[\[(]\s*(?P<said>(?:newly\s+)?(?:added|amended|changed|new|revised|reworded|updated)\b"
    r"(?:[^()\[\]]{1,40}?\d[^()\[\]]{0,12})?)!?\s*[\])]\s*:?\s*$",
    re.IGNORECASE,
)
"""What an editor says of the version behind a heading: `Ferry (new)`, `Ferry [updated 5/99]`."""
_COUNT = re.compile(
    r"\W*(?:section\s+)?(?P<count>(?:[IVXLC]+|[A-Z]|\d{1,3})(?:\.\d{1,3})*)(?:[.):]\s|(?<=\d)\s)\s*(?=\S)"
)
_OF_THE_LIST = (takes_place, adds_to_others, tells_left_out)
"""What tells that an entry of a list speaks of the list itself."""
_COLOURED = frozenset({"span", "font", "ins", "mark", "u"})
"""By these elements editors show what is new: a ruling inside of one has no name for that."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands: the section, the headings above it, the date a heading gives to all below.

    `term` is the nearest heading, or bold line, that is no letter of the alphabet; `leads` says that terms of
    the section stand in front of their rulings; `count` is the number by which the file itself counts what stands here.
    """

    section: SectionKind
    headings: tuple[Heading, ...]
    effective: str | None = None
    term: str = ""
    leads: bool = False
    count: str = ""

    def clean(self, title: str) -> str:
        """A heading as a term, also without the number by which the file counts what stands below it."""
        own = count_of(title)
        parted = own == self.count and "." in own
        return clean_term(_COUNT.sub("", title, count=1) if parted else title)

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above, and the term's own line when it is no heading."""
        titles = tuple(heading.text for heading in self.headings)
        return titles if not self.term or self.term in titles else (*titles, self.term)

    @property
    def nearest(self) -> Heading | None:
        """The heading directly above."""
        return self.headings[-1] if self.headings else None


@dataclass(frozen=True, slots=True)
class ReadStatement:
    """A statement with the dates printed in it, the impossible ones too."""

    statement: Statement
    dates: tuple[PrintedDate, ...]
    count: str = ""
    """The number by which the file counts what stands there: that of a statement goes on from it."""


def read_statement(
    pieces: Pieces,
    place: Place,
    mark: str = "",
    signs: Collection[str] = (),
    cards: Collection[tuple[str, ...]] = (),
) -> ReadStatement:
    """The statement that some pieces make at a place; there is at least one piece.

    In errata listings and lists of delayed rulings the subject stands in front (`Deep Mines: ...`): it
    is the term of the statement, and stays in its words. `mark` is one that the pieces hold as markup, `signs` are
    marks besides the usual ones, which stand before or behind a ruling; `cards` are the names of cards.
    """
    lead = f"{mark} " if mark else ""
    text = lead + _read_text(pieces)
    new, behind = cut_mark(pieces)
    listed = place.section in LISTINGS
    named = _named_first(behind, cards) if listed else ""
    signs = {*signs, mark} if mark[:1].isalnum() else signs
    own, bare = part_signs(lead + (named or _read_text(behind)), signs)
    wording = read_wording(bare)
    nearest = place.nearest
    term = place.clean(place.term)
    if listed:
        printed_at = "" if word_forms(term) in cards else _PRINTED_AT.sub("", term)
        term = _lead(behind, wording, nearest, cards) or printed_at or term
    news = (match["said"] for match in (_NEWS.search(place.term),) if match is not None)
    printed = next((date.iso for date in wording.dates if date.iso), None)
    statement = Statement(
        span=hull_of(pieces),
        section=place.section,
        path=place.path,
        anchor=nearest.id if nearest else SectionId(""),
        anchors=tuple(heading.id for heading in place.headings),
        term=term,
        text=text,
        words=wording.words,
        pieces=pieces,
        marks=tuple(dict.fromkeys((*((new,) if new else ()), *own, *news, *wording.marks))),
        label=wording.label,
        effective=printed or status_effective(wording.words) or place.effective,
        reference=_only_refers(wording.words)
        or tells_end(wording.words, term if listed else "")
        or (listed and any(tells(wording.words) for tells in _OF_THE_LIST))
        or _is_struck(pieces),
    )
    return ReadStatement(statement, wording.dates, place.count)


def part_signs(text: str, signs: Collection[str]) -> tuple[tuple[str, ...], str]:
    """The signs at either end of a ruling, in which single blanks part words, and the ruling without them. They may
    stand behind what it is on, before a colon (`Gull †: ...`) or behind it (`Gull: † ...`)."""
    found: list[str] = []
    ordered = sorted((sign for sign in signs if sign), key=lambda sign: (-len(sign), sign))
    start, end = 0, len(text)
    while sign := next((each for each in ordered if _begins(text, each, start)), ""):
        found.append(sign)
        start += len(sign) + text.startswith(" ", start + len(sign))
    lead = _LEAD.match(text, start) or _COUNTED.match(text, start)
    if lead and (named := unsigned(lead["lead"], ordered)) != lead["lead"]:
        marks, rest = part_signs(f"{named}: {text[lead.end() :]}", signs)
        return tuple(dict.fromkeys((*found, lead["lead"].removeprefix(named).strip(), *marks))), rest
    if lead and any(_begins(text, each, lead.end()) for each in ordered):
        marks, rest = part_signs(text[lead.end() :], signs)
        return tuple(dict.fromkeys((*found, *marks))), text[start : lead.end()] + rest
    while sign := next((each for each in ordered if text.endswith(f" {each}", start, end)), ""):
        found.append(sign)
        end -= len(sign) + 1
    return tuple(dict.fromkeys(found)), text[start:end]


def unsigned(term: str, signs: Collection[str]) -> str:
    """A term without a sign behind it: it marks the ruling (`Gull (new): ...`)."""
    return next((term[: -len(sign) - 1].rstrip() for sign in signs if sign and term.endswith(f" {sign}")), term)


def _begins(text: str, sign: str, at: int) -> bool:
    """Whether a sign stands at a place of a text, and is not the beginning of a word."""
    after = at + len(sign)
    return text.startswith(sign, at) and not (sign[-1].isalnum() and text[after : after + 1].isalnum())


def _is_struck(pieces: Pieces) -> bool:
    """Whether a file strikes all that some pieces say."""
    return any(piece.struck and has_words(piece.text) for piece in pieces) and not any(
        has_words(piece.current) for piece in pieces
    )


def count_of(heading: str) -> str:
    """The number that a heading begins with, with all its parts (`2`, `II`, `2.1`); nothing where it has none."""
    counted = _COUNT.match(heading)
    return counted["count"] if counted is not None else ""


def clean_term(title: str) -> str:
    """A heading as a term: without numbering, colon, and what it says of the version."""
    return _NEWS.sub("", _NUMBERING.sub("", title)).rstrip(": ")


def _read_text(pieces: Pieces) -> str:
    """The words of some pieces that hold; markup between them, or the end of a clause, parts words."""
    parts: list[str] = []
    end = pieces[0].span.start
    for piece in pieces:
        if piece.span.start > end or (piece.kind is PieceKind.MARKUP and not piece.text and not piece.struck):
            parts.append(" ")
        parts.append(piece.current)
        end = piece.span.end
    return re.sub(r"^-(?=[^\W\d_])", "", " ".join("".join(parts).split()))


def _named_first(pieces: Pieces, cards: Collection[tuple[str, ...]]) -> str:
    """The words of an entry of a list whose subject stands in bold in front, before a stop, a dash or an order, or
    alone in its line, as one before a colon is written; nothing where it does not."""
    named = bold_lead(pieces, cards, bare=True) or items_lead(pieces, cards)
    if named is None and (found := run_in_lead(pieces)) is not None and leading_number(found.name) is None:
        named = found if _ORDERS.match(_read_text(found.ruling)) else None
    return f"{named.name}: {_read_text(named.ruling)}" if named is not None else ""


def _lead(pieces: Pieces, wording: Wording, heading: Heading | None, cards: Collection[tuple[str, ...]]) -> str:
    """The subject in front of a statement, perhaps behind a mark: before a colon, and emphasised, labelled, listed with
    cards, or a card. Brackets behind it tell which version of a card is meant, unless a card is called so. The number
    of a rule (`Law 14:`) is the place of an erratum, and no subject."""
    match = _LISTED.match(wording.words)
    if match is None or len(tuple(find_sentences(match["lead"]))) > 1 or _TELLS_HOW.search(match["lead"]):
        return ""
    opened = next((piece for piece in pieces if piece.text.strip() or piece.tag), None)
    tagged = opened is not None and opened.kind is PieceKind.OPEN and opened.tag not in _COLOURED
    emphasised = tagged or bold_end(pieces) > 0
    listed = heading is not None and bool({"card", "cards"} & set(word_forms(heading.text)))
    called = word_forms(match["lead"]) in cards
    if not (emphasised or listed or wording.label is not None or called) or (names_rule(match["lead"]) and not called):
        return ""
    return match["lead"].strip() if called else re.sub(r"\s*\([^)]*\)$", "", match["lead"]).strip()


def _only_refers(words: str) -> bool:
    """Whether every sentence only sends the reader elsewhere, or says that a ruling is no more."""
    sentences = [words[span.start : span.end] for span in find_sentences(words)]
    return bool(sentences) and all(REFERS.match(each) or WITHDRAWS.fullmatch(each) for each in sentences)
