"""What answers say in sentences of their own: sheets come in, the rulings that cannot be right beside one go out.

An answer may say more than yes or no, or neither: `Which tailors may enter? - Tailors without a kite may not enter.`
Such a sentence is read as one of a ruling, in the case that its question names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from kb.claims import LEAST, Said, contradict, read_asserted, read_told
from kb.contradictions._values import Answer, Claim
from kb.grouping import group_pairs
from kb.sheets import Sheet
from kb.similarity import Words
from kb.text import word_forms

_MOST = 400
"""A ruling is compared with so many sentences at most."""
_WHOSE = frozenset({"opponent", "opponents", "opponent's", "opponents'"})
"""Words that tell whose a thing is; of the other player another thing may be true."""


@dataclass(frozen=True, slots=True, eq=False)
class Asserted:
    """A sentence of an answer: what it says (`said`, as the claim tells its question), and the case of its question."""

    claim: Claim
    said: Said
    case: Words
    told: frozenset[str]
    """What question and answer speak of."""

    def contradicted_by(self, ruling: Said, card: Words) -> bool:
        """Whether a ruling contradicts it; one on a `card` where question or answer names that."""
        return (
            {*card} <= self.told
            and {*self.case} <= {*self.said.things, *ruling.things}
            and _of_opponent(self.said) == _of_opponent(ruling)
            and contradict(self.said, ruling)
        )


class Assertions:
    """The sentences of answers, by the words that a ruling against them has."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        every = [each for sheet in sheets for each in _asserted(sheet)]
        self._holders = group_pairs((word, each) for each in every for word in each.said.things)
        self._pointed = group_pairs((min(each.said.main, key=self._held), each) for each in every)

    def near(self, ruling: Said) -> Iterator[Asserted]:
        """Those that a ruling may contradict: all that the poorer of two such claims speaks of the richer does too."""
        poorer = self._holders.get(min(ruling.main, key=self._held), ()) if ruling.main else ()
        richer = (each for thing in ruling.things for each in self._pointed.get(thing, ()))
        yield from dict.fromkeys(islice(chain(poorer, richer), _MOST))

    def _held(self, word: str) -> int:
        return len(self._holders.get(word, ()))


def _asserted(sheet: Sheet) -> Iterator[Asserted]:
    for statement in sheet.statements:
        asked, reply = statement.context, statement.words
        for said, case in read_asserted(asked, reply) if asked else ():
            if said.main and len(said.things) >= LEAST:
                claim = Claim(replace(said, text=asked), answer=Answer(sheet, statement))
                yield Asserted(claim, said, case, frozenset(read_told(asked, reply)[0]))


def _of_opponent(said: Said) -> bool:
    return not _WHOSE.isdisjoint(word_forms(said.text))
