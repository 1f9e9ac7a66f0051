"""Rules that an erratum adds under a number: the operation and a draft come in, where the rule goes (behind the one
with the number before, written as that is), or why that is not known, goes out.

`Add as rule 5.4: ...`, `[5.3] Add the following case: "(c) ..."`. The number of the new rule says where it goes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kb.instructions._drafts import ClauseText, Draft
from kb.instructions._laying import Laid
from kb.instructions._operations import Add, Block, Edge
from kb.instructions._passage import find_words
from kb.instructions._present import Tried, refuse
from kb.model import Clause, ClauseKind, Document
from kb.numbering import NUMBER, Numbering, exact_rule, is_rule_number, number_of, rule_span
from kb.provenance import Refusal, Relation, Unit

_LED = re.compile(rf"(?P<open>[\[(]?)(?P<number>{NUMBER})[\])]?[.:]?\s+", re.IGNORECASE)
_PART = re.compile(r"\(?(?P<part>[a-z]|[ivx]{1,5}|\d{1,2})[.)]\s+")
_WRITTEN = re.compile(
    rf"(?P<open>(?:[-*+][ \t]+)?(?P<strong>[*_]{{0,3}})\[?)(?P<number>{NUMBER}|\(?(?:[a-z]|\d{{1,2}})[.)])"
    r"(?P<close>\]?[.:]?[*_]{0,3}[.:]?[ \t]+)",
    re.IGNORECASE,
)
_LAST = re.compile(r"(?P<before>.*?)(?P<last>\d+|[a-z])(?P<behind>[).]?)", re.IGNORECASE)


def is_ruled(operation: Add, headings: Sequence[str]) -> bool:
    """Whether a block is a rule, or an item that has the sign of a part of a rule (`(c) ...`) in the place of one."""
    if operation.apart is None:
        return False
    part = _PART.match(operation.new) is not None and bool(headings) and is_rule_number(headings[-1])
    return operation.apart.block is Block.RULE or (operation.apart.block is Block.ITEM and part)


def lay_rule(
    operation: Add, headings: Sequence[str], draft: Draft, numbered: Callable[[Document], Numbering]
) -> Laid | Tried:
    """A rule behind the one with the number before; refused as applied where the text has it."""
    numbering = numbered(draft.document)
    known = numbering.clauses
    told = _number(operation, headings, known)
    if isinstance(told, Tried):
        return told
    number, words = told
    there = exact_rule(number, known)
    if there:
        has = find_words(words, draft.document.clauses[known[there]].current)
        applied = refuse(Refusal.ALREADY_APPLIED, "the text has the rule already", Relation.VERBATIM)
        other = refuse(Refusal.PRECONDITION_CHANGED, f"the text has a rule `{there}` already, which says otherwise")
        return applied if has else other
    if put := _find_put(number, draft):
        alike = any(find_words(words, each.text) for each in put)
        applied = refuse(Refusal.ALREADY_APPLIED, "another instruction adds the same rule", Relation.VERBATIM)
        return applied if alike else refuse(Refusal.CONFLICTS_WITH, f"another instruction adds a rule `{number}`")
    behind, after = _before(number), list[int]()
    while behind and not exact_rule(behind, known) and (put := _find_put(behind, draft)):
        after += (each.put_by for each in put)
        behind = _before(behind)
    before = exact_rule(behind, known) if behind else ""
    if not before:
        return refuse(Refusal.TEXT_NOT_FOUND, f"the text has no rule right before `{number}`, behind which it goes")
    if not _agrees(operation, before, known):
        return refuse(Refusal.NEEDS_HUMAN, f"`{number}` does not stand where it says that it goes")
    laid = _lay(number, words, known[before], draft, numbering)
    return replace(laid, after=tuple(reversed(after))) if isinstance(laid, Laid) else laid


def _find_put(number: str, draft: Draft) -> Sequence[ClauseText]:
    """The rules of a number that other instructions put in a draft."""
    return [each for each in draft.texts if each.put and each.text.startswith(f"{number} ")]


def _number(operation: Add, headings: Sequence[str], known: Mapping[str, int]) -> tuple[str, str] | Tried:
    """The number that a new rule has, and its words without it."""
    spot, words = operation.apart, operation.new
    assert spot is not None
    within = headings[-1] if headings and is_rule_number(headings[-1]) else ""
    led = _LED.match(words)
    part = _PART.match(words) if led is None and within else None
    own = led["number"] if led is not None else f"{within}({part['part']})" if part is not None else ""
    words = words[led.end() :] if led is not None else words[part.end() :] if part is not None else words
    missing = within if within and not exact_rule(within, known) else ""
    number = spot.number or own or missing
    if not number or not is_rule_number(number):
        return refuse(Refusal.NEEDS_HUMAN, "it does not say which number the new rule has")
    if own and own != number:
        return refuse(Refusal.NEEDS_HUMAN, f"it says that the new rule is `{number}`, and its words say `{own}`")
    return number, words


def _before(number: str) -> str:
    """The number right before another: of `5.4` it is `5.3`, of `5.4(b)` `5.4(a)`, of `5.4b` `5.4a`, of `5.4a` `5.4`;
    nothing for a first one."""
    match = _LAST.fullmatch(number)
    if match is None:
        return ""
    last, behind = match["last"], match["behind"]
    if last.isdigit():
        return f"{match['before']}{int(last) - 1}{behind}" if int(last) > 1 else ""
    if last.lower() == "a":
        return match["before"] if not behind and match["before"][-1:].isdigit() else ""
    return f"{match['before']}{chr(ord(last) - 1)}{behind}"


def _agrees(operation: Add, before: str, known: Mapping[str, int]) -> bool:
    """Whether a new rule stands, by its number, where its place is named beside other rules."""
    spot = operation.apart
    assert spot is not None
    places = [known.get(exact_rule(each.rule, known), -1) for each in spot.beside]
    if any(each < 0 for each in places):
        return False
    at = known[before]
    behind = min((each for each in known.values() if each > at and not _is_part(each, before, known)), default=-1)
    match places:
        case []:
            return spot.edge is not Edge.START
        case [place]:
            return place == (behind if spot.edge is Edge.BEFORE else at)
        case _:
            return places == [at, behind]


def _is_part(clause: int, whole: str, known: Mapping[str, int]) -> bool:
    """Whether the rule of a clause is a part of another."""
    return any(at == clause and number.startswith(f"{whole}(") for number, at in known.items())


def _lay(number: str, words: str, at: int, draft: Draft, numbering: Numbering) -> Laid | Tried:
    document = draft.document
    clause = document.clauses[at]
    span = rule_span(document, numbering, at)
    inside = [place for place, each in enumerate(draft.texts) if not each.put and span.holds(each.clause.span)]
    written = _WRITTEN.match(document.source.slice(clause.span))
    if clause.kind not in {ClauseKind.PARAGRAPH, ClauseKind.LIST_ITEM} or written is None or not inside:
        return refuse(Refusal.NEEDS_HUMAN, "the number of the rule before it is written in a form that is not known")
    ruled = {document.clauses[each].span for each in numbering.clauses.values()}
    if any(_is_other(draft.texts[each].clause) and draft.texts[each].clause.span not in ruled for each in inside[1:]):
        return refuse(Refusal.NEEDS_HUMAN, "more stands behind the rule before it, and whose that is it does not say")
    opening, close = written["open"], written["close"]
    if written["strong"] and written["strong"] not in close:  # a title in strong words behind the number
        opening, close = opening.replace(written["strong"], "", 1), close.replace("*", "").replace("_", "")
    item = clause.kind is ClauseKind.LIST_ITEM
    source = f"{opening}{_like(written['number'], number)}{close}{words}"
    reads = f"{_like(written['number'], number)} {words}"
    beside = draft.texts[inside[-1]].clause
    if item and beside.depth != clause.depth:
        return refuse(Refusal.NEEDS_HUMAN, "the rule before it has others below it in a list")
    unit, parting = (Unit.LIST_ITEM, "\n") if item else (Unit.PARAGRAPH, "\n\n")
    return Laid(inside[-1], False, reads, source, parting, unit)


def _is_other(clause: Clause) -> bool:
    """Whether a clause behind a rule need not be a part of it: it has no number, and is no item of a list."""
    return not number_of(clause) and (clause.kind is not ClauseKind.LIST_ITEM or clause.note is not None)


def _like(written: str, number: str) -> str:
    """A number as one before it is written: with all its parts, or as the sign of its last part alone."""
    last = _LAST.fullmatch(number)
    sign = re.fullmatch(r"(\(?)(?:[a-z]|\d{1,2})([.)])", written, re.IGNORECASE)
    return f"{sign[1]}{last['last']}{sign[2]}" if sign is not None and last is not None else number
