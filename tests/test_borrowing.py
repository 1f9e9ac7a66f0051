"""Borrowing: structure lent back to texts that lost it, foreign matter cut off, other texts refused, in linear time."""

import pytest

from kb.borrowing import ANOTHER_TEXT, DOUBTFUL_WITNESS, FOREIGN_MATTER, PLAIN_READERS, borrow_structure
from kb.corpus import load_manifest
from kb.coverage import account_words
from kb.diagnostics import Outcome, Severity
from kb.model import ClauseKind, Document, WorkId
from kb.pipeline import build_kb
from kb.plain import Ground, PlainText
from kb.readers.kramdown import read_document
from kb.text import Source
from tests import plain_rendering
from tests.built import LANTERN
from tests.plain_rendering import MANNERS, Manner, render, score
from tests.reading import broken_promises
from tests.timing import least_seconds

RULEBOOKS = LANTERN / "texts/original/rulebooks"

BASE = """# Lamp Rules

## Wicks

A wick burns for three turns unless a storm puts it out or its keeper trims it short.

- A trimmed wick burns for one turn more than it would have burned.
- A wet wick does not burn until its keeper has dried it at a hearth.

A keeper may trim each wick once.

## Oil

Oil is drawn from the barrel at dawn, one measure for each lamp that stands on the quay.

{: .note }
> **Note:** A barrel that runs dry at dawn is turned over and counts as a stool.
>
> **Example:** Annis has two lamps and one measure left, so one of her lamps stays dark.
"""


def base_of(text: str = BASE) -> Document:
    return read_document(Source.from_text("base.md", text)).value


def lend(text: str, reader: str = "web-text", base: str = BASE) -> Outcome[PlainText]:
    document = base_of(base)
    return borrow_structure(PLAIN_READERS[reader](Source.from_text("witness.txt", text), document).value, document)


def shown(plain: PlainText) -> list[tuple[str, str]]:
    return [(clause.id, clause.text) for clause in plain.document.clauses]


def found_again(base: Document, manner: Manner) -> tuple[PlainText, plain_rendering.Score]:
    rendered = render(base, manner)
    source = Source.from_text("witness.txt", rendered.text)
    reader = PLAIN_READERS["web-text" if manner.width else "scrape"]
    lent = borrow_structure(reader(source, base).value, base).value
    assert not lent.refused
    return lent, score(base, rendered, lent)


@pytest.mark.parametrize("name", sorted(MANNERS))
@pytest.mark.parametrize("book", ["the-drowned-coast", "bells-below"])
def test_structure_is_lent_back(book: str, name: str) -> None:
    base = read_document(Source.from_bytes(f"{book}.md", (RULEBOOKS / f"{book}.md").read_bytes())).value
    lent, found = found_again(base, MANNERS[name])
    assert found.whole >= 0.97, found.wrong
    assert found.kinds >= 0.97, found.wrong
    assert found.sections == 1, found.wrong
    assert found.foreign == 0
    assert broken_promises(lent.document) == []
    assert account_words(lent.document).unexplained == ()


def test_run_together_paragraphs_are_parted_where_the_base_parts_them() -> None:
    lent = lend(
        "A wick burns for three turns unless a storm puts it out or its keeper trims it short. A trimmed wick burns "
        "for one turn more than it would have burned. A wet wick does not burn until its keeper has dried it at a "
        "hearth. A keeper may trim each wick once.\n",
        "scrape",
    ).value
    assert [ident for ident, _ in shown(lent)] == ["wicks.p1", "wicks.li1", "wicks.li2", "wicks.p2"]
    assert {standing.ground for standing in lent.standings[1:]} == {Ground.BASE}


def test_cut_paragraphs_are_joined() -> None:
    lent = lend(
        "A wick burns for three turns unless a storm\n\nputs it out or its keeper trims it short.\n\n"
        "A keeper may trim each wick once.\n",
        "scrape",
    ).value
    assert shown(lent) == [
        ("wicks.p1", "A wick burns for three turns unless a storm puts it out or its keeper trims it short."),
        ("wicks.p2", "A keeper may trim each wick once."),
    ]


def test_a_clause_the_base_lacks_stays_and_says_so() -> None:
    lent = lend(
        "WICKS\n\n"
        "* A trimmed wick burns for one turn more than it would have burned.\n"
        "* A blue wick may be lit again. [NOTE: This was missing from the leaflet in the box.]\n"
        "* A wet wick does not burn until its keeper has dried it at a hearth.\n\n"
        "OIL\n\n"
        "Oil is drawn from the barrel at dawn, one measure for each lamp that stands on the quay.\n"
    ).value
    assert [
        (clause.id, standing.base) for clause, standing in zip(lent.document.clauses, lent.standings, strict=True)
    ] == [
        ("wicks", (1,)),
        ("wicks.li1", (3,)),
        ("wicks.li2", ()),
        ("wicks.li2.note1.p1", ()),
        ("wicks.li3", (4,)),
        ("oil", (6,)),
        ("oil.p1", (7,)),
    ]
    note = lent.document.clauses[3]
    assert (note.kind, note.label, note.depth) == (ClauseKind.NOTE_PARAGRAPH, "NOTE", 1)


def test_labels_and_boxes_are_lent() -> None:
    lent = lend(
        "Oil is drawn from the barrel at dawn, one measure for each lamp that stands on the quay.\n"
        "Note: A barrel that runs dry at dawn is turned over and counts as a stool.\n"
        "Example: Annis has two lamps and one measure left, so one of her lamps stays dark.\n",
        "scrape",
    ).value
    assert [(ident, clause.label) for (ident, _), clause in zip(shown(lent), lent.document.clauses, strict=True)] == [
        ("oil.p1", None),
        ("oil.note1.p1", "Note"),
        ("oil.note1.p2", "Example"),
    ]
    assert len(lent.document.notes) == 1


def test_the_confidence_is_the_likeness() -> None:
    lent = lend(
        "A keeper may trim each wick once.\nOil is drawn from the barrel at noon, two measures for each lamp.\n",
        "scrape",
    )
    whole, changed = lent.value.standings
    assert whole.confidence == 1
    assert 0.5 < changed.confidence < 0.9


def test_what_is_cut_off_is_told() -> None:
    text = (
        "Pickled plums for sale at the market!\n\nLAMP RULES\n\nWICKS\n\n"
        "A wick burns for three turns unless a storm puts it out or its keeper trims it short.\n\n"
        "----------\n[Home] [Guestbook]\n"
    )
    outcome = lend(text)
    line_of = outcome.value.document.source.line_of
    cut = [(line_of(each.span.start), line_of(each.span.end - 1)) for each in outcome.value.document.exclusions]
    assert cut == [(1, 1), (9, 10)]
    assert [(found.code, found.line) for found in outcome.diagnostics] == [(FOREIGN_MATTER, 1), (FOREIGN_MATTER, 9)]


def test_a_text_in_one_line_is_parted_and_what_is_foreign_cut_off() -> None:
    body = " ".join(line.lstrip("#->{*} ") for line in BASE.split("\n") if line and "{:" not in line).replace("**", "")
    foreign = " ".join(plain_rendering.FOREIGN_BEFORE.split())
    outcome = lend(f"{foreign} {body} {foreign}", "scrape")
    document = outcome.value.document
    assert [(clause.id, clause.kind.value) for clause in document.clauses] == [
        (clause.id, clause.kind.value) for clause in base_of().clauses
    ]
    assert [document.source.slice(each.span) for each in document.exclusions] == [foreign, foreign]
    assert account_words(document).unexplained == ()


def test_an_added_paragraph_run_together_with_others_is_a_clause_of_its_own() -> None:
    added = "Boats are drawn up on the shingle when the bell rings, and nobody sells fish before the second bell."
    lent = lend(
        f"A wick burns for three turns unless a storm puts it out or its keeper trims it short. {added} A keeper may "
        "trim each wick once.\n",
        "scrape",
    ).value
    assert [
        (clause.text, standing.base) for clause, standing in zip(lent.document.clauses, lent.standings, strict=True)
    ] == [
        ("A wick burns for three turns unless a storm puts it out or its keeper trims it short.", (2,)),
        (added, ()),
        ("A keeper may trim each wick once.", (5,)),
    ]
    assert lent.document.clauses[1].section == "wicks"


def test_a_corpus_goes_on_without_the_texts_that_are_none() -> None:
    texts = {
        "base.md": BASE.encode(),
        "web.txt": BASE.replace("#", "").replace("*", "").encode(),
        "other.txt": plain_rendering.FOREIGN_BEFORE.encode(),
        "empty.txt": b"",
        "utf16.txt": BASE.encode("utf-16"),
    }
    editions = "\n".join(
        f"      - {{id: {path.split('.')[0]}, role: transcription, reader: web-text, path: {path}}}"
        for path in texts
        if path != "base.md"
    )
    manifest = load_manifest(
        Source.from_text(
            "corpus.yml",
            "schema: 1\ntitle: Lamps\ngame: Lamps\ndescription: Lamps\nrights: {owner: us, statement: ours}\nworks:\n"
            "  lamps:\n    title: Lamps\n    abbreviation: L\n    base: base\n    editions:\n"
            f"      - {{id: base, role: published, path: base.md}}\n{editions}\n",
        ),
        {},
    )
    assert manifest.value is not None
    assert manifest.diagnostics == ()
    kb = build_kb(manifest.value, texts).value
    assert sorted(kb.books[WorkId("lamps")].editions) == ["base", "web"]
    assert kb.plain["web.txt"].similarity == pytest.approx(1, abs=0.05)
    told = {(found.path, found.code.name) for found in kb.diagnostics if found.code.severity is Severity.ERROR}
    assert told == {("other.txt", "another-text"), ("empty.txt", "text-without-words"), ("utf16.txt", "invalid-utf8")}
    assert all(account.unexplained == () for account in kb.accounts)


def test_a_book_that_reprints_passages_is_doubted() -> None:
    own = "Boats are drawn up on the shingle when the bell rings, and nobody sells fish before the second bell.\n\n"
    outcome = lend(
        "A wick burns for three turns unless a storm puts it out or its keeper trims it short.\n\n"
        f"{own}A wet wick does not burn until its keeper has dried it at a hearth.\n",
        "scrape",
    )
    assert not outcome.value.refused
    assert [found.code for found in outcome.diagnostics] == [DOUBTFUL_WITNESS]


def test_another_text_is_refused_with_its_similarity() -> None:
    outcome = lend(plain_rendering.FOREIGN_BEFORE * 3)
    assert outcome.value.refused
    assert outcome.value.similarity == 0
    (told,) = outcome.diagnostics
    assert told.code is ANOTHER_TEXT
    assert "similarity 0.00" in told.message
    assert account_words(outcome.value.document).unexplained == ()


@pytest.mark.parametrize("reader", sorted(PLAIN_READERS))
@pytest.mark.parametrize(
    "unit", ["lamp oil wick ", "lamp\n", "* lamp\n", "Lamp Rules\n", "Note: lamp.\n", "A wick burns for three turns\n"]
)
def test_time_is_linear(reader: str, unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (5_000, 40_000))
    less, more = least_seconds(lambda: lend(small, reader), lambda: lend(large, reader))
    assert more < 2.5 * 8 * less
