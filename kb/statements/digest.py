"""Digests of a mailing list: a sheet comes in, which of its lines the mail put there and which it quotes goes out.

Who answers by mail quotes the question, with `>` before each line, and writes his answer below. Headers, signatures and
the line that says who wrote are no part of either.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.model import Block, Document, Heading, Pieces, current_of
from kb.plain_lines.lines import read_lines
from kb.statements.faq_marks import AMONG, ASKS, lines_of, marks_questions
from kb.statements.post import HEADER, SIGNATURE, SIGNED, find_post, names_field
from kb.statements.sections import SECTIONS
from kb.text import Source

ATTRIBUTION = "who is quoted"
_FIELD = re.compile(
    r"(?:date|from|newsgroups|sent|subject)\s*:|(?:article|message|msg|posting)\s+#?\d{1,6}\W*$"
    r"|[\W_]{2,}(?:original|forwarded)\s+message\b",
    re.IGNORECASE,
)
"""A field of a header, or what counts a message, that stands in a paragraph as any words do."""
_WROTE = re.compile(r"\b(?:wrote|writes|said|says|asked|asks)\s*:\s*$")


@dataclass(frozen=True, slots=True)
class Digest:
    """What is known of the lines of a sheet, by their numbers from 1: those the mail put there, with the reason."""

    source: Source
    post: dict[int, str]
    asks: bool
    """Whether questions are what is quoted."""

    def quotes(self, pieces: Pieces) -> bool:
        """Whether a line is quoted."""
        return _is_quoted(self.source, pieces)

    def reason(self, pieces: Pieces) -> str:
        """Why a line is of the mail alone; empty for all others."""
        known = self.post.get(self.source.line_of(pieces[0].span.start), "")
        fields = self.asks and not known and _FIELD.match(current_of(pieces).strip()) is not None
        return HEADER if fields and not self.quotes(pieces) else known

    def leads_to(self, pieces: Pieces) -> bool:
        """Whether a paragraph only leads to what is quoted below: a header, or who wrote."""
        return bool(self.reason(pieces)) or _WROTE.search(current_of(pieces)) is not None

    def attributes(self, pieces: Pieces, following: Pieces) -> bool:
        """Whether a paragraph says who wrote what is quoted below it."""
        return self.asks and self.quotes(following) and _WROTE.search(current_of(pieces)) is not None

    def signed(self, heading: Heading) -> bool:
        """Whether what Markdown takes for a heading is a line above a signature."""
        last = self.source.line_span(self.source.line_of(heading.span.end - 1))
        return self.source.slice(last).strip() == SIGNED


def read_digest(document: Document, leaves: tuple[Block, ...]) -> Digest:
    """What the mail put into a sheet; `leaves` are its blocks that hold text."""
    source = document.source
    found = find_post(source.text, read_lines(source), SECTIONS)
    post = {at + 1: reason for at, reason in found.items() if reason in {HEADER, SIGNATURE}}
    asking = 0
    answers = False
    headings = {heading.clause for heading in document.headings}
    for block in leaves:
        assert block.clause is not None
        every = list(lines_of(document.clauses[block.clause].pieces))
        quoted = [_is_quoted(source, each) for each in every]
        ends = [one for one, here, after in zip(every, quoted, [*quoted[1:], False], strict=True) if here and not after]
        asking += sum(ASKS.search(current_of(each)) is not None for each in ends)
        answers = answers or (asking > 0 and not all(quoted) and block.clause not in headings)
    asks = answers and asking >= AMONG and not marks_questions(document)
    return Digest(source, post | dict.fromkeys(_quoted_headers(source.text), HEADER) if asks else post, asks)


def _quoted_headers(text: str) -> Iterator[int]:
    """The lines (from 1) of headers that are quoted with their mail: what a quotation begins with, up to a line in it
    without words, each a field."""
    held: list[int] = []
    begins = True
    for number, line in enumerate(text.split("\n"), start=1):
        quoted = line.lstrip().startswith(">")
        said = line.lstrip("> \t\r").rstrip()
        if quoted and begins and names_field(said):
            held.append(number)
            continue
        if quoted and begins and not said:
            yield from held
        begins = not quoted or (begins and not said and not held)
        held = []


def _is_quoted(source: Source, pieces: Pieces) -> bool:
    return source.slice(source.line_span(source.line_of(pieces[0].span.start))).lstrip().startswith(">")
