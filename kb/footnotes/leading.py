"""From a citation to the words quoted behind it: the text after a link comes in; where the quotation begins goes out.

Editors who name their source first put a colon, a full stop, a dash, a verb (`[Agent](address) says that ...`) or
nothing but quotation marks before its words. What is shorter than a quotation, or goes on with the sentence, is an
editor's remark.
"""

import re

from kb.differences import FUNCTION_WORDS
from kb.naming.calling import Known, end_of_name
from kb.naming.introducing import behind_lead
from kb.naming.mentions import NAMED_WORK, SIGNAL, is_common, is_part, name_words
from kb.naming.parting import TOGETHER
from kb.naming.placing import ends_of_citation, is_numbered_place
from kb.naming.recognising import find_told
from kb.sentences import find_sentences
from kb.text import word_forms

QUOTED = 4
"""Fewer words than this behind a citation are a remark."""
REMARK = 12
"""Words up to which a sentence after a citation is an editor's remark."""
_PAIRS = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "‘": "’", "'": "'"}
"""Marks that open a quotation and those that close it."""
MARKED = re.compile(r"“[^“”]+”|«[^«»]+»|„[^„“”]+[“”]|\"[^\"]+\"|(?<!\w)‘[^‘]+?’(?!\w)")
"""What stands in quotation marks."""
_MARK = rf"(?!»\s)[{''.join(_PAIRS)}]"
_COLON = re.compile(rf"[\s.)\]]*:\s*|(?:\s+[a-z]+){{1,6}}[:,]\s+(?={_MARK})")
"""A colon; where quotation marks follow also behind a few words of an editor's own: `changed this: “`, `has it, “`."""
_COMMA = re.compile(r"[\s.)\]]*,\s*")
_AS_BEFORE = (
    r"(?:(?:Before|Until)(?:,|\s+(?:now|that|then|this)\b)|(?:Formerly|Originally|Previously)\b"
    r"|(?:In\s+the|The)\s+(?:old|original|printed|published)\s+(?:book|paragraph|rulebook|rules?|sentence|text|words)\b)"
)
"""What opens an editor's account of how a rule was."""
_STOP = re.compile(rf"[)\]]*[.]\s+(?=[\"“‘'A-Z])(?!{_AS_BEFORE})")
_AT_ONCE = re.compile(rf"\s+[(\[](?={_MARK})|[)\]]*(?:[,.]?\s+(?={_MARK})|,?(?=[\"“„«]))")
_DASH = re.compile(r"[)\]]*,?(?:\s+[–—-]{1,3}\s+|—)")
_VERB = re.compile(
    r"[)\]]*,?\s+(?:(?:which|where\s+it|it)\s+)?(?:(?:all|also|both|each)\s+)*(?:(?:ha[ds]|have|puts?)\s+it(?=\s*[:,–—]|\s+that\b)"
    r"|(?P<now>says?|reads|states|rules)|said|read|state|stated|ruled|had|has|have|gives|gave)\b"
    r"(?P<parts>,?\s+that\b|\s*[:,–—])?\s*",
    re.IGNORECASE,
)
_APOSTROPHE = re.compile(r"(?<!\s)['’](?!\w)(?=\s*(?:$|[(\[;:.,/=–—]|[A-Z‘“\"']|(?:and|but|from|in|per|see)\s))")
_BESIDE = re.compile(rf"\s*[;,]?\s*(?:and\s+)?(?={_MARK})")
"""What stands between two quotations."""
SIDE_BY_SIDE = re.compile(r"(?<=[\"”’])\s*[;,]?\s*(?:and\s+)?(?=[\"“‘]\s*\w)")
"""The same with the mark before it."""
_FURTHER = re.compile(r"[;(\[]\s*(?=(?:see|cf)\b)")
"""What opens a further citation behind a quotation."""
_TOLD_ABOUT = re.compile(
    r"(?:nothing|otherwise|so|little|more|less|much|as|in|on|about|of|for|how|what|when|where|which|why|whether|who|"
    r"this|it|the\s+(?:same|opposite|contrary|rest|rule|exact))\b",
    re.IGNORECASE,
)
"""What goes on behind `says` with an editor's account of the source and not with its words."""
_BY_WORK = re.compile(
    rf"{NAMED_WORK.pattern}(?:(?:(?:,|\s+(?=[A-Z]))[^:.{''.join(_PAIRS)}]{{1,80}}?)?(?:,?\s+(?:says?|reads|states?))?"
    r"(?:[,:]?\s+|\s+[–—-]\s+)(?=[\"“„«])|(?:,[^:]{1,80})?:\s+)"
)
"""A work before its colon or the quotation marks, and the quotation after it."""
_SAYS = re.compile(r"(?:according\s+to|laut|gemäß|selon|según|secondo|volgens)\s", re.IGNORECASE)
_TOLD_AT_ONCE = re.compile(
    r"[)\]]*\s+(?=(?:an?|the|no|it|they|you|all|each|every|any|only|both|if|when|there|one)\s+\w)"
)
"""What stands before the words that a source is told to say, without a comma: `According to LRF 4 a lamp ...`."""
_TAIL = re.compile(rf"(?:,|\s+s\.\s?v\.)[^:{''.join(_PAIRS)}]{{1,80}}?(?:\s*[:,]|\s+[–—-])\s+(?={_MARK})")
"""A heading behind a link that names the work alone, with quotation marks behind it."""

EDITORIAL = re.compile(r"\W*(?:\[\^[^\]]*\]:)?\W*(?:editorial|editor['’]?s)\b", re.IGNORECASE)
"""How a footnote or a label begins that says who made a change of his own accord: `Editorial: ...`, `Editor's note.`"""
_TITLE = rf"{_MARK}(?P<title>[^{''.join(_PAIRS)}”’:.;]{{1,40}})[{''.join(_PAIRS)}”’]"
_TITLED = re.compile(rf"{_TITLE}(?:\s*\([^()]*\))?\s*[:,]\s+(?={_MARK})")
"""The title of an entry in quotation marks, between the text it stands in and the words quoted: `Errata, “Oil”: “`."""
_TITLE_ENDS = re.compile(rf"[.)\]]*\s*(?:$|[;(\[]|,\s+(?!{_MARK})|(?:and|&)\s)")
"""What stands behind a title in quotation marks that is the place of a text, before further texts or nothing."""
_ENTITLED = re.compile(rf"{_TITLE}\s*[(\[][^()\[\]]*[)\]]\W*\Z")
"""The same with no more than a remark in brackets behind it: `Errata, “Oil” (p. 3).`"""


def find_lead(rest: str, *, comma: bool = False) -> int | None:
    """How many characters after a link lead to the words quoted behind it, None without a quotation.

    `comma` where a comma leads to it too, as after `According to`.
    """
    for led in _leads(rest, comma=comma):
        number = _behind_title(rest, led)
        if len(word_forms(rest[number:])) >= QUOTED and not SIGNAL.match(rest[number:]):
            return number
    return None


def _behind_title(text: str, led: int) -> int:
    """Where words begin to which a citation leads: behind the title of the entry it is of, in quotation marks of its
    own; at the end of the text where nothing but a remark stands there."""
    for pattern in (_TITLED, _ENTITLED):
        titled = pattern.match(text, led)
        if titled is not None and len(word_forms(titled["title"])) < QUOTED:
            return titled.end()
    return led


def led_by_work(text: str, start: int, known: Known) -> int | None:
    """Where the words begin to which a work in words, without a link, leads; None without them."""
    signal = SIGNAL.match(text[start:])
    commas = (True, False) if signal is not None and is_common(signal["signal"]) else (False,)
    every = (_led_by_work(text, start, known, comma=comma) for comma in commas)
    return next((led for led in every if led is not None and not _cites(text, led, known)), None)


def _led_by_work(text: str, start: int, known: Known, *, comma: bool) -> int | None:
    """The same where they may be a citation too; `comma` where a comma leads to them."""
    named = behind_lead(text, known.names, start)
    found = [(end, find_lead(text[end:], comma=comma)) for end in reversed(_ends_of_works(text, named, known))]
    led = next((end + number for end, number in found if number is not None), None)
    if led is None:
        match = _BY_WORK.match(text, named)
        led = _behind_title(text, match.end()) if match and not is_part(match["work"]) else None
        led = led if led != len(text) else None
    if led is None and _SAYS.match(text, start):
        told = (_TOLD_AT_ONCE.match(text, end) for end in reversed(ends_of_citation(text, named, known)))
        led = next((match.end() for match in told if match and len(word_forms(text[match.end() :])) >= QUOTED), None)
    return led


def _ends_of_works(text: str, start: int, known: Known) -> tuple[int, ...]:
    """Where a citation may end that begins at a place, and each one put together with it (`LRF 4 and LRF 5`)."""
    every = ends = ends_of_citation(text, start, known)
    while ends and (joint := TOGETHER.match(text, ends[-1])) is not None:
        ends = ends_of_citation(text, joint.end(), known)
        every += ends
    return every


def _cites(text: str, start: int, known: Known) -> bool:
    """Whether words are no quotation: they are a heading, in quotation marks or not, or headings and a place under them
    (`Rulings by Term: Oil, second item`), or name a text without quotation marks."""
    first = next(find_sentences(text[start:]), None)
    if first is not None and _are_headings(text[start + first.start : start + first.end], known):
        return True
    if is_quoted(text[start:]):
        return _is_title(text, start)
    return end_of_name(text, start, known.names) is not None or any(
        find_told(_FURTHER.split(text[start:], 1)[0], known)
    )


def _is_title(text: str, start: int) -> bool:
    """Whether what stands in quotation marks behind a comma is the title of an entry: few words, written as a title is,
    with no stop inside, and no words quoted behind it."""
    end = end_of_marked(text[start:])
    if end is None or not text[:start].rstrip().endswith(",") or not _TITLE_ENDS.match(text, start + end):
        return False
    title = text[start + 1 : start + end - 1]
    words = [word for word in re.findall(r"[^\W\d_]+", title) if word.lower() not in FUNCTION_WORDS]
    return (
        0 < len(word_forms(title)) < QUOTED
        and title[:1].isupper()
        and title[-1:] not in {".", "!", "?"}
        and all(word[0].isupper() for word in words)
    )


def _are_headings(words: str, known: Known) -> bool:
    if " ".join(name_words(words)) in known.subjects:
        return True
    first, *further = re.split(r",|:\s|\s[–—-]{1,3}\s", words)
    headed = " ".join(name_words(first)) in known.subjects or is_numbered_place(first)
    return headed and all(" ".join(name_words(each)) in known.subjects or is_numbered_place(each) for each in further)


def is_quoted(text: str) -> bool:
    """Whether a text begins in quotation marks; `»` before a blank parts headings."""
    return bool(text) and text[0] in _PAIRS and not text.startswith("» ")


def _leads(rest: str, *, comma: bool) -> list[int]:
    """The ends of what may lead to a quotation, surest first."""
    sure = [pattern.match(rest) for pattern in (_COLON, *([_COMMA] if comma else []), _STOP, _AT_ONCE, _TAIL)]
    found = [match.end() for match in sure if match]
    verb, dash = _VERB.match(rest), _DASH.match(rest)
    if verb and (verb["parts"] or _told(rest[verb.end() :], now=verb["now"] is not None)):
        found.append(verb.end())
    if dash and _opens_sentence(rest[dash.end() :]):
        found.append(dash.end())
    return found


def _told(text: str, *, now: bool) -> bool:
    """Whether what stands directly behind a verb is what the source says: in quotation marks, or, behind one that tells
    of now, no editor's account of it."""
    return is_quoted(text) or (now and not _TOLD_ABOUT.match(text))


def _opens_sentence(text: str) -> bool:
    """Whether words behind a dash are a quotation: in quotation marks, or a sentence of its own. Titles, most of whose
    words have capitals, go on with the citation."""
    if is_quoted(text):
        return True
    words = re.findall(r"[^\W\d_]+", text)
    small = sum(word[0].islower() for word in words)
    return bool(words) and words[0][0].isupper() and 2 * small >= len(words) and not NAMED_WORK.match(text)


def quotes(text: str) -> bool:
    """Whether something in a text stands in quotation marks, enough for a quotation."""
    return is_quoted(text) or any(len(word_forms(match.group())) >= QUOTED for match in MARKED.finditer(text))


def end_of_quotation(text: str) -> int:
    """Where a quotation ends that begins a text, or the last of several side by side: at its closing mark where a
    sentence of its own, or no more than a remark, stands behind it, else with the text."""
    at = _closing(text)
    parted = text[at - 1 : at] in set(".!?") or len(word_forms(text[at + 1 :])) <= REMARK
    return at + 1 if at > 0 and parted and len(word_forms(text[:at])) >= QUOTED else len(text)


def end_of_marked(text: str) -> int | None:
    """Where the marks close that open a text; None where they do not. An apostrophe closes none before a further
    word of its sentence (`keepers’ oil`)."""
    if text[:1] in {"'", "‘"}:
        closed = _APOSTROPHE.search(text, 1)
        return closed.end() if closed is not None else None
    at = _closing(text, beside=False)
    return at + 1 if at > 0 else None


def _closing(text: str, *, beside: bool = True) -> int:
    """Where the mark stands that closes the one a text begins with, and those of further quotations `beside` it; those
    of quotations inside of it have their own. Of an apostrophe, which may be inside of words, the last. None is -1."""
    opening = text[:1]
    closing = _PAIRS.get(opening, "")
    if not closing or opening in "'‘":
        return max((text.rfind(mark) for mark in closing), default=-1)
    depth = 0
    for at, sign in enumerate(text):
        if sign == opening and (sign not in closing or not at or text[at - 1] in " \n([—–"):
            depth += 1
        elif sign in closing:
            depth -= 1
            if depth <= 0 and not (beside and _BESIDE.match(text, at + 1)):
                return at
    return -1
