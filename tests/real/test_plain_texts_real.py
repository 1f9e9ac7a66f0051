"""Plain-text witnesses on the reference texts: what is cut off, how much of the base is found, what is borrowed."""

from pathlib import Path

import pytest

from kb.borrowing import ANOTHER_TEXT, DOUBTFUL_WITNESS, PLAIN_READERS, borrow_structure
from kb.coverage import account_words
from kb.model import ClauseKind, Document
from kb.plain import PlainText
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.plain_rendering import MANNERS, render, score
from tests.reading import broken_promises

BASE, SCRAPE, WEB, SISTER = "001", "002", "003", "004"


def source(texts: Path, number: str) -> Source:
    (path,) = (texts / "seeds").glob(f"{number}_*.txt")
    return Source.from_bytes(f"{number}.txt", path.read_bytes())


def base_of(texts: Path, number: str = BASE) -> Document:
    return read_document(source(texts, number)).value


def lent(texts: Path, number: str, reader: str) -> PlainText:
    base = base_of(texts)
    outcome = borrow_structure(PLAIN_READERS[reader](source(texts, number), base).value, base)
    assert not outcome.value.refused
    return outcome.value


@pytest.fixture(scope="module")
def web(real_texts: Path) -> PlainText:
    return lent(real_texts, WEB, "web-text")


@pytest.fixture(scope="module")
def scrape(real_texts: Path) -> PlainText:
    return lent(real_texts, SCRAPE, "scrape")


def test_exactly_what_is_foreign_is_cut_off_the_web_text(web: PlainText) -> None:
    line_of = web.document.source.line_of
    cut = [(line_of(each.span.start), line_of(each.span.end - 1)) for each in web.document.exclusions]
    assert cut == [(1, 54), (526, 535)]


def test_nothing_is_cut_off_the_scrape(scrape: PlainText) -> None:
    assert scrape.document.exclusions == ()


def test_web_text_yields_the_clauses_of_the_base(web: PlainText, real_texts: Path) -> None:
    base = base_of(real_texts)
    found = {clause for standing in web.standings for clause in standing.base}
    rules = [number for number, clause in enumerate(base.clauses) if clause.kind is not ClauseKind.HTML]
    assert len(found & set(rules)) >= 0.98 * len(rules)


@pytest.mark.parametrize("number", [WEB, SCRAPE])
def test_no_clause_is_longer_than_its_base_clauses_by_half(
    number: str, web: PlainText, scrape: PlainText, real_texts: Path
) -> None:
    base = base_of(real_texts)
    plain = web if number == WEB else scrape
    for clause, standing in zip(plain.document.clauses, plain.standings, strict=True):
        if standing.base:
            assert len(standing.base) == 1
            assert len(clause.text) <= 1.5 * len(base.clauses[standing.base[0]].text), clause.id


def test_every_word_is_explained(web: PlainText, scrape: PlainText) -> None:
    for plain in (web, scrape):
        assert account_words(plain.document).unexplained == ()
        assert broken_promises(plain.document) == []


def test_sections_are_those_of_the_base(web: PlainText, scrape: PlainText, real_texts: Path) -> None:
    base = base_of(real_texts)
    for plain in (web, scrape):
        for clause, standing in zip(plain.document.clauses, plain.standings, strict=True):
            if standing.base and clause.kind is not ClauseKind.HEADING and clause.section != "dark-minions":
                assert clause.section == base.clauses[standing.base[0]].section


def test_headings_of_the_web_text_are_its_own(web: PlainText) -> None:
    line_of = web.document.source.line_of
    assert [line_of(heading.span.start) for heading in web.document.headings] == [
        *(55, 60, 81, 94, 102, 121, 174, 202, 223, 265, 296, 318, 320, 323, 347, 358, 387, 406, 417, 488, 494, 523),
    ]


def test_the_bracketed_note_stands_in_the_item_it_is_about(web: PlainText) -> None:
    (note,) = [clause for clause in web.document.clauses if clause.label == "NOTE" and clause.depth]
    line_of = web.document.source.line_of
    assert (note.id, line_of(note.span.start), line_of(note.span.end)) == ("agent-actions.li5.note1.p1", 337, 339)
    (item,) = [clause for clause in web.document.clauses if clause.id == "agent-actions.li5"]
    assert item.kind is ClauseKind.LIST_ITEM
    assert line_of(item.span.start) == 336


@pytest.mark.parametrize("name", sorted(MANNERS))
@pytest.mark.parametrize("book", ["against-the-shadow", "dark-minions", "the-lidless-eye"])
def test_rulebooks_get_their_structure_back(book: str, name: str, real_texts: Path) -> None:
    path = real_texts / f"meccg/docs/original/rulebooks/{book}.md"
    base = read_document(Source.from_bytes(path.name, path.read_bytes())).value
    rendered = render(base, MANNERS[name])
    reader = PLAIN_READERS["web-text" if MANNERS[name].width else "scrape"]
    lent = borrow_structure(reader(Source.from_text("witness.txt", rendered.text), base).value, base).value
    found = score(base, rendered, lent)
    assert found.whole >= 0.985, found.wrong
    assert found.kinds >= 0.965, found.wrong
    assert found.sections >= 0.995, found.wrong
    assert found.foreign == 0
    assert account_words(lent.document).unexplained == ()


def test_a_sister_book_that_reprints_passages_is_doubted(real_texts: Path) -> None:
    base = base_of(real_texts)
    text = render(base_of(real_texts, SISTER), MANNERS["SCRAPE"]).text
    outcome = borrow_structure(PLAIN_READERS["scrape"](Source.from_text("sister.txt", text), base).value, base)
    assert DOUBTFUL_WITNESS in [found.code for found in outcome.diagnostics]


def test_another_rulebook_is_refused(real_texts: Path) -> None:
    rulebooks = sorted((real_texts / "meccg/docs/original/rulebooks").glob("*.md"))
    other = read_document(Source.from_bytes("other.md", (rulebooks[-1]).read_bytes())).value
    plain = PLAIN_READERS["web-text"](source(real_texts, WEB), other).value
    outcome = borrow_structure(plain, other)
    assert outcome.value.refused
    assert [found.code for found in outcome.diagnostics] == [ANOTHER_TEXT]
