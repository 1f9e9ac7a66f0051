"""Rulings of the reference compendium through its versions: worked lives, the compendium's own marks, force by day.

Joins were read by eye; they are kept as version:line and the sha256 of the normalised words, not as sentences.
"""

from collections import Counter
from pathlib import Path

import pytest

from kb.attested import Attestation, Change, History, Layout, Life
from kb.calendars import Calendar
from kb.chronicle import order_slots
from kb.corpus import CompendiumEntry
from kb.dates import read_date
from kb.diagnostics import decode_source
from kb.files import read_manifest
from kb.force import Play, find_intervals, standing_on
from kb.graph import Kb
from kb.lives import follow_rulings, read_witness
from kb.minted import lines_of, words_sum
from kb.model import CompendiumVersion, SectionKind, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.similarity import compare_words
from tests.built import ROOT
from tests.test_ruling_ids import check_ids

JOINS = Path(__file__).with_name("joins.txt")
SHARED = {"crf-1", "crf-6", "crf-12", "crf-14", "crf-15"}


@pytest.fixture(scope="module")
def entry() -> CompendiumEntry:
    manifest = read_manifest(ROOT / "rules_source" / "meccg").value
    assert manifest is not None
    return manifest.compendia[0]


@pytest.fixture(scope="module")
def versions(real_texts: Path, entry: CompendiumEntry) -> dict[VersionId, CompendiumVersion]:
    """The five versions of the reference folder; others that may be there are left out, so that figures stay."""
    found: dict[VersionId, CompendiumVersion] = {}
    for each in entry.issues:
        place = real_texts / "meccg" / each.text.path
        if each.id in SHARED and place.is_file():
            source = decode_source(each.text.path, place.read_bytes()).value
            assert source is not None
            found[each.id] = read_compendium(
                read_document(source).value,
                Declared(version=each.id, compendium="C", number=each.number, date=each.text.date),
            ).value
    assert set(found) == SHARED
    return found


@pytest.fixture(scope="module")
def history(versions: dict[VersionId, CompendiumVersion], entry: CompendiumEntry) -> History:
    return follow_rulings("C", tuple(versions.values()), tuple(order_slots(entry, list(versions))))


def the_life(history: History, words: str) -> Life:
    """The one life that has some words in any version."""
    wanted = " ".join(compare_words(words))
    (found,) = [life for life in history.lives if any(wanted in " ".join(each.words) for each in life.stated)]
    return found


def changes(life: Life) -> dict[str, str]:
    return {each.version: each.change.value for each in life.attestations}


def test_present_in_old_versions_and_dropped(history: History) -> None:
    life = the_life(history, "things besides untap")
    assert [each.version for each in life.stated] == ["crf-1", "crf-6"]
    assert changes(life)["crf-12"] == "dropped"
    assert life.missing == ("2", "3", "4", "5", "7", "8", "9", "10", "11")


def test_reworded_then_an_erratum_then_unchanged(history: History) -> None:
    life = the_life(history, "if you do not have enough influence")
    assert [each.version for each in life.stated] == ["crf-1", "crf-6", "crf-12", "crf-14", "crf-15"]
    assert changes(life)["crf-6"] == "reworded"
    assert [each.kind for each in life.stated] == ["clarification"] + ["erratum"] * 4
    assert {changes(life)[name] for name in ("crf-14", "crf-15")} == {"same"}


def test_first_attested_after_a_missing_version(history: History) -> None:
    life = the_life(history, "only attack once per site phase")
    assert life.stated[0].version == "crf-14"
    assert life.stated[0].change is Change.FIRST_SEEN
    assert life.missing == ("13",)


def standing(history: History, life: Life, day: str, play: Play = Play.TOURNAMENT) -> tuple[str, str]:
    found = standing_on(find_intervals(life, Calendar("C", history.slots), play), read_date(day))
    return found.status.value, found.ground


def test_a_printed_date_decides_though_a_version_is_missing(history: History) -> None:
    life = the_life(history, "attacks against minions are always detainment")
    assert standing(history, life, "1998-08-26")[0] == "not-yet"
    status, ground = standing(history, life, "1998-08-27")
    assert status == "in-force"
    assert all(part in ground for part in ("1998-08-27", "C 14", "C 13 not at hand"))
    assert standing(history, life, "1998-08-26", Play.CASUAL)[0] == "undetermined"
    assert standing(history, life, "1998-12-21", Play.CASUAL)[0] == "in-force"


def test_silence_of_a_version_without_the_section_ends_nothing(history: History) -> None:
    life = the_life(history, "as both characters and hazards during")
    assert [each.version for each in life.attestations] == ["crf-12", "crf-15"]
    assert standing(history, life, "1999-01-01")[0] == "in-force"
    assert standing(history, life, "1997-12-05")[0] == "not-yet"


def test_agents_by_day(history: History) -> None:
    own = [life for life in history.lives if any(each.term == "Agent" for each in life.stated)]
    before, after = (Counter(standing(history, life, day)[0] for life in own) for day in ("1998-08-26", "1998-08-27"))
    assert after["in-force"] == before["in-force"] + 1
    assert after["in-force"] + after["undetermined"] == 24


def test_against_the_marks_of_the_compendium_itself(history: History) -> None:
    """A statement marked new is new, reworded or relabelled; one without the mark is the same or reworded."""
    wrong, counted = [], Counter[str]()
    for life in history.lives:
        for each in life.stated:
            if each.version != "crf-15":
                continue
            delayed = {statement.section for statement in each.statements} == {SectionKind.DELAYED}
            marked = "@" in each.marks
            right = {"first-seen", "reworded", "relabelled"} if marked else {"same", "reworded"}
            if each.change.value not in right and (marked or not delayed):
                wrong.append((life.id, each.change.value))
            counted["marked" if marked else "delayed" if delayed else "plain"] += 1
    assert wrong == []
    assert (counted["marked"], counted["plain"]) >= (16, 740), counted


def test_a_ruling_fused_with_its_neighbour_is_the_same_when_it_stands_alone(history: History) -> None:
    """Ten rulings of one version stand in paragraphs of two in the version before."""
    apart = [
        (life, number)
        for life in history.lives
        for number, each in enumerate(life.attestations)
        if each.version == "crf-15" and each.layout is Layout.SPLIT
    ]
    assert len(apart) == 10
    for life, number in apart:
        assert life.attestations[number].change is Change.SAME
        assert not life.attestations[number - 1].whole


@pytest.mark.parametrize(
    ("version", "lines"),
    [
        ("crf-12", (1380, 1382)),  # no full stop before the line end: an erratum and the ruling after it
        ("crf-14", (1320, 1321)),
        ("crf-6", (1643, 1644)),
    ],
)
def test_rulings_run_together_are_two(
    history: History, versions: dict[VersionId, CompendiumVersion], version: VersionId, lines: tuple[int, ...]
) -> None:
    for line in lines:
        (life,) = [
            life
            for life in history.lives
            for each in life.stated
            if each.version == version and lines_of(each, versions[version])[0] == line
        ]
        stated = [each.version for each in life.stated]
        assert len(stated) >= 2
        gaps = [each for each in life.attestations[:-1] if each.change is Change.DROPPED]
        assert gaps == []


def test_the_items_of_a_list_are_not_dropped_where_a_version_has_it_in_one(history: History) -> None:
    lives = [life for life in history.lives if any(each.term == "Card Effect Limitations" for each in life.stated)]
    assert [len(life.stated) for life in lives] == [4, 4, 4]
    assert [each.parts for each in lives[0].stated] == [9, 9, 9, 1]


def test_joins_read_by_eye(history: History, versions: dict[VersionId, CompendiumVersion]) -> None:
    """A hundred rewordings are one life each; pairs found to be different rulings are not."""
    by_words: dict[tuple[str, str], set[str]] = {}
    by_line: dict[tuple[str, int], set[str]] = {}
    for life in history.lives:
        for each in life.stated:
            by_words.setdefault((each.version, words_sum(each.words)), set()).add(life.id)
            for line in lines_of(each, versions[each.version]):
                by_line.setdefault((each.version, line), set()).add(life.id)

    def lives(place: str) -> set[str]:
        version, line, digest = place.split(":")
        return by_words.get((version, digest)) or by_line.get((version, int(line)), set())

    rows = [line.split() for line in JOINS.read_text().splitlines() if line and not line.startswith("#")]
    right = [row for row in rows if row[0] == "one"]
    wrong = [row for row in rows if row[0] == "two"]
    assert len(right) == 100
    assert [row for row in right if not lives(row[1]) & lives(row[2])] == []
    assert [row for row in wrong if lives(row[1]) & lives(row[2])] == []


def place_of(attestation: Attestation, versions: dict[VersionId, CompendiumVersion]) -> str:
    """How a join is written down."""
    line = lines_of(attestation, versions[attestation.version])[0]
    return f"{attestation.version}:{line}:{words_sum(attestation.words)}"


def test_every_id_shown_is_that_of_a_life(knowledge: Kb) -> None:
    check_ids(knowledge)
    assert [found.code.code for found in knowledge.diagnostics if found.code.code.startswith("KB51")] == []


@pytest.mark.parametrize("name", sorted(SHARED))
def test_a_version_is_its_own_witness_word_for_word(
    history: History, versions: dict[VersionId, CompendiumVersion], name: VersionId
) -> None:
    version = versions[name]
    lives, loose = read_witness(history.lives, version.id, version)
    readings = [
        reading for life in lives for each in life.stated if each.version == version.id for reading in each.readings
    ]
    assert [each.text for each in loose] == []
    assert [each for each in readings if not each.lines] == []
    different = [each for each in readings if not each.same]
    assert len(different) <= len(readings) * 0.01, different
