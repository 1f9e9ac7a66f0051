"""Words struck over several blocks: runs of pieces come in, the same go out with what stands between a `<del>` and its
end tag struck.

kramdown reads such an element to the end of its block, and its end tag as mere text: the pieces stay as it reads them.
But whoever set the tags struck all the words between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.grouping import join_stretches
from kb.kramdown.patterns import STRUCK_TAGS
from kb.model import Piece, PieceKind, Pieces
from kb.text import Source

_Place = tuple[int, int]
"""A run and a piece in it."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """Runs of pieces with their struck ones marked, and the start tags that nothing ends."""

    runs: tuple[Pieces, ...]
    unclosed: Pieces


def strike_between(runs: Sequence[Pieces], raw: Sequence[bool], source: Source) -> Strikes:
    """Strike what stands between a tag that opens in one run and the one that ends it, there or in another.

    `raw` says which runs are raw HTML: there an element that nothing ends strikes to the end of its run, as the element
    around it does; among Markdown it strikes nothing.
    """
    begun: dict[str, list[_Place]] = {}
    between: list[tuple[_Place, _Place]] = []
    for place, tag, ends in _loose(runs, source):
        if not ends:
            begun.setdefault(tag, []).append(place)
        elif begun.get(tag):
            between.append((begun[tag].pop(), place))
    left = sorted(place for places in begun.values() for place in places)
    between += [(place, (place[0], len(runs[place[0]]))) for place in left if raw[place[0]]]
    struck = list(runs)
    for first, last in join_stretches(between):
        for run in range(first[0], last[0] + 1):
            lo = first[1] if run == first[0] else 0
            hi = last[1] + 1 if run == last[0] else len(runs[run])
            struck[run] = _strike(struck[run], lo, hi)
    return Strikes(tuple(struck), tuple(runs[run][at] for run, at in left))


def _loose(runs: Sequence[Pieces], source: Source) -> Iterator[tuple[_Place, str, bool]]:
    """The tags of struck words that have no partner in their block, each with its element and whether it ends it."""
    for run, pieces in enumerate(runs):
        for at, piece in enumerate(pieces):
            tag = piece.tag.casefold()
            if tag in STRUCK_TAGS and piece.kind is PieceKind.TAG and not source.slice(piece.span).endswith("/>"):
                yield (run, at), tag, source.text.startswith("</", piece.span.start)


def _strike(pieces: Pieces, lo: int, hi: int) -> Pieces:
    """Pieces with those of [lo, hi) struck; markers of footnotes and of lists stay what they are."""
    return tuple(
        replace(piece, struck=True) if lo <= at < hi and may_be_struck(piece) else piece
        for at, piece in enumerate(pieces)
    )


def may_be_struck(piece: Piece) -> bool:
    """Whether a piece between the tags of struck words is struck with them."""
    return piece.kind is not PieceKind.FOOTNOTE and (piece.kind is not PieceKind.MARKUP or bool(piece.text))
