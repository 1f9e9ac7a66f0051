"""Web texts: a rulebook as a browser without pictures shows or saves it, wrapped lines and no markup.

A source comes in, a document goes out. Headings are bare lines, lists begin with a sign or number, notes with a label
and a colon, boxes stand between rules, and an editor's note in brackets is a clause of its own. Every word is in a
clause; nothing is cut off here, because only a base tells what is no part of the work (`kb.borrowing`).
"""

import re
from dataclasses import replace

from kb.diagnostics import Outcome
from kb.model import ClauseKind, Document
from kb.plain import Ground, PlainText, Unit, UnitKind
from kb.plain_lines.bare import find_contents, is_capitals, known_headings
from kb.plain_lines.gathering import Gathering, Known
from kb.plain_lines.lines import find_margins, read_lines
from kb.plain_lines.making import make_plain
from kb.plain_lines.page_lines import part_pages
from kb.text import Source

SURE = {Ground.OWN: 0.94, Ground.CONTENTS: 0.97, Ground.FORM: 0.85, Ground.BASE: 0.95}
"""How often a unit known on a ground is a clause of its work as a whole: measured on rulebooks wrapped mechanically."""


_MARKUP = re.compile(
    r"\A\ufeff?---\s*$|^(?:#{1,6} +\S|\s*\{[:#]|\s*> |\| |\[\^)|\]\(|\*\*\w|</\w|<(?:p|br|div|hr|a|img|table)[ />]",
    re.MULTILINE,
)


def is_plain(source: Source) -> bool:
    """Whether a text shows no sign of markdown or HTML."""
    return not source.path.casefold().endswith((".md", ".markdown")) and _MARKUP.search(source.text) is None


def read_text(source: Source, base: Document | None = None) -> Outcome[PlainText]:
    """Read a web text, with how sure each of its units is. `base` is another edition of its work, whose headings and
    labels help to find those here."""
    paged = part_pages(source.text, read_lines(source))
    lines = paged.lines
    known = _known(base) if base is not None else Known()
    margins = find_margins(source.text, lines)
    contents = find_contents(source.text, lines)
    units = _levelled(source, Gathering(source.text, lines, margins, contents, known).run())
    return make_plain(source, units, paged, SURE)


def _known(base: Document) -> Known:
    labels = (clause.label for clause in base.clauses if clause.kind is ClauseKind.NOTE_PARAGRAPH and clause.label)
    return Known(known_headings([each.text for each in base.headings]), frozenset(each.casefold() for each in labels))


def _levelled(source: Source, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Headings with their levels: those in capitals stand above the others where a text has both."""
    capital = {
        at: is_capitals(source.text[unit.content : unit.span.end])
        for at, unit in enumerate(units)
        if unit.kind is UnitKind.HEADING
    }
    mixed = len(set(capital.values())) > 1
    return tuple(
        replace(unit, level=3 if mixed and not capital[at] else 2) if at in capital else unit
        for at, unit in enumerate(units)
    )
