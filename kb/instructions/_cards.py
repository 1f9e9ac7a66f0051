"""Instructions for cards: a printing and the operations for it come in; the printing as emended goes out.

Errata are carried out one after the other, on words that were printed or that earlier ones have put there.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kb.instructions._applying import try_operation
from kb.instructions._frame import (
    CLASSIFICATION,
    Face,
    change_frame,
    read_face,
    try_figure,
    try_on_frame,
    try_reclass,
    try_restore,
)
from kb.instructions._operations import Add, Figure, Reclass, Remove, Rename, Replace, Restore, Rewrite, Unclear
from kb.instructions._passage import perform
from kb.instructions._present import Tried, refuse
from kb.instructions._succession import Asked, Hands, Succession
from kb.provenance import Refusal, Relation
from kb.sheets import Card, Printing
from kb.spelling import exact_key
from kb.terms import printed_names
from kb.text import word_forms

_VERSIONS = frozenset({"the", "version", "edition", "printing", "set", "only"})
"""Words of a remark that name no version themselves."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an operation for one printing: its edits, or why there are none; edits of words that others put
    there are places in what these made. `on_frame` says that they are of the classification or figures and not of the
    text."""

    asked: Asked
    tried: Tried
    on_frame: bool = False


@dataclass(frozen=True, slots=True)
class EmendedPrinting:
    """A printing with what its errata make of it, and what came of each."""

    printing: Printing
    face: Face = field(repr=False)
    outcomes: tuple[Outcome, ...]

    @property
    def changed(self) -> bool:
        """Whether anything it says differs from what was printed."""
        return self.face != read_face(self.printing)


def emend_printing(
    card: Card, printing: Printing, asked: Iterable[Asked], figures: Mapping[str, str]
) -> EmendedPrinting:
    """A printing with the operations asked of its card; `figures` say by which name a figure of the frame goes."""
    printed = read_face(printing)

    def attempt(each: Asked, face: Face) -> Outcome:
        return _try(each, card, printing, face, figures)

    work = Succession(printed, printed, Hands(attempt, _perform, _gives_way, _refused))
    outcomes = work.carry_out(asked)
    return EmendedPrinting(printing, work.made, tuple(outcomes))


def _refused(outcome: Outcome, tried: Tried) -> Outcome:
    return Outcome(outcome.asked, tried)


def _gives_way(outcome: Outcome, face: Face) -> tuple[str, ...]:
    """The words or figures that an operation replaces: where others were put there before, two instructions compete."""
    paragraphs = dict(enumerate(face.passage.paragraphs))
    if outcome.on_frame:
        paragraphs = {CLASSIFICATION: face.classification, **{at: value for at, (_, value) in enumerate(face.fields)}}
    return tuple(paragraphs[edit.paragraph][edit.span.start : edit.span.end] for edit in outcome.tried.edits)


def _perform(outcome: Outcome, face: Face) -> Face:
    if outcome.on_frame:
        return change_frame(face, outcome.tried.edits)
    return replace(face, passage=perform(face.passage, outcome.tried.edits))


def _try(asked: Asked, card: Card, printing: Printing, face: Face, figures: Mapping[str, str]) -> Outcome:
    operation = asked.operation
    if (other := _of_other(asked.qualifier, card, printing)) is not None:
        return Outcome(asked, other)
    match operation:
        case Unclear() | Rename():
            return Outcome(asked, _leave(operation, card))
        case Restore() | Figure():
            on_frame = isinstance(operation, Figure)
            return Outcome(asked, _try_figures(operation, face, figures), on_frame)
        case Reclass():
            return Outcome(asked, try_reclass(operation, face), on_frame=True)
        case Replace():
            tried = try_operation(operation, face.passage)
            framed = try_on_frame(operation, face) if tried.refusal is Refusal.TEXT_NOT_FOUND else None
            return Outcome(asked, tried) if framed is None else Outcome(asked, framed, on_frame=True)
        case _:
            return Outcome(asked, _of_version(asked, card, try_operation(operation, face.passage)))


def _try_figures(operation: Figure | Restore, face: Face, figures: Mapping[str, str]) -> Tried:
    if isinstance(operation, Restore):
        return try_restore(operation.restored, face, figures)
    return try_figure(operation, face, figures)


def _leave(operation: Unclear | Rename, card: Card) -> Tried:
    """Why no printing changes: what is asked is not clear, or it is another name, and a card is called as its page
    calls it."""
    if isinstance(operation, Unclear):
        return refuse(Refusal.NEEDS_HUMAN, operation.reason)
    called = exact_key(operation.new) in {exact_key(name) for name in (card.name, *printed_names(card))}
    if called:
        return refuse(Refusal.ALREADY_APPLIED, f"the card is called `{operation.new}` here", Relation.VERBATIM)
    return refuse(Refusal.NEEDS_HUMAN, f"its page calls the card `{card.name}`")


def _of_version(asked: Asked, card: Card, tried: Tried) -> Tried:
    """What came of an operation that finds its place in any text; among several versions of a card it must say which
    one it means. One that goes beside words finds them in the right one only."""
    operation = asked.operation
    anywhere = isinstance(operation, Rewrite) or (isinstance(operation, Add) and not operation.anchor)
    anywhere = anywhere or (isinstance(operation, Remove) and not operation.old)
    if tried.refusal is None and anywhere and not asked.qualifier and len(set(find_families(card))) > 1:
        told = "the card has several versions, and the instruction does not say which is meant"
        return refuse(Refusal.NEEDS_HUMAN, told)
    return tried


def find_families(card: Card) -> tuple[tuple[str, str], ...]:
    """The version of the card that each printing is of: printings of one frame and one classification are one version
    reprinted. The frame of a reprint has the name of the first with something behind it (`storm`, `storm-second`)."""
    frames = {each.frame for each in card.printings}
    first = {
        frame: min((other for other in frames if f"{frame}-".startswith(f"{other}-")), key=len) for frame in frames
    }
    return tuple((first[each.frame], each.classification.casefold()) for each in card.printings)


def _of_other(qualifier: str, card: Card, printing: Printing) -> Tried | None:
    """That an instruction is for another version of the card, or for one of which no printing is known by its words."""
    if not qualifier or _is_of(printing, qualifier):
        return None
    if any(_is_of(each, qualifier) for each in card.printings):
        return refuse(Refusal.OUTSIDE_SCOPE, f"it is for another version of the card: `{qualifier}`")
    return refuse(Refusal.NEEDS_HUMAN, f"no printing here is known as `{qualifier}`")


def _is_of(printing: Printing, qualifier: str) -> bool:
    """Whether a printing is of the version named by the first word of a remark in brackets (`night version`), or of
    the set that all its words name (`second printing`)."""
    word = qualifier.split(maxsplit=1)[0].casefold()
    known = re.split(r"[^\w]+", f"{printing.frame} {printing.classification} {printing.version}".casefold())
    named = frozenset(word_forms(qualifier)) - _VERSIONS
    return word in known or (bool(named) and named.issubset(word_forms(printing.set)))
