"""A glance at an edit: what lies beside an edited text stands where a whole build has it, save in the edited clause."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cli.build import PROJECT
from kb.files import Corpus, read_corpus
from kb.graph import Kb
from kb.model import ClauseKind, CompendiumVersion, Document, WorkId
from kb.pipeline import _books, build_kb, glance_kb
from kb.pipeline._moving import find_shift
from kb.places.addresses import BookPages
from kb.places.base import Base
from kb.places.sheets import sheet_page
from kb.rulings import card_of
from kb.sheets import Sheet
from kb.site import find_quoting, open_base, peek_pages, peek_texts
from kb.text import Span
from kb.tools.builders import read_templates
from tests.built import LANTERN

SIGN = re.compile(r'<a class="beside"[^>]*>≠</a>')
TEMPLATES = read_templates(PROJECT)
WORDS = "Brass lanterns seldom sing."
EDITIONS = ("the-drowned-coast", "bells-below")
"""Works with second texts, that share passages."""


@pytest.fixture(scope="module")
def opened() -> Corpus:
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    return corpus


@pytest.fixture(scope="module")
def known(opened: Corpus) -> Kb:
    return build_kb(opened.manifest, opened.texts).value


@pytest.fixture(scope="module")
def base(known: Kb) -> Base:
    return open_base(known)


def refuse(*_: object, **__: object) -> None:
    """Stands for a pass that a page needs nothing of."""
    raise AssertionError("nobody has to wait for it")


def build(opened: Corpus, texts: Mapping[str, bytes], known: Kb) -> Kb:
    return build_kb(opened.manifest, texts, memory=known.memory).value


def texts_of(known: Kb, opened: Corpus) -> list[Document]:
    books = [known.books[work] for work in known.books if work in EDITIONS]
    read = [edition.document for book in books for edition in book.editions.values()]
    return [document for document in read if document.source.path in opened.texts]


def edited(document: Document, words: str, at: float) -> tuple[bytes, str]:
    """A text with words more behind a paragraph, and the clause they stand in."""
    paragraphs = [each for each in document.clauses if each.kind is ClauseKind.PARAGRAPH and len(each.span) > 80]
    clause = paragraphs[int(at * len(paragraphs))]
    text = document.source.text
    return f"{text[: clause.span.end]} {words}{text[clause.span.end :]}".encode(), clause.id


def beside(kb: Kb, clause: str) -> set[object]:
    """Where passages and readings stand that have nothing to do with a clause."""
    parallels = {
        (each.a.work, each.b.work, each.a.span, each.b.span, each.a.line, each.b.line)
        for each in kb.parallels
        if clause not in (each.a.clause, each.b.clause)
    }
    variants = {
        (work, each.kind, each.span, *((read.witness, read.span, read.text) for read in each.readings))
        for work, collation in kb.collations.items()
        for each in collation.variants
        if clause not in each.clauses and not any("Brass" in (read.text or "") for read in each.readings)
    }
    return {*parallels, *variants}


@pytest.mark.parametrize("words", [WORDS, f"\n\n{WORDS}", f"\n\n- {WORDS}\n- {WORDS}"])
@pytest.mark.parametrize("at", [0.0, 0.5, 0.99])
def test_what_lies_beside_an_edit_stands_where_it_is(opened: Corpus, known: Kb, at: float, words: str) -> None:
    for document in texts_of(known, opened):
        text, clause = edited(document, words, at)
        texts = {**opened.texts, document.source.path: text}
        glance, whole = glance_kb(opened.manifest, texts, known), build(opened, texts, known)
        assert glance.documents == whole.documents and glance.books == whole.books
        assert len(beside(whole, clause)) > 30
        differing = beside(glance, clause) ^ beside(whole, clause)
        # A paragraph more may be foreign to the others, or tell where one of them has less.
        assert len(differing) <= (0 if words == WORDS else 2), (document.source.path, differing)


def test_with_a_paragraph_goes_what_was_beside_it(opened: Corpus, known: Kb) -> None:
    places = {(place.work, place.index) for each in known.parallels for place in (each.a, each.b) if place.whole}
    for work, index in sorted(places)[::2]:
        base = known.books[work].base
        assert base is not None
        source, span = base.document.source, base.document.clauses[index].span
        texts = {**opened.texts, source.path: f"{source.text[: span.start]}{source.text[span.end :]}".encode()}
        glance, whole = glance_kb(opened.manifest, texts, known), build(opened, texts, known)
        told, true = ({(each.a.clause, each.b.clause) for each in kb.parallels} for kb in (glance, whole))
        assert told <= true and len(true - told) <= 1, "others may be like the ones beside it now"
        assert len(glance.parallels) < len(known.parallels)


def test_where_other_blocks_were_made_all_is_laid_beside_anew(opened: Corpus, known: Kb) -> None:
    for document in texts_of(known, opened):
        if not document.source.path.endswith(".md"):
            continue  # a text without markup has no blocks but its paragraphs
        text, _ = edited(document, "\n\n<div>\n", 0.5)
        texts = {**opened.texts, document.source.path: text}
        glance, whole = glance_kb(opened.manifest, texts, known), build(opened, texts, known)
        assert (glance.parallels, glance.collations) == (whole.parallels, whole.collations), document.source.path


def test_pages_of_the_edited_book_wait_for_no_other_text(
    opened: Corpus, known: Kb, base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    for document in texts_of(known, opened):
        path, stem = document.source.path, Path(document.source.path).stem
        if path.startswith("web/") or stem not in EDITIONS:
            continue
        own = {f"rules/{stem}/{page}" for page in ("", "published/", "changes/")}
        texts = {**opened.texts, path: edited(document, WORDS, 0.5)[0]}
        with monkeypatch.context() as patch:
            for name in ("find_parallels", "collate_book", "account_words"):
                patch.setattr(_books, name, refuse)
            glance = glance_kb(opened.manifest, texts, known)
            pages = dict(peek_texts(glance, TEMPLATES, base, {path}, {*own, "", "rules/cards/"}))
        assert {page for page in pages if page.endswith(".md")} == {f"{page}index.md" for page in own}
        assert sum(WORDS in text for text in pages.values()) >= 2
        _, (first, _) = peek_pages(build(opened, texts, known), TEMPLATES, base, {path}, own)
        for page, later in dict(first).items():
            now = pages[page]
            assert SIGN.sub("", now) == SIGN.sub("", later), "that another text has not the new words is told later"
            assert abs(len(SIGN.findall(now)) - len(SIGN.findall(later))) <= 1


def test_the_page_of_an_edited_rulings_file_waits_for_no_footnote(
    opened: Corpus, known: Kb, base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0
    for version in known.versions.values():
        source, page = version.document.source, f"rulings/versions/{version.id}/"
        path, at = source.path, version.statements[len(version.statements) // 2].span.end
        texts = {**opened.texts, path: f"{source.text[:at]} {WORDS}{source.text[at:]}".encode()}
        with monkeypatch.context() as patch:
            for name in ("verify_footnotes", "trace_authorities", "collate_book"):
                patch.setattr(_books, name, refuse)
            glance = glance_kb(opened.manifest, texts, known)
            pages = dict(peek_texts(glance, TEMPLATES, base, {path}, {page, "rulings/"}))
        _, (first, _) = peek_pages(build(opened, texts, known), TEMPLATES, base, {path}, {page})
        assert pages == dict(first) and len(pages) == 1
        told += WORDS in pages[f"{page}index.md"]
    assert told > 2


def test_pages_that_tell_an_edited_ruling_wait_for_no_footnote(
    opened: Corpus, known: Kb, base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of terms, of cards, and of the answers that a file of these gives."""
    told = set[str]()
    assert base.rulings is not None
    pages = [*(topic.page for topic in base.rulings.topics), *(card.page for card in base.cards.placed)]
    watched = {*pages, *(sheet_page(each) for each in known.sheets.values())}
    files: list[CompendiumVersion | Sheet] = [*known.versions.values(), *known.sheets.values()]
    for each in files:
        path, statements = each.document.source.path, each.statements
        about = [statement for statement in statements if card_of(statement)]
        text = each.document.source.text
        for at in {statement.span.end for statement in (statements[len(statements) // 2], *about[:1])}:
            texts = {**opened.texts, path: f"{text[:at]} {WORDS}{text[at:]}".encode()}
            with monkeypatch.context() as patch:
                for name in ("verify_footnotes", "trace_authorities", "collate_book"):
                    patch.setattr(_books, name, refuse)
                glance = glance_kb(opened.manifest, texts, known)
                now = dict(peek_texts(glance, TEMPLATES, base, {path}, watched))
            _, (later, _) = peek_pages(build(opened, texts, known), TEMPLATES, base, {path}, watched)
            shown = {page for page, words in later if WORDS in words}
            assert shown == {page for page, words in now.items() if WORDS in words}, path
            told |= {"/".join(page.split("/")[:-2]) for page in shown}
    assert {"rulings/term", "rulings/card", "rulings/answers"} < told and any(
        page.startswith("cards/") for page in told
    )


def test_pages_that_quote_an_edited_ruling_quote_it_as_it_is_now(
    opened: Corpus, known: Kb, base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the books that somebody looks at alone the footnotes are looked at again."""
    quoted = 0
    version = list(known.versions.values())[-1]
    source = version.document.source
    for work, book in known.books.items():
        named = {ruling for record in book.emendations for each in record.authorities for ruling in each.rulings}
        stated = sorted(each.statements[0].span for each in known.rulings if each.id in named)
        own = {f"rules/{work}/{page}" for page in ("", "changes/")}
        for span in stated[:3]:
            at = source.text.index(" ", (span.start + span.end) // 2)  # in its midst: it is quoted less exactly now
            texts = {**opened.texts, source.path: f"{source.text[:at]} {WORDS}{source.text[at:]}".encode()}
            quoting = find_quoting(base, {source.path}, own)
            assert quoting == {work}
            with monkeypatch.context() as patch:
                patch.setattr(_books, "collate_book", refuse)
                glance = glance_kb(opened.manifest, texts, known, quoting)
                now = dict(peek_texts(glance, TEMPLATES, base, {source.path}, own))
            _, (later, _) = peek_pages(build(opened, texts, known), TEMPLATES, base, {source.path}, own)
            assert now == dict(later) and sum(page.endswith(".md") for page in now) == 2
            quoted += sum(WORDS in page for page in now.values())
    assert quoted > 3
    assert not find_quoting(base, {source.path}, {"rulings/", f"rules/{EDITIONS[0]}/published/"})
    published = known.books[WorkId(EDITIONS[0])].base
    assert published is not None
    assert not find_quoting(base, {published.document.source.path}, {f"rules/{EDITIONS[0]}/"})


@given(st.text("ab\n"), st.text("ab\n"), st.data())
def test_what_an_edit_left_alone_is_found_where_it_stands_now(old: str, new: str, data: st.DataObject) -> None:
    shift = find_shift(old, new)
    start = data.draw(st.integers(0, len(old)))
    span = Span(start, data.draw(st.integers(start, len(old))))
    moved = shift.span(span)
    assert moved.end <= len(new), "Span itself refuses one that ends before it begins"
    if span.end <= shift.start or span.start >= shift.end > shift.start or old == new:
        assert new[moved.start : moved.end] == old[span.start : span.end]


def test_a_heading_renamed_in_the_newest_version_leaves_the_books_that_are_looked_at(opened: Corpus) -> None:
    """Which rulings concern a book is known of before; below the heading they have other ids, where none are minted."""
    manifest = replace(opened.manifest, minted=None)
    known = build_kb(manifest, opened.texts).value
    base = open_base(known)
    assert known.newest_version is not None
    source = known.newest_version.document.source
    looked_at = {BookPages.of(work).emended for work in EDITIONS}
    for heading in [each for each in known.newest_version.document.headings if each.level == 4][:3]:
        renamed = f"{source.text[: heading.span.end]} of Old{source.text[heading.span.end :]}".encode()
        texts = {**opened.texts, source.path: renamed}
        glance = glance_kb(manifest, texts, known, find_quoting(base, {source.path}, looked_at))
        shown = dict(peek_texts(glance, TEMPLATES, base, {source.path}, looked_at))
        assert {path.removesuffix("index.md") for path in shown if path.endswith(".md")} == looked_at
