"""A contents table that lists other headings, or another order, than the book has."""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.diff import longest_rising
from kb.graph import Kb
from kb.model import Document, Link, LinkKind

CODE = Code(
    "KB332",
    "contents-out-of-step",
    Severity.WARNING,
    "A contents table kept by hand drifts from the headings; readers miss the sections it does not name.",
)
CODES = (CODE,)
FEWEST_ENTRIES = 4
LISTED_SHARE = 0.6


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Compare the contents (clauses with many in-page links, before the third heading) with the headings."""
    for document in checked_documents(kb):
        entries = _entries(document)
        if len(entries) >= FEWEST_ENTRIES:
            yield from _missing(document, entries)
            yield from _disorder(document, entries)


def _entries(document: Document) -> list[Link]:
    """The links of the contents: in-page links of clauses that have several, up to the first such gap of a section."""
    per_clause = Counter(
        link.clause for link in document.links if link.kind is LinkKind.IN_PAGE and link.clause is not None
    )
    rich = {clause for clause, count in per_clause.items() if count >= FEWEST_ENTRIES}
    if not rich:
        return []
    section = document.clauses[min(rich)].section
    return [
        link
        for link in document.links
        if link.kind is LinkKind.IN_PAGE
        and link.clause is not None
        and link.clause in rich
        and document.clauses[link.clause].section == section
    ]


def _missing(document: Document, entries: list[Link]) -> Iterator[Diagnostic]:
    listed, titles = _listed(document, entries)
    end = max(link.span.end for link in entries)
    later = [heading for heading in document.headings if heading.span.start > end]
    for level in sorted({heading.level for heading in later}):
        here = [heading for heading in later if heading.level == level]
        if sum(heading.id in listed for heading in here) < LISTED_SHARE * len(here):
            continue
        for heading in here:
            title = heading.text.casefold()
            if heading.id not in listed and title not in titles and title != "footnotes":
                message = f"heading `{heading.text}` is not in the contents"
                hint = f"add an entry that links to `#{heading.id}`"
                yield diagnose(CODE, document.source, heading.span, message, hint)


def _listed(document: Document, entries: list[Link]) -> tuple[set[str], set[str]]:
    """Anchors and titles the contents name: a list may have one entry an item, an entry may lead to a page mark."""
    section = document.clauses[entries[0].clause or 0].section
    named = [
        link
        for link in document.links
        if link.kind is LinkKind.IN_PAGE
        and link.clause is not None
        and document.clauses[link.clause].section == section
    ]
    return {unquote(link.href[1:]) for link in named}, {link.text.strip().casefold() for link in named}


def _disorder(document: Document, entries: list[Link]) -> Iterator[Diagnostic]:
    order: dict[str, int] = {heading.id: number for number, heading in enumerate(document.headings)}
    led = [(order[name], link) for link in entries if (name := unquote(link.href[1:])) in order]
    # What is not among the most that nowhere fall is out of order; a heading that is named twice falls nowhere.
    kept = {at for at, _ in longest_rising([(at, number * len(led) + at) for at, (number, _) in enumerate(led)])}
    for at, (number, link) in enumerate(led):
        if at not in kept:
            message = (
                f"contents entry `{link.text}` leads to line {_line(document, number)}, out of the headings' order"
            )
            hint = "list the headings in the order of the book, or mend the entry's anchor"
            yield diagnose(CODE, document.source, link.span, message, hint)


def _line(document: Document, heading: int) -> int:
    return document.source.line_of(document.headings[heading].span.start)
