"""The page of changes as a reader uses it: keys, views, sifting, addresses, a phone, no script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

PATH = "rules/bells-below/changes/"
STATES = "rules/bells-below/states/"
ROWS = ".row.substantive"
CAUSES = ".cause > li[data-authority]"
BELOW_SIGNS = """() => [...document.querySelectorAll("details.run > summary")].filter(each => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const end = Math.max(...[...words.getClientRects()].map(box => box.right));
    return parseFloat(getComputedStyle(each).paddingRight) < 18 || end > each.getBoundingClientRect().right - 18;
}).map(each => each.textContent)"""


def status(page: Page) -> str:
    return page.locator(".tools [role=status]").inner_text()


def test_keys_step_move_the_focus_and_say_where_one_is(desk: Visit) -> None:
    page = desk.open(PATH)
    rows = page.locator(ROWS)
    count = rows.count()
    assert count > 5
    for at in (0, 1, 2):
        page.keyboard.press("n")
        expect(rows.nth(at)).to_be_focused()
        expect(rows.nth(at)).to_be_in_viewport()
        assert status(page) == f"Changed passage {at + 1} of {count}"
    page.keyboard.press("p")
    expect(rows.nth(1)).to_be_focused()
    name = rows.nth(1).get_attribute("aria-label")
    assert name and re.search(r": \d+ changes?$", name), "a screen reader hears where it is, and how much"


def test_steps_begin_where_one_reads(desk: Visit) -> None:
    page = desk.open(PATH)
    rows = page.locator(ROWS)
    page.evaluate(f"() => document.querySelectorAll('{ROWS}')[5].scrollIntoView({{ block: 'center' }})")
    page.keyboard.press("n")
    first = page.locator(".row.current").evaluate(f"e => [...document.querySelectorAll('{ROWS}')].indexOf(e)")
    assert 2 <= first <= 5
    expect(rows.nth(first)).to_be_in_viewport()


HIDDEN = """() => {
  const bar = document.querySelector('.tools').getBoundingClientRect().bottom;
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const seen = e => e.getBoundingClientRect().top >= bar - 1 && e.getBoundingClientRect().top < innerHeight;
  const words = [...target.closest('.row').querySelectorAll('ins, del')].filter(e => e.getClientRects().length);
  return [seen(target), words.length > 0, words.some(seen)];
}"""


@pytest.mark.parametrize("script", ["with", "without"])
def test_the_address_of_a_change_shows_its_words(desk: Visit, phone: Visit, plain: Visit, script: str) -> None:
    """Where it comes from stands below its words: these are in sight too, and not below the bar."""
    ids = desk.open(PATH).locator(f"{CAUSES}").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) > 20
    for visit in (desk, phone) if script == "with" else (plain,):
        for ident in ids[:: 1 if script == "with" else 4]:
            page = visit.open(f"{PATH}#{ident}")
            assert page.evaluate(HIDDEN) == [True, True, True], ident
            page.close()


UNDER = """bar => {
  const edge = document.querySelector(bar).getBoundingClientRect();
  const pin = [...document.querySelectorAll("a.pin")].find(e => e.getBoundingClientRect().top > innerHeight);
  window.scrollBy(0, pin.getBoundingClientRect().top - edge.top - 4);
  const box = pin.getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, edge.top + edge.height / 2) === pin;
}"""


@pytest.mark.parametrize(("path", "bar"), [(PATH, ".tools"), ("rules/bells-below/", "#kb-reader")])
def test_no_sign_of_the_gutter_passes_beside_a_bar_that_stays(desk: Visit, phone: Visit, path: str, bar: str) -> None:
    for visit in (desk, phone):
        page = visit.open(path)
        page.evaluate("() => scrollTo(0, 1500)")
        if visit is phone and bar == "#kb-reader":
            page.locator(".kb-where .door").tap()
        assert not page.evaluate(UNDER, bar)


def test_no_line_of_a_cause_ends_with_what_parts_it_from_the_next(desk: Visit) -> None:
    page = desk.open(PATH)
    told = page.locator(f"{CAUSES} > .from").filter(visible=True)
    lines = [line for each in told.all_inner_texts() for line in each.split("\n")]
    assert len(lines) > 1.5 * told.count()
    assert not [line for line in lines if line.rstrip().endswith("·")]


def test_no_sign_of_a_relation_is_parted_from_its_words(desk: Visit) -> None:
    """At any width: at the end of a line it would be the sign of what stands before it."""
    parted = """all => all.filter(each => {
      const range = document.createRange(), text = each.firstChild;
      range.setStart(text, 0);
      range.setEnd(text, text.data.indexOf(" "));
      return Math.abs(each.getClientRects()[0].top - range.getClientRects()[0].top) > 4;
    }).map(each => each.textContent)"""
    page = desk.open(PATH)
    told = page.locator(f"{CAUSES} .relation").filter(visible=True)
    assert told.count() > 5
    for width in range(340, 700, 8):
        page.set_viewport_size({"width": width, "height": 900})
        assert told.evaluate_all(parted) == [], width


def test_typing_in_a_field_does_not_step(desk: Visit) -> None:
    page = desk.open(PATH)
    page.locator("#kb-sift select").first.focus()
    page.keyboard.press("n")
    assert page.locator(".row.current").count() == 0


def test_a_key_in_the_panel_of_the_search_does_not_step_behind_it(desk: Visit) -> None:
    page = desk.open(PATH)
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("checkbox").focus()
    page.keyboard.press("n")
    assert page.locator(".row.current").count() == 0


def test_the_view_is_remembered(desk: Visit) -> None:
    page = desk.open(PATH)
    page.get_by_label("Side by side").check()
    expect(page.locator(ROWS).first.locator(".pair")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Side by side")).to_be_checked()
    again = desk.open("rules/the-drowned-coast/changes/")
    expect(again.locator(ROWS).first.locator(".pair")).to_be_visible()
    expect(again.locator(".tools .heads")).to_be_visible()


def test_two_columns_are_one_below_the_other_on_a_phone_each_with_its_name(phone: Visit) -> None:
    page = phone.open(PATH)
    page.get_by_label("Side by side").check()
    sides = page.locator(f"{ROWS} .pair:visible").first.locator(".side")
    first, second = sides.nth(0).bounding_box(), sides.nth(1).bounding_box()
    assert first and second and first["y"] + first["height"] <= second["y"]
    expect(sides.nth(0).get_by_text("As published")).to_be_visible()
    expect(sides.nth(1).get_by_text("Emended", exact=True)).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_changes_are_sifted_and_the_address_can_be_sent(desk: Visit) -> None:
    page = desk.open(PATH)
    every = page.locator(CAUSES).count()
    choice = page.get_by_label("First seen in").locator("option").nth(1)
    value, told = str(choice.get_attribute("value")), str(choice.text_content())
    count = int(told.rpartition("(")[2].rstrip(")"))
    page.get_by_label("First seen in").select_option(value)
    assert page.locator(f"{CAUSES}:not(.beside)").count() == count < every
    expect(page.locator("#kb-sift [role=status]")).to_have_text(f"{count} of {every} changes of substance")
    assert page.url.endswith(f"?version={value}")
    again = desk.open(page.url.removeprefix(desk.address))
    expect(again.get_by_label("First seen in")).to_have_value(value)
    assert again.locator(f"{ROWS}:visible").count() == page.locator(f"{ROWS}:visible").count() <= count
    assert again.locator("details.run:visible").count() == 0
    again.keyboard.press("n")
    shown = again.locator(f"{ROWS}:visible").count()
    assert status(again) == f"Changed passage 1 of {shown}"
    again.locator("details.all-changes > summary").click()
    assert again.locator(".all-changes li:visible").count() == count
    again.get_by_role("button", name="Show all again").click()
    assert again.url.endswith("/changes/")
    assert again.locator(f"{CAUSES}:not(.beside)").count() == every


def test_authority_and_version_narrow_each_other(desk: Visit) -> None:
    page = desk.open(PATH)
    cited = page.locator("#kb-sift [name=authority]").locator("option").nth(1).get_attribute("value")
    page = desk.open(f"{PATH}?authority={cited}&version=none")
    assert page.locator(f"{ROWS}:visible").count() == 0
    page.locator("#kb-sift [name=authority]").select_option("none")
    uncited = page.locator(f"{CAUSES}[data-authority=none]").count()
    assert uncited and page.locator(f"{CAUSES}:not(.beside)").count() == uncited
    assert "authority=none" in page.url and "version=none" in page.url


def both(page: Page) -> list[tuple[str, str]]:
    """The authority and the version of every change of substance, each once for every one it has."""
    told = page.locator(CAUSES).evaluate_all("list => list.map(each => [each.dataset.authority, each.dataset.version])")
    return [(one, other) for these, those in told for one in these.split() for other in those.split()]


def test_where_one_is_is_forgotten_when_other_changes_are_shown(desk: Visit) -> None:
    page = desk.open(PATH)
    for show in (
        lambda: page.get_by_label("First seen in").select_option(index=1),
        lambda: page.get_by_role("button", name="Show all again").click(),
        lambda: page.get_by_label("Spelling and typography too").check(),
    ):
        page.keyboard.press("n")
        expect(page.locator(".tools [role=status]")).not_to_be_empty()
        show()
        expect(page.locator(".tools [role=status]")).to_be_empty()
        page.evaluate("() => document.activeElement.blur()")


SECTIONS = "article > :is(h2, h3, h4)"
ABOVE = """(rows, sections) => rows.flatMap(row => {
  const above = [];
  for (let part = row.previousElementSibling; part; part = part.previousElementSibling) {
    if (part.matches(sections) && (!above.length || part.tagName < above.at(-1).tagName)) above.push(part);
  }
  return above.map(each => "#" + each.id);
})"""
"""The headings that each row lies under."""


def test_the_contents_have_the_sections_that_are_shown(desk: Visit) -> None:
    page = desk.open(PATH)
    links = page.locator("#kb-contents a")
    every = links.all_text_contents()
    sifted = False
    for value in {version for _, version in both(page)}:
        page.get_by_label("First seen in").select_option(value)
        shown = page.locator(f"{SECTIONS}:visible").evaluate_all("list => list.map(each => '#' + each.id)")
        assert set(page.locator(f"{ROWS}:visible").evaluate_all(ABOVE, SECTIONS)) <= set(shown)
        left = page.locator("#kb-contents a:visible").evaluate_all("list => list.map(each => each.hash)")
        assert left and left == shown
        sifted |= len(left) < len(every)
    assert sifted
    page.get_by_role("button", name="Show all again").click()
    assert page.locator("#kb-contents a:visible").all_text_contents() == every


def test_each_choice_counts_what_it_leaves_beside_the_other(desk: Visit) -> None:
    page = desk.open(PATH)
    pairs = both(page)
    one, version = pairs[0]
    page.get_by_label("First seen in").select_option(version)
    options = page.locator("#kb-sift [name=authority] option:not([value=''])")
    for option in options.all():
        value = str(option.get_attribute("value"))
        count = pairs.count((value, version))
        assert str(option.text_content()).endswith(f" ({count})")
        assert option.is_disabled() == (count == 0)
    assert {option.is_disabled() for option in options.all()} == {True, False}
    page.locator("#kb-sift [name=authority]").select_option(one)
    expect(page.locator("#kb-sift [role=status]")).to_have_text(re.compile(rf"^{pairs.count((one, version))} of "))


def test_a_page_on_which_nothing_is_left_says_so(desk: Visit) -> None:
    words = "No change has both this authority and this version."
    page = desk.open(PATH)
    expect(page.get_by_text(words)).to_be_hidden()
    pairs = both(page)
    one, version = next((one, other) for one, _ in pairs for _, other in pairs if (one, other) not in pairs)
    page = desk.open(f"{PATH}?authority={one}&version={version}")
    expect(page.get_by_text(words)).to_be_visible()
    page.get_by_role("button", name="Show all again").click()
    expect(page.get_by_text(words)).to_be_hidden()


def test_slight_changes_are_shown_on_demand_and_unchanged_runs_stay_folded(desk: Visit) -> None:
    page = desk.open(PATH)
    page.get_by_label("Spelling and typography too").check()
    expect(page.locator(".row.slight").first).to_be_visible()
    assert page.url.endswith("?show=all")
    assert page.locator("details.run.same").count() > 0
    assert page.locator("details.run.same[open]").count() == 0
    again = desk.open(f"{PATH}?show=all")
    expect(again.get_by_label("Spelling and typography too")).to_be_checked()
    expect(again.locator(".row.slight").first).to_be_visible()


def test_the_address_of_a_slight_change_opens_the_folds_around_it(desk: Visit) -> None:
    page = desk.open(PATH)
    hidden = page.locator("details.run:not(.outside) .slight-cause > li").first
    ident = hidden.get_attribute("id")
    assert not hidden.is_visible()
    again = desk.open(f"{PATH}#{ident}")
    expect(again.locator(f'[id="{ident}"]')).to_be_in_viewport()
    expect(again.locator(".row.current")).to_be_visible()
    plain = page.locator(f"{ROWS} {CAUSES}").nth(3).get_attribute("id")
    sifted = desk.open(f"{PATH}?version=none#{plain}")
    expect(sifted.locator(f'[id="{plain}"]')).to_be_in_viewport()


def test_the_link_of_a_change_can_be_copied(desk: Visit) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(PATH)
    link = page.get_by_role("link", name="Link to this change").nth(2)
    link.click()
    expect(page.locator(".tools [role=status]")).to_have_text("Link copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.url and copied.endswith(str(link.get_attribute("href")))


def test_without_scripts_every_change_and_its_authority_is_there(plain: Visit, desk: Visit) -> None:
    page = plain.open(PATH)
    assert page.locator(f"{ROWS}:visible").count() == desk.open(PATH).locator(ROWS).count()
    assert not page.locator("#kb-sift").is_visible() and not page.locator(".tools .step").is_visible()
    page.get_by_label("Side by side").check()
    expect(page.locator(ROWS).first.locator(".pair")).to_be_visible()
    page.locator("details.all-changes > summary").click()
    assert page.locator(".all-changes li:visible").count() == page.locator(CAUSES).count()


@pytest.mark.parametrize("letters", [16, 32])
def test_the_bar_covers_no_heading_that_an_address_leads_to(phone: Visit, letters: int) -> None:
    page = phone.open(PATH)
    headings = page.locator("article h2").evaluate_all("list => list.map(each => each.id)")
    sizes = {"standard": letters, "fixed": letters}
    phone.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    for ident in headings[:3]:
        page.goto("about:blank")
        phone.turn(f"{PATH}#{ident}")
        bar, heading = page.locator(".tools").bounding_box(), page.locator("h2:target").bounding_box()
        assert bar and heading and heading["y"] >= bar["y"] + bar["height"]
        page.evaluate("() => scrollTo(0, 0)")
        page.get_by_label("Side by side").check()
        page.evaluate("() => document.querySelector('h2:target').scrollIntoView()")
        bar, heading = page.locator(".tools").bounding_box(), page.locator("h2:target").bounding_box()
        assert bar and heading and heading["y"] >= bar["y"] + bar["height"]


# The log of a book


def test_a_day_of_the_log_leads_to_its_changes_and_its_text(desk: Visit) -> None:
    page = desk.open(STATES)
    days = page.locator("#kb-states > li")
    dates = [each.get_attribute("data-from") for each in days.all()]
    assert dates == sorted(dates, key=str, reverse=True) and dates[-1] == ""
    page.get_by_role("link", name="Link to this day").nth(1).click()
    expect(page.locator("li:target > details.log")).to_be_visible()
    page.locator(f"li[id='{dates[1]}'] .record a[href*='changes/#']").first.click()
    expect(page.locator("li:target")).to_be_in_viewport()
    back = desk.open(f"rules/bells-below/@{dates[1]}/")
    back.get_by_role("link", name="What changed that day").click()
    expect(back).to_have_url(f"{desk.address}{STATES}#{dates[1]}")


def test_the_address_of_a_day_shows_its_date_and_opens_what_came_then(desk: Visit, phone: Visit) -> None:
    """Below the bars that stay; a day on which more came than is shown at once is folded till it is asked for."""
    for visit in (desk, phone):
        page = visit.open(STATES)
        page.evaluate("() => document.querySelectorAll('details.log').forEach(each => { each.open = false; })")
        links = page.get_by_role("link", name="Link to this day")
        for at, day in enumerate(each.get_attribute("data-from") for each in page.locator("li[data-from]").all()):
            if not day:
                continue
            links.nth(at).click()
            date, header = page.locator("li:target > p > a > strong"), page.locator(".md-header")
            expect(date).to_be_in_viewport(ratio=1)
            words, bar = date.bounding_box(), header.bounding_box()
            assert words and bar and words["y"] >= bar["y"] + bar["height"], day
            assert page.locator("li:target > details:not([open])").count() == 0, day
            washed = page.locator("li:target").evaluate("each => getComputedStyle(each).backgroundColor")
            assert washed == "rgba(0, 0, 0, 0)", "the date is lit, not all that came then"


def test_paper_has_no_ways_through_the_site_nor_what_parts_them(desk: Visit) -> None:
    page = desk.open(PATH)
    page.emulate_media(media="print")
    told = page.locator(f"{CAUSES} > .from").all_inner_texts()
    assert any("irst seen in" in each for each in told)
    assert all(re.search(r"[^\s·]$", each) for each in told if each), told
    for path, list_ in (("records/", ".record > .meta"), ("states/", ".record > .meta, li[data-from] > .meta")):
        page = desk.open(f"rules/bells-below/{path}")
        expect(page.get_by_role("link", name=re.compile("^(See it among the changes|Link)")).first).to_be_visible()
        page.emulate_media(media="print")
        told = [each for each in page.locator(list_).all_inner_texts() if each]
        assert told
        assert not any(re.search(r"among the changes|Link|·\s*$", each) for each in told), told


def test_paper_has_the_changes_and_what_stays_the_same_folded(desk: Visit) -> None:
    page = desk.open(PATH)
    folded = page.locator("details.run:not([open])")
    before = folded.count()
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == before > 3
    log = desk.open(STATES)
    log.locator("details.log").first.evaluate("each => { each.open = false; }")
    log.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert log.locator("details.log:not([open])").count() == 0


def test_no_words_of_a_fold_reach_below_its_sign(phone: Visit) -> None:
    page = phone.open(PATH)
    assert page.evaluate(BELOW_SIGNS) == []


def test_a_choice_is_read_whole_and_choices_stand_in_a_column_on_a_phone(desk: Visit, phone: Visit) -> None:
    page = desk.open(PATH)
    choice = page.locator("select[name=authority]")
    choice.select_option(label=choice.locator("option", has_text="no authority named").inner_text())
    assert choice.evaluate(
        """e => {
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = getComputedStyle(e).font;
        return pen.measureText(e.selectedOptions[0].text).width < e.clientWidth - 24;
    }"""
    )
    narrow = phone.open(PATH)
    boxes = [each.bounding_box() for each in narrow.locator(".sift select").all()]
    assert len(boxes) == 2 and len({(each["x"], each["width"]) for each in boxes if each}) == 1


def test_who_has_no_keys_is_told_of_none(desk: Visit, phone: Visit) -> None:
    wide, tablet = desk.open(PATH), phone.open(PATH)
    tablet.set_viewport_size({"width": 768, "height": 1024})
    for keys in (".tools .step kbd", ".seek-door kbd"):
        expect(wide.locator(keys).first).to_be_visible()
        expect(tablet.locator(keys).locator("visible=true")).to_have_count(0)
