"""Footnotes on pages: links of a text lead to them and to their markers, as on the site that it comes from."""

import re
from html import unescape
from pathlib import Path

import pytest

from kb.cli.init import SKELETON
from kb.files import read_corpus, read_tree
from kb.pipeline import build_kb
from kb.site import build_tree
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.test_site_editions import page_of_reprint

NOTES = "[^one]: See [the other](#fn:two).\n[^two]: Two.\n[^three]: Three.\n"


def test_links_lead_to_footnotes_and_their_markers(tmp_path: Path) -> None:
    words = "Falls[^one] and stands[^two], falls[^one] again"
    links = "[see](#fn:two), [back](#fnref:one), [once more](#fnref:one:1)"
    page = page_of_reprint(tmp_path, "Falls.", f"{words}: {links}.\n\n{NOTES}")
    anchors = "fnref:one", "fnref:two", "fnref:one:1", "fn:one", "fn:two"
    assert [page.count(f'id="{each}"') for each in anchors] == [1] * len(anchors)
    told = dict(re.findall(r'<a href="#(fn[^"]*)">([^<]*)</a>', page))
    assert told["fnref:one"] == "back" and told["fnref:one:1"] == "once more"
    text, _, notes = page.partition('id="fn:one"')
    assert '<a href="#fn:two">see</a>' in text and '<a href="#fn:two">the other</a>' in notes
    assert re.findall(r'<sup id="fnref:one:1"><a href="#fn:one">1</a>', text)


@pytest.mark.parametrize("address", ["#fn:three", "#fnref:two:1", "#fn:four", "#fnref:three"])
def test_what_no_page_shows_is_no_link(address: str, tmp_path: Path) -> None:
    """A footnote without a marker is not shown, as on the site that the text comes from."""
    page = page_of_reprint(tmp_path, "Falls.", f"Falls[^one] and [stands]({address})[^two].\n\n{NOTES}")
    assert "stands" in page and not re.search(r"<a [^<>]*>stands", page)


def test_a_link_leads_to_the_footnotes_of_another_text(tmp_path: Path) -> None:
    published = f"Falls[^one] and stands[^two].\n\n{NOTES}"
    page = page_of_reprint(tmp_path, published, "Falls: [see](/cairn/cairn/#fn:two), [there](/cairn/cairn/#fnref:one).")
    assert re.findall(r'<a href="([^"]*)">(?:see|there)</a>', page)[:2] == [
        "../../published/#fn:two",
        "../../published/#fnref:one",
    ]


def test_a_footnote_of_a_ruling_stands_behind_its_words(tmp_path: Path) -> None:
    """Rulings and answers stand on many pages, none of which has a list of notes."""
    for path, data in read_tree(SKELETON).value.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    rulings = tmp_path / "texts" / "rulings" / "cairn-rulings-2.md"
    text = rulings.read_text(encoding="utf-8").replace("is a tower.", "is a tower[^lean].")
    rulings.write_text(f"{text}\n[^lean]: Even a *leaning* one[^lean], see [Stones](#stones).\n", encoding="utf-8")
    faq = "# Questions\n\n**Q:** May towers fall?\n\n**A:** They may[^when].\n\n[^when]: At dusk, for one.\n"
    (tmp_path / "texts" / "faq.md").write_text(faq, encoding="utf-8")
    manifest = tmp_path / "corpus.yml"
    listed = "documents:\n  - {id: faq-1, kind: faq, title: Questions, path: faq.md}\n"
    manifest.write_text(manifest.read_text(encoding="utf-8") + listed, encoding="utf-8")
    corpus = read_corpus(tmp_path).value
    assert corpus is not None
    pages = build_tree(build_kb(corpus.manifest, corpus.texts).value, read_templates(ROOT), {}, {}).value.pages
    ruling, answer = pages["rulings/term/towers/index.md"], pages["rulings/answers/faq-1/index.md"]
    note = 'Even a <em>leaning</em> one, see <a href="../stones/">Stones</a>.'
    assert f'is a tower <span class="small">[{note}]</span>.' in unescape(ruling)
    assert 'They may <span class="small">[At dusk, for one.]</span>' in unescape(answer)
