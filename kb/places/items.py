"""What has a page: an item, as collections make one and templates name it."""

from collections.abc import Callable, Collection, Mapping
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
    """What else the words for its title may name."""

    def shows(self, texts: Collection[str]) -> bool:
        """Whether its page is made of one of some texts (paths)."""
        return any(document.source.path in texts for document in self.documents)
