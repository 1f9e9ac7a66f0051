"""Parallel passages, and the changes a sister book does not follow, as the `parallels` query answers them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.answers.telling import Line, counted, wrap
from kb.differences import Difference
from kb.model import Document, WorkId
from kb.parallels import Likeness, Parallel, Place, Stretch
from kb.queries.unfollowed import Unfollowed

SCHEMA = 1
_INSET = 2


@dataclass(frozen=True, slots=True)
class Shared:
    """What is shown: parallels, changes not followed, and the document each work was read in."""

    parallels: Sequence[Parallel]
    unfollowed: Sequence[Unfollowed]
    documents: Mapping[WorkId, Document]


def choose_parallels(shared: Shared, works: Sequence[WorkId], relation: Likeness | None = None) -> Shared:
    """The parallels of one work with all others, or between two; the first work named is on the first side.

    No work means all. With a relation only parallels of that relation, and no changes.
    """
    kept = []
    for parallel in shared.parallels:
        sides = (parallel.a.work, parallel.b.work)
        if all(work in sides for work in works) and relation in (None, parallel.likeness):
            kept.append(parallel.turned if works and works[0] == parallel.b.work else parallel)
    if works:
        kept.sort(key=lambda parallel: parallel.a.span.start)
    concerned = [
        each
        for each in shared.unfollowed
        if relation is None and all(work in (each.work, each.sister.work) for work in works)
    ]
    return Shared(kept, concerned, shared.documents)


def list_parallels(shared: Shared) -> dict[str, object]:
    """The answer in the shape of the JSON contract; spans are [start, end) character offsets in the files."""
    return {
        "schema": SCHEMA,
        "pairs": [
            {
                "a": _side(parallel.a, shared.documents),
                "b": _side(parallel.b, shared.documents),
                "relation": parallel.likeness.value,
                "similarity": parallel.similarity,
                "differences": [_difference(difference) for difference in parallel.differences],
            }
            for parallel in shared.parallels
        ],
        "unfollowed": [as_item(each) for each in shared.unfollowed],
    }


def _side(place: Place, documents: Mapping[WorkId, Document]) -> dict[str, object]:
    return {
        "work": place.work,
        "clause": place.clause,
        "text": place.text,
        "section": place.heading,
        "section_id": place.section,
        "path": documents[place.work].source.path,
        "line": place.line,
        "span": [place.span.start, place.span.end],
        "whole": place.whole,
    }


def _difference(difference: Difference) -> dict[str, object]:
    return {
        "a": difference.old_text,
        "b": difference.new_text,
        "kind": "label" if difference.in_label else difference.change.value,
        "substantive": difference.substantive,
        "a_span": [difference.old_span.start, difference.old_span.end],
        "b_span": [difference.new_span.start, difference.new_span.end],
    }


def as_item(found: Unfollowed) -> dict[str, object]:
    """A change that a sister book does not follow as plain data."""
    record = found.record
    return {
        "work": found.work,
        "record": record.id,
        "clause": record.clause,
        "published_text": record.published_text,
        "emended_text": record.emended_text,
        "footnotes": list(record.footnotes),
        "rulings": sorted(record.rulings),
        "beside": found.beside,
        "sister": {
            "work": found.sister.work,
            "edition": found.edition.id,
            "emended": found.emended,
            "clause": found.clause,
            "path": found.edition.document.source.path,
            "line": found.line,
            "text": found.text,
        },
    }


def render_parallels(shared: Shared, width: int = 100) -> Iterator[Line]:
    """The answer for people: each passage with its places and what differs, then the changes not followed."""
    counts = Counter(parallel.likeness for parallel in shared.parallels)
    told = ", ".join(f"{counts[each]} {each.value}" for each in Likeness)
    number = len(shared.parallels)
    works = len({place.work for parallel in shared.parallels for place in (parallel.a, parallel.b)})
    between = f" shared by {works} works" if works else ""
    yield (("bold", f"{counted(number, 'passage')}{between}: {told}"),)
    for parallel in shared.parallels:
        yield ()
        yield (
            ("bold", _place(parallel.a, shared.documents)),
            ("", " = "),
            ("bold", _place(parallel.b, shared.documents)),
            ("dim", f"  {parallel.likeness.value}, similarity {parallel.similarity:.2f}"),
        )
        yield from wrap("".join(mark_stretches(parallel.stretches)), width, inset=_INSET)
    if shared.unfollowed:
        yield ()
        number = len(shared.unfollowed)
        yield (("bold", f"{counted(number, 'change')} that a sister book does not have"),)
    for each in shared.unfollowed:
        yield ()
        yield from _unfollowed(each, width)


def mark_stretches(stretches: Sequence[Stretch]) -> Iterator[str]:
    """The words of two passages in one: `[-words-]` of the first alone, `{+words+}` of the second alone."""
    for stretch in stretches:
        if stretch.difference is None:
            yield stretch.b if stretch.b.startswith(" ") else stretch.a
            continue
        gone, come = stretch.a.strip(), stretch.b.strip()
        apart = " " if (stretch.a or stretch.b).startswith(" ") else ""
        marked = [f"[-{gone}-]" if gone else "", f"{{+{come}+}}" if come else ""]
        yield apart + (" " if apart else "").join(each for each in marked if each)


def _place(place: Place, documents: Mapping[WorkId, Document]) -> str:
    part = "" if place.whole else " (part)"
    return f"{documents[place.work].source.path}:{place.line} {place.clause}{part}"


def _unfollowed(found: Unfollowed, width: int) -> Iterator[Line]:
    record = found.record
    reason = ", ".join(sorted(record.rulings)) or f"[^{record.footnotes[0]}]"
    yield (("bold", f"{found.work} {record.clause}"), ("", f"  changed by {reason}"), ("dim", f"  #{record.id}"))
    for sign, style, text in (("-", "bad", record.published_text), ("+", "good", record.emended_text)):
        if text.strip():
            yield from wrap(f"{sign} {' '.join(text.split())}", width, style, _INSET)
    place = f"{found.edition.document.source.path}:{found.line} {found.clause}"
    state = "the emended text does not have it" if found.emended else "as published; there is no emended edition"
    yield from wrap(f"{found.sister.work}, {place}: {state}", width, inset=_INSET)
