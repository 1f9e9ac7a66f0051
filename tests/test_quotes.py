"""Quotation marks: each curls to the side it stands on, one character for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.html import Looks, Page
from kb.html.clean import seal
from kb.html.quotes import curl
from tests.test_html import html_of


@pytest.mark.parametrize(
    ("before", "text", "curled"),
    [
        ("", 'a "lamp" (or "light")', "a “lamp” (or “light”)"),
        ("", "the keeper's lamp, keepers' lamps", "the keeper’s lamp, keepers’ lamps"),
        ("", '"Don\'t," he said.', "“Don’t,” he said."),
        ("", "'tis the '97 storm", "’tis the ’97 storm"),
        ("", "so-called 'lamp'", "so-called ‘lamp’"),
        ("", 'non-"lit" and "un-"', "non-“lit” and “un-”"),
        ("n", '" and', "” and"),
        ("n", "'s", "’s"),
        ("", "'s own", "’s own"),
        (" ", '"', "“"),
        ("", 'named "…-deep" or "un-…"', "named “…-deep” or “un-…”"),
        ("", 'a—"b"', "a—“b”"),
        ("", 'Strike ", and one." Add ", or ten" to "it"', "Strike “, and one.” Add “, or ten” to “it”"),
        ("", 'one ", two', "one ”, two"),
        ("", 'a "b ", c', "a “b ”, c"),
        ("", """"'Row out,' he said, 'or "drown".'\"""", "“‘Row out,’ he said, ‘or “drown”.’”"),
        ("", "('\"lit\" lamps')", "(‘“lit” lamps’)"),
        ("…", '"Row!" he said', "“Row!” he said"),
        ("", "wait…'Row!' he said, 'or…' and \"no…\"", "wait…‘Row!’ he said, ‘or…’ and “no…”"),
        ("", '*"Lit" means "lit"/"dark"', "*“Lit” means “lit”/“dark”"),
        ("", "the 90…'s and *'tis", "the 90…’s and *’tis"),
        ("", 'Change ":it may row', "Change “:it may row"),
        ("", 'Change ":it may row" to ".5"', "Change “:it may row” to “.5”"),
        ("", "the ''lamp'' and \"'tis\"", "the ‘‘lamp’’ and “’tis”"),
    ],
)
def test_marks_curl(before: str, text: str, curled: str) -> None:
    assert curl(text, before) == curled


@given(st.text(alphabet="ab \"'-(.", max_size=30))
def test_nothing_but_the_marks_changes(text: str) -> None:
    curled = curl(text)
    assert len(curled) == len(text)
    assert all(new == old or (old in "\"'" and new in "“”‘’") for old, new in zip(text, curled, strict=True))


def test_marks_beside_emphasis_and_in_code() -> None:
    html = html_of('A "*lamp*" is *a* "light", not `"x"`.\n')
    assert "“<em>lamp</em>”" in html and "“light”" in html
    assert '<code>"x"</code>' in html


def test_marks_in_preformatted_text_of_raw_html_are_left() -> None:
    text = '<div>\n<pre>a "b" <i>\'c\'</i></pre> "d"\n</div>\n'
    assert "<pre>a \"b\" <i>'c'</i></pre> “d”" in html_of(text, Page(Looks(text=text)))


@pytest.mark.parametrize(
    ("html", "curled"),
    [
        ("<p>the keeper&#39;s &#34;lamp&#34;</p>", "<p>the keeper’s “lamp”</p>"),
        ('<p><a href="x">the keeper</a>&#39;s</p>', '<p><a href="x">the keeper</a>’s</p>'),
        ("<p>(<em>&#34;lit&#34;</em>)</p><p>&#34;Yes.&#34;</p>", "<p>(<em>“lit”</em>)</p><p>“Yes.”</p>"),
        ("<p>tide</p><p>'tis</p>", "<p>tide</p><p>’tis</p>"),
        ('<p>non-&#34;<a href="x">lit</a>&#34; lamp</p>', '<p>non-“<a href="x">lit</a>” lamp</p>'),
        ("<p>un-&#34;</p><p>lit</p>", "<p>un-”</p><p>lit</p>"),
        ("<code>a &#34;b&#34;</code>", "<code>a &#34;b&#34;</code>"),
        ("<pre>it&#39;s</pre>", "<pre>it&#39;s</pre>"),
        (
            "<pre><code><ins>it&#39;s</ins> &#34;b&#34; <em>'c'</em></code></pre>'tis",
            "<pre><code><ins>it&#39;s</ins> &#34;b&#34; <em>'c'</em></code></pre>’tis",
        ),
        ('<b title="it&#39;s" data-x=\'["a"]\'>it&#39;s</b>', '<b title="it&#39;s" data-x=\'["a"]\'>it’s</b>'),
    ],
)
def test_words_of_a_page_curl_across_tags_and_attributes_and_code_do_not(html: str, curled: str) -> None:
    assert seal(html, curled=True) == curled
    assert seal(html) == html
