"""Passages: two stretches of text of which neither need be made from the other; their differences go out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.align import Pair
from kb.diff import Edit
from kb.differences._parts import Part, lead_lengths
from kb.differences._runs import Change, Run, compare_parts
from kb.differences._slips import Vocabulary
from kb.text import Span
from kb.tokens import IMAGE_SIGN, Stream, Token
from kb.values import quick


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring clauses of a text, or a part of them: tokens [start, end) of the stream that lie in `clauses`."""

    stream: Stream = field(repr=False)
    clauses: tuple[int, ...]
    start: int
    end: int

    @classmethod
    def of_clauses(cls, stream: Stream, clauses: Sequence[int]) -> "Passage":
        """The whole of some clauses."""
        return cls(stream, tuple(clauses), stream.starts[min(clauses)], stream.starts[max(clauses) + 1])

    @property
    def tokens(self) -> Sequence[Token]:
        """Its tokens in order; those of clauses in between that it does not have are left out."""
        inside = set(self.clauses)
        return [token for token in self.stream.tokens[self.start : self.end] if token.clause in inside]

    @property
    def text(self) -> str:
        """Its reading text, without emphasis."""
        return read_tokens(self.tokens)

    @property
    def span(self) -> Span:
        """Its characters in the source, from the first token to the last."""
        tokens = self.tokens
        return Span(tokens[0].span.start, tokens[-1].span.end) if tokens else Span(0, 0)

    @property
    def line(self) -> int:
        """The line, from 1, on which it begins."""
        return self.stream.document.source.line_of(self.span.start)


@quick
@dataclass(frozen=True, slots=True)
class Difference:
    """Words or marks of one passage that stand for those of another; a side may be empty.

    `edit` counts tokens of both streams, the spans characters in both sources (empty where a side has nothing).
    """

    edit: Edit
    change: Change
    old_text: str
    new_text: str
    old_span: Span
    new_span: Span
    in_label: bool = False

    @property
    def substantive(self) -> bool:
        """Whether the words say something else; a label (`Note:`) says nothing."""
        return self.change is Change.WORDS and not self.in_label

    @property
    def turned(self) -> "Difference":
        """The same with the passages in each other's place."""
        edit = Edit(self.edit.new_start, self.edit.new_end, self.edit.old_start, self.edit.old_end)
        sides = self.new_text, self.old_text, self.new_span, self.old_span
        return Difference(edit, self.change, *sides, self.in_label)


def find_differences(old: Passage, new: Passage, vocabulary: Vocabulary) -> tuple[Difference, ...]:
    """What differs between two passages, in order; white space, emphasis and how a sign is written are no difference.

    `vocabulary` holds the words of both texts, normally `Vocabulary.of_peers`.
    """
    pair = Pair(old.clauses, new.clauses, 0.0)
    leads = _leads(old, new, pair)
    parts = [
        Part(passage.stream, passage.clauses, lead, (passage.start, passage.end))
        for passage, lead in zip((old, new), leads, strict=True)
    ]
    labels = old.start + leads[0], new.start + leads[1]
    runs = compare_parts(parts[0], parts[1], pair, vocabulary).runs
    return tuple(_difference(old.stream, new.stream, run, labels) for run in runs if not _alike(old, new, run))


def _leads(old: Passage, new: Passage, pair: Pair) -> tuple[int, int]:
    """The lengths of the labels: a passage that begins inside a clause has none."""
    whole = [passage.start == passage.stream.starts[passage.clauses[0]] for passage in (old, new)]
    leads = lead_lengths(old.stream, new.stream, pair)
    return (leads[0] if whole[0] else 0), (leads[1] if whole[1] else 0)


def _alike(old: Passage, new: Passage, run: Run) -> bool:
    """Whether both sides are read alike but for white space between signs."""
    before, after = _sides(old.stream, new.stream, run.edit)
    words = [sum(token.is_word for token in side) for side in (before, after)]
    return words[0] == words[1] and "".join(t.text for t in before) == "".join(t.text for t in after)


def _sides(old: Stream, new: Stream, edit: Edit) -> tuple[Sequence[Token], Sequence[Token]]:
    return old.tokens[edit.old_start : edit.old_end], new.tokens[edit.new_start : edit.new_end]


def _difference(old: Stream, new: Stream, run: Run, labels: tuple[int, int]) -> Difference:
    edit = run.edit
    before, after = _sides(old, new, edit)
    in_label = edit.old_end <= labels[0] and edit.new_end <= labels[1]
    spans = _span(old, edit.old_start, edit.old_end), _span(new, edit.new_start, edit.new_end)
    return Difference(edit, run.change, read_tokens(before), read_tokens(after), *spans, in_label)


def _span(stream: Stream, start: int, end: int) -> Span:
    """The characters of tokens; right behind the token before where there are none."""
    if start < end:
        return Span(stream.tokens[start].span.start, stream.tokens[end - 1].span.end)
    at = stream.tokens[start - 1].span.end if start else 0
    return Span(at, at)


def read_tokens(tokens: Sequence[Token]) -> str:
    """Tokens as they are read, with a blank where white space stands between; an image by its name in brackets."""
    read: list[str] = []
    for number, token in enumerate(tokens):
        if number and token.gap:
            read.append(" ")
        image = token.text.startswith(IMAGE_SIGN)
        read.append(f"[{token.text.removeprefix(IMAGE_SIGN)}]" if image else token.text)
    return "".join(read)
