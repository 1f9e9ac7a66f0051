"""Marks over raw HTML of any shape: its words stay, each mark is written once, none lies around a block."""

import re

from hypothesis import given
from hypothesis import strategies as st

from kb.html import Looks, Mark, Page
from kb.text import Span
from tests.test_html import assert_nests, html_of, words_of

_WORDS = st.sampled_from(["alpha", "beta gamma", " ", "\n", "delta. ", "&amp;", '"q"', "<br>", "<hr>", "<li>", "</p>"])
_BOXES = ["div", "p", "ul", "li", "ol", "dl", "dt", "dd", "details", "summary", "blockquote", "h3", "figure", "section"]
_TAGS = st.sampled_from([*_BOXES, "table", "tr", "td", "th", "tbody", "b", "i", "span"])


def _element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.lists(inside, min_size=1, max_size=4).map("".join)
    return st.one_of(parts, st.tuples(_TAGS, parts).map(lambda each: "<{0}>{1}</{0}>".format(*each)))


_RAW = st.recursive(_WORDS, _element, max_leaves=25)
_BLOCK = re.compile(r"<(?:div|p|ul|ol|li|table|tr|t[dhb]|details|summary|d[ldt]|blockquote|hr|h\d|figure)\b")
_OURS = re.compile(r"<sup> ?†</sup>|<del> ?§</del>")


@given(_RAW, st.lists(st.integers(0, 400), min_size=2, max_size=6, unique=True), st.booleans())
def test_marks_over_raw_html_keep_its_words(raw: str, cuts: list[int], apart: bool) -> None:
    text = f"<div>\n{raw}\n</div>\n"
    places = [min(at, len(text) - 1) for at in sorted(cuts)]
    spans = [Span(at, end) for at, end in zip(places[::2], places[1::2], strict=False)]
    marks = []
    for number, span in enumerate(spans):
        if len(span):
            marks.append(Mark(span, id=f"m{number}", ahead="<del>§</del>", after="<sup>†</sup>"))
        elif span not in spans[:number]:
            marks.append(Mark(span, key=f"k{number}", after="<sup>†</sup>", apart=apart))
    html = html_of(text, Page(Looks(text=text), marks=tuple(marks)))
    assert_nests(html)
    assert "".join(words_of(_OURS.sub("", html))) == "".join(words_of(html_of(text, Page(Looks(text=text)))))
    assert [html.count(f' id="{mark.id}"') for mark in marks if mark.id] == [1 for mark in marks if mark.id]
    assert len(re.findall("<sup> ?†</sup>", html)) == len(marks)
    assert not [each for each in re.findall(r"<ins[^>]*>(.*?)</ins>", html) if _BLOCK.search(each)]
