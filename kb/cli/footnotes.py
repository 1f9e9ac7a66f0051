"""`kb footnotes`: each footnote of an emended text, checked against the sources it cites."""

from pathlib import Path
from typing import Annotated

import typer

from kb.answers.footnote_list import list_footnotes, render_footnotes
from kb.cli._answering import answer
from kb.cli._console import Format, FormatOption, file_named, is_file, load_file
from kb.cli._corpus import CorpusOption, locate, named_book, no_emended, open_corpus
from kb.consulting import consult
from kb.diagnostics import Diagnostic, Outcome
from kb.files import Corpus
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict

EPILOG = (
    "Examples: `kb footnotes bells-below` · `kb footnotes emended.md --against rulings.md --format json`. "
    "Bare files are matched to links by the `permalink` in their front matter; one of the corpus that `--corpus` names "
    "is judged by its texts."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def footnotes(
        work: Annotated[
            str,
            typer.Argument(metavar="WORK|TEXT|FILE", help="A work of the corpus, the id of any text of it, or a file."),
        ],
        against: Annotated[
            list[Path] | None,
            typer.Option("--against", parser=file_named, metavar="FILE", help="A text the footnotes cite; repeatable."),
        ] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Compare every footnote with its source: what it quotes, where that stands, whether the place is right."""
        path = file_named(work)
        if against or (is_file(work) and corpus is None):
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
    path = _text_named(work, opened.value)
    if path is None and is_file(work):
        return _bare(file_named(work), [])
    built = build_kb(opened.value.manifest, opened.value.texts)
    if path is None:
        book = named_book(built.value, work, file=", and no file of that name")
        if book.emended is None:
            raise no_emended(book.work)
        path = book.emended.document.source.path
    own = tuple(found for found in built.diagnostics if found.path == path)
    return path, Outcome(_verdicts(built.value, path), opened.diagnostics + locate(own, opened.value))


def _text_named(name: str, corpus: Corpus) -> str | None:
    """The path of the text of a corpus that a name means: its id, where no work has it, or its file; None where it
    means no text at hand."""
    works = {str(work.id) for work in corpus.manifest.works}
    root = corpus.folder / corpus.manifest.folder
    file = Path(name).resolve() if is_file(name) else None
    texts = [text.path for text in corpus.manifest.texts if text.path in corpus.texts and not text.missing]
    if file is not None:
        return next((path for path in texts if (root / path).resolve() == file), None)
    ids = {text.id: text.path for text in corpus.manifest.texts if text.path in texts and text.id not in works}
    return ids.get(name)


def _verdicts(kb: Kb | None, path: str) -> tuple[FootnoteVerdict, ...]:
    return kb.footnotes.get(path, ()) if kb is not None else ()
