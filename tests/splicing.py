"""Edits made: what `kb.diff` says of two sequences is true when the old one, so edited, is the new one."""

from collections.abc import Sequence
from typing import TypeVar

from kb.diff import Edit

T = TypeVar("T")


def apply_edits(edits: Sequence[Edit], old: Sequence[T], new: Sequence[T]) -> list[T]:
    """`old` with every edit made, the items put in taken from `new`; edits must be in order."""
    result: list[T] = []
    at = 0
    for edit in edits:
        result.extend(old[at : edit.old_start])
        result.extend(new[edit.new_start : edit.new_end])
        at = edit.old_end
    result.extend(old[at:])
    return result
