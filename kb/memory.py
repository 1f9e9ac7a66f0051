"""Memory: what pure functions answered to the same values, kept so that nobody works it out twice.

A build asks the same of the same values in several places, and a preview builds again after every edit, when most
values are still those of the build before. Values are told apart by what they are: texts, numbers and enums by their
content, tuples and mappings by their members, every other value (documents, versions, books) as the very object it is.
So a function may be asked through a memory when its answer depends on nothing but its arguments and these never change.

A memory belongs to the knowledge base it was filled for and goes with it; nothing here is shared by the whole program.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import ParamSpec, TypeVar, cast

Answer = TypeVar("Answer")
Asked = ParamSpec("Asked")
_BY_CONTENT = (str, bytes, int, float, type(None), Enum, frozenset)


class Memory:
    """Answers by function and arguments. `turn` forgets what was not asked for since it was last called."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, object]] = {}
        self._older: dict[object, tuple[object, object]] = {}

    def ask(self, function: Callable[Asked, Answer], *arguments: Asked.args, **named: Asked.kwargs) -> Answer:
        """What a function answers to some arguments; it is called when it was not asked that before."""
        key = (function, _key(arguments), _key(named))
        held = self._kept.get(key) or self._older.get(key)
        if held is None:
            # The arguments are kept with the answer: an object that is gone could lend its place to another.
            held = ((arguments, named), function(*arguments, **named))
        self._kept[key] = held
        return cast("Answer", held[1])

    def turn(self) -> None:
        """Begin another round: what this one does not ask for is forgotten at the next turn."""
        self._older, self._kept = self._kept, {}

    def __reduce__(self) -> tuple[type["Memory"], tuple[()]]:
        return Memory, ()  # what is stored of a knowledge base is what it knows, not what was asked of it


def _key(value: object) -> object:
    if isinstance(value, _BY_CONTENT):
        return (type(value), value)
    if isinstance(value, tuple | list):
        return (type(value), *map(_key, value))
    if isinstance(value, set):
        return (frozenset, frozenset(value))
    if isinstance(value, Mapping):
        return (Mapping, *_pairs(value))
    return (id, id(value))


def _pairs(value: Mapping[object, object]) -> Iterator[tuple[object, object]]:
    return ((_key(name), _key(each)) for name, each in value.items())
