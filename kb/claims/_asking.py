"""Questions as statements: a short question with its answer comes in, what the answer says as a sentence goes out.

`Is it right that a kite may be lent? Yes.` says that a kite may be lent, and `How many may share a mast? Two.` that two
may. Of a question that takes more than its one sentence nothing is read here: what stands before it may be its case.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile

from kb.claims._reading import ENDED, NO, YES, read_answer
from kb.claims._said import Said, content, in_plain_turns, read_clause
from kb.claims._words import AUXILIARIES, CONDITIONS, NUMBERS, PREPOSITIONS, denies
from kb.counting import in_figures
from kb.sentences import find_sentences
from kb.text import fold_word, word_forms

FEW = 2
"""A statement of fewer things is compared with none."""
_LONG = 4
"""An answer that names a thing takes so many words at most, besides those that bind."""
_THAT = re.compile(
    r"(?:is it (?:right|true|correct|so|the case)|am i (?:right|correct)|do i understand (?:rightly|correctly))"
    r"(?: (?:in|to) (?:think|thinking|assume|assuming|say|saying))?,? that "
)
_RIGHT = re.compile(
    r"(?:i (?:think|believe|assume|suppose) (?:that )?)?(?P<said>.+?)[.,]? (?:(?:is (?:that|this|it)|am i) )?"
    r"(?:right|correct|true)\?$"
)
_ALLOWED = re.compile(
    r"(?:is it (?:allowed|permitted|legal|lawful|possible) to"
    r"|(?:am i|are you|are we|are players) (?:allowed|permitted) to) "
)
"""Openings that ask whether one may do something."""
_SAME_ASKED = (
    (_ALLOWED, "may i "),
    (re.compile(r"^what is the (?:largest|greatest|highest|maximum|most) number of "), "how many "),
    (re.compile(r"^what is the maximum of "), "how many "),
    (re.compile(r"^(?:which|what) player "), "who "),
    (re.compile(r"\ba player (?=can\b|may\b)"), "i "),
)
_RIGHT_SO = re.compile(
    rf"\W*(?:correct|indeed|exactly|true|(?:that|this|it)(?:'s| is) (?:right|correct|true|so)){ENDED}"
)
_NOT_SO = re.compile(
    rf"\W*(?:(?:of course|certainly|absolutely|definitely) not|wrong|not at all|by no means"
    rf"|(?:that|this|it)(?:'s| is) (?:wrong|false|not (?:right|correct|true|so))){ENDED}"
)
_WITHOUT_PLACE = re.compile(
    r"\bup to\b|\bat (?:most|once)\b|\b(?:during|in|at) (?=each\b|every\b|one\b)"
    r"|\bin (?:all|total)\b|\bonce\b(?= per\b|\W*$)"
)
"""Prepositions that tell of no place: those of a number, and those that may be left out."""
_COUNT = re.compile(r"how (?:many|much|often) |what (?=(?:do|does|is|are) .* (?:cost|worth)\?)")
_WHICH = re.compile(r"(?:who|which player|what player) ")
_WHEN = re.compile(r"(?:when|where|(?:by|for|from|to|with) whom) ")
_ANY_NUMBER = re.compile(
    r"\W*(?:as (?:many|much|often) as (?:you|he|she|they|we|one|players) (?:like|want|wish|please|choose)s?"
    r"|any number(?: of times)?|(?:there is )?no (?:limit|maximum)|without limit|unlimited)\W*"
)
"""An answer that puts no limit to a number."""
ANY_NUMBER = "any"
"""What stands for a number without a limit."""
_BARE = frozenset(word_forms("up most exactly maximum total just only"))
"""Words beside a number that leave it as it is."""
_COMPARES = frozenset(word_forms("least minimum more less fewer than additional extra half per depends"))
"""Words that make a number another one, or many."""
EXCEPTS = frozenset(
    word_forms(
        "unless except excepting if when until but however though otherwise still yet normally usually generally "
        "mostly sometimes depends"
    )
)
"""Words with which an answer, or a ruling, allows something after all."""


class Asks(Enum):
    """What a question asks for: yes or no, a number, who does it, or when and where it is done."""

    WHETHER = "whether"
    NUMBER = "number"
    WHO = "who"
    WHEN = "when"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks, and what its answer says to it. `said` is the question as a statement, of a yes or no with
    its verdict; `partly` says that the answer names a case or a limit of its own. `told` is a number in figures, or the
    words of the thing that the answer names, `counted` the things right behind *how many*, and `unit` the thing that
    the answer counts where the question names none."""

    asks: Asks
    said: Said
    partly: bool = False
    told: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    unit: str = ""


def read_asked(question: str, reply: str) -> Asked | None:
    """What a question asks and its answer says; None where either says more than can be told."""
    asked = " ".join(fold_word(question).split()).lstrip("\"'“‘ ")
    replied = [reply[span.start : span.end] for span in find_sentences(reply)]
    if not replied or not asked.endswith("?"):
        return None
    if (statement := _posed(asked)) is not None:
        return _read_right(statement, reply, replied[0])
    asked = _ALLOWED.sub("may i ", asked, count=1) if _ALLOWED.match(asked) else asked
    if len([*find_sentences(asked)]) != 1:
        return None
    if (count := _COUNT.match(asked)) is not None:
        return _read_number(asked[count.start() :], reply, replied[0])
    for opens, asks in ((_WHICH, Asks.WHO), (_WHEN, Asks.WHEN)):
        if (found := opens.match(asked)) is not None:
            told = _named_thing(replied)
            return Asked(asks, read_clause(asked[found.end() :], asking=True), told=told) if told else None
    return _read_whether(question, asked, reply)


def plain_question(question: str) -> str:
    """A question in the fewest words that ask the same, folded: `May I ...?` for `Am I allowed to ...?`, `How many`
    for `What is the largest number of`, and the statement whose rightness is asked after. One of several sentences
    stays as it is."""
    asked = " ".join(fold_word(question).split())
    if (statement := _posed(asked)) is not None:
        return f"{statement.rstrip('?')}?"
    if len([*find_sentences(asked)]) != 1:
        return question
    for turn, instead in _SAME_ASKED:
        asked = turn.sub(instead, asked, count=1)
    return in_plain_turns(asked)


def _posed(asked: str) -> str | None:
    """The statement of which a question asks whether it is right; None where it asks otherwise."""
    if (opens := _THAT.match(asked)) is not None:
        rest = asked[opens.end() :]
        return rest if len([*find_sentences(rest)]) == 1 else None
    found = _RIGHT.match(asked)
    if found is None or len([*find_sentences(found["said"])]) != 1:
        return None
    first = next(iter(word_forms(found["said"])), "")
    return None if first in AUXILIARIES or first in {"who", "what", "which", "how", "why", "where"} else found["said"]


def _verdict(reply: str) -> bool | None:
    """Whether an answer refuses; None where it says neither yes nor no."""
    folded = fold_word(reply)
    grants = YES.match(folded) or _RIGHT_SO.match(folded)
    refuses = NO.match(folded) or _NOT_SO.match(folded)
    return None if bool(grants) == bool(refuses) else bool(refuses)


def _read_right(statement: str, reply: str, first: str) -> Asked | None:
    """What a yes or no to a statement says. To one that denies people answer either way: what goes on decides there."""
    refused, said = _verdict(reply), read_clause(statement)
    if refused is None:
        return None
    if said.denies:
        goes_on = word_forms(first)[1:]
        if not goes_on or denies(goes_on) == refused:
            return None
    turned = replace(
        said,
        denies=said.denies != refused,
        excuses=said.duty if refused else said.excuses,
        duty=said.excuses if refused else said.duty,
    )
    return Asked(Asks.WHETHER, turned, _is_partly(reply))


def _read_whether(question: str, asked: str, reply: str) -> Asked | None:
    said = read_answer(question, reply)
    if said is None:
        refused = _verdict(reply)
        if refused is None or read_answer(question, "No." if refused else "Yes.") is None:
            return None
        said = read_answer(question, "No." if refused else "Yes.")
    if said is None or next(iter(word_forms(asked)), "") not in AUXILIARIES:
        return None
    plain = read_clause(asked, asking=True)
    said = replace(plain, denies=said.denies, excuses=said.excuses, names=said.names)
    return Asked(Asks.WHETHER, said, _is_partly(reply))


def _is_partly(reply: str) -> bool:
    words = word_forms(reply)
    placed = words[1:2] != ("of",) and not PREPOSITIONS.isdisjoint(words[1:2])  # `Yes, in the rain.`
    return placed or "only" in words or not EXCEPTS.isdisjoint(words) or not CONDITIONS.isdisjoint(words)


def _read_number(asked: str, reply: str, first: str) -> Asked | None:
    often = asked.startswith("how often")
    asked = _COUNT.sub("", asked, count=1)
    said, told = read_clause(asked, asking=True), read_clause(first)
    words = word_forms(reply)
    if _ANY_NUMBER.fullmatch(fold_word(reply)):
        return Asked(Asks.NUMBER, said, told=(ANY_NUMBER,), counted=_counted_in(asked))
    if not (EXCEPTS.isdisjoint(words) and _COMPARES.isdisjoint(words)) or len(told.numbers) != 1 or told.denies:
        return None
    besides = [word for word in content(first) if word not in {*said.things, *told.numbers, *_BARE}]
    if len(besides) > 1 or (besides and not _follows(first, besides[0])):
        return None
    unit = "".join(besides) if not often else ""
    return Asked(Asks.NUMBER, said, told=in_figures(told.numbers), counted=_counted_in(asked), unit=unit)


def _counted_in(asked: str) -> tuple[str, ...]:
    """The things right behind *how many*."""
    return content(" ".join(takewhile(lambda word: word not in AUXILIARIES, word_forms(asked))))


def _follows(text: str, unit: str) -> bool:
    """Whether a thing stands right behind a number."""
    said = content(text)
    at = said.index(unit)
    return at > 0 and said[at - 1] in NUMBERS | {word for word in said if word.isdigit()}


def _named_thing(replied: Iterable[str]) -> tuple[str, ...]:
    """The words of an answer that names a thing and says nothing of it; none where it says more."""
    sentences = tuple(replied)
    words = word_forms(sentences[0])
    said = read_clause(sentences[0])
    short = len(sentences) == 1 and not AUXILIARIES.intersection(words) and not said.conditions
    if not short or said.denies or not 0 < len(said.main) < _LONG or not EXCEPTS.isdisjoint(words):
        return ()
    return words


def bound_by(text: str) -> frozenset[str]:
    """The words of a text that tell where to or whose: prepositions, and those that point."""
    return frozenset(word_forms(_WITHOUT_PLACE.sub(" ", fold_word(text)))) & _BINDING


_BINDING = (PREPOSITIONS - {"of", "per"}) | frozenset(
    word_forms("own other another opponent opponent's opponents others else same before after once until")
)
