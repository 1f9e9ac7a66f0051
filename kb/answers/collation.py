"""A collation as `kb collate` answers it: variants and readings as plain data, and as an apparatus for people."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from kb.answers.telling import Line, counted
from kb.model import Document, Piece, PieceKind
from kb.queries.left_out import LeftOut, find_left_out
from kb.text import Source
from kb.witnesses import Collation, Kind, Reading, State, Variant, groups_of

SCHEMA = 1
LONG = 150
"""A reading of more characters is shown by its beginning and its end."""
_SILENT = {State.OMITTED: "(omits this)", State.LOST: "(has lost the passage)", State.SAME: "", State.DIFFERS: ""}


def list_collation(collation: Collation) -> dict[str, object]:
    """The answer in the shape of the JSON contract.

    `readings` has every witness, the base first: the characters of its source with white space folded, or null where
    it has not the passage; `states` says whether it leaves it out (`omitted`) or lost it (`lost`), `kinds` how it
    differs. `span` and `places` are [start, end) character offsets in the files. `renumbered` has for each witness that
    counts its rules otherwise the base's numbers with its own; `counted` its numbers that lead to another rule than the
    base does, with that rule's number in the base, or with nothing where that has none. `left_out` are the sections of
    the base that witnesses leave out as a whole, with the variants that say only that.
    """
    return {
        "schema": SCHEMA,
        "base": collation.base.id,
        "witnesses": [witness.id for witness in collation.witnesses],
        "texts": [
            {
                "witness": witness.id,
                "path": witness.document.source.path,
                "sha256": witness.document.source.sha256,
                "role": witness.role.value if witness.role else None,
                "similarity": collation.similarities.get(witness.id, 1.0),
            }
            for witness in collation.witnesses
        ],
        "refused": [{"witness": each.witness, "similarity": each.similarity} for each in collation.refused],
        "noise": [
            {"witness": witness, "kind": kind.value, "count": count}
            for (witness, kind), count in _count_noise(collation)
        ],
        "left_out": [
            {
                "section": each.section.heading.id,
                "title": each.section.heading.text,
                "clauses": each.section.worded,
                "witnesses": list(each.witnesses),
                "variants": [variant.id for variant in each.variants],
            }
            for each in find_left_out(collation)
        ],
        "renumbered": {witness: dict(numbers) for witness, numbers in collation.renumbered.items()},
        "variants": [as_variant(variant, collation) for variant in collation.variants],
    }


def as_variant(variant: Variant, collation: Collation) -> dict[str, object]:
    """One variant as plain data."""
    sources = {witness.id: witness.document.source for witness in collation.witnesses}
    return {
        "id": variant.id,
        "clause": variant.clause,
        "after": variant.after,
        "clauses": list(variant.clauses),
        "section": variant.section,
        "title": variant.title,
        "layer": variant.layer.value,
        "kind": variant.kind.value,
        "substantive": variant.substantive,
        "span": [variant.span.start, variant.span.end],
        "line": sources[collation.base.id].line_of(variant.span.start),
        "readings": {reading.witness: reading.text for reading in variant.readings},
        "states": {reading.witness: reading.state.value for reading in variant.readings},
        "kinds": {reading.witness: reading.kind.value for reading in variant.readings if reading.kind},
        "counted": {reading.witness: dict(reading.counted) for reading in variant.readings if reading.counted},
        "places": {
            reading.witness: {
                "line": sources[reading.witness].line_of(reading.span.start),
                "span": [reading.span.start, reading.span.end],
            }
            for reading in variant.readings
            if reading.text is not None
        },
        "prefix": variant.prefix,
        "suffix": variant.suffix,
        "suggestion": variant.suggestion,
        "note": variant.note,
        "emendations": list(variant.emendations),
        "rulings": list(variant.rulings),
    }


def _count_noise(collation: Collation) -> list[tuple[tuple[str, Kind], int]]:
    """How often each witness errs in each kind of noise, the most frequent first.

    Where the base is the one that errs, those that have it right are not counted.
    """
    counted: Counter[tuple[str, Kind]] = Counter()
    for variant in collation.variants:
        base = variant.readings[0]
        counted.update(
            (str(reading.witness), reading.kind)
            for reading in variant.readings
            if reading.kind and not reading.kind.substantive and (reading is base or reading.kind is not base.kind)
        )
    return sorted(counted.items(), key=lambda item: (item[0][0], -item[1], item[0][1].value))


def render_collation(collation: Collation, everything: bool = False, width: int = 100) -> Iterator[Line]:
    """An apparatus for people, by section: the base's words, a bracket, and what the others have.

    Variants of substance only unless `everything`, and each section that witnesses leave out as a whole as one; lines
    are pieces of style and characters.
    """
    left_out = find_left_out(collation)
    parts = {variant.id: each for each in left_out for variant in each.variants}
    firsts = {each.variants[0].id for each in left_out}
    shown = [
        variant
        for variant in collation.variants
        if everything or (variant.substantive and (variant.id not in parts or variant.id in firsts))
    ]
    source = collation.base.document.source
    pictures = {str(each.id): _pictures(each.document) for each in collation.witnesses}
    sources = {str(each.id): each.document.source for each in collation.witnesses}
    for (section, title), held in groupby(shown, key=lambda variant: (variant.section, variant.title)):
        yield (("bold", title or section),)
        for variant in held:
            if variant.id in firsts:
                yield from _section_left_out(parts[variant.id], source, width)
            if variant.id in parts and not everything:
                continue
            said = tuple(_said(each, sources[each.witness], pictures[each.witness]) for each in variant.readings)
            yield from _render(replace(variant, readings=said), source, width)
        yield ()
    yield from _summary(collation, left_out, width)


def _section_left_out(told: LeftOut, source: Source, width: int) -> Iterator[Line]:
    heading = told.section.heading
    yield (("", "  "), ("dim", f"{heading.id}, line {source.line_of(heading.span.start)}"), ("", "  section left out"))
    title, clauses = " ".join(heading.text.split()), counted(told.section.worded, "clause")
    for text in (f"{title}, {clauses} ]", f"  {' '.join(told.witnesses)}: {_SILENT[State.OMITTED]}"):
        yield from _wrapped(text, "      ", width)


def _pictures(document: Document) -> tuple[Piece, ...]:
    pieces = (piece for clause in document.clauses for piece in clause.pieces)
    return tuple(piece for piece in pieces if piece.kind is PieceKind.IMAGE)


def _said(reading: Reading, source: Source, pictures: Iterable[Piece]) -> Reading:
    """A reading with each picture it runs over as lists have it: its words, or the name of its file, in brackets."""
    within = [each for each in pictures if reading.span.start <= each.span.start and each.span.end <= reading.span.end]
    if reading.text is None or not within:
        return reading
    told, at = "", reading.span.start
    for each in within:
        said = each.told.strip()
        told += source.text[at : each.span.start] + (f"[{said}]" if said else "")
        at = each.span.end
    return replace(reading, text=" ".join((told + source.text[at : reading.span.end]).split()))


def _render(variant: Variant, source: Source, width: int) -> Iterator[Line]:
    line = source.line_of(variant.span.start)
    place = f"{variant.clause}{' +' if variant.after else ''}, line {line}"
    more = f", {counted(len(variant.clauses), 'clause')}" if variant.kind is Kind.LISTS_GONE else ""
    yield (("", "  "), ("dim", place), ("", f"  {variant.kind.value}{more}"))
    for text in _apparatus(variant):
        yield from _wrapped(text, "      ", width)
    if variant.suggestion is not None:
        yield (("", "      read "), ("bold", variant.suggestion))
    if variant.note:
        yield from _wrapped(f"its own note: {_short(variant.note)}", "      ", width)
    if variant.emendations or variant.rulings:
        yield from _wrapped(_behind(variant), "      ", width)


def _behind(variant: Variant) -> str:
    parts = [("emended by", variant.emendations), ("ruling", variant.rulings)]
    return "; ".join(f"{name} {', '.join(ids)}" for name, ids in parts if ids)


def _apparatus(variant: Variant) -> Iterator[str]:
    """`lemma ] also W`, then a line for each other reading; a passage put in is shown behind the words before it."""
    base, *others = groups_of(variant)
    lemma = base[0].text
    if lemma is not None:
        also = f" {' '.join(base[2][1:])}" if len(base[2]) > 1 else ""
        yield f"{_short(lemma)} ]{also}"
    else:
        yield f"…{' '.join(variant.prefix.split()[-4:])} ] +"
    for reading, state, witnesses in others:
        names = " ".join(witnesses)
        if reading.text is not None:
            yield f"  {names}: {_short(reading.text)}{_counted(reading)}"
        elif lemma is not None or state is State.LOST:
            yield f"  {names}: {_SILENT[state]}"


def _counted(reading: Reading) -> str:
    """What rules of the base the numbers of a reading lead to."""
    told = (f"{own} is {number or 'no rule'} of the base" for own, number in reading.counted)
    return f" ({', '.join(told)})" if reading.counted else ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONG else f"{text[: LONG // 2].rstrip()} … {text[-LONG // 2 :].lstrip()}"


def _wrapped(text: str, indent: str, width: int) -> Iterator[Line]:
    hang = indent + " " * (len(text) - len(text.lstrip()) + 2)
    lines = textwrap.wrap(text.lstrip(), width - len(hang), break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield (("", (hang if number else hang[:-2]) + line),)


def _summary(collation: Collation, left_out: Sequence[LeftOut], width: int) -> Iterator[Line]:
    names = ", ".join(str(witness.id) for witness in collation.witnesses[1:])
    count = len(collation.substantive)
    quiet = len(collation.variants) - count
    count -= sum(len(each.variants) for each in left_out)
    gone = f"; {counted(len(left_out), 'section')} left out" if left_out else ""
    yield (("", f"{collation.base.id} against {names}: {count} of substance, {quiet} of noise{gone}"),)
    for witness, held in groupby(_count_noise(collation), key=lambda item: item[0][0]):
        yield from _wrapped(f"{witness}: {_listed((kind.value, n) for (_, kind), n in held)}", "  ", width)
    for name, numbers in collation.renumbered.items():
        told = ", ".join(f"{old} -> {new}" for old, new in numbers.items())
        yield from _wrapped(f"{name} counts {counted(len(numbers), 'rule')} otherwise: {told}", "  ", width)


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    pairs: Sequence[tuple[str, int]] = tuple(counts)
    return ", ".join(f"{name} {count}" for name, count in pairs)
