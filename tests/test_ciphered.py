"""Nothing in the program knows one game: of a corpus in other words it tells the same, at the same places."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.answers.instruction_list import list_instructions
from kb.answers.unapplied import list_unapplied
from kb.audit import find_all, likely_slip
from kb.exports.knowledge import export
from kb.files import read_corpus
from kb.pipeline import build_kb
from kb.queries.instructions import carry_out
from kb.queries.judging import judge_book
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from tests.built import LANTERN
from tests.ciphering import Corpus

TOLD = frozenset(
    (
        *("kind", "unit", "label", "authority_status", "substantive", "published_span", "emended_span", "relation"),
        *(
            "similarity",
            "line",
            "change",
            "became",
            "number",
            "date",
            "effective",
            "missing",
            "marks",
            "parts",
            "verdict",
        ),
        *("contrary", "outcome", "changed", "role", "begins", "ends", "casual", "tournament", "resolves"),
    )
)
"""Keys whose values are no words of the game."""
Turn = Callable[[str], str]


def without_words(value: object) -> object:
    """What an answer says but for words: its figures, places and verdicts, in an order that no alphabet gives."""
    if isinstance(value, dict):
        plain = {
            key: each if key in TOLD and not isinstance(each, dict | list) else without_words(each)
            for key, each in value.items()
        }
        return {key: each for key, each in plain.items() if each is not None}
    if isinstance(value, list):
        return sorted(filter(None, map(without_words, value)), key=json.dumps)
    return value if isinstance(value, int | float) else None


@cache
def told(folder: Path) -> dict[str, object]:
    """What is known of a corpus, and what is found in it."""
    corpus = read_corpus(folder).value
    assert corpus is not None
    built = build_kb(corpus.manifest, corpus.texts)
    kb = built.value
    assert kb.newest_version is not None
    found = (*built.diagnostics, *find_all(kb))
    return {
        **json.loads(export(kb, gather_records(kb, know_terms(kb)))["knowledge.json"]),
        "instructions": list_instructions(carry_out(kb, kb.newest_version)),
        "unapplied": [list_unapplied(judge_book(kb, book)) for book in kb.books.values() if book.emended is not None],
        "findings": [
            (each.path.removeprefix(f"{folder}/"), each.line, each.column, each.code.code)
            for each in found
            if each.code is not likely_slip.CODE
        ],
    }


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any], Turn]:
    corpus = Corpus(LANTERN)
    plain, other = tmp_path_factory.mktemp("plain"), tmp_path_factory.mktemp("other")
    return told(corpus.write(plain)), told(corpus.write(other, corpus.cipher)), corpus.cipher.turn


def test_other_words_are_told_alike(both: tuple[dict[str, Any], dict[str, Any], Turn]) -> None:
    plain, other, _ = both
    for part in ("emendations", "footnotes", "rulings", "histories", "entries", "instructions", "unapplied"):
        assert without_words(plain[part]) == without_words(other[part]), part


def test_what_is_found_is_found_in_other_words(both: tuple[dict[str, Any], dict[str, Any], Turn]) -> None:
    plain, other, turn = both
    assert sorted((turn(path), *place) for path, *place in plain["findings"]) == sorted(map(tuple, other["findings"]))


def test_no_word_of_the_game_stays() -> None:
    turn = Corpus(LANTERN).cipher.turn
    told = "Lamps and keepers: a crew dives, wreckers show a light, the bell of a drowned town rings"
    assert turn(told) == "Lenrs and qiirers: a htiw fuces, wtihqers show a lumkb, the dill of a ftawped bawp tupms"
