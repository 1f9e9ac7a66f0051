"""Figures: how errata and lists of changes say that a figure is another one, as patterns; and words come in, the
figure that they set goes out.

A figure goes by a name: `Cost reduced from 4 to 3.`, `Health 6 -> 7`, `The target number is 10, not 12.`
"""

import re
from typing import NamedTuple

from kb.text import MINUS, NUMBER_SIGN

ARROW = r"(?:→|⇒|[-=]+>)"
"""What stands between the old and the new."""

_WHOSE = r"(?:the|its|his|her|(?:the|this)\s+\w+(?:\s\w+)?['’]s)"
_OF_CARD = r"(?:\s+(?:of|on|for)\s+(?:the|this)\s+\w+)?"
_NUMBER = rf"(?:no|{NUMBER_SIGN}?\d+|O)"
_FIGURE = rf"(?:{_WHOSE}\s+)?(?P<name>[A-Za-z]+(?:\s(?!(?:is|was|has|now)\b)[A-Za-z]+)?)"
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
    rf"(?:{_WHOSE}\s+)?(?P<name>[A-Za-z]+(?:\s[A-Za-z]+)?){_OF_CARD}\s+should\s+be\s+(?P<new>{_NUMBER})(?=[.]?\s*$)",
    rf"{_FIGURE}(?:\s+(?:is|was|has\s+been))?\s+(?:now\s+)?{_TURNED}\s+from\s+(?P<old>{_NUMBER})\s+to\s+"
    rf"(?P<new>{_NUMBER})\b",
    rf"{_FIGURE}(?:\s+(?:is|was|has\s+been))?\s+{_TURNED}\s+to\s+(?P<new>{_NUMBER})"
    rf"(?:\s*[,(]\s*(?:up\s+|down\s+)?(?:from|was)\s+(?P<old>{_NUMBER})\b\)?|(?=[.]?\s*$))",
    rf"{_FIGURE}\s*:?\s+(?:from\s+)?(?P<old>{_NUMBER})\s*{ARROW}\s*(?P<new>{_NUMBER})\b",
    rf"{_FIGURE}\s+is\s+(?:now\s+)?(?P<new>{_NUMBER})\s*[,(]\s*(?:it\s+)?(?:was|formerly|previously)\s+"
    rf"(?P<old>{_NUMBER})\b\)?",
    rf"{_FIGURE}\s+is\s+(?:now\s+(?P<new>{_NUMBER})|(?P<back>{_NUMBER})\s+again)(?=[.]?\s*$)",
)
"""Sentences about a figure: its name, the new value (`back` where it had that before), and perhaps the old one."""
_LONGEST = 200
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
