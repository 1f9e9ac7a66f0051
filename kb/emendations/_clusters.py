"""Clusters: footnote markers that stand at one place of a text.

In: an emended stream. Out: the clusters of a clause, in order.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, takewhile

from kb.model import FootnoteId
from kb.text import Span
from kb.tokens import Marker, Stream


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
