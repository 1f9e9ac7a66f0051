"""What texts are called: words and the names of the texts come in; which name they begin with goes out.

Who knows the names needs neither a link nor a comma to see a citation: `LRF Turn Sequence`, `Erratum (LRF 5)`,
`Harbour rules p. 33`, `per harbour policy 2`, `changed in LRF 3 & 4`.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kb.citations.naming import NAMED_WORK, PLACES, ROMAN, SIGNAL, name_words
from kb.citations.versions import EVERY, EVERY_NEXT, EVERY_OF, read_row
from kb.differences import FUNCTION_WORDS
from kb.effective import MONTH
from kb.text import word_forms

LONGEST_NAME = 8
"""Words of the longest name."""
LONGEST_LEAD = 6
"""Words of the longest lead to a name."""
REMARK = 12
"""Words up to which a sentence that begins with the name of a text, set off by a sign, is a citation with a remark."""
_TOKEN = re.compile(r"[^\s,;:()\[\]/>»→]+")
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|(?:{_DAY}\s+)?(?i:{MONTH})(?:\s+{_DAY},?)?\s+\d{{4}}"
_LABEL = re.compile(rf"(?:[^\W\d_]+\s+){{0,2}}[^\W\d_]+\s*(?:\s(?:of|from)\s+(?:{_DATE})\s*)?(?:,\s+|[(\[]|:\s+)")
"""What a ruling is, before the name of what states it: `Erratum (`, `Clarification, `, `Ruling of 3 May 2004 (`."""
_LEAD = re.compile(r"(?P<word>[^\W\d_]+)\s+(?:the\s+)?")
_LEADS = frozenset(
    (
        *("after", "against", "already", "also", "as", "before", "by", "compare", "contra", "following"),
        *("from", "in", "of", "per"),
        *("since", "so", "than", "thus", "till", "to", "under", "until", "vide", "with"),
        *("clarification", "errata", "erratum", "ruling"),
    )
)
"""The word before the name of a text where an editor tells what it did: `Changed in LRF 4`, `until LRF 3`."""
_TOLD = re.compile(
    r"(?<![\w-])(?:(?P<sure>according\s+to|cf\.|per|see)|by|follows|from|in|of|since|to|till|under|until|with)\s+"
    r"(?:the\s+)?|[(\[]",
    re.IGNORECASE,
)
_PAGE = r"(?:§+\s*\d[\w.]*|(?:pp?\.?|pages?|sections?|rules?|questions?|annotations?|nos?\.)\s*#?\d[\w.–-]*)"
_ITEM = (
    r"(?:the\s+)?(?:first|second|third|fourth|fifth|sixth|last|\d{1,3}(?:st|nd|rd|th))\s+"
    r"(?:bullet|entry|item|line|paragraph|point|ruling|sentence)(?:\s+point)?\W*$"
)
_BEHIND = re.compile(
    rf"[\s.)\]]*$|\s*[(\[,]|\s*[:;/>»+&]|,?\s+and\s|\s+(?:{_PAGE}|\d+\.\d|s\.\s?v\.)"
    rf"|(?P<title>\s+(?=[A-Z])(?!{ROMAN}))|(?P<dash>\s+[–—-]{{1,3}}\s+(?=[A-Z]))"
)
_PARTED = re.compile(r"[,;/:>»+()\[\]]|\bcontra\b|(?:^|(?<=\W))\s*[–—-]{1,3}\s")
_REMARKED = re.compile(r"\s*[,;(\[]|\s+[–—-]{1,3}\s|—")
_JOINT = re.compile(
    r"\s*(?:[,;/+&]|\s(?=(?:and|as\s+well\s+as)\s))\s*(?:(?:and|as\s+well\s+as|see|also|cf\.|contra|but|the)\s+)*",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?:\s+[a-z]+){1,6}[:,]?\s*")
"""Words of an editor's own between the name of a text and what it says: `LRF 4 changed this: `."""
_ONWARDS = re.compile(
    r",?\s+(?:ff?\.|et\s+seqq?\.|(?:onwards?|(?:and|or)\s+(?:all\s+)?(?:after|later|since|up)(?:\s+(?:issue|version|one)s?)?)(?!\w))"
    r"|\+(?!\w)"
)
"""The versions behind the one that is named, which need not be named: `LRF 1 ff.`, `LRF 1 and later`."""
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
_OPENS = " ,/:>»([–—-"
"""Signs between the name of a text and a place in it."""
_ASIDE = re.compile(r"[(\[]\s*[\"“][^\"“”]*[\"”]\s*[)\]]")
"""What a source says, in brackets behind its place."""
_NUMBERED = re.compile(r"(?P<name>[A-Z]{2,8}|[A-Z]\w+(?:\s+(?:(?:of|the|for|and)\s+)*[A-Z]\w+)+)\s+#?\d+(?:\.\d+)*")
"""An abbreviation or a name of several words with its number: of a text, whether the corpus has it or not."""
_TEXTS = frozenset(
    (
        *("almanac", "bulletin", "circular", "companion", "compendium", "digest", "edition", "errata", "faq", "file"),
        *("gazette", "guide", "handbook", "issue", "journal", "ledger", "letter", "list", "magazine", "manual"),
        *("newsletter", "policy", "post", "rulebook", "rules", "rulings", "sheet", "summary", "supplement", "thread"),
        *("update", "volume"),
    )
)
"""What a text may be: the last word of a name tells it before a number."""
_VERSION_BEHIND = re.compile(
    r"\s*(?:[,(\[]\s*\d+(?:st|nd|rd|th)\s+(?:issue|version)|(?:[(\[]\s*#?"
    r"|[,(\[]\s*(?:v|vers?|version|no|nr|number|issue)\.?\s*)\d+(?:\.\d+)*)[)\]]?",
    re.IGNORECASE,
)
_DATE_BEHIND = re.compile(
    rf"\s*[(\[](?=[^()\[\]]*(?:\d{{4}}|\d[/-]\d))[^()\[\]]{{4,40}}[)\]]"
    rf"|(?:[,;]|\s+(?:of|from|dated|issued)(?:\s+the)?|\s*/|\s+[–—-]{{1,3}})?\s+"
    rf"(?P<date>{_DATE})(?!\w)"
)
"""The date of a version: in brackets, or bare behind its name, a sign or a word between them."""
_PLACE_OPENS = re.compile(r"\s*[,:/>»(\[]\s*[\"“]?|\s+(?:[–—-]{1,3}\s+)?")
_PLACE = re.compile(rf"{_PAGE}|\d+(?:\.\d+)*[a-z]?(?=\s*(?:[,:;.)\]]|$))", re.IGNORECASE)
_HEADINGS = re.compile(r"\s*;\s*|\s+(?:and|&)\s+")
_PLACE_IN = re.compile(rf"(?P<place>{_PAGE})\s+(?:of|in|from)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """What the texts of a corpus are called, at hand or not, and what they speak of, folded."""

    names: Collection[str] = frozenset()
    subjects: Collection[str] = frozenset()


NOTHING_KNOWN = Known()


def end_of_name(text: str, start: int, names: Collection[str]) -> int | None:
    """Where the longest name ends that a text has at a place; a single word is one only as an abbreviation."""
    for end in _ends(text, start):
        called = text[start:end]
        telling = _is_marked(called) or (" " in called and called[0].isupper())
        if telling and " ".join(name_words(called)) in names:
            return end
    return None


def _ends(text: str, start: int) -> list[int]:
    """Where a name may end that begins at a place, the longest first."""
    ends: list[int] = []
    at = start
    for token in _TOKEN.finditer(text, start):
        parted = text[at : token.start()].strip(" \n") or not any(map(str.isalnum, token.group()))
        if len(ends) == LONGEST_NAME or parted:
            break
        at = token.end()
        ends.append(at - (text[at - 1] == "."))
    return ends[::-1]


def _end_of_work(text: str, start: int, names: Collection[str]) -> int | None:
    """Where the name of a text ends with all that tells which version of it: further numbers behind the first one, its
    number behind a comma or in brackets, its date in brackets."""
    end = _end_of_version(text, start, names)
    onwards = _ONWARDS.match(text, end) if end is not None else None
    return onwards.end() if onwards is not None else end


def _end_of_version(text: str, start: int, names: Collection[str]) -> int | None:
    row = read_row(text, start, names)
    if row is not None:
        return row.end
    end = end_of_name(text, start, names)
    every = EVERY_NEXT.match(text, end) if end is not None else None
    if every is not None:
        return every.end()
    for each in _ends(text, start) if text[start : start + 1].isupper() else ():
        version = _VERSION_BEHIND.match(text, each)
        if version is not None and " ".join(name_words(text[start : version.end()])) in names:
            return version.end()
        dated = _DATE_BEHIND.match(text, each) if " ".join(name_words(text[start:each])) in names else None
        if dated is not None:
            return dated.end()
    return end


def each_place(text: str, known: Known) -> Iterator[str]:
    """A citation as often as it names versions or headings: `LRF 3 & 4, Oil and Wick` is `LRF 3, Oil` and `LRF 3, Wick`
    and both of `LRF 4`."""
    row = read_row(text, 0, known.names)
    above, comma, last = text[row.end if row is not None else 0 :].rpartition(",")
    headings = [each.strip() for each in _HEADINGS.split(last)]
    whole = " ".join(name_words(last)) in known.subjects
    if whole or not all(" ".join(name_words(each)) in known.subjects for each in headings):
        headings = [last.strip()]
    for work in row.works if row is not None else ("",):
        yield from (f"{work}{above}{comma} {heading}".strip() for heading in headings)


def ends_of_citation(text: str, start: int, known: Known) -> tuple[int, ...]:
    """Where a citation may end that begins at a place: behind the name of a text, and behind each place in it."""
    end = _end_of_work(text, start, known.names)
    ends: list[int] = []
    while end is not None:
        ends.append(end)
        opened = _PLACE_OPENS.match(text, end)
        end = _end_of_place(text, opened.end(), known) if opened is not None else None
    return tuple(ends)


def _end_of_place(text: str, start: int, known: Known) -> int | None:
    """Where a heading of the texts or a place with a number ends that begins at a place, closing marks included."""
    page = _PLACE.match(text, start)
    if page is not None:
        end: int | None = page.end() - page.group().endswith(".")
    else:
        titled = text[start : start + 1].isupper()
        end = next(
            (e for e in _ends(text, start) if titled and " ".join(name_words(text[start:e])) in known.subjects), None
        )
    if end is None or (text[start - 1] in '"“' and text[end : end + 1] not in {'"', "”"}):
        return None
    return end + len(text[end:]) - len(text[end:].lstrip('"”)]'))


def find_told(text: str, known: Known) -> Iterator[str]:
    """The citations inside of running text: an abbreviation or a name with its number behind a word that leads to it,
    or in brackets, with the place that follows; a name without a number only behind a word that leads to a source."""
    at = 0
    for lead in _TOLD.finditer(text):
        end = end_of_name(text, lead.end(), known.names) if lead.start() >= at else None
        if end is not None and (lead["sure"] or (end - lead.end() > 1 and _is_marked(text[lead.end() : end]))):
            at = ends_of_citation(text, lead.end(), known)[-1]
            yield text[lead.end() : at]


def _is_marked(called: str) -> bool:
    """Whether a name is none of the words of a sentence: it has a number or is an abbreviation."""
    return called.isupper() or any(map(str.isdigit, "".join(name_words(called))))


def finds_citation(text: str, known: Known) -> bool:
    """Whether a sentence, or what stands in brackets, is the name of a text and a place in it, and nothing else.

    What the texts speak of under a name is no text with its number (`Gull Quay 3`).
    """
    start = behind_lead(text, known.names)
    end = _end_of_work(text, start, known.names)
    if end is None:
        numbered = _NUMBERED.match(text, start) if SIGNAL.match(text) is None else None
        end = numbered.end() if numbered is not None and _is_text(numbered, known) else None
    behind = _BEHIND.match(text, end) if end is not None else None
    if end is None or behind is None:
        return False
    parts = _PARTED.split(_ASIDE.sub("", text[end:]).rstrip(" .)]"))
    opened = text[:start].rstrip().endswith(("(", "["))
    remarked = (
        not (opened or behind["dash"]) and _REMARKED.match(text, end) is not None and len(word_forms(text)) <= REMARK
    )
    surely = _is_marked(text[start:end]) or (len(parts) > 2 and _is_place(parts[1], known))
    return all(_is_place(part, known) for part in parts) or (remarked and surely)


def _is_place(words: str, known: Known) -> bool:
    return is_place(words) or " ".join(name_words(words)) in known.subjects


def part_works(text: str, known: Known) -> Iterator[str]:
    """A citation without links, its name first, a comma behind this, and cut where the name of another text follows;
    what stands before its name is left out, where that is no place in it (`Rule 2.1 of the Candle Rules`)."""
    names = known.names
    cuts = [0]
    for joint in _JOINT.finditer(text, behind_lead(text, names)):
        end = end_of_name(text, joint.end(), names)
        if end is not None and (joint.group().strip() != "," or _is_marked(text[joint.end() : end])):
            cuts += joint.span()
    for start, end in zip(cuts[::2], [*cuts[1::2], len(text)], strict=True):
        part = text[start:end]
        named = behind_lead(part, names)
        before, every = _PLACE_IN.match(part), EVERY_OF.search(part[:named])
        led = part[: named if every is None else every.start()]
        place = before["place"] if before is not None else _entry_of(led, known)
        behind = _end_of_work(part, named, names)
        rest = part[behind:] if behind is not None and not _OWN.fullmatch(part, behind) else ""
        called = part[named:behind]
        if read_row(part, named, names) is None:
            called = EVERY_NEXT.sub(r" (\g<every>)", _DATE_BEHIND.sub(_in_brackets, _ONWARDS.sub("", called))).replace(
                ",", ""
            )
        called += f" ({every['every']})" if every is not None else ""
        whole = every is None and (
            behind is None or (rest and not _BEHIND.match(rest)) or NAMED_WORK.fullmatch(part[named:])
        )
        if named and (before is not None or " ".join(name_words(place)) in known.subjects):
            yield f"{called}, {place}, {rest.lstrip(_OPENS)}"
        else:
            yield part[named:] if whole else f"{called}, {rest.lstrip(_OPENS)}"


def _entry_of(led: str, known: Known) -> str:
    """The heading that is named before a text, of what leads to this (`the entry on “Oil” in `)."""
    place = _IN.sub("", led.strip(" ,:(["))
    entry = _ENTRY.match(place) if " ".join(name_words(place)) not in known.subjects else None
    return place[entry.end() if entry is not None else 0 :].strip(' "“”')


def _in_brackets(dated: re.Match[str]) -> str:
    return f" ({dated['date']})" if dated["date"] else dated.group()


def behind_lead(text: str, names: Collection[str], start: int = 0) -> int:
    """Where the name of a text begins, behind a signal and what the ruling is or what became of it there, or the number
    of a place in it."""
    signal = SIGNAL.match(text[start:])
    start += signal.end() if signal else 0
    before = _PLACE_IN.match(text, start) or EVERY_OF.match(text, start)
    start = before.end() if before is not None else start
    start += 4 * (text[start : start + 4].lower() == "the ")
    start = _behind_newest(text, start)
    if end_of_name(text, start, names) is not None:
        return start
    headed = _HEADED_IN.match(text, start)
    if headed is not None and end_of_name(text, headed.end(), names) is not None:
        return headed.end()
    label = _LABEL.match(text, start)
    if label is not None and end_of_name(text, label.end(), names) is not None:
        return label.end()
    at = start
    for _ in range(LONGEST_LEAD):
        lead = _LEAD.match(text, at)
        if lead is None:
            break
        at = _behind_newest(text, lead.end()) if lead["word"].lower() in _LEADS else lead.end()
        if lead["word"].lower() in _LEADS and end_of_name(text, at, names) is not None:
            return at
    return start


def _behind_newest(text: str, start: int) -> int:
    newest = _NEWEST.match(text, start)
    return newest.end() if newest is not None else start


def _is_text(numbered: re.Match[str], known: Known) -> bool:
    """Whether a number stands behind what may be the name of a text: an abbreviation, a word for texts or one that ends
    a name of the corpus, or a name with a place behind its number; not behind what texts speak of, or a part of one
    (`Morning Phase 2`)."""
    words = name_words(numbered["name"])
    if words[-1] in PLACES or " ".join(words) in known.subjects:
        return False
    placed = re.match(r"\s*,\s*[A-Z]", numbered.string[numbered.end() :]) is not None
    marked = numbered["name"].isupper() or "#" in numbered.group() or words[-1] in _TEXTS
    return placed or marked or any(words[-1] in name.split()[-2:] for name in known.names)


def is_place(words: str) -> bool:
    """Whether words are a heading, the longer ones with capitals, or a page or another place with a number."""
    forms = (form for form in re.findall(r"[^\W\d_]{4,}", words) if form not in FUNCTION_WORDS)
    titled = len(word_forms(words)) <= LONGEST_NAME and all(form[0].isupper() for form in forms)
    return titled or is_numbered_place(words) or EVERY.fullmatch(words) is not None


def is_numbered_place(words: str) -> bool:
    """Whether words are a page or another place with a number (`p. 14`, `second item`)."""
    return re.match(rf"\s*(?:{_PAGE}|{_ITEM})", words) is not None
