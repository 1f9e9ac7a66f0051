"""Slips: whether a small change of words mends spelling, scanning or grammar, or changes what is said.

In: the words before and after, and how often each word stands in both texts. Out: a verdict. No dictionary:
a form the texts use again is a word, and letters that scanners confuse are taken as one.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache

from rapidfuzz.distance import OSA, Levenshtein

from kb.counting import CARDINALS, ORDINALS
from kb.ends import count_alike, count_ends
from kb.similarity import LEAST_TELLING
from kb.tokens import IMAGE_SIGN, Stream, fold


class Slip(Enum):
    """What a change mends."""

    SPELLING = "spelling"
    """A misspelling or misreading, a lost hyphen, capitals."""
    GRAMMAR = "grammar"
    """An ending or an article: a correction unless an authority stands right beside it."""
    NONE = "none"
    """Nothing: the words say something else."""


def _words(text: str) -> list[str]:
    return text.split()


_NUMBERS = {word: str(value) for word, value in CARDINALS.items()}
_QUANTITIES = frozenset((*CARDINALS, *ORDINALS, *_words("last half double twice once thrice single")))
FUNCTION_WORDS = LEAST_TELLING | frozenset(
    _words(
        "when while unless until because off onto out too within over under up down before after between during "
        "through am done cannot can't don't doesn't isn't aren't won't wasn't mustn't none never neither either both "
        "every some one other another same such more most less least few fewer many much own i we hers theirs yours "
        "our us me my mine whom whose where now again instead even just yet still always"
    )
)
"""Words that bind others or point: one put for another is no slip of the pen, for it may turn what is said."""
_CONFUSED = tuple(
    frozenset(group.split())
    for group in (
        "then than", "its it's", "their there they're", "your you're", "to too two", "loose lose",
        "affect effect",
        "affects effects", "affected effected", "were where", "of off", "a an", "who whom", "whose who's", "born borne",
        "this these", "that those", "is are", "was were", "has have", "does do", "it they", "on in", "or of",
        "form from", "that which", "that who", "which who", "till until", "whilst while", "amongst among",
        "towards toward",
    )
)  # fmt: skip
_ARTICLES = frozenset(("a", "an", "the"))
_OPPOSING = ("un", "non", "in", "im", "dis", "mis", "re", "anti", "de", "pre", "post", "sub", "over", "under")
_ENDINGS = frozenset(("s", "es", "'s", "s'", "'", "ed", "d", "ing", "ly", "er", "est", "n", "en"))
_LATE_ENDINGS = _ENDINGS | {"y", "ies", "ied", "ying", "e", "r", "st", "rs"}
_RIVALS = ({"s", "es"}, {"d", "ed"}, {"r", "er"}, {"n", "en"})
"""Endings that mean the same: only one of them is right behind a stem."""
_SCANNED = (
    ("rn", "m"),
    ("nn", "m"),
    ("cl", "d"),
    ("vv", "w"),
    ("ii", "u"),
    ("tt", "u"),
    ("li", "h"),
    ("ri", "n"),
    ("1", "l"),
)
_ESTABLISHED = 3


@dataclass(frozen=True)
class Vocabulary:
    """How often each folded word stands in the published and in the emended text."""

    published: Counter[str]
    emended: Counter[str]
    either: bool = False
    """Neither text mends the other: a form may be misspelt on either side."""

    @classmethod
    def of(cls, old: Stream, new: Stream) -> "Vocabulary":
        """The words of two streams."""
        return cls(old.counts, new.counts)

    @classmethod
    def of_peers(cls, old: Stream, new: Stream) -> "Vocabulary":
        """The words of two texts of which neither is made from the other: witnesses, sister books."""
        return replace(cls.of(old, new), either=True)

    @cached_property
    def triples(self) -> Counter[str]:
        """In how many different words three letters (or two and the word's edge) stand side by side."""
        return Counter(triple for word in self.published.keys() | self.emended.keys() for triple in _triples(word))

    @cached_property
    def turned(self) -> "Vocabulary":
        """The same with the texts in each other's place."""
        return replace(self, published=self.emended, emended=self.published)

    def besides(self, form: str) -> int:
        """How often a form of the first text stands where it is right: in the emended text, or, among peers, in both
        besides the place that is judged."""
        return self.emended[form] + (self.published[form] - 1 if self.either else 0)

    def looks_real(self, form: str) -> bool:
        """Whether a form is spelt like the words of these texts: all its letters stand so in other words."""
        own = form in self.published or form in self.emended
        return all(self.triples[triple] > own for triple in _triples(form))


def _triples(word: str) -> set[str]:
    edged = f" {word} "
    return {edged[at : at + 3] for at in range(len(edged) - 2)}


def judge_slip(old: Sequence[str], new: Sequence[str], vocabulary: Vocabulary) -> Slip:
    """What a replaced run of words mends; both sides as read, in order."""
    found = _judge(old, new, vocabulary)
    if found is Slip.NONE and vocabulary.either:
        return _judge(new, old, vocabulary.turned)
    return found


def _judge(old: Sequence[str], new: Sequence[str], vocabulary: Vocabulary) -> Slip:
    if not old and not new:
        return Slip.NONE
    if _squash(old) == _squash(new):
        return Slip.SPELLING
    if not old or not new:
        lone = {word.casefold() for word in (*old, *new)}
        return Slip.GRAMMAR if len(old) + len(new) == 1 and lone <= _ARTICLES else Slip.NONE
    if len(old) == len(new):
        verdicts = {_judge_word(a, b, vocabulary) for a, b in zip(old, new, strict=True) if a != b}
        if Slip.NONE in verdicts:
            return Slip.NONE
        return Slip.SPELLING if Slip.SPELLING in verdicts else Slip.GRAMMAR
    return _judge_parted(old, new, vocabulary)


def may_differ(old: Sequence[str], new: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether a word taken for a misspelling may be a word of its own: both are spelt like words of these texts."""
    if len(old) != 1 or len(new) != 1 or _squash(old) == _squash(new):
        return False
    return all(vocabulary.looks_real(fold(word)) for word in (*old, *new))


def same_number(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the sides differ at most in capitals, in writing a number as word or digits, or `and` as `&`."""
    return fold_numbers(old) == fold_numbers(new)


def fold_numbers(words: Iterable[str]) -> list[str]:
    """Words folded, and those that are numbers in figures."""
    return [_NUMBERS.get(word.casefold(), fold(word)) for word in words]


def _judge_parted(old: Sequence[str], new: Sequence[str], vocabulary: Vocabulary) -> Slip:
    """Words parted or run together, perhaps with a letter wrong: one side must be no word of the texts."""
    a, b = _squash(old), _squash(new)
    odd = any(vocabulary.published[word.casefold()] + vocabulary.emended[word.casefold()] <= 1 for word in old)
    close = len(a) >= 6 and (_letter_apart(a, b) or _letter_apart(fold_scanned(a), fold_scanned(b)))
    return Slip.SPELLING if odd and close and not _numeric(a, b) else Slip.NONE


def _judge_word(old: str, new: str, vocabulary: Vocabulary) -> Slip:
    a, b = old.casefold(), new.casefold()
    slip, near = _compare_letters(a, b)
    return Slip.SPELLING if near and not _established(a, b, vocabulary) else slip


@lru_cache(maxsize=1 << 15)
def _compare_letters(a: str, b: str) -> tuple[Slip, bool]:
    """What one word for another mends as far as their letters tell; and whether it is a misspelling if the first is no
    word of the texts."""
    if _squash([a]) == _squash([b]):
        return Slip.SPELLING, False
    if _numeric(a, b):
        misread = _misread_digits(a) == _misread_digits(b) and not a.lstrip("+-").isdigit()
        return (Slip.SPELLING if misread else Slip.NONE), False
    if any({a, b} <= group for group in _CONFUSED):
        return Slip.GRAMMAR, False
    if IMAGE_SIGN in a + b or _different(a, b):
        return Slip.NONE, False
    if _inflected(a, b):
        return Slip.GRAMMAR, False
    return Slip.NONE, _close(a, b)


def _different(a: str, b: str) -> bool:
    """Both are words of a closed class (numbers, function words), or one turns the other's sense."""
    return _QUANTITIES.issuperset(f"{a}-{b}".split("-")) or {a, b} <= FUNCTION_WORDS or _opposed(a, b)


def _established(old: str, new: str, vocabulary: Vocabulary) -> bool:
    """Whether the old form is a word too, no misspelling of the new one: the emended text goes on using it.

    A misspelling may have been overlooked elsewhere: then it stands there once, is rare beside the right form, and is
    not spelt like a word; or it is what scanners often make of the right form. A change of the rules taken for a
    misspelling is the worse mistake. Among peers it is what scanners make of the right form and the other text lacks.
    """
    if vocabulary.either and fold_scanned(old) == fold_scanned(new):
        return old in FUNCTION_WORDS or vocabulary.emended[old] > 0
    kept = vocabulary.besides(old)
    if len(old) <= 3 or len(new) <= 3:
        return kept >= 1 or old in FUNCTION_WORDS
    common = vocabulary.emended[new] < 10 * kept
    if fold_scanned(old) == fold_scanned(new):
        return kept >= _ESTABLISHED and common
    return kept >= 1 and (kept > 1 or common or vocabulary.looks_real(old))


def _close(old: str, new: str) -> bool:
    """Few enough letters apart for their length; confusions of scanners count as none."""
    longest = max(len(old), len(new))
    allowed = 1 if longest <= 4 else 2 if longest <= 9 else 3
    a, b = _squash([old]), _squash([new])
    distance = min(_distance(a, b, allowed), _distance(fold_scanned(a), fold_scanned(b), allowed))
    if longest <= 2:
        return distance <= 1 and a[:1] == b[:1]
    return distance <= allowed and distance < min(len(a), len(b))


def _distance(a: str, b: str, most: int) -> int:
    """How many letters two words are apart; more than `most` when they are.

    Two neighbours in each other's place are one step or two, and only what counts them as two is quick with long words.
    """
    if Levenshtein.distance(a, b, score_cutoff=2 * most) > 2 * most:
        return most + 1
    return OSA.distance(a, b)


def _letter_apart(a: str, b: str) -> bool:
    """Whether one letter more, less or other, or two neighbours in each other's place, is all that differs."""
    lead, tail = count_ends(a, b)
    x, y = a[lead : len(a) - tail], b[lead : len(b) - tail]
    return max(len(x), len(y)) <= 1 or (len(x) == 2 and x == y[::-1])


def fold_scanned(word: str) -> str:
    """A word with the letters that scanners confuse taken as one (`tum`, `turn`)."""
    for seen, meant in _SCANNED:
        word = word.replace(seen, meant)
    return word


def _numeric(a: str, b: str) -> bool:
    return any(char.isdigit() for char in a + b)


def _misread_digits(word: str) -> str:
    return word.translate(str.maketrans("loiz|", "10121"))


def _opposed(a: str, b: str) -> bool:
    """One word is the other with a prefix that turns its sense (`locked`, `unlocked`)."""
    shorter, longer = sorted((a, b), key=len)
    return len(shorter) >= 3 and any(longer in (prefix + shorter, f"{prefix}-{shorter}") for prefix in _OPPOSING)


def _inflected(a: str, b: str) -> bool:
    """One stem with two endings (`company`, `companies`; `higher`, `highest`)."""
    stem = count_alike(a, b)
    endings = {a[stem:], b[stem:]}
    if endings in _RIVALS or not all(_can_end(a[:stem], ending) for ending in endings):
        return False
    if stem >= 2 and endings & _ENDINGS and "" in endings:
        return True
    return stem >= 3 and endings <= _LATE_ENDINGS


def _can_end(stem: str, ending: str) -> bool:
    """Whether a word may be made so: `moved`, `known`, but not `playd`, `givess`."""
    if ending in ("d", "r", "rs", "st"):
        return stem[-1:] == "e"
    if ending == "n":
        return stem[-1:] in ("e", "w")
    return ending != "s" or stem[-1:] != "s"


def _squash(words: Iterable[str]) -> str:
    """Letters and digits alone: case, accents, hyphens, apostrophes and word breaks dropped; signs of numbers kept."""
    return _squash_text("".join(words))


@lru_cache(maxsize=1 << 15)
def _squash_text(text: str) -> str:
    text = unicodedata.normalize("NFD", text.casefold())
    return re.sub(r"[^\w+]|_|[̀-ͯ]", "", text) if not re.match(r"[-−–]\d", text) else "-" + re.sub(r"\W", "", text)
