"""Finding rulings: the page answers as the command does, by keyboard, from its address, and says what was meant."""

import re
from collections import Counter
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from kb.files import read_corpus
from kb.force import Play, Status
from kb.html.quotes import curl
from kb.interface import Words
from kb.pipeline import build_kb
from kb.queries.ruling_list import Question, answer_question
from kb.queries.ruling_shelves import fill_shelves
from kb.shelves import Shelf
from tests.browser.conftest import Visit
from tests.built import ROOT

FIND = "rulings/find/"
STATUSES = {
    "In force": Status.IN_FORCE,
    "Not certain": Status.UNDETERMINED,
    "Not yet in force": Status.NOT_YET,
    "Ended": Status.ENDED,
}


@cache
def shelves() -> tuple[Shelf, ...]:
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    assert corpus is not None
    return fill_shelves(build_kb(corpus.manifest, corpus.texts).value)


def shown(page: Page) -> Counter[tuple[str, Status, str]]:
    """The rulings found: id, status and words."""
    page.locator("#kb-found li").first.wait_for()
    while page.locator("#kb-more").is_visible():
        page.locator("#kb-more").click()
    rows = page.evaluate(
        "() => [...document.querySelectorAll('#kb-found li')].map(each => ["
        "each.querySelector('a').getAttribute('href').split('#')[1], each.querySelector('.force').textContent,"
        "each.querySelector('p:nth-of-type(2)').textContent])"
    )
    return Counter((ident, STATUSES[force], text) for ident, force, text in rows)


def answered(question: Question) -> Counter[tuple[str, Status, str]]:
    """What the command answers, whatever the status."""
    found = [
        each
        for status in Status
        for each in answer_question(
            shelves(),
            Question(question.term, question.version, question.as_of, None, question.play, status),
        ).found
    ]
    return Counter((str(each.entry.life.id), each.standing.status, curl(each.wording.text)) for each in found)


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("term=keeper&on=2005-12-01", Question("keeper", None, "2005-12-01")),
        ("term=lamps&on=2005-10-17", Question("lamps", None, "2005-10-17")),
        ("on=2004-09-13", Question(None, None, "2004-09-13")),
        ("on=2005-02-06", Question(None, None, "2005-02-06")),
        ("on=2005-12-31", Question(None, None, "2005-12-31")),
        ("on=2006-05-08", Question(None, None, "2006-05-08")),
        ("on=2006-07-01&play=casual", Question(None, None, "2006-07-01", play=Play.CASUAL)),
        ("on=2006-05-08&play=casual", Question(None, None, "2006-05-08", play=Play.CASUAL)),
        ("on=2005-10-18&play=casual", Question(None, None, "2005-10-18", play=Play.CASUAL)),
        ("version=harbour-ledger-2", Question(None, "harbour-ledger-2")),
        ("version=harbour-ledger-3&on=2006-09-01", Question(None, "harbour-ledger-3", "2006-09-01")),
        ("term=Drowned Town", Question("Drowned Town")),
        ("term=under-town", Question("under-town")),
        ("term=wrecker", Question("wrecker")),
        ("play=casual", Question(play=Play.CASUAL)),
    ],
)
def test_the_page_answers_as_the_command_does(desk: Visit, query: str, question: Question) -> None:
    expected = answered(question)
    assert expected
    assert shown(desk.open(f"{FIND}?{query}")) == expected


def test_days_are_said_as_people_do(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp")
    days = page.locator("#kb-found time")
    days.first.wait_for()
    for day, said in days.evaluate_all("list => list.map(each => [each.dateTime, each.textContent])"):
        assert Words.of("en").date(day) == said != day
    assert not re.search(r"\d{4}-\d\d-\d\d", page.locator("#kb-found").inner_text())


def test_printed_dates_make_a_difference_to_tournaments_only() -> None:
    days = ("2005-10-18", "2006-05-08", "2006-05-09", "2006-06-01")
    assert any(
        answered(Question(None, None, day)) != answered(Question(None, None, day, play=Play.CASUAL)) for day in days
    )


@pytest.mark.parametrize("status", [Status.IN_FORCE, Status.ENDED])
def test_a_status_narrows_what_is_shown(desk: Visit, status: Status) -> None:
    every = answered(Question(None, None, "2006-05-08"))
    kept = Counter({each: times for each, times in every.items() if each[1] is status})
    assert shown(desk.open(f"{FIND}?on=2006-05-08&status={status.value}")) == kept


def test_everything_is_done_with_the_keyboard_and_kept_in_the_address(desk: Visit) -> None:
    page = desk.open(FIND)
    page.locator("[name=find]").focus()
    seen = []
    for _ in range(12):
        seen.append(page.evaluate("() => document.activeElement.name || ''"))
        page.keyboard.press("Tab")
    assert list(dict.fromkeys(each for each in seen if each)) == [
        *("find", "term", "on", "status", "kind", "version", "year", "play"),
    ]
    page.locator("[name=term]").focus()
    page.keyboard.type("keepers")
    page.keyboard.press("Tab")
    page.keyboard.type("12012005")
    expect(page).to_have_url(re.compile(r"\?term=keepers&on=2005-12-01$"))
    page.locator("[name=status]").focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"&status=in-force$"))
    expect(page.get_by_role("status")).to_contain_text("In force:")
    page.keyboard.press("Enter")
    again = desk.open(page.url.removeprefix(desk.address))
    assert shown(again) == shown(page)
    for name, value in (("term", "keepers"), ("on", "2005-12-01"), ("status", "in-force")):
        expect(again.locator(f"[name={name}]")).to_have_value(value)


def test_a_result_tells_its_authority_its_status_and_its_ground(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp&on=2006-05-08")
    for item in page.locator("#kb-found li").all():
        expect(item.locator(".force")).not_to_be_empty()
        expect(item.locator("p").first).to_have_text(re.compile(r".+ · .+ · .+"))
        expect(item.locator("p").last).to_have_text(re.compile(r"HL \d"))


@pytest.mark.parametrize(("slip", "name"), [("Keeprs", "Keepers"), ("lmaps", "Lamps"), ("stroms", "Storms")])
def test_slips_are_answered_with_what_may_be_meant(desk: Visit, slip: str, name: str) -> None:
    page = desk.open(f"{FIND}?term={slip}")
    meant = page.locator("#kb-said button")
    expect(meant.first).to_have_text(name)
    meant.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=term]")).to_have_value(name)
    expect(page.locator("[name=term]")).to_be_focused()
    expect(page.locator("#kb-found li").first).to_be_visible()


def test_a_page_of_a_term_leads_to_its_rulings_of_a_day(desk: Visit) -> None:
    page = desk.open("rulings/term/drowned-towns/")
    page.get_by_role("link", name="As of a day").click()
    expect(page.locator("[name=term]")).to_have_value("Drowned Towns")
    expect(page.locator("#kb-found li").first).to_be_visible()


def test_without_scripts_the_terms_stand_from_a_to_z(plain: Visit) -> None:
    page = plain.open(FIND)
    expect(page.locator("#kb-find")).to_be_hidden()
    page.locator("noscript a").click()
    expect(page).to_have_url(re.compile(r"/rulings/$"))
    expect(page.locator("ul.az a").first).to_be_visible()
    page.get_by_role("link", name="Keepers").first.click()
    expect(page.locator(".ruling").first).to_be_visible()


def test_an_unknown_word_finds_nothing_and_says_so(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=xyzzyx")
    expect(page.get_by_role("status")).to_contain_text("No ruling has all of this.")
    expect(page.locator("#kb-found li")).to_have_count(0)
