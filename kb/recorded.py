"""Recorded works: the manifest, the texts read and the rulings come in; the records of each work, compiled, go out.

A work may have records, a hand-made emended text, or both. Without the hand-made one its emended edition is what was
compiled, and everything that follows works with it; with both the records are proved against it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kb.attested import Life
from kb.compile import Body, Compiled, Refused, advise_on, cite_ruling, compile_text, find_difference
from kb.corpus import EditionEntry, Manifest, Text, WorkEntry
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.memory import Memory
from kb.minted import read_minted
from kb.model import CompendiumVersion, Document, EditionId, Role, RulingId, VersionId, WorkId
from kb.readers.kramdown import read_document
from kb.records import RECORD_UNKNOWN, Citation, Record, Records, RecordStatus, read_records
from kb.reviewing import find_suspects, tell_suspects, words_to_read
from kb.strict_yaml import read_yaml
from kb.text import Source, Span

RECORD_REFUSED = Code(
    "KB606",
    "record-refused",
    Severity.ERROR,
    "A record whose words do not stand where it says would change something else; it is left out, the others are made.",
)
RECORDS_DIFFER = Code(
    "KB607",
    "records-differ",
    Severity.WARNING,
    "Records that do not rebuild the hand-made text are no account of it: one of the two was changed alone.",
    gate=True,
)
RECORD_WAITS = Code(
    "KB608",
    "record-waits",
    Severity.SUGGESTION,
    "A proposed record changes nothing until somebody has read it and says so.",
)
BASE_CHANGED = Code(
    "KB609",
    "base-changed",
    Severity.WARNING,
    "Records were made for another text than the one at hand; what they say of it was not looked at again.",
)
CODES = (RECORD_REFUSED, RECORDS_DIFFER, RECORD_WAITS, BASE_CHANGED)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The works of a corpus with their records; `documents` are the emended texts compiled, by path."""

    works: tuple[WorkEntry, ...]
    records: Mapping[WorkId, Records]
    compiled: Mapping[WorkId, Compiled]
    documents: Mapping[str, Document]


def compile_recorded(
    manifest: Manifest,
    documents: Mapping[str, Document],
    lives: Iterable[Life],
    versions: Mapping[VersionId, CompendiumVersion],
    memory: Memory,
) -> Outcome[Recorded]:
    """Every work whose records are at hand, compiled."""
    ask = memory.ask
    known = {name: life for life in lives for name in (life.id, *life.aliases)}
    wordings = words_to_read(known.items())
    minted = read_minted(manifest.minted).value if manifest.minted else ()
    absent = frozenset(name for entry in minted for name in (entry.id, *entry.aliases)).difference(known)
    works: list[WorkEntry] = []
    records: dict[WorkId, Records] = {}
    compiled: dict[WorkId, Compiled] = {}
    made: dict[str, Document] = {}
    diagnostics: list[Diagnostic] = []
    for work in manifest.works:
        works.append(work)
        source = manifest.records.get(work.id)
        base = documents.get(work.base_edition.text.path)
        if source is None or base is None:
            continue
        read = ask(read_records, source)
        diagnostics += read.diagnostics
        if read.value is None:
            continue
        diagnostics += tell_work(source, read.value, work.id)
        records[work.id] = replace(with_citations(read.value, known, versions), absent=absent)
        body = Body(base)
        compiled[work.id] = outcome = compile_text(body, records[work.id])
        diagnostics += tell_refused(source, records[work.id], base, outcome)
        diagnostics += tell_suspects(records[work.id], find_suspects(records[work.id], body, wordings))
        emended = next((documents[e.text.path] for e in work.emended if e.text.path in documents), None)
        if emended is not None:
            diagnostics += tell_difference(source, outcome, emended)
            continue
        works[-1], path = ask(with_edition, work)
        site = manifest.upstream.site if manifest.upstream else None
        made[path] = ask(read_compiled, path, outcome.text, site)
    return Outcome(Recorded(tuple(works), records, compiled, made), tuple(diagnostics))


def read_compiled(path: str, text: str, site: str | None) -> Document:
    """A compiled text as a document."""
    return read_document(Source.from_text(path, text), site).value


def with_citations(
    records: Records, lives: Mapping[RulingId, Life], versions: Mapping[VersionId, CompendiumVersion]
) -> Records:
    """Records whose rulings each have a footnote; those generated are named by the ruling and come last."""
    known = {citation.id for citation in records.citations}
    citations: dict[str, Citation] = {}
    settled: list[Record] = []
    for record in records.records:
        if record.rulings:
            record = replace(record, issued=record.issued or issued(record, lives))  # noqa: PLW2901
        if record.footnotes or not record.rulings:
            settled.append(record)
            continue
        cited = [cite_ruling(lives[ruling], versions) for ruling in record.rulings if ruling in lives]
        found = [citation for citation in cited if citation is not None]
        citations.update({each.id: each for each in found if each.id not in known})
        settled.append(replace(record, footnotes=tuple(each.id for each in found)))
    return replace(records, records=tuple(settled), citations=(*records.citations, *citations.values()))


def issued(record: Record, lives: Mapping[RulingId, Life]) -> str | None:
    """When the first of its rulings was issued, as far as the texts at hand tell."""
    return min((lives[name].stated[0].date for name in record.rulings if name in lives), default="") or None


def with_edition(work: WorkEntry) -> tuple[WorkEntry, str]:
    """The work with an emended edition, and the path it is read under; one the manifest names keeps its own."""
    if work.emended:
        return work, work.emended[0].text.path
    base = work.base_edition.text
    path = f"compiled/{work.id}.md"
    name = f"{work.id}-compiled"
    text = Text(name, path, None, base.title, "", "", False, base.span)
    return replace(work, editions=(*work.editions, EditionEntry(EditionId(name), Role.EMENDED, text))), path


def tell_work(source: Source, records: Records, work: WorkId) -> Iterator[Diagnostic]:
    """That a file is kept as one work's and says it is another's."""
    if records.work != work:
        yaml = read_yaml(source).value
        at = yaml.span(("work",)) if yaml is not None else Span(0, 0)
        message = f"the file says `{records.work}`, and is kept as that of the work `{work}`"
        yield diagnose(RECORD_UNKNOWN, source, at, message, f"write `work: {work}`, or keep the file as its own")


def tell_refused(source: Source, records: Records, base: Document, compiled: Compiled) -> Iterator[Diagnostic]:
    """What an editor should know of records that were not made, each at its place in the file."""
    if records.base.sha256 != base.source.sha256:
        message = f"the records were made for the text with sha256 `{records.base.sha256[:16]}…`, not this one"
        hint = "read the refusals, then `kb emend review` records the new text"
        yield diagnose(BASE_CHANGED, source, Span(0, min(1, len(source.text))), message, hint)
    yield from (tell_refusal(source, refused) for refused in compiled.refused)


def tell_refusal(source: Source, refused: Refused) -> Diagnostic:
    """One refusal at its record."""
    code = RECORD_REFUSED if refused.record.status is RecordStatus.ACCEPTED else RECORD_WAITS
    at = refused.record.span
    span = Span(at.start, min(at.end, at.start + 1))
    message = f"record `{refused.record.id}` is not applied, {refused.reason.value}: {refused.message}"
    return diagnose(code, source, span, message, advise_on(refused))


def tell_difference(source: Source, compiled: Compiled, emended: Document) -> Iterator[Diagnostic]:
    """That records do not rebuild the hand-made text, at the first line that differs."""
    difference = find_difference(compiled.text, emended.source)
    if difference is not None:
        last = len(emended.source.line_starts)
        span = emended.source.line_span(min(difference.line, last))
        message = f"`{source.path}` does not rebuild this text, which differs from here on"
        hint = "`kb emend check` shows the difference; change the records or run `kb emend extract` again"
        yield diagnose(RECORDS_DIFFER, emended.source, span, message, hint)
