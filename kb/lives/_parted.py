"""Parted: a ruling in few statements and in more of them comes in; whether the more have what one of the few had.

A ruling that only says more in a statement of its own is not split, and one that says less is not joined.
"""

from collections.abc import Iterator

from kb.attested import Attestation
from kb.diff import diff
from kb.rulings import own_words
from kb.similarity import Words, compare_words

STANDS = 0.9
"""So much of a text stands in another where that one has all of it but for a word here and there."""
_RUN = 3
"""So many words in a row are the same words and no coincidence, and a piece of a statement."""


def is_parted(few: Attestation, many: Attestation) -> bool:
    """Whether words of one statement of `few` stand in several of `many`, none of which has them all; so it is, too,
    where the statements are not known."""
    if not few.statements or not many.statements:
        return True
    pieces = tuple(dict.fromkeys(compare_words(own_words(each)) for each in many.statements))
    wholes = dict.fromkeys(compare_words(own_words(each)) for each in few.statements)
    return any(_stands_in_several(whole if len(wholes) > 1 else few.words, pieces) for whole in wholes)


def _stands_in_several(whole: Words, pieces: tuple[Words, ...]) -> bool:
    kept = [frozenset(kept_words(whole, piece)) for piece in pieces]
    best = max(kept, key=len)
    return any(len(other - best) >= _RUN for other in kept)


def kept_words(whole: Words, piece: Words) -> Iterator[int]:
    """Which of the words of a whole stand in a piece, in its order and several in a row."""
    begin = 0
    for edit in (*diff(whole, piece), None):
        end = edit.old_start if edit is not None else len(whole)
        if end - begin >= _RUN:
            yield from range(begin, end)
        begin = edit.old_end if edit is not None else end
