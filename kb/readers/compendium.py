"""Compendium reader: the document of a rulings file comes in, its statements in order go out.

Sections are recognised by the words of their headings, whatever their level or numbering. In the newest
shape one item of a top-level list is one statement, with the items nested in it; where a heading has no
list, a paragraph is one. Introductions, contents and index lines stay in the document and are no statements.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.effective import heading_effective
from kb.model import (
    Block,
    BlockKind,
    CompendiumVersion,
    Document,
    Heading,
    Piece,
    PieceKind,
    SectionKind,
    Statement,
    VersionId,
)
from kb.readers._statements import Place, ReadStatement, read_statement
from kb.text import word_forms

IMPOSSIBLE_DATE = Code(
    "KB501",
    "impossible-effective-date",
    Severity.WARNING,
    "A ruling dated on a day there never was has no beginning; the date is left unknown, never guessed.",
)
UNKNOWN_SECTION = Code(
    "KB502",
    "compendium-section-unknown",
    Severity.SUGGESTION,
    "Sections of a compendium are told by their words; what a ruling is (clarification, erratum) depends on its place.",
)
FUSED_ITEM = Code(
    "KB503",
    "list-marker-without-blank",
    Severity.SUGGESTION,
    "A dash directly before a word opens no list item, so the ruling is printed as the end of the one before it.",
)
CODES = (IMPOSSIBLE_DATE, UNKNOWN_SECTION, FUSED_ITEM)

Phrases = Mapping[SectionKind, tuple[str, ...]]
SECTIONS: Phrases = {
    SectionKind.INTRODUCTION: ("introduction", "table of contents", "contents"),
    SectionKind.TURN: ("turn sequence", "the turn sequence", "rulings by phase"),
    SectionKind.TERM: ("rulings by term", "term rulings", "rulings by keyword"),
    SectionKind.TOURNAMENT: ("tournament rulings", "tournament rules"),
    SectionKind.CARD: ("card errata and rulings", "card rulings and errata", "card rulings", "rulings by card"),
    SectionKind.ERRATA: ("complete errata listing", "errata listing", "list of errata", "complete list of errata"),
    SectionKind.DELAYED: ("delayed rulings", "rulings monday"),
}
"""Which words name which section: a heading that begins with a phrase, two words more at most."""

_NUMBERING = re.compile(r"^\W*(?:(?:[ivxlc]+|\d+|[a-z])[.):]\s+)?", re.IGNORECASE)
_FUSED = re.compile(r"-[^\W\d_]")
_WRAPPERS = frozenset({BlockKind.QUOTE, BlockKind.HTML})
_UNREAD = frozenset({SectionKind.INTRODUCTION})


def read_compendium(  # noqa: PLR0913 (what a manifest says of an issue, each part optional)
    document: Document,
    *,
    version: VersionId | None = None,
    compendium: str | None = None,
    number: str | None = None,
    date: str | None = None,
    sections: Phrases | None = None,
) -> Outcome[CompendiumVersion]:
    """The version of a compendium that a document is; what is not given is read from its permalink and title.

    `sections` adds to or replaces the phrases of `SECTIONS`. A document without a recognised section gives a
    version without statements, and no diagnostic: ask `is_compendium` first.
    """
    phrases = {**SECTIONS, **(sections or {})}
    named = _name(document)
    statements: list[Statement] = []
    diagnostics: list[Diagnostic] = []
    for group in _groups(document, phrases):
        diagnostics += _heading_problems(document, group)
        if group.place.section in _UNREAD:
            continue
        for pieces in _statements_of(document, group):
            for part in _split_fused(pieces):
                read = read_statement(part, group.place)
                statements.append(read.statement)
                diagnostics += _statement_problems(document, read)
    made = CompendiumVersion(
        version or VersionId(named.version),
        compendium or named.compendium,
        number or named.number,
        date if date is not None else named.date,
        document,
        tuple(statements),
    )
    return Outcome(made, tuple(diagnostics))


def is_compendium(document: Document, sections: Phrases | None = None) -> bool:
    """Whether a document reads as a rulings file: headings name at least two different sections of one.

    One of them must be rulings by term or by card, which no rulebook has.
    """
    phrases = {**SECTIONS, **(sections or {})}
    kinds = {_recognise(heading.text, phrases) for heading in document.headings} - {None, SectionKind.INTRODUCTION}
    return len(kinds) >= 2 and bool(kinds & {SectionKind.TERM, SectionKind.CARD})


@dataclass(frozen=True, slots=True)
class _Name:
    version: str
    compendium: str
    number: str
    date: str


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def _name(document: Document) -> _Name:
    """What a document calls itself: `HL 4 (May 2006)` at `.../hl-4/` is version `hl-4` of `HL`, 2006-05."""
    address = (document.permalink or document.source.path).rstrip("/")
    version = re.sub(r"\.\w+$", "", address.rsplit("/", 1)[-1])
    title = document.title or version
    called = re.match(r"(?P<name>.*?)[\s#\-]*(?P<number>\d+)?\s*(?:\((?P<date>[^)]*)\))?\s*$", title)
    assert called is not None
    month = re.search(rf"({'|'.join(_MONTHS)})\w*\.?\s+(\d{{4}})", called["date"] or "", re.IGNORECASE)
    date = f"{month[2]}-{_MONTHS.index(month[1].lower()) + 1:02}" if month else ""
    return _Name(version, called["name"].strip() or version, called["number"] or "", date)


@dataclass(frozen=True, slots=True)
class _Group:
    """The blocks directly below a heading, before the next.

    `leaf` when no lower heading follows; `opens` when the heading is where its section begins.
    """

    place: Place
    blocks: tuple[Block, ...]
    leaf: bool
    opens: bool


def _recognise(text: str, phrases: Phrases) -> SectionKind | None:
    words = word_forms(_NUMBERING.sub("", text, count=1))
    for kind, names in phrases.items():
        for name in names:
            phrase = word_forms(name)
            if words[: len(phrase)] == phrase and len(words) <= len(phrase) + 2:
                return kind
    return None


def _groups(document: Document, phrases: Phrases) -> Iterator[_Group]:
    """The document cut at its headings, each part with its section.

    A heading of the level of a section, or above it, that names no section ends the section, unless the
    headings inside the section are of that level themselves.
    """
    by_clause = {heading.clause: heading for heading in document.headings}
    parts: list[tuple[Heading | None, list[Block]]] = [(None, [])]
    for block in _unwrapped(document.blocks):
        if block.kind is BlockKind.HEADING and block.clause in by_clause:
            parts.append((by_clause[block.clause], []))
        else:
            parts[-1][1].append(block)
    levels = [heading.level if heading else 0 for heading, _ in parts]
    section, section_level, flat = SectionKind.INTRODUCTION, 0, False
    path: tuple[Heading, ...] = ()
    for number, (heading, blocks) in enumerate(parts):
        below = levels[number + 1] if number + 1 < len(levels) else 0
        opens = False
        if heading is not None:
            path = (*(above for above in path if above.level < heading.level), heading)
            named = _recognise(heading.text, phrases)
            if named is not None and (heading.level <= section_level or named is not section):
                section, section_level, flat, opens = named, heading.level, below == heading.level, True
            elif section_level and (heading.level < section_level or (heading.level == section_level and not flat)):
                section, section_level, opens = SectionKind.OTHER, heading.level, True
        dates = [date for above in path if (date := heading_effective(above.text)) is not None]
        effective = dates[-1].iso if dates else None
        yield _Group(Place(section, path, effective), tuple(blocks), below <= levels[number], opens)


def _unwrapped(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Blocks with the children of quotes and HTML containers in their place."""
    for block in blocks:
        if block.kind in _WRAPPERS and block.clause is None and block.children:
            yield from _unwrapped(block.children)
        else:
            yield block


def _statements_of(document: Document, group: _Group) -> Iterator[tuple[Piece, ...]]:
    """The pieces of each statement of a group; a list after a paragraph that ends in a colon belongs to it."""
    opened: tuple[Piece, ...] = ()
    for block in group.blocks:
        if block.kind is BlockKind.LIST:
            if opened:
                yield opened + _pieces(document, block)
                opened = ()
                continue
            for item in block.children:
                pieces = _pieces(document, item)
                if not _is_index(pieces):
                    yield pieces
        elif block.kind is BlockKind.PARAGRAPH and group.leaf and group.place.headings:
            if opened:
                yield opened
            opened = ()
            pieces = _pieces(document, block)
            if _is_index(pieces):
                continue
            if "".join(piece.text for piece in pieces).rstrip().endswith(":"):
                opened = pieces
            else:
                yield pieces
    if opened:
        yield opened


def _pieces(document: Document, block: Block) -> tuple[Piece, ...]:
    """The pieces of a block's own clause and of all below it, in order."""
    own = document.clauses[block.clause].pieces if block.clause is not None else ()
    return own + tuple(piece for child in block.children for piece in _pieces(document, child))


def _is_index(pieces: tuple[Piece, ...]) -> bool:
    """Whether some words only lead elsewhere: outside of links there is nothing longer than a letter."""
    depth = 0
    outside: list[str] = []
    for piece in pieces:
        if piece.tag == "a":
            depth += {PieceKind.OPEN: 1, PieceKind.CLOSE: -1}.get(piece.kind, 0)
        elif not depth:
            outside.append(piece.text)
    return all(len(word) < 2 for word in word_forms("".join(outside)))


def _split_fused(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
    """Pieces cut where a line begins with a dash and a word: a list marker that lacks its blank."""
    start = 0
    for number in range(1, len(pieces)):
        piece, before = pieces[number], pieces[number - 1]
        if before.kind is PieceKind.SPACE and piece.kind is PieceKind.TEXT and _FUSED.match(piece.text):
            yield pieces[start:number]
            start = number
    yield pieces[start:] if start else pieces


def _heading_problems(document: Document, group: _Group) -> Iterator[Diagnostic]:
    heading = group.place.nearest
    if heading is None:
        return
    if group.opens and group.place.section is SectionKind.OTHER:
        message = f"`{heading.text}` is no section known by its words"
        hint = "name its words under `sections` in the manifest"
        yield diagnose(UNKNOWN_SECTION, document.source, heading.span, message, hint)
    date = heading_effective(heading.text)
    if date is not None and date.problem:
        yield diagnose(IMPOSSIBLE_DATE, document.source, heading.span, f"`{date.printed}`: {date.problem}")


def _statement_problems(document: Document, read: ReadStatement) -> Iterator[Diagnostic]:
    span = read.statement.span
    for date in read.dates:
        if date.problem:
            yield diagnose(IMPOSSIBLE_DATE, document.source, span, f"`{date.printed}`: {date.problem}")
    if _FUSED.match(read.statement.pieces[0].text):
        message = "a dash without a blank after it opens no list item; read as a ruling of its own"
        yield diagnose(FUSED_ITEM, document.source, span, message, "put a blank after the dash")
