"""Reading: the source of a records file comes in, its records go out.

Every problem is a diagnostic at its line; a record that has one is left out, and the others are there. Kind and unit
of a record that does not say them are worked out from its words.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from pydantic import ValidationError

from kb.diagnostics import Diagnostic, Outcome, diagnose
from kb.model import ClauseId, FootnoteId, RulingId, SectionId
from kb.provenance import EmendationKind, Unit
from kb.records._faults import (
    FORM,
    RECORD_TWICE,
    check_citation,
    check_contents,
    check_record,
    find_circles,
    find_unknown,
)
from kb.records._shapes import CitationShape, ContentsShape, RecordShape, RecordsShape
from kb.records._values import (
    Apparatus,
    BaseText,
    Citation,
    Contents,
    Occurrence,
    Record,
    Records,
    Reviewed,
    Side,
)
from kb.shapes import tell_shape
from kb.strict_yaml import Yaml, YamlPath, read_yaml
from kb.text import WORD, Source, Span, base32_sum, word_forms

_LISTS = ("records", "citations")
_NEEDED = frozenset(("schema", "work", "base", "records"))
"""Keys without which nothing can be made; what is wrong under another one costs only that."""
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
        for name in _LISTS:
            diagnostics += _sieve(yaml, value, name)
        value = {key: each for key, each in value.items() if each is not None or key not in _LISTS}
    while True:
        try:
            shape = RecordsShape.model_validate(value)
        except ValidationError as error:
            found = error.errors(include_url=False)
            diagnostics += (tell_shape(yaml, detail, FORM) for detail in found)
            wrong = {detail["loc"][0] if detail["loc"] else "schema" for detail in found}
            if wrong & _NEEDED or not isinstance(value, dict):
                return Outcome(None, tuple(diagnostics))
            value = {key: each for key, each in value.items() if key not in wrong}
        else:
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
            yield from (tell_shape(yaml, detail, FORM, (name, at)) for detail in error.errors(include_url=False))
        else:
            good.append(item)
    value[name] = good


def _kept(yaml: Yaml, value: object) -> dict[str, list[int]]:
    """The numbers, in the file, of the items that were kept."""
    found: dict[str, list[int]] = {}
    whole = cast("dict[str, list[object]]", yaml.value)
    for name in _LISTS:
        kept = {id(item) for item in cast("dict[str, list[object]]", value).get(name) or []}
        found[name] = [at for at, item in enumerate(whole.get(name) or []) if id(item) in kept]
    return found


def _records(
    yaml: Yaml, shape: RecordsShape, kept: dict[str, list[int]], diagnostics: list[Diagnostic]
) -> Outcome[Records | None]:
    citations = _sound_citations(yaml, shape, kept["citations"], diagnostics)
    records = _sound_records(yaml, shape, kept["records"], diagnostics)
    contents = None
    if shape.contents is not None:
        slips = list(check_contents(yaml, shape.contents, {record.id for record in records}))
        diagnostics += slips
        contents = None if slips else _contents(shape.contents)
    unknown = list(find_unknown(yaml, records, {citation.id for citation in citations}, contents))
    circular = list(find_circles(yaml.source, records))
    barred = {record.id for record, _ in (*unknown, *circular)}
    diagnostics += [found for _, found in (*unknown, *circular)]
    made = Records(
        work=shape.work,
        base=BaseText(shape.base.edition, shape.base.sha256),
        records=tuple(record for record in records if record.id not in barred),
        citations=tuple(citations),
        apparatus=Apparatus(shape.apparatus.opening, shape.apparatus.closing) if shape.apparatus else None,
        contents=contents,
        emended_sha256=shape.emended_sha256,
        source=yaml.source,
    )
    return Outcome(made, tuple(diagnostics))


def _sound_citations(
    yaml: Yaml, shape: RecordsShape, kept: Sequence[int], diagnostics: list[Diagnostic]
) -> list[Citation]:
    """The footnotes in which nothing is wrong, each id once; what is wrong in the others goes to the diagnostics."""
    citations: list[Citation] = []
    for at, each in zip(kept, shape.citations, strict=True):
        slips = list(check_citation(yaml, each, at))
        if not slips and not each.always and any(known.id == each.id for known in citations):
            slips.append(_twice(yaml, ("citations", at, "id"), f"footnote `{each.id}`"))
        diagnostics += slips
        if not slips:
            citations.append(Citation(FootnoteId(each.id), each.text, each.gap, each.always, each.missing))
    return citations


def _sound_records(yaml: Yaml, shape: RecordsShape, kept: Sequence[int], diagnostics: list[Diagnostic]) -> list[Record]:
    """The records in which nothing is wrong, each id once; what is wrong in the others goes to the diagnostics."""
    records: list[Record] = []
    taken: set[str] = set()
    for at, each in zip(kept, shape.records, strict=True):
        record = _record(each, yaml.span(("records", at)), yaml.values.get(("records", at, "reviewed")))
        wrong = list(check_record(yaml, record, each, at))
        if record.id in taken:
            wrong.append(_twice(yaml, ("records", at, "id"), f"record `{record.id}`"))
        diagnostics += wrong
        if not wrong:
            taken.add(record.id)
            records.append(record)
    return records


def _twice(yaml: Yaml, place: YamlPath, what: str) -> Diagnostic:
    return diagnose(
        RECORD_TWICE, yaml.source, yaml.span(place), f"{what} stands here again", "give it an id of its own"
    )


def _contents(shape: ContentsShape) -> Contents:
    return Contents(
        shape.record,
        tuple(shape.columns),
        {int(level): text for level, text in shape.indents.items()},
        dict(shape.labels),
        tuple(shape.omitted),
        shape.quotes,
        shape.shortened,
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
        comes_with=tuple(shape.comes_with),
        effective=shape.effective,
        issued=shape.issued,
        rank=shape.rank,
        after=tuple(shape.after),
        substantive=bool(shape.rulings or shape.footnotes)
        if shape.substantive is None and shape.kind is None
        else bool(shape.substantive),
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
    """An id of place and folded words; where those of both sides are equal, of all that is written."""
    sides = word_forms(shape.published), word_forms(shape.emended)
    told = map(" ".join, sides) if sides[0] != sides[1] else (shape.published, shape.emended)
    words = (shape.section or "", shape.clause or "", " ".join(word_forms(shape.prefix or "")), *told)
    return f"{shape.section or (shape.clause or 'text').partition('.')[0]}~{base32_sum('|'.join(words))[:6]}"
