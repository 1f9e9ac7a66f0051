"""Instructions carried out, as text for people: lines of styled pieces."""

from collections.abc import Collection, Iterator

from kb.answers.ruling_text import word_changes
from kb.answers.telling import WIDTH, Line, counted, wrap
from kb.instructions import NAMES, BookOutcome, EmendedPrinting
from kb.queries.emended_books import BookOrder
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import CardOrder, CarriedOut, outcome_of

_COLOURS = {"applied": "good", "already-applied": "good"}


def render_instructions(
    done: CarriedOut, card: str | None = None, outcomes: Collection[str] = (), width: int = WIDTH
) -> Iterator[Line]:
    """What a version asks for and what came of it in each text; of one card also its printings as emended."""
    orders = done.orders_for(card)
    counts: dict[str, int] = {}
    for each in orders:
        counts[outcome_of(each)] = counts.get(outcome_of(each), 0) + 1
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    yield (("bold", f"{counted(len(orders), 'instruction')} in {done.version.id}: {told or 'none'}"),)
    for each in orders:
        if not outcomes or outcome_of(each) in outcomes:
            yield ()
            yield from _order(each, done, width)
    for emended in done.cards_named(card) if card is not None else ():
        yield from _printings(emended, width)


def _order(each: CardOrder | BookOrder, done: CarriedOut, width: int) -> Iterator[Line]:
    order, source = each.order, done.version.document.source
    target = order.instruction.target
    among = " or ".join(target.borne.among) if target.borne is not None and target.work is None else ""
    name = target.card or ", ".join([str(target.work or among or "no text named"), *target.named])
    lines = ", ".join(str(source.line_of(statement.span.start)) for statement in order.statements)
    outcome = outcome_of(each)
    effective = f"  effective {order.effective}" if order.effective else ""
    yield (
        ("bold", name),
        ("", f"  {NAMES[type(order.operation)]}  "),
        (_COLOURS.get(outcome, "bad"), outcome),
        ("dim", f"{effective}  {source.path}:{lines}"),
    )
    yield from wrap(order.instruction.words, width)
    for text, found in each.outcomes:
        where = text.printing.set if isinstance(text, EmendedPrinting) else text.id
        refusal = found.tried.refusal
        said = f"{where}: {refusal.value if refusal else 'applied'}"
        yield from wrap(f"{said}; {found.tried.message}" if found.tried.message else said, width, "dim")
        for change in found.changes if isinstance(found, BookOutcome) else ():
            yield from wrap(f"- {change.old}", width, "bad")
            yield from wrap(f"+ {change.new}", width, "good")


def _printings(emended: EmendedCard, width: int) -> Iterator[Line]:
    for each in emended.printings:
        if not each.changed:
            continue
        yield ()
        yield (("bold", f"{emended.card.name}, {each.printing.set}, as emended"),)
        own, face = each.printing, each.face
        said = [(own.classification, face.classification), (own.text, face.text)]
        said += [(old, new) for (_, old), (_, new) in zip(own.fields, face.fields, strict=True)]
        for old, new in said:
            if old != new:
                yield from wrap(" ".join(word for _, word in word_changes(old, new)), width)
