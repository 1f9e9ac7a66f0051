"""The linked graph of clauses, footnotes and rulings as GraphML."""

from collections.abc import Mapping

from kb.graph import Kb, link_graph, write_graphml

NAME = "graphml"


def export(kb: Kb) -> Mapping[str, bytes]:
    """One file, `links.graphml`; nodes carry `kind` and `title`, edges `kind`."""
    return {"links.graphml": write_graphml(link_graph(kb))}
