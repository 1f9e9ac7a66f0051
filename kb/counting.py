"""Numbers that are written out: folded words (`kb.text.word_forms`) come in, the same in figures go out; or back.

English alone: `ninety`, `twenty-one`, `two hundred and five`, `sixth`, `two-thirds`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from kb.text import word_forms

_UNITS = word_forms("one two three four five six seven eight nine")
_TEENS = word_forms("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_TENS = word_forms("twenty thirty forty fifty sixty seventy eighty ninety")
_NTH_UNITS = word_forms("first second third fourth fifth sixth seventh eighth ninth")
_NTH_TEENS = word_forms(
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_NTH_TENS = word_forms("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")


def _row(units: Sequence[str], teens: Sequence[str], tens: Sequence[str]) -> dict[str, int]:
    """The words for the numbers from one to ninety-nine, with what they come to."""
    below = {word: value for value, word in enumerate((*units, *teens), start=1)}
    whole = {word: 10 * value for value, word in enumerate(tens, start=2)}
    numbered = product(enumerate(_TENS, start=2), enumerate(units, start=1))
    return below | whole | {f"{ten}-{unit}": 10 * high + low for (high, ten), (low, unit) in numbered}


CARDINALS: Mapping[str, int] = {"zero": 0} | _row(_UNITS, _TEENS, _TENS) | {"hundred": 100, "thousand": 1000}
"""Words that count, each with what it comes to."""
ORDINALS: Mapping[str, int] = _row(_NTH_UNITS, _NTH_TEENS, _NTH_TENS) | {"hundredth": 100}
"""Words that tell which one of a row is meant."""
FIRST_TEN = (*_NTH_UNITS, _NTH_TEENS[0])
"""Those by which texts count their sentences, lines and paragraphs: from *first* to *tenth*."""
_PARTS = word_forms("half halves third thirds quarter quarters") + tuple(f"{each}s" for each in _NTH_UNITS[3:])
_SIGNS = {"½": "half", "⅓": "third", "⅔": "two-thirds", "¼": "quarter", "¾": "three-quarters"}
_OF_SEVERAL = frozenset(f"{unit}-{part}" for unit, part in product(_UNITS, (*_PARTS, *_NTH_UNITS[3:])))
FRACTIONS = frozenset(_PARTS) - {"third"} | frozenset(_SIGNS) | _OF_SEVERAL
"""Words for parts of a whole, also with how many of them (`two-thirds`), and signs for some."""


_SPELLED = {str(value): word for word, value in CARDINALS.items()}


def spell_out(words: Iterable[str]) -> tuple[str, ...]:
    """Folded words with the numbers below a hundred written out."""
    return tuple(_SPELLED.get(word, word) for word in words)


def in_figures(words: Iterable[str]) -> tuple[str, ...]:
    """Folded words with their numbers in figures, one of several words as one: `two hundred and five` is `205`,
    `twenty-first` is `21st`. Of a fraction the parts are: `two-thirds` is `2 thirds`."""
    return tuple(_read(tuple(_part(words))))


def _part(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        told = _SIGNS.get(word, word)
        yield from told.split("-") if told in _OF_SEVERAL else (told,)


def _read(words: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(words):
        number, end = _add_up(words, at)
        nth = ORDINALS.get(words[end]) if end < len(words) else None
        if nth is not None and (end == at or _goes_on(number, nth)):
            yield _nth(number + nth)
            end += 1
        else:
            yield str(number) if end > at else words[at]
        at = max(end, at + 1)


def _add_up(words: Sequence[str], at: int) -> tuple[int, int]:
    """What the words from a place on count to, and where they end; at the place itself where they do not count."""
    number, end = 0, at
    while end < len(words):
        joint = end > at and words[end] == "and" and number % 100 == 0 and number > 0
        value = CARDINALS.get(words[end + 1] if joint and end + 1 < len(words) else words[end])
        low = number % value if value in {100, 1000} else 0
        if value is None:
            break
        if value in {100, 1000} and not joint and (end == at or low > 0):
            number += max(low, 1) * value - low
        elif end == at or _goes_on(number, value):
            number += value
        else:
            break
        end += 1 + joint
    return number, end


def _goes_on(number: int, value: int) -> bool:
    """Whether a number goes on with another one: `twenty` with `one`, `two hundred` with all below a hundred."""
    tens = number % 100
    return number > 0 and 0 < value < (100 if tens == 0 else 10) and (tens == 0 or (tens >= 20 and tens % 10 == 0))


def _nth(number: int) -> str:
    teen = number % 100 in range(11, 14)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
