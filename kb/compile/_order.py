"""Order: which of two records that change the same words comes first, if anything says so."""

from collections.abc import Mapping

from kb.dates import days_of
from kb.records import Record


def comes_first(one: Record, other: Record, waits: Mapping[str, frozenset[str]]) -> bool | None:
    """Whether `one` comes before `other`: by `after`, else effective date, rank of authority, date of issue.

    None where nothing tells: two authorities that are not ordered are a matter for an editor.
    """
    if one.id in waits.get(other.id, frozenset()):
        return True
    if other.id in waits.get(one.id, frozenset()):
        return False
    for name in ("effective", "rank", "issued"):
        a, b = getattr(one, name), getattr(other, name)
        if a is None or b is None or a == b:
            continue
        if name == "rank":
            return bool(a < b)
        earlier = _earlier(a, b)
        if earlier is not None:
            return earlier
    return None


def _earlier(one: str, other: str) -> bool | None:
    """Whether a date surely lies before another; None where they overlap or are none."""
    a, b = days_of(one), days_of(other)
    return True if a.last < b.first else False if b.last < a.first else None
