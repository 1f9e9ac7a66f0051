"""Which rulings stand in an emended book and which do not, as the `unapplied` query answers it."""

from collections import Counter
from collections.abc import Collection, Iterator

from kb.numbering import rule_of
from kb.queries.judging import Judged
from kb.unapplied import Finding, Stated, Verdict

SCHEMA = 1


def list_unapplied(judged: Judged, statuses: Collection[Verdict] = ()) -> dict[str, object]:
    """The answer in the shape of the JSON contract; with `statuses` only the items of these."""
    kept = [each for each in judged.findings if not statuses or each.verdict in statuses]
    counts = Counter(each.verdict for each in judged.findings)
    return {
        "schema": SCHEMA,
        "work": judged.book.work.id,
        "emended": judged.document.source.path,
        "as_of": judged.as_of,
        "since": judged.since,
        "counts": {verdict.value: counts.get(verdict, 0) for verdict in Verdict},
        "items": [_item(judged, each) for each in kept],
        "unsure": [_unsure(each) for each in judged.unsure],
    }


def _item(judged: Judged, found: Finding) -> dict[str, object]:
    stated = found.stated
    home = stated.statements[0]
    return {
        "ruling": stated.id,
        "term": stated.term,
        "text": stated.text,
        "verdict": found.verdict.value,
        "similarity": round(found.similarity, 4),
        "where": list(_where(judged, found)),
        "section": home.section.value,
        "headings": list(home.path),
        "kind": stated.kind,
        "worded_in": stated.worded,
        "concerns": [ground.value for ground in found.grounds],
        "by": bearing.value if (bearing := judged.bearing(found)) is not None else None,
        "places": [{"path": stated.path, "line": line} for line in stated.lines],
        "nearest": _place(judged, found.nearest) if found.nearest is not None else None,
        "contrary": found.turned,
        "missing": list(found.missing),
        "held": [{"text": sentence, **_place(judged, clause)} for sentence, clause in found.held],
        "claimed": [{"record": record.id, "clause": record.clause} for record in found.claims],
        "undone": found.undone or None,
        "reason": found.reason or None,
    }


def _unsure(stated: Stated) -> dict[str, object]:
    return {
        "ruling": stated.id,
        "number": rule_of(stated.statements[0].words),
        "text": stated.text,
        "kind": stated.kind,
        "places": [{"path": stated.path, "line": line} for line in stated.lines],
    }


def _where(judged: Judged, found: Finding) -> Iterator[dict[str, object]]:
    """The clauses that have the words, then the records that say them in others."""
    by_clause = {judged.clause_id(clause): clause for clause in found.clauses}
    records = {record.clause: record.id for record in reversed(found.records)}
    for name, clause in by_clause.items():
        yield {**_place(judged, clause), "record": records.get(name)}
    for record in found.records:
        if record.clause not in by_clause:
            line = judged.document.source.line_of(record.emended_span.start)
            path = judged.document.source.path
            yield {"clause": record.clause, "path": path, "line": line, "record": record.id}


def _place(judged: Judged, clause: int) -> dict[str, object]:
    source = judged.document.source
    line = source.line_of(judged.document.clauses[clause].span.start)
    return {"clause": judged.clause_id(clause), "path": source.path, "line": line}
