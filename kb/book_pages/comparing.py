"""Any two texts of a book: its texts side by side come in, what their page composes a comparison from goes out.

The page holds every row once: the wordings it has had, and for two of them what differs, merged into one. Which of
these are shown is settled in the browser, by the texts a reader chooses; so there is one page however many texts there
are.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from kb.book_pages.apparatus import collation_of
from kb.book_pages.books import BookView
from kb.book_pages.change_rows import Told
from kb.book_pages.introduced import Choice, Origins
from kb.book_pages.reasons import looks_of
from kb.book_pages.sides import Side, hidden, render_side, sign_of
from kb.book_pages.states import state_page
from kb.book_pages.upkeep import states_page
from kb.graph import Book
from kb.html import Looks, Mark, render_span
from kb.html.inline import attributes
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import ClauseKind
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.queries.text_pairs import Comparer, Differing, RowPair
from kb.queries.texts import NONE, BookText, BookTexts, TextKind, TextRow, lay_texts
from kb.text import Span, with_capital

_SAID = (
    *(f"{key}{number}" for key in ("changes.passage", "run.same", "run.kept", "run.slight") for number in ("", ".one")),
    *(f"{key}{number}" for key in ("compare.count", "compare.slight") for number in ("", ".one")),
    *("compare.count.none", "compare.gone", "compare.swapped", "compare.nothing", "change.permalink"),
    *("compare.moved.away", "compare.moved.here", "change.moved", "compare.unknown"),
    *("lacking.entry", "lacking.entry.one", "compare.lacking", "compare.lacking.one", "compare.lacks"),
)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text that can be chosen: its id in an address, its name, also as a page tells it; where it is read; where,
    without a script, one sees how it differs from the text before it or from the published one."""

    id: str
    name: str
    told: str
    address: str
    changes: str
    before: str
    """The id of the text before it."""


@dataclass(frozen=True, slots=True)
class PairView:
    """What differs between two wordings of a row, in one.

    `key` are their numbers; `weight` is 2 where it is of substance, 1 where it is slight; `records` are the ids of the
    changes behind it, each with its sign, `gone` those that the newer has no more; `kinds` what a collation calls it,
    with the address.
    """

    key: str
    weight: int
    merged: tuple[Side, ...]
    records: str
    gone: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """A row: its section by number, the number of each text's wording, the wordings, and what differs between them.

    `twin` is the id of the row where some texts have its clause instead, or nothing; `level` is that of the heading it
    is, nought where it is none.
    """

    id: str
    section: int
    of: str
    twin: str
    level: int
    wordings: tuple[tuple[Side, ...], ...]
    pairs: tuple[PairView, ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The page of a book's texts: these, their sections and rows, and the changes that rows name."""

    book: BookView
    texts: tuple[TextLine, ...]
    sections: tuple[str, ...]
    rows: tuple[RowView, ...] = field(repr=False)
    causes: tuple[Told, ...] = field(repr=False)
    headings: tuple[Choice, ...] = ()
    versions: tuple[Choice, ...] = ()

    @property
    def said(self) -> str:
        """The words that the script says, as JSON."""
        return json.dumps({key: self.book.words.table[key] for key in _SAID}, ensure_ascii=False)


def compared(base: Base, book: Book) -> Comparer:
    """The texts of a book, ready to be compared; worked out once."""
    states = base.states.get(book.work.id, ())
    laid = base.kb.memory.ask(lay_texts, base.kb, book, states)
    return base.kb.memory.ask(Comparer, laid, collation_of(base.kb, book.work.id))


def view_comparison(base: Base, book: Book, here: str) -> ComparisonView:
    """The page of a book's texts, as seen from it."""
    return _Maker(base, book, here).view()


def name_text(base: Base, book: Book, text: BookText, say: Callable[[str], str] | None = None) -> str:
    """What readers call a text of a book; `say` says its date, for a page as HTML."""
    words: Words = base.words
    date = (say or words.date)(text.date) if text.date else ""
    if text.kind is TextKind.STATE:
        return words("compare.state", date=date)
    if text.kind is TextKind.EDITION:
        entry = next((each for each in book.work.editions if str(each.id) == text.id), None)
        role = words(f"role.{text.edition.role.value}") if text.edition is not None else ""
        name = (entry.text.title if entry is not None else "") or with_capital(role)
        return words("dated", name=name, date=date) if date else name
    if text.kind is TextKind.EMENDED:
        return words("compare.emended", date=date) if date else words("page.emended")
    return words("compare.published", date=date) if date else words("page.published")


class _Maker:
    """Makes the page of one book."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        self.base, self.book, self.here = base, book, here
        self.view_of = BookView(base, book, here)
        self.comparer = compared(base, book)
        self.laid: BookTexts = self.comparer.laid
        self.looks: Mapping[int, Looks] = {
            at: looks_of(base, text.stream.document, here) for at, text in enumerate(self.laid.texts)
        }
        self.levels = [{each.clause: each.level for each in text.stream.document.headings} for text in self.laid.texts]
        self.used: dict[str, None] = {}
        self.twins = self._twins()

    def view(self) -> ComparisonView:
        """All of it."""
        sections = [""]
        rows: list[RowView] = []
        for number, row in enumerate(self.laid.rows):
            title = self._heading(row)
            if title:
                sections.append(title)
            rows.append(self._row(number, row, len(sections) - 1))
        origins = Origins(self.base, self.view_of.book, self.here)
        records = self.comparer.records
        causes = tuple(
            Told(self.view_of.change(records[each]), origins.of(records[each]), "") for each in sorted(self.used)
        )
        weighty = [told.since for told in causes if told.change.substantive]
        headings = origins.choices(since.headings for since in weighty)
        versions = origins.choices(since.versions for since in weighty)
        texts = tuple(self._texts())
        return ComparisonView(self.view_of, texts, tuple(sections), tuple(rows), causes, headings, versions)

    def _heading(self, row: TextRow) -> str:
        """The words of a heading that a row begins with, in the newest text that has it."""
        found = ""
        for at in row.first:
            clause = self.laid.texts[at].stream.document.clauses[row.clauses[at][0]]
            found = curl(clause.text.strip()) if clause.kind is ClauseKind.HEADING else found
        return found

    def _level(self, row: TextRow) -> int:
        """How high the heading is that a row is, nought where it is none."""
        clause = row.clauses[row.first[0]][0]
        return self.levels[row.first[0]].get(clause, 0)

    def _texts(self) -> Iterator[TextLine]:
        work, before = self.book.work.id, ""
        pages = BookPages.of(work)
        for text in self.laid.texts:
            name, told = (name_text(self.base, self.book, text, say) for say in (None, self.base.words.time))
            if text.kind is TextKind.EDITION:
                page = changes = Place(BookPages.edition(work, text.id))
            elif text.kind is TextKind.STATE and text.state is not None:
                first = text.state is self.base.states[work][0]
                page = Place(state_page(work, text.state))
                changes = Place(states_page(work), "" if first else text.id)
            else:
                is_old = text.kind is TextKind.PUBLISHED
                page = Place(pages.published if is_old or self.book.emended is None else pages.emended)
                changes = Place("") if is_old else Place(pages.changes)
            shown = changes.seen_from(self.here) if changes.page else ""
            yield TextLine(text.id, name, told, page.seen_from(self.here), shown, before)
            before = text.id

    # Rows

    def _twins(self) -> Mapping[int, str]:
        """Where the clause of a row stands in other texts, by the number of the row: a moved clause keeps its id."""
        rows, published = self.laid.rows, self.laid.texts[0].stream.document
        own = {published.clauses[clause].id: number for number, row in enumerate(rows) for clause in row.base}
        found: dict[int, str] = {}
        for number, row in enumerate(rows):
            alignment = self.laid.texts[row.first[0]].alignment
            there = own.get(alignment.ids[row.clauses[row.first[0]][0]]) if alignment and not row.base else None
            if there is not None:
                found[number] = rows[there].id
                found.setdefault(there, row.id)
        return found

    def _row(self, number: int, row: TextRow, section: int) -> RowView:
        alike = len(row.first) == 1 and NONE not in row.of
        return RowView(
            row.id,
            section,
            "" if alike else " ".join("-" if each == NONE else str(each) for each in row.of),
            self.twins.get(number, ""),
            self._level(row),
            tuple(self._sides(at, row.clauses[at]) for at in row.first),
            tuple(self._pair(number, old, new) for old, new in row.pairs),
        )

    def _sides(self, at: int, clauses: tuple[int, ...], marks: tuple[Mark, ...] = ()) -> tuple[Side, ...]:
        document = self.laid.texts[at].stream.document
        return tuple(render_side(document, clause, self.looks[at], marks) for clause in clauses)

    def _pair(self, number: int, old: int, new: int) -> PairView:
        pair = self.comparer.compare(number, old, new)
        row = self.laid.rows[number]
        signs = self._signs(pair)
        self.used.update(dict.fromkeys(pair.records))
        weight = 2 if pair.substantive else 1 if pair.differences else 0
        witnesses = BookPages.of(self.book.work.id).witnesses
        kinds = {
            self.base.words(f"variant.{each.kind.value}"): Place(witnesses, each.id).seen_from(self.here)
            for each in reversed(pair.variants)
        }
        return PairView(
            f"{_name(old)} {_name(new)}",
            weight,
            self._merged(row, pair, old, new, signs),
            " ".join(f"{each}={signs.get(each, '')}" for each in pair.records),
            " ".join(each for each in pair.records if each in pair.gone),
            tuple(reversed(kinds.items())),
        )

    def _signs(self, pair: RowPair) -> Mapping[str, str]:
        """The signs of the changes of substance of a row that has several."""
        records = self.comparer.records
        weighty = [each for each in pair.records if records[each].substantive]
        return {each: sign_of(at) for at, each in enumerate(weighty)} if len(weighty) > 1 else {}

    def _merged(self, row: TextRow, pair: RowPair, old: int, new: int, signs: Mapping[str, str]) -> tuple[Side, ...]:
        """The newer wording with what it added marked and what it lacks put in; of a wording against nothing all."""
        before, after = pair.texts
        if NONE in {old, new}:
            at, tag = (after, "ins") if old == NONE else (before, "del")
            slight = _slight(pair.differences[0])
            cue = hidden(self.base.words(f"{tag}.begin") + " ")
            sides = self._sides(at, row.clauses[at])
            return tuple(Side(each.kind, Markup(f"<{tag}{slight}>{cue}{each.html}</{tag}>")) for each in sides)
        marks: list[Mark] = []
        end = 0
        for number, each in enumerate(pair.differences):
            if each.new.start < end:
                continue
            end = each.new.end
            tie = next((signs[record] for record in each.records if record in signs), "")
            marks.extend(self._marks(each, before, f"{number}", f'<sup class="tie">{tie}</sup>' if tie else ""))
        return self._sides(after, row.clauses[after], tuple(marks))

    def _marks(self, each: Differing, before: int, key: str, tie: str) -> Iterator[Mark]:
        """What went, put in before what came, and what came."""
        words, slight = self.base.words, _slight(each)
        if len(each.old):
            begin, end = hidden(words("del.begin") + " "), hidden(" " + words("del.end"))
            html = render_span(self.laid.texts[before].stream.document, each.old, self.looks[before])
            gone = f"<del{slight}>{begin}{html}{end}</del>" + ("" if len(each.new) else tie)
            lead = "" if len(each.new) else " "
            place = Span(each.new.start, each.new.start)
            yield Mark(place, key=f"{key} gone", after=lead + gone + (" " if len(each.new) else ""))
        if len(each.new):
            attrs = () if each.substantive else (("class", "slight"),)
            yield Mark(each.new, "ins", "", attrs, hidden(words("ins.begin") + " "), after=tie, key=f"{key} ins")


def _slight(each: Differing) -> str:
    return "" if each.substantive else attributes((("class", "slight"),))


def _name(wording: int) -> str:
    return "-" if wording == NONE else str(wording)
