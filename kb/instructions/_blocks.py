"""Blocks that an erratum adds: an operation and the texts of its section come in, where the block goes among them, or
why that is not known, goes out.
"""

import re
from collections.abc import Sequence

from kb.instructions._drafts import Draft
from kb.instructions._entries import is_entry
from kb.instructions._laying import Laid, find_named, lay_paragraph
from kb.instructions._listed import lay_item
from kb.instructions._operations import Add, Beside, Block, Edge, Spot
from kb.instructions._present import Tried, refuse
from kb.instructions._rows import lay_row
from kb.model import Clause, ClauseKind, Document
from kb.numbering import number_of
from kb.provenance import Refusal
from kb.text import Span

_NAMED = re.compile(r"(?P<name>[^\s:.–—-][^:.–—]{0,58}?)(?P<sign>:|\.|\s[–—-])\s")
_STRONG = re.compile(
    r"(?P<mark>\*\*|__|\*|_)(?P<name>[^*_\n]{1,60}?)(?P<inner>:|\.|)(?P=mark)(?P<outer>:|\.|\s[–—-]|)\s"
)


def lay_block(operation: Add, draft: Draft, numbers: Sequence[int], sections: Sequence[Span]) -> Laid | Tried:
    """Where a block goes among some texts of a draft, which are those of sections."""
    spot = operation.apart
    assert spot is not None
    named = bool(spot.beside) and all(each.words for each in spot.beside)
    if not named and _is_wide(draft, numbers, sections):
        return refuse(Refusal.NEEDS_HUMAN, "it adds a block of its own, and does not say in which section")
    if any(each.rule for each in spot.beside):
        return refuse(Refusal.NEEDS_HUMAN, "it goes beside a rule, and is none")
    match spot.block:
        case Block.ROW:
            return lay_row(operation.new, spot, draft, numbers)
        case Block.BULLET | Block.ITEM | Block.STEP:
            return lay_item(operation.new, spot, draft, numbers)
        case Block.ENTRY | Block.LINE:
            return _lay_entry(operation, spot, draft, numbers)
        case _:
            return _lay_paragraph(operation.new, spot, draft, numbers, sections)


def _is_wide(draft: Draft, numbers: Sequence[int], sections: Sequence[Span]) -> bool:
    """Whether a place is all of a book with several sections."""
    whole = [each for each in sections if len(each) == len(draft.document.source.text)]
    return bool(whole) and len({draft.texts[each].clause.section for each in numbers}) > 1


def _lay_entry(operation: Add, spot: Spot, draft: Draft, numbers: Sequence[int]) -> Laid | Tried:
    """An entry beside others, as what they are: rows, items of a list, or paragraphs that begin with a name."""
    places = [find_named(each, numbers, draft) for each in spot.beside if each.words]
    if refused := next((each for each in places if isinstance(each, Tried)), None):
        return refused
    found = [each for each in places if isinstance(each, int)]
    kinds = {draft.texts[each].clause.kind for each in found}
    if not found or len(kinds) > 1 or spot.number or spot.which:
        return refuse(Refusal.NEEDS_HUMAN, f"it does not say beside which others the {spot.block.value} goes")
    kind = kinds.pop()
    if kind is ClauseKind.TABLE_ROW:
        return lay_row(operation.new, spot, draft, numbers)
    if kind is ClauseKind.LIST_ITEM:
        laid = lay_item(operation.new, spot, draft, numbers)
    else:
        laid = _lay_paragraph(operation.new, spot, draft, numbers, ())
    if isinstance(laid, Tried) or laid.besides:
        return laid
    return _called_alike(laid, draft)


def _called_alike(laid: Laid, draft: Draft) -> Laid:
    """A new entry with its name in the emphasis that the name of the one beside it stands in."""
    clause = draft.texts[laid.beside].clause
    there = _STRONG.search(draft.document.source.slice(clause.span))
    name = _NAMED.match(laid.words)
    if there is None or name is None or not is_entry(draft.texts[laid.beside], there["name"]):
        return laid
    if (there["inner"] or there["outer"]) != name["sign"]:
        return laid
    mark = there["mark"]
    strong = f"{mark}{name['name']}{there['inner']}{mark}{there['outer']} "
    source = laid.source[: len(laid.source) - len(laid.words)] + strong + laid.words[name.end() :]
    return Laid(laid.beside, laid.ahead, laid.words, source, laid.parting, laid.unit)


def _lay_paragraph(
    words: str, spot: Spot, draft: Draft, numbers: Sequence[int], sections: Sequence[Span]
) -> Laid | Tried:
    """A paragraph beside others, or at the end of its section."""
    plain = [each for each in numbers if _is_plain(draft.texts[each].clause)]
    if spot.number and not spot.beside and spot.edge is None:  # `a new second paragraph`
        spot = _counted(spot, len(plain))
    if spot.number or spot.which or spot.edge is Edge.START:
        return refuse(Refusal.NEEDS_HUMAN, "where the paragraph goes is named in a form that is not known")
    if not spot.beside:
        return _at_end(words, draft, numbers, sections)
    places = [_paragraph(each, plain, numbers, draft) for each in spot.beside]
    refused = next((each for each in places if isinstance(each, Tried)), None)
    found = [numbers.index(each) for each in places if isinstance(each, int)]
    return refused or _lay_beside(words, spot, found, draft, numbers)


def _counted(spot: Spot, count: int) -> Spot:
    """A spot that counts the new paragraph, beside one of those there: the second goes behind the first."""
    at = int(spot.number) if spot.number.lstrip("-").isdecimal() else 0
    if at == -1:
        return Spot(spot.block, Edge.END)
    if not 1 <= at <= count:
        return spot
    return Spot(spot.block, Edge.BEFORE, (Beside(at),))


def _lay_beside(words: str, spot: Spot, found: Sequence[int], draft: Draft, numbers: Sequence[int]) -> Laid | Tried:
    """A paragraph beside one (by its place among the texts), or between two."""
    if len(found) == 2 and found[1] != found[0] + 1:
        return refuse(Refusal.NEEDS_HUMAN, "the two between which it goes are not beside each other")
    if len(found) == 2 or spot.edge is Edge.BEFORE:
        return lay_paragraph(words, numbers[found[-1]], True, draft)
    behind = numbers[found[0] + 1 :][:1]
    if behind and not _is_plain(draft.texts[behind[0]].clause):
        return refuse(Refusal.NEEDS_HUMAN, "a list, a table or a box behind that paragraph may be a part of it")
    return lay_paragraph(words, numbers[found[0]], False, draft)


def _is_plain(clause: Clause) -> bool:
    return clause.kind is ClauseKind.PARAGRAPH and clause.note is None and clause.depth == 0


def _paragraph(beside: Beside, plain: Sequence[int], numbers: Sequence[int], draft: Draft) -> int | Tried:
    """The paragraph that a place counts or names."""
    if not beside.words:
        at = beside.number - 1 if beside.number > 0 else len(plain) + beside.number
        if not 0 <= at < len(plain) or not beside.number:
            return refuse(Refusal.NEEDS_HUMAN, f"no such paragraph stands there: it has {len(plain)}")
        below = draft.texts[plain[at]].clause.section != draft.texts[numbers[0]].clause.section
        return refuse(Refusal.NEEDS_HUMAN, "that paragraph stands in a section below") if below else plain[at]
    found = find_named(beside, numbers, draft)
    if isinstance(found, int) and found not in plain:
        return refuse(Refusal.NEEDS_HUMAN, "what it goes beside is no paragraph")
    return found


def _at_end(words: str, draft: Draft, numbers: Sequence[int], sections: Sequence[Span]) -> Laid | Tried:
    """A paragraph at the end of a section that has no other below it, or of a rule without parts."""
    if not numbers or len(sections) != 1:
        return refuse(Refusal.NEEDS_HUMAN, "its section has no text")
    headings = _headings_in(draft.document, sections[0])
    clauses = [draft.texts[each].clause for each in numbers]
    if headings > 1 or any(number_of(each) for each in clauses[1:]) or (headings and number_of(clauses[0])):
        return refuse(
            Refusal.NEEDS_HUMAN, "its section has others or rules below it, and which is meant it does not say"
        )
    text, end = draft.document.source.text, clauses[-1].span.end
    if text[end : sections[0].end].strip():
        return refuse(Refusal.NEEDS_HUMAN, "its section ends with something else than text")
    return lay_paragraph(words, numbers[-1], False, draft)


def _headings_in(document: Document, section: Span) -> int:
    return sum(section.holds(each.span) for each in document.headings)
