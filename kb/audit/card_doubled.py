"""Two pages of cards of one name that nothing tells apart."""

from collections.abc import Iterator

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.sheets import Card
from kb.spelling import exact_key
from kb.text import Span

CODE = Code(
    "KB537",
    "card-doubled",
    Severity.SUGGESTION,
    "Cards of one name are told apart by their class, frame or set. Two that have these in common too may be one card "
    "whose page was saved twice; readers of a list see a number behind each and cannot know which is which.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each at its heading whose name, class, frame and set a card of an earlier path has."""
    first: dict[tuple[str, ...], Card] = {}
    checked = frozenset(kb.checked)
    for card in sorted(kb.cards, key=lambda each: each.document.source.path):
        other = first.setdefault(_seen(card), card)
        source, earlier = card.document.source, other.document.source
        if other is not card and (source.path in checked or earlier.path in checked):
            line = earlier.line_of(_name(other).start)
            message = (
                f"`{card.name}` is the name of the card at {earlier.path}:{line} too, and nothing tells the two apart"
            )
            hint = "keep one of the two pages if they are one card, else say in its class or its set which card each is"
            yield diagnose(CODE, source, _name(card), message, hint)


def _seen(card: Card) -> tuple[str, ...]:
    """The name of a card, and what else its page shows of what it is."""
    one = next(iter(card.printings), None)
    told = (one.classification, one.frame, one.set) if one is not None else ()
    return tuple(map(exact_key, (card.name, *told)))


def _name(card: Card) -> Span:
    heading = next((each for each in card.document.headings if each.level == 1), None)
    return heading.span if heading is not None else Span(0, 0)
