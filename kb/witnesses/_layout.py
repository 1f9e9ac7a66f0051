"""Differences of form between the same words: emphasis, line ends, paragraphs, list marks, boxes, headings.

In: a comparison. Out: findings in words of the base. They are noise, except where an item has another level: then what
it says applies to something else.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kb.grouping import group_runs
from kb.model import Clause, ClauseKind
from kb.witnesses._atoms import Atoms
from kb.witnesses._comparing import Comparison
from kb.witnesses._losses import LISTED
from kb.witnesses._values import Kind


@dataclass(frozen=True, slots=True)
class Form:
    """A difference of form over words [start, end) of the base."""

    start: int
    end: int
    kind: Kind

    @property
    def key(self) -> tuple[int, int, str]:
        """Its order among others."""
        return self.start, self.end, self.kind.value


def find_forms(laid: Comparison) -> tuple[Form, ...]:
    """Every difference of form of one witness."""
    nests = _nests(laid.other)
    found = [*_emphasis(laid), *_moved(laid)]
    for p, q in laid.gaps():
        found += _gap(laid, p, q, nests)
    for p, _ in laid.base.ranges.values():
        q = laid.there[p]
        if q >= 0 and laid.other.begins(q):
            found += _clauses(laid, p, q)
    return tuple(found)


def _emphasis(laid: Comparison) -> Iterator[Form]:
    """Words emphasised on one side only, in unbroken stretches."""
    base, other = laid.base.items, laid.other.items
    differing = [i for i, j in enumerate(laid.there) if j >= 0 and base[i].emphasised != other[j].emphasised]
    return (Form(start, end, Kind.EMPHASIS) for start, end in laid.base.stretches(differing))


def _moved(laid: Comparison) -> Iterator[Form]:
    """Passages that stand elsewhere, in unbroken stretches."""
    return (Form(run.start, run.stop, Kind.MOVED) for run in group_runs(sorted(laid.moved)))


def _gap(laid: Comparison, p: int, q: int, nests: bool) -> Iterator[Form]:
    base, other = laid.base, laid.other
    parts, others_parts = base.begins(p), other.begins(q)
    if not parts and not others_parts:
        if base.broken(p) != other.broken(q) or _broken_off(base, p) != _broken_off(other, q):
            yield Form(p - 1, p + 1, Kind.LINE_BREAK)
        return
    if parts and others_parts:
        if base.broken(p) != other.broken(q):
            yield Form(p - 1, p + 1, Kind.PARAGRAPHS)
        if _changes_level(base, other, p, q) and nests:
            yield Form(*base.ranges[base.clauses[p]], Kind.LEVEL)
        return
    atoms, at = (base, p) if parts else (other, q)
    rises = _is_item(atoms.clause(at)) and _is_item(atoms.clause(at - 1)) and _depth(atoms, at) < _depth(atoms, at - 1)
    if rises and nests:
        start, end = base.ranges[base.clauses[p]]
        yield Form(min(start, p - 1), end, Kind.LEVEL) if not parts else Form(start, end, Kind.LEVEL)
        return
    yield Form(p - 1, p + 1, Kind.PARAGRAPHS)


def _clauses(laid: Comparison, p: int, q: int) -> Iterator[Form]:
    """Two clauses that begin with the same word: what stands before it."""
    mine, other = laid.base.clause(p), laid.other.clause(q)
    heading = ClauseKind.HEADING
    if (mine.kind is heading) != (other.kind is heading):
        yield Form(p, p + 1, Kind.HEADING)
    elif _is_item(mine) or _is_item(other):
        if _lead(laid.base, p) != _lead(laid.other, q):
            yield Form(p, p + 1, Kind.LIST_MARK)
    elif (mine.note is None) != (other.note is None) or (
        mine.note is not None and _lead(laid.base, p) != _lead(laid.other, q)
    ):
        yield Form(p, p + 1, Kind.BOX)


def _lead(atoms: Atoms, at: int) -> str:
    """What stands in the source before the first word of a clause."""
    clause = atoms.clause(at)
    return "".join(atoms.document.source.text[clause.span.start : atoms.items[at].span.start].split())


def _is_item(clause: Clause) -> bool:
    return clause.kind in LISTED


def _depth(atoms: Atoms, at: int) -> int:
    """How deep the item of a word is nested, by its id (`agents.li3.1`)."""
    return atoms.clause(at).id.rpartition(".li")[2].count(".")


def _nests(atoms: Atoms) -> bool:
    """Whether a text shows nested items by marks of its own; what is lent by a base says nothing of its levels."""
    starts = [start for start, _ in atoms.ranges.values() if _is_item(atoms.clause(start))]
    return any(_depth(atoms, start) and _lead(atoms, start) for start in starts)


def _changes_level(base: Atoms, other: Atoms, p: int, q: int) -> bool:
    """Whether an item stands deeper or less deep than in the base, as seen from the item before it."""
    items = [_is_item(atoms.clause(at)) for atoms, at in ((base, p), (other, q), (base, p - 1), (other, q - 1))]
    if not all(items):
        return False
    depths = [_depth(atoms, at) for atoms, at in ((base, p), (other, q))]
    steps = [_depth(atoms, at) - _depth(atoms, at - 1) for atoms, at in ((base, p), (other, q))]
    return steps[0] != steps[1] and depths[0] != depths[1]


def _broken_off(atoms: Atoms, at: int) -> bool:
    """Whether the reader sees a line break between two words."""
    return "<br" in atoms.written(at)
