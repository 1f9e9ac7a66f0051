"""How much work something takes, as calls: unlike seconds they are the same on every machine and in every run."""

import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper


def count_calls(work: Callable[[], object]) -> int:
    """The calls, of Python's functions and of its built-in ones, that a work makes which finds nothing kept by others:
    what tests before it asked would be known, of some words and not of more."""
    _forget()
    count = 0

    def tally(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(tally)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def _forget() -> None:
    """Empty what functions of the program keep of their answers."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "kb"]
    for kept in {id(value): value for module in modules for value in vars(module).values()}.values():
        if isinstance(kept, _lru_cache_wrapper):
            kept.cache_clear()
