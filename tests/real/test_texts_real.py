"""The texts of the reference books side by side: whole, in order, any two compared exactly, changes with causes."""

from pathlib import Path

import pytest

from kb.files import read_manifest
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries.text_pairs import Comparer
from kb.queries.texts import TextKind
from tests.test_texts import check_pairs_account_for_every_word, check_words_stand_in_order, comparer_of, pairs_of

ROOT = Path(__file__).parent.parent.parent
WORK = WorkId("dark-minions")


@pytest.fixture(scope="module")
def comparer(real_texts: Path) -> Comparer:
    manifest = read_manifest(ROOT / "rules_source" / "meccg").value
    assert manifest is not None
    root = real_texts / "meccg"
    there = {text.path: root / text.path for text in manifest.texts if (root / text.path).is_file()}
    kb = build_kb(manifest, {path: place.read_bytes() for path, place in there.items()}).value
    return comparer_of(kb, kb.books[WORK])


def test_every_text_stands_whole_and_any_two_are_accounted_for(comparer: Comparer) -> None:
    assert [text.kind for text in comparer.laid.texts] == [
        TextKind.PUBLISHED, *[TextKind.STATE] * 8, TextKind.EMENDED,
    ]  # fmt: skip
    check_words_stand_in_order(comparer)
    assert check_pairs_account_for_every_word(comparer) > 200


def test_each_step_tells_the_changes_of_its_records(comparer: Comparer) -> None:
    weighty = {ident for ident, record in comparer.records.items() if record.substantive}
    texts = comparer.laid.texts
    for new in range(1, len(texts)):
        pairs = pairs_of(comparer, new - 1, new)
        told = {record for pair in pairs for record in pair.records}
        assert told & weighty == (texts[new - 1].made ^ texts[new].made) & weighty, texts[new].id
        assert [pair for pair in pairs if pair.substantive and not pair.records] == []
