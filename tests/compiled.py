"""What a compiled text differs in from another: the clauses, by their words, whatever their ids."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from kb.compile._body import Body
from kb.records import Record, Records
from tests.applying import read

_MARKER = re.compile(r"\[\^([^\]\n]+)\](?!:)")
_DEFINITION = re.compile(r"^\[\^([^\]\n]+)\]:", re.MULTILINE)


def changed_clauses(text: str, other: str) -> int:
    """How many clauses of two texts are not in the other."""
    a, b = (_clauses(part) for part in (text, other))
    return len(set(a) ^ set(b))


def only_one_clause(text: str, other: str) -> bool:
    """Whether two texts differ in one clause at most: one that only one of them has, or one of a section reworded."""
    a, b = (_clauses(part) for part in (text, other))
    gone, come = [set(b) - set(a), set(a) - set(b)]
    sections = {each.split(" ", 1)[0] for each in (*gone, *come)}
    return max(len(gone), len(come)) <= 1 and len(sections) <= 1


@lru_cache(maxsize=8)
def _clauses(text: str) -> list[str]:
    """The clauses above the footnotes."""
    document = read(text)
    end = Body(document).end
    return [f"{clause.section} {clause.text}" for clause in document.clauses if clause.span.start < end]


def footnotes_apart(text: str, other: str) -> set[str]:
    """The footnotes of which one of two texts has more markers or definitions than the other."""
    return {
        name
        for pattern in (_MARKER, _DEFINITION)
        for first, second in ((text, other), (other, text))
        for name in Counter(pattern.findall(first)) - Counter(pattern.findall(second))
    }


def own_footnotes(record: Record, by_id: Mapping[str, Record]) -> set[str]:
    """The footnotes a record may put a marker of: its own, and those of the records whose markers it holds."""
    return {str(name) for each in (record, *(by_id[name] for name in record.supports)) for name in each.footnotes}


def is_noted(text: str, records: Records) -> bool:
    """Whether every marker of a text has its definition, and every definition a marker, as far as records say."""
    markers, definitions = set(_MARKER.findall(text)), set(_DEFINITION.findall(text))
    missing = {str(each.id) for each in records.citations if each.missing}
    always = {str(each.id) for each in records.citations if each.always}
    return markers <= definitions | missing and definitions <= markers | always
