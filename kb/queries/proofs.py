"""The records of a book and their proof: kept by an editor, or else taken from its two texts, and compiled."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.chronicle import find_turned
from kb.compile import Body, Compiled, Difference, Names, Refused, compile_text, extract_records, find_difference
from kb.dated import Voice, heard
from kb.effective import read_day
from kb.graph import Book, Kb
from kb.model import Document, FootnoteId, RulingId
from kb.provenance import SAID, Relation, SourcePlace
from kb.queries.printings import find_printed
from kb.recorded import issued, with_citations
from kb.records import Record, Records
from kb.reviewing import Suspect, find_suspects, words_to_read

_PART = re.compile(r"\((?P<day>[^()]+)\)\s*$")


@dataclass(frozen=True, slots=True)
class Proof:
    """The records of a book, compiled, and whether they give its hand-made text.

    `path` is the file the records are kept in, in the corpus; empty when they were taken from the two texts. `base` is
    the published text; `emended` is the hand-made one, None where the book is what was compiled; `difference` is None
    when both are equal.
    """

    path: str
    records: Records
    base: Body = field(repr=False)
    compiled: Compiled = field(repr=False)
    emended: Document | None = field(repr=False)
    difference: Difference | None
    suspects: tuple[Suspect, ...] = ()

    @property
    def is_equal(self) -> bool:
        """Whether there is a hand-made text and the records give it byte for byte."""
        return self.emended is not None and self.difference is None

    @property
    def refused(self) -> Mapping[str, Refused]:
        """The records not made, by id."""
        return {each.record.id: each for each in self.compiled.refused}


def prove_book(kb: Kb, book: Book) -> Proof | None:
    """The records of a book and their proof; None without a published text, or without records and emended text."""
    if book.base is None:
        return None
    base = Body(book.base.document, book.alignment.old if book.alignment is not None else None)
    wordings = words_to_read((name, voice.life) for name, voice in voices_of(kb).items())
    kept = kb.records.get(book.work.id)
    made = book.emended is not None and book.emended.document.source.path in kb.checked
    emended = book.emended.document if book.emended is not None and made else None
    if kept is not None:
        compiled = kb.compiled[book.work.id]
        path = book.work.records
        suspects = tuple(find_suspects(kept, base, wordings))
        records = kept
    elif emended is None:
        return None
    else:
        names = Names(book.work.id, book.base.id)
        body = Body(emended, book.alignment.new if book.alignment is not None else None)
        extracted = extract_records(base, body, names, book.emendations, wordings)
        path, suspects, records = "", (), with_text_dates(kb, book, _with_rulings(kb, extracted.records))
        compiled = compile_text(base, records)
    difference = find_difference(compiled.text, emended.source) if emended is not None else None
    return Proof(path, records, base, compiled, emended, difference, suspects)


def voices_of(kb: Kb) -> dict[RulingId, Voice]:
    """The life of every ruling with the calendar of its compendium, by each id it has or had."""
    return {
        name: Voice(life, chronicle.calendar, turned.get(life.id, ()))
        for chronicle in kb.chronicles.values()
        for turned in [find_turned(chronicle)]
        for life in chronicle.history.lives
        for name in (life.id, *life.aliases)
    }


def _with_rulings(kb: Kb, records: Records) -> Records:
    """Records with footnotes for their rulings, and with the dates these were issued."""
    voices = voices_of(kb)
    cited = with_citations(records, {name: voice.spoken for name, voice in voices.items()}, kb.versions)
    known = heard(cited, voices)
    return replace(cited, records=tuple(_issued(each, known[each.id]) for each in cited.records))


def with_text_dates(kb: Kb, book: Book, records: Records) -> Records:
    """The records of a book's two texts; those that name no ruling with the day of the text they rest on, which may be
    a printing of the book itself."""
    found, printed = date_texts_cited(kb, book), find_printed(kb, book)
    dates = {name: each.date for name, each in printed.items() if each.date}
    rested = (_rested(each, found) for each in records.records)
    return replace(records, records=tuple(_printed(each, dates.get(each.id)) for each in rested))


def _printed(record: Record, date: str | None) -> Record:
    """A record with the day of the printing that has its words, where nothing that it rests on has one."""
    return (
        record if date is None or record.rulings or record.issued or record.effective else replace(record, issued=date)
    )


def date_texts_cited(kb: Kb, book: Book) -> Mapping[FootnoteId, str]:
    """The day of the newest dated text, other than a version of rulings, that has the words of a footnote, or that a
    footnote without words points to, with no place beside it that has no such day; a version's day is none of theirs,
    for its rulings may be older."""
    if book.emended is None:
        return {}
    issues = {version.document.source.path for version in kb.versions.values()}
    dates = {text.path: text.date for text in kb.manifest.texts if text.date and text.path not in issues}
    found: dict[FootnoteId, str] = {}
    for verdict in kb.footnotes.get(book.emended.document.source.path, ()):
        if verdict.relation in SAID:
            days = [_day_of(place, dates[place.file]) for place in verdict.sources if place.file in dates]
        elif verdict.relation is Relation.POINTER:
            days = [dates.get(cited.path or "", "") for cited in verdict.cites]
        else:
            continue
        if days and all(days):
            found[verdict.id] = max(days)
    return found


def _day_of(place: SourcePlace, date: str) -> str:
    """The day of the part of a text that a place stands in, where its heading ends with one (`Digest 12 (3 May 2004)`),
    else that of the text."""
    told = _PART.search(place.heading)
    return (read_day(told["day"]) if told is not None else None) or date


def newest_text(footnotes: Iterable[FootnoteId], dates: Mapping[FootnoteId, str]) -> str | None:
    """The day of the newest text that some footnotes rest on (`date_texts_cited`), or None."""
    return max((dates[each] for each in footnotes if each in dates), default=None)


def _rested(record: Record, dates: Mapping[FootnoteId, str]) -> Record:
    if record.rulings or record.issued or record.effective:
        return record
    return replace(record, issued=newest_text(record.footnotes, dates))


def _issued(record: Record, voices: Sequence[Voice]) -> Record:
    lives = {name: voice.spoken for voice in voices for name in (voice.life.id, *voice.life.aliases)}
    return replace(record, issued=record.issued or issued(record, lives)) if record.rulings else record
