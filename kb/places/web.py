"""The web of a site as a value: clauses of the texts in force, rulings, answers, terms and cards, and their ties.

A tie leads from what says something to what it speaks of. `kb.places.spinning` makes it, once for a whole site; pages
and the graph page ask it what leads to a node.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from kb.places.addresses import Place

FOLDER = "graph/"
"""The page that draws it, with its data."""


class NodeKind(Enum):
    """What a node is; its id begins with it."""

    CLAUSE = "clause"
    RULING = "ruling"
    ANSWER = "answer"
    TERM = "term"
    CARD = "card"


class Tie(Enum):
    """How one node leads to another; the foremost come first."""

    CHANGED = "changed"
    """A clause was changed on the authority of a ruling."""
    REPLACES = "replaces"
    """A ruling replaces an older one."""
    DENIES = "denies"
    """A ruling says otherwise than another."""
    ABOUT = "about"
    """A ruling stands under a term or card."""
    REPRINTS = "reprints"
    """A clause has a passage of a clause of a sister book."""
    CITES = "cites"
    """A text cites a rule by its number."""
    NAMES = "names"
    """A text names a term or card."""


@dataclass(frozen=True, slots=True)
class Node:
    """Something with a place on the site. `group` is what it is listed under: section, term, sheet; `book` its book;
    `ended` tells a ruling that is not in force any more."""

    id: str
    kind: NodeKind
    title: str
    place: Place
    group: str = ""
    book: str = ""
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Web:
    """The nodes by id, and of each what it leads to and what leads to it, the foremost ties first."""

    nodes: Mapping[str, Node] = field(default_factory=dict, repr=False)
    out: Mapping[str, tuple[tuple[Tie, str], ...]] = field(default_factory=dict, repr=False)
    into: Mapping[str, tuple[tuple[Tie, str], ...]] = field(default_factory=dict, repr=False)
    by_page: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """The terms and cards that have a page of their own, by its address."""

    def has(self, ident: str) -> bool:
        """Whether a node is tied to anything."""
        return ident in self.out or ident in self.into


def clause_node(owner: str, clause: str) -> str:
    """The id of the node of a clause of a book, or of another text by its page."""
    return f"{NodeKind.CLAUSE.value}:{owner}:{clause}"


def list_ties(web: Web, ident: str) -> Iterator[tuple[Tie, bool, str]]:
    """What a node is tied to: how, whether the tie leads from it, and the other node."""
    yield from ((tie, False, other) for tie, other in web.into.get(ident, ()))
    yield from ((tie, True, other) for tie, other in web.out.get(ident, ()))
