"""Figures: how errata and lists of changes say that a figure is another one, as patterns.

A figure goes by a name: `Cost reduced from 4 to 3.`, `Health 6 -> 7`, `The target number is 10, not 12.`
"""

import re

from kb.instructions._parts import WITHIN
from kb.instructions._unread import ARROW
from kb.text import NUMBER_SIGN

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
FIGURE_FORMS = (
    rf"(?:(?:this|the)\s+cards?\s+|it\s+)?gives?\s+(?P<new>{_NUMBER})\s+(?P<name>[A-Za-z][A-Za-z. ]*?)\s*,?\s+"
    rf"(?:not|instead\s+of)\s+(?P<old>{_NUMBER})\b",
    rf"{WITHIN}{_WHOSE}\s+(?P<name>[A-Za-z][A-Za-z ]*?){_OF_CARD}\s+(?:should\s+be|is)\s+(?P<new>{_NUMBER})"
    rf"\s*(?:,\s*|\s\(?)(?:not|instead\s+of)\s+(?P<old>{_NUMBER})\b\)?",
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
