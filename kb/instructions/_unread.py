"""What the grammar reads as no operation: a sentence of an erratum comes in; what it asks for in a form that is not
known, or quotes, goes out.
"""

import re

from kb.changing import VERBS
from kb.figured import ARROW
from kb.instructions._operations import Operation, Restore, Rewrite, Unclear
from kb.instructions._quotes import SIGN, Skeleton, without_ellipses
from kb.restored import tell_restored
from kb.text import NUMBER_SIGN

_BESIDE = r"[^\w\ue000-\uf8ff]*"
"""Marks beside a quotation, none of which is another."""
_BY_NUMBER = re.compile(
    r"\W*(?:(?:in|under)\s+)?(?:(?:rule|section|paragraph|case)\s+)?\d++(?:\.\d++)++[a-z]?\W.*?\b"
    rf"(?:{VERBS}|read|say)\b",
    re.IGNORECASE,
)
BACK = "it says that a text is as it was, and names no words of it"
FORM = "it asks for a change in a form that is not known"
_TURNS = re.compile(
    rf"\d[^\s→⇒]{{0,12}}\s*{ARROW}\s*\S{{0,12}}\d|\bfrom\s+{NUMBER_SIGN}?\d\S{{0,12}}\s+to\s+{NUMBER_SIGN}?\d"
)
"""A figure and what it is now: `2/3 -> 2/4`, `from 2d6 to 3d6`."""
_ASKS_INSIDE = re.compile(
    rf"\b(?:{'|'.join(verb.capitalize() for verb in VERBS.split('|'))})\b|[:;,)]\s+(?:{VERBS})\b"
    r"|\b(?:should|must|is\s+to|are\s+to)\s+(?:now\s+)?be\s+"
    r"(?:changed|replaced|substituted|removed|deleted|struck|omitted|added|inserted|appended|corrected|amended)\b"
)
"""A word of change inside a sentence that asks for one: with a capital, behind a mark, or as what should be done."""


def read_leftover(skeleton: Skeleton, text: str) -> Operation | None:
    """A sentence that is no operation on words: unclear when it asks for one, None when it only says something."""
    restored = tell_restored(skeleton.spell(text))
    return Restore(*restored) if restored is not None else _read_unclear(skeleton, text)


def _read_unclear(skeleton: Skeleton, text: str) -> Operation | None:
    spelled = skeleton.spell(text)
    if re.match(r"\W*(?:change|replace)\b.*\b(?:symbols?|icons?|signs?)\b", text, re.IGNORECASE):
        return Unclear(spelled, "it changes a sign of the frame, which is no text")
    alone = re.fullmatch(rf"{_BESIDE}(?P<q>{SIGN}){_BESIDE}", text)
    if alone is not None and not skeleton.quotation(alone["q"]).broken:
        return Rewrite(without_ellipses(skeleton.quotation(alone["q"])))
    if re.match(rf"\W*(?:{VERBS})\b", text, re.IGNORECASE) or _TURNS.search(text):
        return Unclear(spelled, FORM)
    if re.search(rf",?\s+not\s+{NUMBER_SIGN}?\d", text):
        return Unclear(spelled, "it corrects a figure of the text without quoting it")
    if re.search(SIGN, text) or _BY_NUMBER.match(text) or re.search(r"\bshould\s+(?:now\s+)?(?:read|say)\b", text):
        numbered = "it names its place by the number of a rule, in a form that is not known"
        unsaid = "it quotes words and does not say what to do with them"
        asked = FORM if _ASKS_INSIDE.search(text) else unsaid
        return Unclear(spelled, numbered if _BY_NUMBER.match(text) else asked)
    return None
