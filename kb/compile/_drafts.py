"""Drafts: what differs between two texts, as exact replacements in the published one.

In: two bodies and the records between them. Out: `Draft`s in order, each a stretch of the published source and what
stands there in the emended one. Invariant: the published body with all drafts made is the emended body, to the
character; each draft stands for itself.

Method: the records of words give the tokens that change; the others stand for each other in order. Between two that
stand for each other, and were neighbours before, the sources are compared (`_of_joint`); a stretch with changed words
between them is a region, and each record of it takes what parts it from the one before (`_Region`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.compile._body import Body, block_mark
from kb.provenance import Emendation
from kb.records import Side
from kb.text import Span

_ATTRIBUTES = re.compile(r"\{:[^}\n]*\}")
MARKERS = re.compile(r"(?:\[\^[^\]\n]+\])+")


@dataclass(frozen=True, slots=True)
class Draft:
    """Characters of the published source and what they give way to: `lead`, `words`, `markers` and `tail` in a row.

    `at` and `end` are the positions it lies between: its tokens, none for an insertion or a change of markup.
    """

    span: Span
    at: int
    end: int
    words: str
    record: Emendation | None
    lead: str = ""
    markers: str = ""
    tail: str = ""
    side: Side = Side.AFTER
    lined: bool = False
    """Its words have lines of their own in the emended text."""

    @property
    def text(self) -> str:
        """What stands there afterwards."""
        return self.lead + self.words + self.markers + self.tail


@dataclass(frozen=True, slots=True)
class _Change:
    """A record with its tokens on both sides; `record` is None where one token is only written otherwise."""

    record: Emendation | None
    old: tuple[int, int]
    new: tuple[int, int]
    spans: tuple[Span | None, Span | None] = (None, None)
    """The stretches of the sources that it is made of, where no record says so."""


Whole = tuple[Span | None, Span]
"""A stretch of the emended source that is one change whatever is the same in it, and what it replaces."""


def find_drafts(old: Body, new: Body, records: Sequence[Emendation], whole: Whole | None = None) -> list[Draft]:
    """Every difference of two bodies, in order."""
    found = _changes(old, new, records)
    changes = _with_spellings(old, new, _with_whole(old, new, found, whole) if whole else found)
    drafts: list[Draft] = []
    at, to = 0, 0
    while True:
        region = _next_region(changes, at, to)
        if region:
            changes = changes[len(region) :]
            drafts += _Region(old, new, region).drafts()
            at, to = region[-1].old[1], region[-1].new[1]
        else:
            drafts += _of_joint(old, new, at, to)
        if at >= old.size:
            return drafts
        at, to = at + 1, to + 1


def _changes(old: Body, new: Body, records: Sequence[Emendation]) -> list[_Change]:
    """The records that change tokens, in the order they are made in."""
    found: list[_Change] = []
    at = 0
    for record in sorted((r for r in records if r.part_of is None), key=lambda r: _order(old, r)):
        low, high = _within(old, record.published_span)
        start, end = _within(new, record.emended_span)
        if low == high and start == end:
            continue
        if low == high:
            low = high = max(at, old.position(record.published_span.start))
        at = high
        if start == end:
            start = end = found[-1].new[1] + low - found[-1].old[1] if found else low
        found.append(_Change(record, (low, high), (start, end)))
    return found


def _order(old: Body, record: Emendation) -> tuple[int, int, Span, Span]:
    """Records by their tokens: what is put in before a word comes before the change of that word, although it may stand
    behind what opens the block of the word."""
    low, high = _within(old, record.published_span)
    if low == high:
        low = high = old.position(record.published_span.start)
    return low, high, record.published_span, record.emended_span


def _with_whole(old: Body, new: Body, changes: list[_Change], whole: Whole) -> list[_Change]:
    """The changes with one in the place of all that lie in a stretch; as they are where they cross its ends."""
    gone, come = whole
    low, high = _within(new, come)
    before = [change for change in changes if change.new[1] <= low and change.new[0] < low]
    delta = before[-1].new[1] - before[-1].old[1] if before else 0
    start, end = _within(old, gone) if gone else (low - delta, low - delta)
    behind = [change for change in changes if change.new[0] >= high and change.old[0] >= end and change not in before]
    inside = [change for change in changes if change not in before and change not in behind]
    after = behind[0].new[0] - behind[0].old[0] if behind else new.size - old.size
    if start != low - delta or high - end != after or any(c.old[0] < start or c.old[1] > end for c in inside):
        return changes
    if any(c.new[0] < low or c.new[1] > high for c in inside) or (gone is None and not inside):
        return changes
    return [*before, _Change(None, (start, end), (low, high), (gone, come)), *behind]


def _within(body: Body, span: Span) -> tuple[int, int]:
    """The tokens inside a span."""
    if not len(span):
        return 0, 0
    low = body.position(span.start)
    high = low
    while high < body.size and body.tokens[high].span.end <= span.end:
        high += 1
    return low, high


def _with_spellings(old: Body, new: Body, changes: Sequence[_Change]) -> list[_Change]:
    """The changes, and one for every unchanged token that the two sources write otherwise (`&amp;` for `&`)."""
    found: list[_Change] = []
    at = to = 0
    for change in (*changes, _Change(None, (old.size, old.size), (new.size, new.size))):
        while at < change.old[0]:
            if old.document.source.slice(old.tokens[at].span) != new.document.source.slice(new.tokens[to].span):
                found.append(_Change(None, (at, at + 1), (to, to + 1)))
            at, to = at + 1, to + 1
        if at < old.size or change.record is not None:
            found.append(change)
        at, to = change.old[1], change.new[1]
    return found


def _next_region(changes: Sequence[_Change], at: int, to: int) -> list[_Change]:
    """The changes that follow each other from a position on with nothing unchanged between."""
    region: list[_Change] = []
    for change in changes:
        if change.old[0] != at or change.new[0] != to:
            break
        region.append(change)
        at, to = change.old[1], change.new[1]
    return region


def _of_joint(old: Body, new: Body, at: int, to: int) -> Iterator[Draft]:
    """What differs between two neighbouring tokens that are the same on both sides."""
    before, after = old.joint(at), new.joint(to)
    yield from _of_markup(old, at, before, new.document.source.slice(after))


def _of_markup(old: Body, at: int, span: Span, emended: str) -> Iterator[Draft]:
    """A change of what stands between tokens, down to the lines that differ where these stand once."""
    published = old.document.source.slice(span)
    if published == emended:
        return
    hung = _hung(old, at, span, emended)
    if hung:
        yield hung
        return
    lines, others = published.splitlines(keepends=True), emended.splitlines(keepends=True)
    lead = _alike(lines, others)
    tail = _alike(lines[lead:][::-1], others[lead:][::-1])
    kept = "".join(lines[lead : len(lines) - tail])
    start = span.start + len("".join(lines[:lead]))
    whole = old.document.source.slice(old.joint(at))
    if kept.strip() and whole.count(kept) == 1:
        span, emended = Span(start, start + len(kept)), "".join(others[lead : len(others) - tail])
    yield Draft(span, at, at, emended, None)


def _hung(old: Body, at: int, span: Span, emended: str) -> Draft | None:
    """Footnote markers hung on unchanged words, where nothing else changes there."""
    place = old.anchor(at)
    if not span.start <= place <= span.end:
        return None
    before = old.text[span.start : place]
    marks = MARKERS.match(emended, len(before))
    if not marks or not emended.startswith(before) or emended[marks.end() :] != old.text[place : span.end]:
        return None
    return Draft(Span(place, place), at, at, marks.group(), None)


def _alike(lines: Sequence[str], others: Sequence[str]) -> int:
    """How many items two lists begin with alike."""
    return next(
        (k for k, (a, b) in enumerate(zip(lines, others, strict=False)) if a != b), min(len(lines), len(others))
    )


class _Region:
    """Changes that follow each other, and what stands between them, before and behind."""

    def __init__(self, old: Body, new: Body, changes: Sequence[_Change]) -> None:
        self.old, self.new, self.changes = old, new, changes
        self.at, self.end = changes[0].old[0], changes[-1].old[1]
        self.to, self.stop = changes[0].new[0], changes[-1].new[1]
        self.high = old.joint(self.end).end, new.joint(self.stop).end
        low = old.anchor(self.at), new.anchor(self.to)
        joints = old.joint(self.at).start, new.joint(self.to).start
        closers = old.text[joints[0] : low[0]], new.text[joints[1] : low[1]]
        self.even = closers[0] == closers[1] and (self.at > 0) == (self.to > 0)
        self.low = low if self.even else joints

    def drafts(self) -> Iterator[Draft]:
        """The drafts of the region in order."""
        cores = [self._cores(change) for change in self.changes]
        edges = [low for low, _ in self._bounds(cores, 0)], [low for low, _ in self._bounds(cores, 1)]
        if not self.even or None in edges[0] or None in edges[1]:
            yield self._whole()
            return
        made = list(self._of_changes(cores))
        yield from made if all(map(self._stands, made)) else [self._whole()]

    def _stands(self, draft: Draft) -> bool:
        """Whether the place of an insertion is the one that its words alone would find."""
        if len(draft.span):
            return True
        place = self.old.opening(draft.at) if draft.side is Side.BEFORE else self.old.anchor(draft.at)
        return place == draft.span.start

    def _cores(self, change: _Change) -> tuple[Span | None, Span | None]:
        """The stretch of each source that a change is made of, without what parts it from its neighbours."""
        found: list[Span | None] = []
        record = change.record
        said = (record.published_span, record.emended_span) if record else change.spans
        for body, (low, high), own in ((self.old, change.old, said[0]), (self.new, change.new, said[1])):
            if low == high:
                found.append(None)
                continue
            wide = own or body.tokens[low].span
            floor, ceiling = body.joint(low).start, body.joint(high).end
            found.append(Span(max(wide.start, floor), min(wide.end, ceiling)))
        return found[0], found[1]

    def _bounds(self, cores: Sequence[tuple[Span | None, Span | None]], side: int) -> Iterator[tuple[int | None, int]]:
        """Where each core begins, None where it runs into the one before."""
        last = self.low[side]
        for pair in cores:
            core = pair[side]
            if core is not None:
                yield (core.start if core.start >= last else None), core.end
                last = core.end

    def _of_changes(self, cores: Sequence[tuple[Span | None, Span | None]]) -> Iterator[Draft]:
        p, e = self.low
        made: list[Draft] = []
        first = MARKERS.match(self.new.text, e, self.high[1])
        if first and cores[0][1] is not None and not self.old.text.startswith(first.group(), p):
            yield Draft(Span(p, p), self.at, self.at, first.group(), None)
            e = first.end()
        for change, (gone, come) in zip(self.changes, cores, strict=True):
            lead = marks = words = ""
            start = p
            if come is not None:
                marks_at = come.start
                own = block_mark(self.new.text[e:marks_at] if e else f"\n{self.new.text[:marks_at]}")
                lead, words = self.new.text[e : marks_at - len(own)], own + self.new.document.source.slice(come)
                e = come.end
            found = MARKERS.match(self.new.text, e, self.high[1])
            if found and change.record and change.record.footnotes:
                marks, e = found.group(), found.end()
            if gone is not None:
                before = self.old.text[p : gone.start]
                if come is None:
                    made.append(Draft(Span(p, gone.end), *change.old, "", change.record, markers=marks))
                    p = gone.end
                    continue
                if before == lead:
                    start, lead = gone.start, ""
                elif (
                    before
                    and before.endswith(own := block_mark(before))
                    and before == lead + own
                    and words.startswith(own)
                ):
                    start, lead, words = gone.start, "", words[len(own) :]
                words, lead, p = lead + words, "", gone.end
                made.append(Draft(Span(start, p), *change.old, words, change.record, markers=marks))
                continue
            lined = self._lined(come, e)
            made.append(Draft(Span(p, p), *change.old, words, change.record, lead, marks, lined=lined))
        yield from self._with_tail(made, p, e)

    def _lined(self, come: Span | None, end: int) -> bool:
        """Whether words begin a line and end one, container marks, markers and blanks aside."""
        if come is None:
            return False
        before = self.new.text[: come.start].rpartition("\n")[2]
        behind = MARKERS.sub("", self.new.text[end : self.new.end].partition("\n")[0])
        return not before.removesuffix(block_mark(f"\n{before}")).strip(" \t>") and not behind.strip()

    def _with_tail(self, made: list[Draft], p: int, e: int) -> Iterator[Draft]:
        """The drafts, and what stands behind the last of them."""
        old, new = self.old.text[p : self.high[0]], self.new.text[e : self.high[1]]
        last = made[-1]
        if old == new:
            yield from made
        elif all(draft.end > draft.at and not draft.text for draft in made) and self._stays(made[0], p, e):
            yield from self._from_behind(made)
        elif all(draft.at == draft.end for draft in made) and self._leads(made, p, e):
            at = self.old.opening(self.end)
            yield from _of_markup(self.old, self.end, Span(p, at), made[0].lead)
            yield from self._in_front(made, e)
        elif kept := self._kept(made, old):
            at = p + len(kept)
            yield replace(last, span=Span(p, at))
            yield from _of_markup(self.old, self.end, Span(at, self.high[0]), new)
        elif not self._parted(old, new) or self._one_clause():
            yield from made[:-1]
            yield replace(last, span=Span(last.span.start, self.high[0]), tail=new)
        else:
            yield from made
            yield from _of_markup(self.old, self.end, Span(p, self.high[0]), new)

    def _kept(self, made: Sequence[Draft], old: str) -> str:
        """The markup between the words before an insertion and its own that stands there in both texts, white space
        aside: the words come behind it, and nothing takes it out that puts it in again."""
        only = made[0]
        if len(made) > 1 or only.end > only.at:
            return ""
        kept = old[: _alike(only.lead, old)].rstrip()
        whole = all(rest == "" or rest[0] == "\n" for rest in (only.lead[len(kept) :], old[len(kept) :]))
        return kept if whole else ""

    def _from_behind(self, made: Sequence[Draft]) -> Iterator[Draft]:
        """Deletions that each take what stands behind the words: what stood before the first of them stays."""
        starts = [self._core(draft) for draft in made]
        ends = [*starts[1:], self.old.opening(self.end)]
        for draft, start, end in zip(made, starts, ends, strict=True):
            yield replace(draft, span=Span(start, end))

    def _core(self, draft: Draft) -> int:
        """Where the words of a deletion begin, behind what parts them from the ones before."""
        start = self.old.opening(draft.at)
        return max(min(draft.record.published_span.start, start) if draft.record else start, draft.span.start)

    def _stays(self, first: Draft, p: int, e: int) -> bool:
        """Whether the words behind deletions now follow what stood before the words taken out."""
        before = self.old.text[self.low[0] : self._core(first)]
        at, stop = self.old.opening(self.end), self.new.opening(self.stop)
        alike = self.old.text[at : self.high[0]] == self.new.text[stop : self.high[1]]
        return alike and p <= at and e <= stop and self.new.text[e:stop] == before

    def _parted(self, old: str, new: str) -> bool:
        """Whether a block ends on both sides; the end of a text ends one."""
        last = self.end == self.old.size and self.stop == self.new.size
        return ("\n" in old or (last and not old)) and ("\n" in new or (last and not new))

    def _one_clause(self) -> bool:
        """Whether the token behind the region continues the clause before it."""
        return 0 < self.stop < self.new.size and self._same(self.stop - 1, self.stop)

    def _same(self, token: int, other: int) -> bool:
        return self.new.tokens[token].clause == self.new.tokens[other].clause

    def _leads(self, made: Sequence[Draft], p: int, e: int) -> bool:
        """Whether insertions stand before the words behind them rather than after the words before."""
        at, stop = self.old.opening(self.end), self.new.opening(self.stop)
        alike = self.old.text[at : self.high[0]] == self.new.text[stop : self.high[1]]
        return alike and p <= at and e <= stop and _classless(self.old.text[p:at]) == _classless(made[0].lead)

    def _in_front(self, made: Sequence[Draft], e: int) -> Iterator[Draft]:
        """Insertions right before the words behind: each with what parts it from the next."""
        at, stop = self.old.opening(self.end), self.new.opening(self.stop)
        parts = [draft.lead for draft in made[1:]] + [self.new.text[e:stop]]
        for draft, tail in zip(made, parts, strict=True):
            yield replace(draft, span=Span(at, at), lead="", tail=tail, side=Side.BEFORE)

    def _whole(self) -> Draft:
        """The region as one replacement."""
        record = next((change.record for change in self.changes if change.record), None)
        words = self.new.text[self.low[1] : self.high[1]]
        return Draft(Span(self.low[0], self.high[0]), self.at, self.end, words, record)


def _classless(text: str) -> str:
    """What parts two blocks, whatever attributes the second has."""
    return _ATTRIBUTES.sub("{:}", text)
