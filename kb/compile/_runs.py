"""Runs: words with what stands around them in one text, and where in another text they stand so.

In: a stretch of one text as a `Run`, as it is before and after a change. Out: positions of another text with how much
of the context stands there; exact words, the nearest eight on both sides, or three where not all of them stand.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.compile._body import NEAREST, Body
from kb.compile._places import Place
from kb.emendations import span_of
from kb.model import SectionId
from kb.records import Record
from kb.text import Span

FULL = 4
"""All of the context on both sides."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words with what stands around them in one text: the section, and the keys before and behind."""

    sections: tuple[SectionId, ...]
    words: tuple[str, ...]
    before: tuple[str, ...]
    behind: tuple[str, ...]
    points: tuple[str, str]


def run_of(body: Body, low: int, high: int, words: tuple[str, ...], sections: Iterable[SectionId]) -> Run:
    listed = tuple(dict.fromkeys(sections))
    before = tuple(body.key(body.before(low, section)) for section in listed)
    behind = tuple(body.key(body.behind(high, section)) for section in listed)
    return Run(listed, words, before, behind, _points(body, low, high))


def _points(body: Body, low: int, high: int) -> tuple[str, str]:
    """The points between a stretch of tokens and the nearest words on both sides."""
    start, stop = low, high
    while start and not body.tokens[start - 1].is_word and body.tokens[start - 1].clause == body.tokens[low - 1].clause:
        start -= 1
    while stop < body.size and not body.tokens[stop].is_word and body.tokens[stop].clause == body.tokens[high].clause:
        stop += 1
    sides = (body.tokens[start:low], body.tokens[high:stop])
    return "".join(token.form for token in sides[0]), "".join(token.form for token in sides[1])


def candidates(target: Body, wanted: Run, other: Run) -> Iterator[tuple[int, int]]:
    """Positions where the words of a run stand, with how much of the context does (4: all of it).

    Words that stand once need the context of one side; an insertion all of one and the nearest words of the other.
    At the border of two sections the words of both count.
    """
    places = sorted(set(_positions(target, wanted, other)))
    for at in places:
        end = at + len(wanted.words)
        left = right = 2
        for number, section in enumerate(wanted.sections):
            before, behind = [wanted.before[number]], [wanted.behind[number]]
            if section in other.sections:
                known = other.sections.index(section)
                before.append(other.before[known])
                behind.append(other.behind[known])
            left = min(left, _level(before, target.key(target.before(at, section)), True))
            right = min(right, _level(behind, target.key(target.behind(end, section)), False))
        once = len(places) == 1 and bool(wanted.words)
        if left + right > 2 or (left and right and wanted.words) or (once and left + right > 1):
            yield at, left + right


def _positions(target: Body, wanted: Run, other: Run) -> Iterator[int]:
    """Positions of the sections of a run where its words, or those around it, stand."""
    if wanted.words:
        yield from standing(target, wanted)
        return
    for run in (wanted, other):
        for number, section in enumerate(run.sections):
            yield from target.prefixes.get((section, run.before[number]), ())
            yield from target.suffixes.get((section, run.behind[number]), ())


def standing(target: Body, run: Run) -> Iterator[int]:
    """Where the words of a run stand in its sections."""
    for name in run.sections:
        low, high = target.spans.get(name, (0, 0))
        for at in target.words_at(run.words[0]):
            inside = low <= at and at + len(run.words) <= high
            if inside and all(target.tokens[at + k].text == word for k, word in enumerate(run.words)):
                yield at


def _level(wanted: Iterable[str], found: str, before: bool) -> int:
    """2 where all of a context stands, 1 where the nearest words do, else 0."""
    if found in wanted:
        return 2
    return 1 if _nearest(found, before) in {_nearest(key, before) for key in wanted} else 0


def _nearest(key: str, before: bool) -> str:
    words = key.split()
    return " ".join(words[-NEAREST:] if before else words[:NEAREST])


def strongest(listed: Mapping[int, int], target: Body, wanted: Run, other: Run) -> list[int]:
    """Of positions those with the most of their context; of several those with the same points beside them."""
    best = max(listed.values(), default=0)
    spots = [at for at, level in listed.items() if level == best]
    if len(spots) > 1:
        for known in (wanted, other):
            same = [at for at in spots if _points(target, at, at + len(wanted.words)) == known.points]
            if same:
                return same
    return spots


def stretches(record: Record, target: Body, at: int, end: int) -> Iterator[Place]:
    """The stretch of the source that a record changes at tokens of another text."""
    if not record.published:
        offset = target.opening(at) if record.side is not None else target.anchor(at)
        yield Place(Span(offset, offset), at, at)
        return
    joint = target.joint(at)
    start = target.text.find(record.published, joint.start)
    if at < end and joint.start <= start <= joint.end and target.position(start + len(record.published)) == end:
        yield Place(Span(start, start + len(record.published)), at, end)
    elif at == end:  # markup that words come behind
        if target.document.source.slice(joint).count(record.published) == 1:
            yield Place(Span(start, start + len(record.published)), at, end)
    else:
        wide = span_of(target.stream, at, end)
        low = target.anchor(at) if record.published[0].isspace() else wide.start
        high = target.opening(end) if record.published[-1].isspace() else wide.end
        yield Place(Span(min(low, wide.start), max(high, wide.end)), at, end)
