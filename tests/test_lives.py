"""Rulings followed through versions: the readable cases, and the hand-made answers about the embedded corpus."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.attested import Attestation, Change, History, Life, VersionSlot
from kb.lives import _follow, _links, _seams, follow_rulings
from kb.memory import Memory
from kb.model import SectionKind
from kb.similarity import compare_words
from tests.built import ROOT
from tests.knowing import lantern as lantern_kb
from tests.lives import follow, read_version

CASES = tuple(ROOT / "tests" / "cases" / "lives" / name for name in ("changes.md", "movements.md"))
_VERSION = re.compile(r"(\d+) (\d{4}-\d{2}-\d{2})$")


def cases() -> list[tuple[str, str]]:
    return [
        (part.split("\n", 1)[0], part.split("\n", 1)[1])
        for path in CASES
        for part in path.read_text(encoding="utf-8").split("\n## ")[1:]
    ]


@pytest.mark.parametrize(("title", "body"), cases(), ids=[title for title, _ in cases()])
def test_case(title: str, body: str) -> None:
    given, wanted = body.split("\n=>\n")
    versions: list[tuple[str, str, list[str]]] = []
    for line in given.split("\n"):
        if match := _VERSION.match(line):
            versions.append((match[1], match[2], []))
        else:
            versions[-1][2].append(line)
    history = follow([read_version(*each) for each in versions])
    assert sorted(told(life) for life in history.lives) == sorted(wanted.strip().split("\n"))


def told(life: Life) -> str:
    opening = " ".join(life.newest.text.split()[:3])
    return f"{opening}: {', '.join(map(_became, life.attestations))}"


def _became(each: Attestation) -> str:
    laid = f" (laid out {each.layout.value})" if each.layout else ""
    return f"{each.version.rpartition('-')[2]} {each.change.value}{laid}"


def test_versions_not_at_hand_are_named() -> None:
    lines = ["Lamp | A lamp burns all night and is fed at dusk."]
    versions = [read_version("1", "2001-01-01", lines), read_version("4", "2004-01-01", lines)]
    life = follow(versions, {"2": "2002-01-01", "3": ""}).lives[0]
    assert life.missing == ("2", "3")
    assert [each.missing for each in life.attestations] == [(), ("2", "3")]


def test_silence_of_a_version_without_the_section_is_no_drop() -> None:
    lines = ["Lamp | A lamp burns all night and is fed at dusk."]
    versions = [
        read_version("1", "2001-01-01", lines),
        read_version("2", "2002-01-01", ["Card: Owl | Owls see in the dark, and nothing else."]),
    ]
    loud = follow(versions)
    quiet = follow(versions, lacks={"2": frozenset({SectionKind.TERM})})
    assert [change.change for change in lamp(loud).attestations] == [Change.FIRST_SEEN, Change.DROPPED]
    assert [change.change for change in lamp(quiet).attestations] == [Change.FIRST_SEEN]


def test_a_ruling_said_after_an_erratum_is_none_and_has_not_its_date() -> None:
    erratum = 'Card: Bell | Card Erratum: Replace "any tower" with "your tower."'
    ringing = "Bells may be rung at night by whoever holds them."
    versions = [
        read_version("1", "2001-01-01", [f"{erratum} {ringing} [Effective 2/1/01]"]),
        read_version("2", "2002-01-01", [f"{erratum} [Effective 2/1/01]", f"Card: Bell | {ringing}"]),
    ]
    first, second = sorted(follow(versions).lives, key=lambda life: len(life.newest.words))
    assert [(each.kind, each.label, each.effective) for each in first.stated] == [
        ("erratum", "Card Erratum", ("2001-02-01",))
    ] * 2
    assert [(each.kind, each.label, each.effective) for each in second.stated] == [("card ruling", None, ())] * 2
    assert [each.change for each in second.attestations] == [Change.FIRST_SEEN, Change.SAME]


def test_a_date_behind_fused_rulings_is_none_of_the_first_that_has_none_by_itself() -> None:
    lamps = ["No lamp is lit twice in one night.", "Trimming any lamp counts as feeding it."]
    fused = f"Lamp | {' '.join(lamps)} [Effective 2/1/01]"
    apart = [f"Lamp | {lamps[0]}", f"Lamp | {lamps[1]} [Effective 2/1/01]"]
    history = follow([read_version("1", "2001-01-01", [fused]), read_version("2", "2002-01-01", apart)])
    dates = {life.newest.text: [each.effective for each in life.stated] for life in history.lives}
    assert dates == {lamps[0]: [(), ()], lamps[1]: [("2001-02-01",), ("2001-02-01",)]}


@pytest.mark.parametrize(("said", "wanted"), [(1, ()), (2, ("2001-02-01",))])
def test_a_dated_list_dates_a_ruling_only_where_it_says_all_of_it(said: int, wanted: tuple[str, ...]) -> None:
    sentences = ["No lamp is lit twice in a night.", "Trimming a lamp counts as feeding it."]
    lines = [f"Lamp | {' '.join(sentences)}", f"Effective 2/1/01 | {' '.join(sentences[-said:])}"]
    (life,) = follow([read_version("1", "2001-04-01", lines)]).lives
    assert (life.newest.effective, len(life.newest.statements)) == (wanted, 2)


@pytest.mark.parametrize(("said", "kind", "label"), [(1, "clarification", None), (2, "erratum", "Erratum")])
def test_a_dated_erratum_makes_a_ruling_one_only_where_it_says_all_of_it(
    said: int, kind: str, label: str | None
) -> None:
    sentences = ["No lamp is lit twice in a night.", "Trimming a lamp counts as feeding it."]
    lines = [f"Lamp | {' '.join(sentences)}", f"Effective 2/1/01 | Erratum: {' '.join(sentences[-said:])}"]
    (life,) = follow([read_version("1", "2001-04-01", lines)]).lives
    assert (life.newest.kind, life.newest.label, len(life.newest.statements)) == (kind, label, 2)


def lamp(history: History) -> Life:
    return next(life for life in history.lives if "lamp" in life.newest.words)


def test_every_sentence_has_one_life() -> None:
    kb = lantern_kb()
    chronicle = kb.chronicles["harbour-ledger"]
    for version in kb.versions.values():
        said: dict[object, int] = {}
        for statement in version.statements:
            if not statement.reference:
                said[statement] = len(compare_words(statement.words))
        stated = {s for life in chronicle.history.lives for a in life.stated for s in a.statements}
        assert set(said) <= stated, version.id
    ids = [life.id for life in chronicle.history.lives]
    assert len(ids) == len(set(ids))


def facts() -> dict[str, list[dict[str, Any]]]:
    found = yaml.safe_load((ROOT / "tests" / "golden" / "lantern-facts.yml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def at(version: str, line: int) -> list[tuple[Life, Attestation]]:
    """The lives attested on a line of a version."""
    kb = lantern_kb()
    source = next(each for each in kb.versions.values() if each.id == version).document.source
    return [
        (life, attestation)
        for life in kb.chronicles["harbour-ledger"].history.lives
        for attestation in life.stated
        if attestation.version == version
        for statement in attestation.statements[:]
        if source.position(statement.span.start).line <= line <= source.position(statement.span.end).line
    ]


LIVES = [(each["change"], each["from"], each["to"]) for each in facts()["lives"]]


@pytest.mark.parametrize(("change", "before", "after"), LIVES)
def test_lantern_life(change: str, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    old = [life.id for place in before for life, _ in at(place["version"], place["line"])]
    new = [pair for place in after for pair in at(place["version"], place["line"])]
    if change == "dropped":
        ends = [life.attestations[-1].change for place in before for life, _ in at(place["version"], place["line"])]
        assert Change.DROPPED in ends
        return
    told = [life.id for life, attestation in new if change in became(attestation)]
    assert told, [(life.id, attestation.change.value) for life, attestation in new]
    assert not before or set(told) & set(old)


def became(attestation: Attestation) -> set[str]:
    """What became of a ruling: of its words, and, where those are the same, of its place."""
    kept = attestation.change in {Change.SAME, Change.MOVED}
    layout = attestation.layout.value if attestation.layout and kept else ""
    return {attestation.change.value, layout}


FUSED = [(each["version"], each["rulings"]) for each in facts()["fused"]]


@pytest.mark.parametrize(("version", "rulings"), FUSED)
def test_lantern_fused_rulings_are_apart(version: str, rulings: list[dict[str, object]]) -> None:
    found = {
        " ".join(attestation.words) for place in rulings for _, attestation in at(version, int(str(place["line"])))
    }
    for place in rulings:
        opening = " ".join(compare_words(str(place["words"])))
        holders = [words for words in found if opening in words]
        others = [" ".join(compare_words(str(other["words"]))) for other in rulings if other is not place]
        assert any(not any(other in words for other in others) for words in holders), (place, found)


@pytest.mark.parametrize("places", [each["places"] for each in facts()["repetitions"]])
def test_lantern_repetition_is_one_ruling(places: list[dict[str, object]]) -> None:
    lives = [{life.id for life, _ in at(Path(str(place["file"])).stem, int(str(place["line"])))} for place in places]
    assert set.intersection(*lives)


def test_lantern_contradiction_inside_a_version_is_reported() -> None:
    found = [each for each in lantern_kb().diagnostics if each.code.code == "KB520"]
    assert [(each.path, each.line) for each in found] == [("original/rulings/harbour-ledger-3.md", 207)]
    assert "harbour-ledger-3.md:111" in found[0].message


def test_every_contradiction_of_the_facts_is_told_and_no_other() -> None:
    wanted = {
        frozenset((Path(str(place["file"])).stem, int(str(place["line"]))) for place in places)
        for each in facts()["contradictions"]
        if isinstance(places := each["places"], list)
    }
    told = set()
    for each in lantern_kb().diagnostics:
        if each.code.code in {"KB520", "KB521", "KB522"}:
            other = re.search(r"([\w-]+)\.md:(\d+)", each.message)
            assert other is not None
            told.add(frozenset({(Path(each.path).stem, each.line), (other[1], int(other[2]))}))
    # The message names where a ruling was stated first; the facts name one of the versions that have it.
    assert {
        pair & {("harbour-ledger-3", 111), ("harbour-ledger-3", 207), ("quay-questions-3", 37)} for pair in told
    } == {pair - {("harbour-ledger-4", 153)} for pair in wanted}


def test_lantern_has_every_class_of_change() -> None:
    (chronicle,) = lantern_kb().chronicles.values()
    found = {attestation.change for life in chronicle.history.lives for attestation in life.attestations}
    assert found == set(Change)


def test_an_edit_of_one_version_leaves_what_is_known_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where two rulings that run together in an older version are told apart by the newer one."""
    lines = [
        ["Lamp | A lamp burns until the night is over no keeper may leave a lamp that burns"],
        ["Lamp | A lamp burns until the night is over.", "Lamp | No keeper may leave a lamp that burns."],
    ]
    old = [read_version(str(n), f"200{n}-01-01", each) for n, each in enumerate((lines[0], lines[1]), start=1)]
    newest = [read_version("3", "2003-01-01", [*lines[1], f"Boat | A boat holds {count}."]) for count in ("two", "ten")]
    made: list[tuple[Any, ...]] = []

    class Counted(_links.Ground):
        def __init__(self, *given: Any) -> None:
            made.append(given)
            super().__init__(*given)

    monkeypatch.setattr(_links, "Ground", Counted)
    memory, counts, told = Memory(), [], []
    for last in newest:
        made.clear()
        versions = [*old, last]
        slots = [VersionSlot(each.id, each.number, each.date, True, frozenset()) for each in versions]
        told.append(follow_rulings("L", versions, slots, memory))
        counts.append(len({id(unit) for units, _ in made for unit in units}))
    lamp = [life for life in told[1].lives if "keeper" in life.newest.text]
    assert [len(life.stated) for life in lamp] == [3]
    assert counts[0] == 1 + 2 + 3
    assert counts[1] == 3, "the two older versions stay as they are known"
    assert told[1] == follow([*old, newest[1]])


def test_behind_an_edit_of_the_newest_version_no_ruling_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["Lamp | A lamp burns until the night is over.", "Boat | A boat holds {} keepers."]
    versions = [read_version(str(n), f"200{n}-01-01", [line.format("two") for line in lines]) for n in range(1, 7)]
    looked: list[object] = []

    def count(wordings: Any, units: Any, memory: Memory) -> Any:
        looked.append(units)
        return _seams.part_seams(wordings, units, memory)

    monkeypatch.setattr(_follow, "part_seams", count)
    memory, counts = Memory(), []
    for holds in ("two", "three", "four"):
        memory.turn()
        looked.clear()
        edited = [*versions[:-1], read_version("6", "2006-01-01", [line.format(holds) for line in lines])]
        slots = [VersionSlot(each.id, each.number, each.date, True, frozenset()) for each in edited]
        told = follow_rulings("L", edited, slots, memory)
        counts.append(len(looked))
        assert told == follow(edited)
    assert counts == [6, 2, 2], "in the edited version and the one before it"


def test_an_erratum_that_lost_its_label_is_told_apart_from_one_that_got_it() -> None:
    lines = ["Lamp | {}A lamp burns all night and is fed at dusk."]
    labels = ("", "Rules Erratum: ", "", "@ ")
    versions = [
        read_version(f"{number}", f"200{number}-01-01", [line.format(label) for line in lines])
        for number, label in enumerate(labels, 1)
    ]
    (life,) = follow(versions).lives
    assert [life.became(number) for number in range(4)] == ["first-seen", "relabelled", "clarified", "same"]


@pytest.mark.parametrize(("older", "newer"), [("Box", "Boxes"), ("Lamp", "Lamps"), ("Ferry", "Ferries")])
def test_a_ruling_reworded_under_its_heading_in_another_number_is_the_same(older: str, newer: str) -> None:
    before = f"{older} | Its keeper may open it once a day, at dusk or at dawn."
    after = "Whoever keeps it may open it at dusk, never at dawn, and only once."
    for heading, told in ((newer, ["reworded"]), ("Gulls", [])):
        history = follow(
            [read_version("1", "2001-01-01", [before]), read_version("2", "2002-01-01", [f"{heading} | {after}"])]
        )
        lives = [life for life in history.lives if "dawn" in life.newest.words and len(life.stated) > 1]
        assert [life.became(1) for life in lives] == told


@pytest.mark.parametrize(
    ("older", "newer", "change"),
    [
        (
            "Lamps | A lamp that was lit at dusk burns one pint of oil until dawn.",
            "By Rule | [4.1] A lamp that was lit at dusk burns one pint of oil until dawn.",
            Change.MOVED,
        ),
        (
            "Lamps | A lamp that was lit at dusk burns one pint of oil until dawn.",
            "L1 | Lamps (4.1). A lamp that was lit at dusk burns one pint of oil until dawn.",
            Change.MOVED,
        ),
        (
            "L1 | Lamps (4.1). A lamp that was lit at dusk burns one pint of oil until dawn.",
            "Rules | 4.1: A lamp that was lit at dusk burns one pint of oil until dawn.",
            Change.MOVED,
        ),
        (
            "Rules | [4.1] A lamp that was lit at dusk burns one pint of oil until dawn.",
            "Rules | [4.2] A lamp that was lit at dusk burns one pint of oil until dawn.",
            Change.REWORDED,
        ),
        (
            "Lamps | A lamp that was lit at dusk burns one pint of oil until dawn.",
            "Lamps | [4.1] A lamp that was lit at dusk burns two pints of oil until dawn.",
            Change.REWORDED,
        ),
    ],
)
def test_the_number_of_the_rule_before_a_ruling_is_its_place_in_a_version_sorted_by_rules(
    older: str, newer: str, change: Change
) -> None:
    (life,) = follow([read_version("1", "2001-01-01", [older]), read_version("2", "2002-01-01", [newer])]).lives
    assert [each.change for each in life.attestations] == [Change.FIRST_SEEN, change]


RENAMED = (
    "may not creep into any harbour of the coast",
    "may slink home even if he is already there",
    "keeps his place when he goes to ground",
)


@pytest.mark.parametrize(("kept", "followed"), [(3, True), (2, False)])
def test_a_term_with_another_name_has_the_rulings_that_were_reworded_with_it(*, kept: int, followed: bool) -> None:
    """Its other rulings stand below the new name as they were, and the old one is no more."""
    old = [f"Wreckers | The rogue {each}." for each in RENAMED]
    new = [f"Lampmen | The rogue {each}." for each in RENAMED[:kept]]
    old.append("Wreckers | Supplies played on him stay face-up when he hides.")
    new.append("Lampmen | Supplies played on him are discarded when he hides.")
    beside = "Boats | A boat left without a crew stays where it lies."
    history = follow([read_version("1", "2001-01-01", [beside, *old]), read_version("2", "2002-01-01", [beside, *new])])
    ended = {each.attestations[-1].change for each in history.lives if each.stated[0].text.startswith("Supplies")}
    assert ended == ({Change.REWORDED} if followed else {Change.DROPPED, Change.FIRST_SEEN})


APART = [
    "No kite may be let go that has a torn tail.",
    "No kite may be let go that has lost its spar.",
    "No kite may be let go that is without its owner.",
]
MORE = "No kite may be let go that drags a wet line."
IN_ONE = (
    "No kite may be let go that: Has a torn tail. Has lost its own spar. Is without its owner, besides in a storm. "
    "Drags a wet line."
)


@pytest.mark.parametrize(
    ("versions", "became"),
    [
        ((APART, [*APART, MORE], [IN_ONE]), ["first-seen", "reworded", "joined"]),
        (([IN_ONE], [*APART, MORE], [IN_ONE]), ["first-seen", "split", "joined"]),
    ],
    ids=["a statement more", "parted"],
)
def test_a_ruling_that_has_a_statement_more_is_not_split(versions: tuple[list[str], ...], became: list[str]) -> None:
    texts = [[f"Kite | {each}" for each in said] for said in versions]
    history = follow([read_version(str(number), f"200{number}", lines) for number, lines in enumerate(texts, 1)])
    (life,) = history.lives
    assert [each.change.value for each in life.attestations] == became


def test_a_version_without_the_section_is_not_among_the_missing() -> None:
    versions = [
        read_version("1", "2001-01-01", ["Card: Owl | Owls see in the dark, and nothing else."]),
        read_version("3", "2003-01-01", ["Lamp | A lamp burns all night and is fed at dusk."]),
        read_version("4", "2004-01-01", ["Card: Gull | Gulls are fed at the pier by whoever likes."]),
    ]
    history = follow(versions, missing={"2": "2002-01-01"}, lacks={"3": frozenset({SectionKind.CARD})})
    (owl,) = [life for life in history.lives if "Owls" in life.attestations[0].text]
    assert [(each.change, each.missing) for each in owl.attestations] == [
        (Change.FIRST_SEEN, ()),
        (Change.DROPPED, ("2",)),
    ]
