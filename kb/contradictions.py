"""Contradictions: the lives of rulings and the answers of FAQs come in, claims that cannot both be right go out.

What contradicts what is told from the words alone (`kb.claims`); here is who is compared with whom, and when. Nothing
is taken out of force: an editor decides.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations

from kb.attested import Attestation, Life
from kb.claims import (
    LEAST,
    Said,
    content,
    contradict,
    deny_answer,
    find_deniable,
    find_opposable,
    order_otherwise,
    read_answer,
    read_claims,
    read_order,
    read_ruled,
    read_told,
    reverse,
    turn_answer,
)
from kb.dates import first_day
from kb.grouping import group_pairs
from kb.memory import Memory, Recent
from kb.model import SectionKind, Statement, VersionId
from kb.rulings import subject_of
from kb.sheets import Sheet
from kb.similarity import Words, index_words

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
    """Two claims that cannot both be right. `version` is the newest that has both; None when none has.

    `decided` says that the first is an answer older than the ruling, which says otherwise ever since.
    """

    first: Claim
    second: Claim
    version: VersionId | None
    decided: bool = False

    @property
    def sides(self) -> Iterator[tuple[Claim, Claim]]:
        """Each claim with the one against it; a ruling speaks against its own past alone."""
        if self.first.life is None or self.first.life is not self.second.life:
            yield self.first, self.second
        yield self.second, self.first


def find_contradictions(
    lives: Sequence[Life], sheets: Sequence[Sheet] = (), memory: Memory | None = None
) -> tuple[Contradiction, ...]:
    """The contradictions between rulings of a compendium, and between them and the answers of sheets.

    Rulings are compared when a version has both, when the later is an erratum, or when the later is what became of the
    earlier. Each claim is compared with a bounded number of others. `memory` knows what was said before.
    """
    known = (memory or Memory()).ask(_Known, tuple(sheets))
    claims, told = known.read(lives)
    opposed = _find_opposed(claims)
    denied = known.find_denied(told)
    looked_for = [*(told[number].marks for number in opposed), *(known.marks[number] for number in denied)]
    wanted = frozenset[str]().union(*looked_for)
    index = index_words(tuple(each.marks & wanted) for each in told)
    found: dict[tuple[object, ...], Contradiction] = {}
    for number, others in opposed.items():
        for other in index.candidates(told[number].marks, _CANDIDATES):
            if other in others and (pair := _between_rulings(claims[number], claims[other])) is not None:
                turned = pair.first.life is pair.second.life  # it may turn to the same words again
                at = (pair.first.attestation, pair.second.attestation) if turned else ()
                found.setdefault((pair.first.text, pair.second.text, *at), pair)
    for pair in _find_answers_turned(claims, told):
        found.setdefault((pair.first.text, pair.second.text, pair.first.attestation, pair.second.attestation), pair)
    for number, others in denied.items():
        claim = known.asked[number]
        for other in index.candidates(known.marks[number], _CANDIDATES):
            if other in others and _answer_denied(claim, told[other]):
                place = claim.answer and (claim.answer.sheet.id, claim.answer.statement.span)
                found.setdefault((place, claims[other].text), Contradiction(claim, claims[other], None))
    for answer, ruling in _find_reordered(known.ordered, claims, told):
        found.setdefault((answer.said, ruling.text), Contradiction(answer, ruling, None))
    return tuple(_last_turns(found.values()))


def _find_reordered(
    ordered: Mapping[Words, Sequence[Claim]], claims: Sequence[Claim], told: Sequence["_Told"]
) -> Iterator[tuple[Claim, Claim]]:
    """Answers that tell an order, each with a ruling on the very same things that tells the opposite one."""
    for claim, each in zip(claims, told, strict=True):
        for answer in ordered.get(each.said.sideless, ()) if each.said.sides and not each.card else ():
            if order_otherwise(answer.said, each.said):
                yield answer, claim


def _find_answers_turned(claims: Sequence[Claim], told: Sequence["_Told"]) -> Iterator[Contradiction]:
    """Answers of versions to questions, each with a wording of its own ruling that turns it round."""
    answering = {id(claim.life) for claim, each in zip(claims, told, strict=True) if each.granted is not None}
    own = group_pairs((id(claim.life), number) for number, claim in enumerate(claims) if id(claim.life) in answering)
    for numbers in own.values():
        for answer, other in permutations(numbers, 2):
            granted, ruling = told[answer].granted, told[other]
            if granted is None or ruling.granted is not None or claims[answer].attestation is claims[other].attestation:
                continue
            if turn_answer(told[answer].said, granted, ruling.said):
                early, late = sorted((claims[answer], claims[other]), key=lambda claim: _day(claim.attestation))
                yield Contradiction(early, late, None)


def _last_turns(found: Collection[Contradiction]) -> Iterator[Contradiction]:
    """The contradictions but those of a wording with one of its own ruling that another in between denied already, be
    it that this denies the later one too or that it says the same."""
    last: dict[Claim, str] = {}
    first: dict[Claim, str] = {}
    for each in found:
        if each.first.life is each.second.life:
            last[each.second] = max(last.get(each.second, ""), _day(each.first.attestation))
    for each in found:
        if each.first.life is each.second.life and _day(each.first.attestation) == last[each.second]:
            day = _day(each.second.attestation)
            first[each.first] = min(first.get(each.first, day), day)
    for each in found:
        if each.first.life is not each.second.life or (
            _day(each.first.attestation) == last[each.second] and _day(each.second.attestation) == first[each.first]
        ):
            yield each


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What a sentence of an attestation says, of what, and what it is found by; of an answer to a question what it says
    yes or no to."""

    said: Said
    term: Words
    card: bool
    marks: frozenset[str]
    granted: Words | None = None


class _Known:
    """The answers of sheets, and what the wordings of rulings say, each of which is read once."""

    def __init__(self, sheets: tuple[Sheet, ...]) -> None:
        self.asked = tuple(claim for sheet in sheets for claim in _asked(sheet))
        self.marks = tuple(_marks(claim.said) for claim in self.asked)
        self.ordered = group_pairs((claim.said.sideless, claim) for sheet in sheets for claim in _ordering(sheet))
        self._told: Recent[tuple[str, str, bool, str], tuple[_Told, ...]] = Recent()
        self._denied: Recent[_Told, frozenset[int]] = Recent()

    def read(self, lives: Sequence[Life]) -> tuple[list[Claim], list[_Told]]:
        """The claims of rulings, and what each says."""
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

    def find_denied(self, told: Sequence[_Told]) -> Mapping[int, Collection[int]]:
        """The answers, by number, that rulings may deny, each with the numbers of these; of all all where too many are
        alike."""
        pointed = find_deniable([claim.said for claim in self.asked], [each.said for each in told])
        if pointed is None:
            return dict.fromkeys(range(len(self.asked)), range(len(told)))

        def deny(each: _Told) -> frozenset[int]:
            near = (number for thing in each.said.things for number in pointed.get(thing, ()))
            return frozenset(number for number in near if _answer_denied(self.asked[number], each))

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


def _read_told(worded: tuple[str, str, bool, str]) -> tuple[_Told, ...]:
    """What the sentences of a text say; a question says what its answer makes of it."""
    text, name, card, question = worded
    term = content(name)
    reply = text.partition(question)[2].strip() if question and question in text else text
    ruled = read_ruled(question, reply) if question else None
    read = [*([ruled] if ruled is not None else []), *((said, None) for said in read_claims(reply))]
    if card:
        read = [(_with_subject(said, term), granted and (*granted, *term)) for said, granted in read]
    return tuple(_Told(said, term, card, _marks(said), granted) for said, granted in read if len(said.things) >= LEAST)


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


def _find_opposed(claims: Sequence[Claim]) -> Mapping[int, Collection[int]]:
    """The claims, by number, that are compared with later ones, each with these."""
    opposable = find_opposable([claim.said for claim in claims])
    if opposable is None:
        return {number: range(number + 1, len(claims)) for number in range(len(claims))}
    found: dict[int, Collection[int]] = {}
    for number in sorted(opposable):
        if others := [other for other in opposable[number] if _opposes(claims[number], claims[other])]:
            found[number] = others
    return found


def _opposes(first: Claim, second: Claim) -> bool:
    """Whether two claims cannot both be right, or are wordings of one ruling that say the reverse of each other. What
    a ruling goes on to say in another wording is not reversed there."""
    if first.life is None or first.life is not second.life:
        return contradict(first.said, second.said)
    return reverse(first.said, second.said) and not any(
        one.text in other.attestation.text for one, other in ((first, second), (second, first)) if other.attestation
    )


def _between_rulings(first: Claim, second: Claim) -> Contradiction | None:
    """The contradiction of two rulings, or None: other things, the same verdict, another case or another time."""
    one, other = first.attestation, second.attestation
    assert one is not None
    assert other is not None
    if one.section is SectionKind.TOURNAMENT or other.section is SectionKind.TOURNAMENT:
        return None
    of_card = one.section is SectionKind.CARD or other.section is SectionKind.CARD
    if of_card and first.life is not second.life and subject_of(one.term) != subject_of(other.term):
        return None
    if not _opposes(first, second):
        return None
    both = first.versions & second.versions
    if both and first.life is not second.life:
        return Contradiction(first, second, max(both, key=lambda version: _age(first, version)))
    if not both:
        early, late = sorted((first, second), key=lambda claim: _day(claim.attestation))
        if first.life is second.life or (late.attestation is not None and late.attestation.kind == "erratum"):
            return Contradiction(early, late, None)
    return None


def _answer_denied(asked: Claim, ruling: _Told) -> bool:
    """Whether a ruling denies what an answer says; one on a card when card and question name the same."""
    answer = asked.answer
    assert answer is not None
    if not asked.said.names <= {*ruling.said.things, *ruling.term}:
        return False
    told, cases = read_told(answer.statement.context, answer.statement.words)
    return (not ruling.card or set(ruling.term) <= set(told)) and deny_answer(asked.said, told, cases, ruling.said)


def _age(claim: Claim, version: VersionId) -> int:
    assert claim.life is not None
    return [each.version for each in claim.life.stated].index(version)


def _day(attestation: Attestation | None) -> str:
    return first_day(attestation.date) if attestation is not None else ""
