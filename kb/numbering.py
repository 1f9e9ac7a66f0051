"""Numbered rules: the clauses of a text come in, the numbers printed before them go out; and where words cite one.

Many games print a number before every rule (`6.32 A unit that enters ...`), and everybody cites rules by it. A text
numbers its rules where several of its clauses begin so and go up; a number that stands twice leads nowhere.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.model import Clause, ClauseKind, Document, PieceKind
from kb.text import Span

FEWEST = 3
"""Fewer numbers than this may be figures that a sentence begins with."""
RISING = 0.8
"""Share of the numbers that are higher than the one before."""

DOTTED = r"\d{1,3}(?:\.\d{1,3})+[a-z]?"
"""The number of a rule, as a pattern: parts with points between them, perhaps a letter behind."""
_LEAD = re.compile(
    rf"\s*[\[(]?\s*(?:(?:rule|section|case)\s+|§\s*)?(?P<number>{DOTTED})[.:]?[\])]?[.:]?(?=\s|$)", re.IGNORECASE
)
_CHAPTER = re.compile(r"\s*(?i:(?:section|chapter|rule)\s+)?(?P<number>\d{1,3})[.):]?\s+\W?[^\W\da-z_]")
_SUBJECT = re.compile(
    rf"\W*(?:in\s+the\s+[a-z]+\s+(?:sentence|paragraph)\s+of\s+|(?:in|under|at|on)\s+)?[\[(]?(?:(?:rule|section|case|paragraph)\s+|§\s*)?(?P<number>{DOTTED})(?![\w%]|\.\d)",
    re.IGNORECASE,
)
_FIGURE = re.compile(rf"(?<![\w.,+$€£#/×])(?<!(?<!\w)[−–-])(?P<number>{DOTTED})(?![\w%″′\"]|\.\d)")
_CUE = re.compile(
    r"(?:\b(?:see|also|compare|cf\.?|rules?|sections?|cases?|paragraphs?|clauses?|chapters?|per|under)|§{1,2})\s*\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:in|of|by|to|with|from|at)\s+\Z", re.IGNORECASE)
_OPENED = re.compile(r"[\[(]\s*\Z")
_BETWEEN = re.compile(r"\s*(?:[,;/&–-]|,?\s*(?:and|or|to|through))\s*", re.IGNORECASE)
_STOPPED = re.compile(r"[.,;:)\]]|\Z")
_CLOSED = re.compile(r"\s*(?:[,;:)\]/&–-]|(?:and|or|to|through)\b)", re.IGNORECASE)
_PART = re.compile(r"\b(?:section|chapter|rule)s?\s+(?P<number>\d{1,3})(?![\w%]|\.\d)", re.IGNORECASE)
_BARRED = frozenset({ClauseKind.CODE, ClauseKind.HTML, ClauseKind.TABLE_ROW})
_BEFORE = 20
"""Characters before a figure that tell whether it is the number of a rule."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of a text's rules, each with the clause (index) that it stands before."""

    clauses: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Cited:
    """The number of a rule in a text, with the characters of it."""

    number: str
    span: Span


def number_rules(document: Document) -> Numbering:
    """The numbers that stand before the rules of a text; none where it does not number them."""
    found = [(number, at) for at, clause in enumerate(document.clauses) if (number := number_of(clause))]
    times = Counter(number for number, _ in found)
    if len(times) < FEWEST or not _rises([number for number, _ in found]):
        return Numbering()
    chapters = {number.partition(".")[0] for number in times}
    named = [
        (match["number"], at)
        for at, clause in enumerate(document.clauses)
        if clause.kind is ClauseKind.HEADING
        and (match := _CHAPTER.match(_opening(clause)))
        and match["number"] in chapters
    ]
    times.update(number for number, _ in named)
    once = sorted(((number, at) for number, at in (*found, *named) if times[number] == 1), key=lambda each: each[1])
    return Numbering(dict(once), {at: number for number, at in once})


def number_of(clause: Clause) -> str:
    """The number of parts that a clause begins with, nothing where it begins otherwise."""
    if clause.kind in _BARRED:
        return ""
    match = _LEAD.match(_opening(clause))
    return match["number"] if match is not None else ""


def is_number(name: str) -> bool:
    """Whether a name is the number of a rule and nothing else."""
    return re.fullmatch(DOTTED, name, re.IGNORECASE) is not None


def lead_of(text: str) -> Cited | None:
    """The number of a rule that words begin with, as a ruling on it does: `[6.32] A unit ...`."""
    match = _LEAD.match(text)
    return Cited(match["number"], Span(match.start("number"), match.end("number"))) if match is not None else None


def subject_of(text: str) -> str:
    """The number of the rule that words are about, which they begin with: `[6.32] ...`, `In rule 6.32, ...`; nothing
    where they begin otherwise."""
    match = _SUBJECT.match(text)
    return match["number"] if match is not None else ""


def find_cited(text: str) -> Iterator[Cited]:
    """The numbers of rules that words cite: in brackets, after `see` or `rule`, before a stop, or in a row of such.

    A figure of another kind (`1.5 hexes`) is none. Whether there is such a rule is for others to say.
    """
    lead = lead_of(text)
    before: Span | None = lead.span if lead is not None else None
    if lead is not None:
        yield lead
    for match in _FIGURE.finditer(text):
        span = Span(match.start("number"), match.end("number"))
        if before is not None and span.start < before.end:
            continue
        row = before is not None and _BETWEEN.fullmatch(text[before.end : span.start])
        if row or _is_cited(text, span):
            before = span
            yield Cited(match["number"], span)
    for match in _PART.finditer(text):
        yield Cited(match["number"], Span(match.start("number"), match.end("number")))


def rule_span(document: Document, numbering: Numbering, at: int) -> Span:
    """The characters of a rule and of those that are parts of it: from the clause (index) of its number to the next
    heading, or the next number that does not go on from its own."""
    clauses, own = document.clauses, numbering.numbers[at]
    end = next((each for each in range(at + 1, len(clauses)) if _ends(clauses[each], each, own, numbering)), None)
    return Span(clauses[at].span.start, len(document.source.text) if end is None else clauses[end].span.start)


def _ends(clause: Clause, at: int, own: str, numbering: Numbering) -> bool:
    number = numbering.numbers.get(at) or number_of(clause)
    return not _is_part(number, own) if number else clause.kind is ClauseKind.HEADING


def _is_part(number: str, whole: str) -> bool:
    """Whether a rule is a part of another by its number: `6.3.1`, `6.3a` and, where nothing else came between, `6.31`
    of `6.3`; all of `6.1` to `6.9` of `6.0`."""
    stem = whole.removesuffix("0") if whole.endswith(".0") else whole if "." in whole else f"{whole}."
    return number != whole and number.startswith(stem)


def _is_cited(text: str, span: Span) -> bool:
    before = text[max(0, span.start - _BEFORE) : span.start]
    if _CUE.search(before):
        return True
    if _OPENED.search(before):
        return _CLOSED.match(text, span.end) is not None
    return _PREPOSITION.search(before) is not None and _STOPPED.match(text, span.end) is not None


def _rises(numbers: Sequence[str]) -> bool:
    """Whether numbers mostly go up, read as a row of whole numbers (`6.9`, `6.10`) or as places (`6.31`, `6.4`)."""
    pairs = list(pairwise(numbers))
    higher = sum(_whole(one) < _whole(other) or one.split(".") < other.split(".") for one, other in pairs)
    return higher >= RISING * len(pairs)


def _whole(number: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part.rstrip("abcdefghijklmnopqrstuvwxyz")), part) for part in number.lower().split("."))


def _opening(clause: Clause) -> str:
    """The first words of a clause that hold: the number of a rule that is struck may name the one put in its place."""
    said = ""
    for piece in clause.pieces:
        if piece.kind not in {PieceKind.MARKUP, PieceKind.ATTRIBUTES}:
            said += piece.current
        if len(said) > _BEFORE:
            break
    return said
