"""Compendium reader: the document of a rulings file comes in, its statements in order go out.

Sections are recognised by the words of their headings, whatever their level or numbering. In the newest
shape one item of a top-level list is one statement, with the items nested in it; where a heading has no
list, a paragraph is one. Introductions, contents and what closes the file behind a rule are asides: no word of the
document is lost.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.effective import heading_effective
from kb.grouping import group_pairs
from kb.lexicon import parts_alphabet
from kb.model import (
    Aside,
    Block,
    BlockKind,
    CompendiumSection,
    CompendiumVersion,
    Document,
    Heading,
    SectionKind,
    TermHeading,
    VersionId,
    text_of,
)
from kb.readers._orders import asks_for_changes, head_changes
from kb.statements.asking import join_answers
from kb.statements.cutting import Cutting, Names
from kb.statements.enumerated import drop_numbers
from kb.statements.hard_lines import Margin, find_section_margins
from kb.statements.leads import bold_end, dash_lead
from kb.statements.legend import read_legend
from kb.statements.mailed import read_mailed
from kb.statements.names import read_name
from kb.statements.outline import Part, find_headings, names_something, outline, part_closing
from kb.statements.reading import ReadStatement
from kb.statements.run_in import run_in_names
from kb.statements.sections import Phrases, is_rulings_file, known_phrases, names_only_rulings, speaks_of_rulings
from kb.statements.splitting import FUSED
from kb.text import Span, word_forms

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
PROFILE_MISFIT = Code(
    "KB504",
    "profile-does-not-fit",
    Severity.WARNING,
    "A section a version lacks is silent about its rulings; one that was not found would drop them all.",
)
CLOSING = Code(
    "KB508",
    "closing-matter",
    Severity.SUGGESTION,
    "Thanks and other last words behind a rule are no ruling on the term above it; a ruling that stands there would be "
    "missed.",
)
FULL_LINES = Code(
    "KB509",
    "rulings-not-parted",
    Severity.SUGGESTION,
    "Where only a short last line shows that a ruling ends, one that fills its last line cannot be told from the next: "
    "both are read as one ruling, and what becomes of either later is not followed.",
)
CODES = (IMPOSSIBLE_DATE, UNKNOWN_SECTION, FUSED_ITEM, PROFILE_MISFIT, CLOSING, FULL_LINES)
PACKED = 10
"""A file has its rulings packed when line ends alone part one of so many from the next, or more."""
FEW = 2
"""A single line that is full where a sentence ends is too common to tell of."""
TOLD = 5
"""So many lines are named of a file."""

__all__ = [
    "Declared",
    "Names",
    "Phrases",
    "is_compendium",
    "names_in",
    "names_of",
    "read_compendium",
    "read_mailed",
    "states_names",
]

OTHER_HEADING = "heading in HTML or in plain words"

EXPECTED = (
    SectionKind.TURN,
    SectionKind.TERM,
    SectionKind.TOURNAMENT,
    SectionKind.CARD,
    SectionKind.ERRATA,
    SectionKind.DELAYED,
)
"""The sections a version has unless its profile says that it lacks them."""


class Declared(NamedTuple):
    """What a manifest says of a version; what it does not say is read from the permalink and title of the document.

    A tuple: to a memory two that say the same are the same.
    """

    version: VersionId | None = None
    compendium: str | None = None
    number: str | None = None
    date: str | None = None
    lacks: frozenset[SectionKind] | None = None
    """The sections that its profile says it lacks, held against those found; without a profile nothing is."""
    marks: Mapping[str, str] = MappingProxyType({})
    """The marks that its profile explains, each with what it means."""


_NOTHING = Declared()


def read_compendium(
    document: Document, declared: Declared = _NOTHING, *, sections: Phrases | None = None, names: Names | None = None
) -> Outcome[CompendiumVersion]:
    """The version of a compendium that a document is.

    `sections` adds to the phrases of `SECTIONS`; `names` are headings of other versions (`names_of`). A
    document without a recognised section gives a version without statements: ask `is_compendium` first.
    """
    phrases = known_phrases(sections)
    parts, closing = part_closing(document, tuple(outline(document, phrases)))
    margins, run_in = _margins(document, parts), run_in_names(document, parts)
    opening = (each.heading.clause for each in parts if each.opens and each.heading is not None and _rules(each))
    marks = {**declared.marks, **read_legend(document, opening), **declared.marks}  # the profile first, and it is right
    signs = tuple(marks)
    cutting = Cutting(document, names or {}, signs)
    written = {heading.clause for heading in document.headings}
    diagnostics: list[Diagnostic] = []
    for part in parts:
        diagnostics += _heading_problems(document, part)
        if _names_term(part):
            assert part.heading is not None
            term = TermHeading(part.place.clean(part.heading.text), part.place.section, part.heading.span)
            cutting.terms.append(term)
        elif part.heading is not None and part.heading.clause not in written:
            cutting.asides.append(Aside(part.heading.span, OTHER_HEADING))
        cutting.cut(part, margins.get(part.number, Margin()), run_in.get(part.number, ()))
    cutting.close(closing)
    diagnostics += _closing(document, closing)
    statements = tuple(drop_numbers(tuple(join_answers(cutting.statements)), signs))
    for read in statements:
        diagnostics += _statement_problems(document, read)
    diagnostics += _full_lines(document, cutting)
    named = read_name(document)
    made = CompendiumVersion(
        declared.version or VersionId(named.version),
        declared.compendium or named.compendium,
        declared.number or named.number,
        declared.date if declared.date is not None else named.date,
        document,
        tuple(read.statement for read in statements),
        tuple(_sections(parts)),
        tuple(cutting.terms),
        tuple(cutting.asides),
        marks,
    )
    if declared.lacks is not None:
        diagnostics += _misfits(made, declared.lacks)
    return Outcome(made, tuple(diagnostics))


def names_of(versions: Iterable[CompendiumVersion]) -> Names:
    """The words of the headings of terms, cards and parts of the turn, by section."""
    headings = (heading for version in versions for heading in version.terms)
    named = group_pairs((heading.section, words) for heading in headings if (words := word_forms(heading.term)))
    return {section: frozenset(names) for section, names in named.items()}


def states_names(version: CompendiumVersion) -> Names:
    """The words that a version states rulings with as a heading would be, by section: their first lines, what of these
    stands before a colon, what of them before a dash, and what they begin with in bold."""
    text = version.document.source.text
    found: dict[SectionKind, set[tuple[str, ...]]] = {}
    for each in version.statements:
        first = text[each.span.start : each.span.end].strip().partition("\n")[0]
        bold = text_of(each.pieces[: bold_end(each.pieces)])
        leads = (first, first.partition(":")[0], dash_lead(each.pieces) or "", bold)
        found.setdefault(each.section, set()).update(map(word_forms, leads))
    return found


def names_in(document: Document, names: Names) -> Names:
    """Those of some names whose words all stand in a document: the others make no difference to how it is read."""
    words = {word for clause in document.clauses for word in word_forms(clause.text)}
    return {
        section: kept
        for section, found in names.items()
        if (kept := frozenset(name for name in found if words.issuperset(name)))
    }


def is_compendium(document: Document, sections: Phrases | None = None) -> bool:
    """Whether a document reads as a rulings file: headings name at least two different sections of one.

    One of them must be rulings by term or by card, which no rulebook has.
    """
    phrases = known_phrases(sections)
    return is_rulings_file(find_headings(document, phrases), phrases)


def _sections(parts: Iterable[Part]) -> Iterator[CompendiumSection]:
    for part in parts:
        if part.opens and part.heading is not None:
            yield CompendiumSection(part.place.section, part.heading.text, part.heading.span)


def _rules(part: Part) -> bool:
    """Whether a part stands in a section of rulings."""
    return part.place.section is not SectionKind.INTRODUCTION


def _names_term(part: Part) -> bool:
    """Whether a part's heading is that of a term, a card, or a part of the turn."""
    heading = part.heading
    told = heading is not None and names_something(heading) and not part.opens and not parts_alphabet(heading.text)
    return bool(told) and part.place.section is not SectionKind.INTRODUCTION and part.place.nearest == heading


def _margins(document: Document, parts: Iterable[Part]) -> dict[int, Margin]:
    """The margin of each section's paragraphs."""
    blocks = ((part.number, block) for part in parts for block in part.blocks)
    spans = group_pairs((number, block.span) for number, block in blocks if block.kind is BlockKind.PARAGRAPH)
    return find_section_margins(document.source, spans)


def _heading_problems(document: Document, part: Part) -> Iterator[Diagnostic]:
    heading = part.heading
    if heading is None:
        return
    if part.opens and not part.known and not names_only_rulings(heading.text):
        message = f"`{heading.text}` is no section known by its words"
        hint = "name its words under `sections` in the manifest"
        yield diagnose(UNKNOWN_SECTION, document.source, heading.span, message, hint)
    date = heading_effective(heading.text)
    if date is not None and date.problem:
        yield diagnose(IMPOSSIBLE_DATE, document.source, heading.span, f"`{date.printed}`: {date.problem}")


def _closing(document: Document, blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    for block in blocks[:1]:
        message = "what stands behind the last rule is read as closing the file, not as a ruling"
        yield diagnose(CLOSING, document.source, block.span, message, "take the rule out, if it is a ruling")


def _statement_problems(document: Document, read: ReadStatement) -> Iterator[Diagnostic]:
    span = read.statement.span
    for date in read.dates:
        if date.problem:
            yield diagnose(IMPOSSIBLE_DATE, document.source, span, f"`{date.printed}`: {date.problem}")
    if FUSED.match(read.statement.pieces[0].text):
        message = "a dash without a blank after it opens no list item; read as a ruling of its own"
        yield diagnose(FUSED_ITEM, document.source, span, message, "put a blank after the dash")


def _full_lines(document: Document, cutting: Cutting) -> Iterator[Diagnostic]:
    """One for a whole file of packed rulings, at the first place where two may have been read as one."""
    if len(cutting.full) < FEW or cutting.parted * PACKED < len(cutting.statements):
        return
    lines = [str(document.source.line_of(span.start)) for span in cutting.full]
    named = f"{', '.join(lines[:TOLD])}{' and more' if len(lines) > TOLD else ''}"
    message = f"only short last lines part the rulings here: on lines {named} one may end unseen"
    hint = "begin each ruling with a list mark, or set a blank line before it"
    yield diagnose(FULL_LINES, document.source, cutting.full[0], message, hint)


def _nothing_read(document: Document) -> Diagnostic:
    """A version without a section of rulings: its headings are nobody's words for one."""
    message = "no section of rulings was found, so no ruling was read"
    hint = "begin it with a heading such as `# Rulings by Term`"
    if document.headings:
        changes = asks_for_changes(document)
        likely, kind = (head_changes(document), "errata") if changes else (_likely(document.headings), "term")
        hint = f"say under `sections` in the manifest below which heading they stand: `{kind}: [{_quoted(likely)}]`"
        return diagnose(PROFILE_MISFIT, document.source, likely[0].span, message, hint)
    return diagnose(PROFILE_MISFIT, document.source, Span(0, 0), message, hint)


def _quoted(headings: Iterable[Heading]) -> str:
    return ", ".join(json.dumps(" ".join(heading.text.split()), ensure_ascii=False) for heading in headings)


def _ahead(version: CompendiumVersion) -> Sequence[Heading]:
    """The headings before the first section found that are as high as it, the title apart: sections, it may be, that
    nobody's words name, and whose rulings would pass for an introduction."""
    headings = version.document.headings
    first = next((each for each in headings if any(each.span == found.span for found in version.sections)), None)
    return [each for each in headings[1:] if first and each.span.start < first.span.start and each.level == first.level]


def _is_sheet(version: CompendiumVersion) -> bool:
    """Whether a version is a list of errata and nothing else: there is no other heading as high as that over it, but a
    title that speaks of errata."""
    kinds = {section.kind for section in version.sections if section.kind in EXPECTED}
    spans = {section.span for section in version.sections if section.kind is SectionKind.ERRATA}
    over = [each for each in version.document.headings if each.span in spans]
    high = [each for each in version.document.headings if over and each.level <= over[0].level]
    if high[:1] != over[:1] and {"errata", "erratum"}.intersection(word_forms(high[0].text)):
        high = high[1:]
    return kinds == {SectionKind.ERRATA} and high == over


def _is_flat(version: CompendiumVersion) -> bool:
    """Whether a version is rulings by term below one heading and nothing else: no heading is as high, and none below
    it has others below itself, as those of sections that nobody's words name have."""
    headings = version.document.headings
    if not headings or [section.kind for section in version.sections] != [SectionKind.TERM] or not version.statements:
        return False
    first, *others = headings
    levels = {heading.level for heading in others}
    return first.span == version.sections[0].span and len(levels) <= 1 and all(level > first.level for level in levels)


def _likely(headings: Sequence[Heading]) -> Sequence[Heading]:
    """The headings that most likely stand over the rulings: those behind a title as high as they are, when most have
    headings below them; those below a title alone, when one speaks of rulings; else the first of all."""
    first = headings[0]
    high = [heading for heading in headings if heading.level == first.level]
    below = {heading for heading, following in pairwise(headings) if following.level > heading.level}
    over = high if first in below else high[1:]
    if len(high) == 1:
        level = min((heading.level for heading in headings[1:]), default=first.level)
        over = [heading for heading in headings[1:] if heading.level == level]
        return over if any(speaks_of_rulings(heading.text) for heading in over) else (first,)
    parted = sum(heading in below for heading in over)
    return over if parted > 1 and parted * 2 > len(over) else (first,)


def _misfits(version: CompendiumVersion, lacks: frozenset[SectionKind]) -> Iterator[Diagnostic]:
    """Sections the profile leads to expect and that were not found, and those found that it denies."""
    source = version.document.source
    found = {section.kind: section.span for section in version.sections}
    absent = [kind.value for kind in EXPECTED if kind not in found and kind not in lacks]
    if absent and not version.statements and not found.keys() & {*EXPECTED}:
        yield _nothing_read(version.document)
    elif absent and not (_is_sheet(version) or _is_flat(version)):
        message = f"sections not found: {', '.join(f'`{kind}`' for kind in absent)}"
        lacking = ", ".join(kind.value for kind in EXPECTED if kind not in found)
        ahead = _ahead(version)
        lacks_them = f"`profile: {{lacks: [{lacking}]}}`"
        way_out = "or name their headings under `sections` in the manifest"
        hint = f"write {lacks_them} if this version has none of them, {way_out}"
        if ahead:
            named = f"{_quoted(ahead[:TOLD])}{' and more' if len(ahead) > TOLD else ''}"
            hint = (
                f"no ruling is read below {named}: name them under `sections` in the manifest if they are these "
                f"sections; {lacks_them} says that this version has none of them"
            )
        start = ahead[0].span if ahead else version.sections[0].span if version.sections else Span(0, 0)
        yield diagnose(PROFILE_MISFIT, source, start, message, hint)
    for kind in EXPECTED:
        if kind in lacks and kind in found:
            message = f"section `{kind.value}` is here, and the profile says that the version lacks it"
            yield diagnose(PROFILE_MISFIT, source, found[kind], message, "take it out of `profile: lacks:`")
