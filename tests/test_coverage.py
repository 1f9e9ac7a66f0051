"""The account of words: complete for what was read, and quick to miss what was not."""

from dataclasses import replace

from kb.coverage import account_words, report_lost, scan_words
from kb.model import Document
from kb.readers.kramdown import read_document
from kb.text import Source

TEXT = """---
title: Harbour
---

# Harbour &amp; pier

A *lamp* is [lit](/wicks/ "by night").[^a]
{: .small #lamp }

<details><summary>Sources</summary>Old <b>ledgers</b></details>

> **Note:** Oil burns.
> - Wicks too.

| One | Two |

[^a]: See the ledger.
"""


def read(text: str) -> Document:
    return read_document(Source.from_text("a.md", text)).value


def test_every_word_has_one_place() -> None:
    account = account_words(read(TEXT))
    assert account.unexplained == ()
    assert account.words == len(list(scan_words(TEXT)))
    assert sum(account.places.values()) == account.words
    assert account.places["heading"] == 3  # `amp` of the entity among them
    assert account.places["footnote"] == 3
    assert account.places["note"] == 5
    assert account.places["excluded: front matter"] == 2


def test_a_lost_clause_is_missed() -> None:
    document = read(TEXT)
    kept = tuple(clause for clause in document.clauses if "lamp" not in clause.text)
    account = account_words(replace(document, clauses=kept))
    assert [document.source.slice(word) for word in account.unexplained][:4] == ["A", "lamp", "is", "lit"]
    lines = {found.line for found in report_lost(document, account)}
    assert lines == {7}  # the attribute list on line 8 is itemised by the reader


def test_a_retyped_word_is_missed() -> None:
    document = read("# Harbour\n\nOil burns.\n")
    clause = document.clauses[-1]
    retyped = replace(clause, pieces=tuple(replace(piece, text="Oil boils.") for piece in clause.pieces))
    account = account_words(replace(document, clauses=(*document.clauses[:-1], retyped)))
    assert len(account.unexplained) == 2


def test_words_are_runs_of_letters_marks_and_digits() -> None:
    text = "Lórien’s 2D6—naïve_x"
    assert [text[word.start : word.end] for word in scan_words(text)] == ["Lórien", "s", "2D6", "naïve", "x"]
