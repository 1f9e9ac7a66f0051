"""The shape of a records file: what data may enter, as pydantic models; `_read` makes records of it.

Strict: unknown keys are errors, text is not guessed from other values.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from kb.provenance import EmendationKind, Unit
from kb.records._values import RecordStatus, Side
from kb.shapes import Written

Words = Annotated[Written, StringConstraints(min_length=1)]
Kind = Annotated[EmendationKind, Field(strict=False)]
UnitValue = Annotated[Unit, Field(strict=False)]
SideValue = Annotated[Side, Field(strict=False)]
Status = Annotated[RecordStatus, Field(strict=False)]


class Shape(BaseModel):
    """What all shapes share: strict, frozen, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class BaseShape(Shape):
    """The text the records are made for."""

    edition: Words
    sha256: Words


class OccurrenceShape(Shape):
    """Which of several places."""

    number: int
    of: int


class ReviewedShape(Shape):
    """What an editor had before them."""

    clause: Words | None = None
    rulings: dict[str, Words] = {}


class RecordShape(Shape):
    """One record."""

    id: Words | None = None
    kind: Kind | None = None
    unit: UnitValue | None = None
    label: Words | None = None
    section: Words | None = None
    clause: Words | None = None
    published: Written = ""
    emended: Written = ""
    prefix: Written | None = None
    suffix: Written | None = None
    occurrence: OccurrenceShape | None = None
    side: SideValue | None = None
    lead: Written | None = None
    tail: Written | None = None
    footnotes: list[Words] = []
    rulings: list[Words] = []
    marks: bool = True
    supports: list[Words] = []
    comes_with: list[Words] = []
    effective: Words | None = None
    issued: Words | None = None
    rank: int | None = None
    after: list[Words] = []
    substantive: bool | None = None
    status: Status = RecordStatus.ACCEPTED
    reason: Words | None = None
    reviewed: ReviewedShape | None = None


class CitationShape(Shape):
    """One footnote definition."""

    id: Words
    text: Written = ""
    gap: Written = "\n"
    always: bool = False
    missing: bool = False


class ApparatusShape(Shape):
    """What stands around the definitions."""

    opening: Written = ""
    closing: Written = "\n"


class ContentsShape(Shape):
    """How a contents table is written."""

    record: Words
    columns: list[Words]
    indents: dict[str, Written] = {}
    labels: dict[str, Written] = {}
    omitted: list[Words] = []
    quotes: bool = False
    shortened: bool = False


class RecordsShape(Shape):
    """The whole of a records file."""

    records_schema: Literal[1] = Field(alias="schema")
    work: Words
    base: BaseShape
    emended_sha256: Words | None = None
    apparatus: ApparatusShape | None = None
    contents: ContentsShape | None = None
    records: list[RecordShape] = []
    citations: list[CitationShape] = []
