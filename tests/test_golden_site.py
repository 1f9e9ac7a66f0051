"""The golden site: pages of the embedded corpus read as they were accepted (`make accept`), and as its texts say.

Of each kind of page the longest and the shortest are kept, as readers have them (tests/told.py). What they tell is held
against facts found by another route: headings as grep finds them, changes counted by hand.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
import yaml

from tests.built import LANTERN, Site
from tests.goldens import GOLDEN, hold_goldens
from tests.page_kinds import both_ends_of_each
from tests.told import tell

KEPT = GOLDEN / "site"
FACTS: dict[str, Any] = yaml.safe_load((GOLDEN / "lantern-facts.yml").read_text("utf-8"))


def told(site: Site) -> dict[str, str]:
    """The pages to keep by file name, as they are told."""
    pages = site.pages()
    return {
        f"{address.strip('/').replace('/', '~') or 'home'}.txt": "\n".join(
            (*tell(pages[address].read_text("utf-8")), "")
        )
        for address in both_ends_of_each(site)
    }


@pytest.mark.golden
def test_pages_read_as_they_were_accepted(lantern: Site) -> None:
    hold_goldens(KEPT, told(lantern))


@pytest.mark.parametrize("book", FACTS["books"], ids=lambda book: str(book["work"]))
def test_accepted_books_have_the_headings_of_their_texts(book: Mapping[str, Any]) -> None:
    """Headings as grep finds them, in order; others on the page are the site's own."""
    seen = 0
    for edition, name in (("emended", "rules~{}.txt"), ("published", "rules~{}~published.txt")):
        path = LANTERN / "texts" / str(book[edition])
        page = KEPT / name.format(book["work"])
        if not page.is_file():
            continue
        source = path.read_text("utf-8").split("\n---\n", 1)[1]
        wanted = [_letters(found) for found in re.findall(r"^#{1,6} +(.+?)(?: *\{:.*\})?$", source, re.MULTILINE)]
        shown = iter([_letters(found) for found in re.findall(r"^h[1-6][^:\n]*: (.*)$", page.read_text("utf-8"), re.M)])
        assert len(wanted) > 5
        assert [each for each in wanted if each not in shown] == [], page.name
        seen += 1
    assert seen


def _letters(text: str) -> str:
    """The letters of a heading without its markup, footnotes and addresses."""
    text = re.sub(r"<sup.*?</sup>|\[\^[^\]]*\]|<[^>]*>|\{[^}]*\}", "", text)
    return "".join(each for each in re.sub(r"\]\([^)]*\)", "", text).casefold() if each.isalnum())


def test_accepted_changes_are_as_many_as_were_counted_by_hand() -> None:
    seen = 0
    for book in FACTS["books"]:
        page = KEPT / f"rules~{book['work']}~changes.txt"
        if page.is_file():
            wanted = sum(each["substantive"] for each in book["emendations"])
            assert f"<strong>{wanted} changes of substance</strong>" in page.read_text("utf-8")
            seen += 1
    assert seen


def test_pages_are_told_with_their_links_and_marks() -> None:
    page = (
        "<p>out</p><main>bare<h1 id='a'>Ti<b>tle</b></h1><ul class='x y'><li><p>One<br>two</p>three</ul>"
        "<p>A <a href='b/'>c</a> <ins data-change='d'>e</ins><hr><script>no()</script></main>out"
    )
    assert [*tell(page)] == [
        "main: bare",
        "h1#a: Ti<b>tle</b>",
        "p: One / two",
        "li: three",
        "p: A <a href=b/>c</a> <ins data-change=d>e</ins>",
        "hr",
    ]
