"""Addresses in files: a place on the site comes in, its address as a file says it goes out."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from kb.answers.search import Record
from kb.exports import FOLDER
from kb.graph import Kb
from kb.model import WorkId

_SAFE = "/#:@!$&'()*+,;=~-._%"


def reach(kb: Kb, address: str, file: str) -> str:
    """The address of a place, given from the root of the site (`/rules/x/#y`), as a file under downloads names it.

    It is a full one where the corpus says where its site lies, else relative to the file.
    """
    plain = quote(address.lstrip("/"), safe=_SAFE)
    if kb.manifest.site:
        return kb.manifest.site + plain
    return "../" * f"{FOLDER}{file}".count("/") + plain


def find_clauses(kb: Kb, records: Iterable[Record]) -> Mapping[tuple[str, str], str]:
    """Where the clauses of books stand, by work and id, from the root of the site: as emended, or else as published."""
    emended = {work: book.emended.id for work, book in kb.books.items() if book.emended is not None}
    found: dict[tuple[str, str], str] = {}
    for record in records:
        if record.work and record.address:
            place = record.work, record.id
            if place not in found or emended.get(WorkId(record.work)) == record.edition_id:
                found[place] = record.address
    return found


def name_of(kb: Kb, *parts: str) -> str:
    """A lasting name (`urn:uuid:`) of something that may move: version 5 of RFC 9562, from the corpus and its ids."""
    title = kb.manifest.title
    digest = hashlib.sha1("\n".join(("emendary", title, *parts)).encode(), usedforsecurity=False).digest()
    return f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=5)}"
