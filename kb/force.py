"""Force: the life of a ruling comes in, whether it holds on a day goes out, with the ground of the answer.

A wording begins on its printed effective date, wherever it is attested, else on the day the version that
brought it was issued; it ends where the next begins, where a version no longer has the ruling, or on the day that it
says itself. Where a version between is not at hand the beginning is a stretch of days, and inside it nothing is
determined. Printed dates delay tournament play only. On the last day of all, which stands for no day, all that is said
has come into force, and no end has come that the newest version at hand tells of as yet to come. What is said here
follows the compendium's own introductions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum

from kb.attested import Attestation, Change, Life
from kb.calendars import Calendar
from kb.dates import Days, days_of
from kb.effective import Ending, read_ending, told_ending
from kb.values import quick

_REWORDED = "in these words in"


class Play(Enum):
    """The kind of play a question is about."""

    TOURNAMENT = "tournament"
    CASUAL = "casual"


class Status(Enum):
    """Whether a ruling holds on a day."""

    IN_FORCE = "in-force"
    NOT_YET = "not-yet"
    ENDED = "ended"
    UNDETERMINED = "undetermined"


@quick
@dataclass(frozen=True, slots=True)
class Moment:
    """When something began: on `first` at the earliest (None: nobody knows), on `last` at the latest (`date.max`:
    perhaps never).

    `ground` says what the answer rests on; `missing` are the versions that might have said it sooner. `told` is the end
    that a ruling has by its own words, `ahead` that this lies behind the issue of the newest version at hand.
    """

    first: date | None
    last: date
    ground: str
    missing: tuple[str, ...] = ()
    told: Ending | None = None
    ahead: bool = False

    def has_come(self, day: date) -> bool:
        """Whether it surely has on a day; on the last of all, what is ahead has not."""
        return self.last <= day and self.last < date.max and not (self.ahead and day == date.max)


@quick
@dataclass(frozen=True, slots=True)
class Interval:
    """The stretch in which one wording of a ruling holds; `ends` is None while nothing ended it.

    `printed` is the effective date printed with it; `replaced` that another wording follows.
    """

    attestation: Attestation
    """The first that has the wording."""
    stated: tuple[Attestation, ...]
    """All that have it, perhaps in another spelling."""
    begins: Moment
    ends: Moment | None
    printed: str | None
    replaced: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Standing:
    """The answer for a day: status, ground, and the interval whose wording is the answer's."""

    status: Status
    ground: str
    interval: Interval


def find_intervals(life: Life, calendar: Calendar, play: Play = Play.TOURNAMENT) -> tuple[Interval, ...]:
    """The intervals of force of a ruling's wordings, oldest first. There is at least one."""
    runs = tuple(_runs(life.attestations))
    printed = _printed(runs, calendar)
    if play is Play.TOURNAMENT:
        begins = [_begin(run, day, calendar) for run, day in zip(runs, printed, strict=True)]
    else:
        begins = [_undelayed(_begin(run, None, calendar), day) for run, day in zip(runs, printed, strict=True)]
        printed = [None] * len(runs)
    told = [_told_end(run.stated[-1], calendar) for run in runs]
    begins = [begins[0], *map(_begun_to_end, begins[1:], told[1:])]
    found: list[Interval] = []
    for number, run in enumerate(runs):
        ends, replaced = None, False
        if run.dropped is not None:
            ends = _drop(run.dropped, calendar)
        elif number + 1 < len(runs):
            ends, replaced = begins[number + 1], True
        elif calendar.unheard():
            ends = _unheard(run.stated[-1], calendar)
        own = told[number]
        if own is not None and (ends is None or own.last <= ends.last):
            ends, replaced = own, False
        found.append(Interval(run.stated[0], run.stated, begins[number], ends, printed[number], replaced))
    return tuple(found)


def earliest(life: Life, calendar: Calendar) -> date | None:
    """The first day on which a ruling may have been stated or in force; None where nobody knows."""
    stated = _issue(life.stated[0], calendar, "").first
    begins = find_intervals(life, calendar)[0].begins.first
    return None if stated is None or begins is None else min(stated, begins)


@dataclass(frozen=True, slots=True)
class _Run:
    """Attestations of one wording, misspellings apart, and the one that drops it."""

    stated: tuple[Attestation, ...]
    dropped: Attestation | None


def _runs(attestations: Sequence[Attestation]) -> Iterator[_Run]:
    run: list[Attestation] = []
    for attestation in attestations:
        if attestation.change is Change.DROPPED:
            yield _Run(tuple(run), attestation)
            run = []
        elif run and attestation.reworded:
            yield _Run(tuple(run), None)
            run = [attestation]
        else:
            run.append(attestation)
    if run:
        yield _Run(tuple(run), None)


def _printed(runs: Sequence[_Run], calendar: Calendar) -> list[str | None]:
    """The effective date of each wording. One that lies before the issue of an older wording without a date is
    the ruling's own: the older wording has it, and the newer begins with its version."""
    found = [next((day for each in run.stated for day in each.effective), None) for run in runs]
    for number in range(len(runs) - 1, 0, -1):
        day = found[number]
        older = runs[number - 1]
        if day is not None and older.dropped is None and found[number - 1] in {None, day}:
            issued = calendar.issued(older.stated[0].version).last
            if days_of(day).first <= issued or found[number - 1] == day:
                found[number - 1], found[number] = day, None
    return found


def _begin(run: _Run, printed: str | None, calendar: Calendar) -> Moment:
    first = run.stated[0]
    missing = tuple(slot.number for slot in calendar.before(first.version))
    if printed is not None:
        by = next((each for each in run.stated if printed in each.effective), first)
        day = days_of(printed)
        ground = f"printed effective date {printed}, seen in {_by(by, calendar)}"
        return Moment(day.first, day.last, ground, missing)
    how = _REWORDED if first.reworded else "first seen in" if first.change is Change.FIRST_SEEN else "back in"
    return _issue(first, calendar, how)


def _undelayed(begins: Moment, printed: str | None) -> Moment:
    """When a wording begins in casual play: a printed date only delays tournaments, so it holds by that day."""
    if printed is None or (day := days_of(printed)).last >= begins.last:
        return begins
    first = None if begins.first is None else min(begins.first, day.first)
    ground = f"{begins.ground}; its printed effective date {printed} only delays tournament play, so it held by then"
    return replace(begins, first=first, last=day.last, ground=ground)


def told_end(life: Life, calendar: Calendar) -> Moment | None:
    """When a ruling's newest wording ends by its own words; None where these tell no end, or it was dropped."""
    dropped = life.attestations[-1].change is Change.DROPPED
    return _told_end(life.newest, calendar) if not dropped else None


def _told_end(last: Attestation, calendar: Calendar) -> Moment | None:
    """The day on which a wording ends as the last version says that has it, beside its words or in them."""
    endings = (*filter(None, map(read_ending, last.marks)), *filter(None, [told_ending(last.text)]))
    if not endings or not last.whole:
        return None
    day = days_of(endings[-1].iso)
    until = day.last + timedelta(days=1) if endings[-1].through and day.last < date.max else day.last
    how = "until" if endings[-1].through else "ended"
    newest = calendar.newest
    ahead = newest is not None and calendar.issued(newest.id).last < until
    ground = f"{how} {endings[-1].iso}, by its own words in {_by(last, calendar)}"
    return Moment(day.first, until, ground, told=endings[-1], ahead=ahead)


def _begun_to_end(begins: Moment, ends: Moment | None) -> Moment:
    """When a wording begins that tells of an end: where its version is later than that, on the day of the end."""
    if ends is None or begins.last <= ends.last:
        return begins
    first = None if begins.first is None or ends.first is None else min(begins.first, ends.first)
    return replace(begins, first=first, last=ends.last)


def _drop(dropped: Attestation, calendar: Calendar) -> Moment:
    return _issue(dropped, calendar, "withdrawn in" if dropped.notice else "absent from")


def _unheard(last: Attestation, calendar: Calendar) -> Moment:
    """From when on a version whose text is not at hand, the newest there is, may have ended a ruling."""
    unheard = calendar.unheard()
    heard = calendar.at_hand[-1]
    issued = days_of(unheard[0].date).first
    if issued == date.min:
        known = days_of(heard.date).last
        issued = known + timedelta(days=1) if known < date.max else date.max
    names = [calendar.name(slot.id) + (f" ({slot.date})" if slot.date else "") for slot in unheard]
    told = f"{', '.join(names)} not at hand: the ruling may have been changed there"
    ground = f"{told}; last seen in {_by(last, calendar)}"
    return Moment(issued, date.max, ground, tuple(slot.number for slot in unheard))


def _issue(attestation: Attestation, calendar: Calendar, how: str) -> Moment:
    """The moment a version brought a change; the versions missing before it may have brought it sooner."""
    issued = calendar.issued(attestation.version)
    before = calendar.before(attestation.version)
    ground = f"{how} {_by(attestation, calendar)}"
    if not before:
        return Moment(issued.first, issued.last, ground)
    older = calendar.slots[: calendar.slots.index(before[0])]
    known = days_of(before[0].date).first
    if known == date.min and older:
        known = days_of(older[-1].date).first
    earliest = None if known == date.min else min(known, issued.first)
    return Moment(earliest, issued.last, ground, tuple(slot.number for slot in before))


def _by(attestation: Attestation, calendar: Calendar) -> str:
    """A version as a ground names it: with its date, and what is missing before it."""
    slot = calendar.slot(attestation.version)
    name = calendar.name(attestation.version) + (f" ({slot.date})" if slot.date else "")
    missing = [each.number for each in calendar.before(attestation.version)]
    return f"{name}; {calendar.names(missing)} not at hand" if missing else name


def standing_on(intervals: Sequence[Interval], day: Days) -> Standing:
    """Whether a ruling holds on a day (or through a partial date), by its intervals."""
    first, last = _on(intervals, day.first), _on(intervals, day.last)
    if first.status is last.status:
        return first
    ground = f"{first.status.value} on {day.first}, {last.status.value} on {day.last}"
    return Standing(Status.UNDETERMINED, ground, last.interval)


def standing_of(intervals: Sequence[Interval], wording: Attestation, day: Days) -> Standing:
    """Whether a ruling holds on a day in the words of one of its attestations. Where it holds in other words, these do
    not yet, or no more."""
    standing = standing_on(intervals, day)
    own = next(interval for interval in intervals if wording in interval.stated)
    if own is standing.interval or own.attestation.text == standing.interval.attestation.text:
        return standing
    ends = replace(own.ends, ground=ending_of(own)) if own.ends is not None else None
    return replace(standing_on((replace(own, ends=ends, replaced=False),), day), interval=own)


def ground_of(interval: Interval) -> str:
    """What the beginning of a wording rests on, and the end that it had ahead when the newest version was issued."""
    ends = interval.ends
    ahead = ends is not None and ends.ahead and not interval.replaced
    return f"{interval.begins.ground}; {ends.ground}" if ends is not None and ahead else interval.begins.ground


def ending_of(interval: Interval) -> str:
    """What the end of a wording rests on, nothing where there is none."""
    if interval.ends is None:
        return ""
    return _other_words(interval.ends) if interval.replaced else interval.ends.ground


def _on(intervals: Sequence[Interval], day: date) -> Standing:
    """The newest wording that has surely begun decides; newer ones that perhaps have make it uncertain."""
    perhaps: Interval | None = None
    for interval in reversed(intervals):
        if day < interval.begins.last:
            if interval.begins.first is None or day >= interval.begins.first:
                perhaps = interval
            continue
        return _begun(interval, perhaps, day)
    if perhaps is not None:
        ground = f"{perhaps.begins.ground}: it may have begun by this day, or later"
        return Standing(Status.UNDETERMINED, ground, perhaps)
    return Standing(Status.NOT_YET, ground_of(intervals[0]), intervals[0])


def _begun(interval: Interval, perhaps: Interval | None, day: date) -> Standing:
    """The answer of a wording that has begun: it may have been dropped since, or another may have come."""
    ends = interval.ends
    if ends is None or interval.replaced or (ends.ahead and day == date.max):
        ground = doubt(interval, perhaps) if perhaps is not None else ground_of(interval)
        return Standing(Status.IN_FORCE, ground, interval)
    ended = ends.has_come(day)
    if perhaps is not None or (not ended and (ends.first is None or day >= ends.first)):
        return Standing(Status.UNDETERMINED, (perhaps.begins if perhaps else ends).ground, interval)
    if ended:
        return Standing(Status.ENDED, ends.ground, interval)
    return Standing(Status.IN_FORCE, ground_of(interval), interval)


def doubt(interval: Interval, perhaps: Interval) -> str:
    """The ground of a ruling in force of which nobody knows whether a newer wording held already."""
    return f"{interval.begins.ground}; which wording held is not known: {_other_words(perhaps.begins)}"


def _other_words(begins: Moment) -> str:
    """What the beginning of a wording rests on, as it is told of the words before."""
    other = begins.ground.removeprefix(f"{_REWORDED} ")
    return f"other words in {other}" if other != begins.ground else f"other words, {other}"


def wording_on(interval: Interval, calendar: Calendar, day: Days) -> Attestation:
    """The attestation to be read on a day: that of the newest version issued by then, which tells the words, their
    spelling, and where they stand."""
    issued = [each for each in interval.stated if calendar.issued(each.version).last <= day.last]
    return (issued or interval.stated[:1])[-1]


def known_by(life: Life, calendar: Calendar, day: Days) -> Life | None:
    """What could be known of a ruling on a day: the versions issued by then; None when there is nothing."""
    issued = {slot.id for slot in calendar.until(day.first).slots}
    known = tuple(each for each in life.attestations if each.version in issued)
    return replace(life, attestations=known) if known else None
