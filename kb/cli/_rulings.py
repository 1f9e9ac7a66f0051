"""What the commands about rulings share: the shelves of a corpus, kept or built anew, and styled text."""

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from kb.cli._corpus import find_corpus, require_corpus
from kb.cli._progress import Progress
from kb.shelves import Shelf
from kb.store import load_shelves, save_shelves

_STYLES: dict[str, dict[str, object]] = {
    "bold": {"bold": True},
    "dim": {"dim": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
}


def open_shelves(named: Path | None, term: str | None = None) -> tuple[Shelf, ...]:
    """The shelves of a corpus: as they were kept when nothing has changed since, else built with progress.

    With a term, rulings that no version states under it may be left out.
    """
    folder = find_corpus(named)
    kept = load_shelves(folder, term)
    if kept is not None:
        return kept
    from kb.pipeline import build_kb  # noqa: PLC0415 (slow to import; a query with an answer at hand needs none of it)
    from kb.queries.ruling_shelves import fill_shelves  # noqa: PLC0415

    corpus = require_corpus(named)
    progress = Progress()
    progress.note(f"reading {folder.name}; its rulings are kept in .kb for the next question")
    outcome = build_kb(corpus.manifest, corpus.texts, progress.stage)
    shelves = fill_shelves(outcome.value)
    if not save_shelves(folder, shelves):
        progress.note("  .kb cannot be written; the next question will read everything again")
    return shelves


def width() -> int:
    """How wide text for people is: the terminal, between 60 and 120 columns; 100 without one."""
    return min(120, max(60, shutil.get_terminal_size((100, 24)).columns)) if sys.stdout.isatty() else 100


def print_lines(lines: Iterable[tuple[tuple[str, str], ...]]) -> None:
    """Styled lines on standard output, with colours on a terminal only."""
    colours = sys.stdout.isatty()
    for line in lines:
        styled = (typer.style(text, **_STYLES[style]) if colours and style else text for style, text in line)  # type: ignore[arg-type]
        print("".join(styled).rstrip())
