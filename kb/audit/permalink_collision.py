"""Two texts that declare one address."""

from collections.abc import Iterator

from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document
from kb.paths import collision_key
from kb.text import Span

CODE = Code(
    "KB351",
    "permalink-collision",
    Severity.ERROR,
    "A link to an address that two texts declare leads to one of them by chance, and a citation is checked against it.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each text whose permalink, case and Unicode form folded, an earlier path has."""
    first: dict[str, str] = {}
    checked = checked_paths(kb)
    for path, document in sorted(kb.documents.items()):
        if not document.permalink:
            continue
        key = collision_key(document.permalink.strip("/"))
        other = first.setdefault(key, path)
        if other != path and (path in checked or other in checked):
            message = f"permalink `{document.permalink}` is also that of `{other}`"
            hint = "give each text an address of its own; upper and lower case do not tell addresses apart"
            yield diagnose(CODE, document.source, _place(document), message, hint)


def _place(document: Document) -> Span:
    """Where the permalink stands in the front matter."""
    text = document.source.text
    start = text.find(document.permalink or "", text.find("permalink:"))
    return Span(max(start, 0), max(start, 0) + len(document.permalink or ""))
