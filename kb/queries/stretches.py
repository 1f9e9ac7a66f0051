"""Stretches: a change and the rulings it rests on come in; when it held goes out, anew where these were gone once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.dated import Voice, find_begin, find_sharers
from kb.force import Interval, Moment, find_intervals


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch in which a change held: the interval of force that it began with, and when it ended, if it did."""

    begun: Interval
    ends: Moment | None


def find_stretches(text: str, voices: Sequence[Voice]) -> tuple[Stretch, ...]:
    """The stretches in which a change with a text held that rests on some voices, oldest first: more than one where
    all that it rests on was out of force in between, and surely so. A change that needs several voices held from the
    last of their beginnings on, as long as any of them did."""
    first = find_begin(text, voices)
    if first is None:
        return ()
    parts = find_sharers(text, voices)
    several = len(parts) > 1
    resting = voices if several else parts or voices
    found = _union(
        [stretch for voice in resting for stretch in _stretches(find_intervals(voice.spoken, voice.calendar))]
    )
    if not several:
        return found
    begun = [each for each in found if each.ends is None or each.ends.last > first.begins.last]
    return (replace(begun[0], begun=first), *begun[1:]) if begun else (Stretch(first, None),)


def _union(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Stretches, oldest first, as one where none surely ended before the next began."""
    ordered = sorted(stretches, key=lambda stretch: stretch.begun.begins.last)
    found = [ordered[0]]
    for stretch in ordered[1:]:
        ends, begins = found[-1].ends, stretch.begun.begins.first
        if ends is not None and begins is not None and ends.last < begins:
            found.append(stretch)
        elif ends is not None:
            later = None if stretch.ends is None else max(ends, stretch.ends, key=lambda moment: moment.last)
            found[-1] = replace(found[-1], ends=later)
    return tuple(found)


def _stretches(intervals: Sequence[Interval]) -> Iterator[Stretch]:
    """The stretches of one ruling, in whatever words."""
    begun = intervals[0]
    for each, newer in zip(intervals, (*intervals[1:], None), strict=True):
        if newer is None or not each.replaced:
            yield Stretch(begun, each.ends)
            begun = newer or begun
