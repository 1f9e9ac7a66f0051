"""Findings of the desk lead to places that the pages have, whatever a text holds."""

from pathlib import Path

import pytest

from kb.audit import places_differ
from kb.cli.init import SKELETON
from kb.files import read_corpus, read_tree
from kb.pipeline import build_kb
from kb.places.base import Base
from kb.places.findings import Findings
from kb.site import build_tree
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.kites import game


@pytest.mark.parametrize(
    ("words", "led"),
    [
        ('One.\n\n<div class="x" markdown="1">\n## Far\n\nTwo.\n', True),
        ('One.\n\n<div markdown="1">\n\nTwo.\n', False),
        ("One.\n\n<div>\n\nTwo.\n", True),
    ],
    ids=["a heading in it", "a blank line after it", "raw HTML"],
)
def test_a_tag_that_is_left_open_is_led_to_where_something_stands(words: str, led: bool, tmp_path: Path) -> None:
    for path, data in read_tree(SKELETON).value.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / "texts" / "published" / "cairn.md").write_text(f"# Cairn\n\n{words}", encoding="utf-8")
    corpus = read_corpus(tmp_path).value
    assert corpus is not None
    knowledge = build_kb(corpus.manifest, corpus.texts).value
    assert any("has no end tag" in each.message for each in knowledge.diagnostics)
    built = build_tree(knowledge, read_templates(ROOT), {}, {})
    assert [each.message for each in built.diagnostics if each.code.code == "KB902"] == []
    assert led is ('<a href="../rules/cairn/published/#' in built.value.pages["desk/index.md"])


def test_a_ruling_that_is_stated_twice_otherwise_is_read_where_each_place_of_it_is_told() -> None:
    """Both pages have the ruling under one id, each in the words that stand there."""
    said = "If a crew comes back to its harbour, it {} do nothing before the next morning, and its two kites are dried."
    terms = f"# Rulings by Term\n\n## Wind\n\n- _Rules Erratum:_ {said.format('may')}\n- Rain is no wind at all.\n"
    kb = game([f"{terms}\n# Errata Listing\n\n## Rules\n\n- {said.format('must')}\n- Rain is not wind.\n"])
    (found,) = places_differ.audit(kb)
    assert found.named is not None
    places = Findings(Base.of(kb))
    here, there = places.place(found.path, found.line), places.place(*found.named)
    assert here is not None and there is not None
    assert here.anchor == there.anchor
    assert [here.page, there.page] == ["rulings/errata/rules/", "rulings/term/wind/"]
