"""What a book leaves out of a ruling: a sentence of a book and the ruling that has it come in; whether the ruling goes
on with words that deny or limit it, or with an exception, goes out."""

from itertools import pairwise

from rapidfuzz.distance import Indel

from kb.claims import NUMBERS, Known, is_half, is_number, part_sentence, turns_rule
from kb.differences import FUNCTION_WORDS
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words

CUT = 3
"""Fewer words than this that a ruling has besides are no part of it that one leaves out."""
ENDING = 5
"""So many words at most say when or where."""
_WHEN = frozenset({"after", "at", "before", "by", "during", "each", "every", "in", "on", "per", "this", "within"})
"""What words begin with that say when or where."""
_LIMITING = frozenset(
    (
        *("after", "at", "before", "by", "except", "excepting", "from", "if", "in", "of", "on", "only", "that", "to"),
        *("unless", "until", "when", "which", "while", "who", "with", "within", "without"),
    )
)
"""What words begin with that say of which case or thing the ones before them hold; others add a contrast or a remark
(`..., never at dusk`, `..., no matter how`)."""
_CASES = frozenset({"if", "when", "while"})
"""What words begin with that say in which case another number holds."""
_WANTING = frozenset(
    (
        *("a", "an", "the", "and", "or", "nor", "but", "of", "at", "for", "from", "into", "than", "with", "not"),
        *("is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does", "did"),
        *("may", "must", "can", "cannot", "could", "should", "would", "will", "shall"),
    )
)
"""Words behind which a sentence wants more."""
_EXCEPTING = frozenset({"exception", "exceptions"})


def is_cut(words: Words, ruling: str, others: Words) -> bool:
    """Whether a sentence ends where that of a ruling goes on with words that deny or limit what it says, and the
    `others` of its sentences have not got these either."""
    for span in find_sentences(ruling):
        sentence = compare_words(ruling[span.start : span.end])
        if holds_words(sentence, words):
            rest = uncounted(sentence[len(words) :])
            return (
                sentence[: len(words)] == words
                and len(rest) >= CUT
                and rest[0] in _LIMITING
                and not is_half(rest)
                and turns_rule((), rest, Known())
                and not set(others).issuperset(rest)
            )
    return False


def find_break(words: Words, ruling: str) -> str:
    """How a sentence of a ruling goes on that some words begin, or whole ones before it, where they break off behind
    one that wants more (`Lamps do not`); empty where they do not."""
    begun, rest = part_sentence(words, ruling)
    return " ".join(rest) if begun and words[-1] in _WANTING else ""


def find_end(words: Words, ruling: str) -> str:
    """The few words that say when or where, with which a sentence of a ruling ends that some words begin (`at night`,
    `in the same turn`); empty where it ends otherwise."""
    begun, rest = part_sentence(words, ruling)
    return " ".join(rest) if begun and 1 < len(rest) <= ENDING and rest[0] in _WHEN else ""


def find_exception(words: Words, ruling: str) -> Words:
    """The telling words of what a ruling says is an exception, or a bonus or penalty, in the sentence right behind one
    that is some words, or of the other number that it goes on with for one case (`or four if you have a cart`); none
    where it says nothing of the kind."""
    sentences = [compare_words(ruling[span.start : span.end]) for span in find_sentences(ruling)]
    behind = (after for sentence, after in pairwise(sentences) if sentence == words)
    found = next((after for after in behind if not _EXCEPTING.isdisjoint(after) or any(map(is_signed, after))), ())
    begun = (sentence[len(words) :] for sentence in sentences if sentence[: len(words)] == words)
    found = found or uncounted(next(filter(_counts_otherwise, begun), ()))
    return tuple(word for word in found if word not in FUNCTION_WORDS and word not in _EXCEPTING)


def _counts_otherwise(rest: Words) -> bool:
    """Whether words tell another number for one case."""
    return len(rest) > CUT and rest[0] == "or" and is_number(rest[1]) and not _CASES.isdisjoint(rest[2:])


def is_signed(word: str) -> bool:
    """Whether a word is a number with a sign, a bonus or penalty."""
    return word[:1] in {"+", "-"} and word[1:].isdigit()


def uncounted(words: Words) -> Words:
    """Some words without numbers."""
    return tuple(word for word in words if word not in NUMBERS and not any(map(str.isdigit, word)))


def without_cuts(words: Words, run: Words) -> Words:
    """The words of a ruling without what it says besides some words, where that is a statement that it joins to them,
    or several words that deny and limit nothing: an editor who leaves them out, as they go without saying in the book,
    changes no number by it."""
    kept = list(run)
    for gap in reversed([*Indel.opcodes(words, run)]):
        cut = run[gap.dest_start : gap.dest_end]
        if gap.tag == "insert" and len(cut) >= CUT and (is_half(cut) or not turns_rule((), uncounted(cut), Known())):
            del kept[gap.dest_start : gap.dest_end]
    return tuple(kept)
