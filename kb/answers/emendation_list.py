"""The records between two texts, as the `emendations` query answers them."""

from collections.abc import Iterable, Iterator, Sequence

from kb.answers.telling import counted
from kb.model import Document
from kb.provenance import Authority, AuthorityStatus, Emendation, EmendationKind, Unit
from kb.queries.lacking import Lacking
from kb.queries.moves import find_moves

SCHEMA = 1
_QUIET = frozenset({Unit.MARKUP, Unit.WHITESPACE, Unit.FRONT_MATTER})
_WIDTH = 160


def list_emendations(
    published: str, emended: str, records: Sequence[Emendation], lacking: Iterable[Lacking] = ()
) -> dict[str, object]:
    """The answer in the shape of the JSON contract; `published` and `emended` are the paths of the two texts, `lacking`
    the sections that the emended one lacks as a whole.

    Spans are [start, end) character offsets in the files, start = end where a side has nothing.
    """
    return {
        "schema": SCHEMA,
        "published": published,
        "emended": emended,
        "items": list(as_items(records, lacking)),
    }


def as_items(records: Sequence[Emendation], lacking: Iterable[Lacking] = ()) -> Iterator[dict[str, object]]:
    """The records of one edition as plain data, each half of a move with the id of the other, and each part of what is
    lacking as a whole with the heading of that."""
    moves, sections = find_moves(records), {part.id: each.section for each in lacking for part in each.records}
    for record in records:
        other, section = moves.get(record.id), sections.get(record.id)
        yield as_item(record) | {
            "moved": other.id if other else None,
            "lacking": section.heading.id if section else None,
        }


def as_item(record: Emendation) -> dict[str, object]:
    """One record as plain data, by itself."""
    return {
        "id": record.id,
        "section": record.section,
        "section_id": record.section_id,
        "clause": record.clause,
        "kind": record.kind.value,
        "unit": record.unit.value,
        "label": record.label,
        "published_span": [record.published_span.start, record.published_span.end],
        "emended_span": [record.emended_span.start, record.emended_span.end],
        "published_text": record.published_text,
        "emended_text": record.emended_text,
        "prefix": record.prefix,
        "suffix": record.suffix,
        "authorities": [_authority(authority) for authority in record.authorities],
        "authority_status": record.authority_status.value,
        "substantive": record.substantive,
        "effective": record.effective,
        "part_of": record.part_of,
    }


def _authority(authority: Authority) -> dict[str, object]:
    return {
        "footnote": authority.footnote,
        "relation": authority.relation.value if authority.relation else None,
        "similarity": authority.similarity,
        "rulings": list(authority.rulings),
    }


def render_emendations(
    published: Document,
    emended: Document,
    records: Sequence[Emendation],
    lacking: Sequence[Lacking],
    everything: bool = False,
) -> Iterator[str]:
    """The records for people, with place and words; unless `everything` changes of words only, and each of the sections
    that are `lacking` as a whole as one."""
    parts = {part.id: each for each in lacking for part in each.records}
    others = [record for record in records if record.id not in parts]
    shown = [record for record in records if everything or (_is_of_words(record) and record.id not in parts)]
    firsts = {each.records[0].id: each for each in lacking}
    moves, told = find_moves(records), frozenset(record.id for record in shown)

    def find_place(record: Emendation) -> str:
        document, span = (
            (emended, record.emended_span) if len(record.emended_span) else (published, record.published_span)
        )
        place = document.source.position(span.start)
        return f"{document.source.path}:{place.line}:{place.column}"

    for record in records:
        if (each := firsts.get(record.id)) is not None:
            clauses = counted(each.section.worded, "clause")
            title = " ".join(each.section.heading.text.split())
            yield f"{find_place(record)}: section not in the emended text, {_told_by(each.told)}: `{title}`, {clauses}"
        if record.id not in told:
            continue
        other = moves.get(record.id)
        move = f"moved {'from' if len(record.emended_span) else 'to'} {find_place(other)}" if other else None
        yield f"{find_place(record)}: {_head(record, move)}"
        for sign, text in (("-", record.published_text), ("+", record.emended_text)):
            if text.strip():
                yield f"  {sign} {_short(text)}"
    substantive = sum(record.substantive for record in others)
    uncited = sum(record.authority_status is AuthorityStatus.UNCITED for record in others)
    quiet = 0 if everything else len(others) - len(shown)
    rest = f"; {quiet} of markup and structure not shown" if quiet else ""
    gone = f"; {counted(len(lacking), 'section')} not in the emended text" if lacking else ""
    yield f"{counted(len(others), 'change')}, {substantive} substantive, {uncited} of them uncited{gone}{rest}"


def _is_of_words(record: Emendation) -> bool:
    return record.kind is not EmendationKind.STRUCTURE and record.unit not in _QUIET


def _head(record: Emendation, move: str | None) -> str:
    parts = [f"{record.kind.value} ({record.unit.value})", *filter(None, (record.label, move))]
    if told := _told_by(record):
        parts.append(told)
    return f"{', '.join(parts)}  #{record.id}"


def _told_by(record: Emendation) -> str:
    """The footnotes that say why a change was made, or that it needs one."""
    silent = record.authority_status is AuthorityStatus.UNCITED
    return "".join(f"[^{each}]" for each in record.footnotes) or ("uncited" if silent else "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
