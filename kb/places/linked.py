"""What links to a page: its nodes of the web come in, what leads to them goes out, in groups that a fold holds.

Clauses are told by section, rulings by term, each with the first of them and their number, those that ended apart; the
graph page has them one by one. Where the page itself tells what leads to it (its own rulings), that is not told again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from kb.interface import Words
from kb.places.addresses import Place
from kb.places.web import FOLDER, Node, NodeKind, Tie, Web

LISTED = 30
"""Sections, terms and cards that a group names; the rest is on the graph page."""


@dataclass(frozen=True, slots=True)
class LinksFrom:
    """What of one kind leads to a page: what it is (`ended` for rulings not in force any more), its book, how many, the
    places (title, address, how many there), how many places more there are."""

    kind: str
    book: str
    count: int
    places: tuple[tuple[str, str, int], ...]
    more: int


@dataclass(frozen=True, slots=True)
class LinksHere:
    """All that leads to a page, by kind; the address of its node on the graph page; `said` what kinds and how many."""

    groups: tuple[LinksFrom, ...]
    graph: str
    said: tuple[str, ...]


def find_links_here(
    web: Web, page: str, words: Words, kinds: frozenset[NodeKind] = frozenset(NodeKind)
) -> LinksHere | None:
    """What leads to a page that has terms or cards; None for one that has none tied to anything."""
    own = tuple(ident for ident in web.by_page.get(page, ()) if web.has(ident))
    if not own:
        return None
    groups = tuple(_group(web, own, page, kinds))
    counts: dict[str, int] = {}
    for each in groups:
        counts[each.kind] = counts.get(each.kind, 0) + each.count
    said = tuple(words(f"links.{kind}", n=count) for kind, count in counts.items())
    return LinksHere(groups, address_of(own[0], page), said)


def address_of(ident: str, here: str) -> str:
    """The address of a node on the graph page as seen from a page."""
    return f"{Place(FOLDER).seen_from(here)}?node={quote(ident, safe=':/')}"  # a plus sign would be read as a blank


def _group(web: Web, own: tuple[str, ...], page: str, kinds: frozenset[NodeKind]) -> Iterator[LinksFrom]:
    found = [web.nodes[other] for ident in own for tie, other in web.into.get(ident, ()) if tie is not Tie.ABOUT]
    shelves: dict[tuple[NodeKind, bool, str], list[Node]] = {}
    for node in dict.fromkeys(found):
        if node.kind in kinds and node.place.page != page:
            shelves.setdefault((node.kind, node.ended, node.book), []).append(node)
    for kind, ended, book in sorted(shelves, key=lambda shelf: (list(NodeKind).index(shelf[0]), shelf[1])):
        nodes = shelves[kind, ended, book]
        places: dict[str, list[Place]] = {}
        for node in nodes:
            places.setdefault(node.group or (book if kind is NodeKind.CLAUSE else node.title), []).append(node.place)
        listed = tuple((title, each[0].seen_from(page), len(each)) for title, each in places.items())
        yield LinksFrom(
            "ended" if ended else kind.value, book, len(nodes), listed[:LISTED], max(0, len(listed) - LISTED)
        )
