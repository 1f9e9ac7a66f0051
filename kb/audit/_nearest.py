"""Nearest statement: some words and the statements of a version come in, the statement most like them goes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.model import Statement
from kb.similarity import WordIndex, compare_words, index_words, word_similarity
from kb.spelling import unnumbered


@dataclass(frozen=True, slots=True)
class Nearest:
    """A statement and its word similarity, 0 to 1."""

    statement: Statement
    similarity: float


@dataclass(frozen=True, slots=True)
class StatementIndex:
    """The statements of a version, references left out, with an index of their words."""

    statements: tuple[Statement, ...]
    index: WordIndex

    def nearest(self, text: str) -> Nearest | None:
        """The statement most like a text among the candidates that share its rare words, or None."""
        words = compare_words(unnumbered(text))
        scored = [
            Nearest(self.statements[unit], word_similarity(words, self.index.units[unit]))
            for unit in (*self.index.equal(words), *self.index.candidates(words))
        ]
        return max(scored, key=lambda found: found.similarity, default=None)


def index_statements(statements: Sequence[Statement]) -> StatementIndex:
    """Index statements for `nearest`."""
    kept = tuple(statement for statement in statements if not statement.reference)
    return StatementIndex(kept, index_words(compare_words(unnumbered(statement.words)) for statement in kept))
