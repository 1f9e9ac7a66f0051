"""`kb collate`: where the witnesses of a text differ, and which of it are rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from kb.answers.collation import list_collation, render_collation
from kb.answers.telling import Line
from kb.borrowing import read_beside
from kb.cli._answering import answer
from kb.cli._console import (
    Format,
    FormatOption,
    file_named,
    is_file,
    load_file,
    usage_error,
)
from kb.cli._corpus import CorpusOption, locate, named_book, open_corpus
from kb.cli._printing import width
from kb.diagnostics import Diagnostic, Outcome
from kb.emendations import find_emendations
from kb.graph import Book
from kb.model import Document, Role, Ruling
from kb.pipeline import build_kb
from kb.provenance import Emendation
from kb.witnesses import Collation, Witness, WitnessId, collate_texts, role_of, witness_of

EPILOG = (
    "Examples: `kb collate the-drowned-coast` · `kb collate WORK scan.txt` · `kb collate base.md web.txt scrape.txt "
    "--format json`. Text shows variants of substance; JSON and `--all` also noise, each with its kind. A witness that "
    "lost a passage is no evidence against it: it is shown as lost, not as omitting it."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def collate(
        first: Annotated[str, typer.Argument(metavar="WORK|BASE", help="A work of the corpus, or a bare file.")],
        files: Annotated[
            list[Path] | None,
            typer.Argument(parser=file_named, metavar="[FILE]...", help="Further witnesses, as bare files."),
        ] = None,
        everything: Annotated[bool, typer.Option("--all", help="Noise too, not only variants of substance.")] = False,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """Lay the witnesses of a text beside its base: an apparatus of what each has, rules told from noise."""
        bare = is_file(first)
        outcome = _of_files(file_named(first), files or []) if bare else _of_work(first, files or [], corpus)

        def rendered(found: Collation) -> Iterator[Line]:
            yield from render_collation(found, everything, width())
            yield from _guessed(found) if bare else _emended(found, quote(first))

        answer(outcome, form, list_collation, rendered)


def _guessed(collation: Collation) -> Iterator[Line]:
    """What is left out of an apparatus of bare files: the changes of a text that its footnotes show to be emended."""
    for witness in collation.witnesses[1:]:
        if witness.role is Role.EMENDED:
            told = f"`kb emendations {collation.base.document.source.path} {witness.document.source.path}`"
            said = f"`{witness.id}` has footnotes and is taken for emended: its changes are no variants, see {told}"
            yield (("dim", said),)


def _emended(collation: Collation, work: str) -> Iterator[Line]:
    """What is left out of the apparatus of a work: the changes of its emended text."""
    for witness in collation.witnesses[1:]:
        if witness.role is Role.EMENDED:
            said = f"`{witness.id}` is the emended text: its changes are no variants, see `kb emendations {work}`"
            yield (("dim", said),)


Found = Outcome[Collation | None]


def _of_files(base: Path, files: Sequence[Path]) -> Found:
    if not files:
        raise usage_error(f"`{base}` is one file; name its witnesses as well")
    loaded = load_file(base)
    if loaded.value is None:
        return Outcome(None, loaded.diagnostics)
    read = read_beside(loaded.value, None)
    if read.value is None:
        return Outcome(None, loaded.diagnostics + read.diagnostics)
    named = Witness(WitnessId(_names([base, *files])[0]), read.value, None)
    witnesses, diagnostics = _read(files, _names([base, *files])[1:], read.value)
    problems = loaded.diagnostics + read.diagnostics + diagnostics
    return _collated(named, witnesses, (), (), problems)


def _of_work(name: str, files: Sequence[Path], folder: Path | None) -> Found:
    opened = open_corpus(folder)
    if opened.value is None:
        return Outcome(None, opened.diagnostics)
    built = build_kb(opened.value.manifest, opened.value.texts)
    book = named_book(built.value, name, file=", and no such file")
    if book.base is None:
        raise usage_error(f"the base edition of `{book.work.id}` is not at hand; bring it in with `kb fetch`")
    if len(book.editions) == 1 and not files:
        raise usage_error(f"only one text of `{book.work.id}` is at hand; name further witnesses as files")
    paths = {edition.document.source.path for edition in book.editions.values()}
    own = locate((found for found in built.diagnostics if found.path in paths), opened.value)
    if not files:
        return Outcome(built.value.collations[book.work.id], opened.diagnostics + own)
    witnesses, diagnostics = _read(files, _names(files, taken=list(book.editions)), book.base.document)
    witnesses = [*_editions(book), *witnesses]
    problems = opened.diagnostics + own + diagnostics
    return _collated(witness_of(book.base), witnesses, book.emendations, built.value.rulings, problems)


def _editions(book: Book) -> list[Witness]:
    return [witness_of(edition) for edition in book.editions.values() if edition is not book.base]


def _read(files: Sequence[Path], names: Sequence[str], base: Document) -> tuple[list[Witness], tuple[Diagnostic, ...]]:
    """The witnesses among some files; what is none is told."""
    witnesses: list[Witness] = []
    diagnostics: list[Diagnostic] = []
    for path, name in zip(files, names, strict=True):
        loaded = load_file(path)
        diagnostics += loaded.diagnostics
        if loaded.value is None:
            continue
        read = read_beside(loaded.value, base)
        diagnostics += read.diagnostics
        if read.value is not None:
            witnesses.append(Witness(WitnessId(name), read.value, role_of(read.value, base)))
    return witnesses, tuple(diagnostics)


def _collated(
    base: Witness,
    witnesses: Sequence[Witness],
    records: Sequence[Emendation],
    rulings: Sequence[Ruling],
    problems: tuple[Diagnostic, ...],
) -> Found:
    if not records:
        emended = [witness.document for witness in witnesses if witness.role is Role.EMENDED]
        records = find_emendations(base.document, emended[0]) if emended else ()
    outcome = collate_texts(base, witnesses, records, rulings)
    return Outcome(outcome.value, problems + outcome.diagnostics)


def _names(paths: Sequence[Path], taken: Sequence[str] = ()) -> list[str]:
    """A name for each file: its own without ending where that is unique, else its path."""
    counts = Counter([*(path.stem for path in paths), *taken])
    found = [path.stem if counts[path.stem] == 1 else path.as_posix() for path in paths]
    repeated = Counter(found)
    return [name if repeated[name] == 1 else f"{name}#{at}" for at, name in enumerate(found, 1)]
