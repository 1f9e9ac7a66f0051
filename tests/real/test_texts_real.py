"""The texts of the reference books side by side: whole, in order, any two compared exactly, changes with causes."""

import pytest

from kb.graph import Kb
from kb.model import WorkId
from kb.queries.text_pairs import Comparer
from kb.queries.texts import TextKind
from tests.test_texts import check_pairs_account_for_every_word, check_words_stand_in_order, comparer_of, pairs_of

WORK = WorkId("dark-minions")


@pytest.fixture(scope="module")
def comparer(knowledge: Kb) -> Comparer:
    return comparer_of(knowledge, knowledge.books[WORK])


def test_every_text_stands_whole_and_any_two_are_accounted_for(comparer: Comparer) -> None:
    assert [text.kind for text in comparer.laid.texts] == [
        TextKind.PUBLISHED, *[TextKind.STATE] * 9, TextKind.EMENDED,
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
