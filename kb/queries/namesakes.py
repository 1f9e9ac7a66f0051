"""The cards that a knowledge base's compendia call by names that are not quite theirs."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.corpus import WorkEntry
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.instructions import Instruction, Rename, read_instructions
from kb.model import CompendiumVersion, SectionKind
from kb.namesakes import match_namesakes
from kb.rulings import subject_of
from kb.sheets import Card
from kb.spelling import SMALL_WORDS, name_key
from kb.terms import CardNames, printed_names

_NAMING = re.compile(r"\b(?:name|title|rename|renamed|called)\b", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_]")


def find_namesakes(kb: Kb) -> Mapping[str, str]:
    """The card meant by each heading of a card that no card is called by, and by each name of `find_renames`. A card
    whose text is not at hand goes by the name of its file."""
    return {**find_miswritten(kb), **find_renames(kb)}


def find_miswritten(kb: Kb) -> Mapping[str, str]:
    """The card meant by each heading of a card that nearly is its name."""
    return kb.memory.ask(_find, kb)


def find_renames(kb: Kb) -> Mapping[str, str]:
    """The card meant by each name that errata give a card or take from it, where its page has the other one and no card
    is called so. Later versions often have the new name alone, without the erratum."""
    return kb.memory.ask(_renames, kb)


def _renames(kb: Kb) -> Mapping[str, str]:
    works = kb.manifest.works
    names = know_card_names(kb)
    cards = kb.memory.ask(_by_key, kb.cards, names)
    found: dict[str, str] = {}
    versions = sorted(kb.versions.values(), key=lambda version: version.date)
    for each in (one for version in versions for one in kb.memory.ask(_naming, version, works, know_subjects(kb))):
        for asked in each.operations:
            if isinstance(asked, Rename):
                called = {names.key_of(name): name for name in (asked.new, each.target.card, asked.old) if name}
                meant = {cards[key] for key in called if key in cards}
                if len(meant) == 1:
                    found |= {name: min(meant) for key, name in called.items() if key not in cards}
    return found


def _by_key(cards: Sequence[Card], names: CardNames) -> Mapping[str, str]:
    """The name of each card, of several the last, by what it is known by."""
    return {names.key_of(card.name): card.name for card in cards}


def _naming(version: CompendiumVersion, works: Sequence[WorkEntry], cards: Collection[str]) -> tuple[Instruction, ...]:
    """The instructions of those statements of a version alone that may speak of a name."""
    speaking = tuple(each for each in version.statements if _NAMING.search(each.text))
    return tuple(read_instructions(replace(version, statements=speaking), works, cards))


def find_namesake_keys(kb: Kb) -> Mapping[str, str]:
    """The same by what names are known by, however they are spelled."""
    known = know_card_names(kb)
    return {name_key(name): known.key_of(card) for name, card in find_namesakes(kb).items()}


def know_card_names(kb: Kb) -> CardNames:
    """What names of the cards at hand are known by."""
    return kb.memory.ask(CardNames.of, kb.cards)


def know_cards(kb: Kb) -> Mapping[str, Sequence[Card]]:
    """The cards at hand by what their names are known by."""
    names = know_card_names(kb)
    return group_pairs((names.key_of(card.name), card) for card in kb.cards)


def know_subjects(kb: Kb) -> frozenset[str]:
    """What rulings on the cards at hand are about (`subject_of`)."""
    return kb.memory.ask(_subjects, kb.cards)


def know_written(kb: Kb) -> frozenset[str]:
    """The same, with the names that are miswritten for theirs."""
    return kb.memory.ask(_written, kb)


def _written(kb: Kb) -> frozenset[str]:
    return know_subjects(kb) | {subject_of(name) for name in find_miswritten(kb)}


def _subjects(cards: Sequence[Card]) -> frozenset[str]:
    return frozenset(subject_of(name) for card in cards for name in (card.name, *printed_names(card)))


def _find(kb: Kb) -> Mapping[str, str]:
    texts = kb.manifest.cards
    listed = [_titled(text.path.rpartition("/")[2].rpartition(".")[0].split("-")) for text in texts]
    cards = (*listed, *(card.name for card in kb.cards))
    found: dict[str, dict[str, None]] = {}
    for version in kb.versions.values():  # each by itself: that a later one has the name right says what the slip was
        headings = (each.term for each in version.terms if each.section is SectionKind.CARD)
        leads = (each.term for each in version.statements if each.section is SectionKind.CARD)  # in front of rulings
        spoken = dict.fromkeys((*headings, *leads, *find_listed(version, kb.manifest.works)))
        for name, card in kb.memory.ask(match_namesakes, tuple(spoken), cards).items():
            found.setdefault(name, {})[card] = None
    return {name: next(iter(meant)) for name, meant in found.items() if len(meant) == 1}


def find_listed(version: CompendiumVersion, works: Sequence[WorkEntry]) -> Iterator[str]:
    """The headings in the list of errata of a version that has no rulings by card, but for those that name a book: a
    sheet of errata calls its cards so."""
    if all(each.section is not SectionKind.CARD for each in version.terms):
        books = {name_key(name) for each in works for name in (each.title, each.abbreviation, *each.names)}
        listed = (each.term for each in version.terms if each.section is SectionKind.ERRATA)
        yield from (term for term in listed if name_key(term) not in books)


def _titled(words: Iterable[str]) -> str:
    """The words of a file's name as the titles of cards are written."""
    told = (word if at and word in SMALL_WORDS else _INITIAL.sub(_upper, word, 1) for at, word in enumerate(words))
    return " ".join(told)


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()
