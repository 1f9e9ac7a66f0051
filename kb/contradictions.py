"""Contradictions: the lives of rulings and the answers of FAQs come in, claims that cannot both be right go out.

What contradicts what is told from the words alone (`kb.claims`); here is who is compared with whom, and when. Nothing
is taken out of force: an editor decides.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kb.attested import Attestation, Life
from kb.claims import (
    LEAST,
    Said,
    Words,
    content,
    contradict,
    deny_answer,
    find_opposable,
    read_answer,
    read_claims,
    read_told,
)
from kb.dates import ImpossibleDateError, read_date
from kb.model import SectionKind, Statement, VersionId
from kb.sheets import Sheet
from kb.similarity import index_words

_CANDIDATES = 24


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an unversioned source to a question."""

    sheet: Sheet = field(repr=False)
    statement: Statement


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a ruling or an answer, with what it says.

    `attestation` is the first that has these words, `versions` are all that do; an answer has neither life
    nor versions.
    """

    said: Said
    life: Life | None = None
    attestation: Attestation | None = None
    versions: frozenset[VersionId] = frozenset()
    answer: Answer | None = None

    @property
    def text(self) -> str:
        """Its words; of an answer those of the question."""
        return self.said.text


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two claims that cannot both be right. `version` is the newest that has both; None when none has."""

    first: Claim
    second: Claim
    version: VersionId | None


def find_contradictions(lives: Sequence[Life], sheets: Sequence[Sheet] = ()) -> tuple[Contradiction, ...]:
    """The contradictions between rulings of a compendium, and between them and the answers of sheets.

    Rulings are compared when a version has both, when the later is an erratum, or when the later is what became of the
    earlier. Each claim is compared with a bounded number of others.
    """
    claims = [claim for life in lives for claim in _claims(life)]
    asked = [claim for sheet in sheets for claim in _asked(sheet)]
    index = index_words(_marks(claim.said) for claim in claims)
    opposable = find_opposable([claim.said for claim in claims])
    found: dict[tuple[object, object], Contradiction] = {}
    for number, claim in enumerate(claims):
        if opposable is None:
            others: Collection[int] = range(number + 1, len(claims))
        else:
            others = [other for other in opposable.get(number, ()) if contradict(claim.said, claims[other].said)]
        for other in index.candidates(index.units[number], _CANDIDATES) if others else ():
            if other in others and (pair := _between_rulings(claim, claims[other])) is not None:
                found.setdefault((pair.first.text, pair.second.text), pair)
    for claim in asked:
        for other in index.candidates(_marks(claim.said), _CANDIDATES):
            if _answer_denied(claim, claims[other]):
                place = claim.answer and (claim.answer.sheet.id, claim.answer.statement.span)
                found.setdefault((place, claims[other].text), Contradiction(claim, claims[other], None))
    return tuple(found.values())


def _claims(life: Life) -> Iterator[Claim]:
    stated = life.stated
    for number, attestation in enumerate(stated):
        if number and attestation.words == stated[number - 1].words:
            continue
        versions = frozenset(each.version for each in stated if each.words == attestation.words)
        for said in read_claims(attestation.text):
            claim = Claim(_with_subject(said, attestation), life, attestation, versions)
            if len(claim.said.things) >= LEAST:
                yield claim


def _with_subject(said: Said, attestation: Attestation) -> Said:
    """A ruling on a card that leaves out what it is about is about the card."""
    if attestation.section is not SectionKind.CARD or said.about:
        return said
    return replace(said, main=tuple(dict.fromkeys((*content(attestation.term), *said.main))))


def _asked(sheet: Sheet) -> Iterator[Claim]:
    for statement in sheet.statements:
        said = read_answer(statement.context, statement.words) if statement.context else None
        if said is not None and said.main and len(said.things) >= LEAST:
            yield Claim(said, answer=Answer(sheet, statement))


def _marks(said: Said) -> Words:
    """What a claim is found by: its things, and each two that stand together, which are rare where words are not."""
    things = said.things
    return (*things, *(f"{first} {second}" for first, second in pairwise(things)))


def _between_rulings(first: Claim, second: Claim) -> Contradiction | None:
    """The contradiction of two rulings, or None: other things, the same verdict, another case or another time."""
    one, other = first.attestation, second.attestation
    assert one is not None
    assert other is not None
    if one.section is SectionKind.TOURNAMENT or other.section is SectionKind.TOURNAMENT:
        return None
    if one.term != other.term and (one.section is SectionKind.CARD or other.section is SectionKind.CARD):
        return None
    if not contradict(first.said, second.said):
        return None
    both = first.versions & second.versions
    if both and first.life is not second.life:
        return Contradiction(first, second, max(both, key=lambda version: _age(first, version)))
    if not both:
        early, late = sorted((first, second), key=lambda claim: _day(claim.attestation))
        if first.life is second.life or (late.attestation is not None and late.attestation.kind == "erratum"):
            return Contradiction(early, late, None)
    return None


def _answer_denied(asked: Claim, ruling: Claim) -> bool:
    """Whether a ruling denies what an answer says; one on a card when card and question name the same."""
    answer, attestation = asked.answer, ruling.attestation
    assert answer is not None
    assert attestation is not None
    told, cases = read_told(answer.statement.context, answer.statement.words)
    term = content(attestation.term)
    if attestation.section is SectionKind.CARD and not set(term) <= set(told):
        return False
    if not asked.said.names <= {*ruling.said.things, *term}:
        return False
    return deny_answer(asked.said, told, cases, ruling.said)


def _age(claim: Claim, version: VersionId) -> int:
    assert claim.life is not None
    return [each.version for each in claim.life.stated].index(version)


def _day(attestation: Attestation | None) -> str:
    try:
        return read_date(attestation.date).first.isoformat() if attestation is not None else ""
    except ImpossibleDateError:
        return ""
