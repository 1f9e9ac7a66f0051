"""Copying words of a rule: its words are pasted, and those that were struck are told from those that came in."""

import pytest

from tests.browser.conftest import Visit

BOOK = "rules/bells-below/"
PASTE = "() => navigator.clipboard.readText()"
SELECT = """each => {
  const range = document.createRange();
  range.selectNodeContents(each);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


@pytest.fixture
def reader(desk: Visit) -> Visit:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return desk


def test_a_rule_is_copied_without_the_numbers_of_footnotes(reader: Visit) -> None:
    page = reader.open(BOOK)
    rule = page.locator(".clause:has(ins):has(sup a.why)").first
    number = rule.locator("sup a.why").first.inner_text()
    rule.evaluate(SELECT)
    page.keyboard.press("Control+c")
    pasted = str(page.evaluate(PASTE))
    assert number.strip() and len(pasted.split()) > 5
    assert not any(word.endswith((f".{number}", f"{number}∥", "∥")) for word in pasted.split()), pasted
    assert "added:" not in pasted


def test_a_redline_is_copied_with_brackets_around_what_changed(reader: Visit) -> None:
    page = reader.open(BOOK)
    page.locator("#kb-reader label", has_text="Redline").click()
    rule = page.locator(".clause:has(del.was):has(ins)").first
    cue, end = rule.locator("del.was").first.locator(".cue").all_inner_texts()
    gone = " ".join(rule.locator("del.was").first.inner_text().strip().removeprefix(cue).removesuffix(end).split())
    rule.evaluate(SELECT)
    page.keyboard.press("Control+c")
    pasted = str(page.evaluate(PASTE))
    assert f"[removed: {gone}]" in pasted and "[added: " in pasted, pasted
    assert "][" not in pasted and "¶" not in pasted and pasted == pasted.strip()


def test_what_is_copied_of_the_changes_tells_them_too(reader: Visit) -> None:
    page = reader.open(f"{BOOK}changes/")
    row = page.locator(".row :is(p, li, div):has(> del):has(> ins):visible").first
    row.evaluate(SELECT)
    page.keyboard.press("Control+c")
    pasted = str(page.evaluate(PASTE))
    assert "[removed: " in pasted and "[added: " in pasted, pasted


def test_words_without_a_struck_one_are_copied_as_ever(reader: Visit) -> None:
    page = reader.open(BOOK)
    page.locator("#kb-reader label", has_text="Redline").click()
    rule = page.locator("p.clause:not(:has(ins, del, sup))").first
    rule.evaluate(SELECT)
    page.keyboard.press("Control+c")
    assert page.evaluate(PASTE) == rule.evaluate("each => getSelection().toString()")
