"""Any two texts of a book, as a reader compares them: choosing, stepping, an address to send, a phone, no script."""

import re
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SHIFTS, Visit

PATH = "rules/bells-below/compare/"
ROWS = "#kb-compared .row.substantive"


def choice(page: Page, name: str) -> Locator:
    """The list that a text is chosen from."""
    return page.locator(f"#kb-compare select[name={name}]")


def words(page: Page) -> list[str]:
    """What is shown as changed, in order."""
    return list(page.locator(f"{ROWS} > .merged").all_inner_texts())


def test_two_texts_are_chosen_stepped_through_and_the_address_opens_the_same(desk: Visit) -> None:
    page = desk.open(PATH)
    expect(choice(page, "to")).to_have_value("emended")
    newest = words(page)
    choice(page, "from").select_option("2005-10-17")
    choice(page, "to").select_option("2006-02-13")
    assert words(page) != newest
    count = page.locator(ROWS).count()
    assert count >= 2
    expect(page.locator("#kb-counted")).to_contain_text(f"{count} passages say something else")
    page.locator("h1").click()
    for at in (0, 1):
        page.keyboard.press("n")
        expect(page.locator(ROWS).nth(at)).to_be_focused()
        expect(page.locator(".tools [role=status]")).to_have_text(f"Changed passage {at + 1} of {count}")
    page.keyboard.press("p")
    expect(page.locator(ROWS).first).to_be_focused()
    assert "from=2005-10-17&to=2006-02-13" in page.url
    shown = words(page)
    again = desk.open(page.url.removeprefix(desk.address))
    expect(choice(again, "from")).to_have_value("2005-10-17")
    assert words(again) == shown


def test_back_takes_back_a_choice_and_leaves_the_page_only_then(desk: Visit) -> None:
    page = desk.open("rules/bells-below/")
    page = desk.turn(PATH)
    before = words(page)
    choice(page, "from").select_option("2005-10-17")
    first = words(page)
    choice(page, "to").select_option("2006-02-13")
    second = words(page)
    assert second not in (first, before)
    page.locator("#kb-compared .cause a.permalink").last.click()
    page.go_back()
    expect(choice(page, "to")).to_have_value("2006-02-13")
    page.go_back()
    expect(choice(page, "to")).to_have_value("emended")
    expect(choice(page, "from")).to_have_value("2005-10-17")
    assert words(page) == first
    assert "from=2005-10-17&to=emended" in page.url
    page.go_forward()
    expect(choice(page, "to")).to_have_value("2006-02-13")
    assert words(page) == second
    page.go_back()
    page.go_back()
    expect(choice(page, "to")).to_have_value("emended")
    assert words(page) == before
    page.go_back()
    assert page.url.endswith("rules/bells-below/")


def test_back_brings_what_was_sifted_and_shown_with_the_choice(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=emended")
    sift = page.locator("#kb-sift select[name=authority]")
    sift.select_option("term/bells")
    page.get_by_label("Spelling and typography too").check()
    kept = page.locator(f"{ROWS}:not(.sifted)").count()
    choice(page, "from").select_option("2006-02-13")
    expect(sift).not_to_have_value("term/bells")
    page.go_back()
    expect(choice(page, "from")).to_have_value("published")
    expect(sift).to_have_value("term/bells")
    expect(page.get_by_label("Spelling and typography too")).to_be_checked()
    assert page.locator(f"{ROWS}:not(.sifted)").count() == kept


def test_who_goes_through_the_list_by_keys_makes_one_step_of_it(desk: Visit) -> None:
    page = desk.open(PATH)
    entries = page.evaluate("history.length")
    choice(page, "from").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    assert choice(page, "from").input_value() not in {"", "emended"}
    assert page.evaluate("history.length") == entries + 1


def test_the_older_text_stands_first_whatever_is_chosen(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=emended&to=published")
    expect(choice(page, "from")).to_have_value("published")
    expect(page.locator("#kb-compare [role=status]")).to_have_text("The older text stands first.")


def test_a_text_that_an_address_names_in_vain_is_told(desk: Visit) -> None:
    """Versions that come later move the days of a book: an address that was sent may name one that it has no more."""
    page = desk.open(f"{PATH}?from=2005-12-24&to=emended")
    expect(page.locator("#kb-compare [role=status]")).to_have_text(
        "Not a text of this book, so not compared: 2005-12-24."
    )
    choice(page, "from").select_option("2005-10-17")
    expect(page.locator("#kb-compare [role=status]")).to_be_empty()
    page = desk.open(f"{PATH}?from=2005-10-17&to=emended")
    expect(page.locator("#kb-compare [role=status]")).to_be_empty()


def test_published_and_emended_differ_in_what_the_page_of_changes_has(desk: Visit) -> None:
    listed = desk.open("rules/bells-below/changes/").locator(".cause > li[data-authority]")
    known = sorted(listed.evaluate_all("all => all.map(each => each.id)"))
    page = desk.open(f"{PATH}?from=published&to=emended")
    told = page.locator("#kb-compared .cause > li[data-authority]")
    assert sorted(told.evaluate_all("all => all.map(each => each.id)")) == known
    first = told.first
    expect(first.get_by_role("link", name="Read it in place")).to_be_visible()


def test_a_change_has_an_address_with_the_texts_it_stands_between(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=2005-10-17&to=2006-02-13")
    link = page.locator("#kb-compared .cause a.permalink").last
    link.click()
    again = desk.open(page.url.removeprefix(desk.address))
    row = again.locator(".row.current")
    expect(row).to_be_in_viewport()
    assert row.locator(".cause > li").first.get_attribute("id")


def test_changes_between_two_texts_are_sifted_by_their_authority(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=emended")
    every = page.locator(f"{ROWS}:not(.sifted)").count()
    page.locator("#kb-sift select[name=authority]").select_option("term/bells")
    kept = page.locator(f"{ROWS}:not(.sifted)")
    assert 0 < kept.count() < every
    for row in kept.all():
        expect(row.locator(".cause")).to_contain_text("Bells")
    expect(page.locator("#kb-sift [role=status]")).to_contain_text("changes of substance")
    seen = page.locator("#kb-compared > :visible").evaluate_all("all => all.map(each => each.tagName)")
    assert "H2" in seen
    assert not [pair for pair in pairwise([*seen, "H2"]) if pair == ("H2", "H2")], "a heading has nothing below it"
    assert "authority=term/bells" in page.url
    again = desk.open(page.url.removeprefix(desk.address))
    expect(again.locator("#kb-sift select[name=authority]")).to_have_value("term/bells")
    choice(again, "from").select_option("2006-02-13")
    choice(again, "to").select_option("2006-05-08")
    expect(again.locator("#kb-sift select[name=authority]")).to_have_value("")
    assert "authority" not in again.url
    offered = again.locator("#kb-sift select[name=authority] option:not([hidden])").all_inner_texts()
    assert "Diving (1)" in offered and not any(each.startswith("Bells") for each in offered)
    choice(again, "to").select_option("2006-02-13")
    expect(again.locator("#kb-sift")).to_be_hidden()


def test_a_slight_change_beside_one_of_substance_is_told_where_it_is_asked_for(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=emended")
    light = page.locator(f"{ROWS} .slight-cause > li").first
    expect(light).to_be_attached()
    expect(light).to_be_hidden()
    expect(light.locator("xpath=../../ul[not(contains(@class, 'slight-cause'))]/li").first).to_be_visible()
    ident = light.get_attribute("id")
    page.get_by_label("Spelling and typography too").check()
    expect(light).to_be_visible()
    again = desk.open(f"{PATH}?from=published&to=emended#{ident}")
    expect(again.locator(f'[id="{ident}"]')).to_be_visible()


def test_a_clause_that_moved_says_so_and_leads_to_its_other_place(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=emended&show=all")
    away, here = (page.locator("#kb-compared .row", has_text=f"Moved {where}") for where in ("away", "here"))
    expect(away).to_have_count(1)
    away.get_by_role("link", name="its other place").click()
    expect(here).to_have_class(re.compile(r"\bcurrent\b"))
    expect(here).to_be_in_viewport()
    here.get_by_role("link", name="its other place").click()
    expect(away).to_have_class(re.compile(r"\bcurrent\b"))
    assert away.locator(".merged del").count() == here.locator(".merged ins").count() == 1
    page = desk.open(f"{PATH}?from=2005-11-28&to=2006-02-13&show=all")
    expect(page.locator("#kb-compared .row", has_text="Moved here")).to_have_count(0)


def test_the_page_of_changes_tells_a_move_as_one(desk: Visit) -> None:
    page = desk.open("rules/bells-below/changes/?show=all")
    row = page.locator(".row", has_text="where it stood")
    expect(row).to_have_count(1)
    expect(row.locator(".slight-cause > li")).to_have_count(1)
    words = row.locator(".merged").inner_text().removeprefix("added:").strip()
    row.get_by_role("link", name="where it stood").click()
    expect(page.locator(".clause:target")).to_contain_text(words)


def test_a_witness_is_compared_with_its_noise_folded(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=bells-below-web")
    heavy = page.locator(ROWS).count()
    slight = page.locator("#kb-compared .row.slight")
    assert 0 < heavy < slight.count()
    expect(slight.first).to_be_hidden()
    page.get_by_label("Spelling and typography too").check()
    expect(slight.first).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page.locator(".tools [role=status]")).to_contain_text(f"of {heavy + slight.count()}")


def test_the_switch_for_slight_changes_is_there_where_there_are_any(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=2005-11-28&to=2006-02-13")
    switch, slight = page.get_by_label("Spelling and typography too"), page.locator("#kb-compared .row.slight")
    expect(page.locator(ROWS).first).to_be_visible()
    expect(slight).to_have_count(0)
    expect(switch).to_be_hidden()
    choice(page, "to").select_option("emended")
    expect(slight.first).to_be_attached()
    expect(switch).to_be_visible()


def test_side_by_side_each_column_has_its_own_words_alone(phone: Visit) -> None:
    page = phone.open(f"{PATH}?from=published&to=emended")
    page.get_by_label("Side by side").check()
    pair = page.locator(f"{ROWS}:has(.merged del):has(.merged ins) > .pair").first
    expect(pair.locator(".was del").first).to_be_visible()
    expect(pair.locator(".was ins").first).to_be_hidden()
    expect(pair.locator(".now ins").first).to_be_visible()
    expect(pair.locator(".now del").first).to_be_hidden()
    first, second = (pair.locator(f".{side}").bounding_box() for side in ("was", "now"))
    assert first and second and first["y"] + first["height"] <= second["y"]
    page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_without_a_script_every_text_and_what_changed_with_it_is_a_link(plain: Visit) -> None:
    page = plain.open(PATH)
    expect(page.locator("#kb-compare")).to_be_hidden()
    expect(page.get_by_text("needs scripts")).to_be_visible()
    assert page.locator("#kb-texts li a:visible").count() > 10
    page.get_by_role("link", name="what changed").nth(1).click()
    expect(page.locator("li:target > details.log")).to_have_count(1)


def test_a_printing_is_read_clean_marked_or_with_the_published_words_struck(desk: Visit) -> None:
    page = desk.open("rules/the-drowned-coast/editions/the-drowned-coast-second-printing/")
    mark = page.locator("ins.change").first
    mark.hover()
    card = page.locator("#kb-card")
    expect(card).to_contain_text("As published")
    expect(card).to_have_attribute("aria-label", "What the published text says")
    was = page.locator("del.was").first
    expect(was).to_be_hidden()
    page.get_by_text("Redline", exact=True).click()
    expect(was).to_be_visible()
    page.get_by_role("link", name="Compare", exact=True).first.click()
    expect(choice(page, "to")).to_have_value("the-drowned-coast-second-printing")
    expect(page.locator(ROWS).first).to_be_visible()


def test_nothing_jumps_while_the_page_is_made(phone: Visit) -> None:
    """A tenth is what Chromium calls good."""
    phone.context.add_init_script(SHIFTS)
    page = phone.open(PATH)
    expect(page.locator("#kb-compared .row").first).to_be_attached()
    page.wait_for_timeout(300)
    assert page.evaluate("window.moved") < 0.1


def test_on_paper_the_page_says_which_texts_these_are(desk: Visit) -> None:
    page = desk.open(f"{PATH}?from=published&to=emended")
    page.emulate_media(media="print")
    expect(choice(page, "from")).to_be_visible()
    expect(choice(page, "from")).to_have_css("border-top-width", "0px")
