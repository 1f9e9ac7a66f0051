"""Plain texts: what a reader makes of a text without markup, as units in order and as a document built of them.

In: the units of a source. Out: a `PlainText`. Invariant: each unit that has words is one clause, in order; its span
is trimmed, and units do not overlap. Values and their building only; readers find the units, `kb.borrowing` changes
them by a base.
"""

from kb.plain._build import Setting, build_document
from kb.plain._values import CLAUSAL, Ground, PlainText, Standing, Unit, UnitKind, line_key, parts_off_pages

__all__ = [
    "CLAUSAL",
    "Ground",
    "PlainText",
    "Setting",
    "Standing",
    "Unit",
    "UnitKind",
    "build_document",
    "line_key",
    "parts_off_pages",
]
