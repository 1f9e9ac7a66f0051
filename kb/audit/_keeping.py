"""What a change takes out though the ruling it rests on has it too: a record and what its footnotes quote come in; the
ruling that still denies the same, or still says the sentence that is gone, goes out with what is told of it."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from kb.audit._comparing import ALIKE, nearest_sentences
from kb.claims import DENIALS, denies
from kb.differences import FUNCTION_WORDS
from kb.model import Document
from kb.provenance import Emendation, EmendationKind, SourcePlace, Unit
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words, stem_words, word_similarity
from kb.spelling import stem_form

LEAST = 3
"""So many telling words of a sentence that is gone a ruling has, which says it too."""
MOST_OF = 0.6
"""The share of its telling words that these are at least."""
BEHIND = 3
"""So many words behind one that denies are what it denies."""
BEFORE = 2
"""The word that leads over to them stands so near before it (`is currently not`)."""
_LEADING = FUNCTION_WORDS | {"able", "allowed", "possible", "permitted"}
"""What stands between a word that denies and what is denied."""
_EXCEPTING = frozenset({"except", "excepting", "only", "unless", "until"})
_LIMITING = _EXCEPTING | {"if", "when", "while"}
_ENDING = frozenset(
    map(
        stem_form,
        ("delete", "ignore", "instead", "longer", "omit", "remove", "replace", "strike", "supersede", "void"),
    )
)
"""What a ruling says of words that no longer hold."""

_DENYING = DENIALS | {"do", "does", "did"}
"""Words that deny, and those that stand beside them alone: `counts`, `does not count`."""


class Kept(NamedTuple):
    """A ruling that has what a change takes out, and what to tell of it behind its footnote."""

    place: SourcePlace
    words: str
    told: str


def find_kept(
    record: Emendation, book: Sequence[Emendation], document: Document, places: Sequence[SourcePlace]
) -> Iterator[Kept]:
    """The first ruling of some places that has what a record of a book takes out."""
    if record.kind is EmendationKind.DELETION and record.unit in {Unit.SENTENCE, Unit.PARAGRAPH, Unit.LIST_ITEM}:
        yield from _sentences_kept(record, book, document, places)
    elif (place := _denied_still(record, places)) is not None:
        yield Kept(place, place.words, "no longer denies what is denied in the ruling of")


def is_denied(words: Words, ruling: str) -> bool:
    """Whether a ruling has a sentence that is some words but for those that deny, which one of both has."""
    plain = stem_words(word for word in words if word not in _DENYING)
    for span in find_sentences(ruling):
        sentence = compare_words(ruling[span.start : span.end])
        others = stem_words(word for word in sentence if word not in _DENYING)
        if plain == others and DENIALS.isdisjoint(words) is not DENIALS.isdisjoint(sentence):
            return True
    return False


def loses_denial(words: Words, ruling: str) -> bool:
    """Whether a sentence that denies nothing has what a ruling denies, with the word before the one that denies and
    those behind it, and the ruling says it nowhere else."""
    if denies(words) or not _EXCEPTING.isdisjoint(words):
        return False
    said = compare_words(ruling)
    for at, word in enumerate(said):
        behind = said[at + 1 : at + 1 + BEHIND]
        if word not in DENIALS or len(behind) < BEHIND or FUNCTION_WORDS.issuperset(behind):
            continue
        if any(holds_words(words, (lead, *behind)) for lead in said[max(0, at - BEFORE) : at]):
            return not holds_words((*said[:at], *said[at + 1 + BEHIND :]), behind)
    return False


def _denied_still(record: Emendation, places: Iterable[SourcePlace]) -> SourcePlace | None:
    """The ruling that denies what a sentence denied before its change and does not now. One that sets a limit to what
    it denies may be said so in other words."""
    was = compare_words(record.published_text)
    if not denies(was) or denies(compare_words(record.emended_text)):
        return None
    deed = _deed((*was, *compare_words(record.suffix)))
    for place in places if deed else ():
        about = [words for words in _sentences(place.words) if deed in map(stem_form, words)]
        if about and all(denies(words) and _deed(words) == deed and _LIMITING.isdisjoint(words) for words in about):
            return place
    return None


def _deed(words: Words) -> str:
    """What some words deny: the first telling one behind the word that denies, without its ending."""
    at = next((at for at, word in enumerate(words) if word in DENIALS), len(words))
    return next((stem_form(word) for word in words[at + 1 :] if word not in _LEADING), "")


def _sentences_kept(
    record: Emendation, book: Sequence[Emendation], document: Document, places: Sequence[SourcePlace]
) -> Iterator[Kept]:
    """The sentences taken out that a ruling says too, though not that they no longer hold; where neither their clause
    nor another change has what they say."""
    left = _telling(document.clauses[max(0, document.clause_at(record.emended_span.start))].text)
    for span in find_sentences(record.published_text):
        sentence = record.published_text[span.start : span.end]
        gone = _telling(sentence)
        if 2 * len(gone & left) >= len(gone) or _is_moved(compare_words(sentence), record, book):
            continue
        for place in places:
            if said := _said(place.words, sentence, gone):
                yield Kept(place, said, f"lacks `{sentence[:60]}`, which is in the ruling of")
                return


def _said(ruling: str, sentence: str, gone: Set[str]) -> str:
    """The sentence of a ruling that has most telling words of another, where both deny or neither does; none of one
    that says that something no longer holds."""
    if not _ENDING.isdisjoint(map(stem_form, compare_words(ruling))):
        return ""
    parity = denies(compare_words(sentence))
    told = (ruling[span.start : span.end] for span in find_sentences(ruling))
    shared = ((len(gone & _telling(each)), each) for each in told if denies(compare_words(each)) is parity)
    most, said = max(shared, default=(0, ""))
    return said if most >= max(LEAST, MOST_OF * len(gone)) else ""


def _is_moved(words: Words, record: Emendation, book: Sequence[Emendation]) -> bool:
    """Whether another change has some words."""
    texts = (each.emended_text for each in book if each.substantive and each.id != record.id)
    return any(word_similarity(words, nearest_sentences(words, text)) >= ALIKE for text in texts)


def _sentences(text: str) -> Iterator[Words]:
    return (compare_words(text[span.start : span.end]) for span in find_sentences(text))


def _telling(text: str) -> frozenset[str]:
    """The words of a text that say something, without endings."""
    return frozenset(stem_form(word) for word in compare_words(text) if word not in FUNCTION_WORDS)
