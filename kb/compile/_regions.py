"""Regions: changes that follow each other with nothing unchanged between become drafts.

In: changes of two bodies, and what stands between them, before and behind. Out: a draft for each, which takes what
parts it from the one before; or one for all of them where they cannot be told apart in the source.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.compile._body import Body, block_mark, opening_mark
from kb.compile._changes import Change
from kb.compile._markup import MARKERS, Draft, footnotes_in, of_markup
from kb.ends import count_alike
from kb.kramdown.patterns import ATTRIBUTE_LIST
from kb.records import Side
from kb.text import Span

_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_ATTRIBUTES = re.compile(ATTRIBUTE_LIST)


class Region:
    """Changes that follow each other, and what stands between them, before and behind."""

    def __init__(self, old: Body, new: Body, changes: Sequence[Change]) -> None:
        self.old, self.new, self.changes = old, new, changes
        self.at, self.end = changes[0].old[0], changes[-1].old[1]
        self.to, self.stop = changes[0].new[0], changes[-1].new[1]
        self.high = old.joint(self.end).end, new.joint(self.stop).end
        low = old.anchor(self.at), new.anchor(self.to)
        joints = old.joint(self.at).start, new.joint(self.to).start
        closers = old.text[joints[0] : low[0]], new.text[joints[1] : low[1]]
        self.even = closers[0] == closers[1]
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
        """Whether the place of an insertion is the one that its words alone would find, and what a deletion of words
        alone leaves ends the block before it."""
        if len(draft.span):
            return bool(draft.text or draft.tail) or draft.at == draft.end or self._ends_block(draft)
        place = self.old.opening(draft.at) if draft.side is Side.BEFORE else self.old.anchor(draft.at)
        return place == draft.span.start

    def _ends_block(self, draft: Draft) -> bool:
        """Whether the words around a deletion are parted by a blank line without it where those behind it were."""
        text, before, behind = self.old.text, self.old.joint(draft.at), self.old.joint(draft.end)
        inside = draft.at > 0 and draft.end < self.old.size
        left = text[before.start : draft.span.start] + text[draft.span.end : behind.end]
        parted = inside and _BLANK_LINE.search(text, behind.start, behind.end) is not None
        return not parted or _BLANK_LINE.search(left) is not None

    def _cores(self, change: Change) -> tuple[Span | None, Span | None]:
        """The stretch of each source that a change is made of, without what parts it from its neighbours."""
        found: list[Span | None] = []
        record = change.record
        said = change.spans or ((record.published_span, record.emended_span) if record else (None, None))
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
        come = cores[0][1]
        first = MARKERS.match(self.new.text, e, come.start if come is not None else self.high[1])
        cited = come is None and first is not None and _is_cited(first.group(), self.changes[0])
        if first and not cited and not self.old.text.startswith(first.group(), p):
            yield Draft(Span(p, p), self.at, self.at, first.group(), None)
            e = first.end()
        for change, (gone, come) in zip(self.changes, cores, strict=True):
            lead = marks = words = ""
            start = p
            if come is not None:
                marks_at = come.start
                own = opening_mark(self.new.text, Span(e, marks_at))
                lead, words = self.new.text[e : marks_at - len(own)], own + self.new.document.source.slice(come)
                e = come.end
            found = MARKERS.match(self.new.text, e, self.new.joint(change.new[1]).end)
            if found and change.record and change.record.footnotes:
                marks, e = found.group(), found.end()
            if gone is not None:
                before = self.old.text[p : gone.start]
                if come is None:
                    made.append(Draft(Span(p, gone.end), *change.old, "", change.record, markers=marks))
                    p = gone.end
                    continue
                own = opening_mark(self.old.text, Span(p, gone.start))
                if before == lead:
                    start, lead = gone.start, ""
                elif before == lead + own and words.startswith(own):
                    start, lead, words = gone.start, "", words[len(own) :]
                words, lead, p = lead + words, "", gone.end
                made.append(Draft(Span(start, p), *change.old, words, change.record, markers=marks))
                continue
            lined = self._lined(come, e)
            made.append(Draft(Span(p, p), *change.old, words, change.record, lead, marks, lined=lined))
        yield from self._with_tail(made, p, e)

    def _lined(self, come: Span | None, end: int) -> bool:
        """Whether words begin a line and end one, container marks, markers right behind them and blanks aside."""
        if come is None:
            return False
        before = self.new.text[: come.start].rpartition("\n")[2]
        marks = MARKERS.match(self.new.text, end, self.new.end)
        behind = self.new.text[marks.end() if marks else end : self.new.end].partition("\n")[0]
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
            yield from of_markup(self.old, self.end, Span(p, at), made[0].lead)
            yield from self._in_front(made, e)
        elif kept := self._kept(made, old):
            at = p + len(kept)
            yield replace(last, span=Span(p, at))
            yield from of_markup(self.old, self.end, Span(at, self.high[0]), new)
        elif not self._parted(old, new) or self._one_clause():
            yield from made[:-1]
            yield replace(last, span=Span(last.span.start, self.high[0]), tail=new)
        else:
            yield from made
            yield from of_markup(self.old, self.end, Span(p, self.high[0]), new)

    def _kept(self, made: Sequence[Draft], old: str) -> str:
        """The markup between the words before an insertion and its own that stands there in both texts, white space
        aside: the words come behind it, and nothing takes it out that puts it in again."""
        only = made[0]
        if len(made) > 1 or only.end > only.at:
            return ""
        kept = old[: count_alike(only.lead, old)].rstrip()
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


def _is_cited(marks: str, change: Change) -> bool:
    """Whether footnote markers are there for a change, and not for the words before it."""
    return change.record is not None and not set(footnotes_in(marks)).isdisjoint(change.record.footnotes)
