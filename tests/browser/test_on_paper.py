"""Pages on paper: as many sheets as their words need, what was asked without fields, nothing that leads elsewhere."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

SHEET = re.compile(rb"/Type\s*/Page\b")
SHORT = ("", "rules/", "rulings/delayed/rulings-effective-21306/", "rulings/versions/", "search/", "graph/", "nowhere/")


def sheets(page: Page) -> int:
    """How many a page is printed on."""
    return len(SHEET.findall(page.pdf(format="A4", prefer_css_page_size=True)))


def test_a_short_page_is_one_sheet(desk: Visit) -> None:
    for path in SHORT:
        page = desk.turn(path)
        assert sheets(page) == 1, path
    desk.wrong[:] = [each for each in desk.wrong if "nowhere" not in each]


def test_a_letter_beside_its_names_does_not_take_the_whole_list_to_the_next_sheet(desk: Visit) -> None:
    page = desk.open("rulings/")
    page.emulate_media(media="print")
    expect(page.locator("article h2").first).to_have_css("break-after", "avoid")
    expect(page.locator(".letter h3").first).to_have_css("break-after", "auto")


def test_paper_ties_a_change_without_a_number_to_its_words(desk: Visit) -> None:
    """Its sign in the text is that of all such changes: the entry says which words are meant, its card need not."""
    page = desk.open("rules/bells-below/")
    page.emulate_media(media="print")
    entries = page.locator("[id='kb:uncited'] ~ .part .why-entry")
    assert entries.count() > 1
    said = entries.evaluate_all(
        """list => list.map(e => [e.innerText.replaceAll(/\\s+/g, " "), e.id.replace("why:", "")])"""
    )
    for told, ident in said:
        new = page.locator(f"ins.change[data-change='{ident}'], ins.change[id='{ident}']")
        words = " ".join((new.first.text_content() or "").split()[1:4]) if new.count() else "As published"
        assert words in told, ident
    page.emulate_media(media="screen")
    page.locator(f"a.why[data-change='{said[0][1]}']").first.focus()
    expect(page.locator("#kb-card")).to_be_visible()
    expect(page.locator("#kb-card .first")).to_be_hidden()


def test_a_note_of_several_paragraphs_does_not_take_half_a_sheet_along(desk: Visit) -> None:
    """A sheet may end between its paragraphs; a note of one, and a label with what it introduces, are kept together."""
    page = desk.open("rules/bells-below/")
    page.emulate_media(media="print")
    expect(page.locator(".note > .said").first).to_have_css("break-inside", "auto")
    expect(page.locator(".note > .said > p:only-child").first).to_have_css("break-inside", "avoid")
    expect(page.locator(".note > .said > .labelled:not(:last-child)").first).to_have_css("break-after", "avoid")


def test_paper_has_what_the_finder_was_asked(desk: Visit) -> None:
    page = desk.open("rulings/find/?term=lamps&on=2005-12-01&status=in-force")
    expect(page.locator("#kb-found > li").first).to_be_visible()
    page.emulate_media(media="print")
    labels = page.locator("#kb-find label")
    shown = [each.inner_text().split("\n")[0].strip() for each in labels.all() if each.is_visible()]
    assert shown == ["Term or card", "On the day", "Status", "Play"]
    day = page.locator("#kb-find label:has([name=on])")
    assert day.evaluate("e => getComputedStyle(e, '::after').content") == '"1 December 2005"'
    expect(page.locator("#kb-find [name=on]")).to_be_hidden()
    expect(page.locator("#kb-find [name=status]")).to_have_css("border-top-width", "0px")
    page.emulate_media(media="screen")
    page.locator("#kb-find [name=on]").fill("")
    page.emulate_media(media="print")
    expect(day).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("rules/bells-below/records/", ".record"),
        ("rules/bells-below/states/", ".record"),
        ("rules/bells-below/parallels/", ".reprints > li"),
        ("search/?find=lamp", "#seek-hits > li"),
        ("desk/", ".finding"),
    ],
)
def test_no_entry_has_its_head_on_one_sheet_and_its_words_on_the_next(desk: Visit, path: str, entry: str) -> None:
    page = desk.open(path)
    page.emulate_media(media="print")
    expect(page.locator(entry).first).to_have_css("break-inside", "avoid")


@pytest.mark.parametrize("path", ["desk/", "rules/bells-below/unapplied/"])
def test_paper_has_no_links_to_the_entries_it_has(desk: Visit, path: str) -> None:
    page = desk.open(path)
    page.emulate_media(media="print")
    links = page.locator("article a.permalink")
    assert links.count() > 5
    expect(links.filter(visible=True)).to_have_count(0)


def test_of_the_desk_paper_has_the_counts_and_what_an_editor_opened(desk: Visit) -> None:
    page = desk.open("desk/")
    folds = page.locator("article details")
    folds.evaluate_all("all => all.forEach((each, at) => { each.open = at === 1; })")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert [at for at, each in enumerate(folds.all()) if each.get_attribute("open") is not None] == [1]
    expect(folds.nth(1).locator(".finding").first).to_be_visible()
    for each in folds.all():
        expect(each.locator("> summary")).to_be_visible()
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert [at for at, each in enumerate(folds.all()) if each.get_attribute("open") is not None] == [1]


def test_paper_has_what_a_search_was_narrowed_to(desk: Visit) -> None:
    page = desk.open("search/?find=lamp&group=term")
    expect(page.locator("#seek-hits > li").first).to_be_visible()
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#seek-narrow summary")).to_have_text("Narrow down: Terms")
    expect(page.locator("#seek-facets")).to_be_hidden()
    expect(page.locator("#seek-words")).to_have_css("border-top-width", "0px")


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        ("", ".letters, form.day, p.first"),
        ("rules/bells-below/@2006-02-13/", ".status .ways"),
        ("rulings/", ".letters, form.day"),
        ("search/?find=lamp", "button"),
        ("search/?find=lamp", ".seek-more, #seek-narrow"),
    ],
)
def test_paper_has_nothing_that_only_leads_elsewhere(desk: Visit, path: str, left_out: str) -> None:
    page = desk.open(path)
    expect(page.locator("article").locator(left_out).locator("visible=true").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("article").locator(left_out).locator("visible=true")).to_have_count(0)


def test_what_links_here_is_printed_without_the_way_to_its_picture(desk: Visit) -> None:
    page = desk.open("rulings/term/lamps/")
    page.locator(".links-here > summary").click()
    way = page.get_by_role("link", name="As a picture")
    expect(way).to_be_visible()
    page.emulate_media(media="print")
    expect(way).to_be_hidden()
    expect(page.locator(".links-here dl")).to_be_visible()


def test_the_life_of_a_ruling_is_printed_in_words_alone(desk: Visit) -> None:
    """Its line of versions says what the line above it and the steps below say, and took a third of the sheets."""
    page = desk.open("rulings/term/lamps/")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    lives = page.locator("details.life")
    assert lives.count() > 2
    for at in range(lives.count()):
        expect(lives.nth(at).locator("summary")).to_be_visible()
        expect(lives.nth(at).locator(".timeline")).to_be_hidden()
    expect(page.locator(".life .steps li").first).to_be_visible()
