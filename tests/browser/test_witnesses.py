"""The page of witnesses in a browser: side by side or stacked, noise on demand, keys, addresses, no script needed."""

from playwright.sync_api import Page

from tests.browser.conftest import Visit

PATH = "rules/bells-below/witnesses/"
ROW = ".row.substantive:has(> .columns > .side + .side)"
TOPS = "row => [...row.querySelectorAll('.side')].map(each => each.getBoundingClientRect().top)"
OPEN = "() => document.querySelectorAll('details.run[open]').length"


def tops(page: Page) -> list[float]:
    found: list[float] = page.locator(ROW).first.evaluate(TOPS)
    return found


def test_texts_stand_side_by_side_on_wide_screens_and_below_each_other_on_phones(desk: Visit, phone: Visit) -> None:
    first, second = tops(desk.open(PATH))[:2]
    assert first == second
    page = phone.open(PATH)
    first, second = tops(page)[:2]
    assert first < second
    page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_the_steps_stand_at_the_switch_and_begin_where_it_does_on_a_phone(desk: Visit, phone: Visit) -> None:
    for visit in (desk, phone):
        page = visit.open(PATH)
        label, first = page.locator(".tools label").bounding_box(), page.locator(".tools button").first.bounding_box()
        assert label and first
        if visit is phone:
            assert abs(first["x"] - label["x"]) < 1
        else:
            assert 0 < first["x"] - label["x"] - label["width"] < 40


def test_noise_is_shown_on_demand(desk: Visit) -> None:
    page = desk.open(PATH)
    assert page.evaluate(OPEN) == 0
    slip = page.locator("a.place.slight", has_text="comer").first
    assert not slip.is_visible()
    page.get_by_label("Slight ones too").check()
    assert page.evaluate(OPEN) > 10
    assert slip.is_visible()
    assert slip.evaluate("each => getComputedStyle(each).textDecorationStyle") == "dotted"
    page.get_by_label("Slight ones too").uncheck()
    assert page.evaluate(OPEN) == 0


def test_keys_go_from_difference_to_difference(desk: Visit) -> None:
    page = desk.open(PATH)
    count = page.locator(".row.substantive").count()
    assert count == 8
    page.keyboard.press("n")
    assert page.locator(".tools [role=status]").inner_text().endswith(f"1 of {count}")
    page.keyboard.press("n")
    page.keyboard.press("p")
    assert page.locator(".row.current").count() == 1
    assert page.evaluate("() => document.activeElement.classList.contains('current')")


def test_an_address_opens_the_difference_even_inside_a_fold(desk: Visit) -> None:
    page = desk.open(PATH)
    link = page.locator("ul.slips a", has_text="comer")
    target = link.get_attribute("href")
    link.click()
    assert page.url.endswith(str(target))
    page.locator(f'[id="{str(target)[1:]}"]').wait_for(state="visible")
    again = desk.open(PATH + str(target))
    again.locator(f'[id="{str(target)[1:]}"]').wait_for(state="visible")


def test_signs_in_the_text_lead_to_the_apparatus_and_back(desk: Visit) -> None:
    page = desk.open("rules/bells-below/published/")
    sign = page.locator('[id="wrecker-actions.li4"] > a.beside')
    sign.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/witnesses/#wrecker-actions.li4-*")
    entry = page.locator("li:target")
    assert "A spent wrecker may rest" in entry.inner_text()
    entry.get_by_role("link", name="In the published text").click()
    page.wait_for_url("**/published/#wrecker-actions.li4")


def test_without_scripts_all_can_be_read_and_opened(plain: Visit) -> None:
    page = plain.open(PATH)
    assert page.locator(".row.substantive").count() == 8
    assert page.locator(".row.substantive").first.is_visible()
    page.locator("details.run > summary").first.click()
    assert page.locator("details.run[open] .row").first.is_visible()
    assert not page.get_by_label("Slight ones too").is_visible()


def test_the_collation_can_be_had_as_a_file(desk: Visit) -> None:
    page = desk.open(PATH)
    with page.expect_download() as found:
        page.get_by_role("link", name="TEI").click()
    assert found.value.suggested_filename == "bells-below.tei.xml"
