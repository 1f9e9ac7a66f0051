"""Marks on the emended text: the records of a book come in, a mark around each change of substance goes out.

A mark leads to its entry among the authorities at the end of the page. Where words were removed a sign stands between
words; the marker of a footnote is the handle of the change it supports.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from kb.html import Mark
from kb.html.inline import attributes
from kb.interface import Words
from kb.model import Document, FootnoteId
from kb.provenance import Emendation
from kb.site.footnotes import find_markers
from kb.text import Span


class Marking:
    """The marks of one emended text; `numbers` are those of its footnotes."""

    def __init__(
        self, document: Document, records: tuple[Emendation, ...], numbers: Mapping[FootnoteId, int], words: Words
    ) -> None:
        self.document = document
        self.records = tuple(record for record in records if record.substantive)
        self.numbers = numbers
        self.words = words
        self.markers = dict(find_markers(document, self.records))
        self.supported = {span: record for record, span in self.markers.items()}

    def marks(self) -> Iterator[Mark]:
        """A mark for each change of substance, in order and apart; a removal is a sign between words."""
        end = 0
        for record in sorted(self.records, key=lambda record: (record.emended_span, record.id)):
            if record.emended_span.start < end:
                continue
            end = record.emended_span.end
            if record.emended_span.start == record.emended_span.end:
                place = self._nearest(record.emended_span.start)
                yield Mark(Span(place, place), id=record.id, after=self._removed(record))
            else:
                after = "" if record.id in self.markers else self._sign(record, "why.mark")
                yield Mark(record.emended_span, "ins", record.id, _change_attributes(record), after=after)

    def _nearest(self, at: int) -> int:
        """A place between words, or the end of the clause before it when it lies between clauses."""
        clauses = self.document.clauses
        before = bisect_right(clauses, at, key=lambda clause: clause.span.start) - 1
        return min(at, clauses[before].span.end) if before >= 0 else at

    def _sign(self, record: Emendation, key: str) -> str:
        label = self.words(key)
        attrs = (("class", "why bare"), ("href", f"#why:{record.id}"), ("data-change", record.id))
        return f"<a{attributes((*attrs, ('title', label), ('aria-label', label)))}>†</a>"

    def _removed(self, record: Emendation) -> str:
        return f"<span{attributes((('class', 'gone'), ('id', record.id)))}>{self._sign(record, 'why.gone')}</span>"

    def marker(self, ident: FootnoteId, span: Span, nth: int) -> str:
        """A footnote's marker: a link to its entry, and the handle of the change it supports."""
        number = self.numbers.get(ident)
        if number is None:
            return ""
        record = self.supported.get(span)
        attrs: tuple[tuple[str, str], ...] = (("href", f"#fn:{ident}"), ("class", "why"))
        if record is not None:
            attrs += (("data-change", record), ("aria-label", self.words("why.footnote", n=number)))
        return f'<sup id="fnref:{nth}"><a{attributes(attrs)}>{number}</a></sup>'


def _change_attributes(record: Emendation) -> tuple[tuple[str, str], ...]:
    return (("class", "change"), ("data-change", record.id))
