"""Dated records: records and the lives of their rulings come in; which of them hold on a day goes out, with the ground.

A record's own effective date wins, up to the day on which its rulings end by their own words. Else it begins with the
first of its rulings to be in force, or, where it has sentences of several, with the last of these; one that was
reversed counts from the version that made it say what the record says, or what its footnote quotes where its own words
leave that open. A record that comes with others (a number with the rules put in before it) is there as soon as one of
them is. A record that rests on another text begins with the day of that text. What names no source that is known (a
spelling mended, a layout, a clarification) is the work of whoever made the emended text: it is there from the day the
newest of its authorities began, when that text was first possible. Rulings hold as they do in tournaments.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from kb.attested import Attestation, Change, Life
from kb.calendars import Calendar
from kb.claims import find_limit
from kb.compile import Compiled, Plan, Refused, compile_plan, plan_text
from kb.dates import Days, days_of, read_date
from kb.force import Interval, Moment, Status, find_intervals, standing_on
from kb.lexicon import POINTING
from kb.lives import stated_alike
from kb.model import Document, FootnoteId, RulingId, VersionId
from kb.provenance import Refusal
from kb.records import Record, Records
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words


@dataclass(frozen=True, slots=True)
class Voice:
    """The life of a ruling and the versions of its compendium; `turned` are those that reversed what it says, oldest
    first."""

    life: Life
    calendar: Calendar
    turned: tuple[VersionId, ...] = ()

    @property
    def spoken(self) -> Life:
        """The life as far back as it says what it says now: what rests on a ruling does not rest on the opposite."""
        every = self.life.attestations
        at = next((number for number, each in enumerate(every) if each.version in self.turned[-1:]), 0)
        return replace(self.life, attestations=every[at:]) if at else self.life

    def saying(self, text: str, quoted: str) -> "Voice":
        """The same without the versions that reversed what a text says since: a text, or else what is `quoted` for it,
        has sentences of the ruling as it was before, or it is words of it. Where it has as many of it as it is, nothing
        changes."""
        if not self.turned:
            return self
        words = compare_words(_MARKER.sub(" ", text))
        said = [
            (
                len(_sentences_in(text, stretch)),
                len(_sentences_in(quoted, stretch)),
                any(holds_words(compare_words(each.text), words) for each in stretch),
            )
            for stretch in self._stretches()
        ]
        most = max(range(len(said)), key=lambda number: (*said[number], number))
        return replace(self, turned=self.turned[:most])

    def sentences_in(self, text: str) -> frozenset[Words]:
        """The sentences of the ruling that a text has, as far back as it says what it says now."""
        return _sentences_in(text, self.spoken.stated)

    def _stretches(self) -> Iterator[tuple[Attestation, ...]]:
        """What states it before the first version that reversed it, up to the next, and so on."""
        stretch: list[Attestation] = []
        for each in self.life.attestations:
            if each.version in self.turned:
                yield tuple(stretch)
                stretch = []
            if each.change is not Change.DROPPED:
                stretch.append(each)
        yield tuple(stretch)


_SENTENCE = 4
"""Fewer words than this are no sentence that tells a ruling from others."""
_MARKER = re.compile(r"\[\^[^\]\n]+\]")
_STOPPED = re.compile(r"[.!?][\"”’)*_\s]*\Z")


def _sentences_in(text: str, stated: Iterable[Attestation]) -> frozenset[Words]:
    """The sentences of some wordings of a ruling that a text has, which may have footnote markers."""
    words = compare_words(_MARKER.sub(" ", text))
    cut = (compare_words(each.text[at.start : at.end]) for each in stated for at in find_sentences(each.text))
    return frozenset(each for each in cut if len(each) >= _SENTENCE and holds_words(words, each))


def rested_on(rulings: Iterable[RulingId], voices: Mapping[RulingId, Voice]) -> Mapping[RulingId, Voice]:
    """Those of some rulings that are known."""
    return {name: voices[name] for name in rulings if name in voices}


def voices_in(
    text: str, rulings: Iterable[RulingId], voices: Mapping[RulingId, Voice], quoted: str = ""
) -> tuple[Voice, ...]:
    """The voices that a change with a text rests on, each as it says what the text says, or what is quoted for it."""
    return tuple(voice.saying(text, quoted) for voice in rested_on(rulings, voices).values())


def heard(records: Records, voices: Mapping[RulingId, Voice]) -> Mapping[str, tuple[Voice, ...]]:
    """The voices that each record of a file rests on, by its id."""
    notes = {citation.id: citation.text for citation in records.citations}
    return {
        record.id: voices_in(record.emended, record.rulings, voices, quote_notes(record.footnotes, notes))
        for record in records.records
    }


def quote_notes(footnotes: Iterable[FootnoteId], notes: Mapping[FootnoteId, str]) -> str:
    """What some footnotes say, of those that are known."""
    return "\n\n".join(notes[name] for name in footnotes if name in notes)


def find_sharers(text: str, voices: Sequence[Voice]) -> tuple[Voice, ...]:
    """Of several voices those that a text has sentences of which no other says: it holds once all of them do."""
    said = [voice.sentences_in(text) for voice in voices] if len(voices) > 1 else []
    others = [frozenset[Words]().union(*(said[:number] + said[number + 1 :])) for number in range(len(said))]
    return tuple(voice for number, voice in enumerate(voices) if said and said[number] - others[number])


def find_begin(text: str, voices: Sequence[Voice]) -> Interval | None:
    """The interval of force with which a change with a text began that rests on some voices; None without any."""
    parts = find_sharers(text, voices)
    begun = [find_intervals(voice.spoken, voice.calendar)[0] for voice in parts or voices]
    choose = max if len(parts) > 1 else min
    return choose(begun, key=lambda each: each.begins.last, default=None)


@dataclass(frozen=True, slots=True)
class Dated:
    """Whether a record holds on a day, and the ground; `between` are the versions the answer lies between."""

    record: str
    status: Status
    ground: str
    between: tuple[str, ...] = ()


def hold_on(records: Records, voices: Mapping[RulingId, Voice], day: Days) -> tuple[Dated, ...]:
    """Each record of a file on a day, in the order of the file."""
    known = heard(records, voices)
    newest = _newest(records, known)
    dated = {record.id: _dated(record, known[record.id], day, newest) for record in records.records}
    return tuple(_with_others(record, dated) for record in records.records)


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
    newest one is not. Misspellings that came or went are no other words. A record that was not made anew since has no
    later words: it has what its ruling said then.
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
            if _says_it_then(record, issued[-1], voice.life.newest):
                continue
            found.append(Reworded(record.id, name, voice.calendar.name(issued[-1].version)))
    return tuple(found)


def find_outlived(records: Iterable[Record], voices: Mapping[RulingId, Voice], day: Days) -> tuple[Reworded, ...]:
    """The records whose words a ruling of theirs had once and has no more on a day, each with the version that words it
    otherwise; what another of their rulings says is not outlived."""
    found: list[Reworded] = []
    for record in records:
        words = compare_words(_MARKER.sub(" ", record.emended))
        known = rested_on(record.rulings, voices) if words and record.effective is None else {}
        whole = _STOPPED.search(_MARKER.sub("", record.emended)) is not None
        found_in = {name: _otherwise(words, voice, day, whole=whole) for name, voice in known.items()}
        gone = {name: said for name, said in found_in.items() if said is not None}
        others = (each for name, voice in known.items() if name not in gone for each in voice.life.stated)
        if gone and not any(_part_of(words, compare_words(each.text)) for each in others):
            found += [Reworded(record.id, name, known[name].calendar.name(said.version)) for name, said in gone.items()]
    return tuple(found)


def _otherwise(words: Words, voice: Voice, day: Days, *, whole: bool) -> Attestation | None:
    """The first attestation of the words that a ruling has on a day, where some words are those it had before, and it
    has these no more, be it with a pronoun for what they name first; or goes on behind `whole` sentences of them with
    what limits these."""
    standing = standing_on(find_intervals(voice.life, voice.calendar), day)
    if standing.status is not Status.IN_FORCE:
        return None
    now, stated = standing.interval.attestation, voice.life.stated
    has = compare_words(now.text)
    before = [compare_words(each.text) for each in stated[: stated.index(now)] if not stated_alike(each, now)]
    if whole and words in before and find_limit(words, now.text):
        return now
    if _part_of(words, has) or (has[:1] and has[0] in POINTING and holds_words(words, has[1:])):
        return None
    had = any(_part_of(words, each) and not holds_words(has, each) for each in before)
    return now if had else None


def _says_it_then(record: Record, then: Attestation, newest: Attestation) -> bool:
    """Whether a record says what an older wording does: it has none of the words that only the newest has, and it is a
    part of the older or holds it, or has some of the words that the newest lacks, or the newest only has more."""
    words = compare_words(_MARKER.sub(" ", record.emended))
    said_then, said_now = (_part_of(words, compare_words(each.text)) for each in (then, newest))
    if not words or (said_now and not said_then):
        return False
    gained, lost = frozenset(newest.words) - frozenset(then.words), frozenset(then.words) - frozenset(newest.words)
    if not gained.isdisjoint(words):
        return False
    return said_then or not lost.isdisjoint(words) or (bool(gained) and not lost)


def _part_of(words: Words, other: Words) -> bool:
    """Whether one of two is a part of the other."""
    said, whole = sorted((words, other), key=len)
    return holds_words(whole, said)


def find_days(records: Records, voices: Mapping[RulingId, Voice]) -> tuple[date, ...]:
    """The days on which the compiled text changes, oldest first."""
    days: set[date] = set()
    known = heard(records, voices)
    for record in records.records:
        if record.effective is not None:
            days.add(days_of(record.effective).last)
            days.update(end.last for end in _told_ends(known[record.id]))
        for voice in known[record.id] if record.effective is None else ():
            days.update(_turns(find_intervals(voice.spoken, voice.calendar)))
        if (begins := _by_text(record)) is not None:
            days.add(begins.last)
    newest = _newest(records, known)
    if newest is not None:
        days.add(newest)
    return tuple(sorted(days - {date.min, date.max}))


def _told_ends(voices: Iterable[Voice]) -> Iterator[Moment]:
    """Where rulings end by their own words."""
    for voice in voices:
        ends = find_intervals(voice.spoken, voice.calendar)[-1].ends
        if ends is not None and ends.told is not None:
            yield ends


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


def _newest(records: Records, known: Mapping[str, Sequence[Voice]]) -> date | None:
    """The day by which the versions that brought the rulings of a file had all been issued.

    A printed effective date may lie later: the text that says so could be made before it.
    """
    every = (voice for record in records.records for voice in known[record.id])
    issued = [voice.calendar.issued(voice.spoken.stated[0].version).last for voice in every]
    own = [days_of(record.effective).last for record in records.records if record.effective is not None]
    return max((day for day in issued or own if day != date.max), default=None)


def _dated(record: Record, known: Sequence[Voice], day: Days, newest: date | None) -> Dated:
    if record.effective is not None:
        answer = _by_date(record, read_date(record.effective), day, f"effective {record.effective}")
        ends = tuple(_told_ends(known))
        over = ends and len(ends) == len(known) and all(each.has_come(day.first) for each in ends)
        return replace(answer, status=Status.ENDED, ground=ends[0].ground) if over else answer
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


def _with_others(record: Record, dated: Mapping[str, Dated]) -> Dated:
    """What comes with other records is there as soon as one of them is made."""
    others = [dated[name] for name in record.follows if name in dated]
    if not others:
        return dated[record.id]
    return replace(min(others, key=lambda each: _BEST.index(each.status)), record=record.id)


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


def _by_rulings(record: Record, voices: Sequence[Voice], day: Days) -> Dated:
    """A record holds while any of its rulings does, once all those have begun that it has sentences of."""
    parts = find_sharers(record.emended, voices)
    answers: list[tuple[int, Dated]] = []
    waiting: list[Dated] = []
    for voice in voices:
        intervals = find_intervals(voice.spoken, voice.calendar)
        standing = standing_on(intervals, day)
        between: tuple[str, ...] = ()
        if standing.status is Status.UNDETERMINED:
            old, new = voice.calendar.around(day)
            between = tuple(voice.calendar.name(slot.id) for slot in (old, new) if slot is not None)
        answer = Dated(record.id, standing.status, standing.ground, between)
        begins = intervals[0].begins.last
        answers.append((-begins.toordinal() if len(parts) > 1 else 0, answer))
        if len(parts) > 1 and voice in parts and begins > day.first and standing.status is not Status.IN_FORCE:
            waiting.append(answer)
    if waiting:
        return max(waiting, key=lambda each: _BEST.index(each.status))
    return min(answers, key=lambda each: (_BEST.index(each[1].status), each[0]))[1]
