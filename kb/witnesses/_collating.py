"""The collation itself: a base and witnesses come in, a `Collation` goes out, in steps.

Words and marks inside sentences, passages left out, passages added, form, contents, foreign matter; then what the base
should say.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.diff import Edit
from kb.grouping import group_pairs
from kb.memory import Memory
from kb.numbering import number_rules
from kb.plain_lines.page_lines import names_page
from kb.tokens import read_stream
from kb.witnesses._atoms import Atoms, name_entries, read_atoms
from kb.witnesses._building import Builder, set_kind
from kb.witnesses._comparing import compare
from kb.witnesses._contents import compare_contents
from kb.witnesses._foreign import find_foreign
from kb.witnesses._layout import find_forms
from kb.witnesses._places import Place, find_additions, find_left_out, find_places
from kb.witnesses._renumbering import join_numbers
from kb.witnesses._side import Side, fold_source, keeps_dashes, slice_words, spoken
from kb.witnesses._suggesting import suggest
from kb.witnesses._values import Collation, Kind, Layer, Reading, Refused, State, Variant, Witness

LED = frozenset({Kind.BOX, Kind.LIST_MARK, Kind.HEADING})
"""Differences of what stands before the first word of a clause."""


def collate(base: Witness, witnesses: Iterable[Witness], memory: Memory | None = None) -> Collation:
    """Everything in which witnesses differ from a base and from each other; the order of the witnesses is no matter.

    A text that is another one altogether is refused. An emended edition tells what it has at the places where others
    differ; its own changes are no variants.
    """
    memory = memory or Memory()
    ask = memory.ask
    atoms = ask(read_atoms, ask(read_stream, base.document))
    ordered = sorted(witnesses, key=lambda witness: witness.id)
    entries = name_entries(base.document)
    others = [ask(read_atoms, ask(read_stream, each.document), entries) for each in ordered]
    if ask(number_rules, base.document).clauses:
        atoms, others = ask(join_numbers, atoms), [ask(join_numbers, each) for each in others]
    tried = [Side(witness, ask(compare, atoms, other)) for witness, other in zip(ordered, others, strict=True)]
    sides = [side for side in tried if side.comparison.is_witness]
    dashes = keeps_dashes(atoms, sides)
    for side in sides:
        side.dashes = dashes
    variants = suggest(_find_variants(atoms, base, sides, memory), atoms, sides)
    return Collation(
        witnesses=(base, *(side.witness for side in sides)),
        similarities={side.witness.id: round(side.comparison.similarity, 4) for side in sides},
        variants=tuple(_told_apart(sorted(variants, key=_standing))),
        refused=tuple(
            Refused(side.witness.id, round(side.comparison.similarity, 4)) for side in tried if side not in sides
        ),
        renumbered={
            side.witness.id: {old: new for old, new in concordance.items() if old != new}
            for side in sides
            if (concordance := side.comparison.renumbering.concordance)
        },
    )


def _standing(variant: Variant) -> tuple[tuple[int, int], tuple[int, ...], str, str]:
    """Where a variant stands: in the base, and of several in one place, in the witnesses."""
    return variant.order, tuple(each.span.start for each in variant.readings), variant.kind.value, variant.id


def _told_apart(variants: Iterable[Variant]) -> Iterator[Variant]:
    """Variants with an id each: the same words may be added twice in one place, as the first rows of two tables are."""
    times: Counter[str] = Counter()
    for variant in variants:
        times[variant.id] += 1
        again = times[variant.id]
        yield replace(variant, id=f"{variant.id}-{again}") if again > 1 else variant


def _find_variants(atoms: Atoms, base: Witness, sides: Sequence[Side], memory: Memory) -> list[Variant]:
    if not len(atoms):
        return []
    builder = Builder(atoms, base.id, sides)
    speaking = [side for side in sides if side.triggers]
    return [
        *_words(builder, speaking),
        *_left_out(builder, speaking),
        *_lists_gone(builder, speaking),
        *_added(builder, speaking),
        *_forms(builder, speaking, memory),
        *compare_contents(builder, speaking),
        *find_foreign(builder, speaking),
    ]


def _words(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """Other words and marks inside sentences."""
    for place in find_places(builder.base, speaking):
        readings = builder.read_all(place.start, place.end)
        if place.start == place.end and builder.base.begins(place.start):
            readings = tuple(_numbered(reading) for reading in readings)
        kind = builder.weigh(readings)
        if kind is not None:
            yield builder.variant(kind, readings, place.start, place.end, Layer.WORDS, order=(place.low, place.high))


def _numbered(reading: Reading) -> Reading:
    """A bare number before a clause is that of an item or a page: a text without markup has it as a word."""
    return (
        replace(reading, kind=Kind.LIST_MARK) if reading.kind and reading.words.replace(" ", "").isdigit() else reading
    )


def _left_out(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """Passages that witnesses have not."""
    for place in find_left_out(speaking):
        readings = list(builder.read_all(place.start, place.end))
        told = {
            side.witness.id: found for side in speaking for found in side.losses.passages if _within(found[0], place)
        }
        for at, reading in enumerate(readings):
            if reading.witness in told and reading.text is None:
                _, kind, state = told[reading.witness]
                readings[at] = replace(reading, kind=kind, state=state)
            elif reading.witness not in told:
                readings[at] = _present(reading)
        kinds = {kind for _, kind, _ in told.values()}
        kind = next(kind for kind in (Kind.OMITTED, Kind.LIST_LOST, Kind.HEADING_LOST) if kind in kinds)
        yield builder.variant(kind, readings, place.start, place.end, Layer.PASSAGE)


def _present(reading: Reading) -> Reading:
    """A reading of a witness that has the passage: in which words it differs inside is told there."""
    return reading if reading.text is None else replace(reading, kind=None, state=State.SAME)


def _within(edit: Edit, place: Place) -> bool:
    return edit.old_start < place.end and place.start < edit.old_end


def _lists_gone(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """The lists that a witness lost, as one variant: whole rules are gone, and it is no evidence against them."""
    firsts: dict[tuple[int, ...], set[int]] = {}
    for side in speaking:
        if side.losses.lists:
            held = firsts.setdefault(side.losses.lists[0], set())
            held |= {clause for clauses in side.losses.lists for clause in clauses}
    for first, clauses in sorted(firsts.items()):
        start, end = builder.base.ranges[first[0]][0], builder.base.ranges[first[-1]][1]
        losing = [side.witness.id for side in speaking if side.losses.lists[:1] == (first,)]
        readings = [
            replace(reading, kind=Kind.LISTS_GONE, state=State.LOST) if reading.witness in losing else _present(reading)
            for reading in builder.read_all(start, end)
        ]
        ids = [builder.base.document.clauses[clause].id for clause in sorted(clauses)]
        yield builder.variant(Kind.LISTS_GONE, readings, start, end, Layer.FILE, clauses=ids)


def _added(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """Passages that only witnesses have."""
    others = [side for side in builder.sides if not side.triggers]
    for addition in find_additions(speaking, others):
        held = {side.witness.id: (side, start, end) for side, start, end in addition.words}
        readings = []
        for reading in builder.read_all(addition.gap, addition.gap):
            if reading.witness in held:
                readings.append(_reading_added(*held[reading.witness]))
            else:
                readings.append(replace(reading, text=None, kind=None, state=_silent(reading)))
        kind = builder.weigh(readings)
        if kind is not None:
            variant = builder.variant(kind, readings, addition.gap, addition.gap, Layer.PASSAGE)
            yield replace(variant, note=_find_note(readings))


def _silent(reading: Reading) -> State:
    return State.LOST if reading.state is State.LOST else State.OMITTED


def _reading_added(side: Side, start: int, end: int) -> Reading:
    """An added passage."""
    document = side.atoms.document
    span = slice_words(side.atoms, start, end)
    heading = all(document.clauses[c].kind.value == "heading" for c in set(side.atoms.clauses[start:end]))
    kind = Kind.HEADING if heading else Kind.ADDED
    forms = [atom.form for atom in side.atoms.items[start:end]]
    if all(map(str.isdigit, forms)) or names_page(" ".join(forms)):
        kind = Kind.PAGE_NUMBER
    text, words = fold_source(document.source.slice(span)), spoken(side.atoms, start, end) + side.atoms.tail(end)
    return Reading(side.witness.id, text, State.DIFFERS, span, kind, words)


def _find_note(readings: Iterable[Reading]) -> str | None:
    """An editor's bracketed words in a reading, the brackets left out."""
    for reading in readings:
        text = reading.text or ""
        start, end = text.find("["), text.rfind("]")
        if 0 <= start < end and text[start + 1 : end].count(" ") >= 3:
            return text[start + 1 : end].strip()
    return None


def _forms(builder: Builder, speaking: Sequence[Side], memory: Memory) -> Iterator[Variant]:
    """Differences of form; the same place and kind of several witnesses is one variant."""
    forms = ((form, side) for side in speaking for form in memory.ask(find_forms, side.comparison))
    holders = group_pairs((form.key, (form, side)) for form, side in forms)
    for _, found in sorted(holders.items(), key=lambda item: item[0]):
        form = found[0][0]
        named = [side.witness.id for _, side in found]
        readings = set_kind(builder.read_all(form.start, form.end), form.kind, named)
        if form.kind in LED:
            readings = tuple(builder.led(reading, form.start) for reading in readings)
        yield builder.variant(form.kind, readings, form.start, form.end, Layer.FORM)
