"""Labels and brackets of plain texts: words that open a paragraph apart from the running text, and editors' notes."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from kb.plain import Unit, UnitKind
from kb.text import Span

LABELS = frozenset(
    (
        *("note", "notes", "example", "examples", "exception", "exceptions", "clarification", "clarifications"),
        *("erratum", "errata", "hint", "hints", "tip", "tips", "important", "warning", "reminder", "remark"),
        *("comment", "definition", "variant", "optional"),
    )
)
"""Words that label a paragraph in rulebooks; a base tells further ones."""
_LABEL = re.compile(r"(?P<label>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3}?)(?: \([^()\n]{1,40}\))?:(?=\s|$)")
_EDITORIAL = re.compile(
    r"\[(?P<label>(?:[^\W\d_]+'s? )?(?:note|ed|editor|editorial|erratum|errata|clarification|addition|added)s?)\b"
    r"\.?[^:\[\]]{0,20}:[^\[\]]*\]",
    re.IGNORECASE,
)


def label_of(text: str, known: Collection[str]) -> str | None:
    """The label that some words begin with, without its colon; `known` are folded labels of a base."""
    match = _LABEL.match(text)
    if match is None:
        return None
    label = match["label"]
    folded = label.casefold()
    return label if folded in LABELS or folded in known else None


def part_editorial(text: str, unit: Unit) -> Iterator[Unit]:
    """A unit and the bracketed note of an editor at its end, or the note alone where it is nothing else.

    A note inside the running text stays there: what is before and behind it is one clause.
    """
    if unit.kind is UnitKind.HEADING or text[unit.span.end - 1] != "]":
        yield unit
        return
    start = text.rfind("[", unit.content, unit.span.end)
    match = _EDITORIAL.fullmatch(text, start, unit.span.end) if start >= 0 else None
    if match is None:
        yield unit
        return
    end = start
    while end > unit.content and text[end - 1].isspace():
        end -= 1
    if end > unit.content:
        yield replace(unit, span=Span(unit.span.start, end))
        start_of_note = start
    else:
        start_of_note = unit.span.start
    note = Span(start_of_note, unit.span.end)
    yield replace(unit, kind=UnitKind.EDITORIAL, span=note, content=start, label=match["label"], box=None)
