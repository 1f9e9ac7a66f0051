"""Properties of the kramdown reader: no text makes it raise, and every text keeps the promises of a document."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.answers.inspection import inspect
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.kramdown_cases import read_cases
from tests.reading import broken_promises

_WRITTEN = r"""
lamp¦wick oil¦ ¦  ¦    ¦→¦⏎¦⏎⏎¦  ⏎¦\⏎¦\¦*¦**¦***¦_¦__¦`¦``¦~~¦$$¦"¦'¦--¦---¦...¦<<¦ >>¦&amp;¦&x;¦&#0;
[¦]¦(¦)¦![¦[^a]¦[^a]: ¦[b]: /b⏎¦[b]¦](/u)¦](/u 'T')¦<http://a>¦<a@b>¦|¦\|¦> ¦>¦- ¦* ¦1. ¦+ ¦: ¦# ¦### ¦ ###¦===⏎
---⏎¦***⏎¦```⏎¦~~~⏎¦^⏎¦#¦{: .a }⏎¦{: #i }¦{:r: .x}⏎¦{:¦}¦{::comment}¦{:/}¦{::comment}⏎¦{:/comment}⏎¦- {: .i } ¦<div>
</div>¦<div>⏎¦</div>⏎¦<div markdown="1">⏎¦<b>¦</b>¦<br>¦<hr id='p'>⏎¦<!--¦-->¦<p>¦</p>¦<a href='/u'>¦</a>¦<script>
</script>¦<td>¦<?¦?>¦<x y¦| a | b |⏎¦|---|:-:|⏎¦---⏎title: x⏎---⏎¦- [ ] ¦*[L]: x⏎
"""
SIGNS = [
    *("\ufeff", "\0", "\u00a0", "\u2028", "\r\n", "\r"),
    *_WRITTEN.strip("\n").replace("\n", "¦").replace("⏎", "\n").replace("→", "\t").split("¦"),
]
"""Whatever means something to the reader; `⏎` is a line end, `→` a tab, `¦` and line ends part the signs."""
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=40).map("".join)
LINES = st.sampled_from([line for case in read_cases() for line in case.text.splitlines()])
PREFIXES = st.sampled_from(["", "", "", "> ", "- ", "  ", "    ", "1. ", "> - ", "\t", "# ", "| "])
RECOMBINED = st.lists(st.tuples(PREFIXES, LINES, st.sampled_from(["\n", "\n\n", "\r\n"])), max_size=25).map(
    lambda parts: "".join(prefix + line + end for prefix, line, end in parts)
)


def check(text: str) -> None:
    read = read_document(Source.from_text("page.md", text), "https://lantern.example")
    assert broken_promises(read.value) == []
    inspect(read.value)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_any_run_of_signs_is_read(text: str) -> None:
    check(text)


@settings(max_examples=400, deadline=None)
@given(RECOMBINED)
@example("{:toc}\n- [^a]: One.\n")
@example("{:toc}\n- One\n- [a]: /x\n\n    [^b]: Two.\n")
def test_any_mixture_of_the_cases_is_read(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    check(text.encode("utf-8", "replace").decode("utf-8"))


@settings(max_examples=100, deadline=None)
@given(RECOMBINED)
def test_reading_twice_gives_the_same(text: str) -> None:
    source = Source.from_text("page.md", text)
    assert read_document(source) == read_document(source)
