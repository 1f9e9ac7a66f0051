"""What may have been meant: a question with misspelt words comes in, names like it and the question mended go out.

What counts as a slip, and the order, stand in `docs/search.md`; `search-little.js` does the same on the site, by the
same figures (`kb.lexicon.SLIPS`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.lexicon import SLIPS, unaccented
from kb.search._names import Spelled
from kb.search._question import COMMON
from kb.search.ranking import RANKING
from kb.spelling import name_key
from kb.text import word_forms


def spoken_words(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of texts, folded, that so many have that none is a misprint; the most frequent first."""
    found = Counter[str]()
    for text in texts:
        words = (re.sub(r"'s$|'", "", word) for word in word_forms(unaccented(text)))
        found.update({part for word in words for part in (word, *word.split("-")) if len(part) >= SLIPS.offered})
    kept = (word for word, many in found.items() if many > RANKING.few and word.replace("-", "").isalpha())
    return tuple(sorted(kept, key=lambda word: (-found[word], word)))


@dataclass(frozen=True, slots=True)
class Lexis:
    """What a question may mean: the spellings of all terms, and the words of the texts, the most frequent first."""

    names: Sequence[Spelled]
    spoken: Sequence[str]

    def meant(self, typed: Sequence[str], unknown: Sequence[str], rare: Sequence[str]) -> tuple[str, ...]:
        """What may have been meant by the words of a question, some of which nothing has, or next to nothing and no
        name: of names and of the question mended what is the fewest slips away; of several words the names alone, if
        any is."""
        asked = name_key(unaccented(" ".join(typed)))
        names = self._names_near(asked, 1 if rare and not unknown else _most(asked))
        mended = {word: found for word in (*unknown, *rare) if (found := self._mend(word, word in rare))}
        questions = [
            _put(typed, {word: found[min(at, len(found) - 1)] for word, found in mended.items()}) for at in (0, 1)
        ]
        offered = {name for _, name in names}
        own = {key for key, name, _ in self.names if name in offered}
        every = [*names, *(each for each in questions if mended and name_key(each[1]) not in own)]
        fewest = min((slips for slips, _ in every), default=0)
        if len(typed) > 1 and any(slips == fewest for slips, _ in names):
            every = names
        near = [text for slips, text in every if slips == fewest]
        told: dict[str, str] = {}
        for text in sorted(near, key=lambda text: unaccented(text[0]).lower() != unaccented(typed[0][0]).lower()):
            told.setdefault(name_key(text), text)
        return tuple(told.values())[: SLIPS.most]

    def _names_near(self, asked: str, most: int) -> list[tuple[int, str]]:
        """The names that are some slips away from a question, the fewest first."""
        own = {name for key, name, _ in self.names if key == asked}
        rows = [(key, name) for key, name, _ in self.names if name not in own]
        near = sorted((slips, rows[at]) for at, slips in _near(asked, [key for key, _ in rows], most))
        first: dict[str, int] = {}
        for slips, (_, name) in near:
            first.setdefault(name, slips)
        return [(slips, name) for name, slips in first.items()]

    def _mend(self, word: str, some_have: bool) -> list[tuple[int, str]]:
        """The words that a misspelt one may stand for, fewest slips away, the likeliest first; one that some text has
        is one slip away at most."""
        typed = unaccented(word).lower()
        asked = name_key(typed)
        of_names = list(dict.fromkeys(each for _, _, words in self.names for each in words.split()))
        if typed in of_names:
            return []
        words = [*(each for each in of_names if len(each) >= SLIPS.offered), *self.spoken]
        named, keys = len(words) - len(self.spoken), [name_key(each) for each in words]
        near = dict(_near(asked, keys, 1 if some_have else _most(asked)))
        near = {at: slips for at, slips in near.items() if at < named or slips == 1}
        fewest = min(near.values(), default=0)
        likely = [at for at, slips in near.items() if slips == fewest]
        likely.sort(key=lambda at: (_slips(typed, words[at]), words[at][0] != typed[0], at >= named, at))
        first: dict[str, str] = {}
        for at in likely:
            first.setdefault(keys[at], words[at])
        return [(fewest, each) for each in first.values()]


def shortened(question: str) -> str:
    """The letters of a question that is one word in capitals, as names are shortened (`HP`, `SvS`, `HPs`), lower; none
    where it is not."""
    letters = "".join(question.split())
    letters = letters[:-1] if letters.endswith("s") and letters[:-1].isupper() else letters
    capitals = sum(letter.isupper() for letter in letters)
    fits = letters.isalpha() and 2 <= len(letters) <= SLIPS.initials and capitals > 1
    return unaccented(letters).lower() if fits else ""


def stood_for(letters: str, names: Sequence[Spelled]) -> tuple[str, ...]:
    """The names of whose words these are the first letters: of all of them first, then of those that tell something."""
    found: dict[str, bool] = {}
    for _, name, words in names:
        parts = re.split(r"[ -]+", words.strip())
        telling = [part for part in parts if part not in COMMON]
        for each in (parts, telling):
            if len(each) > 1 and "".join(part[0] for part in each) == letters:
                found[name] = found.get(name, False) or each is parts
    return tuple(sorted(found, key=lambda name: (not found[name], unaccented(name).lower())))


def _put(typed: Sequence[str], mended: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """A question with some words mended, and the slips of all of them."""
    words = [mended.get(word, (0, unaccented(word).lower())) for word in typed]
    return sum(slips for slips, _ in words), " ".join(word for _, word in words)


def _most(word: str) -> int:
    return 1 if len(word) < SLIPS.short else 2


def _slips(word: str, other: str) -> int:
    """How many slips make one word of another."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415 (slow to import, and seldom needed)

    return OSA.distance(word, other)


def _near(wanted: str, words: Sequence[str], most: int) -> list[tuple[int, int]]:
    """The places of the words that so many slips make of one, each with its slips: a letter put in, left out or
    mistaken, or two that changed places."""
    from rapidfuzz import process  # noqa: PLC0415 (slow to import, and seldom needed)
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    if len(wanted) < SLIPS.least:
        return []
    found = process.extract(wanted, words, scorer=OSA.distance, score_cutoff=most, limit=None)
    return [(at, slips) for _, slips, at in found]
