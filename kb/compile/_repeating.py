"""Repeating: a step that makes records in a text comes in, what comes of it when nothing is left to make goes out.

What the first records leave may be where another finds its place, so a step is repeated until it makes nothing. A
record that is made again on that way was told by nothing: it is held back from the start, with all that was made since.
What is held back is still looked for (a text can have its words, which says where others stand); it is only not made.

Once the others are made it may have one place after all. So what comes of the steps is a step itself, with nothing held
back, and is repeated in its turn. Invariant: in what comes out nothing is made, whatever was refused on the way.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kb.compile._apply import Compiled
from kb.compile._refusals import Refused
from kb.model import Document
from kb.provenance import Refusal
from kb.readers.kramdown import read_document
from kb.text import Source

TWICE = "once made, it would be made again: nothing tells the text that has it from the one that has not"
_DEPTH = 2
"""Steps of steps: held back in them is what alternates. Of ten thousand texts of one to three words some needed two,
none more."""

Step = Callable[[Document, frozenset[str]], Compiled]
"""Makes records in a text, but for those of the ids given."""


def make_settled(step: Step, other: Document) -> Compiled:
    """A text with records made so that the step makes nothing in what comes out; nothing is made where this is not to
    be had."""
    for _ in range(_DEPTH):
        step = partial(_settle, step)
    made, again = _repeat(step, other, frozenset())
    if not again:
        return made
    told = tuple(Refused(each.record, Refusal.TEXT_AMBIGUOUS, TWICE) for each in made.applied)
    return replace(made, text=other.source.text, applied=(), refused=(*made.refused, *told))


def _settle(step: Step, other: Document, held: frozenset[str]) -> Compiled:
    """What comes of a step repeated; what would be made again, and is not held back already, is held back from the
    start."""
    while True:
        made, again = _repeat(step, other, held)
        if not again:
            return made
        held |= again


def _repeat(step: Step, other: Document, held: frozenset[str]) -> tuple[Compiled, frozenset[str]]:
    """What comes of a step repeated until it changes nothing; or what came of the first, and all that was made since
    where some record is made again."""
    first = made = step(other, held)
    done = {each.record.id: each for each in made.applied}
    later: frozenset[str] = frozenset()
    text = other
    while made.applied and made.text != text.source.text:
        text = read_document(Source.from_text(other.source.path, made.text)).value
        made = step(text, held)
        names = frozenset(each.record.id for each in made.applied)
        later |= names
        if made.text != text.source.text and names & done.keys():
            return first, later
        done |= {each.record.id: each for each in made.applied}
    applied = tuple(sorted(done.values(), key=lambda each: each.number))
    refused = tuple(each for each in first.refused if each.record.id not in done)
    return replace(first, text=text.source.text, applied=applied, refused=refused), frozenset()
