"""Grouping: values come in, what belongs together goes out together: by a key, in a row, or because it overlaps."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Place = TypeVar("Place", int, tuple[int, int])


def group_pairs(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, tuple[Value, ...]]:
    """The values by key; keys stand in the order of their first."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def lone_values(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, Value]:
    """The values by key, of keys that have one alone."""
    return {key: values[0] for key, values in group_pairs(pairs).items() if len(values) == 1}


def group_runs(numbers: Iterable[int]) -> Iterator[range]:
    """Rising numbers, those that follow each other without a gap as one."""
    for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        held = [number for _, number in run]
        yield range(held[0], held[-1] + 1)


def join_stretches(stretches: Iterable[tuple[Place, Place]]) -> list[tuple[Place, Place]]:
    """Stretches from one place to another, in order; those that overlap or touch as one."""
    joined: list[tuple[Place, Place]] = []
    for low, high in sorted(stretches):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined
