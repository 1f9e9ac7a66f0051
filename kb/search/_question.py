"""Questions: words as somebody types them come in, an expression for the index goes out.

Whatever is typed is taken for words; signs of the query language are none, except quotation marks around a phrase
and a star behind the beginning of a word.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kb.interface import ENGLISH
from kb.spelling import name_key
from kb.text import WORD, fold_word, word_forms

MOST_WORDS = 24
"""Further words of a question are left out."""
COMMON = frozenset(word_forms(ENGLISH["seek.common"]))
"""Words of a question that tell nothing of what is asked for: they are left out where others remain."""
_LONGEST_NAME = 5
_PART = re.compile(rf'"(?P<phrase>[^"]*)"|(?P<word>{WORD.pattern})(?P<star>\*?)')
Spellings = Callable[[str], Sequence[str]]
"""The spellings of the terms that a key names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its parts as expressions of the index, its bare words, and the keys of the terms it names.

    Words that tell nothing (`what is a`) are no parts and not `telling`, unless there are no others. `whole` is the key
    of all its words together.
    """

    parts: tuple[str, ...]
    words: tuple[str, ...]
    telling: tuple[str, ...]
    whole: str
    named: frozenset[str]

    def every(self) -> str:
        """The expression for what has all parts."""
        return " AND ".join(self.parts)

    def some(self) -> str:
        """The expression for what has any."""
        return " OR ".join(self.parts)

    def together(self, column: str) -> str:
        """The expression for what has all telling words in one column; nothing where they are fewer than two."""
        words = self._unlike()
        return f"{column} : ({' AND '.join(map(_word, words))})" if len(words) > 1 else ""

    def close(self, column: str, within: int) -> str:
        """The expression for what has them there with no more than so many others between."""
        words = self._unlike()
        return f"{column} : NEAR({' '.join(map(_phrase, words))}, {within})" if len(words) > 1 else ""

    def _unlike(self) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(map(fold_word, self.telling)))
        return tuple(word for word in words if word not in COMMON) or words


@dataclass(frozen=True, slots=True)
class _Part:
    expression: str
    text: str
    bare: bool

    @property
    def tells(self) -> bool:
        """Whether it tells something of what is asked for; a phrase and the beginning of a word do."""
        return not self.bare or fold_word(self.text) not in COMMON


def ask(question: str, spellings: Spellings) -> Asked:
    """What a question asks for; without parts when it has no words."""
    parts = list(_read(question))[:MOST_WORDS]
    found: list[tuple[str, tuple[str, ...], bool]] = []
    named: set[str] = set()
    at = 0
    while at < len(parts):
        length, key, names = _name_at(parts, at, spellings)
        run = parts[at : at + length]
        plain = [part.expression for part in run if part.tells] or [part.expression for part in run]
        expression = plain[0]
        if names:
            named.add(key)
            phrases = dict.fromkeys(filter(None, (_phrase(name) for name in names)))
            own = f"({' AND '.join(plain)})" if len(plain) > 1 else plain[0]
            expression = f"({' OR '.join(dict.fromkeys((own, *phrases)))})"
        found.append((expression, tuple(part.text for part in run), bool(names) or run[0].tells))
        at += length
    telling = [each for each in found if each[2]] or found
    words = tuple(part.text for part in parts)
    return Asked(
        tuple(expression for expression, _, _ in telling),
        words,
        tuple(word for _, run, _ in telling for word in run),
        name_key(" ".join(words)),
        frozenset(named),
    )


def _read(question: str) -> Iterator[_Part]:
    for match in _PART.finditer(question):
        phrase = match["phrase"]
        if phrase is not None:
            expression = _phrase(phrase)
            if expression:
                yield _Part(expression, " ".join(WORD.findall(phrase)), False)
            continue
        word, bare = match["word"], not match["star"]
        yield _Part(_word(word) if bare else f"{_phrase(word)}*", word, bare)


def _word(word: str) -> str:
    """A word; one with a hyphen also as it is written without."""
    parts = _split(word)
    return f'("{" ".join(parts)}" OR "{"".join(parts)}")' if len(parts) > 1 else f'"{parts[0]}"'


def _phrase(text: str) -> str:
    words = [part for word in WORD.findall(text) for part in _split(word)]
    return f'"{" ".join(words)}"' if words else ""


def _split(word: str) -> list[str]:
    """The parts of a word as the index has them: an apostrophe parts words there too."""
    return re.split(r"[-']", fold_word(word))


def _name_at(parts: Sequence[_Part], at: int, spellings: Spellings) -> tuple[int, str, Sequence[str]]:
    """The longest name of a term that begins at a part: how many parts, its key, its spellings."""
    for length in range(min(_LONGEST_NAME, len(parts) - at), 0, -1):
        run = parts[at : at + length]
        if all(part.bare for part in run):
            key = name_key(" ".join(part.text for part in run))
            names = spellings(key) if key else ()
            if names:
                return length, key, names
    return 1, "", ()
