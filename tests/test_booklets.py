"""Booklets: one document a book that needs nothing from elsewhere, and the PDF that a press makes of it."""

import re
import sys
import zlib
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from kb.cli import main
from kb.site.booklets import build_booklets
from kb.tools import press
from tests.test_site import knowledge, templates


@cache
def booklets() -> dict[str, str]:
    return dict(build_booklets(knowledge(), templates()))


def test_each_emended_book_has_one() -> None:
    assert list(booklets()) == ["the-drowned-coast", "bells-below"]


@pytest.mark.parametrize("work", ["the-drowned-coast", "bells-below"])
def test_every_link_stays_inside_or_is_a_whole_address(work: str) -> None:
    html = booklets()[work]
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    for address in re.findall(r'href="([^"]*)"', html):
        assert address.removeprefix("#") in ids if address.startswith("#") else re.match(r"https?:", address)
    assert not re.search(r"<(script|link|img|form)\b|url\(", html)
    assert 'class="term"' not in html and 'class="pin"' not in html


def test_it_says_what_it_is_and_whose(work: str = "bells-below") -> None:
    html = booklets()[work]
    assert "Current to Harbour Ledger 4" in html
    assert "Text: The Emendary project." in html
    assert html.index('class="contents"') < html.index("<main>") < html.index('class="authorities"')
    assert re.search(r'<li class="l\d"><a href="#diving">Diving</a></li>', html)


def test_contents_lead_to_every_heading_of_the_text() -> None:
    html = booklets()["bells-below"]
    main_part = html[html.index("<main>") : html.index("</main>")]
    headings = re.findall(r'<h\d id="([^"]*)"', main_part)
    listed = re.findall(r'<li class="l\d"><a href="#([^"]*)"', html)
    assert headings == listed and len(listed) > 5


def test_a_press_prints_the_same_bytes_and_fetches_nothing() -> None:
    try:
        press.open_press()
    except press.NoPressError as error:
        pytest.skip(str(error))
    once, again = (press.print_document(booklets()["bells-below"]) for _ in range(2))
    assert once.startswith(b"%PDF-") and once == again
    with pytest.raises(ValueError, match="nothing is fetched"):
        press._refuse("https://example.org/font.woff2")


def test_who_listens_to_a_booklet_is_told_what_is_a_heading_and_what_a_list() -> None:
    try:
        data = press.print_document(booklets()["bells-below"])
    except press.NoPressError as error:
        pytest.skip(str(error))
    streams = (
        zlib.decompressobj().decompress(each) for each in re.findall(rb"stream\n(x.*?)endstream", data, re.DOTALL)
    )
    plain = b"".join(streams)
    assert all(tag in plain for tag in (b"/StructTreeRoot", b"/S /H1", b"/S /H2", b"/S /LI", b"/Lang (en)"))


LINE = "<p>A crew rests.</p>"


def printed(text: str) -> list[Any]:
    """The pages on which a booklet prints a text, with another word that begins on a page of its own."""
    try:
        weasyprint = press.open_press()
    except press.NoPressError as error:
        pytest.skip(str(error))
    head = booklets()["bells-below"].partition("<body>")[0]
    html = f'{head}<body><main>{text}</main><section class="end">Notes</section></body></html>'
    return list(weasyprint.HTML(string=html).render().pages)


def pages(text: str) -> int:
    """On how many pages a booklet prints a text."""
    return len(printed(text))


def test_a_word_is_parted_behind_three_letters_at_least_and_before_three() -> None:
    text = " ".join(f"{'n' * (number % 11)} spelunkers recalled undoing lately" for number in range(90))
    boxes = [box for page in printed(f"<p>{text}</p>") for box in page._page_box.descendants() if hasattr(box, "text")]
    parted = [(box.text, after.text) for box, after in pairwise(boxes) if box.text.endswith("\N{HYPHEN}")]
    assert parted
    assert all(re.search(r"\w{3}\N{HYPHEN}$", end) and re.match(r"\w{3}", start) for end, start in parted)


def test_what_parts_the_text_from_what_follows_has_no_page_of_its_own() -> None:
    full = next(at for at in range(10, 60) if pages(LINE * at) < pages(LINE * (at + 1)))
    assert pages(f"{LINE * full}<hr>") == pages(LINE * full)


def test_a_note_of_many_paragraphs_begins_on_the_page_where_it_is_reached() -> None:
    many = LINE * 30
    assert pages(f"{LINE * 8}<div class='said'>{many}</div>") == pages(f"{LINE * 8}<div>{many}</div>")


def test_without_a_press_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr(sys, "argv", ["kb", "export", "pdf"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    out, err = capsys.readouterr()
    assert out == "" and "WeasyPrint" in err and "Traceback" not in err


@pytest.mark.parametrize("work", ["the-drowned-coast", "bells-below"])
def test_the_contents_the_book_has_itself_are_not_printed_again(work: str) -> None:
    """Of two tables of contents the one with the numbers of the booklet's pages is printed."""
    html = booklets()[work]
    hidden = set(re.findall(r"^\[id='([^']*)'\] \{ display: none; \}$", html, re.MULTILINE))
    rows = re.findall(r'<(?:tr|p|li) id="([^"]*)" class="clause[^"]*">(.*?)</(?:tr|p|li)>', html)
    crowded = {ident for ident, words in rows if len(re.findall(r'href="#(?!fn)', words)) > 2}
    assert crowded and crowded <= hidden
    called = {ident for ident, words in rows if re.sub("<[^>]*>", "", words) == "CONTENTS"}
    assert called <= hidden <= crowded | called | {ident for ident, words in rows if "href" in words}
