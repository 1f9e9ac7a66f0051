"""A record kept by hand that says of its change what the texts do not bear out: another ruling, date or kind."""

import re
from collections.abc import Iterator, Mapping

from rapidfuzz.distance import Levenshtein

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import RulingId
from kb.provenance import Emendation
from kb.records import Record, RecordStatus
from kb.text import Source, Span

UNKNOWN = Code(
    "KB612",
    "record-ruling-unknown",
    Severity.WARNING,
    "A record that rests on a ruling nobody knows has no authority, and nobody learns when that ruling changes.",
)
RESTS = Code(
    "KB613",
    "record-ruling-differs",
    Severity.WARNING,
    "A record that names another ruling than its footnote quotes is dated and reviewed by the wrong one.",
)
DIFFERS = Code(
    "KB614",
    "record-differs",
    Severity.SUGGESTION,
    "What a record says of its change is shown and counted; where the texts say otherwise, one of them was altered.",
)
CODES = (UNKNOWN, RESTS, DIFFERS)
_DECIDED = {RecordStatus.ACCEPTED, RecordStatus.PROPOSED}


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them in the records file, at the line that says so."""
    known = {name: life.id for life in kb.lives for name in (life.id, *life.aliases)}
    for work, records in kb.records.items():
        source = kb.manifest.records.get(work)
        book = kb.books.get(work)
        if source is None:
            continue
        found = {each.id: each for each in book.emendations} if book is not None else {}
        unread = known.keys() | records.absent
        for record in records.records:
            if record.status in _DECIDED:
                strange = [name for name in record.rulings if name not in unread] if _is_whole(kb) else []
                yield from _unknown(source, record, strange, known)
                change = found.get(record.id)
                if change is not None and not strange:
                    yield from _differing(source, record, change, known)


def _is_whole(kb: Kb) -> bool:
    """Whether every ruling is known by name: ids.yml has those of texts that are not at hand."""
    entries = kb.manifest.compendia
    paths = (issue.text.path for entry in entries for issue in entry.issues)
    minted = kb.manifest.minted is not None
    return bool(kb.chronicles) and (minted or all(path in kb.documents for path in paths))


def _unknown(
    source: Source, record: Record, strange: list[RulingId], known: Mapping[RulingId, RulingId]
) -> Iterator[Diagnostic]:
    for name in strange:
        slug = name.rpartition("-")[0]
        alike = [each for each in sorted(known) if each.rpartition("-")[0] == slug]
        nearest = min(alike, key=lambda each: Levenshtein.distance(name, each), default="")
        message = f"record `{record.id}` rests on `{name}`, which no text at hand states and ids.yml does not have"
        hint = f"name the ruling by its id; the one most like it is `{nearest}`" if nearest else "name it by its id"
        yield diagnose(UNKNOWN, source, _line(source, record, "rulings"), message, hint)


def _differing(
    source: Source, record: Record, change: Emendation, known: Mapping[RulingId, RulingId]
) -> Iterator[Diagnostic]:
    """Where a record and the change that the texts show are at odds."""
    named = {known.get(name, name) for name in record.rulings}
    quoted = {known.get(name, name) for name in change.rulings}
    if named and quoted and named.isdisjoint(quoted):
        on, told = (", ".join(f"`{name}`" for name in sorted(names)) for names in (named, quoted))
        message = f"record `{record.id}` rests on {on}, but what its footnote cites there is {told}"
        hint = "name the ruling its words are from, or give it the footnote of its own"
        yield diagnose(RESTS, source, _line(source, record, "rulings"), message, hint)
        return
    if record.effective and change.effective and record.effective != change.effective:
        message = f"record `{record.id}` is effective `{record.effective}`, its source prints `{change.effective}`"
        hint = "correct the date, or let it be where the words were in force on another day"
        yield diagnose(DIFFERS, source, _line(source, record, "effective"), message, hint)
    if record.is_structure:
        return
    pairs = (
        ("kind", record.kind.value, change.kind.value),
        ("substantive", _yes(record.substantive), _yes(change.substantive)),
        ("clause", record.clause, change.clause),
    )
    for key, said, found in pairs:
        if said is not None and said != found:
            message = f"record `{record.id}` says `{key}: {said}`, where the texts have `{found}`"
            hint = "correct it, or leave the key out"
            yield diagnose(DIFFERS, source, _line(source, record, key), message, hint)


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _line(source: Source, record: Record, key: str) -> Span:
    """The line of a record that begins with a key; that of its id where it has none."""
    entry = source.text[record.span.start : record.span.end]
    match = re.search(rf"^[ \t]*({re.escape(key)}:.*)$", entry, re.MULTILINE)
    if match is None:
        return Span(record.span.start, min(record.span.end, record.span.start + 1))
    return Span(record.span.start + match.start(1), record.span.start + match.end(1))
