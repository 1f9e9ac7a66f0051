"""Pages of the reference texts: terms lead to rulings, rulings to what says otherwise, the finder knows every life."""

import json
import re
from collections.abc import Mapping
from html import unescape

import pytest

from kb.graph import Kb

AGENT = "rulings/term/agent/index.md"


@pytest.mark.parametrize(("work", "least"), [("dark-minions", 600), ("the-lidless-eye/published", 3000)])
def test_terms_of_a_book_lead_to_their_rulings(pages: Mapping[str, str], work: str, least: int) -> None:
    found = re.findall(r'<a class="term" href="([^"]*)"', pages[f"rules/{work}/index.md"])
    assert len(found) >= least
    assert sum("rulings/" in each for each in found) >= 0.5 * len(found)
    assert any(each.endswith("rulings/term/agent/") for each in found) or work != "dark-minions"


def test_the_page_of_a_term_tells_its_rulings_and_the_answer_against_one(pages: Mapping[str, str]) -> None:
    page = pages[AGENT]
    assert page.count('<a class="pin"') >= 24
    assert "<strong>24 rulings</strong>" in page
    assert "29 May 1999" in page
    against = re.findall(r'<p class="against">.*?</p>', page)
    assert any("/answers/faq-9808/#" in each for each in against)
    assert "rulings/answers/faq-9808/index.md" in pages


def test_every_answer_has_its_place(knowledge: Kb, pages: Mapping[str, str]) -> None:
    for sheet in knowledge.sheets.values():
        page = pages[f"rulings/answers/{sheet.id}/index.md"]
        assert page.count('class="ruling clause qa" id="') == len(sheet.statements)


def test_the_finder_knows_every_ruling(knowledge: Kb, pages: Mapping[str, str]) -> None:
    found = re.search(r"data-rulings='([^']*)'", pages["rulings/find/index.md"])
    assert found is not None
    rows = json.loads(unescape(found.group(1)))["rows"]
    assert len(rows) == sum(len(each.history.lives) for each in knowledge.chronicles.values())


def test_what_ended_and_what_is_not_repeated_say_so(pages: Mapping[str, str]) -> None:
    for path, page in pages.items():
        for fold in re.findall(r'<details class="ended" .*', page):
            summary = fold[: fold.index("</summary>")]
            if path.startswith("cards/") and "ruling" not in summary:
                continue  # what a card's printings say, and errata that change nothing there
            ended = "that ended" in summary
            block = (
                fold[: fold.find('<details class="ended', 10)] if fold.find('<details class="ended', 10) > 0 else fold
            )
            assert ('class="force in-force"' in block) != ended, path
