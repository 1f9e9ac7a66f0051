"""Borrowing, in order: match words, cut off what is foreign, part and join, lend kinds and sections, say how sure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.borrowing._foreign import cut_foreign, find_extent, match_title
from kb.borrowing._lending import lend_kinds, lend_sections, main_clause, make_lender
from kb.borrowing._matching import match_short_units, match_words
from kb.borrowing._parting import Held, held_clauses, join_units, part_units
from kb.borrowing._words import Side, keep_rules, read_base, read_side
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose, diagnose_file
from kb.model import Document
from kb.plain import CLAUSAL, Ground, PlainText, Standing, Unit, UnitKind, build_document
from kb.text import Source

ANOTHER_TEXT = Code(
    "KB175",
    "another-text",
    Severity.ERROR,
    "A witness attests the words of a work; a text that shares hardly any of them is none, and what it lacks or adds "
    "would seem to be variants.",
)
FOREIGN_MATTER = Code(
    "KB176",
    "foreign-matter",
    Severity.SUGGESTION,
    "A page that carries a rulebook has other things before and behind it; what was cut off is told, so that no rule "
    "goes with it unseen.",
)
DOUBTFUL_WITNESS = Code(
    "KB177",
    "doubtful-witness",
    Severity.WARNING,
    "A book that reprints passages of another looks like a witness of it that lost the rest; whoever named it knows.",
)
CODES = (ANOTHER_TEXT, FOREIGN_MATTER, DOUBTFUL_WITNESS)
LEAST_SIMILARITY = 0.35
"""Matched words over the words of the shorter side, below which they are two works: other books, rulings and answers of
one game share up to 0.3, noisy witnesses and versions years apart at least 0.55."""
SURE_SIMILARITY = 0.85
"""Below it what is left of a text without foreign matter is doubted: a book that reprints
passages of another shares up to 0.8 with it, a misread witness 0.9."""


def borrow_structure(plain: PlainText, base: Document) -> Outcome[PlainText]:
    """The text with the structure of the base; as it is and refused, with a diagnostic, where it is another text.

    What its reader refused lends nothing either.
    """
    source = plain.document.source
    if plain.refused:
        return Outcome(plain)
    units = keep_rules(source.text, plain.units, base)
    text, lender = read_side(source.text, units, plain.pages), read_base(base)
    of = match_words(text, lender)
    match_short_units(of, text, lender, units)
    held = _held(units, text, lender, of)
    similarity = _share(held, text, lender)
    if similarity < LEAST_SIMILARITY:
        refused = replace(plain, similarity=similarity, refused=True)
        return Outcome(refused, tuple(_refuse(source, similarity, base)) if text.words else ())
    units = tuple(part_units(source.text, units, text, lender, of))
    text = read_side(source.text, units, plain.pages)
    extent = find_extent(units, _held(units, text, lender, of), text, lender, base)
    if extent.start < extent.stop:
        match_title(of, text, lender, extent.start, base)
    of = of[text.first[extent.start] : text.first[extent.stop]]
    units = cut_foreign(units, extent)
    held = _held(units, read_side(source.text, units, plain.pages), lender, of)
    units = tuple(join_units(source.text, units, held, of))
    text = read_side(source.text, units, plain.pages)
    held = _held(units, text, lender, of)
    main = [main_clause(each) for each in held]
    lending = make_lender(base)
    units = tuple(lend_sections(tuple(lend_kinds(source, units, main, lending)), main, lending))
    sure = {standing.ground: standing.confidence for standing in plain.standings}
    standings = tuple(_between(tuple(_standings(units, held, text, lender)), sure))
    document = build_document(source, units, pages=plain.pages, base=base)
    found = PlainText(document, units, standings, similarity, pages=plain.pages)
    return Outcome(found, (*_doubt(source, _share(held, text, lender), base), *_tell_foreign(source, units)))


def _share(held: Sequence[tuple[Held, ...]], text: Side, base: Side) -> float:
    """The share of the shorter side's words that stand for words of the other."""
    return sum(each.count for holds in held for each in holds) / max(1, min(len(text.words), len(base.words)))


def _held(units: Sequence[Unit], text: Side, base: Side, of: Sequence[int]) -> list[tuple[Held, ...]]:
    return [held_clauses(text, base, of, number) if unit.kind in CLAUSAL else () for number, unit in enumerate(units)]


def _standings(units: Sequence[Unit], held: Sequence[tuple[Held, ...]], text: Side, base: Side) -> Iterator[Standing]:
    """How far each unit agrees with the clauses it stands for: twice the matched words over all words of both."""
    for number, unit in enumerate(units):
        if unit.kind not in CLAUSAL:
            continue
        count = sum(each.count for each in held[number])
        lent = sum(base.size(each.clause) for each in held[number])
        confidence = 2 * count / max(1, text.size(number) + lent) if held[number] else 0.0
        clauses = tuple(sorted(each.clause for each in held[number]))
        yield Standing(unit.ground, min(1.0, confidence), clauses)


def _between(standings: Sequence[Standing], sure: Mapping[Ground, float]) -> Iterator[Standing]:
    """The standings, those of clauses the base lacks too.

    Such a clause is as sure as its reader is of the text's own marks; without these half as sure as the less sure of
    its neighbours, from which it has its section.
    """
    behind: list[float] = [0.0] * (len(standings) + 1)
    for number in range(len(standings) - 1, -1, -1):
        behind[number] = standings[number].confidence if standings[number].base else behind[number + 1]
    before = 0.0
    for number, standing in enumerate(standings):
        if standing.base:
            before = standing.confidence
            yield standing
        elif standing.ground in {Ground.OWN, Ground.CONTENTS}:
            yield replace(standing, confidence=sure.get(standing.ground, 0.0))
        else:
            yield replace(standing, confidence=min(before, behind[number + 1]) / 2)


def _refuse(source: Source, similarity: float, base: Document) -> Iterator[Diagnostic]:
    message = f"similarity {similarity:.2f} to `{base.source.path}`: another text altogether"
    hint = "name the text of this work, or list this one under the work it belongs to"
    yield diagnose_file(ANOTHER_TEXT, source.path, message, hint)


def _doubt(source: Source, similarity: float, base: Document) -> Iterator[Diagnostic]:
    if similarity < SURE_SIMILARITY:
        message = f"similarity {similarity:.2f} to `{base.source.path}`, expected {SURE_SIMILARITY} of a witness"
        yield diagnose_file(DOUBTFUL_WITNESS, source.path, message, "see that it is a text of this work")


def _tell_foreign(source: Source, units: Sequence[Unit]) -> Iterator[Diagnostic]:
    for unit in units:
        if unit.kind is UnitKind.FOREIGN:
            first, last = source.line_of(unit.span.start), source.line_of(unit.span.end - 1)
            message = f"lines {first} to {last} stand {unit.reason} and are left out"
            yield diagnose(FOREIGN_MATTER, source, unit.span, message, "see that no rule is among them")
