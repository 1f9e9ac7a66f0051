"""A corpus's own words for the site: words.yml is read, its slips are told, and what it lacks is said in English."""

import re
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.diagnostics import Outcome
from kb.files import read_corpus
from kb.interface import ENGLISH, Words, read_words
from kb.strict_yaml import read_yaml
from kb.text import Source
from tests.timing import least_seconds

GERMAN = """\
door.rules: Regeln
frame.skip: Zum Text
months: Januar Februar März April Mai Juni Juli August September Oktober November Dezember
date.day: "{day}. {month} {year}"
seek.rulings: "{n} Regelungen"
seek.rulings.one: Eine Regelung
"""
SLIPS = [
    # a line, what is told of it
    ("title.ruels: Regeln", "the site has no word `title.ruels`"),
    ("title.rules: <b>Regeln</b>", "`title.rules` has markup or a line break"),
    ('title.rules: "Die\\nRegeln"', "`title.rules` has markup or a line break"),
    ("title.rules: 3", "`title.rules` is no text"),
    ('title.rules: " "', "`title.rules` is no text"),
    ("title.rules: [Regeln]", "`title.rules` is no text"),
    ("months: Januar Februar", "`months` names 2 months"),
    ('number.thousand: "tausend"', "`number.thousand` is no thousand in figures"),
    ('number.thousand: "1,,000"', "`number.thousand` is no thousand in figures"),
    ("title.topic: Regelungen", "`title.topic` lacks `{name}`"),
    ('title.topic: "{name} und {nam}"', "`title.topic` has `{nam}`, which the program does not know"),
    ('title.topic: "{name.__class__}"', "`title.topic` has a brace that nothing closes or that holds no name alone"),
    ('title.topic: "{name!r}"', "`title.topic` has a brace"),
    ('title.topic: "{name:9999999}"', "`title.topic` has a brace"),
    ('title.topic: "{name"', "`title.topic` has a brace"),
    ('title.topic: "{}"', "`title.topic` has a brace"),
]


def words(text: str, language: str = "de") -> Outcome[Words]:
    return read_words(Source.from_text("words.yml", text), language)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    ran("init", str(folder))
    manifest = folder / "corpus.yml"
    manifest.write_text(manifest.read_text("utf-8").replace("language: en", "language: de"), "utf-8")
    return folder


def ran(*arguments: str) -> str:
    done = CliRunner().invoke(build_app(), arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_words_of_a_corpus_are_said_and_the_others_in_english() -> None:
    found = words(GERMAN)
    assert found.value.language == "de"
    assert found.value("door.rules") == "Regeln"
    assert [found.value("seek.rulings", n=n) for n in (1, 2)] == ["Eine Regelung", "2 Regelungen"]
    assert found.value.date("1999-03-05") == "5. März 1999"
    assert found.value("title.rules") == ENGLISH["title.rules"]
    assert [each.code.code for each in found.diagnostics] == ["KB232"]
    assert f"{len(ENGLISH) - 6} words of the site are said in English" in found.diagnostics[0].message


def test_who_speaks_english_otherwise_lacks_nothing() -> None:
    found = words("door.rules: Rule books", "en-GB")
    assert (found.value("door.rules"), found.diagnostics) == ("Rule books", ())


@pytest.mark.parametrize(("line", "told"), SLIPS)
def test_a_slip_is_told_at_its_line_and_said_in_english(line: str, told: str) -> None:
    found = words(f"door.rules: Regeln\n{line}\n")
    slip = next(each for each in found.diagnostics if each.code.code == "KB231")
    assert (slip.line, slip.message.startswith(told)) == (2, True), slip.message
    key = line.partition(":")[0]
    assert found.value.table.get(key) == ENGLISH.get(key)
    assert found.value("door.rules") == "Regeln"


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words", "a: [\n", "a: &x b\n"])
def test_what_is_no_table_gives_no_words(text: str) -> None:
    found = words(text)
    assert (found.value.language, found.value.table) == ("en", ENGLISH)
    assert found.diagnostics


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "12,345 Funde"),
        ('number.thousand: "1.000"', "12.345 Funde"),
        ('number.thousand: "1\N{NARROW NO-BREAK SPACE}000"', "12\N{NARROW NO-BREAK SPACE}345 Funde"),
        ('number.thousand: "1000"', "12345 Funde"),
    ],
)
def test_counts_part_thousands_as_the_language_does(line: str, said: str) -> None:
    found = words(f'seek.count: "{{n}} Funde"\ndesk.at: "Zeile {{line}}, Spalte {{column}}"\n{line}\n').value
    assert found("seek.count", n=12345) == said
    assert (found.count(999), found("seek.count", n=999)) == ("999", "999 Funde")
    assert found("desk.at", line=12345, column=1000) == "Zeile 12345, Spalte 1000"  # places are no counts


@pytest.mark.parametrize("builder", ["mkdocs", "zensical"])
@pytest.mark.parametrize("thousand", ["1\N{NARROW NO-BREAK SPACE}000", "1000"])
def test_scripts_part_thousands_as_the_table_does(corpus: Path, tmp_path: Path, builder: str, thousand: str) -> None:
    (corpus / "words.yml").write_text(f'number.thousand: "{thousand}"\n', "utf-8")
    ran("build", "--quiet", "--corpus", str(corpus), "--builder", builder, "--site", str(tmp_path / "site"))
    html = unescape((tmp_path / "site" / "index.html").read_text("utf-8"))
    assert f' data-thousands="{thousand[1:-3]}"' in html


def test_signs_of_html_are_words_in_the_frame() -> None:
    assert words('door.rules: "Regeln & mehr"').value.frame()["KB_WORD_DOOR_RULES"] == "Regeln &amp; mehr"


def test_the_command_writes_a_file_that_is_read_back(corpus: Path) -> None:
    table = ran("words", "--corpus", str(corpus))
    assert table.startswith("# ")
    (corpus / "words.yml").write_text(table.replace('"The rules"', '"Die Regeln"'), "utf-8")
    read = read_corpus(corpus)
    assert read.value is not None
    assert read.diagnostics == ()
    assert read.value.manifest.words.table == {**ENGLISH, "title.rules": "Die Regeln"}
    assert ran("words", "--corpus", str(corpus)) == ""
    assert ran("words", "--all", "--corpus", str(corpus)) == (corpus / "words.yml").read_text("utf-8")


def test_what_is_added_later_completes_the_file(corpus: Path) -> None:
    (corpus / "words.yml").write_text(GERMAN, "utf-8")
    with (corpus / "words.yml").open("a", encoding="utf-8") as file:
        file.write(ran("words", "--corpus", str(corpus)))
    read = read_corpus(corpus)
    assert read.value is not None
    assert (read.diagnostics, read.value.manifest.words.own) == ((), frozenset(ENGLISH))
    assert read.value.manifest.words("door.rules") == "Regeln"


@pytest.mark.parametrize(
    ("text", "told"), [('door.rules: "Regeln', "error[KB191]"), ("- door.rules: Regeln", "warning[KB231]")]
)
def test_nothing_is_added_to_a_file_that_cannot_be_read(corpus: Path, text: str, told: str) -> None:
    """Which words it lacks is not known, and none may stand behind what is no list of words."""
    (corpus / "words.yml").write_text(text, "utf-8")
    for more in ([], ["--all"]):
        done = CliRunner().invoke(build_app(), ["words", *more, "--corpus", str(corpus)])
        assert (done.exit_code, done.stdout) == (1, "")
        assert "words.yml:1:" in done.stderr and told in done.stderr


def test_what_is_added_to_a_file_with_a_slip_keeps_what_it_has(corpus: Path) -> None:
    (corpus / "words.yml").write_text("title.topic: Regelungen\ndoor.rules: Regeln", "utf-8")
    with (corpus / "words.yml").open("a", encoding="utf-8") as file:
        file.write(ran("words", "--corpus", str(corpus)))
    read = read_corpus(corpus)
    assert read.value is not None
    assert [each.code.code for each in read.diagnostics] == ["KB231"]
    assert read.value.manifest.words("door.rules") == "Regeln"


def test_a_slip_is_told_in_short_and_takes_little_longer_than_it_is_read() -> None:
    many = Source.from_text("words.yml", "".join(f"title.ruels{number}: x\n" for number in range(1000)))
    reading, telling = least_seconds(lambda: read_yaml(many), lambda: read_words(many, "de"), rounds=2)
    assert telling < 60 * reading + 0.01
    long = "".join(f"{{{'n' * number}}}" for number in range(1, 300))
    found = words(f'? "{"a" * 100000}"\n: x\ntitle.topic: "{{name}}{long}"\n')
    assert [each.code.code for each in found.diagnostics] == ["KB231", "KB231", "KB232"]
    assert max(len(each.message) for each in found.diagnostics) < 200


def test_a_site_speaks_the_language_of_its_words(corpus: Path, tmp_path: Path) -> None:
    (corpus / "words.yml").write_text(GERMAN, "utf-8")
    ran("build", "--quiet", "--corpus", str(corpus), "--site", str(tmp_path / "site"))
    html = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<html lang="de"' in html
    assert ">Regeln</a>" in html and "Zum Text" in html and "1. September 2022" in html


@pytest.mark.parametrize("builder", ["mkdocs", "zensical"])
def test_words_that_yaml_takes_for_something_else_are_said_as_they_are(
    corpus: Path, tmp_path: Path, builder: str
) -> None:
    manifest = (corpus / "corpus.yml").read_text("utf-8")
    named = re.sub("(?m)^title:.*", 'title: "No"', manifest).replace("language: de", "language: no")
    (corpus / "corpus.yml").write_text(named, "utf-8")
    told = {"door.rules": "No", "door.rulings": "12", "door.desk": "null", "frame.skip": "yes", "frame.search": "="}
    (corpus / "words.yml").write_text("".join(f'{key}: "{word}"\n' for key, word in told.items()), "utf-8")
    ran("build", "--quiet", "--corpus", str(corpus), "--builder", builder, "--site", str(tmp_path / "site"))
    html = unescape((tmp_path / "site" / "index.html").read_text("utf-8"))
    assert '<html lang="no"' in html and "<title>No</title>" in html
    assert [word for word in told.values() if f">{word}</" not in html] == []
