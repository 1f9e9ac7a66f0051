"""Finding rulings: the page answers as the command does, by keyboard, from its address, and says what was meant."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from time import sleep
from urllib.parse import unquote, urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from kb.answers.ruling_list import Question, answer_question, find_opposed
from kb.attested import Change
from kb.files import read_corpus
from kb.force import Play, Status
from kb.graph import Kb
from kb.html.quotes import curl
from kb.interface import RULED, Words
from kb.lexicon import plain_key
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.places.base import Base
from kb.places.settling import Lives
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.finder import make_finder
from kb.shelves import Shelf
from tests.browser.conftest import SHIFTS, Visit
from tests.built import ROOT, Site
from tests.kites import game, rulings, shared

FIND = "rulings/find/"
STATUSES = {
    "In force": Status.IN_FORCE,
    "Not certain": Status.UNDETERMINED,
    "Not yet in force": Status.NOT_YET,
    "Ended": Status.ENDED,
}


REWORDED = """() => {
  const alike = ["respelled", "moved", "placed", "relabelled", "clarified", "unsaid", "again"];
  let part = "";
  return [...document.querySelectorAll("#kb-text h2, #kb-text .ruling")].flatMap(each => {
    if (each.matches("h2")) part = each.id;
    const link = each.matches(".ruling") && each.querySelector('a[href*="#"]');
    return link && !alike.includes(part) ? [link.hash.slice(1)] : [];
  });
}"""
"""The ids of the rulings that a page of changes lists, less those whose words are the same."""


@cache
def knowledge() -> Kb:
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    assert corpus is not None
    return build_kb(corpus.manifest, corpus.texts).value


@cache
def shelves() -> tuple[Shelf, ...]:
    return fill_shelves(knowledge())


@cache
def placed() -> Lives:
    lives = Base.of(knowledge()).lives
    assert lives is not None
    return lives


@cache
def with_a_gap() -> Kb:
    """The same rulings with the third version missing, where the first spells whatever it has in words of its own, and
    the second with a mark of its own."""
    kb = knowledge()
    name, chronicle = next(iter(kb.chronicles.items()))
    first, second, third, *others = chronicle.history.slots
    lives = []
    for life in chronicle.history.lives:
        kept = [each for each in life.attestations if each.version != third.id]
        if any(each.change is not Change.DROPPED for each in kept):
            own = [
                replace(each, text=f"{each.text} So the first.", words=(*each.words, "so", "the", "first"))
                if each.version == first.id
                else replace(each, text=f"{each.text} !")
                if each.version == second.id
                else each
                for each in kept
            ]
            lives.append(replace(life, attestations=tuple(own)))
    slots = (first, second, replace(third, at_hand=False), *others)
    history = replace(chronicle.history, slots=slots, lives=tuple(lives))
    return replace(kb, chronicles={name: replace(chronicle, history=history)})


def asked_of(page: Page, kb: Kb) -> None:
    """Make the finder ask the rulings of another site; what the one before is about to say is said to nobody."""
    finder = make_finder(Base.of(kb), FIND)
    assert finder is not None
    page.evaluate(
        "data => { document.getElementById('kb-find').dataset.rulings = data;"
        "for (const id of ['kb-find', 'kb-more', 'kb-said', 'kb-found']) {"
        "const each = document.getElementById(id); each.replaceWith(each.cloneNode(true)); } }",
        finder.data,
    )
    page.add_script_tag(path=ROOT / "site_templates" / "theme" / "assets" / "find.js")


Found = tuple[str, Status, str, str, str, bool]
"""A ruling found: id, status, words, the term it stands under, what it is called there, and whether another contradicts
it."""


def shown(page: Page) -> Counter[Found]:
    """The rulings found."""
    page.locator("#kb-found li").first.wait_for()
    while page.locator("#kb-more").is_visible():
        page.locator("#kb-more").click()
    rows = page.evaluate(
        "() => [...document.querySelectorAll('#kb-found li')].map(each => ["
        "each.querySelector('a').getAttribute('href').split('#')[1], each.querySelector('.force').textContent,"
        "each.querySelector('p:nth-of-type(2)').textContent, each.querySelector('a').textContent,"
        "each.querySelector('a').nextSibling.textContent, !!each.querySelector('.opposed')])"
    )
    return Counter(
        (ident, STATUSES[force], text, term, authority.split(",")[0].strip(" \N{NO-BREAK SPACE}·"), opposed)
        for ident, force, text, term, authority, opposed in rows
    )


def answered(question: Question, asked: tuple[Shelf, ...] = ()) -> Counter[Found]:
    """What the command answers, whatever the status, each called as on pages: a term that several headings share with
    the one above it."""
    words = Words()
    found = [
        each
        for status in Status
        for each in answer_question(
            asked or shelves(),
            Question(question.term, question.version, question.as_of, None, question.play, status),
        ).found
    ]
    return Counter(
        (
            str(each.entry.life.id),
            each.standing.status,
            curl(each.wording.text),
            curl(placed().called(each.entry.life, each.wording.term)),
            each.wording.label or words(RULED[each.wording.kind]),
            any(not one.older and one.ruling != each.entry.life.id for one in find_opposed(each)),
        )
        for each in found
    )


@pytest.mark.parametrize("width", [2200, 1280, 800, 600])
def test_the_fields_of_both_lines_stand_below_each_other(desk: Visit, width: int) -> None:
    page = desk.open(FIND)
    page.set_viewport_size({"width": width, "height": 800})
    boxes = [each.bounding_box() for each in page.locator("#kb-find :is(input, select)").all()]
    first, second = ([(box["x"], box["x"] + box["width"]) for box in row if box] for row in (boxes[:3], boxes[3:]))
    assert len(first) == 3 and len(second) == 6
    for side in (0, 1):
        assert {each[side] for each in first} <= {each[side] for each in second}


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
        ("term=Lamps, The", Question("Lamps, The")),
        ("play=casual", Question(play=Play.CASUAL)),
    ],
)
def test_the_page_answers_as_the_command_does(desk: Visit, query: str, question: Question) -> None:
    expected = answered(question)
    assert expected
    assert shown(desk.open(f"{FIND}?{query}")) == expected


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("on=2004-09-13", Question(None, None, "2004-09-13")),
        ("on=2005-02-06", Question(None, None, "2005-02-06")),
        ("on=2005-12-31", Question(None, None, "2005-12-31")),
        ("version=harbour-ledger-1", Question(None, "harbour-ledger-1")),
        ("version=harbour-ledger-2", Question(None, "harbour-ledger-2")),
        ("play=casual", Question(play=Play.CASUAL)),
    ],
)
def test_a_ruling_is_read_as_it_was_spelt_on_the_day(desk: Visit, query: str, question: Question) -> None:
    page = desk.open(f"{FIND}?{query}")
    asked_of(page, with_a_gap())
    expected = answered(question, fill_shelves(with_a_gap()))
    assert shown(page) == expected


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("", "In force"),
        ("2002-06-02", "In force"),
        ("2009-02-14", "In force"),
        ("2009-02-15", "Not certain"),
        ("2009-02-16", "Ended"),
    ],
)
def test_a_ruling_whose_end_is_ahead_is_in_force_up_to_that_day_and_where_no_day_is_asked_for(
    desk: Visit, day: str, status: str
) -> None:
    said = rulings(Flying="A kite flies by day. [Effective 6/1/02 until 2/15/09]")
    kb = game([said, said])
    page = desk.open(f"{FIND}?term=flying&on={day}")
    asked_of(page, kb)
    row = page.locator("#kb-found li")
    expect(row.locator(".force")).to_have_text(status)
    expect(row).to_contain_text("ntil 15 February 2009, by its own words")
    (found,) = answer_question(fill_shelves(kb), Question(as_of=day or None, status=STATUSES[status])).found
    assert found.entry.life.id in str(row.locator("a").first.get_attribute("href"))


def test_words_that_a_ruling_has_no_more_find_it_where_nothing_else_has_them(desk: Visit) -> None:
    """A judge is quoted a ruling out of an old version."""
    first = rulings(Flying="A kite flies by day, tied to the pier.", Landing="A kite lands on the pier.")
    second = rulings(Flying="A kite flies by day, held by hand.", Landing="A kite lands on the pier.")
    page = desk.open(f"{FIND}?find=tied+to+the+pier")
    asked_of(page, game([first, second]))
    said, row = page.locator("#kb-said"), page.locator("#kb-found li")
    expect(said).to_have_text("No ruling has all of this as it is worded. In older words: 1")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("A kite flies by day, tied to the pier.")
    expect(row.locator(".force")).to_have_text("Ended")
    expect(row).to_contain_text("Other words in KR 2")
    words = page.get_by_label("Words")
    words.fill("the pier")
    expect(row).to_contain_text("A kite lands on the pier.")
    expect(said).to_contain_text("Rulings found: 1")
    words.fill("tied to the moon")
    expect(said).to_contain_text("No ruling has all of this.")
    expect(row).to_have_count(0)


def test_what_a_ruling_lists_stands_on_lines_of_its_own_and_is_copied_so(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(f"{FIND}?find=string")
    head = "# Kite Rulings\n\n## Rulings by Term\n\n### Flying\n\n"
    asked_of(page, game([f"{head}- No kite is flown with:\n    - the long string\n    - a tail\n"]))
    told = "No kite is flown with:\n• the long string\n• a tail"
    assert page.locator("#kb-found li p").nth(1).inner_text() == told
    page.get_by_label("Words").fill('"long string"')
    expect(page.locator("#kb-said")).to_contain_text("Rulings found: 1")
    page.get_by_role("button", name="Copy this list with citations").click()
    expect(page.get_by_text("List copied")).to_be_visible()
    assert f"\n{told}\n" in str(page.evaluate("navigator.clipboard.readText()"))


def test_the_numbers_of_items_are_told_and_are_none_of_the_words_that_are_looked_for(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=string")
    head = "# Kite Rulings\n\n## Rulings by Term\n\n### Flying\n\n"
    asked_of(page, game([f"{head}- A kite is flown so:\n    1. tie the string\n    2. let it go\n"]))
    assert page.locator("#kb-found li p").nth(1).inner_text() == "A kite is flown so:\n1. tie the string\n2. let it go"
    for words, found in (('"the string let it go"', True), ("kite 2", False)):
        page.get_by_label("Words").fill(words)
        expect(page.locator("#kb-said")).to_contain_text("Rulings found: 1" if found else "No ruling has all of this")


def test_spellings_make_a_difference_to_what_is_read() -> None:
    asked = fill_shelves(with_a_gap())
    old, new = (answered(Question(None, None, day), asked) for day in ("2004-12-31", "2006-12-31"))
    before, after = (
        {ident: text for ident, status, text, *_ in found if status is Status.IN_FORCE} for found in (old, new)
    )
    assert any(
        text.endswith("So the first.") and "So the" not in after.get(each, "So the") for each, text in before.items()
    )
    middle = {ident: text for ident, _, text, *_ in answered(Question(None, None, "2005-09-30"), asked)}
    assert any(middle.get(each) == f"{text} !" for each, text in after.items())


def test_a_ruling_is_called_as_it_was_on_the_day(desk: Visit) -> None:
    """What is an erratum since was a clarification first; the page asked for errata of that day does not have it."""
    day = "2005-01-10"
    called = {ident: authority for ident, *_, authority, _ in answered(Question(None, None, day))}
    now = {ident: authority for ident, *_, authority, _ in answered(Question())}
    turned = [each for each in called if called[each] == "Clarification" and now[each] == "Rules Erratum"]
    assert turned
    found = {ident for ident, *_ in shown(desk.open(f"{FIND}?on={day}&kind=clarification"))}
    assert set(turned) <= found


def test_a_ruling_that_another_contradicts_says_so_and_leads_to_it(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=lamps&on=2006-07-01")
    contradicted = page.locator("#kb-found li").filter(has=page.get_by_text("Contradicted", exact=True))
    expect(contradicted).to_have_count(1)
    contradicted.get_by_role("link", name="Contradicted").click()
    expect(page.locator(".clause:target .against").first).to_contain_text("Contradicted")


def test_a_ruling_whose_term_several_headings_share_is_called_with_the_one_above_it(desk: Visit) -> None:
    """A judge can't cite *General*."""
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(f"{FIND}?term=general")
    asked_of(page, game([shared("by day", "on piers"), shared("by night", "on piers")]))
    names = page.locator("#kb-found li a").all_inner_texts()
    assert names == ["Flying: General", "Landing: General"]
    page.get_by_role("button", name="Copy this list with citations").click()
    expect(page.get_by_text("List copied")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert all(f", {name}\N{NO-BREAK SPACE}· " in copied for name in names)


HYPHENATED, PARTED, JOINED = "One kite-tail swings.", "One kite tail swings.", "One kitetail swings."
APART = "A tail and a kite."


@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        ("kite-tail", {HYPHENATED, PARTED, JOINED}),
        ("kite\u2011tails", {HYPHENATED, PARTED, JOINED}),
        ("kite tail", {HYPHENATED, PARTED, APART}),
        ("kitetail", {HYPHENATED, JOINED}),
        ("tail", {HYPHENATED, PARTED, APART}),
        ('"kite tail"', {HYPHENATED, PARTED}),
        ("“tail swings” one", {HYPHENATED, PARTED}),
        ("“tail kite”", set()),
        ('"kite', {HYPHENATED, PARTED, JOINED, APART}),
        ('- "" kite +', {HYPHENATED, PARTED, JOINED, APART}),
    ],
)
def test_words_that_a_hyphen_ties_are_found_however_they_are_written(
    asked: str, answers: set[str], desk: Visit
) -> None:
    page = desk.open(f"{FIND}?{urlencode({'find': asked})}")
    page.evaluate(
        "(told) => { const form = document.getElementById('kb-find'), data = JSON.parse(form.dataset.rulings);"
        "data.texts = data.texts.map((_, at) => told[at % told.length]);"
        "form.dataset.rulings = JSON.stringify(data); form.replaceWith(form.cloneNode(true)); }",
        [HYPHENATED, PARTED, JOINED, APART, "Nothing."],
    )
    page.add_script_tag(path=ROOT / "site_templates" / "theme" / "assets" / "find.js")
    expect(page.get_by_role("status")).to_contain_text("Rulings found" if answers else "No ruling has all of this")
    found = page.evaluate("[...document.querySelectorAll('#kb-found li')].map(each => each.innerText)")
    assert {text for text in (HYPHENATED, PARTED, JOINED, APART) if any(text in each for each in found)} == answers


def test_a_copied_list_has_no_sign_that_nobody_sees(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(f"{FIND}?term=lamps")
    page.evaluate(
        "() => { const form = document.getElementById('kb-find'), data = JSON.parse(form.dataset.rulings);"
        "data.grounds = data.grounds.map(() => 'first seen in HL 12; HL 2–\\u206011 not at hand');"
        "form.dataset.rulings = JSON.stringify(data); form.replaceWith(form.cloneNode(true)); }"
    )
    page.add_script_tag(path=ROOT / "site_templates" / "theme" / "assets" / "find.js")
    expect(page.locator("#kb-found li").first).to_contain_text("HL 2–\N{WORD JOINER}11 not at hand")
    page.get_by_role("button", name="Copy this list with citations").click()
    expect(page.get_by_text("List copied")).to_be_visible()
    assert "HL 2–11 not at hand" in str(page.evaluate("navigator.clipboard.readText()"))


def test_the_page_of_such_a_term_leads_to_its_own_rulings(desk: Visit) -> None:
    rulings = Base.of(knowledge()).rulings
    assert rulings is not None
    (topic, *_) = (each for each in rulings.topics if each.title.endswith(": General"))
    page = desk.open(topic.page)
    page.get_by_role("link", name="As of a day").click()
    rows = shown(page)
    assert {name for *_, name, _, _ in rows} == {topic.title}
    own = {ident for ident, home in rulings.homes.items() if home.page == topic.page}
    assert {ident for ident, status, *_ in rows if status is Status.IN_FORCE} == own
    page.get_by_label("Term or card").fill(topic.title.lower().replace(":", ""))
    assert shown(page) == rows


def test_every_link_to_the_rulings_of_a_day_finds_some(desk: Visit, lantern: Site) -> None:
    """A heading under which no version states a ruling, as one that only refers to others, has none."""
    pages = [path.read_text("utf-8") for path in (lantern.folder / "rulings").rglob("index.html")]
    asked = {unquote(term) for page in pages for term in re.findall(r'href="[./]*find/\?term=([^"#&]+)"', page)}
    assert len(asked) > 40
    page = desk.open(FIND)
    vain = []
    for term in sorted(asked):
        page.get_by_label("Term or card").fill(term)
        if not page.locator("#kb-said").inner_text().startswith("Rulings found"):
            vain.append(term)
    assert vain == []


def test_it_is_told_where_nobody_knows_which_wording_held(desk: Visit) -> None:
    day = "2006-01-10"
    found = answer_question(fill_shelves(with_a_gap()), Question(None, None, day, status=Status.IN_FORCE)).found
    doubted = {str(each.entry.life.id) for each in found if "which wording held is not known" in each.standing.ground}
    assert doubted
    page = desk.open(f"{FIND}?on={day}&status=in-force")
    asked_of(page, with_a_gap())
    shown(page)
    said = page.locator("#kb-found li").filter(has_text="which wording held is not known: other words in HL 4")
    links = said.locator("a").evaluate_all("list => list.map(each => each.getAttribute('href').split('#')[1])")
    assert set(links) == doubted


def test_it_tells_apart_rulings_of_tournaments_and_those_they_play_otherwise(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp+fed+part")
    shown(page)
    marked = page.locator("#kb-found li").filter(has_text="tournaments play otherwise")
    expect(marked).to_have_count(1)
    expect(marked.locator("p").nth(1)).to_have_text("A lamp may not be fed in part.")
    page = desk.open(f"{FIND}?kind=tournament+ruling")
    shown(page)
    expect(page.locator("#kb-found li").filter(has_text="otherwise")).to_have_count(0)


def test_the_foot_of_the_page_comes_behind_what_is_found(phone: Visit) -> None:
    def bring_late(route: Route) -> None:
        sleep(0.5)
        route.continue_()

    phone.context.add_init_script(SHIFTS)
    phone.context.route("**/find.js", bring_late)
    page = phone.open(f"{FIND}?term=lamps")
    expect(page.locator("#kb-found li").first).to_be_attached()
    expect(page.locator("#kb-found")).to_have_css("min-height", "0px")
    assert page.evaluate("window.moved") < 0.001


def test_a_list_is_printed_whole(desk: Visit) -> None:
    page = desk.open(f"{FIND}?play=casual")
    rows = page.locator("#kb-found li")
    rows.first.wait_for()
    assert rows.count() < sum(answered(Question(play=Play.CASUAL)).values())
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert rows.count() == sum(answered(Question(play=Play.CASUAL)).values())
    expect(page.locator("#kb-more")).to_be_hidden()


def test_who_comes_back_from_a_ruling_finds_the_list_and_the_place(desk: Visit) -> None:
    page = desk.open(f"{FIND}?play=casual")
    rows = page.locator("#kb-found li")
    first = rows.count()
    page.locator("#kb-more").click()
    shown = rows.count()
    assert shown > first
    page.evaluate(f"() => document.querySelectorAll('#kb-found li')[{first + 6}].scrollIntoView({{ block: 'center' }})")
    place = page.evaluate("() => scrollY")
    rows.nth(first + 6).locator("a").click()
    page.wait_for_url(lambda url: FIND not in url)
    page.go_back()
    expect(rows).to_have_count(shown)
    page.wait_for_function("place => Math.abs(scrollY - place) < 3", arg=place)


def test_days_are_said_as_people_do(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp")
    days = page.locator("#kb-found time")
    days.first.wait_for()
    for day, said in days.evaluate_all("list => list.map(each => [each.dateTime, each.textContent])"):
        assert Words().date(day) == said != day
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


def test_what_was_new_in_a_version_is_asked_for_by_its_name(desk: Visit) -> None:
    page = desk.open(FIND)
    page.get_by_label("New in").select_option(label="HL 2")
    expect(page).to_have_url(re.compile(r"\?year=harbour-ledger-2$"))
    lives = [life for each in knowledge().chronicles.values() for life in each.history.lives]
    anew = {
        str(life.id)
        for life in lives
        for each in life.stated
        if each.version == "harbour-ledger-2" and (each.change is Change.FIRST_SEEN or each.reworded)
    }
    while page.locator("#kb-more").is_visible():
        page.locator("#kb-more").click()
    links = [each.get_attribute("href") or "" for each in page.locator("#kb-found li a").all()]
    assert {href.rpartition("#")[2] for href in links if "#" in href} == anew
    assert anew


@pytest.mark.parametrize(("one", "other"), [(4, 1), (4, 2), (3, 2), (1, 4), (2, 3)])
def test_what_a_version_has_otherwise_than_another_is_asked_for_by_both(desk: Visit, one: int, other: int) -> None:
    page = desk.open(FIND)
    page.get_by_label("Stated in").select_option(label=f"HL {one}")
    page.get_by_label("Changed since").select_option(label=f"HL {other}")
    expect(page).to_have_url(re.compile(rf"since=harbour-ledger-{other}&version=harbour-ledger-{one}$"))
    while page.locator("#kb-more").is_visible():
        page.locator("#kb-more").click()
    found = found_on(page)
    lives = [life for each in knowledge().chronicles.values() for life in each.history.lives]
    words = [{each.version: each.words for each in life.stated} for life in lives]
    first, second = (VersionId(f"harbour-ledger-{each}") for each in (one, other))
    expected = {
        str(life.id)
        for life, said in zip(lives, words, strict=True)
        if first in said and said[first] != said.get(second)
    }
    assert found == expected
    assert 0 < len(found) < sum(first in said for said in words)


@pytest.mark.parametrize(("one", "other"), [(4, 1), (4, 2), (3, 2), (1, 4)])
def test_of_two_versions_it_is_told_too_what_the_other_alone_has(desk: Visit, one: int, other: int) -> None:
    """Else who compares two versions never learns what was dropped between them."""
    page = desk.open(f"{FIND}?since=harbour-ledger-{other}&version=harbour-ledger-{one}")
    lives = [life for each in knowledge().chronicles.values() for life in each.history.lives]
    first, second = (VersionId(f"harbour-ledger-{each}") for each in (one, other))
    states = {str(life.id): {each.version for each in life.stated} for life in lives}
    gone = {ident for ident, versions in states.items() if second in versions and first not in versions}
    assert gone
    page.get_by_role("button", name=f"Only in HL {other}: {len(gone)}").click()
    expect(page).to_have_url(re.compile(rf"since=harbour-ledger-{one}&version=harbour-ledger-{other}$"))
    found_on(page)
    told = page.locator("#kb-found > li", has_text=f"Not in HL {one}").locator("a:not(.opposed)")
    assert {(each.get_attribute("href") or "").rpartition("#")[2] for each in told.all()} == gone
    rows = page.locator("#kb-found > li", has=page.locator(".force.in-force")).all_inner_texts()
    lacking = [f"Not in HL\N{NO-BREAK SPACE}{one}" in each for each in rows]
    assert True in lacking and lacking == sorted(lacking, reverse=True)
    back = len([1 for versions in states.values() if first in versions and second not in versions])
    if back:
        expect(page.get_by_role("button", name=f"Only in HL {one}: {back}")).to_be_visible()


def test_who_asks_for_one_status_is_told_how_many_rulings_may_have_it(desk: Visit) -> None:
    """A list of what was in force on a day is not all of it where a version before the day is not at hand."""
    page = desk.open(f"{FIND}?on=2009-02-15&status=in-force")
    said = page.locator("#kb-said")
    asked_of(
        page, game([rulings(Flying="A kite flies by day. [Effective 6/1/02 until 2/15/09]", Landing="A kite lands.")])
    )
    expect(said).to_contain_text("In force: 1")
    expect(said).to_contain_text("Not certain besides: 1")
    page.get_by_label("Term or card").fill("flying")
    expect(said).to_have_text(
        re.compile(r"^Rulings found:.0.· Newest version at hand then:.HL.4.· Not certain besides:.1$")
    )
    page.get_by_role("button", name="Not certain besides").click()
    expect(page.locator("#kb-found li .force")).to_have_text("Not certain")
    expect(page.locator("[name=status]")).to_be_focused()
    expect(said).not_to_contain_text("besides")
    page.locator("[name=on]").fill("2009-02-14")
    page.locator("[name=status]").select_option("in-force")
    expect(said).not_to_contain_text("besides")


def found_on(page: Page) -> set[str]:
    """The ids of all rulings found."""
    page.locator("#kb-found li").first.wait_for()
    while page.locator("#kb-more").is_visible():
        page.locator("#kb-more").click()
    return {(each.get_attribute("href") or "").rpartition("#")[2] for each in page.locator("#kb-found .meta a").all()}


@pytest.mark.parametrize("other", [1, 2, 3])
def test_what_changed_since_a_version_is_what_its_page_tells(desk: Visit, other: int) -> None:
    """By words: not what that page tells to be spelt, placed or called otherwise."""
    listed = desk.open(
        f"rulings/versions/harbour-ledger-{other}/since/" if other < 3 else "rulings/versions/harbour-ledger-4/"
    )
    expected = set(listed.evaluate(REWORDED))
    page = desk.open(FIND)
    page.get_by_label("Changed since").select_option(label=f"HL {other}")
    expect(page).to_have_url(re.compile(rf"\?since=harbour-ledger-{other}$"))
    assert expected and found_on(page) == expected
    again = desk.open(f"{FIND}?year=unlike%3Aharbour-ledger-{other}")  # as addresses asked for it before
    assert found_on(again) == expected


def test_what_a_version_did_not_know_changed_since_whatever_day_it_holds_from(desk: Visit) -> None:
    """A ruling that holds from a day before the version that first states it was no part of the versions between."""
    kb = knowledge()
    (name, chronicle), *_ = kb.chronicles.items()
    new = next(each for each in chronicle.history.lives if each.attestations[0].version == "harbour-ledger-4")
    early = replace(new, attestations=tuple(replace(each, effective=("2004-11-01",)) for each in new.attestations))
    lives = tuple(early if each is new else each for each in chronicle.history.lives)
    history = replace(chronicle.history, lives=lives)
    page = desk.open(FIND)
    asked_of(page, replace(kb, chronicles={name: replace(chronicle, history=history)}))
    for other in (1, 2, 3):
        page.get_by_label("Changed since").select_option(label=f"HL {other}")
        expect(page).to_have_url(re.compile(rf"since=harbour-ledger-{other}$"))
        assert str(new.id) in found_on(page), other


def test_what_changed_for_a_term_is_told_with_the_words_before(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open("rulings/term/lamps/")
    page.get_by_role("link", name="What changed since HL 3").click()
    expect(page).to_have_url(re.compile(r"\?term=Lamps&since=harbour-ledger-3$"))
    page.locator("#kb-found li").first.wait_for()  # the page was reached by a link: its scripts may be on their way
    page.get_by_label("Changed since").select_option(label="HL 1")
    expect(page).to_have_url(re.compile(r"since=harbour-ledger-1$"))
    ids = found_on(page)
    lives = {str(life.id): life for each in knowledge().chronicles.values() for life in each.history.lives}
    told = set()
    for item in page.locator("#kb-found > li").all():
        life = lives[(item.locator("a").first.get_attribute("href") or "").rpartition("#")[2]]
        old = next((each for each in life.stated if each.version == "harbour-ledger-1"), None)
        said = [each.inner_text() for each in item.locator("p.meta").all()][1].replace("\N{NO-BREAK SPACE}", " ")
        assert said == ("Not in HL 1" if old is None else f"In HL 1: {curl(old.text)}")
        told.add(old is None)
    assert told == {True, False} and len(ids) > 2
    page.get_by_role("button", name="Copy this list with citations").click()
    expect(page.get_by_text("List copied")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()")).replace("\N{NO-BREAK SPACE}", " ")
    assert "Changed since: HL 1" in copied and "\nIn HL 1: " in copied and "\nNot in HL 1\n" in copied


def test_that_nothing_has_changed_for_a_term_is_said(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=boats&since=harbour-ledger-4")
    expect(page.locator("#kb-said")).to_have_text(re.compile(r"^None of these rulings has changed since HL.4\.$"))
    page.get_by_label("Term or card").fill("lampz")
    expect(page.locator("#kb-said")).to_contain_text("No ruling has all of this. Did you mean")


def test_before_a_version_was_out_nothing_is_said_to_be_unchanged_since(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=boats&since=harbour-ledger-4&on=2005-02-07")
    expect(page.locator("#kb-said")).to_contain_text("No ruling has all of this")
    page.locator("[name=on]").fill("2006-05-08")
    expect(page.locator("#kb-said")).to_contain_text("None of these rulings has changed since HL")


def test_a_term_leads_to_what_changed_where_anything_did_and_else_says_that_nothing_has(
    desk: Visit, lantern: Site
) -> None:
    """A link that leads to the answer *none* costs a reader two steps for what a word could say."""
    page = desk.open(f"{FIND}?since=harbour-ledger-3")
    term, said = page.get_by_label("Term or card"), page.locator("#kb-said")
    seen = Counter[bool]()
    for name, path in lantern.pages().items():
        html = path.read_text(encoding="utf-8")
        asked = re.search(r'href="[^"]*/find/\?term=([^"&]+)"', html) if name.startswith("rulings/") else None
        if asked is None:
            continue
        led = "What changed since HL" in html
        assert not (led and "unchanged since HL" in html), name
        term.fill("")
        expect(said).to_contain_text("Rulings found")
        term.fill(unquote(asked[1]))
        expect(said).to_have_text(re.compile(r"Rulings found" if led else r"^None of these rulings has changed since"))
        seen[led] += 1
    assert min(seen.values()) > 5, seen


def test_what_an_address_asks_for_in_other_names_than_the_fields_have_is_given_back(desk: Visit) -> None:
    """Also names that every list of fields has in the browser."""
    page = desk.open(f"{FIND}?term=lamps&date=2005-12-01&length=3&item")
    expect(page.locator("#kb-said")).to_contain_text(
        "Not known here, so not asked for: date=2005-12-01, length=3, item."
    )
    expect(page.locator("#kb-found > li").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?term=lamps$"))


def test_everything_is_done_with_the_keyboard_and_kept_in_the_address(desk: Visit) -> None:
    page = desk.open(FIND)
    page.locator("[name=find]").focus()
    seen = []
    for _ in range(12):
        seen.append(page.evaluate("() => document.activeElement.name || ''"))
        page.keyboard.press("Tab")
    assert list(dict.fromkeys(each for each in seen if each)) == [
        *("find", "term", "on", "since", "status", "kind", "play", "version", "year"),
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


def test_what_an_address_asks_in_vain_is_told(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp&on=2005-02-30&version=hl-99&status=")
    expect(page.get_by_role("status")).to_contain_text("so not asked for: 2005-02-30, hl-99.")
    plain = desk.open(f"{FIND}?find=lamp")
    assert shown(page) == shown(plain)
    expect(plain.get_by_role("status")).not_to_contain_text("so not asked for")


def test_a_result_tells_its_authority_its_status_and_its_ground(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=lamp&on=2006-05-08")
    for item in page.locator("#kb-found li").all():
        expect(item.locator(".force")).not_to_be_empty()
        expect(item.locator("p").first).to_have_text(re.compile(r".+\s· .+\s· .+"))
        expect(item.locator("p").last).to_have_text(re.compile(r"HL\s\d"))


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("\u00c9tude", "e\u0301tudes"),
        ("Se\u0301jour", "S\u00e9jour"),
        (
            "\u0906\u0917 \u0915\u0940 \u0932\u092a\u091f\u0947\u0902",
            "\u0906\u0917 \u0915\u0940 \u0932\u092a\u091f\u0947\u0902",
        ),
        ("\u0935\u0939\u094d\u0928\u093f", "\u0935\u0939\u094d\u0928\u093f"),
    ],
    ids=["composed", "apart", "vowels", "no-vowel"],
)
def test_letters_with_marks_of_their_own_are_letters(desk: Visit, name: str, asked: str) -> None:
    """A term and the words of a ruling, in scripts whose vowels are marks, and with accents composed or not."""
    page = desk.open(FIND)
    page.evaluate(
        """([name, keys]) => {
          const form = document.getElementById("kb-find"), data = JSON.parse(form.dataset.rulings);
          data.texts = data.texts.map((text) => `${text} ${name}`);
          data.terms[0] = [name, ...keys];
          data.terms[1] = [name.slice(0, -1) + "न", `${keys[0]}x`];
          form.dataset.rulings = JSON.stringify(data);
          for (const id of ["kb-find", "kb-more"]) {
            const each = document.getElementById(id);
            each.replaceWith(each.cloneNode(true));
          }
        }""",
        [name, [plain_key(name)]],
    )
    page.add_script_tag(path=ROOT / "site_templates" / "theme" / "assets" / "find.js")
    page.locator("[name=term]").fill(asked)
    expect(page.locator("#kb-found li").first).to_be_visible()
    heads = page.locator("#kb-found li p:first-child a")
    assert {each.inner_text() for each in heads.all()} == {name}
    page.locator("[name=find]").fill(asked)
    expect(page.locator("#kb-found li").first).to_be_visible()


def test_a_slip_that_older_words_have_too_is_offered_mended(desk: Visit) -> None:
    """An old version was scanned with the same slip: what it says is told, and what was meant besides."""
    first, second = rulings(Harbour="A harbuor has one pier."), rulings(Harbour="A harbour has one long pier.")
    page = desk.open(f"{FIND}?find=harbuor+pier")
    asked_of(page, game([first, second]))
    said = page.locator("#kb-said")
    expect(said).to_contain_text("No ruling has all of this as it is worded. In older words: 1")
    expect(said).to_contain_text("Did you mean harbour pier?")


@pytest.mark.parametrize(("slip", "name"), [("Keeprs", "Keepers"), ("lmaps", "Lamps"), ("stroms", "Storms")])
def test_slips_are_answered_with_what_may_be_meant(desk: Visit, slip: str, name: str) -> None:
    page = desk.open(f"{FIND}?term={slip}")
    meant = page.locator("#kb-said button")
    expect(meant.first).to_have_text(name)
    expect(page.locator("#kb-said")).to_have_text(re.compile(rf"Did you mean {name}(, \w+)*\?$"))
    meant.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=term]")).to_have_value(name)
    expect(page.locator("[name=term]")).to_be_focused()
    expect(page.locator("#kb-found li").first).to_be_visible()


def test_of_two_slips_that_no_ruling_has_together_each_may_be_meant(desk: Visit) -> None:
    page = desk.open(f"{FIND}?find=keeprs+ganet+widow")
    said = page.locator("#kb-said")
    expect(said).to_contain_text("No ruling has all of this. Did you mean Keepers, Gannet?")
    said.get_by_role("button", name="Gannet", exact=True).click()
    expect(page.locator("#kb-found li").first).to_contain_text("Gannet")


@pytest.mark.parametrize(
    ("field", "slip", "meant"),
    [
        ("find", "ligt a lamp", "light a lamp"),  # a word among others
        ("find", "drowend town", "Drowned Towns"),
        ("find", "harbuor", "Harbour"),
        ("term", "FL", "False Lights"),  # first letters
        ("find", "FL", "False Lights"),  # also where a ruling has them
    ],
)
def test_the_finder_knows_what_was_meant_as_the_search_does(desk: Visit, field: str, slip: str, meant: str) -> None:
    page = desk.open(f"{FIND}?{field}={slip}")
    button = page.locator("#kb-said .meant button")
    expect(button).to_have_text(meant)
    button.click()
    expect(page.locator(f"[name={field}]")).to_have_value(meant)
    expect(page.locator("#kb-found li").first).to_be_visible()


@pytest.mark.parametrize("asked", ["bels below", "lamps below", "xyzzyx lamp", "lamp"])
def test_the_finder_offers_nothing_that_no_ruling_has_nor_for_what_is_spelt_well(desk: Visit, asked: str) -> None:
    page = desk.open(f"{FIND}?find={asked}")
    page.wait_for_timeout(700)
    expect(page.locator("#kb-said .meant button")).to_have_count(0)


def test_a_page_of_a_term_leads_to_its_rulings_of_a_day(desk: Visit) -> None:
    page = desk.open("rulings/term/drowned-towns/")
    page.get_by_role("link", name="As of a day").click()
    expect(page.locator("[name=term]")).to_have_value("Drowned Towns")
    expect(page.locator("#kb-found li").first).to_be_visible()


def test_each_version_leads_to_the_list_of_its_rulings(desk: Visit) -> None:
    page = desk.open("rulings/versions/")
    counts = page.locator(".versions .meta a[href*='version=']")
    leading = [(each.inner_text(), each.get_attribute("href") or "") for each in counts.all()]
    assert len(leading) == len(page.locator(".versions li:not(.missing)").all())
    for count, address in leading:
        page.goto(page.url.partition("/rulings/")[0] + "/rulings/versions/" + address)
        expect(page.locator("#kb-said")).to_contain_text(f"Rulings found: {count.split()[0]}")


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


def test_the_count_of_a_status_narrows_to_it(desk: Visit) -> None:
    """Who asks what was in force on a day is one press from just that list, and on paper the counts are words."""
    page = desk.open(f"{FIND}?on=2005-12-01")
    said, count = page.locator("#kb-said"), page.get_by_role("button", name=re.compile("^In force"))
    before = said.inner_text()
    page.emulate_media(media="print")
    assert said.inner_text().replace("\n", " ") == before.replace("\n", " ")
    page.emulate_media(media="screen")
    wanted = int(re.sub(r"\D", "", count.inner_text()))
    count.press("Enter")
    expect(page).to_have_url(re.compile(r"on=2005-12-01&status=in-force$"))
    expect(said).to_contain_text(f"Rulings found: {wanted} · In force: {wanted} · ")
    expect(page.locator("[name=status]")).to_be_focused()
    assert not said.get_by_role("button").count(), "there is nothing to narrow to"


def test_on_a_phone_what_a_count_narrows_to_stays_in_sight(phone: Visit) -> None:
    """The facets unfold above it, for one of them is chosen."""
    page = phone.open(f"{FIND}?on=2005-12-01")
    page.get_by_role("button", name=re.compile("^In force")).tap()
    expect(page.locator("[name=status]")).to_be_focused()
    said, field = page.locator("#kb-said").bounding_box(), page.locator("[name=status]").bounding_box()
    assert said and field
    assert 48 < field["y"] < said["y"] < 480
    expect(page.locator("#kb-found > li").first).to_be_in_viewport()


def test_on_a_phone_what_is_found_stands_in_sight_of_who_asks(phone: Visit) -> None:
    """What narrows is folded, unless something there is asked for; wide screens and paper show all of it. What changed
    since a version is asked for as often as what holds on a day, and stands beside it."""
    page = phone.open(f"{FIND}?on=2005-12-01")
    said, fold, facets = page.locator("#kb-said"), page.locator("#kb-narrow"), page.locator("#kb-facets select")
    assert (said.bounding_box() or {"y": 999})["y"] < 480
    assert not any(each.is_visible() for each in facets.all())
    page.get_by_label("Changed since").select_option(label="HL 2")
    expect(page).to_have_url(re.compile("since=harbour-ledger-2$"))
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert all(each.is_visible() for each in facets.all())
    fold.click()
    expect(facets.first).to_be_hidden()
    said.get_by_role("button", name=re.compile("^In force")).click()
    expect(page.locator("[name=status]")).to_be_focused()
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.goto(page.url.replace("status=in-force", "play=casual"))
    play = page.locator("[name=play]")
    expect(play).to_have_value("casual")
    expect(play).to_be_visible()


def test_the_fold_of_the_finder_is_for_small_screens_alone(desk: Visit) -> None:
    page = desk.open(FIND)
    expect(page.locator("#kb-narrow")).to_be_hidden()
    expect(page.locator("#kb-find select").last).to_be_visible()


def test_the_counts_of_what_is_found_stand_in_even_lines(phone: Visit) -> None:
    page = phone.open(f"{FIND}?on=2005-12-01")
    page.set_viewport_size({"width": 250, "height": 780})
    tops = page.locator("#kb-said .whole").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    lines = sorted({round(each) for each in tops})
    steps = [later - line for line, later in pairwise(lines)]
    assert len(steps) > 1 and max(steps) - min(steps) <= 1


@pytest.mark.parametrize("width", [360, 1440])
def test_no_line_of_the_counts_begins_or_ends_with_a_dot(desk: Visit, width: int) -> None:
    page = desk.open(f"{FIND}?on=2005-12-01")
    page.set_viewport_size({"width": width, "height": 780})
    said = page.locator("#kb-said")
    seen = said.evaluate("""said => [...said.querySelectorAll(".parting")].map(dot => {
      const range = document.createRange();
      range.setStart(dot.firstChild, 0);
      range.setEnd(dot.firstChild, 1);
      const [part, box, all] = [dot.parentElement, range, said].map(each => each.getBoundingClientRect());
      const before = dot.parentElement.previousElementSibling.getBoundingClientRect();
      return { cut: box.right <= all.left + 1, first: before.top !== part.top, behind: before.right <= box.left + 1 };
    })""")
    assert seen and all(each["cut"] if each["first"] else each["behind"] for each in seen), seen
    assert width > 1000 or any(each["first"] for each in seen)
    expect(said).to_have_css("overflow-x", "clip")


def test_a_list_is_copied_with_its_question_citations_and_addresses(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(f"{FIND}?on=2005-12-01")
    page.get_by_role("button", name="Copy this list with citations").click()
    expect(page.get_by_text("List copied")).to_be_visible()
    head, *rulings = str(page.evaluate("navigator.clipboard.readText()")).strip().split("\n\n")
    assert {"On the day: 1 December 2005", "Play: Tournaments", page.url} <= set(head.splitlines())
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")  # which shows all of it
    shown = page.locator("#kb-found > li")
    assert len(rulings) == shown.count() > 50
    for ruling, item in zip(rulings, shown.all()[:12], strict=False):
        cited, words, ground, address = ruling.splitlines()
        term, said, below = (each.inner_text() for each in (item.locator("a"), *item.locator("p").all()[1:]))
        assert cited.startswith(f"HL\N{NO-BREAK SPACE}3, {term}\N{NO-BREAK SPACE}· ") and cited.endswith("In force")
        assert (words, ground) == (said, below)
        assert address == item.locator("a").evaluate("each => each.href")


def test_a_list_is_selected_where_the_clipboard_is_closed(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=lamps")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.locator("#kb-copy").click()
    expect(page.get_by_text("Selected: copy it with the keyboard")).to_be_visible()
    assert page.locator("#kb-found > li").first.inner_text().split()[-1] in str(page.evaluate("`${getSelection()}`"))
    page.get_by_label("Term or card").fill("zzzz")
    expect(page.locator("#kb-copy")).to_be_hidden()


def test_the_newest_version_of_a_day_is_named(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=lamps&on=2005-12-01")
    expect(page.locator("#kb-said")).to_contain_text(
        "Newest version at hand then:\N{NO-BREAK SPACE}HL\N{NO-BREAK SPACE}3"
    )
    page.locator("[name=on]").fill("2004-01-01")
    expect(page.locator("#kb-said")).to_contain_text("Not yet in force:")
    expect(page.locator("#kb-said")).not_to_contain_text("Newest")


def test_a_status_is_said_to_be_that_of_the_version_which_is_asked_for(desk: Visit) -> None:
    """What is in force there may have ended since; a day that is asked for is in its field."""
    page, told = desk.open(f"{FIND}?version=harbour-ledger-1"), "Status as of\N{NO-BREAK SPACE}HL\N{NO-BREAK SPACE}1"
    said = page.locator("#kb-said")
    expect(said).to_contain_text(told)
    page.locator("[name=status]").select_option("ended")
    expect(said).to_contain_text("Rulings found:\N{NO-BREAK SPACE}0")
    expect(said).to_contain_text(told)
    page.locator("[name=on]").fill("2006-09-01")
    expect(said).to_contain_text("Ended:")
    expect(said).not_to_contain_text("Status as of")


def test_of_several_documents_of_rulings_one_may_be_asked(desk: Visit) -> None:
    kb = game([rulings(Kite="A kite flies.", String="A string holds.")], digest=rulings(Kite="A kite has a tail."))
    finder = make_finder(Base.of(kb), FIND)
    assert finder is not None
    drawn = {
        each.name: [[group, [[value, name] for value, name, _ in values]] for group, values in each.groups]
        for each in finder.facets
    }
    assert [name for _, values in drawn["document"] for _, name in values] == ["KR", "KD"]
    page = desk.open(FIND)
    page.evaluate(
        """({ document: documents, version }) => {
          const option = ([value, name]) => new Option(name, value), form = document.getElementById("kb-find");
          form.elements.version.replaceChildren(new Option("any", ""), ...version.map(([label, values]) => {
            const group = Object.assign(document.createElement("optgroup"), { label });
            group.append(...values.map(option));
            for (const each of group.children) each.dataset.day = "2001-12-31";
            return group;
          }));
          const field = Object.assign(document.createElement("label"), { textContent: "Document " });
          field.append(Object.assign(document.createElement("select"), { name: "document" }));
          field.lastChild.append(new Option("any", ""), ...documents.flatMap(([, values]) => values.map(option)));
          document.getElementById("kb-facets").prepend(field);
        }""",
        drawn,
    )
    asked_of(page, kb)
    for document, count in (("kd", 1), ("kr", 2)):
        page.locator("[name=document]").select_option(document)
        expect(page.locator("#kb-found > li")).to_have_count(count)
    assert "document=kr" in page.url


def test_where_one_document_has_all_rulings_none_is_asked_for(desk: Visit) -> None:
    page = desk.open(FIND)
    expect(page.locator("#kb-find [name=version]")).to_have_count(1)
    expect(page.locator("#kb-find [name=document]")).to_have_count(0)


@pytest.mark.parametrize("day", ["2001-12-01", "2002-12-01"])
@pytest.mark.parametrize("term", ["warden", "keeper", "kite"])
def test_a_renamed_term_is_known_on_days_before_it_was(desk: Visit, term: str, day: str) -> None:
    old = rulings(Kite="A kite flies.\nA warden is no kite.", Keeper="A keeper works one kite.\nA kite lands at dusk.")
    new = rulings(Kite="A kite flies.\nA warden is no kite.", Warden="A warden works one kite.\nA kite lands at dawn.")
    kb = game([old, new])
    page = desk.open(f"{FIND}?{urlencode({'term': term, 'on': day})}")
    asked_of(page, kb)
    assert shown(page) == answered(Question(term, None, day), fill_shelves(kb))
