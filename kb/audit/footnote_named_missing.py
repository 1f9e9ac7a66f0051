"""A footnote that names another one by a number or id that none has."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document, FootnoteDefinition
from kb.naming.noting import QUOTED, read_note_named
from kb.sentences import find_sentences
from kb.similarity import compare_words
from kb.text import Span

CODE = Code(
    "KB426",
    "footnote-named-missing",
    Severity.WARNING,
    "Where a footnote sends the reader to another one that is not there, what it rests on is told nowhere.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every sentence of a footnote that only names another footnote which is none: neither an id, nor the number
    that readers see, nor a numbered note of the text itself."""
    for document in checked_documents(kb):
        seen = {each.id for each in document.references if each.clause is not None}
        known = {each.id for each in document.definitions} | seen | set(map(str, range(1, len(seen) + 1)))
        labels = {compare_words(each.label)[-1:] for each in document.clauses if each.label}
        for definition in document.definitions:
            for name, span in _named(document, definition):
                if name not in known and (name,) not in labels:
                    message = f"footnote `{definition.id}` names note {name}, and there is none"
                    yield diagnose(
                        CODE, document.source, span, message, "write its number or its id, or cite the source"
                    )


def _named(document: Document, definition: FootnoteDefinition) -> Iterator[tuple[str, Span]]:
    """The notes that sentences of a footnote name, with the characters of these."""
    text = document.source.slice(definition.span)
    bare = QUOTED.sub(lambda match: " " * len(match.group()), text)
    start = bare.find("]:") + len("]:")
    for each in find_sentences(bare[start:]):
        lead = len(bare[start + each.start :]) - len(bare[start + each.start :].lstrip(" *_([—–-"))
        named = read_note_named(bare, start + each.start + lead)
        for name in named.notes if named is not None else ():
            if name:
                at = definition.span.start + start
                yield name, Span(at + each.start, at + each.end)
