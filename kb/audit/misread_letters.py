"""Letters that some program read in the wrong encoding."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_pages
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.text import Span

CODE = Code(
    "KB342",
    "misread-letters",
    Severity.SUGGESTION,
    "Text that is saved in one encoding and read in another has signs in the place of letters and quotation marks; "
    "a search does not find such a word, and no quotation of it agrees.",
)
CODES = (CODE,)
_FOLLOWING = "".join(bytes((code,)).decode("cp1252", "ignore") for code in range(0x80, 0xC0))
_SUSPECT = re.compile(rf"[\xc2-\xf4][\x80-\xbf{re.escape(_FOLLOWING)}]")
"""A letter of the western code page that begins a letter in UTF-8, and one that goes on."""
_LONGEST = 40
"""So many characters on each side are looked at for the rest of a word."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first such word of a text, and how many it has."""
    for document in checked_pages(kb):
        source = document.source
        found = tuple(find_misread(source.text))
        if found:
            (span, meant), others = found[0], len({source.slice(span) for span, _ in found}) - 1
            besides = f", and so {'does' if others == 1 else 'do'} {others} more" if others else ""
            message = f"`{source.slice(span)}` looks like letters read in the wrong encoding{besides}"
            yield diagnose(CODE, source, span, message, f"did the page say `{meant}`?")


def find_misread(text: str) -> Iterator[tuple[Span, str]]:
    """The words of a text with letters read in the wrong encoding, and what they were before."""
    end = 0
    for match in _SUSPECT.finditer(text):
        if match.start() < end:
            continue
        before = text[max(end, match.start() - _LONGEST) : match.start()]
        after = text[match.end() : match.end() + _LONGEST]
        start = match.start() - len(re.split(r"\s", before)[-1])
        end = match.end() + len(re.split(r"\s", after)[0])
        meant = _read_anew(text[start:end])
        if meant != text[start:end]:
            yield Span(start, end), meant


def _read_anew(word: str) -> str:
    import ftfy  # noqa: PLC0415 (slow to import, and seldom needed)

    return ftfy.fix_encoding(word)
