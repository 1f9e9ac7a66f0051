"""Rebasing: records with their places in one text are made in another text of the work.

In: the text the records were made for, another one, and the records. Out: the other text with the records made, and
what was refused. Places are found by words, exactly: the words that give way, and the nearest eight on both sides, as
they are before or after the other records (some of these may be in the other text already). Where eight words do not
all stand on one side, the nearest three must; words that stand there already are not put in again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kb.compile._apparatus import fit_notes
from kb.compile._apply import (
    Compiled,
    Plan,
    chosen_records,
    clashes,
    compile_plan,
    finish_text,
    place_records,
    plan_text,
)
from kb.compile._body import Body
from kb.compile._compose import Placed, compose
from kb.compile._contents import fill_contents
from kb.compile._made import Choice, Told, tell_made
from kb.compile._markup import MARKERS
from kb.compile._places import Place, find_places
from kb.compile._reading import read_composed, words_put
from kb.compile._refusals import Refused
from kb.compile._repeating import TWICE, make_settled
from kb.compile._runs import FULL, Run, candidates, run_of, standing, stretches, strongest
from kb.model import TOP, Document, FootnoteId, SectionId
from kb.provenance import Refusal, Unit
from kb.records import Record, Records, Side
from kb.text import Span


def rebase_records(base: Document, other: Document, records: Records) -> Compiled:
    """Another text of the work with the records made in it. Made in what comes out they change nothing.

    In what they make of their own text they are there already, whatever else its words would allow; in what some of
    them make the others are made so that it is the same text. In another one they are made until none is to be made any
    more; one that would be made again in its own work is refused.
    """
    plan = plan_text(base, records)
    whole = compile_plan(plan)
    if base.source.text == other.source.text != whole.text:
        return whole
    chosen, waiting = chosen_records(records)
    placed, missing = place_records(chosen, plan.body)
    made = make_settled(_Making(plan, whole, placed), other)
    done = {each.record.id for each in made.applied}
    refused = {each.record.id: each for each in (*waiting, *missing, *made.refused) if each.record.id not in done}
    order = {record.id: number for number, record in enumerate(records.records)}
    return replace(made, refused=tuple(sorted(refused.values(), key=lambda each: order[each.record.id])))


class _Making:
    """The step that makes records in a text where they have a place in it, those held back aside; it remembers what
    came of which text. `whole` is what the records make of their own."""

    def __init__(self, plan: Plan, whole: Compiled, placed: Sequence[Placed]) -> None:
        self.plan, self.whole, self.placed = plan, whole, placed
        self.body, self.records = plan.body, plan.records
        self.emended = _emended(plan.body, placed, plan.records)
        self.known: dict[tuple[str, frozenset[str]], Compiled] = {}

    def __call__(self, other: Document, held: frozenset[str]) -> Compiled:
        asked = other.source.text, held
        if asked not in self.known:
            self.known[asked] = self._answer(other, held)
        return self.known[asked]

    def _answer(self, other: Document, held: frozenset[str]) -> Compiled:
        if self.whole.text == other.source.text:
            return self._make_rest(frozenset(each.record.id for each in self.whole.applied))
        made = self._make(Body(other), held)
        there = self._made_in(other, made.refused) if not held else None
        return made if there is None else self._make_rest(there)

    def _made_in(self, other: Document, refused: Sequence[Refused]) -> frozenset[str] | None:
        """The records that another text is made with, where it is byte for byte what they make of their own; None where
        it is not, or where a record of words can be in it or not.

        Of a change of layout the text itself may not tell; either all of those are in it or none is.
        """
        there = frozenset(each.record.id for each in refused if each.reason is Refusal.ALREADY_APPLIED)
        unsure = [each.record for each in refused if each.record.id not in there]
        if not all(record.is_structure for record in unsure):
            return None
        tries = there, there.union(record.id for record in unsure)
        return next((some for some in tries if compile_plan(self.plan, some).text == other.source.text), None)

    def _make_rest(self, there: frozenset[str]) -> Compiled:
        """What all records make of their own text, of one that is made with some."""
        left = tuple(each for each in self.whole.applied if each.record.id not in there)
        message = "the text is what records make of their own"
        told = (
            Refused(each.record, Refusal.ALREADY_APPLIED, message)
            for each in self.whole.applied
            if each.record.id in there
        )
        return replace(self.whole, applied=left, refused=(*self.whole.refused, *told))

    def _make(self, target: Body, held: frozenset[str]) -> Compiled:
        fitted, others = fit_notes(self.records, self.body, target)
        found, refused = _find_all(self.body, target, self.emended, self.placed, others)
        free = [each for each in found if each.record.id not in held]
        told = (Refused(each.record, Refusal.TEXT_AMBIGUOUS, TWICE) for each in found if each.record.id in held)
        return finish_text(target, fitted, free, (*refused, *told), self.emended.words)


def _find_all(
    body: Body, target: Body, emended: "_Emended", placed: Sequence[Placed], others: frozenset[FootnoteId]
) -> tuple[list[Placed], list[Refused]]:
    """The places of the records in another text, and those that have none there or clash; also those that refer to
    footnotes which are `others` there."""
    made: list[Placed] = []
    refused: list[Refused] = []
    finder = _Finder(body, target, emended)
    told = _told(body, target, emended, placed)
    for each in sorted(placed, key=finder.turn):
        found = finder.place(each, told[each.record.id]) if each.record.id in told else finder.find(each)
        named = others.intersection(each.record.footnotes) if isinstance(found, Place) else ()
        if named:
            listed = ", ".join(f"`{name}`" for name in sorted(named))
            message = f"footnote {listed} says something else in this text"
            found = Refused(each.record, Refusal.CONFLICTS_WITH, message)
        if isinstance(found, Place):
            made.append(Placed(each.record, found, each.number))
        else:
            refused.append(found)
            finder.heed(found)
    clashing = list(clashes(made))
    barred = {each.record.id for each in clashing}
    return [each for each in made if each.record.id not in barred], [*refused, *clashing]


class _Emended:
    """The base text with all records made, read again: the words and surroundings of each record in it."""

    def __init__(self, body: Body, text: str, spans: dict[str, Span], words: Mapping[str, Sequence[str]]) -> None:
        self.body, self.text, self.spans, self.words = body, text, spans, words

    def run(self, record: Record) -> Run:
        """The words a record put in, and what stands around them."""
        span = self.spans[record.id]
        low = self.body.position(span.start)
        high = self.body.position(span.end)
        words = tuple(token.text for token in self.body.tokens[low:high])
        return run_of(self.body, low, high, words, (*self.body.sections_around(low), *self.body.sections_around(high)))

    def beside(self, record: Record, there: Collection[str]) -> tuple[str, str]:
        """What some records put between the words around a change of layout, before and behind it."""
        own = self.spans[record.id]
        joint = self.body.joint(self.body.position(own.start))
        before, behind = joint.start, joint.end
        for name in there:
            span = self.spans.get(name, own)
            if joint.start < span.end <= own.start:
                before = max(before, span.end)
            elif own.end <= span.start < joint.end:
                behind = min(behind, span.start)
        return self.text[joint.start : before], self.text[behind : joint.end]


def _emended(body: Body, placed: Sequence[Placed], records: Records) -> _Emended:
    made = fill_contents(compose(body, placed), body, records.contents)
    undefined = {citation.id for citation in records.citations if citation.missing}
    read = read_composed(body, made.text, undefined)
    words = words_put(read, made)[1]
    if records.contents is not None:
        words.pop(records.contents.record, None)  # its words are the headings of whatever text it is made in
    return _Emended(read, made.text, dict(made.spans), words)


def _told(body: Body, target: Body, emended: _Emended, placed: Sequence[Placed]) -> dict[str, Told]:
    """What is known of the records of words without looking at their surroundings: of all of them where the whole text
    is the base text with some of them made, sections aside that no text of the work knows; else of those in parts of it
    that are."""
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
    inside = [at for at in range(target.size) if target.section_of(at) in known]
    if len(inside) < target.size:
        among = tell_made(base, choices, [text[at] for at in inside])
        if among is not None:
            ends = [*inside, inside[-1] + 1 if inside else 0]
            return {name: replace(each, places=tuple(ends[at] for at in each.places)) for name, each in among.items()}
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


class _Finder:
    """Finds the places of records in another text, those that only take words out last.

    `claimed` are tokens of that text which another record has put there already: nothing takes them out. `there` are
    the records whose words it has: what these put beside their words belongs to no change of layout.
    """

    def __init__(self, body: Body, target: Body, emended: _Emended) -> None:
        self.body, self.target, self.emended = body, target, emended
        self.claimed: set[int] = set()
        self.there: set[str] = set()

    def turn(self, placed: Placed) -> tuple[bool, bool]:
        """When a record is looked for: those of words, then those that only take words out, then those of layout."""
        words = placed.place.at < placed.place.end or bool(self.emended.run(placed.record).words)
        return not words, not placed.record.emended

    def heed(self, refused: Refused) -> None:
        """Keep in mind that a text has the words of a record."""
        if refused.reason is Refusal.ALREADY_APPLIED:
            self.there.add(refused.record.id)

    def place(self, placed: Placed, told: Told) -> Place | Refused:
        """The place of a record in a text that is the base text with some records made."""
        record = placed.record
        section = record.section if record.section is not None else self.body.section_at(placed.place.at)
        if told.made and not told.places:
            return _there(record, section)
        size = placed.place.end - placed.place.at
        places = [place for at in told.places for place in stretches(record, self.target, at, at + size)]
        if told.made or len(places) != 1:
            message = f"section `{section}` can be read with it and without it"
            return Refused(record, Refusal.TEXT_AMBIGUOUS, message)
        return self._behind_markers(placed, places[0])

    def find(self, placed: Placed) -> Place | Refused:  # noqa: PLR0911 (one for each answer)
        """The place of a record, or why it has none."""
        record, target = placed.record, self.target
        if record.unit is Unit.FRONT_MATTER:
            return _of_front_matter(record, target)
        words = tuple(token.text for token in self.body.tokens[placed.place.at : placed.place.end])
        section = record.section if record.section is not None else self.body.section_at(placed.place.at)
        old = run_of(self.body, placed.place.at, placed.place.end, words, (section,))
        new = self.emended.run(record)
        if not words and not new.words:
            return _of_markup(record, old, new, target, self.emended.beside(record, self.there))
        if not words and not any((*old.before, *old.behind)) and not any(name in target.spans for name in old.sections):
            return Refused(record, *_why(record, old, target, 0))
        found = dict(candidates(target, old, new))
        spots = strongest(found, target, old, new)
        free = [at for at in spots if not (words and {*range(at, at + len(words))} <= self.claimed)]
        if spots and not free:
            return _there(record, section)
        there: list[int] = []
        if words != new.words:
            done = dict(candidates(target, new, old))
            there = strongest(done, target, new, old)
            best = max(done.values(), default=0), max((found[at] for at in free), default=0)
            rather = best[0] > best[1] if words and not new.words else best[0] >= best[1]
            if there and (rather or not free) and (len(there) == 1 or not free or not new.words):
                self.claimed.update(range(there[0], there[0] + len(new.words)))
                return _there(record, section)
        if words and self._fewer(old, found):
            return _there(record, section) if there else _often(record, section, len(spots))
        places = [place for at in free for place in stretches(record, target, at, at + len(words))]
        if len(places) != 1:
            return Refused(record, *_why(record, old, target, len(free)))
        written = target.document.source.slice(places[0].span)
        alike = written == record.emended
        if words == new.words:  # another way to write them, to which the text may have added
            alike = alike or (record.published not in written and record.emended in written)
        return _there(record, section) if words and alike else self._behind_markers(placed, places[0])

    def _behind_markers(self, placed: Placed, place: Place) -> Place:
        """The place of words put in behind others: also behind footnote markers that hang on these here, and not in the
        base text. What another record put there keeps its authority."""
        record, at = placed.record, place.span.start
        if record.published or record.side is Side.BEFORE or record.unit is Unit.FOOTNOTE:
            return place
        marks = MARKERS.match(self.target.text, at, self.target.joint(place.at).end)
        if marks is None or marks.group() in self.body.document.source.slice(self.body.joint(placed.place.at)):
            return place
        return replace(place, span=Span(marks.end(), marks.end()))

    def _fewer(self, old: Run, found: Mapping[int, int]) -> bool:
        """Whether words that stand several times in the base text, in one context, stand less often in the other."""
        places = [at for at, level in candidates(self.body, old, old) if level == FULL]
        return len(places) > 1 and sum(level == FULL for level in found.values()) != len(places)


def _often(record: Record, section: SectionId, count: int) -> Refused:
    return Refused(record, Refusal.TEXT_AMBIGUOUS, f"its words stand {count} times in section `{section}`")


def _there(record: Record, section: SectionId) -> Refused:
    return Refused(record, Refusal.ALREADY_APPLIED, f"section `{section}` reads so already")


def _why(record: Record, old: Run, target: Body, count: int) -> tuple[Refusal, str]:
    section = f"section `{record.section}`"
    if not any(section_id in target.spans for section_id in old.sections):
        return Refusal.TARGET_MISSING, f"the text has no {section}"
    if count > 1:
        return Refusal.TEXT_AMBIGUOUS, f"its words stand {count} times in {section}"
    if record.is_structure:
        return Refusal.OUTSIDE_SCOPE, f"{section} is laid out otherwise here"
    if old.words and not any(True for _ in standing(target, old)):
        return Refusal.TEXT_NOT_FOUND, f"its published words are not in {section}"
    return Refusal.PRECONDITION_CHANGED, f"the words around its place are not those in {section}"


def _of_front_matter(record: Record, target: Body) -> Place | Refused:
    places = find_places(record, target).places
    if len(places) == 1:
        return places[0]
    if record.emended and record.emended in target.text[: target.begin]:
        return Refused(record, Refusal.ALREADY_APPLIED, "the front matter reads so already")
    return Refused(record, Refusal.OUTSIDE_SCOPE, "the front matter is another one here")


def _of_markup(record: Record, old: Run, new: Run, target: Body, own: tuple[str, str]) -> Place | Refused:
    """The place of a change without words: what stands between two words is searched for the source itself.

    `own` is what records that are there have put between the two words before and behind the change.
    """
    spots = strongest(dict(candidates(target, old, new)), target, old, new)
    if len(spots) != 1:
        return Refused(record, *_why(record, old, target, len(spots)))
    at = spots[0]
    joint = target.joint(at)
    whole = target.document.source.slice(joint)
    first = len(own[0]) if whole.startswith(own[0]) else 0
    last = len(whole) - (len(own[1]) if whole[first:].endswith(own[1]) else 0)
    between = whole[first:last]
    come, gone = record.emended, record.published
    if not gone and not (come.strip() and come.strip() in between):
        return Place(Span(target.anchor(at), target.anchor(at)), at, at)
    if gone and between.count(gone) == 1 and not (gone in come and come in between):
        start = joint.start + first + between.index(gone)
        return Place(Span(start, start + len(gone)), at, at)
    if (come.strip() or come in between) if come else gone not in between:
        there = come.strip() in between if come.strip() else True
        if there:
            return Refused(record, Refusal.ALREADY_APPLIED, f"section `{record.section}` is so already")
    return Refused(record, Refusal.OUTSIDE_SCOPE, f"section `{record.section}` is laid out otherwise here")
