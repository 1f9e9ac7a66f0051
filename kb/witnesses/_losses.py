"""What a witness left out, and what it lost: a comparison comes in, a state and a kind for each passage goes out.

A witness that drops every list, or every heading, says nothing by their absence: it lost them. One that keeps such
things and has not this one leaves it out. A paragraph that only a lost list parts from the rest went with the list.
"""

from dataclasses import dataclass, field

from kb.diff import Edit
from kb.grouping import group_runs
from kb.model import ClauseKind
from kb.witnesses._atoms import Atoms
from kb.witnesses._comparing import Comparison
from kb.witnesses._values import Kind, State

MOST = 0.5
"""A witness that lacks at least this share of the base's lists, or headings, loses them."""
FEWEST = 2
"""At least so many are lost: one is no habit."""
WHOLLY = 0.8
"""A list of which so many words are missing is lost."""
FRAGMENT = 0.2
"""A stretch at either end of the base of at least this share of it is what a fragment lacks."""
LISTED = frozenset({ClauseKind.LIST_ITEM, ClauseKind.TABLE_ROW})


@dataclass(frozen=True, slots=True)
class Losses:
    """Passages of the base that a witness has not, by their words, and the clauses it lost."""

    passages: tuple[tuple[Edit, Kind, State], ...]
    clauses: frozenset[int] = field(repr=False)
    lists: tuple[tuple[int, ...], ...]
    """The lists that it lost, where it loses lists: the clauses of each."""
    loses_headings: bool = False
    fragment: frozenset[int] = field(default=frozenset(), repr=False)
    """The clauses before and behind all that it has, where it has a part of the base only."""


def find_lists(base: Atoms) -> list[tuple[int, ...]]:
    """The lists of a text, nested ones with that which holds them: clauses that follow each other."""
    listed = (index for index in base.ranges if base.document.clauses[index].kind in LISTED)
    return [tuple(run) for run in group_runs(listed)]


def find_losses(comparison: Comparison) -> Losses:
    """Judge every passage that a witness has not."""
    base = comparison.base
    missing = {c: _share(comparison, c) for c in base.ranges}
    lists = find_lists(base)
    gone = [clauses for clauses in lists if _missing(comparison, clauses) >= WHOLLY]
    loses_lists = len(gone) >= max(FEWEST, MOST * len(lists))
    headings = [c for c in base.ranges if base.document.clauses[c].kind is ClauseKind.HEADING]
    lost_headings = [c for c in headings if missing[c] == 1]
    lost = {c for clauses in lists for c in clauses if missing[c] == 1} if loses_lists else set()
    lost |= {c for c in _neighbours(base, lost) if missing[c] == 1}
    loses_headings = len(lost_headings) >= max(FEWEST, MOST * len(headings))
    if loses_headings:
        lost |= set(lost_headings)
    fragment = _fragment(base, missing)
    lost |= fragment
    passages = []
    for edit in comparison.gone:
        clause = base.clauses[edit.old_start]
        kind = base.document.clauses[clause].kind
        state = State.LOST if clause in lost else State.OMITTED
        if kind is ClauseKind.HEADING:
            passages.append((edit, Kind.HEADING_LOST, state))
        elif kind in LISTED and state is State.LOST and loses_lists:
            passages.append((edit, Kind.LIST_LOST, state))
        else:
            passages.append((edit, Kind.OMITTED, state))
    held = tuple(gone) if loses_lists else ()
    return Losses(tuple(passages), frozenset(lost), held, loses_headings, frozenset(fragment))


def _share(comparison: Comparison, clause: int) -> float:
    start, end = comparison.base.ranges[clause]
    return sum(comparison.there[i] < 0 for i in range(start, end)) / (end - start)


def _missing(comparison: Comparison, clauses: tuple[int, ...]) -> float:
    words = [i for c in clauses for i in range(*comparison.base.ranges[c])]
    return sum(comparison.there[i] < 0 for i in words) / len(words)


def _neighbours(base: Atoms, lost: set[int]) -> set[int]:
    """The paragraphs right behind or before lost lists, in the same section."""
    found = set()
    for c in lost:
        for beside in (c - 1, c + 1):
            clauses = base.document.clauses
            if beside in base.ranges and beside not in lost and clauses[beside].section == clauses[c].section:
                found |= {beside} if clauses[beside].kind is not ClauseKind.HEADING else set()
    return found


def _fragment(base: Atoms, missing: dict[int, float]) -> set[int]:
    """The clauses before the first and behind the last one that a fragment has, whatever it has of the title."""
    title = next((c for c in base.ranges if base.document.clauses[c].kind is ClauseKind.HEADING), None)
    found: set[int] = set()
    for order in (list(base.ranges), list(reversed(base.ranges))):
        run: list[int] = []
        for c in order:
            if missing[c] == 1:
                run.append(c)
            elif c != title:
                break
        words = sum(base.ranges[c][1] - base.ranges[c][0] for c in run)
        if words >= FRAGMENT * len(base):
            found |= set(run)
    return found
