"""Units of a source: a document comes in; the pieces of it that words can be claimed from go out, indexed.

A compendium is cut in statements, and what is no statement (introductions) in clauses; any other document in
clauses. Units that say the same ruling share a group.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kb.grouping import group_pairs
from kb.model import ClauseKind, CompendiumVersion, Document, Heading, Piece, PieceKind, SectionId, Statement
from kb.numbering import PARTED, leading_number, number_rules, numbers_in, rule_of, rule_span, whole_rule
from kb.provenance import SourcePlace
from kb.rulings import CLARIFICATION, card_of, find_rulings, kind_of
from kb.sentences import find_sentences
from kb.similarity import WordIndex, Words, compare_words, index_words
from kb.spelling import unnumbered

LONGEST_HEAD = 60
"""Characters of the longest name that a statement begins with before a colon."""
_PARTS = re.compile(rf"(?:\s?{PARTED})*[\])]?[.:]?\s*")
"""What stands between the number of a rule and the words on it."""
RULE = "rule"
"""What words of a rulebook are, as against rulings about it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A statement or clause: where it stands, its words, the anchors of all headings above it.

    Units of one `group` say the same ruling. A unit `of_card` speaks of one card, and equal words elsewhere
    may speak of another.
    """

    place: SourcePlace
    text: str = field(repr=False)
    words: Words = field(repr=False)
    anchors: tuple[SectionId, ...]
    start: int
    group: int
    kind: str
    effective: str | None
    of_card: bool = False


@dataclass(frozen=True)
class SourceText:
    """The units of a document in order, with an index of their words and what lies under each anchor."""

    document: Document
    units: tuple[Unit, ...] = field(repr=False)
    index: WordIndex = field(repr=False)

    @cached_property
    def under(self) -> dict[str, frozenset[int]]:
        """The units below each heading, those of its lower headings included."""
        found: dict[str, set[int]] = {}
        for number, unit in enumerate(self.units):
            for anchor in unit.anchors:
                found.setdefault(anchor, set()).add(number)
        return {anchor: frozenset(numbers) for anchor, numbers in found.items()}

    @cached_property
    def headings(self) -> dict[str, Heading]:
        """The headings by anchor."""
        return {heading.id: heading for heading in self.document.headings}

    @cached_property
    def on_rules(self) -> dict[str, frozenset[int]]:
        """The units that are about each rule by its number: the statements on it, in a rulebook the rule itself."""
        found: dict[str, set[int]] = {}
        for number, unit in enumerate(self.units):
            subject = _subject_of(unit.place.statement) if unit.place.statement is not None else ""
            if subject:
                found.setdefault(subject, set()).add(number)
        if found or any(unit.place.statement is not None for unit in self.units):
            return {rule: frozenset(numbers) for rule, numbers in found.items()}
        numbering = number_rules(self.document)
        spans = {rule: rule_span(self.document, numbering, at) for rule, at in numbering.clauses.items()}
        starts = [unit.start for unit in self.units]
        return {
            rule: frozenset(range(bisect_left(starts, span.start), bisect_left(starts, span.end)))
            for rule, span in spans.items()
        }

    @cached_property
    def headed_in_words(self) -> dict[Words, frozenset[int]]:
        """The statements that begin with the name of what they are on and a colon, or stand below it where it is no
        heading, by that name."""
        named = group_pairs((compare_words(name), at) for at, unit in enumerate(self.units) for name in _names_of(unit))
        return {name: frozenset(numbers) for name, numbers in named.items() if name}

    @property
    def ruled_by_number(self) -> bool:
        """Whether it goes by the numbers of rules: a rulebook that numbers them, or rulings most of which begin so."""
        stated = sum(unit.place.statement is not None for unit in self.units)
        return bool(self.on_rules) and 2 * sum(map(len, self.on_rules.values())) > stated

    def on_rule(self, words: str) -> frozenset[int] | None:
        """The units about the rules that words name by their numbers; None where they name none, or where nothing here
        goes by such numbers."""
        numbers = numbers_in(words) if words and self.on_rules else ()
        if not numbers:
            return None
        return frozenset().union(*(self.on_rules.get(whole_rule(each, self.on_rules), frozenset()) for each in numbers))

    @cached_property
    def groups(self) -> dict[int, tuple[int, ...]]:
        """The units of each group."""
        return group_pairs((unit.group, number) for number, unit in enumerate(self.units))

    @cached_property
    def _sentences(self) -> dict[int, tuple[Words, ...]]:
        return {}

    def sentences(self, number: int) -> tuple[Words, ...]:
        """The sentences of a unit, in words."""
        if number not in self._sentences:
            text = self.units[number].text
            cut = (compare_words(text[span.start : span.end]) for span in find_sentences(text, colons=True))
            self._sentences[number] = tuple(words for words in cut if words)
        return self._sentences[number]

    def below(self, anchor: SectionId) -> frozenset[int]:
        """The units an anchor leads to: all below a heading; from a numbered mark (`page4`) to the next.

        From any other mark they reach to the next heading.
        """
        if anchor in self.under:
            return self.under[anchor]
        place = self.document.anchors.get(anchor)
        if place is None:
            return frozenset()
        ends = [span.start for other, span in self.document.anchors.items() if _alike(anchor, other)]
        ends = ends or [heading.span.start for heading in self.document.headings]
        end = min((at for at in ends if at >= place.end), default=len(self.document.source.text))
        return frozenset(n for n, unit in enumerate(self.units) if place.start <= unit.start < end)

    def states(self, number: int, words: Words) -> bool:
        """Whether words are some neighbouring sentences of a unit, whole ones."""
        sentences = self.sentences(number)
        for first in range(len(sentences)):
            length = 0
            for last in range(first, len(sentences)):
                length += len(sentences[last])
                if length >= len(words):
                    break
            if length == len(words):
                run = tuple(word for sentence in sentences[first : last + 1] for word in sentence)
                if run == words:
                    return True
        return False


def _subject_of(statement: Statement) -> str:
    """The number of the rule that a statement is on: before its words, or before the term in bold above it."""
    named = leading_number(statement.path[-1]) if len(statement.path) > len(statement.anchors) else None
    return rule_of(statement.words) or (named.number if named is not None else "")


def _names_of(unit: Unit) -> Iterator[str]:
    """What names a statement besides the headings above it: a name it begins with, and a term in bold above it."""
    statement = unit.place.statement
    if statement is None:
        return
    head, colon, _ = unit.text.partition(":")
    if colon and len(head) <= LONGEST_HEAD:
        yield head
    if len(statement.path) > len(statement.anchors):
        yield statement.path[-1]


def _alike(anchor: str, other: str) -> bool:
    """Whether two marks are of one numbered kind (`page4`, `page5`)."""
    return anchor != other and anchor[-1:].isdigit() and anchor.rstrip("0123456789") == other.rstrip("0123456789") != ""


def read_units(document: Document, version: CompendiumVersion | None = None) -> SourceText:
    """The units of a document, as statements where it is a compendium version."""
    statements = version.statements if version is not None else ()
    units = _statement_units(document, version) if version is not None else []
    covered = sorted((statement.span.start, statement.span.end) for statement in statements)
    group = 1 + max((unit.group for unit in units), default=-1)
    kind = RULE if version is None else CLARIFICATION
    units += _clause_units(document, covered, group, kind)
    units.sort(key=lambda unit: unit.start)
    return SourceText(document, tuple(units), index_words(unit.words for unit in units))


def bare_of_number(text: str) -> str:
    """Words without the number of the rule that they are on before them, and what it is called (`Law 6.3 (b)`)."""
    lead = leading_number(text)
    if lead is None:
        return text
    bare = unnumbered(text)
    return bare if bare != text else _PARTS.sub("", text[lead.span.end :], count=1)


def reading_text(pieces: Sequence[Piece]) -> str:
    """The words of some pieces on one line, markup between them parting words.

    Footnote markers, page numbers (a span with a class of that name) and words that the text itself strikes are left
    out.
    """
    parts: list[str] = []
    page = 0
    for piece in pieces:
        if piece.tag == "span" and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            numbered = piece.kind is PieceKind.OPEN and "page" in (piece.attr("class") or "")
            page = page + 1 if numbered or (page and piece.kind is PieceKind.OPEN) else max(0, page - 1)
        if not page and not piece.struck and piece.kind is not PieceKind.FOOTNOTE:
            parts.append(" " if piece.kind is PieceKind.MARKUP and not piece.text else piece.text)
    return " ".join("".join(parts).split())


def _statement_units(document: Document, version: CompendiumVersion) -> list[Unit]:
    groups = {
        _key(statement): number
        for number, ruling in enumerate(find_rulings(version))
        for statement in ruling.statements
    }
    units = []
    for number, statement in enumerate(version.statements):
        place = SourcePlace(
            document.source.path,
            statement.path[-1] if statement.path else "",
            statement.anchor,
            document.source.line_of(statement.span.start),
            statement.words,
            statement,
        )
        units.append(
            Unit(
                place,
                bare_of_number(statement.words),
                compare_words(bare_of_number(statement.words)),
                statement.anchors,
                statement.span.start,
                groups.get(_key(statement), len(version.statements) + number),
                kind_of(statement),
                statement.effective,
                card_of(statement) is not None,
            )
        )
    return units


def _key(statement: Statement) -> tuple[int, int]:
    return (statement.span.start, statement.span.end)


def _clause_units(document: Document, covered: list[tuple[int, int]], group: int, kind: str) -> list[Unit]:
    """Clauses outside the covered ranges; equal words of two clauses are one group."""
    headings = {heading.clause: heading for heading in document.headings}
    above: tuple[Heading, ...] = ()
    starts = [start for start, _ in covered]
    groups: dict[Words, int] = {}
    units = []
    for number, clause in enumerate(document.clauses):
        if clause.kind is ClauseKind.HEADING:
            heading = headings.get(number)
            if heading is not None:
                above = (*(each for each in above if each.level < heading.level), heading)
            continue
        at = bisect_right(starts, clause.span.start) - 1
        if at >= 0 and clause.span.end <= covered[at][1]:
            continue
        text = reading_text(clause.pieces)
        if clause.label and text.startswith(clause.label):
            text = text[len(clause.label) :].lstrip(" :.")
        words = compare_words(text)
        if not words:
            continue
        nearest = above[-1] if above else None
        place = SourcePlace(
            document.source.path,
            nearest.text if nearest else "",
            nearest.id if nearest else "",
            document.source.line_of(clause.span.start),
            clause.text,
        )
        anchors = tuple(heading.id for heading in above)
        units.append(
            Unit(
                place,
                text,
                words,
                anchors,
                clause.span.start,
                groups.setdefault(words, group + len(groups)),
                kind,
                None,
            )
        )
    return units
