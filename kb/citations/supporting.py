"""What a footnote's markers support: a clause and its markers come in; the words before each marker go out.

The rule of attachment: a footnote supports the words between the marker before it, or the start of the block,
and itself. Where records are known and what it founds stands elsewhere (right behind it, below the heading that it
is on, above it where it stands alone), it supports that. Sentences that only send the reader elsewhere (`See also
...`) are no part of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kb.claims import denies
from kb.differences import FUNCTION_WORDS
from kb.model import Clause, ClauseKind, Document, FootnoteId, FootnoteReference, Piece, PieceKind
from kb.numbering import leading_number
from kb.plain_lines.labels import LABELS
from kb.provenance import Emendation, FootnoteVerdict, Problem, Unit
from kb.sentences import find_sentences
from kb.similarity import compare_words
from kb.spelling import stem_form
from kb.text import CLOSERS, Span, has_words
from kb.tokens import without_page_marks

LONGEST_LIST = 12
"""Items of a list that a marker at its end is taken to support together."""
_LABELLED = re.compile(r"\s*[(\[]?(?P<label>[^\W\d_]+)(?:[)\]]\s*:?|\s*[:.]|\s+[—–])\s+")
"""What a paragraph outside of a box begins with and a sign parts from its words: `Note: ...`, `(Clarification) ...`."""
_REFERS = re.compile(r"[(\[]?\s*see\b", re.IGNORECASE)
_WHOLE = re.compile(rf"^\s*\W{{0,3}}[^\W\d_a-z].*\s\S.*[.!?]{CLOSERS}\s*$", re.DOTALL)
"""A cell that begins and ends as a sentence does, of several words."""
SMALL = frozenset({Unit.WORD, Unit.PHRASE, Unit.CHARACTER})
"""Units of changes smaller than a sentence."""
YES_NO = (("yes",), ("no",))
"""What a cell may answer."""
Sentences = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Supported:
    """The sentences before a marker, and those of the whole list it closes, when a sentence introduces one.

    `apart` are the sentences without the number of the rule before them, and without what stands before a colon in them
    where changes touch only what is behind it.
    """

    sentences: Sentences = ()
    with_list: Sentences = ()
    apart: Sentences = ()


def find_supported(document: Document, records: Iterable[Emendation] = ()) -> Mapping[Span, Supported]:
    """What each footnote reference of a document supports, by the reference's span.

    With records, only the sentences that a record with this footnote touches, where there are any; those behind a
    marker where no marker of this footnote stands behind what the record changed.
    """
    by_footnote: dict[str, list[Span]] = {}
    for record in records:
        for footnote in record.footnotes:
            by_footnote.setdefault(footnote, []).append(record.emended_span)
    beside = _changed_beside(document, by_footnote)
    found: dict[Span, Supported] = {}
    for number, references in _by_clause(document.references).items():
        clause = document.clauses[number]
        cells = _whole_cells(clause)
        read: dict[
            tuple[int, tuple[Span, ...]], tuple[Sentences, Sentences]
        ] = {}  # markers side by side share their pieces
        for reference, pieces, changed in _reached(clause, references, by_footnote):
            key = (id(pieces), changed)
            if key not in read:
                own = _sentences(pieces, clause.label, changed, cells=cells)
                behind = _sentences(pieces, clause.label, changed, apart=True, cells=cells)
                read[key] = own, () if behind == own else behind
            sentences, apart = read[key]
            if (told := beside.get(reference.id)) and (not changed or clause.kind is ClauseKind.HEADING):
                sentences, apart = told, ()
            before = _list_before(document, number) if reference is references[0] else ()
            found[reference.span] = Supported(sentences, (*before, *sentences) if before else (), apart)
    return found


def _changed_beside(document: Document, by_footnote: Mapping[str, Sequence[Span]]) -> Mapping[str, Sentences]:
    """The sentences of what is changed with footnotes of which no marker stands in a block with it: a marker may stand
    on the heading above, or in a paragraph of its own below."""
    marked: dict[str, list[Span]] = {}
    for reference in document.references:
        clause = document.clauses[reference.clause] if reference.clause is not None else None
        if clause is not None and clause.kind is not ClauseKind.HEADING:
            marked.setdefault(reference.id, []).append(clause.span)
    found: dict[str, Sentences] = {}
    for footnote, spans in by_footnote.items():
        if not any(span.overlaps(clause) for span in spans for clause in marked.get(footnote, ())):
            told = {at: said for span in spans for at, said in _changed_sentences(document, span, whole=True).items()}
            rules = [said for at, said in told.items() if document.clauses[at].kind is not ClauseKind.HEADING]
            found[footnote] = tuple(chain(*(rules or told.values())))
    return found


def _reached(
    clause: Clause, references: Sequence[FootnoteReference], by_footnote: Mapping[str, Sequence[Span]]
) -> Iterator[tuple[FootnoteReference, Sequence[Piece], tuple[Span, ...]]]:
    """Each reference of a clause with the pieces whose words it supports and what is changed in them: those before it,
    or the clause's where nothing but what stands behind all markers of its footnote is changed with it."""
    regions = _regions(clause, references)
    reach: dict[str, list[Span]] = {}
    for reference, pieces in zip(references, regions, strict=True):
        reach.setdefault(reference.id, []).append(_extent(pieces))
    for reference, pieces in zip(references, regions, strict=True):
        changed = tuple(span for span in by_footnote.get(reference.id, ()) if span.overlaps(clause.span))
        if any(span.overlaps(_extent(pieces)) for span in changed):
            yield reference, pieces, changed
            continue
        own = reach[reference.id] + [each.span for each in references]  # a marker on published words changes none
        behind = tuple(s for s in changed if not any(s.overlaps(each) for each in own))
        yield reference, clause.pieces if behind else pieces, behind or changed


def _list_before(document: Document, number: int) -> Sentences:
    """The sentences from the clause that introduces a list to the clause before this item of it.

    There are none where the clause is no item, where another marker stands in between, or where the list is a long one.
    """
    own = document.clauses[number]
    if own.kind is not ClauseKind.LIST_ITEM:
        return ()
    above: list[Sentences] = []
    for clause in reversed(document.clauses[max(0, number - LONGEST_LIST) : number]):
        same = clause.section == own.section and clause.note == own.note
        if not same or any(piece.kind is PieceKind.FOOTNOTE for piece in clause.pieces):
            return ()
        above.append(_sentences(clause.pieces, clause.label, ()))
        if clause.text.rstrip().endswith(":"):
            return tuple(sentence for sentences in reversed(above) for sentence in sentences)
        if clause.kind is not ClauseKind.LIST_ITEM:
            return ()
    return ()


def _by_clause(references: Iterable[FootnoteReference]) -> dict[int, list[FootnoteReference]]:
    found: dict[int, list[FootnoteReference]] = {}
    for reference in references:
        if reference.clause is not None:
            found.setdefault(reference.clause, []).append(reference)
    return {number: sorted(group, key=lambda each: each.span) for number, group in found.items()}


def _regions(clause: Clause, references: Sequence[FootnoteReference]) -> list[tuple[Piece, ...]]:
    """The pieces before each reference; markers side by side share theirs, one before all words has the clause."""
    regions: list[tuple[Piece, ...]] = []
    number = 0
    for reference in references:
        start = number
        while number < len(clause.pieces) and clause.pieces[number].span.end <= reference.span.start:
            number += 1
        pieces = clause.pieces[start:number]
        if not any(piece.text.strip(" .,;:)\n") for piece in pieces if piece.kind is not PieceKind.FOOTNOTE):
            pieces = regions[-1] if regions else clause.pieces
        regions.append(pieces)
    return regions


def _extent(pieces: Sequence[Piece]) -> Span:
    """From the first of some pieces to the last."""
    return Span(pieces[0].span.start, pieces[-1].span.end) if pieces else Span(0, 0)


def _whole_cells(clause: Clause) -> Sequence[Span]:
    """The cells of a row that are sentences of their own, each with the bar behind it: what stands in the cell beside
    is none of its words. One without a stop may be said of that: `Plum | four points`."""
    found: list[Span] = []
    cell, begins = "", clause.span.start
    for piece in clause.pieces if clause.kind is ClauseKind.TABLE_ROW else ():
        if piece.parts_cells:
            found += [Span(begins, piece.span.end)] if _WHOLE.search(cell) else ()
            cell, begins = "", piece.span.end
        elif piece.kind is not PieceKind.FOOTNOTE:
            cell += piece.current
    return [*found, *([Span(begins, clause.span.end)] if _WHOLE.search(cell) else ())]


def _sentences(
    pieces: Sequence[Piece],
    label: str | None,
    changed: Sequence[Span],
    *,
    apart: bool = False,
    cells: Sequence[Span] = (),
) -> Sentences:
    """The sentences that some pieces make, those that changes touch where any does; `apart` from the number of a rule
    before them, and, where they are changed, each from what stands before a colon in it. Where some stand in `cells`,
    they are those alone.

    The number of a page is no part of them, nor is what the text itself strikes, unless nothing else is there: then
    that it is gone is what a footnote supports.
    """
    inside = [piece for piece in pieces if any(cell.holds(piece.span) for cell in cells)]
    pieces = inside if any(has_words(piece.text) for piece in inside) else pieces
    pieces = [*without_page_marks(pieces)]
    if any(piece.struck for piece in pieces) and any(has_words(piece.current) for piece in pieces):
        pieces = [piece for piece in pieces if not piece.struck]
    text = ""
    places: list[tuple[int, int, Span]] = []
    for piece in pieces:
        if piece.kind is PieceKind.FOOTNOTE:
            continue
        blank = piece.kind in {PieceKind.MARKUP, PieceKind.BREAK} and not piece.text.strip()
        read = " " if blank else piece.text
        places.append((len(text), len(text) + len(read), piece.span))
        text += read
    start = 0
    if label is not None:
        labelled = re.match(rf"\s*{re.escape(label)}\s*[:.]?", text)
        start = labelled.end() if labelled else 0
    elif (said := _LABELLED.match(text)) is not None and said["label"].casefold() in LABELS:
        start = said.end()
    elif apart and (lead := leading_number(text)) is not None:
        start = lead.span.end
    parted = find_sentences(text[start:], apart and bool(changed))
    spans = [Span(start + span.start, start + span.end) for span in parted]
    spans = [span for span in spans if not _REFERS.match(text[span.start : span.end])]
    touched = [span for span in spans if changed and _touches(span, places, changed)]
    return tuple(" ".join(text[span.start : span.end].split()) for span in touched or spans)


def _touches(span: Span, places: Sequence[tuple[int, int, Span]], changed: Sequence[Span]) -> bool:
    """Whether a change touches the source characters that a stretch of reading text comes from."""
    for start, end, source in places:
        if start >= span.end or end <= span.start:
            continue
        exact = len(source) == end - start
        first = source.start + max(0, span.start - start) if exact else source.start
        after = source.end - max(0, end - span.end) if exact else source.end
        if any(each.overlaps(Span(first, after)) for each in changed):
            return True
    return False


def changed_text(document: Document, span: Span, whole_sentences: bool = False) -> str:
    """The words a reader reads in a stretch of a document, labels and references elsewhere left out.

    With `whole_sentences` the sentences that the stretch touches, for changes smaller than a sentence.
    """
    return " ".join(chain(*_changed_sentences(document, span, whole_sentences).values()))


def _changed_sentences(document: Document, span: Span, whole: bool) -> Mapping[int, Sentences]:
    """The sentences of each clause in a stretch of a document; those that it touches where they are to be whole."""
    found: dict[int, Sentences] = {}
    for at in document.clauses_over(span):
        clause = document.clauses[at]
        pieces = clause.pieces if whole else tuple(_clipped(clause.pieces, span))
        changed = (span,) if whole else ()
        found[at] = _sentences(pieces, clause.label, changed, cells=_whole_cells(clause))
    return found


def _clipped(pieces: Sequence[Piece], span: Span) -> Iterator[Piece]:
    """The pieces inside a span; one that crosses its edge is cut where its text is the source's own."""
    for piece in pieces:
        if span.holds(piece.span):
            yield piece
        elif piece.span.overlaps(span) and len(piece.text) == len(piece.span):
            start, end = max(piece.span.start, span.start), min(piece.span.end, span.end)
            text = piece.text[start - piece.span.start : end - piece.span.start]
            yield replace(piece, span=Span(start, end), text=text)


def says_put_in(record: Emendation, text: str) -> bool:
    """Whether a text has all words that a record puts in, in whatever form, those that only bind left aside; not where
    it puts in no others."""
    put = _told_by(record.emended_text) - _told_by(record.published_text)
    return bool(put) and put <= _told_by(text)


def is_answer(record: Emendation, verdict: FootnoteVerdict, document: Document) -> bool:
    """Whether a *yes* or *no* put into a cell is what the ruling says that a footnote quotes or tells: it speaks of
    something in the row, and denies it or not."""
    put = compare_words(changed_text(document, record.emended_span))
    quote = compare_words(verdict.quote or "")
    if put not in YES_NO or not verdict.sources or Problem.WRONG_ANCHOR in verdict.problems:
        return False
    row = document.clauses[document.clause_at(record.emended_span.start)]
    spoken = set(quote).intersection(compare_words(row.text)) - FUNCTION_WORDS - set(*put)
    return row.kind is ClauseKind.TABLE_ROW and bool(spoken) and denies(quote) is (put == ("no",))


def _told_by(text: str) -> set[str]:
    return {stem_form(word) for word in compare_words(text) if word not in FUNCTION_WORDS}


def before_marker(record: Emendation, footnote: FootnoteId, document: Document) -> Iterator[str]:
    """The words of a record between the marker before a footnote's own and that, where several footnotes share the
    record: of a new paragraph each supports its own sentences, if its ruling stands there, else the whole."""
    span = record.emended_span
    if len(record.footnotes) < 2 or record.unit in SMALL:
        return
    start, here = span.start, span.start
    inside = (each for each in document.references if span.start <= each.span.start <= span.end)
    for marker in sorted(inside, key=lambda each: each.span):
        if has_words(changed_text(document, Span(here, marker.span.start))):
            start = here  # markers side by side share the words before them
        here = marker.span.end
        if marker.id == footnote and start < marker.span.start:
            yield changed_text(document, Span(start, marker.span.start))
            return
