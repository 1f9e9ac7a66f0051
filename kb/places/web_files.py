"""The web of a site as files: nodes and ties come in, the data of the graph page goes out, in shards and by name.

    graph/000.js    kbWeb("000", {"nodes": [[id, title, address, group]...], "ties": [[code, node, code, node...]...]});
    graph/names.js  kbWeb("names", [[name, id]...]); of terms and cards

The first nodes of a shard, as many as it has lists of ties, are its own, in the order of their ids; the others are what
these are tied to. A ruling that ended has a 1 behind its group. A tie is twice the number of its kind, plus one
where it leads from the node. Addresses begin at the root of the site. Ids are in the order that browsers compare text
in, by 16 bit units. Titles have printers' quotation marks, as on the pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.html.quotes import curl
from kb.interface import Words
from kb.lexicon import SLIPS
from kb.packing import pack
from kb.places.addresses import Place
from kb.places.alphabet import fold
from kb.places.web import FOLDER, NodeKind, Tie, Web, list_ties

LIBRARY = "assets/vendor/cytoscape-3.34.4.min.js"
BYTES = 80_000
"""About what a shard weighs: little enough to load at once, much enough that there are few."""
_NODE, _TIE = 100, 6
"""Bytes of a node and of a tie in a shard, on average of a real corpus."""
SAMPLES = 5
_SAID = (
    *("graph.unread", "graph.unknown", "graph.unnamed", "graph.about", "graph.open", "graph.more"),
    *("graph.counted", "graph.drawn", "graph.links", "graph.links.of", "graph.picture", "graph.picture.part"),
    "find.meant",
)
_TIES = {tie: 2 * at for at, tie in enumerate(Tie)}


@dataclass(frozen=True, slots=True)
class GraphView:
    """What the graph page is made from: where its shards begin, its words, what draws it, and nodes to begin with."""

    bounds: str = field(repr=False)
    words: str = field(repr=False)
    cytoscape: str
    samples: tuple[tuple[str, str], ...]


def view_graph(web: Web, words: Words, here: str) -> GraphView:
    """The graph page of a web."""
    said = {
        **{key: words.table[key] for key in _SAID},
        "ties": [words.table[f"tie.{tie.value}.{way}"] for tie in Tie for way in ("in", "out")],
        "one": {kind.value: words(f"node.{kind.value}") for kind in NodeKind},
        "slips": SLIPS.told(),
        "many": {kind.value: words(f"nodes.{kind.value}") for kind in NodeKind},
    }
    return GraphView(
        bounds=pack([shard[0] for shard in _cut(web)]),
        words=pack(said),
        cytoscape=Place(LIBRARY).seen_from(here)[:-1],
        samples=tuple((web.nodes[ident].title, f"?node={ident}") for ident in _samples(web)),
    )


def write_web(web: Web) -> Mapping[str, str]:
    """The files of the graph page, by path."""
    told: dict[str, object] = {f"{at:03}": _shard(web, own) for at, own in enumerate(_cut(web))}
    named = [node for node in web.nodes.values() if node.kind in {NodeKind.TERM, NodeKind.CARD} and web.has(node.id)]
    ordered = sorted(named, key=lambda node: (fold(node.title), node.id))
    told["names"] = [[curl(node.title), node.id] for node in ordered]
    return {f"{FOLDER}{name}.js": f'kbWeb("{name}",{pack(data)});\n' for name, data in told.items()}


def _cut(web: Web) -> Iterator[Sequence[str]]:
    """The nodes that are tied to something, in order, in shards of about one size."""
    shard: list[str] = []
    told: set[str] = set()
    ties = 0
    for ident in sorted(filter(web.has, web.nodes), key=lambda ident: ident.encode("utf-16-be")):
        others = [other for _, _, other in list_ties(web, ident)]
        if shard and _NODE * len(told.union(others, (ident,))) + _TIE * (ties + len(others)) > BYTES:
            yield shard
            shard, told, ties = [], set(), 0
        shard.append(ident)
        told.update(others, (ident,))
        ties += len(others)
    if shard:
        yield shard


def _shard(web: Web, own: Sequence[str]) -> Mapping[str, object]:
    numbers = {ident: at for at, ident in enumerate(own)}
    ties: list[list[int]] = []
    for ident in own:
        listed: list[int] = []
        for tie, leads, other in list_ties(web, ident):
            listed += (_TIES[tie] + leads, numbers.setdefault(other, len(numbers)))
        ties.append(listed)
    nodes = []
    for ident in numbers:
        node = web.nodes[ident]
        address = node.place.page + (f"#{node.place.anchor}" if node.place.anchor else "")
        group = curl(": ".join(filter(None, (node.book, node.group))))
        nodes.append([ident, curl(node.title), address, group, *((1,) if node.ended else ())])
    return {"nodes": nodes, "ties": ties}


def _samples(web: Web) -> Sequence[str]:
    """The terms that most leads to: a reader begins with what is best known."""
    terms = (ident for ident, node in web.nodes.items() if node.kind is NodeKind.TERM and web.has(ident))
    return sorted(terms, key=lambda ident: (-len(web.into.get(ident, ())), ident))[:SAMPLES]
