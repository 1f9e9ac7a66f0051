"""`kb rulings`, `kb history` and `kb mint`: terms in any spelling, days, versions, JSON, errors, the kept store."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.cli._quick import answer_quickly
from kb.store import load_shelves
from tests.built import ROOT

RUN = CliRunner()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "lantern"
    shutil.copytree(ROOT / "rules_source" / "lantern", folder)
    return folder


@pytest.fixture(autouse=True)
def apart(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus.parent)
    monkeypatch.setenv("KB_CORPUS", str(corpus))


def ask(*words: str) -> dict[str, Any]:
    result = RUN.invoke(build_app(words[0]), [*words, "--format", "json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("spelling", ["Lamps", "lamp", "LAMPS", "the lamps", "Lamps, The"])
def test_a_term_in_any_spelling(spelling: str) -> None:
    terms = {item["term"] for item in ask("rulings", "--term", spelling)["items"]}
    assert terms == {"Lamps"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("light", ["False Lights"]),
        ("phases", ["Dawn Phase", "Dusk Phase", "Landing Phase"]),
        ("small hour", ["The Bell of Small Hours"]),
        ("heldbreath", []),
        ("Hêld Breáth", []),
    ],
)
def test_a_part_of_terms_finds_their_rulings_and_names_them(typed: str, meant: list[str]) -> None:
    answer = ask("rulings", "--term", typed)
    assert answer["meant"] == meant
    assert {item["term"] for item in answer["items"]} == set(meant or ["Held Breath"])
    assert (answer["besides"], answer["did_you_mean"]) == ([], [])
    result = RUN.invoke(build_app("rulings"), ["rulings", "--term", typed])
    assert all(f"`{term}`" in result.stdout for term in meant)


def test_a_term_is_answered_alone_and_others_with_its_words_are_named() -> None:
    answer = ask("rulings", "--term", "keepers")
    assert {item["term"] for item in answer["items"]} == {"Keepers"}
    assert (answer["meant"], answer["besides"]) == ([], ["Bringing In Keepers"])
    result = RUN.invoke(build_app("rulings"), ["rulings", "--term", "keepers"])
    assert "other terms with these words: `Bringing In Keepers`" in result.stdout


def test_a_ruling_that_has_left_the_term_asked_for_says_where_it_stands() -> None:
    left = {
        (item["id"], item["term"], item["moved_to"]["term"], item["moved_to"]["version"])
        for item in ask("rulings", "--term", "landing phase", "--as-of", "2006-06-01")["items"]
        if item["moved_to"]
    }
    assert ("surges-dyzf73", "Landing Phase", "Surges", "harbour-ledger-4") in left
    moved = [item["moved_to"] for item in ask("rulings", "--term", "surges", "--as-of", "2006-06-01")["items"]]
    assert moved and not any(moved)
    then = ask("rulings", "--term", "landing phase", "--as-of", "2005-03-01")["items"]
    assert "surges-dyzf73" in {item["id"] for item in then} and not any(item["moved_to"] for item in then)
    words = ["rulings", "--term", "landing phase", "--as-of", "2006-06-01"]
    assert "moved: it stands under `Surges` in HL 4" in RUN.invoke(build_app("rulings"), words).stdout


def test_a_clause_that_a_ruling_changed_twice_is_named_once() -> None:
    (item,) = (each for each in ask("rulings", "--term", "dawn phase")["items"] if each["id"] == "dawn-phase-maavb4")
    assert len(item["applied_in"]) == 2
    result = RUN.invoke(build_app("rulings"), ["rulings", "--term", "dawn phase"])
    assert result.stdout.count("applied in the-drowned-coast, dawn-phase.p2\n") == 1


def test_where_a_ruling_is_applied_is_told_of_the_texts_of_today() -> None:
    for asked in (["--as-of", "2006-06-01"], ["--in", "4"], ["--known-on", "2006-09-01"]):
        told = RUN.invoke(build_app("rulings"), ["rulings", "--term", "dawn phase", *asked]).stdout
        assert "applied today in the-drowned-coast, dawn-phase.p2\n" in told and "applied in" not in told


def test_a_ruling_is_asked_for_by_its_id() -> None:
    (item,) = ask("rulings", "--term", "lamps-6bgutj", "--as-of", "2005-12-01")["items"]
    (same,) = (
        each
        for each in ask("rulings", "--term", "lamps", "--as-of", "2005-12-01")["items"]
        if each["id"] == "lamps-6bgutj"
    )
    assert item == same
    earlier = RUN.invoke(build_app("rulings"), ["rulings", "--term", "bells-aaaaaa"])
    assert (earlier.exit_code, "no rulings on a term" in earlier.stderr) == (2, True)
    late = next(each["id"] for each in ask("rulings", "--in", "4")["items"] if each["first_attested"][-1] == "4")
    before = RUN.invoke(build_app("rulings"), ["rulings", "--term", late, "--in", "1"])
    assert (before.exit_code, before.stdout) == (0, f"0 rulings on `{late}` in 1\n")


def test_a_history_tells_what_the_ruling_changed_and_what_stood_there_before() -> None:
    life = ask("history", "dawn-phase-maavb4")
    records = {item["id"]: item for item in ask("emendations", "the-drowned-coast")["items"]}
    assert len(life["applied_in"]) == 2
    told = " ".join(RUN.invoke(build_app("history"), ["history", "dawn-phase-maavb4"]).stdout.split())
    for each in life["applied_in"]:
        record = records[each["record"]]
        assert (each["published_text"], each["emended_text"]) == (record["published_text"], record["emended_text"])
        words = [
            f"{sign} {text}"
            for sign, text in zip("-+", (each["published_text"], each["emended_text"]), strict=True)
            if text
        ]
        assert f"applied in the-drowned-coast, dawn-phase.p2 #{each['record']} {' '.join(words)}" in told


def test_a_day_and_the_day_before() -> None:
    before, after = (
        {item["id"]: item for item in ask("rulings", "--term", "lamps", "--as-of", day)["items"]}
        for day in ("2005-03-13", "2005-03-14")
    )
    (relit,) = (name for name in after if after[name]["effective"] == "2005-03-14")
    assert before[relit]["version"] == "harbour-ledger-1"
    assert after[relit]["version"] == "harbour-ledger-2"
    assert before[relit]["text"] != after[relit]["text"]
    assert after[relit]["status"] == "in-force"
    assert "2005-03-14" in after[relit]["ground"]


def test_the_fields_others_rely_on() -> None:
    answer = ask("rulings", "--as-of", "2006-06-01", "--play", "casual")
    assert (answer["schema"], answer["as_of"], answer["play"]) == (1, "2006-06-01", "casual")
    fields = (
        "id compendium term term_id section kind text status ground effective first_attested last_attested "
        "tournament supersedes applied_in"
    )
    assert set(fields.split()) <= set(answer["items"][0])
    life = ask("history", answer["items"][0]["id"])
    assert {"id", "missing", "attestations"} <= set(life)
    fields = "version date places text marks change similarity"
    assert set(fields.split()) <= set(life["attestations"][0])
    assert {"line", "section", "term"} <= set(life["attestations"][0]["places"][0])


def test_one_version_and_one_status() -> None:
    for name in ("2", "harbour-ledger-2", "HL 2"):
        assert {item["version"] for item in ask("rulings", "--in", name)["items"]} == {"harbour-ledger-2"}
    waiting = ask("rulings", "--as-of", "2006-06-01", "--status", "not-yet")["items"]
    assert {item["effective"] for item in waiting} == {"2006-06-19"}
    assert not ask("rulings", "--as-of", "2006-06-01", "--status", "not-yet", "--play", "casual")["items"]


def test_what_could_be_known() -> None:
    known = {item["last_attested"] for item in ask("rulings", "--known-on", "2004-12-31")["items"]}
    assert known
    assert all(item["version"] == "harbour-ledger-1" for item in ask("rulings", "--known-on", "2004-12-31")["items"])


def test_history_by_place_and_in_words() -> None:
    result = RUN.invoke(build_app("history"), ["history", "harbour-ledger-4:205"])
    assert result.exit_code == 0
    assert "{+may be+}" in result.stdout
    assert "\x1b[" not in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rulings", "--term", "kepers"], "did you mean `Keepers`"),
        (["rulings", "--term", "kepers"], "`kb search` finds words anywhere"),
        (["rulings", "--in", "9"], "no version `9` at hand"),
        (["rulings", "--as-of", "2005-02-30"], "has 28 days"),
        (["rulings", "--known-on", "soon"], "is no date"),
        (["rulings", "gales", "--term", "lamps"], "one term at a time"),
        (["rulings", "kepers"], "did you mean `Keepers`"),
        (["history", "lamps-6bgutx"], "did you mean `lamps-6bgutj`"),
    ],
)
def test_usage_errors_say_what_there_is(words: list[str], message: str) -> None:
    result = RUN.invoke(build_app(words[0]), words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("words", [["lamps"], ["dawn", "phase", "--as-of", "2005-12-01"], ["--format", "json", "fog"]])
def test_a_term_may_stand_alone(words: list[str]) -> None:
    options = [word for word in words if word.startswith("-") or word in {"2005-12-01", "json"}]
    term = " ".join(word for word in words if word not in options)
    asked = RUN.invoke(build_app("rulings"), ["rulings", *words])
    assert asked.exit_code == 0
    assert asked.stdout == RUN.invoke(build_app("rulings"), ["rulings", "--term", term, *options]).stdout


@pytest.mark.parametrize("typed", ["HL4", "hl  4", "Harbour-Ledger-4", "4"])
def test_a_version_is_named_with_a_blank_or_none(typed: str) -> None:
    result = RUN.invoke(build_app("versions"), ["versions", typed])
    assert (result.exit_code, result.stdout.split(",")[0]) == (0, "HL 4")


def test_the_store_is_used_while_it_is_fresh(corpus: Path) -> None:
    first = RUN.invoke(build_app("rulings"), ["rulings", "--term", "lamps"])
    kept = load_shelves(corpus)
    assert kept is not None
    again = RUN.invoke(build_app("rulings"), ["rulings", "--term", "lamps"])
    assert again.stdout == first.stdout
    assert again.stderr == ""
    text = corpus / "texts" / "original" / "rulings" / "harbour-ledger-1.md"
    text.write_text(text.read_text(encoding="utf-8") + "\n\nOne more line.\n", encoding="utf-8")
    assert load_shelves(corpus) is None


def test_a_broken_store_is_as_good_as_none(corpus: Path) -> None:
    RUN.invoke(build_app("rulings"), ["rulings"])
    Path(".kb/kb.sqlite").write_bytes(b"no database")
    assert load_shelves(corpus) is None
    result = RUN.invoke(build_app("rulings"), ["rulings", "--term", "lamps"])
    assert result.exit_code == 0


def test_minting_writes_ids_that_stay(corpus: Path) -> None:
    (corpus / "ids.yml").unlink(missing_ok=True)
    assert RUN.invoke(build_app("mint"), ["mint", "--check"]).exit_code == 1
    before = {item["id"] for item in ask("rulings")["items"]}
    assert RUN.invoke(build_app("mint"), ["mint"]).exit_code == 0
    assert RUN.invoke(build_app("mint"), ["mint", "--check"]).exit_code == 0
    assert {item["id"] for item in ask("rulings")["items"]} == before


@pytest.mark.parametrize(
    "words",
    [
        ["--term", "lamps", "--as-of", "2005-03-14"],
        ["--in=2", "--format=json"],
        ["--as-of", "2006", "--status", "undetermined", "--play", "casual", "--format", "json"],
    ],
)
def test_a_quick_answer_is_the_answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    slow = RUN.invoke(build_app("rulings"), ["rulings", *words])
    capsys.readouterr()
    assert answer_quickly(words)
    assert capsys.readouterr().out == slow.stdout


@pytest.mark.parametrize(
    "words", [["--help"], ["--term"], ["--term", "kepers"], ["--as-of", "soon"], ["--in", "9"], ["--play", "chess"]]
)
def test_what_is_not_plain_is_left_to_the_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    RUN.invoke(build_app("rulings"), ["rulings"])
    capsys.readouterr()
    assert not answer_quickly(words)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("typed", ["kepers", "keepres", "keeeper", "Kee-pers'"])
def test_a_slip_is_asked_about(typed: str) -> None:
    result = RUN.invoke(build_app("rulings"), ["rulings", "--term", typed, "--format", "json"])
    if result.exit_code == 0:
        assert {item["term"] for item in json.loads(result.stdout)["items"]} == {"Keepers"}
        return
    answer = json.loads(result.stdout)
    assert answer["items"] == []
    assert answer["did_you_mean"][0] == "Keepers"
    assert "did you mean `Keepers`" in result.stderr


def test_where_no_compendium_is_at_hand_the_way_to_answers_is_told(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("Q: Free?\n\nA: A kite is.\n", encoding="utf-8")
    head = "schema: 1\ntitle: K\ngame: K\ndescription: K.\nrights: {owner: K, statement: K.}\n"
    listed = f"{head}documents:\n  - {{id: faq-1, kind: faq, path: a.md}}\n"
    (tmp_path / "corpus.yml").write_text(listed, encoding="utf-8")
    result = RUN.invoke(build_app("rulings"), ["rulings", "--corpus", str(tmp_path)])
    assert result.exit_code == 0
    assert "0 rulings" in result.stdout and "`kb search`" in result.stdout
    versions = RUN.invoke(build_app("versions"), ["versions", "--corpus", str(tmp_path)])
    assert versions.exit_code == 0 and "`kb search`" in versions.stdout
    unknown = RUN.invoke(build_app("unapplied"), ["unapplied", "kites", "--corpus", str(tmp_path)])
    assert unknown.exit_code == 2
    assert unknown.stderr.strip().endswith("no work `kites` in this corpus; there is none")
