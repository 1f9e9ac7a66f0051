"""A corpus is often not whole: whatever of its texts is missing, no link is broken, and the site says what is there."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import unescape

import pytest
import yaml

from kb import audit
from kb.answers.search import Group
from kb.diagnostics import in_order
from kb.files import Corpus, read_corpus
from kb.graph import Kb
from kb.memory import Memory
from kb.model import Role, WorkId
from kb.pipeline import build_kb
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from tests.built import LANTERN
from tests.made_pages import build_pages
from tests.test_site import templates

MEMORY = Memory()
BOOK = "the-drowned-coast"


@cache
def corpus() -> Corpus:
    found = read_corpus(LANTERN).value
    assert found is not None
    return found


def know(missing: Callable[[str], bool]) -> Kb:
    """What is known where some of the texts (paths) are missing; at least one is and one is not."""
    left = {path: data for path, data in corpus().texts.items() if not missing(path)}
    assert 0 < len(left) < len(corpus().texts)
    kb = build_kb(corpus().manifest, left, memory=MEMORY).value
    return replace(kb, diagnostics=in_order((*kb.diagnostics, *audit.find_all(kb))))


def editions(role: Role) -> set[str]:
    works = corpus().manifest.works
    return {edition.text.path for work in works for edition in work.editions if edition.role is role}


def unpublished() -> Kb:
    return know(lambda path: path in editions(Role.PUBLISHED))


MISSING: dict[str, Callable[[str], bool]] = {
    "published texts": lambda path: path in editions(Role.PUBLISHED),
    "emended texts": lambda path: path in editions(Role.EMENDED),
    "reprints and transcriptions": lambda path: path in editions(Role.REPRINT) | editions(Role.TRANSCRIPTION),
    "all rulebooks": lambda path: "rulebooks" in path or path.startswith(("emended", "web")),
    "rulings": lambda path: "rulings" in path,
    "all but rulings": lambda path: "rulings" not in path,
    "cards": lambda path: "cards" in path,
    "all but cards": lambda path: "cards" not in path,
}


@pytest.mark.parametrize("name", MISSING)
def test_every_link_leads_somewhere_whatever_is_missing(name: str) -> None:
    assert build_pages(know(MISSING[name]), templates()).diagnostics == ()


def test_a_book_that_names_its_emended_text_as_the_base_is_one_whose_published_text_is_not_at_hand() -> None:
    manifest, emended = corpus().manifest, editions(Role.EMENDED)
    kept = {work: tuple(each for each in work.editions if each.role is Role.EMENDED) for work in manifest.works}
    works = tuple(
        replace(work, base=left[0].id, editions=left, records="") if left else work for work, left in kept.items()
    )
    texts = {path: data for path, data in corpus().texts.items() if path in emended or "rulebooks" not in path}
    made = build_pages(build_kb(replace(manifest, works=works, records={}), texts).value, templates())
    assert made.diagnostics == ()
    assert f"rules/{BOOK}/published/index.md" not in made.value
    assert "The published text is not at hand" in unescape(made.value[f"rules/{BOOK}/index.md"])


def test_an_emended_text_without_the_published_one_has_its_places_and_its_authorities() -> None:
    kb = unpublished()
    book = kb.books[WorkId(BOOK)]
    assert book.base is None and book.emended is not None
    page = unescape(build_pages(kb, templates()).value[f"rules/{BOOK}/index.md"])
    for clause in book.emended.document.clauses:
        if clause.text.strip() and clause.note is None:
            assert f'id="{clause.id}"' in page or f"#{clause.id} " in page, clause.id
    assert "The published text is not at hand" in page
    assert "<li><a href=" in page[page.index('class="doors"') :]
    assert 'value="redline"' not in page, "there are no changes to strike"
    assert {*re.findall(r'id="fnref:([\w-]+)', page)} == {*re.findall(r'id="fn:([\w-]+)', page)} != set()


def test_an_emended_text_without_the_published_one_is_found_as_current() -> None:
    kb = unpublished()
    groups = {record.group for record in gather_records(kb, know_terms(kb)) if record.volume.id == BOOK}
    assert Group.RULE in groups and Group.PUBLISHED not in groups


DOORS = {
    "all but rulings": ["Rules", "Cards"],
    "all but cards": ["Rules", "Rulings"],
    "rulings": ["Rulings"],
    "all rulebooks": [],
}
"""What is missing, by `MISSING`, and the doors that lead to nothing."""


@pytest.mark.parametrize("name", DOORS)
def test_a_door_with_nothing_behind_it_is_shut(name: str) -> None:
    pages = build_pages(know(MISSING[name]), templates()).value
    front = yaml.safe_load(pages["index.md"].split("---")[1])
    assert front.get("shut", []) == DOORS[name]


def test_home_speaks_of_nothing_that_is_not_there() -> None:
    whole, cards, published = (
        unescape(build_pages(kb, templates()).value["index.md"])
        for kb in (
            build_kb(corpus().manifest, corpus().texts, memory=MEMORY).value,
            know(MISSING["all but cards"]),
            know(lambda path: "winter-quay" not in path),
        )
    )
    for words in ("Touch any marked word", "every footnote checked", "the rules that name it"):
        assert (words in whole, words in cards, words in published) == (True, False, False), words
    assert "Every printing of each of 25 cards, by name and by kind." in cards
    assert "Read the rules as they were published." in published


def test_a_corpus_of_cards_alone_names_its_owner_and_is_kept_from_search_engines() -> None:
    kb = know(MISSING["all but cards"])
    kept = replace(kb.manifest, rights=replace(kb.manifest.rights, noindex=True))
    made = build_pages(replace(kb, manifest=kept), templates()).value
    for door in ("index.md", "cards/index.md", "desk/index.md", "cards/g/gannet/index.md"):
        assert kept.rights.owner in unescape(made[door]), door
        assert '\nrobots: "noindex"\n' in made[door], door
