"""Laying: a block with its words comes in, and the text of a draft that it goes beside; the edit of the draft and the
change of the source that put it there go out.

A block stands on lines of its own: nothing is put between a text and what belongs to it (the list that it leads in,
attributes below it), nor into a box.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.instructions._drafts import Change, Draft
from kb.instructions._entries import is_entry
from kb.instructions._lines import has_attributes, own_lines
from kb.instructions._operations import Beside, Edge
from kb.instructions._passage import Edit, find_words
from kb.instructions._present import Tried, refuse
from kb.model import Clause, ClauseKind, Document
from kb.provenance import Refusal, Unit
from kb.text import Span, has_words

_MARKED = re.compile(r"(?:[#>|]|[-*+]\s|\d{1,9}[.)]\s|\{:)")
"""How a line begins that is no paragraph."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A block put beside a text of a draft, behind it or `ahead` of it: its words, how they stand in the source with
    their marks, what parts them from the text, what changes besides (the numbers of the steps behind it), and the
    orders that put there what it comes `after`."""

    beside: int
    ahead: bool
    words: str
    source: str
    parting: str
    unit: Unit
    besides: tuple[Change, ...] = ()
    said: str = ""
    after: tuple[int, ...] = ()


def lay(laid: Laid, draft: Draft) -> tuple[Tried, tuple[Change, ...]]:
    """The edit of a draft that puts a block in, and the changes of the source; the refusal where it would stand amid
    others."""
    text = draft.texts[laid.beside]
    at = _edge(draft.document, text.clause, laid.ahead)
    if isinstance(at, Tried):
        return at, ()
    end = 0 if laid.ahead else len(text.text)
    edit = Edit(laid.beside, Span(end, end), laid.words, laid.source)
    parting = laid.parting.replace("\n", "\r\n") if "\r\n" in draft.document.source.text else laid.parting
    new = laid.source + parting if laid.ahead else parting + laid.source
    clause = text.clause
    place = Span(at, at)
    change = Change(clause.section, clause.id, place, "", new, after=laid.after, unit=laid.unit, ahead=laid.ahead)
    return Tried((edit,), message=laid.said), (change, *laid.besides)


def _edge(document: Document, clause: Clause, ahead: bool) -> int | Tried:
    """Where the lines of a clause begin or end, if no attributes of it stand there and it is in no box."""
    if clause.note is not None:
        return refuse(Refusal.NEEDS_HUMAN, "its place is in a box, or beside one")
    lines = own_lines(document, clause)
    if lines is None or has_attributes(document, lines, ahead):
        return refuse(Refusal.NEEDS_HUMAN, "what stands beside its place has marks of its own")
    return lines.start if ahead else lines.end


def lay_paragraph(words: str, beside: int, ahead: bool, draft: Draft) -> Laid | Tried:
    """A paragraph of its own behind a text, or before it."""
    if _MARKED.match(words):
        return refuse(Refusal.NEEDS_HUMAN, "the new words would not be read as a paragraph")
    return Laid(beside, ahead, words, words, "\n\n", Unit.PARAGRAPH)


def find_named(beside: Beside, numbers: Sequence[int], draft: Draft) -> int | Tried:
    """The one text among some that a place names: what is called so, else what has these words in it, at the edge that
    is told."""
    called = [each for each in numbers if beside.where is not Edge.END and is_entry(draft.texts[each], beside.words)]
    others = [
        each for each in numbers if draft.texts[each].clause.kind is not ClauseKind.TABLE_ROW
    ]  # a row is known by its name
    found = called or [each for each in others if _says(draft.texts[each].text, beside)]
    if len(found) != 1:
        many = refuse(
            Refusal.TEXT_AMBIGUOUS, f"`{beside.words}`, beside which it goes, stands there {len(found)} times"
        )
        missing = refuse(Refusal.TEXT_NOT_FOUND, f"`{beside.words}`, beside which it goes, does not stand there")
        return many if found else missing
    return found[0]


def _says(text: str, beside: Beside) -> bool:
    """Whether a text has some words, at the edge of it that is told."""
    spans = find_words(beside.words, text) or find_words(beside.words.rstrip("."), text)
    if beside.where is Edge.START:
        return any(not has_words(text[: each.start]) for each in spans)
    if beside.where is Edge.END:
        return any(not has_words(text[each.end :]) for each in spans)
    return bool(spans)
