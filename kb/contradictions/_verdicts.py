"""Verdicts: rulings as a case book has them come in; those go out that say otherwise of one case than an older wording
of their own, or than an answer.

Such a ruling tells what happens, and then a short word on it: `A bale is thrown twice. RULING: Illegal. ...`
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.attested import Attestation, Life
from kb.claims import content, read_clause
from kb.contradictions._values import Answer, Claim, Contradiction
from kb.grouping import group_pairs
from kb.model import SectionKind
from kb.sheets import Sheet
from kb.text import word_forms
from kb.wording import part_case

_NUMBERED = re.compile(r"\W*(?:[^\W\d_]+\s+)?\d+(?:[.-]\d+)*[a-z]?(?:\s?\([a-z]+\))*\s*[:.)\]]\s+")
"""What a case is called: `Case 5.2.1:`."""
_SHORT = re.compile(r"[^\W\d_]+(?:\s[^\W\d_]+){0,2}(?=\s*(?:[.,;:!–—]|$))")
_ALLOWS = frozenset({"legal", "lawful", "allowed", "permitted"})
_FORBIDS = frozenset({"illegal", "unlawful", "disallowed", "forbidden", "prohibited"})
_MAY = re.compile(r"\W*(?:may|can|could|is\s+it\s+(?:legal|allowed|lawful))\b", re.IGNORECASE)
"""How one asks whether something is allowed."""
_LEAST = 3
"""Of fewer things too many cases are."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a case: the things that it is of, the word on it, and whether that is denied."""

    case: frozenset[str]
    word: str
    denied: bool


def read_verdict(words: str) -> Verdict | None:
    """What a ruling says of its case in a short word; None where it says more, or has no case."""
    case = part_case(words)
    short = _SHORT.match(case.ruling) if case is not None else None
    if case is None or short is None:
        return None
    said = word_forms(short.group())
    denied = said[0] in {"no", "not"} and len(said) > 1
    word = " ".join(said[1:] if denied else said)
    things = frozenset(content(_NUMBERED.sub("", case.facts, count=1)))
    if word in _ALLOWS | _FORBIDS:
        return Verdict(things, "legal", denied is not (word in _FORBIDS))
    return Verdict(things, word, denied)


def find_verdicts_turned(lives: Sequence[Life]) -> Iterator[Contradiction]:
    """Wordings of rulings that say the opposite of the same case as the one before."""
    for life in lives:
        told = [(each, verdict) for each in life.stated if (verdict := read_verdict(each.text)) is not None]
        for (early, before), (late, after) in pairwise(told):
            if (before.case, before.word) == (after.case, after.word) and before.denied is not after.denied:
                yield Contradiction(_claim(life, early), _claim(life, late), None)


def find_verdicts_denied(lives: Sequence[Life], sheets: Sequence[Sheet]) -> Iterator[Contradiction]:
    """Answers of yes or no to whether one may do what a ruling says the opposite of."""
    asked = group_pairs(
        (frozenset(content(asks)) - {"legal", "allow"}, (sheet, each, reply == "no"))
        for sheet in sheets
        for each in sheet.statements
        if each.context and (reply := next(iter(word_forms(each.words)), "")) in {"yes", "no"}
        if _MAY.match(asks := _NUMBERED.sub("", each.context, count=1))
    )
    for life in lives if asked else ():
        for attestation in life.stated:
            verdict = read_verdict(attestation.text)
            if verdict is None or verdict.word != "legal" or attestation.section is SectionKind.TOURNAMENT:
                continue
            for sheet, statement, denied in asked.get(verdict.case, ()) if len(verdict.case) >= _LEAST else ():
                if denied is not verdict.denied:
                    answer = Claim(read_clause(statement.context, asking=True), answer=Answer(sheet, statement))
                    yield Contradiction(answer, _claim(life, attestation), None)


def _claim(life: Life, attestation: Attestation) -> Claim:
    said = read_clause(attestation.text)
    versions = frozenset(each.version for each in life.stated if each.words == attestation.words)
    return Claim(said, life, attestation, versions)
