"""Coarser drafts: where records of fine ones would not give their stretch of the emended text, one holds it whole.

In: two bodies, drafts, and what makes records of them. Out: the drafts, those that fail joined with their clauses, then
with the clauses around these, twice as many each time; in the end one holds the whole body, and that one cannot fail.
All others stay as they are. Invariant: the published body with all drafts made is the emended body.

Nothing here is needed where every draft can say its place and stands for itself; it is the net below the others.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from kb.compile._apply import place_records
from kb.compile._body import Body
from kb.compile._changes import join_emendations
from kb.compile._compose import compose
from kb.compile._markup import Draft, make_drafts
from kb.records import Record
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Stretch:
    """A draft, and how often it was widened."""

    draft: Draft
    level: int = 0


def coarsen(
    old: Body, new: Body, drafts: Sequence[Draft], build: Callable[[Sequence[Draft]], Sequence[Record]]
) -> list[Stretch]:
    """Drafts whose records give the emended body; `build` makes records, the last of them one for each draft."""
    stretches = [Stretch(draft) for draft in drafts]
    while True:
        listed = [stretch.draft for stretch in stretches]
        bad = _failing(old, new, listed, build(listed))
        if not bad:
            return stretches
        if not stretches or any(_is_whole(old, listed[number]) for number in bad):
            record = join_emendations([draft.record for draft in listed if draft.record is not None])
            words = new.text[new.begin : new.end]
            return [Stretch(Draft(Span(old.begin, old.end), 0, old.size, words, record), 1)]
        stretches = _widened(old, stretches, bad)


def _is_whole(old: Body, draft: Draft) -> bool:
    return (draft.span.start, draft.span.end, draft.at, draft.end) == (old.begin, old.end, 0, old.size)


def _failing(old: Body, new: Body, drafts: Sequence[Draft], records: Sequence[Record]) -> set[int]:
    """The numbers of the drafts whose records do not do what they say where they say it; all where nobody can tell."""
    first = len(records) - len(drafts)
    placed, _ = place_records(enumerate(records), old)
    places = {each.number: each.place.span for each in placed}
    lost = {number for number, draft in enumerate(drafts) if places.get(first + number) != draft.span}
    if lost:
        return lost
    made = compose(old, placed)
    bad: set[int] = set()
    at, to = old.begin, new.begin
    for number, draft in enumerate(drafts):
        span = made.spans[records[first + number].id]
        if made.text[to : span.start] != old.text[at : draft.span.start]:
            bad |= {max(number - 1, 0), number}
        if made.text[span.start : span.end] != draft.text:
            bad.add(number)
        at, to = draft.span.end, span.end
    if drafts and made.text[to:] != old.text[at : old.end]:
        bad.add(len(drafts) - 1)
    return bad or (set() if made.text == new.text[: new.end] else set(range(max(len(drafts), 1))))


def _widened(old: Body, stretches: Sequence[Stretch], bad: Collection[int]) -> list[Stretch]:
    """The stretches, with those that fail as wide as some clauses, and what these touch in them."""
    found: list[tuple[_Reach, list[Stretch]]] = []
    for number, stretch in enumerate(stretches):
        reach = _Reach.of(old, stretch, number in bad)
        held = [stretch]
        while found and found[-1][0].meets(reach):
            before, drafts = found.pop()
            reach, held = before.joined(old, reach), [*drafts, *held]
        found.append((reach, held))
    return [_held(old, reach, held) if reach.wide else held[0] for reach, held in found]


def _held(old: Body, reach: "_Reach", held: Sequence[Stretch]) -> Stretch:
    """Drafts and what is between them as one."""
    drafts = [stretch.draft for stretch in held]
    words = make_drafts(old.text, reach.span, drafts)
    assert words is not None
    record = join_emendations([draft.record for draft in drafts if draft.record is not None])
    return Stretch(Draft(reach.span, reach.at, reach.end, words, record), max(stretch.level for stretch in held) + 1)


@dataclass(frozen=True, slots=True)
class _Reach:
    """The positions a draft lies between and its span, or those of the clauses it is widened to."""

    at: int
    end: int
    span: Span
    wide: bool

    @classmethod
    def of(cls, old: Body, stretch: Stretch, fails: bool) -> "_Reach":
        """The reach of a draft; of one that fails, all of its clauses, and the more around them the wider it was."""
        draft = stretch.draft
        if not fails:
            return cls(draft.at, draft.end, draft.span, False)
        around = 2**stretch.level - 1
        borders = old.borders
        first = max(bisect_right(borders, max(draft.at - (draft.at == draft.end), 0)) - 1 - around, 0)
        last = min(bisect_right(borders, min(draft.end, old.size) - (draft.at < draft.end)) + around, len(borders) - 1)
        return cls._over(old, borders[first], borders[last])

    @classmethod
    def _over(cls, old: Body, at: int, end: int) -> "_Reach":
        return cls(at, end, Span(old.joint(at).start, old.joint(end).end), True)

    def meets(self, other: "_Reach") -> bool:
        """Whether two of them, one widened, overlap or touch."""
        return (self.wide or other.wide) and self.span.end >= other.span.start

    def joined(self, old: Body, other: "_Reach") -> "_Reach":
        """Both as one."""
        return self._over(old, min(self.at, other.at), max(self.end, other.end))
