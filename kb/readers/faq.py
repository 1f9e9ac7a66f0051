"""FAQ reader: the document of a sheet of questions and answers comes in, its statements go out.

A pair is one statement: its words are the answer, its context the question. `Q:` and `A:` are told in any
spelling and emphasis, at the start of a line; a question may also be a heading or a line in bold. What follows an
answer belongs to it until the next question or heading. No word is lost: what comes before is an aside.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import (
    Aside,
    Block,
    BlockKind,
    Document,
    Heading,
    Piece,
    PieceKind,
    SectionKind,
    Statement,
    TermHeading,
)
from kb.readers._names import read_name
from kb.readers._statements import Place, clean_term, read_statement
from kb.sentences import find_sentences
from kb.sheets import Sheet
from kb.text import Span, has_words, word_forms
from kb.wording import read_wording

QUESTION_UNANSWERED = Code(
    "KB505",
    "question-unanswered",
    Severity.SUGGESTION,
    "A question without an answer rules nothing; the answer is missing, or its mark was misread.",
)
CODES = (QUESTION_UNANSWERED,)

_MARK = r"[*@#]*"
_STOP = r"(?:\s*[:.)\]]\s*|(?P<dash>\s+[-\u2013\u2014]\s+))"
_QUESTION = re.compile(rf"\s*(?P<mark>{_MARK})\s*(?:Q|Question)\s*#?\d*\s*(?P<after>{_MARK}){_STOP}")
_ANSWER = re.compile(rf"\s*(?P<mark>{_MARK})\s*(?:A|Ans|Answer)\s*#?\d*\s*(?P<after>{_MARK}){_STOP}")
_SIGN = re.compile(rf"\s*(?P<mark>{_MARK})\s*")
Pieces = tuple[Piece, ...]


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


def read_faq(document: Document, *, name: str = "", title: str = "", date: str = "") -> Outcome[Sheet]:
    """The sheet that a document is; what the manifest does not give is read from its permalink and title."""
    reading = _Reading(document)
    reading.run()
    named = read_name(document)
    sheet = Sheet(
        name or named.version,
        title or document.title or named.version,
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
    pair: _Pair | None = None
    begun: bool = False

    def run(self) -> None:
        headings = {heading.clause: heading for heading in self.document.headings}
        for block in _leaves(self.document.blocks):
            assert block.clause is not None
            heading = headings.get(block.clause)
            pieces = self.document.clauses[block.clause].pieces
            if heading is not None:
                self._heading(heading)
            elif any(has_words(piece.text) for piece in pieces):
                self._text(pieces)
        self._close()

    def _heading(self, heading: Heading) -> None:
        self._close()
        self.path = (*(above for above in self.path if above.level < heading.level), heading)
        if heading.text.rstrip().endswith("?"):
            self.begun = True
            self._open(heading.text, ())
        elif heading.level > 1:
            self.begun = self.begun or bool(self.statements)
            self.terms.append(TermHeading(clean_term(heading.text), self._place.section, heading.span))

    @property
    def _place(self) -> Place:
        """Where statements stand: a heading that names errata lists them."""
        nearest = self.path[-1].text if self.path else ""
        errata = bool({"errata", "erratum"} & set(word_forms(nearest)))
        section = SectionKind.ERRATA if errata else SectionKind.FAQ
        return Place(section, self.path, None, nearest if self.path and self.path[-1].level > 1 else "")

    def _text(self, pieces: Pieces) -> None:
        """The lines of a paragraph, each a question, an answer, or the going on of either."""
        whole = _text_of(pieces)
        if not _QUESTION.match(whole) and _bold_question(pieces, whole):
            self._close()
            self._open(whole, pieces)
            return
        if self.pair is not None and not self.pair.answered and self.pair.question[-1].rstrip().endswith("?"):
            self.pair.answered = True
        loose: list[Piece] = []
        for line in _lines(pieces):
            text = _text_of(line)
            question, answer = _QUESTION.match(text), _ANSWER.match(text)
            if question:
                self._close()
                self._open(text[question.end() :], line, question)
            elif answer and self.pair is not None and not (answer["dash"] and self.pair.answer):
                self._answer(text[answer.end() :], line, answer)
            elif self.pair is not None:
                self._go_on(text, line)
            else:
                loose += line
        if loose:
            self._loose(tuple(loose))

    def _loose(self, pieces: Pieces) -> None:
        """Words that answer no question: an entry of a list, or, before the first question, an introduction."""
        if not self.begun and self._place.section is not SectionKind.ERRATA:
            self.asides.append(Aside(_span(pieces), "introduction"))
            return
        sign = _SIGN.match(_text_of(pieces))
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
                sentences=tuple(find_sentences(words)),
            )
        )

    def _open(self, question: str, pieces: Pieces, found: re.Match[str] | None = None) -> None:
        """A question; without a mark of its own the answer has none either, and is what comes next."""
        self.begun = True
        self.pair = _Pair(self._place, list(pieces), [question], answered=found is None)
        if found is not None:
            self.pair.marks += [*found["mark"], *found["after"]]

    def _answer(self, text: str, pieces: Pieces, found: re.Match[str]) -> None:
        assert self.pair is not None
        self.pair.answered = True
        self.pair.answer.append(text)
        self.pair.pieces += pieces
        self.pair.marks += [*found["mark"], *found["after"]]

    def _go_on(self, text: str, pieces: Pieces) -> None:
        assert self.pair is not None
        (self.pair.answer if self.pair.answered else self.pair.question).append(text)
        self.pair.pieces += pieces

    def _close(self) -> None:
        pair, self.pair = self.pair, None
        if pair is None or not pair.pieces:
            return
        question, answer = _joined(pair.question), _joined(pair.answer)
        if not has_words(answer):
            span = _span(tuple(pair.pieces))
            self.asides.append(Aside(span, "question without answer"))
            if has_words(question):
                message = "a question without an answer"
                self.diagnostics.append(diagnose(QUESTION_UNANSWERED, self.document.source, span, message))
            return
        wording = read_wording(answer)
        statement = read_statement(tuple(pair.pieces), pair.place).statement
        marks = tuple(dict.fromkeys((*pair.marks, *wording.marks)))
        self.statements.append(
            replace(
                statement,
                words=wording.words,
                marks=marks,
                label=wording.label,
                sentences=tuple(find_sentences(wording.words)),
                context=question,
            )
        )


def _leaves(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks that hold text, in order."""
    for block in blocks:
        if block.clause is not None:
            yield block
        if block.kind is not BlockKind.TABLE or block.clause is None:
            yield from _leaves(block.children)


def _lines(pieces: Pieces) -> Iterator[Pieces]:
    """Pieces cut after each line end or break."""
    start = 0
    for number, piece in enumerate(pieces):
        if piece.kind in {PieceKind.SPACE, PieceKind.BREAK}:
            yield pieces[start : number + 1]
            start = number + 1
    if start < len(pieces):
        yield pieces[start:]


def _bold_question(pieces: Pieces, text: str) -> bool:
    """Whether a paragraph is a question as a whole, in bold."""
    opens = next((piece for piece in pieces if piece.text.strip() or piece.kind is PieceKind.OPEN), None)
    bold = opens is not None and opens.kind is PieceKind.OPEN and opens.tag in {"strong", "b"}
    return bold and text.rstrip().endswith("?") and sum(piece.kind is PieceKind.CLOSE for piece in pieces) == 1


def _text_of(pieces: Pieces) -> str:
    return "".join(piece.text for piece in pieces)


def _joined(parts: list[str]) -> str:
    return " ".join(" ".join(parts).split())


def _span(pieces: Pieces) -> Span:
    return Span(pieces[0].span.start, pieces[-1].span.end)
