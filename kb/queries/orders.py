"""Orders: what a version asks to change, each operation once, with the rulings that ask for it and their day."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from itertools import pairwise

from kb.attested import Life
from kb.calendars import Calendar
from kb.chronicle import Chronicle
from kb.dates import Days, days_of
from kb.force import find_intervals
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.instructions import (
    Instruction,
    Operation,
    Target,
    read_instructions,
)
from kb.model import CompendiumVersion, RulingId, SectionKind, Statement, VersionId
from kb.queries.namesakes import know_written
from kb.queries.rulebooks import know_rulebooks
from kb.rulebooks import Rulebooks
from kb.terms import name_key, unaccented
from kb.text import normalise

_FIRST = (SectionKind.CARD, SectionKind.TERM, SectionKind.TURN, SectionKind.ERRATA, SectionKind.DELAYED)
"""Where an instruction is looked for first when several places word it a little differently."""


@dataclass(frozen=True, slots=True)
class Order:
    """One operation on one target, wherever a version asks for it: its first instruction, all its statements, the
    rulings they state, the day it takes effect (or None), the days on which its rulings may have begun to ask for it
    (None where nobody knows), and those on which they began to be worded as in this version."""

    instruction: Instruction
    operation: Operation
    statements: tuple[Statement, ...]
    rulings: tuple[RulingId, ...]
    effective: str | None
    days: Days | None = None
    worded: Days | None = None

    @property
    def asks(self) -> object:
        """What it has in common with others that ask for the same."""
        return _key(self.instruction.target, self.operation)

    @property
    def asks_of_card(self) -> object:
        """The same of orders for one card, whatever they call it."""
        return _key(self.instruction.target, self.operation)[1:]


def find_orders(kb: Kb, version: CompendiumVersion) -> tuple[Order, ...]:
    """What a version asks for, each operation once, in the order of its first place."""
    known = know_rulebooks(kb)
    return kb.memory.ask(_find_orders, version, know_written(kb), tuple(kb.chronicles.values()), known)


def has_orders(kb: Kb, version: CompendiumVersion) -> bool:
    """Whether a version asks for anything, which is sooner known than for what."""
    known = know_rulebooks(kb)
    instructions = read_instructions(version, known.works, know_written(kb), known)
    return any(each.operations for each in instructions)


def find_some_orders(kb: Kb, version: CompendiumVersion, starts: frozenset[int]) -> tuple[Order, ...]:
    """What the statements of a version ask for that begin at some places, each with what it may go on in."""
    known = know_rulebooks(kb)
    chronicles = tuple(kb.chronicles.values())
    return kb.memory.ask(_read_some, version, starts, know_written(kb), chronicles, known) if starts else ()


def _read_some(
    version: CompendiumVersion,
    starts: frozenset[int],
    cards: Collection[str],
    chronicles: Sequence[Chronicle],
    rulebooks: Rulebooks,
) -> tuple[Order, ...]:
    pairs = pairwise((None, *version.statements))
    some = (each for before, each in pairs if each and (_at(each, starts) or (before and _at(before, starts))))
    return _find_orders(replace(version, statements=tuple(some)), cards, chronicles, rulebooks)


def _at(statement: Statement, starts: Collection[int]) -> bool:
    return statement.span.start in starts


def _find_orders(
    version: CompendiumVersion, cards: Collection[str], chronicles: Sequence[Chronicle], rulebooks: Rulebooks
) -> tuple[Order, ...]:
    read = read_instructions(version, rulebooks.works, cards, rulebooks)
    instructions = sorted(read, key=lambda each: _rank(each.statement))
    asked = ((instruction, operation) for instruction in instructions for operation in instruction.operations)
    found = group_pairs(
        (_key(instruction.target, operation), (instruction, operation)) for instruction, operation in asked
    )
    stated = _stated(version, chronicles)
    voices = {life.id: (life, each.calendar) for each in chronicles for life in each.history.lives}
    orders: list[Order] = []
    for same in found.values():
        instruction, operation = same[0]
        statements = tuple(each.statement for each, _ in same)
        rulings = tuple(dict.fromkeys(name for each in statements for name in stated.get(each.span.start, ())))
        dates = [each.effective for each in statements if each.effective]
        begun = tuple(_begin(*voices[name], version.id) for name in rulings)
        days, worded = (_hull(each[at] for each in begun) for at in (0, 1))
        orders.append(Order(instruction, operation, statements, rulings, min(dates, default=None), days, worded))
    return tuple(orders)


def _begin(life: Life, calendar: Calendar, version: VersionId) -> tuple[Days, Days]:
    """The days on which a ruling may have begun to ask for what it asks for in a version (it may have been reworded
    since, and asked for the same before), and those on which it began to be worded so."""
    intervals = find_intervals(life, calendar)
    worded = next(each for each in intervals if any(said.version == version for said in each.stated))
    since = worded.begins.first or date.min
    return Days(intervals[0].begins.first or date.min, worded.begins.last), Days(since, worded.begins.last)


def _hull(every: Iterable[Days]) -> Days | None:
    """The days from the first of some to the last, None without any."""
    known = tuple(every)
    if not known:
        return None
    return Days(min(each.first for each in known), max(each.last for each in known))


def _rank(statement: Statement) -> tuple[int, int]:
    place = _FIRST.index(statement.section) if statement.section in _FIRST else len(_FIRST)
    return place, statement.span.start


def _key(target: Target, operation: Operation) -> tuple[object, ...]:
    """What two instructions have in common that ask for the same: target and operation, spelling folded."""
    values = (getattr(operation, each.name) for each in fields(operation))
    folded = tuple(unaccented(normalise(value).text) if isinstance(value, str) else value for value in values)
    place = tuple(map(name_key, (*target.headings, target.entry)))
    return name_key(target.card), target.work, place, target.qualifier, type(operation), folded


def _stated(version: CompendiumVersion, chronicles: Sequence[Chronicle]) -> Mapping[int, tuple[RulingId, ...]]:
    """The rulings that stand at each statement of a version, by its place; errata alone where there are any."""
    lives = (life for chronicle in chronicles for life in chronicle.history.lives)
    stated = ((life.id, each) for life in lives for each in life.stated if each.version == version.id)
    found = group_pairs(
        (statement.span.start, (each.kind == "erratum", name)) for name, each in stated for statement in each.statements
    )
    return {
        start: tuple(name for erratum, name in each if erratum or not any(other for other, _ in each))
        for start, each in found.items()
    }


def waits(order: Order, as_of: str | None) -> bool:
    """Whether a day lies before the one on which an order takes effect, or before its rulings can have begun."""
    since = days_of(order.effective) if order.effective else order.days
    return as_of is not None and since is not None and days_of(as_of).last < since.first


def first_orders(orders: Iterable[Order]) -> Sequence[Order]:
    """Orders of all versions, of those that ask for the same the first, with the days on which the earliest began to be
    worded so."""
    found: dict[object, Order] = {}
    for order in orders:
        first = found.setdefault(order.asks, replace(order, days=order.worded))
        both = [each for each in (first.days, order.worded) if each is not None]
        since = Days(min(each.first for each in both), min(each.last for each in both)) if both else None
        found[order.asks] = replace(first, days=since)
    return tuple(found.values())


def merge_orders(orders: Iterable[Order]) -> Collection[Order]:
    """Orders, of those that ask for the same the first, with the rulings of all and the days of all."""
    found: dict[object, Order] = {}
    for order in orders:
        first = found.setdefault(order.asks, order)
        rulings = tuple(dict.fromkeys((*first.rulings, *order.rulings)))
        days = _hull(each.days for each in (first, order) if each.days is not None)
        found[order.asks] = replace(first, rulings=rulings, days=days)
    return found.values()
