"""Glossaries that explain several words in one paragraph: each word is reached at its own line."""

import re
from html import unescape

from kb.answers.search import Kind
from kb.places.glossaries import place_leads
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from tests.kites import BOOK, game, rulings
from tests.made_pages import build_pages
from tests.test_html import read
from tests.test_site import templates

WORDS = """
## Words

**Flyer:** The one who holds the line of a kite.
**Tangle:** What two lines come to when they are crossed.
**Tangle:** Said here again for all those who look twice.
**Line, Slack:** A line that nobody has in his hands now.
"""
LED = re.compile(r'<a class="term" href="([^"]*)"[^>]*>([^<]*)</a>')


def test_a_word_inside_a_paragraph_has_an_id_and_the_first_needs_none() -> None:
    document = read(BOOK + WORDS)
    ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
    assert list(place_leads(document, ids).values()) == ["words.p1:tangle", "words.p1:line-slack"]
    assert not place_leads(document, {}), "a clause that has no place on a page"


def test_a_word_leads_to_its_line_in_the_book_in_force() -> None:
    said = "\n## Trouble\n\nA tangle ends the game of a flyer who let a slack line go.\n"
    kb = game([rulings(Kite="A kite flies.")], published=BOOK + WORDS + said, emended=BOOK + WORDS + said)
    pages = {path: unescape(text) for path, text in build_pages(kb, templates()).value.items()}
    book = pages["rules/kites/index.md"]
    assert book.count('id="words.p1:tangle"') == 1 and '<strong id="words.p1:line-slack">' in book
    led = {words: address for address, words in LED.findall(book)}
    assert led["tangle"] == "#words.p1:tangle" and led["slack line"] == "#words.p1:line-slack"
    assert led["flyer"] == "#words.p1"
    own = LED.findall(book[book.index("Flyer:") : book.index("in his hands now")])
    assert not [address for address, _ in own if address.startswith("#words")], "no link to where it stands"
    found = {each.title: each.address for each in gather_records(kb, know_terms(kb)) if each.kind is Kind.TERM}
    assert found["Tangle"] == "/rules/kites/#words.p1:tangle"


def test_a_word_the_emended_book_lacks_leads_to_the_paragraph_that_had_it() -> None:
    fewer = WORDS.replace("**Line, Slack:**", "A slack line:")
    said = "\n## Trouble\n\nA slack line ends the game.\n"
    kb = game([rulings(Kite="A kite flies.")], published=BOOK + WORDS + said, emended=BOOK + fewer + said)
    book = build_pages(kb, templates()).value["rules/kites/index.md"]
    assert {words: address for address, words in LED.findall(book)}["slack line"] == "#words.p1"


def test_a_word_is_told_beside_it_where_another_page_explains_it() -> None:
    """As far as the next word; of what is long the beginning, as of a ruling."""
    long = WORDS.replace("a kite.", f"a kite{' and of its tail' * 40}.")
    said = "\n## Trouble\n\nA slack line and a tangle end the game of a flyer.\n"
    kb = game([rulings(Kite="A kite flies.")], published=BOOK + WORDS + said, emended=BOOK + long + said)
    pages = build_pages(kb, templates()).value
    told = pages.hints("rules/kites/published/index.md", "terms")
    source = "Explained in Kites"
    assert told["../#words.p1:tangle"] == ["Tangle: What two lines come to when they are crossed.", source]
    flyer, where = told["../#words.p1"]
    assert flyer.startswith("Flyer: The one who holds the line of a kite and of its tail") and flyer.endswith(" …")
    assert len(flyer) <= 422 and where == source
    told = pages.hints("rules/kites/index.md", "terms")
    assert not [address for address in told if "words" in address], "its page has them itself"
