"""Several texts in one citation: it comes in without links; each text with its place, the name first, goes out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.naming.calling import BOOK, ONWARDS, Known, end_of_name, end_of_work, is_marked, with_date_in_brackets
from kb.naming.introducing import PLACE_IN, behind_lead, entry_of
from kb.naming.mentions import BELOW, CALLED, DOWN, NAMED_WORK, name_words
from kb.naming.noting import IBID
from kb.naming.recognising import BEHIND
from kb.naming.versions import EVERY_NEXT, EVERY_OF, read_row

_WHEN = r"(?:again|formerly|later|likewise|now|originally|then)"
_JOINT = re.compile(
    r"\s*(?:[,;/+&]|\s(?=(?:and|as\s+well\s+as|contra)\s))\s*"
    rf"(?:{CALLED}(?:and|as\s+well\s+as|see|also|cf\.|contra|but|the|{_WHEN})\s+)*",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"\s*,?\s*(?:[&+]|and|as\s+well\s+as)\s*(?:the\s*)?", re.IGNORECASE)
"""A joint that puts two texts together before the place in both."""
_FURTHER = re.compile(rf"\s*[(\[]\s*(?:(?:and|but)\s+)?(?:(?:also|cf\.|compare|see|{_WHEN})\s+)+", re.IGNORECASE)
"""What opens a further text in brackets behind a place: `(also `, `(now in `."""
_OWN = re.compile(r"(?:\s+[a-z]+){1,6}[:,]?\s*")
"""Words of an editor's own between the name of a text and what it says: `LRF 4 changed this: `."""
_OPENS = f" ,/:{DOWN}§([–—-"
"""Signs between the name of a text and a place in it."""


_RULED = re.compile(rf"[{re.escape(_OPENS)}]*?,\s*(?P<rule>[(\[]\d+(?:\.\d+)+[a-z]?[)\]])")
"""The number of a rule in brackets, behind a comma."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is said of one text in a citation, and what parts it from the text before."""

    words: str
    joint: str = ""

    @property
    def together(self) -> bool:
        """Whether the text before and this one are named together: `LRF 4 & Harbour rules`."""
        return TOGETHER.fullmatch(self.joint) is not None

    @property
    def listed(self) -> bool:
        """Whether no more than a comma stands between them."""
        return self.joint.strip() == ","


def part_works(text: str, known: Known) -> Iterator[Part]:
    """A citation without links, its name first, a comma behind this, and cut where the name of another text follows;
    what stands before its name is left out, where that is no place in it (`Rule 2.1 of the Candle Rules`)."""
    cuts = [0, *(each for joint in find_joints(text, known) for each in joint), len(text)]
    before = 0
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        yield Part(_name_first(text[start:end], known), text[before:start])
        before = end


def find_joints(text: str, known: Known) -> Iterator[tuple[int, int]]:
    """What parts a citation before the name of another text, or `ibid.`, from where to where; behind no more than a
    comma this is an abbreviation, or a name with its number; what became of a ruling there may stand before it behind
    a semicolon and in brackets (`; since then in LRF 4`), in small letters also behind a comma (`, repeated in LRF 4`).
    """
    start = behind_lead(text, known.names)
    joints = (*_JOINT.finditer(text, start), *_FURTHER.finditer(text, start))
    for joint in sorted(joints, key=lambda each: each.start()):
        sign, named = joint.group().strip(), joint.end()
        end = end_of_name(text, named, known.names)
        marked = sign == ","
        comma = sign.startswith(",") and text[named : named + 1].islower()
        if end is None and (joint.re is _FURTHER or sign.startswith(";") or comma):
            named, marked = behind_lead(text, known.names, named), comma
            end = end_of_name(text, named, known.names)
        if end is not None and (not marked or is_marked(text[named:end], known.names)):
            yield joint.start(), named
        elif IBID.match(text, joint.end()):
            yield joint.span()


def _name_first(part: str, known: Known) -> str:
    """What is said of one text, with its name first."""
    named = behind_lead(part, known.names)
    before, every = PLACE_IN.match(part), EVERY_OF.search(part[:named])
    led = part[: named if every is None else every.start()]
    place = before["place"] if before is not None else entry_of(led, known)
    behind = end_of_work(part, named, known.names)
    rest = part[behind:] if behind is not None and not _OWN.fullmatch(part, behind) else ""
    called = part[named:behind] if behind is None else _bare(part[named:behind], known)
    if read_row(part, named, known.names) is None:
        dated = with_date_in_brackets(ONWARDS.sub("", called), known.names)
        called = EVERY_NEXT.sub(r" (\g<every>)", dated).replace(",", "")
    called += f" ({every['every']})" if every is not None else ""
    whole = every is None and (
        behind is None or (rest and not BEHIND.match(rest)) or NAMED_WORK.fullmatch(part[named:])
    )
    placed = before is not None or " ".join(name_words(place)) in known.subjects
    if named and placed and " ".join(name_words(f"{place}, {called}")) not in known.names:
        return f"{called}, {place}, {_unopened(rest)}"
    return part[named:] if whole else f"{called}, {_unopened(rest)}"


def _unopened(rest: str) -> str:
    """What stands behind the name of a text without the signs between, or `under`; the bracket before the number of a
    rule stays: without it that would be one of the text's own (`LRF 1, (2)`)."""
    ruled = _RULED.match(rest)
    return rest[ruled.start("rule") :] if ruled is not None else re.sub(rf"^{BELOW}", "", rest.lstrip(_OPENS))


def _bare(called: str, known: Known) -> str:
    """The name of a text without what it is, where this is no part of the name."""
    return called if " ".join(name_words(called)) in known.names else BOOK.sub("", called)
