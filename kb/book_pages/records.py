"""The records of a book on their page: a proof comes in, each record as an editor reads it goes out.

A record that made a change is shown by that change: its words, its authority and how exactly the two agree. One that
holds layout only, or was not made, is shown by its source text.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from kb.book_pages.books import BookView
from kb.book_pages.desk import Figures, count_changes
from kb.book_pages.introduced import Origins
from kb.book_pages.judged import Verdicts, count_verdicts
from kb.book_pages.reasons import ChangeView
from kb.compile import Placed, Refused, advise_on
from kb.graph import Book, Kb
from kb.model import WorkId
from kb.places.base import Base
from kb.provenance import Emendation, EmendationKind
from kb.queries.lacking import sort_changes
from kb.queries.proofs import Proof, prove_book
from kb.records import Record
from kb.text import word_forms

SHORT = 240
"""So many characters of source text tell which piece of layout is meant."""


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record on its page; `change` is what it did to the text, None where it did nothing that is told as a change."""

    id: str
    kind: str
    unit: str
    section: str
    status: str
    dated: str
    change: ChangeView | None
    rulings: tuple[tuple[str, str], ...]
    """Address and name of each ruling it names; no address where the site has none."""
    published: str
    emended: str
    refused: Refused | None
    hint: str
    suspect: str
    reason: str
    substantive: bool

    @property
    def looks_alike(self) -> bool:
        """Whether its sides are read as the same signs (`---`, `—`): only what stands in the files tells them apart."""
        change = self.change
        return change is not None and bool(change.before) and change.before == change.after


@dataclass(frozen=True, slots=True)
class Corrections:
    """The slight changes of a book: `counted` by record, as the log does, without the `following`, which only come with
    others; `differing` as the page of changes counts them, everything that differs."""

    counted: int
    following: int
    differing: int


@dataclass(frozen=True, slots=True)
class RecordsView:
    """The records of a book: those not made, those of substance by section, the slight ones, those of layout."""

    book: BookView
    proof: Proof
    figures: Figures | None
    verdicts: Verdicts | None
    unmade: tuple[RecordView, ...]
    sections: tuple[tuple[str, str, tuple[RecordView, ...]], ...]
    slight: tuple[RecordView, ...]
    layout: tuple[RecordView, ...]
    corrections: Corrections

    @property
    def told(self) -> int:
        """How many records of substance were made."""
        return sum(len(records) for _, _, records in self.sections)

    @property
    def size(self) -> int:
        """The length of the hand-made text in bytes."""
        return len(self.proof.compiled.text.encode("utf-8"))


def prove_books(kb: Kb) -> Mapping[WorkId, Proof]:
    """The records of every book and their proof, where there are any."""
    proofs = ((work, prove_book(kb, book)) for work, book in kb.books.items())
    return {work: proof for work, proof in proofs if proof is not None}


def view_records(base: Base, book: Book, here: str) -> RecordsView:
    """The records of a book that has a proof, as the page `here` shows them."""
    proof = base.proofs[book.work.id]
    view = BookView(base, book, here)
    views = RecordViews(view, proof)
    every = [views.of(record) for record in proof.records.records]
    refused = proof.refused
    made = [each for each in zip(proof.records.records, every, strict=True) if each[0].id not in refused]
    told = [(record, shown) for record, shown in made if record.substantive]
    slight = [shown for record, shown in made if not record.substantive and not record.is_structure]
    judged = base.judged.get(book.work.id)
    return RecordsView(
        view,
        proof,
        figures=count_changes(book) if book.alignment is not None else None,
        verdicts=count_verdicts(judged) if judged is not None else None,
        unmade=tuple(shown for shown in every if shown.id in refused),
        sections=tuple(_by_section(told)),
        slight=tuple(slight),
        layout=tuple(shown for record, shown in made if not record.substantive and record.is_structure),
        corrections=count_corrections(proof, book),
    )


def count_corrections(proof: Proof, book: Book) -> Corrections:
    """The slight changes of a book, besides what it lacks as a whole."""
    changed = sort_changes(book)
    parts = changed.parts
    slight = [record for record in proof.records.records if not record.substantive and record.id not in parts]
    following = sum(bool(record.follows) for record in slight)
    differing = sum(not change.substantive for change in changed.others)
    return Corrections(len(slight) - following, following, differing)


def _by_section(told: Iterable[tuple[Record, RecordView]]) -> Iterator[tuple[str, str, tuple[RecordView, ...]]]:
    for number, (title, group) in enumerate(groupby(told, key=lambda each: each[1].section)):
        records, shown = zip(*group, strict=True)
        yield f"records:{number}:{records[0].section or ''}", title, shown


class RecordViews:
    """Makes the views of one book's records."""

    def __init__(self, view: BookView, proof: Proof) -> None:
        self.view = view
        self.proof = proof
        self.origins = Origins(view.base, view.book, view.here)
        self.by_id = {record.id: record for record in view.book.emendations}
        self.titles = {
            str(heading.id): heading.text.strip()
            for edition in (view.book.emended, view.book.base)
            if edition is not None
            for heading in edition.document.headings
        }
        self.placed = {each.record.id: each for each in proof.compiled.applied}
        self.suspects = {each.record: each for each in proof.suspects}

    def of(self, record: Record) -> RecordView:
        """One of them."""
        words = self.view.words
        refused = self.proof.refused.get(record.id)
        found = None if refused or record.is_structure else self._change(record)
        change = self.view.change(found) if found is not None else None
        section = self.titles.get(str(record.section), "") or str(record.section or "")
        return RecordView(
            id=record.id,
            kind=words(f"kind.{record.kind.value}"),
            unit="" if record.kind is EmendationKind.NOTE_ADDED else words(f"unit.{record.unit.value}"),
            section=change.section if change is not None else section,  # what is put before a heading stands above it
            status=words(f"record.{record.status.value}"),
            dated=self._dated(record),
            change=change,
            rulings=tuple(self.view.base.named(each, self.view.here) for each in record.rulings),
            published=_shortened(record.published),
            emended=_shortened(record.emended),
            refused=refused,
            hint=advise_on(refused) if refused else "",
            suspect=self._suspect(record),
            reason=record.reason or "",
            substantive=record.substantive,
        )

    def behind(self) -> Mapping[str, str]:
        """The id of the record behind each change that has one; of several the first."""
        made = ((self._change(record), record) for record in reversed(self.proof.records.records))
        return {change.id: record.id for change, record in made if change is not None}

    def _suspect(self, record: Record) -> str:
        """What is to be read of it again, and why."""
        suspect, words = self.suspects.get(record.id), self.view.words
        told = (("records.suspect", suspect.reworded), ("records.ended", suspect.ended)) if suspect else ()
        clause = words("records.clause")
        named = ((key, [clause if each == "clause" else f"`{each}`" for each in what]) for key, what in told)
        return "; ".join(words(key, what=", ".join(what)) for key, what in named if what)

    def _change(self, record: Record) -> Emendation | None:
        """The change a record made: the one of its id, else the one at its place with its words."""
        known = self.by_id.get(record.id)
        placed = self.placed.get(record.id)
        if known is not None or placed is None:
            return known
        return next((each for each in self.view.book.emendations if _is_made_by(each, placed)), None)

    def _dated(self, record: Record) -> str:
        """Since when it holds, as the changes tell it: a day of its own is certain, a ruling's may lie between two
        versions."""
        words = self.view.words
        if record.rulings and not record.effective and (since := self.origins.of_record(record).words):
            return since
        if record.effective:
            return words("in-force", date=words.time(record.effective))
        return words("issued", date=words.time(record.issued)) if record.issued else ""


def _is_made_by(change: Emendation, placed: Placed) -> bool:
    own, span = change.published_span, placed.place.span
    touches = own.start <= span.end and span.start <= own.end
    return touches and (
        word_forms(change.published_text) == word_forms(placed.record.published)
        and word_forms(change.emended_text) == word_forms(placed.record.emended)
    )


def _shortened(text: str) -> str:
    told = text.strip("\n")
    return told if len(told) <= SHORT else f"{told[:SHORT].rstrip()} …"
