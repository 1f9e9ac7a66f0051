"""Units of a version: its rulings come in, each with its words cut into sentences goes out.

A unit is what a version states as one; whether it is one ruling or several fused is found by comparing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kb.grouping import group_pairs
from kb.lexicon import unaccented
from kb.lives._lists import Stem, find_stems
from kb.model import LISTINGS, CompendiumVersion, Statement
from kb.numbering import close_parts, leading_number
from kb.rulings import card_of, find_rulings, home_of, kind_of, own_words, slug_of, subjects_in
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words
from kb.text import WORD

Range = tuple[int, int]
"""A run of sentences, [start, end)."""

_LEADING = 80
"""So many characters of a statement may be the number of its rule."""
_LEANING = re.compile(
    r"\s*\[(?=[^\[\]]*[^\W\d_]{2}[^\[\]]*\]\W*$)"  # a remark of the editor's, and no number of a rule
    r"|\W*(?:note\b|also\b|this\b|these\b|those\b|that\b|it\b|its\b|he\b|his\b|she\b|her\b|they\b|their\b|them\b|such\b"
    r"|however\b|otherwise\b|therefore\b|thus\b|then\b|so\b|but\b|and\b|or\b|for (?:example|instance)\b|e\.?g\b|i\.?e\b"
    r"|instead\b|similarly\b|likewise\b|in (?:this|that|such|either|other|both)\b|in general\b|additionally\b|if so\b"
    r"|nothing else\b|the (?:same|one|other|only) |both\b|either\b|neither\b|see\b|any other\b|once (?:this|that)\b"
    r"|when (?:this|that)\b|doing so\b|again\b|exception\b|for this\b|to do (?:this|so)\b|from then\b|afterwards\b)",
    re.IGNORECASE,
)


class Said:
    """What a unit and a wording have in common: words cut into sentences, and the headings they stand under.

    Each is the thing it is: what is known of one is looked up by it, and it is not compared for that.

    `bounds` are word offsets: sentence `n` is `words[bounds[n]:bounds[n + 1]]`. `distinct` are the words, each once.
    `subjects` are the headings, those that name several things with each of them; `cards` those that name a card: one,
    unless a listing spells it otherwise. `stems` are those of the lists in it.
    """

    __slots__ = ()

    words: Words
    bounds: tuple[int, ...]
    subjects: frozenset[str]
    cards: frozenset[str]
    distinct: frozenset[str]
    stems: tuple[Stem, ...]

    @property
    def size(self) -> int:
        """How many sentences it has."""
        return len(self.bounds) - 1

    def part(self, run: Range) -> Words:
        """The words of some sentences."""
        return self.words[self.bounds[run[0]] : self.bounds[run[1]]]


@dataclass(frozen=True, slots=True, eq=False)
class Unit(Said):
    """What a version states as one: its statements, the words of the ruling, the sentences that tile them; `spans` are
    the characters of these in `text`."""

    statements: tuple[Statement, ...] = field(repr=False)
    text: str
    words: Words = field(repr=False)
    bounds: tuple[int, ...]
    spans: tuple[Range, ...] = field(repr=False)
    subjects: frozenset[str]
    cards: frozenset[str]
    distinct: frozenset[str] = field(repr=False)
    stems: tuple[Stem, ...] = field(default=(), repr=False)

    @property
    def home(self) -> Statement:
        """The statement under whose heading it is at home."""
        return home_of(self.statements)

    @property
    def listed(self) -> bool:
        """Whether it stands in lists of rulings only."""
        return all(statement.section in LISTINGS for statement in self.statements)

    @property
    def erratum(self) -> bool:
        """Whether it is called an erratum, or listed as one."""
        return any(kind_of(statement) == "erratum" for statement in self.statements)

    def bare(self) -> "Unit":
        """The unit by words without accents."""
        words = unaccented_words(self.words)
        return self if words == self.words else replace(self, words=words, distinct=frozenset(words))

    def part_text(self, run: Range) -> str:
        """The characters of some sentences."""
        return self.text[self.spans[run[0]][0] : self.spans[run[1] - 1][1]]

    def item_text(self, run: Range, stem: Range | None) -> str:
        """The characters of some sentences, behind those of the stem from which they go on."""
        if stem is None:
            return self.part_text(run)
        at = [match.start() for match in WORD.finditer(self.text)]
        start = self.item_start(run, stem)
        said = self.part_text(run) if start == self.bounds[run[0]] else self.text[at[start] : self.spans[run[1] - 1][1]]
        return f"{self.text[at[stem[0]] : at[stem[1]]].rstrip(' ([')} {said}"

    def item_start(self, run: Range, stem: Range | None) -> int:
        """The word with which some sentences begin; behind the words of a stem that of an item behind *and*."""
        start = self.bounds[run[0]]
        if stem is None or self.words[start] != "and":
            return start
        items = (item for each in self.stems if (each.start, each.end) == stem for item in each.items)
        return next((item.first for item in items if item.start == start), start)

    def leans(self, sentence: int) -> bool:
        """Whether a sentence cannot stand alone: it takes up the one before, answers it, or is the first of all."""
        start, end = self.spans[sentence]
        asked = sentence > 0 and self.text[self.spans[sentence - 1][1] - 1] == "?"
        return asked or _LEANING.match(self.text[start:end]) is not None


def number_subjects(texts: Iterable[Said]) -> dict[str, tuple[int, ...]]:
    """The numbers of units or wordings by the headings they stand under."""
    return group_pairs((subject, number) for number, each in enumerate(texts) for subject in each.subjects)


def unaccented_words(words: Iterable[str]) -> Words:
    """Words without accents, which come and go with the hand that typed a version: rulings are known without them."""
    listed = tuple(words)
    return listed if all(map(str.isascii, listed)) else tuple(map(unaccented, listed))


@lru_cache(maxsize=1 << 14)
def cut_words(text: str) -> tuple[Words, tuple[int, ...], tuple[Range, ...]]:
    """The words of a text, where its sentences begin among them (and where the last ends), their characters."""
    words: list[str] = []
    bounds, spans = [0], []
    for span in find_sentences(text):
        here = compare_words(text[span.start : span.end])
        if here:
            words += here
            bounds.append(len(words))
            spans.append((span.start, span.end))
    return tuple(words), tuple(bounds), tuple(spans)


def find_units(version: CompendiumVersion) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The units of a version in document order: those under headings of their own, then those only listed."""
    units = tuple(_units(version))
    return tuple(unit for unit in units if not unit.listed), tuple(unit for unit in units if unit.listed)


def _units(version: CompendiumVersion) -> Iterator[Unit]:
    for ruling in find_rulings(version):
        home = home_of(ruling.statements)
        text = own_words(home)
        words, bounds, spans = cut_words(text)
        if words:
            named = (statement.term for statement in ruling.statements if card_of(statement) is not None)
            cards = {card for term in named for card in subjects_in(term)}
            yield Unit(
                ruling.statements,
                text,
                words,
                bounds,
                spans,
                frozenset(subjects_of(ruling.statements)),
                frozenset(cards),
                frozenset(words),
                find_stems(text, spans, home),
            )


def subjects_of(statements: tuple[Statement, ...]) -> Iterator[str]:
    """What statements are about: their terms; in a mere list of errata the rules whose numbers they begin with."""
    for statement in statements:
        heading = statement.path[-1] if statement.path else ""
        if statement.section not in LISTINGS or slug_of(statement.term) != slug_of(heading):
            yield from subjects_in(statement.term)
        elif number := number_of(statement):
            yield number


def number_of(statement: Statement) -> str:
    """The number of the rule that a statement begins with; nothing where it has none."""
    lead = leading_number(close_parts(statement.words[:_LEADING]))
    return lead.number if lead is not None else ""
