"""Contradictions: the lives of rulings and the answers of FAQs come in, claims that cannot both be right go out.

Two sentences are suspected when they speak of the same things and one denies what the other grants. That is
a suspicion for an editor, never a resolution: nothing is taken out of force by it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.attested import Attestation, Life
from kb.dates import ImpossibleDateError, read_date
from kb.model import Document, RulingId, SectionKind, VersionId
from kb.sentences import find_sentences
from kb.similarity import WordIndex, Words, compare_words, index_words
from kb.text import Span, word_forms

SHARED, SHARED_RICHER = 0.8, 0.5
"""Share of what the poorer, and of what the richer sentence speaks of, that both must speak of."""
RESTRICTED = 0.5
"""The same share where an answer says yes to what a ruling allows only so or so: questions use a player's words."""
LEAST = 3
"""Sentences that have fewer things in common are not compared."""
_CANDIDATES = 8

DENIALS = frozenset(
    word_forms(
        "not cannot can't never no none nor neither don't doesn't isn't aren't won't mustn't needn't nobody nothing"
    )
)
"""Words that turn a sentence into its opposite."""
_EMPTY = frozenset(
    word_forms(
        "may might can could must shall should will would always ever also still only just even either both each any "
        "all every one a an the this that these those it its he him his she her they them their you your who which "
        "what there here and or but nor if then than as so of to in on at by for from with without into is are was "
        "were be been being do does did has have had i my we our when while after before until unless because though "
        "since once whether such considered count counts same other"
    )
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|while|because|except|until|so|even|but|although|that|which)\b", re.IGNORECASE
)
_INSTRUCTION = re.compile(r"\W*(?:add|change|replace|remove|insert|delete|should|strike|ignore)\b", re.IGNORECASE)
_ASKED = re.compile(r"\W*Q(?:uestion)?\W*:\W*(?P<question>.*?)(?:\s\W*A(?:nswer)?\W*:\W*(?P<reply>.*))?$")
_REPLY = re.compile(r"\W*A(?:nswer)?\W*:\W*")
_YES = re.compile(r"\W*yes\b", re.IGNORECASE)
_NO = re.compile(r"\W*no\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and its answer in an unversioned source; `date` is `YYYY[-MM[-DD]]` or empty."""

    document: Document = field(repr=False)
    title: str
    date: str
    question: str
    reply: str
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a ruling or an answer: what it speaks of and whether it denies it.

    `attestation` is the first that has these words, `versions` are all that do; an answer has neither life
    nor versions.
    """

    text: str
    things: Words = field(repr=False)
    denies: bool
    restricts: bool
    life: Life | None = None
    attestation: Attestation | None = None
    versions: frozenset[VersionId] = frozenset()
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two claims that cannot both be right. `version` is the newest that has both; None when none has."""

    first: Claim
    second: Claim
    version: VersionId | None

    def others(self, ruling: RulingId) -> Iterator[Claim]:
        """The claims against a ruling's."""
        for mine, other in ((self.first, self.second), (self.second, self.first)):
            if mine.life is not None and mine.life.id == ruling:
                yield other


def find_answers(document: Document, title: str, date: str) -> tuple[Answer, ...]:
    """The questions of a document with their answers (`Q: ... A: ...` in one paragraph, or in two)."""
    found: list[Answer] = []
    asked: tuple[str, Span] | None = None
    for clause in document.clauses:
        text = " ".join(clause.text.split())
        both = _ASKED.match(text)
        if both is not None:
            question, reply = both["question"], both["reply"] or ""
            asked = (question, clause.span)
            if reply:
                found.append(Answer(document, title, date, question, reply, clause.span))
                asked = None
        elif asked is not None and (reply_only := _REPLY.match(text)) is not None:
            found.append(Answer(document, title, date, asked[0], text[reply_only.end() :], asked[1]))
            asked = None
    return tuple(found)


def find_contradictions(lives: Sequence[Life], answers: Sequence[Answer] = ()) -> tuple[Contradiction, ...]:
    """The suspected contradictions between rulings of a compendium, and between them and answers.

    Rulings are compared when a version has both, or when the later is an erratum. Each sentence is compared
    with a bounded number of others.
    """
    claims = [claim for life in lives for claim in _claims(life)]
    asked = [claim for answer in answers if (claim := _asked(answer)) is not None]
    index = index_words(claim.things for claim in claims)
    found: dict[tuple[object, object], Contradiction] = {}
    for number, claim in enumerate(claims):
        for other in index.candidates(claim.things, _CANDIDATES):
            if other > number and (pair := _against(claim, claims[other], index)) is not None:
                found.setdefault((claim.text, claims[other].text), pair)
    for claim in asked:
        for other in index.candidates(claim.things, _CANDIDATES):
            if (pair := _against(claim, claims[other], index)) is not None:
                found.setdefault((claim.text, claims[other].text), pair)
    return tuple(found.values())


def _claims(life: Life) -> Iterator[Claim]:
    stated = life.stated
    for number, attestation in enumerate(stated):
        if number and attestation.words == stated[number - 1].words:
            continue
        versions = frozenset(each.version for each in stated if each.words == attestation.words)
        for span in find_sentences(attestation.text):
            text = attestation.text[span.start : span.end]
            things = _things(text)
            if len(things) >= LEAST and not _INSTRUCTION.match(text):
                denies = _denies(text)
                yield Claim(text, things, denies, "only" in compare_words(text), life, attestation, versions)


def _asked(answer: Answer) -> Claim | None:
    """What an answer of yes or no says of its question; other answers are not understood."""
    question, reply = answer.question, answer.reply
    grants, refuses = _YES.match(reply), _NO.match(reply)
    if not (grants or refuses):
        return None
    things = _things(question)
    denies = bool(refuses) != _denies(question)
    return Claim(question, things, denies, False, answer=answer) if len(things) >= LEAST else None


def _things(text: str) -> Words:
    """What a sentence speaks of: its words without those that only bind, in one form."""
    words = (_stem(word) for word in compare_words(text) if word not in _EMPTY and word not in DENIALS)
    return tuple(dict.fromkeys(words))


def _stem(word: str) -> str:
    for ending in ("'s", "s'", "ies", "es", "s", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word


def _denies(text: str) -> bool:
    """Whether the main clause says no: what stands before a condition, or after the comma of one in front."""
    main = text
    if _CONDITION.match(text) and "," in text:
        main = text.split(",", 1)[1]
    elif (condition := _CONDITION.search(text, 1)) is not None:
        main = text[: condition.start()]
    words = compare_words(main)
    return sum(word in DENIALS for word in words) % 2 == 1


def _against(first: Claim, second: Claim, index: WordIndex) -> Contradiction | None:
    """The contradiction of two claims, or None: other things, the same verdict, or another time."""
    restricted = first.answer is not None and not first.denies and second.restricts
    if (first.denies == second.denies and not restricted) or not _same_matter(first, second, index, restricted):
        return None
    if first.attestation is None or second.attestation is None:
        return Contradiction(first, second, None)
    if SectionKind.TOURNAMENT in {first.attestation.section, second.attestation.section}:
        return None
    both = first.versions & second.versions
    if both and first.life is not second.life:
        return Contradiction(first, second, max(both, key=lambda version: _age(first, version)))
    if not both:
        early, late = sorted((first, second), key=lambda claim: _day(claim.attestation))
        if late.attestation is not None and late.attestation.kind == "erratum":
            return Contradiction(early, late, None)
    return None


def _same_matter(first: Claim, second: Claim, index: WordIndex, restricted: bool) -> bool:
    """Whether two claims speak of the same: of one subject, and of little that the other leaves out."""
    shared = set(first.things) & set(second.things)
    if len(shared) < LEAST or sum(index.rarity(word) > 0 for word in shared) < 2:
        return False
    if first.attestation is not None and second.attestation is not None and first.life is not second.life:
        cards = SectionKind.CARD in {first.attestation.section, second.attestation.section}
        if (cards and first.attestation.term != second.attestation.term) or first.things[0] != second.things[0]:
            return False
    weight = sum(index.rarity(word) + 1 for word in shared)
    poorer, richer = sorted(sum(index.rarity(word) + 1 for word in claim.things) for claim in (first, second))
    if restricted:
        return weight >= RESTRICTED * richer
    return weight >= SHARED * poorer and weight >= SHARED_RICHER * richer


def _age(claim: Claim, version: VersionId) -> int:
    assert claim.life is not None
    return [each.version for each in claim.life.stated].index(version)


def _day(attestation: Attestation | None) -> str:
    try:
        return read_date(attestation.date).first.isoformat() if attestation is not None else ""
    except ImpossibleDateError:
        return ""
