"""What the commands about rulings share: the shelves of a corpus, kept or built anew."""

from pathlib import Path

from kb.cli._corpus import find_corpus, require_corpus
from kb.cli._printing import print_lines, width
from kb.cli._progress import Progress
from kb.shelves import Shelf
from kb.store import load_shelves, save_shelves

__all__ = ["open_shelves", "print_lines", "width"]


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
