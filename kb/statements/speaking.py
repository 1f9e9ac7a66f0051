"""Who asks and who answers: the statements of a sheet come in, and go out without the names before what they say.

`Reader: May a boat land? Editor: Yes.` is the question `May a boat land?` and the answer `Yes.` One name answers
throughout; those who ask may be many. So are they read before an arrow (`TH> Yes.`) and in brackets (`(A) Yes.`).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kb.model import Statement
from kb.statements.faq_marks import AMONG

_NAME = r"[^\W\d_a-z][\w.'’-]{0,24}(?:\s[\w.'’-]{1,24}){0,3}"
_SPEAKER = re.compile(rf"\s*(?:(?P<name>{_NAME})[:>]|\((?P<bracketed>{_NAME})\):?)\s+(?=\S)")
"""A name with a capital and a colon or an arrow behind it, or in brackets."""
_STOP = r"(?:\)?:|\)|\\?>|&gt;)"
"""What stands behind such a name, as the source writes it."""
_MOSTLY = 0.8
"""The share of questions or answers that stand behind a name, from which these are no part of what is said."""
_SIGNED = re.compile(
    r"[.!?][\"'”’)]*\s+(?:[-–—~]+\s*)?(?P<name>[^\W\d_a-z][\w.'’-]{0,24}(?:\s[^\W\d_a-z][\w.'’-]{0,24}){0,2})$"
)
"""A name behind the last sentence."""
_SAID = frozenset({"yes", "no", "note", "example", "answer", "question"})
"""What is said or labelled so, and by nobody."""
_MARKUP = r"(?:[*_]|<[^<>]{0,80}>){0,6}"
"""Emphasis or tags beside a name, as the source writes them."""


def without_speakers(statements: Sequence[Statement], source: str) -> tuple[Statement, ...]:
    """The statements of a source without who asks and who answers, where one name stands before nearly all answers."""
    answers = [each for each in statements if each.context]
    tellers = Counter(filter(None, (_speaker(each.words) for each in answers)))
    teller, times = next(iter(tellers.most_common(1)), ("", 0))
    if times < AMONG or times < _MOSTLY * len(answers):
        return tuple(statements)
    asked = sum(bool(_speaker(each.context)) for each in answers) >= _MOSTLY * len(answers)
    named = re.compile(rf"\s*{_MARKUP}\(?{re.escape(teller)}{_MARKUP}{_STOP}{_MARKUP}\s*")
    return tuple(_bare(each, named, source, asked=asked) for each in statements)


def without_signatures(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Statements without the name below what they say, where one name stands below nearly all answers."""
    answers = [each for each in statements if each.context]
    names = Counter(found["name"] for each in answers if (found := _SIGNED.search(each.words)) is not None)
    name, times = next(iter(names.most_common(1)), ("", 0))
    if times <= AMONG or times < _MOSTLY * len(answers):
        return tuple(statements)
    return tuple(_unsigned(each, name) for each in statements)


def _unsigned(statement: Statement, name: str) -> Statement:
    found = _SIGNED.search(statement.words) if statement.context else None
    if found is None or found["name"] != name:
        return statement
    return replace(statement, words=statement.words[: found.start("name")].rstrip(" -–—~"))


def _speaker(text: str) -> str:
    found = _SPEAKER.match(text)
    name = (found["name"] or found["bracketed"]) if found is not None else ""
    return name if name.casefold() not in _SAID else ""


def _bare(statement: Statement, named: re.Pattern[str], source: str, *, asked: bool) -> Statement:
    lead = named.match(statement.words) if statement.context else None
    context = _SPEAKER.sub("", statement.context, count=1) if asked else statement.context
    if lead is None:
        return replace(statement, context=context)
    printed = named.match(source, statement.answers_at) if statement.answers_at is not None else None
    begins = printed.end() if printed is not None else statement.answers_at
    return replace(statement, words=statement.words[lead.end() :], context=context, answers_at=begins)
