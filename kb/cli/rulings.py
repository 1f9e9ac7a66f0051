"""`kb rulings`: the rulings of a compendium by term, version, day and status."""

import re
from typing import Annotated

import typer

from kb.answers.ruling_list import (
    Question,
    answer_question,
    find_version,
    known_terms,
    knows_ruling,
    list_rulings,
    versions_at_hand,
)
from kb.answers.ruling_text import NO_COMPENDIUM, render_rulings
from kb.answers.telling import wrap
from kb.cli._console import Format, FormatOption, check_day, print_json, usage_error
from kb.cli._corpus import CorpusOption, no_version
from kb.cli._kept import open_shelves
from kb.cli._printing import print_lines, width
from kb.force import Play, Status
from kb.lexicon import suggest_terms
from kb.numbering import is_rule_number
from kb.shelves import Shelf

EPILOG = (
    "Examples: `kb rulings --term lamps`, or `kb rulings lamps` · `kb rulings --term lamps --as-of 2005-11-28` · "
    "`kb rulings --in 3 --format json` · `kb rulings --as-of 2005-02 --status undetermined`. "
    "A term is found in any spelling (`Keepers`, `keeper`), and by a part of its words when no term is called so; "
    "one that several headings share goes with the one above it (`Storms: General`). "
    "Dates are `YYYY[-MM[-DD]]`. Where a ruling is applied is told of the newest emended texts, whatever the day: "
    "those of a day are made by `kb emend compile WORK --as-of DATE`."
)

_ID = re.compile(r"-[a-z2-7]{6}$")
"""How the id of a ruling ends; a term that ends so is still found as one."""


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def rulings(  # noqa: PLR0913, PLR0917 (each an option of the command)
        words: Annotated[list[str] | None, typer.Argument(metavar="[TERM]", help="The same as `--term`.")] = None,
        term: Annotated[
            str | None,
            typer.Option(
                "--term", metavar="TERM", help="Rulings on a term, a card or the number of a rule; or the id of one."
            ),
        ] = None,
        version: Annotated[
            str | None, typer.Option("--in", metavar="VERSION", help="As this version words them: its id or number.")
        ] = None,
        as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="In force on that day.")] = None,
        known_on: Annotated[
            str | None, typer.Option("--known-on", metavar="DATE", help="By the versions issued up to that day only.")
        ] = None,
        play: Annotated[
            Play, typer.Option("--play", help="Printed effective dates delay tournament play only.")
        ] = Play.TOURNAMENT,
        status: Annotated[Status | None, typer.Option("--status", help="Rulings of this status.")] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List rulings: all, those on a term, those of a version, those in force on a day, with the ground."""
        if words and term is not None:
            raise usage_error(f"`{' '.join(words)}` and `--term {term}`: one term at a time")
        term = " ".join(words) if words else term
        check_day("--as-of", as_of)
        check_day("--known-on", known_on)
        whole = term is not None and (is_rule_number(term) or ":" in term or _ID.search(term) is not None)
        shelves = open_shelves(corpus, None if whole else term)
        if version is not None and find_version(shelves, version) is None:
            raise no_version(version, versions_at_hand(shelves))
        question = Question(term, version, as_of, known_on, play, status)
        answered = answer_question(shelves, question)
        unknown = term is not None and not known_terms(shelves, term) and not answered.counts
        unknown = unknown and not knows_ruling(shelves, term or "")
        if form is Format.JSON:
            print_json({**list_rulings(answered), "did_you_mean": _suggest(shelves, term) if unknown else []})
        if unknown:
            advice = "`kb search` finds words anywhere"
            raise usage_error(f"no rulings on a term `{term}`", _suggest(shelves, term), advice)
        if form is Format.TEXT:
            print_lines(render_rulings(answered, width()))
            if not shelves:
                print_lines(wrap(NO_COMPENDIUM, width(), "dim", 2))


def _suggest(shelves: tuple[Shelf, ...], term: str | None) -> list[str]:
    return list(suggest_terms(term or "", {name for shelf in shelves for name in shelf.spellings}))
