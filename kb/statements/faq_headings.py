"""The headings of a sheet of questions: its document comes in, what parts the sheet goes out.

Where Markdown has none but the title, those in HTML part it, else lines that stand alone right before a question.
"""

import re
from itertools import pairwise

from kb.model import Document, Heading, Pieces, SectionId, current_of
from kb.plain_lines.bare import LONGEST, is_capitals, is_titled
from kb.statements.digest import Digest
from kb.statements.faq_marks import ENDS, is_answered, is_bold, is_bold_question, is_marked, question_start
from kb.statements.outline import tagged_headings
from kb.text import MARKED_CLOSERS

_SIGNED = re.compile(r"\[[^\[\]]+\]|(?P<sign>[*=-]{2,})\s.*\s(?P=sign)")
"""A line in brackets or between signs."""
_SENTENCE = re.compile(rf"[.!?]{MARKED_CLOSERS}\s*$")


def sheet_headings(document: Document, mail: Digest) -> tuple[Heading, ...]:
    """The headings of a sheet: also those in HTML, where Markdown has none but the title; and where there are none of
    these, lines in capitals, in bold, or written as titles, between an answer and a question; in a digest of mails also
    those in brackets or between signs."""
    own = document.headings
    if any(heading.level > 1 for heading in own) or len(own) > 1:
        return own
    bare = _topics(document, mail) if mail.asks else _bare_headings(document)
    return (*own, *(tagged_headings(document) or bare))


def _topics(document: Document, mail: Digest) -> list[Heading]:
    """Lines of a digest that stand alone before a quotation, or before a header or who wrote it above one."""
    every = [clause.pieces for clause in document.clauses]
    quoted = [mail.quotes(pieces) for pieces in every]
    first = next((at for at, quotes in enumerate(quoted) if quotes), 0)
    own = {heading.clause for heading in document.headings}
    found: list[Heading] = []
    titled: list[Heading] = []
    for at, clause in enumerate(document.clauses):
        text = " ".join(clause.told.split())
        after = at + 1
        while after < len(every) and not quoted[after] and mail.leads_to(every[after]):
            after += 1
        if at in own or quoted[at] or mail.leads_to(clause.pieces) or len(text) > LONGEST or ENDS.search(text):
            continue
        if quoted[after : after + 1] != [True]:
            continue
        heading = Heading(2, SectionId(""), text.strip(" *=-[]"), clause.span, at)
        if _SIGNED.fullmatch(text) or is_bold(clause.pieces) or is_capitals(text):
            found.append(heading)
        elif is_titled(text):
            titled.append(heading)
    if len({heading.text for heading in titled}) == len(titled) > 1 and titled[0].clause < first:
        found += titled
    return sorted(found, key=lambda heading: heading.clause)


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
