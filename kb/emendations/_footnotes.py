"""Footnotes: which marker supports which change.

In: an emended stream and the changes found. Out: the changes with their footnotes, and the markers that support none.
Rule: a footnote supports the changed words between the marker before it (or the block's start) and itself; markers side
by side support the same words; a marker inside a new block supports the whole of it, one in a new heading also the new
blocks below it that have none of their own, one in any heading the changes of a paragraph below it that have none, if
its footnote has a changed sentence of that, one that supports nothing in the paragraph above a table the changes of the
rows that have none, one in a new list also the new words before it that lead over to it, one beside the colon that
leads over to a new list without any this; one in a block that the text itself strikes supports its going, as does one
that supports nothing else at its place, or that quotes it; of a section that went from there as a whole only one that
names its heading. Corrections of spelling and punctuation take none, numbers that are counted anew only one right
behind them. One that supports nothing else and stands in front of a changed word, a blank before it and none behind,
supports that.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, takewhile

from kb.align import Alignment
from kb.diff import Edit
from kb.emendations._departures import Departures
from kb.emendations._found import Found, span_of
from kb.emendations._places import Places
from kb.model import ClauseKind, FootnoteId, current_of
from kb.provenance import EmendationKind, Unit
from kb.similarity import Words, compare_words, holds_words
from kb.text import Span, word_forms
from kb.tokens import Marker, Stream

SENTENCE = 5
"""Fewer words than this a footnote may have by chance."""
_STOPS = frozenset(".!?")
_NO_WORD = re.compile(r"[*_]*+(?:\W|\Z)")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Markers with no words between them; they stand before token `at` and reach back to token `since`."""

    markers: tuple[Marker, ...]
    clause: int
    since: int
    at: int

    @property
    def ids(self) -> tuple[FootnoteId, ...]:
        """The footnotes, each once, in order."""
        return tuple(dict.fromkeys(marker.id for marker in self.markers))

    @property
    def place(self) -> tuple[int, int]:
        """Its clause, and the token it stands before."""
        return self.clause, self.at

    def is_among(self, known: Mapping[int, set[FootnoteId]]) -> bool:
        """Whether its clause bears all its footnotes already, where `known` are those of each clause."""
        return known.get(self.clause, set()).issuperset(self.ids)


def clusters(stream: Stream, clause: int) -> list[Cluster]:
    """The clusters of one clause, in order."""
    found: list[Cluster] = []
    since = stream.starts[clause]
    for marker in stream.markers_of(clause):
        last = found[-1] if found else None
        apart = last and (any(t.is_word for t in stream.tokens[last.at : marker.at]) or _strikes(stream, last, marker))
        if last and not apart:
            found[-1] = Cluster((*last.markers, marker), clause, last.since, last.at)
        else:
            found.append(Cluster((marker,), clause, last.at if last else since, marker.at))
    return found


def _strikes(stream: Stream, cluster: Cluster, marker: Marker) -> bool:
    """Whether the text itself strikes words between a cluster and a marker behind its stop: each has its own change."""
    if cluster.at == marker.at:
        return False
    between = Span(cluster.markers[-1].span.end, marker.span.start)
    pieces = stream.document.clauses[cluster.clause].pieces
    first = bisect_left(pieces, between.start, key=lambda piece: piece.span.start)
    inside = takewhile(lambda piece: piece.span.end <= between.end, islice(pieces, first, None))
    return any(piece.struck for piece in inside)


def attach_footnotes(alignment: Alignment, places: Places, changes: Sequence[Found]) -> list[Found]:
    """The changes with the footnotes that support them, and a record for each marker on unchanged words."""
    changes = [replace(e, substantive=False, bears=False) if _heads(alignment, e) else e for e in changes]
    attaching = _Attaching(alignment, changes)
    result = [attaching.attach(each) for each in sorted(changes, key=lambda each: (each.moved, _is_unsure(each)))]
    spare = attaching.spare()
    going = [each for each in result if _is_unfounded_going(each)]
    departures = Departures(alignment, going)
    founded: dict[Edit, list[FootnoteId]] = {}
    hung: list[Found] = []
    for cluster in spare:
        of = [*departures.told_by(cluster.ids, cluster.at)] or _quoted(alignment, cluster, going)
        of = of or _told_above(alignment, cluster, result) or _led_to(alignment, cluster, result)
        of = of or _right_behind(alignment, cluster, result)
        for each in of:
            founded.setdefault(each.edit, []).extend(cluster.ids)
        if not of:
            hung.extend(_hung(alignment, places, cluster.clause, markers) for markers in _side_by_side(cluster))
    found = ((each, () if each.footnotes else tuple(dict.fromkeys(founded.get(each.edit, ())))) for each in result)
    return [*(replace(each, footnotes=notes) if notes else each for each, notes in found), *hung]


def _heads(alignment: Alignment, change: Found) -> bool:
    """Whether words taken out of a clause are the new heading right above it: they lead it still."""
    clause = change.new_clause
    if not clause or change.whole or not change.edit.deletes or clause - 1 not in alignment.insertions:
        return False
    above = alignment.emended.clauses[clause - 1]
    gone = alignment.published.source.slice(change.old_span)
    return above.kind is ClauseKind.HEADING and compare_words(gone) == compare_words(above.text)


def _quoted(alignment: Alignment, cluster: Cluster, going: Sequence[Found]) -> list[Found]:
    """The whole clauses taken out that a footnote of a cluster has to the word: it tells that they are gone."""
    if not going:
        return []
    notes = [note for note in alignment.emended.definitions if note.id in cluster.ids]
    told = [compare_words(current_of(note.pieces)) for note in notes]
    text = alignment.published.source.text
    gone = [(each, compare_words(text[each.old_span.start : each.old_span.end])) for each in going]
    return [each for each, words in gone if len(words) >= SENTENCE and any(holds_words(quote, words) for quote in told)]


def _told_above(alignment: Alignment, cluster: Cluster, changes: Sequence[Found]) -> list[Found]:
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


def _led_to(alignment: Alignment, cluster: Cluster, changes: Sequence[Found]) -> list[Found]:
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


def _right_behind(alignment: Alignment, cluster: Cluster, changes: Sequence[Found]) -> list[Found]:
    """The change without footnotes that begins at a cluster, where no blank parts the two and one stands before it: the
    editor put the marker in front of the words."""
    text, markers = alignment.emended.source.text, Span(cluster.markers[0].span.start, cluster.markers[-1].span.end)
    if not text[max(0, markers.start - 1) : markers.start].isspace() or _NO_WORD.match(text, markers.end):
        return []
    here = (each for each in changes if each.new_clause == cluster.clause and each.edit.new_start == cluster.at)
    return [each for each in here if _is_bare(each) and each.edit.new_end > each.edit.new_start]


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


class _Attaching:
    """The footnotes of a text as they are given to its changes, one after the other."""

    def __init__(self, alignment: Alignment, changes: Sequence[Found]) -> None:
        stream = alignment.new
        self.alignment = alignment
        self.lists = {each.new_clause: each for each in changes if _is_new_list(stream, each)}
        self.standing = {clause: clusters(stream, clause) for clause in {marker.clause for marker in stream.markers}}
        self.headed = _headed(alignment, self.standing)
        self.struck = _struck(stream)
        self.known = _published_markers(alignment)
        self.used: set[tuple[int, int]] = set()
        """The places of those that support a change."""
        self.firm: set[tuple[int, int]] = set()
        """The places of those that support one that is sure."""

    def attach(self, change: Found) -> Found:
        """A change with the footnotes that support it."""
        support = self._supporting(change)
        settled = change
        if _is_unsure(change):
            settled = _settle(change, [each for each in support if not each.is_among(self.known)], self.firm)
        if settled.bears and settled.footnotes == ():
            taken = {cluster.place for cluster in support}
            self.used |= taken
            if not _is_unsure(change):
                self.firm |= taken
            settled = replace(settled, footnotes=tuple(dict.fromkeys(note for each in support for note in each.ids)))
        return settled

    def _supporting(self, change: Found) -> list[Cluster]:
        support = _support(self.alignment.new, change, self.standing) or [
            cluster for clause in _struck_of(self.alignment, change, self.struck) for cluster in self.standing[clause]
        ]
        if not support and change.whole and change.substantive and change.edit.inserts:
            support = self.headed.get(change.new_clause or 0, [])
        if not support and (listed := self._led_over_to(change)) is not None:
            support = _support(self.alignment.new, listed, self.standing)
        if not support and self.lists.get(change.new_clause) is change:
            support = self._leading(change)
        if change.moved:
            support = [cluster for cluster in support if cluster.place not in self.used]
        return support

    def _led_over_to(self, change: Found) -> Found | None:
        """The new list that new words lead over to: at the end of a paragraph within a sentence, or a paragraph
        of their own with a colon."""
        if change.new_clause is None or change.moved or not change.edit.inserts or not change.substantive:
            return None
        last = self.alignment.new.tokens[change.edit.new_end - 1]
        ends = change.edit.new_end == self.alignment.new.starts[last.clause + 1]
        leads = last.text == ":" if change.whole else last.text not in _STOPS
        return self.lists.get(last.clause + 1) if ends and leads else None

    def _leading(self, change: Found) -> list[Cluster]:
        """The markers beside the colon that leads over to a list which is new as a whole."""
        stream, above = self.alignment.new, (change.new_clause or 0) - 1
        clauses, below = stream.document.clauses, stream.tokens[change.edit.new_end - 1].clause + 1
        goes_on = below < len(clauses) and clauses[below].kind is ClauseKind.LIST_ITEM
        if above < 0 or goes_on or clauses[above].kind is not ClauseKind.PARAGRAPH:
            return []
        first, end = stream.starts[above], stream.starts[above + 1]
        if first == end or stream.tokens[end - 1].text != ":":
            return []
        return [each for each in self.standing.get(above, [])[-1:] if each.at >= end - 1]

    def spare(self) -> list[Cluster]:
        """What supports no change and was not there in the published text, in the order of the text."""
        every = (cluster for _, found in sorted(self.standing.items()) for cluster in found)
        return [each for each in every if each.place not in self.used and not each.is_among(self.known)]


def _is_unfounded_going(change: Found) -> bool:
    """Whether whole clauses were taken out, by no footnote so far."""
    return change.whole and change.substantive and change.edit.deletes and not change.footnotes


def _is_new_list(stream: Stream, change: Found) -> bool:
    """Whether whole clauses were put in that begin with the item of a list."""
    new = change.whole and not change.moved and change.edit.inserts and change.new_clause is not None
    return new and stream.document.clauses[change.new_clause or 0].kind is ClauseKind.LIST_ITEM


def _is_unsure(change: Found) -> bool:
    """Whether a footnote decides what a change is."""
    return change.tentative or change.doubtful


def _settle(change: Found, support: Sequence[Cluster], firm: set[tuple[int, int]]) -> Found:
    """A correction of grammar or of a letter is a change of the rule where a new footnote is there for it.

    That is one that supports nothing else, and with grammar also one right behind it.
    """
    if len(support) != 1:
        return change
    elsewhere = support[0].place in firm
    if elsewhere and (change.doubtful or support[0].at != change.edit.new_end):
        return change
    kind = EmendationKind.SUBSTITUTION
    if change.edit.inserts or change.edit.deletes:
        kind = EmendationKind.INSERTION if change.edit.inserts else EmendationKind.DELETION
    return replace(change, kind=kind, substantive=True, bears=True, tentative=False, doubtful=False)


def _support(stream: Stream, change: Found, standing: dict[int, list[Cluster]]) -> list[Cluster]:
    if change.new_clause is None or not (change.bears or change.tentative or change.doubtful):
        return []
    edit = change.edit
    if change.whole:
        if edit.deletes:
            return []
        last = stream.tokens[edit.new_end - 1].clause
        return [cluster for c in range(change.new_clause, last + 1) for cluster in standing.get(c, [])]
    here = standing.get(change.new_clause, [])
    first = next((at for at in range(edit.new_start, edit.new_end) if stream.tokens[at].is_word), edit.new_start)
    behind = bisect_left(here, first + (not edit.deletes), key=lambda cluster: cluster.at)
    return here[behind : behind + 1]


def _headed(alignment: Alignment, standing: Mapping[int, list[Cluster]]) -> dict[int, list[Cluster]]:
    """The markers of the innermost new heading with any above each clause of its section."""
    document, added = alignment.emended, frozenset(alignment.insertions)
    found: dict[int, list[Cluster]] = {}
    above: list[tuple[int, list[Cluster]]] = []
    levels = {heading.clause: heading.level for heading in document.headings}
    for clause in range(len(document.clauses)):
        level = levels.get(clause)
        if level is not None:
            while above and above[-1][0] >= level:
                above.pop()
            if clause in added and clause in standing:
                above.append((level, standing[clause]))
        elif above:
            found[clause] = above[-1][1]
    return found


def _struck(stream: Stream) -> dict[Words, list[int]]:
    """The clauses with footnote markers whose words the emended text itself strikes, by these; the last first."""
    found: dict[Words, list[int]] = {}
    for clause in sorted({marker.clause for marker in stream.markers}, reverse=True):
        bare = stream.starts[clause] == stream.starts[clause + 1]
        words = word_forms(stream.document.clauses[clause].text) if bare else ()
        if words:
            found.setdefault(words, []).append(clause)
    return found


def _struck_of(alignment: Alignment, change: Found, struck: dict[Words, list[int]]) -> Iterator[int]:
    """The struck clauses that hold the words of whole clauses taken out, each taken once."""
    if not struck or not change.whole or not change.edit.deletes or change.old_clause is None:
        return
    last = alignment.old.tokens[change.edit.old_end - 1].clause
    for clause in range(change.old_clause, last + 1):
        same = struck.get(word_forms(alignment.published.clauses[clause].text))
        if same:
            yield same.pop()


def _published_markers(alignment: Alignment) -> dict[int, set[FootnoteId]]:
    """The footnotes that the published clauses of each emended clause bear already."""
    known: dict[int, set[FootnoteId]] = {}
    for pair in alignment.pairs:
        ids = {marker.id for p in pair.published for marker in alignment.old.markers_of(p)}
        known.update(dict.fromkeys(pair.emended, ids))
    return known


def _side_by_side(cluster: Cluster) -> Iterator[list[Marker]]:
    """The markers of a cluster with not even a point between them."""
    for _, markers in groupby(cluster.markers, key=lambda marker: marker.at):
        yield list(markers)


def _hung(alignment: Alignment, places: Places, clause: int, markers: Sequence[Marker]) -> Found:
    """The record of markers hung on unchanged words."""
    pair = alignment.pair_of.get(clause)
    old_clause = pair.published[0] if pair else None
    at = markers[0].at
    old_at = places.old_at(at)
    return Found(
        edit=Edit(old_at, old_at, at, at),
        old_span=span_of(alignment.old, old_at, old_at),
        new_span=Span(markers[0].span.start, markers[-1].span.end),
        kind=EmendationKind.STRUCTURE,
        unit=Unit.FOOTNOTE,
        substantive=False,
        old_clause=old_clause,
        new_clause=clause,
        footnotes=tuple(dict.fromkeys(marker.id for marker in markers)),
    )
