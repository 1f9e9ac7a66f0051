"""Numbered rules: the clauses of a text come in, the numbers printed before them go out; and where words cite one.

Many games print a number before every rule (`6.32 A unit that enters ...`), and everybody cites rules by it. A text
numbers its rules where several of its clauses begin so and go up; a number that stands twice leads nowhere.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from kb.model import Clause, ClauseKind, Document, PieceKind
from kb.text import CLOSERS, Span

FEWEST = 3
"""Fewer numbers than this may be figures that a sentence begins with."""
RISING = 0.8
"""Share of the numbers that are higher than the one before."""

DOTTED = r"(?:(?-i:[A-Z]))?\d{1,3}(?:\.\d{1,3})+[a-z]?"
"""The number of a rule, as a pattern: parts with points between them, perhaps a letter before or behind."""
PARTED = r"(?:\((?:[a-z]|[ivx]{1,5}|\d{1,2})\))"
"""A part of a rule, behind its number: `(b)`."""
NUMBER = rf"(?:{DOTTED}(?:\.[a-z](?![^\W_]|\.\w))?{PARTED}*|\d{{1,3}}{PARTED}+)"
"""The number of a rule or of a part of one: `6.31`, `6.31(b)`, `6.31.b`, `7(b)(iii)`."""
_BEFORE_WHOLE = r"(?:(?:rule|article|law)\s+|§\s*)"
"""What stands before the number of a rule that has no parts: `Rule 7`, `§ 7`."""
_NAMED = r"(?:(?:rule|section|case|article|law|paragraph|clause)\s+|§\s*)?"
RULE = rf"(?:{_NAMED}(?P<number>{NUMBER})|{_BEFORE_WHOLE}(?P<whole>\d{{1,3}}))"
"""A rule by its number, or by a whole one: `8.4`, `case 8.4(b)`, `Rule 7`."""
_LEAD = re.compile(
    rf"\s*+(?:[•‣◦▪●]\s*+)?[\[(]?\s*+{_NAMED}(?P<number>{NUMBER})[.:]?[\])]?[.:]?(?=[\s,]|$)"
    rf"|\s*+[\[(]?\s*+{_BEFORE_WHOLE}(?P<whole>\d{{1,3}})[.:]?[\])]?[.:]?(?=[\s,]|$)",
    re.IGNORECASE,
)
_CHAPTER = re.compile(r"\s*\[?(?i:(?:section|chapter|rule)\s+)?(?P<number>(?:[A-Z])?\d{1,3})[.):\]]*\s+\W?[^\W\da-z_]")
_WHOLE = re.compile(
    r"\s*(?:\W{0,4}(?i:rule|article|law)\s+|[^\w§]{0,4}§\s*)(?P<number>\d{1,3})(?=[.:)\]\s]|$)(?!\s+[a-z])"
)
"""A rule that a word or a sign and a whole number name, at its beginning: `Rule 7.`, `§ 7.`"""
_OF_RULE = re.compile(r"\s*(?:\((?P<closed>[a-z]|[ivx]{1,5})\)|(?P<half>[a-z]|[ivx]{1,5})[).])\s+")
"""The sign of a part, at its beginning: `(b)`, `b)`, `b.`."""
_COUNTED = re.compile(r"\s*(?:[\[(]?(?:\d{1,2}|[a-z]|[ivx]{1,5})[)\]]|(?:[a-z]|[ivx]{1,5})\.)\s+(?=\W{0,2}[^\W\da-z_])")
"""The sign of one of several paragraphs that are counted: `2) ...`, `(2) ...`, `b. ...`, `(ii) ...`."""
_LETTER = re.compile(r"(?<=\d)(?:\.([a-z])|\(([a-z])\)|([a-z]))\Z", re.IGNORECASE)
_LETTERED = re.compile(r"(?:\([^()]*\)|\.[a-z])\Z", re.IGNORECASE)
"""The last part of a number that a letter or brackets make one: `(b)`, `.b`."""
_SUBJECT = re.compile(
    rf"\W*(?:in\s+the\s+[a-z]+\s+(?:sentence|paragraph)\s+of\s+|(?:in|under|at|on)\s+)?[\[(]?{RULE}"
    r"(?![\w%]|\.\d)",
    re.IGNORECASE,
)
_SPACED = re.compile(
    rf"((?<!\d)(?<!\d\.){DOTTED}|\b(?:rule|article|law)\s+\d{{1,3}}|§\s*\d{{1,3}})\s+({PARTED}(?:\s?{PARTED})*+)",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    rf"(?<![\w.,+$€£#×])(?<![^\d)\]]/)(?<!(?<!\w)[−–-])(?P<number>{NUMBER})(?![\w%″′\"]|\.\d)(?!['’](?!s\b))",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:\b(?:see|also|compare|cf\.?|rules?|sections?|cases?|paragraphs?|clauses?|chapters?|articles?|per|under|unlike|despite"
    r"|notwithstanding|exceptions?:?|except|contrary\s+to|pursuant\s+to"
    r"|(?:allowed|covered|defined|described|explained|given|listed|modified|noted|outlined|provided|required|specified|stated)"
    r"\s+(?:in|by|under|at))|§{1,2})\s*\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:in|of|by|to|with|from|at)\s+\Z", re.IGNORECASE)
_OPENED = re.compile(r"[\[(]\s*\Z")
_BETWEEN = re.compile(r"\s*(?:[,;/&–-]|,?\s*(?:and|or|to|through))\s*", re.IGNORECASE)
_STOPPED = re.compile(r"[.,;:)\]]|\Z")
_SPOKEN = re.compile(
    r"\s+(?:above|below|(?:also\s+)?(?:appl(?:ies|y)|(?:allow|forbid|permit|prohibit|provide|require|say|specifie|state)s"
    r"|say|state|specify)\b|(?:does|do)\s+not\s+apply)|['’]s\b"
)
"""What is said of rules and not of figures, behind a number: `4.21 above`, `5.3 applies`."""
_CLOSED = re.compile(r"\s*(?:[,;:)\]/&–-]|(?:and|or|to|through)\b)", re.IGNORECASE)
_PART = re.compile(
    r"(?:\b(?:section|chapter|rule|article)s?\s+|§{1,2}\s*)"
    r"(?P<number>\d{1,3}(?:(?:\s*,\s*|\s*,?\s+(?:and|or)\s+|\s*[–-]\s*)\d{1,3})*)(?![\w%(]|\.\d)",
    re.IGNORECASE,
)
_BARRED = frozenset({ClauseKind.CODE, ClauseKind.HTML, ClauseKind.TABLE_ROW})
_BEFORE = 20
"""Characters before a figure that tell whether it is the number of a rule."""
_SENTENCE = re.compile(rf"[^\W\d][.!?:]{CLOSERS}\s*$")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of a text's rules, each with the clause (index) that it stands before."""

    clauses: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Cited:
    """The number of a rule in a text, with the characters of it."""

    number: str
    span: Span


def number_rules(document: Document) -> Numbering:
    """The numbers that stand before the rules of a text, and those of their parts (`6.3(a)`); none where it does not
    number them. Contents, which name the rules before they stand, are none of these."""
    found = [(number, at) for at, clause in enumerate(document.clauses) if (number := number_of(clause))]
    found = _without_contents(found, document.clauses)
    if len({number for number, _ in found}) < FEWEST or not rises([number for number, _ in found]):
        found = []
    chapters = {number.partition(".")[0] for number, _ in found}
    named = [
        (number, at)
        for at, clause in enumerate(document.clauses)
        if clause.kind is ClauseKind.HEADING and (number := chapter_of(clause)) and number in chapters
    ]
    whole = _name_whole(document, {at for _, at in (*found, *named)})
    times = Counter(number for number, _ in (*found, *named, *whole))
    once = sorted(
        ((number, at) for number, at in (*found, *named, *whole) if times[number] == 1), key=lambda each: each[1]
    )
    parts = tuple(_parts_of(document.clauses, {at: number for number, at in once}))
    times.update(number for number, _ in parts)
    once = sorted((*once, *(each for each in parts if times[each[0]] == 1)), key=lambda each: each[1])
    return Numbering(dict(once), {at: number for number, at in once})


def number_of(clause: Clause) -> str:
    """The number of parts that a clause begins with, nothing where it begins otherwise."""
    if clause.kind in _BARRED:
        return ""
    match = _LEAD.match(_opening(clause))
    return (match["number"] or "") if match is not None else ""


def chapter_of(heading: Clause) -> str:
    """The number that a heading begins with (`7. Patrons`, `Section B2: ...`), nothing where it has none."""
    match = _CHAPTER.match(_opening(heading))
    return match["number"] if match is not None else ""


def parts_of(number: str) -> tuple[str, ...]:
    """The parts of a number, the widest first: of `6.3(b)` they are `6`, `3` and `b`."""
    return tuple(re.findall(r"[A-Z]?\d+|[a-z]+", number))


def is_rule_number(name: str) -> bool:
    """Whether a name is the number of a rule, or of a part of one, and nothing else."""
    return re.fullmatch(rf"{NUMBER}|\d{{1,3}}", name, re.IGNORECASE) is not None


def whole_rule(number: str, known: Container[str]) -> str:
    """The rule that a number means among those known: itself (`6.3b` is also `6.3(b)`), else what it is said to be a
    part of (`6.3` for `6.3(b)`); nothing where there is none."""
    exact = exact_rule(number, known)
    while not exact and (part := _LETTERED.search(number)):
        number = number[: part.start()]
        exact = number if number in known else ""
    return exact


def exact_rule(number: str, known: Container[str]) -> str:
    """A number as a text has it among those known, with or without brackets about the letter of a part, or a point
    before it; nothing where it is none of them."""
    forms = (_LETTER.sub(form, number) for form in (r"(\1\2\3)", r"\1\2\3", r".\1\2\3"))
    return next((each for each in (number, *forms) if each in known), "")


def leading_number(text: str) -> Cited | None:
    """The number of a rule that words begin with, as a ruling on it does: `[6.32] A unit ...`, `Rule 7(b): ...`."""
    match = _LEAD.match(text)
    if match is None:
        return None
    named = "number" if match["number"] else "whole"
    return Cited(match[named], Span(match.start(named), match.end(named)))


def behind_number(text: str) -> str:
    """Words without the number of a rule that they begin with, or the sign that counts a paragraph: `2) A unit ...`."""
    lead = leading_number(text)
    counted = _COUNTED.match(text) if lead is None else None
    return text[lead.span.end :] if lead is not None else text[counted.end() :] if counted is not None else text


def close_parts(text: str) -> str:
    """Words in which no blank stands between the number of a rule and its parts: `Law 11.2 (b)` names `11.2(b)`."""
    return _SPACED.sub(lambda match: match[1] + match[2].replace(" ", ""), text)


def names_rule(text: str) -> bool:
    """Whether words are the number of a rule and nothing else: `Law 14`, `6.31`."""
    lead = leading_number(text)
    return lead is not None and not text[lead.span.end :].strip(" .:)]")


def rule_of(text: str) -> str:
    """The number of the rule that words are about, which they begin with: `[6.32] ...`, `In rule 6.32, ...`; nothing
    where they begin otherwise."""
    match = _SUBJECT.match(text)
    return (match["number"] or match["whole"]) if match is not None else ""


def numbers_in(text: str) -> tuple[str, ...]:
    """The numbers of rules in words that name a place, whatever stands around them: `Errata, 6.31 (change)`,
    `rule 7(b)`."""
    named = (match["number"] for match in _FIGURE.finditer(text))
    lead = leading_number(text)
    return tuple(dict.fromkeys((*((lead.number,) if lead is not None else ()), *named)))


def find_cited(text: str) -> Iterator[Cited]:
    """The numbers of rules that words cite: in brackets, after `see` or `rule`, before a stop, or in a row of such.

    A figure of another kind (`1.5 hexes`) is none. Whether there is such a rule is for others to say.
    """
    lead = leading_number(text)
    before: Span | None = lead.span if lead is not None else None
    if lead is not None:
        yield lead
    for match in _FIGURE.finditer(text):
        span = Span(match.start("number"), match.end("number"))
        if before is not None and span.start < before.end:
            continue
        row = before is not None and _BETWEEN.fullmatch(text[before.end : span.start])
        if row or _is_cited(text, span):
            before = span
            yield Cited(match["number"], span)
    for match in _PART.finditer(text):
        for each in re.finditer(r"\d+", match["number"]):
            span = Span(match.start("number") + each.start(), match.start("number") + each.end())
            if lead is None or span != lead.span:
                yield Cited(each.group(), span)


def rule_span(document: Document, numbering: Numbering, at: int) -> Span:
    """The characters of a rule and of those that are parts of it: from the clause (index) of its number to the next
    heading, or the next number that does not go on from its own."""
    clauses, own = document.clauses, numbering.numbers[at]
    end = next((each for each in range(at + 1, len(clauses)) if _ends(clauses[each], each, own, numbering)), None)
    return Span(clauses[at].span.start, len(document.source.text) if end is None else clauses[end].span.start)


def _ends(clause: Clause, at: int, own: str, numbering: Numbering) -> bool:
    number = numbering.numbers.get(at) or number_of(clause)
    return not _is_part(number, own) if number else clause.kind is ClauseKind.HEADING


def _is_part(number: str, whole: str) -> bool:
    """Whether a rule is a part of another by its number: `6.3.1`, `6.3a` and, where nothing else came between, `6.31`
    of `6.3`; all of `6.1` to `6.9` of `6.0`."""
    stem = whole.removesuffix("0") if whole.endswith(".0") else whole if "." in whole else f"{whole}."
    return number != whole and number.startswith(stem)


def _is_cited(text: str, span: Span) -> bool:
    before = text[max(0, span.start - _BEFORE) : span.start]
    if _CUE.search(before) or _SPOKEN.match(text, span.end) or text[span.start : span.end].count(".") > 1:
        return True
    if text[span.end - 1] == ")":
        return True
    if _OPENED.search(before):
        return _CLOSED.match(text, span.end) is not None
    return _PREPOSITION.search(before) is not None and _STOPPED.match(text, span.end) is not None


def rises(numbers: Sequence[str]) -> bool:
    """Whether numbers mostly go up, read as a row of whole numbers (`6.9`, `6.10`) or as places (`6.31`, `6.4`)."""
    pairs = list(pairwise(numbers))
    higher = sum(_whole(one) < _whole(other) or one.split(".") < other.split(".") for one, other in pairs)
    return higher >= RISING * len(pairs)


def _whole(number: str) -> tuple[tuple[int, str], ...]:
    bare = number.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    parts = (re.match(r"\d+", part) for part in bare.lower().split("."))
    return (
        (0, number[: len(number) - len(bare)]),
        *((int(part.group()), part.string) for part in parts if part is not None),
    )


def _without_contents(found: Sequence[tuple[str, int]], clauses: Sequence[Clause]) -> list[tuple[str, int]]:
    """Numbers without those of contents: a row of them that begins anew behind it, all of which stand again there, with
    no sentence among them. A part of a book that only counts anew says something."""
    ends = [at for at in range(1, len(found)) if not rises([found[at - 1][0], found[at][0]])]
    for end in ends:
        listed, again = found[:end], {number for number, _ in found[end:]}
        lines = clauses[listed[0][1] : listed[-1][1] + 1]
        told = any(_SENTENCE.search(each.current) for each in lines)
        if len(listed) >= FEWEST and not told and again.issuperset(number for number, _ in listed):
            return _without_contents(found[end:], clauses)
    return list(found)


def _name_whole(document: Document, taken: Set[int]) -> list[tuple[str, int]]:
    """The rules that a word or a sign and a whole number name at their beginning, where there are several and they go
    up."""
    found = [
        (match["number"], at)
        for at, clause in enumerate(document.clauses)
        if at not in taken and clause.kind not in _BARRED and (match := _WHOLE.match(_opening(clause)))
    ]
    numbers = [number for number, _ in found]
    return found if len(set(numbers)) >= FEWEST and rises(numbers) else []


def _parts_of(clauses: Sequence[Clause], numbers: Mapping[int, str]) -> Iterator[tuple[str, int]]:
    """The parts of rules by letters and small numbers, each with the number of its rule before its own: `6.3(a)`."""
    rule: str = ""
    row: list[str] = []
    for at, clause in enumerate(clauses):
        if at in numbers:
            rule, row = numbers[at], []
        elif clause.kind is ClauseKind.HEADING:
            rule, row = "", []
        match = _OF_RULE.match(_opening(clause)) if rule and at not in numbers and clause.kind not in _BARRED else None
        if match is None:
            continue
        sign = match["closed"] or match["half"]
        depth = next((each for each in range(len(row), 0, -1) if _follows(row[each - 1], sign)), 0)
        if depth:
            row = [*row[: depth - 1], sign]
        elif sign in {"a", "i"} and len(row) < len(("a", "i", "a")):
            row.append(sign)
        else:
            rule = ""
            continue
        yield rule + "".join(f"({each})" for each in row), at


def _follows(sign: str, following: str) -> bool:
    """Whether a letter or a small Roman number comes right behind another."""
    roman = sign in _ROMAN and following in _ROMAN and _ROMAN.index(following) == _ROMAN.index(sign) + 1
    return roman or (len(sign) == 1 and len(following) == 1 and ord(following) == ord(sign) + 1)


def _opening(clause: Clause) -> str:
    """The first words of a clause that hold: the number of a rule that is struck may name the one put in its place."""
    said = ""
    for piece in clause.pieces:
        if piece.kind not in {PieceKind.MARKUP, PieceKind.ATTRIBUTES}:
            said += piece.current
        if len(said) > _BEFORE:
            break
    return said
