"""Words as they are typed: a text comes in, further spellings of its words go out, by which an index has them too."""

import re

from kb.answers.search import Group, Record
from kb.lexicon import unaccented
from kb.text import drop_accents, fold_word, word_forms

_PARTED = re.compile(r"(?<![^\W_])[^\W_]++(?:(?:[-‐‑]|['’](?=[^\W_]{2}))[^\W_]++)+")
"""A word with hyphens or apostrophes in it (`O'Malley`); what ends in `'s` or `'t` is no part of a name."""
_ODD = re.compile(r"(?<![^\W_])[a-zA-Z0-9]*+[^\W_\x00-\x7f][^\W_]*+")
"""A word with letters beyond those of every keyboard."""


def joined_names(record: Record) -> frozenset[str]:
    """The names of a text as such, each typed in one word: `crf15`."""
    names = record.names if record.group is Group.WHOLE else ()
    return frozenset("".join(word_forms(unaccented(name))) for name in names) - {""}


def joined_words(text: str) -> frozenset[str]:
    """Words with hyphens and apostrophes as they are without: `bellropes` for `Bell-ropes`."""
    return frozenset(re.sub(r"[-‐‑']", "", fold_word(word)) for word in _PARTED.findall(text))


def spelled_words(text: str) -> frozenset[str]:
    """Words with letters that no keyboard has, or that stand for two, spelled out: `aether`, `fluss`. An index drops
    accents by itself."""
    spelled = ((unaccented(fold_word(word)), drop_accents(word.lower())) for word in _ODD.findall(text))
    return frozenset(bare for bare, plain in spelled if bare != plain)
