"""Two wordings of a row of a book's texts come in, what differs between them goes out, with what is behind it: records
of the emended text, variants of the collation.

A difference is of substance when a record or a variant that has its place is; what neither of them accounts for is
judged by its words (`kb.differences`). What a witness lost is no evidence of other rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.align import contents_clauses
from kb.differences import Passage, Vocabulary, find_differences
from kb.emendations import is_page_mark
from kb.grouping import group_pairs
from kb.model import ClauseKind, Document
from kb.provenance import Emendation
from kb.queries.texts import NONE, BookText, BookTexts, TextKind, TextRow
from kb.text import Span
from kb.witnesses import Collation, Layer, State, Variant

_TOLD = frozenset({State.DIFFERS, State.OMITTED, State.LOST})


@dataclass(frozen=True, slots=True)
class Differing:
    """Words that give way to others: characters of both texts, empty where a side has nothing. `records` (ids) and
    `variants` are behind it."""

    old: Span
    new: Span
    substantive: bool
    records: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class RowPair:
    """What differs between two wordings of a row, in order. `texts` are the two they are taken from; where one of them
    has nothing the difference is all of the other. `gone` are those of the records that the newer has no more."""

    texts: tuple[int, int]
    differences: tuple[Differing, ...]
    gone: frozenset[str] = frozenset()

    @property
    def substantive(self) -> bool:
        """Whether the texts say something else."""
        return any(each.substantive for each in self.differences)

    @property
    def records(self) -> tuple[str, ...]:
        """The records behind it, in the order of its words."""
        return tuple(dict.fromkeys(record for each in self.differences for record in each.records))

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants behind it, in the order of its words."""
        return tuple({each.id: each for one in self.differences for each in one.variants}.values())


@dataclass(frozen=True, slots=True)
class _Side:
    """A wording in the text it is taken from; `span` are all its characters."""

    at: int
    text: BookText
    clauses: tuple[int, ...]

    @property
    def span(self) -> Span:
        """From its first clause to the end of its last; empty without any."""
        clauses = self.text.stream.document.clauses
        if not self.clauses:
            return Span(0, 0)
        return Span(clauses[self.clauses[0]].span.start, clauses[self.clauses[-1]].span.end)

    @property
    def rules(self) -> bool:
        """Whether any clause of it may rule something: headings, contents, page marks and bare HTML do not."""
        document = self.text.stream.document
        contents = contents_clauses(document)
        clauses = ((clause, document.clauses[clause]) for clause in self.clauses)
        return any(
            each.kind not in {ClauseKind.HEADING, ClauseKind.HTML} and at not in contents and not is_page_mark(each)
            for at, each in clauses
        )


class Comparer:
    """Compares the wordings of the rows of one book."""

    def __init__(self, laid: BookTexts, collation: Collation | None) -> None:
        self.laid = laid
        self.collation = collation
        self.emended = next((at for at, text in enumerate(laid.texts) if text.kind is TextKind.EMENDED), None)
        self.records = laid.texts[self.emended].records if self.emended is not None else {}
        self.touching = group_pairs((row, ident) for ident, row in self._touched())
        self.vocabularies: dict[int, Vocabulary] = {}

    def compare(self, row: int, old: int, new: int) -> RowPair:
        """What differs in a row, by its number, between two of its wordings, by theirs."""
        held = self.laid.rows[row]
        return self._compare(row, self._side(held, old), self._side(held, new))

    def from_first(self, row: int, new: int) -> RowPair:
        """The same between the first text and another, by its number: its places are in these, whoever else says the
        same."""
        clauses = self.laid.rows[row].clauses
        old_side, new_side = (_Side(at, self.laid.texts[at], clauses[at]) for at in (0, new))
        return self._compare(row, old_side, new_side)

    def _compare(self, row: int, before: _Side, after: _Side) -> RowPair:
        changed = [ident for ident in self.touching.get(row, ()) if _is_made(before, ident) != _is_made(after, ident)]
        gone = frozenset(ident for ident in changed if _is_made(before, ident))
        variants = self._variants(self.laid.rows[row], before, after)
        behind = _Behind(before, after, [self.records[ident] for ident in changed], variants)
        found: tuple[Differing, ...] = (behind.whole(),)
        if before.clauses and after.clauses:
            old_words, new_words = (Passage.of_clauses(side.text.stream, side.clauses) for side in (before, after))
            differences = find_differences(old_words, new_words, self._vocabulary(before, after))
            plain = not (before.rules or after.rules)
            told = [(each.old_span, each.new_span, each.substantive and not plain) for each in differences]
            found = tuple(behind.of(old_span, new_span, judged=judged) for old_span, new_span, judged in told)
            alike = tuple(behind.alike(found))
            found = tuple(sorted((*found, *alike), key=lambda each: each.new.start)) if alike else found
        return RowPair((before.at, after.at), found, gone)

    def _side(self, row: TextRow, wording: int) -> _Side:
        if wording != NONE:
            at = row.first[wording]
        else:
            silent = [at for at, number in enumerate(row.of) if number == NONE]
            at = next((at for at in silent if self.laid.texts[at].kind is not TextKind.EDITION), silent[0])
        return _Side(at, self.laid.texts[at], row.clauses[at])

    def _vocabulary(self, old: _Side, new: _Side) -> Vocabulary:
        """The words that slips are judged by: the published text's and an edition's, or the last state's."""
        edition = next((side.at for side in (new, old) if side.text.kind is TextKind.EDITION), NONE)
        if edition not in self.vocabularies:
            base = self.laid.texts[0].stream
            had = [text for text in self.laid.texts if text.kind is not TextKind.EDITION]
            self.vocabularies[edition] = (
                Vocabulary.of_peers(base, self.laid.texts[edition].stream)
                if edition != NONE
                else Vocabulary.of(base, had[-1].stream)
            )
        return self.vocabularies[edition]

    def _touched(self) -> Iterator[tuple[str, int]]:
        """The rows that each record of the emended text touches: by its words there, or by those it removed."""
        if self.emended is None:
            return
        rows = {
            (side, clause): number
            for number, row in enumerate(self.laid.rows)
            for side in (0, self.emended)
            for clause in row.clauses[side]
        }
        for ident, record in self.records.items():
            side, span = (self.emended, record.emended_span)
            if not len(span):
                side, span = 0, record.published_span
            clauses = _clauses_at(self.laid.texts[side].stream.document, span)
            found = dict.fromkeys(rows[side, clause] for clause in clauses if (side, clause) in rows)
            yield from ((ident, row) for row in found)

    def _variants(self, row: TextRow, *sides: _Side) -> Mapping[int, Sequence[Variant]]:
        """The variants of a row that are told of the editions among two sides, by the number of the text."""
        if self.collation is None:
            return {}
        clauses = {self.laid.texts[0].stream.document.clauses[clause].id for clause in row.base}
        return {
            side.at: [
                variant
                for variant in self.collation.variants
                if variant.layer in {Layer.WORDS, Layer.PASSAGE}
                and (not clauses or clauses.intersection((variant.clause, *variant.clauses)))
                and any(each.witness == side.text.id and each.state in _TOLD for each in variant.readings)
            ]
            for side in sides
            if side.text.kind is TextKind.EDITION
        }


@dataclass(frozen=True, slots=True)
class _Behind:
    """What may be behind the differences of a row: records that one side has and the other has not, variants."""

    old: _Side
    new: _Side
    records: Sequence[Emendation]
    variants: Mapping[int, Sequence[Variant]]

    def whole(self) -> Differing:
        """All of a wording against nothing."""
        spans = self.old.span, self.new.span
        records = tuple(record.id for record in self.records)
        variants = tuple(each for at in self.variants for each in self.variants[at] if self._is_whole(each, at))
        judged = self.old.rules or self.new.rules
        return self._judged(*spans, records, variants, judged=judged)

    def of(self, old: Span, new: Span, *, judged: bool) -> Differing:
        """A difference between two wordings; `judged` says what its words alone say."""
        records = tuple(record.id for record in self.records if self._has(record, old, new))
        variants = tuple(
            each
            for at, listed in self.variants.items()
            for each in listed
            if _meet(_reading_span(each, self._at(at).text.id), old if at == self.old.at else new)
        )
        return self._judged(old, new, records, variants, judged=judged)

    def alike(self, found: Sequence[Differing]) -> Iterator[Differing]:
        """What an edition says otherwise in the same characters as the published text: the number of another rule."""
        told = {each.id for one in found for each in one.variants}
        for at, listed in self.variants.items():
            other = self.new if at == self.old.at else self.old
            for each in listed if other.at == 0 else ():
                reading = next(one for one in each.readings if one.witness == self._at(at).text.id)
                if reading.counted and each.id not in told:
                    spans = (reading.span, each.span) if at == self.old.at else (each.span, reading.span)
                    yield self._judged(*spans, (), (each,), judged=True)

    def _judged(
        self, old: Span, new: Span, records: tuple[str, ...], variants: tuple[Variant, ...], *, judged: bool
    ) -> Differing:
        weighty = [record.substantive for record in self.records if record.id in records]
        weighty += [each.substantive and not self._is_lost(each) for each in variants]
        return Differing(old, new, any(weighty) if weighty else judged, records, variants)

    def _at(self, at: int) -> _Side:
        return self.old if at == self.old.at else self.new

    def _is_lost(self, variant: Variant) -> bool:
        """Whether an edition lost the passage: then its silence says nothing."""
        names = {self._at(at).text.id for at in self.variants}
        told = [each.state for each in variant.readings if each.witness in names and each.state in _TOLD]
        return all(state is State.LOST for state in told)

    def _is_whole(self, variant: Variant, at: int) -> bool:
        """Whether a variant is about a passage that an edition has, or has not, as a whole."""
        side = self._at(at)
        if not side.clauses:
            return variant.layer is Layer.PASSAGE
        return _meet(_reading_span(variant, side.text.id), side.span)

    def _has(self, record: Emendation, old: Span, new: Span) -> bool:
        """Whether a record is about a difference: by its place in the text that has it, or by what it removed."""
        for side, span in ((self.old, old), (self.new, new)):
            known = side.text.records.get(record.id)
            if known is not None and _meet(known.emended_span, span):
                return True
            if side.at == 0 and len(span) and _meet(record.published_span, span):
                return True
        return False


def _is_made(side: _Side, ident: str) -> bool:
    return ident in side.text.made


def _meet(one: Span, other: Span) -> bool:
    """Whether two places have characters in common; a place between words meets what it stands in or beside."""
    if len(one) and len(other):
        return one.overlaps(other)
    return one.start <= other.end + 1 and other.start <= one.end + 1


def _reading_span(variant: Variant, name: str) -> Span:
    return next(each.span for each in variant.readings if each.witness == name)


def _clauses_at(document: Document, span: Span) -> Iterator[int]:
    """The clauses that some characters lie in; of a place between clauses the one before it."""
    clauses = document.clauses
    first = max(0, document.clause_at(span.start))
    yield first
    for at in range(first + 1, len(clauses)):
        if clauses[at].span.start >= span.end:
            return
        yield at
