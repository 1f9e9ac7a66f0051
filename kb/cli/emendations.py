"""`kb emendations`: every change from a published text to its emended one."""

from pathlib import Path
from typing import Annotated

import typer

from kb.align import align
from kb.answers.emendation_list import list_emendations, render_emendations
from kb.cli._answering import answer
from kb.cli._console import (
    Format,
    FormatOption,
    file_named,
    is_file,
    load_file,
    usage_error,
)
from kb.cli._corpus import CorpusOption, locate, named_book, no_base, no_emended, open_corpus
from kb.diagnostics import Outcome
from kb.emendations import find_emendations
from kb.model import Document
from kb.pipeline import build_kb
from kb.provenance import Emendation
from kb.queries.lacking import Lacking, sort_changes, sort_records
from kb.readers.kramdown import read_document

EPILOG = (
    "Examples: `kb emendations bells-below` · `kb emendations published.md emended.md --format json`. "
    "Text shows changes of words, and of a section that is not in the emended text its heading; JSON and `--all` also "
    "those of markup, white space and structure, and all there was in such a section."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def emendations(
        first: Annotated[str, typer.Argument(metavar="WORK|PUBLISHED", help="A work of the corpus, or a bare file.")],
        second: Annotated[
            Path | None,
            typer.Argument(parser=file_named, metavar="[EMENDED]", help="The emended file, with a bare published one."),
        ] = None,
        everything: Annotated[
            bool, typer.Option("--all", help="Show every record, not only changes of words.")
        ] = False,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List every change between two texts of a work: what gives way to what, and on whose authority."""
        outcome = _of_work(first, corpus) if second is None else _of_files(file_named(first), second)
        answer(
            outcome,
            form,
            lambda found: list_emendations(found[0].source.path, found[1].source.path, *found[2:]),
            lambda found: render_emendations(*found, everything),
        )


Found = Outcome[tuple[Document, Document, tuple[Emendation, ...], tuple[Lacking, ...]] | None]


def _of_files(published: Path, emended: Path) -> Found:
    loaded = load_file(published), load_file(emended)
    problems = loaded[0].diagnostics + loaded[1].diagnostics
    if loaded[0].value is None or loaded[1].value is None:
        return Outcome(None, problems)
    old, new = read_document(loaded[0].value), read_document(loaded[1].value)
    alignment = align(old.value, new.value)
    records = find_emendations(old.value, new.value, alignment)
    lacking = sort_records(alignment, records).lacking
    return Outcome((old.value, new.value, records, lacking), problems + old.diagnostics + new.diagnostics)


def _of_work(name: str, folder: Path | None) -> Found:
    if is_file(name):
        raise usage_error(f"`{name}` is one file; name the emended one as well")
    opened = open_corpus(folder)
    if opened.value is None:
        return Outcome(None, opened.diagnostics)
    built = build_kb(opened.value.manifest, opened.value.texts)
    book = named_book(built.value, name)
    if book.emended is None:
        raise no_emended(book.work)
    if book.base is None:
        raise no_base(book.work)
    pair = book.base.document, book.emended.document
    own = tuple(d for d in built.diagnostics if d.path in {document.source.path for document in pair})
    found = (*pair, book.emendations, sort_changes(book).lacking)
    return Outcome(found, opened.diagnostics + locate(own, opened.value))
