"""Exports: one module a format, each with its `NAME` and a function `export` from the knowledge base to files."""

import sys
from collections.abc import Callable, Mapping

from kb.discovery import plugins
from kb.graph import Kb

Export = Callable[[Kb], Mapping[str, bytes]]


def find_exports() -> dict[str, Export]:
    """Every export by the name of its format."""
    return {module.NAME: module.export for module in plugins(sys.modules[__name__])}
