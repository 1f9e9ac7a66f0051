"""`kb export`: the knowledge base in a format for other programs, or its emended books as booklets to print."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError, complain, report, usage_error
from kb.cli._corpus import CorpusOption, locate, require_corpus
from kb.cli.build import PROJECT
from kb.diagnostics import Severity
from kb.exports import find_exports
from kb.files import write_tree
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.site.booklets import build_booklets
from kb.tools.builders import read_templates
from kb.tools.press import NoPressError, open_press, print_document

EPILOG = (
    "Examples: `kb export json > knowledge.json` · `kb export sqlite --out data` · `kb export atom --out data` · "
    "`kb export pdf --out booklets`. "
    "What is in each format: docs/exports.md."
)
PDF = "pdf"
"""The format of booklets for a press, which is no export: it takes templates and a program of its own."""
FEW = 8
"""Files that are named one by one."""


def add(app: typer.Typer) -> None:
    """Register the command."""
    formats = find_exports()
    names = sorted((*formats, PDF))

    @app.command(name="export", epilog=EPILOG)
    def export_command(
        form: Annotated[str, typer.Argument(metavar="FORMAT", help=f"One of: {', '.join(names)}.")],
        out: Annotated[
            Path | None, typer.Option("--out", metavar="DIR", readable=False, help="Folder [default: standard output].")
        ] = None,
        corpus: CorpusOption = None,
    ) -> None:
        """Write the knowledge base as files, or one file to standard output."""
        if form not in names:
            raise usage_error(f"unknown format `{form}`; there are {', '.join(f'`{name}`' for name in names)}")
        if form == PDF:
            _require_press()
        opened = require_corpus(corpus)
        outcome = build_kb(opened.manifest, opened.texts)
        report(locate((found for found in outcome.diagnostics if found.code.severity is Severity.ERROR), opened))
        if form == PDF:
            files = _print_booklets(outcome.value)
        else:
            files = formats[form](outcome.value, gather_records(outcome.value, know_terms(outcome.value)))
        if out is None and len(files) > 1:
            raise usage_error(f"`{form}` has {len(files)} files here; name a folder for them with `--out`")
        if out is None:
            for data in files.values():
                sys.stdout.buffer.write(data)
            return
        try:
            write_tree(out, files)
        except OSError as error:
            raise EnvironmentFaultError(f"`{out}` cannot be written: {error.strerror}") from error
        named = ", ".join(sorted(files)) if len(files) <= FEW else f"{len(files)} files"
        complain(f"wrote {named} in {out}" if files else f"wrote nothing: the corpus has nothing for `{form}`")


def _require_press() -> None:
    """Raise EnvironmentFaultError unless there is something to print with; said before anything is read."""
    try:
        open_press()
    except NoPressError as error:
        raise EnvironmentFaultError(str(error)) from error


def _print_booklets(knowledge: Kb) -> Mapping[str, bytes]:
    """A PDF of each emended book, by file name."""
    booklets = build_booklets(knowledge, read_templates(PROJECT))
    return {f"{work}.pdf": print_document(html) for work, html in booklets.items()}
