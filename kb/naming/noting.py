"""Words that name another footnote: the text of a footnote comes in; which it names, and what of its source, goes out.

`Ibid.`, `Same.`, `As above`, `See previous note`, `See note 12`, `See [^other]`, `Added because of [^other]`; behind a
comma what is cited there (`Ibid., Agent`, `Note 3, question 4`); several may be named at once (`See notes 3 and 5`).
"""

import re
from dataclasses import dataclass

from kb.naming.mentions import NAMED_WORK
from kb.naming.placing import is_place
from kb.sentences import find_sentences
from kb.text import word_forms

_LEAD = r"(?:(?:source:|like|see(?:\s+also)?|cf\.?|as|per|from|also|in|at|under|(?:the\s+)?same\s+as)\s+)"
_NOTE = r"(?:foot)?note"
_BOUND = r"(?:see|as|by|for|from|in|of|per|to|under|with)"
"""The last word before the marker of a footnote that a sentence speaks of, not one that hangs on its words."""
_TOLD = rf"(?:[^\W\d_]+,?\s+){{0,4}}{_BOUND}\s+(?=\[\^)"
"""A few words of an editor's own before such a marker: `Added because of `."""
_SAME = rf"(?:the\s+)?same(?:\s+(?:source|place|ruling|entry|{_NOTE}))?"
_AGAIN = r"ib(?:id(?:em)?)?|idem|id(?=\.)|(?:loc|op)\.\s*cit"
_IBID = rf"{_AGAIN}|ditto|{_SAME}"
_BEFORE = rf"(?:the\s+)?(?:previous|preceding|prior|last|foregoing)\s+{_NOTE}|(?:the\s+)?{_NOTE}\s+(?:before|above)"
_NUMBER = (
    rf"(?:the\s+)?(?:{_NOTE}\.?\s*(?:(?:no|nr|number)\.?\s*|#\s*)?(?P<number>\d{{1,6}}|(?<=\s)[a-z](?!\w))|f?n\.\s*(?P<short>\d{{1,6}})"
    rf"|(?:{_NOTE}s|fnn?\.|nn\.)\s*(?P<numbers>\d{{1,6}}(?:\s*(?:,\s*and|,|&|and|[–-])\s*\d{{1,6}})*))"
    r"(?:,?\s+(?:above|below))?"
)
_MARKERS = r"\[\^[^\]\s]+\](?:\s*(?:,\s*and|,|&|and)\s*\[\^[^\]\s]+\])*"
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)")
MOST = 20
"""More notes than this in a row are not meant one by one."""
_NAMED = re.compile(
    rf"(?P<lead>{_TOLD}|{_LEAD}*)(?:(?P<ibid>{_IBID})|{_NUMBER}|(?:{_NOTE}s?\s+)?(?P<markers>{_MARKERS})|(?P<before>{_BEFORE})"
    r"|(?P<above>(?:(?:just|immediately|directly)\s+)?above|supra|before))(?![\w'’-])",
    re.IGNORECASE,
)
_TOLD_OF = r"added|already|also|first|introduced|new|only|so|stated"
_SINCE = rf"(?:(?:{_TOLD_OF})\s+)*(?:since|from|until|till|in|as\s+of)\s+(?:the\s+)?"
"""What leads to the version since which something stands there."""
FURTHER = re.compile(
    rf"\s*;\s*|(?:,\s+{_SINCE}|,?\s+and\s+)(?={NAMED_WORK.pattern})|,?\s+and\s+(?=(?:the\s+)?{_NOTE}\s+\d)"
)
"""What parts the name of another footnote from a further one, or from a work."""
_ENDS = re.compile(
    rf"[\s.,:)\]]*$|[\s.)\]]*(?:(?={FURTHER.pattern.replace('(?P<work>', '(?:')})|(?<=[.)\]])\s+(?=[A-Z]))"
)
_PLACE = re.compile(r"\.?\s*,\s*(?P<place>(?:[A-Z_*\d\"“(\[]|[a-z]+\.?\s+#?\d).*)", re.DOTALL)
"""A place inside a source: a heading, or something with a number. Other words behind a comma are an editor's."""
IBID = re.compile(rf"(?:{_AGAIN})(?![\w'’-])", re.IGNORECASE)
"""What was cited last, be it in the same footnote, and can mean nothing else."""
QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_HERE = re.compile(rf"{QUOTED.pattern}|[^;]*")
_CAPITAL = re.compile(r"[\s_*\"“(\[]*[A-Z\d]")
REMARK, FEW = 2, 4
"""Words of what is no more than a remark behind a comma, and of a heading of which only the first has a capital."""
_LEADS = re.compile(r"[\s.)\]]*(?:,\s*[^:“”\"«»„]{1,80}?)?(?::\s+(?=[“\"«„A-Z])|(?P<marks>[,.]?\s+(?=[“\"«„])))")
"""What leads from the name of a note, and a place, to the words quoted behind it: behind `Ibid.` their marks alone."""
DASH = re.compile(r"\s(?:[–—]\s*|-{1,3}\s+)|—\s*")
"""A dash between words."""
OPENS_NOTE = re.compile(rf"[(\[]\s*|{DASH.pattern}")
"""What may stand inside a sentence before a citation that names another footnote."""
BEFORE_MARKER = re.compile(
    rf"(?:^|\W)(?:{_BOUND}|cf\.?|{_NOTE}s?)\s+$|\[\^[^\]\s]+\]\s*(?:,\s*and|,|&|and)\s*$", re.IGNORECASE
)
"""What stands before the marker of a footnote that is named for its source."""


@dataclass(frozen=True, slots=True)
class NoteNamed:
    """Other footnotes by id or number, empty for the one before; `place` is what of their sources is meant."""

    notes: tuple[str, ...]
    place: str = ""


def read_note_named(text: str, start: int = 0, *, alone: bool = False) -> NoteNamed | None:
    """The other footnote that a text names at a place, None where it says something else there.

    `Note 3` and `above` name one behind `see` or the like, or where nothing stands before them (`alone`).
    """
    named = _NAMED.match(text, start)
    if named is None or not (named["lead"] or named["ibid"] or alone):
        return None
    notes = _notes(named)
    if _ENDS.match(text, named.end()):
        return NoteNamed(notes)
    place = _PLACE.match(text, named.end()) if named["above"] is None else None
    if place is None:
        return None
    if _names_place(place["place"]):
        return NoteNamed(notes, place["place"])
    return NoteNamed(notes) if QUOTED.match(place["place"]) else None


def behind_note(text: str) -> str:
    """What stands behind the name of another footnote that opens a text and ends a sentence: `LRF 5, Oil` of `Op. cit.
    LRF 5, Oil`."""
    named = _NAMED.match(text)
    return text[named.end() :].lstrip(" .)]") if named is not None else ""


def is_ibid(text: str) -> bool:
    """Whether a text begins with a word for what was cited last, be it in the same footnote (`Ibid.`, `same place`)."""
    named = _NAMED.match(text)
    return named is not None and named["ibid"] is not None


def led_by_note(text: str) -> int | None:
    """Where the words begin to which the name of another footnote leads that opens a text (`Ibid.: “...”`)."""
    named = _NAMED.match(text)
    leads = _LEADS.match(text, named.end()) if named is not None else None
    if named is None or leads is None or (leads["marks"] and not named["ibid"]):
        return None
    return leads.end()


def _notes(named: re.Match[str]) -> tuple[str, ...]:
    """The footnotes that are named, each by its id or number."""
    if named["markers"]:
        return tuple(re.findall(r"\[\^([^\]\s]+)\]", named["markers"]))
    numbers = named["number"] or named["short"] or named["numbers"]
    if not numbers:
        return ("",)
    if numbers.isalpha():
        return (numbers,)
    spread = _RANGE.sub(_each_number, numbers)
    return tuple(dict.fromkeys(re.findall(r"\d+", spread)))


def _each_number(found: re.Match[str]) -> str:
    """The numbers of a range (`3–5`), each."""
    first, last = int(found[1]), int(found[2])
    return " ".join(map(str, range(first, last + 1))) if 0 <= last - first < MOST else found.group()


def _names_place(text: str) -> bool:
    """Whether the first sentence of a text, up to a semicolon outside of quotation marks, is headings and numbers, or
    few words, and says nothing."""
    here = _HERE.match(text)
    sentence = next(find_sentences(here.group()), None) if here else None
    parts = text[sentence.start : sentence.end].split(",") if sentence else ()
    return all(map(_is_heading, parts))


def _is_heading(part: str) -> bool:
    words = len(word_forms(re.sub(r"\([^)]*\)?", "", part)))
    return words <= REMARK or is_place(part) or (words <= FEW and _CAPITAL.match(part) is not None)
