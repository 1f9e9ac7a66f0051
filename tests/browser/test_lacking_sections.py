"""Sections that a text of a book has nothing of, as a reader meets them: one entry each, which opens to its words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, Visit, served
from tests.browser.test_every_kind import SCRIPT, WIDE, violations, visiting
from tests.built import Wanted, build_once
from tests.test_left_out import PRINTINGS, WHOLE, WITHOUT_BOATS
from tests.test_partial_editions import CORPUS

COMPARED = "rules/reed/compare/?from=published&to="
WITNESSES = "rules/reed/witnesses/"
ENTRY = ".row.substantive.lacking"
BOATS = ("Boats", "A boat has a mast.", "Oars", "An oar is long.", "Pull once.", "A box on oars.")
CHANGED = WITHOUT_BOATS.replace("at noon", "at dusk")


@pytest.fixture(scope="module")
def address(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site of a book of which an emended edition and a printing lack the chapter on boats."""
    corpus = tmp_path_factory.mktemp("whole") / "lacking-sections"
    (corpus / "texts").mkdir(parents=True)
    (corpus / "corpus.yml").write_text(CORPUS + PRINTINGS, encoding="utf-8")
    texts = {"reed.md": WHOLE, "emended.md": CHANGED, "second.md": WITHOUT_BOATS, "third.md": WHOLE}
    for name, text in texts.items():
        (corpus / "texts" / name).write_text(f"# Reed Rules\n\n{text}", encoding="utf-8")
    (corpus / "texts" / "ledger.md").write_text("# Ledger\n", encoding="utf-8")
    with served(build_once(shared, Wanted(corpus)).folder) as found:
        yield found


def test_a_section_that_the_newer_text_lacks_is_one_entry_with_its_words(desk: Visit) -> None:
    page = desk.open(COMPARED + "emended")
    expect(page.locator("#kb-counted")).to_contain_text("1 passage says something else")
    expect(page.locator("#kb-counted")).to_contain_text("1 section is not in the newer text")
    expect(page.locator(".row.substantive")).to_have_count(2)
    entry = page.locator(ENTRY)
    expect(entry).to_contain_text("Not in “Emended")
    expect(entry.get_by_text("An oar is long.")).to_be_hidden()
    entry.locator("summary").click()
    for words in BOATS:
        expect(entry.locator("del", has_text=words).first).to_be_visible()
    expect(page.locator("#oars del")).to_be_visible()
    expect(entry).to_have_attribute("aria-label", re.compile("Boats: 4 clauses. Not in “Emended"))


def test_each_clause_of_it_has_its_address_and_the_address_opens_it(desk: Visit) -> None:
    page = desk.open(COMPARED + "second")
    page.locator(f"{ENTRY} summary").click()
    parts = page.locator(f"{ENTRY} .gone")
    expect(parts).to_have_count(len(BOATS))
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
    assert {"boats", "boats.p1", "oars", "oars.p1", "oars.li1"} <= set(ids)


def test_texts_that_have_all_of_it_have_no_such_entry(desk: Visit) -> None:
    page = desk.open(COMPARED + "third")
    expect(page.locator("#kb-counted")).to_contain_text("No passage says anything else")
    expect(page.locator(ENTRY)).to_have_count(0)
    expect(page.locator("#kb-counted")).not_to_contain_text("section")


def test_a_section_that_a_printing_leaves_out_opens_without_a_script(plain: Visit) -> None:
    page = plain.open(WITNESSES)
    entry = page.locator(ENTRY)
    expect(entry).to_have_count(1)
    expect(entry.get_by_text("An oar is long").first).to_be_hidden()
    entry.locator("summary").first.click()
    for words in ("A boat has a mast", "An oar is long", "Pull once", "A box on oars"):
        expect(entry.get_by_text(words).first).to_be_visible()


@pytest.mark.parametrize("path", [COMPARED + "emended", COMPARED + "second", WITNESSES, "rules/reed/changes/"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_opened_entry_is_read_by_all_and_fits_a_phone(
    browser: Browser, address: str, path: str, scheme: str
) -> None:
    for size in (DESKTOP, PHONE):
        visit = visiting(browser, address, viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = visit.open(path)
        page.locator(f"{ENTRY} summary").first.click()
        assert size is DESKTOP or page.evaluate(WIDE) == []
        page.evaluate(SCRIPT)
        assert list(violations(page)) == []
        visit.context.close()
        assert visit.wrong == []
