"""Figures: how errata and lists of changes say that a figure is another one, as patterns; and words come in, the
figure that they set goes out.

A figure goes by a name: `Cost reduced from 4 to 3.`, `Health 6 -> 7`, `The target number is 10, not 12.`
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kb.changing import WAS
from kb.sentences import find_sentences
from kb.text import MINUS, NUMBER_SIGN, with_capital

ARROW = r"(?:→|⇒|[-=]+>)"
"""What stands between the old and the new."""

_WHOSE = r"(?:the|its|his|her|(?:the|this)\s+\w+(?:\s\w+)?['’]s)"
_OF_CARD = r"(?:\s+(?:of|on|for)\s+(?:the|this)\s+\w+)?"
_NUMBER = rf"(?:no|{NUMBER_SIGN}?\d+|O)"
_VALUE = rf"(?:{NUMBER_SIGN}?\d+(?:/{NUMBER_SIGN}?\d+){{1,3}}|{_NUMBER})"
"""A figure, or several beside each other: `4/6`."""
_FIGURE = rf"(?:{_WHOSE}\s+)?(?P<name>[A-Za-z]+(?:\s(?!(?:is|are|was|were|has|have|now|from|to)\b)[A-Za-z]+)?)"
_END = r"(?=[.]?\s*$|\.\s+(?-i:[A-Z]))"
_TURNED = r"(?:changed|reduced|decreased|lowered|increased|raised|adjusted|corrected|buffed|nerfed|reverted|restored)"
"""What lists of changes say of a figure: `Cost reduced from 4 to 3.`"""
NEXT_FIGURE = re.compile(
    rf",\s+{_FIGURE}\s*:?\s+(?:{_TURNED}\s+)?(?:from\s+)?{_NUMBER}\s*(?:{ARROW}|to\b)", re.IGNORECASE
)
"""Another figure behind a comma: `Cost 1 -> 2, Health 2 -> 3`."""
FIGURE_IN_PART = (
    rf"{_WHOSE}\s+(?P<name>[A-Za-z][A-Za-z ]*?){_OF_CARD}\s+(?:should\s+be|is)\s+(?P<new>{_NUMBER})"
    rf"\s*(?:,\s*|\s\(?)(?:not|instead\s+of)\s+(?P<old>{_NUMBER})\b\)?"
)
"""A sentence about a figure of a text, before which the part of this may be named."""
FIGURE_FORMS = (
    rf"(?:(?:this|the)\s+cards?\s+|it\s+)?gives?\s+(?P<new>{_NUMBER})\s+(?P<name>[A-Za-z][A-Za-z. ]*?)\s*,?\s+"
    rf"(?:not|instead\s+of)\s+(?P<old>{_NUMBER})\b",
    rf"(?P<name>[A-Za-z]+(?:\s[A-Za-z]+)?)\s+should\s+be\s+(?P<new>{_NUMBER})\s*(?:,\s*|\s\(?)"
    rf"(?:not|instead\s+of)\s+(?P<old>{_NUMBER})\b\)?",
    rf"(?:{_WHOSE}\s+)?(?P<name>[A-Za-z]+(?:\s[A-Za-z]+)?){_OF_CARD}\s+should\s+be\s+(?P<new>{_NUMBER}){_END}",
    rf"{_FIGURE}(?:\s+{WAS})?\s+(?:now\s+)?{_TURNED}\s+from\s+(?P<old>{_VALUE})\s+to\s+"
    rf"(?P<new>{_VALUE})\b",
    rf"{_FIGURE}(?:\s+{WAS})?\s+{_TURNED}\s+to\s+(?P<new>{_VALUE})"
    rf"(?:\s*[,(]\s*(?:up\s+|down\s+)?(?:from|was)\s+(?P<old>{_VALUE})\b\)?|{_END})",
    rf"{_FIGURE}\s*:?\s+(?:from\s+)?(?P<old>{_VALUE})\s*{ARROW}\s*(?P<new>{_VALUE})\b",
    rf"{_FIGURE}\s+(?:is|are)\s+(?:now\s+)?(?P<new>{_VALUE})\s*[,(]\s*(?:it\s+)?(?:was|formerly|previously)\s+"
    rf"(?P<old>{_VALUE})\b\)?",
    rf"{_FIGURE}\s+(?:is|are)\s+(?:now\s+(?P<new>{_VALUE})|(?P<back>{_VALUE})\s+again){_END}",
)
"""Sentences about a figure: its name, the new value (`back` where it had that before), and perhaps the old one."""
_LONGEST = 200
_BEHIND = re.compile(rf"(?:(?:from\s+)?{_VALUE}\s*(?:to\b|{ARROW})\s*)?(?:to\s+)?{_VALUE}\W*\Z", re.IGNORECASE)
"""The values at the end of a sentence about a figure, in front of which its verb stands."""
_SHORTER = re.compile(
    rf"(?!(?:not|instead|rather|was|it|up|down|for|or)\b){_FIGURE}\s+(?P<values>{_BEHIND.pattern})", re.IGNORECASE
)
_APART = re.compile(r",\s+(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_SETS = tuple(re.compile(rf"\W*{form}\W*", re.IGNORECASE) for form in (*FIGURE_FORMS, FIGURE_IN_PART))


class Set(NamedTuple):
    """What an entry sets a figure to: its name, folded, the new value and the old one, empty where it is not told."""

    name: str
    new: str
    old: str

    def replaces(self, other: "Set") -> bool:
        """Whether it sets again what an earlier entry about the same thing set."""
        return self.name == other.name and self.old in {"", other.new}


def read_figure(text: str) -> str:
    """A value as it is written in figures."""
    return {"O": "0", "no": "0"}.get(text, text.translate(MINUS))


def tell_set(words: str, subject: str = "") -> Set | None:
    """The figure that the words of an entry set and nothing else (`Gannet: Cost is now 3.`); None where they say more,
    or anything else. The subject of the entry may stand before them."""
    told = words.removeprefix(f"{subject}:").strip() if subject else words.strip()
    if len(told) > _LONGEST:
        return None
    match = next((found for form in _SETS if (found := form.fullmatch(told))), None)
    if match is None:
        return None
    groups = match.groupdict()
    name = " ".join(match["name"].replace(".", "").casefold().split())
    return Set(name, read_figure(groups["new"] or groups["back"]), read_figure(groups.get("old") or ""))


def tell_sets(words: str) -> tuple[Set, ...]:
    """The figures that the words of an entry set and nothing else, one or several in a sentence (`Cost 1 -> 2, Health
    2 -> 3`); none where they say more, or anything else."""
    told = words.strip()
    one = tell_set(told)
    sets = [one] if one is not None else [tell_set(each) for each in _each_figure(told)]
    return tuple(each for each in sets if each is not None)


def spread_figures(words: str) -> str:
    """Words in which each figure has a sentence of its own, whole: `Cost should be 2 and health 3.`"""
    if not _SEVERAL.search(words):
        return words
    told = ((words[span.start : span.end], words[span.end :]) for span in find_sentences(words))
    return "".join(
        f"{'. '.join(_each_figure(said)) or said}{rest[: len(rest) - len(rest.lstrip())]}" for said, rest in told
    )


_SEVERAL = re.compile(r"\d(?:,|\s+and)\s+[A-Za-z][^.!?]{0,40}\d")


def _each_figure(sentence: str) -> Sequence[str]:
    """A sentence on several figures as one on each, its verb in all of them; none where it is not on these alone."""
    first, *others = _APART.split(sentence.strip()) if len(sentence) <= _LONGEST else (sentence,)
    match = next((found for form in _SETS if (found := form.fullmatch(first))), None) if others else None
    values = _BEHIND.search(first) if match is not None else None
    if match is None or values is None:
        return ()
    verb = first[match.end("name") : values.start()]
    short = [_SHORTER.fullmatch(each) if tell_set(each) is None else None for each in others]
    pairs = zip(others, short, strict=True)
    told = [with_capital(each if like is None else f"{like['name']}{verb}{like['values']}") for each, like in pairs]
    return (first, *told) if all(map(tell_set, told)) else ()
