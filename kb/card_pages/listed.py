"""Rulings that the page of a card lists: these come in, what its page here tells of them goes out.

An erratum that no ruling or answer at hand states has the card's own page for its authority: it is told as an erratum
of the card, with its day, and is not carried out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from kb.attested import Life
from kb.places.base import Base
from kb.places.cards import PlacedCard
from kb.places.sheets import Answer
from kb.queries.orders import Order
from kb.sheets import CardRuling
from kb.similarity import compare_words, word_similarity
from kb.wording import read_wording

SAME = 0.85
"""A ruling so like another in its words is listed from it."""


@dataclass(frozen=True, slots=True)
class ListedView:
    """A ruling listed on the page: what it cites, its address there, its words; the day of an erratum that its label
    does not say."""

    label: str
    address: str
    outside: bool
    words: Markup
    date: str = ""


def view_listed(base: Base, placed: PlacedCard, rulings: Iterable[CardRuling], here: str) -> Iterator[ListedView]:
    """Rulings as the page `here` shows them, those that say and cite the same once."""
    seen: set[tuple[str, str]] = set()
    for each in rulings:
        if (each.label, each.text) not in seen:
            seen.add((each.label, each.text))
            target = base.addresses.target(each.href, placed.card.document, here) if each.href else None
            address, outside = (target.href, target.external) if target else ("", False)
            words = base.terms.in_text(each.text, here).replace("\n", Markup("<br>"))
            day = _day_of(base, placed, each) if each.erratum else ""
            date = base.words.time(day) if day and day[:4] not in each.label else ""
            yield ListedView(each.label, address, outside, words, date)


def find_own_errata(placed: PlacedCard, lives: Iterable[Life], answers: Iterable[Answer]) -> tuple[CardRuling, ...]:
    """The errata that the page of a card lists and no ruling or answer on the card says, each once."""
    errata = [each for each in placed.card.rulings if each.erratum]
    if not errata:
        return ()
    said = {words for each in lives for one in each.stated for words in _ways(one.text)}
    said |= {words for each in answers for words in _ways(each.statement.words)}
    found: dict[tuple[str, ...], CardRuling] = {}
    for each in errata:
        words = _ways(each.text)[0]
        if not any(word_similarity(words, other) >= SAME for other in said):
            found.setdefault(words, each)
    return tuple(found.values())


def count_waiting(base: Base, placed: PlacedCard, errata: Iterable[CardRuling]) -> int:
    """How many of some errata the newest versions had no chance to state: they are no older, or of no known day."""
    newest = max((each.date for each in base.kb.newest_versions), default="")
    return sum(not day or day >= newest for day in (_day_of(base, placed, each) for each in errata))


def count_unasked(lives: Iterable[Life], orders: Iterable[Order]) -> int:
    """How many rulings on a card are errata that ask nothing of its printings: none of its orders is one of them."""
    asked = {name for order in orders for name in order.rulings}
    return sum(each.newest.kind == "erratum" and each.id not in asked for each in lives)


def _ways(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of a ruling, with and without what it is on before a colon; what its label leads to first."""
    read = read_wording(text)
    _, colon, behind = read.words.partition(": ")
    ways = [tuple(compare_words(words)) for words in ((read.words, behind) if colon else (read.words,))]
    return tuple(reversed(ways) if read.label else ways)


def _day_of(base: Base, placed: PlacedCard, ruling: CardRuling) -> str:
    """The day that a ruling tells of itself, else that of the text it cites."""
    path = base.addresses.text_at(ruling.href, placed.card.document) if ruling.href and not ruling.date else ""
    versions = (each.date for each in base.kb.versions.values() if each.document.source.path == path)
    sheets = (each.date for each in base.kb.sheets.values() if each.document.source.path == path)
    return ruling.date or next(iter((*versions, *sheets)), "")
