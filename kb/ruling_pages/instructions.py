"""Errata that say how to change a text, on a page: what a version asks for, what came of it, the cards as emended.

Published and emended text of a printing stand side by side; nothing is shown as emended that was not carried out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb.compile import headings_told
from kb.instructions import NAMES, BookOutcome, Change, EmendedPrinting, Outcome, find_sections
from kb.model import CompendiumVersion, Edition, Role
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.openings import opening_of
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import CardOrder, carry_out, outcome_of
from kb.queries.orders import Order, has_orders
from kb.ruling_pages.wordings import mark_rewording, say_alike
from kb.rulings import home_of

APPLIED = "applied"
_FIRST = (APPLIED, Refusal.ALREADY_APPLIED.value, Refusal.NEEDS_HUMAN.value)
"""What a reader looks for first; refusals follow as they are listed, and texts that are not at hand come last."""
_ORDER = (*_FIRST, *(each.value for each in Refusal if each is not Refusal.SOURCE_UNAVAILABLE))


@dataclass(frozen=True, slots=True)
class AttemptView:
    """What came of an instruction in one text: its name and address, the outcome, why, the changes with their words."""

    text: str
    address: str
    outcome: str
    message: str
    """What was found, where the outcome does not say as much."""
    changes: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class OrderView:
    """An instruction: what it is about, what it asks for in its own words, and what came of it. `applied` are the
    places where editors have carried its ruling out."""

    target: str
    address: str
    operation: str
    words: str
    effective: str
    rulings: tuple[tuple[str, str], ...]
    attempts: tuple[AttemptView, ...]
    applied: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeGroup:
    """The instructions of one outcome; `folded` where there are many that nobody can do anything about here."""

    name: str
    orders: tuple[OrderView, ...]
    folded: bool


@dataclass(frozen=True, slots=True)
class FaceView:
    """A printing beside itself as emended: name, paragraphs of both, kind and figures that changed, the rulings."""

    set: str
    published: tuple[str, ...]
    emended: tuple[Markup, ...]
    figures: tuple[tuple[str, str, Markup], ...]
    rulings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EmendedCardView:
    """A card with those of its printings that its errata change."""

    name: str
    anchor: str
    address: str
    faces: tuple[FaceView, ...]


@dataclass(frozen=True, slots=True)
class InstructionsView:
    """The instructions of a version."""

    version: str
    count: int
    groups: tuple[OutcomeGroup, ...]
    cards: tuple[EmendedCardView, ...]


def find_instructed(base: Base) -> Iterator[CompendiumVersion]:
    """The newest version at hand of each compendium that has instructions."""
    known = {slot.id for chronicle in base.kb.chronicles.values() for slot in chronicle.history.slots}
    yield from (each for each in base.kb.newest_versions if each.id in known and has_orders(base.kb, each))


def name_compendium(base: Base, version: CompendiumVersion) -> tuple[str, str]:
    """The id and the title of the compendium of a version."""
    chronicles = sorted(base.kb.chronicles.items())
    held = ((name, each) for name, each in chronicles if any(slot.id == version.id for slot in each.history.slots))
    name, chronicle = next(held)
    return name, chronicle.entry.title


def list_instructed(base: Base, here: str) -> tuple[tuple[str, str], ...]:
    """The pages of instructions: address and title of the compendium."""
    named = (name_compendium(base, version) for version in find_instructed(base))
    return tuple((Place(f"rulings/instructions/{name}/").seen_from(here), title) for name, title in named)


def view_instructions(base: Base, version: CompendiumVersion, here: str) -> InstructionsView:
    """The instructions of a version, carried out, as the page `here` shows them."""
    done = base.kb.memory.ask(carry_out, base.kb, version)
    views = _Views(base, here, base.version_name(version))
    counts = Counter(map(outcome_of, done.orders))
    names = sorted(counts, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))
    groups = (
        OutcomeGroup(
            name,
            tuple(views.order(each) for each in done.orders if outcome_of(each) == name),
            name not in _FIRST,
        )
        for name in names
    )
    cards = (views.card(each, number) for number, each in enumerate(done.cards, start=1))
    return InstructionsView(views.version, len(done.orders), tuple(groups), tuple(each for each in cards if each.faces))


class _Views:
    """Makes the views of one page."""

    def __init__(self, base: Base, here: str, version: str) -> None:
        self.base = base
        self.here = here
        self.version = version

    def order(self, each: CardOrder | BookOrder) -> OrderView:
        order, words = each.order, self.base.words
        target = order.instruction.target
        book = self.base.kb.books.get(target.work) if target.work is not None else None
        title = target.card or (book.work.title if book is not None else words("instructions.nowhere"))
        return OrderView(
            ", ".join((title, *target.named)),
            self._named(target.card) if target.card else "",
            words(f"operation.{NAMES[type(order.operation)]}"),
            order.instruction.words,
            words("in-force", date=words.time(order.effective)) if order.effective else "",
            self._stated(order),
            tuple(self._attempts(each)),
            () if _is_left(each) else self._applied(order),
        )

    def _applied(self, order: Order) -> tuple[tuple[str, str], ...]:
        """The places that rest on the ruling of an instruction, the first of each section."""
        first: dict[str, Place] = {}
        for ruling in order.rulings:
            for place, title in self.base.applied.get(ruling, ()):
                if place not in self.base.claimed.get(ruling, ()):
                    first.setdefault(title, place)
        return tuple((place.seen_from(self.here), title) for title, place in first.items())

    def _named(self, name: str) -> str:
        place = next(self.base.terms.named(name), None)
        return place.seen_from(self.here) if place is not None else ""

    def _rulings(self, orders: Iterable[Order]) -> tuple[tuple[str, str], ...]:
        names = dict.fromkeys(ruling for order in orders for ruling in order.rulings)
        return tuple(dict.fromkeys(self.base.named(ruling, self.here) for ruling in names))

    def _stated(self, order: Order) -> tuple[tuple[str, str], ...]:
        """The rulings of an instruction; one that is worded otherwise where it is told is named by where these words
        stand."""
        rulings, statement = self._rulings((order,)), order.instruction.statement
        known = self.base.rulings.by_id.get(order.rulings[0]) if self.base.rulings and order.rulings else None
        if len(rulings) != 1 or known is None or say_alike(home_of(known.statements), statement):
            return rulings
        told = ", ".join((self.version, *headings_told(statement)))
        return ((rulings[0][0], f"{told}: {opening_of(statement.words)}"),)

    def _attempts(self, each: CardOrder | BookOrder) -> Iterator[AttemptView]:
        for text, outcome in each.outcomes:
            tried = outcome.tried
            name, address = self._text(text, outcome, each.order.instruction.target.headings)
            yield AttemptView(
                name,
                address,
                tried.refusal.value if tried.refusal is not None else APPLIED,
                tried.remark,
                tuple(self._changes(outcome)),
            )

    def _text(
        self, text: EmendedPrinting | Edition, outcome: Outcome | BookOutcome, headings: Sequence[str]
    ) -> tuple[str, str]:
        """The name of a text and the address of the place in it: the clause changed, else the section named."""
        if isinstance(text, EmendedPrinting):
            return text.printing.set, ""
        changes = outcome.changes if isinstance(outcome, BookOutcome) else ()
        place = self._place(text, changes, headings)
        return self.base.words(f"role.{text.role.value}"), place.seen_from(self.here)

    def _place(self, edition: Edition, changes: Sequence[Change], headings: Sequence[str]) -> Place:
        document = edition.document
        page = Place(self.base.addresses.pages[document.source.path])
        book = self.base.kb.books[edition.work]
        if changes:
            clause = changes[0].clause
            if edition in (book.base, book.emended):
                known = [each.id for each in document.clauses]
                return Place(page.page, book.ids_of(edition)[known.index(clause)])
            return self.base.addresses.place(document.source.path, changes[0].section) or page
        sections = find_sections(document, headings) if headings else ()
        starts = {span.start for span in sections} if isinstance(sections, tuple) else set()
        named = [each.id for each in document.headings if each.span.start in starts]
        return (self.base.addresses.place(document.source.path, named[0]) if named else None) or page

    def _changes(self, outcome: Outcome | BookOutcome) -> Iterator[Markup]:
        if isinstance(outcome, BookOutcome):
            yield from (self._reword(each.old, each.new) for each in outcome.changes)

    def _reword(self, old: str, new: str) -> Markup:
        """Words as emended, with links from the terms they name."""
        return mark_rewording(old, new, self.base.words, lambda text: self.base.terms.in_words(text, self.here))

    def card(self, each: EmendedCard, number: int) -> EmendedCardView:
        faces = (self._face(printing, each.orders) for printing in each.printings if printing.changed)
        return EmendedCardView(each.card.name, f"kb:card-{number}", self._named(each.card.name), tuple(faces))

    def _face(self, printing: EmendedPrinting, orders: tuple[Order, ...]) -> FaceView:
        own, face, words = printing.printing, printing.face, self.base.words
        made = [orders[outcome.asked.order] for outcome in printing.outcomes if outcome.tried.refusal is None]
        old, new = own.text.split("\n"), face.text.split("\n")
        if len(old) != len(new):
            old, new = [" ".join(old)], [" ".join(new)]
        pairs = zip(old, new, strict=True)
        fields = zip(own.fields, face.fields, strict=True)
        kind = (words("instructions.kind"), own.classification, face.classification)
        figures = (kind, *((name.replace("-", " "), before, after) for (name, before), (_, after) in fields))
        return FaceView(
            own.set,
            tuple(old),
            tuple(mark_rewording(a, b, words) if a != b else Markup("{}").format(b) for a, b in pairs),
            tuple((name, a, mark_rewording(a, b, words)) for name, a, b in figures if a != b),
            self._rulings(made),
        )


def _is_left(each: CardOrder | BookOrder) -> bool:
    """Whether the emended text of a book still has what an erratum changes: a change there that cites it made something
    else of its words."""
    outcomes = each.outcomes if isinstance(each, BookOrder) else ()
    return any(edition.role is Role.EMENDED and outcome.tried.refusal is None for edition, outcome in outcomes)
