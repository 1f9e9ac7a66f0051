"""Quotations: a text comes in; its quotations, and the text with a sign in the place of each, go out.

A quotation that nothing closes ends with the text, if a sentence ends there; else it was cut off and is `broken`, as
is one with another inside it. An order may quote in single marks (`Change 'two' to 'three'.`), which are apostrophes
elsewhere.
"""

import re
from dataclasses import dataclass

from kb.changing import VERBS

FIRST = 0xE000
"""Signs are characters of the private use area, one a quotation."""
SIGN = "[\ue000-\uf8ff]"
_SPACE = re.compile(r"\s+")
_WRAPPED = re.compile(r"(?<=\w)- (?!(?:and|or|to|but)\b)(?=[a-z])")
_MARKUP = re.compile(r"(?<!\w)_(?=\w)|(?<=\w)_(?!\w)")
_ENDED = (".", "!", "?", "…", '."', ".)")
_FOREIGN = re.compile(r"„(?P<low>[^„“”\"]+)[“”]|«(?P<angled>[^«»]+)»")
"""Marks of other languages around a quotation."""
_SINGLE = re.compile(r"(?<![^\s(])['‘](?=[^\s'’])")
_DOUBLE = re.compile(r'(?<!\d)"')
"""A mark that opens or closes a quotation; behind a figure it may be one of inches."""
_LED = re.compile(
    rf"(?:\A|:|\b(?:{VERBS}|for|to|with|by|from|be|reads?|say|of|after|before|following|and|words?|phrases?|sentences?|text|lines?"
    r"|terms?|numbers?|figures?|instances?|occurrences?|both|all|each|every),?)\s*\Z",
    re.IGNORECASE,
)
"""What stands before words that an order quotes."""
_CLOSES = re.compile(
    r"(?<=\S)['’](?!\w)(?:(?P<sure>\s*(?:\Z|[.,;:)\]→⇒]|[-=]+>)|\s+(?:to|with|by|should|is|are|becomes|reads?|instead|rather|after"
    r"|before|throughout|everywhere|wherever|from|and|at)\b)|\s+(?=[A-Z(\[]))"
)
"""A mark that closes them: behind it the order goes on or ends; before a capital it may be an apostrophe."""
_NEAR = 40
"""So many characters before a mark tell whether it opens what an order quotes."""
_FAR = 2000
"""So many characters behind an inch a quotation may go on."""


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


def settle_marks(text: str) -> str:
    """A text, character for character, with double marks around what it quotes in single ones, where it is an order."""
    text = _FOREIGN.sub(lambda found: f"“{found['low'] or found['angled']}”", text)
    if "'" not in text and "‘" not in text:
        return text
    signs = list(text)
    at = deep = straight = 0
    while (opened := _SINGLE.search(text, at)) is not None:
        passed, at = text[at : opened.start()], opened.end()
        deep += passed.count("“") - passed.count("”")
        straight += len(_DOUBLE.findall(passed))
        if deep > 0 or straight % 2 or not _LED.search(text[max(0, at - 1 - _NEAR) : at - 1]):
            continue
        further = _SINGLE.search(text, at)
        found = list(_CLOSES.finditer(text, at, len(text) if further is None else further.start()))
        closed = next((each for each in found if each["sure"] is not None), found[0] if found else None)
        if closed is not None:
            signs[at - 1], signs[closed.start()] = "“", "”"
            at = closed.start() + 1
    return "".join(signs)


def cut_quotations(text: str) -> Skeleton:
    """The quotations of a text; straight marks open before a word and close behind one."""
    text = settle_marks(text)
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
        if char == '"' and before.isdigit() and _is_inch(text, opening, at):
            continue
        if char == "”" or (char == '"' and not before.isspace() and before not in "(“" and at > opening + 1):
            return at, nested
        if char in '"“':
            nested = True
    return len(text), nested


def _is_inch(text: str, opening: int, at: int) -> bool:
    """Whether a straight mark behind a figure closes no quotation: another does, of the kind of the one that opened."""
    return text.startswith('"', at + 1) if text[opening] == '"' else "”" in text[at : at + _FAR].partition("“")[0]


def _clean(words: str) -> str:
    """Words without what a line end or an emphasis left in them."""
    return _WRAPPED.sub("-", _MARKUP.sub("", _SPACE.sub(" ", words))).strip()


def without_ellipses(quotation: Quotation) -> str:
    """The words of a quotation without the ellipses at its ends."""
    return re.sub(r"^(?:\.\.\.|…)\s*|\s*(?:\.\.\.|…)$", "", quotation.words).strip()
