"""The linked graph of clauses, footnotes and rulings as GraphML."""

from collections.abc import Mapping, Sequence

from kb.answers.search import Kind, Record
from kb.exports._reach import find_clauses, reach
from kb.graph import Kb, link_graph, write_graphml

NAME = "graphml"
WORDS = False
FILE = "links.graphml"


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `links.graphml`; nodes carry `kind`, `title` and, where a page has them, `address`, edges `kind` and
    `record`."""
    graph = link_graph(kb)
    places = {f"ruling:{record.id}": record.address for record in records if record.kind is Kind.RULING}
    places |= {f"clause:{work}:{clause}": place for (work, clause), place in find_clauses(kb, records).items()}
    for name, address in places.items():
        if address and name in graph:
            graph.nodes[name]["address"] = reach(kb, address, FILE)
    return {FILE: write_graphml(graph)}
