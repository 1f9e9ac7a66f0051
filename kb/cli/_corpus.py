"""Finding the corpus of a command: `--corpus`, else KB_CORPUS, else the working folder, else the embedded one."""

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import kb
from kb.cli._console import EXIT_CONTENT, EnvironmentFaultError, complain, report, usage_error
from kb.diagnostics import Diagnostic, Outcome, Severity
from kb.model import WorkId

if TYPE_CHECKING:
    from kb.corpus import WorkEntry
    from kb.files import Corpus
    from kb.graph import Book, Kb

EMBEDDED = "lantern"
MANIFEST_NAME = "corpus.yml"
CORPUS_VARIABLE = "KB_CORPUS"

CorpusOption = Annotated[
    Path | None,
    typer.Option(
        "--corpus",
        metavar="DIR",
        readable=False,
        help=f"Folder of a corpus or its name under rules_source/ [default: {CORPUS_VARIABLE}, else the working folder "
        "if it is one, else the embedded one].",
        show_default=False,
    ),
]


def named_book(known: "Kb", name: str, *, file: str = "") -> "Book":
    """The book that a name means: the id of its work, its title, abbreviation or another name, in capitals or not. A
    usage error where it means none, or several, which tells those there are; `file` says what file it is not."""
    from kb.titles import find_work  # noqa: PLC0415 (slow to import)

    folded = name.strip().casefold()
    works = {work: book.work for work, book in known.books.items()}
    called = [work for work in works.values() if folded and folded in {work.id, work.abbreviation.casefold()}]
    work = works.get(WorkId(name)) or (called[0] if len(called) == 1 else find_work(name, works.values()))
    if work is not None:
        return known.books[work.id]
    listed = ", ".join(f"`{each}`" for each in sorted(works))
    raise usage_error(f"no work `{name}` in this corpus{file}; there {f'are {listed}' if listed else 'is none'}")


def no_version(wanted: str, known: Iterable[str]) -> typer.Exit:
    """The usage error of a version of a compendium that is not at hand, which tells those that are."""
    listed = ", ".join(f"`{version}`" for version in known)
    return usage_error(f"no version `{wanted}` at hand; there {f'are {listed}' if listed else 'is none'}")


def no_base(work: "WorkEntry") -> typer.Exit:
    """The usage error of a work whose published text is not there."""
    return usage_error(f"the published edition of `{work.id}` is not at hand; bring it in with `kb fetch`")


def no_emended(work: "WorkEntry", called: str = "emended") -> typer.Exit:
    """The usage error of a work whose emended text is not there: because it has none, or because nobody fetched it."""
    if not work.emended:
        return usage_error(f"`{work.id}` has no emended edition: corpus.yml names no text of it with `role: emended`")
    return usage_error(f"the {called} edition of `{work.id}` is not at hand; bring it in with `kb fetch`")


def shelves() -> tuple[Path, ...]:
    """The folders that hold corpora: that of the working folder, then that of the program."""
    places = (Path("rules_source"), Path(kb.__file__).parent.parent / "rules_source")
    return tuple(place for place in places if place.is_dir())


def find_corpus(named: Path | None) -> Path:
    """The folder of the corpus a command is about; a usage error (exit code 2) when there is none.

    A folder with a corpus.yml goes before a name under rules_source/; with no name at all the working folder before
    the embedded corpus.
    """
    wanted = (str(named) if named else "") or os.environ.get(CORPUS_VARIABLE) or ""
    nowhere = not wanted and not _is_corpus(Path())
    wanted = wanted or (EMBEDDED if nowhere else ".")
    if "\x00" in wanted:
        raise usage_error("the name of the corpus holds a NUL")
    if _is_corpus(Path(wanted)):
        return Path(wanted)
    plain = Path(wanted).name == wanted
    for shelf in shelves() if plain else ():
        if _is_corpus(shelf / wanted):
            if nowhere and shelf.is_absolute():
                _tell_embedded()
            return shelf / wanted
    known = sorted({entry.name for shelf in shelves() for entry in shelf.iterdir() if _is_corpus(entry)})
    names = f"; there are {', '.join(f'`{name}`' for name in known)}" if known else ""
    raise usage_error(f"no corpus `{wanted}`: no folder with a {MANIFEST_NAME}{names}")


@cache
def _tell_embedded() -> None:
    """Tell people once that what they read is not theirs."""
    if sys.stderr.isatty():
        complain(f"no corpus here; this is the embedded one, `{EMBEDDED}` (`--corpus DIR` names another)")


def _is_corpus(folder: Path) -> bool:
    """Whether a folder that may be looked into has a corpus.yml; never raises."""
    return os.path.exists(folder / MANIFEST_NAME)  # noqa: PTH110  `Path.exists` raises where a folder is closed to us


def open_corpus(named: Path | None) -> "Outcome[Corpus | None]":
    """The corpus a command is about, with the diagnostics of its manifest. An unreadable disk is exit code 3."""
    from kb.files import read_corpus  # noqa: PLC0415 (slow to import; a query with an answer at hand needs none of it)

    folder = find_corpus(named)
    try:
        opened = read_corpus(folder)
    except OSError as error:
        raise EnvironmentFaultError(f"`{error.filename or folder}` cannot be read: {error.strerror}") from error
    return Outcome(opened.value, locate(opened.diagnostics, opened.value))


def locate(diagnostics: Iterable[Diagnostic], corpus: "Corpus | None") -> tuple[Diagnostic, ...]:
    """Diagnostics whose paths can be opened from the working folder.

    Passes know a text by its path in the corpus; here it gets the folder of the corpus and that of its texts before
    it. A path that lies under the working folder is told from there, as annotations need it; others as they were named.
    """
    if corpus is None:
        return tuple(replace(found, path=_from_here(found.path)) for found in diagnostics)
    texts = frozenset(text.path for text in corpus.manifest.texts)
    root = corpus.folder / corpus.manifest.folder
    return tuple(
        replace(found, path=_from_here((root / found.path).as_posix() if found.path in texts else found.path))
        for found in diagnostics
    )


def _from_here(path: str) -> str:
    """A path as seen from the working folder when it lies under it, else the path itself."""
    here, place = Path.cwd(), Path(os.path.abspath(path))  # noqa: PTH100  links are not followed
    return place.relative_to(here).as_posix() if path and place.is_relative_to(here) else path


def require_corpus(named: Path | None) -> "Corpus":
    """The corpus a command is about; ends with exit code 1 when it has no manifest.

    Errors and warnings are reported; suggestions are left to `kb check`.
    """
    outcome = open_corpus(named)
    report(found for found in outcome.diagnostics if found.code.severity is not Severity.SUGGESTION)
    if outcome.value is None:
        raise typer.Exit(EXIT_CONTENT)
    return outcome.value
