"""Two footnotes that quote a ruling in the same words, citations included."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import FootnoteId
from kb.provenance import Cited
from kb.text import word_forms

CODE = Code(
    "KB424",
    "footnote-repeated",
    Severity.SUGGESTION,
    "Of two footnotes with the same words one may have been copied and left as it was; and who corrects one of them "
    "does not see the other.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every quotation that an earlier footnote with another id has, with all that stands around it."""
    for document in checked_documents(kb):
        quoting = {each.span: each for each in kb.footnotes.get(document.source.path, ()) if each.quote is not None}
        first: dict[tuple[tuple[str, ...], tuple[Cited, ...]], tuple[FootnoteId, int]] = {}
        for definition in sorted(document.definitions, key=lambda each: each.span):
            verdict = quoting.get(definition.span)
            if verdict is None or any(cited.as_note is not None for cited in verdict.cites):
                continue
            said = word_forms(definition.text), verdict.cites
            known, line = first.setdefault(said, (definition.id, verdict.line))
            if known != definition.id:
                message = f"footnote `{definition.id}` says what `{known}` on line {line} says, word for word"
                hint = f"put the marker `[^{known}]` in both places, or correct the one that was meant to differ"
                yield diagnose(CODE, document.source, definition.span, message, hint)
