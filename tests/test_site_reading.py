"""The reading page: how clauses are cited, what a reader is offered, redlines, what terms tell."""

import re
from html import unescape
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from kb.book_pages.citing import place_of
from kb.interface import Words
from kb.model import RulingId, WorkId
from kb.places.base import RulingView
from kb.rulings import home_of
from kb.site.templates import open_environment
from tests.test_site import body_of, knowledge, pages, templates
from tests.test_site_rulings import entry_of

WORDS = Words()
BOOKS = ("the-drowned-coast", "bells-below")
CLAUSE = re.compile(r'<(p|li|tr|pre) id="([^"]*)" class="[^"]*clause[^"]*">(.*?)</\1>')
REMOVED = re.compile(r'<del class="was"[^>]*>.*?</del>')
ADDED = re.compile(r'<ins\b[^>]*class="change"[^>]*>.*?</ins>')
CUE = re.compile(r'<span class="cue vh">[^<]*</span>')
SIGN = re.compile(r"<sup[^>]*>.*?</sup>|<a class=\"(?:why bare|sister|beside|pin)\"[^>]*>.*?</a>")


def words_of(html: str) -> list[str]:
    return re.findall(r"\w+", unescape(re.sub(r"<[^>]+>", " ", SIGN.sub("", html))))


def clauses_of(path: str) -> dict[str, str]:
    return {ident: html for _, ident, html in CLAUSE.findall(body_of(path))}


# Citing


@pytest.mark.parametrize(
    ("section", "tail", "said"),
    [
        ("Agents", "p2", "Agents ¶2"),
        ("Agents", "li3", "Agents, item 3"),
        ("Agents", "li3.1", "Agents, item 3.1"),
        ("Agents", "note1.p2", "Agents, note 1 ¶2"),
        ("Agents", "tr4", "Agents, row 4"),
        ("Agents", "+abcde", "Agents, added +abcde"),
        ("", "p2", "¶2"),
        ("", "note2.li1", "note 2 item 1"),
        ("Agents", "thing7", "Agents thing7"),
    ],
)
def test_a_place_is_named_by_its_section_and_number(section: str, tail: str, said: str) -> None:
    assert place_of(section, tail, WORDS) == said


@pytest.mark.parametrize("page", [*BOOKS, *(f"{book}/published" for book in BOOKS), "bells-below/@2005-11-28"])
def test_every_clause_has_a_place_of_its_own(page: str) -> None:
    named = dict(
        re.findall(r'<a class="pin" href="#([^"]*)" aria-label="Link to ([^"]*)"', body_of(f"rules/{page}/index.md"))
    )
    named = {ident: place for ident, place in named.items() if "." in ident}
    assert len(named) > 40
    assert len(set(named.values())) == len(named)


def test_a_text_that_lost_its_headings_is_cited_by_those_of_the_text_its_sections_are_known_from() -> None:
    body = body_of("rules/bells-below/editions/bells-below-scrape/index.md")
    assert 'href="#bells.p2" aria-label="Link to Bells ¶2"' in body
    assert "(2)" not in "".join(re.findall(r'aria-label="Link to ([^"]*)"', body))


@pytest.mark.parametrize(
    ("page", "cited"),
    [
        ("bells-below", "LBB, {place}, as emended to HL 4"),
        ("bells-below/published", "LBB, {place}, as published June 2005"),
        ("bells-below/@2005-11-28", "LBB, {place}, as of 28 November 2005"),
        ("winter-quay/published", "LWQ, {place}, as published February 2006"),
    ],
)
def test_a_citation_says_which_text_it_is_of(page: str, cited: str) -> None:
    assert re.findall(r'data-cite="([^"]*)"', body_of(f"rules/{page}/index.md")) == [cited]


def test_a_heading_in_capitals_is_cited_in_running_letters_and_the_title_not_at_all() -> None:
    body = body_of("rules/bells-below/index.md")
    assert 'href="#bells.p2" aria-label="Link to Bells ¶2"' in body
    assert 'aria-label="Link to ¶1"' in body


# Redlines


@pytest.mark.parametrize("book", BOOKS)
def test_taking_back_what_was_added_gives_the_published_clause(book: str) -> None:
    """What is struck and what is underlined are the two texts: without the new words a clause is the published one."""
    emended, published = clauses_of(f"rules/{book}/index.md"), clauses_of(f"rules/{book}/published/index.md")
    shared = [ident for ident in emended if ident in published]
    slight = {record.clause for record in knowledge().books[WorkId(book)].emendations if not record.substantive}
    struck = [ident for ident in shared if 'class="was"' in emended[ident]]
    assert len(struck) > 1
    for ident in shared:
        if ident not in slight:
            assert words_of(ADDED.sub(" ", CUE.sub("", emended[ident]))) == words_of(published[ident]), ident
    assert len(set(shared) - slight) >= 30


@pytest.mark.parametrize("book", BOOKS)
def test_struck_words_are_in_no_search_and_are_told_apart_by_words(book: str) -> None:
    struck = REMOVED.findall(body_of(f"rules/{book}/index.md"))
    assert struck
    for each in struck:
        assert "data-search-exclude" in each
        assert '<span class="cue vh">removed: </span>' in each
        assert '<span class="cue vh"> end of removal</span>' in each
    for each in ADDED.findall(body_of(f"rules/{book}/index.md")):
        assert each.count("added: ") <= 1


# Notes and terms


def test_the_kinds_of_notes_offered_are_those_there_are() -> None:
    for path in pages():
        body = body_of(path) if path.startswith("rules/") else ""
        if 'id="kb-reader"' in body:
            offered = dict(re.findall(r'name="kind" value="([^"]*)"[^>]*><span>[^<(]*\((\d+)\)', body))
            there: dict[str, int] = {}
            for kind in re.findall(r'<div class="said k-([a-z]+)"', body):
                there[kind] = there.get(kind, 0) + 1
            assert {kind: str(count) for kind, count in there.items()} == offered, path


def test_a_list_in_a_note_folds_with_the_paragraph_that_introduces_it() -> None:
    body = body_of("rules/the-drowned-coast/index.md")
    assert re.search(r'<div class="said [^>]*><p [^>]*labelled[^>]*>(?:(?!</div>).)*</p><ul', body)


def test_a_term_tells_of_its_rulings_in_force_in_short() -> None:
    body = body_of("rules/bells-below/index.md")
    told = pages().hints("rules/bells-below/index.md", "terms")
    links = set(re.findall(r'<a class="term" href="([^"]*)"', body))
    assert set(told) <= links
    lamps = told["../../rulings/term/lamps/"]
    assert lamps[:2] == ["Lamps", "4 rulings in force"]
    assert all(len(words) <= 222 for _, _, rulings in told.values() for words in rulings)
    assert pages().hints("rulings/term/lamps/index.md", "terms") == {}


def test_an_authority_is_dated_by_its_ruling_not_by_the_version_that_repeats_it() -> None:
    """As the page of its term dates it: the newest version repeats most rulings, and its date is none of theirs."""
    told: set[str] = set()
    for book in BOOKS:
        entries = re.findall(
            r'<p class="small"><a href="(?:\.\./)*(rulings/[^"#]+)#([^"]+)" aria-label="[^"]*">[^<]*</a>\. (.*?)\.</p>',
            body_of(f"rules/{book}/index.md"),
        )
        for page, ident, dated in entries:
            assert dated in entry_of(body_of(f"{page}index.md"), ident), ident
            told.add(dated)
    assert len({words for words in told if words.startswith("First seen in")}) > 2


def test_the_words_of_an_authority_begin_with_a_word() -> None:
    """A mark of what is new in a version (`@`) says nothing where its ruling is quoted."""
    marked = {ruling.id for ruling in knowledge().rulings if home_of(ruling.statements).marks}
    entries = [entry for book in BOOKS for entry in body_of(f"rules/{book}/index.md").split('class="why-entry"')[1:]]
    quoted = [entry for entry in entries if any(f"#{ident}" in entry for ident in marked)]
    assert quoted
    assert not [entry for entry in quoted if re.search(r'<div class="words">\s*[@#–]', entry)]


def test_authorities_of_one_name_are_numbered() -> None:
    """HTML has each name once in a list of them: two rulings adapted by one change are told apart."""
    tell = vars(open_environment(templates()).get_template("macros/change.j2").make_module())["authority"]
    view = RulingView(RulingId("a"), Markup("w"), label="", address="#", source="s", short="", dated="")
    ruling = SimpleNamespace(rulings=(view,))
    note = SimpleNamespace(rulings=(), words="w")
    views = [ruling, note, ruling, ruling]
    for each in views:
        each.relation, each.older, each.gone, each.also = "adapted", "", (), ()
    said = [str(tell(each, [], views[:at], Words())) for at, each in enumerate(views)]
    names = [" ".join(re.sub(r"<[^>]*>", " ", each[: each.index("</dt>")]).split()) for each in said]
    assert names == ["The ruling Adapted from the source", names[1], "The ruling 2 Adapted from the source", names[3]]
    assert len(set(names)) == len(names)


def test_whatever_is_struck_or_put_in_says_so_to_who_does_not_see_it() -> None:
    """Whole blocks are told by what stands in them."""
    silent = [
        (path, found.group())
        for path, page in pages().items()
        for found in re.finditer(r"<(ins|del)\b[^>]*>(?:(?!</\1>).)*</\1>", page, re.DOTALL)
        if 'vh">' not in found.group()
    ]
    assert silent == []
