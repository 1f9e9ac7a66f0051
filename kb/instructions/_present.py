"""What a text has already: new words and a passage come in; whether it says them, exactly or nearly, goes out."""

import re
from dataclasses import dataclass, replace

from rapidfuzz.distance import Prefix

from kb.claims import decide_alike
from kb.instructions._operations import Add
from kb.instructions._passage import Edit, Passage, find_words, fold_words, stretches
from kb.provenance import Refusal, Relation
from kb.similarity import Words, word_similarity
from kb.text import Span

NEAR = 0.85
"""Likeness from which a text has new words already, spelt a little otherwise: that of a quotation to its source."""
DOUBTFUL = 0.7
"""Likeness from which words are perhaps there already, so that adding them might say a thing twice."""
KEYWORDS = 2
"""A sentence of so many words is a keyword of a card."""
TELLING = 3
"""Fewer words than this are compared with none that are only like them."""
MANY = 5
"""So many new words in a row were put there."""
WEIGHTY = 4
"""Letters of a word that says what a sentence is about."""
AKIN = 0.6
"""Share of their letters, from the first on, in which two spellings or forms of one word agree."""

_MARK = re.compile(r"\d{1,3}[.)]\s+")
"""The number before the words of a step."""
_GOES_ON = "the text has the new words, and goes on after them"
NOT_THERE = "the words to be replaced are not in the text"
"""The message of a refusal that says no more than that."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an operation: its edits, or the refusal with what was found. `relation` says how exactly the new
    words stand there already."""

    edits: tuple[Edit, ...] = ()
    refusal: Refusal | None = None
    message: str = ""
    relation: Relation | None = None

    @property
    def remark(self) -> str:
        """Its message where that says more than its refusal does."""
        plain = self.refusal is Refusal.ALREADY_APPLIED or self.message == NOT_THERE
        return "" if plain else self.message


def refuse(refusal: Refusal, message: str, relation: Relation | None = None) -> Tried:
    """A refusal with what was found."""
    return Tried((), refusal, message, relation)


HAS_NEW = refuse(Refusal.ALREADY_APPLIED, "the text has the new words already", Relation.VERBATIM)
"""What comes of an operation on a text that has what it brings."""


def find_everywhere(words: str, passage: Passage) -> tuple[tuple[int, Span], ...]:
    """Every place of some words: the paragraph (index) and the span in it."""
    return tuple((number, span) for number, text in enumerate(passage.paragraphs) for span in find_words(words, text))


def tells_put(new: Words, old: Words) -> bool:
    """Whether new words in a text tell that they were put there: they are many, or the old ones with some changed and
    one of weight kept, perhaps of several things where it was of one (`two lamps`, `one lamp`). A part of the old ones,
    or words of no weight, stand there for other reasons."""
    if f" {' '.join(new)} " in f" {' '.join(old)} ":
        return False
    before = {word.removesuffix("s") for word in old}
    return len(new) >= MANY or any(word.removesuffix("s") in before for word in _weighty(new))


def find_nearly(new: str, old: str, passage: Passage) -> Tried | None:
    """That the text has new words already in a slightly other spelling: it is as like them as a quotation to its
    source, and has every word they bring in."""
    words, before = fold_words(new), set(fold_words(old))
    for stretch in stretches(passage, len(words)):
        brought = set(words) - before
        alike = word_similarity(words, stretch)
        if len(words) < TELLING or alike < NEAR or not decide_alike(words, stretch):
            continue
        if _has_akin(brought, stretch) and (old or _has_akin(_weighty(stretch), words)):
            how = f" ({alike:.2f})" if round(alike, 2) < 1 else ""  # alike in all but the smallest words
            said = f"the text has the new words already, nearly{how}"
            return refuse(Refusal.ALREADY_APPLIED, said, Relation.NEAR)
    return None


def say_same(there: Words, new: Words) -> bool:
    """Whether neither of two texts has a word of weight which is none of the other's in another spelling: an erratum
    that brings in another word, or drops one, says something else."""
    return _has_akin(_weighty(there), new) and _has_akin(_weighty(new), there)


def _weighty(words: Words) -> set[str]:
    return {word for word in words if len(word) >= WEIGHTY}


def _has_akin(words: set[str], others: Words) -> bool:
    return all(any(_akin(word, other) for other in set(others)) for word in words)


def _akin(first: str, second: str) -> bool:
    """Whether two words are one in two spellings or forms (`organization`, `organizational`)."""
    shared = Prefix.similarity(first, second)
    return first == second or shared >= max(WEIGHTY, AKIN * max(len(first), len(second)))


def find_said(operation: Add, passage: Passage) -> Tried | None:
    """That a text has new words already, or nearly; None where they can be put there."""
    if _said(operation.new, operation.new, passage):
        return HAS_NEW
    places = _said(operation.new.rstrip(".!?"), operation.new, passage)
    if any(passage.paragraphs[at][span.end :].lstrip()[:1].isalnum() for at, span in places):
        return refuse(Refusal.PRECONDITION_CHANGED, _GOES_ON)
    near = find_nearly(operation.new, "", passage)
    if places or near is not None:
        return near or HAS_NEW
    words = fold_words(operation.new)
    alike = (each for each in stretches(passage, len(words)) if word_similarity(words, each) >= DOUBTFUL)
    if len(words) >= TELLING and any(_of_same(words, each) for each in alike):
        said = "the text says something so like the new words that both might be one"
        return refuse(Refusal.PRECONDITION_CHANGED, said)
    return None


def find_block(operation: Add, passage: Passage) -> Tried | None:
    """The same for a block of its own, with the number before it or without: few words may stand elsewhere for other
    reasons, and are there where a text is nothing else."""
    own = _MARK.match(operation.new)
    for new in (operation.new, operation.new[own.end() :] if own is not None else ""):
        words = fold_words(new)
        if 0 < len(words) < MANY and any(fold_words(each) == words for each in passage.paragraphs):
            return HAS_NEW
        if 0 < len(words) < MANY and any(fold_words(each)[: len(words)] == words for each in passage.paragraphs):
            return refuse(Refusal.PRECONDITION_CHANGED, _GOES_ON)
        said = find_said(replace(operation, new=new), passage) if len(words) >= MANY else None
        if said is not None:
            return said
    return None


def _of_same(words: Words, there: Words) -> bool:
    """Whether others have half of what words are about: `cannot be sold` is built like `cannot be copied`, no more."""
    weighty = [word for word in words if len(word) >= WEIGHTY]
    return 2 * sum(_has_akin({word}, there) for word in weighty) >= len(weighty)


def _said(words: str, new: str, passage: Passage) -> tuple[tuple[int, Span], ...]:
    """Where words of a text say what new ones do. A keyword with its stop (`Guide.`) is a sentence of its own, and says
    something else behind a word of another (`the Blind Guide.`)."""
    found = find_everywhere(words, passage)
    if len(fold_words(new)) > KEYWORDS or new[-1:] != ".":
        return found
    before = ((place, passage.paragraphs[place[0]][: place[1].start].rstrip()) for place in found)
    return tuple(place for place, text in before if not text[-1:].isalnum())
