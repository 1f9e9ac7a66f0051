"""A heading more than one level below the heading before it."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB331",
    "heading-level-skipped",
    Severity.SUGGESTION,
    "Contents tables and screen readers take the levels of headings for the structure of the book; a skipped level is "
    "a gap in it.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each heading that skips a level downwards; the levels of a text without markup are its base's."""
    for document in (each for each in checked_documents(kb) if each.source.path not in kb.plain):
        before = 0
        for heading in document.headings:
            if before and heading.level > before + 1:
                message = f"heading of level {heading.level} follows one of level {before}, expected {before + 1}"
                yield diagnose(
                    CODE, document.source, heading.span, message, "use the next level or add the heading between"
                )
            before = heading.level
