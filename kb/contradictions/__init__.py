"""Contradictions: the lives of rulings and the answers of FAQs come in, claims that cannot both be right go out.

What contradicts what is told from the words alone (`kb.claims`); here is who is compared with whom, and when. Nothing
is taken out of force: an editor decides.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations

from kb.attested import Life
from kb.claims import FEW, LEAST, order_otherwise, turn_answer
from kb.contradictions._reading import Known, Told, answer_denied
from kb.contradictions._rulings import pair_across, pair_claims, pair_plain, set_against
from kb.contradictions._values import Answer, Claim, Contradiction
from kb.contradictions._verdicts import find_verdicts_denied, find_verdicts_turned
from kb.grouping import group_pairs
from kb.memory import Memory
from kb.model import SectionKind, VersionId
from kb.sheets import Sheet
from kb.similarity import WordIndex, Words, index_words

__all__ = ["Answer", "Claim", "Contradiction", "find_across", "find_contradictions"]

_CANDIDATES = 24
Found = Iterator[tuple[tuple[object, ...], Contradiction]]
"""Contradictions, each with what makes it one with another of its kind: the first of them is told."""


def find_contradictions(
    lives: Sequence[Life], sheets: Sequence[Sheet] = (), memory: Memory | None = None
) -> tuple[Contradiction, ...]:
    """The contradictions between rulings of a compendium, and between them and the answers of sheets.

    Rulings are compared when a version has both, when the later is an erratum, or when the later is what became of the
    earlier. Each claim is compared with a bounded number of others. `memory` knows what was said before.
    """
    known = (memory or Memory()).ask(Known, tuple(sheets))
    every, all_told = known.read(lives)
    many = [number for number, each in enumerate(all_told) if len(each.said.things) >= LEAST]
    claims, told = [every[number] for number in many], [all_told[number] for number in many]
    opposed, denied = pair_claims(claims), known.find_denied(told)
    looked_for = [*(told[number].marks for number in opposed), *(known.marks[number] for number in denied)]
    wanted = frozenset[str]().union(*looked_for)
    index = index_words(tuple(each.marks & wanted) for each in told)
    found: dict[tuple[object, ...], Contradiction] = {}
    for key, pair in chain(
        _find_rulings_opposed(opposed, claims, told, index),
        ((_key(pair), pair) for pair in pair_plain(claims)),
        _find_answers_turned(claims, told),
        _find_answers_denied(known, denied, claims, told, index),
        _find_reordered(known.ordered, claims, told),
        _deny_answers(_find_asserted(known.find_contradicted(told), claims)),
        _deny_answers(known.find_answered(every, all_told)),
        ((_key(pair), pair) for pair in find_verdicts_turned(lives)),
        _find_verdicts_denied(lives, sheets),
    ):
        found.setdefault(key, pair)
    return tuple(_last_turns(found.values()))


def find_across(
    lives: Sequence[Life], version: VersionId, others: Sequence[Life], other: VersionId
) -> Iterator[tuple[Claim, Claim]]:
    """What a version of one compendium says, each with what a version of another one says that contradicts it."""
    known = Known(())
    mine, theirs = (
        [
            claim
            for claim, told in zip(*known.read(each), strict=True)
            if at in claim.versions and len(told.said.things) >= FEW
        ]
        for each, at in ((lives, version), (others, other))
    )
    yield from pair_across(mine, theirs)


def _find_rulings_opposed(
    opposed: Mapping[int, Collection[int]], claims: Sequence[Claim], told: Sequence[Told], index: WordIndex
) -> Found:
    """Rulings that deny one another, or turn round what they said before."""
    for number, others in opposed.items():
        for other in index.candidates(told[number].marks, _CANDIDATES):
            if other in others and (pair := set_against(claims[number], claims[other])) is not None:
                yield _key(pair), pair


def _find_answers_turned(claims: Sequence[Claim], told: Sequence[Told]) -> Found:
    """Answers of versions to questions, each with a wording of its own ruling that turns it round."""
    answering = {id(claim.life) for claim, each in zip(claims, told, strict=True) if each.granted is not None}
    own = group_pairs((id(claim.life), number) for number, claim in enumerate(claims) if id(claim.life) in answering)
    for numbers in own.values():
        for answer, other in permutations(numbers, 2):
            granted, ruling = told[answer].granted, told[other]
            if granted is None or ruling.granted is not None or claims[answer].attestation is claims[other].attestation:
                continue
            if turn_answer(told[answer].said, granted, ruling.said):
                early, late = sorted((claims[answer], claims[other]), key=lambda claim: claim.day)
                pair = Contradiction(early, late, None)
                yield _key(pair), pair


def _key(pair: Contradiction) -> tuple[object, ...]:
    """The words of two rulings; of two wordings of one also where these stand: it may turn to the same words again."""
    turned = pair.first.life is pair.second.life
    at = (pair.first.attestation, pair.second.attestation) if turned else ()
    return (pair.first.text, pair.second.text, *at)


def _find_answers_denied(
    known: Known,
    denied: Mapping[int, Collection[int]],
    claims: Sequence[Claim],
    told: Sequence[Told],
    index: WordIndex,
) -> Found:
    """Answers of sheets, each with a ruling that denies it."""
    for number, others in denied.items():
        claim = known.asked[number]
        for other in index.candidates(known.marks[number], _CANDIDATES):
            if other in others and answer_denied(claim, told[other]):
                place = claim.answer and (claim.answer.sheet.id, claim.answer.statement.span)
                yield (place, claims[other].text), Contradiction(claim, claims[other], None)


def _find_reordered(ordered: Mapping[Words, Sequence[Claim]], claims: Sequence[Claim], told: Sequence[Told]) -> Found:
    """Answers that tell an order, each with a ruling on the very same things that tells the opposite one."""
    for claim, each in zip(claims, told, strict=True):
        for answer in ordered.get(each.said.sideless, ()) if each.said.sides and not each.card else ():
            if order_otherwise(answer.said, each.said):
                yield (answer.said, claim.text), Contradiction(answer, claim, None)


def _find_asserted(found: Iterable[Sequence[Claim]], claims: Iterable[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Answers that say a thing in a sentence of their own, each with a ruling that contradicts it."""
    return ((answer, claim) for claim, answers in zip(claims, found, strict=True) for answer in answers)


def _deny_answers(pairs: Iterable[tuple[Claim, Claim]]) -> Found:
    """Answers, each with a ruling that says otherwise; what is ruled for tournaments may be other than what is answered
    for any play."""
    for answer, claim in pairs:
        if claim.attestation is not None and claim.attestation.section is not SectionKind.TOURNAMENT:
            place = answer.answer and (answer.answer.sheet.id, answer.answer.statement.span)
            yield (place, claim.text), Contradiction(answer, claim, None)


def _find_verdicts_denied(lives: Sequence[Life], sheets: Sequence[Sheet]) -> Found:
    """Answers, each with a ruling on the very case that says the opposite in a word."""
    for pair in find_verdicts_denied(lives, sheets):
        answer = pair.first.answer
        yield (answer and (answer.sheet.id, answer.statement.span), pair.second.text), pair


def _last_turns(found: Collection[Contradiction]) -> Iterator[Contradiction]:
    """The contradictions but those of a wording with one of its own ruling that another in between denied already, be
    it that this denies the later one too or that it says the same."""
    last: dict[Claim, str] = {}
    first: dict[Claim, str] = {}
    own = [each for each in found if each.first.life is each.second.life]
    for each in own:
        last[each.second] = max(last.get(each.second, ""), each.first.day)
    for each in own:
        if each.first.day == last[each.second]:
            first[each.first] = min(first.get(each.first, each.second.day), each.second.day)
    for each in found:
        if each.first.life is not each.second.life or (
            each.first.day == last[each.second] and each.second.day == first[each.first]
        ):
            yield each
