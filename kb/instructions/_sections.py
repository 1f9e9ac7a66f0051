"""Sections of books: the names that an erratum has for its place come in, the spans of a text that they lead to go out.

A section is known by its heading, by what that is counted as, or by the number or the title of a rule; a table also by
the line that it is called by, above it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from kb.changing import PASS_OVER, REMOVE
from kb.counting import CARDINALS, ORDINALS
from kb.instructions._present import Tried, refuse
from kb.model import Clause, ClauseKind, Document, Heading, PieceKind
from kb.numbering import Numbering, exact_rule, is_rule_number, leading_number, number_of, number_rules, rule_span
from kb.provenance import Refusal
from kb.terms import name_key
from kb.text import Span

Numbered = Callable[[Document], Numbering]
"""What tells the numbers of a text's rules: who asks of one text often asks it of a memory."""

_KIND = re.compile(r"\s+(?:table|chart|section|chapter|sidebar|box|entry|list)\s*\Z", re.IGNORECASE)
"""What errata call that which stands below a heading, behind the name of it."""
_ROMAN = re.compile(r"\A\s*[IVXLC]{1,7}[.):]\s+(?=\S)")
"""A number of Romans before a title: `IV. Lamps`."""
_CAPTION = re.compile(
    r"\s*(?:table|chart)\s+(?:\d{1,3}(?:[.-]\d{1,3})?[a-z]?|[IVX]{1,5}|[A-Z])(?![\w-])", re.IGNORECASE
)
"""What a table is called by in a line above it: `Table 3`, `Chart B`."""
_WORDS = sorted((*CARDINALS, *ORDINALS), key=len, reverse=True)
_COUNTED_AS = re.compile(
    r"\s*(?P<name>[^\W\d_]{3,}\s+(?:#\s?)?(?:\d{1,3}(?:[.–-]\d{1,3})?|[IVX]+|[A-Z]"
    rf"|(?:[Tt]he\s+)?(?i:{'|'.join(_WORDS)}))|[Tt]he\s+(?i:{'|'.join(_WORDS)})\s+[^\W\d_]{{3,}})\s*(?:[:.]|\s[-–—]+)\s+\S"
)
"""What a part of a book is counted as before its title: `Scenario 2: The Weir`, `Scenario the Second. The Weir`,
`Appendix B - Ropes`."""


_TAKE = rf"(?:{REMOVE}|{PASS_OVER})\s+(?:out\s+)?"
_WHOLE = r"the\s+(?:(?:whole|entire)\s+)?"
_PART = r"(?:section|chapter|sidebar)"
_CALLED = r"[\"“]?(?P<name>[^\"“”,;:.()]{1,60}?)[\"”]?"
_BEHIND = rf"{_PART}\s+(?:(?:on|about|called|headed|named|titled|entitled|of|for)\s+|(?=[\"“])){_CALLED}"
_ENDED = r"(?=\s*(?:[.,;:(]|\Z|\s(?:from|in|altogether|entirely)\b))"
_GONE = r"\s+(?:is|has\s+been|should\s+be|is\s+to\s+be)\s+(?:deleted|removed|struck|omitted|withdrawn)\b"
_STRUCK = tuple(
    re.compile(rf"\W*{form}", re.IGNORECASE)
    for form in (
        rf"{_TAKE}{_WHOLE}{_BEHIND}{_ENDED}",
        rf"{_TAKE}{_WHOLE}{_CALLED}\s+{_PART}{_ENDED}",
        rf"{_WHOLE}{_BEHIND}{_GONE}",
        rf"{_WHOLE}{_CALLED}\s+{_PART}{_GONE}",
    )
)
"""`Delete the section on lamps`, `Remove the "Lamps" section from the rules`, `The section on lamps is deleted`."""


@lru_cache(maxsize=1 << 12)
def struck_section(sentence: str) -> str:
    """The name of the section that a sentence strikes; nothing where it strikes none."""
    found = (form.match(sentence) for form in _STRUCK)
    return next((each["name"].strip() for each in found if each is not None), "")


def find_sections(
    document: Document, headings: Sequence[str], numbered: Numbered = number_rules
) -> tuple[Span, ...] | Tried:
    """The spans of the sections that some headings lead to, each inside those before where these have one such."""
    spans: tuple[Span, ...] = (Span(0, len(document.source.text)),)
    for name in headings:
        if is_rule_number(name):
            numbering = numbered(document)
            at = numbering.clauses.get(exact_rule(name, numbering.clauses))
            if at is None:
                return refuse(Refusal.TARGET_MISSING, f"the text has no rule `{name}`")
            rule = rule_span(document, numbering, at)
            if not any(span.holds(rule) for span in spans):
                return refuse(Refusal.TARGET_MISSING, f"rule `{name}` stands elsewhere in the text")
            spans = (rule,)
            continue
        found = _headings(document, name)
        inside = [each for each in found if any(span.holds(each.span) for span in spans)] or found
        titled = tuple(_titled(document, name, numbered)) if not inside else ()
        called = titled or (tuple(_captioned(document, name)) if not inside else ())
        if called:
            spans = tuple(each for each in called if any(span.holds(each) for span in spans)) or called
            continue
        if not inside:
            return refuse(Refusal.TARGET_MISSING, f"the text has no heading `{name}`")
        spans = tuple(_section(document, each) for each in inside)
    return spans


def _headings(document: Document, name: str) -> list[Heading]:
    """The headings that a name means: those called so, also where it says what stands below them (`Oars table`), else
    one that shares the name with a heading above it (`Rowing Modifiers` is *Modifiers* below *Rowing*), else those that
    it counts (`Scenario 2` is *Scenario 2: The Weir*)."""
    for called in (name, _KIND.sub("", name)):
        found = [each for each in document.headings if heading_key(each.text) == heading_key(called)]
        if found:
            return found
    wanted, above = name_key(_KIND.sub("", name)), list[Heading]()
    for heading in document.headings:
        above = [each for each in above if each.level < heading.level]
        if any(heading_key(each.text) + heading_key(heading.text) == wanted for each in above):
            found.append(heading)
        above.append(heading)
    return found or [each for each in document.headings if heading_key(name) in heading_keys(each.text)]


def _titled(document: Document, name: str, numbered: Numbered) -> Iterator[Span]:
    """The rules that have a name as their title, in strong words behind their number."""
    wanted = name_key(name)
    for at, clause in enumerate(document.clauses):
        lead = leading_number(clause.current) if wanted and number_of(clause) else None
        if (
            lead is not None
            and name_key(clause.current[lead.span.end : behind_number(clause)].strip(" .:)]")) == wanted
        ):
            yield rule_span(document, numbered(document), at)


def _captioned(document: Document, name: str) -> Iterator[Span]:
    """The tables right below a line that calls them by a word and a number (`Table 3: Tolls`), with that line; not one
    between two tables, which may be of the upper."""
    if _CAPTION.fullmatch(name) is None:
        return
    wanted, row = name_key(name), ClauseKind.TABLE_ROW
    clauses = document.clauses
    for at, clause in enumerate(clauses[:-1]):
        match = _CAPTION.match(clause.current)
        led = clause.kind is ClauseKind.PARAGRAPH and match is not None and name_key(match.group()) == wanted
        if led and clauses[at + 1].kind is row and (not at or clauses[at - 1].kind is not row):
            end = next((each for each in range(at + 1, len(clauses)) if clauses[each].kind is not row), len(clauses))
            yield Span(clause.span.start, clauses[end - 1].span.end)


def heading_key(heading: str) -> str:
    """A heading without its number and what is in brackets."""
    heading = _ROMAN.sub("", heading, count=1)
    bare = heading.partition("(")[0] or heading
    return name_key(bare.lstrip("0123456789.•·- ") or bare)


def heading_keys(heading: str) -> frozenset[str]:
    """What a heading is known by: all of it, and what it is counted as before its title (`Scenario 2: The Weir`)."""
    counted = _COUNTED_AS.match(heading)
    return frozenset({heading_key(heading), *((heading_key(counted["name"]),) if counted is not None else ())})


def _section(document: Document, heading: Heading) -> Span:
    """From a heading to the next that is as high."""
    ends = (
        each.span.start
        for each in document.headings
        if each.span.start > heading.span.start and each.level <= heading.level
    )
    return Span(heading.span.start, min(ends, default=len(document.source.text)))


def behind_number(clause: Clause) -> int:
    """Where the words of a rule begin, behind its number and, where it has one, its title in strong words."""
    lead = leading_number(clause.current)
    at = lead.span.end if lead is not None else 0
    match = re.compile(r"[\s.:)\]]*").match(clause.current, at)
    at = match.end() if match is not None else at
    read = 0
    strong = False
    for piece in clause.pieces:
        if piece.tag in {"strong", "b"} and piece.kind is PieceKind.OPEN and read <= at:
            strong = True
        elif piece.tag in {"strong", "b"} and piece.kind is PieceKind.CLOSE and strong and read > at:
            rest = clause.current[read:].lstrip(" .:")
            titled = (
                clause.current[read - 1] in ".:"
                or len(rest) < len(clause.current[read:].lstrip())
                or rest[:1].isupper()
            )
            return len(clause.current) - len(rest) if titled else at
        read += len(piece.current)
    return at
