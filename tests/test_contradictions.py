"""Contradictions: invented pairs that cannot both be right, pairs that can, and where they stand in time."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, target
from hypothesis import strategies as st

from kb.answers.ruling_list import Question, answer_question, find_opposed
from kb.answers.ruling_text import render_rulings
from kb.attested import History
from kb.claims import contradict, find_opposable, find_turn, read_answer, read_claims, read_clause, reverse
from kb.contradictions import Contradiction, find_contradictions
from kb.memory import Memory
from kb.queries.ruling_shelves import fill_shelves
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.sheets import Sheet
from kb.text import Source
from tests.kites import game, rulings
from tests.lives import follow, read_version
from tests.timing import least_seconds

CASES = Path(__file__).resolve().parent / "cases" / "contradictions"
OTHERS = [
    "Rope | A rope is sold by the fathom at the harbour.",
    "Owl | An owl sees what a keeper hides in the barn.",
    "Beach | Sand is free, and so is the sea behind it.",
]


def cases(name: str) -> list[tuple[bool, str]]:
    parts = re.split(r"\n## (contradict|agree)\n", (CASES / name).read_text(encoding="utf-8"))[1:]
    return [
        (verdict == "contradict", line.removeprefix("- "))
        for verdict, body in zip(parts[::2], parts[1::2], strict=True)
        for line in body.strip().split("\n")
    ]


def opposed(history: History, sheets: list[Sheet] | None = None) -> tuple[Contradiction, ...]:
    return find_contradictions(history.lives, sheets or [])


def sheet(question: str, reply: str) -> Sheet:
    text = f"# Questions\n\nQ: {question}\n\nA: {reply}\n"
    return read_faq(read_document(Source.from_bytes("faq.md", text.encode())).value, name="faq", date="2001").value


@pytest.mark.parametrize(("wanted", "line"), cases("rulings.md"), ids=[line for _, line in cases("rulings.md")])
def test_two_rulings_of_one_version(wanted: bool, line: str) -> None:
    first, _, second = line.partition(" | ")
    version = read_version("1", "2001-01-01", [f"Kite | {first}", *OTHERS, f"Pier | {second}"])
    found = opposed(follow([version]))
    assert [each.version for each in found] == (["ledger-1"] if wanted else [])


@pytest.mark.parametrize(("wanted", "line"), cases("answers.md"), ids=[line for _, line in cases("answers.md")])
def test_an_answer_and_a_ruling(wanted: bool, line: str) -> None:
    asked, _, ruling = line.partition(" | ")
    question, _, reply = asked.partition(" -> ")
    place = ruling.replace(" = ", " | ") if ruling.startswith("Card: ") else f"Kite | {ruling}"
    version = read_version("1", "2001-01-01", [place, *OTHERS])
    found = opposed(follow([version]), [sheet(question, reply)])
    assert len(found) == wanted
    assert all(each.version is None and each.first.answer is not None for each in found)


def through_time(first: str, second: str) -> tuple[Contradiction, ...]:
    versions = [
        read_version("1", "2001-01-01", [f"Kite | {first}", *OTHERS]),
        read_version("2", "2002-01-01", [*OTHERS, f"Kite | {second}"]),
    ]
    return opposed(follow(versions))


def test_a_later_erratum_that_reverses_a_ruling() -> None:
    (found,) = through_time("A kite may be flown in the rain.", "Rules Erratum: In the rain a kite may not be flown.")
    assert found.version is None
    assert found.second.attestation is not None
    assert found.second.attestation.kind == "erratum"
    assert "not" in found.second.text


def test_a_ruling_reworded_to_its_opposite() -> None:
    before = "When a gust comes from the sea at noon, a kite counts against the kite limit."
    after = "When a gust comes from the sea at noon, a kite does not count against the kite limit."
    (found,) = through_time(before, after)
    assert found.version is None
    assert found.first.life is found.second.life
    assert [found.first.text, found.second.text] == [before, after]


@pytest.mark.parametrize(("wanted", "line"), cases("turned.md"), ids=[line for _, line in cases("turned.md")])
def test_a_question_and_its_answer_reworded(wanted: bool, line: str) -> None:
    """The cases are told in either order of time."""
    said = [re.sub(r"^(.*) -> (.*)$", r"Q: \1 A: \2", each) for each in line.split(" | ")]
    for first, second in (said, said[::-1]):
        found = through_time(first, second)
        assert bool(found) == wanted
        assert all(each.first.life is each.second.life and each.version is None for each in found)


def test_a_reversed_ruling_is_told_once_though_later_versions_print_the_number_of_its_rule() -> None:
    before = "When a gust comes from the sea at noon, a kite counts against the kite limit."
    after = "When a gust comes from the sea at noon, a kite does not count against the kite limit."
    said = (before, after, f"[4.1] {after}", after)
    versions = [read_version(str(n), f"200{n}-01-01", [f"Kite | {each}", *OTHERS]) for n, each in enumerate(said, 1)]
    (found,) = opposed(follow(versions))
    assert [found.first.text, found.second.text] == [before, after]
    assert len(found.second.versions) == 3


def test_a_ruling_reworded_to_its_opposite_is_not_called_another_s_opposite() -> None:
    said = "When a gust comes from the sea at noon, a kite {} against the kite limit."
    others = {"Mill": "A mill turns.", "Pier": "A pier is long.", "Gull": "A gull is no kite."}
    versions = [rulings(Kite=said.format(what), **others) for what in ("counts", "does not count")]
    (found,) = (each for each in game(versions).diagnostics if each.code.code == "KB521")
    assert found.message.startswith("this reverses what the ruling said before: `kite-")
    assert (found.path, found.message[-10:]) == ("kr-2.md", f"kr-1.md:{found.line}")


def test_what_holds_no_longer_is_denied() -> None:
    said = "Kites {}fly over the long pier at noon."
    (found,) = through_time(said.format("may "), said.format("may no longer "))
    assert found.first.life is found.second.life
    assert not through_time(said.format("may not "), said.format("may no longer "))
    longer = "A kite {} than the long pier may fly at noon."
    assert not through_time(longer.format("no longer"), longer.format("not longer"))


BEFORE = "A gust comes {} the kites are launched."


def test_a_ruling_whose_word_gave_way_to_its_opposite_is_reversed() -> None:
    said = "Kites are launched before any other action of the windy phase."
    for before, after in (
        (BEFORE.format("before"), BEFORE.format("after")),
        (said, said.replace("before any other action", "after all other actions")),
        ("The keeper with the fewest kites flies.", "The keeper with the most kites flies."),
    ):
        (found,) = through_time(before, after)
        assert found.first.life is found.second.life
        assert [found.first.text, found.second.text] == [before, after]
    assert not through_time(said, said.replace("any other action", "all other actions"))


def test_two_rulings_that_differ_in_a_word_that_has_an_opposite_may_both_be_right() -> None:
    said = [f"{place} | {BEFORE.format(when)}" for place, when in (("Gust", "before"), ("Pier", "after"))]
    assert not opposed(follow([read_version("1", "2001-01-01", [*said, *OTHERS])]))


def test_a_ruling_that_leaves_one_of_two_sentences_out_is_not_reversed() -> None:
    both = f"{BEFORE.format('before')} {BEFORE.format('after')} It tears those that are not held by two hands."
    assert not through_time(both, both.replace(f"{BEFORE.format('after')} ", ""))


def test_a_reversed_ruling_is_not_contradicted_by_its_own_words() -> None:
    said = "When a gust comes from the sea at noon, a kite {} against the kite limit."
    others = {"Mill": "A mill turns.", "Pier": "A pier is long.", "Gull": "A gull is no kite."}
    shelves = fill_shelves(game([rulings(Kite=said.format(what), **others) for what in ("counts", "does not count")]))
    before, after = (answer_question(shelves, Question(term="kite", as_of=day)) for day in ("2001-08-01", "2003-01-01"))
    assert [(each.wording.text, find_opposed(each)) for each in before.found] == [(said.format("counts"), ())]
    (found,) = after.found
    assert [each.text for each in find_opposed(found)] == [said.format("counts")]
    told = "\n".join("".join(piece for _, piece in line) for line in render_rulings(after))
    assert "it said otherwise itself in KR 1, kr-1.md:" in told


def test_an_erratum_that_refines_a_ruling_reverses_nothing() -> None:
    assert not through_time(
        "Kites may be flown in the rain.", "Rules Erratum: Kites may not be flown in the rain at the pier."
    )


def test_statements_of_different_versions_are_a_change_of_mind() -> None:
    versions = [
        read_version("1", "2001-01-01", ["Kite | Kites may be flown in the rain.", *OTHERS]),
        read_version(
            "2", "2002-01-01", [*OTHERS, "Mill | In rain the flying of kites is over; kites may not be flown."]
        ),
    ]
    assert not opposed(follow(versions))


@pytest.mark.parametrize(("before", "after"), [("WATER KITE", "Water Kite"), ("Old Kite", "The Old Kite")])
def test_a_ruling_on_a_card_is_reversed_however_a_version_writes_the_name(before: str, after: str) -> None:
    older = read_version("1", "2001-01-01", [f"Card: {before} | Can be revealed on a pier at dawn.", *OTHERS])
    newer = read_version("2", "2002-01-01", [f"Card: {after} | Cannot be revealed on a pier at dawn.", *OTHERS])
    (found,) = opposed(follow([older, newer]))
    assert found.first.life is found.second.life
    assert (found.first.text[:3], found.second.text[:6]) == ("Can", "Cannot")


def test_two_names_of_one_card_in_a_version_are_ruled_on_together() -> None:
    lines = [
        "Card: RED KITE | A red kite may be flown at the pier.",
        "Card: Red Kite | A red kite may not be flown at the pier.",
    ]
    assert opposed(follow([read_version("1", "2001-01-01", [*lines, *OTHERS])]))


def test_cards_are_ruled_on_one_by_one() -> None:
    said = ["Card: Red Kite | Can carry two lanterns uphill.", "Card: Blue Kite | Cannot carry two lanterns uphill."]
    assert not opposed(follow([read_version("1", "2001-01-01", [*said, *OTHERS])]))
    said = ["Card: Red Kite | Can carry two lanterns uphill.", "Card: Red Kite | Cannot carry two lanterns uphill."]
    assert opposed(follow([read_version("1", "2001-01-01", [*said, *OTHERS])]))


@pytest.mark.parametrize(
    ("sentence", "denies"),
    [
        ("A card that has not resolved may be discarded.", False),
        ("A card that cannot be revealed may be discarded.", False),
        ("Effects that move kites have no effect on gliders.", True),
        ("If it does not rain, kites may be flown.", False),
        ("Kites may be flown if it does not rain.", False),
        ("Kites are mended at the mill, not at the pier.", False),
        ("No kite may be flown.", True),
        ("No more than two kites may be flown.", False),
        ("Kites can’t be flown.", True),
        ("A storm does not prevent kites from being flown.", False),
        ("A storm prevents kites from being flown.", True),
    ],
)
def test_what_is_denied(sentence: str, denies: bool) -> None:
    assert read_clause(sentence).denies is denies


@pytest.mark.parametrize(
    "asked",
    [
        ("Where may kites be flown?", "Yes."),
        ("Can kites be flown at the pier?", "It depends."),
        ("Can kites not be flown at the pier?", "No."),
        ("Can kites be flown at the pier?", "Only on Sundays."),
        ("Can kites be flown at the pier?", ""),
        ("", "Yes."),
    ],
)
def test_answers_that_are_not_understood(asked: tuple[str, str]) -> None:
    read = read_answer(*asked)
    assert read is None or not read.things


@given(st.text(alphabet=st.sampled_from("aA .,;:?!()[]—–-+0'’\n"), max_size=60) | st.text(max_size=60))
def test_no_text_raises(text: str) -> None:
    list(read_claims(text))
    read_answer(text, "Yes. " + text)
    read_answer(text, text)


SENTENCES = st.tuples(
    st.sampled_from(["A kite", "Each lamp", "It"]),
    st.sampled_from(["may", "may not", "must", "need not"]),
    st.sampled_from(["be flown over 2 boats", "be flown over 3 boats", "be tied", ""]),
    st.sampled_from(["", "at the pier", "until dusk", "only at dusk", "if it is tapped", "unless it is tapped"]),
).map(lambda parts: " ".join(filter(None, parts)) + ".")


@given(st.lists(SENTENCES, max_size=12))
def test_no_contradiction_is_left_out_of_those_looked_at(sentences: list[str]) -> None:
    said = [read_clause(sentence) for sentence in sentences]
    target(sum(contradict(first, second) for first, second in combinations(said, 2)))
    found = find_opposable(said)
    assert found is not None, "few are all looked at"
    for (first, one), (second, other) in combinations(enumerate(said), 2):
        assert second in found.get(first, ()) or not (contradict(one, other) or reverse(one, other))


def test_of_many_alike_the_same_contradictions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [line for _, pair in cases("rulings.md") for line in pair.split(" | ")]
    lives = follow([read_version("1", "2001-01-01", [f"Kite | {line}" for line in said])]).lives
    found = find_contradictions(lives)
    assert found
    monkeypatch.setattr("kb.claims._pairing.MOST", 0)
    assert find_contradictions(lives) == found


def test_of_many_alike_the_same_denials_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [line.partition(" | ") for _, line in cases("answers.md")]
    rulings = [
        ruling.replace(" = ", " | ") if ruling.startswith("Card: ") else f"Kite | {ruling}" for *_, ruling in said
    ]
    sheets = [sheet(question, reply) for question, _, reply in (asked.partition(" -> ") for asked, *_ in said)]
    lives = follow([read_version("1", "2001-01-01", rulings)]).lives
    found = find_contradictions(lives, sheets)
    assert any(each.first.answer is not None for each in found)
    monkeypatch.setattr("kb.claims._pairing.MOST", 0)
    assert find_contradictions(lives, sheets) == found


def test_after_edits_what_was_read_before_is_known_and_nothing_else() -> None:
    """A ruling says, denies and says again what another ruling says and an answer grants, on one card and on others."""
    asked = sheet("Can the Red Kite be flown at the pier?", "Yes.")
    memory, counts = Memory(), []
    for card, verb in (("Red Kite", "may"), ("Red Kite", "may not"), ("Blue Kite", "may not"), ("Red Kite", "may not")):
        lines = [
            "Pier | A red kite may be flown at the pier.",
            f"Card: {card} | A red kite {verb} be flown at the pier.",
        ]
        lives = follow([read_version("1", "2001-01-01", [*lines, *OTHERS])]).lives
        memory.turn()
        found = find_contradictions(lives, (asked,), memory)
        assert found == find_contradictions(lives, (asked,))
        counts.append(sum(each.first.answer is not None for each in found))
    assert counts == [0, 1, 0, 1]


def test_what_is_found_of_many_grows_with_them_alone() -> None:
    """Each claim is compared with a bounded number of others: many alike cost no more than as many apart."""
    lines = [f"Kite {number} | A kite may be flown at pier number {number}." for number in range(400)]
    lives = follow([read_version("1", "2001-01-01", lines)]).lives
    many, few = least_seconds(lambda: find_contradictions(lives), lambda: find_contradictions(lives[:100]))
    assert many < 10 * few, "four times as many rulings"


@pytest.mark.parametrize(
    ("first", "second", "turn"),
    [
        ("a kite may fly", "a kite must fly", ("may", "must")),
        ("a kite flies at night", "a kite never flies at night", ("kite", "kite never")),
        ("two kites fly", "three kites fly", ("two", "three")),
        ("it has -1 lift", "it has +1 lift", ("-1", "+1")),
        ("a kite may not fly", "a kite cannot fly", None),
        ("a kite must not fly", "a kite may not fly", None),
        ("two kites fly", "2 kites fly", None),
        ("ninety kites fly", "eighty kites fly", ("ninety", "eighty")),
        ("the sixth kite flies", "the 7th kite flies", ("sixth", "7th")),
        ("the sixth kite and twenty-one owls fly", "the 6th kite and 21 owls fly", None),
        ("it has 1 lift", "it has +1 lift", None),
        ("a kite may fly before dusk", "a kite may fly after dusk", ("before", "after")),
        ("a kite may fly before dusk", "a kite must fly after dusk", None),
        ("a kite may fly", "a red kite must fly", None),
        ("a kite may fly", "a kite may fly", None),
    ],
)
def test_what_turns_a_ruling_round_where_nothing_else_differs(
    first: str, second: str, turn: tuple[str, str] | None
) -> None:
    assert find_turn(tuple(first.split()), tuple(second.split())) == turn
    assert find_turn(tuple(second.split()), tuple(first.split())) == (turn and turn[::-1])


@pytest.mark.parametrize(
    ("prices", "turns"),
    [
        (("three", "four", "four", "five"), [("kr-2.md", "kr-1.md:"), ("kr-4.md", "kr-2.md:")]),
        (("three", "four", "three"), [("kr-2.md", "kr-1.md:"), ("kr-3.md", "kr-2.md:")]),
        (
            ("three", "four", "three", "four"),
            [("kr-2.md", "kr-1.md:"), ("kr-3.md", "kr-2.md:"), ("kr-4.md", "kr-3.md:")],
        ),
    ],
)
def test_a_ruling_turned_several_times_is_told_each_time_with_the_words_it_turned_last(
    prices: tuple[str, ...], turns: list[tuple[str, str]]
) -> None:
    said = "Whenever a gust comes from the sea, a kite at the pier costs {} crowns."
    others = {"Mill": "A mill turns.", "Pier": "A pier is long.", "Gull": "A gull is no kite."}
    kb = game([rulings(Kite=said.format(price), **others) for price in prices])
    told = [
        (each.path, each.message.split()[-1].rstrip("0123456789"))
        for each in kb.diagnostics
        if each.code.code == "KB521"
    ]
    assert told == turns


def test_words_that_go_beside_what_was_turned_turn_nothing_again() -> None:
    """The version that turned it did; one that takes a remark from it did not."""
    said = "A kite of the pier may not be launched at night."
    wordings = (said.replace(" not", ""), f"{said} [Reverses an older ruling.]", said)
    kb = game([rulings(Kite=each, Gull="A gull is no kite.") for each in wordings])
    assert [each.path for each in kb.diagnostics if each.code.code == "KB521"] == ["kr-2.md"]
