"""What a citation names: the words before a link and in it come in; work, path, heading and address go out.

The parts are parted by commas: `Ledger 4, Rulings by Term, [Agent](address)`. The work may stand inside the
link, a second link may go on from the first, and the section may follow the number of the work without a comma.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.counting import CARDINALS, ORDINALS
from kb.numbering import NUMBER
from kb.sentences import find_sentences
from kb.text import word_forms

_COMPARE = r"(?!(?-i:CF)(?!\.))cf\.?"
"""*cf.* before what it compares; in capitals, and without its stop, it is a name."""
CALLED = r"(?!(?-i:[A-Z]{2,8})\s+#?(?:\d+(?!\.?\d)|[\d.]+\s*(?:[&/–-]|,\s+(?-i:[A-Z]))))"
"""Before what is no signal: capitals with the number of a version behind them are a name; one that has parts may be
that of a rule (`SEE 8.41`), if neither a place nor a further one follows."""
SIGNAL = re.compile(
    r"(?:^|(?<=[.!?:;,)\]\"“”'‘’»«*_–—-])\s+|(?<=[(\[])|(?<=[\w…])\s+(?=(?-i:See\s)))"
    rf"{CALLED}(?P<signal>see(?:\s+also)?|{_COMPARE}|source:|from|(?:as\s+)?per|according\s+to|"
    r"siehe(?:\s+auch)?|vgl\.?|voir(?:\s+aussi)?|véase(?:\s+también)?|vedi(?:\s+anche)?|zie(?:\s+ook)?|"
    r"laut|gemäß|selon|según|secondo|volgens)\s+",
    re.IGNORECASE,
)
"""What introduces a citation, in English and, for rules in other languages, in German, French, Spanish, Italian and
Dutch; `See` also where an editor forgot the full stop before it."""
_ALSO = re.compile(
    r"(?<!\w)(?:(?:see|cf\.?)\s+also|siehe\s+auch|voir\s+aussi|véase\s+también|vedi\s+anche|zie\s+ook)\s"
    r"[^.;:\"“”„«»]*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\W*(?:(?:and|or|und|oder|et|ou|y|o|e|en|of)\b)?\W*")
_COMMON = frozenset(
    ("from", "per", "as", "according", "laut", "gemäß", "selon", "según", "secondo", "volgens"),
)


def _one_of(words: Iterable[str]) -> str:
    """Words as a pattern, the longer ones first."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + r")\b"


ROMAN = r"(?=[IVXL])(?:XL|L?X{0,3})(?:I[XV]|V?I{0,3})(?!\w)"
"""A Roman number up to 89, as a pattern."""
_NUMBER = rf"(?:(?:#|[vV]\.?\s?)?\d+(?:\.\d+)*|{ROMAN})"
_NAME = r"[A-Z]\w+\s+(?:(?:(?:and|of|the|for)\s+|&\s+)*[A-Z]\w+\s+){0,4}"
_NTH = rf"(?:\d{{1,3}}(?:st|nd|rd|th)|(?i:{_one_of(ORDINALS)}))\s+"
_WORK = rf"(?P<work>(?:{_NTH})?[A-Z][A-Z0-9]{{1,7}}(?:\s+{_NUMBER})?|{_NAME}{_NUMBER})"
DOWN = "|·•>›»→⇒▸"
"""Signs that lead from a text to a place in it, as in a class of a pattern: `LRF 4 › Oil`."""
VOICE = r"s\.\s?v\.\s+"
BELOW = rf"(?:(?:under|below|sub)\s+|{VOICE})(?=[\"“]?[A-Z])"
"""What may stand between a work and a heading in it: `LRF 4 under Oil`, `LRF 4 s.v. Oil`."""
NAMED_WORK = re.compile(rf"{_WORK}(?=\s*(?:,|:|$|\s[A-Z]|\s[–—{DOWN}§-]\s|\s{BELOW}))")
"""A work by its abbreviation or by a name with a number; the number may have parts, as `1.2`, and a `v`, or stand first
(`15th LRF`)."""
_ABBREVIATED = re.compile(r"[A-Z]{2,8}\s+#?\d+(?:\.\d+)*")
"""An abbreviation with its number, and nothing else."""
_JOINT = re.compile(
    rf"(?P<parts>\s*;\s*)(?:{CALLED}(?:and|see|also|cf\.|contra|but)\s+)*"
    rf"|(?:\s*[,.])?\s+(?:{CALLED}(?:and|&|as\s+well\s+as|see|also|cf\.)\s+)*",
    re.IGNORECASE,
)
"""What may stand between two citations in words; only a semicolon parts them for certain."""
_LEADS_ON = re.compile(r"[,;]\s+(?:[a-z]+\s+){0,4}(?:by|from|in|to|with)$")
"""What leads from a place to a further work: `Oil, as changed in`."""
PLACES = frozenset(
    (
        *("annotation", "answer", "appendix", "article", "chapter", "entry", "figure", "item", "level", "line", "page"),
        *("paragraph", "part", "phase", "question", "rule", "section", "step", "table", "turn"),
    )
)
"""What has a number inside a work and is none itself."""
_BESIDE_NUMBERS = frozenset({"in", "under", "on", "at", "of", "by", "with", "after", "before"})
"""Small words that may stand before the number of a rule; no name of a work ends with one."""
_LABELS = frozenset(
    (
        *("comment", "commentary", "decision", "definition", "example", "exception", "explanation", "interpretation"),
        *("note", "penalty", "ruling", "situation", "verdict"),
    )
)
"""What a text calls its own parts before a colon, often in capitals: `RULING: legal.`"""
_RULE = re.compile(r"(?:(?P<before>.*\w)\s*)?[(\[]\s*(?P<rule>\d+(?:\.\d+)*[a-z]?)\s*[)\]]?")
"""A number in brackets, alone or behind a name; the closing bracket went with the full stop."""
_RULES = re.compile(rf"{NUMBER}(?:(?:\s*(?:[–—,&-]|and|or|to|through)\s*)+{NUMBER})*", re.IGNORECASE)
"""Numbers of rules and nothing else: `8.4.1–8.4.3`. They are those of the book that the footnote stands in."""
ISSUE = r"(?:edition|issue|release|revision|version)"
"""What editors call one of the versions of a text."""
_VERSION = re.compile(rf"\b(?:v|vers?|{ISSUE}|nos?|nr|number|rev|ed)\.?\s*(?=\d|[ivxlc]+\b)", re.IGNORECASE)
_ORDINAL = re.compile(rf"\b(\d+)(?:st|nd|rd|th)\s+(?:{ISSUE}\b|ed\b\.?)", re.IGNORECASE)
_NTH_OF = re.compile(
    rf"\W*(?:the\s+)?(?:(?P<figures>\d{{1,3}})(?:st|nd|rd|th)|(?P<word>{_one_of(ORDINALS)}))\s+"
    rf"(?:{ISSUE}\s+of\s+(?:the\s+)?)?(?P<name>\w.*)",
    re.DOTALL | re.IGNORECASE,
)
"""A number before what it counts: `15th LRF`, `15th issue of the LRF`, `the sixth ledger`."""
_COUNTED = _one_of(word for word, number in CARDINALS.items() if 0 < number < 100)
_WRITTEN = re.compile(
    rf"(?<=[\w.]\s)(?!(?-i:one)\b){_COUNTED}(?=\W*$|\s*[(\[])",
    re.IGNORECASE,
)
"""A number that ends a name, in words: `Ledger six`; a small `one` more often stands for a thing."""
_GLUED = re.compile(r"\b([A-Z]{2,8})-?(?=\d)")
_POINTED = re.compile(r"\b(?:[A-Z]\.){1,7}[A-Z](?![\w])\.?")
_ROMAN = re.compile(rf"(?<=[\w.]\s){ROMAN}")
_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50}
_PARTED = re.compile(rf",|\s[{DOWN}]+\s|\s§\s(?=[^\W\d])")
"""What parts a work, the path in it and the heading."""
_TAIL = re.compile(r"\s*(?:,|s\.\s?v\.)")
SEPARATORS = " \t\n,;.:)]([–—-"
_OPENED = {")": "(", "]": "[", "”": "“", '"': '"'}


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, folded; its number may have a `v` or `No.` before it, follow an abbreviation at once, be a
    Roman one or written out, or stand first (`15th LRF`, `sixth ledger`); an abbreviation may have points, and `&` is
    `and`."""
    short = _POINTED.sub(lambda match: match.group().replace(".", ""), name.replace("&", " and "))
    nth = _NTH_OF.fullmatch(short)
    if nth is not None:
        short = f"{nth['name']} {nth['figures'] or ORDINALS[nth['word'].lower()]}"
    short = _ORDINAL.sub(r"\1", _WRITTEN.sub(lambda match: str(CARDINALS[match.group().lower()]), short))
    return word_forms(_VERSION.sub("", _GLUED.sub(r"\1 ", _ROMAN.sub(_arabic, short))))


def _arabic(roman: re.Match[str]) -> str:
    values = [_DIGITS[digit] for digit in roman.group()]
    return str(sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)))


def is_common(signal: str) -> bool:
    """Whether a signal is common in running words too, and has a comma before what the source says: `from`, `per`."""
    return signal.partition(" ")[0].lower() in _COMMON


@dataclass(frozen=True, slots=True)
class Mention:
    """One place a footnote names: the work, the path below it, the heading, the link's address.

    `note` is the footnote it names instead of a work, by id or number, or empty
    for the one before it. `shared` where the place stands behind several texts, and may be in one of them alone. `also`
    where it is only pointed at beside another (`See also ...`).
    """

    work: str | None
    path: tuple[str, ...]
    heading: str | None
    url: str | None
    note: str | None = None
    shared: bool = False
    also: bool = field(default=False, compare=False)


def points_also(lead: str, before: Sequence[Mention]) -> bool:
    """Whether the words before a place only point at it beside others, or go on from the last of them that is such."""
    goes_on = bool(before) and before[-1].also and _GOES_ON.fullmatch(lead) is not None
    return bool(before) and (goes_on or _ALSO.search(lead) is not None)


def read_mention(lead: str, linked: str, url: str | None, before: Mention | None) -> Mention:
    """The words before a link and in it, told apart as work, path and heading; where they name no work, they may go on
    with that of the mention `before`."""
    lead = lead.lstrip()
    signalled = SIGNAL.search(lead)
    led = lead[signalled.end() :] if signalled else lead
    led = without_signs(re.sub(r"^\W*(?:and|or|also|with|the)\b", "", without_signs(led, SEPARATORS + '_*"“”')))
    outer, inner = _parts(led), _parts(linked)
    if before is not None and not _same_page(before.url, url):
        outer, inner = _elsewhere(outer, inner, linked, before, follows=not signalled)
    elif before is None and outer and _ABBREVIATED.fullmatch(linked) and not NAMED_WORK.match(outer[0]):
        outer, inner = [], [linked]  # what stands before the first text that is named and linked tells of it
    going_on = _going_on(outer, inner, url, before) if before is not None and not signalled else None
    return going_on if going_on is not None else _naming(outer, inner, linked, url)


def _elsewhere(
    outer: list[str], inner: list[str], linked: str, before: Mention, *, follows: bool
) -> tuple[list[str], list[str]]:
    """The parts before a link to another page than the mention before it, and in it: a bare number that follows that is
    one of its work; what stands before a further work goes on with the one before it, and is no part of this."""
    if follows and not outer and re.fullmatch(_NUMBER, linked):
        return outer, [_numbered_on(linked, before)]
    if outer and NAMED_WORK.fullmatch(linked) and not NAMED_WORK.match(outer[0]):
        return [], [linked]
    return outer, inner


def _going_on(outer: list[str], inner: list[str], url: str | None, before: Mention) -> Mention | None:
    """What names no work and goes on with that of the mention before it: a heading alone in the same path, and on its
    page any path; None for what has a work of its own."""
    same = _same_page(before.url, url)
    if not outer and len(inner) == 1 and (same or not NAMED_WORK.fullmatch(inner[0])):
        return Mention(before.work, before.path, inner[0], url)
    parts = outer + inner
    if parts and same and not NAMED_WORK.match(parts[0]):
        return Mention(before.work, tuple(parts[:-1]), parts[-1], url)
    return None


def _naming(outer: list[str], inner: list[str], linked: str, url: str | None) -> Mention:
    """What the parts before a link and in it name: work, path and heading."""
    if outer and linked:
        work, *path = _split_work(outer)
        return Mention(work, tuple(path), linked.strip(SEPARATORS.replace(")", "").replace("]", "")) or None, url)
    every = _split_work(outer + inner) if linked else _split_rule(_split_work(outer))
    if len(every) == 1:
        named = NAMED_WORK.fullmatch(every[0]) is not None or url is None or "#" not in url
        named = named and (url is not None or _RULES.fullmatch(every[0]) is None)
        return Mention(every[0] if named else None, (), None if named else every[0], url)
    if not every:
        return Mention(None, (), None, url)
    return Mention(every[0], tuple(every[1:-1]), every[-1], url)


def _numbered_on(number: str, before: Mention) -> str:
    """The work of a further number: that of the mention before it, where this has a number too."""
    name = _name_of(before.work or "")
    return f"{name} {number}" if name != before.work else number


def read_noted(note: str, place: str) -> Mention:
    """A citation that names another footnote, with the path and heading it names of that one's source."""
    sentence = next(find_sentences(place), None)
    *path, heading = (_parts(place[sentence.start : sentence.end]) if sentence else []) or [""]
    return Mention(None, tuple(path), without_signs(heading) or None, None, note)


def without_signs(words: str, signs: str = SEPARATORS) -> str:
    """Words without signs at their ends, but for those that close what is opened among them (`LRF 1 (3 May 1995)`)."""
    start, end = len(words) - len(words.lstrip(signs)), len(words.rstrip(signs))
    for at in range(end, len(words)):
        opening, before = _OPENED.get(words[at], ""), words[start:at]
        opened = before.count(opening) - before.count(words[at]) if opening != words[at] else before.count(opening) % 2
        if opening and opened > 0:
            end = at + 1
    return words[start:end]


def split_works(words: str, start: int) -> tuple[str, ...]:
    """A citation without links cut where it goes on to another work: `Ledger 4, Agent; Ledger 5, Company`; `start` is
    where its first name ends, if that is known.

    Behind a semicolon any work may follow, behind a comma, a full stop or `and` only an abbreviation with its number
    or another number of the work before.
    """
    cuts: list[int] = []
    names = {_name_of(named["work"]) for named in [re.match(_WORK, words)] if named}
    for joint in _JOINT.finditer(words, start):
        named = NAMED_WORK.match(words, joint.end())
        name = _name_of(named["work"]) if named else ""
        if named is None or is_part(name):
            continue
        numbered = named["work"] != name
        abbreviated = name.isupper() and " " not in name and len(name) > 1  # `Q 3` is a question
        same = numbered and (name in names or (bool(names) and abbreviated))
        if same or joint["parts"]:
            cuts += joint.span()
            names.add(name)
    bounds = [0, *cuts, len(words)]
    *every, last = (words[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    return (*(_LEADS_ON.sub("", each) for each in every), last)


def is_part(work: str) -> bool:
    """Whether a name with its number is no work but a place in one, or what one calls a part: `Page 12`, `In 3.1`,
    `Under Rule 4`, `RULING`."""
    words = _name_of(work).casefold().split()
    return bool(words) and (words[-1] in PLACES | _BESIDE_NUMBERS or (len(words) == 1 and words[0] in _LABELS))


def _name_of(work: str) -> str:
    """The name of a work without its number."""
    return re.sub(rf"\s*{_NUMBER}$", "", work)


def with_tail(mention: Mention, tail: str) -> Mention:
    """A mention whose link names the work alone, with the path and heading that follow it."""
    if mention.heading is not None or not _TAIL.match(tail):
        return mention
    parts = _parts(tail[: next(find_sentences(tail)).end].rstrip(" –—-"))
    while parts and parts[-1].islower():
        parts.pop()  # what leads to the next link
    if not parts:
        return mention
    return replace(mention, path=(*mention.path, *parts[:-1]), heading=parts[-1])


def _same_page(first: str | None, second: str | None) -> bool:
    pages = {address.partition("#")[0] for address in (first, second) if address is not None}
    return len(pages) == 1 and None not in {first, second}


def _parts(text: str) -> list[str]:
    parts = (re.sub(rf"^\W*{VOICE}", "", part) for part in _PARTED.split(text))
    return [part.strip(" .;:\n\t") for part in parts if word_forms(part)]


def _split_rule(parts: list[str]) -> list[str]:
    """`Ledger III [6.32]` and `Ledger III, [6.32]` name the work and the number of the rule its words are about."""
    ruled = _RULE.fullmatch(parts[-1]) if parts else None
    named = [ruled["before"]] if ruled is not None and ruled["before"] else []
    return [*parts[:-1], *named, ruled["rule"]] if ruled else parts


def _split_work(parts: list[str]) -> list[str]:
    """`Ledger 4 Turn Sequence Rulings` names the work and, without a comma, the section."""
    if not parts:
        return []
    named = NAMED_WORK.match(parts[0])
    if named and named.end() < len(parts[0]) and re.search(r"\d$", named["work"]):
        return [named["work"], re.sub(rf"^{BELOW}", "", parts[0][named.end() :].strip(" ,;:–—-")), *parts[1:]]
    return parts
