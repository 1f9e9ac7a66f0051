"""Scrapes: a rulebook of which only running text was kept: no headings, no lists, perhaps lost characters.

A source comes in, a document of paragraphs goes out. Blank lines part them; without these each line is one, and in
a wrapped text a line that ended on purpose. No other structure is claimed: a base lends it (`kb.borrowing`).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from kb.diagnostics import Outcome
from kb.model import Document
from kb.plain import Ground, PlainText, Unit, UnitKind
from kb.plain_lines.lines import Line, LineKind, begins_anew, ends_sentence, find_margins, read_lines, surely_goes_on
from kb.plain_lines.making import make_plain
from kb.plain_lines.page_lines import part_pages
from kb.text import Source, Span

SURE = {Ground.FORM: 0.85}
"""How often a paragraph is a whole clause: nine in ten of mechanical scrapes are, fewer of real ones."""


FEW_ITEMS = 2
"""A text in which fewer lines begin as list items do has no lists."""


def is_scrape(source: Source) -> bool:
    """Whether a plain text keeps no structure but its paragraphs: no wrapped lines, no lists."""
    lines = part_pages(source.text, read_lines(source)).lines
    return find_margins(source.text, lines).body == inf and sum(bool(line.marker) for line in lines) < FEW_ITEMS


def read_text(source: Source, _base: Document | None = None) -> Outcome[PlainText]:
    """Read a scrape, with how sure each of its units is; a base would tell nothing here."""
    paged = part_pages(source.text, read_lines(source))
    return make_plain(source, _paragraphs(source, paged.lines), paged, SURE)


def _paragraphs(source: Source, lines: Sequence[Line]) -> tuple[Unit, ...]:
    """The paragraphs; a line of dashes parts them too."""
    text = source.text
    margins = find_margins(text, lines)
    units: list[Unit] = []
    blank = True
    for before, line in zip((None, *lines), lines, strict=False):
        if line.kind is LineKind.RULE:
            units.append(Unit(UnitKind.RULE, line.span, line.span.start))
        elif line.kind is LineKind.TEXT:
            goes_on = (
                before is not None
                and not blank
                and (
                    surely_goes_on(text, before, line)
                    or margins.blanks
                    or not margins.had_room(text, before, line, in_item=False)
                    or not (ends_sentence(text, before) and begins_anew(text, line))
                )
            )
            if goes_on and (margins.body != inf or line.turned):
                units[-1] = replace(units[-1], span=Span(units[-1].span.start, line.span.end))
            else:
                units.append(Unit(UnitKind.PARAGRAPH, line.span, line.span.start, Ground.FORM))
        blank = line.kind is not LineKind.TEXT
    return tuple(units)
