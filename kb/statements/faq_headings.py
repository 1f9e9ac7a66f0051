"""The headings of a sheet of questions: its document comes in, what parts the sheet goes out.

Where Markdown has none but the title, those in HTML part it, else lines that stand alone right before a question.
"""

import re
from itertools import pairwise

from kb.model import Document, Heading, Pieces, SectionId, current_of
from kb.plain_lines.bare import LONGEST, is_capitals, is_titled
from kb.statements.faq_marks import ENDS, is_answered, is_bold, is_bold_question, is_marked, question_start
from kb.statements.outline import tagged_headings
from kb.text import MARKED_CLOSERS

_SENTENCE = re.compile(rf"[.!?]{MARKED_CLOSERS}\s*$")


def sheet_headings(document: Document) -> tuple[Heading, ...]:
    """The headings of a sheet: also those in HTML, where Markdown has none but the title; and where there are none of
    these, lines in capitals, in bold, or written as titles, between an answer and a question."""
    own = document.headings
    if any(heading.level > 1 for heading in own) or len(own) > 1:
        return own
    return (*own, *(tagged_headings(document) or _bare_headings(document)))


def _bare_headings(document: Document) -> list[Heading]:
    """Lines that stand alone right before a question: in capitals, where answers have marks as the questions do; and
    those in bold, or there written as titles, where one stands before the first question too, and none twice, as names
    below mails do."""
    every = [clause.pieces for clause in document.clauses]
    answered = any(is_answered(pieces) for pieces in every)
    asking = [is_marked(pieces) or (not answered and _asks_in_bold(pieces)) for pieces in every]
    first = next((at for at, asks in enumerate(asking) if asks), 0)
    own = {heading.clause for heading in document.headings}
    found: list[Heading] = []
    titled: list[Heading] = []
    for at, (clause, _) in enumerate(pairwise(document.clauses)):
        text = " ".join(clause.told.split())
        alone = at not in own and len(text) <= LONGEST and not ENDS.search(text)
        if not alone or not asking[at + 1] or asking[at] or is_answered(clause.pieces):
            continue
        heading = Heading(2, SectionId(""), text, clause.span, at)
        if answered and is_capitals(text):
            found.append(heading)
        elif (is_bold(clause.pieces) or (answered and is_titled(text))) and (
            at < first or _SENTENCE.search(document.clauses[at - 1].told)
        ):
            titled.append(heading)
    if len({heading.text for heading in titled}) == len(titled) > 1 and titled[0].clause < first:
        found += titled
    return sorted(found, key=lambda heading: heading.clause)


def _asks_in_bold(pieces: Pieces) -> bool:
    return is_bold_question(pieces, current_of(pieces)) or bool(question_start(pieces))
