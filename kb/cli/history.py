"""`kb history`: the life of a ruling through the versions of its compendium."""

from typing import Annotated

import typer

from kb.answers.history import find_ruling, list_history, suggest_rulings
from kb.answers.ruling_text import render_history
from kb.cli._console import Format, FormatOption, print_json, usage_error
from kb.cli._corpus import CorpusOption
from kb.cli._kept import open_shelves
from kb.cli._printing import print_lines, width

EPILOG = (
    "Examples: `kb history lamps-6bgutj` · `kb history harbour-ledger-4:205 --format json`. "
    "`kb rulings` shows the ids. `[-words-]` were taken out, `{+words+}` put in."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def history(
        ruling: Annotated[
            str, typer.Argument(metavar="RULING", help="The id of a ruling, now or before, or its place VERSION:LINE.")
        ],
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Show a ruling in every version: its wordings, what changed, the versions that are missing between."""
        shelves = open_shelves(corpus)
        found = find_ruling(shelves, ruling)
        if not found:
            raise usage_error(f"no ruling `{ruling}`", suggest_rulings(shelves, ruling))
        if form is Format.JSON and len(found) > 1:
            names = ", ".join(f"`{entry.life.id}`" for _, entry in found)
            raise usage_error(f"several rulings stand at `{ruling}`: {names}")
        for number, (shelf, entry) in enumerate(found):
            if form is Format.JSON:
                print_json(list_history(shelf, entry))
                continue
            if number:
                print()
            print_lines(render_history(shelf, entry, width()))
