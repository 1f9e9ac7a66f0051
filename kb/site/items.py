"""What has a page: an item, as collections make one and templates name it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kb.model import Document


@dataclass(frozen=True, slots=True)
class Item:
    """Something that has a page."""

    id: str
    title: str
    documents: tuple[Document, ...]
    view: Callable[[str], object]
    short: str = ""
    """What it is called beside the page above it."""
    extra: Mapping[str, str] = field(default_factory=dict)
