"""`kb parallels`: the passages two works share, and what differs."""

from pathlib import Path
from typing import Annotated

import typer

from kb.answers.parallels import Shared, choose_parallels, list_parallels, render_parallels
from kb.cli._answering import answer
from kb.cli._console import (
    Format,
    FormatOption,
    file_named,
    is_file,
    load_file,
    usage_error,
)
from kb.cli._corpus import CorpusOption, locate, named_book, no_base, open_corpus
from kb.cli._printing import width
from kb.diagnostics import Diagnostic, Outcome
from kb.model import Document, WorkId
from kb.parallels import Likeness, find_parallels
from kb.pipeline import build_kb
from kb.queries.unfollowed import find_unfollowed
from kb.readers.kramdown import read_document

EPILOG = (
    "Examples: `kb parallels` · `kb parallels bells-below` · `kb parallels bells-below the-drowned-coast` · "
    "`kb parallels one.md other.md --relation substantive`. `[-words-]` stand in the first alone, `{+words+}` in the "
    "second. Of a corpus the changes are told too that a ruling made in one book and its sister lacks."
)
MOST = 2


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def parallels(
        works: Annotated[
            list[str] | None, typer.Argument(metavar="[WORK|FILE]...", help="Up to two works, or two bare files.")
        ] = None,
        relation: Annotated[Likeness | None, typer.Option("--relation", help="Only passages that compare so.")] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List the passages that stand in two works, word by word, and what a sister book did not take over."""
        named = works or []
        if len(named) > MOST:
            raise usage_error(f"{len(named)} works are named, expected at most two")
        bare = [name for name in named if is_file(name)]
        chosen, outcome = _of_files(named) if bare else _of_works(named, corpus)
        shown = choose_parallels(outcome.value, chosen, relation) if outcome.value is not None else None
        answer(
            Outcome(shown, outcome.diagnostics), form, list_parallels, lambda found: render_parallels(found, width())
        )


Found = tuple[list[WorkId], Outcome[Shared | None]]
"""The works that are named, and what they share."""


def _of_files(named: list[str]) -> Found:
    if len(named) != MOST:
        raise usage_error(f"`{named[0]}` is one file; name the other one as well")
    documents: dict[WorkId, Document] = {}
    problems: list[Diagnostic] = []
    for name in named:
        loaded = load_file(file_named(name))
        problems += loaded.diagnostics
        if loaded.value is not None:
            read = read_document(loaded.value)
            problems += read.diagnostics
            documents[WorkId(loaded.value.path)] = read.value
    if len(documents) == MOST:
        return list(documents), Outcome(Shared(find_parallels(documents), (), documents), tuple(problems))
    if not problems:
        raise usage_error(f"`{named[0]}` and `{named[1]}` are one file")
    return [], Outcome(None, tuple(problems))


def _of_works(named: list[str], folder: Path | None) -> Found:
    opened = open_corpus(folder)
    if opened.value is None:
        return [], Outcome(None, opened.diagnostics)
    built = build_kb(opened.value.manifest, opened.value.texts)
    bases = {work: book.base.document for work, book in built.value.books.items() if book.base is not None}
    works = [named_book(built.value, name, file=", and no file of that name").work for name in named]
    for work in works:
        if work.id not in bases:
            raise no_base(work)
    chosen = [work.id for work in works]
    if len(set(chosen)) < len(chosen):
        raise usage_error(f"`{chosen[0]}` is named twice; a work has no parallels in itself")
    paths = {bases[work].source.path for work in chosen or bases}
    own = tuple(found for found in built.diagnostics if found.path in paths)
    shared = Shared(built.value.parallels, find_unfollowed(built.value), bases)
    return chosen, Outcome(shared, opened.diagnostics + locate(own, opened.value))
