"""Questions: words as somebody types them come in, an expression for the index goes out.

Whatever is typed is taken for words; signs of the query language are none, except quotation marks around a phrase
and a star behind the beginning of a word.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.interface import ENGLISH
from kb.search.ranking import RANKING
from kb.spelling import name_key
from kb.text import WORD, fold_word, lower_word, word_forms

COMMON = frozenset(word_forms(ENGLISH["seek.common"]))
"""Words of a question that tell nothing of what is asked for: they are left out where others remain."""
_PART = re.compile(rf'"(?P<phrase>[^"]*)"|(?P<word>{WORD.pattern})(?P<star>\*?)')
Spellings = Callable[[str], Sequence[str]]
"""The spellings of the terms that a key names."""
Having = Callable[[str], bool]
"""Whether anything has what an expression asks for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its parts as expressions of the index, its bare words, and the keys of the terms it names.

    Words that tell nothing (`what is a`) are no parts and not `telling`, unless there are no others. A word that
    nothing has asks for those that begin so (`begun`); one that begins none is `unknown` and left out where others
    remain. `typed` are all words, `whole` is the key of those that are not left out together, `bare` says that there is
    neither a phrase nor a star, `quoted` that it is one phrase alone.
    """

    parts: tuple[str, ...]
    typed: tuple[str, ...]
    words: tuple[str, ...]
    telling: tuple[str, ...]
    begun: frozenset[str]
    unknown: tuple[str, ...]
    whole: str
    named: frozenset[str]
    bare: bool
    quoted: bool

    def every(self) -> str:
        """The expression for what has all parts."""
        return " AND ".join(self.parts)

    def some(self) -> str:
        """The expression for what has any."""
        return " OR ".join(self.parts)

    def together(self) -> str:
        """The expression for what has all telling words in its text; nothing where they are fewer than two."""
        words = [f"{_phrase(word)}*" if fold_word(word) in self.begun else _word(word) for word in self._unlike()]
        return f"text : ({' AND '.join(words)})" if len(words) > 1 else ""

    def close(self, within: int) -> str:
        """The expression for what has them there with no more than so many others between."""
        words = [_phrase(word) + "*" * (fold_word(word) in self.begun) for word in self._unlike()]
        between = within + len(words) - 2  # FTS5 counts the words of the question between the first and the last too
        return f"text : NEAR({' '.join(words)}, {between})" if len(words) > 1 else ""

    def _unlike(self) -> tuple[str, ...]:
        words = {fold_word(word): lower_word(word) for word in self.telling}
        return tuple(word for folded, word in words.items() if folded not in COMMON) or tuple(words.values())


@dataclass(frozen=True, slots=True)
class _Part:
    expression: str
    text: str
    bare: bool
    begun: bool = False

    @property
    def tells(self) -> bool:
        """Whether it tells something of what is asked for; a phrase and the beginning of a word do."""
        return not self.bare or fold_word(self.text) not in COMMON


def ask(question: str, spellings: Spellings, having: Having) -> Asked:
    """What a question asks for; without parts when it has no words."""
    parts = list(_read(question))[: RANKING.most_words]
    found: list[tuple[str, tuple[_Part, ...], bool]] = []
    unknown: list[str] = []
    named: set[str] = set()
    at = 0
    while at < len(parts):
        length, key, names = _name_at(parts, at, spellings)
        run = parts[at : at + length]
        at += length
        if names:
            named.add(key)
            found.append((_naming(run, names), tuple(run), True))
        elif part := _as_found(run[0], having):
            found.append((part.expression, (part,), part.tells))
        else:
            unknown.append(run[0].text)
    telling = [each for each in found if each[2]]
    if not telling and unknown:  # nothing has any word that tells something
        found, unknown = [(part.expression, (part,), part.tells) for part in parts], []
        telling = [each for each in found if each[2]]
    telling = telling or found
    words = tuple(part.text for _, run, _ in found for part in run)
    return Asked(
        tuple(expression for expression, _, _ in telling),
        tuple(part.text for part in parts),
        words,
        tuple(part.text for _, run, _ in telling for part in run),
        frozenset(fold_word(part.text) for _, run, _ in found for part in run if part.begun),
        tuple(unknown),
        name_key(" ".join(words)),
        frozenset(named),
        all(part.bare for part in parts),
        len(parts) == 1 and not parts[0].bare and not parts[0].expression.endswith("*"),
    )


def trim(words: Sequence[str]) -> Sequence[str]:
    """Words without those at both ends that tell nothing."""
    telling = [at for at, word in enumerate(words) if fold_word(word) not in COMMON]
    return words[telling[0] : telling[-1] + 1] if telling else ()


def _naming(run: Sequence[_Part], names: Sequence[str]) -> str:
    """The expression for words that name a term: they themselves, or any spelling of it."""
    plain = [part.expression for part in run if part.tells] or [part.expression for part in run]
    own = f"({' AND '.join(plain)})" if len(plain) > 1 else plain[0]
    phrases = filter(None, (_phrase(name) for name in names))
    return f"({' OR '.join(dict.fromkeys((own, *phrases)))})"


def _as_found(part: _Part, having: Having) -> _Part | None:
    """A part as something has it: a word itself, or, where nothing has it, the beginning of others; None where
    nothing has either."""
    if not part.bare or not part.tells or having(part.expression):
        return part
    begun = replace(part, expression=f"{_phrase(part.text)}*", begun=True)
    return begun if len(part.text) >= RANKING.least_begun and having(begun.expression) else None


def _read(question: str) -> Iterator[_Part]:
    for match in _PART.finditer(question):
        phrase = match["phrase"]
        if phrase is not None:
            expression = _as_quoted(phrase)
            if expression:
                yield _Part(expression, " ".join(WORD.findall(phrase)), False)
            continue
        word, bare = match["word"], not match["star"]
        yield _Part(_word(word) if bare else f"{_phrase(word)}*", word, bare)


def _word(word: str) -> str:
    """A word; one with a hyphen also as it is written without, one with letters that stand for two also with these."""
    parts = _split(word)
    spelled = dict.fromkeys((" ".join(parts), "".join(parts), re.sub(r"[-']", "", fold_word(word))))
    told = [f'"{each}"' for each in spelled]
    return f"({' OR '.join(told)})" if len(told) > 1 else told[0]


def _phrase(text: str) -> str:
    words = [part for word in WORD.findall(text) for part in _split(word)]
    return f'"{" ".join(words)}"' if words else ""


def _as_quoted(phrase: str) -> str:
    """A phrase in quotation marks as it stands, one of two words also as one word: what a hyphen ties is written so."""
    words = [part for word in WORD.findall(phrase) for part in _split(word)]
    return f'("{words[0]} {words[1]}" OR "{words[0]}{words[1]}")' if len(words) == 2 else _phrase(phrase)


def _split(word: str) -> list[str]:
    """The parts of a word as the index has them: an apostrophe parts words there too."""
    return re.split(r"[-']", lower_word(word))


def _name_at(parts: Sequence[_Part], at: int, spellings: Spellings) -> tuple[int, str, Sequence[str]]:
    """The longest name of a term that begins at a part: how many parts, its key, its spellings."""
    for length in range(min(RANKING.longest_name, len(parts) - at), 0, -1):
        run = parts[at : at + length]
        if all(part.bare for part in run):
            key = name_key(" ".join(part.text for part in run))
            names = spellings(key) if key else ()
            if names:
                return length, key, names
    return 1, "", ()
