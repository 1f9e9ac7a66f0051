"""The things the program knows: documents and their clauses, editions, statements and rulings.

Values only: readers make them, passes relate them, nothing here computes more than a projection of
itself. Spans are character offsets in the source of the document (see `kb.text`).
"""

from kb.model._clauses import (
    Attributes,
    Clause,
    ClauseKind,
    Piece,
    PieceKind,
)
from kb.model._compendia import (
    LISTINGS,
    Aside,
    CompendiumSection,
    CompendiumVersion,
    Ruling,
    SectionKind,
    Statement,
    TermHeading,
)
from kb.model._documents import (
    FRONT_MATTER,
    PAGE_LINE,
    Block,
    BlockKind,
    Document,
    Edition,
    Exclusion,
    FootnoteDefinition,
    FootnoteReference,
    Heading,
    Image,
    Link,
    LinkKind,
    Note,
    Role,
)
from kb.model._ids import (
    TOP,
    ClauseId,
    EditionId,
    FootnoteId,
    RulingId,
    SectionId,
    VersionId,
    WorkId,
)

__all__ = [
    "FRONT_MATTER",
    "LISTINGS",
    "PAGE_LINE",
    "TOP",
    "Aside",
    "Attributes",
    "Block",
    "BlockKind",
    "Clause",
    "ClauseId",
    "ClauseKind",
    "CompendiumSection",
    "CompendiumVersion",
    "Document",
    "Edition",
    "EditionId",
    "Exclusion",
    "FootnoteDefinition",
    "FootnoteId",
    "FootnoteReference",
    "Heading",
    "Image",
    "Link",
    "LinkKind",
    "Note",
    "Piece",
    "PieceKind",
    "Role",
    "Ruling",
    "RulingId",
    "SectionId",
    "SectionKind",
    "Statement",
    "TermHeading",
    "VersionId",
    "WorkId",
]
