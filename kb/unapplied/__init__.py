"""Unapplied rulings: the rulings in force and an emended book come in; whether each stands in the book goes out.

A ruling stands there when its words do, in a row. One that stands there nearly, in an editor's words, says how alike
the two are; for one that stands nowhere the reason may be recorded, else it is for an editor to merge or explain.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from kb.instructions import cut_quotations
from kb.model import RulingId, SectionKind, Statement
from kb.provenance import Emendation
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words
from kb.spelling import SMALL_WORDS, plain_form, unnumbered
from kb.unapplied._body import Alike, Body, read_body
from kb.unapplied._concern import OWN, Concerns, Ground, find_concerns

__all__ = [
    "OWN",
    "Alike",
    "Body",
    "Concerns",
    "Finding",
    "Ground",
    "Stated",
    "Verdict",
    "find_concerns",
    "judge_rulings",
    "read_body",
]

NEAR = 0.85
"""Likeness from which words are a source's own, as for quotations."""
RETOLD = 0.67
"""Likeness from which an uncited text says a ruling in other words: one that has half of the ruling's words and no
others is two thirds like it. On real texts what lies below speaks of something else in the same phrases."""
STATED = 5
"""A ruling of fewer words may stand in any book by chance: it tells nothing of what the book is about."""
_OF_RULES = frozenset({SectionKind.TERM, SectionKind.TURN, SectionKind.OTHER})


class Verdict(Enum):
    """Whether a ruling stands in a book."""

    APPLIED = "applied"
    APPLIED_NEAR = "applied-near"
    EXPLAINED = "explained"
    NOT_APPLIED = "not-applied"
    REFERENCE = "reference"
    """It is no ruling: it only points elsewhere."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A ruling in the wording that holds: the file that states it, its statements with their lines, home first.

    `names` are its id and those it had before; a reference has none. `within` is the phase that a part of the turn
    stands below.
    """

    path: str
    statements: tuple[Statement, ...] = field(repr=False)
    lines: tuple[int, ...]
    term: str
    kind: str
    text: str
    names: tuple[RulingId, ...] = ()
    within: str = ""

    @property
    def heading(self) -> str:
        """Its term; a part of the turn, which may be as common as *General*, with the phase it stands below."""
        return f"{self.within} › {self.term}" if self.within else self.term

    @property
    def id(self) -> RulingId | None:
        """Its id, or None for a reference."""
        return self.names[0] if self.names else None


@dataclass(frozen=True, slots=True)
class Finding:
    """A ruling judged: the clauses (indices in the emended document) that say it, and the records that rest on it.

    `similarity` is that of the nearest words, 1.0 where they are contained; `nearest` their clause, or None.
    `missing` are the sentences of the ruling that stand nowhere; `turned` that the nearest words deny what it
    says, or have other numbers. `claims` are records that cite it and do not say what it says. `reason` is why it is
    not applied, where somebody has said so.
    """

    stated: Stated
    grounds: tuple[Ground, ...]
    verdict: Verdict
    similarity: float
    clauses: tuple[int, ...] = ()
    records: tuple[Emendation, ...] = ()
    nearest: int | None = None
    missing: tuple[str, ...] = ()
    turned: bool = False
    claims: tuple[Emendation, ...] = ()
    reason: str = ""

    @property
    def lacking(self) -> tuple[str, ...]:
        """The sentences of the ruling that stand nowhere, while others of it do."""
        return self.missing if len(self.missing) < sum(1 for _ in find_sentences(self.stated.text)) else ()


def judge_rulings(
    stated: Iterable[Stated], body: Body, concerns: Concerns, explained: Mapping[RulingId, str]
) -> Iterator[Finding]:
    """The rulings that concern a work, judged, in the order they come in; each ruling once.

    `explained` are the reasons somebody gave why a ruling is not merged.
    """
    for each in stated:
        grounds = _grounds(each, concerns)
        if not grounds and _is_told(each, body):
            grounds = (Ground.STATED,)
        if grounds:
            reason = next((explained[name] for name in each.names if name in explained), "")
            yield _judge(each, grounds, body, concerns, reason)


def _grounds(each: Stated, concerns: Concerns) -> tuple[Ground, ...]:
    found = {ground for statement in each.statements for ground in concerns.of(statement, each.path)}
    if concerns.records_on(each.names):
        found.add(Ground.QUOTED)
    return tuple(ground for ground in Ground if ground in found)


def _is_told(each: Stated, body: Body) -> bool:
    """Whether the body has the words of a ruling on a term."""
    words = compare_words(unnumbered(each.text))
    of_rules = any(statement.section in _OF_RULES for statement in each.statements)
    return bool(each.names) and of_rules and len(words) >= STATED and bool(body.holding(words))


def _judge(each: Stated, grounds: tuple[Ground, ...], body: Body, concerns: Concerns, reason: str) -> Finding:
    if not each.names:
        return Finding(each, grounds, Verdict.REFERENCE, 0.0)
    claimed = concerns.claims_on(each.names)
    retold = tuple(record for record in claimed if _retells(record, each.text, body))
    claims = tuple(record for record in claimed if record not in retold)
    words = compare_words(unnumbered(each.text))
    resting = (record for record in concerns.records_on(each.names) if not body.strikes(record, words))
    records = (*resting, *retold)
    holding = body.holding(words)
    if holding:
        return Finding(each, grounds, Verdict.APPLIED, 1.0, holding, records, holding[0])
    alike = body.nearest(words)
    nearest = alike.clause if alike.clause >= 0 else None
    missing, found = _sentences(each.text, body)
    where: tuple[int, ...] = ()
    verdict = Verdict.APPLIED_NEAR
    told = _meant(each.text, body) if claims else None
    if not missing:
        where = found
    elif told is not None:
        where = (told,)
    elif (
        alike.similarity >= RETOLD
        and not alike.turned
        and nearest is not None
        and _on_topic(each, words, nearest, body)
    ):
        where = (nearest,)
    elif (reordered := body.retelling(words)) is not None and _on_topic(each, words, reordered, body):
        where = (reordered,)
    elif retold:
        where = (body.clause_of(retold[0]),)
    elif not records:
        verdict = Verdict.EXPLAINED if reason else Verdict.NOT_APPLIED
    return Finding(
        each, grounds, verdict, alike.similarity, where, records, nearest, missing, alike.turned, claims, reason
    )


def _on_topic(each: Stated, words: Words, clause: int, body: Body) -> bool:
    """Whether words like those of a ruling are about its term, where the ruling names that: what a book says of the
    bells in the words of a ruling on lamps does not say it of the lamps."""
    term = {plain_form(word) for word in compare_words(unnumbered(each.term))} - SMALL_WORDS
    names = term.intersection(map(plain_form, words))
    return not names or body.speaks_of(clause, names)


def _retells(record: Emendation, text: str, body: Body) -> bool:
    """Whether a record says a sentence of a ruling it was not compared with: its footnote cites another heading."""
    return any(body.told_by(record, compare_words(text[span.start : span.end])) for span in find_sentences(text))


def _meant(text: str, body: Body) -> int | None:
    """The clause that has the words a ruling quotes last, as those that were meant, or nearly; None where none has."""
    quoted = [each.words for each in cut_quotations(text).quotations if not each.broken]
    words = compare_words(quoted[-1]) if quoted else ()
    if len(words) < STATED:
        return None
    held = body.holding(words)
    alike = body.nearest(words)
    return held[0] if held else alike.clause if alike.similarity >= NEAR and not alike.turned else None


def _sentences(text: str, body: Body) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The sentences of a ruling that do not stand in the body, and the clauses in which the others do."""
    missing: list[str] = []
    found: list[int] = []
    text = unnumbered(text)
    for span in find_sentences(text):
        sentence = text[span.start : span.end]
        words = compare_words(sentence)
        holding = body.holding(words)
        found += holding
        if words and not holding:
            missing.append(sentence)
    return tuple(missing), tuple(dict.fromkeys(found))
