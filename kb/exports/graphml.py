"""The linked graph of clauses, footnotes and rulings as GraphML."""

from collections.abc import Iterator, Mapping, Sequence

from kb.exports._reach import reach
from kb.graph import Kb, link_graph, write_graphml
from kb.queries.search import Kind, Record

NAME = "graphml"
WORDS = False
FILE = "links.graphml"


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `links.graphml`; nodes carry `kind`, `title` and, where a page has them, `address`, edges `kind` and
    `record`."""
    graph = link_graph(kb)
    for name, address in _places(kb, records):
        if address and name in graph:
            graph.nodes[name]["address"] = reach(kb, address, FILE)
    return {FILE: write_graphml(graph)}


def _places(kb: Kb, records: Sequence[Record]) -> Iterator[tuple[str, str]]:
    """The nodes that records tell the places of: rulings, and clauses, as emended where they stand there."""
    emended = {(work, book.emended.role.value) for work, book in kb.books.items() if book.emended is not None}
    for first in (False, True):
        for record in records:
            if record.kind is Kind.RULING:
                yield f"ruling:{record.id}", record.address
            elif record.work and ((record.work, record.edition) in emended) is first:
                yield f"clause:{record.work}:{record.id}", record.address
