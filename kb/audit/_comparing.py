"""Words of a text against those of the ruling they are claimed from, as several audit rules compare them."""

import re
from collections.abc import Iterator
from itertools import groupby

from rapidfuzz.distance import Indel

from kb.claims import plainly
from kb.provenance import SourcePlace
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, word_similarity
from kb.text import Span, word_forms
from kb.text import words as words_of

ALIKE = 0.67
"""Likeness from which words are those of some sentences: words less alike differ in much else."""
SHOWN = 120
"""So many characters of a ruling are told."""
_LONG = 4
"""A word of fewer letters is another one with a letter more."""

_RECALLED = re.compile(
    r"\s*\((?:[^()\"“”]*\s)?(?:said|says?|stated?|states)\b[^()\"“”]*[\"“][^\"“”]*[\"”][^()]*\)",
    re.IGNORECASE,
)
"""What a ruling recalls of the rule it changes: `(Rule 8.4 says: "...")`."""


def nearest_sentences(words: Words, ruling: str) -> Words:
    """The neighbouring sentences of a ruling most like some words."""
    return _nearest_run(words, ruling)[1]


def set_beside(text: str, ruling: str) -> tuple[Words, Words]:
    """The words of a text and of the neighbouring sentences of a ruling most like it, each without what it says does
    not hold, unless the other says such a thing too; nor does the rule count that a ruling recalls in brackets."""
    ruled = _RECALLED.sub("", ruling)
    ruled = ruled if ruled.strip(" .") else ruling
    words = compare_words(plainly(text, ruled))
    return words, nearest_sentences(words, plainly(ruled, text))


def are_whole(words: Words, ruling: str) -> bool:
    """Whether some words are neighbouring sentences of a ruling, whole ones."""
    return any(run == words for _, run in _runs(ruling, len(words)))


def _nearest_run(words: Words, ruling: str) -> tuple[Span, Words]:
    """Where the neighbouring sentences of a ruling most like some words stand, with theirs."""
    runs = _runs(ruling, len(words) * 2)  # more words than that are less alike, whatever they say
    return max(runs, key=lambda run: word_similarity(words, run[1]), default=(Span(0, 0), ()))


def _runs(ruling: str, most: int) -> Iterator[tuple[Span, Words]]:
    """Neighbouring sentences, at most of so many words, each with its words."""
    sentences = [(span, compare_words(ruling[span.start : span.end])) for span in find_sentences(ruling)]
    for start, (first, _) in enumerate(sentences):
        run: Words = ()
        for last, sentence in sentences[start:]:
            run = (*run, *sentence)
            if len(run) > most:
                break
            yield Span(first.start, last.end), run


def shorten(text: str) -> str:
    """The first words of a ruling, on one line."""
    told = " ".join(text.split())
    return told if len(told) <= SHOWN else told[:SHOWN] + "…"


def tell_said(place: SourcePlace, words: str = "") -> str:
    """What a hint tells of a place in a source: where it is, and the first of its words, or of some that it has."""
    return f"{place.file}:{place.line} says `{shorten(words or place.words)}`"


def shorten_beside(text: str, ruling: str) -> str:
    """A ruling on one line; of a long one its first words, or those around the first that a text has otherwise, where
    that stands further on."""
    told = " ".join(ruling.split())
    run, _ = _nearest_run(compare_words(text), told)
    other = _other_word(text, told, run)
    if len(told) <= SHOWN or other.end <= SHOWN:
        return shorten(ruling)
    start = run.start if other.end - run.start <= SHOWN else told.rfind(" ", 0, other.start - SHOWN // 2) + 1
    return ("…" if start else "") + shorten(told[start:])


def _other_word(text: str, told: str, run: Span) -> Span:
    """The first word of some sentences of a ruling that stands where a text has another, more or fewer, one of them
    with a letter more or fewer only where there is no other; nothing where they only go on before or behind it."""
    ours, theirs = word_forms(text), [*words_of(told[run.start : run.end], run.start)]
    gaps = [*Indel.opcodes(ours, [each.form for each in theirs])]
    edges = [each for each in gaps[:1] + gaps[-1:] if each.tag == "insert"]
    others: list[tuple[str, int, str]] = []
    for tag, runs in groupby((each for each in gaps if each not in edges), key=lambda each: each.tag == "equal"):
        if not tag:
            parts = list(runs)
            lost = " ".join(word for each in parts for word in ours[each.src_start : each.src_end])
            put = " ".join(word.form for each in parts for word in theirs[each.dest_start : each.dest_end])
            others.append((lost, parts[0].dest_start, put))
    slips = [each for each in others if len(each[0]) >= _LONG and Indel.distance(each[0], each[2]) <= 1]
    at = next((each[1] for each in others if each not in slips), others[0][1] if others else None)
    return theirs[min(at, len(theirs) - 1)].span if at is not None and theirs else Span(0, 0)
