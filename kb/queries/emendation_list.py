"""The records between two texts, as the `emendations` query answers them."""

from collections.abc import Sequence

from kb.provenance import Authority, Emendation

SCHEMA = 1


def emendation_list(published: str, emended: str, records: Sequence[Emendation]) -> dict[str, object]:
    """The answer in the shape of the JSON contract; `published` and `emended` are the paths of the two texts.

    Spans are [start, end) character offsets in the files, start = end where a side has nothing.
    """
    return {
        "schema": SCHEMA,
        "published": published,
        "emended": emended,
        "items": [as_item(record) for record in records],
    }


def as_item(record: Emendation) -> dict[str, object]:
    """One record as plain data."""
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
