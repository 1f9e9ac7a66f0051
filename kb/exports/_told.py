"""What several exports tell: a knowledge base comes in, plain data in the shapes of the queries goes out."""

from collections.abc import Iterator, Sequence
from typing import Any

from kb.answers.history import list_history
from kb.answers.ruling_list import Question, answer_question, as_item
from kb.graph import Kb
from kb.queries.ruling_shelves import fill_shelves

Item = dict[str, Any]


def tell_rulings(kb: Kb) -> Iterator[tuple[Item, Item]]:
    """Every ruling of every compendium: as `rulings` answers of the newest day, and as `history` does."""
    for found in answer_question(fill_shelves(kb), Question()).found:
        yield as_item(found), list_history(found.shelf, found.entry)


def begun(intervals: Sequence[Item]) -> Sequence[str | None]:
    """The days between which a ruling began to hold without a break, in whatever words."""
    begins: Sequence[str | None] = intervals[-1]["begins"]
    for older in reversed(intervals[:-1]):
        if older["ends"] != begins:
            break
        begins = older["begins"]
    return begins


def tell_works(kb: Kb) -> list[Item]:
    """The works with their editions at hand, in the order of the manifest."""
    return [
        {
            "id": book.work.id,
            "title": book.work.title,
            "abbreviation": book.work.abbreviation,
            "base": book.work.base,
            "editions": [
                {
                    "id": edition.id,
                    "role": edition.role.value,
                    "date": edition.date or None,
                    "path": edition.document.source.path,
                }
                for edition in book.editions.values()
            ],
        }
        for book in kb.books.values()
    ]


def tell_documents(kb: Kb) -> list[Item]:
    """The texts at hand that are neither of a book nor of a compendium (answers, policies, guides), in the order of the
    manifest."""
    return [
        {
            "id": entry.id,
            "kind": entry.kind.value,
            "title": entry.text.title or kb.documents[entry.text.path].title or entry.id,
            "date": entry.text.date or None,
            "path": entry.text.path,
        }
        for entry in kb.manifest.documents
        if entry.text.path in kb.documents
    ]


def tell_versions(kb: Kb) -> list[Item]:
    """The versions of all compendia at hand, oldest first."""
    ordered = sorted(kb.versions.values(), key=lambda version: (version.compendium, version.date, version.id))
    return [
        {
            "id": version.id,
            "compendium": version.compendium,
            "number": version.number,
            "date": version.date or None,
            "path": version.document.source.path,
        }
        for version in ordered
    ]
