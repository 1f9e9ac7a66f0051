"""Rulings that strike a rule or a section: a sentence of a ruling, the records of a book and its body come in; the
record that took the rule out, or the heading of the section, goes out.

Such a ruling stands in no book that follows it: the rule it names, in the book's words or in its own, is gone from it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.changing import PASS_OVER, REMOVE
from kb.claims import LEAST, content, decide_alike
from kb.instructions import find_sections, heading_keys, struck_section
from kb.provenance import Emendation, Unit
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words
from kb.text import has_words
from kb.unapplied._body import Body

_STRIKES = re.compile(
    rf"\W*(?:{REMOVE}|{PASS_OVER})\s+(?:out\s+)?the\s+"
    r"(?:(?:whole|last|first|second|old|printed)\s+)?(?:rule|sentence|statement|clause|line|passage|paragraph|remark)\b"
    r"(?P<told>.+)",
    re.IGNORECASE | re.DOTALL,
)
_SAYS = re.compile(
    r"[\s,:]*(?:(?:that|which|saying)\b\s*(?:(?:says|states|reads|tells)\b\s*)?(?:that\b)?)", re.IGNORECASE
)
_QUOTED = re.compile(r"[\"“](?P<words>[^\"“”]+)[\"”]")
FEW = 3
"""A quotation of fewer words may stand in any sentence."""


@lru_cache(maxsize=1 << 12)
def _find_struck(sentence: str) -> tuple[Words, bool] | None:
    """The rule that a sentence strikes, and whether it quotes it; None where it strikes none that it tells."""
    asks = _STRIKES.match(sentence)
    if asks is None:
        return None
    quoted = _QUOTED.search(asks["told"])
    if quoted is not None:
        words = compare_words(quoted["words"])
        return (words, True) if len(words) >= FEW else None
    says = _SAYS.match(asks["told"])
    words = compare_words(asks["told"][says.end() :]) if says is not None else ()
    return (words, False) if len(content(" ".join(words))) >= LEAST else None


def find_kept(sentence: str, body: Body) -> str:
    """The heading of the section that a sentence strikes and the book still has; nothing where there is none."""
    name = struck_section(sentence)
    spans = find_sections(body.document, [name]) if name else ()
    if not isinstance(spans, tuple):
        return ""
    return next((each.text for each in body.document.headings for span in spans if span.holds(each.span)), "")


def find_striking(sentence: str, removed: Iterable[Emendation], body: Body) -> Emendation | None:
    """The record that took out the rule that a sentence strikes, or the heading of the section and something of it;
    None where there is none, or the book still has it."""
    if name := struck_section(sentence):
        return None if find_kept(sentence, body) else _heading_gone(name, tuple(removed))
    struck = _find_struck(sentence)
    if struck is None or is_kept(sentence, body):
        return None
    return next((record for record in removed if _has(record, *struck)), None)


def is_kept(sentence: str, body: Body) -> bool:
    """Whether a sentence strikes a rule or a section that the book still has."""
    if struck_section(sentence):
        return bool(find_kept(sentence, body))
    struck = _find_struck(sentence)
    if struck is None:
        return False
    words, quoted = struck
    if quoted:
        return bool(body.holding(words))
    near = body.index.candidates(words)
    return any(_says(words, told) for clause in near for told in body.sentences[clause])


def _heading_gone(name: str, removed: Sequence[Emendation]) -> Emendation | None:
    """The record that took out the heading of a section, where words below it went too."""
    wanted = heading_keys(name)
    for record in removed:
        if record.unit is Unit.BLOCK and wanted.intersection(heading_keys(record.published_text)):
            below = (each for each in removed if each.section_id == record.section_id and each.id != record.id)
            if any(each.substantive for each in below):
                return record
    return None


def takes_out(record: Emendation) -> bool:
    """Whether a record only takes words out."""
    return has_words(record.published_text) and not has_words(record.emended_text)


def _has(record: Emendation, words: Words, quoted: bool) -> bool:
    """Whether the words that a record took out are, or say, a rule."""
    text = record.published_text
    if quoted:
        return holds_words(compare_words(text), words)
    return any(_says(words, compare_words(text[span.start : span.end])) for span in find_sentences(text))


def _says(words: Words, told: Words) -> bool:
    """Whether a sentence says a rule: it speaks of all its things, and denies and counts as it does."""
    return set(content(" ".join(words))) <= set(content(" ".join(told))) and decide_alike(words, told)
