"""What an instruction is about: the words in front of an order come in, the book or the card with the place there goes
out.

A place stands before a colon, names headings, the highest first, and counts paragraphs and sentences (`Page 9 –
Shooting, third paragraph: ...`); what only the layout of a printed page shows is none of it.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from kb.changing import CHANGE, PASS_OVER, REMOVE, VERBS
from kb.corpus import WorkEntry
from kb.counting import FIRST_TEN
from kb.instructions._entries import cut_entry
from kb.instructions._paged import Paged, count_parts, is_laid
from kb.instructions._sections import heading_key
from kb.instructions._turned import is_labelled
from kb.model import Piece, PieceKind, Statement, WorkId, current_of
from kb.paging import cut_page
from kb.rulebooks import Borne
from kb.text import Source
from kb.wording import read_wording

LEAD = re.compile(r"(?P<lead>[^:\"“”]{1,160}):\s+(?P<rest>.*)", re.DOTALL)
_QUOTED_LEAD = re.compile(
    r"(?P<lead>[\"“][^:\"“”]{1,60}[\"”](?:\s*\([^():\"“”]{1,20}\)|,[^:\"“”]{1,60})?):\s+"
    rf"(?P<rest>(?:{VERBS}|for|in)\b.*)",
    re.DOTALL | re.IGNORECASE,
)
_PARTED_LEAD = re.compile(
    rf"(?P<lead>[^:\"“”]{{1,120}})(?:\s+[–—-]|\.)\s+(?P<rest>(?-i:(?=[A-Z]))(?:{VERBS}|for\s+[\"“]|in\s+the)\b.*)",
    re.DOTALL | re.IGNORECASE,
)
"""The same without a colon, before an order: `Page 9, Shooting – Change ...`."""
_UNDER = re.compile(
    r"under\s+(?P<head>[^,:\"“”]{1,60}?|[\"“][^\"“”]{1,60}[\"”])\s*[,:]\s+(?P<then>.*)", re.DOTALL | re.I
)
_ITEM_MARK = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_SAID = re.compile(r"[:.!?\"“”]")
_ORDERED = re.compile(rf"[\"“]|(?:\A|:\s)(?:{VERBS})\b", re.IGNORECASE)
_LONGEST = 80
LAYOUT = (
    rf"(?:(?:(?:{'|'.join(FIRST_TEN)}|last|\d+(?:st|nd|rd|th))\s+(?:full\s+)?(?:column|paragraph|line|bullet"
    r"(?:\s+point)?)|(?:left|right)(?:[\s-]hand)?\s+column|(?:column|paragraph|line)\s+\d+)\b|¶+\s*\d*)"
)
"""A place on a printed page that only its layout shows: `second column`, `third paragraph`."""
WORDED = re.compile(rf"(?:{CHANGE}|{REMOVE}|for)\b|[\"“]", re.IGNORECASE)
"""How an order begins that names words which stand there: these are found without the layout of the page."""
PAGE = re.compile(rf"(?:on\s+)?(?:page|p\.)\s*\d+(?:\s*[–-]\s*\d+)?|{LAYOUT}", re.IGNORECASE)
NO_HEADING = re.compile(
    rf"\b(?:{VERBS}|{PASS_OVER}|read|say"
    r"|should|now|sentences?|paragraphs?|words?|text|after|before|throughout|rule)\b",
    re.IGNORECASE,
)
"""What is said in front of a colon where that is a part of the order, and no heading."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an instruction is about: a card by name, or a book with the headings that lead to the place. Without either
    it is about no text that it names. `qualifier` tells which version of a card is meant, `entry` which row of a table,
    or what else begins with a name of its own, below the headings."""

    card: str = ""
    work: WorkId | None = None
    headings: tuple[str, ...] = ()
    qualifier: str = ""
    entry: str = ""
    paragraph: int = 0
    sentence: int = 0
    """The paragraph of the section that its place names, and the sentence, from 1, -1 for the last; 0 for none."""
    borne: Borne | None = None
    """For the number of a rule: what says which book is meant, or the books that may be."""

    @property
    def named(self) -> tuple[str, ...]:
        """The names that lead to the place in a book."""
        return (*self.headings, self.entry) if self.entry else self.headings


def read_place(place: str) -> Paged:
    """What a place names, perhaps behind a page: headings, the highest first (`Scenario 2, Setup`), and what is counted
    there. What is written small behind a page (`sidebar`) is no name."""
    paged = cut_page(place)
    parts = [part.strip(' []"“”') for part in (place if paged is None else paged).split(",")]
    named = (part for part in parts if part and not (PAGE.fullmatch(part) or is_laid(part)))
    return replace(count_parts(parts), names=tuple(part for part in named if paged is None or not part.islower()))


def names_place(words: str) -> bool:
    """Whether words name a place before a colon."""
    return _place_before(words) is not None


def cut_listed(statement: Statement, source: Source) -> tuple[str, tuple[str, ...]] | None:
    """The name that an item of a list is, and the orders in the items below it; None where it says more."""
    parts: list[list[Piece]] = [[]]
    for piece in statement.pieces:
        if piece.kind is PieceKind.MARKUP and _ITEM_MARK.fullmatch(source.slice(piece.span)) is not None:
            parts.append([])
        parts[-1].append(piece)
    title, *items = [words for part in parts if (words := read_wording(current_of(tuple(part))).words)] or [""]
    name = title.rstrip(" :")
    named = name and len(name) <= _LONGEST and not NO_HEADING.search(name) and not _SAID.search(name)
    ordered = items and all(_ORDERED.search(item) and not is_labelled(item) for item in items)
    return (name, tuple(items)) if ordered and named and statement.words.startswith(title) else None


def below(work: WorkEntry, words: str) -> tuple[Target, str]:
    """What words are about that stand under the name of a book: the place they name before a colon, or all of it."""
    lead = _place_before(words)
    return (Target(work=work.id), words) if lead is None else (placed_in(work, lead[0]), lead[1])


def _place_before(words: str) -> tuple[Paged, str] | None:
    """The place that words name before a colon, and what they say of it."""
    forms = (LEAD, _QUOTED_LEAD, _PARTED_LEAD) if cut_entry(words) is None else ()
    lead = next((found for form in forms if (found := form.match(words)) is not None), None)
    if lead is None:
        return None
    place = read_place(lead["lead"])
    unworded = not place.names and not WORDED.match(lead["rest"])
    return None if unworded or any(map(NO_HEADING.search, place.names)) else (place, lead["rest"])


def in_only_book(words: str, headings: Mapping[WorkId, Collection[str]]) -> tuple[Target, str] | None:
    """What words are about that name no book, and before a colon, or behind `under`, a section that one book alone has
    (`headings` are those of each book, by their keys)."""
    under = _UNDER.match(words)
    lead = (Paged((under["head"].strip('"“” '),)), under["then"]) if under is not None else _place_before(words)
    if lead is None or not lead[0].names:
        return None
    having = [work for work, known in headings.items() if heading_key(lead[0].names[0]) in known]
    return (_placed(having[0], lead[0]), lead[1]) if len(having) == 1 else None


def placed_in(work: WorkEntry, place: Paged) -> Target:
    """A place in a book; without a heading nobody knows what its paragraphs are counted from."""
    return _placed(work.id, place if place.names else Paged())


def _placed(work: WorkId, place: Paged) -> Target:
    return Target(work=work, headings=place.names, paragraph=place.paragraph, sentence=place.sentence)
