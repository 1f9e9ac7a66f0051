"""Errata on numbered rules: the words of an erratum come in; the number of the rule it is on, and what it says of that
rule, go out.

The number stands before the words (`[8.4] Change ...`), among them (`Add to 8.4: ...`, `Delete the last sentence of
8.4.`) or behind (`Change ... in 8.4.`). What an editor calls the erratum (`8.4 (addition): "..."`) says what becomes of
words that are only quoted.
"""

import re
from dataclasses import dataclass, replace

from kb.changing import ADD, PASS_OVER, REMOVE, VERBS
from kb.instructions._operations import PART_NAMES, Add, Operation, Part, Remove, Rewrite
from kb.numbering import RULE, close_parts

_ORDERS = (
    rf"(?!(?:{VERBS}|after|before|in)\b"
    r"|[^:]{0,60}\b(?:sentences?|paragraphs?|should\s+(?:now\s+)?(?:be|read|say)|(?:now|to)\s+reads?)\b)"
)
"""What no title of a rule is, though a colon stands behind it: `[8.4] The last sentence should read: ...`."""
_BEFORE = re.compile(
    r"\W*(?:(?:on\s+)?(?:page|p\.)\s*\d+(?:,\s+column\s+\d+)?\s*[,:]\s*)?(?:(?:in|under|at)\s+)?[\[(]?"
    rf"{RULE}(?!\.\d)[\])]?(?:\s*\([^)]{{1,40}}\)(?=\s*[:,]|\s+(?:{VERBS}|for)\b))?"
    rf"(?:\s+{_ORDERS}[A-Z][^:,.\"“”]{{0,60}}(?=:))?(?:\s+[–—-]\s+|[,:.]?(?:\s+|\Z))"
    r"(?:\(?(?:correction|addition|change|erratum)(?:\)|[:.])\s+)?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(rf"(?P<rest>.*[\"”])\s+(?:in|of|at)\s+{RULE}\s*\.?\s*", re.IGNORECASE | re.DOTALL)
"""A place by the number of a rule: `(8.4) Change ...`, `In rule 8.4, change ...`, `Change ... in 8.4.`"""
_WHOLE = re.compile(
    rf"(?:{REMOVE}|removed|deleted|{PASS_OVER})\s+{RULE}(?:\s+(?:entirely|altogether))?\s*\.?\s*", re.IGNORECASE
)
"""A rule that goes: `Delete rule 8.4.`"""
_PART = re.compile(
    rf"(?P<part>in\s+the\s+[a-z]+\s+(?:{PART_NAMES}))\s+(?:of|in)\s+{RULE}\s*[,:]?\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A part of a rule: `In the first sentence of 8.4, change ...`."""
_AMONG = re.compile(
    rf"(?P<before>(?:{ADD}|{REMOVE}|{PASS_OVER}|replace|change)"
    rf"(?:\s+(?:to|at)\s+the\s+(?:end|beginning|start)|\s+the\s+[a-z]+\s+(?:{PART_NAMES}))?)"
    rf"\s+(?:to|of|in|from)\s+{RULE}(?P<rest>\s*[,:]?\s.*|\s*\.?)",
    re.IGNORECASE | re.DOTALL,
)
"""A place among the words of an order: `Add to 8.4: ...`, `Delete the second sentence of 8.4.`"""
_WHICH = re.compile(
    rf"(?P<before>the\s+(?:[a-z]+\s+){{1,2}}(?:{PART_NAMES})s?)\s+(?:of|in)\s+{RULE}(?P<rest>\s+.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A part of a rule of which something is said: `The last sentence of 8.4 is deleted.`"""
_GIVES_WAY = re.compile(
    rf"(?:replace|change|amend)\s+{RULE}\s+(?:with|by|to(?:\s+read)?|so\s+that\s+it\s+reads)\s*+:?\s*+(?P<rest>[\"“].*)",
    re.IGNORECASE | re.DOTALL,
)
"""A rule that gets other words: `Replace 8.4 with "..."`"""
_COMES = re.compile(
    rf"(?:{ADD}|added|inserted)\s+(?:an?\s+)?(?:new\s+)?{RULE}\s*+[:,]?\s*+(?P<rest>[\"“].*)",
    re.IGNORECASE | re.DOTALL,
)
"""A rule that is new: `Added rule 8.5: "..."`"""
_READS = re.compile(
    r"\W*(?:this|the)\s+(?:(?:whole|entire)\s+)?(?:rule|case|section|paragraph|text)\s+(?=should\s|now\s+reads\b|is\s+to\s)",
    re.IGNORECASE,
)
_GOES = re.compile(rf"(?:{REMOVE}|deleted|removed)\W*", re.IGNORECASE)
_ADDS = re.compile(r"(?:\w+ )?add", re.IGNORECASE)
_DELETES = re.compile(r"(?:\w+ )?(?:delet|omission)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placed:
    """The number of the rule that words are on, and what they say of it."""

    number: str
    told: str


def place_by_number(words: str) -> Placed | None:
    """The rule that words name as their place by its number; None where they name none."""
    words = close_parts(words)
    whole = _WHOLE.fullmatch(words)
    if whole is not None:
        return Placed(_number(whole), "Delete this rule.")
    new = "Add the following rule: "
    for pattern, before in ((_GIVES_WAY, "Should read: "), (_COMES, new), (_AMONG, ""), (_WHICH, ""), (_PART, "")):
        match = pattern.fullmatch(words)
        if match is not None:
            named = match.groupdict()
            told = before or named.get("before") or f"{named.get('part')}, "
            return Placed(_number(match), f"{told}{match['rest']}")
    place = _BEFORE.match(words) or _BEHIND.fullmatch(words)
    return Placed(_number(place), say_of_rule(place["rest"])) if place is not None else None


def say_of_rule(told: str) -> str:
    """What is said of a rule without its name as a whole: `This case should read ...` is said of all of it, and so is
    `Delete.`"""
    if _GOES.fullmatch(told):
        return "Delete this rule."
    named = _READS.match(told)
    return told[named.end() :] if named is not None else told


def of_whole_rule(operation: Operation, told: str, label: str | None) -> Operation:
    """What a rule `should read`: all of it, where it is named by its number. Words that are only quoted are put to it
    where the erratum is called an addition."""
    if not isinstance(operation, Rewrite) or operation.part:
        return operation
    quoted = told.lstrip().startswith(('"', "“"))
    if quoted and _ADDS.match(label or ""):
        return Add(operation.new)
    return replace(operation, part=Part.TEXT)


def as_labelled(label: str | None) -> tuple[Operation, ...]:
    """What an erratum asks for that says nothing but what it is: a rule that is deleted."""
    return (Remove("", within=(Part.TEXT, 1)),) if _DELETES.match(label or "") else ()


def _number(match: re.Match[str]) -> str:
    return match["number"] or match["whole"]
