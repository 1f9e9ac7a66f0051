"""Parts of a text as errata name them: patterns, and the part that a match of one names.

`the second sentence of the third paragraph`, `the last bullet point`, `step 3`: a part is counted from the first on, or
is the last; what has a number before it is known by that.
"""

import re

from kb.counting import FIRST_TEN
from kb.instructions._operations import PART_NAMES, Part

NTH = {name: at for at, name in enumerate(FIRST_TEN, 1)} | {"last": -1, "final": -1}
NTHS = "|".join(NTH)
_AT = r"\d{1,2}(?![\d.]*\d)"
_COUNTED = rf"{PART_NAMES}|phase"
"""What has a number before it, in the order of a turn too: `phase 3`."""
PART = rf"(?:the\s+(?P<nth>{NTHS})\s+(?P<part>{PART_NAMES})|(?:the\s+)?(?P<called>{_COUNTED})\s+(?P<at>{_AT}))"
PARTS = (
    rf"(?:the\s+(?P<nth>{NTHS})\s+(?P<several>(?:two|three|four)\s+)?(?P<part>{PART_NAMES})(?(several)s)"
    rf"|(?:the\s+)?(?P<called>{_COUNTED})\s+(?P<at>{_AT}))"
)
ABOVE = rf"(?:\s+(?:of|in|from)\s+the\s+(?P<above>{NTHS})\s+paragraph)?"
WITHIN = (
    r"(?:(?:in|from|under)\s+the\s+(?:box|example|list|note|table)\s*[,:]\s+)?"
    rf"(?:(?:(?:(?:in|of|from)\s+the\s+|(?:the\s+)?(?=[a-z]+\s+[a-z]+\s*[,:]))(?P<order>{NTHS})\s+"
    rf"(?P<within>{PART_NAMES})|(?:(?:in|of|from|under)\s+)?(?:the\s+)?(?P<inside>{_COUNTED})\s+(?P<inner>{_AT}))"
    rf"{ABOVE}\s*[,:]?\s+)?"
)


def name_part(match: re.Match[str]) -> tuple[Part, int] | None:
    """The part that `PART` or `PARTS` names, with its number, -1 for the last; None where none is named."""
    groups = match.groupdict()
    if groups.get("called"):
        return _part(match["called"]), int(match["at"])
    return (_part(match["part"]), NTH[match["nth"].lower()]) if groups.get("part") else None


def part_within(match: re.Match[str]) -> tuple[tuple[Part, int] | None, int]:
    """The part that an instruction names before the words in it (`In the first sentence, change ...`), and the number
    of its paragraph, 0 where none is named."""
    groups = match.groupdict()
    if groups.get("inside"):
        return (_part(match["inside"]), int(match["inner"])), part_above(match)
    named = (_part(match["within"]), NTH[match["order"].lower()]) if groups.get("within") else None
    return named, part_above(match)


def part_above(match: re.Match[str]) -> int:
    """The number of the paragraph in which a part is named; 0 where none is."""
    above = match.groupdict().get("above")
    return NTH[above.lower()] if above else 0


def _part(word: str) -> Part:
    """What is called so: a sentence, a paragraph, a step (or a phase), a bullet (`bullet point`), or an item."""
    if word.lower() == "phase":
        return Part.STEP
    named = (Part.SENTENCE, Part.PARAGRAPH, Part.STEP, Part.BULLET)
    return next((part for part in named if word.lower().startswith(part.value)), Part.ITEM)
