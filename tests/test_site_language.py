"""The site in another language: a table made here reaches every page, its scripts' words and the frame around it.

The table is in letters no text of the corpus has, so that any English word which is none of the corpus's own is one
that no table gave.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kb.interface import ENGLISH, Words
from kb.tools.builders import Builder, build_site, read_templates, stage_project
from tests.built import ROOT
from tests.made_pages import Pages, build_pages
from tests.test_site import knowledge

LANGUAGE = "ka"
LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "აბგდევზთიკლმნოპჟრსტუფქღყშჩ", strict=True))
TABLES = {"data-rulings", "data-words", "data-hints", "data-toc-label", "data-change", "data-name"}
"""Attributes that hold data: their words are looked at by what is shown of them."""
SHOWN = {"title", "aria-label", "alt", "placeholder"}
VOID = {"br", "hr", "img", "input", "wbr", "link", "meta"}
OWN = {"code", "pre", "script", "style"}
RUN = re.compile(r"[A-Za-z][A-Za-z'’\-]*(?:[\s,.;:()–]+[A-Za-z][A-Za-z'’\-]*)*")


def disguise(text: str) -> str:
    """Words in other letters; values, commands and tags stay."""
    parts = re.split(r"(\{[^}]*\}|`[^`]*`|<[^>]*>)", text)
    return "".join(
        part if at % 2 else "".join(LETTERS.get(char.lower(), char) for char in part) for at, part in enumerate(parts)
    )


TABLE = {key: disguise(text) for key, text in ENGLISH.items()}


class Said(HTMLParser):
    """What a page says: words and attributes that are read out or shown, but no code and nothing marked English."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, str]] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {key: value or "" for key, value in attrs}
        if tag not in VOID:
            self.open.append((tag, known.get("lang", "")))
        for key, value in known.items():
            if key in SHOWN or (key.startswith("data-") and key not in TABLES and " " in value):
                self.handle_data(re.sub(r"\{\w+\}|\S*\w[.~][+a-z0-9]\S*|[#+]\S+", " ", value))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at][0] == tag:
                del self.open[at:]
                return

    def handle_data(self, data: str) -> None:
        if not any(tag in OWN or language == "en" for tag, language in self.open):
            self.said.append(data)


@cache
def sources() -> str:
    """The words of the corpus in order, its manifest included; also without the markers of footnotes, tags and the
    addresses of links."""
    files = sorted(each for each in (ROOT / "rules_source/lantern").rglob("*") if each.is_file())
    texts = [each.read_text("utf-8") for each in files]
    texts += [re.sub(r"<br>|&emsp;", " ", text) for text in texts]
    texts += [re.sub(r"\[\^[\w-]+\]|<[^<>]*>", "", text) for text in texts]
    texts += [re.sub(r"\]\([^()\s]*\)", "]", text) for text in texts]
    return f" {' '.join(words(' '.join(texts)))} "


def words(text: str) -> Iterator[str]:
    return (word.lower() for word in re.findall(r"[^\W\d_]+", text))


def left(html: str) -> list[str]:
    """The runs of English words on a page that stand in no text of the corpus."""
    reader = Said()
    reader.feed(re.sub(r" \{: [^\n]*\}$", "", html, flags=re.MULTILINE))
    parts = (part for said in reader.said for run in RUN.findall(said) for part in re.split(r"[.,;:]\s+|[.,;:]$", run))
    return [part for part in parts if part and f" {' '.join(words(part))} " not in sources()]


@pytest.fixture(scope="module")
def translated() -> Pages:
    """The pages of the embedded corpus with a table of their own."""
    manifest = knowledge().manifest
    assert manifest is not None
    spoken = replace(manifest, language=LANGUAGE, words=Words(LANGUAGE, TABLE))
    return build_pages(replace(knowledge(), manifest=spoken), read_templates(ROOT)).value


def test_no_english_word_of_the_interface_is_left(translated: Pages) -> None:
    found = {path: bad for path, text in translated.items() if (bad := left(text.split("\n---\n", 1)[1]))}
    assert found == {}


def test_no_english_word_is_left_in_hints(translated: Pages) -> None:
    scripts = [text for path, text in translated.files.items() if path.endswith("hints.js")]
    assert scripts
    for script in scripts:
        for hints in json.loads(script.removeprefix("window.kbHints=").removesuffix(";\n")).values():
            assert [part for text in hints["words"].values() for part in left(text)] == []


def test_titles_and_descriptions_are_in_the_language_too(translated: Pages) -> None:
    for path, text in translated.items():
        front = dict(line.split(": ", 1) for line in text.split("\n---\n")[0].splitlines()[1:] if ": " in line)
        assert front["lang"] == f'"{LANGUAGE}"'
        assert left(front["title"]) == [] and left(front["description"]) == [], path


def test_what_the_program_says_in_english_is_marked_as_english(translated: Pages) -> None:
    desk = translated["desk/index.md"]
    assert desk.count('<p lang="en">') > 10
    assert ' lang="en"' not in "".join(build_pages(knowledge(), read_templates(ROOT)).value.values())


def test_dates_are_written_as_the_language_does() -> None:
    spoken = Words(LANGUAGE, {**TABLE, "date.day": "{day}. {month} {year}", "date.month": "{month}, {year}"})
    assert spoken.date("1999-05-29") == f"29. {disguise('May')} 1999"
    assert (spoken.date("1999-05"), spoken.date("1999")) == (f"{disguise('May')}, 1999", "1999")


@pytest.mark.parametrize("builder", list(Builder))
def test_the_frame_speaks_the_language(tmp_path: Path, builder: Builder) -> None:
    """Doors, the page of a missing address and the language of the document; none of it stands on our pages."""
    doors = ("", "rules/", "rulings/", "cards/", "desk/")
    stage_project(ROOT, tmp_path, {f"{door}index.md": f"# {disguise('A page')}\n" for door in doors})
    site = build_site(tmp_path, builder, "Lantern", "", Words(LANGUAGE, TABLE))
    missing, home = ((site / name).read_text("utf-8") for name in ("404.html", "index.html"))
    for html in (missing, home):
        assert re.search(rf'<html lang="{LANGUAGE}"', html)
        for key in ("door.home", "door.rules", "door.rulings", "door.cards", "door.desk"):
            assert f">{TABLE[key]}</a>" in html
            assert f">{ENGLISH[key]}</a>" not in html
        assert TABLE["scheme.dark"] in html and ENGLISH["scheme.dark"] not in html
    for key in ("missing.title", "missing.search"):
        assert TABLE[key] in missing and ENGLISH[key] not in missing


def test_the_frame_says_in_mkdocs_yml_what_the_table_says() -> None:
    """Whoever runs a builder alone gets the English words: these are the table's."""
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    for name, text in Words().frame().items():
        assert re.search(rf'!ENV \[{name}, "?{re.escape(text)}"?\]', config), name


def test_scripts_have_no_words_of_their_own() -> None:
    """What a script shows or says it takes from the page: nothing it writes begins with a letter of its own."""
    written = re.compile(r"""(?:textContent|innerText|title|placeholder|ariaLabel)\s*=\s*["'`][A-Za-z]|"""
                         r"""setAttribute\(\s*["'](?:aria-label|title|placeholder)["'],\s*["'`][A-Za-z]""")  # fmt: skip
    scripts = sorted((ROOT / "site_templates/theme/assets").glob("*.js"))
    assert len(scripts) > 4
    assert [each.name for each in scripts if written.search(each.read_text("utf-8"))] == []


def test_scripts_write_counts_as_the_language_does() -> None:
    put = re.compile(r"""replace\("\{(?:n|at|of)\}", (.*)""")
    scripts = sorted((ROOT / "site_templates/theme/assets").glob("*.js"))
    counts = [match[1] for each in scripts for match in put.finditer(each.read_text("utf-8"))]
    assert len(counts) > 8
    assert [each for each in counts if not each.startswith(("window.kbCount(", "Math.min("))] == []
