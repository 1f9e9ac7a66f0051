"""Lists: texts of a draft come in, the lists that they make go out, each item with its mark; and where a new item goes.

An item goes into a list of one level whose items stand behind marks of one kind. Steps behind a new one, or behind one
that goes, are numbered anew where their numbers rise by one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from kb.instructions._drafts import Change, ClauseText, Draft
from kb.instructions._laying import Laid, find_named
from kb.instructions._lines import BLANK
from kb.instructions._operations import Beside, Block, Edge, Spot
from kb.instructions._passage import Edit, index_of
from kb.instructions._present import Tried, refuse
from kb.model import Clause, ClauseKind, Document
from kb.provenance import Refusal, Unit
from kb.text import Span

_MARK = re.compile(r"(?P<indent> {0,3})(?P<mark>[-*+]|(?P<step>\d{1,3})(?P<sign>[.)]))(?P<blank>[ \t]+)")
_OWN = re.compile(r"(?P<step>\d{1,3})[.)]\s+")
RENUMBERED = "the steps behind it get other numbers: what cites one is to be looked through"
_UNKNOWN = "it stands in a list whose marks are not known"


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: its text (number), the last that belongs to it, its mark, and the number in that, or 0."""

    number: int
    last: int
    indent: str
    mark: str
    blank: str
    step: int


Items = tuple[Item, ...]


def find_lists(draft: Draft, numbers: Sequence[int]) -> tuple[Items, ...]:
    """The lists of one level among some texts of a draft, by the order of the source; none in boxes."""
    lists: list[list[Item]] = []
    before: int | None = None
    for number in numbers:
        clause = draft.texts[number].clause
        item = _item(draft.document, number, clause)
        apart = before is None or _parted(draft, before, number)
        before = number if clause.depth and clause.note is None else None
        if before is None:
            continue
        top = clause.depth == 1 and clause.kind is ClauseKind.LIST_ITEM
        if item is None and not (top or apart or not lists):
            lists[-1][-1] = replace(lists[-1][-1], last=number)  # inside the item
        elif item is None:
            before = None  # marks that are not known
        elif apart or not lists or _kind(lists[-1][-1]) != _kind(item):
            lists.append([item])
        else:
            lists[-1].append(item)
    return tuple(tuple(each) for each in lists)


def _item(document: Document, number: int, clause: Clause) -> Item | None:
    source = document.source
    mark = _MARK.match(source.text, source.line_span(source.line_of(clause.span.start)).start)
    top = clause.kind is ClauseKind.LIST_ITEM and clause.depth == 1 and clause.note is None
    if mark is None or not top or mark.end() > clause.span.end:
        return None
    return Item(number, number, mark["indent"], mark["mark"], mark["blank"], int(mark["step"] or 0))


def _parted(draft: Draft, before: int, number: int) -> bool:
    """Whether something stands between two texts of a draft that is neither's, nor an item's that went."""
    gone = [each.clause.span for each in draft.texts[before + 1 : number] if _is_gone(each)]
    ends = [draft.texts[before].clause.span.end, *(each.end for each in gone)]
    starts = [*(each.start for each in gone), draft.texts[number].clause.span.start]
    text = draft.document.source.text
    return any(text[end:start].strip() for end, start in zip(ends, starts, strict=True))


def _kind(item: Item) -> tuple[bool, str]:
    return bool(item.step), item.mark[-1:]


def lay_item(words: str, spot: Spot, draft: Draft, numbers: Sequence[int]) -> Laid | Tried:
    """An item, a bullet or a step in the list that its spot means."""
    lists = find_lists(draft, numbers)
    mine = _of_kind(lists, spot.block)
    if not mine:
        return refuse(Refusal.NEEDS_HUMAN, f"no list stands there for the {spot.block.value}")
    if any(each.words for each in spot.beside):
        return _lay_named(words, spot, mine, draft, numbers)
    known = {number for items in lists for each in items for number in range(each.number, each.last + 1)}
    others = any(draft.texts[each].clause.kind is ClauseKind.LIST_ITEM for each in numbers if each not in known)
    if others or (spot.which and len(lists) > len(mine)):
        return refuse(
            Refusal.NEEDS_HUMAN, "a list of another kind stands there too, and it does not say which is meant"
        )
    return _lay_counted(words, spot, mine, draft)


def _lay_named(words: str, spot: Spot, lists: Sequence[Items], draft: Draft, numbers: Sequence[int]) -> Laid | Tried:
    """An item beside others that are named by their words."""
    told = [find_named(each, numbers, draft) for each in spot.beside]
    if refused := next((each for each in told if isinstance(each, Tried)), None):
        return refused
    for items in lists:
        ats = [at for place in told for at, item in enumerate(items) if item.number == place]
        if len(ats) == len(told):
            return _beside(words, spot, ats, items, draft)
    return refuse(Refusal.NEEDS_HUMAN, "what it goes beside is no item of a list, or of two")


def _lay_counted(words: str, spot: Spot, lists: Sequence[Items], draft: Draft) -> Laid | Tried:
    """An item in the only list, or in one that is counted, beside others that are, or with a number."""
    if not spot.which and len(lists) > 1:
        return refuse(Refusal.TEXT_AMBIGUOUS, f"{len(lists)} lists stand there, and it does not say which")
    which = index_of(spot.which, len(lists)) if spot.which else 0
    if not 0 <= which < len(lists):
        return refuse(Refusal.NEEDS_HUMAN, f"{len(lists)} lists stand there, and it means another")
    items = lists[which]
    inside = {at for each in items for at in range(each.number + 1, each.last + 1)}
    nested = any(draft.texts[each].clause.kind is ClauseKind.LIST_ITEM for each in inside)
    if nested and (spot.beside or spot.number):
        return refuse(
            Refusal.NEEDS_HUMAN, "the list has others inside it, and whether these are counted it does not say"
        )
    counted = [at for each in spot.beside if (at := _at(each, items)) is not None]
    if len(counted) < len(spot.beside):
        return refuse(Refusal.NEEDS_HUMAN, f"the list has no such {spot.block.value}")
    return _beside(words, spot, counted, items, draft) if counted else _numbered(words, spot, items, draft)


def _of_kind(lists: Sequence[Items], block: Block) -> Sequence[Items]:
    """The lists that a block may go into: a bullet into one without numbers, a step into one with them."""
    if block is Block.BULLET:
        return [each for each in lists if not each[0].step]
    return [each for each in lists if each[0].step] if block is Block.STEP else lists


def _at(beside: Beside, items: Items) -> int | None:
    """The item that a place counts: by the number before it, where items have one."""
    numbers = [each.step for each in items]
    if items[0].step and beside.number > 0 and len(set(numbers)) == len(items):
        return numbers.index(beside.number) if beside.number in numbers else None
    at = index_of(beside.number, len(items))
    return at if 0 <= at < len(items) and beside.number else None


def _beside(words: str, spot: Spot, ats: Sequence[int], items: Items, draft: Draft) -> Laid | Tried:
    if len(ats) == 2:
        if ats[1] != ats[0] + 1:
            return refuse(Refusal.NEEDS_HUMAN, "the two between which it goes are not beside each other")
        return _put(words, ats[1], items, draft)
    return _put(words, ats[0] + (spot.edge is Edge.AFTER), items, draft)


def _numbered(words: str, spot: Spot, items: Items, draft: Draft) -> Laid | Tried:
    """An item at an edge of its list, or with a place that is counted there, or a number."""
    own = _OWN.match(words)
    if own is not None and items[0].step:
        words, told = words[own.end() :], own["step"]
        if spot.number and spot.number != told:
            return refuse(Refusal.NEEDS_HUMAN, f"it says that it is number {spot.number}, and its words say {told}")
        spot = replace(spot, number=told)
    if not spot.number:
        return _put(words, 0 if spot.edge is Edge.START else len(items), items, draft)
    wanted = int(spot.number) if spot.number.lstrip("-").isdecimal() else 0
    numbers = [each.step for each in items]
    counts = items[0].step and len(set(numbers)) == len(items)
    at = len(items) if wanted == -1 else wanted - (numbers[0] if counts else 1)
    if not 0 <= at <= len(items):
        return refuse(Refusal.NEEDS_HUMAN, f"the list has {len(items)} items, and none can get number {spot.number}")
    return _put(words, at, items, draft)


def _put(words: str, at: int, items: Items, draft: Draft) -> Laid | Tried:
    """An item before one of a list, or at its end."""
    model = items[max(at - 1, 0)]
    steps = _steps(items, draft)
    rises = all(after == before + 1 for before, after in pairwise(steps))
    if steps[0] and not rises and len(set(steps)) > 1:
        return refuse(Refusal.NEEDS_HUMAN, "the numbers of the list do not rise by one")
    if len({each.indent + each.blank for each in items}) > 1 and not steps[0]:
        return refuse(Refusal.NEEDS_HUMAN, _UNKNOWN)
    if at == len(items) and items[-1].last != items[-1].number:
        return refuse(Refusal.NEEDS_HUMAN, "the last item has more below it")
    mark, besides, after = model.mark, tuple[Change, ...](), tuple[int, ...]()
    if steps[0] and rises and (len(items) > 1 or steps[0] != items[0].step or _is_gone_behind(items[-1], draft)):
        before = _put_before(items[:at], draft)
        after = before if at == len(items) else ()
        mark = f"{steps[0] + at + len(before)}{model.mark[-1:]}"
        besides = tuple(_renumber(items[at:], 1, draft))
    source = f"{model.indent}{mark}{model.blank}{words}"
    parting = _parting(items, draft)
    beside, ahead = (items[at - 1].last, False) if at else (items[0].number, True)
    said = RENUMBERED if besides else ""
    return Laid(beside, ahead, words, source, parting, Unit.LIST_ITEM, besides, said, after)


def _steps(items: Items, draft: Draft) -> Sequence[int]:
    """The numbers of items, each as if those that others took out before it had had none."""
    gone = [items[0].number - each for each in range(1, items[0].number + 1)]
    first = sum(1 for _ in takewhile(lambda number: _is_gone(draft.texts[number]), gone))
    counts = [sum(_is_gone(draft.texts[number]) for number in range(items[0].number, each.number)) for each in items]
    return [each.step - (first + count if each.step else 0) for each, count in zip(items, counts, strict=True)]


def _is_gone(text: ClauseText) -> bool:
    """Whether an item stood there."""
    return not text.put and not text.text.strip() and text.clause.kind is ClauseKind.LIST_ITEM


def _is_gone_behind(item: Item, draft: Draft) -> bool:
    """Whether another item stood behind one that is the last now."""
    return any(_is_gone(each) for each in draft.texts[item.last + 1 : item.last + 2])


def _put_before(items: Items, draft: Draft) -> tuple[int, ...]:
    """The orders that have put items among some, one an item: a step that one adds has another number where two do."""
    spans = {draft.texts[number].clause.span for each in items for number in (each.number, each.last)}
    return tuple(each.put_by for each in draft.texts if each.put and each.clause.span in spans)


def number_anew(draft: Draft, edits: Sequence[Edit]) -> tuple[Change, ...]:
    """The changes of the numbers behind one step that goes from a list."""
    gone = {each.paragraph for each in edits}
    if len(gone) != 1:
        return ()
    for items in find_lists(draft, _around(draft, *gone)):
        at = next((at for at, each in enumerate(items) if each.number in gone), None)
        if at is not None:
            return tuple(_renumber(items[at + 1 :], -1, draft)) if items[0].step and _rises(items) else ()
    return ()


def _around(draft: Draft, number: int) -> range:
    """The texts of lists around one of a draft."""
    start = end = number
    while start and _is_listed(draft.texts[start - 1]):
        start -= 1
    while end + 1 < len(draft.texts) and _is_listed(draft.texts[end + 1]):
        end += 1
    return range(start, end + 1)


def _is_listed(text: ClauseText) -> bool:
    return text.clause.depth > 0 and not text.put


def _rises(items: Items) -> bool:
    """Whether the numbers of a list rise by one."""
    return all(after.step == before.step + 1 for before, after in pairwise(items))


def _renumber(items: Items, by: int, draft: Draft) -> Iterator[Change]:
    """The changes of the numbers of steps."""
    for each in items:
        clause, source = draft.texts[each.number].clause, draft.document.source
        start = source.line_span(source.line_of(clause.span.start)).start + len(each.indent)
        old, new = str(each.step), str(each.step + by)
        yield Change(clause.section, clause.id, Span(start, start + len(old)), old, new, unit=Unit.MARKUP)


def _parting(items: Items, draft: Draft) -> str:
    """What stands between the items of a list: a line end, or a blank line."""
    text = draft.document.source.text
    spans = [draft.texts[each.number].clause.span for each in items]
    pairs = [
        text[draft.texts[one.last].clause.span.end : span.start] for one, span in zip(items, spans[1:], strict=False)
    ]
    return "\n\n" if pairs and all(map(BLANK.search, pairs)) else "\n"
