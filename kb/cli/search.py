"""`kb search`: clauses, rulings, terms and cards that have some words."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli._console import Format, FormatOption, complain, print_json
from kb.cli._corpus import CorpusOption, find_corpus, require_corpus
from kb.cli._printing import print_lines, width
from kb.cli._progress import Progress
from kb.queries.search import Kind, list_hits, render_hits
from kb.search import SearchIndex, keep_index, open_index, state_of
from kb.text import WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = (
    "Examples: `kb search lamps` · `kb search fog lamp --kind ruling` · `kb search '\"false light\"' --format json` · "
    "`kb search wreck*`. Any form of a word finds the others. Rulings on a term stand before what only names it."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def search(
        words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words; a phrase in quotation marks.")],
        kind: Annotated[list[Kind] | None, typer.Option("--kind", help="Only these; may be given again.")] = None,
        limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="At most so many.")] = 20,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Find clauses (emended and as published), rulings, terms and cards, the best first."""
        kinds: Sequence[Kind] = kind or ()
        question = " ".join(words)
        results = _index(corpus).find(question, kinds, limit)
        if form is Format.JSON:
            print_json(list_hits(results))
        else:
            print_lines(render_hits(results, width()))
        if not WORD.search(question):
            complain("nothing to search for: no words")


def _index(named: Path | None) -> SearchIndex:
    """The index of a corpus: as it was kept when nothing has changed since, else made anew with progress."""
    folder = find_corpus(named)
    kept = open_index(folder)
    if kept is not None:
        return kept
    from kb.pipeline import build_kb  # noqa: PLC0415 (slow to import; an index at hand needs none of it)
    from kb.queries.terms import know_terms  # noqa: PLC0415
    from kb.search.gather import gather_records  # noqa: PLC0415

    state = state_of(folder)
    opened = require_corpus(named)
    progress = Progress()
    progress.note(f"reading {folder.name}; its index is kept in .kb for the next search")
    knowledge = build_kb(opened.manifest, opened.texts, progress.stage).value
    inventory = know_terms(knowledge)
    index = SearchIndex.of(gather_records(knowledge, inventory), inventory, state)
    if not keep_index(folder, index):
        progress.note("  .kb cannot be written; the next search will read everything again")
    return index
