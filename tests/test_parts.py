"""Lines of HTML pass through Python-Markdown unread, and as they would have passed through it read."""

import re
from pathlib import Path

import markdown
import pytest
import yaml

from kb import parts
from kb.html.clean import seal
from kb.site.templates import HEADING, lay_out

ROOT = Path(__file__).resolve().parent.parent
OTHERS = ["attr_list", "toc"]

PAGES = {
    "one": f"{HEADING}# Lamps {{: #lamps }}\n<p>Oil &amp; <em>wicks</em></p>\n{HEADING}## Oil {{: #oil }}\n<ul></ul>",
    "only words": "<p>No heading at all</p>",
    "deep": "<div>" * 40 + seal("a * b _ c [d](e) `f`") + "</div>" * 40,
    "broken": "<p>never closed <div><br><b>odd</p> &amp; <i data-x='1'>",
    "comment": '<p><!-- {: #x } --> <code>&#10;</code></p><hr><script>1 < 2 && "x"</script>',
}


def convert(text: str, *extensions: str) -> str:
    return markdown.markdown(text, extensions=[*extensions, *OTHERS])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_the_same_with_and_without(name: str) -> None:
    page = lay_out(PAGES[name])
    assert convert(page, "kb.parts") == convert(page)
    assert '<div class="part">' in convert(page, "kb.parts")


def test_a_line_among_others_is_left_to_the_parser() -> None:
    for text in ('words\n<div class="part">*a*</div>', '<div class="part">\n\n*a*\n\n</div>', '<div class="part">a'):
        assert convert(text, "kb.parts") == convert(text)


def test_no_parser_reads_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(parts._Parts, "run", lambda _self, lines: read.extend(lines) or lines)
    convert(lay_out(PAGES["one"]), "kb.parts")
    assert any(line.startswith(parts.PART) for line in read)
    monkeypatch.undo()
    md = markdown.Markdown(extensions=["kb.parts", *OTHERS])
    seen: list[str] = []
    spy = type("Spy", (markdown.preprocessors.Preprocessor,), {"run": lambda _s, lines: seen.extend(lines) or lines})
    md.preprocessors.register(spy(md), "spy", 21)
    md.convert(lay_out(PAGES["one"]))
    assert not any("<p>" in line for line in seen)
    assert re.search("# Lamps", "\n".join(seen))


def test_both_builders_load_it() -> None:
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("!", lambda _loader, _tag, _node: "")
    config = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)
    assert config["markdown_extensions"][0] == "kb.parts"
