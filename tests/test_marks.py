"""Marks over blocks of raw HTML: one element in each block, places where words may stand, what goes with its words."""

import re

import pytest

from kb.html import Looks, Mark, Page, is_emptied, render_clause
from kb.html._emptied import tell_emptied
from kb.html._flow import settle
from kb.text import Span
from tests.test_html import assert_nests, html_of, read, words_of


def marked(text: str, apart: bool = False) -> str:
    """A text with a mark from its `(` to its `)`; at a `|` is a place."""
    if "|" in text:
        at = text.index("|")
        text = text.replace("|", "")
        marks: tuple[Mark, ...] = (Mark(Span(at, at), key="m", after="†", apart=apart),)
    else:
        span = Span(text.index("("), text.index(")") - 1)
        text = text.replace("(", "").replace(")", "")
        marks = (Mark(span, id="m", before="+", after="†", ahead="<del>was</del>"),)
    html = html_of(text, Page(Looks(text=text), marks=marks))
    assert_nests(html)
    assert html.count(' id="m"') <= 1
    return re.sub(r" *(?=</)|(?<=>) (?=<)", "", html)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<table><tr><td>(a</td> <td>b) c</td></tr></table>\n",
            '<td><del>was</del><ins id="m">+a</ins></td><td><ins>+b</ins>† c</td>',
        ),
        (
            "<table><tr><td>a</td></tr>(<tr><td>b</td><td>c</td></tr>)</table>\n",
            '<tr><td><del>was</del><ins id="m">+b</ins></td><td><ins>+c</ins>†</td></tr>',
        ),
        (
            "<ul>\n<li>(a</li>\n<li>b) c</li>\n</ul>\n",
            '<li><del>was</del><ins id="m">+a</ins></li><li><ins>+b</ins>† c</li>',
        ),
        ("<ul>(<li>a</li>)<li>b</li></ul>\n", '<ul><li><del>was</del><ins id="m">+a</ins>†</li><li>b</li></ul>'),
        ("<dl><dt>(a</dt><dd>b)</dd></dl>\n", '<dt><del>was</del><ins id="m">+a</ins></dt><dd><ins>+b</ins>†</dd>'),
        (
            "<div>x(\n<details><summary>a</summary>b</details>)</div>\n",
            'x <details><summary><del>was</del><ins id="m">+a</ins></summary><ins>+b</ins>†</details>',
        ),
        (
            "<blockquote><p>a (b</p><p>c)</p></blockquote>\n",
            '<p>a <del>was</del><ins id="m">+b</ins></p><p><ins>+c</ins>†</p>',
        ),
        (
            "<div>(a <b>b</b><p>c)</p></div>\n",
            '<div><del>was</del><ins id="m">+a <b>b</b></ins><p><ins>+c</ins>†</p></div>',
        ),
        (
            "<div><b>(a<p>b</p>c)</b></div>\n",
            '<ins id="m">+<b>a</b></ins><b></b><p><b></b><ins>+<b>b</b></ins><b></b></p><ins>+<b>c</b></ins>†</div>',
        ),
        ("<div>(a<hr>b)</div>\n", '<del>was</del><ins id="m">+a</ins><hr><ins>+b</ins>†'),
        (
            "<ul><li>(a<ul><li>b</li></ul></li><li>c) d</li></ul>\n",
            '<li><del>was</del><ins id="m">+a</ins><ul><li><ins>+b</ins></li></ul></li><li><ins>+c</ins>† d</li>',
        ),
        ("<p>one( two) three</p>\n", 'one<del>was</del><ins id="m">+ two</ins>† three'),
    ],
)
def test_a_mark_over_blocks_of_raw_html_lies_around_the_words_in_each(text: str, expected: str) -> None:
    """What is heard before them, too, since each block is heard by itself; what was said before only once."""
    assert expected in marked(text)


def test_a_mark_over_clauses_is_one() -> None:
    """Tags without words between them have no part of it."""
    text = '<ul markdown="1">(\n<li markdown="1">\n\na\n\n</li>\n<li>b</li>\n</ul>\n\nc)\n'
    html = marked(text)
    assert re.findall(r"<ins[^>]*>[^<]*</ins>(?:†)?", html) == [
        '<ins id="m">+a</ins>†',
        "<ins>+b</ins>",
        "<ins>+c</ins>",
    ]
    assert html.count("<li>") == 2, "and no item of its own"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<ul><li>a</li>|<li>b</li></ul>\n", "<ul><li>a†</li><li>b</li></ul>"),
        ("<ul>|<li>a</li></ul>\n", "<ul><li>†a</li></ul>"),
        ("<table><tr><td>a</td></tr>|<tr><td>b</td></tr></table>\n", "<tr><td>a†</td></tr><tr><td>b</td></tr>"),
        ("<table><tr><td>a</td><td>|</td></tr></table>\n", "<td>a</td><td>†</td>"),
        ("<dl><dt>a</dt>|<dd>b</dd></dl>\n", "<dt>a†</dt><dd>b</dd>"),
        ("<details>|<summary>a</summary>b</details>\n", "<details><summary>†a</summary>b</details>"),
        ("<div>a <b>b|</b> c</div>\n", "a <b>b</b>† c"),
    ],
)
def test_a_place_is_where_words_may_stand(text: str, expected: str) -> None:
    assert expected in marked(text)


def test_a_mark_around_tags_alone_stands_where_words_may() -> None:
    assert '<li>a<del>was</del><ins id="m">+</ins>†</li><li>b</li>' in marked("<ul><li>a(</li><li>)b</li></ul>\n")


def test_what_stood_apart_is_in_the_block_it_left() -> None:
    """The next element without words before any others; where there is none it stands behind the words before."""
    assert "<li>a</li><li>†</li>" in marked("<ul><li>a|</li><li></li></ul>\n", apart=True)
    assert "<li>a†</li><li></li>" in marked("<ul><li>a|</li><li></li></ul>\n", apart=False)
    assert "<li>a†</li><li>b</li><li></li>" in marked("<ul><li>a|</li><li>b</li><li></li></ul>\n", apart=True)
    assert "a† b" in marked("<ul><li>a| b</li><li></li></ul>\n", apart=True)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>a</li><li><G>x</G></li></ul>", '<ul><li>a</li><li class="emptied"><G>x</G></li></ul>'),
        ("<ul><li><G>x</G></li><li><G>y</G></li></ul>", '<ul class="emptied"><li><G>x</G></li><li><G>y</G></li></ul>'),
        ("<ul><li>a <G>x</G></li></ul>", "<ul><li>a <G>x</G></li></ul>"),
        ("<ul><li></li></ul><p><G>x</G> b</p>", "<ul><li></li></ul><p><G>x</G> b</p>"),
        (
            "<table><tr><td><G>x</G></td><td></td></tr><tr><td>a</td><td><G>y</G></td></tr></table>",
            '<table><tr class="emptied"><td><G>x</G></td><td></td></tr><tr><td>a</td><td><G>y</G></td></tr></table>',
        ),
        (
            '<div class="b"><details open=""><summary><G>x</G></summary><p><G>y</G></p></details></div>',
            '<div class="b emptied"><details open=""><summary><G>x</G></summary><p><G>y</G></p></details></div>',
        ),
        (
            '<details open=""><summary><G>x</G></summary><p>a</p></details>',
            '<div><div class="emptied"><G>x</G></div><p>a</p></div>',
        ),
        ('<details id="f"><summary></summary><p>a</p></details>', '<div id="f"><div></div><p>a</p></div>'),
        (
            "<details><summary>a <G>x</G></summary><p><G>y</G></p></details>",
            '<details><summary>a <G>x</G></summary><p class="emptied"><G>y</G></p></details>',
        ),
        ("<div><hr><G>x</G></div>", "<div><hr><G>x</G></div>"),
        ("<div><G>x</G> <hr></div>", "<div><G>x</G> <hr></div>"),
        (
            '<p><G><span class="vh">removed</span></G> <hr></p>',
            '<p class="emptied"><G><span class="vh">removed</span></G> <hr></p>',
        ),
    ],
)
@pytest.mark.parametrize("sort", ['span class="gone"', 'del class="slight"', 'del class="was"', 'sup id="fnref:a"'])
def test_a_block_whose_words_may_all_be_hidden_goes_with_them(html: str, expected: str, sort: str) -> None:
    """So that no bullet, no line and no fold without a name stays behind."""

    def filled(shape: str) -> str:
        return shape.replace("<G>", f"<{sort}>").replace("</G>", f"</{sort.split(maxsplit=1)[0]}>")

    assert tell_emptied(filled(html)) == filled(expected)
    assert_nests(tell_emptied(filled(html)))


def test_words_that_every_state_shows_are_none_that_go() -> None:
    for html in ('<li><ins class="slight">a</ins></li>', "<li><del>a</del></li>", '<li class="gone-by">a</li>'):
        assert tell_emptied(f"<ul>{html}</ul>") == f"<ul>{html}</ul>"
    assert is_emptied('<del class="slight">a</del> ')
    assert not is_emptied('<del class="slight">a</del> b')
    assert not is_emptied("")


def test_texts_do_not_hide_their_words_by_name() -> None:
    """The names by which a page hides words are its own."""
    text = '<ul><li class="emptied x"><del class="slight">a</del></li><li class="gone named">b</li></ul>\n'
    html = html_of(text, Page(Looks(text=text)))
    assert re.findall(r'class="([^"]*)"', html) == ["x"]


def test_links_in_the_name_of_a_fold_stand_behind_it() -> None:
    """The name is a button, and no button may hold a link."""
    html = '<details><summary>a <a id="i" class="why" href="#x" data-change="c">†</a></summary>b</details>'
    assert settle(html) == (
        '<details><summary>a <span id="i" class="why" data-change="c">†</span></summary>'
        '<p class="named"><a class="why" href="#x" data-change="c">†</a></p>b</details>'
    )
    assert settle('<details><summary>a</summary><a href="#x">b</a></details>').count("<p") == 0


def test_a_fold_among_others_is_a_box_that_hides_nothing() -> None:
    text = "<details><summary>a</summary><p>b</p></details>\n"
    document = read(text)
    shown = render_clause(document.clauses[0], Page(Looks(text=text)))
    assert shown == "<div><div>a</div><p>b</p></div>"


def test_a_table_of_markdown_in_an_element_has_one_box() -> None:
    text = '<div markdown="1">\n\n| a | b |\n|---|---|\n| c | d |\n\n</div>\n\n<table><tr><td>e</td></tr></table>\n'
    html = html_of(text, Page(Looks(text=text)))
    assert html.count('<div class="table">') == html.count("<table>") == 2
    assert_nests(html)
    assert words_of(html) == ["a", "b", "c", "d", "e"]
