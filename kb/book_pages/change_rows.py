"""Rows of a comparison: aligned clauses and records come in, what stands for each other goes out, once merged and once
side by side, with the changes between.

Rows follow the emended text; clauses that were removed stand where they stood. Every change is told once, in the first
row it touches, with where it comes from.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from kb.align import Alignment
from kb.book_pages.books import BookView
from kb.book_pages.introduced import Origins, Since
from kb.book_pages.lacking import LackingPart, LackingView
from kb.book_pages.marking import begins_block, blanks_around
from kb.book_pages.reasons import ChangeView
from kb.book_pages.sides import Side, hidden, render_side, sign_of
from kb.html import Mark
from kb.html.inline import attributes
from kb.model import Clause, ClauseKind, Document
from kb.provenance import Emendation
from kb.queries.lacking import Lacking
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Told:
    """A change as its row tells it: what it is, where it comes from, and the sign that ties it to its words where the
    row has several of substance (else empty)."""

    change: ChangeView
    since: Since
    sign: str

    @property
    def opening(self) -> str:
        """The first of its words."""
        return self.change.opening


@dataclass(frozen=True, slots=True)
class Row:
    """Clauses that stand for each other, once merged and once side by side, and the changes between them."""

    merged: tuple[Side, ...]
    published: tuple[Side, ...]
    emended: tuple[Side, ...]
    changes: tuple[Told, ...]
    slight: tuple[ChangeView, ...]
    section: str
    continues: frozenset[str] = frozenset()
    """Where no change of substance begins in it: those that go on in it."""
    lacking: LackingView | None = None
    """The section that is lacking as a whole, which this row tells of."""
    parts: tuple[LackingPart, ...] = ()
    """Its clauses."""
    since: Since | None = None
    """Where it comes from that it went."""

    @property
    def ids(self) -> frozenset[str]:
        """The changes of substance that begin in it."""
        return frozenset(told.change.id for told in self.changes)

    def with_more(self, row: "Row") -> "Row":
        """This row, with the clauses of the next, in which changes of this one go on."""
        return replace(
            self,
            merged=self.merged + row.merged,
            published=self.published + row.published,
            emended=self.emended + row.emended,
            slight=self.slight + row.slight,
        )

    @property
    def substantive(self) -> bool:
        """Whether the row has a change of substance, or tells of a section that is lacking."""
        return bool(self.changes) or self.lacking is not None

    @property
    def emptied(self) -> bool:
        """Whether nothing of it is left where changes without substance are not shown."""
        return not self.substantive and all(side.emptied for side in self.merged)


class RowMaker:
    """Makes the rows of one book."""

    def __init__(self, view: BookView, alignment: Alignment, origins: Origins) -> None:
        self.view = view
        self.origins = origins
        self.signs: dict[str, str] = {}
        self.alignment = alignment
        self.old = alignment.published
        self.new = alignment.emended
        self.old_looks = view.looks(self.old)
        self.new_looks = view.looks(self.new)
        moved = {record.part_of for record in view.book.emendations}
        told = (record for record in view.book.emendations if record.id not in moved)
        records = sorted(told, key=lambda record: (record.emended_span, record.published_span))
        self.by_old = _spread(
            self.old,
            [
                (record.published_span.start, record.published_span.end, record)
                for record in sorted(records, key=lambda record: record.published_span)
                if record.published_span.start < record.published_span.end
            ],
        )
        self.told: set[str] = set()
        lacking = view.changed.lacking
        self.lacking = {at: each for each in lacking for at in each.section.clauses}
        lost = {record.id for each in lacking for record in each.records}
        removed = set(alignment.deletions)
        kept = {record.id for at, touching in self.by_old.items() if at not in removed for record in touching}
        gone = {record.id for at, touching in self.by_old.items() if at in removed for record in touching}
        self.whole = gone - kept
        """Records that remove whole clauses: these have rows of their own."""
        self.by_new = _spread(
            self.new,
            [
                (record.emended_span.start, record.emended_span.end, record)
                for record in records
                if record.id not in lost and (len(record.emended_span) or record.id not in self.whole)
            ],
        )

    def by_section(self) -> Iterator[tuple[Clause | None, list[Row]]]:
        """Rows by heading of the emended text, a heading's own row first when it changed."""
        heading: Clause | None = None
        rows: list[Row] = []
        for old, new in self._order():
            first = self.new.clauses[new[0]] if new else None
            if first is not None and first.kind is ClauseKind.HEADING:
                if rows or heading is not None:
                    yield heading, rows
                heading, rows = first, []
                row = self._row(old, new)
                if row.changes:
                    rows.append(row)
            elif not new and (lacking := self.lacking.get(old[0])) is not None:
                if lacking.section.id not in self.told:
                    rows.append(self._lacking(lacking))
            elif (row := self._row(old, new)).continues and rows and row.continues <= rows[-1].ids:
                rows[-1] = rows[-1].with_more(row)
            else:
                rows.append(row)
        yield heading, rows

    def _order(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Pairs, insertions and deletions in the order of the emended text, deletions after what preceded them."""
        removed = sorted(self.alignment.deletions)
        next_removed = 0
        done: set[int] = set()
        for at in range(len(self.new.clauses)):
            if at in done:
                continue
            pair = self.alignment.pair_of.get(at)
            if pair is None:
                yield (), (at,)
                continue
            done.update(pair.emended)
            if not pair.moved:
                while next_removed < len(removed) and removed[next_removed] < pair.published[0]:
                    yield (removed[next_removed],), ()
                    next_removed += 1
            yield pair.published, pair.emended
        for rest in removed[next_removed:]:
            yield (rest,), ()

    def _row(self, old: tuple[int, ...], new: tuple[int, ...]) -> Row:
        records = self._touching(old, new)
        fresh = [record for record in records if record.id not in self.told]
        self.told.update(record.id for record in fresh)
        weighty = [record for record in fresh if record.substantive]
        continues = frozenset(record.id for record in records if record.substantive and not weighty)
        if not continues:
            self.signs = {record.id: sign_of(at) for at, record in enumerate(weighty)} if len(weighty) > 1 else {}
        merged = map(self._merged, new) if new else map(self._published, old)
        return Row(
            merged=tuple(merged),
            published=tuple(map(self._published, old)) if records else (),
            emended=tuple(map(self._emended, new)) if records else (),
            changes=tuple(map(self._tell, weighty)),
            slight=tuple(self.view.change(record) for record in fresh if not record.substantive),
            section=next((record.section for record in weighty), ""),
            continues=continues,
        )

    def _lacking(self, lacking: Lacking) -> Row:
        """The row of a section that is lacking as a whole, with each of its clauses."""
        section, parts = lacking.section, list[LackingPart]()
        self.told.add(section.id)
        for at in section.clauses:
            fresh = [record for record in self.by_old.get(at, ()) if record.id not in self.told]
            self.told.update(record.id for record in fresh)
            side = render_side(self.old, at, self.old_looks, ())
            ids = tuple(record.id for record in fresh)
            if parts and not side.html.striptags().strip() and "<img" not in side.html:
                parts[-1] = replace(parts[-1], ids=parts[-1].ids + ids)
            else:
                name = next((self.view.change(record).opening for record in fresh), "")
                parts.append(LackingPart(side, ids, name))
        since = self.origins.of(lacking.told)
        return Row((), (), (), (), (), "", lacking=self.view.lack(lacking), parts=tuple(parts), since=since)

    def _touching(self, old: tuple[int, ...], new: tuple[int, ...]) -> tuple[Emendation, ...]:
        """The records that touch some clauses, each once, in the order they are read in."""
        published = (record for at in old for record in self.by_old.get(at, ()))
        emended = (record for at in new for record in self.by_new.get(at, ()))
        touching = {record.id: record for record in (*published, *emended)}.values()
        return tuple(sorted(touching, key=lambda record: (record.emended_span, record.published_span)))

    def _tell(self, record: Emendation) -> Told:
        return Told(self.view.change(record), self.origins.of(record), self.signs.get(record.id, ""))

    def _merged(self, at: int) -> Side:
        """An emended clause with its additions marked, and what was removed before them."""
        marks: list[Mark] = []
        end = 0
        for record in self.by_new.get(at, ()):
            span = record.emended_span
            if span.start < end:
                continue
            end = span.end
            removed = "" if record.id in self.whole else self.view.change(record).before
            if removed:
                place = _inside(span.start, self.new.clauses[at])
                apart = not len(span) and begins_block(self.old, record.published_span.start)
                gone = self._removed(record, removed) + ("" if len(span) else self._tie(record))
                behind = " " if not len(span) and begins_block(self.new, place.start) else ""
                marks.append(Mark(place, key=f"{record.id} gone", after=gone + behind, apart=apart))
            if len(span):
                marks.append(self._ins(record))
        return render_side(self.new, at, self.new_looks, tuple(marks))

    def _published(self, at: int) -> Side:
        whole = at in self.alignment.deletions and not self.by_old.get(at)
        marks = []
        end = 0
        for record in self.by_old.get(at, ()):
            if record.published_span.start >= end:
                before = hidden(self.view.words("del.begin") + " ")
                key = f"{record.id} old"
                marks.append(
                    Mark(record.published_span, "del", "", _slight(record), before, after=self._tie(record), key=key)
                )
                end = record.published_span.end
        side = render_side(self.old, at, self.old_looks, tuple(marks))
        return Side(side.kind, Markup("<del>{}</del>").format(side.html)) if whole else side

    def _emended(self, at: int) -> Side:
        marks = []
        end = 0
        for record in self.by_new.get(at, ()):
            if len(record.emended_span) and record.emended_span.start >= end:
                marks.append(self._ins(record))
                end = record.emended_span.end
        return render_side(self.new, at, self.new_looks, tuple(marks))

    def _ins(self, record: Emendation) -> Mark:
        words = self.view.words
        before = hidden(words("ins.begin") + " ")
        return Mark(
            record.emended_span, "ins", "", _slight(record), before, after=self._tie(record), key=f"{record.id} ins"
        )

    def _tie(self, record: Emendation) -> str:
        """The sign behind the words of a change that says which of the changes of its row it is."""
        sign = self.signs.get(record.id, "")
        return f'<sup class="tie">{sign}</sup>' if sign else ""

    def _removed(self, record: Emendation, html: str) -> str:
        words = self.view.words
        begin, end = hidden(words("del.begin") + " "), hidden(" " + words("del.end"))
        lead, trail = blanks_around(self.old, self.new, record)
        if record.substantive:
            return f"{lead}<del>{begin}{html}{end}</del>{trail}"
        return (
            f"<del{attributes(_slight(record))}>{lead}{begin}{html}{end}{trail}</del>"  # the blanks are hidden with it
        )


def _slight(record: Emendation) -> tuple[tuple[str, str], ...]:
    return () if record.substantive else (("class", "slight"),)


def _inside(at: int, clause: Clause) -> Span:
    """A place between words, moved into a clause when it lies beside it."""
    place = min(max(at, clause.span.start), clause.span.end)
    return Span(place, place)


def _spread(document: Document, spans: list[tuple[int, int, Emendation]]) -> dict[int, list[Emendation]]:
    """The records that touch each clause; a place between words belongs to the clause that holds or precedes it."""
    found: dict[int, list[Emendation]] = {}
    clauses = document.clauses
    at = 0
    for start, end, record in spans:
        while at < len(clauses) and clauses[at].span.end < start:
            at += 1
        touched = at
        hit = False
        while touched < len(clauses) and (
            clauses[touched].span.start < end or clauses[touched].span.start <= start == end
        ):
            span = clauses[touched].span
            if span.end > start or (start == end and span.end >= start):
                found.setdefault(touched, []).append(record)
                hit = True
                if start == end:
                    break
            touched += 1
        if not hit and start == end and clauses:
            found.setdefault(min(max(at - 1, 0), len(clauses) - 1), []).append(record)
    return found
