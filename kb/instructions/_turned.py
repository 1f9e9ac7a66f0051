"""Old and new words that an erratum only labels, and orders for an erratum before it: its words come in, the same as an
order go out.

`Old: "Strike once." New: "Strike twice."`, `was: Strike once. is now: Strike twice.`: each may be a bullet of its own,
and the words need not stand in marks.
"""

import re
from collections.abc import Iterable, Iterator

from kb.changing import VERBS
from kb.model import LISTINGS, Statement
from kb.withdrawn import ERRATUM_BEFORE, tell_corrected

_OLD = r"[\[(]?(?:old|before|was|previously|formerly|original(?:ly)?)(?:\s+(?:text|wording))?[\])]?\s*:\s+"
_NEW = r"[\[(]?(?:new|after|now|is\s+now|becomes|changed\s+to)(?:\s+(?:text|wording))?[\])]?\s*:\s+"
_QUOTED = r"[\"“][^\"“”]+[\"”]"
_LABELLED = re.compile(
    rf"(?P<lead>(?:(?!{_OLD})[^:\"“”]{{1,160}}:\s+)?){_OLD}(?:(?P<old>{_QUOTED})[.,;]?\s+{_NEW}(?P<new>{_QUOTED})[.\s]*"
    rf"|(?P<plain>(?:(?!\s{_NEW})[^\"“”])+)\s{_NEW}(?P<put>(?:(?!\s{_NEW})[^\"“”])+))",
    re.IGNORECASE,
)
_FIRST, _SECOND = re.compile(_OLD, re.IGNORECASE), re.compile(_NEW, re.IGNORECASE)
_LONGEST = 2000


_LEAD = r"(?P<lead>(?:[^:\"“”]{1,160}?:\s+)?)"
_IN_ERRATUM = re.compile(
    rf"{_LEAD}in\s+{ERRATUM_BEFORE}\s*[,:]\s+(?P<order>(?:{VERBS})\b.*)", re.IGNORECASE | re.DOTALL
)
_LED = re.compile(rf"{_LEAD}(?P<told>the\s.*)", re.IGNORECASE | re.DOTALL)


def say_turned(words: str) -> str:
    """The words of an erratum that has old and new words behind labels and nothing else, as it would be worded to ask
    for the change; of one to an erratum what that asks for now, or asks of the words which that put there; other words
    as they are."""
    if len(words) > _LONGEST:
        return words
    within, led = _IN_ERRATUM.fullmatch(words), _LED.fullmatch(words)
    if within is not None:
        return f"{within['lead']}{within['order']}"
    corrected = tell_corrected(led["told"]) if led is not None else None
    if led is not None and corrected is not None:
        return f"{led['lead']}{corrected.order}"
    match = _LABELLED.fullmatch(words)
    if match is None:
        return words
    old, new = match["old"] or f'"{match["plain"].strip()}"', match["new"] or f'"{match["put"].strip()}"'
    return f"{match['lead']}Replace {old} with {new}"


def is_labelled(words: str) -> bool:
    """Whether words stand behind a label as old or new ones: a half of an order."""
    return _FIRST.match(words) is not None or _SECOND.match(words) is not None


def join_turned(statements: Iterable[tuple[Statement, str]]) -> Iterator[tuple[Statement, str]]:
    """Statements with their words; an item of a list that has the old words alone has those of the next behind them,
    where that has the new ones."""
    pending: tuple[Statement, str] | None = None
    for statement, words in statements:
        if pending is not None:
            first, old = pending
            if first.path == statement.path and first.term == statement.term and _SECOND.match(words):
                yield first, f"{old} {words}"
                pending = None
                continue
            yield pending
        pending = (statement, words) if statement.section in LISTINGS and _FIRST.match(words) else None
        if pending is None:
            yield statement, words
    if pending is not None:
        yield pending
