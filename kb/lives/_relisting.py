"""Relisting: two texts of a ruling come in, their words go out without what parts a list from the same in sentences.

Sentences repeat the stem that a list has once; items may have letters or numbers. Neither is another wording.
"""

from collections.abc import Iterator
from itertools import pairwise

from kb.lives._lists import Stem, find_stems
from kb.lives._units import cut_words, unaccented_words
from kb.similarity import Words


def words_as_listed(first: str, second: str) -> tuple[Words, Words] | None:
    """The words of two texts of which one says as a list what the other says in sentences, as if both were a list; None
    for others."""
    if (found := _listed(first, second)) is not None:
        return found
    found = _listed(second, first)
    return (found[1], found[0]) if found is not None else None


def _listed(listing: str, sentences: str) -> tuple[Words, Words] | None:
    words, _, spans = cut_words(listing)
    stems = find_stems(listing, spans)
    if not stems:
        return None
    said, bounds, spans = cut_words(sentences)
    others = {said[stem.start : stem.end] for stem in find_stems(sentences, spans)}
    leads = {words[stem.start : stem.end] for stem in stems} - others
    runs = [said[start:end] for start, end in pairwise(bounds)]
    begun: set[Words] = set()
    plain: list[str] = []
    for run in runs:
        lead = next((each for each in leads if unaccented_words(run[: len(each)]) == unaccented_words(each)), ())
        plain += run[len(lead) :] if lead in begun else run
        begun |= {lead} if lead else set()
    return (tuple(_unmarked(words, stems)), tuple(plain)) if begun else None


def _unmarked(words: Words, stems: tuple[Stem, ...]) -> Iterator[str]:
    """Words without those that only tell the items of a list apart."""
    marks = {
        number
        for stem in stems
        for at, item in enumerate(stem.items)
        for number in range(item.start if at else stem.end, item.first)
    }
    yield from (word for number, word in enumerate(words) if number not in marks)
