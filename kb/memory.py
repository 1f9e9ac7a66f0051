"""Memory: what pure functions answered to the same values, kept so that nobody works it out twice.

A build asks the same of the same values in several places, and a preview builds again after every edit, when most
values are still those of the build before. Values are told apart by what they are: texts, numbers and enums by their
content, tuples and mappings by their members, every other value (documents, versions, books) as the very object it is,
or by what it says it is known by (`known_by`). So a function may be asked through a memory when its answer depends on
nothing but its arguments and these never change.

A memory belongs to the knowledge base it was filled for and goes with it; nothing here is shared by the whole program.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Generic, ParamSpec, TypeVar, cast

Answer = TypeVar("Answer")
Question = TypeVar("Question", bound=Hashable)
Asked = ParamSpec("Asked")
_BY_CONTENT = (str, bytes, int, float, type(None), Enum, frozenset)


@dataclass(slots=True)
class _Held:
    """An answer that is kept, with what was asked on the way to it (keys).

    The arguments are kept with it: an object that is gone could lend its place to another.
    """

    asked: object
    answer: object
    inner: tuple[object, ...]


class Memory:
    """Answers by function and arguments. `turn` forgets what was not asked for since it was last called.

    What was asked on the way to an answer is kept as long as the answer: if that has to be worked out anew, because one
    of its many arguments is another, most of what it takes is known.
    """

    def __init__(self) -> None:
        self._kept: dict[object, _Held] = {}
        self._older: dict[object, _Held] = {}
        self._asking: list[dict[object, None]] = []
        self._go_on: Callable[[], object] | None = None

    @contextmanager
    def asking_leave(self, go_on: Callable[[], object]) -> Iterator[None]:
        """Have a function called before anything is worked out, which raises where that is no longer wanted.

        What was answered by then stays known.
        """
        self._go_on = go_on
        try:
            yield
        finally:
            self._go_on = None

    def ask(self, function: Callable[Asked, Answer], *arguments: Asked.args, **named: Asked.kwargs) -> Answer:
        """What a function answers to some arguments; it is called when it was not asked that before."""
        key = (function, _key(arguments), _key(named))
        if self._asking:
            self._asking[-1][key] = None
        if key not in self._kept and not self._keep(key):
            if self._go_on is not None:
                self._go_on()
            self._asking.append({})
            try:
                answer = function(*arguments, **named)
            finally:
                inner = self._asking.pop()
            self._kept[key] = _Held((arguments, named), answer, tuple(inner))
        return cast("Answer", self._kept[key].answer)

    def _keep(self, key: object) -> bool:
        """Take an answer over from the round before, with what was asked on the way to it; whether it was there."""
        waiting = [key]
        while waiting:
            each = waiting.pop()
            held = self._older.get(each) if each not in self._kept else None
            if held is not None:
                self._kept[each] = held
                waiting += held.inner
        return key in self._kept

    def turn(self) -> None:
        """Begin another round: what this one does not ask for is forgotten at the next turn."""
        self._older, self._kept = self._kept, {}

    def __reduce__(self) -> tuple[type["Memory"], tuple[()]]:
        return Memory, ()  # what is stored of a knowledge base is what it knows, not what was asked of it


def _key(value: Any) -> object:
    return _telling(value.__class__)(value)


@cache
def _telling(kind: type) -> Callable[[Any], object]:
    """How the values of a type are told apart."""
    if issubclass(kind, _BY_CONTENT):
        return lambda value: (kind, value)
    if issubclass(kind, tuple | list):
        return lambda value: (kind, *[_telling(each.__class__)(each) for each in value])
    if issubclass(kind, set):
        return lambda value: (frozenset, frozenset(value))
    if issubclass(kind, Mapping):
        return lambda value: (Mapping, *[(_key(name), _key(each)) for name, each in value.items()])
    if hasattr(kind, "known_by"):
        return lambda value: (kind, _key(value.known_by()))
    return lambda value: (id, id(value))


class Recent(Generic[Question, Answer]):
    """The answers of one function to many questions at once, of which those of the last round are kept.

    For questions by the thousand, each soon answered, which every build asks in one round: to look one up takes no
    more than a dictionary does. They are told apart as they compare themselves.
    """

    def __init__(self) -> None:
        self._known: dict[Question, Answer] = {}

    def ask(self, function: Callable[[Question], Answer], questions: Collection[Question]) -> list[Answer]:
        """What the function, always the same, answers to each; what was known besides is forgotten."""
        before, known = self._known, dict[Question, Answer]()
        for question in questions:
            if question not in known:
                known[question] = before[question] if question in before else function(question)
        self._known = known
        return [known[question] for question in questions]

    def __getitem__(self, question: Question) -> Answer:
        """What it answered to a question of the last round."""
        return self._known[question]
