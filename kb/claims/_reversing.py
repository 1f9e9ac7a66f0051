"""What turns a rule: the words of a ruling and those of a text come in; whether they differ in one that turns it goes
out.

Two texts may be all but the same and say different things: one denies, allows, binds, counts, compares or limits
otherwise, or says it of another thing. Other words than these are an editor's own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from rapidfuzz.distance import Indel, Levenshtein

from kb.claims._levelling import level
from kb.claims._words import (
    AUXILIARIES,
    BINDS,
    CONDITIONS,
    DENIALS,
    EMPTY,
    LEAVES,
    OPPOSED,
    PREPOSITIONS,
    RELATIVES,
    decisive,
    denies,
    is_number,
)
from kb.lexicon import PRONOUNS
from kb.similarity import LARGE, Words
from kb.spelling import plain_form
from kb.text import word_forms

_PREFIXES = ("un", "non", "non-")
_WITHOUT_OPPOSITE = PREPOSITIONS | PRONOUNS
"""Words of which no other with such letters before it is the opposite: a *unit* is none of *it*."""
_LIMITS = (frozenset({"only", "solely", "exclusively"}), frozenset({"unless", "except", "excepting"}))
"""Words that keep a rule to some cases or out of some; those of a group say the same."""
_LEADS = (PREPOSITIONS - {"to"}) | frozenset(
    word_forms("a an the this that these those each every any no all both another your his her its their")
)
"""Words that a noun, or what is said of one, stands behind."""
_LISTING = frozenset(word_forms("a an the and or nor"))
"""Words that stand between things that are only listed."""
_STATING = frozenset(word_forms("and but so thus hence therefore because since"))
"""Words that join one statement to another."""
NAMED_BY = 2
"""A thing is called by so many words at most."""
KIN = 4
"""Two words that begin with so many letters alike are forms of one."""


@dataclass(frozen=True, slots=True)
class Known:
    """The words (plain forms) that a book uses and those that rulings use; `apart` are words of the book that it does
    not use where it is compared."""

    book: Set[str] = field(default=frozenset(), repr=False)
    rulings: Set[str] = field(default=frozenset(), repr=False)
    apart: Set[str] = field(default=frozenset(), repr=False)


def turns_rule(said: Words, told: Words, known: Known) -> bool:
    """Whether two texts differ in a word that turns a rule: a denial, a number, a limit (*only*, *unless*), a word
    whose opposite the other has (*tap*, *untap*; *before*, *after*), what may be done for what must be, one thing for
    another, or two that changed places.

    The other thing is another one where both go by their names elsewhere: the book knows what the ruling speaks of,
    and rulings know what the book speaks of. A word that only one side ever uses may be its word for the same; what a
    clause is about is another thing also where the book speaks of the ruling's in other places alone.
    """
    said, told = level(said, told)
    if decisive(said) != decisive(told) or _limits(said) != _limits(told):
        return True
    one, other = (set(Counter(mine) - Counter(theirs)) for mine, theirs in ((said, told), (told, said)))
    if any(not other.isdisjoint(OPPOSED.get(word, ())) for word in one):
        return True
    if any(
        f"{lead}{word}" in there
        for lead in _PREFIXES
        for here, there in ((one, other), (other, one))
        for word in here - _WITHOUT_OPPOSITE
    ):
        return True
    gaps = [*_gaps(said, told)]
    return (
        _exchanged(said, told)
        or _denial_moved(gaps)
        or _denied_twice(said, told, gaps)
        or any(_binds(gap) or (_swaps(gap, known) and {*gap.said} <= one and {*gap.told} <= other) for gap in gaps)
    )


def decide_alike(said: Words, told: Words) -> bool:
    """Whether two texts deny and count alike."""
    one, other = level(said, told)
    return decisive(one) == decisive(other)


def _limits(words: Words) -> tuple[int, ...]:
    """How often each sort of limit stands in some words; `not only` and `except that` add and keep to nothing."""
    adding = {("not", "only"), ("except", "that")}
    threes = zip(("", *words), words, (*words[1:], ""), strict=False)
    told = [word for before, word, behind in threes if adding.isdisjoint(((before, word), (word, behind)))]
    return tuple(sum(word in limit for word in told) for limit in _LIMITS)


@dataclass(frozen=True, slots=True)
class _Gap:
    """Where two texts differ between words they share: the word before it, the words of each, the word behind it."""

    before: str | None
    said: Words
    told: Words
    behind: str | None


def _gaps(said: Words, told: Words) -> Iterator[_Gap]:
    if len(said) * len(told) > LARGE:
        return
    blocks = [(0, 0, 0), *((b.a, b.b, b.size) for b in Indel.opcodes(said, told).as_matching_blocks())]
    ends = [(a + size, b + size) for a, b, size in blocks]
    for (one, other), (first, second, _) in zip(ends, blocks[1:], strict=False):
        if one < first or other < second:
            before = said[one - 1] if one else None
            behind = said[first] if first < len(said) else None
            yield _Gap(before, said[one:first], told[other:second], behind)


def _exchanged(said: Words, told: Words) -> bool:
    """Whether two things changed places in texts that are the same otherwise, as who may do it and to whom; which of
    two stands first that are only listed says nothing."""
    apart = [at for at, (mine, theirs) in enumerate(zip(said, told, strict=False)) if mine != theirs]
    if len(said) != len(told) or len(apart) != 2:
        return False
    first, last = apart
    swapped = (said[first], said[last]) == (told[last], told[first]) and EMPTY.isdisjoint((said[first], said[last]))
    return swapped and not _LISTING.issuperset(said[first + 1 : last])


def _denial_moved(gaps: Iterable[_Gap]) -> bool:
    """Whether what denies one thing in one text denies another in the other: what one forbids the other allows, and the
    other way round. *Neither* denies what is said behind the things it stands before."""
    moved = [gap for gap in gaps if {*gap.said, *gap.told} <= (DENIALS - {"neither"}) | AUXILIARIES]
    turned = [(denies(gap.said) - denies(gap.told), gap.behind) for gap in moved]
    denied, granted = ({behind for turn, behind in turned if turn == sign} for sign in (1, -1))
    return bool(denied and granted) and denied != granted


def _denied_twice(said: Words, told: Words, gaps: Sequence[_Gap]) -> bool:
    """Whether one text denies each of two statements that it joins and the other neither (`is no lamp, so it does not
    burn`: `is a lamp, so it burns`). A condition may be denied along with what depends on it, and nothing turned."""
    if not (CONDITIONS | RELATIVES | {"without", "only"}).isdisjoint((*said, *told)):
        return False
    turned = [gap for gap in gaps if denies(gap.said) != denies(gap.told)]
    if len(turned) != 2 or len({denies(gap.said) for gap in turned}) != 1:
        return False
    denying = said if denies(turned[0].said) else told
    no = [at for at, word in enumerate(denying) if word in DENIALS]
    return len(no) == 2 and not _STATING.isdisjoint(denying[no[0] : no[1]])


def _binds(gap: _Gap) -> bool:
    """Whether what one text allows the other demands; what is denied may as little be as it must."""
    if gap.behind in DENIALS or DENIALS.intersection((*gap.said, *gap.told)):
        return False
    sides = [(not LEAVES.isdisjoint(side), not BINDS.isdisjoint(side)) for side in (gap.said, gap.told)]
    return sorted(sides) == [(False, True), (True, False)]


def _swaps(gap: _Gap, known: Known) -> bool:
    """Whether a thing gave way to another one; what it is called besides (`the whole fine`) counts for nothing where a
    clause is about it and speaks of it nowhere near."""
    leads = gap.behind in AUXILIARIES if gap.before is None else gap.before in _LEADS
    if not leads or not gap.said or not gap.told:
        return False
    mine, theirs = gap.said[-1], gap.told[-1]
    away = gap.before in _LEADS and gap.behind in AUXILIARIES and plain_form(mine) in known.apart
    if max(len(gap.said), len(gap.told)) > (NAMED_BY if away else 1):
        return False
    if not PREPOSITIONS.isdisjoint((*gap.said[:-1], *gap.told[:-1])):
        return False
    if any(word in EMPTY or is_number(word) for word in (mine, theirs)):
        return False
    if _kin(mine, theirs) or plain_form(mine) not in known.book:
        return False
    return away or plain_form(theirs) in known.rulings


def _kin(one: str, other: str) -> bool:
    """Whether two words are forms of one, or one is miswritten for the other."""
    return one[:KIN] == other[:KIN] or Levenshtein.distance(one, other, score_cutoff=1) <= 1
