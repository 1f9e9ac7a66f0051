"""Building: drafts become records, each with what names its place.

In: two bodies, the drafts between them and what is known of each. Out: a record for each draft, in order. Invariant: a
record says exactly what its draft does; whether its words find their place again is for `compile_text` to say.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.compile._body import Body
from kb.compile._markup import MARKERS, Draft, footnotes_in
from kb.compile._places import clauses_at, place_record
from kb.compile._seams import BLOCKS, usual_lead, usual_tail
from kb.ends import count_ends
from kb.model import TOP, ClauseId, FootnoteId, RulingId, SectionId
from kb.paths import first_free
from kb.provenance import Emendation, EmendationKind, Unit
from kb.records import Occurrence, Record, Reviewed, Side
from kb.text import Span, base32_sum

DIGITS = 16
"""So many hexadecimal digits of a sha256 tell two wordings apart."""
REACH = 12
"""A footnote stands at most so many records behind the words it supports: they are of one clause."""


class RecordBuilder:
    """Makes records of drafts."""

    def __init__(
        self, old: Body, new: Body, emendations: Sequence[Emendation], wordings: Mapping[RulingId, str]
    ) -> None:
        self.old, self.new, self.wordings = old, new, wordings
        markup = [e for e in emendations if e.unit in (Unit.MARKUP, Unit.WHITESPACE, Unit.FOOTNOTE)]
        self.markup = sorted(markup, key=lambda each: each.published_span)
        self.starts = [each.published_span.start for each in self.markup]
        self.taken: set[str] = set()
        self.wanted: dict[str, Span] = {}
        self.made: dict[str, str] = {}
        self.read: dict[tuple[int, ...], str] = {}

    def front_matter(self) -> Iterable[Record]:
        """The record of the front matter, down to the lines that differ."""
        old, new = self.old.text[: self.old.begin], self.new.text[: self.new.begin]
        if old == new:
            return
        lines, others = old.splitlines(keepends=True), new.splitlines(keepends=True)
        lead, tail = count_ends(lines, others)
        gone, come = "".join(lines[lead : len(lines) - tail]), "".join(others[lead : len(others) - tail])
        if not gone or old.count(gone) != 1:
            gone, come = old, new
        record_id = self._mint(f"{TOP}~{_hash((gone, come))}")
        yield Record(record_id, EmendationKind.STRUCTURE, Unit.FRONT_MATTER, None, gone, come)

    def record(self, draft: Draft) -> Record:
        """The record of a draft; its place is checked by `settle`."""
        old = self.old
        section = self._section(draft)
        known = draft.record or self._markup(draft)
        gone = old.document.source.slice(draft.span)
        words, footnotes, marks = self._marked(draft)
        clause = (known.clause if known else self._clause(draft)) or None
        rests = draft.record or self._hung(draft)
        rulings = rests.rulings if rests else ()
        made = Record(
            id=self._mint(known.id if known else f"{section}~{_hash((gone, draft.text, str(draft.at)))}"),
            kind=draft.record.kind if draft.record else EmendationKind.STRUCTURE,
            unit=self._unit(draft, known, gone),
            section=section or None,
            published=gone,
            emended=words,
            clause=clause if section else None,
            label=known.label if known else None,
            prefix=old.prefix(draft.at, section),
            suffix=old.suffix(draft.end, section),
            side=draft.side if not gone and draft.side is Side.BEFORE else None,
            footnotes=footnotes,
            rulings=rulings,
            marks=marks,
            comes_with=draft.record.comes_with if draft.record else (),
            effective=rests.effective if rests else None,
            substantive=draft.record.substantive if draft.record else False,
            reviewed=self._reviewed(draft, rulings),
        )
        self.wanted[made.id] = draft.span
        if draft.record:
            self.made[draft.record.id] = made.id
        lead, tail = (None if gone else draft.lead), (None if gone else draft.tail)
        return replace(
            made,
            lead=None if lead == usual_lead(made) and ">" not in (lead or "") else lead,
            tail=None if tail == usual_tail(made) else tail,
        )

    def _marked(self, draft: Draft) -> tuple[str, tuple[FootnoteId, ...], bool]:
        """The words of a draft, its footnotes, and whether their markers are to be put behind the words."""
        gone = len(draft.span) > 0
        words = draft.lead + draft.words if gone else draft.words
        if draft.record is None:
            return words + draft.markers + (draft.tail if gone else ""), footnotes_in(draft.text), True
        footnotes = draft.record.footnotes
        usual = "".join(f"[^{footnote}]" for footnote in footnotes)
        noted = any(f"[^{footnote}]" in words for footnote in footnotes)
        if footnotes and draft.markers == usual and not noted and not (gone and draft.tail):
            return words, footnotes, True
        words += draft.markers + (draft.tail if gone else "")
        return words, footnotes, not footnotes or any(f"[^{footnote}]" in words for footnote in footnotes)

    def settle(self, records: Sequence[Record]) -> Iterable[Record]:
        """Records with what tells their place from others; those that hold the markers of others name them."""
        holders = dict(self._holders(records))
        for number, record in enumerate(records):
            supports = tuple(name for name, holder in holders.items() if holder == number)
            causes = tuple(self.made[name] for name in record.comes_with if name in self.made)
            settled = replace(record, supports=supports, comes_with=causes)
            yield settled if record.unit is Unit.FRONT_MATTER else self._placed(settled)

    def _holders(self, records: Sequence[Record]) -> Iterable[tuple[str, int]]:
        """Each record without markers of its own, with the number of the next one that holds them."""
        for number, record in enumerate(records):
            if record.marks:
                continue
            for other in range(number + 1, min(number + REACH, len(records))):
                marks = (
                    *footnotes_in(records[other].emended),
                    *(records[other].footnotes if records[other].marks else ()),
                )
                if set(marks) & set(record.footnotes):
                    yield record.id, other
                    break

    def _placed(self, record: Record) -> Record:
        places = place_record(record, self.old).places
        spans = [place.span for place in places]
        wanted = self.wanted[record.id]
        if len(spans) < 2 or wanted not in spans:
            return record
        return replace(record, occurrence=Occurrence(spans.index(wanted) + 1, len(spans)))

    def _section(self, draft: Draft) -> SectionId:
        inside = draft.end > draft.at or draft.side is Side.BEFORE
        return self.old.section_of(draft.at) if inside and draft.at < self.old.size else self.old.section_at(draft.at)

    def _clause(self, draft: Draft) -> ClauseId | None:
        if not self.old.size:
            return None
        at = draft.at if draft.end > draft.at or draft.side is Side.BEFORE or not draft.at else draft.at - 1
        return self.old.document.clauses[self.old.tokens[min(at, self.old.size - 1)].clause].id

    def _reviewed(self, draft: Draft, named: Sequence[RulingId]) -> Reviewed | None:
        if not self.old.size or (draft.record is None and not named):
            return None
        clauses = clauses_at(self.old, draft.at, draft.end, draft.side is Side.BEFORE and not len(draft.span))
        if clauses not in self.read:
            self.read[clauses] = fingerprint("\n".join(self.old.document.clauses[clause].text for clause in clauses))
        rulings = {name: fingerprint(self.wordings[name]) for name in named if name in self.wordings}
        return Reviewed(self.read[clauses], rulings)

    def _unit(self, draft: Draft, known: Emendation | None, gone: str) -> Unit:
        """The unit of a record; words put in that have no lines of their own are no block."""
        if draft.record is not None:
            flowing = not gone and not draft.lined and draft.record.unit in BLOCKS
            return Unit.PHRASE if flowing else draft.record.unit
        if footnotes_in(draft.text) and MARKERS.sub("", draft.text) == gone:
            return Unit.FOOTNOTE
        if known is not None and not footnotes_in(draft.text):
            return known.unit
        return Unit.WHITESPACE if not (gone + draft.text).strip() else Unit.MARKUP

    def _hung(self, draft: Draft) -> Emendation | None:
        """The record told to people of a marker that a draft hangs on unchanged words."""
        first, behind = (bisect_left(self.starts, place) for place in (draft.span.start, draft.span.end + 1))
        marks = set(footnotes_in(draft.text))
        hung = (each for each in self.markup[first:behind] if each.unit is Unit.FOOTNOTE)
        return next((each for each in hung if not marks.isdisjoint(each.footnotes)), None)

    def _markup(self, draft: Draft) -> Emendation | None:
        """The record told to people of a change of markup, where there is one."""
        at = bisect_left(self.starts, draft.span.start)
        for each in self.markup[at : at + 3]:
            if draft.span.holds(each.published_span) and len(each.published_span) and each.id not in self.taken:
                return each
        return None

    def _mint(self, wanted: str) -> str:
        found = first_free(wanted, self.taken)
        self.taken.add(found)
        return found


def fingerprint(text: str) -> str:
    """The first digits of the sha256 of a wording, white space folded."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:DIGITS]


def _hash(words: Sequence[str]) -> str:
    return base32_sum("|".join(words))[:6]
