"""A sign before or behind rulings of a version that its profile does not explain as a mark."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import CompendiumVersion, Statement
from kb.text import Span

CODE = Code(
    "KB528",
    "mark-unexplained",
    Severity.SUGGESTION,
    "What is marked as new, or as other in tournaments, is read as such only where the version says what its marks "
    "mean; else the sign is a part of the words.",
)
CODES = (CODE,)
_ANY = r"[^\w\s.,:;()\[\]'\"‘’“”–—…-]{1,3}"
_SIGN = rf"(?:\({_ANY}\)|\[{_ANY}\]|[*^~†‡¤★☆✓✔]{{1,3}})"
"""A sign in brackets, or one that no sentence begins or ends with and no list has before its items."""
_FIRST = re.compile(rf"{_SIGN}(?=\s)")
_LAST = re.compile(rf"(?<=\s){_SIGN}$")
_GLUED = re.compile(rf"(?<=\w){_SIGN}")
OFTEN = 3
"""A sign before or behind so many rulings is a mark; footnotes of lists have fewer."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each such sign where it stands first, with the number of rulings that have it."""
    checked = checked_paths(kb)
    for version in kb.versions.values():
        source = version.document.source
        if source.path not in checked:
            continue
        for sign, found in _find_signs(version).items():
            text = source.slice(found[0].span)
            at = found[0].span.start + (text.find(sign) if _FIRST.match(found[0].words) else text.rfind(sign))
            span = Span(at, at + len(sign)) if sign in text else found[0].span
            message = (
                f"`{sign}` stands before or behind {len(found)} rulings, and the version does not say what it means"
            )
            hint = f'write `marks: {{"{sign}": new}}` (or `tournament`) into its `profile` in corpus.yml'
            yield diagnose(CODE, source, span, message, hint)


def _find_signs(version: CompendiumVersion) -> dict[str, list[Statement]]:
    """The statements that have each sign before or behind their words, of signs that are marks: none stands behind a
    word, as that of a footnote does."""
    found: dict[str, list[Statement]] = {}
    for each in version.statements:
        ends = filter(None, (_FIRST.match(each.words), _LAST.search(each.words)))
        for sign in dict.fromkeys(match.group() for match in ends):
            found.setdefault(sign, []).append(each)
    often = {sign: each for sign, each in found.items() if len(each) >= OFTEN}
    glued = {end.group() for each in version.statements for end in _GLUED.finditer(each.words)} if often else set()
    return {sign: each for sign, each in often.items() if sign not in glued}
