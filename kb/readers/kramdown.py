"""Markdown pages as Jekyll renders them with kramdown (GFM): a source comes in, a document goes out.

Every word of the source is in a clause, a footnote definition or an exclusion, and every clause's pieces tile
its span. Nothing in a source makes the reader raise; what is wrong with it is a diagnostic.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.diagnostics import Code, Outcome, Severity, in_order
from kb.kramdown.buffer import whole_text
from kb.kramdown.grammar import read_blocks
from kb.kramdown.reading import UNCLOSED_HTML, Reading
from kb.kramdown.strikes import strike_between
from kb.model import FRONT_MATTER, Clause, ClauseKind, Document, Exclusion, FootnoteDefinition, Piece
from kb.readers._clauses import Context, Gathering
from kb.readers._front_matter import read_front_matter
from kb.readers._harvest import host_of
from kb.text import WORD, Source, Span, lies_in

CONTROL_CHARACTER = Code(
    "KB105",
    "control-character",
    Severity.WARNING,
    "A control character in a text is a slip of some program; browsers and databases treat it in different ways.",
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Those of both tables but white space; the later ones are left of a text that was read in the wrong code page."""
RETURNS_ALONE = Code(
    "KB108",
    "returns-alone",
    Severity.WARNING,
    "Where lines end with a carriage return alone, as old Macs wrote them, front matter is not found, and whatever is "
    "told of the text is told of line 1.",
)
CODES = (CONTROL_CHARACTER, RETURNS_ALONE)


def read_document(source: Source, site: str | None = None) -> Outcome[Document]:
    """Read a page. `site` is the address of the site it belongs to, which makes links to it `external_self`."""
    front = read_front_matter(source)
    reading = Reading(source)
    reading.diagnostics.extend(front.diagnostics)
    if len(front.value.span):
        reading.exclude(front.value.span, FRONT_MATTER)
    _report_control_characters(reading)
    _report_returns(reading)
    root = read_blocks(whole_text(source.text, front.value.span.end), reading)
    gathering = Gathering(reading, host_of(site) if site else None)
    blocks = gathering.blocks(root.nodes, Context())
    gathering.footnotes(reading.footnotes)
    clauses, definitions = _strike_over(gathering, reading)
    document = Document(
        source=source,
        front_matter=front.value.values,
        blocks=blocks,
        clauses=clauses,
        headings=tuple(gathering.headings),
        notes=tuple(gathering.notes),
        definitions=definitions,
        references=tuple(gathering.harvest.references),
        links=tuple(gathering.harvest.links),
        images=tuple(gathering.harvest.images),
        anchors=gathering.harvest.anchors,
        orphans=tuple(orphan.frozen() for orphan in reading.orphans),
        exclusions=_all_exclusions(reading, gathering),
        abbreviations=reading.abbreviations,
    )
    return Outcome(document, in_order(reading.diagnostics))


def _strike_over(gathering: Gathering, reading: Reading) -> tuple[tuple[Clause, ...], tuple[FootnoteDefinition, ...]]:
    """The clauses and the footnotes, each for itself, with the words struck that a text strikes over several blocks."""
    raw = [clause.kind is ClauseKind.HTML for clause in gathering.clauses]
    found = strike_between([clause.pieces for clause in gathering.clauses], raw, reading.source)
    clauses = tuple(
        clause if clause.pieces is pieces else replace(clause, pieces=pieces)
        for clause, pieces in zip(gathering.clauses, found.runs, strict=True)
    )
    _report_unclosed(found.unclosed, reading)
    definitions = []
    for definition in gathering.definitions:
        found = strike_between((definition.pieces,), (False,), reading.source)
        _report_unclosed(found.unclosed, reading)
        definitions.append(replace(definition, pieces=found.runs[0]))
    return clauses, tuple(definitions)


def _report_unclosed(tags: Iterable[Piece], reading: Reading) -> None:
    """Tell of the tags that strike words with no end, but for those whose element was told of as it was read."""
    if not tags:
        return
    told = {(each.line, each.column) for each in reading.diagnostics if each.code is UNCLOSED_HTML}
    for piece in tags:
        place = reading.source.position(piece.span.start)
        if (place.line, place.column) not in told:
            message = f"`<{piece.tag}>` has no end tag: what it strikes ends with its block and still counts"
            reading.report(UNCLOSED_HTML, piece.span, message, f"add `</{piece.tag}>` where the struck words end")


def _report_control_characters(reading: Reading) -> None:
    text = reading.source.text
    found = _CONTROL.search(text)
    if found is not None:
        message = f"control character `U+{ord(found.group()):04X}`"
        wide = found.group() == "\0" and text.count("\0") > len(text) // 3
        hint = "save the file as UTF-8; its letters are two bytes wide, as those of UTF-16 are" if wide else "remove it"
        reading.report(CONTROL_CHARACTER, Span(*found.span()), message, hint)


def _report_returns(reading: Reading) -> None:
    """Tell of a text of several lines in which no line ends as lines are counted."""
    text = reading.source.text
    if "\n" not in text and "\r" in text.rstrip("\r"):
        at = text.index("\r")
        message = "lines end with carriage returns alone: all of the text counts as line 1"
        reading.report(RETURNS_ALONE, Span(at, at + 1), message, "save it with the line ends of Unix or of Windows")


def _all_exclusions(reading: Reading, gathering: Gathering) -> tuple[Exclusion, ...]:
    """What the rules excluded, and list numbers or tags that stand before no text."""
    definitions = sorted(definition.span for definition in gathering.definitions)
    excluded = [found for found in reading.exclusions if not lies_in(definitions, found.span)]
    spans = [clause.span for clause in gathering.clauses]
    spans.extend(definitions)
    spans.extend(exclusion.span for exclusion in excluded)
    spans.sort()
    text, at = reading.source.text, 0
    for span in [*spans, Span(len(text), len(text))]:
        if span.start > at and WORD.search(text, at, span.start):
            words = list(WORD.finditer(text, at, span.start))
            excluded.append(Exclusion(Span(words[0].start(), words[-1].end()), "markup without text"))
        at = max(at, span.end)
    excluded.sort(key=lambda exclusion: exclusion.span)
    return tuple(excluded)
