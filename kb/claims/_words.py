"""The words of English that bind a sentence together or have an opposite, by what they do; and turns of phrase that do
the same."""

import re
from collections.abc import Iterable

from kb.counting import CARDINALS, FRACTIONS, ORDINALS, in_figures
from kb.grouping import group_pairs
from kb.text import word_forms


def _words(text: str) -> frozenset[str]:
    return frozenset(word_forms(text))


PHRASES = (
    (re.compile(r"\bcan not\b|\bcan't\b"), "cannot"),
    (re.compile(r"\b(is|are|do|does|did|was|were|has|have|had|must|need|wo|should|would|could)n't\b"), r"\1 not"),
    (re.compile(r"\b(?:as|so) long as\b|\bprovided that\b|\bin case\b|\bin which case\b"), "if"),
    (re.compile(r"\beven (?:if|though|when)\b|\bregardless of\b|\beven\b"), "although"),
    (re.compile(r"\bno longer\b(?! than\b)"), "not"),
    (re.compile(r"\bno (?:more|less|fewer|longer|later|earlier|matter) ?(?:than)?\b|\bnot only\b"), ""),
    (re.compile(r"\bwith no\b"), "without"),
    (re.compile(r"\bonce per\b"), "one time per"),
    (re.compile(r"\b(?:do|does|did) not (?:have|need) to\b|\b(?:need|needs) not\b"), "neednot"),
    (re.compile(r"\b(?:is|are) not (?:required|obliged) to\b"), "neednot"),
    (re.compile(r"\b(?:has|have|is|are|had) to\b|\b(?:is|are) required to\b|\bneeds? to\b"), "must"),
    (re.compile(r"\b(?:is|are) (?:(?:never|not) (?:allowed|permitted|able)|forbidden|unable) to\b"), "cannot"),
    (re.compile(r"\b(?:is|are) (?:always )?(?:allowed|permitted|able) to\b"), "may"),
    (re.compile(r"\b(is|are|was|were) un(?!der|ti|less|iqu|ifi|ite|ion|iver)(?=\w{4})"), r"\1 not "),
    (re.compile(r"\b(?:rather than|instead of|as opposed to)\b"), "instead"),
    (re.compile(r"\b(?:stop|prevent|keep)(?:s|ped|ed)?\b(?=[^.;,]*\bfrom \w+ing\b)"), "prevents"),
    (re.compile(r"(?<=[+\-]) (?=\d)"), ""),
)
"""Turns of phrase as one word of the lists below."""

AUXILIARIES = _words(
    "may might can could cannot must shall should will would won't is are was were do does did has have had need "
    "neednot mustn't shan't counts count"
)
STATES = _words("be been being is are was were")
"""Words that say how a thing is."""
DENIALS = _words(
    "not cannot can't never no none nor neither nobody nothing nowhere neednot won't mustn't shan't don't doesn't "
    "isn't aren't needn't"
)
"""Words that turn a sentence into its opposite."""
PREVENTS = "prevents"
"""What stops a thing denies it, and does not when it is denied itself."""
CONDITIONS = _words("if unless when whenever while except excepting provided after before once until")
REASONS = _words("because since although though whereas so thus hence")
RELATIVES = _words("that which who whom whose")
PREPOSITIONS = _words(
    "in on at by for from with without to of during against into within under over through upon per between"
)
PRONOUNS = _words("it they he she this these those there such i you we one player players opponent")
EMPTY = (
    _words(
        "may might can could must shall should will would always ever also still only just either both each any all "
        "every a an the this that these those it its he him his she her they them their you your who which what there "
        "here and or but nor then than as of to in on at by for from with into is are was were be been being do does "
        "did has have had having i my we our whether such considered count counts counted same other another one's "
        "thing things anything something everything note however therefore normally player player's players opponent "
        "opponent's where how why very own during prevents"
    )
    | DENIALS
    | CONDITIONS
    | REASONS
    | RELATIVES
)
"""Words that bind sentences or point; what is left is what a sentence speaks of."""
NUMBERS = frozenset(CARDINALS) | frozenset(ORDINALS) | FRACTIONS | _words("once twice thrice double")
"""Numbers that are written out."""
MANY = _words("both all every each more several many most another again twice")

_OPPOSITES = (
    "before after, more less, more fewer, most least, most fewest, above below, over under, higher lower, "
    "highest lowest, greater lesser, greater smaller, larger smaller, longer shorter, maximum minimum, earlier later, "
    "first last, increase decrease, increases decreases, increased decreased, increase reduce, increases reduces, "
    "increased reduced, add subtract, adds subtracts, gain lose, gains loses, both either, with without, "
    "inside outside, same different, up down, face-up face-down, begin end, begins ends, beginning end, "
    "all some, every some, start end, starts ends, succeeds fails, successful failed, wins loses, "
    "enter leave, enters leaves"
)

_PAIRS = tuple(pair.split(" ") for pair in _OPPOSITES.split(", "))
OPPOSED = group_pairs((one, other) for pair in _PAIRS for one, other in (pair, pair[::-1]))
"""Words that turn a rule when one stands for the other, each with those against it."""
LEAVES = _words("may might can could")
BINDS = _words("must shall should")


def are_opposed(one: str, other: str) -> bool:
    """Whether two words turn a rule when one stands for the other."""
    return other in OPPOSED.get(one, ())


def is_number(word: str) -> bool:
    """Whether a word is a number, written out or in figures, or has a figure in it."""
    return word in NUMBERS or any(map(str.isdigit, word))


def denies(words: Iterable[str]) -> bool:
    """Whether some words deny: what denies a denial grants. *Nor* and *and neither do they* only go on with one."""
    told = tuple(words)
    threes = zip(("", *told), told, (*told[1:], ""), strict=False)
    on = [each for each in threes if each[1] == "nor" or (each[:2] == ("and", "neither") and each[2] in AUXILIARIES)]
    return (sum(word in DENIALS for word in told) - len(on)) % 2 == 1


def decisive(words: Iterable[str]) -> tuple[str, ...]:
    """The words that turn a rule round when they change: whether it denies an odd number of times, and its numbers,
    in figures.

    *One* is none of them, nor is `1`: it is an article as often as a number.
    """
    told = tuple(word for word in in_figures(words) if word not in {"1", "once"})
    return (*(("not",) if denies(told) else ()), *sorted(filter(is_number, told)))
