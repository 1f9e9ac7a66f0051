"""Records applied to the words of a published text: what the completeness of `find_emendations` is measured by."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice, takewhile

from kb.model import Document
from kb.provenance import Emendation
from kb.readers.kramdown import read_document
from kb.text import Source, Span
from kb.tokens import Token, read_stream


def read(text: str, path: str = "text.md") -> Document:
    """A document from text at hand."""
    return read_document(Source.from_text(path, text)).value


def read_named(path: str, text: str) -> Document:
    """The same, by the path it is told under."""
    return read(text, path)


def words_of(document: Document) -> list[str]:
    """The words and punctuation of a document, in order."""
    return [token.text for token in read_stream(document).tokens]


def apply_records(published: Document, emended: Document, records: Iterable[Emendation]) -> list[str]:
    """The published words with every record made, the words put in taken from the emended text."""
    old, new = read_stream(published).tokens, read_stream(emended).tokens
    changes = sorted((r for r in records if r.part_of is None), key=lambda r: (r.published_span, r.emended_span))
    made: list[str] = []
    at = 0
    for record in changes:
        while at < len(old) and old[at].span.start < record.published_span.start:
            made.append(old[at].text)
            at += 1
        made.extend(token.text for token in within(new, record.emended_span))
        at += len(within(old, record.published_span, at))
    return made + [token.text for token in old[at:]]


def within(tokens: Sequence[Token], span: Span, at: int = 0) -> list[Token]:
    """The tokens that lie in a span, from one of them on. Tokens rise, so these stand side by side."""
    if not len(span):
        return []
    first = bisect_left(tokens, span.start, at, key=lambda token: token.span.start)
    return list(takewhile(lambda token: span.holds(token.span), islice(tokens, first, None)))
