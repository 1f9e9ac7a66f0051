"""Dated records: records and the lives of their rulings come in; which of them hold on a day goes out, with the ground.

A record's own effective date wins. Else it begins with the first of its rulings to be in force, one that was reversed
counting from the version that reversed it; a record that rests on another text begins with the day of that text. What
names no source that is known (a spelling mended, a layout, a clarification) is the work of whoever made the emended
text: it is there from the day the newest of its authorities began, when that text was first possible. Rulings hold as
they do in tournaments.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from kb.attested import Life
from kb.compile import Compiled, Plan, Refused, compile_plan, plan_text
from kb.dates import Days, read_date
from kb.force import Calendar, Interval, Status, days_of, find_intervals, standing_on
from kb.lives import stated_alike
from kb.model import Document, RulingId, VersionId
from kb.provenance import Refusal
from kb.records import Record, Records


@dataclass(frozen=True, slots=True)
class Voice:
    """The life of a ruling and the versions of its compendium; `turned` is the one that last reversed what it says."""

    life: Life
    calendar: Calendar
    turned: VersionId | None = None

    @property
    def spoken(self) -> Life:
        """The life as far back as it says what it says now: what rests on a ruling does not rest on the opposite."""
        every = self.life.attestations
        at = next((number for number, each in enumerate(every) if each.version == self.turned), 0)
        return replace(self.life, attestations=every[at:]) if at else self.life


@dataclass(frozen=True, slots=True)
class Dated:
    """Whether a record holds on a day, and the ground; `between` are the versions the answer lies between."""

    record: str
    status: Status
    ground: str
    between: tuple[str, ...] = ()


def hold_on(records: Records, voices: Mapping[RulingId, Voice], day: Days) -> tuple[Dated, ...]:
    """Each record of a file on a day, in the order of the file."""
    newest = _newest(records, voices)
    return tuple(_dated(record, voices, day, newest) for record in records.records)


def compile_as_of(base: Document | Plan, records: Records, voices: Mapping[RulingId, Voice], day: Days) -> Compiled:
    """A published text with the records made whose authority was in force on a day; the others are listed.

    A `Plan` has the places of the records in it.
    """
    dated = hold_on(records, voices, day)
    wanted = {each.record for each in dated if each.status is Status.IN_FORCE}
    compiled = compile_plan(base if isinstance(base, Plan) else plan_text(base, records), wanted)
    known = {each.record.id for each in compiled.refused}
    by_id = {record.id: record for record in records.records}
    waiting = [Refused(by_id[each.record], *_reason(each)) for each in dated if each.record not in wanted | known]
    order = {name: number for number, name in enumerate(by_id)}
    refused = sorted((*compiled.refused, *waiting), key=lambda each: order[each.record.id])
    return replace(compiled, refused=tuple(refused), idle=())


@dataclass(frozen=True, slots=True)
class Reworded:
    """A record in force on a day on which its ruling was stated in other words than the newest, and who said it so."""

    record: str
    ruling: RulingId
    version: str


def find_reworded(records: Iterable[Record], voices: Mapping[RulingId, Voice], day: Days) -> tuple[Reworded, ...]:
    """The records that have later words than those their rulings were stated in on a day.

    That a ruling was in force is proved by any version that states it, in whatever words; that it had the words of the
    newest one is not. Misspellings that came or went are no other words.
    """
    found: list[Reworded] = []
    for record in records:
        for name in record.rulings if record.effective is None else ():
            voice = voices.get(name)
            stated = voice.life.stated if voice is not None else ()
            issued = [each for each in stated if days_of(each.date).last <= day.first]
            if voice is None or not issued or stated_alike(issued[-1], voice.life.newest):
                continue
            since = [each for each in stated[len(issued) :] if each.rewritten]
            if since and not any(each.reworded for each in since):
                continue
            found.append(Reworded(record.id, name, voice.calendar.name(issued[-1].version)))
    return tuple(found)


def find_states(records: Records, voices: Mapping[RulingId, Voice]) -> tuple[date, ...]:
    """The days on which the compiled text changes, oldest first."""
    days: set[date] = set()
    for record in records.records:
        if record.effective is not None:
            days.add(days_of(record.effective).last)
        for name in record.rulings:
            if record.effective is None and name in voices:
                days.update(_turns(find_intervals(voices[name].spoken, voices[name].calendar)))
        if (begins := _by_text(record)) is not None:
            days.add(begins.last)
    newest = _newest(records, voices)
    if newest is not None:
        days.add(newest)
    return tuple(sorted(days - {date.min, date.max}))


def _turns(intervals: Iterable[Interval]) -> Iterable[date]:
    for interval in intervals:
        yield interval.begins.last
        if interval.ends is not None and not interval.replaced:
            yield interval.ends.last


def _reason(dated: Dated) -> tuple[Refusal, str]:
    between = f"; it lies between {' and '.join(dated.between)}" if dated.between else ""
    if dated.status is Status.ENDED:
        return Refusal.NO_TEXT_AUTHORITY, f"its authority had ended: {dated.ground}"
    if dated.status is Status.UNDETERMINED:
        return Refusal.NOT_YET_EFFECTIVE, f"whether it held is not determined: {dated.ground}{between}"
    return Refusal.NOT_YET_EFFECTIVE, f"{dated.ground}{between}"


def _newest(records: Records, voices: Mapping[RulingId, Voice]) -> date | None:
    """The day by which the versions that brought the rulings of a file had all been issued.

    A printed effective date may lie later: the text that says so could be made before it.
    """
    known = [voices[name] for record in records.records for name in record.rulings if name in voices]
    issued = [voice.calendar.issued(voice.spoken.stated[0].version).last for voice in known]
    own = [days_of(record.effective).last for record in records.records if record.effective is not None]
    return max((day for day in issued or own if day != date.max), default=None)


def _dated(record: Record, voices: Mapping[RulingId, Voice], day: Days, newest: date | None) -> Dated:
    if record.effective is not None:
        return _by_date(record, read_date(record.effective), day, f"effective {record.effective}")
    known = [voices[name] for name in record.rulings if name in voices]
    if known:
        return _by_rulings(record, known, day)
    if (begins := _by_text(record)) is not None:
        return _by_date(record, begins, day, f"what it rests on was issued {record.issued}")
    if newest is None:
        return Dated(record.id, Status.IN_FORCE, "no record of this text has a date")
    what = "names no ruling that is known" if record.footnotes or record.substantive else "needs no authority"
    return _by_date(
        record, Days(newest, newest), day, f"it {what}: made with the emended text, {newest} at the earliest"
    )


def _by_text(record: Record) -> Days | None:
    """The day of the text that a record rests on where that is no ruling."""
    rests = record.effective is None and not record.rulings and record.issued is not None
    return days_of(record.issued or "") if rests else None


def _by_date(record: Record, begins: Days, day: Days, ground: str) -> Dated:
    if day.first >= begins.last:
        return Dated(record.id, Status.IN_FORCE, ground)
    status = Status.NOT_YET if day.last < begins.first else Status.UNDETERMINED
    return Dated(record.id, status, ground)


_BEST = (Status.IN_FORCE, Status.UNDETERMINED, Status.NOT_YET, Status.ENDED)


def _by_rulings(record: Record, voices: Iterable[Voice], day: Days) -> Dated:
    """A record holds while any of its rulings does."""
    answers: list[Dated] = []
    for voice in voices:
        standing = standing_on(find_intervals(voice.spoken, voice.calendar), day)
        between: tuple[str, ...] = ()
        if standing.status is Status.UNDETERMINED:
            old, new = voice.calendar.around(day)
            between = tuple(voice.calendar.name(slot.id) for slot in (old, new) if slot is not None)
        answers.append(Dated(record.id, standing.status, standing.ground, between))
    return min(answers, key=lambda each: _BEST.index(each.status))
