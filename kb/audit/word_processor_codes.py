"""Codes of RTF, in which word processors write what is no plain letter, left in a text or making up all of it."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_pages
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.text import Span

CODE = Code(
    "KB343",
    "word-processor-codes",
    Severity.WARNING,
    "What a word processor writes for itself is codes among the words, or instead of them: a search does not find such "
    "a word, and readers see the codes.",
)
CODES = (CODE,)
_WHOLE = re.compile(r"\s*(\{\\rtf[0-9])")
_LETTER = re.compile(r"(?<=[^\W\d_])\\'(85|9[1-7])(?=[^\W\d_])")
"""The code of a quotation mark, a dash or the like between letters; before a year an apostrophe may be written so."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report a text that is RTF, and the first code of another, with how many more it has."""
    for document in checked_pages(kb):
        source, at = document.source, document.front.end
        whole = _WHOLE.match(source.text, at)
        if whole is not None:
            hint = "open it in a word processor and save it as plain text, in UTF-8"
            yield diagnose(CODE, source, Span(*whole.span(1)), "the file is RTF, no plain text", hint)
            continue
        found = tuple(_LETTER.finditer(source.text, at))
        if found:
            meant = bytes.fromhex(found[0][1]).decode("cp1252")
            more = f", and so {'is' if len(found) == 2 else 'are'} {len(found) - 1:,} more" if found[1:] else ""
            message = f"`{found[0][0]}` is a code of RTF for `{meant}`{more}"
            yield diagnose(CODE, source, Span(*found[0].span()), message, f"write `{meant}`")
