"""Judging: what a run of changed words is: its kind, its unit, and whether it rules anything.

In: a run, its tokens and clauses. Out: an `EmendationKind`, a `Unit`, and whether a reader would learn another rule.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from kb.align import Alignment, contents_clauses
from kb.diff import Edit
from kb.differences import LONGEST_REFERENCE, Change, Run
from kb.emendations._blocks import is_notice, is_page_mark, title_lines, unit_of
from kb.emendations._found import span_of
from kb.emendations._links import Links, reword_link
from kb.emendations._references import References
from kb.model import ClauseKind, PieceKind
from kb.plain_lines.page_lines import names_page
from kb.provenance import EmendationKind, Unit
from kb.tokens import Stream, Token

SHORTEST_SENTENCE = 3
"""Fewer words behind a colon or a link are no sentence, whatever their capitals and stops."""
LONGEST_CLOSING = 3
"""A stop and what closes behind it are no more tokens than these."""
_EMPTY_WORDS = frozenset(("a", "an", "the", "and", "or", "nor"))
_STOPS = frozenset(".!?…")
_BEHIND = frozenset(":)]\"'”’»")


class Judge:
    """Judges the runs of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.old, self.new = alignment.old, alignment.new
        self.contents = contents_clauses(alignment.published), contents_clauses(alignment.emended)
        self.titles = tuple(map(title_lines, (self.old, self.new), self.contents))
        self.links = Links(alignment.published), Links(alignment.emended)
        self.references = References(alignment)
        self.page_marks: dict[tuple[int, int], bool] = {}
        """Whether two clauses are page marks, as far as it was asked: a book on one line is asked for every run."""

    def kind(self, run: Run, old_clause: int, new_clause: int) -> EmendationKind:
        """What a run does to the published text."""
        if self.is_apparatus(old_clause, new_clause):
            return EmendationKind.STRUCTURE
        if self.is_mark(old_clause, new_clause, run.edit):
            return EmendationKind.FORMAT
        if run.change is Change.WORDS:
            old, new = self.tokens(run.edit)
            return _kind_of(old, new)
        return EmendationKind.FORMAT if run.change is Change.PUNCTUATION else EmendationKind.TYPO_FIX

    def tokens(self, edit: Edit) -> tuple[Sequence[Token], Sequence[Token]]:
        """The tokens of both sides."""
        return self.old.tokens[edit.old_start : edit.old_end], self.new.tokens[edit.new_start : edit.new_end]

    def is_apparatus(self, old_clause: int, new_clause: int) -> bool:
        """Whether both clauses are tables of contents, or lines of a title page."""
        return any(old_clause in each[0] and new_clause in each[1] for each in (self.contents, self.titles))

    def is_plain(self, old_clause: int, new_clause: int, edit: Edit) -> bool:
        """Changes that rule nothing: of headings, labels, page numbers and addresses, of mere references."""
        known = self.alignment.emended.clauses[new_clause], self.alignment.published.clauses[old_clause]
        if all(clause.kind is ClauseKind.HEADING for clause in known):
            return True
        if (old_clause, new_clause) not in self.page_marks:
            self.page_marks[old_clause, new_clause] = all(map(is_page_mark, known))
        if self.page_marks[old_clause, new_clause]:
            return True
        if self.in_label(old_clause, new_clause, edit) or self.references.lead_alike(old_clause, new_clause, edit):
            return True
        sides = self.tokens(edit)
        if all(sides) and all(links.hold_words(side) for links, side in zip(self.links, sides, strict=True)):
            spread = range(edit.old_start, edit.old_end), range(edit.new_start, edit.new_end)
            return not reword_link((self.old, self.new), self.links, spread)
        if is_notice(self._read(edit)) and sum(map(len, sides)) <= LONGEST_REFERENCE:
            return True
        return all(not side or refers(side) or names_page(" ".join(each.text for each in side)) for side in sides)

    def is_mark(self, old_clause: int, new_clause: int, edit: Edit) -> bool:
        """Whether words are the number alone that the item of a list has as its mark on the other side: a list became a
        table, or rows of one became items."""
        if edit.inserts is edit.deletes:
            return False
        sides = (
            (self.new, new_clause, edit.new_start, edit.new_end),
            (self.old, old_clause, edit.old_start, edit.old_end),
        )
        (stream, clause, start, end), (other, at, *_) = sides if edit.inserts else sides[::-1]
        item = other.document.clauses[at]
        if start != stream.starts[clause] or item.kind is stream.document.clauses[clause].kind:
            return False
        marks = takewhile(lambda piece: piece.kind is PieceKind.MARKUP, item.pieces)
        mark = "".join(other.document.source.slice(piece.span) for piece in marks)
        words = [token.text for token in stream.tokens[start:end] if token.is_word]
        return item.kind is ClauseKind.LIST_ITEM and words == re.findall(r"\d+", mark)

    def in_label(self, old_clause: int, new_clause: int, edit: Edit) -> bool:
        """Whether an edit lies in the label of a boxed paragraph, its colon included."""
        old = edit.inserts or edit.old_end <= self.old.label_end(old_clause)
        return old and (edit.deletes or edit.new_end <= self.new.label_end(new_clause))

    def _read(self, edit: Edit) -> str:
        source = self.alignment.emended.source, self.alignment.published.source
        spans = span_of(self.new, edit.new_start, edit.new_end), span_of(self.old, edit.old_start, edit.old_end)
        return source[0].slice(spans[0]) + source[1].slice(spans[1])

    def unit(self, run: Run, clause: int) -> Unit:
        """How large a run is; `clause` is the emended one it lies in."""
        old, new = self.tokens(run.edit)
        if run.change is Change.PUNCTUATION:
            alike = "".join(t.text for t in old) == "".join(t.text for t in new)
            return Unit.WHITESPACE if alike and len(old) != len(new) else Unit.CHARACTER
        words = max(sum(t.is_word for t in side) for side in (old, new))
        if run.change in (Change.SPELLING, Change.GRAMMAR):
            return Unit.WORD if words <= 1 else Unit.PHRASE
        edit = run.edit
        sides = [
            (stream, start, end)
            for stream, start, end in (
                (self.old, edit.old_start, edit.old_end),
                (self.new, edit.new_start, edit.new_end),
            )
            if end > start
        ]
        if len(sides) == 1 and self._opens_anew(0 if old else 1, sides[0][1]) and _reads_as_sentence(old or new):
            return Unit.SENTENCE
        lettered = any(any(map(str.isalpha, t.text)) for side in (old, new) for t in side if t.is_word)
        if lettered and all(_is_whole(stream, start, end) for stream, start, end in sides):
            if len(sides) == 2 and all(_is_clause(stream, start, end) for stream, start, end in sides):
                return unit_of([self.alignment.emended.clauses[clause]])
            return Unit.SENTENCE
        return Unit.WORD if words == 1 else Unit.PHRASE

    def _opens_anew(self, side: int, start: int) -> bool:
        """Whether the words from a token on may be a sentence though no stop stands before them: behind a colon,
        brackets or quotation marks, or a link."""
        tokens = (self.old, self.new)[side].tokens
        before, first = tokens[max(0, start - 1)], tokens[start]
        if start == 0 or before.clause != first.clause:
            return False
        return before.text in _BEHIND or (self.links[side].hold(before) and not self.links[side].hold(first))


def _kind_of(old: Sequence[Token], new: Sequence[Token]) -> EmendationKind:
    """A change that keeps every published content word and adds some is an insertion; the reverse is a deletion."""
    before, after = _content(old), _content(new)
    kept = {t.form for t in old if t.is_word} & {t.form for t in new if t.is_word}
    if not _has_words(old) or (kept and len(after) > len(before) and _holds(after, before)):
        return EmendationKind.INSERTION
    if not _has_words(new) or (kept and len(before) > len(after) and _holds(before, after)):
        return EmendationKind.DELETION
    return EmendationKind.SUBSTITUTION


def refers(tokens: Sequence[Token]) -> bool:
    """Whether words only point elsewhere: one short sentence that begins with `See`."""
    words = [t.form for t in tokens if t.is_word]
    one = not any(t.ends for t in tokens[:-1])
    return one and bool(words) and words[0] in ("see", "cf") and len(words) <= LONGEST_REFERENCE


def _content(tokens: Sequence[Token]) -> list[str]:
    return [t.form for t in tokens if t.is_word and t.form not in _EMPTY_WORDS]


def _reads_as_sentence(tokens: Sequence[Token]) -> bool:
    """Whether words begin with a capital and end with a stop, as a sentence does."""
    words = [token.text for token in tokens if token.is_word]
    capital = len(words) >= SHORTEST_SENTENCE and words[0][0].isupper()
    return capital and tokens[-1].ends and any(token.text in _STOPS for token in tokens[-LONGEST_CLOSING:])


def _has_words(tokens: Sequence[Token]) -> bool:
    return any(t.is_word for t in tokens)


def _holds(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether all of `part` stands in `whole`, in order."""
    rest = iter(whole)
    return all(word in rest for word in part)


def _is_whole(stream: Stream, start: int, end: int) -> bool:
    """Whether tokens are whole sentences."""
    clause = stream.tokens[start].clause
    begins = start in (stream.starts[clause], stream.label_end(clause)) or stream.tokens[start - 1].ends
    return begins and stream.tokens[end - 1].ends


def _is_clause(stream: Stream, start: int, end: int) -> bool:
    """Whether tokens are the whole of their clause."""
    clause = stream.tokens[start].clause
    return stream.starts[clause] == start and stream.starts[clause + 1] == end
