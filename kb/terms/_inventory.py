"""The inventory of terms: what a corpus has names for, found again by any spelling."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kb.spelling import exact_key, name_key, stem_key


class TermKind(Enum):
    """What a name names."""

    __hash__ = object.__hash__  # as `PieceKind`

    TERM = "term"
    CARD = "card"


class Origin(Enum):
    """Where a name was found; the earlier ones say more."""

    HEADING = "heading"
    """A heading or entry of a compendium."""
    MANIFEST = "manifest"
    """The corpus says so."""
    CARD = "card"
    """A card has a page."""
    INDEX = "index"
    """An index leads to it."""
    DEFINED = "defined"
    """A rulebook explains it, its words in front."""
    EMPHASISED = "emphasised"
    """A rulebook emphasises it where it explains it."""


@dataclass(frozen=True, slots=True)
class TermPlace:
    """Where a term has an entry or is explained: file, the clause (index) where there is one, the words of that clause
    that explain it, and the offset where these begin."""

    origin: Origin
    path: str
    clause: int | None = None
    words: str = field(default="", repr=False)
    start: int | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A name of the game. `name` is as the page of the card has it, else as its foremost source writes it; `spellings`
    are all ways it is written, aliases too; `places` the newest first within an origin, by origin."""

    kind: TermKind
    key: str
    name: str
    spellings: tuple[str, ...]
    places: tuple[TermPlace, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Inventory:
    """All terms and cards, by name; `common` are words that texts also write without a capital."""

    terms: tuple[Term, ...]
    common: frozenset[str] = field(default=frozenset(), repr=False)
    _plain: Mapping[str, tuple[Term, ...]] = field(default_factory=dict, repr=False, compare=False)
    _stems: Mapping[str, tuple[Term, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, terms: Iterable[Term], common: frozenset[str] = frozenset()) -> "Inventory":
        """An inventory of some terms."""
        ordered = tuple(sorted(terms, key=lambda term: (term.key, term.kind.value)))
        plain: dict[str, tuple[Term, ...]] = {}
        stems: dict[str, tuple[Term, ...]] = {}
        for term in ordered:
            for key in dict.fromkeys(map(name_key, term.spellings)):
                plain[key] = (*plain.get(key, ()), term)
            for key in dict.fromkeys(map(stem_key, term.spellings)):
                stems[key] = (*stems.get(key, ()), term)
        return cls(ordered, common, plain, stems)

    def find(self, wanted: str) -> tuple[Term, ...]:
        """The terms that a word names, inflected or otherwise spelled; none when nobody knows it. Of cards of one key
        those of the very name, where there are any."""
        key = name_key(wanted)
        found = (self._plain.get(key) or self._stems.get(stem_key(wanted)) or ()) if key else ()
        own = exactly_named([term for term in found if term.kind is TermKind.CARD], wanted)
        return tuple(term for term in found if term.kind is TermKind.TERM or term in own)


def exactly_named(terms: Sequence[Term], *names: str) -> Sequence[Term]:
    """Of some terms those that have the first of some names as a spelling to the letter; all where none has any."""
    if len(terms) > 1:
        for exact in map(exact_key, names):
            own = [term for term in terms if exact in map(exact_key, term.spellings)]
            if own:
                return own
    return terms
