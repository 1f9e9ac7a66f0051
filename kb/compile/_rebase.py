"""Rebasing: records with their places in one text are made in another text of the work.

In: the text the records were made for, another one, and the records. Out: the other text with the records made, and
what was refused. Places are found by words, exactly: the words that give way, and the nearest eight on both sides, as
they are before or after the other records (some of these may be in the other text already). Where eight words do not
all stand on one side, the nearest three must; words that stand there already are not put in again.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kb.compile._apparatus import fit_notes
from kb.compile._apply import (
    Compiled,
    Plan,
    chosen_records,
    clashes,
    compile_plan,
    finish_text,
    in_order,
    place_records,
    plan_text,
)
from kb.compile._body import Body
from kb.compile._compose import Placed, compose
from kb.compile._contents import fill_contents
from kb.compile._finding import Emended, Finder
from kb.compile._made import Choice, Told, tell_made
from kb.compile._places import Place
from kb.compile._reading import read_composed, words_put
from kb.compile._refusals import Refused
from kb.compile._repeating import TWICE, make_settled
from kb.model import TOP, Document, FootnoteId, SectionId
from kb.provenance import Refusal
from kb.records import Records


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
    return replace(made, refused=in_order(refused.values(), records))


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
    body: Body, target: Body, emended: Emended, placed: Sequence[Placed], others: frozenset[FootnoteId]
) -> tuple[list[Placed], list[Refused]]:
    """The places of the records in another text, and those that have none there or clash; also those that refer to
    footnotes which are `others` there."""
    made: list[Placed] = []
    refused: list[Refused] = []
    finder = Finder(body, target, emended)
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


def _emended(body: Body, placed: Sequence[Placed], records: Records) -> Emended:
    made = fill_contents(compose(body, placed), body, records.contents)
    undefined = {citation.id for citation in records.citations if citation.missing}
    read = read_composed(body, made.text, undefined)
    words = words_put(read, made)[1]
    if records.contents is not None:
        words.pop(records.contents.record, None)  # its words are the headings of whatever text it is made in
    return Emended(read, made.text, dict(made.spans), words)


def _told(body: Body, target: Body, emended: Emended, placed: Sequence[Placed]) -> dict[str, Told]:
    """What is known of the records of words without looking at their surroundings: of all of them where the whole text
    is the base text with some of them made, sections aside that no text of the work knows; else of those in parts of it
    that are."""
    choices = tuple(_choices(body, emended, placed))
    whole = tell_made(_words(body), choices, _words(target))
    if whole is not None:
        return dict(whole)
    known = body.spans.keys() | emended.body.spans.keys()
    among = _tell_among(body, target, choices, known)
    if among is not None:
        return among
    lasting = (body.spans.keys() & emended.body.spans.keys() & target.spans.keys()) - {TOP}
    return _tell_parts(body, target, choices, (known, lasting))


def _words(body: Body) -> list[str]:
    return [token.text for token in body.tokens]


def _choices(body: Body, emended: Emended, placed: Sequence[Placed]) -> Iterator[Choice]:
    """The records of words by their places in the base text, each with what it puts there."""
    for each in sorted(placed, key=lambda one: (one.place.span.start, one.place.span.end, one.number)):
        words = emended.run(each.record).words
        if words != tuple(token.text for token in body.tokens[each.place.at : each.place.end]):
            yield Choice(each.record.id, each.place.at, each.place.end, words)


def _tell_among(
    body: Body, target: Body, choices: Sequence[Choice], known: Collection[SectionId]
) -> dict[str, Told] | None:
    """What is known where a text has sections that no text of the work knows, and is the base text without them."""
    inside = [at for at in range(target.size) if target.section_of(at) in known]
    if len(inside) == target.size:
        return None
    among = tell_made(_words(body), choices, [target.tokens[at].text for at in inside])
    if among is None:
        return None
    ends = [*inside, inside[-1] + 1 if inside else 0]
    return {name: replace(each, places=tuple(ends[at] for at in each.places)) for name, each in among.items()}


def _tell_parts(
    body: Body,
    target: Body,
    choices: Sequence[Choice],
    sections: tuple[Collection[SectionId], Collection[SectionId]],
) -> dict[str, Told]:
    """What is known of the records in those parts of a text that are the base text's with some of them made; of the
    sections those are given that the texts of the work know, and those of them that last."""
    base, text, there = _words(body), _words(target), _parts(target, *sections)
    found: dict[str, Told] = {}
    for name, (low, high) in _parts(body, *sections).items():
        if name not in there:
            continue
        start, stop = there[name]
        first = low if name is None else low + 1
        own = [replace(c, at=c.at - low, end=c.end - low) for c in choices if c.at <= high and c.end >= first]
        told = tell_made(base[low:high], own, text[start:stop]) or {}
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
