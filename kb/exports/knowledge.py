"""The knowledge base as JSON: works, records, footnotes, rulings and all that can be found, as the queries answer.

Schema 1; `kb.exports.knowledge_schema` describes it field by field.
"""

import json
from collections.abc import Mapping, Sequence

from kb.answers.emendation_list import list_emendations
from kb.answers.footnote_list import list_footnotes
from kb.answers.search import Record
from kb.exports._told import tell_documents, tell_rulings, tell_versions, tell_works
from kb.graph import Kb
from kb.model import Ruling
from kb.queries.lacking import sort_changes

NAME = "json"
WORDS = True


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `knowledge.json`, schema 1."""
    works = {
        edition.document.source.path: work for work, book in kb.books.items() for edition in book.editions.values()
    }
    told = list(tell_rulings(kb))
    words = {(item["id"], item["version"]): item["text"] for item, _ in told}
    value = {
        "schema": 1,
        "title": kb.manifest.title,
        "language": kb.manifest.language,
        "rights": {"owner": kb.manifest.rights.owner, "statement": kb.manifest.rights.statement},
        "site": kb.manifest.site or None,
        "sources": [
            {"path": path, "sha256": document.source.sha256} for path, document in sorted(kb.documents.items())
        ],
        "works": tell_works(kb),
        "versions": tell_versions(kb),
        "documents": tell_documents(kb),
        "emendations": [
            {"work": work}
            | list_emendations(
                book.base.document.source.path,
                book.emended.document.source.path,
                book.emendations,
                sort_changes(book).lacking,
            )
            for work, book in sorted(kb.books.items())
            if book.base is not None and book.emended is not None
        ],
        "footnotes": [
            {"work": works.get(path)} | list_footnotes(path, verdicts)
            for path, verdicts in sorted(kb.footnotes.items())
        ],
        "rulings": [_ruling(ruling, words.get((ruling.id, ruling.version))) for ruling in kb.rulings],
        "histories": [history for _, history in told],
        "entries": [_entry(record) for record in records],
    }
    return {"knowledge.json": (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()}


def _ruling(ruling: Ruling, words: str | None) -> dict[str, object]:
    """A ruling of a newest version in the words that its history has there."""
    return {
        "id": ruling.id,
        "version": ruling.version,
        "term": ruling.term,
        "kind": ruling.kind,
        "text": words or ruling.statements[0].words,
        "places": [
            {"anchor": statement.anchor, "section": statement.section.value, "start": statement.span.start}
            for statement in ruling.statements
        ],
    }


def _entry(record: Record) -> dict[str, object]:
    return {
        "kind": record.kind.value,
        "id": record.id,
        "title": record.title,
        "text": record.text,
        "address": record.address or None,
        "names": list(record.names),
        "work": record.work or None,
        "edition": record.edition or None,
        "edition_id": record.edition_id or None,
        "volume": record.volume.id or None,
    }
