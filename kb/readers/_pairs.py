"""Questions and their answers while they are gathered: pieces of a sheet come in, in its order, statements go out.

One pair is open at a time. What has a mark goes where the mark says; what has none goes on the answer once it has
begun, and on the question before. A pair that is closed is a statement, or an aside where nothing answers it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.model import Aside, Document, Heading, Piece, Pieces, Statement, current_of, hull_of
from kb.statements.cutting import CONTENTS
from kb.statements.faq_marks import ASKS, Mark, place_at
from kb.statements.reading import Place, read_statement
from kb.text import has_words, word_forms
from kb.wording import read_wording

QUESTION_UNANSWERED = Code(
    "KB505",
    "question-unanswered",
    Severity.SUGGESTION,
    "A question without an answer rules nothing; the answer is missing, or its mark was misread.",
)
CODES = (QUESTION_UNANSWERED,)
UNANSWERED = "question without answer"


@dataclass(slots=True)
class Pair:
    """A question and its answer, both in parts."""

    place: Place
    pieces: list[Piece] = field(default_factory=list)
    question: list[str] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    telling: bool = False
    """Whether what comes next goes on the answer."""
    heading: Heading | None = None
    """The heading that is the question."""
    begins: int | None = None
    """Where in the source the answer begins."""
    paragraph: tuple[int, int] = (0, 0)
    """How many pieces and parts of the answer stand before the last paragraph that goes on it."""

    @property
    def is_told(self) -> bool:
        """Whether any word answers."""
        return has_words(_joined(self.answer))

    @property
    def asks(self) -> bool:
        """Whether the last words of the question ask."""
        return ASKS.search(self.question[-1]) is not None

    def ask_on(self, pieces: Pieces, words: str = "") -> None:
        """Words that go on the question: those of the pieces, or of them `words` alone."""
        self.question.append(words or current_of(pieces))
        self.pieces += pieces

    def tell(self, text: str, pieces: Pieces, found: Mark) -> None:
        """An answer behind its mark."""
        self.telling = True
        if self.begins is None and has_words(text):
            self.begins = place_at(pieces, found.end)
        self.answer.append(text)
        self.pieces += pieces
        self.marks += found.marks

    def go_on(self, pieces: Pieces, *, begins: bool) -> None:
        """Words without a mark; they begin a paragraph or are the next line of one."""
        if not self.telling:
            self.ask_on(pieces)
            return
        if self.begins is None:
            self.begins = pieces[0].span.start
        if begins:
            self.paragraph = len(self.pieces), len(self.answer)
        self.answer.append(current_of(pieces))
        self.pieces += pieces

    def take_question(self) -> tuple[str, Pieces] | None:
        """The last paragraph of the answer, which is one no more, where it asks and something is answered before."""
        pieces, parts = self.paragraph
        asked = " ".join(self.answer[parts:])
        if not has_words(_joined(self.answer[:parts])) or not ASKS.search(asked):
            return None
        own = tuple(self.pieces[pieces:])
        del self.pieces[pieces:], self.answer[parts:]
        return asked, own


@dataclass(slots=True)
class Pairs:
    """The pairs of a sheet: the one that is open, and what those before came to."""

    document: Document
    statements: list[Statement] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    current: Pair | None = None
    unanswered: list[Pair] = field(default_factory=list)

    def open(self, place: Place, asked: tuple[str, str], pieces: Pieces, found: Mark | None) -> Pair:
        """A pair, with its question and what of its answer is told at once; without a mark of its own the answer has
        none either, and is what comes next."""
        question, told = asked
        pair = Pair(place, list(pieces), [question], [told] if told else [], telling=found is None or bool(told))
        if told:
            pair.begins = place_at(pieces, len(current_of(pieces).rstrip()) - len(told.rstrip()))
        if found is not None:
            pair.marks += found.marks
        self.current = pair
        return pair

    def close(self) -> Heading | None:
        """No pair is open; the heading that asks, where nothing stands below it but other questions."""
        pair, self.current = self.current, None
        if pair is None:
            return None
        if not pair.pieces:
            return pair.heading
        if pair.is_told:
            self.statements.append(_statement(pair))
        else:
            self._leave_open(pair)
        return None

    def leave(self, pieces: Sequence[Piece], reason: str) -> None:
        """Words that are no part of a pair."""
        self.asides.append(Aside(hull_of(pieces), reason))

    def _leave_open(self, pair: Pair) -> None:
        """A question that nothing answers."""
        struck = any(piece.struck and has_words(piece.text) for piece in pair.pieces)
        if struck or not has_words(_joined(pair.question)):
            self.leave(pair.pieces, "struck" if struck else UNANSWERED)
        else:
            self.unanswered.append(pair)

    def tell_unanswered(self) -> None:
        """Once all pairs are read: of questions that nothing answers, those that are asked again with an answer are
        contents; the others are told."""
        asked = {word_forms(each.context) for each in self.statements}
        for pair in self.unanswered:
            again = word_forms(_joined(pair.question)) in asked
            self.leave(pair.pieces, CONTENTS if again else UNANSWERED)
            if not again:
                span, message = hull_of(pair.pieces), "a question without an answer"
                self.diagnostics.append(diagnose(QUESTION_UNANSWERED, self.document.source, span, message))
        self.unanswered.clear()


def _statement(pair: Pair) -> Statement:
    wording = read_wording(_joined(pair.answer))
    statement = read_statement(tuple(pair.pieces), pair.place).statement
    own = pair.heading.id if pair.heading is not None else None
    return replace(
        statement,
        anchor=own or statement.anchor,
        anchors=(*statement.anchors, own) if own else statement.anchors,
        words=wording.words,
        marks=tuple(dict.fromkeys((*pair.marks, *wording.marks))),
        label=wording.label,
        context=_joined(pair.question),
        answers_at=pair.begins,
    )


def _joined(parts: list[str]) -> str:
    return " ".join(" ".join(parts).split())
