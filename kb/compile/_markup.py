"""Markup: what stands between two neighbouring tokens in two texts comes in, what differs there goes out as drafts.

A `Draft` is characters of the published source and what they give way to.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.compile._body import Body
from kb.ends import count_ends
from kb.model import FootnoteId
from kb.provenance import Emendation
from kb.records import Side
from kb.text import Span

MARKERS = re.compile(r"(?:\[\^[^\]\n]+\])+")
_MARK = re.compile(r"\[\^([^\]\n]+)\]")


@dataclass(frozen=True, slots=True)
class Draft:
    """Characters of the published source and what they give way to: `lead`, `words`, `markers` and `tail` in a row.

    `at` and `end` are the positions it lies between: its tokens, none for an insertion or a change of markup.
    """

    span: Span
    at: int
    end: int
    words: str
    record: Emendation | None
    lead: str = ""
    markers: str = ""
    tail: str = ""
    side: Side = Side.AFTER
    lined: bool = False
    """Its words have lines of their own in the emended text."""

    @property
    def text(self) -> str:
        """What stands there afterwards."""
        return self.lead + self.words + self.markers + self.tail


def footnotes_in(text: str) -> tuple[FootnoteId, ...]:
    """The footnotes that a text has markers of, each once, in order."""
    return tuple(dict.fromkeys(FootnoteId(mark) for mark in _MARK.findall(text)))


def make_drafts(text: str, span: Span, drafts: Sequence[Draft]) -> str | None:
    """A stretch of the published text with drafts made; None where these overlap or lie outside of it."""
    parts: list[str] = []
    at = span.start
    for draft in drafts:
        if draft.span.start < at or draft.span.end > span.end:
            return None
        parts += (text[at : draft.span.start], draft.text)
        at = draft.span.end
    return "".join((*parts, text[at : span.end]))


def of_markup(old: Body, at: int, span: Span, emended: str) -> Iterator[Draft]:
    """A change of what stands between tokens, down to the lines that differ where these stand once."""
    published = old.document.source.slice(span)
    if published == emended:
        return
    hung = _hung(old, at, span, emended)
    if hung:
        yield hung
        return
    lines, others = published.splitlines(keepends=True), emended.splitlines(keepends=True)
    lead, tail = count_ends(lines, others)
    kept = "".join(lines[lead : len(lines) - tail])
    start = span.start + len("".join(lines[:lead]))
    whole = old.document.source.slice(old.joint(at))
    if kept.strip() and whole.count(kept) == 1:
        span, emended = Span(start, start + len(kept)), "".join(others[lead : len(others) - tail])
    yield Draft(span, at, at, emended, None)


def _hung(old: Body, at: int, span: Span, emended: str) -> Draft | None:
    """Footnote markers hung on unchanged words, where nothing else changes there."""
    place = old.anchor(at)
    if not span.start <= place <= span.end:
        return None
    before = old.text[span.start : place]
    marks = MARKERS.match(emended, len(before))
    if not marks or not emended.startswith(before) or emended[marks.end() :] != old.text[place : span.end]:
        return None
    return Draft(Span(place, place), at, at, marks.group(), None)
