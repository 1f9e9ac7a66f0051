"""What long emended books bring: footnotes with two orders, rules that were struck whole, printings that differ."""

import pytest

from kb.audit import quotation_unverified, ruling_unapplied, uncited_change
from tests.kites import game, rulings

GONE = "A kite that is wet may be hung up to dry by its owner."
OTHER = "Nobody may sell a kite that hangs in a tree."
BOOK = f"# Kites\n\n## Flying\n\nA kite flies.\n\n{GONE}\n\nA kite lands before it is sold to another player.\n"


@pytest.mark.parametrize(
    ("order", "silent"),
    [(f"Delete the sentence “{GONE}”", True), ("Kites are dried in the sun.", False), (f"See also {GONE}", False)],
)
def test_a_paragraph_taken_out_is_told_by_a_footnote_beside_that_of_new_words(order: str, silent: bool) -> None:
    said = f"{OTHER}\n{order}"
    new = BOOK.replace("A kite flies.\n", f"A kite flies. {OTHER}[^a][^b]\n").replace(f"{GONE}\n\n", "")
    cited = "See [KR 1, Flying](/kr-1/#flying)."
    kb = game([rulings(Flying=said)], BOOK, f"{new}\n[^a]: {OTHER} {cited}\n[^b]: {order} {cited}\n")
    assert [each.code.code for each in uncited_change.audit(kb)] == ([] if silent else ["KB411"])


@pytest.mark.parametrize(
    ("quoted", "codes"),
    [
        ("A toll is paid once for each kite, and for each tail.", ["KB445"]),
        ("A toll is paid once for each kite and for each tail.", ["KB445"]),
        ("The toll is paid once for each kite.", ["KB441"]),
        ("A toll is paid once for each kite, not for each tail.", []),
    ],
)
def test_what_a_ruling_says_does_not_hold_is_turned_where_it_is_joined_to_what_does(
    quoted: str, codes: list[str]
) -> None:
    said = "A toll is paid once for each kite, not for each tail."
    emended = f"{BOOK}\nTolls are paid.[^a]\n\n[^a]: {quoted} See [KR 1, Flying](/kr-1/#flying).\n"
    kb = game([rulings(Flying=said)], BOOK, emended)
    assert [each.code.code for each in quotation_unverified.audit(kb)] == codes


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("A kite that is wet may hang.", "A kite which is wet may hang.", []),
        ("A flier who sleeps is woken till dawn.", "A flier that sleeps is woken until dawn.", []),
        ("It hangs amongst the trees whilst it dries.", "It hangs among the trees while it dries.", []),
        ("It hangs while it is wet.", "It hangs until it is wet.", ["KB411"]),
        ("Take that kite.", "Take a kite.", ["KB411"]),
    ],
)
def test_one_word_for_another_that_says_the_same_is_no_change_of_the_rules(
    old: str, new: str, codes: list[str]
) -> None:
    book = f"{BOOK}\n{old}\n"
    kb = game([rulings(Flying=OTHER)], book, book.replace(old, new))
    assert [each.code.code for each in uncited_change.audit(kb)] == codes


def test_a_ruling_of_which_a_sentence_stands_there_does_not_stand_nowhere() -> None:
    said = "A kite that is torn comes down at once. Its owner may mend it at dusk for two coins of silver."
    first, second = said.split(". ")
    kb = game([rulings(Flying=said)], BOOK, f"{BOOK}\n{first}.\n")
    (told,) = ruling_unapplied.audit(kb)
    assert told.message == "of the ruling on `Flying` the emended text of KT has only a part"
    assert told.hint.startswith(f"merge `{second}` too")
    kb = game([rulings(Flying=said)], BOOK, f"{BOOK}\nA kite may be torn.\n")
    assert ["stands nowhere" in each.message for each in ruling_unapplied.audit(kb)] == [True]


@pytest.mark.parametrize(
    ("quoted", "code"),
    [
        ("A reel may be sold to the bank for three coins.", "KB442"),
        ("Wet kites which were sold bring a coin less in a town where somebody sold one before.", "KB441"),
    ],
)
def test_two_things_that_a_ruling_has_too_make_no_free_quotation(quoted: str, code: str) -> None:
    said = "A wet kite sold at a town where a wet kite was sold this turn brings one coin less."
    emended = f"{BOOK}\nKites are sold.[^a]\n\n[^a]: {quoted} See [KR 1, Flying](/kr-1/#flying).\n"
    kb = game([rulings(Flying=f"{said}\n{OTHER}\n{GONE}")], BOOK, emended)
    assert [each.code.code for each in quotation_unverified.audit(kb)] == [code]


@pytest.mark.parametrize(
    ("put_in", "applied"),
    [(", and he is dealt first in the next game", False), (", or of two such the one with the higher kite", True)],
)
def test_words_that_have_nothing_of_a_ruling_do_not_say_it(put_in: str, applied: bool) -> None:
    said = "If two fliers have the same coins, the one with the higher kite wins."
    book = f"{BOOK}\n## Ending\n\nThe flier with the most coins wins.\n"
    emended = book.replace("coins wins", f"coins wins{put_in}")
    cited = f"[^a]: {said} See [KR 1, Ending](/kr-1/#ending)."
    kb = game(
        [rulings(Ending=said, Flying=OTHER)], book, emended.replace(f"{put_in}.", f"{put_in}.[^a]") + f"\n{cited}\n"
    )
    told = [each.message for each in ruling_unapplied.audit(kb) if "`Ending`" in each.message]
    assert [each.endswith("though a change there cites it") for each in told] == [True] * (not applied)
