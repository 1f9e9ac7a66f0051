"""Mechanical damage to a text: each kind of noise, and real changes, at places a seed chooses; what was done is told.

Only running text is touched: no front matter, headings, tables, links or HTML.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kb.witnesses import Kind

Change = Callable[[re.Match[str], random.Random], str | None]
APART = 25
"""At least so many characters lie between two places."""
_NO_TEXT = re.compile(r"\s*(?:#|\{:|\||\[|!\[|---|===)|.*(?:\]\(|<|\||\{:)")
_DASH = r"(?<=[^\W_])(?:—|---|&mdash;)(?=[^\W_])"
_ACCENT = r"(?<=[a-z])[áéíóúâêîôû](?=[a-z])"
_SHAPES = (("rn", "m"), ("m", "rn"), ("tt", "u"), ("cl", "d"), ("h", "b"), ("t", "l"), ("e", "c"), ("y", "v"))
_NEXT = {"two": "three", "three": "four", "four": "two", "five": "six", "six": "nine"}
_TURNED = {"may": "must", "cannot": "can", "before": "after", "untapped": "tapped", "not": "", "hand": "deck"} | {
    "lit": "unlit", "opponent": "keeper", "discard": "draw", "all": "no", "always": "never"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Damage:
    """A kind of damage: where it may be done, how, which kinds of variant tell it rightly."""

    name: str
    places: str
    change: Change
    kinds: frozenset[Kind]

    @property
    def substantive(self) -> bool:
        """Whether it changes what is said."""
        return any(kind.substantive for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Done:
    """One damage done: where in the text it was done to, and what."""

    start: int
    end: int
    damage: Damage
    new: str


def _misread(match: re.Match[str], rng: random.Random) -> str | None:
    word = match.group()
    fitting = [pair for pair in _SHAPES if pair[0] in word[1:]]
    if not fitting:
        return None
    seen, read = rng.choice(fitting)
    at = word.index(seen, 1)
    return word[:at] + read + word[at + len(seen) :]


def _mistype(match: re.Match[str], rng: random.Random) -> str:
    word = match.group()
    at = rng.randrange(1, len(word) - 1)
    made = (word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:])
    return rng.choice((*made, word[:at] + word[at + 1] + word[at] + word[at + 2 :]))


def _garbled(match: re.Match[str], _rng: random.Random) -> str:
    return match.group().encode().decode("cp1252", "replace")


def _counted_on(match: re.Match[str], _rng: random.Random) -> str:
    text = match.group()
    return _NEXT.get(text) or text[:-1] + str((int(text[-1]) + 1) % 10)


KINDS = (
    Damage("dash lost", _DASH, lambda _m, _r: "", frozenset({Kind.DASH_LOST})),
    Damage("dash as hyphen", _DASH, lambda _m, _r: "-", frozenset({Kind.DASH_SHAPE})),
    Damage("hyphen at a line end", r"(?<=[a-z]{3})-(?=[a-z]{3})", lambda _m, r: r.choice(("", "- ")),
           frozenset({Kind.HYPHENATION})),
    Damage("accent lost", _ACCENT, lambda _m, _r: "", frozenset({Kind.ACCENTS})),
    Damage("mojibake", _ACCENT, _garbled, frozenset({Kind.MOJIBAKE})),
    Damage("scanning", r"\b[a-z]{6,}\b", _misread, frozenset({Kind.SCANNING, Kind.SPELLING})),
    Damage("typing", r"\b[a-z]{7,}\b", _mistype, frozenset({Kind.SCANNING, Kind.SPELLING, Kind.GRAMMAR})),
    Damage("quotation mark", r'(?<=[a-z])"|"(?=[A-Za-z])', lambda _m, _r: "", frozenset({Kind.QUOTES})),
    Damage("comma", r"(?<=[a-z]),(?= [a-z])", lambda _m, r: r.choice((".", "", ";")), frozenset({Kind.PUNCTUATION})),
    Damage("space lost", r"(?<=[a-z]{3}) (?=[a-z]{3})", lambda _m, _r: "", frozenset({Kind.MISSING_SPACE})),
    Damage("line end", r"(?<=[a-z]) (?=[a-z]{2})", lambda _m, _r: "\n", frozenset({Kind.LINE_BREAK})),
    Damage("emphasis", r"(?<![\w*_])(?:_[^_*\n]+?_|\*\*[^_*\n]+?\*\*)(?![\w*_])", lambda m, _r: m.group().strip("_*"),
           frozenset({Kind.EMPHASIS})),
    Damage("number", r"(?<![\w.])[+-]?\d(?![\w.,)\d])|\b(?:two|three|four|five|six)\b", _counted_on,
           frozenset({Kind.FIGURE})),
    Damage("word", rf"\b(?:{'|'.join(_TURNED)})\b", lambda m, _r: _TURNED[m.group()],
           frozenset({Kind.READING, Kind.OMITTED})),
    Damage("sentence lost", r"(?<=[.!?] )[A-Z][^.!?\n()\[\]\"]{40,200}\.(?= [A-Z])", lambda _m, _r: "",
           frozenset({Kind.OMITTED})),
    Damage("sentence added", r"(?<=[a-z]{3}\. )(?=[A-Z])",
           lambda _m, _r: "A steward who has no pier of his own pays one more coin than the others do. ",
           frozenset({Kind.ADDED})),
)  # fmt: skip


def do_damage(text: str, seed: int, rate: float, kinds: tuple[Damage, ...]) -> tuple[str, list[Done]]:
    """A text with `rate` places a word damaged, at least one where there is a place, and what was done, in order."""
    rng = random.Random(seed)
    found = [
        Done(at + match.start(), at + match.end(), damage, new)
        for damage in kinds
        for at, line in _running(text)
        for match in re.finditer(damage.places, line)
        if (new := damage.change(match, rng)) is not None and new != match.group()
    ]
    rng.shuffle(found)
    wanted = max(1, int(len(text.split()) * rate))
    chosen: list[Done] = []
    for each in found:
        if len(chosen) < wanted and all(each.end + APART < o.start or o.end + APART < each.start for o in chosen):
            chosen.append(each)
    chosen.sort(key=lambda each: each.start)
    parts, at = [], 0
    for each in chosen:
        parts += [text[at : each.start], each.new]
        at = each.end
    return "".join([*parts, text[at:]]), chosen


def _running(text: str) -> Iterator[tuple[int, str]]:
    """The lines of running text, with their offsets; what stands in a block of HTML above the book is none."""
    at = text.index("\n---", 3) + 4 if text.startswith("---") else 0
    at = text.find("</details>") if "</details>" in text else at
    for line in text[at:].split("\n"):
        if len(line) > 40 and not _NO_TEXT.match(line):
            yield at, line
        at += len(line) + 1
