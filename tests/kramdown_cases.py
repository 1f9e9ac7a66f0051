"""Kramdown cases: readable files of markdown and the facts a reader must see in it.

A case file holds sections `## title`, each with the input as a fenced block ```` ````md ```` and the expected facts as
a fenced block ```` ````facts ````, one a line, its first word the kind of fact. Of each kind that a case names all
facts are compared, in order; `none KIND` says that there are none. A title with `(CRLF)` or `(BOM)` has its input
written so. `⏎` is a line end in a text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.diagnostics import Diagnostic, Outcome
from kb.model import Attributes, Block, BlockKind, Document, PieceKind
from kb.readers.kramdown import read_document
from kb.text import Source

FOLDER = Path(__file__).parent / "cases" / "kramdown"
SITE = "https://lantern.example"
_CASE = re.compile(r"^## ([^\n]+)\n\n````md\n(.*?)^````\n\n````facts\n(.*?)^````$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Case:
    """One case: file and line, title, the text to read, the facts expected."""

    place: str
    title: str
    text: str
    facts: tuple[str, ...]


def read_cases() -> list[Case]:
    cases = []
    for path in sorted(FOLDER.glob("*.md")):
        whole = path.read_text(encoding="utf-8")
        for match in _CASE.finditer(whole):
            title, text, expected = match.groups()
            if "(CRLF)" in title:
                text = text.replace("\n", "\r\n")
            if "(BOM)" in title:
                text = "\ufeff" + text
            line = whole.count("\n", 0, match.start()) + 1
            cases.append(Case(f"{path.stem}:{line}", title, text, tuple(expected.splitlines())))
    return cases


def seen(case: Case) -> tuple[str, ...]:
    """The facts of the kinds that the case names, in the form it names them."""
    read = read_document(Source.from_text("case.md", case.text), SITE)
    kinds = dict.fromkeys(fact.split()[1] if fact.startswith("none ") else fact.split()[0] for fact in case.facts)
    found = [line.replace("\n", "⏎").rstrip() for line in facts(read)]
    lines: list[str] = []
    for kind in kinds:
        of_kind = [line for line in found if line.split()[0] == kind]
        lines.extend(of_kind or [f"none {kind}"])
    return tuple(lines)


def facts(read: Outcome[Document]) -> Iterator[str]:
    """Every fact of a document, one a line."""
    document = read.value
    line = document.source.line_of
    yield from (f"front {key} = {value!r}" for key, value in document.front_matter.items())
    yield from (f"heading {one.level} #{one.id} @{line(one.span.start)} {one.text}" for one in document.headings)
    for clause in document.clauses:
        label = f" [{clause.label}]" if clause.label else ""
        yield f"clause {clause.id} {clause.kind.value} @{line(clause.span.start)}{label} | {clause.text}"
    for clause in document.clauses:
        marks = " ".join(_piece(piece.kind, piece.text, piece.tag, piece.attrs) for piece in clause.pieces)
        yield f"pieces {clause.id} {marks}"
    yield "tree " + " ".join(shape(block) for block in document.blocks)
    for note in document.notes:
        yield f"note @{line(note.span.start)} .{'.'.join(note.classes)} {'; '.join(note.labels)}".rstrip()
    yield from (f"defined {one.id} @{line(one.span.start)} | {one.text}" for one in document.definitions)
    for one in document.references:
        where = document.clauses[one.clause].id if one.clause is not None else "a footnote"
        yield f"referenced {one.id} @{line(one.span.start)} in {where}"
    for link in document.links:
        yield f"link {link.kind.value} {link.href or '(empty)'} @{line(link.span.start)} | {link.text}"
    yield from (f"image {one.src} @{line(one.span.start)} | {one.alt}" for one in document.images)
    yield from (f"anchor {name} @{line(span.start)}" for name, span in document.anchors.items())
    yield from (f"orphan @{line(one.spans[0].start)} .{'.'.join(one.classes)}" for one in document.orphans)
    yield from (f"excluded @{line(one.span.start)} {one.reason}" for one in document.exclusions)
    yield from (_diagnostic(diagnostic) for diagnostic in read.diagnostics)


def _diagnostic(diagnostic: Diagnostic) -> str:
    return f"diagnostic {diagnostic.code.code} {diagnostic.line}:{diagnostic.column} {diagnostic.message}"


def _piece(kind: PieceKind, text: str, tag: str, attrs: tuple[tuple[str, str], ...]) -> str:
    inside = [kind.value]
    if tag:
        inside.append(tag)
    inside.extend(f"{key}={value}" for key, value in attrs)
    if text:
        inside.append(repr(text))
    return f"<{' '.join(inside)}>"


_NAMES = {BlockKind.HEADING: "h", BlockKind.PARAGRAPH: "p", BlockKind.RULE: "hr", BlockKind.ITEM: "li"}


def shape(block: Block) -> str:
    """A block as one word: kind, attributes, children in parentheses."""
    name = _NAMES.get(block.kind, block.kind.value)
    if block.kind is BlockKind.HEADING:
        name += str(block.level)
    elif block.kind is BlockKind.LIST:
        name = block.tag + ("" if block.tight else "+") + (f"@{block.start}" if block.start != 1 else "")
    elif block.kind is BlockKind.HTML:
        name = f"<{block.tag}>"
    elif block.kind is BlockKind.TABLE:
        name = "table[" + ",".join(align or "-" for align in block.aligns) + "]"
    elif block.kind is BlockKind.ROW and block.head:
        name = "head"
    elif block.kind is BlockKind.ITEM and block.tag != "li":
        name = block.tag
    name += _attributes(block.attributes)
    return name + (f"({' '.join(shape(child) for child in block.children)})" if block.children else "")


def _attributes(attributes: Attributes) -> str:
    ident = f"#{attributes.id}" if attributes.id else ""
    return ident + "".join(f".{name}" for name in attributes.classes)
