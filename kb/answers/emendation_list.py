"""The records between two texts, as the `emendations` query answers them."""

from collections.abc import Iterator, Sequence

from kb.answers.telling import counted
from kb.model import Document
from kb.provenance import Authority, AuthorityStatus, Emendation, EmendationKind, Unit
from kb.queries.moves import find_moves

SCHEMA = 1
_QUIET = frozenset({Unit.MARKUP, Unit.WHITESPACE, Unit.FRONT_MATTER})
_WIDTH = 160


def list_emendations(published: str, emended: str, records: Sequence[Emendation]) -> dict[str, object]:
    """The answer in the shape of the JSON contract; `published` and `emended` are the paths of the two texts.

    Spans are [start, end) character offsets in the files, start = end where a side has nothing.
    """
    return {
        "schema": SCHEMA,
        "published": published,
        "emended": emended,
        "items": list(as_items(records)),
    }


def as_items(records: Sequence[Emendation]) -> Iterator[dict[str, object]]:
    """The records of one edition as plain data, each half of a move with the id of the other."""
    moves = find_moves(records)
    for record in records:
        other = moves.get(record.id)
        yield as_item(record) | {"moved": other.id if other else None}


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
    published: Document, emended: Document, records: Sequence[Emendation], everything: bool = False
) -> Iterator[str]:
    """The records for people, with place and words; changes of words only unless `everything`."""
    shown = [record for record in records if everything or _is_of_words(record)]
    moves = find_moves(records)

    def find_place(record: Emendation) -> str:
        document, span = (
            (emended, record.emended_span) if len(record.emended_span) else (published, record.published_span)
        )
        place = document.source.position(span.start)
        return f"{document.source.path}:{place.line}:{place.column}"

    for record in shown:
        other = moves.get(record.id)
        move = f"moved {'from' if len(record.emended_span) else 'to'} {find_place(other)}" if other else None
        yield f"{find_place(record)}: {_head(record, move)}"
        for sign, text in (("-", record.published_text), ("+", record.emended_text)):
            if text.strip():
                yield f"  {sign} {_short(text)}"
    substantive = sum(record.substantive for record in records)
    uncited = sum(record.authority_status is AuthorityStatus.UNCITED for record in records)
    rest = f"; {len(records) - len(shown)} of markup and structure not shown" if len(shown) < len(records) else ""
    yield f"{counted(len(records), 'change')}, {substantive} substantive, {uncited} of them uncited{rest}"


def _is_of_words(record: Emendation) -> bool:
    return record.kind is not EmendationKind.STRUCTURE and record.unit not in _QUIET


def _head(record: Emendation, move: str | None) -> str:
    parts = [f"{record.kind.value} ({record.unit.value})", *filter(None, (record.label, move))]
    if record.footnotes:
        parts.append("".join(f"[^{footnote}]" for footnote in record.footnotes))
    elif record.authority_status is AuthorityStatus.UNCITED:
        parts.append("uncited")
    return f"{', '.join(parts)}  #{record.id}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
