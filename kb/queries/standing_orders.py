"""Orders of older versions: the newest versions and a day come in, what older ones asked and is in force goes out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from kb.attested import Change
from kb.chronicle import Chronicle
from kb.dates import Days
from kb.figured import tell_set
from kb.force import Status, find_intervals, standing_on
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.instructions import Add, Figure, Remove, Replace, Restore, Rewrite
from kb.model import CompendiumVersion, RulingId, VersionId
from kb.queries.orders import Order, find_orders, find_some_orders
from kb.restored import tell_restored
from kb.rulings import subject_of
from kb.terms import name_key


def find_standing_orders(
    kb: Kb, newest: Sequence[CompendiumVersion], day: Days
) -> Iterator[tuple[CompendiumVersion, Order]]:
    """The orders, with their versions, that older versions gave and the newest ones of their compendia do not repeat,
    though they are in force on a day: a list of changes ends none by its silence. So do those for cards on whose words
    or figures a newer wording of the same ruling rests, or a ruling that set a figure again. Those of the version
    issued last come first."""
    for version in newest:
        chronicle = next((each for each in kb.chronicles.values() if version.id in each.calendar.ids), None)
        older = chronicle.calendar.older(version.id) if chronicle is not None else ()
        if chronicle is None or not older:
            continue
        every = kb.memory.ask(_standing, chronicle, day)
        standing = {name: last for name, last in every if last in older or last == version.id}
        resting = [each for each in find_orders(kb, version) if _is_of(each, standing, version.id)]
        asked = frozenset(name for each in resting for name in each.rulings)
        told = {name: last for name, last in standing.items() if last != version.id or name in asked}
        reset = _reset(chronicle)
        places = _places_before(chronicle, told, reset, version.id)
        made = [(each, version.id) for each in resting]
        backs = [(each, version.id) for each in find_orders(kb, version) if isinstance(each.operation, Restore)]
        for slot in reversed(older):
            for each in find_some_orders(kb, kb.versions[slot], places.get(slot, frozenset())):
                by = {reset[name] for name in each.rulings if name in reset}
                if not (_is_of(each, standing, slot) or any(_rests_on(other, each, at in by) for other, at in made)):
                    continue
                if isinstance(each.operation, Restore):
                    backs.append((each, slot))
                elif any(at != slot and _is_undone(each, other, kb.versions[slot].number) for other, at in backs):
                    continue
                made.append((each, slot))
                yield kb.versions[slot], each


def _is_undone(order: Order, back: Order, number: str) -> bool:
    """Whether what an order of the version of a number changes on a card is as it was before, as one of a later version
    says."""
    asked, told = order.operation, back.operation
    same = name_key(order.instruction.target.card) == name_key(back.instruction.target.card)
    if not same or not isinstance(told, Restore) or not isinstance(asked, Figure | Replace | Remove | Add | Rewrite):
        return False
    figure = asked.name.casefold() if isinstance(asked, Figure) else None
    return told.restored.is_later(number) and told.restored.covers(figure)


def _reset(chronicle: Chronicle) -> Mapping[RulingId, VersionId]:
    """The rulings of lists that set a figure and are no more, each with the version that has it no more."""
    lives = (life for life in chronicle.history.lives if life.newest.listed and life.attestations)
    ended = ((life, life.attestations[-1]) for life in lives)
    return {
        life.id: last.version
        for life, last in ended
        if last.change is Change.DROPPED and tell_set(life.newest.text, life.newest.term) is not None
    }


def leave_reset(
    newest: Iterable[Order], older: Sequence[tuple[CompendiumVersion, Order]]
) -> Iterator[tuple[CompendiumVersion, Order]]:
    """Orders of older versions, those issued last first, without those for figures that later ones set again: what
    these ask for is not to be done any more."""
    later = [(name, figure) for each in newest if (found := _figure_of(each)) for name, figure in (found,)]
    for version, order in older:
        found = _figure_of(order)
        if found is None:
            yield version, order
            continue
        if not any(name == found[0] and figure.old in {"", found[1].new} for name, figure in later):
            yield version, order
        later.append(found)


def _figure_of(order: Order) -> tuple[object, Figure] | None:
    """What an order for a figure has in common with others for the same, and what it asks for; None for another."""
    operation, target = order.operation, order.instruction.target
    if not isinstance(operation, Figure):
        return None
    place = (name_key(target.card), target.work, tuple(map(name_key, target.named)), target.qualifier)
    return (*place, operation.name.casefold(), operation.within, operation.paragraph), operation


def _places_before(
    chronicle: Chronicle, told: Mapping[RulingId, VersionId], ended: Collection[RulingId], version: VersionId
) -> Mapping[VersionId, frozenset[int]]:
    """Where versions older than one state some rulings: in the words that stand, last stated in a version `told` of
    each, and in others; and those that ended."""
    found: list[tuple[VersionId, int]] = []
    for life in chronicle.history.lives:
        last = next((each for each in life.stated if each.version == told.get(life.id)), None)
        others = (each for each in life.stated if last is not None and each.words != last.words)
        stated = (*others, *((last,) if last is not None and last.version != version else ()))
        stated = life.stated if life.id in ended else stated
        found += ((each.version, statement.span.start) for each in stated for statement in each.statements)
    return {name: frozenset(starts) for name, starts in group_pairs(found).items()}


def _is_of(order: Order, standing: Mapping[RulingId, VersionId], version: VersionId) -> bool:
    """Whether an order of a version is one of the rulings that stand in its words."""
    return any(standing.get(name) == version for name in order.rulings)


def _rests_on(order: Order, other: Order, reset: bool) -> bool:
    """Whether an order changes what another one of the same ruling made, or one whose ruling its version has no more
    (`reset`): the figure that it sets again."""
    later, first = order.operation, other.operation
    if not other.instruction.target.card or not (reset or not set(order.rulings).isdisjoint(other.rulings)):
        return False
    if isinstance(later, Figure) and isinstance(first, Figure):
        same = name_key(order.instruction.target.card) == name_key(other.instruction.target.card)
        return same and later.name.casefold() == first.name.casefold() and later.old == first.new
    if set(order.rulings).isdisjoint(other.rulings):
        return False
    if isinstance(later, Replace | Remove) and isinstance(first, Replace | Rewrite | Add):
        gone = first.old if isinstance(first, Replace) else ""
        return name_key(later.old) in name_key(first.new) and name_key(later.old) not in name_key(gone)
    return False


def _standing(chronicle: Chronicle, day: Days) -> tuple[tuple[RulingId, VersionId], ...]:
    """The rulings of lists in force on a day, each with the version that was the last to state it in these words."""
    listed = (life for life in chronicle.history.lives if life.newest.listed)
    found = ((life.id, standing_on(find_intervals(life, chronicle.calendar), day)) for life in listed)
    again = _again(chronicle)
    return tuple(
        (name, each.interval.stated[-1].version if each.status is Status.IN_FORCE else again[name])
        for name, each in found
        if each.status is Status.IN_FORCE or (each.status is Status.ENDED and name in again)
    )


def _again(chronicle: Chronicle) -> Mapping[RulingId, VersionId]:
    """The rulings of lists that ended since what they changed is as it was in a version when they had other words; each
    with the last that stated these."""
    lives = tuple(life for life in chronicle.history.lives if life.newest.listed)
    numbers = {slot.id: slot.number for slot in chronicle.history.slots}
    stated = ((each, tell_restored(each.text, each.term)) for life in lives for each in life.stated)
    backs = group_pairs(
        ((each.version, subject_of(each.term)), told) for each, told in stated if told is not None and told.version
    )
    found: dict[RulingId, VersionId] = {}
    for life in lives if backs else ():
        last = life.attestations[-1]
        for told in backs.get((last.version, subject_of(last.term)), ()) if last.change is Change.DROPPED else ():
            kept = [each.version for each in life.stated if not told.is_later(numbers[each.version])]
            if kept and told.undoes(life.newest.text, life.newest.term):
                found[life.id] = kept[-1]
    return found
