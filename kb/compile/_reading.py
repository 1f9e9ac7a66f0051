"""Reading again: a text with records made comes in, what a reader reads of it goes out, by record and outside them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kb.compile._body import Body
from kb.compile._compose import Composed, Placed, compose
from kb.compile._parts import Part
from kb.readers.kramdown import read_document
from kb.text import Source, Span

BLANK_LINE = re.compile(r"[^\S\n]*\n[^\S\n]*\n")
READINGS = 4
"""So many readings of a text are kept: of a day, of the day before, of all records and of the headings among them. Each
is a hundred times as large as its text."""
MARKER = re.compile(r"\[\^([^\]\n]+)\](?!:)")


@dataclass(frozen=True, slots=True)
class Reading:
    """The tokens of a composed text: those no record put there with their offsets, and those of each record."""

    kept: Sequence[tuple[str, int]]
    words: Mapping[str, Sequence[str]]
    spans: Mapping[str, Span]
    size: int


def read_made(body: Body, placed: Sequence[Placed], undefined: Collection[str], part: Part) -> Reading:
    """Compose a part of a text with some of its records made, and read it."""
    made = compose(body, placed, part.span)
    read = read_composed if len(part.span) == body.end else _read_part
    kept, words = words_put(read(body, made.text, undefined), made)
    return Reading(kept, words, made.spans, len(made.text))


def words_put(read: Body, made: Composed) -> tuple[list[tuple[str, int]], dict[str, list[str]]]:
    """The tokens of a composed text that has been read: those no record put there with their offsets, and those of each
    record."""
    spans = sorted((span, name) for name, span in made.spans.items() if len(span))
    kept: list[tuple[str, int]] = []
    words: dict[str, list[str]] = {name: [] for name in made.spans}
    at = 0
    for token in read.stream.tokens:
        start = token.span.start
        if start >= len(made.text):
            break
        while at < len(spans) and spans[at][0].end <= start:
            at += 1
        if at < len(spans) and spans[at][0].start < token.span.end:
            words[spans[at][1]].append(token.text)
        else:
            kept.append((token.text, start))
    return kept, words


def read_composed(body: Body, text: str, undefined: Collection[str] = ()) -> Body:
    """A composed body read again, with its footnotes defined, so that their markers are read as such; those of which
    it is known that nothing defines them are words. The body remembers the last ones."""
    asked = text, frozenset(undefined)
    known = body.readings.pop(asked, None)
    if known is None:
        definitions = body.text[body.end :]
        parting = "\n\n" if definitions.strip() and not BLANK_LINE.match(definitions) else ""
        whole = text + parting + definitions + _defined(text, definitions, undefined)
        known = Body(read_document(Source.from_text(body.document.source.path, whole)).value)
    body.readings[asked] = known
    for oldest in list(body.readings)[:-READINGS]:
        body.readings.pop(oldest, None)
    return known


def _read_part(body: Body, text: str, undefined: Collection[str]) -> Body:
    """A part of a composed body read again, with whatever footnotes it refers to."""
    unknown = set(undefined).difference(each.id for each in body.definitions)
    whole = text + _defined(text, "", unknown)
    return Body(read_document(Source.from_text(body.document.source.path, whole)).value)


def _defined(text: str, definitions: str, undefined: Collection[str]) -> str:
    """Definitions for the markers of a text that has none of its own yet, so that they are read as markers.

    They have a heading, so that the last one of the text is not taken for it.
    """
    names = (name for name in dict.fromkeys(MARKER.findall(text)) if name not in undefined)
    added = "".join(f"\n\n[^{name}]: ." for name in names if f"[^{name}]:" not in definitions)
    return f"\n\n# .{added}" if added and not definitions.strip() else added
