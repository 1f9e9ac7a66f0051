"""Cards whose names differ in an accent or in capitals alone: what the texts know of the name comes in, what is about
one of them goes out.

Most texts do not write such a name with care: what has none of the names as their cards write them is about each of
them. What has that of another one, and not the card's own, is about the other.
"""

import unicodedata
from collections.abc import Iterable

from kb.attested import Life
from kb.places.base import Base
from kb.places.cards import PlacedCard
from kb.places.sheets import Answer


def rulings_on(base: Base, placed: PlacedCard) -> tuple[Life, ...]:
    """The rulings that stand under the name of a card, or of one that is spelled like it."""
    lives = base.lore.lives.get(placed.key, ())
    headed = ((one.term for each in life.stated for one in each.statements) for life in lives)
    return tuple(life for life, terms in zip(lives, headed, strict=True) if not _is_of_other(base, placed, terms))


def answers_on(base: Base, placed: PlacedCard) -> tuple[Answer, ...]:
    """The answers to questions about a card."""
    answers = base.lore.answers.get(placed.key, ())
    asked = ((each.statement.term, each.statement.context or each.statement.words) for each in answers)
    return tuple(each for each, texts in zip(answers, asked, strict=True) if not _is_of_other(base, placed, texts))


def _is_of_other(base: Base, placed: PlacedCard, texts: Iterable[str]) -> bool:
    others = base.cards.others(placed)
    if not others:
        return False
    written, own = _written("\n".join(texts)), _written(placed.card.name)
    return own not in written and any(_written(each.card.name) in written for each in others)


def _written(text: str) -> str:
    """A text letter by letter, as far as it can be typed in several ways."""
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())
