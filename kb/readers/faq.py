"""FAQ reader: the document of a sheet of questions and answers comes in, its statements go out.

A pair is one statement: its words are the answer, its context the question. `Q:` and `A:` are told in any spelling
and emphasis, at the start of a line, and so is a letter that alone is emphasised; a question may also be a heading or
in bold, its answer below or behind it, a term of a list of definitions, or stand in a cell (`faq_forms`). In a sheet
without any of these, a line that ends in a question mark is one, or, in a digest of mails, what is quoted. What
follows an answer belongs to it until the next question or heading. No word is lost: what comes before is an aside.
"""

import re
from dataclasses import dataclass, field, replace

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import (
    Aside,
    Block,
    BlockKind,
    Document,
    Heading,
    Piece,
    Pieces,
    SectionKind,
    Statement,
    TermHeading,
    current_of,
    hull_of,
)
from kb.sheets import Sheet
from kb.statements.cutting import CONTENTS
from kb.statements.digest import ATTRIBUTION, Digest, read_digest
from kb.statements.faq_forms import Form, Row, find_form, find_leaves, sheet_headings, tagged_rows
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
    part_questions,
    place_at,
    question_start,
    told_behind,
)
from kb.statements.names import read_name
from kb.statements.reading import Place, clean_term, read_statement
from kb.text import Span, has_words, word_forms
from kb.wording import read_wording

QUESTION_UNANSWERED = Code(
    "KB505",
    "question-unanswered",
    Severity.SUGGESTION,
    "A question without an answer rules nothing; the answer is missing, or its mark was misread.",
)
NOTHING_ASKED = Code(
    "KB507",
    "no-question-found",
    Severity.WARNING,
    "A sheet of questions in which none is recognised answers nothing: no search and no page has its answers.",
)
CODES = (QUESTION_UNANSWERED, NOTHING_ASKED)

_SIGN = re.compile(rf"\s*(?P<mark>{MARK})\s*")


@dataclass(slots=True)
class _Pair:
    """A question and its answer while they are being gathered."""

    place: Place
    pieces: list[Piece] = field(default_factory=list)
    question: list[str] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    answered: bool = False
    """Whether what comes next goes on the answer."""
    heading: Heading | None = None
    """The heading that is the question."""
    begins: int | None = None
    """Where in the source the answer begins."""
    paragraph: tuple[int, int] = (0, 0)
    """How many pieces and parts of the answer stand before the last paragraph that goes on it."""


def read_faq(document: Document, *, name: str = "", title: str = "", date: str = "") -> Outcome[Sheet]:
    """The sheet that a document is; what the manifest does not give is read from its permalink and title."""
    reading = _Reading(document, title=_title(document))
    reading.run()
    named = read_name(document)
    if not reading.statements and reading.asides:
        message = "no question was found, so no answer was read"
        hint = (
            "put `Q:` before questions and `A:` before answers, make each question a heading or a line in bold, "
            "or list errata below a heading that says so"
        )
        first = Span(reading.asides[0].span.start, reading.asides[0].span.start)
        reading.diagnostics.append(diagnose(NOTHING_ASKED, document.source, first, message, hint))
    sheet = Sheet(
        name or named.version,
        title or document.title or (reading.title.text if reading.title else "") or named.version,
        date or named.date,
        document,
        tuple(reading.statements),
        tuple(reading.terms),
        tuple(reading.asides),
    )
    return Outcome(sheet, tuple(reading.diagnostics))


@dataclass(slots=True)
class _Reading:
    """The reading of a sheet: headings above, the pair that is open, what was found."""

    document: Document
    statements: list[Statement] = field(default_factory=list)
    terms: list[TermHeading] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    path: tuple[Heading, ...] = ()
    """The headings above, without those that are questions."""
    pair: _Pair | None = None
    begun: bool = False
    title: Heading | None = None
    form: Form = field(init=False)
    """How the sheet asks, throughout."""
    mail: Digest = field(init=False)
    """What the mail put there, where the sheet is a digest of mails."""

    def run(self) -> None:
        named = sheet_headings(self.document)
        headings = {heading.clause: heading for heading in named}
        leaves = tuple(find_leaves(self.document.blocks))
        self.form = find_form(self.document, named, leaves)
        self.mail = read_digest(self.document, leaves)
        every = [self._pieces(block) for block in leaves]
        for block, pieces, following in zip(leaves, every, [*every[1:], ()], strict=False):
            heading = headings.get(block.clause or 0)
            if heading is not None and not self.mail.signed(heading):
                self._heading(heading)
            elif (block.kind is BlockKind.ROW and self._row(block, pieces)) or (
                block.kind is BlockKind.HTML and self._tagged(block.tag, pieces)
            ):
                continue
            elif block.clause in self.form.contents and (self.pair is None or self.pair.answer):
                self.asides.append(Aside(hull_of(pieces), CONTENTS))
            elif block.clause in self.form.defined and find_mark(ASKED, pieces) is None:
                self._open(current_of(pieces), "", pieces)
            elif following and self.mail.attributes(pieces, following):
                self._leave(pieces, ATTRIBUTION)
            elif own := self._part_mail(pieces):
                (self._told if self.mail.asks else self._text)(own)
        self._close()

    def _pieces(self, block: Block) -> Pieces:
        assert block.clause is not None
        return self.document.clauses[block.clause].pieces

    def _leave(self, pieces: Pieces, reason: str) -> None:
        """Words between answers that are none."""
        self._close()
        self.asides.append(Aside(hull_of(pieces), reason))

    def _part_mail(self, pieces: Pieces) -> Pieces:
        """The pieces of a paragraph that are no lines of a mail's header or signature; none where no word is left."""
        own: Pieces = ()
        for line in lines_of(pieces):
            if not (reason := self.mail.reason(line)):
                own += line
            elif has_words(current_of(line)):
                self._leave(line, reason)
            else:
                self._close()
        return own if any(has_words(piece.text) for piece in own) else ()

    def _told(self, pieces: Pieces) -> None:
        """The lines of a paragraph of a mail: what it quotes asks, what stands below answers."""
        for line in lines_of(pieces):
            if not self.mail.quotes(line):
                if self.pair is None:
                    self.asides.append(Aside(hull_of(line), "introduction"))
                else:
                    self._go_on(current_of(line), line, begins=line[0] is pieces[0])
            elif self.pair is not None and not self.pair.answer:
                self.pair.question.append(current_of(line))
                self.pair.pieces += line
            else:
                self._open(current_of(line), "", line)

    def _heading(self, heading: Heading) -> None:
        self._close()
        self.path = tuple(above for above in self.path if above.level < heading.level)
        pieces = self.document.clauses[heading.clause].pieces
        if self.form.asks(heading, pieces):
            self.begun = True
            mark = find_mark(ASKED, pieces)
            own = () if heading in self.document.headings else pieces
            self._open(current_of(pieces)[mark.end :] if mark else heading.text, "", own)
            assert self.pair is not None
            self.pair.heading = heading
            return
        self.path = (*self.path, heading)
        if heading != self.title:
            self.begun = self.begun or bool(self.statements)
            self.terms.append(TermHeading(clean_term(heading.text), self._place.section, heading.span))

    @property
    def _place(self) -> Place:
        """Where statements stand: below the nearest heading; one that names errata lists them."""
        nearest = self.path[-1] if self.path else None
        errata = nearest is not None and bool({"errata", "erratum"} & set(word_forms(nearest.text)))
        section = SectionKind.ERRATA if errata else SectionKind.FAQ
        return Place(section, self.path, None, nearest.text if nearest and nearest != self.title else "")

    def _row(self, block: Block, pieces: Pieces) -> bool:
        """Whether a row asks in its first cell and answers in the next, or is the head above such."""
        if block.clause in self.form.heads:
            self._close()
            self.asides.append(Aside(hull_of(pieces), "introduction"))
            return True
        row = self.form.row(block, pieces)
        if row is None:
            return False
        self._ask(row)
        return True

    def _ask(self, row: Row) -> None:
        self._open(row.question, row.answer, row.pieces)
        assert self.pair is not None
        if self.pair.begins is not None:
            self.pair.begins = row.begins

    def _tagged(self, tag: str, pieces: Pieces) -> bool:
        """Whether a table or list in HTML asks and answers."""
        rows = tagged_rows(tag, pieces, self.document.source.text)
        for row in rows:
            if row.question:
                self._ask(row)
            else:
                self._leave(row.pieces, "introduction")
        return bool(rows)

    def _text(self, pieces: Pieces) -> None:
        """The lines of a paragraph, each a question, an answer, or the going on of either."""
        whole = current_of(pieces)
        signed = find_mark(ASKED, pieces) or (self.pair and find_mark(ANSWERED, pieces))
        led = ""
        if self.form.led or not (signed or self.form.answered):
            led = question_start(pieces, self.form.led or Lead.BOLD)
        if not led and not signed and is_bold_question(pieces, whole, more=self.form.bold):
            self._open(whole, "", pieces)
            return
        rests = self.pair is None or has_words(_joined(self.pair.answer))
        if not signed and self.form.bold and rests and is_emphasised_question(pieces):
            self._open(whole, "", pieces)
            return
        if led:
            self._open(led, whole.lstrip()[len(led.lstrip()) :].lstrip("-–— \n").rstrip(), pieces)
            return
        if self.pair is not None and not self.pair.answered:
            tells = not self.form.answered and not ASKS.search(whole)  # where no answer has a mark, the next tells it
            self.pair.answered = tells or ASKS.search(self.pair.question[-1]) is not None
        loose: list[Piece] = []
        begins = True
        for line in lines_of(pieces) if self.form.marked else part_questions(pieces):
            text = current_of(line)
            if self.form.asks_bare(line):
                self._open(text, "", line)
                continue
            question, answer = find_mark(ASKED, line), find_mark(ANSWERED, line)
            if question:
                asked, told = told_behind(line, question, answered=self.form.answered)
                self._open(f"{question.number} {asked}" if question.number else asked, told, line, question)
            elif answer and self.pair is not None and not (answer.weak and self.pair.answer):
                self._ask_again()
                self._answer(text[answer.end :], line, answer)
            elif self.pair is not None:
                self._go_on(text, line, begins=begins)
            else:
                loose += line
            begins = False
        if loose:
            self._loose(tuple(loose))

    def _loose(self, pieces: Pieces) -> None:
        """Words that answer no question: an entry of a list, or, before the first question, an introduction."""
        if not self.begun and self._place.section is not SectionKind.ERRATA:
            self.asides.append(Aside(hull_of(pieces), "introduction"))
            return
        if not has_words(current_of(pieces)):
            self.asides.append(Aside(hull_of(pieces), "struck"))
            return
        sign = _SIGN.match(current_of(pieces))
        statement = read_statement(pieces, self._place).statement
        marks = tuple(sign["mark"]) if sign else ()
        words = statement.words
        if marks and words.startswith(marks):
            words = words[len(marks) :].lstrip()
        self.statements.append(
            replace(
                statement,
                term=statement.term.lstrip("*@# "),
                words=words,
                marks=tuple(dict.fromkeys((*marks, *statement.marks))),
                answers_at=place_at(pieces, sign.end()) if sign and marks else None,
            )
        )

    def _open(self, question: str, told: str, pieces: Pieces, found: Mark | None = None) -> None:
        """A question, with what of its answer is told at once; without a mark of its own the answer has none either,
        and is what comes next."""
        self._close()
        self.begun = True
        answer = [told] if told else []
        self.pair = _Pair(self._place, list(pieces), [question], answer, answered=found is None or bool(told))
        if told:
            self.pair.begins = place_at(pieces, len(current_of(pieces).rstrip()) - len(told.rstrip()))
        if found is not None:
            self.pair.marks += found.signs

    def _ask_again(self) -> None:
        """A paragraph that asks before a second answer is its question, though nothing tells it."""
        pair = self.pair
        assert pair is not None
        pieces, parts = pair.paragraph
        asked = " ".join(pair.answer[parts:])
        if has_words(_joined(pair.answer[:parts])) and ASKS.search(asked):
            own = tuple(pair.pieces[pieces:])
            del pair.pieces[pieces:], pair.answer[parts:]
            self._open(asked, "", own)

    def _answer(self, text: str, pieces: Pieces, found: Mark) -> None:
        assert self.pair is not None
        self.pair.answered = True
        if self.pair.begins is None and has_words(text):
            self.pair.begins = place_at(pieces, found.end)
        self.pair.answer.append(text)
        self.pair.pieces += pieces
        self.pair.marks += found.signs

    def _go_on(self, text: str, pieces: Pieces, *, begins: bool) -> None:
        """Words without a mark; they begin a paragraph or are the next line of one."""
        assert self.pair is not None
        if self.pair.answered and self.pair.begins is None:
            self.pair.begins = pieces[0].span.start
        if self.pair.answered and begins:
            self.pair.paragraph = len(self.pair.pieces), len(self.pair.answer)
        (self.pair.answer if self.pair.answered else self.pair.question).append(text)
        self.pair.pieces += pieces

    def _close(self) -> None:
        pair, self.pair = self.pair, None
        if pair is None:
            return
        if not pair.pieces:
            if pair.heading is not None:  # other questions stand below it
                self.path = (*self.path, pair.heading)
            return
        question, answer = _joined(pair.question), _joined(pair.answer)
        if not has_words(answer):
            span = hull_of(pair.pieces)
            struck = any(piece.struck and has_words(piece.text) for piece in pair.pieces)
            self.asides.append(Aside(span, "struck" if struck else "question without answer"))
            if has_words(question) and not struck:
                message = "a question without an answer"
                self.diagnostics.append(diagnose(QUESTION_UNANSWERED, self.document.source, span, message))
            return
        wording = read_wording(answer)
        statement = read_statement(tuple(pair.pieces), pair.place).statement
        marks = tuple(dict.fromkeys((*pair.marks, *wording.marks)))
        own = pair.heading.id if pair.heading is not None else None
        self.statements.append(
            replace(
                statement,
                anchor=own or statement.anchor,
                anchors=(*statement.anchors, own) if own else statement.anchors,
                words=wording.words,
                marks=marks,
                label=wording.label,
                context=question,
                answers_at=pair.begins,
            )
        )


def _title(document: Document) -> Heading | None:
    """The heading that names the whole document: the only one of the first level."""
    tops = [heading for heading in document.headings if heading.level == 1]
    return tops[0] if len(tops) == 1 and not ASKS.search(tops[0].text) else None


def _joined(parts: list[str]) -> str:
    return " ".join(" ".join(parts).split())
