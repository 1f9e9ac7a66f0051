"""The records of a work, what became of them, and the proof, as `kb emend` answers them."""

from collections.abc import Iterator, Sequence

from kb.compile import Compiled, Difference, Refused, advise_on
from kb.dated import Reworded
from kb.records import Record, Records
from kb.reviewing import Review, tell_suspects
from kb.text import Source

SCHEMA = 1


def list_compiled(records: Records, compiled: Compiled) -> dict[str, object]:
    """The compiled text and what became of each record, as plain data."""
    return {
        "schema": SCHEMA,
        "work": records.work,
        "base": {"edition": records.base.edition, "sha256": records.base.sha256},
        "text": compiled.text,
        **outcomes(records, compiled),
    }


def list_proof(
    records: Records, compiled: Compiled, emended: Source, difference: Difference | None
) -> dict[str, object]:
    """Whether the hand-made text is rebuilt, with the first difference, as plain data."""
    found = {"line": difference.line, "diff": list(difference.lines)} if difference else None
    return {
        "schema": SCHEMA,
        "work": records.work,
        "emended": emended.path,
        "identical": difference is None,
        "difference": found,
        **outcomes(records, compiled),
    }


def outcomes(records: Records, compiled: Compiled) -> dict[str, object]:
    """What became of each record, in the order of the file."""
    applied = {placed.record.id for placed in compiled.applied}
    refused = {each.record.id: each for each in compiled.refused}
    return {
        "counts": {"records": len(records.records), "applied": len(applied), "refused": len(refused)},
        "items": [_item(record, record.id in applied, refused.get(record.id)) for record in records.records],
    }


def _item(record: Record, applied: bool, refused: Refused | None) -> dict[str, object]:
    return {
        "id": record.id,
        "kind": record.kind.value,
        "unit": record.unit.value,
        "section": record.section,
        "clause": record.clause,
        "substantive": record.substantive,
        "status": record.status.value,
        "applied": applied,
        "reason": refused.reason.value if refused else None,
        "message": refused.message if refused else None,
        "hint": advise_on(refused) if refused else None,
    }


def render_proof(records: Records, compiled: Compiled, emended: Source, difference: Difference | None) -> Iterator[str]:
    """The proof for people."""
    made = f"{len(compiled.applied)} of {len(records.records)} records made"
    if difference is None:
        yield f"{emended.path}: identical, {len(emended.text.encode('utf-8')):,} bytes; {made}"
        return
    yield f"{emended.path}:{difference.line}: differs from here on; {made}"
    yield f"--- {emended.path}"
    yield "+++ compiled"
    yield from difference.lines


def render_refused(compiled: Compiled) -> Iterator[str]:
    """Each record that was not made, for people."""
    for refused in compiled.refused:
        yield f"not made, {refused.reason.value}: {refused.record.id}: {refused.message}"


def list_reworded(found: Sequence[Reworded]) -> list[dict[str, object]]:
    """Records in later words than their rulings had on a day, or in earlier ones, as plain data."""
    return [{"record": each.record, "ruling": each.ruling, "version": each.version} for each in found]


def render_reworded(found: Sequence[Reworded]) -> Iterator[str]:
    """The same for people."""
    for each in found:
        said = f"ruling `{each.ruling}` was in force, and {each.version} words it otherwise"
        yield f"made, in later words: {each.record}: {said}"


def render_outlived(found: Sequence[Reworded]) -> Iterator[str]:
    """Records in words that their rulings had before a day, for people."""
    for each in found:
        yield f"made, in earlier words: {each.record}: {each.version} words ruling `{each.ruling}` otherwise"


def list_suspects(records: Records, review: Review) -> dict[str, object]:
    """The records to be read again, and those nobody has said to have read, as plain data."""
    items = [
        {"record": each.record, "changed": list(each.changed), "ended": list(each.ended)} for each in review.suspects
    ]
    return {
        "schema": SCHEMA,
        "work": records.work,
        "items": items,
        "unread": list(review.unread),
        "base_changed": review.base_changed,
    }


def render_suspects(records: Records, review: Review) -> Iterator[str]:
    """The records to be read again, and those nobody has said to have read, for people."""
    for found in tell_suspects(records, review.suspects):
        yield f"{found.path}:{found.line}: {found.message}"
    if review.base_changed:
        yield "the published text is not the one the records were made for"
    if records.source is not None:
        path, lines = records.source.path, {r.id: records.source.line_of(r.span.start) for r in records.records}
        yield from (f"{path}:{lines[name]}: record `{name}` was never reviewed" for name in review.unread)
    yield f"{len(review.suspects)} of {len(records.records)} records are to be read again" + (
        f", {len(review.unread)} were never reviewed" if review.unread else ""
    )
