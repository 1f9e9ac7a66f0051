"""Claims come in; which of them can contradict each other at all goes out, so that few need be compared."""

from collections.abc import Mapping, Sequence

from kb.claims._comparing import point_of
from kb.claims._said import Said
from kb.grouping import group_pairs
from kb.similarity import Words

MOST = 40
"""More claims than this, on the average, are not looked at for each: then too many are alike for it to pay."""


def find_opposable(claims: Sequence[Said]) -> Mapping[int, frozenset[int]] | None:
    """The claims, by number, each with the later ones that it may contradict; None where too many are alike.

    No pair that `reverse` or `contradict` holds of is left out. Of two claims that say and deny the same all that the
    poorer speaks of stands in the richer: they are found by its rarest word. Two that differ in a number, or in words
    that have an opposite, are one without these.
    """
    holders: dict[str, list[int]] = {}
    framed: dict[tuple[str, Words], list[int]] = {}
    for number, said in enumerate(claims):
        for word in {*said.main, *said.due} if said.main else {""}:
            holders.setdefault(word, []).append(number)
        if said.numbers:
            framed.setdefault(("numbers", said.frame), []).append(number)
        if said.sides:
            framed.setdefault(("sides", said.sideless), []).append(number)
    looked_at = sum(len(group) ** 2 for group in framed.values())
    found: dict[int, set[int]] = {}
    for number, said in enumerate(claims):
        there = min((holders[word] for word in said.main or ("",)), key=len)
        looked_at += len(there)
        if looked_at > MOST * len(claims):
            return None
        for other in there:
            if claims[other].denies != said.denies:
                found.setdefault(min(number, other), set()).add(max(number, other))
    for group in framed.values():
        for at, number in enumerate(group[:-1]):
            found.setdefault(number, set()).update(group[at + 1 :])
    return {number: frozenset(others) for number, others in found.items()}


def find_deniable(answers: Sequence[Said], rulings: Sequence[Said]) -> Mapping[str, Sequence[int]] | None:
    """The answers, by number, by the point of their question; None where too many are alike.

    No answer that `deny_answer` holds of is left out for a ruling that is looked at with those of all its things.
    """
    points = ((point_of(said), number) for number, said in enumerate(answers))
    pointed = group_pairs((point, number) for point, number in points if point is not None)
    looked_at = sum(len(pointed.get(thing, ())) for said in rulings for thing in said.things)
    return pointed if looked_at <= MOST * len(rulings) else None
