"""What queries are answered from when nothing fresh is kept: a corpus is built with progress, and kept."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.cli._console import EnvironmentFaultError
from kb.cli._corpus import find_corpus, require_corpus
from kb.cli._progress import Progress
from kb.store import STORE, is_damaged, keep, load_shelves, state_of

if TYPE_CHECKING:
    from kb.answers.search import Record
    from kb.search import SearchIndex
    from kb.shelves import Shelf
    from kb.terms import Inventory


@dataclass(frozen=True, slots=True)
class Built:
    """What was built: the shelves of the rulings, and what can be searched for."""

    shelves: "tuple[Shelf, ...]"
    records: "Sequence[Record]"
    inventory: "Inventory"


def open_shelves(named: Path | None, term: str | None = None) -> "tuple[Shelf, ...]":
    """The shelves of a corpus: as they were kept when nothing has changed since, else built with progress.

    With a term, rulings that no version states under it may be left out.
    """
    kept = load_shelves(find_corpus(named), term)
    return kept if kept is not None else _build(named).shelves


def open_search(named: Path | None, anew: bool = False) -> "SearchIndex":
    """The index of a corpus, kept or, when nothing fresh is kept or `anew` is asked for, built with progress."""
    from kb.search import SearchIndex, open_index  # noqa: PLC0415 (slow to import; queries of rulings need none of it)

    folder = find_corpus(named)
    kept = None if anew else open_index(folder)
    if kept is not None:
        return kept
    built = _build(named)
    return (None if anew else open_index(folder)) or SearchIndex.of(built.records, built.inventory)


def _build(named: Path | None) -> Built:
    """A corpus read and built, and kept for the next question where the disk lets us."""
    # Slow to import, and an answer at hand needs none of it.
    from kb.pipeline import build_kb  # noqa: PLC0415
    from kb.queries.ruling_shelves import fill_shelves  # noqa: PLC0415
    from kb.queries.terms import know_terms  # noqa: PLC0415
    from kb.search import write_index  # noqa: PLC0415
    from kb.search.gather import gather_records  # noqa: PLC0415

    folder = find_corpus(named)
    progress = Progress()
    if is_damaged():
        progress.note(f"{STORE} is damaged; it is made anew")
    try:
        state = state_of(folder)
    except OSError as error:
        raise EnvironmentFaultError(f"`{error.filename or folder}` cannot be read: {error.strerror}") from error
    corpus = require_corpus(named)
    progress.note(f"reading {folder.resolve().name}; what it answers is kept in .kb for the next question")
    knowledge = build_kb(corpus.manifest, corpus.texts, progress.stage).value
    began = time.process_time()
    inventory = know_terms(knowledge)
    records = gather_records(knowledge, inventory)
    built = Built(fill_shelves(knowledge), records, inventory)
    saved = keep(state, built.shelves, lambda database, suffix: write_index(database, suffix, records, inventory))
    progress.stage("keep answers", len(records), time.process_time() - began)
    if not saved:
        progress.note("  .kb cannot be written; the next question will read everything again")
    return built
