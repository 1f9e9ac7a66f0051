"""Instructions for books: an edition, the places that instructions name and their operations come in; the changes of
the edition's source, or why there are none, go out. A place is named by headings, or by the number of a rule.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.instructions._applying import try_operation
from kb.instructions._blocks import lay_block
from kb.instructions._cells import try_cell
from kb.instructions._drafts import Change, Draft, draft_of
from kb.instructions._entries import behind_name, goes_on, is_entry
from kb.instructions._laying import lay
from kb.instructions._listed import RENUMBERED, number_anew
from kb.instructions._operations import (
    Add,
    Cell,
    Figure,
    Operation,
    Part,
    Reclass,
    Remove,
    Rename,
    Replace,
    Restore,
    Rewrite,
    Unclear,
)
from kb.instructions._passage import Edit, Passage, find_words, is_damaged
from kb.instructions._present import Tried, find_block, refuse
from kb.instructions._ruled import is_ruled, lay_rule
from kb.instructions._sections import Numbered, behind_number, find_sections
from kb.instructions._succession import Asked, Hands, Succession, goes_last
from kb.model import Clause, ClauseKind, Document, PieceKind
from kb.numbering import is_rule_number, number_of
from kb.provenance import Refusal, Unit
from kb.text import Span


@dataclass(frozen=True, slots=True)
class BookOutcome:
    """What came of an operation for one edition: its edits and the changes of the source, or why there are none."""

    asked: Asked
    tried: Tried
    changes: tuple[Change, ...] = ()


def take_up(document: Document, numbered: Numbered) -> Succession[Draft, BookOutcome]:
    """A text on which instructions are to be carried out, each in the section that its headings lead to, from the
    highest; in the whole text without."""
    draft = draft_of(document)

    def attempt(asked: Asked, made: Draft) -> BookOutcome:
        return _attempt(asked, made, numbered)

    return Succession(draft, draft, Hands(attempt, _perform, _gives_way, _refused, _undoes, _comes_after))


def with_removed_words(published: Succession[Draft, BookOutcome], asked: Asked) -> Asked:
    """An operation that takes a part out, with the words that this part has as published: in a text without them
    another part is in its place."""
    operation = asked.operation
    if not isinstance(operation, Remove) or operation.old:
        return asked
    tried = published.hands.attempt(asked, published.printed).tried
    if not tried.edits:
        return replace(asked, operation=Unclear("", tried.message))
    texts = published.printed.texts
    words = (texts[each.paragraph].text[each.span.start : each.span.end].strip() for each in tried.edits)
    return replace(asked, operation=Remove(" ".join(words)), entry="")


def _perform(outcome: BookOutcome, draft: Draft) -> Draft:
    return draft.edited(outcome.tried.edits, outcome.asked.order)


def _gives_way(outcome: BookOutcome, draft: Draft) -> tuple[str, ...]:
    """The words that give way; of a block of its own what it is put there as, number and all, and of one that goes to
    the end, whatever stands there before it, its words alone."""
    edits = outcome.tried.edits
    if goes_last(outcome.asked):
        return tuple(each.new for each in edits)
    return tuple(each.apart or draft.texts[each.paragraph].text[each.span.start : each.span.end] for each in edits)


def _undoes(outcome: BookOutcome) -> bool:
    """Whether words give way that another instruction put there: where they were printed too, both are about them."""
    edits = zip(outcome.tried.edits, outcome.changes, strict=False)  # steps behind one that goes change besides
    return any(edit.span.start < edit.span.end and change.after for edit, change in edits)


def _comes_after(outcome: BookOutcome) -> bool:
    """Whether a block goes behind what other instructions put there."""
    return any(change.after for change in outcome.changes) and _is_apart(outcome.asked.operation)


def _refused(outcome: BookOutcome, tried: Tried) -> BookOutcome:
    return BookOutcome(outcome.asked, tried)


def _attempt(asked: Asked, draft: Draft, numbered: Numbered) -> BookOutcome:
    """What comes of an operation on a draft; the paragraphs of its edits are numbers of the draft's texts."""
    operation = asked.operation
    if isinstance(operation, Unclear | Reclass | Rename | Restore):
        return BookOutcome(asked, _refuse_wordless(operation))
    if isinstance(operation, Figure):
        return _attempt_figure(asked, operation, draft, numbered)
    place = _find_place(asked, draft, numbered)
    if isinstance(place, Tried):
        return BookOutcome(asked, place)
    if isinstance(operation, Cell):
        return _as_changes(asked, draft, try_cell(operation, draft, place.numbers))
    if isinstance(operation, Add) and operation.apart is not None:
        return _put_apart(asked, operation, draft, place, numbered)
    return _attempt_words(asked, operation, draft, place)


def _refuse_wordless(operation: Unclear | Reclass | Rename | Restore) -> Tried:
    if isinstance(operation, Unclear):
        return refuse(Refusal.NEEDS_HUMAN, operation.reason)
    return refuse(Refusal.OUTSIDE_SCOPE, "it changes what only a card has")


def _attempt_words(asked: Asked, operation: Operation, draft: Draft, place: "_Place") -> BookOutcome:
    """What comes of an operation on the words of a place."""
    texts = [(number, place.behind if at == 0 else 0) for at, number in enumerate((*place.numbers, *place.put))]
    paragraphs = tuple(draft.texts[number].text[behind:] for number, behind in texts)
    clauses = [draft.texts[number].clause for number in place.numbers]
    items = frozenset(at for at, clause in enumerate(clauses) if clause.kind is ClauseKind.LIST_ITEM)
    steps = frozenset((at, int(step)) for at, each in enumerate(clauses) if (step := _step_of(draft, each)))
    boxed = {at for at, each in enumerate(clauses) if each.note is not None}
    beside = frozenset(boxed | {at for at, each in enumerate(clauses) if each.kind is ClauseKind.TABLE_ROW})
    tried = try_operation(operation, Passage(paragraphs, len(place.numbers), items, steps, beside))
    edits = tuple(
        Edit(number, Span(each.span.start + behind, each.span.end + behind), each.new)
        for each in tried.edits
        for number, behind in (texts[each.paragraph],)
    )
    return _as_changes(asked, draft, replace(tried, edits=edits))


def _attempt_figure(asked: Asked, operation: Figure, draft: Draft, numbered: Numbered) -> BookOutcome:
    """What comes of a figure in the words of a book, which has it right before or behind its name: `target number 12`,
    `a +4 bonus`."""
    if not operation.old:
        return BookOutcome(asked, refuse(Refusal.NEEDS_HUMAN, "it does not say which figure gives way"))
    name, old, new = operation.name, operation.old, operation.new
    spelled = ((f"{name}{by}{old}", f"{name}{by}{new}") for by in (" ", " of ", " is "))
    behind = (f"{old} {name}", f"{new} {name}")
    words = (Replace(*each, within=operation.within, paragraph=operation.paragraph) for each in (*spelled, behind))
    tried = [_attempt(replace(asked, operation=each), draft, numbered) for each in words]
    found = [each for each in tried if each.tried.refusal in {None, Refusal.ALREADY_APPLIED}]
    vague = [each for each in tried if each.tried.refusal in {Refusal.TARGET_MISSING, Refusal.TEXT_AMBIGUOUS}]
    if len(found) == 1 or (vague and not found):
        return replace((*found, *vague)[0], asked=asked)
    return BookOutcome(asked, refuse(Refusal.NEEDS_HUMAN, f"the text has no figure {old} beside `{name}`"))


def _put_apart(asked: Asked, operation: Add, draft: Draft, place: "_Place", numbered: Numbered) -> BookOutcome:
    """A block of its own put in its place, where the text has not got it."""
    texts = tuple(draft.texts[number].text for number in (*place.numbers, *place.put))
    said = find_block(operation, Passage(texts, len(texts)))
    if said is not None:
        return BookOutcome(asked, said)
    if is_damaged(operation.new):
        return BookOutcome(asked, refuse(Refusal.NEEDS_HUMAN, "the new words are damaged"))
    if is_ruled(operation, asked.headings):
        laid = lay_rule(operation, asked.headings, draft, numbered)
    elif asked.entry:
        laid = refuse(Refusal.NEEDS_HUMAN, "it adds a block to an entry, and where that goes is not known")
    else:
        laid = lay_block(operation, draft, place.numbers, place.sections)
    return BookOutcome(asked, laid) if isinstance(laid, Tried) else BookOutcome(asked, *lay(laid, draft))


def _as_changes(asked: Asked, draft: Draft, tried: Tried) -> BookOutcome:
    """What came of an operation, whose edits are of the draft's texts, with the changes of the source."""
    found = tuple(draft.texts[each.paragraph].changed(draft.document, each) for each in tried.edits)
    changes = tuple(each for each in found if each is not None)
    if len(changes) < len(tried.edits):
        hung = any(draft.texts[each.paragraph].goes(each) for each in tried.edits)
        return BookOutcome(asked, refuse(Refusal.NEEDS_HUMAN, _HUNG if hung else _TORN))
    rests = any(each.after for each in changes)
    anew = number_anew(draft, tried.edits) if any(each.unit is Unit.LIST_ITEM for each in changes) else ()
    said = _PUT_THERE if rests else RENUMBERED if anew else tried.message
    return BookOutcome(asked, replace(tried, message=said), (*changes, *anew))


def _step_of(draft: Draft, clause: Clause) -> str:
    """The number before an item of a list, nothing where it has none."""
    item = clause.kind is ClauseKind.LIST_ITEM
    mark = next((piece for piece in clause.pieces if item and piece.kind is PieceKind.MARKUP), None)
    numbered = _STEP.fullmatch(draft.document.source.slice(mark.span)) if mark is not None else None
    return numbered["step"] if numbered is not None else ""


@dataclass(frozen=True, slots=True)
class _Place:
    """The texts of a draft that an operation is about, by number, and where the words of the first begin for it; the
    blocks that others `put` beside these, and the sections that the texts are from."""

    numbers: tuple[int, ...]
    behind: int = 0
    put: tuple[int, ...] = ()
    sections: tuple[Span, ...] = ()


def _find_place(asked: Asked, draft: Draft, numbered: Numbered) -> _Place | Tried:
    headings = asked.headings
    if asked.entry and not isinstance(find_sections(draft.document, (*headings, asked.entry), numbered), Tried):
        asked = replace(asked, headings=(*headings, asked.entry), entry="")
    sections = find_sections(draft.document, asked.headings, numbered)
    if isinstance(sections, Tried) and headings and is_rule_number(headings[-1]) and _is_apart(asked.operation):
        sections = find_sections(draft.document, headings[:-1], numbered)  # a new rule has no place of its own yet
        asked = replace(asked, headings=headings[:-1])
    elif isinstance(sections, Tried) and headings and not asked.entry:  # `Scenario 2, Weather`: words in bold
        below = _find_place(replace(asked, headings=headings[:-1], entry=headings[-1]), draft, numbered)
        return sections if isinstance(below, Tried) else below
    if isinstance(sections, Tried):
        return sections
    place = _find_below(asked, draft, sections)
    if isinstance(place, Tried):
        return place
    clauses = {draft.texts[each].clause.span for each in place.numbers}
    put = tuple(at for at, each in enumerate(draft.texts) if each.put and each.clause.span in clauses)
    return replace(place, put=put, sections=tuple(sections))


def _find_below(asked: Asked, draft: Draft, sections: Sequence[Span]) -> _Place | Tried:
    """The place of an operation in the sections that its headings lead to."""
    operation, headings = asked.operation, asked.headings
    if len(sections) > 1 and isinstance(operation, Add | Rewrite):
        return refuse(Refusal.TEXT_AMBIGUOUS, f"the text has {len(sections)} headings `{headings[-1]}`")
    numbers = tuple(
        number
        for number, each in enumerate(draft.texts)
        if not each.put and each.text.strip() and any(span.holds(each.clause.span) for span in sections)
    )
    if asked.entry:
        return _find_entry(asked.entry, draft, numbers, operation)
    if not headings or not is_rule_number(headings[-1]):
        several = not headings and len({draft.texts[each].clause.section for each in numbers}) > 1
        whole = _SECTION if headings else _WORDLESS
        unsaid = whole if is_whole(operation) else _COUNTED if several and _is_counted(operation) else ""
        return refuse(Refusal.NEEDS_HUMAN, unsaid) if unsaid else _Place(numbers)
    if _is_of_whole(operation):
        if numbers[1:] and _is_heading(draft.document, sections[0]):
            return refuse(Refusal.NEEDS_HUMAN, _BELOW)
        further = (draft.texts[each].clause for each in numbers[1:])
        if any(each.note is None and not number_of(each) for each in further):  # a box beside a rule is no part of it
            return refuse(Refusal.NEEDS_HUMAN, _SEVERAL)
        numbers = numbers[:1]
    behind = behind_number(draft.texts[numbers[0]].clause) if numbers and _names_part(operation) else 0
    return _Place(numbers, behind)


def _find_entry(name: str, draft: Draft, numbers: Sequence[int], operation: Operation) -> _Place | Tried:
    """The one text among some that begins with a name of its own, or of several the only one with the old words."""
    found = [each for each in numbers if is_entry(draft.texts[each], name)]
    if len(found) > 1 and isinstance(operation, Replace | Remove) and operation.old:
        having = [each for each in found if find_words(operation.old, draft.texts[each].text)]
        found = having if len(having) == 1 else found
    if len(found) != 1:
        many = refuse(Refusal.TEXT_AMBIGUOUS, f"{len(found)} entries there are called `{name}`")
        return many if found else refuse(Refusal.TARGET_MISSING, f"nothing there is called `{name}`")
    behind = numbers.index(found[0]) + 1
    if _is_of_whole(operation) and goes_on(draft, found[0], numbers[behind : behind + 1]):
        return refuse(Refusal.NEEDS_HUMAN, "the entry has more than one paragraph, and it does not say which")
    behind = behind_name(draft.texts[found[0]]) if _counts_sentences(operation) else 0
    return _Place((found[0],), behind)


def _counts_sentences(operation: Operation) -> bool:
    """Whether an operation counts the sentences of its place: the name of an entry is none of them."""
    match operation:
        case Replace(within=(Part.SENTENCE, _)) | Remove(within=(Part.SENTENCE, _)) | Rewrite(part=Part.SENTENCE):
            return True
        case _:
            return False


def _is_heading(document: Document, section: Span) -> bool:
    """Whether the number of a rule stands in a heading (`Law 14`), and what is below it are its parts."""
    return document.clauses[document.clause_at(section.start)].kind is ClauseKind.HEADING


_STEP = re.compile(r"\s*(?P<step>\d{1,3})[.)]\s+")
_TORN = "its words begin or end inside emphasis, a link or a cell that has more than them"
_HUNG = "more hangs on the item or the row that goes, or its marks are not known"
_PUT_THERE = "its words were put there by an earlier instruction"
_BELOW = "it is on a heading with several rules below it"
_SECTION = "it takes out a section, heading and all, which an editor has to do"
_WORDLESS = "it does not say which words go"
_COUNTED = "it counts a part of a text, and does not say in which section"
_SEVERAL = "the rule has more than one paragraph, and it does not say which"


def _is_of_whole(operation: Operation) -> bool:
    """Whether an operation is about a rule as a whole, and names no words of it."""
    if isinstance(operation, Remove):
        return not operation.old
    return isinstance(operation, Rewrite) or (
        isinstance(operation, Add) and operation.anchor is None and not operation.apart
    )


def _is_apart(operation: Operation) -> bool:
    """Whether an operation adds a block of its own."""
    return isinstance(operation, Add) and operation.apart is not None


def _is_counted(operation: Operation) -> bool:
    """Whether an operation is about all of a part that is counted (`the third paragraph`), and names no words of it."""
    match operation:
        case Remove(old="", within=(part, _)) | Rewrite(part=part) | Add(anchor=None, part=part):
            return part in {Part.PARAGRAPH, Part.SENTENCE, Part.ITEM, Part.BULLET}
        case _:
            return False


def _names_part(operation: Operation) -> bool:
    """Whether an operation names a sentence or a paragraph of its place: a rule's number and title are none."""
    match operation:
        case Replace() | Remove():
            return operation.within is not None and not is_whole(operation)
        case Add():
            return operation.anchor is None and not operation.apart
        case _:
            return isinstance(operation, Rewrite)


def is_whole(operation: Operation) -> bool:
    """Whether an operation takes a rule out, number and all."""
    return isinstance(operation, Remove) and not operation.old and operation.within == (Part.TEXT, 1)
