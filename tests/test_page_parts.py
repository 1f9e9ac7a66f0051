"""Lines of HTML pass through Python-Markdown unread, and as they would have passed through it read."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markupsafe import Markup

from kb.html.clean import seal
from kb.site.templates import HEADING, heading, lay_out
from tests.built import ROOT

OTHERS = ["attr_list", "toc"]

PAGES = {
    "one": f'{HEADING}# Lamps {{: #lamps data-toc-label="Lamps" }}\n<p>Oil &amp; <em>wicks</em></p>\n'
    f'{HEADING}## Oil {{: data-toc-label="Oil" }}\n<ul></ul>',
    "only words": "<p>No heading at all</p>",
    "deep": "<div>" * 40 + seal("a * b _ c [d](e) `f`") + "</div>" * 40,
    "broken": "<p>never closed <div><br><b>odd</p> &amp; <i data-x='1'>",
    "comment": '<p><!-- {: #x } --> <code>&#10;</code></p><hr><script>1 < 2 && "x"</script>',
}


HEADINGS = (
    heading(1, "Lamps & *oil*: [1] `a` 2_b_c", "", "Lamps"),
    heading(1, "Oil\\# {x}", "", ' A "label" <b> & more '),
    heading(2, Markup('<em>Oil</em> &amp; wicks<span class="x"></span>'), "kb:oil", "Oil & <wicks>", "Link to it"),
    heading(3, "Oil", "oil-1", "Oil", found=False),
    heading(6, "Deep", "+deep--x", "Deep"),
    heading(2, "Oil", "kb:oil", "The same name again"),
    heading(3, "Ölkännchen • ½ – “quoted” 'x' ~ ^ = + | $& @ #1", "ol", ""),
)


def read(text: str, *extensions: str) -> tuple[str, object]:
    """The HTML of a page and its contents."""
    depth = {"toc": {"permalink": False, "toc_depth": "2-5"}}
    md = Markdown(extensions=[*extensions, *OTHERS], extension_configs=depth)  # type: ignore[no-untyped-call]
    return md.convert(text), md.toc_tokens  # type: ignore[attr-defined]


def by_the_parsers(text: str) -> bool:
    """Whether Python-Markdown's own steps see a page."""
    md = Markdown(extensions=["kb.page_parts", *OTHERS])  # type: ignore[no-untyped-call]
    seen: list[str] = []

    class Spy(Preprocessor):
        def run(self, lines: list[str]) -> list[str]:
            seen.extend(lines)
            return lines

    md.preprocessors.register(Spy(md), "spy", 50)
    md.convert(text)
    return bool(seen)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_the_same_with_and_without(name: str) -> None:
    page = lay_out(PAGES[name])
    assert read(page, "kb.page_parts") == read(page)
    assert '<div class="part">' in read(page, "kb.page_parts")[0]
    assert not by_the_parsers(page)


def test_headings_are_the_same_with_and_without() -> None:
    bodies = ["".join(f"{each}\n<p>{at}</p>\n" for at, each in enumerate(HEADINGS))]
    bodies += [f"{first}{second}" for first in HEADINGS for second in HEADINGS]
    for body in bodies:
        page = lay_out(body)
        assert read(page, "kb.page_parts") == read(page)
        assert not by_the_parsers(page)


@pytest.mark.parametrize(
    "text",
    [
        'words\n<div class="part">*a*</div>',
        '<div class="part">\n\n*a*\n\n</div>',
        '<div class="part">a',
        '<div class="part">a</div>\n\nwords',
        '## *a* {: #a data-toc-label="a" }',
        '## a {: #a .b data-toc-label="a" }',
        '## a # {: #a data-toc-label="a" }',
        '## <b title="*">a {: #a data-toc-label="a" }',
        '##  a {: #a data-toc-label="a" }',
        "## a {: #a }",
        "",
    ],
)
def test_what_is_no_part_is_left_to_the_parsers(text: str) -> None:
    assert read(text, "kb.page_parts") == read(text)


WORDS = st.text(st.sampled_from("aB1 .,;:!?-#&<>\"'*_`[](){}\\/|~^=+$%@äß•½“\u00a0"), max_size=12)


@given(
    st.lists(
        st.one_of(WORDS, st.tuples(st.integers(1, 6), WORDS, st.sampled_from(["", "a", "b:c"]), WORDS)), max_size=6
    )
)
def test_any_page_is_the_same_with_and_without(blocks: list[str | tuple[int, str, str, str]]) -> None:
    body = "\n".join(
        str(heading(*block)) if isinstance(block, tuple) else str(Markup("<p>{}</p>").format(block)) for block in blocks
    )
    page = lay_out(body)
    assert read(page, "kb.page_parts") == read(page)


def test_both_builders_load_it() -> None:
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("!", lambda _loader, _tag, _node: "")
    config = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)
    assert config["markdown_extensions"][0] == "kb.page_parts"
