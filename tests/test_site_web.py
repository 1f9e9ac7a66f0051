"""The web of the site: nodes have places, ties have both ends, and pages, picture and table tell the same."""

import hashlib
import json
import re
from functools import cache
from typing import Any
from urllib.parse import unquote_plus

from kb.model import ClauseKind, WorkId
from kb.places.linked import address_of
from kb.places.web import NodeKind, Tie
from kb.places.web_files import LIBRARY
from kb.site import Tree, build_tree
from kb.site.links import check_links
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.knowing import lantern as known

THEME = ROOT / "site_templates" / "theme"
SHA256 = "081591ab735b2b6a3b31a3c60f8f3a3e2fee8c92939e0c7820ad1208571b6cd8"
"""Of `dist/cytoscape.min.js` in the package cytoscape 3.34.4 as npm has it."""
CODES = {tie.value: 2 * at for at, tie in enumerate(Tie)}
Shown = dict[str, list[tuple[int, str]]]


@cache
def tree() -> Tree:
    return build_tree(known(), read_templates(ROOT)).value


def handed(path: str) -> Any:
    """What a script of the graph page hands over under its name."""
    found = re.fullmatch(r'kbWeb\("(\w+)",(.*)\);\n', tree().files[path], re.DOTALL)
    assert found is not None
    assert path == f"graph/{found.group(1)}.js"
    return json.loads(found.group(2))


@cache
def shown() -> tuple[Shown, dict[str, list[Any]]]:
    """The ties of every node as the shards tell them, and the nodes."""
    ties: Shown = {}
    nodes: dict[str, list[Any]] = {}
    for path in tree().files:
        if re.fullmatch(r"graph/\d{3}\.js", path):
            shard = handed(path)
            nodes.update({each[0]: each for each in shard["nodes"]})
            for own, flat in zip(shard["nodes"], shard["ties"], strict=False):
                pairs = zip(flat[::2], flat[1::2], strict=True)
                assert own[0] not in ties
                ties[own[0]] = [(code, shard["nodes"][at][0]) for code, at in pairs]
    return ties, nodes


def test_every_tie_is_told_at_both_ends() -> None:
    ties, nodes = shown()
    assert nodes.keys() == ties.keys()
    every = {(ident, code, other) for ident, each in ties.items() for code, other in each}
    assert len(every) > 400
    assert every == {(other, code ^ 1, ident) for ident, code, other in every}
    assert {ident.partition(":")[0] for ident in nodes} == {kind.value for kind in NodeKind}


def test_every_node_has_its_place_on_a_page() -> None:
    pages = {path.removesuffix("index.md"): text for path, text in tree().pages.items()}
    links = " ".join(f'<a href="../{address}">x</a>' for _, _, address, *_ in shown()[1].values())
    assert [each.message for each in check_links({**pages, "extra/": links}) if each.path.startswith("extra")] == []
    assert all(title.strip() for _, title, *_ in shown()[1].values())


def test_changed_clauses_are_tied_to_their_rulings() -> None:
    ties, _ = shown()
    for work, book in known().books.items():
        for record in book.emendations:
            rulings = {f"ruling:{each}" for authority in record.authorities for each in authority.rulings}
            told = ties.get(f"clause:{work}:{record.clause}", ())
            mine = {other for code, other in told if code == CODES["changed"] + 1}
            assert rulings <= mine or not record.substantive, record.id


def test_mentions_are_those_that_a_search_for_the_words_finds() -> None:
    ties, nodes = shown()
    named = {other for code, other in ties["card:black-squall"] if code == CODES["names"]}
    clauses = {each for each in named if each.startswith("clause:the-drowned-coast:")}
    book = known().books[WorkId("the-drowned-coast")].emended
    assert book is not None
    naming = [each for each in book.document.clauses if "Black Squall" in each.text]
    wanted = [each for each in naming if each.kind is not ClauseKind.HEADING]
    assert len(clauses) == len(wanted) > 0
    assert all(nodes[each][2].startswith("rules/the-drowned-coast/#") for each in clauses)


def test_the_fold_of_a_page_counts_what_the_graph_lists() -> None:
    page = tree().pages["rulings/term/fog/index.md"]
    ties, nodes = shown()
    told = [other for code, other in ties["term:fog"] if code % 2 == 0 and code != CODES["about"]]
    elsewhere = [each for each in told if not nodes[each][2].startswith("rulings/term/fog/")]
    summary = re.search(r"<summary>What links here: (.*?)</summary>", page)
    assert summary is not None
    parts = re.findall(r'<span class="whole">(\d+ [^<]+)</span>', summary[1])  # no line ends with a number
    assert parts and summary[1].count("<span") == len(parts)
    assert sum(map(int, re.findall(r"\d+", summary.group(1)))) == len(elsewhere)
    assert 'href="../../../graph/?node=term:fog"' in page


def test_rulings_that_ended_are_counted_as_such() -> None:
    """A page counts the rulings in force: the same number, with no word of those that ended, would be another."""
    ties, nodes = shown()
    counted = 0
    for ident in (each for each in nodes if each.startswith("term:") and nodes[each][2].startswith("rulings/")):
        page = tree().pages[f"{nodes[ident][2].partition('#')[0]}index.md"]
        found = re.search(r"<strong>(\d+) rulings?</strong> as of", page)
        own = [nodes[other] for code, other in ties[ident] if code == CODES["about"] and other.startswith("ruling:")]
        ended = [each for each in own if each[4:] == [1]]
        assert found is None or int(found.group(1)) == len(own) - len(ended), ident
        assert all("(ended)" in each[1] for each in ended)
        counted += len(ended)
    assert counted
    assert "{ended} of them ended" in tree().pages["graph/index.md"]


def test_the_fold_of_a_page_tells_the_rulings_that_ended_apart() -> None:
    ties, nodes = shown()
    page = tree().pages["rulings/term/fog/index.md"]
    told = {other for code, other in ties["term:fog"] if code % 2 == 0 and code != CODES["about"]}
    rulings = [nodes[each] for each in told if each.startswith("ruling:")]
    elsewhere = [each for each in rulings if not each[2].startswith("rulings/term/fog/")]
    ended = sum(each[4:] == [1] for each in elsewhere)
    said = re.search(r"<summary>What links here: (.*?)</summary>", page)
    assert said is not None
    told_of = {name: int(n) for n, name in re.findall(r"(\d+) (other|ended) rulings?", said[1])}
    assert told_of.get("other", 0) == len(elsewhere) - ended
    assert told_of.get("ended", 0) == ended


def test_titles_have_the_quotation_marks_of_the_pages() -> None:
    _, nodes = shown()
    told = [*handed("graph/names.js"), *([title, group] for _, title, _, group, *_ in nodes.values())]
    marks = re.findall(r"\w['’]\w", " ".join(" ".join(each) for each in told))
    assert marks and {each[1] for each in marks} == {"’"}


def test_shards_are_found_by_where_they_begin() -> None:
    found = re.search(r'data-bounds="([^"]*)"', tree().pages["graph/index.md"])
    assert found is not None
    bounds = json.loads(found.group(1).replace("&#34;", '"'))
    firsts = [handed(f"graph/{at:03}.js")["nodes"][0][0] for at in range(len(bounds))]
    assert bounds == firsts == sorted(bounds)
    names = handed("graph/names.js")
    assert {ident for _, ident in names} <= shown()[0].keys()


def test_the_library_is_the_published_one_with_its_licence() -> None:
    data = (THEME / LIBRARY).read_bytes()
    assert hashlib.sha256(data).hexdigest() == SHA256
    licence = (THEME / LIBRARY).with_name("cytoscape-3.34.4.LICENSE.txt").read_text(encoding="utf-8")
    assert "Cytoscape Consortium" in licence and "Permission is hereby granted" in licence
    assert SHA256 in (ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")
    assert [path for path, text in tree().pages.items() if LIBRARY in text] == ["graph/index.md"]


def test_signs_of_clauses_lead_to_nodes_that_are_there() -> None:
    """On every page that cites clauses: those that are not named as untied have a node that is tied to something."""
    web, checked = tree().base.web, 0
    for page, text in tree().pages.items():
        box = re.search(r'id="kb-cite"[^>]* data-graph="[^"]*node=clause:([^":]+):" data-untied="([^"]*)"', text)
        if box is None:
            continue
        work, untied = box[1], set(box[2].split(","))
        for ident in re.findall(r'class="pin" href="#([^"]+)"', text):
            if f'id="{ident}" class="clause' in text or f'class="clause" id="{ident}"' in text:
                checked += 1
                assert web.has(f"clause:{work}:{ident}") == (ident not in untied), f"{page}: {ident}"
    assert checked > 100


def test_addresses_of_nodes_are_read_as_they_were_meant() -> None:
    """A plus sign in an address is read as a blank: the clauses an emended text added would not be found."""
    named = {name for text in tree().pages.values() for name in re.findall(r'graph/\?node=([^"]+)"', text)}
    meant = {unquote_plus(name) for name in named if not name.endswith(":")}
    added = [name for name in tree().base.web.nodes if "+" in name]
    assert added and [unquote_plus(address_of(name, "").partition("node=")[2]) for name in added] == added
    assert meant and {name for name in meant if not tree().base.web.has(name)} == set()


def test_a_changed_clause_leads_to_its_node_by_its_sign_alone() -> None:
    """The entry that tells its authority needs no link of its own there: the page would be longer by a tenth."""
    tied, pages = 0, {page: text for page, text in tree().pages.items() if 'class="why-entry"' in text}
    for page, text in pages.items():
        _, _, told = text.partition('class="why-entry"')
        assert "graph/?node=" not in told.partition("</ul>")[0], page
        if re.fullmatch(r"rules/[^/]+/index\.md", page):
            book = known().books[WorkId(page.split("/")[1])]
            clauses = {each.clause for each in book.emendations if each.substantive}
            for clause in (each for each in clauses if tree().base.web.has(f"clause:{book.work.id}:{each}")):
                assert f'class="pin" href="#{clause}"' in text, f"{page}: {clause}"
                tied += 1
    assert pages and tied > 20
