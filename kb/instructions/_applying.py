"""Carrying an operation out: a passage of plain text comes in, the edits made of it or the reason why none go out.

Exact: words are found as they are quoted, whatever their quotation marks, dashes, spaces and capitals, from word to
word, and as often as the instruction says. What is found otherwise is left alone. The same operation tried on what
it has made is `already-applied`.
"""

import re
from collections.abc import Sequence

from kb.claims import decide_alike
from kb.instructions._operations import Add, Edge, Operation, Part, Remove, Replace, Rewrite
from kb.instructions._passage import Edit, Passage, find_part, find_parts, fold_words, is_damaged
from kb.instructions._present import (
    HAS_NEW,
    NEAR,
    NOT_THERE,
    Tried,
    find_everywhere,
    find_nearly,
    find_said,
    refuse,
    say_same,
    tells_put,
)
from kb.provenance import Refusal, Relation
from kb.sentences import find_sentences
from kb.similarity import word_similarity
from kb.text import Span, normalise

ALIKE = 0.5
"""Likeness from which one sentence is another reworded."""
_CLOSING = "\"'”’)"
_STOPS = (".", "!", "?")


def try_operation(operation: Operation, passage: Passage) -> Tried:
    """Carry an operation on words out; figures and kinds of cards are no words and raise TypeError."""
    tried = _try(operation, passage)
    if tried.refusal is None and is_damaged(getattr(operation, "new", "")):
        return refuse(Refusal.NEEDS_HUMAN, "the new words are damaged")
    return tried


def _try(operation: Operation, passage: Passage) -> Tried:
    match operation:
        case Replace():
            return _replace(operation, passage)
        case Remove():
            return _remove(operation, passage)
        case Add():
            return _add(operation, passage)
        case Rewrite():
            return _rewrite(operation, passage)
        case _:
            raise TypeError(f"{operation!r} is not about words")


def _named(operation: Replace | Remove, words: str, passage: Passage) -> tuple[tuple[int, Span], ...]:
    """Where words stand, in the part alone that the instruction names."""
    found = find_everywhere(words, passage)
    if operation.within is None:
        return found
    part = find_part(*operation.within, passage, operation.paragraph)
    return tuple(each for each in found if part is not None and each[0] == part[0] and part[1].holds(each[1]))


def _replace(operation: Replace, passage: Passage) -> Tried:
    fresh = find_everywhere(operation.new, passage)
    old = [place for place in _named(operation, operation.old, passage) if not _held(place, fresh)]
    chosen = _choose(operation, old)
    if isinstance(chosen, Tried):
        return chosen if old else _absent(operation.old, operation.new, fresh, passage)
    if operation.count is not None and operation.count > 1 and fresh and len(old) < operation.count:
        return refuse(Refusal.PRECONDITION_CHANGED, "some of the places have the new words already")
    if operation.number is not None and fresh:
        return refuse(Refusal.PRECONDITION_CHANGED, "the text has the new words in one place already")
    edits = (Edit(number, span, _cased(operation, passage.paragraphs[number], span)) for number, span in chosen)
    return Tried(tuple(edits))


def _held(place: tuple[int, Span], places: Sequence[tuple[int, Span]]) -> bool:
    """Whether a place lies inside one of some, and is not that one."""
    return any(place[0] == number and span.holds(place[1]) and span != place[1] for number, span in places)


def _choose(operation: Replace | Remove, old: Sequence[tuple[int, Span]]) -> Sequence[tuple[int, Span]] | Tried:
    """The places meant, when they stand there as often as the instruction says."""
    if not old:
        return refuse(Refusal.TEXT_NOT_FOUND, NOT_THERE)
    if operation.number is not None:
        at = operation.number - 1 if operation.number > 0 else len(old) - 1
        few = refuse(Refusal.PRECONDITION_CHANGED, f"the words stand there {len(old)} times")
        return [old[at]] if at < len(old) else few
    if operation.count is None or len(old) == operation.count:
        return old
    if operation.count == 1:
        return refuse(Refusal.TEXT_AMBIGUOUS, f"the words stand there {len(old)} times, and one place is meant")
    return refuse(Refusal.PRECONDITION_CHANGED, f"the words stand there {len(old)} times, not {operation.count}")


def _absent(old: str, new: str, fresh: Sequence[tuple[int, Span]], passage: Passage) -> Tried:
    """Why the old words are not there: the new ones are, exactly or nearly, or neither."""
    if fresh and tells_put(fold_words(new), fold_words(old)):
        return HAS_NEW
    gone = refuse(Refusal.TEXT_NOT_FOUND, NOT_THERE)
    return gone if normalise(new).text in normalise(old).text else find_nearly(new, old, passage) or gone


def _cased(operation: Replace, text: str, span: Span) -> str:
    """The new words with the capital or small letter that the old ones have in the text, where theirs differ."""
    there, quoted, new = text[span.start : span.start + 1], operation.old[:1], operation.new
    if there.lower() == quoted.lower() and there != quoted and new[:1].isupper() == quoted.isupper():
        return (new[:1].upper() if there.isupper() else new[:1].lower()) + new[1:]
    return new


def _remove(operation: Remove, passage: Passage) -> Tried:
    if not operation.old:
        return _remove_part(operation, passage)
    found = _named(operation, operation.old, passage)
    if not found and operation.old.endswith(".") and not operation.old[:1].isupper():  # a stop of the quoting sentence
        found = _named(operation, operation.old[:-1], passage)
    chosen = _choose(operation, found)
    if isinstance(chosen, Tried):
        return chosen
    return Tried(tuple(_without(passage.paragraphs[number], number, span) for number, span in chosen))


def _remove_part(operation: Remove, passage: Passage) -> Tried:
    """All of a part gone; what of it goes is known where it has not gone yet."""
    part, number = operation.within or (Part.TEXT, 1)
    if part is Part.TEXT and len(passage.paragraphs) != 1:
        return refuse(Refusal.NEEDS_HUMAN, "it does not say which words go")
    found = _part(part, number, passage, operation.paragraph)
    if isinstance(found, Tried):
        return found
    at, span = found
    return Tried((Edit(at, _with_blank(passage.paragraphs[at], span), ""),))


def _without(text: str, number: int, span: Span) -> Edit:
    """Words taken out with the blank left over. A sentence that keeps its beginning keeps its full stop."""
    before = text[: span.start].rstrip()
    if before and not before.endswith((".", "!", "?", ":", '"', "”")) and text[span.end - 1] in ".!?":
        start = len(before)
        return Edit(number, Span(start, span.end - 1), "")
    return Edit(number, _with_blank(text, span), "")


def _with_blank(text: str, span: Span) -> Span:
    """A span with the blank that would be left over without its words."""
    opens, behind = span.start == 0 or text[span.start - 1].isspace(), text[span.end : span.end + 1]
    if opens and behind.isspace():
        return Span(span.start, span.end + 1)
    return Span(span.start - 1, span.end) if opens and span.start and behind in ",;.:!?)" else span


def _add(operation: Add, passage: Passage) -> Tried:
    return find_said(operation, passage) or _placed(operation, passage)


def _placed(operation: Add, passage: Passage) -> Tried:
    """New words in their place: beside others, or whole sentences at an edge of a part."""
    if operation.anchor is not None:
        # A stop before the closing mark may belong to the sentence that quotes.
        places = find_everywhere(operation.anchor, passage) or find_everywhere(operation.anchor.rstrip("."), passage)
        if len(places) != 1:
            missing = Refusal.TEXT_AMBIGUOUS if places else Refusal.TEXT_NOT_FOUND
            return refuse(missing, f"the words beside which it goes stand there {len(places)} times")
        number, span = places[0]
        if operation.edge is Edge.AFTER and re.match(r"[,;:a-z]", operation.new):  # inside the sentence it goes on with
            there = passage.paragraphs[number][span.start : span.end]
            span = Span(span.start, span.start + len(there.rstrip(".")))
        return Tried((_beside(number, span, operation),))
    last = passage.paragraphs[: passage.running][-1:]
    apart = operation.apart or (operation.part is Part.TEXT and _label(operation.new) and any(map(_label, last)))
    if apart or not re.match(r"\W*[A-Z0-9]", operation.new) or not _ends(operation.new):
        unplaced = "the new words are no sentence, and no words beside them are named"
        return refuse(
            Refusal.NEEDS_HUMAN,
            "the new words are a block of their own" if apart else unplaced,
        )
    opens = operation.part is Part.TEXT and operation.edge in {Edge.START, Edge.BEFORE}
    part = _part(operation.part, 1 if opens else operation.number, passage)
    if isinstance(part, Tried):
        return part
    number, span = part
    if operation.edge is Edge.END and not _ends(passage.paragraphs[number][: span.end]):
        return refuse(Refusal.NEEDS_HUMAN, "the text does not end with a sentence there")
    return Tried((_beside(number, span, operation),))


def _ends(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return text.rstrip(_CLOSING).endswith(_STOPS)


def _part(part: Part, number: int, passage: Passage, paragraph: int = 0) -> tuple[int, Span] | Tried:
    """A part of the running text, or why there is none. Whoever names a paragraph has a text of several before him; one
    that has lost its breaks is not that text."""
    if part is Part.PARAGRAPH and not number:
        several = refuse(Refusal.NEEDS_HUMAN, "the text has several paragraphs, and it does not say which")
        return several if passage.running > 1 else _part(Part.TEXT, 1, passage)
    if (part is Part.PARAGRAPH or paragraph) and passage.running == 1:
        return refuse(Refusal.NEEDS_HUMAN, "the text has one paragraph only, and one of several is named")
    found = find_part(part, number, passage, paragraph)
    if found is not None:
        return found
    if not passage.running:
        return refuse(Refusal.NEEDS_HUMAN, "the text has figures and quotations only, and no place is named")
    return refuse(Refusal.TARGET_MISSING, f"the text has no such {part.value}")


def _beside(number: int, span: Span, operation: Add) -> Edit:
    first = operation.edge in {Edge.START, Edge.BEFORE}
    if first:
        return Edit(number, Span(span.start, span.start), f"{operation.new} ")
    glue = "" if operation.new[:1] in ",.;:)" else " "
    return Edit(number, Span(span.end, span.end), f"{glue}{operation.new}")


def _rewrite(operation: Rewrite, passage: Passage) -> Tried:
    if operation.part is Part.TEXT:
        return _rewrite_text(operation, passage)
    if find_everywhere(operation.new, passage):
        return HAS_NEW
    near = find_nearly(operation.new, "", passage)
    if near is not None:
        return near
    if operation.part is None:
        only = _only_sentence(operation.new, passage)
        missing = refuse(Refusal.NEEDS_HUMAN, "it does not say which words give way to the new ones")
        return missing if only is None else Tried((Edit(only[0], only[1], operation.new),))
    return _rewrite_part(operation, operation.part, passage)


def _only_sentence(new: str, passage: Passage) -> tuple[int, Span] | None:
    """The only sentence of the running text, where new words are a sentence that says much the same: no others can give
    way to them."""
    sentences = [
        (at, span) for at, text in enumerate(passage.paragraphs[: passage.running]) for span in find_sentences(text)
    ]
    if len(sentences) != 1 or len(tuple(find_sentences(new))) != 1 or not _ends(new):
        return None
    at, span = sentences[0]
    there = fold_words(passage.paragraphs[at][span.start : span.end])
    return sentences[0] if word_similarity(fold_words(new), there) >= ALIKE else None


def _rewrite_part(operation: Rewrite, part: Part, passage: Passage) -> Tried:
    found = _part(part, operation.number, passage, operation.paragraph)
    if isinstance(found, Tried):
        return found
    number, span = found
    if part in {Part.SENTENCE, Part.ITEM, Part.BULLET, Part.STEP} and not _likest(
        operation.new, found, find_parts(part, passage), passage
    ):
        return refuse(Refusal.NEEDS_HUMAN, f"the new words are more like another {part.value} than the one it names")
    return Tried((Edit(number, span, operation.new),))


def _rewrite_text(operation: Rewrite, passage: Passage) -> Tried:
    running = passage.paragraphs[: passage.running]
    there, new = fold_words(" ".join(running)), fold_words(operation.new)
    if there == new:
        return refuse(Refusal.ALREADY_APPLIED, "the text reads so already", Relation.VERBATIM)
    if not running:
        return refuse(Refusal.NEEDS_HUMAN, "the text has figures and quotations only")
    if word_similarity(there, new) >= NEAR and decide_alike(there, new) and say_same(there, new):
        return refuse(Refusal.ALREADY_APPLIED, "the text reads nearly so already", Relation.NEAR)
    rest = tuple(Edit(at, Span(0, len(text)), "") for at, text in enumerate(running[1:], 1))
    return Tried((Edit(0, Span(0, len(running[0])), operation.new), *rest))


def _likest(new: str, named: tuple[int, Span], parts: Sequence[tuple[int, Span]], passage: Passage) -> bool:
    """Whether new words are not more like another of some parts of a text than the one named, or begin with its name
    (`Rowing: ...`), which no other has."""
    texts = {(at, each): passage.paragraphs[at][each.start : each.end] for at, each in parts}
    called = {place: _label(text) for place, text in texts.items()}
    if called[named] == _label(new) != "" and list(called.values()).count(called[named]) == 1:
        return True
    words = fold_words(new)
    alike = {place: word_similarity(words, fold_words(text)) for place, text in texts.items()}
    return alike[named] >= max(alike.values())


def _label(text: str) -> str:
    """The name that a step or an item of a list begins with, before a colon."""
    name, colon, _ = text.partition(":")
    return " ".join(fold_words(name)) if colon and not list(find_sentences(name))[1:] else ""
