"""Places shared by audit rules: which documents are reported on, and where their words stand."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from kb.effective import read_day
from kb.graph import Book, Kb
from kb.model import Clause, CompendiumVersion, Document, FootnoteId, PieceKind
from kb.naming.calling import DATE
from kb.provenance import Cited, FootnoteVerdict, ReferenceVerdict
from kb.text import Span, Word, word_forms, words

_DATE = re.compile(DATE)


def checked_documents(kb: Kb) -> Iterator[Document]:
    """The documents whose content is reported on, in order of path."""
    for path in kb.checked:
        if path in kb.documents:
            yield kb.documents[path]


def defined_twice(document: Document) -> frozenset[FootnoteId]:
    """The footnotes that a document defines more than once, as one does that numbers them anew in each chapter: which
    of them a marker means nobody knows."""
    times = Counter(each.id for each in document.definitions)
    return frozenset(name for name, count in times.items() if count > 1)


def headed_days(document: Document) -> Iterator[str]:
    """The days that headings of a text name: a list by date is cited by the day of its place."""
    for heading in document.headings:
        yield from (day for match in _DATE.finditer(heading.text) if (day := read_day(match.group())) is not None)


def checked_pages(kb: Kb) -> Iterator[Document]:
    """The documents whose content is reported on, then the pages of the cards."""
    checked = frozenset(kb.checked)
    yield from checked_documents(kb)
    yield from (card.document for card in kb.cards if card.document.source.path in checked)


def checked_books(kb: Kb) -> Iterator[tuple[Book, Document]]:
    """The books whose emended text is reported on, each with that text."""
    checked = checked_paths(kb)
    for book in kb.books.values():
        if book.emended is not None and book.emended.document.source.path in checked:
            yield book, book.emended.document


def checked_paths(kb: Kb) -> frozenset[str]:
    """The paths of the documents whose content is reported on."""
    return frozenset(document.source.path for document in checked_documents(kb))


def checked_footnotes(kb: Kb) -> Iterator[tuple[Document, FootnoteVerdict]]:
    """The footnotes that are reported on, each with its document."""
    for document in checked_documents(kb):
        yield from ((document, verdict) for verdict in kb.footnotes.get(document.source.path, ()))


def named_places(kb: Kb) -> Iterator[tuple[Document, FootnoteVerdict, Cited]]:
    """What the footnotes that are reported on cite, each with its document and footnote, but for what one takes over
    from another of its document as it is (`Ibid.`): what is wrong with that is said once."""
    for document in checked_documents(kb):
        known: set[Cited] = set()
        verdicts = kb.footnotes.get(document.source.path, ())
        for verdict in sorted(verdicts, key=lambda each: any(cited.as_note is not None for cited in each.cites)):
            for cited in verdict.cites:
                bare = replace(cited, as_note=None)
                if cited.as_note is None or bare not in known:
                    yield document, verdict, cited
                known.add(bare)


def version_of(kb: Kb, document: Document) -> CompendiumVersion | None:
    """The version of a compendium that a document is; None where it is none."""
    return next((each for each in kb.versions.values() if each.document is document), None)


def clause_words(clause: Clause) -> Iterator[Word]:
    """The words of a clause's reading text that stand in one piece, with their spans in the source."""
    for piece in clause.pieces:
        if piece.kind is PieceKind.TEXT:
            yield from words(piece.text, piece.span.start)


def sentence_span(document: Document, reference: ReferenceVerdict, sentence: str) -> Span:
    """Where a sentence before a marker stands, whatever markup and bars of a table part its words; the marker itself
    where its words are not as read."""
    clause = next((each for each in document.clauses if each.id == reference.clause), None)
    at = document.source.text.rfind(sentence, 0, reference.span.start)
    if clause is None or at >= clause.span.start:
        return Span(at, at + len(sentence)) if clause is not None else reference.span
    wanted = word_forms(sentence)
    read = [piece for piece in clause.pieces if piece.kind is PieceKind.TEXT and not piece.struck]
    found = [word for piece in read for word in words(piece.text, piece.span.start)]
    found = [word for word in found if word.span.end <= reference.span.start]
    forms = tuple(word.form for word in found)
    for end in range(len(forms), len(wanted) - 1, -1) if wanted else ():
        if forms[end - 1] == wanted[-1] and forms[end - len(wanted) : end] == wanted:
            return Span(found[end - len(wanted)].span.start, found[end - 1].span.end)
    return reference.span


def reading_span(clause: Clause) -> Span:
    """The span from the first to the last word of a clause, without markers and attribute lists."""
    read = [piece.span for piece in clause.pieces if piece.text.strip()]
    return Span(read[0].start, read[-1].end) if read else clause.span


def first_words(document: Document, span: Span) -> Span:
    """A span from where its first clause is read, emphasis marks included: an attribute list or a container's marks in
    front of it are no place to point at. A span that begins inside what is read stays."""
    for at in document.clauses_over(span):
        opened, pieces = None, document.clauses[at].pieces
        around = bisect_right(pieces, span.start, key=lambda piece: piece.span.start) - 1
        for piece in islice(pieces, max(0, around), None):
            if piece.span.start <= span.start < piece.span.end:
                return span
            if piece.kind is PieceKind.OPEN:
                opened = piece.span.start if opened is None else opened
            elif piece.text.strip() and span.start < piece.span.start < span.end:
                return Span(max(span.start, piece.span.start if opened is None else opened), span.end)
            else:
                opened = None
    return span


def label_span(clause: Clause) -> Span:
    """The span of a clause's leading label with its emphasis marks, or of its words where it has none."""
    for piece in clause.pieces:
        if piece.kind is PieceKind.OPEN and piece.tag == "strong":
            closing = next(
                (end for end in clause.pieces if end.kind is PieceKind.CLOSE and end.span.start >= piece.span.end),
                piece,
            )
            return Span(piece.span.start, closing.span.end)
        if piece.text.strip():
            break
    return reading_span(clause)
