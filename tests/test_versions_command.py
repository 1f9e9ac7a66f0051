"""`kb versions`: which versions there are, and what one changed since another, whatever lay between."""

import json
import shutil
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kb.attested import Change, Life
from kb.cli import build_app
from kb.model import VersionId
from kb.queries.version_changes import RulingChange, find_changes
from tests.built import LANTERN
from tests.lives import follow, read_version

OLD = [
    "Kite | A kite has a string.",
    "Gull | A gull sleeps at night.",
    "Tail | A tail has seven bows.",
    "Sky | It is up.",
]
MIDDLE = ["Kite | A kite has one string or two.", "Gull | A gull sleeps by day.", "Wind | The wind may turn at noon."]
NEW = [
    "Kite | A kite has one string or two.",
    "Gull | A gull sleeps at night.",
    "Storm | A storm lasts for three turns.",
    "Sky | It is up.",
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "lantern"
    shutil.copytree(LANTERN, folder)
    return folder


@pytest.fixture(autouse=True)
def apart(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus.parent)
    monkeypatch.setenv("KB_CORPUS", str(corpus))


def run(*words: str) -> Result:
    return CliRunner().invoke(build_app("versions"), ["versions", *words])


def ask(*words: str) -> dict[str, Any]:
    result = run(*words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def changes(version: str, since: str | None = None) -> tuple[RulingChange, ...]:
    history = follow([read_version(str(at), f"200{at}", lines) for at, lines in enumerate((OLD, MIDDLE, NEW), 1)])
    older = VersionId(f"ledger-{since}") if since else None
    return find_changes(history.slots, history.lives, VersionId(f"ledger-{version}"), older)


def told(found: tuple[RulingChange, ...]) -> list[tuple[str, str]]:
    return [(each.became, each.now.term) for each in found]


def test_what_a_version_changed_since_the_one_before() -> None:
    assert told(changes("2")) == [
        ("first-seen", "Wind"), ("reworded", "Kite"), ("reworded", "Gull"), ("dropped", "Sky"), ("dropped", "Tail")
    ]  # fmt: skip
    assert told(changes("3")) == [
        ("first-seen", "Storm"), ("returned", "Sky"), ("reworded", "Gull"), ("dropped", "Wind")
    ]  # fmt: skip


def test_what_came_and_went_again_between_two_versions_is_no_change() -> None:
    found = changes("3", since="1")
    assert told(found) == [("first-seen", "Storm"), ("reworded", "Kite"), ("dropped", "Tail")]
    kite = found[1]
    assert (kite.before and kite.before.text, kite.now.text) == (OLD[0].partition("| ")[2], NEW[0].partition("| ")[2])


def stated(life: Life, until: int, order: dict[str, int]) -> str | None:
    """The words a ruling has in a version, counted from its own statements; None where it has none."""
    seen = [each for each in life.attestations if order[each.version] <= until]
    return seen[-1].text if seen and seen[-1].change is not Change.DROPPED else None


def test_every_pair_of_versions_tells_just_what_differs() -> None:
    history = follow([read_version(str(at), f"200{at}", lines) for at, lines in enumerate((OLD, MIDDLE, NEW, OLD), 1)])
    order = {str(slot.id): at for at, slot in enumerate(history.slots)}
    for first, last in combinations(history.slots, 2):
        low, high = order[first.id], order[last.id]
        found = {each.life.id: each.became for each in find_changes(history.slots, history.lives, last.id, first.id)}
        for life in history.lives:
            old, new = stated(life, low, order), stated(life, high, order)
            assert (life.id in found) == (old != new), (first.id, last.id, life.newest.term)
            assert (found.get(life.id) == "dropped") == (old is not None and new is None)
            assert (found.get(life.id) in {"first-seen", "returned"}) == (old is None and new is not None)


def test_the_list_counts_what_the_versions_tell() -> None:
    items = ask()["items"]
    assert [item["name"] for item in items] == ["HL 1", "HL 2", "HL 3", "HL 4"]
    for older, item in pairwise(items):
        answer = ask(item["id"])
        assert (answer["version"], answer["since"]) == (item["id"], older["id"])
        became = [each["became"] for each in answer["items"]]
        assert {each: became.count(each) for each in became} == item["changed"]
        gained = sum(each in {"first-seen", "returned"} for each in became) - became.count("dropped")
        assert item["rulings"] == older["rulings"] + gained


def test_each_change_says_where_it_stands_and_what_was_there_before() -> None:
    for each in ask("harbour-ledger-4", "--since", "HL 1")["items"]:
        assert (each["text"] is None) == (each["became"] == "dropped")
        assert (each["before"] is None) == (each["became"] == "first-seen")
        assert each["text"] is None or each["lines"]


def test_a_version_that_is_not_at_hand_between_two_is_named(tmp_path: Path, corpus: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(corpus, folder, ignore=shutil.ignore_patterns(".kb"))
    (folder / "texts" / "original" / "rulings" / "harbour-ledger-2.md").unlink()
    listed = run("--corpus", str(folder))
    assert "HL 2  2005-02-07  not at hand" in listed.stdout
    answer = run("3", "--corpus", str(folder))
    assert "since HL 1" in answer.stdout and "not at hand between them: HL 2" in answer.stdout


def test_a_version_that_is_there_and_gave_no_ruling_is_not_called_absent(tmp_path: Path, corpus: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(corpus, folder, ignore=shutil.ignore_patterns(".kb"))
    path = folder / "texts" / "original" / "rulings" / "harbour-ledger-2.md"
    path.write_text("Lamps may be lit by day.\n", encoding="utf-8")
    for _ in range(2):  # as read, and as kept
        listed = run("--corpus", str(folder))
        assert "HL 2  2005-02-07  no ruling was read from it: `kb check` tells why" in listed.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["9"], "no version `9` at hand; there are `harbour-ledger-1`"),
        (["2", "--since", "3"], "`harbour-ledger-3` is not older than `harbour-ledger-2`"),
        (["2", "--since", "2"], "is not older"),
        (["2", "--since", "nothing"], "no version `nothing` at hand"),
        (["--since", "2"], "name the version that changed things as well"),
    ],
)
def test_versions_that_cannot_be_compared_are_told(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2 and message in result.stderr
    assert not result.stdout
