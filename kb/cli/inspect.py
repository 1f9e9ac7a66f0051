"""`kb inspect FILE`: what the reader saw in one file; needs no corpus."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from kb.answers.inspection import inspect, inspect_card, inspect_plain
from kb.borrowing import PLAIN_READERS, borrow_structure, choose_reader
from kb.cli._console import Format, FormatOption, file_named, finish, load_file, print_json, report, usage_error
from kb.diagnostics import Outcome, in_order, one_line
from kb.model import CompendiumVersion, Document
from kb.readers.cards import read_card
from kb.readers.compendium import is_compendium, read_compendium, read_mailed
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.sheets import Card, Sheet
from kb.text import Source

EXAMPLES = """Show what the reader saw in one file: headings and their anchors, footnotes, links, notes, images;
of a file of rulings or answers each of them and its term; of a card its printings; of a text without markup its
clauses, how sure each is, and what was left out.

Examples:

    kb inspect rules.md

    kb inspect rules.md --format json --site https://example.org

    kb inspect errata.md --reader rulings

    kb inspect saved-page.txt --base rules.md
"""


SHOWN = 100
"""So many characters of a clause are shown to people."""


class Reader(Enum):
    """How a file is read."""

    KRAMDOWN = "kramdown"
    WEB_TEXT = "web-text"
    SCRAPE = "scrape"
    RULINGS = "rulings"
    FAQ = "faq"
    CARD = "card"


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
            Reader | None,
            typer.Option(
                "--reader", help="How to read it (rulings, faq, card: a page in kramdown); else by its words."
            ),
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
        outcome = _read_more(document, reader)
        told = outcome.value if outcome is not None else None
        found = inspect_card(told) if isinstance(told, Card) else inspect(document, told)
        if output is Format.JSON:
            print_json(found)
        else:
            print(render(cast(dict[str, Any], found)))
        diagnostics = in_order((*read.diagnostics, *(outcome.diagnostics if outcome else ())))
        report(diagnostics)
        finish(diagnostics)


def _read_more(document: Document, reader: Reader | None) -> Outcome[CompendiumVersion | Sheet | Card] | None:
    """What a document states, or the card that it is about; None of one that is nothing of the kind."""
    if reader is Reader.FAQ:
        return read_faq(document)
    if reader is Reader.CARD:
        return read_card(document)
    return read_compendium(document) if reader is Reader.RULINGS or is_compendium(document) else None


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
    return f"{item['confidence']:.2f} {item['ground']:<8} {item['id']}{base}\n{' ' * 9}{_shown(item['text'])}"


def _shown(text: str) -> str:
    return one_line(text if len(text) <= SHOWN else text[:SHOWN] + "…")


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
    if "statements" in found:
        lines += _part("statements", [_at(item, _statement(item)) for item in found["statements"]])
        lines += _part("taken for no statement", [_at(item, item["reason"]) for item in found["asides"]])
    if "card" in found:
        lines += _card(found["card"])
    lines += _part("images", [_at(item, f"{item['src']}  {item['alt']}".rstrip()) for item in found["images"]])
    return "\n".join(lines)


def _compendium(found: dict[str, Any]) -> list[str]:
    """Of a rulings file: its sections, and its terms with the number of statements under each."""
    lines = _part("sections", [_at(item, f"{item['kind']}  {item['title']}") for item in found["sections"]])
    return lines + _part("terms", [_at(item, f"{item['term']} ({item['statements']})") for item in found["terms"]])


def _card(found: dict[str, Any]) -> list[str]:
    """Of a page of a card: its printings with their rulings, those under none, and what stands there besides."""
    lines = ["", f"card: {found['name']}"]
    lines += _part("printings", [_at(item, _printing(item)) for item in found["printings"]])
    lines += _part("sets without a printing", [_at(item, item["set"]) for item in found["untold"]])
    lines += _part("rulings under no printing", [_at(item, _listed(item)) for item in found["rulings"]])
    return [*lines, "", f"besides: {_shown(found['besides'])}"] if found["besides"] else lines


def _printing(item: dict[str, Any]) -> str:
    fields = (f"{key} {value}" for key, value in item["fields"].items())
    told = "; ".join(filter(None, [item["set"] or "no set", item["version"], item["classification"], *fields]))
    ruled = (f"{each['line']}  {_listed(each)}" for each in item["rulings"])
    return f"\n{' ' * 9}".join([told, *filter(None, [_shown(item["text"])]), *ruled])


def _listed(item: dict[str, Any]) -> str:
    told = [item["label"], "erratum" if item["erratum"] else "", item["date"], _shown(item["text"])]
    return " · ".join(filter(None, told))


def _statement(item: dict[str, Any]) -> str:
    """What stands beside the words of a statement, and the words below it."""
    beside = [*item["marks"], item["label"], item["effective"] and f"from {item['effective']}"]
    beside.append("points elsewhere or withdraws" if item["reference"] else None)
    told = "; ".join([item["term"] or "no term", *filter(None, beside)])
    asked = [f"asked: {_shown(item['context'])}"] if item["context"] else []
    return "\n".join([told, *(f"{' ' * 9}{line}" for line in [*asked, _shown(item["text"])])])


def _part(title: str, items: list[str]) -> list[str]:
    return ["", f"{title} ({len(items)})", *(f"  {item}" for item in items)] if items else ["", f"{title}: none"]


def _at(item: dict[str, Any], text: str) -> str:
    return f"{item['line']:>5}  {text}"


def _note(item: dict[str, Any]) -> str:
    labels = "; ".join(item["labels"]) or "no label"
    return f"{labels} ({item['class']})" if item["class"] else labels
