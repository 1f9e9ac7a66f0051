"""`kb check`: every diagnostic of a corpus or of bare files."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from kb.audit import find_all
from kb.cli._console import complain, file_named, finish, is_file, load_file, usage_error
from kb.cli._corpus import MANIFEST_NAME, CorpusOption, locate, open_corpus
from kb.consulting import consult
from kb.diagnostics import Diagnostic, close_gate, has_errors, in_order
from kb.pipeline import build_kb
from kb.reports import ReportFormat, render_report, summarise

EPILOG = (
    "Examples: `kb check` · `kb check emended.md --against rulings.md --against published.md` · "
    "`kb check --gate --format github` in a workflow."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def check(  # noqa: PLR0913, PLR0917 (each an option of the command)
        files: Annotated[
            list[Path] | None,
            typer.Argument(parser=file_named, metavar="FILE", help="Bare files; the whole corpus when left out."),
        ] = None,
        against: Annotated[
            list[Path] | None,
            typer.Option(
                "--against",
                parser=file_named,
                metavar="FILE",
                help="A text the files cite or were made from; repeatable.",
            ),
        ] = None,
        gate: Annotated[
            bool, typer.Option("--gate", help="What nobody can check counts as an error; see docs/gate.md.")
        ] = False,
        site: Annotated[str | None, typer.Option("--site", help="Address of the texts' own site.")] = None,
        corpus: CorpusOption = None,
        form: Annotated[
            ReportFormat, typer.Option("--format", help="text, json, github or sarif.")
        ] = ReportFormat.TEXT,
    ) -> None:
        """Report everything worth telling an editor, with file, line, column, code and hint."""
        if against and not files:
            raise usage_error("`--against` goes with files to check")
        every = _bare(files, against or [], site) if files else _corpus(corpus)
        found = in_order(close_gate(every) if gate else every)
        sys.stdout.write(render_report(found, form))
        complain(summarise(found))
        if gate:
            stopped = sum(each.code.gate for each in found)
            complain(f"the gate is {'closed' if has_errors(found) else 'open'}: {stopped} findings of its own codes")
        finish(found)


def _bare(files: list[Path], against: list[Path], site: str | None) -> tuple[Diagnostic, ...]:
    for path in files:
        _refuse_corpus(path)
    loaded = [load_file(path) for path in files]
    consulted = [load_file(path) for path in against]
    problems = tuple(found for each in (*loaded, *consulted) for found in each.diagnostics)
    sources = [each.value for each in loaded if each.value is not None]
    others = [each.value for each in consulted if each.value is not None]
    outcome = consult(sources, others, site)
    return (*problems, *outcome.diagnostics, *find_all(outcome.value))


def _refuse_corpus(path: Path) -> None:
    """A usage error for a corpus, or a file that describes one, where a text should be named: what is wrong with it is
    told of the corpus as a whole."""
    described = path.suffix in {".yml", ".yaml"}
    folders = (path.parent, path.parent.parent) if described else (path,)
    folder = next((folder for folder in folders if is_file(str(folder / MANIFEST_NAME))), None)
    if folder is not None:
        what = "is part of a corpus and no text" if described else "is a corpus, expected a file"
        advice = f"`kb check --corpus {shlex.quote(str(folder))}` checks all of it"
        raise usage_error(f"`{path}` {what}", advice=advice)


def _corpus(folder: Path | None) -> tuple[Diagnostic, ...]:
    opened = open_corpus(folder)
    if opened.value is None:
        return opened.diagnostics
    built = build_kb(opened.value.manifest, opened.value.texts)
    return opened.diagnostics + locate((*built.diagnostics, *find_all(built.value)), opened.value)
