"""`kb footnotes`: each footnote of an emended text, checked against the sources it cites."""

from pathlib import Path
from typing import Annotated

import typer

from kb.cli._answering import answer
from kb.cli._console import Format, FormatOption, file_named, is_file, load_file
from kb.cli._corpus import CorpusOption, locate, named_book, no_emended, open_corpus
from kb.consulting import consult
from kb.diagnostics import Diagnostic, Outcome
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict
from kb.queries.footnote_list import list_footnotes, render_footnotes

EPILOG = (
    "Examples: `kb footnotes bells-below` · `kb footnotes emended.md --against rulings.md --format json`. "
    "Bare files are matched to links by the `permalink` in their front matter."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def footnotes(
        work: Annotated[str, typer.Argument(metavar="WORK|FILE", help="A work of the corpus, or a bare file.")],
        against: Annotated[
            list[Path] | None,
            typer.Option("--against", parser=file_named, metavar="FILE", help="A text the footnotes cite; repeatable."),
        ] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Compare every footnote with its source: what it quotes, where that stands, whether the place is right."""
        path = file_named(work)
        if against or is_file(work):
            file, outcome = _bare(path, against or [])
        else:
            file, outcome = _work(work, corpus)
        answer(
            outcome,
            form,
            lambda verdicts: list_footnotes(file, verdicts),
            lambda verdicts: render_footnotes(file, verdicts),
        )


Verdicts = Outcome[tuple[FootnoteVerdict, ...] | None]


def _bare(path: Path, against: list[Path]) -> tuple[str, Verdicts]:
    loaded = load_file(path)
    others = [load_file(other) for other in against]
    problems: tuple[Diagnostic, ...] = tuple(found for each in (loaded, *others) for found in each.diagnostics)
    if loaded.value is None:
        return path.as_posix(), Outcome(None, problems)
    outcome = consult([loaded.value], [other.value for other in others if other.value is not None], None)
    own = tuple(found for found in outcome.diagnostics if found.path == loaded.value.path)
    return loaded.value.path, Outcome(_verdicts(outcome.value, loaded.value.path), problems + own)


def _work(work: str, folder: Path | None) -> tuple[str, Verdicts]:
    opened = open_corpus(folder)
    if opened.value is None:
        return work, Outcome(None, opened.diagnostics)
    built = build_kb(opened.value.manifest, opened.value.texts)
    book = named_book(built.value, work, file=", and no file of that name")
    if book.emended is None:
        raise no_emended(book.work)
    path = book.emended.document.source.path
    own = tuple(found for found in built.diagnostics if found.path == path)
    return path, Outcome(_verdicts(built.value, path), opened.diagnostics + locate(own, opened.value))


def _verdicts(kb: Kb | None, path: str) -> tuple[FootnoteVerdict, ...]:
    return kb.footnotes.get(path, ()) if kb is not None else ()
