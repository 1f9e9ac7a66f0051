"""Seams: what parts inserted words from what stands before and behind them, also when nobody says.

In: a record. Out: its lead or tail. An item begins a line, a paragraph follows a blank one, a further paragraph of a
box goes on in it, a sentence follows a blank.
"""

import re

from kb.kramdown.patterns import ATTRIBUTE_LIST
from kb.provenance import Unit
from kb.records import Record, Side

_POINTS = ".,;:!?)]’”"
_OWN_BOX = re.compile(rf"{ATTRIBUTE_LIST}\n")
BLOCKS = frozenset({Unit.PARAGRAPH, Unit.BLOCK, Unit.NOTE, Unit.LIST_ITEM})
"""Units that have lines of their own."""
OPENING = re.compile(rf"(?:{ATTRIBUTE_LIST}\n)?(?:> ?)?(?:[ \t]*(?:[-*+]|\d+[.)]|#{{1,6}})[ \t]+)?")


def lead_of(record: Record) -> str:
    """What stands before the words of an insertion: what the record says, else what is usual."""
    return record.lead if record.lead is not None else usual_lead(record)


def tail_of(record: Record) -> str:
    """What stands behind them, likewise."""
    return record.tail if record.tail is not None else usual_tail(record)


def usual_lead(record: Record) -> str:
    """What stands before the words of an insertion."""
    return "" if record.side is Side.BEFORE or record.published else _seam(record)


def usual_tail(record: Record) -> str:
    """What stands behind the words of an insertion that stands right before others."""
    return _seam(record) if record.side is Side.BEFORE and not record.published else ""


def _seam(record: Record) -> str:
    if record.unit in (Unit.FOOTNOTE, Unit.MARKUP, Unit.WHITESPACE, Unit.FRONT_MATTER):
        return ""
    if record.unit is Unit.LIST_ITEM:
        return "\n"
    if record.unit is Unit.NOTE and not _OWN_BOX.match(record.emended):
        return "\n> \n> "
    if record.unit in BLOCKS:
        return "\n\n"
    return "" if record.emended[:1] in _POINTS and record.side is not Side.BEFORE else " "
