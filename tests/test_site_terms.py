"""Terms and cards on pages: named words lead to their rulings, once a clause, quietly, never inside another link."""

import re
from collections import Counter
from html import unescape

import pytest

from kb.places.base import Base
from kb.places.terms import link_terms
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.test_site import body_of, knowledge, pages, templates

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


GLOSSARY = "\n\n".join(
    f"**{name}:** What a kite has where the wind is on its side and not behind it."
    for name in ("Bridle", "Keel", "Line", "Squall")
)
IN_THE_TURN = "# Kite Rulings\n\n## Turn Sequence Rulings\n\n### Gust\n\n- A gust lifts each kite once.\n"


def test_a_term_whose_rulings_ended_leads_to_where_it_is_told_of_now() -> None:
    """To a part of the turn of its name, to what explains it, and to what ended only for want of both."""
    ended = rulings(Gust="A gust tears a line.", Squall="A squall ends the game.", Thaw="A thaw wets a kite.")
    book = f"# Kites\n\n## Flying\n\nA gust, a squall or a thaw.\n\n## Glossary\n\n{GLOSSARY}\n"
    base = Base.of(game((ended, IN_THE_TURN), published=book))
    told = dict(re.findall(r'href="([^"]*)">(\w+)<', link_terms(base).in_text("A gust, a squall, a thaw.", "")))
    assert told == {
        "rulings/turn/gust/": "gust",
        "rules/kites/published/#glossary.p4": "squall",
        "rulings/term/thaw/": "thaw",
    }


def test_the_page_of_a_term_whose_rulings_ended_leads_to_those_of_its_name() -> None:
    ended = rulings(Gust="A gust tears a line.", Squall="A squall ends the game.")
    made = {path: unescape(page) for path, page in build_pages(game((ended, IN_THE_TURN)), templates()).value.items()}
    see = 'See <a href="../../turn/gust/">Gust (The turn)</a>.'
    assert see in made["rulings/term/gust/index.md"]
    assert "See <a" not in made["rulings/term/squall/index.md"]
