"""The site of the reference texts: every link holds, both builders take it."""

import re
from collections.abc import Mapping
from pathlib import Path

from kb.graph import Kb
from kb.tools.builders import Builder, build_site, stage_project
from tests.built import ROOT


def test_every_page_says_whose_its_text_is_and_is_not_indexed(knowledge: Kb, pages: Mapping[str, str]) -> None:
    assert knowledge.manifest.upstream is not None
    for path, text in pages.items():
        assert 'robots: "noindex"' in text
        if path.count("/") > 1:
            assert knowledge.manifest.upstream.commit[:12] in text, path
            assert 'class="outside" rel="noopener" href="https://' in text, path


def test_every_change_is_marked_and_told(knowledge: Kb, pages: Mapping[str, str]) -> None:
    for work, book in knowledge.books.items():
        for record in book.emendations:
            if record.substantive:
                assert pages[f"rules/{work}/index.md"].count(f' id="{record.id}"') == 1, record.id
                assert pages[f"rules/{work}/index.md"].count(f' id="why:{record.id}"') == 1, record.id
                assert pages[f"rules/{work}/changes/index.md"].count(f'<li id="{record.id}"') == 1, record.id


def test_cited_headings_lead_to_the_rulings(pages: Mapping[str, str]) -> None:
    reading = pages["rules/dark-minions/index.md"]
    led = set(re.findall(r'href="\.\./\.\./rulings/([a-z]+)/', reading))
    assert {"term", "turn"} <= led
    assert 'href="/original' not in reading


def test_the_book_is_proved_and_has_a_page_for_each_text_it_had(knowledge: Kb, pages: Mapping[str, str]) -> None:
    """In the first days of 1997 one ruling at hand concerned the book; with the newest version it is emended."""
    assert "equal to the hand-made text, byte for byte" in pages["rules/dark-minions/records/index.md"]
    table = pages["rules/dark-minions/states/index.md"]
    rows = re.findall(r'<li data-from="([^"]*)"[^>]*><p><a href="([^"]*)">.*?<p class="meta">(\d+) change', table)[::-1]
    assert rows[0][2] == "1" and rows[-1][:2] == ("1999-05-29", "../") and int(rows[-1][2]) >= 48
    made = [int(count) for _, _, count in rows]
    assert made == sorted(made) and len(made) >= 9
    first = pages[f"rules/dark-minions/{rows[0][1].removeprefix('../')}index.md"]
    assert "(CRF\N{NO-BREAK SPACE}1 – CRF\N{NO-BREAK SPACE}6)" in first, (
        "what nobody can tell names the versions it lies between"
    )


def test_both_builders_take_it(pages: Mapping[str, str], tmp_path: Path) -> None:
    for builder in Builder:
        stage_project(ROOT, tmp_path / builder.value, pages)
        site = build_site(tmp_path / builder.value, builder, "Reference")
        assert (site / "index.html").is_file()
