"""Extraction: a published and a hand-emended text come in, the records that rebuild the one from the other go out.

Invariant: `compile_text` of the published text and these records is the emended text, byte for byte.
"""

import base64
import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kb.compile._apply import compile_text
from kb.compile._body import Body
from kb.compile._contents import contents_table, read_contents
from kb.compile._drafts import MARKERS, Draft, Whole, find_drafts
from kb.compile._places import clauses_read, find_places
from kb.compile._seams import BLOCKS, usual_lead, usual_tail
from kb.emendations import find_emendations
from kb.model import TOP, ClauseId, Document, FootnoteId, RulingId, SectionId
from kb.provenance import Emendation, EmendationKind, Unit
from kb.records import (
    CONTENTS_PLACE,
    Apparatus,
    BaseText,
    Citation,
    Contents,
    Occurrence,
    Record,
    Records,
    Reviewed,
    Side,
)
from kb.text import Span

_MARK = re.compile(r"\[\^([^\]\n]+)\]")
NOTHING: Mapping[RulingId, str] = MappingProxyType({})
DIGITS = 16
"""So many hexadecimal digits of a sha256 tell two wordings apart."""
REACH = 12
"""A footnote stands at most so many records behind the words it supports: they are of one clause."""
PAIRED = 12
"""Markup that opens and closes around at most so many unchanged words is one change."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the texts are called in the records file."""

    work: str
    edition: str


def extract_records(
    published: Document | Body,
    emended: Document | Body,
    names: Names,
    emendations: Sequence[Emendation] | None = None,
    wordings: Mapping[RulingId, str] = NOTHING,
) -> Records:
    """The records between two texts; `emendations` are found when they are not given.

    `wordings` are the newest words of rulings: what an editor who takes the records as they are has read.
    """
    old, new = (each if isinstance(each, Body) else Body(each) for each in (published, emended))
    known = find_emendations(old.document, new.document) if emendations is None else emendations
    tables = contents_table(old), contents_table(new)
    contents = read_contents(new, tables[1][1]) if tables[1] else None
    if tables[1] is not None and contents is not None:
        whole = tables[0][1] if tables[0] else None, tables[1][1]
        generated = _with_contents(_extract(old, new, names, known, wordings, whole), new, contents, tables[1][1])
        if generated is not None and compile_text(old, generated).text == new.text:
            return generated
    return _extract(old, new, names, known, wordings)


def _extract(  # noqa: PLR0913, PLR0917 (what is known of one pair of texts)
    old: Body,
    new: Body,
    names: Names,
    known: Sequence[Emendation],
    wordings: Mapping[RulingId, str],
    whole: Whole | None = None,
) -> Records:
    """The records between two bodies; `whole` is a stretch that is to be one of them."""
    drafts = _paired(old, find_drafts(old, new, known, whole))
    build = _Builder(old, new, known, wordings)
    records = [*build.front_matter(), *map(build.record, drafts)]
    return Records(
        work=names.work,
        base=BaseText(names.edition, old.document.source.sha256),
        records=tuple(build.settle(records)),
        citations=tuple(_citations(new)),
        apparatus=_apparatus(old, new),
        emended_sha256=new.document.source.sha256,
    )


def _with_contents(records: Records, new: Body, contents: Contents, table: Span) -> Records | None:
    """Records whose contents table is generated; None where no single one of them holds it."""
    written = new.document.source.slice(table)
    holders = [record for record in records.records if record.emended.count(written) == 1]
    if len(holders) != 1:
        return None
    holder = replace(holders[0], emended=holders[0].emended.replace(written, CONTENTS_PLACE))
    listed = tuple(holder if record.id == holder.id else record for record in records.records)
    return replace(records, records=listed, contents=replace(contents, record=holder.id))


def fingerprint(text: str) -> str:
    """The first digits of the sha256 of a wording, white space folded."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:DIGITS]


def _citations(new: Body) -> Iterable[Citation]:
    text = new.text
    used = {reference.id for reference in new.document.references}
    seen: set[FootnoteId] = set()
    for number, definition in enumerate(new.definitions):
        written = new.document.source.slice(definition.span).rstrip()
        end = definition.span.start + len(written)
        last = number + 1 == len(new.definitions)
        gap = "\n" if last else text[end : new.definitions[number + 1].span.start]
        mark = f"[^{definition.id}]:"
        again = definition.id in seen
        seen.add(definition.id)
        yield Citation(definition.id, written.removeprefix(mark), gap, always=again or definition.id not in used)
    defined = {definition.id for definition in new.document.definitions}
    for name in dict.fromkeys(FootnoteId(mark) for mark in _MARK.findall(text[: new.end])):
        if name not in defined:
            yield Citation(name, "", missing=True)


def _apparatus(old: Body, new: Body) -> Apparatus | None:
    """What stands around the definitions; None where the published text ends alike and has none either."""
    if new.definitions:
        last = new.document.source.slice(new.definitions[-1].span).rstrip()
        end = new.definitions[-1].span.start + len(last)
        return Apparatus(new.text[new.end : new.definitions[0].span.start], new.text[end:])
    if old.definitions or old.text[old.end :] != new.text[new.end :]:
        return Apparatus("", new.text[new.end :])
    return None


def _paired(old: Body, drafts: Sequence[Draft]) -> list[Draft]:
    """Changes of markup in one clause that stand close together become one: emphasis opens and closes together."""
    made: list[Draft] = []
    for draft in drafts:
        last = made[-1] if made else None
        if last is not None and _pairs(old, last, draft):
            between = old.text[last.span.end : draft.span.start]
            span = Span(last.span.start, draft.span.end)
            made[-1] = replace(last, span=span, end=draft.end, words=last.text + between + draft.text, markers="")
        else:
            made.append(draft)
    return made


def _pairs(old: Body, first: Draft, second: Draft) -> bool:
    if first.record or second.record or not 0 < second.end < old.size:
        return False
    if second.at - first.end > PAIRED or not _bare(first, old) or not _bare(second, old):
        return False
    low = max(first.at - 1, 0)
    return len({old.tokens[t].clause for t in (low, first.at, second.at - 1, second.end)}) == 1


def _bare(draft: Draft, old: Body) -> bool:
    """Whether a change of markup is more than white space and markers."""
    text = MARKERS.sub("", draft.text + old.document.source.slice(draft.span))
    return bool(text.strip())


class _Builder:
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

    def front_matter(self) -> Iterable[Record]:
        """The record of the front matter, down to the lines that differ."""
        old, new = self.old.text[: self.old.begin], self.new.text[: self.new.begin]
        if old == new:
            return
        lines, others = old.splitlines(keepends=True), new.splitlines(keepends=True)
        lead = _common(lines, others)
        tail = _common(lines[lead:][::-1], others[lead:][::-1])
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
        clause = known.clause if known else self._clause(draft)
        made = Record(
            id=self._mint(known.id if known else f"{section}~{_hash((gone, draft.text, str(draft.at)))}"),
            kind=draft.record.kind if draft.record else EmendationKind.STRUCTURE,
            unit=self._unit(draft, known, gone),
            section=section,
            published=gone,
            emended=words,
            clause=clause,
            label=known.label if known else None,
            prefix=old.prefix(draft.at, section),
            suffix=old.suffix(draft.end, section),
            side=draft.side if not gone and draft.side is Side.BEFORE else None,
            footnotes=footnotes,
            rulings=tuple(dict.fromkeys(r for a in draft.record.authorities for r in a.rulings))
            if draft.record
            else (),
            marks=marks,
            effective=draft.record.effective if draft.record else None,
            substantive=draft.record.substantive if draft.record else False,
            reviewed=self._reviewed(draft),
        )
        self.wanted[made.id] = draft.span
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
            return words + draft.markers + (draft.tail if gone else ""), _footnotes(draft.text), True
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
            settled = replace(record, supports=supports)
            yield settled if record.unit is Unit.FRONT_MATTER else self._placed(settled)

    def _holders(self, records: Sequence[Record]) -> Iterable[tuple[str, int]]:
        """Each record without markers of its own, with the number of the next one that holds them."""
        for number, record in enumerate(records):
            if record.marks:
                continue
            for other in range(number + 1, min(number + REACH, len(records))):
                marks = (
                    *_footnotes(records[other].emended),
                    *(records[other].footnotes if records[other].marks else ()),
                )
                if set(marks) & set(record.footnotes):
                    yield record.id, other
                    break

    def _placed(self, record: Record) -> Record:
        places = find_places(record, self.old).places
        if len(places) < 2:
            return record
        number = [place.span for place in places].index(self.wanted[record.id]) + 1
        return replace(record, occurrence=Occurrence(number, len(places)))

    def _section(self, draft: Draft) -> SectionId:
        inside = draft.end > draft.at or draft.side is Side.BEFORE
        return self.old.section_of(draft.at) if inside and draft.at < self.old.size else self.old.section_at(draft.at)

    def _clause(self, draft: Draft) -> ClauseId | None:
        if not self.old.size:
            return None
        at = draft.at if draft.end > draft.at or draft.side is Side.BEFORE or not draft.at else draft.at - 1
        return self.old.document.clauses[self.old.tokens[min(at, self.old.size - 1)].clause].id

    def _reviewed(self, draft: Draft) -> Reviewed | None:
        if not self.old.size or draft.record is None:
            return None
        text = clauses_read(self.old, draft.at, draft.end, draft.side is Side.BEFORE and not len(draft.span))
        named = (ruling for authority in draft.record.authorities for ruling in authority.rulings)
        rulings = {name: fingerprint(self.wordings[name]) for name in named if name in self.wordings}
        return Reviewed(fingerprint(text), rulings)

    def _unit(self, draft: Draft, known: Emendation | None, gone: str) -> Unit:
        """The unit of a record; words put in that have no lines of their own are no block."""
        if draft.record is not None:
            flowing = not gone and not draft.lined and draft.record.unit in BLOCKS
            return Unit.PHRASE if flowing else draft.record.unit
        if _footnotes(draft.text) and MARKERS.sub("", draft.text) == gone:
            return Unit.FOOTNOTE
        if known is not None and not _footnotes(draft.text):
            return known.unit
        return Unit.WHITESPACE if not (gone + draft.text).strip() else Unit.MARKUP

    def _markup(self, draft: Draft) -> Emendation | None:
        """The record told to people of a change of markup, where there is one."""
        at = bisect_left(self.starts, draft.span.start)
        for each in self.markup[at : at + 3]:
            if draft.span.holds(each.published_span) and len(each.published_span) and each.id not in self.taken:
                return each
        return None

    def _mint(self, wanted: str) -> str:
        count, found = 1, wanted
        while found in self.taken:
            count += 1
            found = f"{wanted}-{count}"
        self.taken.add(found)
        return found


def _footnotes(text: str) -> tuple[FootnoteId, ...]:
    return tuple(dict.fromkeys(FootnoteId(mark) for mark in _MARK.findall(text)))


def _common(lines: Sequence[str], others: Sequence[str]) -> int:
    return next(
        (k for k, (a, b) in enumerate(zip(lines, others, strict=False)) if a != b), min(len(lines), len(others))
    )


def _hash(words: Sequence[str]) -> str:
    return base64.b32encode(hashlib.sha256("|".join(words).encode()).digest()).decode().lower()[:6]
