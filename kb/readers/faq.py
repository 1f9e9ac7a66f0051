"""FAQ reader: the document of a sheet of questions and answers comes in, its statements go out.

A pair is one statement: its words are the answer, its context the question. `Q:` and `A:` are told in any spelling
and emphasis, at the start of a line, and so is a letter that alone is emphasised; a question may also be a heading or
in bold, its answer below or behind it, a term of a list of definitions, or stand in a cell (`faq_forms`). In a sheet
without any of these, a line that ends in a question mark is one, or, in a digest of mails, what is quoted. What
follows an answer belongs to it until the next question or heading. No word is lost: what comes before is an aside.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import (
    Block,
    BlockKind,
    Document,
    Heading,
    Pieces,
    SectionKind,
    Statement,
    TermHeading,
    current_of,
)
from kb.readers._pairs import Pair, Pairs
from kb.sheets import Sheet
from kb.statements.cutting import CONTENTS, INTRODUCTION
from kb.statements.digest import ATTRIBUTION, Digest, read_digest
from kb.statements.faq_forms import Form, Row, find_form, find_leaves, tagged_rows
from kb.statements.faq_headings import sheet_headings
from kb.statements.faq_marks import (
    ANSWERED,
    ASKED,
    ASKS,
    MARK,
    Lead,
    Mark,
    find_mark,
    is_bold_question,
    is_emphasised_question,
    lines_of,
    part_inline,
    part_questions,
    place_at,
    question_start,
    told_behind,
)
from kb.statements.names import read_name
from kb.statements.reading import Place, clean_term, read_statement
from kb.statements.speaking import without_signatures, without_speakers
from kb.text import Span, has_words, word_forms

NOTHING_ASKED = Code(
    "KB507",
    "no-question-found",
    Severity.WARNING,
    "A sheet of questions in which none is recognised answers nothing: no search and no page has its answers.",
)
CODES = (NOTHING_ASKED,)

_SIGN = re.compile(rf"\s*(?P<mark>{MARK})\s*")


def read_faq(document: Document, *, name: str = "", title: str = "", date: str = "") -> Outcome[Sheet]:
    """The sheet that a document is; what the manifest does not give is read from its permalink and title."""
    reading = _read(document)
    pairs = reading.pairs
    pairs.tell_unanswered()
    named = read_name(document)
    sheet = Sheet(
        name or named.version,
        title or document.title or (reading.title.text if reading.title else "") or named.version,
        date or named.date,
        document,
        without_signatures(without_speakers(pairs.statements, document.source.text)),
        tuple(reading.terms),
        tuple(pairs.asides),
    )
    found = pairs.diagnostics if pairs.statements or not pairs.asides else [*pairs.diagnostics, _nothing_asked(sheet)]
    return Outcome(sheet, tuple(found))


def _read(document: Document) -> "_Reading":
    """A document, block by block; which blocks are headings, and how it asks, is known before the first is read."""
    leaves = tuple(find_leaves(document.blocks))
    mail = read_digest(document, leaves)
    named = sheet_headings(document, mail)
    headings = {heading.clause: heading for heading in named}
    form = find_form(document, named, leaves)
    reading = _Reading(document, Pairs(document), _title(document, named), form, mail)
    every = [document.clauses[block.clause or 0].pieces for block in leaves]
    for block, pieces, following in zip(leaves, every, [*every[1:], ()], strict=False):
        heading = headings.get(block.clause or 0)
        if heading is not None and not reading.mail.signed(heading) and not reading.answers(pieces):
            reading.heading(heading)
        else:
            reading.block(block, pieces, following)
    reading.close()
    return reading


def _nothing_asked(sheet: Sheet) -> Diagnostic:
    message = "no question was found, so no answer was read"
    hint = (
        "put `Q:` before questions and `A:` before answers, make each question a heading or a line in bold, "
        "or list errata below a heading that says so"
    )
    start = sheet.asides[0].span.start
    return diagnose(NOTHING_ASKED, sheet.document.source, Span(start, start), message, hint)


@dataclass(slots=True)
class _Reading:
    """The reading of a sheet: headings above, how it asks, and the pairs that are gathered."""

    document: Document
    pairs: Pairs
    title: Heading | None
    """The heading that names the whole sheet."""
    form: Form
    """How the sheet asks, throughout."""
    mail: Digest
    """What the mail put there, where the sheet is a digest of mails."""
    terms: list[TermHeading] = field(default_factory=list)
    path: tuple[Heading, ...] = ()
    """The headings above, without those that are questions."""
    begun: bool = False
    """Whether anything but an introduction has been read."""

    def block(self, block: Block, pieces: Pieces, following: Pieces) -> None:
        """A block of the sheet that is no heading, and the pieces of the one behind it."""
        if block.kind is BlockKind.ROW and self._row(block, pieces):
            return
        if block.kind is BlockKind.HTML and self._tagged(block.tag, pieces):
            return
        pair = self.pairs.current
        if block.clause in self.form.contents and (pair is None or pair.answer):
            self.pairs.leave(pieces, CONTENTS)
        elif block.clause in self.form.defined and find_mark(ASKED, pieces) is None:
            self._open(current_of(pieces), "", pieces)
        elif following and self.mail.attributes(pieces, following):
            self._leave(pieces, ATTRIBUTION)
        elif own := self._part_mail(pieces):
            if self.mail.asks:
                self._mailed(own)
            elif pair is not None and block.clause in self.form.told and not find_mark(ANSWERED, own):
                pair.telling = True
                pair.go_on(own, begins=True)
            else:
                self._paragraph(own)

    def answers(self, pieces: Pieces) -> bool:
        """Whether a heading is nothing but the mark of the answer to the question above."""
        pair = self.pairs.current
        found = find_mark(ANSWERED, pieces) if pair is not None and not pair.is_told else None
        return found is not None and not has_words(current_of(pieces)[found.end :])

    def heading(self, heading: Heading) -> None:
        """A heading, which asks or parts the sheet."""
        self.close()
        self.path = tuple(above for above in self.path if above.level < heading.level)
        pieces = self.document.clauses[heading.clause].pieces
        if self.form.asks(heading, pieces):
            mark = find_mark(ASKED, pieces)
            asked = current_of(pieces)[mark.end :] if mark else heading.text
            own = () if heading in self.document.headings else pieces
            self._open(asked, "", own, None if has_words(asked) else mark).heading = heading
            return
        self.path = (*self.path, heading)
        if heading != self.title:
            self.begun = self.begun or bool(self.pairs.statements)
            self.terms.append(TermHeading(clean_term(heading.text), self._place.section, heading.span))
        elif heading not in self.document.headings:
            self.pairs.leave(pieces, INTRODUCTION)

    def close(self) -> None:
        """No pair is open; a heading that asks and has other questions below it parts the sheet."""
        if heading := self.pairs.close():
            self.path = (*self.path, heading)

    @property
    def _place(self) -> Place:
        """Where statements stand: below the nearest heading; one that names errata lists them."""
        nearest = self.path[-1] if self.path else None
        errata = nearest is not None and bool({"errata", "erratum"} & set(word_forms(nearest.text)))
        section = SectionKind.ERRATA if errata else SectionKind.FAQ
        return Place(section, self.path, None, nearest.text if nearest and nearest != self.title else "")

    def _open(self, question: str, told: str, pieces: Pieces, found: Mark | None = None) -> Pair:
        self.close()
        self.begun = True
        return self.pairs.open(self._place, (question, told), pieces, found)

    def _leave(self, pieces: Pieces, reason: str) -> None:
        """Words between answers that are none."""
        self.close()
        self.pairs.leave(pieces, reason)

    def _row(self, block: Block, pieces: Pieces) -> bool:
        """Whether a row asks in its first cell and answers in the next, or is the head above such."""
        if block.clause in self.form.heads:
            self._leave(pieces, INTRODUCTION)
            return True
        row = self.form.row(block, pieces)
        if row is None:
            return False
        self._ask(row)
        return True

    def _tagged(self, tag: str, pieces: Pieces) -> bool:
        """Whether a table or list in HTML asks and answers."""
        rows = tagged_rows(tag, pieces, self.document.source.text)
        for row in rows:
            if row.question:
                self._ask(row)
            else:
                self._leave(row.pieces, INTRODUCTION)
        return bool(rows)

    def _ask(self, row: Row) -> None:
        pair = self._open(row.question, row.answer, row.pieces)
        pair.marks += row.days
        if pair.begins is not None:
            pair.begins = row.begins

    def _part_mail(self, pieces: Pieces) -> Pieces:
        """The pieces of a paragraph that are no lines of a mail's header or signature; none where no word is left."""
        own: Pieces = ()
        for line in lines_of(pieces):
            if not (reason := self.mail.reason(line)):
                own += line
            elif has_words(current_of(line)):
                self._leave(line, reason)
            else:
                self.close()
        return own if any(has_words(piece.text) for piece in own) else ()

    def _mailed(self, pieces: Pieces) -> None:
        """The lines of a paragraph of a mail: what it quotes asks, what stands below answers."""
        lines = list(lines_of(pieces))
        for line, following in zip(lines, [*lines[1:], ()], strict=True):
            pair = self.pairs.current
            if following and self.mail.attributes(line, following):
                self._leave(line, ATTRIBUTION)
            elif not self.mail.quotes(line):
                answer = find_mark(ANSWERED, line)
                if pair is None:
                    self.pairs.leave(line, INTRODUCTION)
                elif answer is not None and not answer.weak and not pair.answer:
                    pair.tell(current_of(line)[answer.end :], line, answer)
                else:
                    pair.go_on(line, begins=line[0] is pieces[0])
            elif pair is not None and not pair.answer:
                pair.ask_on(line, _unquoted(line))
            else:
                self._open(_unquoted(line), "", line)

    def _paragraph(self, pieces: Pieces) -> None:
        """A paragraph: a question as a whole or at its start, or lines."""
        pair = self.pairs.current
        signed = bool(find_mark(ASKED, pieces) or (pair and find_mark(ANSWERED, pieces)))
        asked = self._asked_by_type(pieces, signed=signed)
        if asked is not None:
            self._open(*asked, pieces)
            return
        if self.form.inline and (question := find_mark(ASKED, pieces)):
            told = part_inline(pieces)
            self._open(f"{question.number} {told[0]}".strip(), told[1], pieces, question)
            return
        if pair is not None and not pair.telling:
            tells = not self.form.answered and not ASKS.search(current_of(pieces))
            pair.telling = tells or pair.asks  # where no answer has a mark, the next paragraph tells it
        loose: Pieces = ()
        begins = True
        for line in lines_of(pieces) if self.form.marked else part_questions(pieces):
            if not self._line(line, begins=begins):
                loose += line
            begins = False
        if loose:
            self._loose(loose)

    def _asked_by_type(self, pieces: Pieces, *, signed: bool) -> tuple[str, str] | None:
        """The question of a paragraph that asks without a mark, by its type, and the answer behind it; None if it does
        not. `signed` says whether a mark of a question or an answer stands at its start."""
        whole = current_of(pieces)
        led = ""
        if self.form.led or not (signed or self.form.answered):
            led = question_start(pieces, self.form.led or Lead.BOLD)
        if not signed and not led and is_bold_question(pieces, whole, more=self.form.bold):
            return whole, ""
        pair = self.pairs.current
        if not signed and (pair is None or pair.is_told) and self.form.asks_unsaid(pieces):
            return whole, ""
        bold = self.form.bold or self.form.led is Lead.BOLD
        if not signed and bold and (pair is None or pair.is_told) and is_emphasised_question(pieces):
            return whole, ""
        if led:
            return led, whole.lstrip()[len(led.lstrip()) :].lstrip("-–— \n").rstrip()
        return None

    def _line(self, line: Pieces, *, begins: bool) -> bool:
        """Whether a line is a question, an answer, or the going on of either; `begins` if it is a paragraph's first."""
        text = current_of(line)
        if self.form.asks_bare(line):
            self._open(text, "", line)
            return True
        if question := find_mark(ASKED, line):
            asked, told = told_behind(line, question, answered=self.form.answered)
            self._open(f"{question.number} {asked}" if question.number else asked, told, line, question)
            return True
        pair = self.pairs.current
        if pair is None:
            return False
        answer = find_mark(ANSWERED, line)
        if answer is None or (answer.weak and pair.answer):
            pair.go_on(line, begins=begins)
            return True
        if untold := pair.take_question():
            pair = self._open(untold[0], "", untold[1])
        pair.tell(text[answer.end :], line, answer)
        return True

    def _loose(self, pieces: Pieces) -> None:
        """Words that answer no question: an entry of a list, or, before the first question, an introduction."""
        if not self.begun and self._place.section is not SectionKind.ERRATA:
            self.pairs.leave(pieces, INTRODUCTION)
        elif not has_words(current_of(pieces)):
            self.pairs.leave(pieces, "struck")
        else:
            self.pairs.statements.append(_entry(pieces, self._place))


def _unquoted(line: Pieces) -> str:
    """The words of a line that a mail quotes, without the signs before it where they are plain characters."""
    return current_of(line).lstrip("> ")


def _entry(pieces: Pieces, place: Place) -> Statement:
    """What stands in a list of a sheet: the signs before it are its marks."""
    sign = _SIGN.match(current_of(pieces))
    statement = read_statement(pieces, place).statement
    marks = tuple(sign["mark"]) if sign else ()
    words = statement.words
    if marks and words.startswith(marks):
        words = words[len(marks) :].lstrip()
    return replace(
        statement,
        term=statement.term.lstrip("*@# "),
        words=words,
        marks=tuple(dict.fromkeys((*marks, *statement.marks))),
        answers_at=place_at(pieces, sign.end()) if sign and marks else None,
    )


def _title(document: Document, named: Sequence[Heading]) -> Heading | None:
    """The heading that names the whole document: the only one of the first level, in HTML where no other is `named`."""
    tops = [heading for heading in document.headings or named if heading.level == 1]
    return tops[0] if len(tops) == 1 and not ASKS.search(tops[0].text) else None
