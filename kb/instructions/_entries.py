"""Entries of a glossary, rows of a table, and what else a book calls by a name of its own: what an erratum says comes
in, the name and what is said of it go out; and whether a text of a book begins with a name.

`In the entry for Piers, change ...`, `The entry for Piers should read ...`, `Delete the row "Against the tide"`.
"""

import re
from collections.abc import Sequence

from kb.changing import PASS_OVER, REMOVE
from kb.instructions._drafts import ClauseText, Draft
from kb.model import Clause, ClauseKind, PieceKind, text_of
from kb.terms import name_key

_KIND = (
    r"the\s+(?:(?:glossary|table)\s+)?"
    r"(?:entry|row|listing|(?:line|definition|description)(?=\s+(?:for|of|on|called|named)\b))"
)
"""What is called by a name. What is quoted right behind `the line` or `the definition` are words of it."""
_NAME = r"(?:\s+(?:for|of|on|called|named))?\s+(?:[\"“](?P<quoted>[^\"“”]{1,60})[\"”]|(?P<name>[^,:;\"“”]{1,60}?))"
_WITHIN = re.compile(rf"(?:in|under|from)\s+{_KIND}{_NAME}\s*[,:]\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_NAMED_FIRST = re.compile(
    r"(?:in|under|from)\s+the\s+(?:[\"“](?P<quoted>[^\"“”]{1,60})[\"”]|(?P<name>(?!glossary|table)[^,:;\"“”]{1,60}?))"
    r"\s+(?:entry|description)\s*[,:]\s+(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_FROM = re.compile(
    rf"(?P<rest>(?:{REMOVE}|{PASS_OVER})\s+[\"“][^\"“”]{{1,200}}[\"”])\s+(?:from|in)\s+{_KIND}{_NAME}\s*\.?(?:\s*\[[^\[\]]*\])?",
    re.IGNORECASE,
)
"""`In the Pier entry, ...`, `Delete "or two" from the description of Pier.`"""
_READS = re.compile(
    rf"{_KIND}{_NAME}\s+(?P<rest>(?:should|must|is\s+to|now)\s+(?:now\s+)?reads?\b.+)", re.IGNORECASE | re.DOTALL
)
_CHANGED = re.compile(
    rf"(?:change|replace)\s+{_KIND}{_NAME}\s+(?:to\s+read|to|with|by)\s*:?\s*(?P<rest>[\"“].+)",
    re.IGNORECASE | re.DOTALL,
)
_TAGS = frozenset({"strong", "b", "dfn", "em", "i"})
"""Emphasis that a name stands in; in italics only one before a colon or a dash, for a sentence may begin so."""
_GOES = re.compile(rf"(?:{REMOVE}|{PASS_OVER})\s+{_KIND}{_NAME}\s*\.?", re.IGNORECASE)
_GONE = re.compile(
    rf"{_KIND}{_NAME}\s+(?:is|has\s+been|should\s+be|is\s+to\s+be)\s+(?:deleted|removed|struck|omitted)\s*\.?",
    re.IGNORECASE,
)


def cut_entry(told: str) -> tuple[str, str] | None:
    """The entry that what an erratum says is on, and what it says of that; None where it names none."""
    found = _cut(told.strip())
    return found if found is not None and name_key(found[0]) else None


def _cut(told: str) -> tuple[str, str] | None:
    for pattern, before in (
        (_WITHIN, ""),
        (_NAMED_FIRST, ""),
        (_FROM, ""),
        (_READS, "The text "),
        (_CHANGED, "The text should read "),
    ):
        match = pattern.fullmatch(told)
        if match is not None:
            return _named(match), before + match["rest"]
    match = _GOES.fullmatch(told) or _GONE.fullmatch(told)
    return (_named(match), "Delete it.") if match is not None else None


def _named(match: re.Match[str]) -> str:
    return " ".join((match["quoted"] or match["name"]).split())


def is_entry(text: ClauseText, name: str) -> bool:
    """Whether a text of a book begins with a name: the first cell of a row, or strong words before what is said, also
    where more stands in brackets behind it (`Fog (6+).`)."""
    return name_key(name) in _keys(_name_of(text))


def entry_keys(clause: Clause) -> frozenset[str]:
    """What errata may call an entry that is no row: by the name it begins with, folded."""
    return _keys(name_in(clause))


def _keys(called: str) -> frozenset[str]:
    bare, bracket, behind = called.partition("(")
    return frozenset({name_key(called), name_key(bare) if bracket and behind.endswith(")") else ""} - {""})


def goes_on(draft: Draft, number: int, following: Sequence[int]) -> bool:
    """Whether an entry that is no row goes on in the text behind it, which has no name of its own."""
    entry = draft.texts[number].clause
    behind = [draft.texts[each] for each in following if draft.texts[each].clause.section == entry.section]
    return entry.kind is not ClauseKind.TABLE_ROW and any(not _name_of(each) for each in behind)


def _name_of(text: ClauseText) -> str:
    """The name that a text of a book begins with, nothing where it has none."""
    return text.first_cell() if text.clause.kind is ClauseKind.TABLE_ROW else name_in(text.clause)


def behind_name(text: ClauseText) -> int:
    """Where the words of an entry begin, behind its name and the stop there, and what is in brackets."""
    name = "" if text.clause.kind is ClauseKind.TABLE_ROW else name_in(text.clause)
    match = re.match(rf"\W*{re.escape(name)}[\s.:–—-]*(?:\([^()]*\)[\s.:–—-]*)?", text.text) if name else None
    return match.end() if match is not None else 0


def labels_in(clause: Clause) -> tuple[str, ...]:
    """The strong words of a clause, each with a colon that stands right behind."""
    found: list[str] = []
    strong = False
    for at, piece in enumerate(clause.pieces):
        if piece.tag in {"strong", "b"} and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            strong = piece.kind is PieceKind.OPEN
            if strong:
                found.append("")
            elif found and text_of(clause.pieces[at:]).startswith(":"):
                found[-1] += ":"
        elif strong:
            found[-1] += piece.current
    return tuple(each for each in found if each.strip())


def name_in(clause: Clause) -> str:
    """The name in emphasis that a clause which is no row begins with, nothing where it has none."""
    strong, name = False, ""
    for at, piece in enumerate(clause.pieces):
        if piece.tag in _TAGS and piece.kind is PieceKind.OPEN:
            strong = True
        elif strong and piece.kind is PieceKind.CLOSE:
            behind = text_of(clause.pieces[at:]).lstrip()
            called = piece.tag not in {"em", "i"} or name.rstrip().endswith(":") or behind[:1] in {":", "–", "—"}
            return name.strip(" .:–—-") if called else ""
        elif strong:
            name += piece.current
        elif piece.current.strip():
            return ""
    return ""
