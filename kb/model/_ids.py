"""Identifiers: what the things the program knows are called."""

from typing import NewType

WorkId = NewType("WorkId", str)
EditionId = NewType("EditionId", str)
VersionId = NewType("VersionId", str)
SectionId = NewType("SectionId", str)
ClauseId = NewType("ClauseId", str)
FootnoteId = NewType("FootnoteId", str)
RulingId = NewType("RulingId", str)

TOP = SectionId("top")
"""The section before the first heading."""
