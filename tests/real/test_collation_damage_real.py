"""Published rulebooks damaged at run time: floors for how the damage is told, book by book and for whole structures."""

import re
from pathlib import Path

import pytest

from kb.witnesses import Kind, State
from tests.damage import KINDS, Damage
from tests.damaged import collate_texts, score

NAMES = ("against-the-shadow", "dark-minions", "the-lidless-eye")
ROOM = {"number": 0.99, "typing": 0.99}


def books(folder: Path) -> tuple[str, ...]:
    place = folder / "meccg" / "docs" / "original" / "rulebooks"
    return tuple((place / f"{name}.md").read_text("utf-8") for name in NAMES)


@pytest.mark.parametrize("damage", KINDS, ids=lambda damage: damage.name)
def test_damage_is_told_for_what_it_is(real_texts: Path, damage: Damage) -> None:
    found = score(books(real_texts), (damage,), 0.001 if "sentence" in damage.name else 0.01, (3,))
    assert found.done > 0
    assert found.share >= ROOM.get(damage.name, 0.995), f"{found}"
    assert found.made_up <= 0.001 * found.done, f"{found}"


def test_lost_headings_are_no_substance(real_texts: Path) -> None:
    for text in books(real_texts):
        collation = collate_texts(text, re.sub(r"(?m)^#{1,6} .*\n", "", text))
        assert {variant.kind for variant in collation.variants} == {Kind.HEADING_LOST}


def test_lost_lists_are_told_once_and_are_no_evidence(real_texts: Path) -> None:
    for text in books(real_texts)[:2]:
        collation = collate_texts(text, re.sub(r"(?m)^ *(?:[-*+]|\d+\.) .*\n(?:^[ \t]+\S.*\n)*", "", text))
        assert [variant.kind for variant in collation.substantive] == [Kind.LISTS_GONE]
        assert all(variant.readings[1].state is State.LOST for variant in collation.variants)


def test_flattened_lists_and_moved_sections_are_no_substance(real_texts: Path) -> None:
    for text in books(real_texts):
        flat = re.sub(r"(?m)^[ \t]*(?:[-*+]|\d+\.) (.*)$", r"\n\1\n", text)
        assert collate_texts(text, flat).substantive == []
        parts = re.split(r"(?m)^(?=### )", text)
        if len(parts) > 4:
            at = len(parts) // 2
            moved = "".join([*parts[:at], *parts[at + 1 :], parts[at]])
            assert {variant.kind for variant in collate_texts(text, moved).variants} == {Kind.MOVED}
