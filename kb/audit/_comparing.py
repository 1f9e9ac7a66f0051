"""Words of a text against those of the ruling they are claimed from, as several audit rules compare them."""

from collections.abc import Iterator, Sequence

from kb.claims import plainly
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, word_similarity

ALIKE = 0.67
"""Likeness from which words are those of some sentences: words less alike differ in much else."""
SHOWN = 120
"""So many characters of a ruling are told."""


def nearest_sentences(words: Words, ruling: str) -> Words:
    """The neighbouring sentences of a ruling most like some words."""
    sentences = [compare_words(ruling[span.start : span.end]) for span in find_sentences(ruling)]
    runs = _runs(sentences, len(words) * 2)  # more words than that are less alike, whatever they say
    return max(runs, key=lambda run: word_similarity(words, run), default=())


def set_beside(text: str, ruling: str) -> tuple[Words, Words]:
    """The words of a text and of the neighbouring sentences of a ruling most like it, each without what it says does
    not hold, unless the other says such a thing too."""
    words = compare_words(plainly(text, ruling))
    return words, nearest_sentences(words, plainly(ruling, text))


def _runs(sentences: Sequence[Words], most: int) -> Iterator[Words]:
    """The words of neighbouring sentences, at most so many."""
    for start in range(len(sentences)):
        run: Words = ()
        for sentence in sentences[start:]:
            run = (*run, *sentence)
            if len(run) > most:
                break
            yield run


def shorten(text: str) -> str:
    """The first words of a ruling, on one line."""
    told = " ".join(text.split())
    return told if len(told) <= SHOWN else told[:SHOWN] + "…"
