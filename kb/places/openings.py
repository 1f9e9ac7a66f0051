"""First words: texts come in, the words each begins with go out, by which readers tell it from the others.

Rulings under one heading have one source; a list of links that all read the same leads nowhere in particular.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from kb.compile import headings_told
from kb.grouping import group_pairs
from kb.html.quotes import curl
from kb.model import Ruling, RulingId
from kb.rulings import home_of
from kb.text import word_forms

OPENING = 5
"""So many words tell which clause or ruling is meant."""
LONGEST = 12
"""So many words do where the first of several are the same."""


def opening_of(text: str, least: int = OPENING) -> str:
    """The first words of a text, by which it is told from others."""
    words = curl(text).split()
    return " ".join(words[:least]).rstrip(" .,;:") + (" …" if len(words) > least else "")


def open_namesakes(rulings: Iterable[Ruling]) -> Mapping[RulingId, str]:
    """The first words of each ruling that stands under one heading with others: as many as tell it from these."""
    homes = ((ruling.id, home_of(ruling.statements)) for ruling in rulings)
    groups = group_pairs((headings_told(home), (ident, home.words)) for ident, home in homes)
    return {ident: words for group in groups.values() if len(group) > 1 for ident, words in _apart(dict(group))}


def _apart(texts: Mapping[RulingId, str]) -> Iterator[tuple[RulingId, str]]:
    """The shortest openings that differ; texts in order have those most like them beside them."""
    begun = {ident: text.split()[: LONGEST + 1] for ident, text in texts.items()}
    forms = {ident: tuple(" ".join(word_forms(word)) for word in words) for ident, words in begun.items()}
    order = sorted(texts, key=lambda ident: (forms[ident], ident))
    shared = [_alike(forms[one], forms[other]) for one, other in pairwise(order)]
    for at, ident in enumerate(order):
        beside = max(shared[max(at - 1, 0) : at + 1], default=0)
        yield ident, opening_of(texts[ident], min(max(OPENING, beside + 1), LONGEST))


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """With how many words two texts begin alike."""
    differs = (at for at, (first, second) in enumerate(zip(one, other, strict=False)) if first != second)
    return next(differs, min(len(one), len(other)))
