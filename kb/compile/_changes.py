"""Changes: the records of words between two bodies come in, the tokens that change on both sides go out, in order.

Invariant: the tokens between two changes are the same on both sides and stand for each other in order; so the tokens of
the one body with all changes made are those of the other, whatever the records say.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.compile._body import Body
from kb.emendations import span_of
from kb.provenance import Emendation, EmendationKind, Unit
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Change:
    """A record with its tokens on both sides; `record` is None where one token is only written otherwise."""

    record: Emendation | None
    old: tuple[int, int]
    new: tuple[int, int]
    spans: tuple[Span | None, Span | None] | None = None
    """The stretches of the sources that it is made of, where these are not those of the record."""


Whole = tuple[Span | None, Span]
"""A stretch of the emended source that is one change whatever is the same in it, and what it replaces."""


def find_token_changes(old: Body, new: Body, records: Sequence[Emendation], whole: Whole | None) -> list[Change]:
    """The changes of tokens in order, those that only write an unchanged token otherwise among them."""
    found = _of_records(old, new, records)
    changes = _with_whole(old, new, found, whole) if whole else found
    return _with_spellings(old, new, _accounted(old, new, changes))


def _of_records(old: Body, new: Body, records: Sequence[Emendation]) -> list[Change]:
    """The records that change tokens, in the order they are made in."""
    found: list[Change] = []
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
            start = end = min(max(found[-1].new[1] + low - found[-1].old[1], 0) if found else low, new.size)
        found.append(Change(record, (low, high), (start, end)))
    return found


def _order(old: Body, record: Emendation) -> tuple[int, int, Span, Span]:
    """Records by their tokens: what is put in before a word comes before the change of that word, although it may stand
    behind what opens the block of the word."""
    low, high = _within(old, record.published_span)
    if low == high:
        low = high = old.position(record.published_span.start)
    return low, high, record.published_span, record.emended_span


def _with_whole(old: Body, new: Body, changes: list[Change], whole: Whole) -> list[Change]:
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
    return [*before, Change(None, (start, end), (low, high), (gone, come)), *behind]


def _within(body: Body, span: Span) -> tuple[int, int]:
    """The tokens inside a span."""
    if not len(span):
        return 0, 0
    low = body.position(span.start)
    high = low
    while high < body.size and body.tokens[high].span.end <= span.end:
        high += 1
    return low, high


def _accounted(old: Body, new: Body, changes: Sequence[Change]) -> list[Change]:
    """The changes with nothing but the same tokens between them: neighbours that leave anything else there are one."""
    made = [Change(None, (0, 0), (0, 0))]
    for change in (*changes, Change(None, (old.size, old.size), (new.size, new.size))):
        made.append(change)
        while len(made) > 1 and not _are_apart(old, new, made[-2], made[-1]):
            second, first = made.pop(), made.pop()
            made.append(_joined(old, new, first, second))
    return [each for each in made if each.record is not None or each.old[0] < each.old[1] or each.new[0] < each.new[1]]


def _are_apart(old: Body, new: Body, first: Change, second: Change) -> bool:
    """Whether the tokens between two changes are the same on both sides."""
    at, to = first.old[1], first.new[1]
    between = second.old[0] - at
    if between < 0 or between != second.new[0] - to:
        return False
    return all(old.tokens[at + k].text == new.tokens[to + k].text for k in range(between))


def _joined(old: Body, new: Body, first: Change, second: Change) -> Change:
    """Two changes and what is between them as one."""
    ranges = [(min(a[0], b[0]), max(a[1], b[1])) for a, b in ((first.old, second.old), (first.new, second.new))]
    spans = [
        span_of(body.stream, low, high) if low < high else None
        for body, (low, high) in zip((old, new), ranges, strict=True)
    ]
    records = [change.record for change in (first, second) if change.record is not None]
    return Change(join_emendations(records), ranges[0], ranges[1], (spans[0], spans[1]))


def join_emendations(records: Sequence[Emendation]) -> Emendation | None:
    """One record for several: the first of them, with the footnotes and authorities of all.

    Its spans and words stay those of the first. Unless all are of one kind it is a substitution.
    """
    if not records:
        return None
    first = records[0]
    kinds = {record.kind for record in records}
    leading = next((record for record in records if record.substantive), first)
    return replace(
        first,
        kind=first.kind if len(kinds) == 1 else EmendationKind.SUBSTITUTION,
        unit=first.unit if len(records) == 1 else Unit.PHRASE,
        clause=leading.clause,
        footnotes=tuple(dict.fromkeys(footnote for record in records for footnote in record.footnotes)),
        authorities=tuple(dict.fromkeys(authority for record in records for authority in record.authorities)),
        substantive=leading.substantive,
        comes_with=first.comes_with if len({record.comes_with for record in records}) == 1 else (),
        effective=max((record.effective for record in records if record.effective is not None), default=None),
    )


def _with_spellings(old: Body, new: Body, changes: Sequence[Change]) -> list[Change]:
    """The changes, and one for every unchanged token that the two sources write otherwise (`&amp;` for `&`)."""
    found: list[Change] = []
    at = to = 0
    for change in (*changes, None):
        while at < (change.old[0] if change is not None else old.size):
            if old.document.source.slice(old.tokens[at].span) != new.document.source.slice(new.tokens[to].span):
                found.append(Change(None, (at, at + 1), (to, to + 1)))
            at, to = at + 1, to + 1
        if change is not None:
            found.append(change)
            at, to = change.old[1], change.new[1]
    return found


def next_region(changes: Sequence[Change], first: int, at: int, to: int) -> list[Change]:
    """The changes from number `first` on that follow each other from a position on with nothing unchanged between."""
    last = first
    while last < len(changes) and (changes[last].old[0], changes[last].new[0]) == (at, to):
        at, to = changes[last].old[1], changes[last].new[1]
        last += 1
    return list(changes[first:last])
