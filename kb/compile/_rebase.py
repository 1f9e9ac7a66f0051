"""Rebasing: records with their places in one text are made in another text of the work.

In: the text the records were made for, another one, and the records. Out: the other text with the records made, and
what was refused. Places are found by words, exactly: the words that give way, and the nearest eight on both sides, as
they are before or after the other records (some of these may be in the other text already). Where eight words do not
all stand on one side, the nearest three must; words that stand there already are not put in again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.compile._apply import Compiled, clashes, finish_text, place_records
from kb.compile._body import NEAREST, Body
from kb.compile._compose import Placed, compose
from kb.compile._contents import fill_contents
from kb.compile._made import Choice, Told, tell_made
from kb.compile._places import Place, find_places
from kb.compile._reading import read_composed
from kb.compile._refusals import Refused
from kb.emendations import span_of
from kb.model import TOP, Document, SectionId
from kb.provenance import Refusal, Unit
from kb.readers.kramdown import read_document
from kb.records import Record, Records, RecordStatus
from kb.text import Source, Span

FULL = 4
"""All of the context on both sides."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Words with what stands around them in one text: the section, and the keys before and behind."""

    sections: tuple[SectionId, ...]
    words: tuple[str, ...]
    before: tuple[str, ...]
    behind: tuple[str, ...]
    points: tuple[str, str]


def rebase_records(base: Document, other: Document, records: Records) -> Compiled:
    """Another text of the work with the records made in it."""
    body, target = Body(base), Body(other)
    chosen = [(n, r) for n, r in enumerate(records.records) if r.status is RecordStatus.ACCEPTED]
    waiting = [
        Refused(r, Refusal.NEEDS_HUMAN, f"it is `{r.status.value}`")
        for r in records.records
        if r.status in (RecordStatus.PROPOSED, RecordStatus.NEEDS_HUMAN)
    ]
    placed, missing = place_records(chosen, body)
    emended = _emended(body, placed, records)
    made, refused = _find_all(body, target, emended, placed)
    refused = [*waiting, *missing, *refused]
    while True:
        compiled = finish_text(target, records, made, refused)
        text = Body(read_document(Source.from_text(other.source.path, compiled.text)).value)
        again = {each.record.id for each in _find_all(body, text, emended, placed)[0]}
        twice = [each for each in made if each.record.id in again and _puts_in(each.record)]
        if not twice:
            return compiled
        made = [each for each in made if each not in twice]
        refused += [Refused(each.record, Refusal.TEXT_AMBIGUOUS, _TWICE) for each in twice]


_TWICE = "once made, it would be made again: nothing tells the text that has it from the one that has not"


def _puts_in(record: Record) -> bool:
    return bool(record.emended) and not record.is_structure


def _find_all(
    body: Body, target: Body, emended: "_Emended", placed: Sequence[Placed]
) -> tuple[list[Placed], list[Refused]]:
    """The places of the records in another text, and those that have none there or clash."""
    made: list[Placed] = []
    refused: list[Refused] = []
    finder = _Finder(body, target, emended)
    told = _told(body, target, emended, placed)
    for each in sorted(placed, key=lambda one: not one.record.emended):
        found = finder.place(each, told[each.record.id]) if each.record.id in told else finder.find(each)
        if isinstance(found, Place):
            made.append(Placed(each.record, found, each.number))
        else:
            refused.append(found)
    clashing = list(clashes(made))
    barred = {each.record.id for each in clashing}
    return [each for each in made if each.record.id not in barred], [*refused, *clashing]


class _Emended:
    """The base text with all records made, read again: the words and surroundings of each record in it."""

    def __init__(self, body: Body, text: str, spans: dict[str, Span]) -> None:
        self.body, self.text, self.spans = body, text, spans

    def run(self, record: Record) -> _Run:
        """The words a record put in, and what stands around them."""
        span = self.spans[record.id]
        low = self.body.position(span.start)
        high = self.body.position(span.end)
        words = tuple(token.text for token in self.body.tokens[low:high])
        return _run(self.body, low, high, words, (*self.body.sections_around(low), *self.body.sections_around(high)))


def _emended(body: Body, placed: Sequence[Placed], records: Records) -> _Emended:
    made = fill_contents(compose(body, placed), body, records.contents)
    undefined = {citation.id for citation in records.citations if citation.missing}
    return _Emended(read_composed(body, made.text, undefined), made.text, dict(made.spans))


def _told(body: Body, target: Body, emended: _Emended, placed: Sequence[Placed]) -> dict[str, Told]:
    """What is known of the records of words without looking at their surroundings: of all of them where the whole text
    is the base text with some of them made, else of those in parts of it that are."""
    choices: list[Choice] = []
    for each in sorted(placed, key=lambda one: (one.place.span.start, one.place.span.end, one.number)):
        words = emended.run(each.record).words
        if words != tuple(token.text for token in body.tokens[each.place.at : each.place.end]):
            choices.append(Choice(each.record.id, each.place.at, each.place.end, words))
    base, text = ([token.text for token in each.tokens] for each in (body, target))
    whole = tell_made(base, choices, text)
    if whole is not None:
        return dict(whole)
    known = body.spans.keys() | emended.body.spans.keys()
    lasting = (body.spans.keys() & emended.body.spans.keys() & target.spans.keys()) - {TOP}
    parts = _parts(target, known, lasting)
    found: dict[str, Told] = {}
    for name, (low, high) in _parts(body, known, lasting).items():
        start, stop = parts.get(name, (0, 0))
        first = low if name is None else low + 1
        own = [replace(c, at=c.at - low, end=c.end - low) for c in choices if c.at <= high and c.end >= first]
        told = (tell_made(base[low:high], own, text[start:stop]) if name in parts else None) or {}
        found |= {name: Told(each.made, tuple(at + start for at in each.places)) for name, each in told.items()}
    return found


def _parts(
    body: Body, known: Collection[SectionId], lasting: Collection[SectionId]
) -> dict[SectionId | None, tuple[int, int]]:
    """A text cut before each section that lasts through all changes, by that section; None is what stands before the
    first. Sections that no text of the work knows are in none of the parts."""
    found: dict[SectionId | None, tuple[int, int]] = {None: (0, 0)}
    part: SectionId | None = None
    inside = True
    for section, (low, high) in sorted(body.spans.items(), key=lambda each: each[1]):
        if section in lasting:
            part, inside = section, True
            found[section] = low, high
        elif section not in known:
            inside = False
        elif inside:
            found[part] = found[part][0], high
    return found


def _run(body: Body, low: int, high: int, words: tuple[str, ...], sections: Iterable[SectionId]) -> _Run:
    listed = tuple(dict.fromkeys(sections))
    before = tuple(body.key(body.before(low, section)) for section in listed)
    behind = tuple(body.key(body.behind(high, section)) for section in listed)
    return _Run(listed, words, before, behind, _points(body, low, high))


def _points(body: Body, low: int, high: int) -> tuple[str, str]:
    """The points between a stretch of tokens and the nearest words on both sides."""
    start, stop = low, high
    while start and not body.tokens[start - 1].is_word and body.tokens[start - 1].clause == body.tokens[low - 1].clause:
        start -= 1
    while stop < body.size and not body.tokens[stop].is_word and body.tokens[stop].clause == body.tokens[high].clause:
        stop += 1
    sides = (body.tokens[start:low], body.tokens[high:stop])
    return "".join(token.form for token in sides[0]), "".join(token.form for token in sides[1])


class _Finder:
    """Finds the places of records in another text, those that only take words out last.

    `claimed` are tokens of that text which another record has put there already: nothing takes them out.
    """

    def __init__(self, body: Body, target: Body, emended: _Emended) -> None:
        self.body, self.target, self.emended = body, target, emended
        self.claimed: set[int] = set()

    def place(self, placed: Placed, told: Told) -> Place | Refused:
        """The place of a record in a text that is the base text with some records made."""
        record = placed.record
        section = record.section if record.section is not None else self.body.section_at(placed.place.at)
        if told.made and not told.places:
            return _there(record, section)
        size = placed.place.end - placed.place.at
        places = [place for at in told.places for place in _stretch(record, self.target, at, at + size)]
        if told.made or len(places) != 1:
            message = f"section `{section}` can be read with it and without it"
            return Refused(record, Refusal.TEXT_AMBIGUOUS, message)
        return places[0]

    def find(self, placed: Placed) -> Place | Refused:  # noqa: PLR0911 (one for each answer)
        """The place of a record, or why it has none."""
        record, target = placed.record, self.target
        if record.unit is Unit.FRONT_MATTER:
            return _of_front_matter(record, target)
        words = tuple(token.text for token in self.body.tokens[placed.place.at : placed.place.end])
        section = record.section if record.section is not None else self.body.section_at(placed.place.at)
        old = _run(self.body, placed.place.at, placed.place.end, words, (section,))
        new = self.emended.run(record)
        if not words and not new.words:
            return _of_markup(record, old, new, target)
        if not words and not any((*old.before, *old.behind)) and not any(name in target.spans for name in old.sections):
            return Refused(record, *_why(record, old, target, 0))
        found = dict(_candidates(target, old, new))
        spots = _strongest(found, target, old, new)
        free = [at for at in spots if not (words and {*range(at, at + len(words))} <= self.claimed)]
        if spots and not free:
            return _there(record, section)
        there: list[int] = []
        if words != new.words:
            done = dict(_candidates(target, new, old))
            there = _strongest(done, target, new, old)
            best = max(done.values(), default=0), max((found[at] for at in free), default=0)
            rather = best[0] > best[1] if words and not new.words else best[0] >= best[1]
            if there and (rather or not free) and (len(there) == 1 or not free or not new.words):
                self.claimed.update(range(there[0], there[0] + len(new.words)))
                return _there(record, section)
        if words and self._fewer(old, found):
            return _there(record, section) if there else _often(record, section, len(spots))
        places = [place for at in free for place in _stretch(record, target, at, at + len(words))]
        if len(places) != 1:
            return Refused(record, *_why(record, old, target, len(free)))
        alike = bool(words) and target.document.source.slice(places[0].span) == record.emended
        return _there(record, section) if alike else places[0]

    def _fewer(self, old: _Run, found: Mapping[int, int]) -> bool:
        """Whether words that stand several times in the base text, in one context, stand less often in the other."""
        places = [at for at, level in _candidates(self.body, old, old) if level == FULL]
        return len(places) > 1 and sum(level == FULL for level in found.values()) != len(places)


def _often(record: Record, section: SectionId, count: int) -> Refused:
    return Refused(record, Refusal.TEXT_AMBIGUOUS, f"its words stand {count} times in section `{section}`")


def _there(record: Record, section: SectionId) -> Refused:
    return Refused(record, Refusal.ALREADY_APPLIED, f"section `{section}` reads so already")


def _why(record: Record, old: _Run, target: Body, count: int) -> tuple[Refusal, str]:
    section = f"section `{record.section}`"
    if not any(section_id in target.spans for section_id in old.sections):
        return Refusal.TARGET_MISSING, f"the text has no {section}"
    if count > 1:
        return Refusal.TEXT_AMBIGUOUS, f"its words stand {count} times in {section}"
    if record.is_structure:
        return Refusal.OUTSIDE_SCOPE, f"{section} is laid out otherwise here"
    if old.words and not any(True for _ in _standing(target, old)):
        return Refusal.TEXT_NOT_FOUND, f"its published words are not in {section}"
    return Refusal.PRECONDITION_CHANGED, f"the words around its place are not those in {section}"


def _candidates(target: Body, wanted: _Run, other: _Run) -> Iterator[tuple[int, int]]:
    """Positions where the words of a run stand, with how much of the context does (4: all of it).

    Words that stand once need the context of one side; an insertion all of one and the nearest words of the other.
    At the border of two sections the words of both count.
    """
    places = sorted(set(_positions(target, wanted, other)))
    for at in places:
        end = at + len(wanted.words)
        left = right = 2
        for number, section in enumerate(wanted.sections):
            before, behind = [wanted.before[number]], [wanted.behind[number]]
            if section in other.sections:
                known = other.sections.index(section)
                before.append(other.before[known])
                behind.append(other.behind[known])
            left = min(left, _level(before, target.key(target.before(at, section)), True))
            right = min(right, _level(behind, target.key(target.behind(end, section)), False))
        once = len(places) == 1 and bool(wanted.words)
        if left + right > 2 or (left and right and wanted.words) or (once and left + right > 1):
            yield at, left + right


def _positions(target: Body, wanted: _Run, other: _Run) -> Iterator[int]:
    """Positions of the sections of a run where its words, or those around it, stand."""
    if wanted.words:
        yield from _standing(target, wanted)
        return
    for run in (wanted, other):
        for number, section in enumerate(run.sections):
            yield from target.prefixes.get((section, run.before[number]), ())
            yield from target.suffixes.get((section, run.behind[number]), ())


def _standing(target: Body, run: _Run) -> Iterator[int]:
    """Where the words of a run stand in its sections."""
    for name in run.sections:
        low, high = target.spans.get(name, (0, 0))
        for at in target.words_at(run.words[0]):
            inside = low <= at and at + len(run.words) <= high
            if inside and all(target.tokens[at + k].text == word for k, word in enumerate(run.words)):
                yield at


def _level(wanted: Iterable[str], found: str, before: bool) -> int:
    """2 where all of a context stands, 1 where the nearest words do, else 0."""
    if found in wanted:
        return 2
    return 1 if _nearest(found, before) in {_nearest(key, before) for key in wanted} else 0


def _nearest(key: str, before: bool) -> str:
    words = key.split()
    return " ".join(words[-NEAREST:] if before else words[:NEAREST])


def _strongest(listed: Mapping[int, int], target: Body, wanted: _Run, other: _Run) -> list[int]:
    """Of positions those with the most of their context; of several those with the same points beside them."""
    best = max(listed.values(), default=0)
    spots = [at for at, level in listed.items() if level == best]
    if len(spots) > 1:
        for known in (wanted, other):
            same = [at for at in spots if _points(target, at, at + len(wanted.words)) == known.points]
            if same:
                return same
    return spots


def _stretch(record: Record, target: Body, at: int, end: int) -> Iterator[Place]:
    """The stretch of the source that a record changes at tokens of another text."""
    if not record.published:
        offset = target.opening(at) if record.side is not None else target.anchor(at)
        yield Place(Span(offset, offset), at, at)
        return
    joint = target.joint(at)
    start = target.text.find(record.published, joint.start)
    if at < end and joint.start <= start <= joint.end and target.position(start + len(record.published)) == end:
        yield Place(Span(start, start + len(record.published)), at, end)
    elif at < end:
        wide = span_of(target.stream, at, end)
        low = target.anchor(at) if record.published[0].isspace() else wide.start
        high = target.opening(end) if record.published[-1].isspace() else wide.end
        yield Place(Span(min(low, wide.start), max(high, wide.end)), at, end)


def _of_front_matter(record: Record, target: Body) -> Place | Refused:
    places = find_places(record, target).places
    if len(places) == 1:
        return places[0]
    if record.emended and record.emended in target.text[: target.begin]:
        return Refused(record, Refusal.ALREADY_APPLIED, "the front matter reads so already")
    return Refused(record, Refusal.OUTSIDE_SCOPE, "the front matter is another one here")


def _of_markup(record: Record, old: _Run, new: _Run, target: Body) -> Place | Refused:
    """The place of a change without words: what stands between two words is searched for the source itself."""
    spots = _strongest(dict(_candidates(target, old, new)), target, old, new)
    if len(spots) != 1:
        return Refused(record, *_why(record, old, target, len(spots)))
    at = spots[0]
    between = target.document.source.slice(target.joint(at))
    come, gone = record.emended, record.published
    if not gone and not (come.strip() and come.strip() in between):
        return Place(Span(target.anchor(at), target.anchor(at)), at, at)
    if gone and between.count(gone) == 1 and not (gone in come and come in between):
        start = target.joint(at).start + between.index(gone)
        return Place(Span(start, start + len(gone)), at, at)
    if (come.strip() or come in between) if come else gone not in between:
        there = come.strip() in between if come.strip() else True
        if there:
            return Refused(record, Refusal.ALREADY_APPLIED, f"section `{record.section}` is so already")
    return Refused(record, Refusal.OUTSIDE_SCOPE, f"section `{record.section}` is laid out otherwise here")
