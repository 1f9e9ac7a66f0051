"""Finding: the places of records in another text of their work, by their words and what stands around these.

In: the base text, another one, and the base text with all records made. Out: for each record its place in the other, or
why it has none there.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kb.compile._body import Body
from kb.compile._compose import Placed
from kb.compile._made import Told
from kb.compile._markup import MARKERS
from kb.compile._places import Place, place_record
from kb.compile._refusals import Refused
from kb.compile._runs import FULL, Run, candidates, run_of, standing, stretches, strongest
from kb.model import SectionId
from kb.provenance import Refusal, Unit
from kb.records import Record, Side
from kb.text import Span


class Emended:
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


class Finder:
    """Finds the places of records in another text, those that only take words out last.

    `claimed` are tokens of that text which another record has put there already: nothing takes them out. `there` are
    the records whose words it has: what these put beside their words belongs to no change of layout.
    """

    def __init__(self, body: Body, target: Body, emended: Emended) -> None:
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
        record, section = placed.record, self._section(placed)
        if told.made and not told.places:
            return _there(record, section)
        size = placed.place.end - placed.place.at
        places = [place for at in told.places for place in stretches(record, self.target, at, at + size)]
        if told.made or len(places) != 1:
            message = f"section `{section}` can be read with it and without it"
            return Refused(record, Refusal.TEXT_AMBIGUOUS, message)
        return self._behind_markers(placed, places[0])

    def find(self, placed: Placed) -> Place | Refused:
        """The place of a record, or why it has none."""
        record, target = placed.record, self.target
        if record.unit is Unit.FRONT_MATTER:
            return _of_front_matter(record, target)
        words = tuple(token.text for token in self.body.tokens[placed.place.at : placed.place.end])
        old = run_of(self.body, placed.place.at, placed.place.end, words, (self._section(placed),))
        new = self._named_here(self.emended.run(record), old)
        if not old.words and not new.words:
            return _of_markup(record, old, new, target, self.emended.beside(record, self.there))
        known = any((*old.before, *old.behind)) or any(name in target.spans for name in old.sections)
        if not old.words and not known:
            return Refused(record, *_why(record, old, target, 0))
        return self._of_words(placed, old, new)

    def _named_here(self, new: Run, old: Run) -> Run:
        """The words a record puts in, in the section that this text has: where another record names that anew and is
        not made here, it is called as it is in the base text."""
        spans = self.target.spans
        here = tuple(name for name in old.sections if name in spans)
        if not here or not new.sections or any(name in spans for name in new.sections):
            return new
        return replace(new, sections=here, before=new.before[:1] * len(here), behind=new.behind[:1] * len(here))

    def _of_words(self, placed: Placed, old: Run, new: Run) -> Place | Refused:
        """The place of a record that puts words in or takes some out, by what stands around them."""
        record, target, section = placed.record, self.target, self._section(placed)
        found = dict(candidates(target, old, new))
        spots = strongest(found, target, old, new)
        free = [at for at in spots if not self._is_claimed(at, len(old.words))]
        if spots and not free:
            return _there(record, section)
        done = dict(candidates(target, new, old)) if old.words != new.words else {}
        there = strongest(done, target, new, old)
        best = max((found[at] for at in free), default=0)
        if there and _is_made(old, new, len(there), done[there[0]], best):
            self.claimed.update(range(there[0], there[0] + len(new.words)))
            return _there(record, section)
        if old.words and self._fewer(old, found):
            return _there(record, section) if there else _often(record, section, len(spots))
        places = [place for at in free for place in stretches(record, target, at, at + len(old.words))]
        if len(places) != 1:
            return Refused(record, *_why(record, old, target, len(free)))
        if old.words and self._is_written(record, places[0], old.words == new.words):
            return _there(record, section)
        return self._behind_markers(placed, places[0])

    def _section(self, placed: Placed) -> SectionId:
        """The section of the base text that a record is of."""
        record = placed.record
        return record.section if record.section is not None else self.body.section_at(placed.place.at)

    def _is_claimed(self, at: int, size: int) -> bool:
        """Whether another record has put the very words there that a record would take out."""
        return size > 0 and self.claimed.issuperset(range(at, at + size))

    def _is_written(self, record: Record, place: Place, same: bool) -> bool:
        """Whether a place reads as a record makes it; where its words stay the `same`, it is another way to write them,
        to which the text may have added."""
        written = self.target.document.source.slice(place.span)
        added = same and record.published not in written and record.emended in written
        return written == record.emended or added

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


def _is_made(old: Run, new: Run, spots: int, made: int, unmade: int) -> bool:
    """Whether a text has a record made that stands at `spots` as it would be then: by how much of the context stands
    around what it puts in (`made`), and at best around what it takes out (`unmade`; 0 where that stands nowhere).

    Words that are only taken out must be more surely gone than they are there. What stands several times is made where
    nothing else can be, or where it leaves no words.
    """
    if not unmade:
        return True
    surer = made > unmade if old.words and not new.words else made >= unmade
    return surer and (spots == 1 or not new.words)


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
    places = place_record(record, target).places
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
    there = (come.strip() or come) in between if come else gone not in between
    if there:
        return Refused(record, Refusal.ALREADY_APPLIED, f"section `{record.section}` is so already")
    return Refused(record, Refusal.OUTSIDE_SCOPE, f"section `{record.section}` is laid out otherwise here")
