"""Restored: the words of an entry come in; what of its subject is as it was, since which version, goes out. And the
words of an earlier entry; whether what it says is undone by that.

`Reverted to its original stats (4/6).`, `Text reverted to its 1.0 wording.`, `Attack is back to its printed value.`
"""

import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from kb.changing import VERBS, WAS
from kb.figured import ARROW, tell_sets
from kb.numbering import close_parts, leading_number
from kb.sentences import find_sentences


class Restorable(Enum):
    """What an entry brings back: a figure that it names, all figures, the words, or everything."""

    FIGURE = "figure"
    FIGURES = "figures"
    TEXT = "text"
    ALL = "all"


class Restored(NamedTuple):
    """What is as it was: `name` is that of a figure, folded. It is as in a `version`, or as `before` that; as first
    printed without one. `told` are the figures that it says were there."""

    what: Restorable
    name: str = ""
    version: str = ""
    before: bool = False
    told: tuple[str, ...] = ()

    def is_later(self, version: str) -> bool:
        """Whether a version, by its number, came after what is brought back."""
        if not self.version:
            return True
        one, other = _order(version), _order(self.version)
        return bool(one and other) and (one >= other if self.before else one > other)

    def covers(self, figure: str | None) -> bool:
        """Whether it brings back a figure of a name, or the words (None)."""
        if self.what is Restorable.ALL:
            return True
        if figure is None:
            return self.what is Restorable.TEXT
        return self.what is Restorable.FIGURES or (self.what is Restorable.FIGURE and self.name == figure)

    def undoes(self, words: str, subject: str = "") -> bool:
        """Whether all that an earlier entry says is undone by it; one that only explains is not."""
        told = words.removeprefix(f"{subject}:").strip() if subject else words
        told = _QUOTED.sub('"q"', told)
        said = [told[span.start : span.end] for span in find_sentences(told)]
        return bool(said) and all(self._undoes(each) for each in said)

    def _undoes(self, sentence: str) -> bool:
        figures = tell_sets(sentence)
        if figures:
            return all(map(self.covers, (each.name for each in figures)))
        return _OF_TEXT.search(sentence) is not None and self.covers(None)


_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_OF_TEXT = re.compile(
    rf"\A\W*(?:{VERBS}|(?:replac|chang|substitut|correct|amend|remov|delet|add|insert|append)e?d|struck|omitted)\b(?=.*\"q\")"
    rf"|\"q\"\s*(?:{ARROW}|\Z|(?:is|was|has\s+been)\s+(?:now\s+)?(?:removed|deleted|added|changed|replaced|struck))"
    r"|\b(?:now\s+reads?|should\s+(?:now\s+)?(?:read|say)|no\s+longer\s+(?:has|says|reads)|old|new|before|after|changed)"
    r"(?:\s+from)?\W+\"q\"",
    re.IGNORECASE,
)
"""A sentence that asks for other words, which it quotes."""

_NOUNS = (
    (Restorable.FIGURES, r"(?:stats?|statistics|figures|numbers|stat\s?line|attributes|values)"),
    (Restorable.TEXT, r"(?:(?:(?:card|rules?|game)\s+)?text|wording|words)"),
    (Restorable.ALL, r"(?:version|state|form|printing|design|card)"),
)
_NOUN = rf"(?:{'|'.join(rf'(?P<{what.value}>{words})' for what, words in _NOUNS)}|(?P<value>value))"
_WHOSE = r"(?:(?:the|its|their|his|her|an?)\s+)?"
_VERSION = r"(?:(?P<pre>pre[\s-]+)?(?:(?:version|patch|update|issue)\s+|v\.?\s?)?(?P<version>\d[\w.]*\w|\d))"
_AS = rf"(?:original(?:ly\s+printed)?|printed|published|initial|first(?:\s+printed)?|{_VERSION}['’]?s?)"
_TOLD = r"(?:\s*[(:]\s*(?P<told>\d[^()\"“”]{0,30}?)\)?)?"
_WAS = rf"(?:{WAS}\s+)?"
_BACK = r"(?:reverted|restored|reset|returned|rolled\s+back|changed\s+back|(?:is|are)\s+back)"
_FORMS = tuple(
    re.compile(rf"\W*{form}\W*", re.IGNORECASE)
    for form in (
        rf"(?:(?P<subject>{_WHOSE}[A-Za-z]+(?:\s[A-Za-z]+)?)\s+)?{_WAS}{_BACK}\s+to\s+{_WHOSE}{_AS}"
        rf"(?:\s+{_NOUN})?{_TOLD}",
        rf"(?:restored|reinstated)\s+{_WHOSE}{_AS}\s+(?:{_NOUN}|(?P<figure>[A-Za-z]+)){_TOLD}",
        rf"{_WHOSE}{_AS}\s+(?:{_NOUN}|(?P<figure>[A-Za-z]+)){_TOLD}\s+{_WAS}(?:restored|reinstated)",
        rf"(?P<every>all\s+(?:(?:earlier|previous|the)\s+)*changes(?:\s+to\s+(?:this|the)\s+card)?)\s+{_WAS}"
        r"(?:reverted|undone|rolled\s+back|withdrawn)",
    )
)
_LONGEST = 160


def tell_restored(words: str, subject: str = "") -> Restored | None:
    """What an entry of a list says in its first sentence to be as it was; None where it says that of nothing, or not
    since when (`Reverted to its previous stats`). The subject of the entry may stand before it."""
    told = words.removeprefix(f"{subject}:").strip() if subject else words.strip()
    lead = leading_number(close_parts(told))
    told = close_parts(told)[lead.span.end :].lstrip(" ]).:") if lead is not None else told
    first = next(iter(find_sentences(told)), None)
    said = told[first.start : first.end] if first is not None else ""
    if len(said) > _LONGEST:
        return None
    match = next((found for form in _FORMS if (found := form.fullmatch(said))), None)
    return _restored(match.groupdict()) if match is not None else None


def _restored(said: Mapping[str, str | None]) -> Restored | None:
    version, before = (said.get("version") or "").rstrip(".-"), bool(said.get("pre"))
    told = tuple(re.findall(r"\d+", said.get("told") or ""))
    noun = next((what for what, _ in _NOUNS if said.get(what.value)), None)
    if said.get("every"):
        return Restored(Restorable.ALL)
    subject = re.sub(rf"\A{_WHOSE}", "", (said.get("subject") or said.get("figure") or "").casefold())
    named = next((what for what, words in _NOUNS if re.fullmatch(words, subject)), None)
    if not subject or subject in _SELF or named is Restorable.ALL:
        unsaid = Restorable.FIGURES if told else Restorable.ALL
        what, name = noun or (None if said.get("value") else unsaid), ""
    else:
        what, name = (named, "") if named is not None else (Restorable.FIGURE, subject)
    bare = version and noun is None and not said.get("value")
    if what is None or (bare and (what is Restorable.FIGURE or "." not in version)):
        return None  # `Attack reverted to 3`
    return Restored(what, name, version, before, told)


_SELF = frozenset({"it", "this card", "all", "everything"})


def _order(number: str) -> tuple[tuple[int, str], ...]:
    """The number of a version as it counts: 1.10 comes after 1.9, and 1 is 1.0."""
    parts = [
        (int(digits), letter.lower()) for digits, letter in re.findall(r"(\d+)([a-z]?(?![a-z]))", number, re.IGNORECASE)
    ]
    while parts[1:] and parts[-1] == (0, ""):
        parts.pop()
    return tuple(parts)
