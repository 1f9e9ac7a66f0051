"""Citations in words: text and the names of the texts come in; what of it is a citation goes out.

A sentence or what stands in brackets may be the name of a text and a place in it; inside of running text such a name
stands behind a word that leads to it.
"""

import re
from collections.abc import Iterator

from kb.effective import heading_effective
from kb.naming.calling import Known, end_of_name, end_of_work, is_marked
from kb.naming.introducing import behind_lead
from kb.naming.mentions import BELOW, DOWN, PLACES, ROMAN, SIGNAL, name_words
from kb.naming.placing import PAGE, ends_of_citation, is_known_place
from kb.text import word_forms

_MOST = 20
"""So many texts a citation names between semicolons; one with more is read as one."""
REMARK = 12
"""Words up to which a sentence that begins with the name of a text, set off by a sign, is a citation with a remark; the
day since when something is in force, at its end, counts for none."""
_TOLD = re.compile(
    r"(?<![\w-])(?:(?P<sure>according\s+to|cf\.|per|see)|by|follows|from|in|of|since|to|till|under|until|with)\s+"
    r"(?:the\s+)?|[(\[]",
    re.IGNORECASE,
)
BEHIND = re.compile(
    rf"[\s.)\]]*$|\s*[(\[,]|\s*[:;/{DOWN}§+&]|,?\s+(?:and|as\s+well\s+as|contra)\s|\s+(?:{PAGE}|\d+\.\d|s\.\s?v\.|{BELOW})"
    rf"|(?P<title>\s+(?=[A-Z])(?!{ROMAN}))|(?P<dash>\s+[–—-]{{1,3}}\s+(?=[A-Z]))"
)
_PARTED = re.compile(
    rf"[,;/:{DOWN}+()\[\]]|§(?=\s*[^\W\d])|\b(?:as\s+well\s+as|contra)\b|(?:^|(?<=\W))\s*[–—-]{{1,3}}\s"
)
_REMARKED = re.compile(r"\s*[,;(\[]|\s+[–—-]{1,3}\s|—")
_ASIDE = re.compile(r"[(\[]\s*[\"“][^\"“”]*[\"”]\s*[)\]]")
"""What a source says, in brackets behind its place."""
_NUMBERED = re.compile(r"(?P<name>[A-Z]{2,8}|[A-Z]\w+(?:\s+(?:(?:of|the|for|and)\s+)*[A-Z]\w+)+)\s+#?\d+(?:\.\d+)*")
"""An abbreviation or a name of several words with its number: of a text, whether the corpus has it or not."""
_SENT = r"(?:e-?mail|letter|mail|message|post(?:ing)?)"
_LETTER = re.compile(
    rf"\W*(?:(?i:{_SENT})\s+(?:by|from|of)\s+[A-Z][^,.;:]{{0,60}}"
    rf"|(?:[A-Z][\w.’'-]*\s+){{0,3}}[A-Z][\w.’'-]*(?:,|\s+(?:by|in))\s+(?:(?:by|in)\s+)?(?:an?\s+)?{_SENT}\b[^,.;:]{{0,60}})"
    r",\s+[^.;:]*\d\W*"
)
"""What somebody wrote to somebody, by its day or number: `Letter of Gull, 3 May 2004`, `A. Gull, post to us, May 3`."""
_SAID = re.compile(
    r"(?:,|(?<!\s))\s++(?:(?:all|also|both|each)\s+)?(?:says?|said|reads?|stated?|states|rule[sd]|ha[ds]|have|gives|gave|puts?)"
    r"(?P<so>\s+(?:it|so|the\s+same|this))?(?:,?\s+that)?\W*$"
)
"""The verb of what a text says, with what it says of the words before it."""
_AS = re.compile(r"\W*(?:as|so|thus)\s", re.IGNORECASE)
HOW_TOLD = re.compile(r"as\s+[a-z]+(?:ed|en|wn|ld|id|de)\s+(?:by|in|on|at|to|from)\b")
"""The begin of a remark on who said a ruling, or where, behind its place: `Oil, as changed by Ned in a letter`."""
_TEXTS = frozenset(
    (
        *("almanac", "bulletin", "circular", "companion", "compendium", "digest", "edition", "errata", "faq", "file"),
        *("gazette", "guide", "handbook", "issue", "journal", "ledger", "letter", "list", "magazine", "manual"),
        *("newsletter", "policy", "post", "rulebook", "rules", "rulings", "sheet", "summary", "supplement", "thread"),
        *("update", "volume"),
    )
)
"""What a text may be: the last word of a name tells it before a number."""


def find_told(text: str, known: Known) -> Iterator[str]:
    """The citations inside of running text: an abbreviation or a name with its number behind a word that leads to it,
    or in brackets, with the place that follows; a name without a number only behind a word that leads to a source."""
    at = 0
    for lead in _TOLD.finditer(text):
        end = end_of_name(text, lead.end(), known.names) if lead.start() >= at else None
        if end is not None and (
            lead["sure"] or (end - lead.end() > 1 and is_marked(text[lead.end() : end], known.names))
        ):
            at = ends_of_citation(text, lead.end(), known)[-1]
            yield text[lead.end() : at]


def finds_citation(text: str, known: Known) -> bool:
    """Whether a sentence, or what stands in brackets, is the name of a text and a place in it, and nothing else.

    What the texts speak of under a name is no text with its number (`Gull Quay 3`).
    """
    several = [each.strip() for each in text.split(";", _MOST)]
    opened = len(several) in range(2, _MOST + 1) and all(_opens_text(each, known) for each in several[1:])
    if opened and all(finds_citation(each, known) for each in several):
        return True
    if _LETTER.fullmatch(text) and len(word_forms(text)) <= REMARK:
        return True
    said = _SAID.search(text)
    text = text[: said.start()] if said is not None and (said["so"] or _AS.match(text)) else text
    start = behind_lead(text, known.names)
    end = end_of_work(text, start, known.names)
    if end is None:
        numbered = _NUMBERED.match(text, start) if SIGNAL.match(text) is None else None
        end = numbered.end() if numbered is not None and _is_text(numbered, known) else None
    behind = BEHIND.match(text, end) if end is not None else None
    if end is None or behind is None:
        return False
    parts = _PARTED.split(_ASIDE.sub("", text[end:]).rstrip(" .)]"))
    opened = text[:start].rstrip().endswith(("(", "["))
    remarked = not (opened or behind["dash"]) and _REMARKED.match(text, end) is not None and _words_in(text) <= REMARK
    surely = is_marked(text[start:end], known.names) or (len(parts) > 2 and is_known_place(parts[1], known))
    placed = (is_known_place(part, known) or HOW_TOLD.match(part.strip()) for part in parts)
    return all(placed) or (remarked and surely)


def _words_in(text: str) -> int:
    """How many words a text has, without the day since when something is in force at its end."""
    date = heading_effective(text)
    dated = date is not None and not word_forms(text[date.span.end :])
    return len(word_forms(text[: date.span.start] if date is not None and dated else text))


def _opens_text(text: str, known: Known) -> bool:
    """Whether words begin with the name of a text, or lead to it (`since then in LRF 4, Oil`)."""
    return end_of_name(text, behind_lead(text, known.names), known.names) is not None


def without_verb(words: str) -> str:
    """A citation without the verb that leads to the quotation, or tells that it has the words: `LRF 4 says so`."""
    return _SAID.sub("", words)


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
