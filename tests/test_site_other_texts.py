"""Texts that are neither books nor rulings nor answers: each has a page, is linked to and is found."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from kb.answers.search import Group
from kb.corpus import DocumentKind
from kb.files import read_corpus
from kb.graph import Kb
from kb.interface import Words
from kb.memory import Memory
from kb.pipeline import build_kb
from kb.places.other_texts import find_other_texts
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.tools.builders import read_templates
from tests.built import LANTERN, ROOT
from tests.made_pages import build_pages

POLICY = "original/tournament/regatta-policy-2.md"
MORE = """

## Late Crews

A crew that comes late sails last.[^late] See the [rules](/original/rulebooks/the-drowned-coast/#lamps).
Who judges is [told above](#late-crews).

45

[^late]: It may still win.
"""


MEMORY = Memory()
"""What a build keeps for the next of the same texts (`tests/test_memory.py`: it changes nothing of what comes out)."""


@cache
def build(kind: str = "policy", missing: bool = False, more: str = "") -> Kb:
    """Lantern with more in its policy, which is called another kind of document."""
    opened = read_corpus(LANTERN).value
    assert opened is not None
    manifest = opened.manifest
    documents = tuple(
        replace(each, kind=DocumentKind(kind), text=replace(each.text, missing=missing))
        if each.text.path == POLICY
        else each
        for each in manifest.documents
    )
    texts = {**opened.texts, POLICY: opened.texts[POLICY] + (more + MORE).encode()}
    return build_kb(replace(manifest, documents=documents), texts, memory=MEMORY).value


def pages(kb: Kb) -> Mapping[str, str]:
    outcome = build_pages(kb, read_templates(ROOT))
    return outcome.value


@pytest.mark.parametrize("kind", [each.value for each in DocumentKind if each.value not in {"faq", "index"}])
def test_a_document_of_every_kind_is_named_by_it(kind: str) -> None:
    kb = build(kind)
    (text,) = find_other_texts(kb)
    assert (text.title, text.page) == ("Regatta Policy 2", "texts/regatta-policy-2/")
    assert Words()(f"text.{kind}")


def test_its_page_has_all_its_words_with_permalinks_footnotes_and_links() -> None:
    made = pages(build("guide"))
    page = made["texts/regatta-policy-2/index.md"]
    assert "Player’s guide" in page
    assert page.count('class="pin"') >= 3
    assert re.search(r'See the <a href="\.\./\.\./rules/the-drowned-coast/published/#lamps">rules</a>', page)
    assert 'href="#late-crews"' in page and "It may still win." in page
    assert 'href="../texts/regatta-policy-2/"' in made["rules/index.md"]


def test_it_is_on_home_and_linked_with_what_it_names() -> None:
    made = pages(build())
    assert 'href="texts/regatta-policy-2/"' in made["index.md"]
    assert 'href="../../../texts/regatta-policy-2/#conduct.li3"' in made["rulings/term/harbour/index.md"]
    assert re.search(r"graph/\?node=clause:texts/regatta-policy-2:", made["texts/regatta-policy-2/index.md"])


def test_a_card_tells_that_it_is_named_there() -> None:
    made = pages(build(more="\nMudlark may be borrowed from the judge.\n"))
    card = made["cards/m/mudlark/index.md"]
    assert re.search(r"Regatta Policy\s2.*may be borrowed from the judge", card)


def test_it_is_found_clause_by_clause_and_a_number_alone_is_not() -> None:
    kb = build()
    texts = [each for each in gather_records(kb, know_terms(kb)) if each.group is Group.TEXT]
    found = [each for each in texts if not each.names]
    assert {each.volume.title for each in found} == {"Regatta Policy 2"}
    assert any(each.title == "Regatta Policy 2, Late Crews" and "sails last" in each.text for each in found)
    assert all(each.address.startswith("/texts/regatta-policy-2/#") for each in found)
    assert not [each for each in found if each.text == "45"]


def test_files_of_rulings_and_answers_are_found_by_their_names() -> None:
    kb = build()
    named = {
        each.title: each.address
        for each in gather_records(kb, know_terms(kb))
        if each.group is Group.WHOLE and each.names
    }
    assert named["Harbour Ledger 4"] == "/rulings/versions/harbour-ledger-4/"
    assert named["Questions from the Quay 3"] == "/rulings/answers/quay-questions-3/"


@pytest.mark.parametrize(("kind", "missing"), [("index", False), ("policy", True)])
def test_a_page_that_leads_to_others_and_a_lost_text_have_none(kind: str, missing: bool) -> None:
    kb = build(kind, missing)
    assert not find_other_texts(kb)
    assert "texts/regatta-policy-2/index.md" not in pages(kb)
