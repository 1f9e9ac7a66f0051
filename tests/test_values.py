"""Values made quickly: as frozen and as equal as those of any frozen dataclass."""

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from kb.values import quick


def declare() -> type[Any]:
    """A value as dataclasses make it."""

    @dataclass(frozen=True, slots=True)
    class Value:
        name: str
        size: int = 3
        parts: list[str] = field(default_factory=list)
        note: str | None = field(default=None, repr=False, compare=False)

    return Value


Plain, Quick = declare(), quick(declare())


@quick
@dataclass(frozen=True, slots=True)
class Pair:
    """A value that can be a key."""

    first: int
    second: int


@pytest.mark.parametrize(
    ("given", "named"),
    [(("a",), {}), (("a", 4), {}), (("a",), {"note": "n"}), ((), {"size": 5, "name": "b", "parts": ["p"]})],
)
def test_it_takes_what_the_plain_one_takes(given: tuple[str, ...], named: dict[str, object]) -> None:
    plain, made = Plain(*given, **named), Quick(*given, **named)
    assert [getattr(made, each.name) for each in fields(made)] == [getattr(plain, each.name) for each in fields(plain)]
    assert repr(made) == repr(plain)


@pytest.mark.parametrize(("given", "named"), [((), {}), (("a", 1, [], None, 5), {}), (("a",), {"other": 1})])
def test_it_refuses_what_the_plain_one_refuses(given: tuple[object, ...], named: dict[str, object]) -> None:
    for each in (Plain, Quick):
        with pytest.raises(TypeError):
            each(*given, **named)


def test_it_is_frozen() -> None:
    made = Pair(1, 2)
    assert type(made) is Pair
    with pytest.raises(FrozenInstanceError):
        made.first = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.first
    with pytest.raises((AttributeError, TypeError)):
        made.third = 3  # type: ignore[attr-defined]


def test_values_are_told_apart_by_what_they_are() -> None:
    assert Pair(1, 2) == Pair(1, 2) != Pair(2, 1)
    assert {Pair(1, 2), Pair(1, 2), Pair(2, 1)} == {Pair(2, 1), Pair(1, 2)}
    assert replace(Pair(1, 2), second=5) == Pair(1, 5)
    assert pickle.loads(pickle.dumps(Pair(1, 2))) == Pair(1, 2)


def test_each_value_has_lists_of_its_own() -> None:
    one, other = Quick("a"), Quick("b")
    one.parts.append("p")
    assert other.parts == []
