"""Two wordings of one ruling: their words come in, the few that turn it round, where nothing else differs, go out."""

from collections.abc import Iterable, Iterator
from itertools import filterfalse, zip_longest

from kb.claims._words import BINDS, DENIALS, LEAVES, are_opposed, denies, is_number
from kb.counting import in_figures
from kb.similarity import Words

_GRANTING = LEAVES | BINDS | DENIALS


def find_turn(first: Words, second: Words) -> tuple[str, str] | None:
    """What the first of two wordings says and what the second says in its place, where they are the same but for words
    that allow, bind, deny or count, or for a word whose opposite the other has, and these say another thing; None where
    they say the same or differ otherwise."""
    if first == second:
        return None
    if [*filterfalse(_turns, first)] != [*filterfalse(_turns, second)]:
        return _find_opposite(first, second)
    gaps = ((one, other) for one, other in zip_longest(_gaps(first), _gaps(second), fillvalue=("", ())))
    for (before, here), (_, there) in gaps:
        if here != there and _meaning(here) != _meaning(there):
            lead = () if here and there else tuple(filter(None, (before,)))
            return " ".join((*lead, *here)), " ".join((*lead, *there))
    return None


def _find_opposite(first: Words, second: Words) -> tuple[str, str] | None:
    """The only words in which two wordings differ where one is the opposite of the other (*before*, *after*)."""
    if len(first) != len(second):
        return None
    apart = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return apart[0] if all(are_opposed(*pair) for pair in apart) else None


def _turns(word: str) -> bool:
    """Whether a word allows, binds, denies or counts; *one* and *once* are no numbers as often as they are."""
    return word in _GRANTING or (is_number(word) and word not in {"one", "once"})


def _gaps(words: Words) -> Iterator[tuple[str, Words]]:
    """The words that turn a ruling round between the others, each run with the word before it; runs may be empty."""
    before, run = "", list[str]()
    for word in words:
        if _turns(word):
            run.append(word)
        else:
            yield before, tuple(run)
            before, run = word, []
    yield before, tuple(run)


def _meaning(run: Iterable[str]) -> tuple[bool, bool, Words]:
    """What some words come to: whether they deny, whether they bind (what is denied may as little be as it must), and
    their numbers."""
    told = tuple(run)
    numbers = tuple(word.removeprefix("+") for word in in_figures(word for word in told if word not in _GRANTING))
    return denies(told), not denies(told) and not BINDS.isdisjoint(told), numbers
