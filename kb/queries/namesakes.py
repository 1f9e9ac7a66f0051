"""The cards that a knowledge base's compendia call by names that are not quite theirs."""

import re
from collections.abc import Iterable, Mapping

from kb.graph import Kb
from kb.model import SectionKind
from kb.namesakes import match_namesakes
from kb.spelling import SMALL_WORDS, name_key
from kb.terms import CardNames

_INITIAL = re.compile(r"[^\W\d_]")


def find_namesakes(kb: Kb) -> Mapping[str, str]:
    """The card meant by each heading of a card that no card is called by. A card whose text is not at hand goes by the
    name of its file."""
    return kb.memory.ask(_find, kb)


def find_namesake_keys(kb: Kb) -> Mapping[str, str]:
    """The same by what names are known by, however they are spelled."""
    known = know_card_names(kb)
    return {name_key(name): known.key_of(card) for name, card in find_namesakes(kb).items()}


def know_card_names(kb: Kb) -> CardNames:
    """What names of the cards at hand are known by."""
    return kb.memory.ask(CardNames.of, kb.cards)


def _find(kb: Kb) -> Mapping[str, str]:
    texts = kb.manifest.cards if kb.manifest is not None else ()
    listed = [_titled(text.path.rpartition("/")[2].rpartition(".")[0].split("-")) for text in texts]
    cards = (*listed, *(card.name for card in kb.cards))
    found: dict[str, dict[str, None]] = {}
    for version in kb.versions.values():  # each by itself: that a later one has the name right says what the slip was
        spoken = dict.fromkeys(each.term for each in version.terms if each.section is SectionKind.CARD)
        for name, card in kb.memory.ask(match_namesakes, tuple(spoken), cards).items():
            found.setdefault(name, {})[card] = None
    return {name: next(iter(meant)) for name, meant in found.items() if len(meant) == 1}


def _titled(words: Iterable[str]) -> str:
    """The words of a file's name as the titles of cards are written."""
    told = (word if at and word in SMALL_WORDS else _INITIAL.sub(_upper, word, 1) for at, word in enumerate(words))
    return " ".join(told)


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()
