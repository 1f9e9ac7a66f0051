"""Two claims come in; whether they can both be right goes out.

They cannot when they speak of the same things in the same case and one denies what the other says, or when nothing
but a number differs. A case that only one of them names (`unless`, `if`, `in the rain`) makes it a refinement.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from kb.claims._reading import read_cases
from kb.claims._said import Said, content
from kb.claims._words import AUXILIARIES, EMPTY, LEAVES, STATES, are_opposed
from kb.counting import in_figures
from kb.grouping import group_pairs
from kb.lexicon import PRONOUNS, term_key
from kb.similarity import Words
from kb.text import fold_word, word_forms

LEAST = 3
"""Claims that have fewer things in common are not compared."""
SHARED = 0.75
"""Share of the things of the richer of two rulings that both speak of. The poorer must have nothing of its own: where
each speaks of something the other does not (`an owl`, `a rat`), they rule on two things."""
SHARED_ASKED, ASKED = 0.7, 0.5
"""Share of a ruling, and of a question, that both speak of: people ask in their own words, and of a case of theirs."""
NAMED = 0.6
"""From this share on a question names the case of a ruling too."""
_EARLY = frozenset({"before", "until"})
_LATE = re.compile(r"\bafter\b|(?<!\bat )(?<!\bonly )\bonce (?!a\b|an\b|per\b|each\b|every\b|in\b|during\b)[a-z]")
_PLACES = ((frozenset({"from"}), frozenset({"to", "into"})), (frozenset({"under"}), frozenset({"on", "over", "upon"})))
"""Prepositions of which a thing has one or the other."""
_ARTICLES = frozenset({"a", "an", "the", "your", "my", "his", "her", "its", "their", "our"})


def contradict(first: Said, second: Said) -> bool:
    """Whether two rulings contradict each other."""
    return _denied(first, second) or _counted(first, second)


def deny_of_it(said: Said, ruling: Said) -> bool:
    """Whether a clause about a pronoun denies what a ruling says of the thing it names, or says what that denies:
    `It may be lent` to `A lamp may not be lent`."""
    words = word_forms(ruling.text)
    subject = set(content(" ".join(takewhile(lambda word: word not in AUXILIARIES, words))))
    told = set(ruling.things) - subject
    return (
        said.denies != ruling.denies
        and not (said.about or PRONOUNS.isdisjoint(word_forms(said.text)))
        and set() < ruling.about <= subject
        and set(said.things) - subject == told != set()
        and is_opposed(said, ruling)
        and not (said.limit or ruling.limit)
        and _same_case(said, ruling)
    )


def reverse(first: Said, second: Said) -> bool:
    """Whether one wording of a ruling says the reverse of another one. A word that gave way to its opposite (*before*,
    *after*) does that, while two rulings that differ in it alone may both be right."""
    return order_otherwise(first, second) or contradict(first, second)


def order_otherwise(first: Said, second: Said) -> bool:
    """Whether two clauses differ in nothing but words one of which is the opposite of the other (*before*, *after*)."""
    apart = [pair for pair in zip(first.sides, second.sides, strict=False) if pair[0] != pair[1]]
    same = (first.sideless, first.denies, first.turned) == (second.sideless, second.denies, second.turned)
    return same and bool(apart) and all(are_opposed(*pair) for pair in apart)


def _denied(first: Said, second: Said) -> bool:
    """Whether two rulings say and deny the same, in the same case."""
    return (
        first.denies != second.denies
        and is_opposed(first, second)
        and not (first.limit or second.limit)
        and (first.about == second.about or not (first.about and second.about))
        and _same_case(first, second)
        and _same_things(first, second)
    )


def _counted(first: Said, second: Said) -> bool:
    """Whether two rulings differ in nothing but the numbers of their main clause."""
    return (
        _count_otherwise(first, second)
        and len(first.numbers) == len(second.numbers)
        and first.frame == second.frame
        and first.conditions == second.conditions
        and len(set(first.main) - set(first.numbers)) >= LEAST
    )


def _count_otherwise(first: Said, second: Said) -> bool:
    """Whether the numbers of two main clauses differ, written out or in figures."""
    return _figures(first.numbers) != _figures(second.numbers)


@lru_cache(maxsize=1 << 12)
def _figures(numbers: Words) -> Words:
    """The numbers of a clause in figures. Few clauses have others than their neighbours, and each is compared often."""
    return in_figures(numbers)


def is_opposed(first: Said, second: Said) -> bool:
    """Whether the denial of one reaches the other: what need not be may be, and of many less than all may be."""
    denied, granted = (first, second) if first.denies else (second, first)
    if denied.excuses and not granted.duty:
        return False
    if denied.every and not granted.every:
        return False
    return set(_figures(denied.numbers)) <= set(_figures(granted.numbers))


def _same_case(first: Said, second: Said) -> bool:
    """Whether neither ruling has a case that the other does not name."""
    if first.conditions and second.conditions and first.turned != second.turned:
        return False
    return set(first.conditions) <= set(second.things) and set(second.conditions) <= set(first.things)


def _same_things(first: Said, second: Said) -> bool:
    """Whether two rulings speak of the same: what only one says is little, and does not say where, when or to whom."""
    if len(set(first.things) & set(second.things)) < LEAST:
        return False
    poorer, richer = sorted((first, second), key=lambda said: len(said.main))
    own = set(richer.main) - {*poorer.main, *poorer.due}
    lone = set(poorer.main) - {*richer.main, *richer.due}
    return not lone and not own & richer.phrases and len(own) <= (1 - SHARED) * len(richer.main)


def deny_answer(question: Said, told: Words, cases: tuple[Words, ...], ruling: Said) -> bool:
    """Whether a ruling denies what an answer says of its question. `told` is what question and answer speak of,
    `cases` what the conditions of the answer do: an answer that names what the ruling is about is the finer one."""
    if not _to_the_point(question, ruling) or len(set(told) & set(ruling.things)) < LEAST:
        return False
    if not ruling.about <= set(told) or any(case and _named(case, ruling.things) for case in cases):
        return False
    if question.denies == ruling.denies:
        return not question.denies and (
            _outside(question, ruling, told) if ruling.limit else _asked_otherwise(question, ruling)
        )
    return (
        is_opposed(question, ruling)
        and not ruling.limit
        and not _other_time(question, ruling)
        and not _of_another(question, told, ruling)
        and _named(ruling.conditions, told)
        and _named(ruling.due, told)
        and _named(question.conditions, ruling.things)
        and (set(question.main) <= set(ruling.main) or _share(ruling.main, question.things) >= SHARED_ASKED)
    )


def turn_answer(answer: Said, granted: Words, ruling: Said) -> bool:
    """Whether a wording of a ruling that answered a question says the reverse of the answer: it speaks of nothing but
    what question and answer do (`granted`). What it grants where a part of the question was refused is another case."""
    both, lone = set(answer.things) & set(ruling.things), set(answer.things) - set(ruling.things)
    return (
        answer.denies != ruling.denies
        and answer.turned == ruling.turned
        and is_opposed(answer, ruling)
        and not (answer.limit or ruling.limit or (lone and answer.denies))
        and lone.isdisjoint((*answer.conditions, *answer.names))
        and set(ruling.things) <= set(granted)
        and len(both) >= LEAST
        and _share(answer.things, ruling.things) >= SHARED_ASKED
    )


@lru_cache(maxsize=1 << 12)
def read_told(question: str, reply: str) -> tuple[Words, tuple[Words, ...]]:
    """What a question and its answer speak of, and what the conditions of the answer do."""
    return content(f"{question} {reply}"), tuple(read_cases(reply))


def point_of(question: Said) -> str | None:
    """The end of a question, where its point is: a ruling that denies its answer speaks of that. None has no point."""
    return next((word for word in reversed(question.main) if word not in question.numbers), None)


def _other_time(question: Said, ruling: Said) -> bool:
    """Whether a question has its case before something, and a ruling behind something, or the other way round."""
    if not (question.conditions and ruling.conditions):
        return False
    (early, late), (first, last) = (_times(each.text) for each in (question, ruling))
    return (early and last and not (late or first)) or (late and first and not (early or last))


@lru_cache(maxsize=1 << 12)
def _times(text: str) -> tuple[bool, bool]:
    """Whether a text has a *before*, and whether it has an *after* or a *once* with the same meaning."""
    folded = fold_word(text)
    return not _EARLY.isdisjoint(word_forms(folded)), _LATE.search(folded) is not None


_OWN = frozenset({"owner", "owners", "own", "itself", "himself", "herself"})
_FOREIGN = frozenset({"opponent", "opponents", "opponent's", "enemy", "opposing"})
"""What says that a thing is one's own, or another's."""


def _of_another(question: Said, told: Words, ruling: Said) -> bool:
    """Whether two texts speak of two things of one kind (behind an article each has a word of its own before it), of
    one thing at two places (`from a mill`, `to a mill`), of one that does what the other has done to it, or of what is
    one's own and of what is another's."""
    words, others = word_forms(question.text), word_forms(ruling.text)
    kinds = group_pairs((kind, own) for own, kind in _qualified(others))
    of_kind = any(
        kind in kinds and own not in others and not ({*content(" ".join(kinds[kind]))} & {*told} or own in kinds[kind])
        for own, kind in _qualified(words)
    )
    whose = (
        not _OWN.isdisjoint(one) and not _FOREIGN.isdisjoint(other) for one, other in ((words, others), (others, words))
    )
    placed = not _placed(words).isdisjoint(_placed(others, turned=True))
    return of_kind or placed or _exchanged(question, ruling) or any(whose)


def _placed(words: Words, turned: bool = False) -> frozenset[tuple[int, bool, str]]:
    """Things, each with which of two places it is: `from` it, and `to` it; or of each the other one."""
    found = set()
    for at, word in enumerate(words):
        for which, sides in enumerate(_PLACES):
            if any(word in side for side in sides):
                thing = next((each for each in words[at + 1 : at + 3] if each not in EMPTY), "")
                found.add((which, (word in sides[0]) != turned, term_key(thing)))
    return frozenset(each for each in found if each[2])


def _exchanged(question: Said, ruling: Said) -> bool:
    """Whether what does something in one has it done by the other: `a bird catches a rat`, `a rat catches a bird`."""
    one, other = question.main, ruling.main
    return (
        len(one) > 2
        and one[0] != one[-1]
        and (one[0], one[-1]) == (other[-1:] + other[:1])
        and not {one[0], one[-1]} & question.phrases & ruling.phrases
        and STATES.isdisjoint(word_forms(question.text)) == STATES.isdisjoint(word_forms(ruling.text))
    )


def _qualified(words: Words) -> Iterator[tuple[str, str]]:
    """Things behind an article, each with the word before it: `the draw pile`."""
    for article, own, kind in zip(words, words[1:], words[2:], strict=False):
        if article in _ARTICLES and own not in EMPTY and kind not in EMPTY:
            yield own, kind


def _to_the_point(question: Said, ruling: Said) -> bool:
    """Whether a ruling speaks of much of what is asked, and of its point."""
    if point_of(question) not in ruling.things:
        return False
    asked = tuple(word for word in question.main if word not in question.numbers)
    return len(set(asked) & set(ruling.things)) >= 2 and _share(asked, ruling.things) >= ASKED


def _outside(question: Said, ruling: Said, told: Words) -> bool:
    """Whether an answer grants outside the limit of a ruling: in a case of its own, or in the very lack of what the
    ruling asks for. An answer that names the limit agrees with it."""
    apart = tuple(word for word in ruling.main if word not in ruling.limit)
    lacks = bool(set(question.lacking) & set(ruling.limit)) and _named(ruling.limit, question.main)
    other = bool(question.conditions) and not _named(ruling.limit, told)
    return (lacks or other) and _share(apart, told) >= SHARED_ASKED


def _asked_otherwise(question: Said, ruling: Said) -> bool:
    """Whether what is asked and granted differs from a ruling in its number alone."""
    asked, said = ({*each.main} - {*each.numbers} for each in (question, ruling))
    same = asked == said and question.conditions == ruling.conditions
    if not (same and len(question.numbers) == len(ruling.numbers) == 1 and _count_otherwise(question, ruling)):
        return False
    few, many = (_figures(each.numbers)[0] for each in (question, ruling))
    allowed = not LEAVES.isdisjoint(word_forms(question.text))  # where three may two may
    return not (allowed and few.isdecimal() and many.isdecimal() and int(few) < int(many))


def _named(case: Words, things: Words) -> bool:
    """Whether the words of a case stand among others; an empty case does."""
    return _share(case, things) >= NAMED


def _share(things: Words, others: Words) -> float:
    """How many of some things stand among others."""
    return len(set(things) & set(others)) / len(set(things)) if things else 1.0
