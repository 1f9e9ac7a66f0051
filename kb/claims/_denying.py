"""Denials in other words: the words of two texts come in, those of one with its denials as the other has them go out.

*Unlit* is not lit, who is forbidden to row may not row, and who may neither row nor sail may not row and may not sail.
"""

import re

from kb.claims._words import BINDS, DENIALS, LEAVES, denies
from kb.similarity import Words

_IS = r"\b(?:is|are|was|were) "
_FORMS = (
    (re.compile(rf"{_IS}(?:unable|(?:not|never) able) to\b|\b(?:isn't|aren't) able to\b"), "cannot"),
    (
        re.compile(
            rf"{_IS}(?:forbidden|prohibited) (?:to|from)\b|{_IS}(?:not|never) (?:allowed|permitted) to\b"
            r"|\b(?:isn't|aren't) (?:allowed|permitted) to\b"
        ),
        "may not",
    ),
    (re.compile(rf"{_IS}able to\b"), "can"),
    (re.compile(rf"{_IS}(?:allowed|permitted) to\b"), "may"),
)
"""Turns of phrase that allow or deny, each as the words that do so elsewhere."""
_FAILS = re.compile(r"\b(?:fails?|failed) to\b")
_NOT_SO = re.compile(
    r"(?:\b(?P<state>is|are|was|were|be|been) not|\b(?P<short>is|are|was|were)n't|\b(?P<can>cannot|may not|can't) be) "
    r"(?P<article>(?:a|an) )?(?P<word>[\w'’-]+)"
)
_OPPOSITES = ("un", "non", "non-", "in", "il", "im", "ir")
"""What a word that says how a thing is begins with where it says that it is not so."""
_JOINING = frozenset({"and", "but"})
_LEFT = {
    "not": (), "never": (), "no": (), "cannot": ("can",), "can't": ("can",), "doesn't": ("does",), "don't": ("do",),
    "isn't": ("is",), "aren't": ("are",), "mustn't": ("must",), "won't": ("will",),
}  # fmt: skip
"""Words that deny, and what is left where another did so before."""
NEAR = 4
"""What denies stands fewer words than this behind the word that joins it to what was denied before."""


def deny_alike(words: Words, other: Words) -> Words:
    """Some words with what they allow and deny in the words of another text, where these come to the same."""
    told = " ".join(words)
    for form, plain in _FORMS:
        told = form.sub(plain, told)
    if denies(other) != denies(words):
        told = _FAILS.sub("does not", told)
    told = _NOT_SO.sub(lambda found: _in_one_word(found, other), told)
    return _go_on(tuple(told.split(" ")) if told else (), other)


def _in_one_word(found: re.Match[str], other: Words) -> str:
    """What is said not to be so in one word, where the other text has that and not the one that is denied."""
    word = found["word"]
    opposite = next((f"{lead}{word}" for lead in _OPPOSITES if f"{lead}{word}" in other), None)
    if opposite is None or word in other:
        return found.group()
    return " ".join(filter(None, (found["state"] or found["short"] or "is", found["article"], opposite)))


def _go_on(words: Words, other: Words) -> Words:
    """Some words without a denial behind *and* that only goes on with the one before it, for each *or* behind which the
    other text goes on with its own (`may not row and may not sail`: `may not row or sail`)."""
    going = _alternatives(other) - _alternatives(words) if any(word in DENIALS for word in other) else 0
    kept, denied, joined = list[str](), False, NEAR
    for word in words:
        joined = 0 if word in _JOINING else joined + 1
        if word in DENIALS and denied and joined < NEAR and going > 0 and word in _LEFT:
            kept += _LEFT[word]
            going -= 1
            continue
        denied = denied or word in DENIALS
        kept.append(word)
    return tuple(kept)


def _alternatives(words: Words) -> int:
    """How often some words name another thing behind *or*; `or may sail` says anew what may be done."""
    pairs = zip(words, (*words[1:], ""), strict=False)
    return sum(word == "nor" or (word == "or" and behind not in LEAVES | BINDS) for word, behind in pairs)
