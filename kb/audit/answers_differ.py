"""An answer that says yes where another sheet said no to the same question."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from kb.audit._comparing import shorten
from kb.claims import LEAST, Said, read_answer, read_ruled
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.lexicon import term_key
from kb.model import Statement
from kb.sheets import Sheet
from kb.similarity import Words
from kb.text import word_forms

DIFFER = Code(
    "KB536",
    "answers-differ",
    Severity.SUGGESTION,
    "Sheets of answers have no versions, so an answer that was changed stands beside the one it was given instead of.",
)
CODES = (DIFFER,)
_LOOSE = frozenset(word_forms("a an the i we you he she it they one may can could might do does is are"))
"""Words of a question that may be others while it asks the same."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer of yes or no to a question, without a case or a limit of its own."""

    sheet: Sheet = field(repr=False)
    statement: Statement
    said: Said


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each answer at its place, with the last one before it that said otherwise. What is asked below another
    heading may be of another thing."""
    sheets = sorted(kb.sheets.values(), key=lambda sheet: (sheet.date, sheet.id))
    asked = group_pairs((key, answer) for sheet in sheets for key, answer in _read_answers(sheet))
    for answers in asked.values():
        for before, answer in pairwise(answers):
            if before.said.denies != answer.said.denies:
                yield _report(before, answer)


def _read_answers(sheet: Sheet) -> Iterator[tuple[tuple[Words, bool], _Answer]]:
    """Its answers, each by its heading and what it is asked."""
    for statement in sheet.statements:
        asked = read_answer(statement.context, statement.words) if statement.context else None
        ruled = read_ruled(statement.context, statement.words) if asked is not None else None
        if asked is None or ruled is None or len(asked.things) < LEAST:
            continue
        said = ruled[0]
        if not said.limit and (said.conditions, said.turned) == (asked.conditions, asked.turned):
            words = (word for word in word_forms(statement.context) if word not in _LOOSE)
            yield (tuple(map(term_key, (statement.term, *words))), said.duty), _Answer(sheet, statement, said)


def _report(before: _Answer, answer: _Answer) -> Diagnostic:
    source, older = answer.sheet.document.source, before.sheet.document.source
    message = "this says otherwise than another answer to the same question"
    told = f"is told `{shorten(before.statement.words)}` in {before.sheet.title}"
    hint = f"{older.path}:{older.line_of(before.statement.span.start)} {told}; say which one holds"
    return diagnose(DIFFER, source, answer.statement.span, message, hint)
