"""Sentences that went without a word of it: behind a footnote that is there for another change."""

import pytest

from kb.audit import change_unlike
from tests.kites import game

PUBLISHED = "# Kites\n\n## Dusk\n\nEach kite comes down. Then keep five strings. No flyer may bargain at dusk.\n"
ASKED = '- **Dusk:** Replace "five strings" with "six strings".'


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (ASKED, ["`No flyer may bargain at dusk.` is gone, and what `a` cites does not ask for it"]),
        (f"{ASKED} Delete the last sentence.", []),
    ],
)
def test_a_sentence_gone_behind_a_pointer_to_an_order_for_another(orders: str, told: list[str]) -> None:
    rulings = f"# Kite Rulings\n\n## Errata\n\n### Errata for Kites\n\n{orders}\n"
    emended = (
        "# Kites\n\n## Dusk\n\nEach kite comes down. Then keep six strings.[^a]\n\n[^a]: KR 1, Errata for Kites.\n"
    )
    found = change_unlike.audit(game([rulings], PUBLISHED, emended))
    assert [each.message for each in found] == told
