"""What the texts know of cards: the base of a site comes in, rulings, answers and mentions by card go out.

Each text is read once for all cards, so the time does not grow with their number. A text that names a card in its
heading or in its question is about the card; one that names it among its words only mentions it, and an answer does so
behind its question.
"""

from collections.abc import Iterator, Mapping

from kb.attested import Attestation, Life
from kb.force import Status
from kb.grouping import group_pairs
from kb.mentions import once_each
from kb.model import TOP, ClauseKind, Statement
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.cards import CardLore, Naming
from kb.places.linkable import find_linkable
from kb.places.sheets import Answer
from kb.places.terms import keys_of
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import emend_cards
from kb.queries.namesakes import find_namesakes
from kb.rulings import maybe_card_of, subject_of
from kb.terms import TermKind, printed_names
from kb.text import Span, word_forms


def gather_lore(base: Base) -> CardLore:
    """What is known of the cards that have pages. The terms of the base are known."""
    if not base.cards.placed:
        return CardLore()
    names = _Names(base)
    lives = group_pairs(_lives(base))
    rules = group_pairs(_rules(base, names))
    answers = group_pairs((key, each) for each in base.answers.every for key in names.about(each))
    named = group_pairs(_named(base, names, lives))
    called = group_pairs((base.cards.names.key_of(meant), name) for name, meant in find_namesakes(base.kb).items())
    return CardLore(_emended(base), lives, answers, rules, named, called)


_CARDS = frozenset({"card", "cards"})


class _Names:
    """Finds the names of cards that have pages, by the keys of these."""

    def __init__(self, base: Base) -> None:
        self.terms = base.terms
        self.finder = base.terms.finder
        self.cards = base.cards
        self.keys: dict[str, str] = {}
        for term in base.terms.inventory.terms:
            if term.kind is TermKind.CARD:
                key = next((key for key in keys_of(term) if key in base.cards.by_key), None)
                if key is not None:
                    self.keys[term.key] = key

    def of(self, text: str) -> Iterator[tuple[str, Span]]:
        """The cards a text names, each once, and where first."""
        for mention in once_each(self.finder.find(text)):
            if mention.term.kind is TermKind.CARD and mention.term.key in self.keys:
                yield self.keys[mention.term.key], mention.span

    def about(self, answer: Answer) -> tuple[str, ...]:
        """The cards an answer is about: those its question names, and the one that the heading above it is called."""
        statement = answer.statement
        asked = [key for key, _ in self.of(statement.context or statement.term)]
        headed = self.cards.find(statement.term) if statement.term and not self._is_term(statement) else None
        return tuple(dict.fromkeys([*asked, *([headed.key] if headed else ())]))

    def _is_term(self, statement: Statement) -> bool:
        """Whether the heading above an answer is that of a term with rulings, which a card may be called as too; among
        answers on cards it is the card's."""
        if any(not _CARDS.isdisjoint(word_forms(title)) for title in statement.path):
            return False
        found = self.terms.inventory.find(statement.term)
        return any(term.kind is TermKind.TERM and (term.kind, term.key) in self.terms.ruled for term in found)


def _emended(base: Base) -> Mapping[str, EmendedCard]:
    return {each.card.document.source.path: each for each in base.kb.memory.ask(emend_cards, base.kb)}


def _lives(base: Base) -> Iterator[tuple[str, Life]]:
    """The rulings of all compendia that some version states under a card, the newest compendium's first."""
    subjects = {subject_of(each.card.name): each.key for each in reversed(base.cards.placed)}
    for name, meant in find_namesakes(base.kb).items():
        if (placed := base.cards.find(meant)) is not None:
            subjects[subject_of(name)] = placed.key
    for placed in base.cards.placed:
        for name in printed_names(placed.card):
            if base.cards.names.key_of(name) == placed.key:
                subjects.setdefault(subject_of(name), placed.key)
    for life in _every_life(base):
        cards = (maybe_card_of(statement) for each in life.stated for statement in each.statements)
        for key in dict.fromkeys(subjects[card] for card in cards if card is not None and card in subjects):
            yield key, life


def _every_life(base: Base) -> Iterator[Life]:
    if base.lives is not None:
        first = base.lives.chronicle
        for chronicle in (first, *(each for each in base.lives.chronicles if each is not first)):
            yield from chronicle.history.lives


def _rules(base: Base, names: _Names) -> Iterator[tuple[str, Naming]]:
    """The clauses that name a card, in the text in force of each book and in the other texts."""
    for text in find_linkable(base):
        titles = text.headings()
        for index, clause in enumerate(text.document.clauses):
            if clause.kind is ClauseKind.HEADING:
                continue
            told = clause.told
            found = tuple(names.of(told))
            # A block of HTML has no id of ours: its section is the nearest place.
            nearest = "" if clause.section == TOP else clause.section
            anchor = nearest if clause.kind is ClauseKind.HTML else text.ids[index]
            for key, span in found:
                title = titles.get(clause.section, "") or text.title
                yield key, Naming(Place(text.page, anchor), title, told, span, text.title)


def _named(base: Base, names: _Names, own: Mapping[str, tuple[Life, ...]]) -> Iterator[tuple[str, Naming]]:
    """Rulings on other matters, in their newest wording that does, and answers to other questions that name a card."""
    assert base.lives is not None or not own
    told = {key: {life.id for life in lives} for key, lives in own.items()}
    for life in _every_life(base):
        assert base.lives is not None
        place = base.lives.places.get(life.id)
        if place is None:
            continue
        calendar = base.lives.of[life.id].calendar
        for key, (each, span) in _newest_naming(life, names).items():
            if life.id not in told.get(key, ()):
                ended = base.lives.standing(life).status is Status.ENDED
                remark = "card.named.ended" if ended else "" if each is life.newest else "card.named.earlier"
                title = f"{each.term}, {calendar.name(each.version)}"
                yield key, Naming(place, title, each.text, span, remark=remark)
    yield from _named_in_answers(base, names)


def _newest_naming(life: Life, names: _Names) -> Mapping[str, tuple[Attestation, Span]]:
    """The newest wording of a ruling that names a card, and where it does, by the card."""
    found: dict[str, tuple[Attestation, Span]] = {}
    for each in reversed(life.stated):
        for key, span in names.of(each.text):
            found.setdefault(key, (each, span))
    return found


def _named_in_answers(base: Base, names: _Names) -> Iterator[tuple[str, Naming]]:
    for answer in base.answers.every:
        about = names.about(answer)
        question = f"{answer.statement.context} " if answer.statement.context else ""
        for key, span in names.of(answer.statement.words):
            if key not in about:
                words, at = question + answer.statement.words, len(question)
                yield key, Naming(answer.place, answer.sheet.title, words, Span(span.start + at, span.end + at))
