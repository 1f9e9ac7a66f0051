"""Books damaged at run time, a kind of damage at a time: what was done is found and named, nothing else is made up."""

import pytest

from tests.built import LANTERN
from tests.damage import KINDS, Damage
from tests.damaged import score

TEXTS = LANTERN / "texts" / "original" / "rulebooks"
BOOKS = tuple((TEXTS / f"{name}.md").read_text("utf-8") for name in ("the-drowned-coast", "bells-below"))


POSSIBLE = [damage for damage in KINDS if damage.name not in {"accent lost", "mojibake"}]
"""The invented game has no accents."""


@pytest.mark.parametrize("damage", POSSIBLE, ids=lambda damage: damage.name)
def test_damage_is_told_for_what_it_is(damage: Damage) -> None:
    found = score(BOOKS, (damage,), 0.002 if "sentence" in damage.name else 0.02, (1, 2))
    assert found.done > 0
    assert found.share >= 0.99, f"{found}"
    assert found.made_up == 0, f"{found}"


def test_damage_of_all_kinds_at_once_is_told() -> None:
    found = score(BOOKS, KINDS, 0.03, (1, 2, 3))
    assert found.done > 250
    assert found.share >= 0.97, f"{found}"
    assert found.made_up <= 0.01 * found.done, f"{found}"
