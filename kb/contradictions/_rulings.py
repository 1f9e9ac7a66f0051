"""Rulings against each other: their claims come in, those that cannot both be right go out, when a version has both,
when the later is an erratum, or when the later is what became of the earlier."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from kb.claims import contradict, find_opposable, reverse
from kb.contradictions._values import Claim, Contradiction
from kb.grouping import group_pairs
from kb.model import SectionKind, VersionId
from kb.numbering import close_parts, rule_of
from kb.rulings import subject_of
from kb.similarity import Words, compare_words
from kb.spelling import plain_form

_DENYING = {
    "not": "", "never": "", "don't": "", "doesn't": "", "didn't": "", "cannot": "can", "can't": "can", "isn't": "is",
    "aren't": "are", "mustn't": "must", "won't": "will",
}  # fmt: skip
"""Words that deny a sentence, each with what is left of it."""
_HELPS = frozenset({"do", "does", "did"})
"""Verbs that help another to a *not*."""
LEAST_WORDS = 4
"""Fewer words may be said of anything."""


def pair_claims(claims: Sequence[Claim]) -> Mapping[int, Collection[int]]:
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


def pair_plain(claims: Sequence[Claim]) -> Iterator[Contradiction]:
    """Claims that differ in nothing but a *not*, whatever else is read in them: of two rulings that one version has."""
    for first, second in _plainly_opposed(claims):
        found = _weigh(first, second)
        if found is not None and found.version is not None:
            yield found


def _plainly_opposed(claims: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    alike = group_pairs((key, claim) for claim in claims if (key := _without_denial(claim.text)))
    for same in alike.values():
        for first, second in combinations(same, 2):
            if first.life is not second.life and _denies(first) != _denies(second):
                yield first, second


def pair_across(first: Sequence[Claim], second: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """The claims of one rulings file, each with those of another one, valid on the same day, that contradict it."""
    claims = [*first, *second]
    own = {id(claim) for claim in first}
    opposed = ((claims[one], claims[other]) for one, others in pair_claims(claims).items() for other in sorted(others))
    found = {(id(one), id(other)): (one, other) for one, other in (*opposed, *_plainly_opposed(claims))}
    for one, other in found.values():
        across = id(one) in own and id(other) not in own
        if across and _opposes_plainly(one, other) and not (_apart(one, other) or _on_other_rules(one, other)):
            yield one, other


def _opposes_plainly(first: Claim, second: Claim) -> bool:
    same = _without_denial(first.text)
    plainly = bool(same) and same == _without_denial(second.text) and _denies(first) != _denies(second)
    return plainly or _opposes(first, second)


def _denies(claim: Claim) -> bool:
    """Whether a *not* of a claim is one of its main clause, and no case of it."""
    return claim.said.denies and sum(word in _DENYING for word in compare_words(claim.text)) % 2 == 1


def _without_denial(text: str) -> Words:
    """The words of a sentence without what denies, and without the verb that helps it to; none where little is left."""
    bare = (_DENYING.get(word, word) for word in compare_words(text) if word not in _HELPS)
    words = tuple(plain_form(word) for word in bare if word)
    return words if len(words) >= LEAST_WORDS else ()


def set_against(first: Claim, second: Claim) -> Contradiction | None:
    """The contradiction of two rulings, or None: other things, the same verdict, another case or another time."""
    return _weigh(first, second) if _opposes(first, second) else None


def _weigh(first: Claim, second: Claim) -> Contradiction | None:
    """The same of two that say the opposite."""
    one, other = first.attestation, second.attestation
    assert one is not None
    assert other is not None
    if _apart(first, second) or _on_other_rules(first, second):
        return None
    both = first.versions & second.versions
    if both and first.life is not second.life:
        return Contradiction(first, second, max(both, key=lambda version: _age(first, version)))
    if not both:
        early, late = sorted((first, second), key=lambda claim: claim.day)
        if first.life is second.life or (late.attestation is not None and late.attestation.kind == "erratum"):
            return Contradiction(early, late, None)
    return None


def _apart(first: Claim, second: Claim) -> bool:
    """Whether one is for tournaments, or both are of two cards."""
    one, other = first.attestation, second.attestation
    if one is None or other is None or SectionKind.TOURNAMENT in {one.section, other.section}:
        return True
    of_card = SectionKind.CARD in {one.section, other.section}
    return of_card and first.life is not second.life and subject_of(one.term) != subject_of(other.term)


def _on_other_rules(first: Claim, second: Claim) -> bool:
    """Whether both are errata, each on a rule of its own by its number: alike as they are, they change other words."""
    said = [each.attestation for each in (first, second) if each.attestation is not None]
    if first.life is second.life or len(said) != 2 or any(each.kind != "erratum" for each in said):
        return False
    one, other = (rule_of(close_parts(each.text)) for each in said)
    return bool(one and other) and one != other


def _age(claim: Claim, version: VersionId) -> int:
    assert claim.life is not None
    return [each.version for each in claim.life.stated].index(version)
