"""Values: a frozen dataclass comes in, the same one goes out, its values made in half the time.

A frozen dataclass may not set its own fields, so that it sets each by a call of `object.__setattr__`. The values of a
`quick` one are open while they are made: they are then of a class with the same slots that is not frozen, where setting
a field is an instruction. It is for values of which a text has one a word or a clause.
"""

from dataclasses import MISSING, fields, is_dataclass
from typing import TypeVar

Class = TypeVar("Class")
_ABSENT = object()


def quick(cls: type[Class]) -> type[Class]:
    """A frozen dataclass with slots, which has no `__post_init__` and no subclasses, made quicker.

    Its `__init__` is made from text, as those of all dataclasses are; it takes what that one took.
    """
    assert is_dataclass(cls)
    names = [each.name for each in fields(cls)]
    known: dict[str, object] = {"absent": _ABSENT, "become": object.__setattr__, "own": cls}
    known["opened"] = type(cls.__name__, cls.__bases__, {"__slots__": tuple(names)})
    taken, lines = ["self"], []
    for each in fields(cls):
        name = each.name
        if each.default is not MISSING:
            known[f"default_{name}"] = each.default
        elif each.default_factory is not MISSING:
            known[f"default_{name}"], known[f"make_{name}"] = _ABSENT, each.default_factory
            lines.append(f"if {name} is absent: {name} = make_{name}()")
        taken.append(f"{name}=default_{name}" if f"default_{name}" in known else name)
    lines += ["become(self, '__class__', opened)", *(f"self.{name} = {name}" for name in names), "self.__class__ = own"]
    exec(f"def __init__({', '.join(taken)}):\n  " + "\n  ".join(lines), known)
    cls.__init__ = known["__init__"]  # type: ignore[assignment]
    return cls
