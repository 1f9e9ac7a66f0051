"""A question with its answer and a ruling in the very words of the question come in; whether the ruling says otherwise
than the answer goes out.

Few things are enough here: all that one speaks of the other does, in the same order, at the same place and in the same
case. What only sounds alike is left to `kb.claims._comparing`.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from itertools import permutations

from kb.claims._asking import ANY_NUMBER, EXCEPTS, FEW, Asked, Asks, bound_by
from kb.claims._comparing import is_opposed, order_otherwise
from kb.claims._said import Said, content
from kb.claims._words import EMPTY, LEAVES, MANY, NUMBERS, OPPOSED, PREPOSITIONS, STATES
from kb.counting import in_figures
from kb.grouping import group_pairs
from kb.similarity import Words
from kb.text import word_forms

Key = tuple[Asks, frozenset[str]]
"""What a question and a ruling on it are found by."""
SLOT = 2
"""A thing in a ruling that a question asks for has so many words at most."""
_BARE = frozenset(content("up most exactly maximum total"))
_ONCE = re.compile(r"\bonce\W*$", re.IGNORECASE)
_AT_MOST = re.compile(r"\b(?:at most|up to|no more than|a maximum of|only)\b", re.IGNORECASE)
_TIMES = {"once": "1", "twice": "2", "thrice": "3"}
_EITHER = frozenset({"before", "after", "with", "without", "more", "over", "under"})
_APART = (
    "dawn dusk", "morning evening", "day night", "noon midnight", "sunrise sunset", "attacker defender",
    "owner controller", "buyer seller",
    "spring summer autumn winter", "monday tuesday wednesday thursday friday saturday sunday",
    "january february march april may june july august september october november december", "north south east west",
)  # fmt: skip
_OTHERS = group_pairs(pair for group in _APART for pair in permutations(group.split(), 2))
"""Words that name one of some things, each with those that name another of them."""


def asked_keys(asked: Asked) -> Iterator[Key]:
    """What a question is found by; nothing where it speaks of too little."""
    said = asked.said
    things = frozenset(_without_numbers(said.main)) | ({asked.unit} - {""})
    if len(things) >= FEW:
        yield asked.asks, things
    if said.sides and len(said.sideless) > FEW:
        yield asked.asks, frozenset(said.sideless)


def ruling_keys(said: Said) -> Iterator[Key]:
    """What the questions that a ruling may answer are found by."""
    bare = _without_numbers(said.main)
    yield Asks.WHETHER, frozenset(bare)
    if said.sides:
        yield Asks.WHETHER, frozenset(said.sideless)
    if len(_numbers(said)) == 1:
        yield Asks.NUMBER, frozenset(bare) - {"time"}
    for cut in range(1, SLOT + 1):
        yield Asks.WHO, frozenset(said.main[cut:])
        yield Asks.WHEN, frozenset(said.main[:-cut])


def answered_otherwise(asked: Asked, ruling: Said, headings: Set[Words]) -> bool:
    """Whether a ruling says otherwise than an answer. `headings` are the things that rulings stand below: two of them
    are two things."""
    said = asked.said
    same_case = (said.conditions, said.due, said.turned) == (ruling.conditions, ruling.due, ruling.turned)
    if not same_case or not EXCEPTS.isdisjoint({*word_forms(ruling.text)} - {*word_forms(said.text)}):
        return False
    match asked.asks:
        case Asks.WHETHER:
            return _turned_round(asked, ruling) or _denied(asked, ruling)
        case Asks.NUMBER:
            return _counted_otherwise(asked, ruling)
        case Asks.WHO:
            cut = len(ruling.main) - len(said.main)
            slot = _slot(ruling, ruling.main[:cut])
            return (
                not ruling.denies
                and ruling.main[cut:] == said.main
                and _one_does(ruling)
                and (bound_by(said.text) == bound_by(ruling.text) and are_rivals(asked.told, slot, headings))
            )
        case Asks.WHEN:
            return not ruling.denies and _is_when(asked, ruling, headings)


def _turned_round(asked: Asked, ruling: Said) -> bool:
    """Whether an answer says flatly that it is so, where a ruling has the opposite word; what only may be so may be
    otherwise too, and so may what happens before or after something."""
    said = asked.said
    words = (*word_forms(said.text), *word_forms(ruling.text))
    return (
        not (asked.partly or said.denies or ruling.denies or said.limit or ruling.limit)
        and LEAVES.isdisjoint(words)
        and _EITHER.isdisjoint((*said.sides, *ruling.sides))
        and bound_by(said.text) == bound_by(ruling.text)
        and order_otherwise(said, ruling)
    )


def _denied(asked: Asked, ruling: Said) -> bool:
    said = asked.said
    if _without_numbers(said.main) != _without_numbers(ruling.main) or bound_by(said.text) != bound_by(ruling.text):
        return False
    words, others = word_forms(said.text), word_forms(ruling.text)
    if STATES.isdisjoint(words) != STATES.isdisjoint(others):
        return False
    if said.numbers or ruling.numbers:
        return not asked.partly and _numbers_denied(said, ruling)
    if said.limit or ruling.limit or said.denies == ruling.denies or not is_opposed(_listed(said), ruling):
        return False
    if asked.partly and said.denies:
        return False
    denied, granted = (words, others) if said.denies else (others, words)
    return LEAVES.isdisjoint(granted) or not (LEAVES | {"cannot", "can't", "never"}).isdisjoint(denied)


def _listed(said: Said) -> Said:
    """What a clause says whose only word of many is a *both* before two things that it names: of these it speaks."""
    words = word_forms(said.text)
    lists = MANY.intersection(words) == {"both"} and "and" in words[words.index("both") :]
    return replace(said, every=False) if lists else said


def _numbers_denied(said: Said, ruling: Said) -> bool:
    """Whether a yes or no to a number is against the number of a ruling: where so many may do something, fewer may."""
    one, other = (_number(each) for each in (said, ruling))
    if one is None or other is None or ruling.denies:
        return False
    if LEAVES.isdisjoint(word_forms(said.text)):
        return not ruling.limit and (one == other if said.denies else one != other)
    return one <= other if said.denies else one > other


def _numbers(said: Said) -> Words:
    """The numbers of a clause, with a *once* at its end."""
    return said.numbers or (("1",) if _ONCE.search(said.text) else ())


def _number(said: Said) -> int | None:
    figures = in_figures("1" if word == "once" else word for word in _numbers(said))
    figures = tuple(_TIMES.get(word, word) for word in figures)
    return int(figures[0]) if len(figures) == 1 and figures[0].isdecimal() else None


def _counted_otherwise(asked: Asked, ruling: Said) -> bool:
    """Whether a ruling gives another number of the same things."""
    said, number = asked.said, _number(ruling)
    told = _TIMES.get(asked.told[0], asked.told[0])
    if ruling.denies or number is None or told == str(number) or not (told.isdigit() or told == ANY_NUMBER):
        return False
    may, most = (not LEAVES.isdisjoint(word_forms(each.text)) for each in (said, ruling))
    if may != (most or (may and _AT_MOST.search(ruling.text) is not None)):
        return False
    behind, counted = _behind_number(ruling), (*asked.counted, *filter(None, (asked.unit,)))
    if counted and behind[: len(counted)] != counted:
        return False
    besides = {*counted, "time"}
    rest = tuple(word for word in _without_numbers(ruling.main) if word not in besides)
    mine = tuple(word for word in said.main if word not in {*besides, "one"})  # `in one turn` is in each
    same = rest == mine or (_is_fronted(ruling) and rest in _rotations(mine))
    return same and bound_by(said.text) == bound_by(ruling.text)


def _rotations(words: Words) -> Iterator[Words]:
    yield from (words[at:] + words[:at] for at in range(len(words)))


def _is_fronted(said: Said) -> bool:
    """Whether a sentence begins with where or when: `At dusk each player draws`."""
    return next(iter(word_forms(said.text)), "") in PREPOSITIONS


def _behind_number(said: Said) -> Words:
    """The things behind the only number of a clause."""
    at = said.main.index(said.numbers[0]) if said.numbers and said.numbers[0] in said.main else len(said.main)
    return said.main[at + 1 :]


def _without_numbers(words: Words) -> Words:
    return tuple(word for word in words if word not in NUMBERS and not word.isdigit() and word not in _BARE)


def _one_does(ruling: Said) -> bool:
    """Whether what a ruling says of one is said of no other: what one may do another may do too."""
    words = word_forms(ruling.text)
    return LEAVES.isdisjoint(words) or "only" in words


def _slot(ruling: Said, things: Words) -> Words:
    """The words of a ruling that are these things, as they are written."""
    return tuple(word for word in word_forms(ruling.text) if {*content(word)} & {*things})


def _is_when(asked: Asked, ruling: Said, headings: Set[Words]) -> bool:
    """Whether a ruling names another time or place, behind the same preposition."""
    said, told = asked.said, asked.told
    size = len(said.main)
    slot = _slot(ruling, ruling.main[size:])
    words = word_forms(ruling.text)
    lead = next((words[at - 1] for at, word in enumerate(words) if at and word in slot[:1]), "")
    if lead in {"the", "a", "an"} and (at := words.index(slot[0])) > 1:
        lead = words[at - 2]
    return (
        ruling.main[:size] == said.main
        and _one_does(ruling)
        and told[0] in PREPOSITIONS
        and lead == told[0]
        and bound_by(ruling.text) == bound_by(said.text) | {lead}
        and are_rivals(told, slot, headings)
    )


def are_rivals(told: Iterable[str], other: Iterable[str], headings: Set[Words]) -> bool:
    """Whether two names are of two things for certain: they differ in one word, whose opposite or another number the
    other has, or each is a heading of its own."""
    one, two = (tuple(word for word in each if word in NUMBERS or content(word)) for each in (told, other))
    apart = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    if len(one) == len(two) and len(apart) == 1:
        left, right = apart[0]
        if right in OPPOSED.get(left, ()) or right in _OTHERS.get(left, ()) or {left, right} <= NUMBERS:
            return in_figures((left,)) != in_figures((right,))
    keys = [content(" ".join(word for word in each if word not in EMPTY)) for each in (one, two)]
    return keys[0] != keys[1] and all(key in headings for key in keys)
