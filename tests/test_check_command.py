"""`kb check`: every path it names can be opened from where the user stands, in each format."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

from kb.cli import main
from tests.built import LANTERN, ROOT

HEAD = re.compile(r"^(\S.*?)(?::(\d+):(\d+))?: (?:error|warning|suggestion)\[KB\d{3}\]: ", re.MULTILINE)


def check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str
) -> tuple[int, str]:
    """The exit code of `kb check` called in a folder, and its standard output."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["kb", "check", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0), capsys.readouterr().out


def test_the_finding_the_readme_shows_is_true(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^    (rules_source/.*KB412.*\n(?:    .*\n)+)", readme, re.MULTILINE)
    assert shown is not None
    _, out = check(monkeypatch, capsys, ROOT)
    assert re.sub(r"^    ", "", shown[1], flags=re.MULTILINE) in out


@pytest.mark.parametrize(("here", "named"), [(".", "{0}"), (".", "{0}/"), ("deep/er", "../../game"), (".", "game")])
def test_paths_can_be_opened_from_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, here: str, named: str
) -> None:
    game, folder = tmp_path / "game", tmp_path / here
    shutil.copytree(LANTERN, game)
    folder.mkdir(parents=True, exist_ok=True)
    _, out = check(monkeypatch, capsys, folder, "--corpus", named.format(game))
    paths = [match[1] for match in HEAD.finditer(out)]
    assert len(paths) > 20
    for path in paths:
        assert (folder / path).is_file(), path
    prefix = "game/" if here == "." else "../../game/"
    assert {path.startswith(prefix) for path in paths} == {True}
    assert f"{prefix}corpus.yml" in paths
    assert f"{prefix}texts/emended/bells-below.md" in paths


def test_annotations_attach(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(LANTERN, tmp_path / "my game")
    _, github = check(monkeypatch, capsys, tmp_path, "--corpus", "my game", "--format", "github")
    _, sarif = check(monkeypatch, capsys, tmp_path, "--corpus", "my game", "--format", "sarif")
    _, plain = check(monkeypatch, capsys, tmp_path, "--corpus", "my game", "--format", "json")
    commands = [match[1] for match in re.finditer(r"^::\w+ file=([^,]*),", github, re.MULTILINE)]
    results = json.loads(sarif)["runs"][0]["results"]
    addresses = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results]
    files = [each["file"] for each in json.loads(plain)["diagnostics"]]
    assert commands == files == [unquote(address) for address in addresses]
    assert len(files) > 20
    assert all(address.startswith("my%20game/") for address in addresses)
    assert all((tmp_path / path).is_file() for path in files)


def test_bare_files_are_named_as_they_were(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[x](#nowhere)\n", encoding="utf-8")
    for name in ("a.md", f"{tmp_path}/a.md"):
        _, out = check(monkeypatch, capsys, tmp_path, name)
        assert {match[1] for match in HEAD.finditer(out)} == {name}


def test_a_broken_manifest_is_named_from_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "corpus.yml").write_text("schema: 1\n", encoding="utf-8")
    code, out = check(monkeypatch, capsys, tmp_path, "--corpus", str(tmp_path / "game"))
    assert code == 1
    assert {match[1] for match in HEAD.finditer(out)} == {"game/corpus.yml"}


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("my game", "`my game` is a corpus, expected a file; `kb check --corpus 'my game'` checks all of it"),
        ("my game/corpus.yml", "is part of a corpus and no text; `kb check --corpus 'my game'`"),
        ("my game/records/a.yml", "is part of a corpus and no text; `kb check --corpus 'my game'`"),
        ("other", "`other` is a folder, expected a file"),
        ("other/a.yml", None),
        ("my game/a.md", None),
    ],
)
def test_a_corpus_named_as_a_text_is_told_how_to_name_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, named: str, told: str | None
) -> None:
    for path in ("my game/corpus.yml", "my game/records/a.yml", "my game/a.md", "other/a.yml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("schema: 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["kb", "check", named])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == (2 if told else 0)
    assert (told or "0 errors") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["--corpus", "my game", "check"], "`kb check --corpus 'my game'`"),
        (["--format", "json", "rulings", "--term", "Gull"], "`kb rulings --format json --term Gull`"),
    ],
)
def test_options_before_a_command_are_told_where_they_belong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], meant: str
) -> None:
    monkeypatch.setattr("sys.argv", ["kb", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert meant in capsys.readouterr().err
