"""Sheets on pages: FAQ files come in, a page each with its questions and answers goes out, and where each stands.

An answer is no ruling of a compendium: it stands on the page of its file, and folded on those of the terms that its
question names or its heading is. Its id is made of its words, as those of rulings are, so that more answers do not
renumber it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from kb.graph import Kb
from kb.grouping import group_pairs
from kb.html import Link, clip, render_words
from kb.html.inline import Resolve
from kb.model import Piece, RulingId, SectionKind, Statement
from kb.places.addresses import Place
from kb.places.footnotes import looks_with_notes
from kb.places.naming import TermLinks
from kb.rulings import mint_id
from kb.sheets import Sheet
from kb.similarity import compare_words
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its place on the site."""

    sheet: Sheet
    statement: Statement = field(repr=False)
    place: Place

    def words(self, resolve: Resolve, terms: TermLinks, here: str) -> Markup:
        """What is answered, clean, with links from the terms it names."""
        pieces = tuple(_answering(self.statement))
        links: tuple[Link, ...] = terms.in_pieces(pieces, here)
        return Markup(render_words(pieces, looks_with_notes(self.sheet.document, resolve), links))


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of all sheets in order, by the sheet's id, and the anchors of each text with their places."""

    by_sheet: Mapping[str, tuple[Answer, ...]] = field(repr=False)
    anchors: Mapping[str, Mapping[str, Place]] = field(repr=False)

    @property
    def every(self) -> Iterator[Answer]:
        """The answers, sheet by sheet."""
        return (each for answers in self.by_sheet.values() for each in answers)

    def at(self, sheet: str, start: int) -> Answer | None:
        """The answer that begins at a place of a sheet's text."""
        return next((each for each in self.by_sheet.get(sheet, ()) if each.statement.span.start == start), None)


def sheet_page(sheet: Sheet) -> str:
    """The address of a sheet's page."""
    return f"rulings/answers/{sheet.id}/"


def place_answers(kb: Kb) -> Answers:
    """Where the answers of a knowledge base stand."""
    by_sheet: dict[str, tuple[Answer, ...]] = {}
    anchors: dict[str, dict[str, Place]] = {}
    for sheet in kb.sheets.values():
        taken: set[RulingId] = set()
        page = sheet_page(sheet)
        by_sheet[sheet.id] = tuple(
            Answer(sheet, each, Place(page, mint_id(sheet.id, compare_words(f"{each.context} {each.words}"), taken)))
            for each in sheet.statements
        )
        own = {str(each.statement.anchor): each.place for each in by_sheet[sheet.id] if _is_asked(each.statement)}
        sections = {each.id: Place(page, each.id) for each in part_sheet(sheet) if each.id}
        anchors[sheet.document.source.path] = {**own, **sections}
    return Answers(by_sheet, anchors)


@dataclass(frozen=True, slots=True)
class Section:
    """The statements under one heading of a sheet; the first may have no heading of its own (no title)."""

    id: str
    title: str
    statements: tuple[Statement, ...] = field(repr=False)


def part_sheet(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of a sheet in order; what stands under its title alone has no heading."""
    found: list[Section] = []
    seen: set[str | tuple[str, ...]] = set()
    several = len({each.path[0] for each in sheet.statements if each.path}) > 1
    for (anchor, path), group in groupby(sheet.statements, key=_section_of):
        known = anchor or path  # a heading in HTML may have no anchor
        title = path[-1].strip() if len(path) > (not several) and known not in seen else ""
        seen.add(known)
        found.append(Section(anchor if title else "", title, tuple(group)))
    return tuple(found)


def count_kinds(statements: Iterable[Statement]) -> tuple[int, int]:
    """How many answers some statements are, and how many errata of a listing."""
    listed = [each.section is SectionKind.ERRATA for each in statements]
    return listed.count(False), listed.count(True)


def _section_of(statement: Statement) -> tuple[str, tuple[str, ...]]:
    """The heading a statement stands under, which is not its question: the anchor, and the headings down to it."""
    at = len(statement.path) - 1
    return (str(statement.anchors[at]) if 0 <= at < len(statement.anchors) else ""), statement.path


def _is_asked(statement: Statement) -> bool:
    """Whether the question of a statement is a heading, with an anchor of its own."""
    return str(statement.anchor) != _section_of(statement)[0]


def name_answers(answers: Iterable[Answer], terms: TermLinks) -> dict[str, tuple[Answer, ...]]:
    """The answers that concern a term, by the page of its rulings: those whose question or subject names it, and those
    below a heading that is its name."""
    return group_pairs((page, answer) for answer in answers for page in _concerned(answer.statement, terms))


def _concerned(statement: Statement, terms: TermLinks) -> Iterable[str]:
    """The pages of rulings that an answer belongs on."""
    asked, above = statement.context, statement.term
    concerned = [*terms.named(asked or above), *(terms.rulings_of(above) if above else ())]
    return dict.fromkeys(place.page for place in concerned if place.page.startswith("rulings/"))


def _answering(statement: Statement) -> Iterable[Piece]:
    """The pieces of a statement without its question, or without the mark before an entry of a list."""
    if statement.answers_at is None:
        return statement.pieces
    return clip(statement.pieces, Span(statement.answers_at, statement.span.end))
