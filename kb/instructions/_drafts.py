"""Drafts: the text of a book while errata are carried out on it, each character with its place in the source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile

from rapidfuzz.distance import Prefix

from kb.instructions._lines import MARKED, whole_lines
from kb.instructions._passage import Edit
from kb.model import APART, Clause, ClauseId, Document, PieceKind, SectionId
from kb.provenance import Unit
from kb.text import Span

OWN = -1
"""Who put a character there that the source has."""


@dataclass(frozen=True, slots=True)
class Change:
    """New words in the place of a span of the source; start == end where words are only put in. Where the words that
    give way were put there by other instructions, the span is theirs, and `after` has the numbers of their orders.
    `unit` is that of a block which is put in or goes whole, with its marks and the end of its line, and `ahead` says
    that it is put in right before its clause, not behind it."""

    section: SectionId
    clause: ClauseId
    span: Span
    old: str = field(repr=False)
    new: str = field(repr=False)
    after: tuple[int, ...] = ()
    unit: Unit | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class _Letter:
    """Where a character of a text stands in the source, or what it stands in the place of, and the order that put it
    there."""

    start: int
    end: int
    by: int = OWN


@dataclass(frozen=True, slots=True)
class ClauseText:
    """The reading text of a clause that holds; `letters` only once it was changed. One that was `put` there stands as a
    block of its own beside the clause."""

    clause: Clause = field(repr=False, compare=False)
    text: str
    letters: tuple[_Letter, ...] = field(default=(), repr=False)
    put: bool = False

    @property
    def put_by(self) -> int:
        """The order that put it there, where one did."""
        return self.letters[0].by if self.put and self.letters else OWN

    def changed(self, document: Document, edit: Edit) -> Change | None:
        """An edit of it as a change of the source; None where its words are neither inside an element (emphasis, a
        link) nor hold it whole, so that its mark would be left alone, or would join cells of a row."""
        if self.goes(edit):
            return self._goes_whole(document)
        tried = [each for each in (edit, self._trimmed(edit)) if not self._joins_cells(each)]
        for each in tried:
            change = self._change(document, each)
            if self._whole(change.span) == change.span:
                return change
        if edit not in tried:
            return None
        change = self._change(document, edit)
        span = self._whole(change.span)
        return None if span is None or change.after else replace(change, span=span, old=document.source.slice(span))

    def goes(self, edit: Edit) -> bool:
        """Whether an edit takes all of an item or a row out, which no mark and no bars are left of."""
        whole = not edit.new.strip() and not (self.text[: edit.span.start] + self.text[edit.span.end :]).strip()
        return whole and not self.letters and self.clause.kind in MARKED

    def _goes_whole(self, document: Document) -> Change | None:
        lines, clause = whole_lines(document, self.clause), self.clause
        if lines is None:
            return None
        return Change(clause.section, clause.id, lines, document.source.slice(lines), "", unit=MARKED[clause.kind])

    def cells(self) -> tuple[Span, ...]:
        """The cells of a row of a table, as stretches of its text."""
        cuts = self._bars()
        pairs = zip((0, *(at + 1 for at in cuts)), (*cuts, len(self.text)), strict=True)
        return tuple(self._stripped(start, end) for start, end in pairs)

    def first_cell(self) -> str:
        """What the first cell of a row says; all of a text that is no row."""
        if self.letters:
            first = self.cells()[0]
            return self.text[first.start : first.end]
        before = takewhile(lambda piece: not piece.parts_cells, self.clause.pieces)
        return "".join(piece.current for piece in before).strip()

    def _bars(self) -> list[int]:
        """Where the text of a row passes from one cell to the next."""
        bars = {each.span.start for each in self.clause.pieces if each.parts_cells}
        letters = (self.letters or _letters(self.clause)) if bars else ()
        return [at for at, each in enumerate(letters) if each.by == OWN and each.start in bars]

    def _joins_cells(self, edit: Edit) -> bool:
        """Whether an edit takes out what parts two cells of a row and leaves words in the row."""
        span = edit.span
        whole = not edit.new.strip() and span.start == 0 and span.end == len(self.text)
        return not whole and any(span.start <= at < span.end for at in self._bars())

    def _stripped(self, start: int, end: int) -> Span:
        said = self.text[start:end]
        start += len(said) - len(said.lstrip())
        return Span(start, start + len(said.strip()))

    def _trimmed(self, edit: Edit) -> Edit:
        """An edit without the words that its old and new ones have in common at their ends."""
        old, new = self.text[edit.span.start : edit.span.end], edit.new
        before = _words_alike(old, new)
        after = _words_alike(old[before:][::-1], new[before:][::-1])
        return Edit(
            edit.paragraph, Span(edit.span.start + before, edit.span.end - after), new[before : len(new) - after]
        )

    def _whole(self, span: Span) -> Span | None:
        """A span with the marks of the elements whose words it holds all of; None where it holds a part of one and
        more."""
        for opening, closing in _elements(self.clause):
            if span.holds(opening) == span.holds(closing):
                continue
            if span.holds(closing) and opening.end >= span.start:
                span = Span(opening.start, span.end)
            elif span.holds(opening) and closing.start <= span.end:
                span = Span(span.start, closing.end)
            else:
                return None
        return span

    def _change(self, document: Document, edit: Edit) -> Change:
        letters = self.letters or _letters(self.clause)
        start, end = edit.span.start, edit.span.end
        new = edit.new
        if start == end and letters and not self.own(letters, start):
            start, end = _run(letters, start)
            new = self.text[start : edit.span.start] + new + self.text[edit.span.start : end]
        span = _place(letters, start, end)
        after = tuple(dict.fromkeys(each.by for each in letters[start:end] if each.by != OWN))
        old = self._source(document, letters, start, end) if after else document.source.slice(span)
        return Change(self.clause.section, self.clause.id, span, old, new, after)

    @staticmethod
    def own(letters: Sequence[_Letter], at: int) -> bool:
        """Whether a place between two characters is one of the source."""
        return all(each.by == OWN for each in letters[max(at - 1, 0) : at + 1])

    def edited(self, edit: Edit, order: int) -> "ClauseText":
        """It with an edit made that an order asks for."""
        letters = self.letters or _letters(self.clause)
        start, end = edit.span.start, edit.span.end
        span = _place(letters, start, end)
        new = (_Letter(span.start, span.end, order),) * len(edit.new)
        return replace(self, text=edit.on(self.text), letters=(*letters[:start], *new, *letters[end:]))

    def _source(self, document: Document, letters: Sequence[_Letter], start: int, end: int) -> str:
        """Words as a source has them with the changes made: its own as it has them, the others as they were put in."""
        parts = []
        for own, run in groupby(range(start, end), key=lambda at: letters[at].by == OWN):
            places = tuple(run)
            span = Span(letters[places[0]].start, letters[places[-1]].end)
            parts.append(document.source.slice(span) if own else self.text[places[0] : places[-1] + 1])
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Draft:
    """A book's text, clause by clause, as instructions have made it so far."""

    document: Document = field(repr=False, compare=False)
    texts: tuple[ClauseText, ...]

    def edited(self, edits: Sequence[Edit], order: int) -> "Draft":
        """It with edits made that an order asks for; their paragraphs are numbers of its texts."""
        texts = list(self.texts)
        for edit in sorted(edits, key=lambda each: (each.paragraph, each.span), reverse=True):
            if edit.apart:
                clause = texts[edit.paragraph].clause
                at = clause.span.end if edit.span.start else clause.span.start
                texts.append(ClauseText(clause, edit.new, (_Letter(at, at, order),) * len(edit.new), put=True))
            else:
                texts[edit.paragraph] = texts[edit.paragraph].edited(edit, order)
        return replace(self, texts=tuple(texts))


def draft_of(document: Document) -> Draft:
    """A text with nothing changed in it."""
    kept = (each for each in document.clauses if _is_text(each))
    return Draft(document, tuple(ClauseText(each, each.current) for each in kept))


def _is_text(clause: Clause) -> bool:
    return clause.kind not in APART and bool(clause.current.strip())


def _letters(clause: Clause) -> tuple[_Letter, ...]:
    letters: list[_Letter] = []
    for piece in clause.pieces:
        size, start, end = len(piece.current), piece.span.start, piece.span.end
        exact = piece.kind is PieceKind.TEXT and size == end - start
        places = zip(range(start, end), range(start + 1, end + 1), strict=True) if exact else [(start, end)] * size
        letters += (_Letter(*each) for each in places)
    return tuple(letters)


def _place(letters: Sequence[_Letter], start: int, end: int) -> Span:
    if start < end:
        return Span(letters[start].start, letters[end - 1].end)
    at = letters[start - 1].end if start else letters[0].start if letters else 0
    return Span(at, at)


def _elements(clause: Clause) -> Iterator[tuple[Span, Span]]:
    """The start and end marks of the inline elements of a clause, inner ones first."""
    opened: list[Span] = []
    for piece in clause.pieces:
        if piece.kind is PieceKind.OPEN:
            opened.append(piece.span)
        elif piece.kind is PieceKind.CLOSE and opened:
            yield opened.pop(), piece.span


def _words_alike(first: str, second: str) -> int:
    """How many characters two texts have in common at their beginning, up to the end of a word."""
    alike = Prefix.similarity(first, second)
    return max((at + 1 for at in range(alike) if first[at] == " "), default=0)


def _run(letters: Sequence[_Letter], at: int) -> tuple[int, int]:
    """The characters around a place that other instructions put there."""
    start = end = at
    while start and letters[start - 1].by != OWN:
        start -= 1
    while end < len(letters) and letters[end].by != OWN:
        end += 1
    return start, end
