"""Names of cards: the cards at hand come in, what each name of one is known by goes out.

Two cards may have one key though their names are two (`Kite`, `Kites`; `Bell`, `The Bell`), and a card may have been
printed under another name than its page has.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kb.lexicon import upright
from kb.sheets import Card
from kb.spelling import exact_key, name_key, spell_name


@dataclass(frozen=True, slots=True)
class CardNames:
    """What names of cards are known by. Mostly that is their key; cards of one key that are called otherwise are told
    apart by the letters of their names, and what only a printing has for a name is known as its card is."""

    apart: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By what is exact of a name (`exact_key`), the key of each that has not that of all its spellings."""
    printed: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By the key of a name that only printings have, the key of the only card they are of."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "CardNames":
        """The names of some cards, whatever their order."""
        known = tuple(cards)
        shared: dict[str, dict[str, bool]] = {}
        for card in known:
            shared.setdefault(name_key(card.name), {})[exact_key(card.name)] = _letters(card.name) != name_key(
                card.name
            )
        apart: dict[str, str] = {}
        for key, exact in shared.items():
            _, *others = sorted(exact, key=lambda each: (exact[each], each != key, each))
            apart |= {each: each for each in others}
        names = cls(apart)
        meant: dict[str, set[str]] = {}
        for card in known:
            for name in printed_names(card):
                meant.setdefault(name_key(name), set()).add(names.key_of(card.name))
        return cls(apart, {key: min(own) for key, own in meant.items() if len(own) == 1 and key not in shared})

    def key_of(self, name: str) -> str:
        """What a name is known by, however it is spelled."""
        exact = self.apart.get(exact_key(name)) if self.apart else None
        key = exact or name_key(name) or name.strip()  # signs alone
        return self.printed.get(key, key)


def printed_names(card: Card) -> Mapping[str, tuple[str, ...]]:
    """The names that printings of a card have and its page has not, with their sets."""
    return {name: tuple(dict.fromkeys(sets)) for name, sets in _grouped(_printed(card)).items()}


def _printed(card: Card) -> Iterator[tuple[str, str]]:
    own = exact_key(card.name)
    for each in card.printings:
        name = " ".join(each.name.split())
        if exact_key(name) not in {"", own}:
            yield name, each.set


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Sets by name, spellings of one name together."""
    found: dict[str, tuple[str, list[str]]] = {}
    for name, where in pairs:
        found.setdefault(exact_key(name), (name, []))[1].append(where)
    return dict(found.values())


def _letters(name: str) -> str:
    """What is exact of a name without its article."""
    first = spell_name(name)[:1]
    return exact_key(upright(name)[first[0].start :]) if first else ""
