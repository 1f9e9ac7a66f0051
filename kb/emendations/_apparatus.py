"""Apparatus: what surrounds the text of a work: front matter and footnote definitions.

In: the two documents. Out: `Found` changes of kind `structure`.
"""

from collections.abc import Iterator, Sequence

from kb.diff import Edit, diff
from kb.emendations._found import Found
from kb.emendations._words import WordChanges
from kb.model import Document, FootnoteDefinition
from kb.provenance import EmendationKind, Unit
from kb.text import Span


class ApparatusChanges:
    """Finds changes outside the running text, but for definitions that a heading's record holds already."""

    def __init__(self, words: WordChanges, found: Sequence[Found]) -> None:
        self.words = words
        self.covered = [(change.old_span, change.new_span) for change in found if change.whole]
        self.old, self.new = words.alignment.published, words.alignment.emended
        self.last = len(words.old.tokens), len(words.new.tokens)

    def find(self) -> Iterator[Found]:
        """Every change of the apparatus."""
        yield from self._front_matter()
        yield from self._definitions()

    def _front_matter(self) -> Iterator[Found]:
        """The lines of the front matter from the first that differs to the last."""
        sides = [_lines(document, document.front) for document in (self.old, self.new)]
        texts = [[text for text, _ in side] for side in sides]
        edits = diff(*texts)
        if edits:
            old = _between(sides[0], edits[0].old_start, edits[-1].old_end)
            new = _between(sides[1], edits[0].new_start, edits[-1].new_end)
            yield self._found(Edit(0, 0, 0, 0), old, new, Unit.FRONT_MATTER)

    def _definitions(self) -> Iterator[Found]:
        """Definitions that only one side has, neighbours together; and ones whose text differs."""
        known = [{d.id: _plain(d) for d in document.definitions} for document in (self.old, self.new)]
        for side, document in enumerate((self.old, self.new)):
            fresh = [d for d in document.definitions if d.id not in known[1 - side]]
            for group in self._neighbours(document, fresh):
                span = Span(group[0].span.start, document.source.end_of(group[-1].span))
                other = self._place(1 - side)
                if any(spans[side].holds(span) for spans in self.covered):
                    continue
                old, new = (other, span) if side else (span, other)
                yield self._found(Edit(*self.last[:1] * 2, *self.last[1:] * 2), old, new, Unit.BLOCK)
        first = {definition.id: definition for definition in reversed(self.old.definitions)}
        for definition in self.new.definitions:
            before = first.get(definition.id)
            if before is not None and _plain(before) != _plain(definition):
                edit = Edit(*self.last[:1] * 2, *self.last[1:] * 2)
                yield self._found(edit, before.span, definition.span, Unit.FOOTNOTE)

    def _neighbours(
        self, document: Document, definitions: Sequence[FootnoteDefinition]
    ) -> Iterator[list[FootnoteDefinition]]:
        group: list[FootnoteDefinition] = []
        for definition in definitions:
            if group and document.source.text[group[-1].span.end : definition.span.start].strip():
                yield group
                group = []
            group.append(definition)
        if group:
            yield group

    def _place(self, side: int) -> Span:
        stream = (self.words.old, self.words.new)[side]
        at = stream.tokens[-1].span.end if stream.tokens else 0
        return Span(at, at)

    def _found(self, edit: Edit, old: Span, new: Span, unit: Unit) -> Found:
        return Found(edit, old, new, EmendationKind.STRUCTURE, unit, False, None, None, bears=False)


def _lines(document: Document, span: Span) -> list[tuple[str, Span]]:
    found: list[tuple[str, Span]] = []
    at = span.start
    for line in document.source.slice(span).splitlines(keepends=True):
        found.append((line.rstrip(), Span(at, at + len(line.rstrip()))))
        at += len(line)
    return found


def _between(lines: Sequence[tuple[str, Span]], start: int, end: int) -> Span:
    if start < end:
        return Span(lines[start][1].start, lines[end - 1][1].end)
    at = lines[start - 1][1].end if start and lines else 0
    return Span(at, at)


def _plain(definition: FootnoteDefinition) -> str:
    return " ".join(definition.text.split())
