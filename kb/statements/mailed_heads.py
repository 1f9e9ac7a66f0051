"""Headings of a rulings file as it was mailed: its lines come in; those that are headings, with their levels, go out.

A heading is known by rows of signs, by capitals or signs around it, by the words of a section, or by its form: a short
line that is written as a name is and stands alone. A section is known by its words or has the style of those that are.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kb.lexicon import parts_alphabet
from kb.model import Piece, PieceKind, SectionKind
from kb.plain import line_key
from kb.plain_lines.bare import LONGER, LONGEST, MAX_OVERHANG, is_capitals
from kb.plain_lines.lines import Line, LineKind, Margins, begins_anew, ends_sentence
from kb.statements.leads import lone_lead
from kb.statements.sections import Phrases, recognise_section
from kb.text import WORD, Span

SECTION, LETTER, TERM = 2, 3, 4
"""The levels of the headings of sections, of letters that part an alphabet, and of terms."""
_SIGNS = r"\-=*~#+_<>|"
_FRAMED = re.compile(
    rf"(?P<before>[{_SIGNS}][{_SIGNS}\s]*)?(?P<words>[^\s{_SIGNS}](?:.*[^\s{_SIGNS}])?)(?P<after>[{_SIGNS}\s]*)"
)
_NUMBERED = re.compile(r"(?:section\s+)?(?:[IVXLC]+|\d+|[A-Z])[.):]\s+", re.IGNORECASE)
_ROMAN = re.compile(r"[IVX]+[.):]\s")
_ROMAN_STYLE = "I"
_CALLED = re.compile(r"[!?][\"'”’)]*$")
_LISTED = re.compile(r"\w+(?:[ -]\w+){0,3} (?:errata|rulings|clarifications|changes)", re.IGNORECASE)
"""The heading of a part of a list, which would be a label with a colon behind it."""
TITLE_SHARE = 0.6
"""In a name at least this share of the longer words begins with a capital."""
LEAST_ROW, LEAST_SPREAD = 3, 6
"""So many lines in a row, or with blank lines between them, are no headings of which one would stand over another."""


@dataclass(frozen=True, slots=True)
class Head:
    """A heading: the span of its words, its level, and the rows of signs (indices of lines) that belong to it.

    `style` says how it is set off: the signs around it, `A` for capitals, `I` for a Roman number; empty where its form
    alone shows it. `kind` is the section that its words name.
    """

    span: Span
    level: int
    style: str = ""
    rules: tuple[int, ...] = ()
    kind: SectionKind | None = None


@dataclass(frozen=True, slots=True)
class Mailed:
    """The lines of a mailed text; its `text` is as long as the source, with markup blanked out.

    `passed` are the lines (indices) that are none of the rulings' own: contents, mail headers, seams.
    """

    text: str
    lines: Sequence[Line]
    margins: Margins
    passed: Collection[int]

    def is_text(self, at: int) -> bool:
        """Whether a line of the rulings stands at an index."""
        return 0 <= at < len(self.lines) and self.lines[at].kind is LineKind.TEXT and at not in self.passed

    def is_rule(self, at: int) -> bool:
        """Whether a row of signs stands at an index."""
        return 0 <= at < len(self.lines) and self.lines[at].kind is LineKind.RULE


def find_heads(mailed: Mailed, phrases: Phrases) -> Mapping[int, Head]:
    """The headings by the index of their line."""
    found: dict[int, Head] = {}
    for at, line in enumerate(mailed.lines):
        if mailed.is_text(at) and line.length <= LONGEST:
            kind = recognise_section(mailed.text[line.span.start : line.span.end], phrases)
            if (head := _shown(mailed, at, kind)) is not None:
                found[at] = head
    formal: dict[bool, dict[int, Head]] = {False: {}, True: {}}
    rows = _find_rows(mailed, found)
    for at, line in enumerate(mailed.lines):
        if mailed.is_text(at) and at not in found and at not in rows and _by_form(mailed, at):
            words = mailed.text[line.span.start : line.span.end]
            formal[words.endswith(":")][at] = Head(line.span, TERM, _ROMAN_STYLE * bool(_ROMAN.match(words)))
    # A colon behind a name leads over to a list, unless most names have one.
    found |= formal[False] | (formal[True] if len(formal[True]) > len(formal[False]) else {})
    found = _without_contents(mailed, dict(sorted(found.items())))
    own = Counter(head.style for head in found.values() if head.level == SECTION)
    others = Counter(head.style for head in found.values() if head.level == TERM)
    styles = {style for style, times in own.items() if style and others[style] <= times}
    found = {
        at: replace(head, level=SECTION) if head.level == TERM and head.style in styles else head
        for at, head in found.items()
    }
    if any(head.level == LETTER for head in found.values()):
        return found
    # Where nothing parts an alphabet, terms stand right below their sections.
    return {at: replace(head, level=min(head.level, LETTER)) for at, head in found.items()}


def _without_contents(mailed: Mailed, heads: Mapping[int, Head]) -> dict[int, Head]:
    """The headings without those that only list what is headed further down: sections directly above each other."""
    kept: dict[int, Head] = {}
    later: set[SectionKind | tuple[str, ...]] = set()
    below: int | None = None
    for at in reversed(tuple(heads)):
        head = heads[at]
        names = {line_key(mailed.text[head.span.start : head.span.end]), *({head.kind} if head.kind else ())}
        listed = below is not None and not any(mailed.is_text(each) for each in range(at + 1, below))
        told = head.kind is SectionKind.INTRODUCTION or names.isdisjoint(later)
        high = head.level == SECTION or _ROMAN_STYLE in head.style
        if not high or told or not listed:
            kept[at] = head
        later |= names
        below = at if high else None
    return dict(sorted(kept.items()))


def _find_rows(mailed: Mailed, shown: Collection[int]) -> frozenset[int]:
    """The lines that are written as names but stand in a row of such lines, none of them `shown` to be a heading: a
    list.

    Where blank lines part them, more must stand in a row: a heading may stand directly below others.
    """
    rows: set[int] = set()
    row: list[int] = []
    spread: list[int] = []
    for at in range(len(mailed.lines) + 1):
        if mailed.is_text(at) and at not in shown and _is_written_as_name(mailed, at):
            row.append(at)
            spread.append(at)
            continue
        rows.update(row if len(row) >= LEAST_ROW else ())
        row = []
        if mailed.is_text(at) or at == len(mailed.lines):
            rows.update(spread if len(spread) >= LEAST_SPREAD else ())
            spread = []
    return frozenset(rows)


def _shown(mailed: Mailed, at: int, kind: SectionKind | None) -> Head | None:
    """A heading that signs, capitals or the words of a section show."""
    line, text = mailed.lines[at], mailed.text
    framed = _FRAMED.fullmatch(text, line.span.start, line.span.end)
    rules = _rules(mailed, at)
    if framed is None or not (rules or _is_alone(mailed, at)):
        return None
    span = Span(*framed.span("words"))
    words = text[span.start : span.end]
    before, after = (framed["before"] or "").strip(), framed["after"].strip()
    if parts_alphabet(words) and (before or after or rules or len(words) > 1):
        return Head(span, LETTER, "", rules)
    if bool(before) != bool(after):
        return None  # a bullet or a mark, not a frame
    name = _NUMBERED.sub("", words, count=1)
    roman = _ROMAN_STYLE * bool(_ROMAN.match(words))
    style = "".join((roman, *(text[mailed.lines[each].span.start] for each in rules), before, "A" * is_capitals(name)))
    if kind is not None:
        return Head(span, SECTION, style, rules, kind)
    return Head(span, TERM, style, rules) if style != roman and _names(name, titled=not is_capitals(name)) else None


def _rules(mailed: Mailed, at: int) -> tuple[int, ...]:
    """The rows of signs that frame a line: directly below, and above where another like it is below or nothing is."""
    above, below = mailed.is_rule(at - 1), mailed.is_rule(at + 1)
    if below and (above or not mailed.is_text(at - 1)):
        return (at - 1, at + 1) if above else (at + 1,)
    if below:
        short = abs(mailed.lines[at + 1].length - mailed.lines[at].length) <= MAX_OVERHANG
        return (at + 1,) if short and ends_sentence(mailed.text, mailed.lines[at - 1]) else ()
    return (at - 1,) if above and not mailed.is_text(at + 1) else ()


def _is_alone(mailed: Mailed, at: int) -> bool:
    return not mailed.is_text(at - 1) and not mailed.is_text(at + 1)


def _by_form(mailed: Mailed, at: int) -> bool:
    """Whether its form alone shows a line to be the heading of what stands below it."""
    if not _is_written_as_name(mailed, at):
        return False
    line, text = mailed.lines[at], mailed.text
    first = not mailed.is_text(at - 1)
    if not mailed.is_text(at + 1):
        below = (each for each in range(at + 1, len(mailed.lines)) if mailed.lines[each].kind is not LineKind.BLANK)
        return first and any(mailed.is_text(each) for each in takewhile(lambda each: not mailed.is_rule(each), below))
    following = mailed.lines[at + 1]
    if not first and not (ends_sentence(text, mailed.lines[at - 1]) and following.indent >= line.indent):
        return False
    anew = begins_anew(text, following) and mailed.margins.had_room(text, line, following, in_item=False)
    return bool(following.marker) or anew


def _is_written_as_name(mailed: Mailed, at: int) -> bool:
    line = mailed.lines[at]
    if line.marker or line.length > LONGEST:
        return False
    listed = mailed.is_text(at + 1) and bool(mailed.lines[at + 1].marker)
    return _names(mailed.text[line.span.start : line.span.end].removesuffix(":"), titled=True, whole=not listed)


def _names(words: str, *, titled: bool, whole: bool = True) -> bool:
    """Whether some words are written as the name of a term is: no sentence, no label, no mark of a ruling.

    A line that is `whole` a name ends as one; before a list the last word may be small.
    """
    called = _CALLED.search(words)
    name = words[: called.start()] if called else words
    piece = Piece(PieceKind.TEXT, Span(0, len(name)), name)
    if not name or (lone_lead((piece,), bare=True) is None and not _LISTED.fullmatch(name)):
        return False
    return not titled or _is_titled(name, whole=whole)


def _is_titled(name: str, *, whole: bool) -> bool:
    """Whether the first, the last and most of the longer words begin with a capital or a figure, and no colon parts
    them."""
    words: list[str] = WORD.findall(name)
    capital = [word[0].isupper() or word[0].isdigit() for word in words]
    longer = [big for word, big in zip(words, capital, strict=True) if len(word) >= LONGER]
    ends = not whole or capital[-1:] == [True] or len(words[-1]) < LONGER
    return ":" not in name and capital[:1] == [True] and ends and sum(longer) >= TITLE_SHARE * len(longer)
