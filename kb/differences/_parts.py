"""Parts: the tokens of the clauses of a pair as one sequence, with its sentences, and sentences paired.

In: a stream and some of its clauses. Out: local positions 0..n with a way back to positions in the stream.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from kb.align import Pair, heaviest_rising
from kb.diff import common_length, common_runs, diff
from kb.differences._slips import FUNCTION_WORDS
from kb.tokens import Stream, Token

ALIKE = 0.4
"""Share of common words from which two sentences at one place are one sentence changed."""
REACH = 3
"""A part that was split off a sentence stands at most so many sentences from it."""
TELLING = 3
"""A sentence that begins or ends with just the words another lacks at one place, and so many, belongs to it."""
SHARED = 0.6
"""The share of its words that a sentence must add to be a part of another one."""
LARGEST_GAP = 60
"""More sentences than this on one side are compared as one stretch of words."""


class Part:
    """The tokens of some clauses of one stream, numbered from 0; `flat[i]` is the index of token i in the stream.

    The first `lead` tokens are a label with its colon, which is part of no sentence. Of `within` only the tokens
    from its first to before its second index are taken.
    """

    def __init__(
        self, stream: Stream, clauses: Sequence[int], lead: int = 0, within: tuple[int, int] | None = None
    ) -> None:
        self.stream, self.clauses, self.lead = stream, clauses, lead
        first, last = within or (0, len(stream.tokens))
        whole = (range(stream.starts[clause], stream.starts[clause + 1]) for clause in clauses)
        self.flat = [i for tokens in whole for i in tokens if first <= i < last]
        self.base = max(stream.starts[clauses[0]], first)
        self.tokens: list[Token] = [stream.tokens[i] for i in self.flat]
        self.forms = [token.form for token in self.tokens]
        ends = [i + 1 for i, token in enumerate(self.tokens) if token.ends and i >= lead]
        if lead < len(self.tokens) and ends[-1:] != [len(self.tokens)]:
            ends.append(len(self.tokens))
        self.sentences = list(zip([lead, *ends], ends, strict=False))
        markers = (marker.at for clause in clauses for marker in stream.markers_of(clause))
        self.markers = sorted(bisect_left(self.flat, at) for at in markers if first <= at <= last)
        """Local positions of footnote markers, rising: a marker stands before the token with its position."""

    def within(self, start: int, end: int) -> "Part":
        """The tokens between two local positions of a part of one clause, as a part of their own."""
        first = self.flat[0] if self.flat else self.base
        lead = max(0, min(self.lead, end) - start)
        return Part(self.stream, self.clauses, lead, (first + start, first + end))

    def place(self, local: int) -> int:
        """The position in the stream right after the token before `local`."""
        return self.flat[local - 1] + 1 if local else self.flat[0] if self.flat else self.base

    def markers_between(self, start: int, end: int) -> list[int]:
        """Where footnote markers stand from one local position to another, both included."""
        return self.markers[bisect_left(self.markers, start) : bisect_right(self.markers, end)]

    def start_of(self, sentence: int) -> int:
        """Where a sentence begins; one past the last is the end."""
        return self.sentences[sentence][0] if sentence < len(self.sentences) else len(self.tokens)

    def words(self, start: int, end: int) -> list[str]:
        """The words as read between two local positions; `&` reads as a word."""
        read = self.tokens[start:end]
        return ["and" if token.text == "&" else token.text for token in read if token.is_word or token.text == "&"]

    def segments(self, start: int, end: int) -> list[tuple[int, int]]:
        """A local range as ranges of the stream: several where other clauses stand in between."""
        found: list[tuple[int, int]] = []
        for i in self.flat[start:end]:
            if found and found[-1][1] == i:
                found[-1] = (found[-1][0], i + 1)
            else:
                found.append((i, i + 1))
        return found


def lead_lengths(old: Stream, new: Stream, pair: Pair) -> tuple[int, int]:
    """How many tokens at the beginning of either side are its label: labels are compared with labels.

    Where only one side has a label, a single word and a colon on the other stand for it, unless both have them.
    """
    sides = [(old, pair.published[0]), (new, pair.emended[0])]
    leads = [stream.label_end(clause) - stream.starts[clause] for stream, clause in sides]
    if any(leads) and not all(leads):
        bare = leads.index(0)
        forms = [[token.form for token in stream.of_clause(clause)] for stream, clause in sides]
        label, begins = forms[1 - bare], forms[bare][:2]
        if begins[1:] == [":"] and begins != label[max(leads) : max(leads) + 2]:
            leads[bare] = 2
        elif forms[bare][: max(leads)] == label[: max(leads)]:
            leads[bare] = max(leads)
    return leads[0], leads[1]


def pair_sentences(old: Part, new: Part) -> Iterator[tuple[int, int, int, int, bool]]:
    """Ranges of sentences [a0, a1) and [b0, b1) that differ, in order; the flag says that they are alike.

    Equal sentences are left out; a sentence without a counterpart comes with an empty range on the other side.
    """
    keys = [[tuple(part.forms[a:b]) for a, b in part.sentences] for part in (old, new)]
    for gap in diff(*keys):
        a0, a1, b0, b1 = gap.old_start, gap.old_end, gap.new_start, gap.new_end
        if a0 == a1 or b0 == b1:
            yield a0, a1, b0, b1, False
        elif max(a1 - a0, b1 - b0) > LARGEST_GAP:
            yield a0, a1, b0, b1, True
        else:
            yield from _pair_gap(keys[0], keys[1], (a0, a1), (b0, b1))


Keys = list[tuple[str, ...]]


def _pair_gap(
    old: Keys, new: Keys, a: tuple[int, int], b: tuple[int, int]
) -> Iterator[tuple[int, int, int, int, bool]]:
    alone = a[1] - a[0] == b[1] - b[0] == 1
    scored = [
        (i, j, weight)
        for i in range(*a)
        for j in range(*b)
        if (weight := _likeness(_bare(old[i]), _bare(new[j]), alone)) > 0
    ]
    groups = [[i, i + 1, j, j + 1] for i, j, _ in (scored[k] for k in heaviest_rising(scored))]
    _take_neighbours(groups, old, new, a, b)
    at_a, at_b = a[0], b[0]
    for i0, i1, j0, j1 in [*groups, [a[1], a[1], b[1], b[1]]]:
        if i0 > at_a or j0 > at_b:
            yield at_a, i0, at_b, j0, False
        if i1 > i0:
            yield i0, i1, j0, j1, True
        at_a, at_b = i1, j1


def _bare(key: tuple[str, ...]) -> tuple[str, ...]:
    """A sentence's words without its punctuation, unless it has nothing else."""
    return tuple(form for form in key if form[-1:].isalnum()) or key


def _likeness(x: tuple[str, ...], y: tuple[str, ...], alone: bool) -> float:
    """The weight of pairing two sentences: common words, or 0 where they are not one sentence; `alone` says that no
    other sentences differ there."""
    common = common_length(x, y)
    ratio = 2 * common / (len(x) + len(y))
    alike = ratio >= ALIKE or (common >= 3 and common >= 0.75 * min(len(x), len(y)) and common >= 2 * common_runs(x, y))
    return common * (0.5 + ratio / 2) if alike or _grows(x, y, alone) else 0.0


def _grows(x: tuple[str, ...], y: tuple[str, ...], alone: bool) -> bool:
    """Whether one sentence, however short, stands whole in the other: unbroken, or, where no other sentence can be
    meant, in order (`Lamps burn.`, `Old lamps, unless it rains, burn.`)."""
    part = min(x, y, key=len)
    if common_length(x, y) < len(part) or all(form in FUNCTION_WORDS for form in part):
        return False
    return alone or (len(part) > 1 and common_runs(x, y) == 1)


def _take_neighbours(groups: list[list[int]], old: Keys, new: Keys, a: tuple[int, int], b: tuple[int, int]) -> None:
    """Widen groups by sentences that were split off one, or joined to one."""
    for n, group in enumerate(groups):
        low = groups[n - 1] if n else [a[0], a[0], b[0], b[0]]
        high = groups[n + 1] if n + 1 < len(groups) else [a[1], a[1], b[1], b[1]]
        i0, i1, j0, j1 = group
        group[:2] = _widened(new[j0:j1], old, (i0, i1), (low[1], high[0]))
        if group[:2] == [i0, i1]:
            group[2:] = _widened(old[i0:i1], new, (j0, j1), (low[3], high[2]))


def _widened(whole: Keys, keys: Keys, own: tuple[int, int], room: tuple[int, int]) -> list[int]:
    """Sentences [start, end), widened within `room` by those behind and before them that add to them one by one, and
    by what was put in between."""
    start, end = own
    while True:
        behind = range(end, min(room[1], end + REACH))
        last = next((at + 1 for at in behind if _adds(whole, keys[start:end], keys[at])), end)
        ahead = range(start - 1, max(room[0], start - REACH) - 1, -1)
        last = last if last > end else _end_of_row(whole, keys, own=(start, end), until=room[1])
        first = next((at for at in ahead if _adds(whole, keys[start:last], keys[at], before=True)), start)
        if (first, last) == (start, end):
            return [start, end]
        start, end = first, last


def _end_of_row(whole: Keys, keys: Keys, own: tuple[int, int], until: int) -> int:
    """Where a row of sentences ends that begins with a short one behind some others and adds to them, all together: a
    list of names that became a sentence. Each alone may be too short to tell."""
    start, end = own
    if end >= until or len(_bare(keys[end])) >= TELLING:
        return end
    all_of, mine = ([form for key in each for form in _bare(key)] for each in (whole, keys[start:end]))
    had = gain = common_length(all_of, mine)
    row: list[str] = []
    last = end
    for at in range(end, until):
        row += _bare(keys[at])
        common = common_length(all_of, [*mine, *row])
        if common > gain and len(row) >= TELLING and common - had >= SHARED * len(row):
            last = at + 1
        gain = common
    return last


def _adds(whole: Keys, own: Keys, more: tuple[str, ...], before: bool = False) -> bool:
    """Whether a further sentence accounts for words of `whole` that `own` lacks."""
    words = _bare(more)
    if len(words) < TELLING:
        return False
    all_of = [form for key in whole for form in _bare(key)]
    mine = [form for key in own for form in _bare(key)]
    both = [*words, *mine] if before else [*mine, *words]
    if common_length(all_of, both) - common_length(all_of, mine) >= SHARED * len(words):
        return True
    lacking = [all_of[edit.new_start : edit.new_end] for edit in diff(mine, all_of)]
    return any(
        len(each) >= TELLING and each in (list(words[: len(each)]), list(words[-len(each) :])) for each in lacking
    )
