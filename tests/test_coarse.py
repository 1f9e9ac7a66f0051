"""The net below the records: where fine ones would not rebuild a stretch, one holds it whole, and no more than that."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from kb.compile import Names, compile_text, extract_records, rebase_records
from kb.compile._build import RecordBuilder
from kb.compile._markup import Draft
from kb.emendations import find_emendations
from kb.provenance import Refusal
from kb.records import Record
from tests.applying import read
from tests.timing import least_seconds

NAMES = Names("work", "edition")
CLAUSES = 64
PUBLISHED = "\n\n".join(f"Keeper {number} may trim one lamp a turn." for number in range(CLAUSES))
EMENDED = (
    PUBLISHED.replace("Keeper 9 may", "A keeper 9 can[^a]")
    .replace("Keeper 30 may", "Keeper 30 must")
    .replace("Keeper 50 may", "Keeper 50 must")
    + "\n\n[^a]: See there.\n"
)
Fails = Callable[[Draft], bool]


def spoil(monkeypatch: pytest.MonkeyPatch, fails: Fails) -> list[int]:
    """Let the records of some drafts say something else than these; returns the number of drafts of each attempt."""
    attempts: list[int] = []
    make, settle = RecordBuilder.record, RecordBuilder.settle

    def record(self: RecordBuilder, draft: Draft) -> Record:
        made = make(self, draft)
        return replace(made, emended="spoilt") if fails(draft) else made

    def counted(self: RecordBuilder, records: list[Record]) -> list[Record]:
        attempts.append(len(records))
        return list(settle(self, records))

    monkeypatch.setattr(RecordBuilder, "record", record)
    monkeypatch.setattr(RecordBuilder, "settle", counted)
    return attempts


def narrower(words: str, than: int) -> Fails:
    """Drafts with some words that replace fewer than so many characters."""
    return lambda draft: words in draft.text and len(draft.span) < than


def test_one_that_fails_takes_in_its_clause_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    published, emended = read(PUBLISHED), read(EMENDED)
    fine = extract_records(published, emended, NAMES).records.records
    spoil(monkeypatch, narrower("must", 12))
    extracted = extract_records(published, emended, NAMES)
    assert compile_text(published, extracted.records).text == EMENDED
    held = [record for record in extracted.records.records if record.id in extracted.coarse]
    assert [record.published.strip() for record in held] == [
        "Keeper 30 may trim one lamp a turn.",
        "Keeper 50 may trim one lamp a turn.",
    ]
    others = [record for record in extracted.records.records if record.id not in extracted.coarse]
    assert others == [record for record in fine if "must" not in record.emended]
    again = rebase_records(published, emended, extracted.records)
    assert again.text == EMENDED and {each.reason for each in again.refused} == {Refusal.ALREADY_APPLIED}


def test_a_stretch_keeps_the_authority_of_what_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    published, emended = read(PUBLISHED), read(EMENDED)
    spoil(monkeypatch, narrower("[^a]", 30))
    (name,) = (extracted := extract_records(published, emended, NAMES)).coarse
    record = next(record for record in extracted.records.records if record.id == name)
    assert record.footnotes == ("a",) and record.substantive and not record.is_structure
    assert compile_text(published, extracted.records).text == EMENDED


@pytest.mark.parametrize("width", [100, 1000])
def test_it_grows_until_it_stands_for_itself(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    published, emended = read(PUBLISHED), read(EMENDED)
    attempts = spoil(monkeypatch, narrower("must", width))
    extracted = extract_records(published, emended, NAMES)
    assert compile_text(published, extracted.records).text == EMENDED
    held = [record for record in extracted.records.records if record.id in extracted.coarse]
    assert held and all(width <= len(record.published) < 3 * width for record in held)
    assert len(attempts) <= CLAUSES.bit_length() + 3


def test_the_whole_text_is_the_last_resort(monkeypatch: pytest.MonkeyPatch) -> None:
    published, emended = read(PUBLISHED), read(EMENDED)
    attempts = spoil(monkeypatch, lambda draft: len(draft.span) < len(PUBLISHED))
    extracted = extract_records(published, emended, NAMES)
    assert [record.published for record in extracted.records.records] == [PUBLISHED]
    assert compile_text(published, extracted.records).text == EMENDED
    assert len(attempts) <= CLAUSES.bit_length() + 3


def test_two_texts_of_which_one_is_empty() -> None:
    for published, emended in (("", EMENDED), (PUBLISHED, ""), ("", "")):
        records = extract_records(read(published), read(emended), NAMES).records
        assert compile_text(read(published), records).text == emended


@pytest.mark.parametrize(
    "texts",
    [
        (" [^a]", ": [^a]"),  # a marker that is no part of the line put in before it
        ("", "-\u00a0[^a]\n#\t-"),
        ("[", "[\u00a0[^a]"),
        ("é![]()é", "*"),  # words with nothing but an image between them are two
    ],
)
def test_it_is_not_needed(texts: tuple[str, str]) -> None:
    published, emended = map(read, texts)
    extracted = extract_records(published, emended, NAMES)
    assert compile_text(published, extracted.records).text == texts[1] and not extracted.coarse


def test_many_changes_of_one_long_line() -> None:
    """Its words are read once, not for each of them: four times as many took nine times as long."""
    texts = [" ".join(f"Keeper {number} may trim one lamp a turn." for number in range(count)) for count in (600, 2400)]
    pairs = [(read(text), read(text.replace("may", "must"))) for text in texts]
    works = [partial(extract_records, old, new, NAMES, find_emendations(old, new)) for old, new in pairs]
    few, many = least_seconds(*works, rounds=2)
    assert many < 6 * few
