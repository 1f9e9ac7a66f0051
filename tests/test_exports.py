"""Exports are read back by readers that are not ours."""

import io
import json
from pathlib import Path

import networkx as nx
import pytest

from kb.exports import find_exports
from kb.files import read_corpus
from kb.graph import Kb
from kb.pipeline import build_kb

LANTERN = Path(__file__).parent.parent / "rules_source" / "lantern"


@pytest.fixture(scope="module")
def kb() -> Kb:
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    return build_kb(corpus.manifest, corpus.texts).value


def test_json_holds_every_record_footnote_and_ruling(kb: Kb) -> None:
    value = json.loads(find_exports()["json"](kb)["knowledge.json"])
    assert value["schema"] == 1
    assert sum(len(each["items"]) for each in value["emendations"]) == sum(
        len(b.emendations) for b in kb.books.values()
    )
    assert len(value["rulings"]) == len(kb.rulings) > 50
    assert {each["path"] for each in value["sources"]} == set(kb.documents)


def test_graphml_is_read_by_networkx_with_a_path_from_clause_to_ruling(kb: Kb) -> None:
    data = find_exports()["graphml"](kb)["links.graphml"]
    graph = nx.read_graphml(io.BytesIO(data))
    rulings = [node for node, kind in graph.nodes(data="kind") if kind == "ruling"]
    clauses = [node for node, kind in graph.nodes(data="kind") if kind == "clause"]
    assert len(rulings) == len(kb.rulings)
    assert any(nx.has_path(graph, clause, ruling) for clause in clauses for ruling in rulings)
