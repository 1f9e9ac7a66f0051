"""Made already: a base text, its records and a text come in; which of the records that text has goes out.

Exact: every word of the text must be told by the base text with some of the records made, and none of them is guessed.
Where only some other choice of records gives the same words, nobody can say whether a record is in the text.

Method: the base text with its records is a sequence of fixed words and of choices (the words that give way, or those
put in). All ways to read the text so are followed at once, from the front and from behind; a choice is open where both
its sides lie on some way from end to end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

WAYS = 64
"""So many ways to read a text at once; only words repeated over and over have more, and these tell nothing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A record: the positions in the base text between which its words give way, and the words put in."""

    record: str
    at: int
    end: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a text says of a record: whether it can have it, and where the words that give way can stand."""

    made: bool
    places: tuple[int, ...]


def tell_made(base: Sequence[str], choices: Sequence[Choice], text: Sequence[str]) -> Mapping[str, Told] | None:
    """For each record what a text says of it; None where the text is not the base text with some records made.

    Of a text with all records made it is said that it has them, whatever else would give the same words. Positions
    are of tokens. The choices are in order and do not overlap; where they do, nothing is told.
    """
    fixed = list(_fixed(base, choices))
    if len(fixed) != len(choices) + 1:
        return None
    starts = _ways(base, choices, fixed, text)
    if starts is None or len(text) not in starts[-1]:
        return None
    if _all_made(choices, fixed, text):
        return {choice.record: Told(True, ()) for choice in choices}
    found: dict[str, Told] = {}
    good = {len(text)}
    for number in range(len(choices) - 1, -1, -1):
        choice, behind = choices[number], fixed[number + 1]
        ends = {at - len(behind) for at in good}
        old, new = tuple(base[choice.at : choice.end]), choice.words
        places = tuple(sorted(at for at in starts[number] if at + len(old) in ends and _stands(text, at, old)))
        made = {at for at in starts[number] if at + len(new) in ends and _stands(text, at, new)}
        found[choice.record] = Told(bool(made), places)
        good = made | set(places)
    return found


def _fixed(base: Sequence[str], choices: Sequence[Choice]) -> Iterator[tuple[str, ...]]:
    """The words before the first choice, between each two, and behind the last; fewer where choices overlap."""
    at = 0
    for choice in choices:
        if choice.at < at or choice.end > len(base):
            return
        yield tuple(base[at : choice.at])
        at = choice.end
    yield tuple(base[at:])


def _ways(
    base: Sequence[str], choices: Sequence[Choice], fixed: Sequence[tuple[str, ...]], text: Sequence[str]
) -> list[set[int]] | None:
    """The positions of a text where each choice can begin, and last those where the text can end."""
    found = [_behind({0}, fixed[0], text)]
    for choice, words in zip(choices, fixed[1:], strict=True):
        old = tuple(base[choice.at : choice.end])
        ends = _behind(found[-1], old, text) | _behind(found[-1], choice.words, text)
        found.append(_behind(ends, words, text))
        if not 0 < len(found[-1]) <= WAYS:
            return None
    return found


def _behind(starts: set[int], words: tuple[str, ...], text: Sequence[str]) -> set[int]:
    return {at + len(words) for at in starts if _stands(text, at, words)}


def _stands(text: Sequence[str], at: int, words: tuple[str, ...]) -> bool:
    return tuple(text[at : at + len(words)]) == words


def _all_made(choices: Sequence[Choice], fixed: Sequence[tuple[str, ...]], text: Sequence[str]) -> bool:
    """Whether a text is the base text with every record made."""
    words = list(fixed[0])
    for choice, kept in zip(choices, fixed[1:], strict=True):
        words += (*choice.words, *kept)
    return words == list(text)
