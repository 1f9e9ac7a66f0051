"""`kb unapplied`: the rulings that concern a book, and whether they stand in its emended text."""

from typing import Annotated

import typer

from kb.answers.unapplied import list_unapplied
from kb.answers.unapplied_text import OPEN, render_unapplied
from kb.calendars import Calendar
from kb.cli._console import Format, FormatOption, check_day, print_json, usage_error
from kb.cli._corpus import CorpusOption, named_book, no_emended, no_version, require_corpus
from kb.cli._printing import print_lines, width
from kb.graph import Book, Kb
from kb.lexicon import find_terms, spell_term, suggest_terms
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.queries.judging import judge_book, keep_newer
from kb.unapplied import Verdict

EPILOG = (
    "Examples: `kb unapplied bells-below` · `kb unapplied bells-below --since 3` · `kb unapplied bells-below --all` · "
    "`kb unapplied bells-below --term wreckers --format json`. Text shows what is not applied; JSON and `--all` "
    "everything. `--since` lists what a newer version of the rulings brought. A ruling left out on purpose goes to "
    "`explained` of its work in corpus.yml, with the reason."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def unapplied(  # noqa: PLR0913, PLR0917 (each an option of the command)
        work: Annotated[str, typer.Argument(metavar="WORK", help="A work of the corpus with an emended edition.")],
        term: Annotated[
            str | None, typer.Option("--term", metavar="TERM", help="All rulings on a term, and no others.")
        ] = None,
        as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="In force on that day.")] = None,
        since: Annotated[
            str | None,
            typer.Option("--since", metavar="VERSION", help="New or reworded in a version after this one."),
        ] = None,
        status: Annotated[
            list[Verdict] | None, typer.Option("--status", help="Rulings of this verdict; repeatable.")
        ] = None,
        everything: Annotated[bool, typer.Option("--all", help="Applied rulings and references too.")] = False,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List the rulings in force that concern a book: applied, applied nearly, explained, or not applied."""
        check_day("--as-of", as_of)
        opened = require_corpus(corpus)
        kb = build_kb(opened.manifest, opened.texts).value
        judged = judge_book(kb, _book(kb, work), as_of, _terms(kb, term) if term is not None else frozenset())
        if since is not None:
            judged = keep_newer(judged, *_version(kb, since))
        if form is Format.JSON:
            print_json(list_unapplied(judged, status or ()))
            return
        shown = tuple(status) if status else tuple(Verdict) if everything or term is not None else OPEN
        print_lines(render_unapplied(judged, shown, width()))


def _book(kb: Kb, name: str) -> Book:
    book = named_book(kb, name)
    if book.emended is None:
        raise no_emended(book.work)
    return book


def _version(kb: Kb, wanted: str) -> tuple[Calendar, VersionId]:
    """A version that a word names, and the calendar it is in; a usage error when none is at hand."""
    calendars = {name: chronicle.calendar for name, chronicle in kb.chronicles.items()}
    for name, calendar in calendars.items():
        if (slot := calendar.find(wanted, name)) is not None:
            return calendar, slot.id
    raise no_version(wanted, (slot.id for calendar in calendars.values() for slot in calendar.at_hand))


def _terms(kb: Kb, wanted: str) -> frozenset[str]:
    """The terms of the compendia that a word names; a usage error when there are none."""
    names = {statement.term for version in kb.versions.values() for statement in version.statements}
    aliases = kb.manifest.aliases
    found = find_terms(wanted, {name: spell_term(name) for name in sorted(names)}, aliases)
    if not found:
        raise usage_error(f"no rulings on a term `{wanted}`", suggest_terms(wanted, names))
    return found
