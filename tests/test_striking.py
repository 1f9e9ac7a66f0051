"""Rulings that strike a rule a book no longer has, and rulings the very thing of which is another one in the book."""

import pytest

from kb.unapplied import Finding, Verdict
from tests.test_unapplied import find, judge

KEPT = "A lamp burns all night."
GONE = "Lamps are sacred, and no keeper may sell them at a fair."
WHOLE = f"{KEPT} {GONE}\n"


def strike(ruling: str, body: str = KEPT, published: str = WHOLE) -> Finding:
    return find(ruling, body, published)


DONE = (
    "Strike the rule that no keeper may sell lamps at a fair.",
    "Ignore the sentence that says no keeper may sell lamps at a fair.",
    f'Ignore the sentence "{GONE}"',
    f'Delete the last sentence, "{GONE}"',
    'Disregard the statement "no keeper may sell them at a fair".',
    "Omit the old rule which says that a keeper may not sell lamps at a fair.",
)


@pytest.mark.parametrize("ruling", DONE)
def test_a_rule_that_is_gone_as_a_ruling_asks_is_applied(ruling: str) -> None:
    found = strike(ruling)
    assert (found.verdict, found.missing, found.turned) == (Verdict.APPLIED_NEAR, (), False)
    assert [GONE in record.published_text for record in found.records] == [True]


@pytest.mark.parametrize("ruling", DONE)
def test_a_rule_that_is_still_there_is_not_struck(ruling: str) -> None:
    assert strike(ruling, WHOLE).verdict is not Verdict.APPLIED_NEAR


LEFT = {
    "another rule went": ("Strike the rule that no keeper may sell ferries at a fair.", KEPT),
    "the book says it elsewhere": (DONE[0], f"{KEPT}\n\nAt a fair no keeper may sell lamps."),
    "what went says the contrary": ("Strike the rule that a keeper may sell lamps at a fair.", KEPT),
    "it strikes nothing": ("Remember the rule that no keeper may sell lamps at a fair.", KEPT),
    "too little is told": ("Strike the rule that lamps are sold.", KEPT),
    "too few words are quoted": ('Strike the sentence "a fair".', KEPT),
    "lamps are struck, and no rule": ("Strike the lamp that no keeper may sell at a fair.", KEPT),
}


@pytest.mark.parametrize(("ruling", "body"), LEFT.values(), ids=LEFT)
def test_what_is_not_struck(ruling: str, body: str) -> None:
    assert strike(ruling, body).verdict is Verdict.NOT_APPLIED


def test_what_a_ruling_says_besides_is_looked_for_by_itself() -> None:
    found = strike(f"{DONE[0]} Every buyer shakes the bell of the seller twice.")
    assert found.lacking == ("Every buyer shakes the bell of the seller twice.",)


TOLLS = "\n\n## Ferries\n\n{said}\n\n## Bridges\n\nThe toll of a bridge is high, and its oil is dear."
OTHERS = {
    "another thing": (
        "The whole toll is handed to the harbour master.",
        "The catch is handed to the harbour master.",
        False,
    ),
    "the thing itself": (
        "The whole toll is handed to the harbour master.",
        "The toll is handed to the harbour master.",
        True,
    ),
    "another word for it, near it": (
        "The whole toll is handed to the harbour master.",
        "A toll is due. The payment is handed to the harbour master.",
        True,
    ),
    "a word no other place of the book has": (
        "The whole levy is handed to the harbour master.",
        "The catch is handed to the harbour master.",
        True,
    ),
}


@pytest.mark.parametrize(("ruling", "said", "applied"), OTHERS.values(), ids=OTHERS)
def test_a_ruling_on_one_thing_is_not_said_of_another(ruling: str, said: str, applied: bool) -> None:
    verdict, similarity, turned = judge(ruling, f"Nothing.{TOLLS.format(said=said)}")
    assert similarity >= 0.67
    assert (verdict is Verdict.APPLIED_NEAR, turned) == (applied, not applied)
