"""The real emended book from its published text and its records, and every record tried alone and left out."""

import random
from collections import Counter
from pathlib import Path

import pytest

from kb.compile import Names, compile_plan, compile_text, extract_records, plan_text, rebase_records
from kb.model import Document
from kb.provenance import Refusal, Unit
from kb.records import Records, read_records, write_records
from kb.text import Source, word_forms
from tests.applying import read
from tests.compiled import footnotes_apart, is_noted, only_one_clause, own_footnotes

SEED = ("seeds/001_2d850ec288d05f4d.txt", "seeds/000_4119e6f51b88ba39.txt")
ORIGINAL = "meccg/docs/original"
PAIRS = [
    SEED,
    (f"{ORIGINAL}/rulebooks/dark-minions.md", "meccg/docs/emended/medm-emended.md"),
    ("seeds/004_c58d48d218b15b86.txt", "seeds/000_4119e6f51b88ba39.txt"),
    ("seeds/002_47e34e68c070866f.txt", "seeds/003_0c86ae98ef46cf2e.txt"),
    (f"{ORIGINAL}/rulings/crf-12.md", f"{ORIGINAL}/rulings/crf-14.md"),
]


def document(root: Path, path: str) -> Document:
    return read((root / path).read_bytes().decode("utf-8"), path)


@pytest.mark.parametrize("paths", PAIRS, ids=lambda paths: Path(paths[1]).stem)
def test_published_text_and_records_are_the_other_text(real_texts: Path, paths: tuple[str, str]) -> None:
    published, emended = (document(real_texts, path) for path in paths)
    written = write_records(extract_records(published, emended, Names("work", "edition")).records)
    records = read_records(Source.from_text("records.yml", written)).value
    assert records is not None
    compiled = compile_text(published, records)
    assert (compiled.text, compiled.refused) == (emended.source.text, ())
    assert compiled.text.encode("utf-8") == (real_texts / paths[1]).read_bytes()


def test_each_record_alone_and_all_but_one(real_texts: Path) -> None:
    """A record changes its own clause, its markers and their definitions, and no other; a contents table is two, its
    heading and its row."""
    published, emended = (document(real_texts, path) for path in SEED)
    records = extract_records(published, emended, Names("work", "edition")).records
    by_id = {record.id: record for record in records.records}
    every = set(by_id)
    plan = plan_text(published, records)
    plain = compile_plan(plan, set()).text
    assert len([record for record in records.records if record.substantive]) == 48
    for record in records.records:
        without = compile_plan(plan, every - {record.id})
        alone = compile_plan(plan, {record.id})
        assert not without.refused and not alone.refused, record.id
        if record.unit not in (Unit.FRONT_MATTER, Unit.BLOCK):
            assert only_one_clause(without.text, emended.source.text), record.id
            assert only_one_clause(alone.text, plain), record.id
        own = own_footnotes(record, by_id)
        for text, whole in ((without.text, emended.source.text), (alone.text, plain)):
            assert footnotes_apart(text, whole) <= own, record.id
            assert is_noted(text, records), record.id
        if not record.is_structure:
            assert without.text != emended.source.text and alone.text != plain


def test_records_of_one_text_are_made_in_another_transcription(real_texts: Path) -> None:
    """Contents table, page marks, a picture and some scanning differ; every change of substance is made."""
    published, emended = (document(real_texts, path) for path in SEED)
    other = document(real_texts, f"{ORIGINAL}/rulebooks/dark-minions.md")
    records = extract_records(published, emended, Names("work", "edition")).records
    made = rebase_records(published, other, records)
    substantive = {record.id for record in records.records if record.substantive}
    applied = {placed.record.id for placed in made.applied}
    assert len(substantive & applied) == len(substantive) == 48
    refused = {each.record.id: each.reason for each in made.refused}
    of_words = [record for record in records.records if record.id in refused and not record.is_structure]
    assert {refused[record.id] for record in of_words} == {Refusal.ALREADY_APPLIED}
    assert applied | set(refused) | set(made.idle) == {record.id for record in records.records}
    assert not lost_words(other, made.text, records)


def lost_words(other: Document, text: str, records: Records) -> list[str]:
    """Words of a text that are not in the one made of it, those that records take out aside."""
    gone = Counter(word for record in records.records for word in word_forms(record.published))
    left = Counter(word_forms(other.source.text)) - Counter(word_forms(text)) - gone
    return sorted(left)


@pytest.mark.parametrize("paths", [*PAIRS[:2], PAIRS[3]], ids=lambda paths: Path(paths[1]).stem)
@pytest.mark.parametrize("share", [0.2, 0.7])
def test_half_made_records_are_told_apart_and_the_rest_gives_the_whole_text(
    real_texts: Path, paths: tuple[str, str], share: float
) -> None:
    published, emended = (document(real_texts, path) for path in paths)
    records = extract_records(published, emended, Names("work", "edition")).records
    chance = random.Random(share)
    half = compile_text(published, records, {r.id for r in records.records if chance.random() < share})
    whole = rebase_records(published, read(half.text), records)
    assert whole.text == emended.source.text
    there = {placed.record.id for placed in half.applied if not placed.record.is_structure}
    assert not there & {placed.record.id for placed in whole.applied}


def test_made_again_the_records_change_nothing(real_texts: Path) -> None:
    published, emended = (document(real_texts, path) for path in SEED)
    records = extract_records(published, emended, Names("work", "edition")).records
    again = rebase_records(published, emended, records)
    assert again.text == emended.source.text
    assert {each.reason for each in again.refused} == {Refusal.ALREADY_APPLIED}
    assert len(again.refused) == len(records.records)
