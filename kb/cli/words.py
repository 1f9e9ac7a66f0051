"""`kb words`: the words of the site, to be said in the language of a corpus."""

import json
from typing import Annotated

import typer

from kb.cli._console import EXIT_CONTENT
from kb.cli._corpus import CorpusOption, require_corpus

HEADER = """\
# The words of the site, in the language of the corpus. `{name}` stands for a value and stays as it is; a key that
# ends in `.one` is said of one thing. A word that is left out is said in English.
"""


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(
        epilog="Examples: `kb words --corpus mygame >> mygame/words.yml`, now and after each update of the program · "
        "`kb words --all` to see how the site speaks."
    )
    def words(
        everything: Annotated[
            bool, typer.Option("--all", help="Those that words.yml has too, as it has them.")
        ] = False,
        corpus: CorpusOption = None,
    ) -> None:
        """Write the words of the site that words.yml lacks: with it a site speaks the language of its corpus."""
        from kb.interface import ENGLISH  # noqa: PLC0415 (slow to import)

        known = require_corpus(corpus).manifest.words
        if known.unread:  # which words it lacks is not known, and none may stand behind what is no YAML
            raise typer.Exit(EXIT_CONTENT)
        wanted = [key for key in ENGLISH if everything or key not in known.own]
        if wanted and (everything or not known.own):
            typer.echo(HEADER, nl=False)
        elif wanted:
            typer.echo()  # the last line of the file may have no end
        for key in wanted:
            typer.echo(f"{key}: {json.dumps(known.table[key], ensure_ascii=False)}")
