"""How a sheet of questions asks: its document comes in, what tells questions and answers throughout goes out.

Which levels of headings ask, whether answers have marks, which columns of a table hold what: all of it is known before
the first question is read. A line that only leads elsewhere in the sheet, as those of its contents, is no part of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from kb.effective import names_only_a_day
from kb.model import Block, BlockKind, Document, Heading, PieceKind, Pieces, current_of, walk_blocks
from kb.spelling import SMALL_WORDS
from kb.statements.faq_marks import (
    AMONG,
    ASKED,
    ASKS,
    ASKS_FIRST,
    Lead,
    asks_in_bold,
    find_mark,
    find_question_lead,
    is_answered,
    is_bold,
    is_marked,
    lines_of,
    marks_questions,
    only_leads,
    part_inline,
    part_questions,
    place_at,
)
from kb.statements.splitting import html_items, row_cells
from kb.text import WORD, has_words, word_forms

_QUESTIONS = frozenset({"q", "question", "questions"})
_ANSWERS = frozenset({"a", "answer", "answers", "reply", "ruling"})
_OPENS = frozenset({
    "are", "can", "could", "did", "do", "does", "has", "have", "how", "if", "is", "may", "might", "must", "shall",
    "should", "was", "were", "what", "when", "where", "whether", "which", "who", "whom", "whose", "why", "will",
    "would",
})  # fmt: skip
"""Words that questions begin with; among headings that ask, one that begins so asks without its mark."""
_VERBS = frozenset({
    "are", "can", "could", "did", "do", "does", "has", "have", "is", "may", "might", "must", "shall", "should", "was",
    "were", "will", "would",
})  # fmt: skip
_SUBJECTS = frozenset({
    "a", "an", "he", "his", "i", "it", "its", "my", "one", "our", "she", "that", "the", "their", "they", "this", "we",
    "you", "your",
})  # fmt: skip
"""Words that a subject begins with: in a question the verb stands before it (`When a bell rings` is a name)."""
_COUNTED = re.compile(r"\s*[(\[]?\d+[a-z]?[.)\]]\s")
_NUMBERING = re.compile(r"\W*(?:\d+\W+)?")
_ASKING = 4
"""So many words are no name; fewer are none where one of them has no capital, as names have it (`When Bells Ring`)."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its question, what is answered, and where in the source this begins; no question if it asks
    none."""

    pieces: Pieces = field(repr=False)
    question: str = ""
    answer: str = ""
    begins: int = 0
    days: tuple[str, ...] = ()
    """What cells of its own say of when it was asked or answered."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a sheet asks, throughout."""

    levels: frozenset[int]
    """The levels of headings on which questions stand."""
    bold: bool
    """Whether questions stand in bold."""
    led: Lead | None
    """How questions stand out that the answer follows in one paragraph; None where none does."""
    marked: bool
    """Whether questions are told by a mark, a heading or bold type."""
    answered: bool
    """Whether any answer has a mark."""
    unsaid: bool
    """Whether no question has a mark of any kind, its own sign at its end neither."""
    inline: bool
    """Whether the answer stands behind its question, in the paragraph that the mark of the question begins."""
    defined: frozenset[int] = field(repr=False)
    """The clauses that are terms of a list of definitions whose terms ask."""
    told: frozenset[int] = field(repr=False)
    """The clauses of what such a list tells of its terms."""
    counted: bool
    """Whether questions without any mark are counted: they are items of a numbered list, or begin with a number."""
    items: frozenset[int] = field(repr=False)
    """Where in the source the first paragraphs of the items of numbered lists begin."""
    contents: frozenset[int] = field(repr=False)
    """The clauses that only lead to a place of the sheet."""
    heads: frozenset[int] = field(repr=False)
    """The heads of tables of questions and answers."""
    columns: dict[int, tuple[int, int]] = field(repr=False)
    """Of each row below a head that names them the columns of its question and its answer."""

    def asks(self, heading: Heading, pieces: Pieces) -> bool:
        """Whether a heading is a question; `pieces` are its own."""
        if ASKS.search(heading.text) or is_marked(pieces):
            return True
        if heading.level not in self.levels:
            return False
        return ASKS_FIRST.search(heading.text) is not None or _opens_a_question(heading.text)

    def asks_bare(self, line: Pieces) -> bool:
        """Whether a line without any mark is a question: where questions are counted one with a number is, for an
        answer may ask too (`Never. Why would it?`)."""
        asking = not self.marked and ASKS.search(current_of(line)) is not None
        return asking and (not self.counted or _is_counted(line, self.items))

    def asks_unsaid(self, pieces: Pieces) -> bool:
        """Whether a paragraph in bold among questions in bold is one without its mark."""
        opens = _opens_a_question if self.unsaid else _inverts
        return self.bold and is_bold(pieces) and opens(current_of(pieces))

    def row(self, block: Block, pieces: Pieces) -> Row | None:
        """What a row asks and answers, below a head that names its columns, or in two cells the first of which asks."""
        return _read_row(pieces, row_cells(pieces), self.columns.get(block.clause or 0))


def tagged_rows(tag: str, pieces: Pieces, source: str) -> tuple[Row, ...]:
    """The rows of a table in HTML, with its head, or the terms of a list of definitions with what is told of them, that
    ask and answer; none where none does."""
    if tag == "dl":
        return _defined_rows(pieces, source)
    return _table_rows(pieces) if tag == "table" else ()


def _defined_rows(pieces: Pieces, source: str) -> tuple[Row, ...]:
    found: list[tuple[Pieces, Pieces]] = []
    for tag, own in html_items(pieces, source):
        if tag == "dd" and found:
            asked, told = found.pop()
            found.append((asked, told + own))
        else:
            found.append((own, ()))
    rows = [(asked, told) for asked, told in found if has_words(current_of(asked + told))]
    if not any(ASKS.search(current_of(asked)) for asked, _ in rows):
        return ()
    return tuple(_row(asked, told) for asked, told in rows)


def _row(asked: Pieces, told: Pieces) -> Row:
    blanks = len(current_of(told)) - len(current_of(told).lstrip())
    return Row(asked + told, _told(asked), _told(told), place_at(told, blanks) if told else 0)


def _table_rows(pieces: Pieces) -> tuple[Row, ...]:
    starts = [at for at, piece in enumerate(pieces) if piece.kind is PieceKind.TAG and piece.tag == "tr"]
    parts = [pieces[start:end] for start, end in pairwise([0, *starts, len(pieces)])]
    before, *rows = [parts[0], *(part for part in parts[1:] if has_words(current_of(part)))]
    at = _named(row_cells(rows[0])) if rows else None
    told, asking = (rows[:1], rows[1:]) if at else ([], rows)
    found = [_read_row(row, row_cells(row), at) or Row(row) for row in asking]
    if not any(row.question for row in found):
        return ()
    return (*(Row(part) for part in (before, *told) if has_words(current_of(part))), *found)


def _read_row(pieces: Pieces, cells: list[Pieces], at: tuple[int, int] | None) -> Row | None:
    """What a row asks and answers in the columns `at`, or else in two cells. What stands before the question is what
    it is about, unless it is a number."""
    if at is None:
        if len(cells) != 2 or not ASKS.search(current_of(cells[0])):
            return None
        at = 0, 1
    asked, answered = at
    if answered >= len(cells) or not has_words(current_of(cells[asked])):
        return None
    days = [cell for at, cell in enumerate(cells) if at not in {asked, answered} and names_only_a_day(_told(cell))]
    about = [_told(cell) for cell in cells[:asked] if any(map(str.isalpha, current_of(cell))) and cell not in days]
    behind = [_told(cell) for cell in cells[answered:] if has_words(current_of(cell)) and cell not in days]
    own = next((cell for cell in cells[answered:] if has_words(current_of(cell))), cells[answered])
    blanks = len(current_of(own)) - len(current_of(own).lstrip())
    question, answer = ": ".join([*about, _told(cells[asked])]), " | ".join(behind)
    return Row(pieces, question, answer, place_at(own, blanks), tuple(map(_told, days)))


def find_leaves(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks that hold text, in order."""
    for block in blocks:
        if block.clause is not None:
            yield block
        if block.kind is not BlockKind.TABLE or block.clause is None:
            yield from find_leaves(block.children)


def find_form(document: Document, headings: tuple[Heading, ...], leaves: tuple[Block, ...]) -> Form:
    """How a sheet asks; `leaves` are its blocks that hold text."""
    every = [clause.pieces for clause in document.clauses]
    items = frozenset(_items(document))
    levels = frozenset(each.level for each in headings if ASKS.search(each.text) or is_marked(every[each.clause]))
    unsaid = not any(ASKS.search(current_of(line)) for pieces in every for line in lines_of(pieces))
    unsaid = unsaid and not any(find_mark(ASKED, pieces) for pieces in every)
    if unsaid:
        levels |= _levels_unsaid(headings)
    return Form(
        levels=levels,
        bold=asks_in_bold(document) or (unsaid and not levels and _bold_unsaid(every)),
        led=find_question_lead(document),
        marked=marks_questions(document),
        answered=any(map(is_answered, every)),
        unsaid=unsaid,
        inline=_answers_behind(document),
        defined=frozenset(_defined(document, "dt")),
        told=frozenset(_defined(document, "dd")),
        counted=_most_are_counted(every, items),
        items=items,
        contents=frozenset(_contents(document, leaves)),
        heads=frozenset(_heads(document)),
        columns=dict(_columns(document)),
    )


def _levels_unsaid(headings: tuple[Heading, ...]) -> frozenset[int]:
    """The levels of several headings that all begin as questions do: in a sheet that writes no question marks."""
    levels = {each.level for each in headings}
    asking = {level: [_opens_a_question(each.text) for each in headings if each.level == level] for level in levels}
    return frozenset(level for level, found in asking.items() if len(found) >= AMONG and all(found))


def _bold_unsaid(every: list[Pieces]) -> bool:
    """Whether the paragraphs in bold are several, and begin as questions do."""
    bold = [_opens_a_question(current_of(pieces)) for pieces in every if is_bold(pieces)]
    return len(bold) >= AMONG and all(bold)


def _answers_behind(document: Document) -> bool:
    """Whether all paragraphs that begin with the mark of a question go on behind it, no answer has a mark, and behind
    half of them nothing stands but the next."""
    every = [clause.pieces for clause in document.clauses]
    asking = [at for at, pieces in enumerate(every) if find_mark(ASKED, pieces)]
    if len(asking) < AMONG or any(map(is_answered, every)):
        return False
    parts = {each.clause for each in document.headings} | {len(every), *asking}
    direct = sum(at + 1 in parts for at in asking)
    return 2 * direct >= len(asking) and all(part_inline(every[at])[1] for at in asking)


def _is_counted(line: Pieces, items: frozenset[int]) -> bool:
    """Whether a line begins with a number, or is the first of an item of a numbered list (`items` begin there)."""
    return line[0].span.start in items or _COUNTED.match(current_of(line)) is not None


def _most_are_counted(every: list[Pieces], items: frozenset[int]) -> bool:
    """Whether of the lines that ask several, and no fewer than of others, are counted."""
    asking = [line for pieces in every for line in part_questions(pieces) if ASKS.search(current_of(line))]
    counted = sum(_is_counted(line, items) for line in asking)
    return counted >= AMONG and 2 * counted >= len(asking)


def _opens_a_question(text: str) -> bool:
    """Whether a heading begins as questions do, and is no name."""
    numbering = _NUMBERING.match(text)
    first, *others = WORD.findall(text[numbering.end() if numbering else 0 :]) or [""]
    plain = (word.islower() and word not in SMALL_WORDS for word in others)
    return first.casefold() in _OPENS and (len(others) >= _ASKING - 1 or any(plain))


def _inverts(text: str) -> bool:
    """Whether words ask by their order: the verb stands before its subject (`How many jars does a hive fill`)."""
    numbering = _NUMBERING.match(text)
    first, *others = [word.casefold() for word in WORD.findall(text[numbering.end() if numbering else 0 :])] or [""]
    if first in _VERBS:
        return bool(others)
    at = next((number for number, word in enumerate(others) if word in _VERBS), len(others))
    asks = first in _OPENS and first not in {"if", "whether"}
    return asks and at < len(others) - 1 and not _SUBJECTS.intersection(others[:at])


def _told(pieces: Pieces) -> str:
    return " ".join(current_of(pieces).split())


def _defined(document: Document, tag: str) -> Iterator[int]:
    """The terms (`dt`) of lists of definitions in which one asks, or what is told of them (`dd`)."""
    for block in walk_blocks(document.blocks):
        terms = [leaf.clause for child in block.children if child.tag == "dt" for leaf in child.children]
        if any(ASKS.search(current_of(document.clauses[each].pieces)) for each in terms if each is not None):
            own = tuple(child for child in block.children if child.tag == tag)
            yield from (leaf.clause for leaf in find_leaves(own) if leaf.clause is not None)


def _items(document: Document) -> Iterator[int]:
    """Where the first paragraphs of items of numbered lists begin."""
    for block in walk_blocks(document.blocks):
        for item in block.children if block.kind is BlockKind.LIST and block.ordered else ():
            first = item.children[0].clause if item.children else item.clause
            if first is not None:
                yield document.clauses[first].pieces[0].span.start


def _contents(document: Document, leaves: tuple[Block, ...]) -> Iterator[int]:
    """What is nothing but links within the sheet; a question that is such a link and stands between other words leads
    back to where it is listed."""
    headings = {heading.clause for heading in document.headings}
    own = [(block.clause, document.clauses[block.clause].pieces) for block in leaves if block.clause is not None]
    leads = [clause not in headings and only_leads(pieces) for clause, pieces in own]
    for at, (clause, pieces) in enumerate(own):
        beside = leads[max(at - 1, 0) : at] + leads[at + 1 : at + 2]
        parted = not any(beside) and at + 1 < len(own) and own[at + 1][0] not in headings
        if leads[at] and not (parted and ASKS.search(current_of(pieces))):
            yield clause


def _heads(document: Document) -> Iterator[int]:
    """The heads of tables that name such columns, or of whose rows the first cell asks."""
    for block in walk_blocks(document.blocks):
        if block.kind is BlockKind.ROW and block.head and block.clause is not None:
            cells = row_cells(document.clauses[block.clause].pieces)
            if _named(cells) or "".join(word_forms(current_of(cells[0]))) in _QUESTIONS:
                yield block.clause
        elif block.kind is BlockKind.TABLE and block.children and block.children[0].head:
            head, *rows = [document.clauses[row.clause].pieces for row in block.children if row.clause is not None]
            if rows and len(row_cells(head)) == AMONG and all(_read_row(row, row_cells(row), None) for row in rows):
                yield from filter(None, (block.children[0].clause,))


def _columns(document: Document) -> Iterator[tuple[int, tuple[int, int]]]:
    """The rows of tables whose head names a column of questions and, behind it, one of answers."""
    for block in walk_blocks(document.blocks):
        at: tuple[int, int] | None = None
        for row in block.children if block.kind is BlockKind.TABLE else ():
            if row.clause is None:
                continue
            cells = row_cells(document.clauses[row.clause].pieces)
            if row.head:
                at = _named(cells)
            elif at is not None:
                yield row.clause, at


def _named(cells: list[Pieces]) -> tuple[int, int] | None:
    forms = [set(word_forms(current_of(cell))) for cell in cells]
    asked = next((at for at, each in enumerate(forms) if each & _QUESTIONS), None)
    answered = next((at for at, each in enumerate(forms) if each & _ANSWERS and at != asked), None)
    return (asked, answered) if asked is not None and answered is not None and asked < answered else None
