"""Contents: a table of contents in one row becomes a way to write it, and is written from the headings of a text.

In: an emended text whose table leads to its headings. Out: how its entries are made of them (`read_contents`); and, in
a composed text, the table of the headings that are there (`fill_contents`), where a record holds `CONTENTS_PLACE`. A
table that its headings do not give back to the character is none of these, and stays in its record as it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.align import contents_clauses
from kb.compile._body import Body
from kb.compile._compose import Composed
from kb.compile._reading import read_composed
from kb.model import ClauseKind, Document
from kb.records import CONTENTS_PLACE, Contents
from kb.text import Span

_ENTRY = re.compile(r"((?:&emsp;|&nbsp;|\s)*)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(#([^)\s]+)\)")
_LAST_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_HEADING = re.compile(r"#{1,6}[ \t]+|[ \t]*(?:\{:[^}]*\})?[ \t]*$")
_OPENS = re.compile(r'(^|[\s(\[—–-])"')


@dataclass(frozen=True, slots=True)
class _Entry:
    indent: str
    label: str
    anchor: str


def contents_table(body: Body) -> tuple[int, Span] | None:
    """The clause and span of the one table row that is the contents of a text; None where there is no such one."""
    found = [c for c in sorted(contents_clauses(body.document)) if body.document.clauses[c].span.start < body.end]
    if len(found) != 1 or body.document.clauses[found[0]].kind is not ClauseKind.TABLE_ROW:
        return None
    span = body.document.clauses[found[0]].span
    return found[0], Span(span.start, body.document.source.end_of(span))


def read_contents(body: Body, table: Span) -> Contents | None:
    """How the table of a text is written; None where its headings do not give it back to the character."""
    columns = _columns(body.document.source.slice(table))
    if columns is None:
        return None
    listed = [entry for column in columns for entry in column]
    headings = _headings(body.document)
    levels = {anchor: level for anchor, level, _ in headings}
    indents = {levels[entry.anchor]: entry.indent for entry in listed if entry.anchor in levels}
    named = {entry.anchor for entry in listed}
    omitted = tuple(anchor for anchor, _, _ in headings if anchor not in named)
    firsts = tuple(column[0].anchor for column in columns)
    ways = [
        Contents("", firsts, {k: v for k, v in sorted(indents.items()) if v}, {}, omitted, quotes, shortened)
        for quotes in (False, True)
        for shortened in (False, True)
    ]
    best = min((replace(way, labels=_labels(way, listed, headings)) for way in ways), key=lambda way: len(way.labels))
    return best if write_contents(best, body.document) == body.document.source.slice(table) else None


def _columns(table: str) -> list[list[_Entry]] | None:
    """The entries of each cell; None where the row holds anything else."""
    if not table.startswith("| ") or not table.endswith(" |") or "\n" in table:
        return None
    columns: list[list[_Entry]] = []
    for cell in table[2:-2].split(" | "):
        found = [_ENTRY.fullmatch(part) for part in cell.split("<br>")]
        entries = [_Entry(*match.groups()) for match in found if match]
        if len(entries) != len(found):
            return None
        columns.append(entries)
    return columns


def _labels(way: Contents, listed: Sequence[_Entry], headings: Sequence[tuple[str, int, str]]) -> dict[str, str]:
    """The labels that are not what a way of writing makes of the headings."""
    usual = {anchor: _label(way, words) for anchor, _, words in headings}
    return {entry.anchor: entry.label for entry in listed if usual.get(entry.anchor) != entry.label}


def write_contents(contents: Contents, document: Document) -> str:
    """The table of the headings of a text."""
    columns: list[list[str]] = []
    for anchor, level, words in _headings(document):
        if anchor in contents.omitted:
            continue
        if anchor in contents.columns or not columns:
            columns.append([])
        label = contents.labels.get(anchor, _label(contents, words))
        columns[-1].append(f"{contents.indents.get(level, '')}[{label}](#{anchor})")
    return f"| {' | '.join('<br>'.join(column) for column in columns)} |"


def _headings(document: Document) -> list[tuple[str, int, str]]:
    """Anchor, level and words as written of each heading."""
    return [
        (
            heading.id,
            heading.level,
            _HEADING.sub("", document.source.slice(document.clauses[heading.clause].span)).strip(),
        )
        for heading in document.headings
    ]


def _label(contents: Contents, words: str) -> str:
    label = _LAST_BRACKETS.sub("", words) if contents.shortened else words
    if contents.quotes:
        label = _OPENS.sub("\\1“", label).replace('"', "”").replace("'", "’")
    return label


def fill_contents(made: Composed, body: Body, contents: Contents | None) -> Composed:
    """A composed text with the table of its headings in its place, and the spans moved with it."""
    at = made.text.find(CONTENTS_PLACE)
    if contents is None or at < 0 or contents.record not in made.spans:
        return made
    table = write_contents(contents, _above(read_composed(body, made.text).document, len(made.text)))
    longer = len(table) - len(CONTENTS_PLACE)
    spans = {name: Span(*_moved(span, at, longer)) for name, span in made.spans.items()}
    return Composed(made.text[:at] + table + made.text[at + len(CONTENTS_PLACE) :], spans)


def _moved(span: Span, at: int, longer: int) -> Iterator[int]:
    yield span.start + (longer if span.start > at else 0)
    yield span.end + (longer if span.end > at else 0)


def _above(document: Document, end: int) -> Document:
    """A document with the headings that begin before an offset."""
    return replace(document, headings=tuple(each for each in document.headings if each.span.start < end))
