"""Operations one after the other: a text and what is asked of it come in; the text as made and what came of each, out.

Each operation is tried on the text as it was printed, which is what its outcome tells, and carried out on what the
operations before it have made; so two that ask for the same change make it once. One whose words are not printed, but
put there by operations of earlier days, is tried on what those make, and never on what later ones do.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Generic, Protocol, TypeVar

from kb.dates import Days
from kb.instructions._operations import Add, Block, Edge, Operation, Spot
from kb.instructions._present import Tried, refuse
from kb.provenance import Refusal


@dataclass(frozen=True, slots=True)
class Asked:
    """An operation with the number of its order, the version of the card it is for (words in brackets), or empty, the
    headings that lead to its place in a book, the entry there that it is on, or empty, and the days on which it may
    have begun to hold, None where nobody knows."""

    operation: Operation
    order: int
    qualifier: str = ""
    days: Days | None = None
    headings: tuple[str, ...] = ()
    entry: str = ""

    def follows(self, other: "Asked") -> bool:
        """Whether it surely began later than another."""
        return self.days is not None and other.days is not None and other.days.last < self.days.first

    @property
    def begun(self) -> date:
        """The day by which it surely began; the last of all where nobody knows."""
        return self.days.last if self.days is not None else date.max


def goes_last(asked: Asked) -> bool:
    """Whether an operation adds a block at the end of a list, a table or a section."""
    spot = asked.operation.apart if isinstance(asked.operation, Add) else None
    return spot is not None and spot == Spot(spot.block, Edge.END, which=spot.which)


def as_last(asked: Asked) -> Asked:
    """An operation that adds a step and does not say where, as one at the end: behind what earlier ones put there."""
    operation = asked.operation
    spot = operation.apart if isinstance(operation, Add) else None
    if not isinstance(operation, Add) or spot is None or spot != Spot(Block.STEP, which=spot.which):
        return asked
    return replace(asked, operation=replace(operation, apart=replace(spot, edge=Edge.END)))


class Came(Protocol):
    """What came of an operation on a text."""

    @property
    def asked(self) -> Asked:
        """What was asked."""

    @property
    def tried(self) -> Tried:
        """Its edits, or why there are none."""


Text = TypeVar("Text")
Outcome = TypeVar("Outcome", bound=Came)
ABSENT = frozenset({Refusal.TEXT_NOT_FOUND, Refusal.ALREADY_APPLIED})
"""What comes of an operation on words that were not printed, or that would undo what another does."""


@dataclass(frozen=True, slots=True)
class Hands(Generic[Text, Outcome]):
    """How operations are carried out on a kind of text: what comes of one, the text with that made, the words of it
    that give way, what came of one that was tried and is refused, whether words give way to it that others put there,
    and whether it only comes behind what others put there."""

    attempt: Callable[[Asked, Text], Outcome]
    perform: Callable[[Outcome, Text], Text]
    gives_way: Callable[[Outcome, Text], tuple[str, ...]]
    refused: Callable[[Outcome, Tried], Outcome]
    undoes: Callable[[Outcome], bool] = lambda _: False
    comes_after: Callable[[Outcome], bool] = lambda _: False


@dataclass(slots=True)
class Succession(Generic[Text, Outcome]):
    """A text while operations are carried out on it: what was printed, what they have made, and which did."""

    printed: Text
    made: Text
    hands: Hands[Text, Outcome]
    done: list[Asked] = field(default_factory=list)
    _texts: dict[tuple[int, ...], Text] = field(default_factory=dict, repr=False)
    """The printed text as runs of operations make it, by the numbers of their orders."""

    def carry_out(self, asked: Iterable[Asked], absent: Collection[Refusal] = ABSENT) -> Sequence[Outcome]:
        """What comes of operations, in their order, those that add to the end of a list behind others; those whose
        words were not printed come last, by their days."""
        every = tuple(asked)
        in_turn = sorted(range(len(every)), key=lambda number: goes_last(every[number]))
        tried = {number: self._carry_out(every[number]) for number in in_turn}
        outcomes = [tried[number] for number in range(len(every))]
        later = [number for number, each in enumerate(outcomes) if each.tried.refusal in absent]
        later.sort(key=lambda number: (outcomes[number].asked.begun, number))
        while later:
            for number in later:
                outcomes[number] = self._carry_out_later(outcomes[number])
            done = any(outcomes[number].tried.refusal is None for number in later)
            later = [number for number in later if done and self._may_follow(outcomes[number])]
        return outcomes

    @staticmethod
    def _may_follow(outcome: Outcome) -> bool:
        """Whether an operation adds a block beside what another may have put there: `5.7` goes behind a new `5.6`."""
        operation = outcome.asked.operation
        absent = outcome.tried.refusal is Refusal.TEXT_NOT_FOUND
        return absent and isinstance(operation, Add) and operation.apart is not None

    def is_of_later(self, each: Asked, others: Iterable[Asked]) -> bool:
        """Whether the words that an operation asks to change were put there by later ones alone."""
        if self.hands.attempt(each, self._after(each)).tried.refusal is None:
            return False
        text = self._with(sorted((other for other in others if other.follows(each)), key=lambda each: each.begun))
        return self.hands.attempt(each, text).tried.refusal is None

    def _carry_out(self, each: Asked) -> Outcome:
        """An operation on words that were printed."""
        outcome = self.hands.attempt(each, self.printed)
        if outcome.tried.refusal is None:
            made = self._perform(each, outcome, self.printed)
            if made is not None:
                return made if goes_last(each) or self.hands.comes_after(made) else outcome
            told = refuse(Refusal.CONFLICTS_WITH, "another instruction changes the same words")
            return self.hands.refused(outcome, told)
        return outcome

    def _carry_out_later(self, absent: Outcome) -> Outcome:
        """An operation on words that were not printed, carried out where earlier ones have put them."""
        each = absent.asked
        text = self._after(each)
        outcome = self.hands.attempt(each, text) if text != self.printed else absent
        if outcome.tried.refusal is not None and self.made != self.printed:
            beside = self.hands.attempt(each, self.made)
            text, outcome = (self.made, beside) if self.hands.comes_after(beside) else (text, outcome)
        if outcome.tried.refusal is None and self._perform(each, outcome, text) is not None:
            return outcome
        return absent

    def _after(self, each: Asked) -> Text:
        """The text as those operations make it that are done and began before another."""
        return self._with([other for other in self.done if each.follows(other)])

    def _with(self, others: Sequence[Asked]) -> Text:
        """The printed text with operations carried out that can be, one after the other; what the first of them make is
        known from the time before."""
        numbers = tuple(other.order for other in others)
        known = next((end for end in range(len(numbers), 0, -1) if numbers[:end] in self._texts), 0)
        text = self._texts[numbers[:known]] if known else self.printed
        for end, other in enumerate(others[known:], known + 1):
            outcome = self.hands.attempt(other, text)
            text = self.hands.perform(outcome, text) if outcome.tried.refusal is None else text
            self._texts[numbers[:end]] = text
        return text

    def _perform(self, each: Asked, outcome: Outcome, text: Text) -> Outcome | None:
        """Make what an operation made of a text; what came of it now, None where it is not made. The words that give
        way must be the same."""
        now = self.hands.attempt(each, self.made)
        if text is self.printed and now.tried.refusal is None and self.hands.undoes(now):
            return None
        if now.tried.refusal is None and self.hands.gives_way(outcome, text) == self.hands.gives_way(now, self.made):
            self.made = self.hands.perform(now, self.made)
            self.done.append(each)
            return now
        return outcome if now.tried.refusal is Refusal.ALREADY_APPLIED else None
