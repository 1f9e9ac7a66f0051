"""The knowledge base as JSON: records, footnotes and rulings, in the shapes that the queries answer in."""

import json
from collections.abc import Mapping

from kb.graph import Kb
from kb.model import Ruling
from kb.queries.emendation_list import list_emendations
from kb.queries.footnote_list import list_footnotes

NAME = "json"


def export(kb: Kb) -> Mapping[str, bytes]:
    """One file, `knowledge.json`, schema 1."""
    value = {
        "schema": 1,
        "title": kb.manifest.title if kb.manifest else None,
        "sources": [
            {"path": path, "sha256": document.source.sha256} for path, document in sorted(kb.documents.items())
        ],
        "emendations": [
            list_emendations(book.base.document.source.path, book.emended.document.source.path, book.emendations)
            for _, book in sorted(kb.books.items())
            if book.base is not None and book.emended is not None
        ],
        "footnotes": [list_footnotes(path, verdicts) for path, verdicts in sorted(kb.footnotes.items())],
        "rulings": [_ruling(ruling) for ruling in kb.rulings],
    }
    return {"knowledge.json": (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()}


def _ruling(ruling: Ruling) -> dict[str, object]:
    return {
        "id": ruling.id,
        "version": ruling.version,
        "term": ruling.term,
        "kind": ruling.kind,
        "text": ruling.statements[0].words,
        "places": [
            {"anchor": statement.anchor, "section": statement.section.value, "start": statement.span.start}
            for statement in ruling.statements
        ],
    }
