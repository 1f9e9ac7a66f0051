"""Levelling: the words of two texts come in, the same without what lets them seem to differ go out.

One may say a thing in other words that count and deny (`no more than two`), say what does not hold besides
(`four, not three`), or say more, joined by *and*. None of it turns what the other says.
"""

import re
from collections.abc import Iterator

from rapidfuzz.distance import Indel

from kb.claims._denying import deny_alike
from kb.claims._words import DENIALS, EMPTY, denies
from kb.similarity import Words, compare_words, holds_words
from kb.spelling import plain_form

HALF = 3
"""Fewer words than this beside *and* are a thing more, and no statement of their own."""
APART = 4
"""*Than* stands fewer words than this behind what it belongs to."""
_JOINING = frozenset({"and", "but", "nor"})
_NOT = {"not": (), "never": (), "cannot": ("can",), "can't": ("can",)}
"""Words that deny what may be done, and what is left where it may."""
_BUT = frozenset({"unless", "except"})
_NO = frozenset({"no", "not", "never"})
_HAS = r"(?:(?:if|when|where) (?:you|he|she|it|they)|who|which|that) (?:has|have)|(?:if|when|where) there (?:is|are)"
_WITH_NO = re.compile(rf"\b(?:with|{_HAS}) no ")
_THING = r"(?:(?:a|an|any|the|some) )?(?P<thing>[\w'’-]+)"
_WITH = re.compile(rf"\b(?:(?P<but>unless (?:you|he|she|it|they) (?:has|have))|{_HAS}) (?={_THING})")
_WITHOUT = re.compile(rf"\bwithout {_THING}")
_COMPARED = frozenset({"more", "less", "fewer", "later", "earlier", "greater", "smaller", "higher", "lower", "longer"})
_TAIL = r"(?:[\w'’-]+\s+){0,3}[\w'’-]+(?=[.;!?]|\s*$)"
_BOUND = (
    r"(?:[\w'’-]+ing|if|when|while|until|till|unless|before|after|even|only|just|more|less|fewer|later|earlier|always"
    r"|necessarily|yet|at|by|in|on|from|to|for|with|as|because|since|however|though)\b"
)
_LEAD = 2
"""Of fewer words what holds and what does not is not known again in another text."""
_CONTRAST = re.compile(rf",\s+(?:and\s+)?not\s+{_TAIL}|,\s+not\s+(?!{_BOUND})(?:[\w'’-]+\s+){{0,2}}[\w'’-]+(?=,\s)")


def without_contrast(text: str) -> str:
    """A text without the few words at a sentence's end, or between commas, that say what does not hold (`it costs four,
    not three`): they tell of the words before, and a text that says what holds says the same."""
    return _CONTRAST.sub("", text)


def plainly(text: str, other: str) -> str:
    """A text without what it says does not hold, unless another says such a thing too, or that it holds beside what
    does (`for each boat, and for each oar` where this has `for each boat, not for each oar`)."""
    said = compare_words(other)
    return text if _CONTRAST.search(other) else _CONTRAST.sub(lambda found: _unless_said(found, said), text)


def _unless_said(found: re.Match[str], said: Words) -> str:
    """What does not hold by a text, where some words say both that and what stands before it; else nothing."""
    tail = tuple(word for word in compare_words(found[0]) if word not in {"and", "not"})
    lead = compare_words(found.string[: found.start()])[-_LEAD:]
    both = len(tail) >= _LEAD <= len(lead) and holds_words(said, tail) and holds_words(said, lead)
    return found[0] if both else ""


def level(first: Words, second: Words) -> tuple[Words, Words]:
    """Two texts, each without the *no* of `no more than`, unless the other compares so without it; `with no` and
    `if you have no` are `without` where the other says so, and where it is without oil `if you have oil` is
    `with oil` and `unless you have oil` is without; `not lent unless by day` is `lent by day` where the other says
    that, and with *only* where it does; what may not be done twice may be done once; and what one denies in other
    words is denied in those of the other."""
    one, other = deny_alike(first, second), deny_alike(second, first)
    one, other = _once(one, other), _once(other, one)
    one, other = _without_no(one, other), _without_no(other, one)
    one, other = _granted(one, other), _granted(other, one)
    return _with_one_word(one, other), _with_one_word(other, one)


def without_halves(said: Words, told: Words) -> Words:
    """What a ruling tells without the statements that it joins to what some words say, and that these leave out."""
    kept = list(told)
    for gap in reversed([*Indel.opcodes(said, told)]):
        if gap.tag == "insert" and is_half(told[gap.dest_start : gap.dest_end]):
            del kept[gap.dest_start : gap.dest_end]
    return tuple(kept)


def is_half(words: Words) -> bool:
    """Whether some words, between others, are a statement that is joined to these."""
    return len(words) > HALF and (words[0] in _JOINING or words[-1] in _JOINING)


def _once(words: Words, other: Words) -> Words:
    """What is denied to be done twice, or more than once, as done once, where the other says that."""
    twice = next((at for at, word in enumerate(words) if word == "twice"), None)
    end = twice if twice is not None else " ".join(words).partition("more than once")[0].count(" ")
    often = ("twice",) if twice is not None else ("more", "than", "once")
    denied = [at for at, word in enumerate(words) if word in DENIALS]
    near = len(denied) == 1 and 0 < end - denied[0] <= APART and words[denied[0]] in _NOT
    if not near or words[end : end + len(often)] != often:
        return words
    if "once" not in other or "twice" in other or denies(other):
        return words
    (no,) = denied
    return (*words[:no], *_NOT[words[no]], *words[no + 1 : end], "once", *words[end + len(often) :])


def _without_no(words: Words, other: Words) -> Words:
    bare = {compared for at, compared in _comparing(other) if other[max(0, at - 1)] not in _NO}
    denied = {at - 1 for at, compared in _comparing(words) if compared not in bare and words[max(0, at - 1)] in _NO}
    return tuple(word for at, word in enumerate(words) if at not in denied)


def _comparing(words: Words) -> Iterator[tuple[int, str]]:
    """Where some words compare, and what they compare by: `no more than two`, `no more counters than it has acts`."""
    return ((at, word) for at, word in enumerate(words) if word in _COMPARED and "than" in words[at + 1 : at + APART])


def _granted(words: Words, other: Words) -> Words:
    """What is denied but for one case as granted in it, where the other grants it in that case."""
    at = next((at for at, word in enumerate(words) if word in _BUT), len(words))
    denied = [number for number, word in enumerate(words[:at]) if word in DENIALS]
    case = {plain_form(word) for word in words[at + 1 :] if word not in EMPTY}
    grants = not denies(other) and _BUT.isdisjoint(other) and case <= set(map(plain_form, other))
    if len(denied) != 1 or words[denied[0]] not in _NOT or not case or not grants:
        return words
    (no,) = denied
    return (*words[:no], *_NOT[words[no]], *words[no + 1 : at], *({"only"} & set(other)), *words[at + 1 :])


def _with_one_word(words: Words, other: Words) -> Words:
    if not words or "without" not in other:
        return words
    lacked = {plain_form(found["thing"]) for found in _WITHOUT.finditer(" ".join(other))}
    told = _WITH_NO.sub("without ", " ".join(words))

    def in_one_word(found: re.Match[str]) -> str:
        if plain_form(found["thing"]) not in lacked:
            return found.group()
        return "without " if found["but"] else "with "

    return tuple(_WITH.sub(in_one_word, told).split(" "))
