"""How a sheet of questions asks: its document comes in, what tells questions and answers throughout goes out.

Which levels of headings ask, whether answers have marks, which columns of a table hold what: all of it is known before
the first question is read. A line that only leads elsewhere in the sheet, as those of its contents, is no part of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from kb.model import Block, BlockKind, Document, Heading, PieceKind, Pieces, SectionId, current_of, walk_blocks
from kb.plain_lines.bare import LONGEST, is_capitals, is_titled
from kb.spelling import SMALL_WORDS
from kb.statements.faq_marks import (
    AMONG,
    ASKS,
    ASKS_FIRST,
    ENDS,
    Lead,
    find_question_lead,
    is_answered,
    is_bold_question,
    is_marked,
    marks_questions,
    only_leads,
    part_questions,
    place_at,
)
from kb.statements.outline import tagged_headings
from kb.statements.splitting import html_items, row_cells
from kb.text import MARKED_CLOSERS, WORD, has_words, word_forms

_QUESTIONS = frozenset({"q", "question", "questions"})
_ANSWERS = frozenset({"a", "answer", "answers", "reply", "ruling"})
_OPENS = frozenset({
    "are", "can", "could", "did", "do", "does", "has", "have", "how", "if", "is", "may", "might", "must", "shall",
    "should", "was", "were", "what", "when", "where", "whether", "which", "who", "whom", "whose", "why", "will",
    "would",
})  # fmt: skip
"""Words that questions begin with; among headings that ask, one that begins so asks without its mark."""
_COUNTED = re.compile(r"\s*[(\[]?\d+[a-z]?[.)\]]\s")
_NUMBERING = re.compile(r"\W*(?:\d+\W+)?")
_SENTENCE = re.compile(rf"[.!?]{MARKED_CLOSERS}\s*$")
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
    defined: frozenset[int] = field(repr=False)
    """The clauses that are terms of a list of definitions whose terms ask."""
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
    about = [_told(cell) for cell in cells[:asked] if any(map(str.isalpha, current_of(cell)))]
    behind = [_told(cell) for cell in cells[answered:] if has_words(current_of(cell))]
    own = next((cell for cell in cells[answered:] if has_words(current_of(cell))), cells[answered])
    blanks = len(current_of(own)) - len(current_of(own).lstrip())
    return Row(pieces, ": ".join([*about, _told(cells[asked])]), " | ".join(behind), place_at(own, blanks))


def find_leaves(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks that hold text, in order."""
    for block in blocks:
        if block.clause is not None:
            yield block
        if block.kind is not BlockKind.TABLE or block.clause is None:
            yield from find_leaves(block.children)


def sheet_headings(document: Document) -> tuple[Heading, ...]:
    """The headings of a sheet: also those in HTML, where Markdown has none but the title; and where there are none of
    these, lines in capitals, or written as titles, between an answer and a question."""
    own = document.headings
    if any(heading.level > 1 for heading in own) or len(own) > 1:
        return own
    return (*own, *(tagged_headings(document) or _bare_headings(document)))


def _bare_headings(document: Document) -> list[Heading]:
    """Lines that stand alone right before a question with a mark, where answers have marks too: those in capitals; and
    those written as titles where one stands before the first question too, and none twice, as names below mails do."""
    every = [clause.pieces for clause in document.clauses]
    if not any(is_answered(pieces) for pieces in every):
        return []
    first = next((at for at, pieces in enumerate(every) if is_marked(pieces)), 0)
    own = {heading.clause for heading in document.headings}
    found: list[Heading] = []
    titled: list[Heading] = []
    for at, (clause, following) in enumerate(pairwise(document.clauses)):
        text = " ".join(clause.told.split())
        alone = at not in own and len(text) <= LONGEST and not ENDS.search(text)
        if alone and is_marked(following.pieces) and not (is_marked(clause.pieces) or is_answered(clause.pieces)):
            heading = Heading(2, SectionId(""), text, clause.span, at)
            if is_capitals(text):
                found.append(heading)
            elif is_titled(text) and (at < first or _SENTENCE.search(document.clauses[at - 1].told)):
                titled.append(heading)
    if len({heading.text for heading in titled}) == len(titled) > 1 and titled[0].clause < first:
        found += titled
    return sorted(found, key=lambda heading: heading.clause)


def find_form(document: Document, headings: tuple[Heading, ...], leaves: tuple[Block, ...]) -> Form:
    """How a sheet asks; `leaves` are its blocks that hold text."""
    every = [clause.pieces for clause in document.clauses]
    items = frozenset(_items(document))
    return Form(
        levels=frozenset(each.level for each in headings if ASKS.search(each.text) or is_marked(every[each.clause])),
        bold=any(is_bold_question(pieces, current_of(pieces)) for pieces in every),
        led=find_question_lead(document),
        marked=marks_questions(document),
        answered=any(map(is_answered, every)),
        defined=frozenset(_defined(document)),
        counted=_most_are_counted(every, items),
        items=items,
        contents=frozenset(_contents(document, leaves)),
        heads=frozenset(_heads(document)),
        columns=dict(_columns(document)),
    )


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


def _told(pieces: Pieces) -> str:
    return " ".join(current_of(pieces).split())


def _defined(document: Document) -> Iterator[int]:
    """The terms of lists of definitions in which one asks."""
    for block in walk_blocks(document.blocks):
        terms = [leaf for child in block.children if child.tag == "dt" for leaf in child.children]
        clauses = [leaf.clause for leaf in terms if leaf.clause is not None]
        if any(ASKS.search(current_of(document.clauses[each].pieces)) for each in clauses):
            yield from clauses


def _items(document: Document) -> Iterator[int]:
    """Where the first paragraphs of items of numbered lists begin."""
    for block in walk_blocks(document.blocks):
        for item in block.children if block.kind is BlockKind.LIST and block.ordered else ():
            first = item.children[0].clause if item.children else item.clause
            if first is not None:
                yield document.clauses[first].pieces[0].span.start


def _contents(document: Document, leaves: tuple[Block, ...]) -> Iterator[int]:
    """What is nothing but links within the sheet."""
    headings = {heading.clause for heading in document.headings}
    for block in leaves:
        assert block.clause is not None
        if block.clause not in headings and only_leads(document.clauses[block.clause].pieces):
            yield block.clause


def _heads(document: Document) -> Iterator[int]:
    """The heads of tables that name such columns, or of whose rows the first cell asks."""
    for block in walk_blocks(document.blocks):
        if block.kind is BlockKind.ROW and block.head and block.clause is not None:
            cells = row_cells(document.clauses[block.clause].pieces)
            if _named(cells) or "".join(word_forms(current_of(cells[0]))) in _QUESTIONS:
                yield block.clause


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
