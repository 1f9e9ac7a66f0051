"""`kb inspect FILE`: what the reader saw in one file; needs no corpus."""

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from kb.cli._console import Format, FormatOption, file_named, finish, load_file, print_json, report
from kb.diagnostics import in_order
from kb.queries.inspection import inspect
from kb.readers.compendium import is_compendium, read_compendium
from kb.readers.kramdown import read_document

EXAMPLES = """Show what the reader saw in one file: headings and their anchors, footnotes, links, notes, images;
of a rulings file its sections and terms.

Examples:

    kb inspect rules.md

    kb inspect rules.md --format json --site https://example.org
"""


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(name="inspect", help=EXAMPLES, short_help="What the reader saw in one file.")
    def inspect_file(
        file: Annotated[
            Path, typer.Argument(parser=file_named, metavar="FILE", help="A markdown page.", show_default=False)
        ],
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
        read = read_document(loaded.value, site)
        outcome = read_compendium(read.value) if is_compendium(read.value) else None
        found = inspect(read.value, outcome.value if outcome else None)
        if output is Format.JSON:
            print_json(found)
        else:
            print(render(cast(dict[str, Any], found)))
        diagnostics = in_order((*read.diagnostics, *(outcome.diagnostics if outcome else ())))
        report(diagnostics)
        finish(diagnostics)


def render(found: dict[str, Any]) -> str:
    """The answer for people: one part a kind, one line a thing, its line number first."""
    lines = [found["path"], f"sha256 {found['sha256']}"]
    lines += _part("front matter", [f"{key}: {value}" for key, value in found["front_matter"].items()])
    lines += _part(
        "headings",
        [_at(item, f"{'#' * item['level']} {item['text']}  ->  #{item['id']}") for item in found["headings"]],
    )
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
