"""Marks that git leaves where two edits of one text meet."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_pages
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.text import Source, Span

CODE = Code(
    "KB328",
    "merge-conflict",
    Severity.ERROR,
    "Between the marks of a merge conflict stand two wordings, one of which nobody meant to publish; the marks "
    "themselves are read as words, quotations and headings.",
)
CODES = (CODE,)
_MARK = re.compile(r"^(?:(<{7}) .*|(={7})|(>{7}) .*)\r?$", re.MULTILINE)
_ORDER = "<=>"


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each conflict of a text at its first mark."""
    for document in checked_pages(kb):
        source = document.source
        for begun, ended in find_conflicts(source.text):
            last = source.line_of(ended.start)
            message = f"a merge conflict that nobody settled, up to line {last}"
            hint = "keep one of the two wordings, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`"
            yield diagnose(CODE, source, _without_return(source, begun), message, hint)


def find_conflicts(text: str) -> Iterator[tuple[Span, Span]]:
    """The lines of the first and the last mark of each conflict: of the three marks none means anything alone."""
    seen: list[re.Match[str]] = []
    for mark in _MARK.finditer(text) if "<<<<<<< " in text else ():
        sign = mark[0][0]
        if sign == "<":
            seen = []
        if sign == _ORDER[len(seen)]:
            seen.append(mark)
        if len(seen) == len(_ORDER):
            yield Span(*seen[0].span()), Span(*seen[-1].span())
            seen = []


def _without_return(source: Source, line: Span) -> Span:
    return Span(line.start, source.end_of(line))
