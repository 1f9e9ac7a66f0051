"""Front matter: where it stands, by Jekyll's rule, and what it says, read strictly.

In: a source. Out: its span (empty when there is none), its values, and diagnostics for what is wrong in it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.strict_yaml import read_yaml
from kb.text import Source, Span

FRONT_MATTER = Code(
    "KB102",
    "front-matter",
    Severity.ERROR,
    "Front matter that is not closed or not a list of keys and values gives a page no title and no address.",
)
CODES = (FRONT_MATTER,)

_OPEN = re.compile(r"---\s*?\n", re.ASCII)
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t\r\f\v]*$\n?", re.MULTILINE)
_KEY = re.compile(r"[A-Za-z_][\w-]*:(?:\s|$)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The span of the front matter with its rule lines, and its values."""

    span: Span
    values: Mapping[str, object]


def read_front_matter(source: Source) -> Outcome[FrontMatter]:
    """The front matter of a source. Values are text, numbers, truth values, lists and mappings."""
    text = source.text
    start = 1 if text.startswith("\ufeff") else 0
    none = FrontMatter(Span(start, start), {})
    opening = _OPEN.match(text, start)
    if not opening:
        return Outcome(none)
    close = _CLOSE.search(text, opening.end())
    if not close:
        if not _KEY.match(text, opening.end()):
            return Outcome(none)
        message, hint = "front matter is not closed", "end it with a line `---`"
        return Outcome(none, (diagnose(FRONT_MATTER, source, Span(start, start + 3), message, hint),))
    span = Span(start, close.end())
    inside = Span(opening.end(), close.start())
    read = read_yaml(source, inside)
    values = read.value.value if read.value is not None else None
    diagnostics: tuple[Diagnostic, ...] = read.diagnostics
    if read.value is not None and not isinstance(values, dict) and values is not None:
        message = "front matter is no list of keys and values"
        diagnostics += (diagnose(FRONT_MATTER, source, inside, message, "write it as `key: value` lines"),)
    return Outcome(FrontMatter(span, values if isinstance(values, dict) else {}), diagnostics)
