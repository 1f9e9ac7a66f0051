"""The alphabet of lists: a title comes in, what it is filed by and the letter it stands under go out.

One alphabet for terms and cards, filed as a librarian does: accents, case, quotation marks and an article in front are
passed over, words are filed before letters (*Fog Horn* before *Foghorn*), a hyphen parts words, an apostrophe does not,
and numbers go by their value.
"""

import re
from functools import lru_cache

from kb.lexicon import unaccented, upright
from kb.spelling import ARTICLES
from kb.text import fold_word

OTHER = "#"
"""What stands under no letter."""
_QUOTES = "\"'“”‘’«»‹›„‚ \t\n\r"
_DIGITS = 6
"""Numbers are filed by value up to this many digits; no title counts further."""


@lru_cache(maxsize=10_000)
def fold(title: str) -> str:
    """What a title is filed by; empty for one without a letter or digit."""
    plain = unaccented(fold_word(upright(title.strip(_QUOTES)))).replace("'", "")
    words = re.findall(r"[^\W_]+", plain)
    kept = words[1:] if len(words) > 1 and words[0] in ARTICLES else words
    return " ".join(word.zfill(_DIGITS) if word.isdecimal() else word for word in kept)


def first_letter(title: str) -> str:
    """The letter a title stands under: A to Z, or `#` for anything else."""
    letter = fold(title)[:1].upper()[:1]
    return letter if letter.isalpha() else OTHER
