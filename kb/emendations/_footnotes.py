"""Footnotes: which marker supports which change.

In: an emended stream and the changes found. Out: the changes with their footnotes, and the markers that support none.
Rule: a footnote supports the changed words between the marker before it (or the block's start) and itself; markers side
by side support the same words; a marker inside a new block supports the whole of it, one in a new heading also the new
blocks below it that have none of their own, one in any heading the changes of a paragraph below it that have none, if
its footnote has a changed sentence of that, one that supports nothing in the paragraph above a table the changes of the
rows that have none, one before all words of a block, or in a paragraph of its own, the changes of the block, or of
that above, if there is no other there, one right before the first word of a sentence those of that, one in a new
block the new ones beside it that its footnote has to the word, one in a new list also the new words before it that
lead over to it, one beside the colon that leads over to a new list without any this; one in a block that the text
itself strikes supports its going, as does one that supports nothing else at its place, or that quotes it; of a section
that went from there as a whole only one that names its heading. Corrections of spelling and punctuation take none,
numbers that are counted anew only one right behind them. One that supports nothing else and stands in front of a
changed word, a blank before it and none behind, supports that.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kb.align import Alignment
from kb.diff import Edit
from kb.emendations._clusters import Cluster, clusters
from kb.emendations._departures import Departures
from kb.emendations._found import Found, span_of
from kb.emendations._places import Places
from kb.emendations._spare import beside, led_to, quoted, quoted_beside, right_behind, told_above, told_elsewhere
from kb.grouping import group_pairs
from kb.model import ClauseKind, FootnoteId
from kb.provenance import EmendationKind, Unit
from kb.similarity import Words, compare_words
from kb.text import Span, word_forms
from kb.tokens import Marker, Stream

_STOPS = frozenset(".!?")


def attach_footnotes(alignment: Alignment, places: Places, changes: Sequence[Found]) -> list[Found]:
    """The changes with the footnotes that support them, and a record for each marker on unchanged words."""
    changes = [replace(e, substantive=False, bears=False) if _heads(alignment, e) else e for e in changes]
    attaching = _Attaching(alignment, changes)
    result = [attaching.attach(each) for each in sorted(changes, key=lambda each: (each.moved, _is_unsure(each)))]
    spare = attaching.spare()
    going = [each for each in result if _is_unfounded_going(each)]
    departures = Departures(alignment, going)
    of_clause = group_pairs((each.new_clause, each) for each in result)
    founded: dict[Edit, list[FootnoteId]] = {}
    hung: list[Found] = []
    for cluster in spare:
        of = [*departures.told_by(cluster.ids, cluster.at)] or quoted(alignment, cluster, going)
        of = of or told_above(alignment, cluster, result) or led_to(alignment, cluster, result)
        of = of or beside(alignment, attaching.standing, cluster, of_clause)
        of = of or right_behind(alignment, cluster, of_clause)
        for each in of:
            founded.setdefault(each.edit, []).extend(cluster.ids)
        if not of:
            hung.extend(_hung(alignment, places, cluster.clause, markers) for markers in _side_by_side(cluster))
    found = ((each, () if each.footnotes else tuple(dict.fromkeys(founded.get(each.edit, ())))) for each in result)
    result = [replace(each, footnotes=notes) if notes else each for each, notes in found]
    told = {**told_elsewhere(alignment, [*filter(_is_unfounded_going, result)]), **quoted_beside(alignment, result)}
    return [*(replace(e, footnotes=told[e.edit]) if e.edit in told and not e.footnotes else e for e in result), *hung]


def _heads(alignment: Alignment, change: Found) -> bool:
    """Whether words taken out of a clause are the new heading right above it: they lead it still."""
    clause = change.new_clause
    if not clause or change.whole or not change.edit.deletes or clause - 1 not in alignment.insertions:
        return False
    above = alignment.emended.clauses[clause - 1]
    gone = alignment.published.source.slice(change.old_span)
    return above.kind is ClauseKind.HEADING and compare_words(gone) == compare_words(above.text)


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
            support = self._below(change) or self.headed.get(change.new_clause or 0, [])
        if not support and (listed := self._led_over_to(change)) is not None:
            support = _support(self.alignment.new, listed, self.standing)
        if not support and self.lists.get(change.new_clause) is change:
            support = self._leading(change)
        if change.moved:
            support = [cluster for cluster in support if cluster.place not in self.used]
        return support

    def _below(self, change: Found) -> list[Cluster]:
        """The markers alone in the paragraph right below new blocks."""
        stream = self.alignment.new
        below = stream.tokens[change.edit.new_end - 1].clause + 1
        standing = self.standing.get(below, [])
        return [] if not standing or any(token.is_word for token in stream.of_clause(below)) else standing

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
