"""The first words of rulings under one heading: as many as tell each from the others."""

import pytest

from kb.model import RulingId
from kb.places.openings import LONGEST, _apart, opening_of


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["A kite flies.", "A gull swims."], ["A kite flies.", "A gull swims."]),
        (
            ["One may fly a kite by day only.", "One may fly a kite at night, too.", "Nobody may fly two of them."],
            ["One may fly a kite by …", "One may fly a kite at …", "Nobody may fly two of …"],
        ),
        (
            ["one may fly a KITE by day", "One may fly a kite, at night"],
            ["one may fly a KITE by …", "One may fly a kite, at …"],
        ),
    ],
)
def test_openings_are_as_long_as_it_takes_to_tell_them_apart(texts: list[str], expected: list[str]) -> None:
    told = dict(_apart({RulingId(str(at)): text for at, text in enumerate(texts)}))
    assert [told[RulingId(str(at))].rstrip(".") for at in range(len(texts))] == [each.rstrip(".") for each in expected]


def test_openings_that_are_alike_for_long_are_cut_all_the_same() -> None:
    long = "one two three four five six seven eight nine ten eleven twelve thirteen"
    told = dict(_apart({RulingId("a"): f"{long} kites", RulingId("b"): f"{long} gulls"}))
    assert {len(each.removesuffix(" …").split()) for each in told.values()} == {LONGEST}


def test_an_opening_curls_its_marks() -> None:
    assert opening_of('The "kite" flies, but only on a day of wind') == "The “kite” flies, but only …"
