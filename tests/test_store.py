"""The kept store: one file, fresh or nothing; damaged, cut short, written by several, or not to be written at all."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kb.cli import build_app
from kb.store import STORE, is_damaged, keep, load_shelves, open_kept, state_of
from tests.built import ROOT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the embedded corpus beside the working folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "rules_source" / "lantern", tmp_path / "lantern")
    return tmp_path / "lantern"


def run(*words: str, folder: Path) -> Result:
    return CliRunner().invoke(build_app(words[0]), [*words, "--corpus", str(folder)])


def test_one_file_for_all_questions(folder: Path) -> None:
    first = run("search", "lamp", folder=folder)
    assert "reading lantern" in first.stderr
    assert run("rulings", "--term", "lamps", folder=folder).stderr == ""
    again = run("search", "lamp", folder=folder)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert sorted(path.name for path in STORE.parent.iterdir()) == [".gitignore", "kb.sqlite"]
    assert "*" in STORE.with_name(".gitignore").read_text("utf-8").splitlines(), "git keeps out of it"


def cut(store: Path) -> None:
    os.truncate(store, store.stat().st_size // 3)


def scribble(store: Path) -> None:
    data = bytearray(store.read_bytes())
    for start in range(8192, len(data) - 4096, 3 * 4096):
        data[start : start + 4096] = b"\xa5" * 4096
    store.write_bytes(bytes(data))


@pytest.mark.parametrize(
    "damage",
    [cut, scribble, lambda store: store.write_bytes(b""), lambda store: store.write_bytes(b"no database" * 999)],
    ids=["cut short", "scribbled over", "empty", "no database"],
)
def test_a_damaged_store_is_made_anew_and_says_so(damage: object, folder: Path) -> None:
    assert callable(damage)
    good = run("search", "lamp", folder=folder).stdout
    rulings = run("rulings", folder=folder).stdout
    damage(STORE)
    assert is_damaged()
    found = run("search", "lamp", folder=folder)
    assert found.stdout == good
    assert "damaged; it is made anew" in found.stderr
    assert not is_damaged()
    damage(STORE)
    assert run("rulings", folder=folder).stdout == rulings
    again = run("rulings", folder=folder)
    assert (again.stdout, again.stderr) == (rulings, "")


def test_no_store_and_a_sound_one_are_not_damaged(tmp_path: Path) -> None:
    store = tmp_path / "kb.sqlite"
    assert not is_damaged(store)
    assert keep(state_of(tmp_path), (), None, store)
    assert not is_damaged(store)


def test_a_store_of_another_layout_is_none(folder: Path) -> None:
    run("rulings", folder=folder)
    with closing(sqlite3.connect(STORE)) as database, database:
        database.execute("pragma user_version = 1")
        database.execute("drop table corpora")
    assert open_kept(folder) is None
    assert run("search", "lamp", folder=folder).exit_code == 0
    kept = open_kept(folder)
    assert kept is not None
    kept.database.close()


def test_several_at_once(folder: Path) -> None:
    call = [sys.executable, "-m", "kb.cli"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "KB_CORPUS": str(folder)}
    calls = [["search", "lamp"], ["rulings", "--term", "lamps"], ["search", "keeper"], ["rulings"]]
    running = [
        subprocess.Popen([*call, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        for words in calls
    ]
    answers = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * len(calls)
    for words, (out, _) in zip(calls, answers, strict=True):
        again = run(*words, folder=folder)
        assert (again.stdout, again.stderr) == (out, "")
    assert sorted(path.name for path in STORE.parent.iterdir()) == [".gitignore", "kb.sqlite"]
    assert "*" in STORE.with_name(".gitignore").read_text("utf-8").splitlines(), "git keeps out of it"


def test_nothing_can_be_written(folder: Path) -> None:
    STORE.parent.write_text("no folder")
    found = run("search", "lamp", "--format", "json", folder=folder)
    assert found.exit_code == 0
    assert json.loads(found.stdout)["items"]
    assert "cannot be written" in found.stderr
    assert run("rulings", "--term", "lamps", folder=folder).exit_code == 0


def test_a_store_nobody_may_write_is_read(folder: Path) -> None:
    run("rulings", folder=folder)
    STORE.chmod(0o444)
    STORE.parent.chmod(0o555)
    try:
        assert run("search", "lamp", folder=folder).stderr == ""
    finally:
        STORE.parent.chmod(0o755)


def test_a_change_while_it_is_built_makes_it_stale(folder: Path) -> None:
    state = state_of(folder)
    text = folder / "texts" / "original" / "rulings" / "harbour-ledger-1.md"
    text.write_text(text.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert keep(state, ())
    assert load_shelves(folder) is None


def test_names_that_are_no_unicode(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/corp\xffus"))
    folder.mkdir()
    (folder / os.fsdecode(b"a\xfe.md")).write_text("a")
    store = tmp_path / ".kb" / "kb.sqlite"
    assert keep(state_of(folder), (), None, store)
    assert load_shelves(folder, None, store) == ()
    (folder / os.fsdecode(b"a\xfe.md")).write_text("ab")
    assert load_shelves(folder, None, store) is None


def test_what_killed_builds_have_left_is_swept(tmp_path: Path) -> None:
    store = tmp_path / ".kb" / "kb.sqlite"
    store.parent.mkdir()
    old, new = store.with_name("kb.sqlite.11"), store.with_name("kb.sqlite.12")
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    assert keep(state_of(tmp_path), (), None, store)
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize("words", [("search", "lamp"), ("rulings", "--term", "lamps")])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_below_a_quick_answer_is_no_traceback(words: tuple[str, ...], folder: Path) -> None:
    run(*words, folder=folder)
    call = [sys.executable, "-m", "kb.cli", *words, "--corpus", str(folder)]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=env)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_a_corpus_is_named_where_a_command_stands_in_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert "reading lantern;" in CliRunner().invoke(build_app("search"), ["search", "lamp"]).stderr
