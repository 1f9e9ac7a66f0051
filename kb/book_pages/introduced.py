"""Since when a change holds: a record and the lives of its rulings come in; the versions that first stated these, the
heading they stand under and the day the change took effect go out.

The day is that of `kb.dated`: a record's own effective date, else the day its rulings were in force, else that of the
text it rests on.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from kb.dated import Voice, quote_notes, rested_on, voices_in
from kb.dates import days_of
from kb.force import Moment
from kb.graph import Book
from kb.interface import Words
from kb.model import Document, FootnoteId, RulingId
from kb.places.alphabet import fold
from kb.places.base import Base
from kb.provenance import Emendation
from kb.queries.proofs import date_texts_cited, newest_text, voices_of
from kb.queries.stretches import Stretch, find_stretches
from kb.records import Record
from kb.ruling_pages.later_versions import tell_later
from kb.sentences import find_sentences
from kb.similarity import compare_words
from kb.text import Span

NONE, OTHER = "none", "other"
"""What stands for the heading or version of a change that names no source, and of one whose source is no ruling at
hand."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something changes can be sifted by: its value in an address, its name, how many changes have it."""

    value: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Since:
    """Where a change comes from.

    `headings` and `versions` are values of choices; `first` names the versions that first stated its rulings, `later`
    tells which first had the words it puts in, which reworded them last and which have them no more. `words` tell the
    first day it surely held on, and whether that is a printed effective date (the version that has it is of another
    day); empty where nobody knows.
    """

    headings: tuple[str, ...]
    versions: tuple[str, ...]
    first: str
    later: tuple[Markup, ...]
    words: str


class Origins:
    """Tells of the changes of a site where they come from; made once for all changes of a book."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        lives, rulings = base.lives, base.rulings
        self.base, self.here = base, here
        self.words: Words = base.words
        self.voices: Mapping[RulingId, Voice] = voices_of(base.kb)
        self.texts = date_texts_cited(base.kb, book)
        self.document = book.emended.document if book.emended else None
        verdicts = base.kb.footnotes.get(book.emended.document.source.path, ()) if book.emended else ()
        self.notes = {verdict.id: verdict.quote or "" for verdict in verdicts}
        self.places = {**(lives.places if lives else {}), **(rulings.homes if rulings else {})}
        topics = (*(lives.past if lives else ()), *(rulings.topics if rulings else ()))
        self.titles = {topic.page: topic.title for topic in topics}
        self.names: dict[str, str] = {NONE: self.words("sift.none"), OTHER: self.words("sift.other")}
        self.order: dict[str, tuple[str, str]] = {}
        self.sentences: dict[int, tuple[Span, ...]] = {}

    def of(self, record: Emendation) -> Since:
        """Where a change comes from."""
        added = frozenset(compare_words(record.emended_text)) - frozenset(compare_words(record.published_text))
        around = self._around(record.emended_span)
        return self._trace(record.emended_text, record.rulings, record.footnotes, record.effective, None, added, around)

    def of_record(self, record: Record) -> Since:
        """Where a change comes from that an editor's record makes."""
        return self._trace(record.emended, record.rulings, record.footnotes, record.effective, record.issued)

    def _trace(  # noqa: PLR0913, PLR0917 (what a change is, as far as its origin goes)
        self,
        text: str,
        rulings: tuple[RulingId, ...],
        footnotes: Sequence[FootnoteId],
        effective: str | None,
        issued: str | None,
        added: Collection[str] = (),
        around: Collection[str] = (),
    ) -> Since:
        """Where a change that puts in some words comes from; without rulings it began with the newest of the texts it
        rests on."""
        absent = OTHER if footnotes else NONE
        printed = bool(effective)
        if not rulings:
            effective = effective or issued or newest_text(footnotes, self.texts)
        found = rested_on(rulings, self.voices)
        voices = voices_in(text, rulings, self.voices, quote_notes(footnotes, self.notes))
        versions = tuple(sorted({self._version(voice) for voice in voices}, key=self.order.__getitem__))
        return Since(
            tuple(dict.fromkeys(self._heading(name) for name in rulings)) or (absent,),
            versions or (absent,),
            ", ".join(self.names[version] for version in versions),
            tuple(tell_later(self.base, found, self.here, added, around)),
            self._began(effective, printed, text, voices),
        )

    def _around(self, span: Span) -> Collection[str]:
        """The words of the sentence of the emended text in which something stands."""
        if self.document is None or (at := self.document.clause_at(span.start)) < 0:
            return ()
        sentences = self._sentences(self.document, at)
        number = bisect_right(sentences, span.start, key=lambda sentence: sentence.end)
        return compare_words(self.document.source.slice(sentences[number])) if number < len(sentences) else ()

    def _sentences(self, document: Document, at: int) -> Sequence[Span]:
        """The sentences of a clause (index), by their place in the source."""
        if at not in self.sentences:
            begin = document.clauses[at].span.start
            cut = find_sentences(document.source.slice(document.clauses[at].span))
            self.sentences[at] = tuple(Span(begin + each.start, begin + each.end) for each in cut)
        return self.sentences[at]

    def choices(self, found: Iterable[tuple[str, ...]]) -> tuple[Choice, ...]:
        """The choices that changes have: headings by name, versions by date, last what is neither."""
        counts = Counter(value for values in found for value in values)
        ordered = sorted(counts, key=lambda value: (value in {NONE, OTHER}, self.order.get(value, ("", "")), value))
        return tuple(Choice(value, self.names[value], counts[value]) for value in ordered)

    def _heading(self, ruling: RulingId) -> str:
        """The page of the term, card or part that a ruling stands under."""
        place = self.places.get(ruling)
        if place is None:
            return OTHER
        value = place.page.removeprefix("rulings/").strip("/")
        self.names[value] = self.titles.get(place.page, value)
        self.order[value] = (fold(self.names[value]), "")
        return value

    def _version(self, voice: Voice) -> str:
        first = voice.spoken.stated[0].version
        self.names[first] = voice.calendar.name(first)
        self.order[first] = (voice.calendar.slot(first).date, first)
        return first

    def _began(self, known: str | None, printed: bool, text: str, voices: Sequence[Voice]) -> str:
        """The first day a change surely held on, in words; `known` is the date it has, `printed` whether
        as an effective one."""
        if known:
            days = days_of(known)
            return self._dated((days.first, days.last), known, "since.printed" if printed else "since.day")
        *before, last = find_stretches(text, voices) or (None,)
        if last is None:
            return ""
        begins, printed_on = last.begun.begins, last.begun.printed
        begun = begins.first or date.min, begins.last
        since = self._dated(begun, printed_on or "", "since.printed" if printed_on else "since.day")
        told = Markup(", ").join(self._stretch(each) for each in before if each is not None)
        return self.words("since.again", since=since, before=told) if told and since else since

    def _stretch(self, stretch: Stretch) -> str:
        """From when to when a change held once, in words."""
        begun, ends = stretch.begun, stretch.ends
        assert ends is not None, "only the last has no end"
        first = self.words.time(begun.printed) if begun.printed else self._day(begun.begins)
        return self.words("since.once", first=first, last=self._day(ends))

    def _day(self, moment: Moment) -> str:
        last = self.words.time(moment.last.isoformat())
        if moment.first == moment.last:
            return last
        if moment.first is None:
            return self.words("since.once.by", date=last)
        return self.words("since.once.between", first=self.words.time(moment.first.isoformat()), last=last)

    def _dated(self, days: tuple[date, date], written: str, said: str) -> str:
        """`written` is the day as a text has it, where one has, `said` the words that tell one day."""
        first, last = days
        if last == date.max:
            return ""
        if written or first == last:
            return self.words(said, date=self.words.time(written or last.isoformat()))
        words = self.words.time(last.isoformat())
        if first == date.min:
            return self.words("since.by", date=words)
        return self.words("since.between", first=self.words.time(first.isoformat()), last=words)
