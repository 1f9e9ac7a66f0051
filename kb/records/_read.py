"""Reading: the source of a records file comes in, its records go out.

Every problem is a diagnostic at its line; a record that has one is left out, and the others are there. Kind and unit
of a record that does not say them are worked out from its words.
"""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from typing import cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from kb.dates import date_problem
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import ClauseId, FootnoteId, RulingId, SectionId
from kb.provenance import EmendationKind, Unit
from kb.records._shapes import CitationShape, RecordShape, RecordsShape
from kb.records._values import (
    Apparatus,
    BaseText,
    Citation,
    Contents,
    Occurrence,
    Record,
    Records,
    RecordStatus,
    Reviewed,
    Side,
)
from kb.strict_yaml import Yaml, YamlPath, read_yaml
from kb.text import WORD, Source, Span

RECORDS_SHAPE = Code(
    "KB601",
    "records-shape",
    Severity.ERROR,
    "A key that is misspelt or a value of another kind would silently change nothing in the book.",
)
RECORD_UNKNOWN = Code(
    "KB602",
    "record-unknown",
    Severity.ERROR,
    "A record that names a footnote or a record nobody knows would hang a change on nothing.",
)
RECORD_TWICE = Code(
    "KB603", "record-twice", Severity.ERROR, "Of two records or footnotes with one id nobody can say which is meant."
)
RECORD_PLACE = Code(
    "KB604",
    "record-place",
    Severity.ERROR,
    "A change is made where its words stand; a record without words or place could be made anywhere.",
)
RECORD_ORDER = Code(
    "KB605",
    "record-order",
    Severity.ERROR,
    "Records that wait for each other can never be applied: what the book says would hang on which is read first.",
)
CODES = (RECORDS_SHAPE, RECORD_UNKNOWN, RECORD_TWICE, RECORD_PLACE, RECORD_ORDER)
_SEE = "see docs/records.md for the keys"
_BLOCK = {"{": Unit.NOTE, ">": Unit.NOTE, "-": Unit.LIST_ITEM, "*": Unit.LIST_ITEM, "#": Unit.BLOCK, "|": Unit.BLOCK}


def read_records(source: Source) -> Outcome[Records | None]:
    """The records of a file; None when the file as a whole cannot be read."""
    read = read_yaml(source)
    yaml = read.value
    if yaml is None:
        return Outcome(None, read.diagnostics)
    diagnostics = list(read.diagnostics)
    value = yaml.value
    if isinstance(value, dict):
        value = dict(value)
        for name in ("records", "citations"):
            diagnostics += _sieve(yaml, value, name)
    try:
        shape = RecordsShape.model_validate(value)
    except ValidationError as error:
        wrong = tuple(_tell(yaml, detail, ()) for detail in error.errors(include_url=False))
        return Outcome(None, (*diagnostics, *wrong))
    return _records(yaml, shape, _kept(yaml, value), diagnostics)


def _sieve(yaml: Yaml, value: dict[str, object], name: str) -> Iterator[Diagnostic]:
    """Take the items of a list that have not the right shape out, so that the others can be read."""
    items = value.get(name)
    if not isinstance(items, list):
        return
    model = RecordShape if name == "records" else CitationShape
    good: list[object] = []
    for at, item in enumerate(items):
        try:
            model.model_validate(item)
        except ValidationError as error:
            yield from (_tell(yaml, detail, (name, at)) for detail in error.errors(include_url=False))
        else:
            good.append(item)
    value[name] = good


def _kept(yaml: Yaml, value: object) -> dict[str, list[int]]:
    """The numbers, in the file, of the items that were kept."""
    found: dict[str, list[int]] = {}
    whole = cast("dict[str, list[object]]", yaml.value)
    for name in ("records", "citations"):
        kept = {id(item) for item in cast("dict[str, list[object]]", value).get(name) or []}
        found[name] = [at for at, item in enumerate(whole.get(name) or []) if id(item) in kept]
    return found


def _tell(yaml: Yaml, detail: ErrorDetails, above: YamlPath) -> Diagnostic:
    """One finding of pydantic at its place in the file."""
    place: YamlPath = (*above, *detail["loc"])
    name = next((str(part) for part in reversed(place) if isinstance(part, str)), "the file")
    if detail["type"] == "extra_forbidden":
        return diagnose(RECORDS_SHAPE, yaml.source, yaml.key_span(place), f"key `{name}` is not known here", _SEE)
    if detail["type"] == "missing":
        return diagnose(RECORDS_SHAPE, yaml.source, yaml.span(place[:-1]), f"key `{name}` is missing", _SEE)
    expected = (
        str(detail.get("ctx", {}).get("expected", "")).replace("'", "`") or detail["msg"][0].lower() + detail["msg"][1:]
    )
    found = detail["input"]
    shown = f"`{str(found)[:60]}`" if isinstance(found, str | int | bool) else "a value of another kind"
    message = f"`{name}`: found {shown}, expected {expected}"
    return diagnose(RECORDS_SHAPE, yaml.source, yaml.span(place), message, _SEE)


def _records(
    yaml: Yaml, shape: RecordsShape, kept: dict[str, list[int]], diagnostics: list[Diagnostic]
) -> Outcome[Records | None]:
    citations: list[Citation] = []
    for at, each in zip(kept["citations"], shape.citations, strict=True):
        span = yaml.span(("citations", at))
        if not each.always and any(known.id == each.id for known in citations):
            diagnostics.append(_twice(yaml, ("citations", at, "id"), f"footnote `{each.id}`"))
            continue
        citations.append(Citation(FootnoteId(each.id), each.text, each.gap, each.always, each.missing, span))
    records: list[Record] = []
    taken: set[str] = set()
    for at, one in zip(kept["records"], shape.records, strict=True):
        record = _record(one, yaml.span(("records", at)), yaml.values.get(("records", at, "reviewed")))
        wrong = list(_check(yaml, record, one, at))
        if record.id in taken:
            wrong.append(_twice(yaml, ("records", at, "id"), f"record `{record.id}`"))
        diagnostics += wrong
        if not wrong:
            taken.add(record.id)
            records.append(record)
    unknown = list(_unknown(yaml, shape, records, {citation.id for citation in citations}))
    circular = list(_circles(yaml.source, records))
    barred = {record.id for record, _ in (*unknown, *circular)}
    diagnostics += [found for _, found in (*unknown, *circular)]
    made = Records(
        work=shape.work,
        base=BaseText(shape.base.edition, shape.base.sha256),
        records=tuple(record for record in records if record.id not in barred),
        citations=tuple(citations),
        apparatus=Apparatus(shape.apparatus.opening, shape.apparatus.closing) if shape.apparatus else None,
        contents=_contents(shape),
        emended_sha256=shape.emended_sha256,
        source=yaml.source,
    )
    return Outcome(made, tuple(diagnostics))


def _twice(yaml: Yaml, place: YamlPath, what: str) -> Diagnostic:
    return diagnose(
        RECORD_TWICE, yaml.source, yaml.span(place), f"{what} stands here again", "give it an id of its own"
    )


def _check(yaml: Yaml, record: Record, shape: RecordShape, at: int) -> Iterator[Diagnostic]:
    """What is wrong with a record in itself."""
    span = yaml.span(("records", at))
    line = Span(span.start, min(span.end, span.start + 1))
    if (
        not record.published
        and not record.emended
        and not record.footnotes
        and record.status is not RecordStatus.DECLINED
    ):
        hint = "write the words that give way under `published`, those put in under `emended`"
        yield diagnose(RECORD_PLACE, yaml.source, line, "the record changes nothing", hint)
    bare = record.prefix is None and record.suffix is None and record.clause is None
    active = record.status is RecordStatus.ACCEPTED and record.unit is not Unit.FRONT_MATTER
    if active and record.emended and not record.published and bare:
        hint = "name a `clause` to put them at its end, or the words before under `prefix`"
        yield diagnose(RECORD_PLACE, yaml.source, line, "nothing says where the words are put", hint)
    for name in ("effective", "issued"):
        date = getattr(shape, name)
        problem = date_problem(date) if date is not None else ""
        if problem:
            place = ("records", at, name)
            message = f"date `{date}` cannot be: {problem}"
            yield diagnose(RECORDS_SHAPE, yaml.source, yaml.span(place), message, "write `YYYY-MM-DD`")


def _unknown(
    yaml: Yaml, shape: RecordsShape, records: Sequence[Record], footnotes: set[FootnoteId]
) -> Iterator[tuple[Record, Diagnostic]]:
    """Records that name a footnote or a record that is not there."""
    known = {record.id for record in records}
    for record in records:
        line = Span(record.span.start, min(record.span.end, record.span.start + 1))
        for footnote in record.footnotes:
            if footnote not in footnotes and not record.rulings:
                hint = "write it under `citations`, or name the ruling under `rulings`"
                message = f"footnote `{footnote}` of record `{record.id}` is not known"
                yield record, diagnose(RECORD_UNKNOWN, yaml.source, line, message, hint)
        for other in (*record.after, *record.supports):
            if other not in known:
                message = f"record `{other}`, which `{record.id}` names, is not known"
                yield record, diagnose(RECORD_UNKNOWN, yaml.source, line, message, "name a record of this file")


def _circles(source: Source, records: Sequence[Record]) -> Iterator[tuple[Record, Diagnostic]]:
    """Records that wait for each other, each round told at every record of it."""
    waits = {record.id: record.after for record in records}
    for record in records:
        if record.id in _reached(waits, record.id):
            line = Span(record.span.start, min(record.span.end, record.span.start + 1))
            message = (
                f"record `{record.id}` waits for itself, by way of {', '.join(f'`{name}`' for name in record.after)}"
            )
            yield record, diagnose(RECORD_ORDER, source, line, message, "take one name out of an `after`")


def _reached(waits: dict[str, tuple[str, ...]], start: str) -> set[str]:
    """The records that must come before one, at any distance."""
    found: set[str] = set()
    waiting = list(waits.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(waits.get(name, ()))
    return found


def _contents(shape: RecordsShape) -> Contents | None:
    found = shape.contents
    if found is None:
        return None
    return Contents(
        found.record,
        tuple(found.columns),
        {int(level): text for level, text in found.indents.items() if level.isdecimal()},
        dict(found.labels),
        tuple(found.omitted),
        found.quotes,
        found.shortened,
    )


def _record(shape: RecordShape, span: Span, reviewed: Span | None) -> Record:
    kind = shape.kind or _kind(shape)
    return Record(
        id=shape.id or _mint(shape),
        kind=kind,
        unit=shape.unit or _unit(shape, kind),
        section=SectionId(shape.section) if shape.section is not None else _section(shape),
        published=shape.published,
        emended=_labelled(shape),
        clause=ClauseId(shape.clause) if shape.clause is not None else None,
        label=shape.label,
        prefix=shape.prefix,
        suffix=shape.suffix,
        occurrence=Occurrence(shape.occurrence.number, shape.occurrence.of) if shape.occurrence else None,
        side=None if shape.side is Side.AFTER else shape.side,
        lead=shape.lead,
        tail=shape.tail,
        footnotes=tuple(map(FootnoteId, shape.footnotes)),
        rulings=tuple(map(RulingId, shape.rulings)),
        marks=shape.marks,
        supports=tuple(shape.supports),
        effective=shape.effective,
        issued=shape.issued,
        rank=shape.rank,
        after=tuple(shape.after),
        substantive=bool(shape.rulings or shape.footnotes)
        if shape.substantive is None and shape.kind is None
        else bool(shape.substantive),
        moved=shape.moved,
        status=shape.status,
        reason=shape.reason,
        reviewed=_reviewed(shape, reviewed),
        span=span,
    )


def _reviewed(shape: RecordShape, span: Span | None) -> Reviewed | None:
    """What was read for a record; nothing where the key is there without a value."""
    if span is None:
        return None
    if shape.reviewed is None:
        return Reviewed(span=span)
    rulings = {RulingId(name): digits for name, digits in shape.reviewed.rulings.items()}
    return Reviewed(shape.reviewed.clause, rulings, span)


def _section(shape: RecordShape) -> SectionId | None:
    """The section of the clause a record names, where it names no section itself."""
    return (
        SectionId(shape.clause.rpartition(".")[0].partition(".")[0]) if shape.clause and "." in shape.clause else None
    )


def _kind(shape: RecordShape) -> EmendationKind:
    if shape.label is not None and not shape.published:
        return EmendationKind.NOTE_ADDED
    if not shape.published:
        return EmendationKind.INSERTION
    return EmendationKind.SUBSTITUTION if shape.emended else EmendationKind.DELETION


def _unit(shape: RecordShape, kind: EmendationKind) -> Unit:
    """How large a change is, by its words."""
    if kind is EmendationKind.NOTE_ADDED:
        return Unit.NOTE
    text = shape.emended or shape.published
    if not shape.published and text[:1] in _BLOCK and text[1:2] in " *#:|":
        return _BLOCK[text[0]]
    words = len(WORD.findall(text))
    if text.rstrip()[-1:] in ".!?":
        return Unit.SENTENCE
    return Unit.WORD if words <= 1 else Unit.PHRASE


def _labelled(shape: RecordShape) -> str:
    """The words put in; those of a new labelled paragraph begin with its label."""
    bare = shape.label is not None and shape.kind is None and not shape.published and shape.emended[:1].isalnum()
    return f"**{shape.label}:** {shape.emended}" if bare else shape.emended


def _mint(shape: RecordShape) -> str:
    """An id made from what a record changes and where."""
    words = (shape.section or "", shape.clause or "", shape.prefix or "", shape.published, shape.emended)
    mark = base64.b32encode(hashlib.sha256("|".join(words).encode()).digest()).decode().lower()[:6]
    return f"{shape.section or (shape.clause or 'text').partition('.')[0]}~{mark}"
