"""The rulings of a corpus, by term, version, day and status, as the `rulings` query answers them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date

from kb.attested import Attestation, Change, Life, VersionSlot
from kb.calendars import Calendar
from kb.dates import Days, days_of
from kb.force import Interval, Play, Standing, Status, find_intervals, known_by, standing_of, standing_on, wording_on
from kb.lexicon import find_terms, hold_terms, name_terms, plain_key
from kb.model import SectionKind, VersionId
from kb.numbering import is_rule_number, rule_of, whole_rule
from kb.shelves import Entry, Nearby, Opposed, Plain, Shelf, renamed_terms, terms_of, terms_stated
from kb.similarity import compare_words, holds_words

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the rulings; None leaves a matter open. Dates are `YYYY[-MM[-DD]]`, checked before.

    `status` None asks for what is in force on `as_of`, and for everything without a day.
    """

    term: str | None = None
    version: str | None = None
    as_of: str | None = None
    known_on: str | None = None
    play: Play = Play.TOURNAMENT
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling that answers: its entry, its life as far as it may be known, how it stands, the attestation whose
    wording is meant."""

    shelf: Shelf
    entry: Entry
    life: Life
    standing: Standing
    wording: Attestation
    until: date = date.max
    """The last of the days that were asked for: what was said later speaks against nothing yet."""
    moved: Attestation | None = None
    """The same wording as the day has it, where it stands under the term that was asked for no more."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer: the rulings asked for, and how many others of the term and version have which status."""

    question: Question
    found: tuple[Found, ...]
    counts: Mapping[Status, int]
    around: tuple[tuple[Shelf, VersionSlot | None, VersionSlot | None], ...]
    meant: tuple[str, ...] = ()
    """The terms that were meant, where what was asked for is only a part of them."""
    besides: tuple[str, ...] = ()
    """Terms that what was asked for is a part of, where it is one itself: their rulings are not in the answer."""


def find_version(shelves: Sequence[Shelf], wanted: str) -> tuple[Shelf, VersionSlot] | None:
    """A version by its id, its number, or its name (`HL 4`); None when there is none at hand."""
    found = ((shelf, shelf.calendar.find(wanted, shelf.compendium)) for shelf in shelves)
    return next(((shelf, slot) for shelf, slot in found if slot is not None), None)


def versions_at_hand(shelves: Sequence[Shelf]) -> tuple[VersionId, ...]:
    """The ids of the versions that can be asked for, oldest first."""
    return tuple(slot.id for shelf in shelves for slot in shelf.calendar.at_hand)


def answer_question(shelves: Sequence[Shelf], question: Question) -> Answered:
    """The rulings that answer a question, in the order of the newest version.

    The version of the question exists (`find_version`); a term nobody knows has no rulings. The number of a rule
    (`6.31`) stands for the rulings on that rule. A term that several headings share may be asked for with the one above
    it, as pages call it (`Storms: General`).
    """
    version = find_version(shelves, question.version) if question.version else None
    every = [
        found
        for shelf in shelves
        if version is None or version[0] is shelf
        for found in _on_shelf(shelf, question, version[1].id if version else None)
    ]
    wanted = question.status or (Status.IN_FORCE if question.as_of else None)
    kept = tuple(found for found in every if wanted is None or found.standing.status is wanted)
    around = tuple((shelf, *shelf.calendar.around(days_of(question.as_of))) for shelf in shelves if question.as_of)
    counts = Counter(found.standing.status for found in every)
    return Answered(question, kept, counts, around, *_terms_besides(shelves, question.term))


def _terms_besides(shelves: Sequence[Shelf], wanted: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The terms that a word is only a part of: those meant where it names none, those besides where it does."""
    if wanted is None:
        return (), ()
    named = any(name_terms(wanted, shelf.spellings, shelf.aliases) for shelf in shelves)
    holding = sorted({term for shelf in shelves for term in hold_terms(wanted, shelf.spellings)})
    names = tuple({plain_key(term): term for term in reversed(holding)}.values())[::-1]  # one spelling of each
    return ((), names) if named else (names, ())


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as it is put to one shelf: the terms that are meant, None for any, and the heading they stand below;
    or the rule, or the id of a ruling; the day that is meant; what may be known, as days and as the versions issued by
    then; `named_in` are those that have such a term."""

    terms: AbstractSet[str] | None
    above: str
    rule: str
    ident: str
    version: VersionId | None
    play: Play
    day: Days
    known_on: Days | None
    calendar: Calendar
    until: date
    named_in: AbstractSet[VersionId]


def _on_shelf(shelf: Shelf, question: Question, version: VersionId | None) -> Iterator[Found]:
    """The rulings of a shelf that answer, whatever their status."""
    asked = _put(question, shelf, version)
    entries = (entry for entry in shelf.entries if not asked.ident or _is_called(entry.life, asked.ident))
    yield from (found for entry in entries if (found := _answer(entry, shelf, asked)) is not None)


def _put(question: Question, shelf: Shelf, version: VersionId | None) -> _Asked:
    terms, above = _find_called(shelf, question.term) if question.term else (None, "")
    rule = question.term if question.term and not terms and is_rule_number(question.term) else ""
    ident = question.term if question.term and not terms and not rule else ""
    known_on = days_of(question.known_on) if question.known_on else None
    calendar = shelf.calendar.until(known_on.first) if known_on else shelf.calendar
    until = min((days_of(each).last for each in (question.as_of, question.known_on) if each), default=date.max)
    day = _day(question, version, shelf.calendar)
    stated = ((entry, each) for entry in shelf.entries for each in entry.life.stated) if terms else ()
    named_in = frozenset(each.version for entry, each in stated if terms and terms & terms_of(entry, each))
    return _Asked(terms or None, above, rule, ident, version, question.play, day, known_on, calendar, until, named_in)


def _answer(entry: Entry, shelf: Shelf, asked: _Asked) -> Found | None:
    """How a ruling answers; None where it is another's, was not known yet or does not stand in the version."""
    terms, version = asked.terms, asked.version
    if terms is not None and not terms & terms_stated(entry):
        return None
    known = known_by(entry.life, shelf.calendar, asked.known_on) if asked.known_on else entry.life
    if known is None:
        return None
    stated = next((each for each in known.stated if each.version == version), None)
    if version is not None and stated is None:
        return None
    intervals = find_intervals(known, asked.calendar, asked.play)
    standing = standing_on(intervals, asked.day) if stated is None else standing_of(intervals, stated, asked.day)
    told = wording_on(standing.interval, asked.calendar, asked.day)
    wording = told if stated is None else stated
    if stated is None and terms is not None:
        wording = _under(entry, terms, standing.interval, told)
    if asked.rule and whole_rule(rule_of(wording.text), (asked.rule,)) != asked.rule:
        return None
    if terms is not None and not (_is_under(entry, intervals, wording, asked) and _is_below(entry, wording, asked)):
        return None
    moved = told if stated is None and told is not wording else None
    return Found(shelf, entry, known, standing, wording, asked.until, moved)


def _under(entry: Entry, terms: AbstractSet[str], interval: Interval, wording: Attestation) -> Attestation:
    """The last attestation up to one, of the same wording, that stands under one of some terms; else that one."""
    read = interval.stated[: interval.stated.index(wording) + 1]
    return next((each for each in reversed(read) if not terms.isdisjoint(terms_of(entry, each))), wording)


def _is_under(entry: Entry, intervals: Sequence[Interval], wording: Attestation, asked: _Asked) -> bool:
    """Whether a wording stands under a term that was asked for, or under one that was renamed so since: its version has
    none of the name that was asked for."""
    terms = asked.terms or frozenset()
    if terms & _terms_then(entry, intervals, wording):
        return True
    return (
        asked.version is None and wording.version not in asked.named_in and not terms.isdisjoint(renamed_terms(entry))
    )


def _terms_then(entry: Entry, intervals: Sequence[Interval], wording: Attestation) -> frozenset[str]:
    """The terms of the attestations that have a wording: a ruling may have moved without a change of words."""
    alike = (interval.stated for interval in intervals if wording in interval.stated)
    return frozenset(term for stated in alike for each in stated for term in terms_of(entry, each))


def _is_below(entry: Entry, wording: Attestation, asked: _Asked) -> bool:
    """Whether a version states a ruling below the heading that is asked for, if any."""
    places = entry.places[entry.life.attestations.index(wording)] if asked.above else ()
    return not asked.above or any(plain_key(each) == asked.above for place in places for each in place.headings[-2:-1])


def _day(question: Question, version: VersionId | None, calendar: Calendar) -> Days:
    if question.as_of:
        return days_of(question.as_of)
    if version is not None:
        issued = calendar.issued(version).last
        return Days(issued, issued)
    return days_of("9999-12-31")


def list_rulings(answered: Answered) -> dict[str, object]:
    """The answer in the shape of the JSON contract."""
    question = answered.question
    return {
        "schema": SCHEMA,
        "as_of": question.as_of,
        "known_on": question.known_on,
        "play": question.play.value,
        "between": [
            {
                "compendium": shelf.calendar.abbreviation,
                "after": old.id if old else None,
                "before": new.id if new else None,
                "missing": [number(each) for each in shelf.calendar.missing(old, new)],
            }
            for shelf, old, new in answered.around
        ],
        "meant": list(answered.meant),
        "besides": list(answered.besides),
        "counts": {status.value: answered.counts.get(status, 0) for status in Status},
        "items": [as_item(found) for found in answered.found],
    }


def number(text: str) -> int | str:
    """A version's number as JSON has it: a number where it is one."""
    return int(text) if text.isdecimal() else text


def as_item(found: Found) -> dict[str, object]:
    """One ruling as plain data."""
    life, wording, standing = found.life, found.wording, found.standing
    places = found.entry.places[found.entry.life.attestations.index(wording)]
    interval = standing.interval
    return {
        "id": life.id,
        "compendium": life.compendium,
        "term": wording.term,
        "term_id": life.id.rpartition("-")[0],
        "section": wording.section.value,
        "kind": wording.kind,
        "text": wording.text,
        "status": standing.status.value,
        "ground": standing.ground,
        "effective": interval.printed or (wording.effective[0] if wording.effective else None),
        "begins": moment(interval.begins.first, interval.begins.last),
        "ends": moment(interval.ends.first, interval.ends.last) if interval.ends else None,
        "missing": [number(each) for each in interval.begins.missing],
        "first_attested": life.stated[0].version,
        "last_attested": life.stated[-1].version,
        "dropped": next((each.version for each in life.attestations[-1:] if each.change is Change.DROPPED), None),
        "tournament": wording.section is SectionKind.TOURNAMENT or "#" in wording.marks,
        "label": wording.label,
        "marks": list(wording.marks),
        "version": wording.version,
        "places": [{"path": place.path, "line": place.line, "section": place.section} for place in places],
        "moved_to": {"term": found.moved.term, "version": found.moved.version} if found.moved else None,
        "supersedes": list(life.supersedes),
        "contradicted_by": [as_opposed(each) for each in find_opposed(found)],
        "applied_in": [dict(each) for each in find_applied(found)],
    }


def moment(first: date | None, last: date) -> list[str | None]:
    """The days between which something began or ended; null for a day nobody knows."""
    return [str(first) if first is not None else None, str(last) if last != date.max else None]


def find_opposed(found: Found) -> tuple[Opposed, ...]:
    """What contradicts the wording that was found, not what the ruling says in other versions, and had been said by
    the day asked for, as far as days are known."""
    spoken = (each for each in found.entry.opposed if found.wording.version in each.versions)
    return tuple(each for each in spoken if not each.date or days_of(each.date).first <= found.until)


def find_near(found: Found) -> Nearby | None:
    """What is nearest to a ruling that has ended in the version that ended it."""
    if found.standing.status is not Status.ENDED:
        return None
    after = found.life.attestations.index(found.standing.interval.stated[-1]) + 1
    ended = (each for each in found.life.attestations[after:] if each.change is Change.DROPPED)
    return next((found.entry.nearby.get(each.version) for each in ended), None)


def find_applied(found: Found) -> tuple[Plain, ...]:
    """The records that rest on the wording that was found: those that rest on the ruling, where no later version has
    reversed it, and those that have these words and say something else than the newest version."""
    life = found.entry.life
    order = [each.version for each in life.attestations]
    reversals = [each.versions for each in found.entry.opposed if each.ruling == life.id and each.versions]
    last = max((min(order.index(VersionId(each)) for each in said) for said in reversals), default=-1)
    resting = found.entry.applied_in if order.index(found.wording.version) >= last else ()
    said = compare_words(found.wording.text)
    had = (each for each in found.entry.claimed_in if holds_words(compare_words(each["emended_text"]), said))
    return (*resting, *had)


def as_opposed(each: Opposed) -> dict[str, object]:
    """A contradicting claim as plain data."""
    return {
        "text": each.text,
        "path": each.path,
        "line": each.line,
        "title": each.title,
        "date": each.date,
        "ruling": each.ruling,
        "older": each.older,
    }


def knows_ruling(shelves: Sequence[Shelf], wanted: str) -> bool:
    """Whether a name is the id of a ruling, now or before."""
    return any(_is_called(entry.life, wanted) for shelf in shelves for entry in shelf.entries)


def _is_called(life: Life, ident: str) -> bool:
    return ident == life.id or ident in life.aliases


def known_terms(shelves: Sequence[Shelf], wanted: str) -> frozenset[str]:
    """The terms of any shelf that a word names."""
    return frozenset(term for shelf in shelves for term in find_terms(wanted, shelf.spellings, shelf.aliases))


def _find_called(shelf: Shelf, wanted: str) -> tuple[frozenset[str], str]:
    """The terms of a shelf that a word names; where it names none, those behind its last colon, with the plain key of
    the heading that is named before that."""
    terms = find_terms(wanted, shelf.spellings, shelf.aliases)
    above, colon, term = wanted.rpartition(":")
    named = name_terms(term, shelf.spellings, shelf.aliases) if colon and not terms else frozenset()
    return (named, plain_key(above)) if named else (terms, "")
