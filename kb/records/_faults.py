"""Faults: what is wrong with the records of a file, in themselves and among each other, each at its line."""

from collections.abc import Collection, Iterator, Sequence

from kb.dates import date_problem
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.model import FootnoteId
from kb.provenance import Unit
from kb.records._shapes import CitationShape, ContentsShape, RecordShape, RecordsShape
from kb.records._values import CONTENTS_PLACE, Contents, Record, RecordStatus, all_waits
from kb.shapes import Form
from kb.strict_yaml import Yaml
from kb.text import Source, Span

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
    "What names a footnote, a record or a work that nobody knows would hang a change on nothing.",
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
LEVELS = frozenset("123456")
FORM = Form(RECORDS_SHAPE, "the file", "docs/records.md", RecordsShape)


def check_record(yaml: Yaml, record: Record, shape: RecordShape, at: int) -> Iterator[Diagnostic]:
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


def find_unknown(
    yaml: Yaml, records: Sequence[Record], footnotes: Collection[FootnoteId], contents: Contents | None
) -> Iterator[tuple[Record, Diagnostic]]:
    """Records that name a footnote or a record that is not there, or hold the place of a table nothing describes.

    A record that is there and has a fault of its own is known: who names it loses nothing by that.
    """
    known = {record.id for record in records}.union(_written(yaml))
    described = "contents" not in yaml.value if isinstance(yaml.value, dict) else True
    for record in records:
        line = Span(record.span.start, min(record.span.end, record.span.start + 1))
        for footnote in record.footnotes:
            if footnote not in footnotes:
                hint = "write it under `citations`; without `footnotes` one is made of the ruling under `rulings`"
                message = f"footnote `{footnote}` of record `{record.id}` is not known"
                yield record, diagnose(RECORD_UNKNOWN, yaml.source, line, message, hint)
        for other in (*record.after, *record.supports, *record.comes_with):
            if other not in known:
                message = f"record `{other}`, which `{record.id}` names, is not known"
                yield record, diagnose(RECORD_UNKNOWN, yaml.source, line, message, "name a record of this file")
        if CONTENTS_PLACE in record.emended and not described and (contents is None or contents.record != record.id):
            message = f"nothing says how the table of record `{record.id}` is written"
            hint = f"name the record under `contents`, or write the table instead of `{CONTENTS_PLACE}`"
            yield record, diagnose(RECORD_UNKNOWN, yaml.source, line, message, hint)


def _written(yaml: Yaml) -> Iterator[str]:
    """The ids of all records of a file, faulty ones too."""
    value = yaml.value.get("records") if isinstance(yaml.value, dict) else None
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict) and isinstance(item.get("id"), str | int):
            yield str(item["id"])


def check_contents(yaml: Yaml, shape: ContentsShape, records: Collection[str]) -> Iterator[Diagnostic]:
    """What is wrong with the description of a contents table."""
    if shape.record not in records:
        message = f"record `{shape.record}`, which `contents` names, is not known"
        at = yaml.span(("contents", "record"))
        yield diagnose(RECORD_UNKNOWN, yaml.source, at, message, "name the record that holds the table")
    for level in shape.indents:
        if level not in LEVELS:
            at = yaml.key_span(("contents", "indents", level))
            message = f"`{level}` is no level of a heading"
            yield diagnose(RECORDS_SHAPE, yaml.source, at, message, "write one from `1` to `6`")


def check_citation(yaml: Yaml, shape: CitationShape, at: int) -> Iterator[Diagnostic]:
    """What is wrong with a footnote in itself: its id must stand between the brackets of a marker."""
    if any(char in shape.id for char in "]\n"):
        span = yaml.span(("citations", at, "id"))
        message = f"no marker can hold the footnote `{shape.id}`"
        yield diagnose(RECORDS_SHAPE, yaml.source, span, message, "write letters, digits and `-`")


def find_circles(source: Source, records: Sequence[Record]) -> Iterator[tuple[Record, Diagnostic]]:
    """Records that wait for each other, each round told at every record of it."""
    waits = all_waits(records)
    for record in records:
        if record.id in waits[record.id]:
            line = Span(record.span.start, min(record.span.end, record.span.start + 1))
            message = (
                f"record `{record.id}` waits for itself, by way of {', '.join(f'`{name}`' for name in record.after)}"
            )
            yield record, diagnose(RECORD_ORDER, source, line, message, "take one name out of an `after`")
