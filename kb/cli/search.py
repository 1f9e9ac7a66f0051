"""`kb search`: clauses, rulings, terms, cards and texts that have some words."""

import sqlite3
from typing import TYPE_CHECKING, Annotated

import typer

from kb.answers.search import Kind, list_hits, render_hits
from kb.cli._console import Format, FormatOption, complain, print_json
from kb.cli._corpus import CorpusOption
from kb.cli._kept import open_search
from kb.cli._printing import print_lines, width
from kb.cli._quick_search import LIMIT, MOST
from kb.text import WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = (
    "Examples: `kb search lamps` · `kb search fog lamp --kind ruling` · `kb search '\"false light\"' --format json` · "
    "`kb search 'wreck*'`. Any form of a word finds the others. Rulings on a term stand before what only names it."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def search(
        words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words; a phrase in quotation marks.")],
        kind: Annotated[list[Kind] | None, typer.Option("--kind", help="Only these; may be given again.")] = None,
        limit: Annotated[int, typer.Option("--limit", min=1, max=MOST, help="At most so many.")] = LIMIT,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Find clauses (emended and as published), rulings, terms, cards and texts, the best first."""
        kinds: Sequence[Kind] = kind or ()
        question = " ".join(words)
        try:
            results = open_search(corpus).find(question, kinds, limit)
        except sqlite3.DatabaseError:  # what was kept opens, and is damaged inside
            results = open_search(corpus, anew=True).find(question, kinds, limit)
        if form is Format.JSON:
            print_json(list_hits(results))
        else:
            print_lines(render_hits(results, width()))
        if not WORD.search(question):
            complain("nothing to search for: no words")
