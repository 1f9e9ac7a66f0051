"""What `kb emend` works on: bare files or a work of a corpus come in, the published text with its records goes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kb.cli._console import EXIT_CONTENT, file_named, is_file, load_file, report, usage_error
from kb.cli._corpus import locate, named_book, no_base, require_corpus
from kb.compile import Compiled, compile_text
from kb.dated import Voice
from kb.diagnostics import Diagnostic, in_order
from kb.model import Document, RulingId
from kb.queries.proofs import voices_of
from kb.readers.kramdown import read_document
from kb.recorded import tell_refused
from kb.records import Records, read_records
from kb.reviewing import words_to_read
from kb.text import Source

if TYPE_CHECKING:
    from kb.files import Corpus
    from kb.graph import Book, Kb


@dataclass(frozen=True, slots=True)
class Case:
    """A published text, its records, the hand-made text where there is one, and what was met on the way."""

    base: Document
    records: Records
    compiled: Compiled
    emended: Document | None
    diagnostics: tuple[Diagnostic, ...]
    editions: Mapping[str, Document] = field(default_factory=dict)
    voices: Mapping[RulingId, Voice] = field(default_factory=dict)
    wordings: Mapping[RulingId, str] = field(default_factory=dict)
    place: Path | None = None


def open_case(first: str, records: Path | None, emended: Path | None, folder: Path | None) -> Case:
    """The case of bare files where records are named, else of a work of a corpus.

    A usage error where there is no such text or work or it has no records; ends the command where these cannot be read.
    """
    return _of_work(first, folder) if records is None else _of_files(file_named(first), records, emended)


def _of_files(published: Path, records: Path, emended: Path | None) -> Case:
    base = read_text(published)
    read = read_records(_load(records))
    if read.value is None:
        report(read.diagnostics)
        raise typer.Exit(EXIT_CONTENT)
    compiled = compile_text(base, read.value)
    assert read.value.source is not None
    told = tuple(tell_refused(read.value.source, read.value, base, compiled))
    return Case(
        base, read.value, compiled, read_text(emended) if emended else None, in_order((*read.diagnostics, *told))
    )


def _of_work(called: str, folder: Path | None) -> Case:
    opened = require_corpus(folder)
    kb = build(opened)
    book = named_case(kb, called)
    name = book.work.id
    records = kb.records.get(name)
    if book.base is None:
        raise no_base(book.work)
    if records is None or records.source is None:
        source = opened.manifest.records.get(name)
        own = tuple(found for found in kb.diagnostics if source is not None and found.path == source.path)
        report(own)
        if source is not None:
            raise typer.Exit(EXIT_CONTENT)
        hint = f"`kb emend extract {name}` writes those of a hand-made text"
        if not book.work.emended:
            hint = f"write `{book.work.records}` (docs/records.md), or add a hand-made text with `role: emended`"
        raise usage_error(f"`{name}` has no records; {hint}")
    made = book.emended is not None and book.emended.document.source.path in opened.texts
    own = tuple(found for found in kb.diagnostics if found.path == records.source.path)
    emended = book.emended.document if made and book.emended else None
    voices = voices_of(kb)
    return Case(
        book.base.document,
        records,
        kb.compiled[name],
        emended,
        locate(own, opened),
        {str(name): edition.document for name, edition in book.editions.items()},
        voices,
        words_to_read((name, voice.life) for name, voice in voices.items()),
        opened.folder / book.work.records,
    )


def build(opened: "Corpus") -> "Kb":
    """What is known of a corpus."""
    from kb.pipeline import build_kb  # noqa: PLC0415 (slow to import)

    return build_kb(opened.manifest, opened.texts).value


def named_case(kb: "Kb", name: str) -> "Book":
    """The book of a name; a usage error where it is a file alone, or names none of those known."""
    if is_file(name):
        raise usage_error(f"`{name}` is one file; name the others as well")
    return named_book(kb, name)


def read_text(path: Path) -> Document:
    """A bare file as a document."""
    return read_document(_load(path)).value


def _load(path: Path) -> Source:
    loaded = load_file(path)
    report(loaded.diagnostics)
    if loaded.value is None:
        raise typer.Exit(EXIT_CONTENT)
    return loaded.value
