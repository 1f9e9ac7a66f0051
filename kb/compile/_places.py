"""Places: where in a text the words of a record stand.

In: a record and the body of a text. Out: every place in its section where its words stand with their context, in
order. Nothing is fuzzy: the words are compared character by character, the context word by word (letters and digits,
case and the shape of marks folded). A place is a stretch of the source and the positions it lies between.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.compile._body import Body, context_key, same_points
from kb.model import ClauseId, SectionId
from kb.provenance import Unit
from kb.records import Record, Side
from kb.text import Span


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of the source, and the positions between which its tokens lie."""

    span: Span
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """The places of a record; where it has none, whether its words stand in another context."""

    places: tuple[Place, ...]
    elsewhere: bool = False


def clauses_at(body: Body, at: int, end: int, ahead: bool) -> tuple[int, ...]:
    """The clauses an editor reads to judge a change between two positions: those it changes; for words put in the one
    they follow, or (`ahead`) the one they precede."""
    first = at if end > at or ahead or not at else at - 1
    tokens = body.tokens[min(first, max(body.size - 1, 0)) : max(end, first + 1)]
    return tuple(dict.fromkeys(token.clause for token in tokens))


def clauses_read(body: Body, at: int, end: int, ahead: bool) -> str:
    """What these clauses say."""
    return "\n".join(body.document.clauses[clause].text for clause in clauses_at(body, at, end, ahead))


class _Told(NamedTuple):
    """What a record tells of its place. Records that tell the same, as those of many equal paragraphs do, have the same
    places. A clause tells where no context does."""

    front_matter: bool
    section: SectionId | None
    clause: ClauseId | None
    prefix: str | None
    published: str
    suffix: str | None
    before: bool


def place_record(record: Record, body: Body) -> Found:
    """Where a record is to be made in the text it was made for (or one that reads the same around it)."""
    bare = record.prefix is None and record.suffix is None
    told = _Told(
        front_matter=record.unit is Unit.FRONT_MATTER,
        section=record.section,
        clause=record.clause if bare else None,
        prefix=record.prefix,
        published=record.published,
        suffix=record.suffix,
        before=record.side is Side.BEFORE,
    )
    return body.memory.ask(_find, told, body)


def _find(told: _Told, body: Body) -> Found:
    if told.front_matter:
        return Found(tuple(_in_front_matter(told.published, body)))
    if told.section is not None and told.section not in body.spans:
        return Found(())
    sections = [told.section] if told.section is not None else list(body.spans)
    found: dict[Span, Place] = {}
    for section in sections:
        for at in _positions(told, body, section):
            for place in _at(told, body, at):
                if _fits(told, body, place, section):
                    found.setdefault(place.span, place)
    if not found and told.published.strip():
        return Found((), any(_stands(told.published.strip(), body, section) for section in sections))
    return Found(_with_points(told, body, sorted(found.values())))


def _with_points(told: _Told, body: Body, places: Sequence[Place]) -> tuple[Place, ...]:
    """Of places with the same words around them those with the same points, where there are any."""
    if len(places) < 2 or told.section is None:
        return tuple(places)
    section = told.section
    exact = [
        place
        for place in places
        if (told.prefix is None or same_points(told.prefix, body.prefix(place.at, section)))
        and (told.suffix is None or same_points(told.suffix, body.suffix(place.end, section)))
    ]
    return tuple(exact or places)


def _in_front_matter(published: str, body: Body) -> Iterator[Place]:
    start = body.text.find(published, 0, body.begin)
    while start != -1:
        yield Place(Span(start, start + len(published)), 0, 0)
        start = body.text.find(published, start + 1, body.begin) if published else -1


def _positions(told: _Told, body: Body, section: SectionId) -> Sequence[int]:
    """The positions of a section that may begin the place of a record."""
    if told.prefix is not None:
        return body.prefixes.get((section, context_key(told.prefix)), ())
    low, high = body.spans[section]
    if told.clause is not None and told.suffix is None:
        return tuple(_of_clause(told, body, range(low, high + 1)))
    return range(low, high + 1)


def _of_clause(told: _Told, body: Body, known: Iterable[int]) -> Iterator[int]:
    """Positions inside the clause a record names; of an insertion only its end, or its beginning."""
    clauses = body.document.clauses
    for at in known:
        side = at - 1 if not told.published and not told.before else at
        if not 0 <= side < body.size or clauses[body.tokens[side].clause].id != told.clause:
            continue
        other = at if side < at else at - 1
        edge = not 0 <= other < body.size or clauses[body.tokens[other].clause].id != told.clause
        if told.published or edge:
            yield at


def _at(told: _Told, body: Body, at: int) -> Iterator[Place]:
    """The places of a record's published text that begin at a position."""
    joint = body.joint(at)
    if not told.published:
        offset = body.opening(at) if told.before else body.anchor(at)
        yield Place(Span(offset, offset), at, at)
        return
    start = body.text.find(told.published, joint.start)
    while start != -1 and start <= joint.end:
        end = start + len(told.published)
        if end <= joint.end:
            yield Place(Span(start, end), at, at)
        elif end <= body.end:
            stop = body.position(end)
            if stop > at and body.tokens[stop - 1].span.end <= end:
                yield Place(Span(start, end), at, stop)
        start = body.text.find(told.published, start + 1)


def _fits(told: _Told, body: Body, place: Place, section: SectionId) -> bool:
    """Whether the words behind a place are those of the record."""
    if told.suffix is None:
        return True
    return body.key(body.behind(place.end, section)) == context_key(told.suffix)


def _stands(words: str, body: Body, section: SectionId) -> bool:
    """Whether words stand in a section, whatever is around them."""
    low, high = body.spans[section]
    return body.text.find(words, body.joint(low).start, body.tokens[high - 1].span.end if high else 0) != -1
