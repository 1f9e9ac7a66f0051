"""The frame of a card: its classification and figures, and the operations that change them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.instructions._operations import Figure, Reclass, Replace
from kb.instructions._passage import Edit, Passage, find_words
from kb.instructions._present import Tried, refuse
from kb.provenance import Refusal, Relation
from kb.restored import Restorable, Restored
from kb.sheets import Printing
from kb.text import MINUS, NUMBER_SIGN, Span, with_capital

_NUMBER = re.compile(rf"{NUMBER_SIGN}?\d+")
_OPENS_QUOTATION = re.compile(r"[“\"‘']")
_ENDS_QUOTATION = re.compile(r"[”\"’…]\s*[—–-]\s*\w[\w .:']*$")
_LABELLED = re.compile(r"[A-Z][\w’'-]*(?: [\w’'-]+){0,2}:(?: |$)")
CLASSIFICATION = -1
"""The place of the classification among the figures of a frame, in edits."""


@dataclass(frozen=True, slots=True)
class Face:
    """All that a printing says: its text, classification and figures."""

    passage: Passage = field(repr=False)
    classification: str
    fields: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The text, paragraphs parted by line ends."""
        return "\n".join(self.passage.paragraphs)

    @property
    def quoted(self) -> frozenset[int]:
        """The paragraphs (by number) that quote a source and name it: they state no rule, whatever words they have."""
        paragraphs = self.passage.paragraphs
        counts = ((end, _quotation(paragraphs[:end])) for end in range(1, len(paragraphs) + 1))
        return frozenset(number for end, count in counts for number in range(end - count, end))

    @property
    def stated(self) -> tuple[str, ...]:
        """The paragraphs that are no quotation."""
        quoted = self.quoted
        return tuple(text for number, text in enumerate(self.passage.paragraphs) if number not in quoted)


def read_face(printing: Printing) -> Face:
    """What a printing says. What is set smaller, a quotation with its source, and lines that begin with a label, at the
    end of its text, are no running text; a line with a label that is all it says is (`Keeper only: may fly.`)."""
    paragraphs = tuple(printing.text.split("\n")) if printing.text else ()
    running = len(paragraphs) if printing.running is None else min(printing.running, len(paragraphs))
    labelled = 0
    while running and (_LABELLED.match(paragraphs[running - 1]) or _quotation(paragraphs[:running])):
        quoted = _quotation(paragraphs[:running])
        labelled += not quoted
        running -= quoted or 1
    if not running and labelled == 1:
        running = next(at for at, text in enumerate(paragraphs, 1) if _LABELLED.match(text))
    return Face(Passage(paragraphs, running), printing.classification, printing.fields)


def _quotation(paragraphs: Sequence[str]) -> int:
    """How many of the last paragraphs are a quotation that names its source; 0 when they are none."""
    if not paragraphs or not _ENDS_QUOTATION.search(paragraphs[-1]):
        return 0
    for count, text in enumerate(reversed(paragraphs), 1):
        if _OPENS_QUOTATION.match(text):
            return count
    return 0


def change_frame(face: Face, edits: Sequence[Edit]) -> Face:
    """A face with edits of its classification and figures made."""
    for edit in edits:
        if edit.paragraph == CLASSIFICATION:
            face = replace(face, classification=edit.on(face.classification))
        else:
            name, value = face.fields[edit.paragraph]
            fields = (*face.fields[: edit.paragraph], (name, edit.on(value)), *face.fields[edit.paragraph + 1 :])
            face = replace(face, fields=fields)
    return face


def try_reclass(operation: Reclass, face: Face) -> Tried:
    """The classification given way to another; it must be the whole of it."""
    there = face.classification.casefold()
    if there == operation.new.casefold():
        return refuse(Refusal.ALREADY_APPLIED, "the card is of that kind already", Relation.VERBATIM)
    if there != operation.old.casefold():
        return refuse(Refusal.TEXT_NOT_FOUND, f"the card is a `{face.classification}`")
    return Tried(
        (Edit(CLASSIFICATION, Span(0, len(face.classification)), _capitals(operation.new, face.classification)),)
    )


def _capitals(new: str, like: str) -> str:
    """Words with the capitals of others: each, the first, or as they are."""
    first = [word[:1].isupper() for word in re.findall(r"[^\W\d_]+", like)]
    if len(first) > 1 and all(first):
        return re.sub(r"(?<![\w'’-])[a-z]", lambda match: match.group().upper(), new)
    return with_capital(new) if first[:1] == [True] else new


def try_on_frame(operation: Replace, face: Face) -> Tried | None:
    """Words given way on the frame: all of its classification, or words of one figure; None where they are absent."""
    reclass = try_reclass(Reclass(operation.new, operation.old), face)
    if reclass.refusal is not Refusal.TEXT_NOT_FOUND:
        return reclass
    old = [(at, span) for at, (_, value) in enumerate(face.fields) for span in find_words(operation.old, value)]
    if len(old) == 1:
        return Tried((Edit(old[0][0], old[0][1], operation.new),))
    if not old and any(find_words(operation.new, value) for _, value in face.fields):
        return refuse(Refusal.ALREADY_APPLIED, "the printing has that figure already", Relation.VERBATIM)
    return None


def try_figure(operation: Figure, face: Face, figures: Mapping[str, str]) -> Tried:
    """A figure that its field names (`weight 1`), or that the corpus says where to find; else the only number of the
    field that is called as it is."""
    old = operation.old or _figure_beside(operation.name, face)
    if old and not operation.old and _numeral(old) == operation.new:
        return refuse(Refusal.ALREADY_APPLIED, "the printing has that figure already", Relation.VERBATIM)
    named = try_on_frame(Replace(f"{operation.name} {old}", f"{operation.name} {operation.new}"), face) if old else None
    if named is not None:
        return named
    name = operation.name.casefold()
    place = figures.get(name) or figures.get(name.removesuffix("s")) or _field_called(name, face)
    if place is None and (several := _try_several(operation, face)) is not None:
        return several
    if place is None:
        return refuse(Refusal.NEEDS_HUMAN, f"the corpus does not say which figure of a card is its `{operation.name}`")
    wanted, _, part = place.partition("/")
    for number, (field_name, value) in enumerate(face.fields):
        numbers = list(_NUMBER.finditer(value))
        at = int(part) - 1 if part else 0
        if _is_called(field_name, wanted) and at < len(numbers):
            return _changed(operation, number, numbers[at])
    return refuse(Refusal.TEXT_NOT_FOUND, f"the printing shows no figure for `{operation.name}`")


def _try_several(operation: Figure, face: Face) -> Tried | None:
    """All figures of a frame, where they are as many as those of an operation and read as its old ones (`4/6`)."""
    there = [(at, match) for at, (_, value) in enumerate(face.fields) for match in _NUMBER.finditer(value)]
    printed = [_numeral(match.group()) for _, match in there]
    old, new = operation.old.split("/"), operation.new.split("/")
    if len(new) != len(there) or len(new) == 1 or printed not in (old, new):
        return None
    if printed == new:
        return refuse(Refusal.ALREADY_APPLIED, "the printing has those figures already", Relation.VERBATIM)
    pairs = reversed(tuple(zip(there, new, strict=True)))
    return Tried(tuple(Edit(at, Span(*match.span()), value) for (at, match), value in pairs if match.group() != value))


def try_restore(restored: Restored, face: Face, figures: Mapping[str, str]) -> Tried:
    """That a printing has what is as it was; figures that are told are those printed."""
    told = () if restored.version else restored.told
    if restored.what is Restorable.FIGURE:
        place = try_figure(Figure(restored.name, told[0] if told else "", ""), face, figures)
        if place.refusal not in {None, Refusal.ALREADY_APPLIED}:
            return place
        agrees = not told or place.refusal is not None
    else:
        printed = [_numeral(each) for _, value in face.fields for each in _NUMBER.findall(value)]
        runs = (tuple(printed[at : at + len(told)]) for at in range(len(printed)))
        agrees = not told or told in runs
    if not agrees:
        return refuse(Refusal.NEEDS_HUMAN, "the printing has other figures than it says were there")
    since = f"before `{restored.version}`" if restored.before else f"up to `{restored.version}`"
    there = f"what stood there {since} stays" if restored.version else "the printing has what was there"
    return refuse(Refusal.ALREADY_APPLIED, f"{there}; what later notes made of it is left out")


def _is_called(field: str, name: str) -> bool:
    return field == name or field.endswith(f"-{name}")


def _field_called(name: str, face: Face) -> str | None:
    """The name of a figure where one field alone is called so, and has one number alone."""
    called = [value for field, value in face.fields if _is_called(field, name)]
    return name if len(called) == 1 and len(_NUMBER.findall(called[0])) == 1 else None


def _figure_beside(name: str, face: Face) -> str:
    """The figure that the one field has which names it in words (`weight 1`)."""
    named = re.compile(rf"\b{re.escape(name)}\s+({_NUMBER.pattern})(?!\w)", re.IGNORECASE)
    found = [each for _, value in face.fields for each in named.findall(value)]
    return str(found[0]) if len(found) == 1 else ""


def _numeral(figure: str) -> str:
    return figure.translate(MINUS)


def _changed(operation: Figure, number: int, there: re.Match[str]) -> Tried:
    value = _numeral(there.group())
    if value == operation.new:
        return refuse(Refusal.ALREADY_APPLIED, "the printing has that figure already", Relation.VERBATIM)
    if operation.old and value != operation.old:
        return refuse(Refusal.TEXT_NOT_FOUND, f"the figure for `{operation.name}` is {value}")
    return Tried((Edit(number, Span(*there.span()), operation.new),))
