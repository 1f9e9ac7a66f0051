"""Several texts in one citation: it comes in without links; each text with its place, the name first, goes out."""

import re
from collections.abc import Iterator

from kb.citations.calling import DATE_BEHIND, ONWARDS, Known, end_of_name, end_of_work, is_marked
from kb.citations.introducing import PLACE_IN, behind_lead, entry_of
from kb.citations.naming import NAMED_WORK, name_words
from kb.citations.recognising import BEHIND
from kb.citations.versions import EVERY_NEXT, EVERY_OF, read_row

_JOINT = re.compile(
    r"\s*(?:[,;/+&]|\s(?=(?:and|as\s+well\s+as)\s))\s*(?:(?:and|as\s+well\s+as|see|also|cf\.|contra|but|the)\s+)*",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?:\s+[a-z]+){1,6}[:,]?\s*")
"""Words of an editor's own between the name of a text and what it says: `LRF 4 changed this: `."""
_OPENS = " ,/:>»([–—-"
"""Signs between the name of a text and a place in it."""


def part_works(text: str, known: Known) -> Iterator[str]:
    """A citation without links, its name first, a comma behind this, and cut where the name of another text follows;
    what stands before its name is left out, where that is no place in it (`Rule 2.1 of the Candle Rules`)."""
    names = known.names
    cuts = [0]
    for joint in _JOINT.finditer(text, behind_lead(text, names)):
        end = end_of_name(text, joint.end(), names)
        if end is not None and (joint.group().strip() != "," or is_marked(text[joint.end() : end])):
            cuts += joint.span()
    for start, end in zip(cuts[::2], [*cuts[1::2], len(text)], strict=True):
        part = text[start:end]
        named = behind_lead(part, names)
        before, every = PLACE_IN.match(part), EVERY_OF.search(part[:named])
        led = part[: named if every is None else every.start()]
        place = before["place"] if before is not None else entry_of(led, known)
        behind = end_of_work(part, named, names)
        rest = part[behind:] if behind is not None and not _OWN.fullmatch(part, behind) else ""
        called = part[named:behind]
        if read_row(part, named, names) is None:
            called = EVERY_NEXT.sub(r" (\g<every>)", DATE_BEHIND.sub(_in_brackets, ONWARDS.sub("", called))).replace(
                ",", ""
            )
        called += f" ({every['every']})" if every is not None else ""
        whole = every is None and (
            behind is None or (rest and not BEHIND.match(rest)) or NAMED_WORK.fullmatch(part[named:])
        )
        if named and (before is not None or " ".join(name_words(place)) in known.subjects):
            yield f"{called}, {place}, {rest.lstrip(_OPENS)}"
        else:
            yield part[named:] if whole else f"{called}, {rest.lstrip(_OPENS)}"


def _in_brackets(dated: re.Match[str]) -> str:
    return f" ({dated['date']})" if dated["date"] else dated.group()
