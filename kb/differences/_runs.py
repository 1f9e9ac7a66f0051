"""Runs: the changed stretches inside paired clauses, cut and joined as an editor would list them.

In: an alignment. Out: `Run`s over the tokens of both streams. Invariant: the runs of a pair, applied to its
published tokens, give its emended tokens.

Method: of table rows cells are compared with cells; sentences are paired first, words are compared inside sentences;
runs of one sentence with at most two unchanged words between them are joined; a run is cut where a footnote marker ends
it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from kb.align import Alignment, Pair
from kb.diff import Edit, diff, matches, slide
from kb.differences._cells import pair_cells
from kb.differences._parts import Part, lead_lengths, pair_sentences
from kb.differences._slips import Slip, Vocabulary, judge_slip, same_number
from kb.tokens import IMAGE_SIGN, Token, TokenKind, fold, plain_marks

JOINED_OVER = 2
"""Runs of one sentence with at most so many unchanged words between them are one change."""
LONGEST_BRACKETS = 12
"""Brackets put around so many unchanged words are one change with them."""
_SIGNS = frozenset("+-−")
REWRITTEN = 0.5
"""A sentence that keeps less of the shorter side's words than this is rewritten: its runs are one change."""
LONGEST_REFERENCE = 30
"""A trailing `See ...` sentence of more words than this is taken as a rule of its own."""


class Change(Enum):
    """What a run changes, as far as its words tell."""

    WORDS = "words"
    SPELLING = "spelling"
    GRAMMAR = "grammar"
    PUNCTUATION = "punctuation"


@dataclass(frozen=True, slots=True)
class Run:
    """Published tokens of the stream that give way to emended ones, inside a pair of clauses."""

    edit: Edit
    change: Change
    pair: Pair = field(repr=False)


@dataclass(frozen=True, slots=True)
class PairRuns:
    """The runs of one pair, and (published, emended) tokens that stand for each other unchanged."""

    runs: tuple[Run, ...]
    same: tuple[tuple[int, int], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A run in the making, in local positions; `whole` says that it is made of whole sentences."""

    edit: Edit
    whole: bool = False
    change: Change = Change.WORDS


class RunFinder:
    """Finds the runs of the pairs of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.vocabulary = Vocabulary.of(alignment.old, alignment.new)

    def of_pair(self, pair: Pair) -> PairRuns:
        """The runs inside a pair of clauses, in order."""
        unchanged = self._unchanged(pair)
        if unchanged is not None:
            return unchanged
        old, new = self.alignment.old, self.alignment.new
        leads = lead_lengths(old, new, pair)
        parts = Part(old, pair.published, leads[0]), Part(new, pair.emended, leads[1])
        return compare_parts(*parts, pair, self.vocabulary)

    def _unchanged(self, pair: Pair) -> PairRuns | None:
        """The answer for two clauses that read alike and are written alike."""
        if pair.similarity < 1.0 or len(pair.published) != 1 or len(pair.emended) != 1:
            return None
        old, new, (p,), (e,) = self.alignment.old, self.alignment.new, pair.published, pair.emended
        sides = [stream.document.source.slice(stream.document.clauses[c].span) for stream, c in ((old, p), (new, e))]
        if sides[0] != sides[1] or old.starts[p + 1] - old.starts[p] != new.starts[e + 1] - new.starts[e]:
            return None
        both = zip(range(old.starts[p], old.starts[p + 1]), range(new.starts[e], new.starts[e + 1]), strict=True)
        return PairRuns((), tuple(both))


def compare_parts(old: Part, new: Part, pair: Pair, vocabulary: Vocabulary) -> PairRuns:
    """The runs between two stretches of tokens, in order; `pair` is where they lie."""
    found = [_PairWork(*cells, pair, vocabulary).find() for cells in pair_cells(old, new)]
    return PairRuns(tuple(run for one in found for run in one.runs), tuple(link for one in found for link in one.same))


class _PairWork:
    """One pair being compared."""

    def __init__(self, old: Part, new: Part, pair: Pair, vocabulary: Vocabulary) -> None:
        self.old, self.new, self.pair, self.vocabulary = old, new, pair, vocabulary

    def find(self) -> PairRuns:
        """All steps in order."""
        edits = [] if self.old.forms == self.new.forms else list(self._compare())
        drafts = self._with_variants(edits)
        kept = matches([draft.edit for draft in drafts], len(self.old.tokens))
        same = [(self.old.flat[m.old_start + k], self.new.flat[m.new_start + k]) for m in kept for k in range(m.length)]
        joined = self._join([piece for draft in drafts for piece in self._classify(draft)])
        runs = [
            Run(edit, draft.change, self.pair)
            for draft in joined
            for piece in self._cut(draft)
            for edit in self._in_streams(piece)
        ]
        return PairRuns(tuple(runs), tuple(same))

    def _compare(self) -> Iterator[_Draft]:
        """Edits of the label, then by sentences; neighbouring sentences that only one side has are one draft."""
        labels = diff(self.old.forms[: self.old.lead], self.new.forms[: self.new.lead])
        yield from (_Draft(edit) for edit in labels)
        for a0, a1, b0, b1, alike in pair_sentences(self.old, self.new):
            x, y = self.old.start_of(a0), self.new.start_of(b0)
            x_end, y_end = self.old.start_of(a1), self.new.start_of(b1)
            if not alike:
                yield _Draft(Edit(x, x_end, y, y_end), whole=True)
                continue
            a, b = self.old.forms[x:x_end], self.new.forms[y:y_end]
            edits = slide(diff(a, b), a, b, _Rank(self.new, y))
            kept = len(a) - sum(edit.old_end - edit.old_start for edit in edits)
            if len(edits) > 1 and kept < REWRITTEN * min(len(a), len(b)):
                edits = (Edit(edits[0].old_start, edits[-1].old_end, edits[0].new_start, edits[-1].new_end),)
            yield from (_Draft(edit.shifted(x, y)) for edit in edits)

    def _with_variants(self, drafts: list[_Draft]) -> list[_Draft]:
        """Add an edit for every token that is the same word in another dress: capitals, quotes, `---` for a dash."""
        variants = [
            _Draft(Edit(i, i + 1, j, j + 1))
            for m in matches([draft.edit for draft in drafts], len(self.old.tokens))
            for i, j in zip(
                range(m.old_start, m.old_start + m.length), range(m.new_start, m.new_start + m.length), strict=True
            )
            if self._dress(self.old, i) != self._dress(self.new, j)
        ]
        return sorted([*drafts, *variants], key=lambda draft: draft.edit)

    def _dress(self, part: Part, local: int) -> tuple[str, str]:
        """How a token is read and, unless it is a word, how it is written."""
        token = part.tokens[local]
        if token.kind is TokenKind.WORD:
            return token.text, ""
        return token.text, part.stream.document.source.slice(token.span)

    def _classify(self, draft: _Draft) -> Iterator[_Draft]:
        """Say what a draft changes; misspelt words at its ends are drafts of their own."""
        change = self._change(draft.edit)
        edit = draft.edit
        if change is not Change.WORDS or edit.inserts or edit.deletes or draft.whole:
            yield replace(draft, change=change)
            return
        lead, tail = self._peel(edit, 1), self._peel(edit, -1)
        if lead:
            yield _Draft(lead, change=Change.SPELLING)
            edit = Edit(lead.old_end, edit.old_end, lead.new_end, edit.new_end)
        if tail and not edit.inserts and not edit.deletes and (not lead or tail != lead):
            edit = Edit(edit.old_start, tail.old_start, edit.new_start, tail.new_start)
        else:
            tail = None
        yield _Draft(edit, change=self._change(edit))
        if tail:
            yield _Draft(tail, change=Change.SPELLING)

    def _peel(self, edit: Edit, side: int) -> Edit | None:
        """The first (or, for -1, last) word of both sides where one is a misspelling of the other."""
        i, j = (edit.old_start, edit.new_start) if side == 1 else (edit.old_end - 1, edit.new_end - 1)
        a, b = self.old.tokens[i], self.new.tokens[j]
        if a.is_word and b.is_word and judge_slip([a.text], [b.text], self.vocabulary) is Slip.SPELLING:
            return Edit(i, i + 1, j, j + 1)
        return None

    def _change(self, edit: Edit) -> Change:
        old, new = self.old.words(edit.old_start, edit.old_end), self.new.words(edit.new_start, edit.new_end)
        if _undressed(old) == _undressed(new) or same_number(old, new) or self._reads_alike(edit):
            return Change.PUNCTUATION
        if edit.deletes and len(old) == 1 and self._doubled(edit):
            return Change.SPELLING
        before, after = self.old.tokens[edit.old_start : edit.old_end], self.new.tokens[edit.new_start : edit.new_end]
        slip = judge_slip(_signed(before), _signed(after), self.vocabulary)
        return {Slip.SPELLING: Change.SPELLING, Slip.GRAMMAR: Change.GRAMMAR, Slip.NONE: Change.WORDS}[slip]

    def _reads_alike(self, edit: Edit) -> bool:
        """Whether the sides differ only in white space and not in words (`+ 1`, `+1`)."""
        sides = self.old.tokens[edit.old_start : edit.old_end], self.new.tokens[edit.new_start : edit.new_end]
        words = {sum(token.is_word for token in side) for side in sides}
        return len(words) == 1 and len({"".join(token.text for token in side) for side in sides}) == 1

    def _doubled(self, edit: Edit) -> bool:
        """Whether a word taken out stands right beside its double."""
        beside = self.old.forms[max(0, edit.old_start - 1) : edit.old_start]
        beside += self.old.forms[edit.old_end : edit.old_end + 1]
        return edit.old_end - edit.old_start == 1 and self.old.forms[edit.old_start] in beside

    def _join(self, drafts: Sequence[_Draft]) -> list[_Draft]:
        """Join runs of one sentence that stand close together."""
        joined: list[_Draft] = []
        for draft in drafts:
            at = len(joined) - 1
            while at >= 0 and joined[at].change is Change.PUNCTUATION and self._count(joined[at], draft) <= JOINED_OVER:
                at -= 1
            if joined and self._brackets(joined[-1], draft):
                at = len(joined) - 1
            if at >= 0 and (self._belong(joined[at], draft) or self._brackets(joined[at], draft)):
                start = joined[at].edit
                del joined[at:]
                edit = Edit(start.old_start, draft.edit.old_end, start.new_start, draft.edit.new_end)
                draft = _Draft(edit, change=self._change(edit))  # noqa: PLW2901
            elif joined and (self._touch(joined[-1], draft) or self._redressed(joined[-1], draft)):
                start = joined.pop().edit
                edit = Edit(start.old_start, draft.edit.old_end, start.new_start, draft.edit.new_end)
                draft = _Draft(edit, change=self._change(edit))  # noqa: PLW2901
            joined.append(draft)
        return joined

    def _belong(self, first: _Draft, second: _Draft) -> bool:
        """Whether two runs are one change: both of words, or both of spelling, in one sentence, close together."""
        if self._in_lead(first) != self._in_lead(second):
            return False
        spelling = [draft.change is Change.SPELLING for draft in (first, second)]
        if Change.PUNCTUATION in (first.change, second.change) or spelling[0] != spelling[1]:
            return False
        return self._count(first, second) <= JOINED_OVER and self._one_sentence(first, second)

    def _brackets(self, first: _Draft, second: _Draft) -> bool:
        """Whether the second run closes brackets that the first opened: neither can stand without the other."""
        opened, closed = (self._depth(draft.edit) for draft in (first, second))
        near = self._count(first, second) <= LONGEST_BRACKETS and self._in_lead(first) == self._in_lead(second)
        return opened > 0 > closed and near and self._one_sentence(first, second)

    def _depth(self, edit: Edit) -> int:
        """How many more brackets a run opens than it closes, beside those it takes away."""
        sides = (self.new.tokens[edit.new_start : edit.new_end], self.old.tokens[edit.old_start : edit.old_end])
        new, old = (sum((token.text == "(") - (token.text == ")") for token in side) for side in sides)
        return new - old

    def _touch(self, first: _Draft, second: _Draft) -> bool:
        """Whether runs with nothing between are one: two insertions, or words and a mere change of dress."""
        changes = {first.change, second.change}
        near = first.edit.new_end == second.edit.new_start and first.edit.old_end == second.edit.old_start
        if self._in_lead(first) != self._in_lead(second):
            return False
        if near and changes == {Change.WORDS} and first.edit.inserts and second.edit.inserts:
            at, end = first.edit.new_end, second.edit.new_end
            return not self.new.markers_between(at, at) or self._past_reference(at, end) == end
        if first.whole or second.whole or Change.WORDS not in changes:
            return False
        one_to_one = any(d.change is not Change.WORDS and self._same_form(d.edit) for d in (first, second))
        return near and one_to_one and self._one_sentence(first, second)

    def _redressed(self, first: _Draft, second: _Draft) -> bool:
        """Whether two runs are words side by side with other capitals, as those of a heading are."""
        near = first.edit.new_end == second.edit.new_start and first.edit.old_end == second.edit.old_start
        capitals = self._recapitalised(first.edit) and self._recapitalised(second.edit)
        return near and capitals and self._in_lead(first) == self._in_lead(second) and self._one_sentence(first, second)

    def _recapitalised(self, edit: Edit) -> bool:
        """Whether words differ in nothing but capitals."""
        old, new = self.old.tokens[edit.old_start : edit.old_end], self.new.tokens[edit.new_start : edit.new_end]
        words = all(token.is_word for token in (*old, *new))
        return words and [t.text.casefold() for t in old] == [t.text.casefold() for t in new] and not edit.inserts

    def _in_lead(self, draft: _Draft) -> bool:
        """Whether a run lies in the label."""
        return draft.edit.old_end <= self.old.lead and draft.edit.new_end <= self.new.lead

    def _same_form(self, edit: Edit) -> bool:
        return self.old.forms[edit.old_start : edit.old_end] == self.new.forms[edit.new_start : edit.new_end]

    def _count(self, first: _Draft, second: _Draft) -> int:
        """Unchanged words between two runs."""
        return len(self.new.words(first.edit.new_end, second.edit.new_start))

    def _one_sentence(self, first: _Draft, second: _Draft) -> bool:
        """No sentence ends, and no footnote marker stands, between the runs."""
        start, end = first.edit.new_end, second.edit.new_start
        between: list[Token] = self.new.tokens[max(first.edit.new_start, start - 1) : end]
        if first.edit.deletes:
            between = [*self.old.tokens[first.edit.old_end - 1 : first.edit.old_end], *between]
        return not any(token.ends for token in between) and not self.new.markers_between(start, end)

    def _cut(self, draft: _Draft) -> Iterator[_Draft]:
        """Cut a run at the footnote markers inside it; a trailing reference stays with what it follows."""
        edit, start = draft.edit, draft.edit.new_start
        inside = sorted(set(self.new.markers_between(edit.new_start + 1, edit.new_end - 1)))
        cuts = [self._past_reference(at, edit.new_end) for at in inside]
        old = edit.old_start
        for cut, following in pairwise([*cuts, edit.new_end]):
            if self.new.words(start, cut) and self.new.words(cut, following):
                yield replace(draft, edit=Edit(old, edit.old_end, start, cut))
                old, start = edit.old_end, cut
        yield replace(draft, edit=Edit(old, edit.old_end, start, edit.new_end))

    def _past_reference(self, start: int, end: int) -> int:
        """The end of a sentence at `start` that only points elsewhere (`See also ...`), else `start` itself."""
        last = next((at for at in range(start, end) if self.new.tokens[at].ends), end - 1) + 1
        words = self.new.words(start, last)
        points = bool(words) and words[0].casefold() in ("see", "cf") and len(words) <= LONGEST_REFERENCE
        return last if points else start

    def _in_streams(self, draft: _Draft) -> Iterator[Edit]:
        """A local edit as edits of the streams, one for each unbroken stretch."""
        edit = draft.edit
        old, new = self.old.segments(edit.old_start, edit.old_end), self.new.segments(edit.new_start, edit.new_end)
        old_at, new_at = self.old.place(edit.old_start), self.new.place(edit.new_start)
        for k in range(max(len(old), len(new))):
            a = old[k] if k < len(old) else (old_at, old_at)
            b = new[k] if k < len(new) else (new_at, new_at)
            old_at, new_at = a[1], b[1]
            yield Edit(*a, *b)


def _signed(tokens: Sequence[Token]) -> list[str]:
    """The words of a run, each with the plus or minus that it has right before it: what is misread for a figure is no
    number, so its sign stands apart (`+l`)."""
    signs = ["", *(each.text if each.text in _SIGNS else "" for each in tokens)]
    return [("" if each.gap else sign) + each.text for sign, each in zip(signs, tokens, strict=False) if each.is_word]


def _undressed(words: Sequence[str]) -> list[str]:
    """Words for comparison: apostrophes and hyphens of any shape alike, an image by its name.

    A picture of the thing named is a change of dress, and so is `company’s` for `company's`.
    """
    if not any(word.startswith(IMAGE_SIGN) for word in words):
        return [plain_marks(word) for word in words]
    return [fold(word.removeprefix(IMAGE_SIGN)) for word in words]


class _Rank:
    """Prefers places for an insertion that end at a footnote marker, then ones that begin with a word."""

    def __init__(self, new: Part, shift: int) -> None:
        self.new, self.shift = new, shift

    def __call__(self, edit: Edit) -> int:
        start, end = edit.new_start + self.shift, edit.new_end + self.shift
        at_marker = bool(self.new.markers_between(end, end))
        return 2 * at_marker + (start < end and self.new.tokens[start].is_word)
