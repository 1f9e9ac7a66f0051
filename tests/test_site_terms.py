"""Terms and cards on pages: named words lead to their rulings, once a clause, quietly, never inside another link."""

import re
from collections import Counter

import pytest

from kb.places.base import Base
from kb.places.terms import link_terms
from tests.test_site import body_of, knowledge, pages

CLAUSE = re.compile(r'<(p|li|tr)\b[^>]*class="[^"]*clause[^"]*"[^>]*>(.*?)</\1>')
TERM = re.compile(r'<a class="term" href="([^"]*)">(.*?)</a>')


def terms_of(path: str) -> list[tuple[str, str]]:
    return TERM.findall(body_of(path))


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("lamp", "../../rulings/term/lamps/"),
        ("Black Squall", "../../cards/b/black-squall/"),
    ],
)
def test_named_words_lead_to_their_rulings(words: str, address: str) -> None:
    assert (address, words) in terms_of("rules/the-drowned-coast/index.md")


def test_a_clause_links_each_place_once() -> None:
    for path in pages():
        if path.startswith("rules/") and "/changes/" not in path:
            for _, clause in CLAUSE.findall(body_of(path)):
                assert [each for each, times in Counter(TERM.findall(clause)).items() if times > 1] == []


def test_headings_and_links_hold_no_links_of_terms() -> None:
    for path in pages():
        body = body_of(path)
        assert not re.search(r"^#.*<a class=\"term\"", body, re.MULTILINE), path
        assert not re.search(r"<a [^>]*>(?:(?!</a>).)*<a [^>]*class=\"term\"", body), path


def test_a_page_of_rulings_links_other_terms_and_not_its_own() -> None:
    found = {address for path in pages() if path.startswith("rulings/term/") for address, _ in terms_of(path)}
    assert len(found) > 5
    for path in pages():
        if path.startswith("rulings/term/"):
            assert "./" not in [address for address, _ in terms_of(path)]


def test_plain_words_are_linked_and_escaped() -> None:
    links = link_terms(Base.of(knowledge()))
    html = links.in_text("A <lamp> & a lamp.", "rulings/term/keepers/")
    assert html == 'A &lt;<a class="term" href="../lamps/">lamp</a>&gt; &amp; a lamp.'
    assert links.in_text("A lamp.", "rulings/term/lamps/") == "A lamp."


def test_the_text_in_force_never_leads_to_the_published_one() -> None:
    assert ("#landing-phase", "landing phase") in terms_of("rules/the-drowned-coast/index.md")
    for path in pages():
        assert [address for address, _ in terms_of(path) if "published/" in address] == [], path


def test_titles_of_books_are_no_mentions() -> None:
    links = link_terms(Base.of(knowledge()))
    assert "<a" not in links.in_text("See Bells Below.", "")
