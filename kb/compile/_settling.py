"""Settling: records placed in a text come in, those that must not be made go out: words would be read otherwise.

Every word that no record touches is to be read as in the published text, and those of each record as with all of them.
One record after the other is left out until it is so. Only the part of the text it stands in is read again for each;
the whole is read first, as most often nothing is to be left out, and last, as the parts may depend on each other: then
it is read for each record.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.compile._body import Body
from kb.compile._compose import Placed, without_idle
from kb.compile._parts import Part, cut_parts
from kb.compile._reading import Reading, read_made
from kb.text import Span


@dataclass(frozen=True, slots=True)
class _Step:
    """A record left out; `misread` are published words, not its own: it is then made in no text that others are
    compared with."""

    placed: Placed
    misread: bool


def find_misread(
    body: Body,
    placed: Sequence[Placed],
    left_out: Collection[str],
    undefined: Collection[str],
    known: Mapping[str, Sequence[str]] | None,
) -> frozenset[int]:
    """The numbers of the records to be left out, besides those that are not made already.

    `left_out` are the ids of records that are refused; `undefined` the footnotes of which it is known that nothing
    defines them; `known` the words of each record where these are known: in another text they must be the same.
    """
    whole = Part(Span(0, body.end), 0, body.size, tuple(placed))
    if next(_settle(body, whole, left_out, undefined, known), None) is None:
        return frozenset()
    steps = [step for part in cut_parts(body, placed) for step in _settle(body, part, left_out, undefined, known)]
    found = frozenset(step.placed.number for step in steps)
    left = tuple(replace(each, made=each.made and each.number not in found) for each in placed)
    besides = {*left_out, *(step.placed.record.id for step in steps if step.misread)}
    if next(_settle(body, replace(whole, placed=left), besides, undefined, known), None) is not None:
        found = frozenset(step.placed.number for step in _settle(body, whole, left_out, undefined, known))
    return found


def _settle(
    body: Body,
    part: Part,
    left_out: Collection[str],
    undefined: Collection[str],
    known: Mapping[str, Sequence[str]] | None,
) -> Iterator[_Step]:
    """The records of a part to be left out, one after the other."""
    trial = _Trial(body, part, undefined)
    placed, barred = list(part.placed), set(left_out)
    words = known
    while True:
        settled, reading = trial.read(placed)
        broken = trial.find_break(settled, reading) if any(each.made for each in settled) else None
        if broken is not None:
            culprit = trial.blame(placed, broken)
            barred.add(culprit.record.id)
            words = known
        elif known is None and all(each.made for each in settled):
            return
        else:
            if words is None:
                wanted = [replace(each, made=each.record.id not in barred) for each in placed]
                words = trial.read(wanted, True)[1].words
            told = words
            odd = next((each for each in settled if each.made and not _same_words(each, reading, told)), None)
            if odd is None:
                return
            culprit = odd
        yield _Step(culprit, broken is not None)
        placed = _without(placed, [culprit])


def _same_words(placed: Placed, reading: Reading, words: Mapping[str, Sequence[str]]) -> bool:
    name = placed.record.id
    return name not in words or reading.words.get(name) == words[name]


def _without(placed: Sequence[Placed], left: Collection[Placed]) -> list[Placed]:
    numbers = {each.number for each in left}
    return [replace(each, made=False) if each.number in numbers else each for each in placed]


@dataclass(frozen=True, slots=True)
class _Break:
    """The first published word that is not read as before: its position, and its place in the composed text."""

    at: int
    offset: int
    spans: Mapping[str, Span]


class _Trial:
    """A part of a text composed and read, with other records made each time."""

    def __init__(self, body: Body, part: Part, undefined: Collection[str]) -> None:
        self.body, self.part, self.undefined = body, part, undefined
        self.last: tuple[list[Placed], Reading] | None = None

    def read(self, placed: Sequence[Placed], idle: bool = False) -> tuple[list[Placed], Reading]:
        """Records without those that are idle (`idle`: with them), and the text with them made."""
        settled = list(placed) if idle else without_idle(placed)
        if self.last is None or self.last[0] != settled:
            self.last = settled, read_made(self.body, settled, self.undefined, self.part)
        return self.last

    def find_break(self, placed: Sequence[Placed], reading: Reading) -> _Break | None:
        """The first published word that is not read as before; None where all are."""
        made = [each for each in placed if each.made]
        kept = list(self._kept(made))
        found = reading.kept
        least = min(len(kept), len(found))
        first = next((k for k in range(least) if self.body.tokens[kept[k]].text != found[k][0]), least)
        if first == len(kept) == len(found):
            return None
        at = kept[first] if first < len(kept) else self.part.end
        return _Break(at, found[first][1] if first < len(found) else reading.size, reading.spans)

    def _kept(self, made: Sequence[Placed]) -> Iterator[int]:
        """The published tokens that no record takes out."""
        at = self.part.at
        for start, end in sorted((each.place.at, each.place.end) for each in made):
            yield from range(at, max(at, start))
            at = max(at, end)
        yield from range(at, self.part.end)

    def blame(self, placed: Sequence[Placed], broken: _Break) -> Placed:
        """The record without which a text is read as before, or at least for longer.

        Most often it is the one before the words that are read otherwise, or the one behind them. Else it is one with
        which, made in addition to all before it, the text is first read otherwise; where it is so without any, the one
        before the words must do.
        """
        made = sorted((each for each in without_idle(placed) if each.made), key=lambda one: broken.spans[one.record.id])
        first = sum(broken.spans[each.record.id].start <= broken.offset for each in made)
        for each in made[max(first - 1, 0) : first + 1]:
            rest = self.find_break(*self.read(_without(placed, [each])))
            if rest is None or rest.at > broken.at:
                return each
        if self.find_break(*self.read(_without(placed, made))) is not None:
            return made[max(first - 1, 0)]
        low, high = 1, len(made)
        while low < high:
            middle = (low + high) // 2
            if self.find_break(*self.read(_without(placed, made[middle:]))) is None:
                low = middle + 1
            else:
                high = middle
        return made[low - 1]
