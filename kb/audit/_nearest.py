"""Nearest statement: some words and the statements of a version come in; the statement most like them, and what an
editor is advised to do about it, go out."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.graph import Kb
from kb.model import CompendiumVersion, Statement
from kb.similarity import WordIndex, compare_words, index_words, word_similarity
from kb.spelling import unnumbered


@dataclass(frozen=True, slots=True)
class Nearest:
    """A statement and its word similarity, 0 to 1."""

    statement: Statement
    similarity: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What an editor is advised to do, and the file and line of the ruling that it names, if any."""

    words: str = ""
    named: tuple[str, int] | None = None


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


@dataclass(frozen=True, slots=True)
class NearestRulings:
    """The statements of the newest versions, to be searched for words that cite none of them."""

    versions: tuple[tuple[CompendiumVersion, StatementIndex], ...]

    @classmethod
    def of(cls, kb: Kb) -> "NearestRulings":
        """Those of a knowledge base, indexed once for all who ask."""
        newest = ((version, kb.memory.ask(index_statements, version.statements)) for version in kb.newest_versions)
        return cls(tuple(newest))

    def advise(self, kb: Kb, path: str, words: str, least: float) -> Advice:
        """Where the ruling stands that some words of a document are most like, and the footnote of the document that
        rests on it; no words where none is so like."""
        near = [(found, version) for version, index in self.versions if (found := index.nearest(words)) is not None]
        found, version = max(near, key=lambda each: each[0].similarity, default=(None, None))
        if version is None or found is None or found.similarity < least:
            return Advice()
        source = version.document.source
        line = source.line_of(found.statement.span.start)
        name = f"nearest ruling is {version.name}, {found.statement.term}, line {line}"
        quoting = (
            verdict.id
            for verdict in kb.footnotes.get(path, ())
            if verdict.quote is not None
            and any(each.file == source.path and each.line == line for each in verdict.sources)
        )
        footnote = next(quoting, "")
        which = f", which footnote `{footnote}` quotes; hang it here" if footnote else "; add its footnote"
        return Advice(f"{name} (similarity {found.similarity:.2f}){which}", (source.path, line))
