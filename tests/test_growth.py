"""What a pass or a rule does for each of many things takes no more for each where there are more of them."""

from collections.abc import Sequence
from functools import partial

import pytest

from kb.audit import change_misplaced, change_turned, change_unlike, footnote_undefined, uncited_change
from kb.audit._places import first_words
from kb.book_pages.introduced import Origins
from kb.compile import Names, extract_records
from kb.consulting import consult
from kb.corpus import load_manifest
from kb.footnotes.quoting import read_footnote
from kb.graph import Book, Kb
from kb.html import Looks, render_span
from kb.instructions._tabled import Tables, read_tabled
from kb.model import CompendiumVersion, Document
from kb.naming.calling import Known
from kb.pipeline import build_kb
from kb.places.base import Base
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source, Span
from tests.growth import count_calls
from tests.lives import follow, read_version

FEW, MANY = 20, 80
MANIFEST = """\
schema: 1
title: Harbour
game: Harbour
description: Boats.
rights: {owner: Nobody, statement: Free.}
texts: .
compendia:
  ledger:
    title: Ledger
    abbreviation: L
    versions:
      - {id: ledger-4, number: "4", title: Ledger 4, date: "2005-03", reader: compendium, path: ledger.md}
works:
  harbour:
    title: Harbour
    abbreviation: HB
    base: published
    editions:
      - {id: published, role: published, date: "2004", path: published.md}
      - {id: emended, role: emended, date: "2006", path: emended.md}
"""
SITE = "https://lantern.example"


def name(number: int) -> str:
    """A word of its own for each number."""
    return "l" + "".join("aeioubdfgk"[int(digit)] for digit in f"{number:03}") + "m"


def grows_with(few: int, many: int) -> bool:
    """Whether four times as many things took about four times the work."""
    return many < few * (MANY // FEW) * 1.6


def mended(count: int) -> Kb:
    """A book that mends a misprint of each of its rulings."""
    rulings = [f"A keeper of the {name(each)} may not moor a boat at any habrour." for each in range(count)]
    books = [each.replace("habrour", "harbour") for each in rulings]
    body = "\n\n".join(f"{each}[^{number}]" for number, each in enumerate(books))
    notes = "\n".join(
        f"[^{number}]: {each} See [Ledger 4, Lamps](/ledger/#lamps)." for number, each in enumerate(rulings)
    )
    ledger = "\n".join(f"- {each}" for each in rulings)
    texts = {
        "emended.md": f"# Harbour\n\n## Lamps\n\n{body}\n\n{notes}\n",
        "published.md": "# Harbour\n\n## Lamps\n\nA keeper may light four lamps.\n",
        "ledger.md": "---\ntitle: Ledger 4\npermalink: /ledger/\n---\n\n# Ledger\n\n## Rulings by Term\n\n### Lamps\n\n"
        f"{ledger}\n\n### Storms\n\n- Every harbour waits for it.\n",
    }
    sources = [Source.from_text(path, text) for path, text in texts.items()]
    return consult(sources[:1], sources[1:], site=SITE).value


def test_the_words_of_a_text_are_counted_once_for_all_its_slips() -> None:
    few, many = (count_calls(partial(list, change_turned.audit(mended(each)))) for each in (FEW, MANY))
    assert grows_with(few, many)


def linked(count: int) -> Document:
    """A book with one footnote that quotes many rulings, each with its own link."""
    note = " ".join(f"The {name(each)} is wet. See [Ledger 4, {name(each)}](/ledger/#{each})." for each in range(count))
    return read_document(Source.from_text("emended.md", f"A lamp burns.[^a]\n\n[^a]: {note}\n")).value


def test_a_footnote_takes_no_more_for_each_of_its_links_where_it_has_many() -> None:
    """One of 400 links took the better part of a minute."""
    known = Known(frozenset({"ledger", "ledger 4"}), frozenset())
    books = [linked(each) for each in (FEW, MANY)]
    few, many = (count_calls(partial(read_footnote, each.definitions[0], each.links, known=known)) for each in books)
    assert grows_with(few, many)


def uncited(count: int) -> Kb:
    """A book that changed its words without footnotes: in one half of its paragraphs some words, the other is gone."""
    paragraphs = [f"A keeper of the {name(each)} may moor his old boat at any harbour." for each in range(count)]
    kept = [each.replace("old", "very new") for each in paragraphs[::2]]
    texts = {
        "emended.md": "# Harbour\n\n## Lamps\n\n" + "\n\n".join(kept) + "\n",
        "published.md": "# Harbour\n\n## Lamps\n\n" + "\n\n".join(paragraphs) + "\n",
    }
    sources = [Source.from_text(path, text) for path, text in texts.items()]
    return consult(sources[:1], sources[1:], site=SITE).value


def test_a_change_without_a_footnote_is_told_in_the_same_time_however_many_there_are() -> None:
    books = [uncited(each) for each in (FEW, MANY)]
    few, many = (count_calls(partial(list, uncited_change.audit(book))) for book in books)
    assert grows_with(few, many)


def equal_paragraphs(count: int) -> tuple[Document, Document]:
    """A text of equal paragraphs, and one that has each of them otherwise."""
    texts = ("A keeper may moor his boat at any harbour.", "A keeper may moor her boat at any harbour.")
    first, second = (Source.from_text("page.md", "# Harbour\n\n" + f"{each}\n\n" * count) for each in texts)
    return read_document(first).value, read_document(second).value


def test_changes_of_equal_paragraphs_are_told_apart_without_a_search_for_each() -> None:
    """Four hundred of them took a quarter of a minute."""
    names = Names("harbour", "harbour")
    texts = [equal_paragraphs(each) for each in (FEW, MANY)]
    few, many = (count_calls(partial(extract_records, *each, names)) for each in texts)
    assert grows_with(few, many)


def test_the_place_of_a_change_is_found_without_reading_the_book() -> None:
    documents = [equal_paragraphs(each)[0] for each in (FEW, MANY)]
    few, many = (count_calls(partial(first_words, each, each.clauses[-1].span)) for each in documents)
    assert many < few * 1.6


def test_words_of_a_row_are_told_without_reading_the_table() -> None:
    """A table is one clause: a site of a book with four hundred changed rows took a third of a minute."""

    def tell(page: Document, spans: Sequence[Span]) -> None:
        for each in spans:
            words_and_place(page, each)

    told = []
    for count in (FEW, MANY):
        rows = "\n".join(f"<tr><td>{name(each)}</td><td>costs <em>{each}</em></td></tr>" for each in range(count))
        text = f"<table>\n{rows}\n</table>\n"
        document = read_document(Source.from_text("page.md", text)).value
        ends = [Span(text.index(name(each)), text.index(name(each)) + 60) for each in range(count)]
        told.append(count_calls(partial(tell, document, ends)))
    assert grows_with(*told)


def words_and_place(document: Document, span: Span) -> tuple[str, Span]:
    return render_span(document, span, Looks()), first_words(document, span)


def misplaced(count: int) -> Kb:
    """A book whose every paragraph gave way to a ruling on something that the book has no section on."""
    rulings = [f"A keeper of the {name(each)} may not moor a boat at dusk." for each in range(count)]
    old = [f"Wicks of {name(each + count)} burn with a green flame." for each in range(count)]
    body = "\n\n".join(f"{each}[^{number}]" for number, each in enumerate(rulings))
    notes = "\n".join(f"[^{at}]: {each} See [Ledger 4, Storms](/ledger/#storms)." for at, each in enumerate(rulings))
    sections = "".join(f"\n\n## Lamps of {name(each)}\n\nThey burn." for each in range(count))
    entries = "\n".join(("- Wicks burn green.", *(f"- {each}" for each in rulings)))
    texts = {
        "emended.md": f"# Harbour\n\n## Lamps\n\n{body}{sections}\n\n{notes}\n",
        "published.md": "# Harbour\n\n## Lamps\n\n" + "\n\n".join(old) + f"{sections}\n",
        "ledger.md": "---\ntitle: Ledger 4\npermalink: /ledger/\n---\n\n# Ledger\n\n## Rulings by Term\n\n"
        f"### Lamps\n\n- Every lamp burns.\n\n### Storms\n\n{entries}\n",
    }
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value


def test_the_section_on_a_term_is_sought_once_in_a_book() -> None:
    books = [misplaced(each) for each in (FEW, MANY)]
    few, many = (count_calls(partial(list, change_misplaced.audit(book))) for book in books)
    assert grows_with(few, many)


def test_words_that_gave_way_are_sought_in_other_changes_only_where_no_ruling_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sought: list[Sequence[str]] = []

    def nearest(words: Sequence[str], _: object) -> tuple[()]:
        sought.append(words)
        return ()

    monkeypatch.setattr(change_unlike, "nearest_sentences", nearest)
    assert not list(change_unlike.audit(misplaced(FEW)))
    assert not sought


def test_markers_without_a_footnote_are_told_in_the_same_time_however_many_there_are() -> None:
    texts = [" ".join(f"{name(number)}[^{number}]" for number in range(each)) for each in (FEW, MANY)]
    books = [
        consult([Source.from_text("emended.md", f"A lamp {each} burns.\n")], [], site=SITE).value for each in texts
    ]
    few, many = (count_calls(partial(list, footnote_undefined.audit(book))) for book in books)
    assert grows_with(few, many)


def alike(count: int) -> list[CompendiumVersion]:
    """Two versions with one entry of rulings that say nearly the same, each of them about another thing."""
    told = "Lamps | A keeper who is ill may not moor a boat of his at the pier of"
    lines = [[f"{told} {name(each)}." for each in range(at, at + count)] for at in (0, count)]
    return [read_version("1", "2004-01-01", lines[0]), read_version("2", "2005-01-01", lines[1])]


def test_rulings_that_share_no_rare_words_are_not_compared() -> None:
    """Of 800 under one heading each was held against each of the version before."""
    versions = [alike(each) for each in (FEW, MANY)]
    few, many = (count_calls(partial(follow, each)) for each in versions)
    assert grows_with(few, many)


def long_paragraph(count: int) -> tuple[Base, Book]:
    """A book of one paragraph, which changed a word of each of its sentences."""
    old = " ".join(f"A keeper of the {name(each)} may moor his old boat." for each in range(count))
    texts = {
        path: f"# Harbour\n\n{text}\n" for path, text in (("emended.md", old.replace("old", "new")), ("old.md", old))
    }
    sources = [Source.from_text(path, text) for path, text in texts.items()]
    kb = consult(sources[:1], sources[1:], site=SITE).value
    return Base.of(kb), next(iter(kb.books.values()))


def trace_all(base: Base, book: Book) -> None:
    origins = Origins(base, book, "changes/")
    for record in book.emendations:
        origins.of(record)


def test_the_sentences_of_a_paragraph_are_found_once_for_all_its_changes() -> None:
    few, many = (count_calls(partial(trace_all, *long_paragraph(each))) for each in (FEW, MANY))
    assert grows_with(few, many)


def adjusted(count: int) -> tuple[CompendiumVersion, Tables]:
    """A list of errata that is a table of new figures."""
    rows = "".join(f"| {name(each)} | 1 | 2 |\n" for each in range(count))
    text = f"# Ledger\n\n## Errata\n\n### Points Adjustments\n\n| Crew | Printed | New |\n|---|---|---|\n{rows}"
    version = read_compendium(read_document(Source.from_text("ledger.md", text)).value).value
    return version, Tables(version.document)


def test_the_head_of_a_table_is_found_once_for_all_its_rows() -> None:
    found: list[int] = []
    for count in (FEW, MANY):
        version, tables = adjusted(count)
        assert sum(read_tabled(each, tables) is not None for each in version.statements) == count
        found.append(count_calls(partial(walk, version, Tables(version.document))))
    assert grows_with(*found)


def walk(version: CompendiumVersion, tables: Tables) -> None:
    for statement in version.statements:
        tables.head_of(version.document.clause_at(statement.span.start))
