"""Records on disk: what an editor keeps of an emended text."""

from kb.records._faults import RECORD_UNKNOWN
from kb.records._read import read_records
from kb.records._values import (
    CONTENTS_PLACE,
    Apparatus,
    BaseText,
    Citation,
    Contents,
    Occurrence,
    Record,
    Records,
    RecordStatus,
    Reviewed,
    Side,
    all_waits,
)
from kb.records._write import write_records, write_review

__all__ = [
    "CONTENTS_PLACE",
    "RECORD_UNKNOWN",
    "Apparatus",
    "BaseText",
    "Citation",
    "Contents",
    "Occurrence",
    "Record",
    "RecordStatus",
    "Records",
    "Reviewed",
    "Side",
    "all_waits",
    "read_records",
    "write_records",
    "write_review",
]
