"""Footnotes of a book that cite a text whose words are lost: the manifest declares it `missing`."""

from collections.abc import Iterator, Mapping, Sequence

from kb.audit._places import named_places
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import FootnoteId
from kb.naming.mentions import name_words
from kb.provenance import FootnoteVerdict, Relation
from kb.text import Span

CODE = Code(
    "KB440",
    "citation-of-missing",
    Severity.SUGGESTION,
    "What is cited from a text whose words are lost nobody can check, now or later; its readers should be able to know "
    "that it was left unchecked.",
)
CODES = (CODE,)
SHOWN = 3
"""Footnotes that are named."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each such text once in a document, at the first footnote that cites it; not where another text that it
    cites has its words (`LRF 2–4`)."""
    missing = _missing(kb)
    found: dict[tuple[str, str], dict[Span, FootnoteVerdict]] = {}
    for document, verdict, cited in named_places(kb) if missing else ():
        name = missing.get(name_words(cited.work_as_cited or "")) if cited.path is None else None
        if name is not None and not _is_checked(verdict):
            found.setdefault((document.source.path, name), {})[verdict.span] = verdict
    for (path, name), citing in found.items():
        message = f"{_listed([citing[span].id for span in sorted(citing)])} `{name}`, whose words are declared missing"
        hint = "it stays unchecked; cite a version that has the words too, or bring this one in and drop `missing`"
        yield diagnose(CODE, kb.documents[path].source, min(citing), message, hint)


def _is_checked(verdict: FootnoteVerdict) -> bool:
    """Whether a text at hand has all that a footnote quotes."""
    return verdict.relation is Relation.VERBATIM and any(cited.path is not None for cited in verdict.cites)


def _missing(kb: Kb) -> Mapping[tuple[str, ...], str]:
    """What the texts may be called whose words are lost, folded, each with its name."""
    found: dict[tuple[str, ...], str] = {}
    for each in kb.manifest.compendia:
        names = tuple(filter(None, (each.abbreviation, each.title, *each.names)))
        for version in each.missing:
            found |= {name_words(f"{name} {version.number}"): f"{names[0]} {version.number}" for name in names}
    for text in kb.manifest.documents:
        names = tuple(filter(None, (text.text.title, *text.names)))
        found |= {name_words(name): names[0] for name in names if text.text.missing}
    return found


def _listed(ids: Sequence[FootnoteId]) -> str:
    shown = ", ".join(f"`{each}`" for each in ids[:SHOWN])
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"footnotes {shown}{more} cite" if len(ids) > 1 else f"footnote {shown} cites"
