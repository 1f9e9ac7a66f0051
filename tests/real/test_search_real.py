"""Terms, mentions and search on the reference texts."""

import random
import re
from collections.abc import Mapping
from html import unescape

import pytest
from markdown_it import MarkdownIt

from kb.answers.search import Kind, Record
from kb.graph import Kb
from kb.lexicon import suggest_terms
from kb.mentions import MentionFinder, mentions_in
from kb.queries.terms import know_terms
from kb.search import SearchIndex
from kb.search._question import COMMON
from kb.search.gather import gather_records
from kb.terms import Inventory, unaccented
from tests.timing import least_seconds


@pytest.fixture(scope="module")
def inventory(knowledge: Kb) -> Inventory:
    return know_terms(knowledge)


@pytest.fixture(scope="module")
def records(knowledge: Kb, inventory: Inventory) -> tuple[Record, ...]:
    return gather_records(knowledge, inventory)


@pytest.fixture(scope="module")
def index(records: tuple[Record, ...], inventory: Inventory) -> SearchIndex:
    return SearchIndex.of(records, inventory)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("agents", "Agent"),
        ("Under-deeps", "Under-deeps"),
        ("Underdeeps", "Under-deeps"),
        ("under deeps", "Under-deeps"),
        ("underdeep", "Under-deeps"),
        ("dunadan", "Dúnadan"),
        ("tapping", "Tap"),
        ("hazard limits", "Hazard Limit"),
        ("surface sites", "surface site"),
        ("active condition", "Active Conditions"),
        ("one ring", "The One Ring"),
    ],
)
def test_any_spelling_finds_the_term(inventory: Inventory, index: SearchIndex, wanted: str, name: str) -> None:
    assert inventory.find(wanted)[0].name == name
    assert index.find(wanted).hits[0].record.title == name


def test_slips_are_answered_with_what_may_be_meant(index: SearchIndex) -> None:
    assert index.find("agnet").did_you_mean[0] == "Agent"
    assert index.find("underdeps").did_you_mean[0] == "Under-deeps"


def test_the_rulings_on_a_term_follow_it(index: SearchIndex) -> None:
    hits = index.find("agents", (), 20).hits
    assert hits[0].record.kind is Kind.TERM
    assert {hit.record.kind for hit in hits[1:20]} == {Kind.RULING}
    assert all(hit.record.title.startswith("Agent ·") for hit in hits[1:20])


def test_every_term_of_a_compendium_is_found_by_its_name(knowledge: Kb, inventory: Inventory) -> None:
    for version in knowledge.versions.values():
        lost = [
            heading.term
            for heading in version.terms
            if heading.section.value in {"term", "card"} and not inventory.find(heading.term)
        ]
        assert lost == [], version.id


def test_addresses_are_places_of_the_site(pages: Mapping[str, str], records: tuple[Record, ...]) -> None:
    places: set[str] = set()
    for path, text in pages.items():
        page = f"/{path.removesuffix('index.md')}"
        ids = re.findall(r'\bid="([^"]*)"', text) + re.findall(r"^#+ .*\{: #(\S+)[^{}]*\}$", text, re.MULTILINE)
        places |= {page, *(f"{page}#{unescape(ident)}" for ident in ids)}
    assert [each.address for each in records if each.address.startswith("/") and each.address not in places] == []
    homeless = [each.title for each in records if not each.address]
    assert len(homeless) <= 3, homeless


def test_mentions_stand_where_they_say(knowledge: Kb, inventory: Inventory) -> None:
    finder = MentionFinder(inventory)
    found = [
        (document.source.slice(mention.span), mention.term)
        for document in knowledge.documents.values()
        for clause in document.clauses
        for mention in mentions_in(clause, finder)
    ]
    assert len(found) > 15_000
    assert [words for words, term in found if unaccented(words)[:2].casefold() not in _beginnings(term.spellings)] == []


def test_mentions_are_found_in_the_time_that_parsing_takes(knowledge: Kb, inventory: Inventory) -> None:
    documents = tuple(knowledge.documents.values())
    parser = MarkdownIt()

    def find() -> None:
        finder = MentionFinder(inventory)
        for document in documents:
            for clause in document.clauses:
                for _ in mentions_in(clause, finder):
                    pass

    finding, parsing = least_seconds(find, lambda: [parser.parse(each.source.text) for each in documents], rounds=2)
    assert finding < 4 * parsing


def _beginnings(spellings: tuple[str, ...]) -> set[str]:
    bare = [re.sub(r"^(?:the|an?) ", "", name.casefold()) for name in spellings]
    every = [*bare, *(name.casefold() for name in spellings)]
    return {name[:2] for name in every} | {unaccented(name)[:2] for name in every}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("detianment", "detainment"), ("agnet", "agent"), ("underdeps", "under-deeps"), ("ringwraiht", "ringwraith")],
)
def test_a_slip_is_asked_about(inventory: Inventory, index: SearchIndex, typed: str, meant: str) -> None:
    """Transposed and lost letters; the first suggestion is, or opens with, what was meant."""
    assert inventory.find(typed) == ()
    spellings = [name for term in inventory.terms for name in term.spellings]
    assert suggest_terms(typed, spellings)[0].casefold().startswith(meant)
    assert index.find(typed).did_you_mean[0].casefold().startswith(meant)


def test_a_passage_is_found_by_words_of_its_own_and_one_that_it_lacks(
    records: tuple[Record, ...], index: SearchIndex
) -> None:
    """Who asks in words of his own has some that the text has not; nearly always it is among the first eight."""
    chance, words = random.Random(1), re.compile(r"[a-z]{3,}")
    said = [record for record in records if record.kind in {Kind.RULING, Kind.CLAUSE} and 60 < len(record.text) < 500]
    own = {record.address: sorted(set(words.findall(record.text.lower())) - COMMON) for record in said}
    foreign = sorted({word for each in own.values() for word in each})
    asked = [record for record in said if len(own[record.address]) >= 5][:: len(said) // 60]
    found = 0
    for record in asked:
        lacking = chance.choice([word for word in foreign if word not in own[record.address]])
        question = " ".join([*chance.sample(own[record.address], 5), lacking])
        found += any(hit.record.text == record.text for hit in index.find(question, limit=8).hits)
    assert found >= 0.95 * len(asked)
