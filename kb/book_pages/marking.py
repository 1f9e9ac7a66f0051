"""Marks on the emended text: the records of a book come in, a mark around each change of substance goes out.

A mark leads to its entry among the authorities at the end of the page. Where words were removed a sign stands between
words; the marker of a footnote is the handle of the change it supports. The published words stand there too,
struck, for readers who ask for a redline; until then no style, no voice and no search has them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import groupby

from kb.book_pages.lacking import tell_lacking
from kb.book_pages.reasons import Reasons
from kb.html import Mark
from kb.html.clean import BLOCK
from kb.html.inline import attributes
from kb.interface import Words
from kb.model import Clause, ClauseKind, Document, FootnoteId, PieceKind
from kb.places.footnotes import find_markers, marker_anchors, note_anchor
from kb.provenance import Emendation
from kb.queries.lacking import BookChanges, Lacking
from kb.text import Span

_OPENING = frozenset("*_(“‘\"'[<")
"""What new words may begin with that stand apart from the struck words before them; a comma does not."""
MANY = 3
"""So many clauses that are gone in a row have one sign."""


class Marking:
    """The marks of one emended text; `reasons` know the numbers of its footnotes and the words before each change.

    `ids` are the ids of its clauses, as records name them, `published` is the text that they change. What it lacks as
    a whole has one mark.
    """

    def __init__(
        self,
        document: Document,
        changed: BookChanges,
        reasons: Reasons,
        ids: Iterable[str] = (),
        published: Document | None = None,
    ) -> None:
        self.document = document
        self.published = published
        self.clauses = {ident: at for at, ident in enumerate(ids)}
        gone = [record for each in changed.lacking for record in each.records]
        self.records = tuple(record for record in (*changed.others, *gone) if record.substantive)
        self.lacking = {record.id: each for each in changed.lacking for record in each.records}
        self.reasons = reasons
        self.words = reasons.base.words
        self.anchors = marker_anchors(document)
        self.markers = dict(find_markers(document, self._told()))
        self.supported = {span: record for record, span in self.markers.items()}

    def marks(self) -> Iterator[Mark]:
        """A mark for each change of substance, in order and apart; a removal is a sign between words.

        What was removed inside of new words, as where a box gave way to another, has its sign behind them. Where many
        clauses in a row are not there, as in a text of some chapters alone, they have one.
        """
        end = 0
        unsorted = ((self._place(each), each.published_span, each.id, each) for each in self._told())
        placed = sorted(unsorted, key=lambda each: each[:3])
        many = dict(count_runs((span.start if self._is_run(each) else each.id, each.id) for span, _, _, each in placed))
        for span, _, _, record in placed:
            place = Span(max(span.start, end), max(span.end, end))
            if len(place):
                end = place.end
                after = "" if record.id in self.markers else self._sign(record, "why.mark")
                yield Mark(
                    place,
                    "ins",
                    record.id,
                    change_attributes(record.id),
                    before=cue_for(self.words, "ins.begin"),
                    after=after,
                    ahead=self._was(record),
                )
            else:
                at = max(nearest_shown(self.document, place.start), end)
                behind = " " if begins_block(self.document, at) else ""
                lacking = self.lacking.get(record.id)
                gone = self._lacks(lacking) if lacking else self._removed(record, many[record.id])
                ident = lacking.section.id if lacking else record.id
                yield Mark(Span(at, at), id=ident, after=gone + behind, apart=self._stood_apart(record))

    def _told(self) -> Iterator[Emendation]:
        """The records that have a mark: of those of what is lacking as a whole the first."""
        seen: set[str] = set()
        for record in sorted(self.records, key=lambda each: each.published_span):
            name = self.lacking[record.id].section.id if record.id in self.lacking else record.id
            if name not in seen:
                seen.add(name)
                yield record

    def _lacks(self, lacking: Lacking) -> str:
        """What stands for a section that is lacking as a whole: the places of its changes, their words, its sign."""
        section, records = lacking.section, [each for each in lacking.records if each.substantive]
        label = tell_lacking(self.words, section)
        places = "".join(f"<span{attributes((('id', each.id),))}></span>" for each in records)
        words = "".join(self._was(each, section.id) for each in records)
        sign = sign_change(section.id, label, f"† {label}", "why bare many")
        return show_gone(section.id, places + words + sign)

    def _place(self, record: Emendation) -> Span:
        """Where a change stands. Of what was removed it is known which word stood before it: words of a clause stand
        in it, a clause that is gone behind the one before and its markers, unless one of these tells why."""
        span, clauses = record.emended_span, self.document.clauses
        before = self.document.clause_at(span.start)
        if len(span) or before < 0 or _has_words(clauses[before], span.start):
            return span
        if record.id in self.markers and record.id not in self.lacking:
            return span
        held, at = self.clauses.get(record.clause), span.start
        if held is None:
            at = clauses[before].span.end
            if clauses[before].kind is ClauseKind.HEADING and clauses[before + 1 :][:1]:
                after = clauses[before + 1]
                at = at if after.kind is ClauseKind.HEADING else after.span.start
        elif held > before and not any(_has_words(each) for each in clauses[before + 1 : held]):
            at = clauses[held].span.start
        return Span(max(at, span.start), max(at, span.start))

    def _sign(self, record: Emendation, key: str) -> str:
        return sign_change(record.id, self.words(key), "†")

    def _removed(self, record: Emendation, many: int) -> str:
        """What stands for words that were removed; the sign of `many` in a row, or none where another has it."""
        sign = self._sign(record, "why.gone") if many == 1 else ""
        if many > 1:
            label = self.words("why.gone.many", n=many)
            sign = sign_change(record.id, label, f"† {label}", "why bare many")
        return show_gone(record.id, self._was(record) + sign)

    def _is_run(self, record: Emendation) -> bool:
        """Whether a change took a clause, or more, and no footnote says why."""
        return record.id not in self.markers and record.id not in self.lacking and self._stood_apart(record)

    def _was(self, record: Emendation, ident: str = "") -> str:
        """The published words of a change, struck, apart from what they stand between; nothing where nothing stood.
        They go with the change `ident`, if not by themselves."""
        words = self.reasons.change(record).before
        if not words:
            return ""
        lead, trail = blanks_around(self.published or self.document, self.document, record)
        return strike_words(ident or record.id, self.words, words, lead, trail)

    def _stood_apart(self, record: Emendation) -> bool:
        """Whether what a change removed began a block of the published text."""
        at = record.published_span.start
        return self.published is not None and not len(record.emended_span) and begins_block(self.published, at)

    def marker(self, ident: FootnoteId, span: Span) -> str:
        """A footnote's marker: a link to its entry, and the handle of the change it supports."""
        number = self.reasons.numbers.get(ident)
        if number is None:
            return ""
        record = self.supported.get(span)
        attrs: tuple[tuple[str, str], ...] = (("href", f"#{note_anchor(ident)}"), ("class", "why"))
        if record is not None:
            name = self.lacking[record].section.id if record in self.lacking else record
            attrs += (("data-change", name), ("aria-label", self.words("why.footnote", n=number)))
        return f'<sup id="{self.anchors[span]}"><a{attributes(attrs)}>{number}</a></sup>'


def blanks_around(published: Document, emended: Document, record: Emendation) -> tuple[str, str]:
    """The blanks before and behind the published words of a change, shown struck before its new ones: they stand apart
    from the words before them as they did in the published text."""
    text, at = emended.source.text, record.emended_span.start
    begins = record.published_span.start
    stood = published.source.text[max(begins - 1, 0) : begins + 1]
    parted = any(char.isspace() for char in stood) and not text[at - 1 : at].isspace()
    lead = parted or (not len(record.emended_span) and begins_block(published, begins))
    follows = text[at : at + 1]
    trails = len(record.emended_span) and (follows.isalnum() or follows in _OPENING)
    return " " if lead else "", " " if trails else ""


def begins_block(document: Document, at: int) -> bool:
    """Whether the words at a place of a text are the first of a block: of a clause, or what leads to the next one, or
    of an element in raw HTML."""
    before = document.clause_at(at)
    if before < 0 or "\n" in document.source.text[document.clauses[before].span.end : at]:
        return True
    pieces = document.clauses[before].pieces
    for number in reversed(range(bisect_left(pieces, at, key=lambda piece: piece.span.start))):
        piece = pieces[number]
        if piece.kind is PieceKind.TAG and piece.tag.casefold() in BLOCK:
            return True
        if piece.text[: at - piece.span.start].strip() or piece.kind is PieceKind.FOOTNOTE:
            return False
    return True


def _has_words(clause: Clause, at: int = 0) -> bool:
    """Whether a clause has words from a place on."""
    return any(
        each.span.end > at and each.text.strip() for each in clause.pieces if each.kind is not PieceKind.FOOTNOTE
    )


def nearest_shown(document: Document, at: int) -> int:
    """A place in a text that its page shows: between clauses the end of the one before, else the first one's start."""
    clauses, before = document.clauses, document.clause_at(at)
    return min(at, clauses[before].span.end) if before >= 0 else clauses[0].span.start if clauses else at


def change_attributes(ident: str) -> tuple[tuple[str, str], ...]:
    """The attributes of the element around the words of a change."""
    return (("class", "change"), ("data-change", ident))


def sign_change(ident: str, label: str, sign: str, kind: str = "why bare") -> str:
    """The sign behind the words of a change, which leads to its entry among the authorities."""
    attrs = (("class", kind), ("href", f"#why:{ident}"), ("data-change", ident))
    return f"<a{attributes((*attrs, ('title', label), ('aria-label', label)))}>{sign}</a>"


def count_runs(placed: Iterable[tuple[object, str]]) -> Iterator[tuple[str, int]]:
    """For each of some changes, which stand one behind the other, each at a place, how many its sign is for: one, all
    for the first of many at one place, 0 for the others there."""
    for _, run in groupby(placed, key=lambda each: each[0]):
        names = [name for _, name in run]
        signs = [len(names)] + [0] * (len(names) - 1) if len(names) >= MANY else [1] * len(names)
        yield from zip(names, signs, strict=True)


def show_gone(ident: str, html: str) -> str:
    """What stands between words where a change removed some: those struck, and its sign."""
    return f"<span{attributes((('class', 'gone'), ('id', ident)))}>{html}</span>"


def strike_words(ident: str, words: Words, html: str, lead: str, trail: str) -> str:
    """The words a change took, struck, between their blanks: who hears them hears where they end; no search finds
    them."""
    known = attributes((("class", "was"), ("data-change", ident), ("data-search-exclude", "")))
    end = f'<span class="cue vh"> {words("del.end")}</span>'
    return f"<del{known}>{lead}{cue_for(words, 'del.begin')}{html}{end}{trail}</del>"


def cue_for(words: Words, key: str) -> str:
    """Words that are heard in a redline and never seen."""
    return f'<span class="cue vh">{words(key)} </span>'
