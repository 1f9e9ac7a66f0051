"""A relative clause between commas that lost them in an emended book, or got them, where no footnote tells why."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.model import Document
from kb.provenance import Emendation
from kb.text import Span

CODE = Code(
    "KB416",
    "relative-limited",
    Severity.SUGGESTION,
    "`Keepers, who sleep, pay nothing` speaks of all keepers, `Keepers who sleep pay nothing` of some: two commas make "
    "another rule, though no word changed.",
)
CODES = (CODE,)
_BEGINS = re.compile(r"\s+(?:who|whom|whose|which)\b", re.IGNORECASE)
MOST = 120
"""A clause of more characters than this between two commas is none that one reads in one breath."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report both commas as one, at the first, where both went or came in one sentence and no marker stands behind."""
    for book, document in checked_books(kb):
        commas = [each for each in book.emendations if {each.published_text, each.emended_text} == {",", ""}]
        commas.sort(key=lambda each: (each.published_span.start, each.emended_span.start))
        for first, last in pairwise(commas):
            told = _clause_between(book, document, first, last)
            if told and not (first.footnotes or last.footnotes or _is_noted(document, last)):
                gone = first.published_text == ","
                how = "lost the commas around it: it limits now" if gone else "got commas around it: it limits no more"
                message = f"`{told}` {how} what it is said of, and no footnote tells why"
                hint = "restore the published commas, or hang the footnote of its ruling on the sentence"
                yield diagnose(CODE, document.source, first_words(document, first.emended_span), message, hint)


def _clause_between(book: Book, document: Document, first: Emendation, last: Emendation) -> str:
    """The words of a relative clause between two commas that both went, or both came; nothing where they stand around
    something else."""
    if first.clause != last.clause or first.published_text != last.published_text or book.base is None:
        return ""
    text, spans = document.source.text, (first.emended_span, last.emended_span)
    if first.published_text:
        text, spans = book.base.document.source.text, (first.published_span, last.published_span)
    between = text[spans[0].end : spans[1].start]
    whole = len(between) <= MOST and not re.search(r"[,.;:!?]", between)
    return " ".join(between.split()) if whole and _BEGINS.match(between) else ""


def _is_noted(document: Document, last: Emendation) -> bool:
    """Whether a marker stands in the rest of the sentence or right behind its stop."""
    start = last.emended_span.end
    stop = re.search(r"[.!?](?=\s|\[|$)", document.source.text[start:])
    rest = Span(start, start + (stop.end() if stop else 0) + 1)
    markers: Sequence[Span] = [each.span for each in document.references]
    return any(rest.start <= each.start < rest.end for each in markers)
