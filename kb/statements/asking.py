"""Questions among rulings: statements of a rulings file come in; a question and its answer go out as one of them.

A file may put its rulings as answers: `Q:` and `A:` in one paragraph or item, or one below the other, or questions in
bold, several of them, each above its answer. The ruling is the answer, its context the question; one that says little
without its question is both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.model import Pieces, current_of
from kb.statements.faq_marks import ANSWERED, ASKED, Mark, find_mark, is_bold_question, lines_of, told_at_once
from kb.statements.leads import bold_end, cut_mark
from kb.statements.reading import ReadStatement
from kb.text import Span, has_words, word_forms
from kb.wording import read_wording

_SHORT = 5
"""An answer with fewer words says little without its question."""
_SAYS_WHETHER = frozenset({"yes", "no", "maybe", "correct", "right", "neither", "both"})


def join_answers(statements: Sequence[ReadStatement]) -> Iterator[ReadStatement]:
    """The statements with each question joined to the answer that follows it under the same heading; a question that
    none follows stays one of its own."""
    waiting: ReadStatement | None = None
    bold = sum(map(_asks_in_bold, statements)) > 1
    for each in statements:
        in_bold = bold and _asks_in_bold(each)
        if waiting is not None and waiting.statement.path == each.statement.path:
            answer = _mark(ANSWERED, each)
            if answer is not None or (bold and _asks_in_bold(waiting) and not in_bold):
                yield _joined(waiting, each, answer.end if answer is not None else 0)
                waiting = None
                continue
        if waiting is not None:
            yield waiting
        asked = _mark(ASKED, each)
        waiting = each if asked is not None or in_bold else None
        if asked is not None and (whole := _at_once(each, asked)) is not None:
            yield whole
            waiting = None
        elif waiting is None:
            yield each
    if waiting is not None:
        yield waiting


def _asks_in_bold(read: ReadStatement) -> bool:
    """Whether a statement is nothing but a question in bold."""
    pieces = read.statement.pieces
    return is_bold_question(pieces, current_of(pieces)) and bold_end(pieces) == len(pieces)


def _mark(pattern: str, read: ReadStatement) -> Mark | None:
    pieces = read.statement.pieces
    found = find_mark(pattern, pieces)
    if found is None and pattern is ASKED:
        new, marked = cut_mark(pieces)
        end = len(pieces) - len(marked) if new else bold_end(pieces)
        behind = find_mark(pattern, pieces[end:]) if end else None
        name = "" if new else current_of(pieces[:end]).strip(" *@#:.[]()")
        if behind is not None and has_words(current_of(pieces[:end])) and not behind.number:
            number = f"{name}:" if has_words(name) else ""
            found = replace(behind, end=len(current_of(pieces[:end])) + behind.end, number=number)
    return found if found is not None and not found.weak else None


def _at_once(read: ReadStatement, asked: Mark) -> ReadStatement | None:
    """A question with its answer in one statement: behind it, or on a line of its own."""
    question, answer = told_at_once(current_of(read.statement.pieces)[asked.end :])
    if answer:
        return _answering(read, question, answer, asked.number)
    pieces: Pieces = ()
    for line in lines_of(read.statement.pieces):
        mark = find_mark(ANSWERED, line) if pieces else None
        if mark is not None and not mark.weak:
            behind = read.statement.pieces[len(pieces) :]
            return _answering(read, current_of(pieces)[asked.end :], current_of(behind)[mark.end :], asked.number)
        pieces += line
    return None


def _joined(question: ReadStatement, answer: ReadStatement, behind_mark: int) -> ReadStatement:
    first, last = question.statement, answer.statement
    asked = _mark(ASKED, question)
    statement = replace(
        last,
        span=Span(first.span.start, last.span.end),
        pieces=(*first.pieces, *last.pieces),
        text=f"{first.text} {last.text}",
        marks=tuple(dict.fromkeys((*first.marks, *last.marks))),
        effective=last.effective or first.effective,
        answers_at=last.span.start,
    )
    whole = ReadStatement(statement, (*question.dates, *answer.dates), question.count)
    behind = asked.end if asked is not None else 0
    number = asked.number if asked is not None else ""
    return _answering(whole, current_of(first.pieces)[behind:], current_of(last.pieces)[behind_mark:], number)


def _answering(read: ReadStatement, question: str, answer: str, number: str) -> ReadStatement:
    """A statement that says what an answer does; `number` is that of the rule it is about, which stays before it."""
    put, wording = read_wording(question), read_wording(answer)
    asked = put.words if put.marks else " ".join(question.split())
    forms = word_forms(wording.words)
    little = len(forms) < _SHORT or forms[0] in _SAYS_WHETHER
    told = f"{asked} {wording.words}".strip() if little else wording.words
    words = f"{number} {told}".strip()
    if not has_words(wording.words):
        return read
    statement = replace(
        read.statement,
        words=words,
        marks=tuple(dict.fromkeys((*read.statement.marks, *wording.marks))),
        label=wording.label,
        context=asked,
    )
    return replace(read, statement=statement)
