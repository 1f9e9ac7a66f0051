"""The search of everything on the reference texts: what a judge asks, what a player types, and what it weighs."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from kb.answers.search import Group, Kind, Record
from kb.graph import Kb
from kb.queries.terms import know_terms
from kb.search import SearchIndex
from kb.search.gather import gather_records
from kb.spelling import name_key
from tests.browser.conftest import served
from tests.browser.test_seeking import weigh
from tests.built import Site

BYTES = 300_000
QUESTIONS = (
    *("agent", "agents", "corruption check", "under-deeps", "wizardhaven", "agent movement", "ringwraith"),
    *("tap a character", "fallen wizard", "site path", "gollum", "influence attempt"),
)
ASK = """async (asked) => {
  const { openIndex } = await import(new URL("../assets/search-index.js", location.href));
  const little = () => import(new URL("../assets/search-little.js", location.href));
  const { find } = await openIndex(new URL("./", location.href), little);
  const found = await find(asked);
  const records = await Promise.all(found.hits.slice(0, 400).map((hit) => hit.data()));
  return { total: found.total, meant: found.meant, at: records.map((each) => each.filters.at[0]),
    groups: records.map((each) => each.filters.group[0]) };
}"""


@pytest.fixture(scope="module")
def records(knowledge: Kb) -> tuple[Record, ...]:
    return gather_records(knowledge, know_terms(knowledge))


@pytest.fixture(scope="module")
def index(knowledge: Kb, records: tuple[Record, ...]) -> SearchIndex:
    return SearchIndex.of(records, know_terms(knowledge))


@pytest.fixture(scope="module")
def site_address(reference: Site) -> Iterator[str]:
    with served(reference.folder) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(f"{site_address}search/")
    yield opened
    context.close()


def ask(page: Page, words: str, **narrowed: list[str]) -> Any:
    return page.evaluate(ASK, {"words": words, **narrowed})


def test_every_ruling_on_agents_is_found_and_stands_before_what_only_names_them(
    page: Page, records: tuple[Record, ...]
) -> None:
    under = {
        record.address: record.group
        for record in records
        if record.kind is Kind.RULING and any(name_key(name) == name_key("Agent") for name in record.names)
    }
    assert len(under) >= 29
    found = ask(page, "agent")
    assert under.keys() <= set(found["at"])
    assert found["groups"][0] == "term" and found["at"][0] == "/rulings/term/agent/"
    things = sum(group in {"term", "card"} for group in found["groups"])
    held = [at for at, group in under.items() if group is Group.RULING]
    assert set(held) <= set(found["at"][: len(under) + things])
    narrowed = ask(page, "agents", groups=["ruling"])
    assert set(held) <= set(narrowed["at"])


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_site_answers_as_the_command_does(page: Page, index: SearchIndex, words: str) -> None:
    """The same first, and most of the first ten. They differ where FTS5 counts forms of a word and Pagefind lengths of
    texts otherwise; where an alias of a term is searched as a phrase (`kb search`); where a word only begins as asked
    (the site); where a word stands in the title of a book alone (`kb search`)."""
    found, told = ask(page, words), index.find(words, (), 10)
    assert found["at"][0] == told.hits[0].record.address
    assert len({hit.record.address for hit in told.hits} & set(found["at"][:10])) >= 5
    assert 0.85 <= found["total"] / told.total <= 1.15


@pytest.mark.parametrize(
    "words",
    [
        *("alata", "pala", "beor", "creat", "old man wi", "here, the", "dwarven r", "black"),  # names so far as typed
        *("ancient", "hidden", "anduin", "come", "favor valar"),  # words of names
        *("black arrwo", "algn palantir", "final proweess"),  # a word that no text has
        *("company other characters", "only one corruption card per turn"),  # words that others begin with
    ],
)
def test_the_site_and_the_command_have_one_first_answer(page: Page, index: SearchIndex, words: str) -> None:
    found, told = ask(page, words), index.find(words, (), 3)
    assert found["at"][0] == told.hits[0].record.address


def test_an_answer_does_not_depend_on_what_was_asked_before(browser: Browser, page: Page, site_address: str) -> None:
    """Pagefind loads its index in parts as words ask for them, by itself not all that a beginning asks for."""
    typed = ("dwarven r", "old man wi", "a co", "comp", "hazard li", "the company mo", "re", "here, the")
    for words in typed:  # whatever they need is there now
        ask(page, words)
    context = browser.new_context()
    for words in typed:
        alone = context.new_page()
        alone.goto(f"{site_address}search/")
        assert ask(alone, words) == ask(page, words), words
        alone.close()
    context.close()


@pytest.mark.parametrize(
    ("typed", "address"),
    [("abdu", "/cards/a/abductor/"), ("adun", "/cards/a/adunaphel/"), ("helm", "/cards/a/adamant-helmet/")],
)
def test_a_card_is_found_by_four_letters(page: Page, typed: str, address: str) -> None:
    assert address in ask(page, typed)["at"][:3]


@pytest.mark.parametrize("number", [1, 6, 12, 14, 15])
def test_a_version_is_found_by_its_name(page: Page, index: SearchIndex, number: int) -> None:
    address = f"/rulings/versions/crf-{number}/"
    assert ask(page, f"crf {number}")["at"][0] == address
    assert index.find(f"CRF {number}", (), 3).hits[0].record.address == address


@pytest.mark.parametrize(
    ("slip", "name"), [("agnet", "agent"), ("corrupton", "corruption"), ("wizardhavn", "wizardhaven")]
)
def test_slips_are_answered(page: Page, slip: str, name: str) -> None:
    found = ask(page, slip)
    assert name in {name_key(each) for each in found["meant"]}


@pytest.mark.parametrize(
    "slip",
    ["Aragron", "Aragon", "oponent", "company moevment", "hazrad limit", "automatic atack", "coruption chekc",
     "Andruil", "ready uumor", "sscenarios", "Secret Entrnace", "emoving penlaties", "leadrs", "nclean refes"],
)  # fmt: skip
def test_slips_are_answered_as_by_the_command(page: Page, index: SearchIndex, slip: str) -> None:
    told = index.find(slip).did_you_mean
    assert told
    assert ask(page, slip)["meant"] == list(told)


@pytest.mark.parametrize(
    ("slip", "word"),
    [("Aragron", "aragorn"), ("oponent", "opponent"), ("company moevment", "company movement"), ("Andruil", "anduril")],
)
def test_a_word_of_a_name_or_of_many_texts_is_meant(index: SearchIndex, slip: str, word: str) -> None:
    assert index.find(slip).did_you_mean[0] == word


def test_a_short_beginning_is_no_other_word(page: Page) -> None:
    """`Or` is an ending, but not behind `he`."""
    assert ask(page, "heor")["total"] == 0


def test_a_slip_that_stands_in_a_text_too_is_asked_about_as_by_the_command(page: Page, index: SearchIndex) -> None:
    found, told = ask(page, "goldbery"), index.find("goldbery")
    assert 0 < found["total"] == told.total <= 3
    assert found["meant"] == list(told.did_you_mean) == ["Goldberry"]


@pytest.mark.parametrize("words", ["agent", "corruption", "the company moves", "ringwraith"])
@pytest.mark.parametrize("path", ["search/", ""])
def test_what_is_loaded_before_the_first_result(browser: Browser, site_address: str, path: str, words: str) -> None:
    """All answers in full, uncompressed, from opening a page until its first result is seen: page, styles, scripts,
    index and records; on other pages than that of the search in the panel that `/` opens."""
    weights = weigh(browser, site_address, path, words)
    own = sum(weight for url, weight in weights.items() if "/data/" in url)
    assert own < sum(weights.values()) < BYTES, (own, weights)
    assert not any(url.startswith("http") for url in weights)


@pytest.mark.parametrize("path", ["rules/dark-minions/", "rulings/term/agent/", "cards/a/adunaphel/"])
def test_what_is_loaded_beside_a_long_page(browser: Browser, site_address: str, path: str) -> None:
    """An emended book with all its marks and authorities weighs nearly that much alone; beside it little is loaded."""
    weights = weigh(browser, site_address, path, "agent")
    assert sum(weights.values()) - weights[path] < 280_000
