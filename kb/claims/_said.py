"""One clause: its words come in, what it says goes out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache

from kb.claims._words import (
    AUXILIARIES,
    CONDITIONS,
    DENIALS,
    EMPTY,
    MANY,
    NUMBERS,
    OPPOSED,
    PHRASES,
    PREPOSITIONS,
    PREVENTS,
    PRONOUNS,
    REASONS,
    RELATIVES,
)
from kb.lexicon import term_key
from kb.similarity import Words
from kb.text import MINUS, WORD, fold_word

_TOKEN = re.compile(rf"(?<![\w.])[+\-]?\d+(?![\w'])|{WORD.pattern}|[,;:]")
_DROPPED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NUMBER = re.compile(r"[+\-]?\d+$")
_SIDES = OPPOSED.keys() - {"all", "every", "some", "both", "either"}
"""Words that have an opposite, without those that tell of how many: people put one of these for another."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence says. Words are stems, in order, without repetition.

    `about` is what stands before its first auxiliary, up to a preposition (empty where that is a pronoun or left
    out); `main` what its main clause speaks of, `about` included; `due` what stands behind an `until` of a denial.
    `conditions` is what its conditions and relative clauses speak of, and `turned` whether these deny (`unless`);
    `phrases` what stands behind a preposition; `limit` what an `only` is bound to; `lacking` what stands behind a
    `without`.

    `denies` says that the main clause denies, `duty` that it speaks of what must be, `excuses` that it says what
    need not be, `every` that it speaks of many or of each. `numbers` are the numbers of the main clause in order,
    `frame` the clause with its numbers left blank. `sides` are the words of the whole that have an opposite, in order,
    `sideless` what the whole speaks of, with these left blank. `names` are the words of a question that are written as
    names are.
    """

    text: str
    about: frozenset[str]
    main: Words
    due: Words
    conditions: Words
    turned: bool
    phrases: frozenset[str]
    limit: Words
    lacking: Words
    denies: bool
    duty: bool
    excuses: bool
    every: bool
    numbers: Words
    frame: Words = field(repr=False)
    sides: Words
    sideless: Words = field(repr=False)
    names: frozenset[str] = frozenset()
    things: Words = field(init=False, repr=False, compare=False)
    """All it speaks of."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "things", tuple(dict.fromkeys((*self.main, *self.due, *self.conditions))))


class _Part(Enum):
    """What a word of a sentence belongs to."""

    MAIN = "main"
    DUE = "due"
    RELATIVE = "relative"
    CONDITION = "condition"
    REASON = "reason"
    CONTRAST = "contrast"


@lru_cache(maxsize=1 << 14)
def content(text: str) -> Words:
    """What a text speaks of, as stems."""
    return _stems(WORD.findall(fold_word(text)))


@lru_cache(maxsize=1 << 14)
def read_clause(text: str, asking: bool = False) -> Said:
    """What one clause says. A question has its auxiliary in front, so what it is about is not told apart."""
    tokens = _TOKEN.findall(_plain(text))
    parted = tuple(zip(tokens, _part(tokens), strict=True))
    main = [word for word, part in parted if part is _Part.MAIN]
    conditions = [word for word, part in parted if part is _Part.CONDITION]
    case = [word for word, part in parted if part in {_Part.CONDITION, _Part.RELATIVE}]
    return Said(
        text,
        about=frozenset() if asking else _about(main),
        main=_stems(main),
        due=_stems(word for word, part in parted if part is _Part.DUE),
        conditions=_stems(case),
        turned=sum(word in DENIALS or word in {"unless", "except"} for word in case) % 2 == 1,
        phrases=_phrases(main),
        limit=_limit(main, conditions),
        lacking=_stems(main[main.index("without") :]) if "without" in main else (),
        denies=any(word in DENIALS for word in main) != (main.count(PREVENTS) % 2 == 1),
        duty="must" in main,
        excuses="neednot" in main,
        every=any(word in MANY for word in main),
        numbers=tuple(word for word in main if _is_number(word)),
        frame=tuple("#" if _is_number(word) else word for word in main if word not in {"the", "a", "an", ","}),
        sides=tuple(word for word in tokens if word in _SIDES),
        sideless=tuple(filter(None, ("#" if word in _SIDES else _stem(word) for word in tokens))),
    )


def _plain(text: str) -> str:
    return in_plain_turns(fold_word(_DROPPED.sub(" ", text)).translate(MINUS))


def in_plain_turns(folded: str) -> str:
    """A folded text with one word for each turn of phrase that says the same (`must` for `need to`)."""
    for turn, word in PHRASES:
        folded = turn.sub(word, folded)
    return folded


def _part(tokens: Sequence[str]) -> list[_Part]:
    """What each word belongs to. A condition in front ends with its comma; one behind goes on to the end, or to the
    next word that begins something."""
    parts: list[_Part] = []
    now = _Part.MAIN
    told = False  # whether the main clause has had its auxiliary
    ends = False  # whether the main clause goes on behind: behind a comma, or with the next auxiliary
    for at, word in enumerate(tokens):
        begun = _begun(tokens, at, now, told)
        if begun is not None:
            now, ends = begun, not told and _lets_go_on(begun, tokens[at + 1 : at + 2])
        elif (word == "," and (ends or now is _Part.RELATIVE)) or (_is_inside(word, now) and ends):
            now, ends = _Part.MAIN, False
        elif _is_inside(word, now) and not told:
            ends = True
        told = told or (now is _Part.MAIN and word in AUXILIARIES)
        parts.append(now)
    return parts


def _begun(tokens: Sequence[str], at: int, now: _Part, told: bool) -> _Part | None:
    """The part that a word begins, None for one that goes on. `Need not until dusk` says when it is due, which is no
    condition."""
    word, before = tokens[at], tokens[at - 1] if at else ""
    if word == "until" and told and not DENIALS.isdisjoint(tokens[:at]):
        return _Part.DUE
    if word in CONDITIONS or (word == "to" and not at and "," in tokens):
        return _Part.CONDITION
    if word in REASONS:
        return _Part.REASON
    if word == "instead" or (word in {"not", "never"} and before in {",", "but"}):
        return _Part.CONTRAST
    if word in RELATIVES and now is _Part.MAIN and before:
        points = word == "that" and _points(before, tokens[at + 1] if at + 1 < len(tokens) else "")
        return None if points else _Part.RELATIVE
    return None


def _lets_go_on(begun: _Part, behind: Sequence[str]) -> bool:
    """Whether the main clause goes on behind a part that began before its auxiliary: not behind a contrast, and behind
    a relative clause whose auxiliary follows at once only once that was read."""
    return begun is not _Part.CONTRAST and not (begun is _Part.RELATIVE and not AUXILIARIES.isdisjoint(behind))


def _is_inside(word: str, now: _Part) -> bool:
    """Whether a word is an auxiliary in a relative clause: the first is its own, the next that of the main clause."""
    return now is _Part.RELATIVE and word in AUXILIARIES


def _points(before: str, behind: str) -> bool:
    """Whether a `that` points at a thing and begins no clause: `on that card`, `taps that card`, but neither `a card
    that taps` nor `cards that tap`. A verb behind it, or a thing of many before it, ends in s."""
    if before in PREPOSITIONS:
        return True
    verb = behind in AUXILIARIES or behind in PRONOUNS or behind == "the" or _has_ending(behind)
    return not verb and before in AUXILIARIES


def _has_ending(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss")


def _about(clause: Sequence[str]) -> frozenset[str]:
    """What a clause is about: its label, else its words before the first auxiliary, up to a preposition."""
    ahead: list[str] = []
    for word in clause:
        if word in AUXILIARIES or word in {"never", "always"}:
            break
        ahead.append(word)
    if ":" in ahead and (label := _stems(ahead[: ahead.index(":")])):
        return frozenset(label)
    if len(ahead) == len(clause):
        return frozenset()
    begins = len(ahead) - ahead[::-1].index(",") if "," in ahead else 0  # `During the last turn, kites may ...`
    if begins < len(ahead) and ahead[begins] in PREPOSITIONS:  # `In the rain kites may ...`: where it begins is unknown
        return frozenset()
    core: list[str] = []
    for word in ahead[begins:]:
        if word in PREPOSITIONS:
            break
        core.append(word)
    return frozenset(_stems(word for word in core if word not in PRONOUNS and not _is_number(word)))


def _limit(main: Sequence[str], conditions: Sequence[str]) -> Words:
    """What an `only` of the main clause is bound to: what is in front of the auxiliary, a condition, or the
    words behind a preposition."""
    if "only" not in main:
        return ()
    at = main.index("only")
    auxiliary = next((number for number, word in enumerate(main) if word in AUXILIARIES), len(main))
    if at < auxiliary:
        return _stems(main[at:auxiliary])
    if conditions:
        return _stems(conditions)
    behind = main[at + 1 :]
    if not behind:
        last = max((number for number, word in enumerate(main[:at]) if word in PREPOSITIONS), default=at)
        return _stems(main[last:at])
    first = next((number for number, word in enumerate(behind) if word in PREPOSITIONS), 0)
    return _stems(behind[first:])


def _phrases(main: Sequence[str]) -> frozenset[str]:
    """What stands behind a preposition, up to the next auxiliary: where, when and against whom something is done."""
    found: list[str] = []
    inside = False
    for word in main:
        inside = word in PREPOSITIONS or (inside and word not in AUXILIARIES and word != ",")
        found += [word] if inside else []
    return frozenset(_stems(found))


def _stems(found: Iterable[str]) -> Words:
    """What words speak of, in one form each: numbers as they are, the others without endings."""
    stems = dict.fromkeys(map(_stem, found))
    stems.pop("", None)
    return tuple(stems)


@cache
def _stem(word: str) -> str:
    if word in EMPTY or not word[-1].isalnum():
        return ""
    return word if _is_number(word) else term_key(word)


def _is_number(word: str) -> bool:
    return word in NUMBERS or _NUMBER.match(word) is not None
