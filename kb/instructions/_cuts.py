"""Errata that a page break cut in two: statements come in, each whole one with its words goes out.

A quotation that is open at the end of an item goes on in the next.
"""

from collections.abc import Iterator, Sequence

from kb.instructions._quotes import cut_quotations
from kb.model import LISTINGS, Statement
from kb.text import Source


def join_cut(statements: Sequence[Statement], source: Source) -> Iterator[tuple[Statement, str]]:
    """Statements with their words; one whose quotation is open has those of the next, where that is cut from it, and
    one that ends with a colon those of the next as a quotation where that alone stands in a block of its own."""
    every = list(_join_open(statements))
    blocks = [_is_block(statement, words, source) for statement, words in every] + [False, False]
    at = 0
    while at < len(every):
        statement, words = every[at]
        leads = statement.section in LISTINGS and words.endswith(":")
        if leads and blocks[at + 1] and not blocks[at + 2] and every[at + 1][0].path == statement.path:
            words = f"{words} “{every[at + 1][1]}”"
            at += 1
        yield statement, words
        at += 1


def _is_block(statement: Statement, words: str, source: Source) -> bool:
    """Whether a statement is a block quotation that quotes nothing itself."""
    line = source.slice(source.line_span(source.line_of(statement.span.start)))
    return line.lstrip().startswith(">") and not any(sign in words for sign in '"“”')


def _join_open(statements: Sequence[Statement]) -> Iterator[tuple[Statement, str]]:
    pending: tuple[Statement, str] | None = None
    for statement in statements:
        if pending is not None:
            first, words = pending
            if statement.section is first.section and statement.section in LISTINGS and _is_cut(statement):
                pending = (first, f"{words} {statement.words}")
                if not _is_open(pending[1]):
                    yield pending
                    pending = None
                continue
            yield pending
            pending = None
        if statement.section in LISTINGS and _is_open(statement.words):
            pending = (statement, statement.words)
        else:
            yield statement, statement.words
    if pending is not None:
        yield pending


def _is_open(words: str) -> bool:
    return any(each.broken for each in cut_quotations(words).quotations[-1:])


def _is_cut(statement: Statement) -> bool:
    """Whether an item of a list has no subject of its own: it stands under the heading of the list."""
    return bool(statement.path) and statement.term == statement.path[-1]
