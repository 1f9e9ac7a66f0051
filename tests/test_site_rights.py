"""Whose the texts are stands on every page made of them; where the site will lie, pages name their address."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kb.corpus import Upstream
from kb.files import read_corpus
from kb.pipeline import build_kb
from kb.tools.builders import Builder, build_site, read_templates, stage_project
from tests.built import ROOT
from tests.made_pages import build_pages

SITE = "https://rules.example/lantern/"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def fetched() -> dict[str, str]:
    """The pages of the embedded corpus as if its texts had been fetched."""
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    assert corpus is not None
    rights = replace(corpus.manifest.rights, url="https://owner.example/?a=1&b=2", noindex=True, downloads=False)
    upstream = Upstream("https://lantern.example/texts.git", COMMIT, "https://lantern.example", "")
    manifest = replace(corpus.manifest, rights=rights, upstream=upstream)
    return dict(build_pages(build_kb(manifest, corpus.texts).value, read_templates(ROOT)).value)


def test_every_page_names_owner_source_commit_and_rights(fetched: dict[str, str]) -> None:
    for path, text in fetched.items():
        assert text.count('<div class="provenance">') == 1, path
        foot = re.sub(r"\s+", " ", text[text.index('<div class="provenance">') :])
        assert 'href="https://owner.example/?a=1&amp;b=2">The Emendary project</a>' in foot, path
        assert "An invented game" in foot, path
        assert 'href="https://lantern.example' in foot and f"commit {COMMIT[:12]}" in foot, path


def test_two_sources_are_named_as_two_and_break_behind_their_slashes(fetched: dict[str, str]) -> None:
    for path, said in (("rules/bells-below/changes/", "Sources: "), ("cards/g/gannet/", "Source: ")):
        foot = fetched[f"{path}index.md"].split('<div class="provenance">')[1]
        assert len(re.findall("Sources?: ", foot)) == foot.count(said) == 1
        shown = re.findall(r'href="(https://lantern[^"]*)">(.*?)</a>', foot)
        assert len(shown) == (2 if said == "Sources: " else 1)
        for address, words in shown:
            assert words.replace("<wbr>", "") == address
            assert not re.search(r"(?<![/:])/(?=\w)|https:/<|<wbr>$", words)


def test_every_page_of_fetched_texts_keeps_search_engines_out(fetched: dict[str, str]) -> None:
    assert [path for path, text in fetched.items() if '\nrobots: "noindex"\n' not in text] == []
    assert [path for path, text in fetched.items() if '\nlang: "en"\n' not in text] == []
    assert [path for path, text in fetched.items() if not re.search(r'^description: "[^"]', text, re.MULTILINE)] == []


@pytest.mark.parametrize("builder", list(Builder))
def test_pages_name_their_address_where_the_site_has_one(
    builder: Builder, fetched: dict[str, str], tmp_path: Path
) -> None:
    kept = {path: text for path, text in fetched.items() if path.startswith("desk/") or path.count("/") < 2}
    for name, address in (("with", SITE), ("without", "")):
        stage_project(ROOT, tmp_path / name, kept)
        site = build_site(tmp_path / name, builder, "Lantern", address)
        html = (site / "desk" / "index.html").read_text(encoding="utf-8")
        found = re.findall(r'(?:rel="canonical" href|property="og:url" content)="([^"]*)"', html)
        assert found == ([f"{SITE}desk/"] * 2 if address else [])
    sitemap = (tmp_path / "with" / "build/site" / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{SITE}desk/</loc>" in sitemap
    assert "lastmod" not in sitemap  # the day of the build is no day of change
    assert not list((tmp_path / "without" / "build/site").glob("sitemap.xml*"))
