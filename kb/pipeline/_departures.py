"""Rulings that order a section to go: a book and the verdicts on its footnotes come in; for the records of a section
that it lacks as a whole the footnote at its place that cites such a ruling goes out, and the ruling.

A footnote that names the section supports its going already; one that only points at the ruling says so by what stands
there: `Delete the section on lamps.`
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.authorities import RulingIds
from kb.graph import Book
from kb.instructions import heading_keys, struck_section
from kb.model import FootnoteId, RulingId
from kb.provenance import Emendation, FootnoteVerdict, Unit
from kb.queries.lacking import sort_changes
from kb.sentences import find_sentences
from kb.sources.addresses import Sources
from kb.sources.claims import find_claims


@dataclass(frozen=True, slots=True)
class Order:
    """Why a section went: a footnote of the book, and the rulings it cites that order it."""

    footnote: FootnoteId
    rulings: tuple[RulingId, ...]


def find_orders(
    book: Book, verdicts: Iterable[FootnoteVerdict], sources: Sources, ids: RulingIds
) -> Mapping[str, Order]:
    """The order behind each record (by id) that takes out a rule of a section which went by one."""
    hung = [record for record in book.emendations if record.unit is Unit.FOOTNOTE]
    if book.alignment is None or not hung:
        return {}
    starts = [token.span.start for token in book.alignment.new.tokens]
    standing: dict[int, list[FootnoteId]] = {}
    for record in hung:
        standing.setdefault(bisect_left(starts, record.emended_span.start), []).extend(record.footnotes)
    known, found = {each.id: each for each in verdicts}, dict[str, Order]()
    for lacking in sort_changes(book).lacking:
        if lacking.footnotes:
            continue
        here = standing.get(bisect_left(starts, lacking.told.emended_span.start), [])
        name = lacking.section.heading.text
        orders = (Order(note, _ordering(known[note], name, sources, ids)) for note in here if note in known)
        order = next((each for each in orders if each.rulings), None)
        if order is not None:
            found |= {record.id: order for record in lacking.records if record.substantive}
    return found


def give_footnotes(records: Sequence[Emendation], orders: Mapping[str, Order]) -> Sequence[Emendation]:
    """Records with the footnotes of the orders behind them."""
    return [replace(each, footnotes=(orders[each.id].footnote,)) if each.id in orders else each for each in records]


def give_rulings(records: Iterable[Emendation], orders: Mapping[str, Order]) -> Iterator[Emendation]:
    """Records, their authorities traced, with the rulings of the orders behind them."""
    for record in records:
        order = orders.get(record.id)
        told = tuple(replace(each, rulings=order.rulings) for each in record.authorities) if order is not None else ()
        yield replace(record, authorities=told) if told else record


def _ordering(verdict: FootnoteVerdict, heading: str, sources: Sources, ids: RulingIds) -> tuple[RulingId, ...]:
    """The rulings at the cited place that order the section below a heading to go."""
    wanted, found = heading_keys(heading), dict[RulingId, None]()
    for claim in find_claims(verdict.cites, sources):
        units = claim.source.units
        for unit in units if claim.within is None else (units[at] for at in sorted(claim.within)):
            statement = unit.place.statement
            sentences = (unit.text[span.start : span.end] for span in find_sentences(unit.text))
            struck = (struck_section(sentence) for sentence in sentences) if statement is not None else ()
            if statement is not None and any(name and wanted & heading_keys(name) for name in struck):
                found |= dict.fromkeys(ids.of(statement))
    return tuple(found)
