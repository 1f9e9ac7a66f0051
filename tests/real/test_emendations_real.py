"""Records between the real texts, scored against the hand-made list; the floors only rise."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kb.align import align
from kb.answers.emendation_list import list_emendations
from kb.emendations import find_emendations
from kb.model import Document
from kb.provenance import EmendationKind
from kb.readers.kramdown import read_document
from tests.applying import apply_records, read, words_of
from tests.timing import least_seconds

FIGURES = re.compile(r"recall ([\d.]+) precision ([\d.]+) kind ([\d.]+) authority ([\d.]+)")
ORIGINAL, EMENDED = "meccg/docs/original", "meccg/docs/emended"
PAIRS = [
    ("seeds/001_2d850ec288d05f4d.txt", "seeds/000_4119e6f51b88ba39.txt"),
    (f"{ORIGINAL}/rulebooks/dark-minions.md", f"{EMENDED}/medm-emended.md"),
    ("seeds/004_c58d48d218b15b86.txt", f"{ORIGINAL}/rulebooks/against-the-shadow.md"),
    ("seeds/004_c58d48d218b15b86.txt", "seeds/000_4119e6f51b88ba39.txt"),
    ("seeds/002_47e34e68c070866f.txt", "seeds/003_0c86ae98ef46cf2e.txt"),
    (f"{ORIGINAL}/rulings/crf-12.md", f"{ORIGINAL}/rulings/crf-14.md"),
]


def document(root: Path, path: str) -> Document:
    return read((root / path).read_bytes().decode("utf-8"), path)


@pytest.mark.parametrize("paths", PAIRS, ids=lambda paths: " -> ".join(Path(path).stem for path in paths))
def test_records_account_for_every_word(real_texts: Path, paths: tuple[str, str]) -> None:
    published, emended = (document(real_texts, path) for path in paths)
    records = find_emendations(published, emended)
    assert apply_records(published, emended, records) == words_of(emended)
    lost = [record for record in records if record.substantive][:1]
    assert apply_records(published, emended, [r for r in records if r not in lost]) != words_of(emended) or not lost


def test_score(real_texts: Path, tmp_path: Path) -> None:
    published, emended = PAIRS[0]
    records = find_emendations(document(real_texts, published), document(real_texts, emended))
    found = tmp_path / "found.json"
    found.write_text(json.dumps(list_emendations(published, emended, records)), encoding="utf-8")
    scorer, gold = real_texts / "tools/score_emendations.py", real_texts / "gold/dark-minions.emendations.json"
    command = [
        sys.executable,
        str(scorer),
        str(gold),
        str(real_texts / published),
        str(real_texts / emended),
        str(found),
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rest, substantive = (
        [float(figure) for figure in told.groups()] for line in answer if (told := FIGURES.search(line))
    )
    assert substantive == [1.0, 1.0, 1.0, 1.0]
    assert rest == [1.0, 1.0, 1.0, 1.0]


def test_a_second_witness_of_the_book_changes_as_much(real_texts: Path) -> None:
    published, emended = (document(real_texts, path) for path in PAIRS[1])
    records = find_emendations(published, emended)
    assert sum(record.substantive for record in records) == 49
    uncited = [record for record in records if record.substantive and not record.footnotes]
    assert [record.kind for record in uncited] == [EmendationKind.NOTE_ADDED, EmendationKind.NOTE_ADDED]


def test_large_texts_are_aligned_in_little_more_time_than_they_are_read(real_texts: Path) -> None:
    old, new = (document(real_texts, f"{ORIGINAL}/rulings/crf-{number}.md") for number in (12, 14))
    sources = old.source, new.source
    aligning, reading = least_seconds(lambda: align(old, new), lambda: [read_document(each) for each in sources])
    assert aligning < 6 * reading
