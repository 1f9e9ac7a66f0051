"""What other sites can link to, as a Sphinx inventory (version 2): clauses, rulings, terms and cards by id.

The format is that of `sphinx.util.inventory`: four lines of comment, then lines of `name domain:role priority address
title`, packed with zlib. Clauses, rulings and cards are labels (`:ref:`), terms are terms (`:term:`), books are
documents (`:doc:`). A clause of an emended book is `WORK/CLAUSE`, one of another text has its page between the two.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from kb.answers.search import Kind, Record
from kb.graph import Book, Kb
from kb.model import Edition

NAME = "inventory"
WORDS = False
_SAFE = "/#:@!&'()*+,;=~-._%"
"""What an address may hold as it is; a dollar sign at its end would stand for the name."""


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `objects.inv`; its addresses are relative to the root of the site."""
    newest = kb.newest_version
    title = _line(kb.manifest.title)
    version = _line(newest.name if newest else "")
    head = f"# Sphinx inventory version 2\n# Project: {title}\n# Version: {version}\n"
    head += "# The remainder of this file is compressed using zlib.\n"
    lines = sorted({**dict(_books(kb)), **dict(_named(records))}.items())
    body = "".join(f"{name} {rest}\n" for (name, _), rest in lines)
    return {"objects.inv": head.encode() + zlib.compress(body.encode(), 9)}


def _books(kb: Kb) -> Iterator[tuple[tuple[str, str], str]]:
    """The books as emended, or published where nobody has emended them, and the sections of their texts."""
    for work, book in kb.books.items():
        texts = {f"rules/{work}/published/": book.base, f"rules/{work}/": book.emended}
        if book.base is book.emended:
            texts.pop(f"rules/{work}/published/")
        for page, edition in texts.items():
            if edition is not None:
                yield from _sections(book, edition, page)
        page = f"rules/{work}/" if book.emended is not None else f"rules/{work}/published/"
        if book.emended is not None or book.base is not None:
            yield _entry(page.rstrip("/"), "std:doc", f"/{page}", book.work.title)


def _sections(book: Book, edition: Edition, page: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The headings of a text, by the ids of their clauses."""
    ids = book.ids_of(edition)
    for heading in edition.document.headings:
        ident, text = ids[heading.clause], heading.text.strip()
        if text:
            name = f"{page.removeprefix('rules/')}{ident}"
            yield _entry(name, "std:label", f"/{page}#{ident}", f"{book.work.title}, {text}")


def _named(records: Sequence[Record]) -> Iterator[tuple[tuple[str, str], str]]:
    """The records that have a place, each name once: the first has it, as on the site."""
    taken: set[tuple[str, str]] = set()
    for record in records:
        if not record.address:
            continue
        found = _record(record)
        if found[0] not in taken and "://" not in record.address:
            taken.add(found[0])
            yield found


def _record(record: Record) -> tuple[tuple[str, str], str]:
    page = record.address.partition("#")[0].removeprefix("/rules/")
    if record.kind is Kind.CLAUSE:
        return _entry(f"{page}{record.id}", "std:label", record.address, record.title)
    if record.kind is Kind.RULING:
        return _entry(record.id, "std:label", record.address, record.title)
    if record.kind is Kind.TERM:
        return _entry(record.title, "std:term", record.address, "-")
    return _entry(f"card/{record.id}", "std:label", record.address, record.title)


def _entry(name: str, role: str, address: str, title: str) -> tuple[tuple[str, str], str]:
    """An entry by its name and role; priority 1 is the usual one, `-` stands for a title that is the name."""
    plain = _line(name)
    return (plain, role), f"{role} 1 {quote(address.lstrip('/'), safe=_SAFE)} {_line(title) or '-'}"


def _line(text: str) -> str:
    return " ".join(text.split())
