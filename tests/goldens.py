"""Goldens: what was made comes in, and is held against what was accepted before (`make accept`)."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path

from tests.built import ROOT

GOLDEN = ROOT / "tests" / "golden"
SHOWN = 60
"""So many lines of differences are shown."""


def read_goldens(folder: Path) -> Mapping[str, str]:
    """What was accepted, by file name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))}


def hold_goldens(folder: Path, now: Mapping[str, str]) -> None:
    """Fail where texts are not the accepted ones, line by line; with KB_ACCEPT they take their places."""
    if os.environ.get("KB_ACCEPT"):
        _accept(folder, now)
    before = read_goldens(folder)
    differing = [
        line
        for name in sorted({*now, *before})
        for line in difflib.unified_diff(
            before.get(name, "").splitlines(),
            now.get(name, "").splitlines(),
            f"accepted {name}",
            name,
            lineterm="",
            n=0,
        )
    ]
    hint = "look at each of them; `make accept` takes them over"
    assert not differing, "\n".join([f"{len(differing)} lines differ: {hint}", *differing[:SHOWN]])


def _accept(folder: Path, now: Mapping[str, str]) -> None:
    assert not os.environ.get("CI"), "goldens are accepted by people"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, text in now.items():
        (folder / name).write_text(text, "utf-8")
