"""The linked graph of clauses, footnotes and rulings as GraphML."""

from collections.abc import Mapping, Sequence

from kb.graph import Kb, link_graph, write_graphml
from kb.queries.search import Record

NAME = "graphml"
WORDS = False


def export(kb: Kb, _records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `links.graphml`; nodes carry `kind` and `title`, edges `kind`."""
    return {"links.graphml": write_graphml(link_graph(kb))}
