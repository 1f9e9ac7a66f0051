"""The changes of a book: the rows of its comparison come in, what their page shows goes out: the rows by section, those
without a change of substance gathered in runs that a reader can unfold, and what the changes can be sifted by.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from kb.book_pages.books import BookView
from kb.book_pages.change_rows import Row, RowMaker, Told
from kb.book_pages.headings import HIGHEST, levels_of
from kb.book_pages.introduced import Choice, Origins, Since
from kb.book_pages.lacking import LackingView
from kb.book_pages.records import RecordViews
from kb.graph import Book
from kb.model import TOP, Clause
from kb.places.base import Base

WIDEST = 80
"""So many characters of a source outside the text are shown: a line of it."""


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring rows without a change of substance."""

    rows: tuple[Row, ...]

    @property
    def slight(self) -> int:
        """How many slight changes the rows hold."""
        return sum(len(row.slight) for row in self.rows)

    @property
    def emptied(self) -> bool:
        """Whether nothing of them is left where changes without substance are not shown."""
        return all(row.emptied for row in self.rows)

    @property
    def parts(self) -> tuple[tuple[Row, ...], ...]:
        """Its rows: those with a slight change one by one, the others between them together."""
        groups: list[tuple[Row, ...]] = []
        for slight, group in groupby(self.rows, key=lambda row: bool(row.slight)):
            rows = tuple(group)
            groups.extend([(row,) for row in rows] if slight else [rows])
        return tuple(groups)


@dataclass(frozen=True, slots=True)
class SectionChanges:
    """The changes under one heading of the emended text; no title for the text before the first."""

    id: str
    title: str
    items: tuple[Row | Run, ...]
    level: int = HIGHEST


@dataclass(frozen=True, slots=True)
class Outside:
    """A change of what no reader reads (front matter, attributes, the footnotes as a whole): both sources, clipped."""

    id: str
    kind: str
    section: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChangesView:
    """The changes of a book: rows by section, those of no row, and what those of substance can be sifted by."""

    book: BookView
    sections: tuple[SectionChanges, ...]
    outside: tuple[Outside, ...]
    headings: tuple[Choice, ...] = ()
    versions: tuple[Choice, ...] = ()
    lacking: tuple[LackingView, ...] = ()
    """What the edition lacks as a whole, each told by a row."""
    records: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The address of the record behind each change that has one on a page of its own."""

    @property
    def told(self) -> tuple[Told, ...]:
        """The changes of substance in the order of the rows."""
        rows = (item for section in self.sections for item in section.items if isinstance(item, Row))
        return tuple(told for row in rows for told in row.changes)

    @property
    def since(self) -> Iterator[Since]:
        """Where each of them comes from, and each section that is lacking."""
        rows = (item for section in self.sections for item in section.items if isinstance(item, Row))
        for row in rows:
            yield from (told.since for told in row.changes)
            if row.since is not None:
                yield row.since

    @property
    def slight(self) -> int:
        """How many changes there are besides, of spelling, typography and layout."""
        return len(self.book.changed.others) - len(self.told)

    @property
    def folded(self) -> bool:
        """Whether there are changes that are shown on demand."""
        return bool(self.outside) or self.unfolds

    @property
    def unfolds(self) -> bool:
        """Whether any of these stands in the text, where style sheets alone can show it."""
        return any(item.slight for section in self.sections for item in section.items)

    @property
    def listed(self) -> tuple[tuple[str, tuple[Told, ...]], ...]:
        """The same by the heading they stand under."""
        grouped = groupby(self.told, key=lambda told: told.change.section)
        return tuple((section, tuple(group)) for section, group in grouped)


def view_changes(base: Base, book: Book, here: str) -> ChangesView:
    """The changes of a book as one of its pages shows them."""
    view, origins = BookView(base, book, here), Origins(base, book, here)
    sections = _find_rows(view, origins)
    shown = ChangesView(view, sections, tuple(_outside(view, sections)))
    headings = origins.choices(since.headings for since in shown.since)
    versions = origins.choices(since.versions for since in shown.since)
    return replace(shown, headings=headings, versions=versions, lacking=view.lacking, records=_find_records(view))


def _find_records(view: BookView) -> Mapping[str, str]:
    page, proof = view.upkeep.address("records"), view.base.proofs.get(view.book.work.id)
    if not page or proof is None:
        return {}
    return {change: f"{page}#{record}" for change, record in RecordViews(view, proof).behind().items()}


def _outside(view: BookView, sections: Iterable[SectionChanges]) -> Iterator[Outside]:
    items = [item for section in sections for item in section.items]
    rows = [row for item in items for row in (item.rows if isinstance(item, Run) else (item,))]
    told = {each.change.id for row in rows for each in row.changes} | {each.id for row in rows for each in row.slight}
    told |= {record.id for each in view.changed.lacking for record in each.records}
    told |= {record.part_of for record in view.book.emendations if record.part_of is not None}
    for record in view.book.emendations:
        if record.id not in told:
            kind = view.words(f"kind.{record.kind.value}")
            before, after = _clipped(record.published_text), _clipped(record.emended_text)
            section = view.words("section.front") if record.section_id == TOP else record.section
            yield Outside(record.id, kind, section, before, after)


def _clipped(source: str) -> str:
    text = " ".join(source.split())
    return text if len(text) <= WIDEST else text[:WIDEST] + "\N{HORIZONTAL ELLIPSIS}"


def _find_rows(view: BookView, origins: Origins) -> tuple[SectionChanges, ...]:
    """The rows of a book by section, runs folded; a section without a change of substance joins the one before."""
    alignment = view.book.alignment
    if alignment is None:
        return ()
    sections: list[tuple[Clause | None, list[Row]]] = []
    for heading, rows in RowMaker(view, alignment, origins).by_section():
        changed = any(row.substantive for row in rows)
        if sections and not changed:
            sections[-1][1].extend(rows)
        else:
            sections.append((heading if changed else None, rows))
    levels = levels_of(alignment.emended, {heading.section for heading, _ in sections if heading is not None})
    return tuple(
        SectionChanges("", "", tuple(_fold(rows)))
        if heading is None
        else SectionChanges(heading.id, heading.text.strip(), tuple(_fold(rows)), levels[heading.section])
        for heading, rows in sections
    )


def _fold(rows: Iterable[Row]) -> Iterator[Row | Run]:
    run: list[Row] = []
    for row in rows:
        if row.substantive:
            if run:
                yield Run(tuple(run))
                run = []
            yield row
        else:
            run.append(row)
    if run:
        yield Run(tuple(run))
