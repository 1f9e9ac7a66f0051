"""What rulings and answers say: wordings and questions come in, claims go out, each with what it is found by."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.attested import Attestation, Life
from kb.claims import (
    FEW,
    LEAST,
    Said,
    content,
    deny_answer,
    find_deniable,
    read_answer,
    read_claims,
    read_order,
    read_ruled,
    read_told,
)
from kb.contradictions._answered import Answered
from kb.contradictions._asserted import Assertions
from kb.contradictions._values import Answer, Claim
from kb.grouping import group_pairs
from kb.memory import Recent
from kb.model import SectionKind, VersionId
from kb.sheets import Sheet
from kb.similarity import Words


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a sentence of an attestation says, of what, and what it is found by; of an answer to a question what it says
    yes or no to."""

    said: Said
    term: Words
    card: bool
    marks: frozenset[str]
    granted: Words | None = None


class Known:
    """The answers of sheets, and what the wordings of rulings say, each of which is read once."""

    def __init__(self, sheets: tuple[Sheet, ...]) -> None:
        self.asked = tuple(claim for sheet in sheets for claim in _asked(sheet))
        self.marks = tuple(_marks(claim.said) for claim in self.asked)
        self.ordered = group_pairs((claim.said.sideless, claim) for sheet in sheets for claim in _ordering(sheet))
        self._told: Recent[tuple[str, str, bool, str], tuple[Told, ...]] = Recent()
        self._denied: Recent[Told, frozenset[int]] = Recent()
        self._asserted = Assertions(sheets)
        self._answered = Answered(sheets)
        self._contradicted: Recent[Told, tuple[Claim, ...]] = Recent()

    def read(self, lives: Sequence[Life]) -> tuple[list[Claim], list[Told]]:
        """The claims of rulings, and what each says; those of few things too, which only the answers to a question in
        their very words are compared with."""
        worded = [each for life in lives for each in _wordings(life)]
        told = self._told.ask(
            _read_told,
            [(each.text, each.term, each.section is SectionKind.CARD, _question(each)) for _, each, _ in worded],
        )
        claims = [
            Claim(said.said, life, attestation, versions)
            for (life, attestation, versions), each in zip(worded, told, strict=True)
            for said in each
        ]
        return claims, [said for each in told for said in each]

    def find_contradicted(self, told: Sequence[Told]) -> list[tuple[Claim, ...]]:
        """The answers that each ruling contradicts in a sentence of their own."""

        def against(each: Told) -> tuple[Claim, ...]:
            card = each.term if each.card else ()
            return tuple(near.claim for near in self._asserted.near(each.said) if near.contradicted_by(each.said, card))

        return self._contradicted.ask(against, told)

    def find_answered(self, claims: Sequence[Claim], told: Sequence[Told]) -> Iterator[tuple[Claim, Claim]]:
        """The answers to short questions that a ruling in the words of the question contradicts, each with that."""
        if not self._answered:
            return
        headings = frozenset(each.term for each in told if each.term)
        for claim, each in zip(claims, told, strict=True):
            if each.granted is None:
                yield from (
                    (answer, claim) for answer in self._answered.against(each.said, each.term, each.card, headings)
                )

    def find_denied(self, told: Sequence[Told]) -> Mapping[int, Collection[int]]:
        """The answers, by number, that rulings may deny, each with the numbers of these; of all all where too many are
        alike."""
        pointed = find_deniable([claim.said for claim in self.asked], [each.said for each in told])
        if pointed is None:
            return dict.fromkeys(range(len(self.asked)), range(len(told)))

        def deny(each: Told) -> frozenset[int]:
            near = (number for thing in each.said.things for number in pointed.get(thing, ()))
            return frozenset(number for number in near if answer_denied(self.asked[number], each))

        found: dict[int, set[int]] = {}
        for number, answers in enumerate(self._denied.ask(deny, told)):
            for answer in answers:
                found.setdefault(answer, set()).add(number)
        return dict(sorted(found.items()))


def _wordings(life: Life) -> Iterator[tuple[Life, Attestation, frozenset[VersionId]]]:
    """The first attestation of each of its wordings, with the versions that have it."""
    runs: list[list[Attestation]] = []
    for attestation in life.stated:
        if runs and not attestation.rewritten:
            runs[-1].append(attestation)
        else:
            runs.append([attestation])
    for run in runs:
        said = {each.words for each in run}
        yield life, run[0], frozenset(each.version for each in life.stated if each.words in said)


def _question(attestation: Attestation) -> str:
    """What it answers as a whole, or nothing."""
    return attestation.statements[0].context if attestation.whole and attestation.statements else ""


def _read_told(worded: tuple[str, str, bool, str]) -> tuple[Told, ...]:
    """What the sentences of a text say; a question says what its answer makes of it."""
    text, name, card, question = worded
    term = content(name)
    reply = text.partition(question)[2].strip() if question and question in text else text
    ruled = read_ruled(question, reply) if question else None
    read = [*([ruled] if ruled is not None else []), *((said, None) for said in read_claims(reply))]
    if card:
        read = [(_with_subject(said, term), granted and (*granted, *term)) for said, granted in read]
    return tuple(Told(said, term, card, _marks(said), granted) for said, granted in read if len(said.things) >= FEW)


def _with_subject(said: Said, term: Words) -> Said:
    """A ruling on a card that leaves out what it is about is about the card."""
    return said if said.about else replace(said, main=tuple(dict.fromkeys((*term, *said.main))))


def _asked(sheet: Sheet) -> Iterator[Claim]:
    for statement in sheet.statements:
        said = read_answer(statement.context, statement.words) if statement.context else None
        if said is not None and said.main and len(said.things) >= LEAST:
            yield Claim(said, answer=Answer(sheet, statement))


def _ordering(sheet: Sheet) -> Iterator[Claim]:
    """What its answers say of the order of things, where they are asked for one."""
    for statement in sheet.statements:
        for said in read_order(statement.context, statement.words) if statement.context else ():
            if len(said.things) >= LEAST:
                yield Claim(said, answer=Answer(sheet, statement))


def _marks(said: Said) -> frozenset[str]:
    """What a claim is found by: its things, and each two that stand together, which are rare where words are not."""
    things = said.things
    return frozenset((*things, *(f"{first} {second}" for first, second in pairwise(things))))


def answer_denied(asked: Claim, ruling: Told) -> bool:
    """Whether a ruling denies what an answer says; one on a card when card and question name the same."""
    answer = asked.answer
    assert answer is not None
    if not asked.said.names <= {*ruling.said.things, *ruling.term}:
        return False
    told, cases = read_told(answer.statement.context, answer.statement.words)
    return (not ruling.card or set(ruling.term) <= set(told)) and deny_answer(asked.said, told, cases, ruling.said)
