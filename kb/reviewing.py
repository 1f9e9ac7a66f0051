"""Reviewing: records and what they rest on come in; which of them were read before it changed goes out.

A record keeps the first digits of the sha256 of the clause it changes and of each of its rulings' words, as an editor
read them. Where one of them reads otherwise now the record is suspect until somebody says it was read again.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from kb.compile import fingerprint
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.model import ClauseId, Document, RulingId
from kb.records import Record, Records, Reviewed
from kb.text import Span

RECORD_SUSPECT = Code(
    "KB610",
    "record-suspect",
    Severity.WARNING,
    "A record was judged by words that have changed since: the clause it stands in, or the ruling it rests on.",
)
CODES = (RECORD_SUSPECT,)
_LINE = re.compile(r"\n( *)(?:- )?reviewed: [^\n]*")
_FLOW = re.compile(r", reviewed: \{(?:[^{}]|\{[^{}]*\})*\}")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A record with what reads otherwise than when it was reviewed: `clause`, or the id of a ruling."""

    record: str
    changed: tuple[str, ...]


def find_suspects(records: Records, base: Document, wordings: Mapping[RulingId, str]) -> list[Suspect]:
    """The records whose clause or rulings have changed; one that was never reviewed is not among them."""
    clauses = {clause.id: clause.text for clause in base.clauses}
    found = ((record, tuple(_changed(record, clauses, wordings))) for record in records.records)
    return [Suspect(record.id, changed) for record, changed in found if changed]


def _changed(record: Record, clauses: Mapping[ClauseId, str], wordings: Mapping[RulingId, str]) -> Iterator[str]:
    reviewed = record.reviewed
    if reviewed is None:
        return
    if reviewed.clause is not None and not any(fingerprint(text) == reviewed.clause for text in _read(record, clauses)):
        yield "clause"
    for name, digits in reviewed.rulings.items():
        if name not in wordings or fingerprint(wordings[name]) != digits:
            yield name


def _read(record: Record, clauses: Mapping[ClauseId, str]) -> Iterator[str]:
    """The clause of a record; of one put in between others, all of its section."""
    if record.clause is not None and record.clause in clauses:
        yield clauses[record.clause]
    elif record.section is not None:
        yield from (text for name, text in clauses.items() if name.rpartition(".")[0].startswith(record.section))
        yield from (text for name, text in clauses.items() if str(name) == record.section)


def tell_suspects(records: Records, suspects: Collection[Suspect]) -> Iterator[Diagnostic]:
    """Each suspect at its record."""
    by_id = {record.id: record for record in records.records}
    for suspect in suspects:
        at = by_id[suspect.record].span
        if records.source is not None:
            what = ", ".join("its clause" if each == "clause" else f"ruling `{each}`" for each in suspect.changed)
            message = f"record `{suspect.record}` is suspect: {what} reads otherwise than when it was reviewed"
            hint = f"read it again, then `kb emend review {records.work} --clear`"
            span = Span(at.start, min(at.end, at.start + 1))
            yield diagnose(RECORD_SUSPECT, records.source, span, message, hint)


def write_reviewed(records: Records, base: Document, wordings: Mapping[RulingId, str], names: Collection[str]) -> str:
    """The text of the records file with the fingerprints of some records, and of the base text, written anew.

    Everything else in the file stays as it is written, comments too.
    """
    assert records.source is not None
    text = records.source.text
    clauses = {clause.id: clause.text for clause in base.clauses}
    for record in sorted(records.records, key=lambda each: each.span.start, reverse=True):
        if record.id in names:
            own = text[record.span.start : record.span.end]
            text = (
                text[: record.span.start] + _renewed(own, _fresh(record, clauses, wordings)) + text[record.span.end :]
            )
    return text.replace(f"sha256: {records.base.sha256}", f"sha256: {base.source.sha256}", 1).replace(
        f'sha256: "{records.base.sha256}"', f'sha256: "{base.source.sha256}"', 1
    )


def _fresh(record: Record, clauses: Mapping[ClauseId, str], wordings: Mapping[RulingId, str]) -> Reviewed:
    before = record.reviewed or Reviewed()
    known = next(_read(record, clauses), None) if before.clause else None
    rulings = {name: fingerprint(wordings[name]) for name in before.rulings if name in wordings}
    return Reviewed(fingerprint(known) if known is not None else None, rulings)


def _renewed(entry: str, reviewed: Reviewed) -> str:
    """The text of a record with other fingerprints."""
    parts = [f'clause: "{reviewed.clause}"'] if reviewed.clause else []
    if reviewed.rulings:
        listed = ", ".join(f'{name}: "{digits}"' for name, digits in reviewed.rulings.items())
        parts.append(f"rulings: {{{listed}}}")
    written = f"reviewed: {{{', '.join(parts)}}}"
    if _FLOW.search(entry):
        return _FLOW.sub(f", {written}", entry, count=1)
    return _LINE.sub(lambda match: f"\n{match.group(1)}{written}", entry, count=1)
