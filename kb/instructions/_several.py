"""Cards named together: a heading, or the words of an erratum, and the names of the cards come in; the cards that these
name together, and what is said of each, go out.

An erratum may be one of several cards: `Gannet and Gull: Replace ...`, `Gannet's and Gull's weight is 3, not 2.`
"""

import re
from collections.abc import Collection, Sequence

from kb.rulings import subject_of
from kb.sentences import find_sentences

_BETWEEN = re.compile(r"\s*[,;]\s*(?:(?:and|&)\s+)?|\s+(?:and|as\s+well\s+as)\s+|\s*&\s*")
_OWNED = re.compile(r"(?P<name>.*?\w)(?:['’]s|(?<=s)['’])(?P<rest>\s+\S.*)?", re.DOTALL)
"""A card before what of it is meant: `Gull's`, `Gull's text`."""
_MOST = 12
"""More parts than this are no list of cards."""
_LONGEST = 400
_MARKS = ('"', "“", "‘", "'")


def name_several(heading: str, cards: Collection[str]) -> tuple[str, ...]:
    """The cards that a heading names together, perhaps with what of them is meant behind the last (`Gannet's and Gull's
    text`); none where it names one, or anything else."""
    if subject_of(heading) in cards:
        return ()
    owned = _OWNED.fullmatch(heading)
    found = _list_cards(heading, cards)
    if not found and owned is not None and owned["rest"]:
        behind = _owners(heading, cards)
        found = behind[0] if behind is not None else ()
    return found if len(found) > 1 else ()


def cut_owners(words: str, cards: Collection[str]) -> tuple[tuple[str, ...], str] | None:
    """The cards that a sentence names as having what it is about, and what it says of each: `Gannet's and Gull's weight
    is 3, not 2.`; None for other words, and for several sentences."""
    if len(words) > _LONGEST or len(tuple(find_sentences(words))) != 1:
        return None
    owners = _owners(words, cards)
    if owners is None:
        return None
    names, rest = owners
    return names, rest if rest.startswith(_MARKS) else f"The {rest}"


def _owners(words: str, cards: Collection[str]) -> tuple[tuple[str, ...], str] | None:
    """The cards before the last apostrophe of a list of them, and the words behind it; the longest list first."""
    ends = list(re.finditer(r"(?:['’]s|(?<=s)['’])\s+(?=\S)", words))
    for match in reversed(ends[:_MOST]):
        names = _list_cards(words[: match.start()], cards)
        if names and not _BETWEEN.match(words, match.end() - 1):
            return names, words[match.end() :]
    return None


def _list_cards(words: str, cards: Collection[str]) -> tuple[str, ...]:
    """The cards that words name, one behind the other and nothing else; each may have the apostrophe of an owner. A
    name may have a comma or *and* of its own."""
    joints = list(_BETWEEN.finditer(words))
    if len(joints) >= _MOST:
        return ()
    starts = [0, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), len(words)]
    return tuple(_parse(words, starts, ends, cards))


def _parse(words: str, starts: Sequence[int], ends: Sequence[int], cards: Collection[str]) -> Sequence[str]:
    """The names from the first start on to the last end, the longest first; none where they do not fill it."""
    known: list[list[str] | None] = [*([None] * len(starts)), []]
    for first in reversed(range(len(starts))):
        for last in reversed(range(first, len(ends))):
            behind = known[last + 1]
            name = _as_card(words[starts[first] : ends[last]], cards) if behind is not None else ""
            if name and behind is not None:
                known[first] = [name, *behind]
                break
    return known[0] or []


def _as_card(name: str, cards: Collection[str]) -> str:
    """A name as a card is called, without the apostrophe of an owner; empty where none is called so."""
    owned = _OWNED.fullmatch(name.strip())
    if owned is not None and not owned["rest"] and subject_of(owned["name"]) in cards:
        return owned["name"]
    return name.strip() if subject_of(name) in cards else ""
