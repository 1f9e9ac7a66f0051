"""Applied: a change that rests on a ruling comes in; which wording of the ruling it has goes out.

A ruling may have been reworded since a book took it over: then its present words are not applied there, the older are.
"""

import re
from collections.abc import Collection

from kb.attested import Attestation
from kb.calendars import Calendar
from kb.shelves import Entry, Plain
from kb.similarity import Words, compare_words, holds_words

_MARKER = re.compile(r"\[\^[^\]\n]+\]")


def older_wording(entry: Entry, applied: Plain) -> Attestation | None:
    """The newest attestation whose words a change has, where these are not the newest words of the ruling; None where
    they are, or where it has the words of none. What the ruling only says more now another change may have put in: a
    part of the newest words is an older wording where it is all of that, and no other change of the book has more."""
    words, newest = _words(applied), compare_words(entry.life.newest.text)
    if not words or holds_words(words, newest):
        return None
    part = holds_words(newest, words)
    for each in reversed(entry.life.stated):
        said = compare_words(each.text)
        if holds_words(words, said) if part else _part_of(words, said):
            return None if part and _is_said_elsewhere(entry, applied, frozenset(newest) - frozenset(said)) else each
    return None


def _is_said_elsewhere(entry: Entry, applied: Plain, more: Collection[str]) -> bool:
    """Whether nothing is said more, or another change of the same book that rests on the ruling says some of it."""
    others = (
        each for each in (*entry.applied_in, *entry.claimed_in) if each["work"] == applied["work"] and each != applied
    )
    return not more or any(not frozenset(more).isdisjoint(_words(each)) for each in others)


def _words(applied: Plain) -> Words:
    return compare_words(_MARKER.sub(" ", str(applied["emended_text"])))


def _part_of(words: Words, other: Words) -> bool:
    """Whether one of two is a part of the other."""
    said, whole = sorted((words, other), key=len)
    return bool(said) and holds_words(whole, said)


def as_applied(entry: Entry, applied: Plain, claiming: bool) -> dict[str, object]:
    """A change that rests on a ruling as plain data: `older_wording` is the version whose words it has where these are
    not the newest, `otherwise` whether it cites the ruling and says something else than its newest words."""
    older = older_wording(entry, applied)
    return {**applied, "older_wording": older.version if older is not None else None, "otherwise": claiming}


def tell_applied(entry: Entry, calendar: Calendar, applied: Plain, claiming: bool) -> str:
    """How a change has a ruling: applied, applied in an older wording, or cited for something else."""
    older = older_wording(entry, applied)
    if older is not None:
        return f"applied in its older wording of {calendar.name(older.version)} in"
    return "cited by a change that says something else in" if claiming else "applied in"
