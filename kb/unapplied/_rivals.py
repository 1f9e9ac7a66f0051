"""Rulings that are like each other: those judged come in; one that a clause only resembles, because it says another of
the same term, goes out as not said."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.claims import content
from kb.grouping import group_pairs
from kb.unapplied._body import Body
from kb.unapplied._values import Finding, Verdict


def give_to_nearest(found: Sequence[Finding], body: Body) -> Iterator[Finding]:
    """The findings in their order, each clause left to the ruling it fits best, unless it says both."""
    saying = _saying(found)
    for each in found:
        if _is_likened(each) and any(_fits_better(rival, each, body) for rival in saying[each.clauses[0]]):
            verdict = Verdict.EXPLAINED if each.reason else Verdict.NOT_APPLIED
            yield replace(each, verdict=verdict, clauses=())
        else:
            yield each


def _saying(found: Iterable[Finding]) -> Mapping[int, Sequence[Finding]]:
    """The rulings that each clause of a body says, wholly or nearly."""
    said = (each for each in found if each.verdict in {Verdict.APPLIED, Verdict.APPLIED_NEAR})
    return group_pairs((clause, each) for each in said for clause in each.clauses)


def _is_likened(each: Finding) -> bool:
    """Whether a ruling counts as said for no better reason than that the words of a clause are like its own."""
    return (
        each.verdict is Verdict.APPLIED_NEAR
        and not each.records
        and bool(each.missing)
        and each.clauses == (each.nearest,)
        and not each.claims
    )


def _fits_better(rival: Finding, each: Finding, body: Body) -> bool:
    """Whether a clause says another ruling of the same term rather than one that is like it: it is more like that, and
    lacks most of what the one speaks of and the other does not. A clause may say both."""
    same = (rival.stated.path, rival.stated.heading) == (each.stated.path, each.stated.heading)
    if rival is each or not same or rival.similarity <= each.similarity:
        return False
    own = set(content(each.stated.text)).difference(content(rival.stated.text))
    said = own.intersection(content(" ".join(body.clauses[each.clauses[0]])))
    return 2 * len(said) < len(own)
