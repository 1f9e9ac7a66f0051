"""Exports are read back by readers that are not ours: networkx, sqlite3, csv, jsonschema, rdflib, feedparser ..."""

import csv
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import feedparser
import jsonschema
import networkx as nx
import pytest
import rdflib
import sphobjinv

from kb.answers.ruling_list import Question, answer_question
from kb.answers.search import Kind, Record
from kb.exports import find_exports, write_downloads
from kb.exports._told import tell_rulings
from kb.exports.knowledge_schema import SCHEMA
from kb.graph import Kb
from kb.interface import Words
from kb.places.downloads import list_offers
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.kites import game, rulings
from tests.knowing import lantern
from tests.made_pages import build_pages

SITE = "https://lantern.example/rules/"
SCHEMA_ORG = "https://schema.org/"
# rdflib's own reader of JSON-LD makes a graph of the class that it tells others not to use.
DEPRECATED = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning")
ELI = "http://data.europa.eu/eli/ontology#"


@pytest.fixture(scope="module")
def kb() -> Kb:
    return lantern()


@pytest.fixture(scope="module")
def placed(kb: Kb) -> Kb:
    """The same where the corpus says where its site lies."""
    return replace(kb, manifest=replace(kb.manifest, site=SITE))


@pytest.fixture(scope="module")
def records(kb: Kb) -> tuple[Record, ...]:
    return gather_records(kb, know_terms(kb))


@pytest.fixture(scope="module")
def places(kb: Kb, records: tuple[Record, ...]) -> Mapping[str, frozenset[str]]:
    """The ids of every page of the site, by address: what an exported address may lead to."""
    pages = build_pages(kb, read_templates(ROOT), write_downloads(kb, records)).value
    found = {}
    for path, text in pages.items():
        ids = re.findall(r'\sid="([^"]+)"', text) + re.findall(r"\{: #(\S+)", text)
        found["/" + path.removesuffix("index.md")] = frozenset(ids)
    return found


def stands(address: str, places: Mapping[str, frozenset[str]]) -> bool:
    page, _, anchor = address.partition("#")
    return page in places and (not anchor or anchor in places[page])


@pytest.mark.parametrize("name", sorted(find_exports()))
def test_the_same_input_gives_the_same_bytes(name: str, kb: Kb, records: tuple[Record, ...]) -> None:
    export = find_exports()[name]
    first, second = export(kb, records), export(kb, records)
    assert first == second and list(first) == list(second)
    assert all(path == path.lower() and not path.startswith("/") for path in first)


# CSV


def table(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


def test_csv_has_a_row_for_each_ruling_and_change_that_sqlite_has(
    kb: Kb, records: tuple[Record, ...], database: sqlite3.Connection
) -> None:
    files = find_exports()["csv"](kb, records)
    for file, of in (("rulings.csv", "ruling"), ("changes.csv", "emendation")):
        rows = table(files[file])
        columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({of})") if name != "place"]
        assert set(columns) <= set(rows[0])
        shown = {tuple(row[name].removeprefix("'") for name in columns) for row in rows}
        kept = database.execute(f"SELECT {', '.join(columns)} FROM {of}")
        assert shown == {tuple("" if each is None else str(each).removeprefix("'") for each in row) for row in kept}
        assert len(rows) == len(shown) > 50
    changed = next(row for row in table(files["changes.csv"]) if "\n" in row["rulings"])
    ruled = {row["id"]: row for row in table(files["rulings.csv"])}
    assert all(f"{changed['work']}/{changed['clause']}" in ruled[of]["applied_in"] for of in changed["rulings"].split())


def test_csv_holds_no_formula_and_every_letter(kb: Kb) -> None:
    """Spreadsheets work out what begins like one: https://owasp.org/www-community/attacks/CSV_Injection"""
    said = ['=HYPERLINK("//x.example")', "+1 to speed, with a “tail”", "Home = é and 風"]
    rulings = "# Kite Rulings\n\n## Rulings by Term\n\n#### Tails\n\n" + "\n".join(f" - {each}" for each in said)
    rows = table(find_exports()["csv"](game([rulings]), ())["rulings.csv"])
    assert [row["text"] for row in rows] == [f"'{said[0]}", f"'{said[1]}", said[2]]


def test_csv_of_a_site_with_an_address_leads_there(kb: Kb, placed: Kb, records: tuple[Record, ...]) -> None:
    for file, text in find_exports()["csv"](kb, records).items():
        rows = zip(table(text), table(find_exports()["csv"](placed, records)[file]), strict=True)
        assert all(there["address"] == SITE + here["address"].removeprefix("/") for here, there in rows)


# JSON


def test_json_holds_every_record_footnote_and_ruling(kb: Kb) -> None:
    value = json.loads(find_exports()["json"](kb, ())["knowledge.json"])
    assert value["schema"] == 1
    assert sum(len(each["items"]) for each in value["emendations"]) == sum(
        len(b.emendations) for b in kb.books.values()
    )
    assert len(value["rulings"]) == len(kb.rulings) > 50
    assert {each["path"] for each in value["sources"]} == set(kb.documents)


def test_json_is_what_its_schema_says(kb: Kb, records: tuple[Record, ...]) -> None:
    schema = json.loads(find_exports()["json-schema"](kb, ())["knowledge.schema.json"])
    assert schema == SCHEMA
    jsonschema.Draft202012Validator.check_schema(schema)
    value = json.loads(find_exports()["json"](kb, records)["knowledge.json"])
    jsonschema.Draft202012Validator(schema).validate(value)
    assert all(value[name] for name in schema["required"] if name != "site")
    assert unsaid(schema, value) == set()
    value["emendations"][0]["items"][0].pop("clause")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate(value)


def test_json_has_a_ruling_in_the_words_of_its_history(kb: Kb) -> None:
    """The card that an entry of a list begins with is its term, and none of its words."""
    listed = (
        "# Kite Rulings\n\n## Delayed Rulings\n\n#### Rulings Effective 3/1/01\n\n - _Red Kite_: You may not fly it.\n"
    )
    for flown in (kb, game([listed])):
        value = json.loads(find_exports()["json"](flown, ())["knowledge.json"])
        said = {each["id"]: each["attestations"][-1]["text"] for each in value["histories"]}
        assert value["rulings"]
        assert {each["id"]: each["text"] for each in value["rulings"]} == {
            each["id"]: said[each["id"]] for each in value["rulings"]
        }


def unsaid(schema: Mapping[str, Any], value: object, at: str = "") -> set[str]:
    """The fields of a value that its schema does not speak of, where it speaks of any."""
    if isinstance(value, list):
        return {name for each in value for name in unsaid(schema.get("items", {}), each, f"{at}[]")}
    if not isinstance(value, dict) or "properties" not in schema:
        return set()
    said = schema["properties"]
    deeper = {name for key, each in value.items() if key in said for name in unsaid(said[key], each, f"{at}.{key}")}
    return deeper | {f"{at}.{key}" for key in value if key not in said}


# GraphML


def test_graphml_is_read_by_networkx_with_a_path_from_clause_to_ruling(kb: Kb) -> None:
    data = find_exports()["graphml"](kb, ())["links.graphml"]
    graph = nx.read_graphml(io.BytesIO(data))
    rulings = [node for node, data in graph.nodes(data=True) if data.get("kind") == "ruling"]
    clauses = [node for node, data in graph.nodes(data=True) if data.get("kind") == "clause"]
    lives = [life for chronicle in kb.chronicles.values() for life in chronicle.history.lives]
    assert len(lives) > len(kb.rulings)
    assert set(rulings) == {f"ruling:{life.id}" for life in lives}, "dropped ones too"
    assert any(nx.has_path(graph, clause, ruling) for clause in clauses for ruling in rulings)


def test_graphml_tells_of_each_change_the_rulings_it_rests_on_and_no_others(kb: Kb) -> None:
    graph = nx.read_graphml(io.BytesIO(find_exports()["graphml"](kb, ())["links.graphml"]))
    rests, marked = set(), set()
    for work, book in kb.books.items():
        for record in book.emendations:
            clause = f"clause:{work}:{record.clause}"
            for each in record.authorities:
                marked.add((clause, f"footnote:{work}:{each.footnote}", record.id))
                rests |= {(clause, f"ruling:{ruling}", record.id) for ruling in each.rulings}
    edges = [(start, end, data["kind"], data.get("record")) for start, end, data in graph.edges(data=True)]
    assert {(start, end, record) for start, end, kind, record in edges if kind == "rests-on"} == rests
    assert {(start, end, record) for start, end, kind, record in edges if kind == "changed-by"} == marked
    pairs = [(start, end) for start, end, kind, _ in edges if kind == "changed-by"]
    assert len(pairs) > len(set(pairs)), "some footnote serves two changes of one clause"
    assert len(edges) == len(set(edges))


def test_graphml_has_the_addresses_of_what_stands_on_a_page(
    kb: Kb, records: tuple[Record, ...], places: Mapping[str, frozenset[str]]
) -> None:
    graph = nx.read_graphml(io.BytesIO(find_exports()["graphml"](kb, records)["links.graphml"]))
    addresses = dict(graph.nodes(data="address"))
    assert addresses["clause:bells-below:false-lights-wrecker-action.p1"] == (
        "../rules/bells-below/#false-lights-wrecker-action.p1"
    )
    assert all(addresses[node] for node, data in graph.nodes(data=True) if data.get("kind") == "ruling")
    assert [each for each in addresses.values() if each and not stands(unquote(each[2:]), places)] == []


# SQLite


@pytest.fixture(scope="module")
def database(
    kb: Kb, records: tuple[Record, ...], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    path = tmp_path_factory.mktemp("sqlite") / "knowledge.sqlite"
    path.write_bytes(find_exports()["sqlite"](kb, records)["knowledge.sqlite"])
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as opened:
        yield opened


def test_sqlite_is_whole_and_its_references_lead_somewhere(database: sqlite3.Connection) -> None:
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA user_version").fetchone() == (1,)


def test_sqlite_has_what_the_knowledge_base_has(database: sqlite3.Connection, kb: Kb) -> None:
    def count(table: str) -> int:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    lives = [life for chronicle in kb.chronicles.values() for life in chronicle.history.lives]
    editions = [edition for book in kb.books.values() for edition in book.editions.values()]
    assert count("ruling") == len(lives)
    assert count("attestation") == sum(len(life.attestations) for life in lives)
    assert count("emendation") == sum(len(book.emendations) for book in kb.books.values())
    assert count("clause") == sum(len(edition.document.clauses) for edition in editions)


def test_sqlite_answers_who_changed_a_clause(database: sqlite3.Connection) -> None:
    rows = database.execute(
        "SELECT ruling.text, version.date FROM emendation"
        " JOIN authority ON authority.work = emendation.work AND authority.emendation = emendation.id"
        " JOIN ruling ON ruling.id = authority.ruling"
        " JOIN attestation ON attestation.ruling = ruling.id AND attestation.change = 'first-seen'"
        " JOIN version ON version.id = attestation.version"
        " WHERE emendation.work = 'bells-below' AND emendation.clause LIKE 'diving.%'"
    ).fetchall()
    assert ("2005-10-17" in {date for _, date in rows}) and all(text for text, _ in rows)


def test_sqlite_answers_what_was_in_force_on_a_day_as_the_command_does(database: sqlite3.Connection, kb: Kb) -> None:
    """Also a ruling that was worded otherwise then."""
    for day in ("2004-09-13", "2004-09-14", "2005-02-06", "2005-02-07", "2005-10-17", "2006-05-07", "2006-06-19"):
        rows = database.execute(
            "SELECT id FROM ruling WHERE begins_last <= ?1 AND (ends_first IS NULL OR ?1 < ends_first)", (day,)
        )
        found = answer_question(fill_shelves(kb), Question(as_of=day)).found
        assert sorted(ident for (ident,) in rows) == sorted(each.entry.life.id for each in found), day


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (["A gull on a line is no part of the kite.", "A gull on a line is no part of its kite."], "2001-05-06"),
        (["A gull on a line is no part of the kite.", "", "A gull on a line is no part of the kite."], "2003-05-06"),
    ],
)
def test_a_ruling_is_as_old_as_its_first_words_and_begins_anew_when_it_is_back(said: list[str], begins: str) -> None:
    kb = game([rulings(Kite="A kite flies.", **({"Gull": words} if words else {})) for words in said])
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(find_exports()["sqlite"](kb, ())["knowledge.sqlite"])
        found = database.execute("SELECT begins_last, text FROM ruling WHERE term = 'Gull'").fetchall()
    assert found == [(begins, said[-1])]
    graph = json.loads(find_exports()["jsonld"](kb, ())["knowledge.jsonld"])["@graph"]
    (told,) = (each for each in graph if each.get("text") == said[-1])
    assert told["eli:first_date_entry_in_force"] == told["datePublished"] == "2001-05-06"


def test_sqlite_tells_the_words_that_held_on_a_day(kb: Kb, tmp_path: Path) -> None:
    """A printed date delays a new wording in tournament play: until then the old one holds, though a version had the
    new one."""
    said = "A kite is flown by one player.", "A kite is flown by one player, or by two players."
    flown = game([rulings(Kites=said[0]), rulings(Kites=f"{said[1]} [Effective 9/1/02]")])
    path = tmp_path / "kites.sqlite"
    path.write_bytes(find_exports()["sqlite"](flown, ())["knowledge.sqlite"])
    page = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    (question,) = re.findall(r"^    (SELECT a\.text.*?;)$", page, re.MULTILINE | re.DOTALL)
    with closing(sqlite3.connect(path)) as opened:
        intervals = opened.execute("SELECT play, begins_first, begins_last, ends_first FROM interval ORDER BY 1, 2")
        assert len(intervals.fetchall()) == 4
        (ruling,) = opened.execute("SELECT id FROM ruling").fetchone()
        answers = {
            (day, play): opened.execute(question, {"ruling": ruling, "day": day, "play": play}).fetchall()
            for day in ("2002-08-31", "2002-09-01")
            for play in ("tournament", "casual")
        }
    assert answers["2002-08-31", "tournament"] == [(said[0], 1)]
    assert answers["2002-09-01", "tournament"] == [(said[1], 1)]
    assert answers["2002-08-31", "casual"] == answers["2002-09-01", "casual"] == [(said[1], 1)]


def test_sqlite_holds_the_intervals_that_history_tells(database: sqlite3.Connection, kb: Kb) -> None:
    told = {
        (history["id"], play, each["version"], *each["begins"], *(each["ends"] or (None, None)), each["ground"])
        for _, history in tell_rulings(kb)
        for play, intervals in history["intervals"].items()
        for each in intervals
    }
    held = "ruling, play, version, begins_first, begins_last, ends_first, ends_last, ground"
    assert set(database.execute(f"SELECT {held} FROM interval").fetchall()) == told


def test_entries_tell_which_text_has_a_clause(database: sqlite3.Connection) -> None:
    """Two transcriptions may have one clause in other words."""
    rows = database.execute("SELECT kind, id, work, edition_id, volume FROM entry").fetchall()
    assert [row for row, number in Counter(rows).items() if number > 1] == []
    texts, books, files = (
        {name for (name,) in database.execute(f"SELECT id FROM {table}")}
        for table in ("edition", "work", "document UNION SELECT id FROM version")
    )
    clauses = [row for row in rows if row[0] == "clause"]
    assert {volume for *_, work, _, volume in clauses if work} <= books
    assert {text for *_, work, text, _ in clauses if work} <= texts
    assert {volume for _, ident, work, _, volume in clauses if not work and ident != volume} <= files
    themselves = {ident for _, ident, work, _, volume in clauses if not work and ident == volume}
    assert books < themselves <= files | books


def test_sqlite_finds_words_with_accents_folded(database: sqlite3.Connection) -> None:
    found = database.execute(
        "SELECT entry.kind FROM search JOIN entry ON entry.number = search.rowid WHERE search MATCH 'lámp'"
    ).fetchall()
    assert len(found) > 10 and ("ruling",) in found


def test_the_tables_of_sqlite_are_documented(database: sqlite3.Connection) -> None:
    page = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_%'")
    for (table,) in tables.fetchall():
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        described = re.search(rf"^\| `{table}` \|(.*)$", page, re.MULTILINE)
        assert described is not None, table
        assert [name for name in columns if f"`{name}`" not in described.group(1)] == [], table


# JSON-LD


def graph_of(kb: Kb, records: tuple[Record, ...], base: str) -> rdflib.Graph:
    data = find_exports()["jsonld"](kb, records)["knowledge.jsonld"]
    return rdflib.Graph().parse(data=data, format="json-ld", publicID=base)


@DEPRECATED
def test_jsonld_tells_which_ruling_corrected_which_clause(kb: Kb, records: tuple[Record, ...]) -> None:
    graph = graph_of(kb, records, f"{SITE}downloads/knowledge.jsonld")
    schema, eli = rdflib.Namespace(SCHEMA_ORG), rdflib.Namespace(ELI)
    rulings = set(graph.subjects(rdflib.RDF.type, schema.CorrectionComment))
    assert len(rulings) == sum(len(chronicle.history.lives) for chronicle in kb.chronicles.values())
    pairs = set(graph.subject_objects(eli.changes))
    told = {
        (ruling, record.clause)
        for book in kb.books.values()
        for record in book.emendations
        if record.substantive
        for each in record.authorities
        for ruling in each.rulings
    }
    by_pair = {
        (str(graph.value(ruling, schema.identifier)), str(graph.value(clause, schema.identifier)))
        for ruling, clause in pairs
        if graph.value(clause, schema.identifier) is not None
    }
    assert by_pair == told
    clause = graph.value(None, schema.identifier, rdflib.Literal("false-lights-wrecker-action.p1"))
    assert str(graph.value(clause, schema.url)) == f"{SITE}rules/bells-below/#false-lights-wrecker-action.p1"
    emended = rdflib.URIRef(f"{SITE}rules/bells-below/")
    assert graph.value(emended, eli.consolidates) == rdflib.URIRef(f"{SITE}rules/bells-below/published/")
    games = {graph.value(game, schema.name) for game in graph.subjects(rdflib.RDF.type, schema.Game)}
    assert games == {rdflib.Literal("Lantern: The Drowned Coast")}
    assert graph.value(graph.value(emended, schema.exampleOfWork), schema.about) is not None
    assert all(
        (subject, schema.correction, ruling) in graph for ruling, subject in pairs if (subject, None, None) in graph
    )


@DEPRECATED
def test_jsonld_is_the_same_graph_with_full_addresses(kb: Kb, placed: Kb, records: tuple[Record, ...]) -> None:
    relative = graph_of(kb, records, f"{SITE}downloads/knowledge.jsonld")
    assert set(relative) == set(graph_of(placed, records, "https://elsewhere.example/"))


@DEPRECATED
def test_jsonld_names_places_that_the_site_has(
    kb: Kb, records: tuple[Record, ...], places: Mapping[str, frozenset[str]]
) -> None:
    graph = graph_of(kb, records, f"{SITE}downloads/knowledge.jsonld")
    own = {str(node).removeprefix(SITE[:-1]) for node in graph.all_nodes() if str(node).startswith(SITE)}
    assert len(own) > 100
    assert [address for address in sorted(own) if not stands(address, places)] == []


# Atom


def test_every_feed_is_read_by_feedparser(kb: Kb, placed: Kb, records: tuple[Record, ...]) -> None:
    for knowledge in (kb, placed):
        for path, data in find_exports()["atom"](knowledge, records).items():
            feed = feedparser.parse(data)
            assert not feed.bozo and feed.version == "atom10", path
            assert feed.feed.id and feed.feed.title and feed.feed.updated and feed.feed.author and feed.entries
            assert feed.feed.updated == max(entry.updated for entry in feed.entries)
            ids = [entry.id for entry in feed.entries]
            assert len(ids) == len(set(ids)), path
            assert all(entry.title and entry.link and entry.updated_parsed for entry in feed.entries)


def test_feeds_tell_every_change_of_substance_and_every_turn_of_a_ruling(kb: Kb, records: tuple[Record, ...]) -> None:
    feeds = {path: feedparser.parse(data) for path, data in find_exports()["atom"](kb, records).items()}
    for work, book in kb.books.items():
        if book.emended is not None:
            changes = sum(record.substantive for record in book.emendations)
            assert len(feeds[f"feeds/rules/{work}.atom"].entries) == changes
    turns = Counter(
        each.change.value != "same"
        for chronicle in kb.chronicles.values()
        for life in chronicle.history.lives
        for each in life.attestations
    )
    issued = feeds.pop("feeds/rulings/versions.atom")
    ruled = [entry for path, feed in feeds.items() if "/rulings/" in path for entry in feed.entries]
    assert len(ruled) == turns[True]
    said = {
        " ".join(each.text.split())
        for chronicle in kb.chronicles.values()
        for life in chronicle.history.lives
        for each in life.attestations
    }
    for entry in ruled:
        told = entry.title.split(": ", 2)[2].removesuffix("…").strip()
        assert told and any(text.startswith(told) for text in said), "it tells which ruling"
    assert [entry.title for entry in issued.entries] == ["HL 4", "HL 3", "HL 2", "HL 1"]
    assert sum(int(n) for entry in issued.entries for n in re.findall(r": (\d+)<", entry.summary)) == turns[True]


def test_a_feed_has_a_change_on_the_day_of_the_text_it_rests_on(kb: Kb, records: tuple[Record, ...]) -> None:
    """As the page of the book by dates has it; not on the day somebody emended the book."""
    feed = feedparser.parse(find_exports()["atom"](kb, records)["feeds/rules/the-drowned-coast.atom"])
    days = {entry.link.rpartition("#")[2]: entry.updated[:10] for entry in feed.entries}
    assert (days["dawn-phase~ajysky"], days["landing-phase~6xazt4"]) == ("2004-11-01", "2005-06-01")


def test_addresses_of_feeds_lead_to_pages(
    placed: Kb, records: tuple[Record, ...], places: Mapping[str, frozenset[str]]
) -> None:
    for path, data in find_exports()["atom"](placed, records).items():
        feed = feedparser.parse(data)
        links = {link.rel: link.href for link in feed.feed.links}
        assert links["self"] == f"{SITE}downloads/{path}"
        for address in (links["alternate"], *(entry.link for entry in feed.entries)):
            assert stands(address.removeprefix(SITE[:-1]), places), address


def test_a_feed_of_a_site_without_an_address_is_read_from_where_it_lies(
    kb: Kb, records: tuple[Record, ...], places: Mapping[str, frozenset[str]]
) -> None:
    """Relative links lead, from the address the feed is fetched from, to pages; no `self` link repeats that address."""
    fetched = "https://mirror.example.org/lantern/"
    for path, data in find_exports()["atom"](kb, records).items():
        feed = feedparser.parse(data, response_headers={"content-location": f"{fetched}downloads/{path}"})
        assert "self" not in {link.rel for link in feed.feed.links}
        for address in (feed.feed.link, *(entry.link for entry in feed.entries)):
            assert address.startswith(fetched), address
            assert stands(address.removeprefix(fetched[:-1]), places), address


# Inventory


def test_inventory_is_read_by_another_program(
    kb: Kb, records: tuple[Record, ...], places: Mapping[str, frozenset[str]]
) -> None:
    inventory = sphobjinv.Inventory(zlib=find_exports()["inventory"](kb, records)["objects.inv"])
    assert inventory.project == "Lantern"
    labels = {each.name: each for each in inventory.objects if each.role == "label"}
    rulings = {record.id for record in records if record.kind is Kind.RULING and record.address}
    assert rulings <= set(labels)
    assert {each.name for each in inventory.objects if each.role == "term"} >= {"Lamps", "Bells"}
    assert labels["bells-below/diving"].dispname == "Lantern: Bells Below, Diving"
    assert labels["bells-below/published/diving"].uri_expanded == "rules/bells-below/published/#diving"
    documents = {each.name: each.uri_expanded for each in inventory.objects if each.role == "doc"}
    assert documents == {
        "rules/bells-below": "rules/bells-below/",
        "rules/the-drowned-coast": "rules/the-drowned-coast/",
        "rules/winter-quay/published": "rules/winter-quay/published/",
    }
    assert labels["bells-below/wreckers.p3"].uri_expanded == "rules/bells-below/#wreckers.p3"
    assert [each.name for each in inventory.objects if not stands(f"/{each.uri_expanded}", places)] == []
    named = [(each.name, each.role) for each in inventory.objects]
    assert len(named) == len(set(named))


# What may be published


def test_words_of_others_are_not_published_unasked(kb: Kb, records: tuple[Record, ...]) -> None:
    shut = replace(kb, manifest=replace(kb.manifest, rights=replace(kb.manifest.rights, downloads=False)))
    offered = write_downloads(shut, records)
    assert set(offered) == {"atom", "graphml", "inventory", "json-schema"}
    assert set(write_downloads(kb, records)) == set(find_exports())
    everything = b"\n".join(data for files in offered.values() for data in files.values())
    said = [record.text for record in records if record.kind is Kind.RULING and len(record.text.split()) > 7]
    assert said and [text for text in said if text.encode() in everything] == []
    page = build_pages(shut, read_templates(ROOT), offered).value["downloads/index.md"]
    assert "kb export sqlite" in page and "knowledge.sqlite" not in page


def test_the_page_of_downloads_lists_each_file_once_and_folds_the_folders_of_many() -> None:
    feeds = {f"feeds/card/{letter}.atom": b"" for letter in "abcdefg"} | {
        "feeds/all.atom": b"",
        "feeds/turn/end.atom": b"",
    }
    offers = {
        offer.name: offer for offer in list_offers({"atom": feeds, "sqlite": {"knowledge.sqlite": b""}}, Words(), "")
    }
    offer = offers["atom"]
    assert [path for path, _, _ in offer.files] == ["feeds/all.atom", "feeds/turn/end.atom"]
    assert [(folder, len(held)) for folder, held in offer.folders] == [("feeds/card", 7)]
    listed = [path for files in (offer.files, *(held for _, held in offer.folders)) for path, _, _ in files]
    assert sorted(listed) == sorted(feeds)
    assert [path for path, _, _ in offers["sqlite"].files] == ["knowledge.sqlite"]
    assert not offers["tei"].offered
