"""A knowledge base in the making, which every pass takes and gives back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kb.diagnostics import Diagnostic
from kb.graph import Kb


@dataclass(frozen=True, slots=True)
class Making:
    """A knowledge base in the making: what goes in, what the passes have found so far."""

    texts: Mapping[str, bytes]
    kb: Kb
    diagnostics: tuple[Diagnostic, ...] = ()
    handled: int = 0


def after(making: Making, kb: Kb, diagnostics: Iterable[Diagnostic], handled: int) -> Making:
    """What a pass leaves: the knowledge base with what it found, its diagnostics, and how many things it handled."""
    return replace(making, kb=kb, diagnostics=making.diagnostics + tuple(diagnostics), handled=handled)
