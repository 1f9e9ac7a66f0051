"""An answer that says yes, a number or who or when, where another said no, another number or another, to the same
question; a yes for a case, or with a limit, differs from a no for all of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.audit._comparing import shorten
from kb.claims import (
    FEW,
    LEAST,
    Asks,
    Said,
    are_rivals,
    content,
    plain_question,
    read_answer,
    read_asked,
    read_counted,
    read_ruled,
)
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import names_only_a_day
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.lexicon import term_key
from kb.model import Statement
from kb.sentences import find_sentences
from kb.sheets import Sheet
from kb.text import word_forms

DIFFER = Code(
    "KB536",
    "answers-differ",
    Severity.SUGGESTION,
    "Sheets of answers have no versions, so an answer that was changed stands beside the one it was given instead of.",
)
CODES = (DIFFER,)
_LOOSE = frozenset(
    word_forms(
        "a an the i we you he she it they his her its their one may can could might must do does is are also too ever "
        "then"
    )
)
"""Words of a question that may be others while it asks the same."""
_EXCEPTS = frozenset(word_forms("unless except if when until only but however though otherwise still yet"))
"""Words with which a no allows something after all."""
_POINTS = frozenset(word_forms("this that these those it they them he she there here such so then"))
"""Words with which a question speaks of what stands elsewhere."""
_OWNS = re.compile(
    r"\b(?:this|it)\s+(?:answer\s+|ruling\s+)?(?:supersedes|replaces|overrides|reverses|corrects)\s+"
    r"(?:(?:my|our|the|an|any|all)\s+)?(?:\w+\s+)?(?:answers?|rulings?|columns?)\b",
    re.IGNORECASE,
)
"""What an answer says of the one that it is given instead of: `This supersedes the answer of 3 May.`"""
Key = tuple[tuple[str, ...], bool]


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer to a question: whether it says no, or a number, or the words of who or when, and whether for a case of
    its own."""

    sheet: Sheet = field(repr=False)
    statement: Statement
    verdict: bool | str | tuple[str, ...]
    partly: bool = False

    def differs(self, other: "_Answer") -> bool:
        """Whether it says otherwise than another one: a yes for a case is no other yes, nor a no for another case."""
        if isinstance(self.verdict, tuple) and isinstance(other.verdict, tuple):
            return are_rivals(self.verdict, other.verdict, frozenset())
        if not (self.partly or other.partly):
            return self.verdict != other.verdict
        flat = other if self.partly else self
        return not flat.partly and flat.verdict is True and _EXCEPTS.isdisjoint(word_forms(flat.statement.words))

    def may_be_of(self, other: "_Answer") -> bool:
        """Whether it may be of the same thing: below another heading the same words may ask of another, where a sheet
        without headings, or with days alone, asks of no thing that its questions do not name."""
        terms = {"" if names_only_a_day(each.statement.term) else each.statement.term for each in (self, other)}
        return len(terms) == 1 or "" in terms


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each answer at its place, with the last one before it that said otherwise."""
    sheets = sorted(kb.sheets.values(), key=lambda sheet: (sheet.date, sheet.id))
    asked = group_pairs((key, answer) for sheet in sheets for key, answer in _read_answers(sheet))
    for answers in asked.values():
        for at, answer in enumerate(answers):
            before = next((each for each in reversed(answers[:at]) if answer.may_be_of(each)), None)
            if before is not None and before.differs(answer) and not _OWNS.search(answer.statement.words):
                yield _report(before, answer)


def _read_answers(sheet: Sheet) -> Iterator[tuple[Key, _Answer]]:
    """Its answers, each by what it is asked."""
    for statement in sheet.statements:
        question, reply = plain_question(statement.context), statement.words
        if len(content(question)) < _least(question):
            continue
        if (number := read_counted(question, reply)) is not None:
            yield (_key(question), False), _Answer(sheet, statement, number)
        elif (read := _read_verdict(question, reply)) is not None:
            said, partly = read
            yield (_key(question), said.duty), _Answer(sheet, statement, said.denies, partly)
        elif (asked := read_asked(question, reply)) is not None and asked.asks in {Asks.WHO, Asks.WHEN}:
            yield (_key(question), False), _Answer(sheet, statement, asked.told)


def _least(question: str) -> int:
    """Of how many things a question speaks at least: fewer are enough where it takes one sentence and points at
    nothing."""
    alone = len([*find_sentences(question)]) == 1 and _POINTS.isdisjoint(word_forms(question))
    return FEW if alone else LEAST


def _key(question: str) -> tuple[str, ...]:
    return tuple(term_key(word) for word in word_forms(question) if word not in _LOOSE)


def _read_verdict(question: str, reply: str) -> tuple[Said, bool] | None:
    """What an answer of yes or no says, and whether it is a yes for a case of its own or within a limit; None for a no
    for a case."""
    asked = read_answer(question, reply)
    ruled = read_ruled(question, reply) if asked is not None else None
    if asked is None or ruled is None or len(asked.things) < _least(question):
        return None
    said = ruled[0]
    limited = bool(said.limit) and not said.denies  # `No, only one` says no
    partly = limited or (said.conditions, said.turned) != (asked.conditions, asked.turned)
    return None if partly and said.denies else (said, partly)


def _report(before: _Answer, answer: _Answer) -> Diagnostic:
    source, older = answer.sheet.document.source, before.sheet.document.source
    message = "this says otherwise than another answer to the same question"
    told = f"is told `{shorten(before.statement.words)}` in {before.sheet.title}"
    hint = f"{older.path}:{older.line_of(before.statement.span.start)} {told}; say which one holds"
    return diagnose(DIFFER, source, answer.statement.span, message, hint)
