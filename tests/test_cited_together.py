"""Versions that stand by their numbers before one link are cited together."""

import pytest

from kb.audit import find_all
from tests.kites import BOOK, game, rulings

TAME = "A tame gull may be fed at the pier."
VERSIONS = [rulings(Kite="A kite flies."), *(rulings(Kite="A kite flies.", Gull=TAME) for _ in range(2))]


@pytest.mark.parametrize(
    ("cited", "lacking"),
    [
        ("KR 1 & 3", ["KR 1"]),
        ("KR 1, 2 and 3", ["KR 1"]),
        ("KR 2 & 3", []),
        ("KR 3", []),
        ("KR 1 & 9", []),  # there is no such version
    ],
)
def test_several_numbers_before_a_link_name_versions_that_have_the_ruling(cited: str, lacking: list[str]) -> None:
    note = f"[^gull]: {TAME} See {cited}, Rulings by Term, [Gull](/kr-3/#gull).\n"
    kb = game(VERSIONS, emended=f"{BOOK}\n{TAME}[^gull]\n\n{note}")
    told = [each.message for each in find_all(kb) if each.code.code in {"KB437", "KB447"}]
    assert told == [f"the ruling that footnote `gull` cites in several versions is not in {each}" for each in lacking]
