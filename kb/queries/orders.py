"""Orders: what a version asks to change, each operation once, with the rulings that ask for it and their day."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from kb.chronicle import Chronicle
from kb.corpus import WorkEntry
from kb.graph import Kb
from kb.instructions import Instruction, Operation, Target, read_instructions
from kb.model import CompendiumVersion, RulingId, SectionKind, Statement
from kb.queries.namesakes import know_subjects
from kb.terms import name_key, unaccented
from kb.text import normalise

_FIRST = (SectionKind.CARD, SectionKind.TERM, SectionKind.TURN, SectionKind.ERRATA, SectionKind.DELAYED)
"""Where an instruction is looked for first when several places word it a little differently."""


@dataclass(frozen=True, slots=True)
class Order:
    """One operation on one target, wherever a version asks for it: its first instruction, all its statements, the
    rulings they state, the day it takes effect (or None)."""

    instruction: Instruction
    operation: Operation
    statements: tuple[Statement, ...]
    rulings: tuple[RulingId, ...]
    effective: str | None


def find_orders(kb: Kb, version: CompendiumVersion) -> tuple[Order, ...]:
    """What a version asks for, each operation once, in the order of its first place."""
    works = kb.manifest.works if kb.manifest is not None else tuple(book.work for book in kb.books.values())
    return kb.memory.ask(_find_orders, version, works, know_subjects(kb), tuple(kb.chronicles.values()))


def _find_orders(
    version: CompendiumVersion, works: Sequence[WorkEntry], cards: Collection[str], chronicles: Sequence[Chronicle]
) -> tuple[Order, ...]:
    found: dict[object, list[tuple[Instruction, Operation]]] = {}
    instructions = sorted(read_instructions(version, works, cards), key=lambda each: _rank(each.statement))
    for instruction in instructions:
        for operation in instruction.operations:
            found.setdefault(_key(instruction.target, operation), []).append((instruction, operation))
    stated = _stated(version, chronicles)
    orders: list[Order] = []
    for same in found.values():
        instruction, operation = same[0]
        statements = tuple(each.statement for each, _ in same)
        rulings = tuple(dict.fromkeys(name for each in statements for name in stated.get(each.span.start, ())))
        dates = [each.effective for each in statements if each.effective]
        orders.append(Order(instruction, operation, statements, rulings, min(dates, default=None)))
    return tuple(orders)


def _rank(statement: Statement) -> tuple[int, int]:
    place = _FIRST.index(statement.section) if statement.section in _FIRST else len(_FIRST)
    return place, statement.span.start


def _key(target: Target, operation: Operation) -> object:
    """What two instructions have in common that ask for the same: target and operation, spelling folded."""
    values = (getattr(operation, each.name) for each in fields(operation))
    folded = tuple(unaccented(normalise(value).text) if isinstance(value, str) else value for value in values)
    headings = tuple(map(name_key, target.headings))
    return name_key(target.card), target.work, headings, target.qualifier, type(operation), folded


def _stated(version: CompendiumVersion, chronicles: Sequence[Chronicle]) -> Mapping[int, tuple[RulingId, ...]]:
    """The rulings that stand at each statement of a version, by its place; errata alone where there are any."""
    found: dict[int, list[tuple[bool, RulingId]]] = {}
    for chronicle in chronicles:
        for life in chronicle.history.lives:
            for attestation in life.stated:
                if attestation.version == version.id:
                    for statement in attestation.statements:
                        found.setdefault(statement.span.start, []).append((attestation.kind == "erratum", life.id))
    return {
        start: tuple(name for erratum, name in each if erratum or not any(other for other, _ in each))
        for start, each in found.items()
    }


def merge_orders(orders: Iterable[Order]) -> Collection[Order]:
    """Orders, of those that ask for the same the first, with the rulings of all."""
    found: dict[object, Order] = {}
    for order in orders:
        same = _key(order.instruction.target, order.operation)
        rulings = (*found.get(same, order).rulings, *order.rulings)
        found[same] = replace(found.get(same, order), rulings=tuple(dict.fromkeys(rulings)))
    return found.values()
