"""Spare markers: what footnotes are there for that support no change at their place.

In: an alignment, its changes with their footnotes, a cluster of markers that supports none. Out: the changes without
footnotes that it tells of, and the footnotes of new blocks that have the words of others beside them.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from kb.align import Alignment
from kb.diff import Edit
from kb.emendations._clusters import Cluster
from kb.emendations._found import Found
from kb.grouping import group_pairs
from kb.model import ClauseKind, FootnoteId, current_of
from kb.numbering import behind_number
from kb.similarity import Words, compare_words, holds_words
from kb.text import Span
from kb.tokens import Stream

SENTENCE = 5
"""Fewer words than this a footnote may have by chance."""
LONGEST_COUNT = 12
"""Characters of a sign that counts a paragraph."""
_NO_WORD = re.compile(r"[*_]*+(?:\W|\Z)")
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]").finditer
_STOPS = frozenset(".!?")
_BULLETS = " \t•‣◦▪●"


def quoted(alignment: Alignment, cluster: Cluster, going: Sequence[Found]) -> list[Found]:
    """The whole clauses taken out that a footnote of a cluster has to the word: it tells that they are gone."""
    if not going:
        return []
    notes = [note for note in alignment.emended.definitions if note.id in cluster.ids]
    told = [compare_words(current_of(note.pieces)) for note in notes]
    text = alignment.published.source.text
    gone = [(each, compare_words(text[each.old_span.start : each.old_span.end])) for each in going]
    return [each for each, words in gone if len(words) >= SENTENCE and any(holds_words(quote, words) for quote in told)]


def told_elsewhere(alignment: Alignment, going: Sequence[Found]) -> Mapping[Edit, tuple[FootnoteId, ...]]:
    """The footnotes that quote, between marks, just the words of whole clauses taken out, whatever else they support:
    `Delete "A keeper sleeps at noon."` behind a sentence that is new as well."""
    notes = {note.id: current_of(note.pieces) for note in alignment.emended.definitions} if going else {}
    marked = {marker.id for marker in alignment.new.markers}
    quoted_by = group_pairs(
        (compare_words(found[1]), name) for name, text in notes.items() if name in marked for found in _QUOTED(text)
    )
    text = alignment.published.source.text
    gone = ((each, compare_words(text[each.old_span.start : each.old_span.end])) for each in going)
    return {each.edit: tuple(quoted_by[words]) for each, words in gone if len(words) >= SENTENCE and words in quoted_by}


def told_above(alignment: Alignment, cluster: Cluster, changes: Sequence[Found]) -> list[Found]:
    """The changes without footnotes in the paragraphs below the heading that a cluster stands on of which a footnote of
    it has a changed sentence to the word."""
    clauses = alignment.emended.clauses
    if clauses[cluster.clause].kind is not ClauseKind.HEADING:
        return []
    below = range(cluster.clause + 1, len(clauses))
    section = set(takewhile(lambda clause: clauses[clause].kind is not ClauseKind.HEADING, below))
    notes = [note for note in alignment.emended.definitions if note.id in cluster.ids]
    told = [compare_words(current_of(note.pieces)) for note in notes]
    bare = [each for each in changes if each.new_clause in section and _is_bare(each)]
    sentences = ((each.new_clause, _sentence(alignment.new, each)) for each in bare)
    known = {
        clause
        for clause, words in sentences
        if len(words) >= SENTENCE and any(holds_words(quote, words) for quote in told)
    }
    return [each for each in bare if each.new_clause in known]


def led_to(alignment: Alignment, cluster: Cluster, changes: Sequence[Found]) -> list[Found]:
    """The changes without footnotes in the table right below the paragraph that a cluster stands in."""
    clauses, starts = alignment.emended.clauses, alignment.new.starts
    below = range(cluster.clause + 1, len(clauses))
    rows = [*takewhile(lambda clause: clauses[clause].kind is ClauseKind.TABLE_ROW, below)]
    if not rows or clauses[cluster.clause].kind is not ClauseKind.PARAGRAPH:
        return []
    inside = range(starts[rows[0]], starts[rows[-1] + 1] + 1)
    bare = (each for each in changes if _is_bare(each) and each.edit.new_start in inside)
    published = alignment.published.clauses
    return [e for e in bare if e.old_clause is None or published[e.old_clause].kind is ClauseKind.TABLE_ROW]


def beside(
    alignment: Alignment,
    standing: Mapping[int, list[Cluster]],
    cluster: Cluster,
    changes: Mapping[int | None, Sequence[Found]],
) -> list[Found]:
    """The changes without footnotes in the block that a cluster opens, where it has no other; in the one above where
    the cluster is a paragraph of its own; in the sentence that it stands right before, a blank before it. `changes` are
    those of each clause."""
    stream, clause = alignment.new, cluster.clause
    alone = len(standing[clause]) == 1
    if alone and not any(token.is_word for token in stream.of_clause(clause)):
        clauses = stream.document.clauses
        above = clauses[clause - 1] if clause else None
        told = above is not None and above.kind is not ClauseKind.HEADING and clause - 1 not in standing
        return [*filter(_is_bare, changes.get(clause - 1, ()))] if told else []
    here = [each for each in changes.get(clause, ()) if _is_bare(each) and not each.edit.deletes]
    if alone and (cluster.at in {stream.starts[clause], stream.label_end(clause)} or _is_counted(stream, cluster)):
        return here
    ends = range(cluster.at, stream.starts[clause + 1])
    end = next((at + 1 for at in ends if stream.tokens[at].ends), cluster.at) if _leads(stream, cluster) else cluster.at
    return [each for each in here if cluster.at <= each.edit.new_start < end]


def right_behind(alignment: Alignment, cluster: Cluster, changes: Mapping[int | None, Sequence[Found]]) -> list[Found]:
    """The change without footnotes that begins at a cluster, where no blank parts the two and one stands before it: the
    editor put the marker in front of the words. `changes` are those of each clause."""
    text, markers = alignment.emended.source.text, Span(cluster.markers[0].span.start, cluster.markers[-1].span.end)
    if not text[max(0, markers.start - 1) : markers.start].isspace() or _NO_WORD.match(text, markers.end):
        return []
    here = (each for each in changes.get(cluster.clause, ()) if each.edit.new_start == cluster.at)
    return [each for each in here if _is_bare(each) and each.edit.new_end > each.edit.new_start]


def _is_counted(stream: Stream, cluster: Cluster) -> bool:
    """Whether nothing but the sign or number of its paragraph stands before a cluster: `3.1 [^a]`, `(ii) [^a]`."""
    clause = stream.document.clauses[cluster.clause]
    opened = stream.document.source.text[clause.span.start : cluster.markers[0].span.start].strip(_BULLETS)
    return len(opened) <= LONGEST_COUNT and behind_number(f"{opened} A").strip() == "A"


def _leads(stream: Stream, cluster: Cluster) -> bool:
    """Whether a cluster belongs to the sentence behind it: it opens a cell, or that begins right there, with a blank
    before the cluster."""
    text, clause = stream.document.source.text, stream.document.clauses[cluster.clause]
    before, behind = cluster.markers[0].span.start, cluster.markers[-1].span.end
    opened = text[clause.span.start : before].rstrip()
    if clause.kind is ClauseKind.TABLE_ROW and opened.endswith("|"):
        return True
    begins = cluster.at == stream.starts[cluster.clause] or not opened[-1:].isalnum()
    return begins and text[before - 1 : before].isspace() and text[behind : behind + 1].isalnum()


def _is_bare(change: Found) -> bool:
    """Whether a change of a rule has no footnote, and may have one."""
    return change.bears and change.substantive and not change.moved and not change.footnotes


def _sentence(stream: Stream, change: Found) -> Words:
    """The words of the sentence that a change stands in."""
    clause = change.new_clause or 0
    first, last = stream.starts[clause], stream.starts[clause + 1]
    start, end = change.edit.new_start, max(change.edit.new_start, change.edit.new_end - 1)
    while start > first and stream.tokens[start - 1].text not in _STOPS:
        start -= 1
    while end < last and stream.tokens[end].text not in _STOPS:
        end += 1
    return compare_words(" ".join(token.text for token in stream.tokens[start:end]))


def quoted_beside(alignment: Alignment, changes: Sequence[Found]) -> Mapping[Edit, tuple[FootnoteId, ...]]:
    """The footnotes of new blocks that have to the word another new one without any, where nothing but new ones stands
    between: a ruling of several sentences may be laid out in several blocks."""
    stream, clauses = alignment.new, alignment.emended.clauses
    notes = {note.id: compare_words(current_of(note.pieces)) for note in alignment.emended.definitions}
    whole = [each for each in changes if each.whole and each.edit.inserts and not each.moved]
    found: dict[Edit, tuple[FootnoteId, ...]] = {}
    run: list[Found] = []
    end = -1
    for each in [*sorted(whole, key=lambda one: one.new_clause or 0), None]:
        if each is None or each.new_clause != end:
            ids = tuple(dict.fromkeys(note for one in run for note in one.footnotes if note in notes))
            for bare in filter(_is_bare, run if ids else ()):
                last = stream.tokens[bare.edit.new_end - 1].clause
                text = " ".join(clause.current for clause in clauses[bare.new_clause or 0 : last + 1])
                words = compare_words(behind_number(text))
                held = tuple(note for note in ids if holds_words(notes[note], words))
                found |= {bare.edit: held} if len(words) >= SENTENCE and held else {}
            run = []
        if each is not None:
            run.append(each)
            end = stream.tokens[each.edit.new_end - 1].clause + 1
    return found
