"""Proposed records: instructions carried out on a book come in, the records an editor may accept go out.

They wait for somebody's yes: nothing is changed by them until then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from kb.compile import Body
from kb.grouping import group_pairs
from kb.instructions import Change
from kb.model import Clause, Edition, PieceKind
from kb.paths import first_free
from kb.provenance import EmendationKind, Unit
from kb.queries.emended_books import BookOrder
from kb.queries.orders import Order
from kb.records import BaseText, Record, Records, RecordStatus, Side
from kb.text import Span


def propose_records(work: str, base: Edition, orders: Sequence[BookOrder]) -> Records:
    """A record for each change that instructions make in the base edition of a work, each with its rulings; one of
    words that others put there comes after theirs."""
    body = Body(base.document)
    changes = [
        (each, change)
        for each in _in_turn(orders, base)
        for edition, outcome in each.outcomes
        if edition is base
        for change in outcome.changes
    ]
    changes = list(_numbered_once(changes))
    records = tuple(_apart([_propose(change, each.order, body) for each, change in changes]))
    made_by = group_pairs((each.number, record.id) for (each, _), record in zip(changes, records, strict=True))
    ordered = tuple(
        replace(record, after=tuple(name for number in change.after for name in made_by.get(number, ())))
        for (_, change), record in zip(changes, records, strict=True)
    )
    once = tuple(_marked_once([each.order for each, _ in changes], ordered))
    return Records(work, BaseText(base.id, base.document.source.sha256), once)


def _in_turn(orders: Sequence[BookOrder], base: Edition) -> Sequence[BookOrder]:
    """Orders, those that put a block behind others' last, in the order in which they come behind each other."""
    behind = {
        each.number: len({number for change in outcome.changes if _is_put(change) for number in change.after})
        for each in orders
        for edition, outcome in each.outcomes
        if edition is base
    }
    return sorted(orders, key=lambda each: behind.get(each.number, 0))


def _is_put(change: Change) -> bool:
    """Whether a change puts a block of its own in."""
    return change.unit is not None and not change.old


def _numbered_once(changes: Sequence[tuple[BookOrder, Change]]) -> Iterator[tuple[BookOrder, Change]]:
    """Changes, of those that give one step another number, for what goes or is put in before it, only the last, with
    the number that it gets for all; none where it has that already, or goes itself."""
    same = group_pairs((change.span, (order, change)) for order, change in changes if change.unit is Unit.MARKUP)
    others = [change.span for _, change in changes if change.unit is not Unit.MARKUP]
    for order, change in changes:
        numbers = same.get(change.span, ()) if change.unit is Unit.MARKUP else ()
        if not numbers:
            yield order, change
        elif change is numbers[-1][1] and not any(other.overlaps(change.span) for other in others):
            new = int(change.old) + sum(int(each.new) - int(each.old) for _, each in numbers)
            after = tuple(each.number for each, _ in numbers[:-1])
            if new != int(change.old):
                yield order, replace(change, new=str(new), after=after)


def _marked_once(orders: Sequence[Order], records: Sequence[Record]) -> Iterator[Record]:
    """Records of which those that follow one of the same ruling, worded otherwise before, leave the marker to that one,
    and hold since the ruling is worded so."""
    by_id = {each.id: each for each in records}
    led = {
        each.id: next((name for name in each.after if by_id[name].rulings == each.rulings), None) for each in records
    }
    for order, each in zip(orders, records, strict=True):
        supports = tuple(name for name, leader in led.items() if leader == each.id)
        since = order.worded.last.isoformat() if order.worded is not None and led[each.id] is not None else None
        marks = each.marks and led[each.id] is None
        yield replace(each, supports=supports, marks=marks, effective=each.effective or since)


def _propose(change: Change, order: Order, body: Body) -> Record:
    kind = EmendationKind.INSERTION if not change.old else EmendationKind.SUBSTITUTION
    kind = kind if change.new else EmendationKind.DELETION
    before, after = _context(change, body) if not change.old and change.unit is None else (None, None)
    unit = change.unit or (Unit.SENTENCE if re.search(r"[.!?]$", change.new or change.old) else Unit.PHRASE)
    mark = sha256(f"{change.old}\n{change.new}".encode()).hexdigest()[:6]
    return Record(
        id=f"{change.section}~{mark}",
        kind=kind,
        unit=unit,
        section=change.section,
        published=change.old,
        emended=change.new if change.old else change.new.strip(),
        clause=change.clause,
        prefix=before,
        suffix=after,
        side=(Side.BEFORE if change.ahead else Side.AFTER) if not change.old else None,
        lead=_lead(change),
        tail=change.new[len(change.new.rstrip()) :] if change.ahead else None,
        rulings=order.rulings[:1],
        effective=order.effective,
        substantive=True,
        status=RecordStatus.PROPOSED,
        reason="read from an erratum that says how to change the text",
    )


def _lead(change: Change) -> str | None:
    """What parts new words from those before them, where that is not what usually does."""
    if change.old or change.ahead:
        return None
    if change.unit is not None:
        return change.new[: len(change.new) - len(change.new.lstrip())]
    return "" if change.new[:1] in ",.;:" else None


def _context(change: Change, body: Body) -> tuple[str | None, str | None]:
    """The nearest words of reading text on both sides of a place, inside its section, as they are counted where the
    record is made; none at the end of its clause, which the clause's id says."""
    own = next(each for each in body.document.clauses if each.id == change.clause)
    if not _read(own, Span(change.span.end, own.span.end)).strip():
        return None, None
    at = body.position(change.span.end)
    return body.prefix(at, change.section) or None, body.suffix(at, change.section) or None


def _read(clause: Clause, span: Span) -> str:
    """The reading text of a stretch of a clause."""
    parts = []
    for piece in clause.pieces:
        start, end = max(piece.span.start, span.start), min(piece.span.end, span.end)
        if piece.kind is PieceKind.TEXT and start < end:
            parts.append(piece.text[start - piece.span.start : end - piece.span.start])
        elif span.holds(piece.span):
            parts.append(piece.text)
    return "".join(parts)


def _apart(records: Sequence[Record]) -> Iterator[Record]:
    """Records under ids of their own."""
    taken: set[str] = set()
    for each in records:
        name = first_free(each.id, taken)
        taken.add(name)
        yield replace(each, id=name)
