"""Quotations: a text comes in; its quotations, and the text with a sign in the place of each, go out.

A quotation that nothing closes ends with the text, if a sentence ends there; else it was cut off and is `broken`, as
is one with another inside it.
"""

import re
from dataclasses import dataclass

FIRST = 0xE000
"""Signs are characters of the private use area, one a quotation."""
SIGN = "[\ue000-\uf8ff]"
_SPACE = re.compile(r"\s+")
_WRAPPED = re.compile(r"(?<=\w)- (?!(?:and|or|to|but)\b)(?=[a-z])")
_MARKUP = re.compile(r"(?<!\w)_(?=\w)|(?<=\w)_(?!\w)")
_ENDED = (".", "!", "?", "…", '."', ".)")


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words of a quotation as written, and whether they may be relied on."""

    words: str
    broken: bool = False

    @property
    def is_sentence(self) -> bool:
        """Whether a full stop or its like closes it."""
        return self.words.rstrip("'’)").endswith((".", "!", "?", "…"))


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A text with a sign for each quotation."""

    text: str
    quotations: tuple[Quotation, ...]

    def quotation(self, sign: str) -> Quotation:
        """The quotation a sign stands for."""
        return self.quotations[ord(sign) - FIRST]

    def spell(self, text: str) -> str:
        """A part of the skeleton with its quotations written out."""
        return "".join(f'"{self.quotation(char).words}"' if FIRST <= ord(char) <= 0xF8FF else char for char in text)


def cut_quotations(text: str) -> Skeleton:
    """The quotations of a text; straight marks open before a word and close behind one."""
    out: list[str] = []
    found: list[Quotation] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char not in '"“' or (char == '"' and at and text[at - 1].isalnum()):
            out.append(char if not FIRST <= ord(char) <= 0xF8FF else " ")
            at += 1
            continue
        end, broken = _closing(text, at)
        words = text[at + 1 : end]
        if end == len(text):
            words = words.rstrip().removesuffix("'").removesuffix("’")
            broken = broken or not words.endswith(_ENDED)
        found.append(Quotation(_clean(words), broken or not words.strip()))
        out.append(chr(FIRST + len(found) - 1))
        at = end + 1
    return Skeleton(_SPACE.sub(" ", "".join(out)).strip(), tuple(found))


def _closing(text: str, opening: int) -> tuple[int, bool]:
    """Where the quotation opened at a place ends (the length of the text when nothing closes it), and whether another
    opens inside it."""
    nested = False
    for at in range(opening + 1, len(text)):
        char, before = text[at], text[at - 1]
        if char == "”" or (char == '"' and not before.isspace() and before not in "(“" and at > opening + 1):
            return at, nested
        if char in '"“':
            nested = True
    return len(text), nested


def _clean(words: str) -> str:
    """Words without what a line end or an emphasis left in them."""
    return _WRAPPED.sub("-", _MARKUP.sub("", _SPACE.sub(" ", words))).strip()


def without_ellipses(quotation: Quotation) -> str:
    """The words of a quotation without the ellipses at its ends."""
    return re.sub(r"^(?:\.\.\.|…)\s*|\s*(?:\.\.\.|…)$", "", quotation.words).strip()
