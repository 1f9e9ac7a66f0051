"""A mark of a heading or of a list that a no-break space keeps from being one."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import AS_IT_STANDS
from kb.text import Span

CODE = Code(
    "KB326",
    "mark-at-no-break-space",
    Severity.WARNING,
    "Text pasted from a page has no-break spaces where blanks were; before or behind the mark of a heading or a list "
    "they are letters like any other, so that the heading or the item is read as part of a paragraph.",
)
CODES = (CODE,)
_BLANKS = "\u00a0\u2007\u202f"
_UNREAD = re.compile(
    rf"^[ \t]*(?:[{_BLANKS}][ \t{_BLANKS}]*(?P<behind>[-*+]|\d{{1,3}}\.|#{{1,6}})[ \t{_BLANKS}]"
    rf"|(?P<before>[-*+]|\d{{1,3}}\.|#{{1,6}})[ \t]*[{_BLANKS}])",
    re.MULTILINE,
)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first such line of each clause."""
    for document in checked_documents(kb):
        for clause in document.clauses:
            text = "" if clause.kind in AS_IT_STANDS else document.source.slice(clause.span)
            if (match := _UNREAD.search(text)) is None:
                continue
            mark = match["behind"] or match["before"]
            start = clause.span.start + match.start("behind" if match["behind"] else "before")
            place = "behind" if match["behind"] else "before"
            message = f"`{mark}` {place} a no-break space is no mark of a block: the line is read as text"
            hint = "write a blank instead of the no-break space"
            yield diagnose(CODE, document.source, Span(start, start + len(mark)), message, hint)
