"""Instructions carried out, as plain data: what each asks for, and what came of it in each text."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum

from kb.instructions import NAMES, Beside, BookOutcome, Change, EmendedPrinting, Operation, Spot
from kb.model import Edition
from kb.queries.emended_books import BookOrder
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import CardOrder, CarriedOut, outcome_of
from kb.queries.orders import Order
from kb.text import Source

SCHEMA = 1


def list_instructions(done: CarriedOut, card: str | None = None, outcomes: Collection[str] = ()) -> dict[str, object]:
    """The answer as plain data; with `card` what is asked of that card alone, with `outcomes` what came to these."""
    orders = done.orders_for(card)
    source = done.version.document.source
    return {
        "schema": SCHEMA,
        "version": done.version.id,
        "as_of": done.as_of,
        "items": [_item(each, source) for each in orders if not outcomes or outcome_of(each) in outcomes],
        "cards": [_card(each) for each in (done.cards if card is None else done.cards_named(card))],
    }


def _item(each: CardOrder | BookOrder, source: Source) -> dict[str, object]:
    order = each.order
    target = order.instruction.target
    places = [(source.line_of(statement.span.start), statement.section.value) for statement in order.statements]
    return {
        "card": target.card or None,
        "work": target.work,
        "headings": list(target.headings),
        **({"entry": target.entry} if target.entry else {}),
        "by": target.borne.bearing.value if target.borne is not None and target.borne.bearing is not None else None,
        "among": list(target.borne.among) if target.borne is not None and target.work is None else [],
        "version_of_card": target.qualifier or None,
        "words": order.instruction.words,
        "operation": {"kind": NAMES[type(order.operation)], **_values(order.operation)},
        "outcome": outcome_of(each),
        "rulings": list(order.rulings),
        "effective": order.effective,
        "places": [{"path": source.path, "line": line, "section": section} for line, section in places],
        "attempts": list(_attempts(each)),
    }


_SELDOM = {"apart": None, "paragraph": 0}
"""Values that are told only where they say something."""


def _values(operation: Operation) -> dict[str, object]:
    """The values of an operation by name."""
    values = {each.name: getattr(operation, each.name) for each in fields(operation)}
    return {name: _plain(value) for name, value in values.items() if name not in _SELDOM or value != _SELDOM[name]}


def _plain(value: object) -> object:
    """A value of an operation as plain data: a part of a text by its name, with its number where it has one."""
    if isinstance(value, Spot | Beside):
        values = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: _plain(said) for name, said in values.items() if said}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def _attempts(each: CardOrder | BookOrder) -> Iterator[dict[str, object]]:
    for text, outcome in each.outcomes:
        tried = outcome.tried
        told: dict[str, object] = {
            "outcome": tried.refusal.value if tried.refusal else "applied",
            "reason": tried.message or None,
            "relation": tried.relation.value if tried.relation else None,
        }
        if isinstance(text, EmendedPrinting):
            yield {"printing": text.printing.set, "anchor": text.printing.anchor, **told}
        elif isinstance(outcome, BookOutcome):
            earlier = each.earlier if isinstance(each, BookOrder) else {}
            changes = [_change(text, change, earlier) for change in outcome.changes]
            yield {"edition": text.id, "role": text.role.value, **told, "changes": changes}


def _change(edition: Edition, change: Change, earlier: Mapping[int, BookOrder]) -> dict[str, object]:
    source = edition.document.source
    return {
        "section": change.section,
        "clause": change.clause,
        "path": source.path,
        "line": source.line_of(change.span.start),
        "span": [change.span.start, change.span.end],
        "old": change.old,
        "new": change.new,
        "after": [ruling for number in change.after for ruling in earlier[number].order.rulings],
    }


def _card(each: EmendedCard) -> dict[str, object]:
    return {
        "card": each.card.name,
        "path": each.card.document.source.path,
        "printings": [_printing(printing, each.orders) for printing in each.printings],
    }


def _printing(each: EmendedPrinting, orders: Sequence[Order]) -> dict[str, object]:
    own, face = each.printing, each.face
    made = [orders[outcome.asked.order] for outcome in each.outcomes if outcome.tried.refusal is None]
    pairs = zip(own.fields, face.fields, strict=True)
    return {
        "set": own.set,
        "anchor": own.anchor,
        "changed": each.changed,
        "published": {"text": own.text, "classification": own.classification},
        "emended": {"text": face.text, "classification": face.classification},
        "figures": [{"field": name, "published": old, "emended": new} for (name, old), (_, new) in pairs if old != new],
        "authorities": list(dict.fromkeys(ruling for order in made for ruling in order.rulings)),
    }
