"""Rulings with letters or numbers before them: statements of a rulings file come in, and go out without them.

`(a)`, `b)` or `3.` counts the rulings on a term where it begins with the first and runs on, each a sentence of its own.
The next version counts otherwise: it is none of the words. Items of a list within a ruling keep theirs. So it is with
numbers that go on from those of the section and the term (`2.1.3` below `2.1 Lamps` below `2. Rulings by Term`); others
are those of a book's rules, which the rulings are on.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from kb.model import PieceKind, Pieces, text_of
from kb.statements.reading import ReadStatement, part_signs
from kb.text import CLOSERS
from kb.wording import read_wording

_COUNTED = re.compile(r"(?:\((?P<inside>[a-z]|\d{1,2})\)|(?P<before>[a-z]|\d{1,2})[.)])\s+(?=\S)")
_NEAR = 6
"""So many pieces beside a line end show whether a sentence ends there and what begins."""
_BEGINS = re.compile(r"[\"'“‘(\[]*[^\W_a-z]")
_ENDS = re.compile(rf"[.!?]{CLOSERS}$")


def split_counted(pieces: Pieces, before: Sequence[ReadStatement]) -> list[Pieces]:
    """A paragraph cut before each line that the next letter or number begins, where the first begins the paragraph;
    `before` are the statements that stand before it."""
    found: list[Pieces] = []
    leads_over = before and before[-1].statement.words.rstrip().endswith(":")
    if leads_over or _begins(text_of(pieces[:_NEAR])) != 1:
        return [pieces]
    start = 0
    for at, piece in enumerate(pieces):
        if piece.kind not in {PieceKind.SPACE, PieceKind.BREAK}:
            continue
        ended = _ENDS.search(text_of(pieces[max(start, at - _NEAR) : at]))
        if ended and _begins(text_of(pieces[at + 1 : at + 1 + _NEAR])) == len(found) + 2:
            found.append(pieces[start:at])
            start = at + 1
    return [*found, pieces[start:]]


def drop_numbers(statements: Sequence[ReadStatement], signs: Collection[str]) -> Iterator[ReadStatement]:
    """The statements, those of a counted run without what counts them; `signs` are marks besides the usual ones, which
    may stand behind it."""
    statements = _drop_own(statements, signs)
    at = 0
    while at < len(statements):
        before = statements[at - 1] if at else None
        run = _run(statements, at) if before is None or not _introduces(before, statements[at]) else 0
        for each in statements[at : at + run]:
            yield _bare(each, _COUNTED, signs)
        if not run:
            yield statements[at]
        at += run or 1


def _drop_own(statements: Sequence[ReadStatement], signs: Collection[str]) -> Sequence[ReadStatement]:
    """The statements without numbers that go on from those of the headings above them, place by place; one alone is
    no count, unless it is the first."""
    found: list[ReadStatement] = []
    for _, group in groupby(statements, key=_place):
        here = list(group)
        counted = re.compile(rf"{re.escape(here[0].count)}\.(?P<number>\d{{1,3}})[.):]?\s+(?=\S)")
        matches = [counted.match(each.statement.words) if here[0].count else None for each in here]
        numbers = [int(match["number"]) for match in matches if match is not None]
        rises = all(one < other for one, other in pairwise(numbers)) and (len(numbers) > 1 or numbers == [1])
        found += [
            _bare(each, counted, signs) if rises and match else each for each, match in zip(here, matches, strict=True)
        ]
    return found


def _run(statements: Sequence[ReadStatement], start: int) -> int:
    """How many statements from one on are counted; none where it is one alone."""
    place = _place(statements[start])
    count = 0
    for each in statements[start:]:
        if _place(each) != place or _counts(each.statement.words) != count + 1:
            break
        count += 1
    return count if count > 1 else 0


def _counts(words: str) -> int:
    """Which of a run a ruling is by what stands before it, 1 for the first; 0 for none."""
    return _begins(words) if _ENDS.search(words) else 0


def _begins(words: str) -> int:
    counted = _COUNTED.match(words)
    if counted is None:
        return 0
    sign = counted["inside"] or counted["before"]
    behind = words[counted.end() :]
    sentence = _BEGINS.match(behind) or not behind[0].isalnum()
    return (int(sign) if sign.isdecimal() else ord(sign) - ord("a") + 1) if sentence else 0


def _place(read: ReadStatement) -> tuple[object, ...]:
    return read.statement.section, read.statement.path, read.statement.term


def _introduces(before: ReadStatement, first: ReadStatement) -> bool:
    """Whether a statement leads over to a list: what counts its items is of it."""
    return _place(before) == _place(first) and before.statement.words.rstrip().endswith(":")


def _bare(read: ReadStatement, counted: re.Pattern[str], signs: Collection[str]) -> ReadStatement:
    statement = read.statement
    marks, words = part_signs(counted.sub("", statement.words, count=1), signs)
    wording = read_wording(words)
    told = replace(
        statement,
        words=wording.words,
        marks=tuple(dict.fromkeys((*statement.marks, *marks, *wording.marks))),
        label=statement.label or wording.label,
    )
    return replace(read, statement=told)
