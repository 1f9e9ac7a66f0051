"""Footnotes as people read them: each case shows a document, its sources and what `kb footnotes` says of it."""

import re
from pathlib import Path

import pytest

import tests.test_corpus
from kb.answers.footnote_list import render_footnotes
from kb.citations import verify_footnotes
from kb.citations.supporting import changed_text, find_supported
from kb.corpus import load_manifest
from kb.diagnostics import render_text
from kb.model import Document
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict, Relation
from kb.readers.compendium import is_compendium, read_compendium
from kb.sources.addresses import gather_sources
from kb.text import Source, Span
from tests.applying import read_named as read

FOLDER = Path(__file__).parent / "cases" / "footnotes"
FENCE = re.compile(r"^````(md|text) ?(\S*)\n(.*?)^````$", re.MULTILINE | re.DOTALL)
CASES = sorted(FOLDER.glob("*.md"))


def answer(documents: list[Document]) -> str:
    versions = [read_compendium(document).value for document in documents if is_compendium(document)]
    outcome = verify_footnotes(documents[0], gather_sources(documents, versions))
    lines = [render_text(found) for found in outcome.diagnostics]
    return "".join(line + "\n" for line in (*lines, *render_footnotes(documents[0].source.path, outcome.value)))


def expected(path: Path) -> tuple[list[Document], str]:
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    documents = [read(name, text) for kind, name, text in blocks if kind == "md"]
    return documents, next(text for kind, _, text in blocks if kind == "text")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    documents, text = expected(path)
    assert answer(documents) == text


NAMED = (
    tests.test_corpus.GOOD.replace("title: Wick\n", "title: Wick\n    names: [Candle Rules, The Flame]\n")
    .replace("{id: faq-1, kind: faq,", "{id: faq-1, kind: faq, title: Questions of the Quay,")
    .replace("{id: lrf-2, number: 2,", "{id: lrf-2, number: 2.1,")
)
NAMED_TEXTS = {
    "lrf-1.md": "# Old\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns for a day.\n",
    "lrf-2.md": "# New\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns for a night.\n",
    "wick.md": "# A Book\n\n## Wicks\n\nA wick is trimmed at dusk.\n",
    "faq.md": "Q: Who trims it?\n\nA: The keeper trims the wick himself.\n",
}


def judge(words: str, note: str) -> FootnoteVerdict:
    """The verdict on a footnote of some words in an emended book of the named texts."""
    manifest = load_manifest(Source.from_text("corpus.yml", NAMED)).value
    assert manifest is not None
    emended = f"# A Book\n\n## Wicks\n\n{words}[^1]\n\n[^1]: {note}\n"
    texts = {**NAMED_TEXTS, "emended/wick.md": emended}
    kb = build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value
    (verdict,) = kb.footnotes["emended/wick.md"]
    return verdict


@pytest.mark.parametrize(
    ("note", "path", "name"),
    [
        ("Oil burns for a night. See LRF 2.1, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. See Lamp Rulings File 2.1, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. See Rulings File v2.1, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. See Lamp Rulings File, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a day. See Rulings File 1, Oil.", "lrf-1.md", "LRF 1"),
        ("Oil burns for a night. LRF 2.1, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. LRF v2.1, Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. Source: LRF 2.1 — Oil.", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night. (LRF 2.1, Oil)", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a night [Lamp Rulings File 2.1, Oil].", "lrf-2.md", "LRF 2.1"),
        ("Oil burns for a day. See LRF No. 1, Oil.", "lrf-1.md", "LRF 1"),
        ("Oil burns for a day. See LRF 1 [6.32].", "lrf-1.md", "LRF 1"),
        ("Oil burns for a day. See LRF 1 (6.32).", "lrf-1.md", "LRF 1"),
        (
            "The keeper trims the wick himself. See Questions of the Quay (1 January 1996).",
            "faq.md",
            "Questions of the Quay",
        ),
        ("A wick is trimmed at dusk. See Wick, Wicks.", "wick.md", "Wick"),
        ("A wick is trimmed at dusk. See W, Wicks.", "wick.md", "Wick"),
        ("A wick is trimmed at dusk. See Candle Rules, Wicks.", "wick.md", "Wick"),
        ("A wick is trimmed at dusk. See Flame, Wicks.", "wick.md", "Wick"),
        ("The keeper trims the wick himself. See Questions of the Quay.", "faq.md", "Questions of the Quay"),
    ],
)
def test_a_text_is_cited_by_every_name_the_manifest_gives_it(note: str, path: str, name: str) -> None:
    verdict = judge("A wick is trimmed at dusk.", note)
    assert ([(each.path, each.work) for each in verdict.cites], verdict.relation) == ([(path, name)], Relation.VERBATIM)


@pytest.mark.parametrize(
    ("cited", "places"),
    [
        ("See LRF 1, Oil; LRF 2.1, Oil.", [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")]),
        ("See LRF 1 and LRF 2.1, Oil.", [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")]),
        ("See LRF 1, Oil. See also LRF 2.1, Oil.", [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")]),
        ("See Rulings File 1, Oil, and Rulings File 2.1, Oil.", [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")]),
        ("See LRF 1, Oil; WICK, Wicks.", [("lrf-1.md", "Oil"), ("wick.md", "Wicks")]),
        ("See LRF 1, Rulings by Term, Oil; Section 2.", [("lrf-1.md", "Oil; Section 2")]),
        ("See LRF 1, Oil and Table 4.", [("lrf-1.md", "Oil and Table 4")]),
    ],
)
def test_several_works_are_cited_in_words(cited: str, places: list[tuple[str, str | None]]) -> None:
    verdict = judge("Oil burns for a day.", f"Oil burns for a day. {cited}")
    assert [(each.path, each.heading) for each in verdict.cites] == places
    assert verdict.relation is Relation.VERBATIM


@pytest.mark.parametrize(
    ("cited", "anchor"),
    [
        ("section 1.6", "16-oil"),
        ("(1.6)", "16-oil"),
        ("1.6a", "16a-salt"),
        ("rule 1.6a.", "16a-salt"),
        ("section 2", "2-wicks"),
        ("2", None),
        ("1", None),
        ("Oil", None),
    ],
)
def test_a_heading_is_cited_by_its_number(cited: str, anchor: str | None) -> None:
    rules = "# K\n\n## (1.6) Oil\n\nOil burns.\n\n## 1.6a. Salt\n\nSalt rots.\n\n## 2. Wicks\n\nThey end.\n"
    notes = f"# E\n\nIt burns.[^1]\n\n[^1]: See Rules, {cited}\n"
    documents = [read("e.md", notes), read("rules.md", f"---\ntitle: Rules\n---\n{rules}")]
    (verdict,) = verify_footnotes(documents[0], gather_sources(documents)).value
    assert [each.anchor for each in verdict.cites] == [anchor]


@pytest.mark.parametrize(
    ("quote", "relation"),
    [
        ("Q: Who trims it at night? A: The keeper trims the wick himself.", Relation.VERBATIM),
        ("“Q. Who trims it at night? A. The keeper trims the wick himself.”", Relation.VERBATIM),
        ("Who trims it at night? The keeper trims the wick himself.", Relation.VERBATIM),
        ("Q: Who trims it at night? A: The keeper trims the long wick himself.", Relation.NEAR),
        ("Q: Who trims it at night? A: Oil is dear, and nobody sells it there.", Relation.NEAR),
    ],
)
def test_a_question_is_quoted_with_its_own_answer(
    quote: str, relation: Relation, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (
        "Q: Where is oil sold?\n\nA: Oil is dear, and nobody sells it there.\n\nQ: Who trims it at night?\n\n"
        "A: The keeper trims the wick himself.\n"
    )
    monkeypatch.setitem(NAMED_TEXTS, "faq.md", asked)
    found = judge("A wick is trimmed at dusk.", f"{quote} See Questions of the Quay.")
    assert found.relation is relation
    if "wick" in quote:
        assert [each.line for each in found.sources] == [5, 7]


def test_a_name_before_a_colon_is_what_a_citation_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two errata strike a sentence; the words before the marker are by chance more like the other."""
    stated = (
        "# New\n\n## Errata\n\n- Wicks: Strike the last sentence of the first paragraph.\n"
        "- Dusk: The last sentence on the wick at dusk is struck.\n"
    )
    monkeypatch.setitem(NAMED_TEXTS, "lrf-2.md", stated)
    note = "LRF 2.1, Wicks: Strike the last sentence of the first paragraph."
    found = judge("The wick is trimmed at dusk.", note)
    assert [each.line for each in found.sources] == [5]
    assert [each.line for reference in found.references for each in reference.sources] in ([], [5])


def test_the_number_of_a_page_is_none_of_the_words_a_footnote_supports() -> None:
    text = 'A lamp needs oil. It goes out <span class="page-number">31</span>at dawn.[^a]'
    document = read("page.md", f"# Lamps\n\n{text}\n\n[^a]: Said.\n")
    (supported,) = find_supported(document).values()
    assert supported.sentences == ("A lamp needs oil.", "It goes out at dawn.")
    at = document.source.text.index("at dawn")
    assert changed_text(document, Span(at, at + 7), whole_sentences=True) == "It goes out at dawn."
