"""Witnesses of works: the plain texts among a corpus's editions come in with its documents; each goes out with the
structure of its work's base. So does a bare file that is laid beside one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from kb.borrowing._borrow import borrow_structure
from kb.corpus import WorkEntry
from kb.diagnostics import Diagnostic, Outcome
from kb.memory import Memory
from kb.model import Document
from kb.plain import PlainText
from kb.readers import kramdown, scrape, web_text
from kb.text import Source

PLAIN_READERS: Mapping[str, Callable[[Source, Document | None], Outcome[PlainText]]] = MappingProxyType(
    {"web-text": web_text.read_text, "scrape": scrape.read_text}
)
"""The readers of texts without markup, by the name a manifest gives them."""


def choose_reader(source: Source) -> str | None:
    """The reader that a bare file without markup asks for; None where it has markup."""
    if not web_text.is_plain(source):
        return None
    return "scrape" if scrape.is_scrape(source) else "web-text"


def read_beside(source: Source, base: Document | None) -> Outcome[Document | None]:
    """Read a file as a witness beside a base; None, with a diagnostic, where it is another text altogether.

    A text with markup is kramdown. One without is a web text where its lines are wrapped or listed, else a scrape, and
    borrows its structure from the base.
    """
    reader = choose_reader(source)
    if reader is None:
        return kramdown.read_document(source)
    plain = PLAIN_READERS[reader](source, base)
    if base is None:
        return Outcome(plain.value.document, plain.diagnostics)
    lent = borrow_structure(plain.value, base)
    return Outcome(None if lent.value.refused else lent.value.document, plain.diagnostics + lent.diagnostics)


def find_witnesses(
    works: Sequence[WorkEntry], documents: Mapping[str, Document], plain: Mapping[str, PlainText]
) -> Iterator[tuple[str, str, Document]]:
    """The plain texts among the editions, with their reader and the base they can borrow from."""
    for work in works:
        base = work.base_edition.text.path
        for edition in work.editions:
            path = edition.text.path
            if path in plain and path != base and base in documents:
                yield path, edition.text.reader, documents[base]


def lend_to_witnesses(
    works: Sequence[WorkEntry],
    documents: Mapping[str, Document],
    plain: Mapping[str, PlainText],
    memory: Memory,
) -> Outcome[dict[str, PlainText]]:
    """The plain texts that have a base, each read anew by what the base tells and with its structure."""
    ask = memory.ask
    lent: dict[str, PlainText] = {}
    diagnostics: list[Diagnostic] = []
    for path, reader, base in find_witnesses(works, documents, plain):
        outcome = ask(lend_structure, plain[path].document.source, reader, base)
        lent[path] = outcome.value
        diagnostics += outcome.diagnostics
    return Outcome(lent, tuple(diagnostics))


def lend_structure(source: Source, reader: str, base: Document) -> Outcome[PlainText]:
    """A plain text with the structure of its base."""
    return borrow_structure(PLAIN_READERS[reader](source, base).value, base)
