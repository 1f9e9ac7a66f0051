"""What stands before the name of a text: words come in; where the name begins behind them goes out.

`Erratum (LRF 5)`, `per harbour policy 2`, `changed in LRF 3 & 4`, `the entry on Oil in LRF 4`, `the latest LRF`.
"""

import re
from collections.abc import Collection

from kb.naming.calling import DATE, Known, end_of_name
from kb.naming.mentions import SIGNAL, name_words
from kb.naming.placing import PAGE
from kb.naming.versions import EVERY_OF

LONGEST_LEAD = 6
"""Words of the longest lead to a name."""
_KIND = (
    r"(?:(?:official\s+)?(?:answer|clarification|correction|decision|reply|ruling|statement)s?|errata|erratum)"
    r"\s+(?:by|for|from|of|on)"
)
_LABEL = re.compile(
    rf"(?:(?i:{_KIND})(?:\s+(?:[A-Z]\.|[^\W\d_]+)){{1,5}}|(?:[A-Z]\.\s?){{1,3}}[^\W\d_]+"
    rf"|(?:[^\W\d_]+\s+){{0,2}}[^\W\d_]+)\s*(?:\s(?:of|from)\s+(?:{DATE})\s*)?"
    r"(?:,\s+|[(\[]|:\s+)"
)
"""What a ruling is, before the name of what states it: `Erratum (`, `Clarification, `, `Ruling of 3 May 2004 (`,
`Erratum of the quay: `, `A. Reed, `, `Official answer by A. Reed (`."""
_LEAD = re.compile(r"(?P<word>[^\W\d_]+)\s+(?:the\s+)?")
_LEADS = frozenset(
    (
        *("after", "against", "already", "also", "as", "before", "both", "by", "compare", "contra", "following"),
        *("from", "in", "of", "per"),
        *("differently", "earlier", "formerly", "originally", "otherwise", "previously", "unlike"),
        *("since", "so", "than", "thus", "till", "to", "under", "until", "vide", "with"),
        *("clarification", "errata", "erratum", "ruling"),
    )
)
"""The word before the name of a text where an editor tells what it did: `Changed in LRF 4`, `until LRF 3`."""
_DONE = re.compile(
    r"(?:amend|confirm|correct|modif|overrul|overturn|repeal|replac|restat|revers|revis|supersed|withdraw|rescind)"
    r"(?:ing|ying|e?s|ies|e?d|ied)?",
    re.IGNORECASE,
)
"""What one text does to another, right before the name of this: `LRF 4, superseding LRF 2`, `LRF 4. Replaces LRF 2`."""
_NEW = r"(?:current|latest|most\s+recent|newest)"
_NEWEST = re.compile(rf"{_NEW}\s+", re.IGNORECASE)
_IN = re.compile(rf",?\s+(?:of|in|from)(?:\s+the)?(?:\s+{_NEW})?$", re.IGNORECASE)
"""What may stand before the name of a text where its newest version is meant."""
_ENTRY = re.compile(
    r"(?:the\s+)?(?:(?:entry|heading|item|rulings?|section)\s+)?(?:(?:about|at|for|on|under)\s+)?", re.IGNORECASE
)
_HEADED_IN = re.compile(
    rf"{_ENTRY.pattern}(?:[\"“][^\"“”]{{1,80}}[\"”]|[A-Z][^\"“”,.;:()]{{0,60}}?)\s+(?:of|in|from)\s+(?:the\s+)?",
)
"""A heading before the text it stands in: `the entry on Oil in the `, `“Oil” in `."""
PLACE_IN = re.compile(rf"(?P<place>{PAGE})\s+(?:of|in|from)\s+", re.IGNORECASE)


def behind_lead(text: str, names: Collection[str], start: int = 0) -> int:
    """Where the name of a text begins, behind a signal and what the ruling is or what became of it there, or the number
    of a place in it."""
    signal = SIGNAL.match(text[start:])
    start += signal.end() if signal else 0
    before = PLACE_IN.match(text, start) or EVERY_OF.match(text, start)
    start = before.end() if before is not None else start
    start += 4 * (text[start : start + 4].lower() == "the ")
    start = _behind_newest(text, start)
    if end_of_name(text, start, names) is not None:
        return start
    for lead in (_HEADED_IN.match(text, start), _LABEL.match(text, start)):
        if lead is not None and end_of_name(text, lead.end(), names) is not None:
            return lead.end()
    at = start
    for _ in range(LONGEST_LEAD):
        lead = _LEAD.match(text, at)
        if lead is None:
            break
        at = _behind_newest(text, lead.end())
        leads = lead["word"].lower() in _LEADS or _DONE.fullmatch(lead["word"]) is not None
        if leads and end_of_name(text, at, names) is not None:
            return at
    return start


def _behind_newest(text: str, start: int) -> int:
    newest = _NEWEST.match(text, start)
    return newest.end() if newest is not None else start


def entry_of(led: str, known: Known) -> str:
    """The heading that is named before a text, of what leads to this (`the entry on “Oil” in `)."""
    place = _IN.sub("", led.strip(" ,:(["))
    entry = _ENTRY.match(place) if " ".join(name_words(place)) not in known.subjects else None
    return place[entry.end() if entry is not None else 0 :].strip(' "“”')
