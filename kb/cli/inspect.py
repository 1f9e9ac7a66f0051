"""`kb inspect FILE`: what the reader saw in one file; needs no corpus."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from kb.borrowing import PLAIN_READERS, borrow_structure, choose_reader
from kb.cli._console import Format, FormatOption, file_named, finish, load_file, print_json, report, usage_error
from kb.diagnostics import in_order, one_line
from kb.queries.inspection import inspect, inspect_plain
from kb.readers.compendium import is_compendium, read_compendium, read_mailed
from kb.readers.kramdown import read_document
from kb.text import Source

EXAMPLES = """Show what the reader saw in one file: headings and their anchors, footnotes, links, notes, images;
of a rulings file its sections and terms; of a text without markup its clauses, how sure each is, and what was left out.

Examples:

    kb inspect rules.md

    kb inspect rules.md --format json --site https://example.org

    kb inspect saved-page.txt --base rules.md
"""


SHOWN = 100
"""So many characters of a clause are shown to people."""


class Reader(Enum):
    """How a file is read."""

    KRAMDOWN = "kramdown"
    WEB_TEXT = "web-text"
    SCRAPE = "scrape"


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(name="inspect", help=EXAMPLES, short_help="What the reader saw in one file.")
    def inspect_file(
        file: Annotated[
            Path,
            typer.Argument(
                parser=file_named, metavar="FILE", help="A markdown page or a text without markup.", show_default=False
            ),
        ],
        reader: Annotated[
            Reader | None, typer.Option("--reader", help="How to read it; else the file itself decides.")
        ] = None,
        base: Annotated[
            Path | None,
            typer.Option(
                "--base",
                parser=file_named,
                metavar="FILE",
                help="A markdown edition of the same work, from which a text without markup borrows its structure.",
            ),
        ] = None,
        site: Annotated[
            str | None, typer.Option("--site", metavar="URL", help="The site's own address: links to it are its own.")
        ] = None,
        output: FormatOption = Format.TEXT,
    ) -> None:
        loaded = load_file(file)
        if loaded.value is None:
            report(loaded.diagnostics)
            finish(loaded.diagnostics)
            return
        name = reader.value if reader is not None else choose_reader(loaded.value)
        if name in PLAIN_READERS:
            _show_plain(loaded.value, str(name), base, output)
            return
        if base is not None:
            raise usage_error(f"`--base` is for texts without markup, and `{file}` has some; name a `--reader`")
        read = read_document(loaded.value, site)
        document = read_mailed(read.value)
        outcome = read_compendium(document) if is_compendium(document) else None
        found = inspect(document, outcome.value if outcome else None)
        if output is Format.JSON:
            print_json(found)
        else:
            print(render(cast(dict[str, Any], found)))
        diagnostics = in_order((*read.diagnostics, *(outcome.diagnostics if outcome else ())))
        report(diagnostics)
        finish(diagnostics)


def _show_plain(source: Source, reader: str, base: Path | None, output: Format) -> None:
    """Show a text without markup, with what it borrows from a base."""
    loaded = load_file(base) if base is not None else None
    if loaded is not None and loaded.value is None:
        report(loaded.diagnostics)
        finish(loaded.diagnostics)
        return
    lender = read_document(loaded.value).value if loaded is not None and loaded.value is not None else None
    read = PLAIN_READERS[reader](source, lender)
    lent = borrow_structure(read.value, lender) if lender is not None else None
    found = inspect_plain(lent.value if lent else read.value, reader, lender)
    if output is Format.JSON:
        print_json(found)
    else:
        print(render_plain(cast(dict[str, Any], found)))
    diagnostics = in_order((*read.diagnostics, *(lent.diagnostics if lent else ())))
    report(diagnostics)
    finish(diagnostics)


def render_plain(found: dict[str, Any]) -> str:
    """The answer about a text without markup: each clause with its lines, ground, confidence and base clauses."""
    plain = found["plain"]
    alike = f", similarity {plain['similarity']:.2f} to {plain['base']}" if plain["similarity"] is not None else ""
    lines = [found["path"], f"sha256 {found['sha256']}", f"read as {plain['reader']}{alike}"]
    lines += _headings(found)
    lines += _part("clauses", [_at(item, _clause(item)) for item in plain["clauses"]])
    lines += _part(
        "left out", [f"{item['line']:>5}  to line {item['end_line']}: {item['reason']}" for item in plain["exclusions"]]
    )
    return "\n".join(lines)


def _headings(found: dict[str, Any]) -> list[str]:
    told = [_at(item, f"{'#' * item['level']} {item['text']}  ->  #{item['id']}") for item in found["headings"]]
    return _part("headings", told)


def _clause(item: dict[str, Any]) -> str:
    base = f"  = {', '.join(item['base'])}" if item["base"] else ""
    text = item["text"] if len(item["text"]) <= SHOWN else item["text"][:SHOWN] + "…"
    return f"{item['confidence']:.2f} {item['ground']:<8} {item['id']}{base}\n{' ' * 9}{one_line(text)}"


def render(found: dict[str, Any]) -> str:
    """The answer for people: one part a kind, one line a thing, its line number first."""
    lines = [found["path"], f"sha256 {found['sha256']}"]
    lines += _part("front matter", [f"{key}: {value}" for key, value in found["front_matter"].items()])
    lines += _headings(found)
    lines += _part("notes", [_at(item, _note(item)) for item in found["notes"]])
    footnotes = found["footnotes"]
    lines += _part("footnotes defined", [_at(item, item["id"]) for item in footnotes["defined"]])
    lines += _part("footnotes referenced", [_at(item, item["id"]) for item in footnotes["referenced"]])
    lines += _part("links", [_at(item, f"{item['kind']}  {item['href']}  {item['text']}") for item in found["links"]])
    if "compendium" in found:
        lines += _compendium(found["compendium"])
    lines += _part("images", [_at(item, f"{item['src']}  {item['alt']}".rstrip()) for item in found["images"]])
    return "\n".join(lines)


def _compendium(found: dict[str, Any]) -> list[str]:
    """Of a rulings file: its sections, and its terms with the number of statements under each."""
    lines = _part("sections", [_at(item, f"{item['kind']}  {item['title']}") for item in found["sections"]])
    lines += _part("terms", [_at(item, f"{item['term']} ({item['statements']})") for item in found["terms"]])
    return [*lines, "", f"statements: {found['statements']}"]


def _part(title: str, items: list[str]) -> list[str]:
    return ["", f"{title} ({len(items)})", *(f"  {item}" for item in items)] if items else ["", f"{title}: none"]


def _at(item: dict[str, Any], text: str) -> str:
    return f"{item['line']:>5}  {text}"


def _note(item: dict[str, Any]) -> str:
    labels = "; ".join(item["labels"]) or "no label"
    return f"{labels} ({item['class']})" if item["class"] else labels
