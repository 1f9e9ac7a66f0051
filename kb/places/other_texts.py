"""Other texts: what of a corpus is neither a book nor rulings nor answers comes in (policies, guides, scenarios), where
the page of each stands goes out.
"""

from dataclasses import dataclass, field

from kb.corpus import DocumentEntry, DocumentKind
from kb.graph import Kb
from kb.model import Document

OWN_PAGES = frozenset({DocumentKind.FAQ, DocumentKind.INDEX})
"""The kinds that have pages of their own, or that the site makes its own of."""


@dataclass(frozen=True, slots=True)
class OtherText:
    """A text with what the corpus says of it."""

    entry: DocumentEntry
    document: Document = field(repr=False)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.entry.text.title or self.document.title or self.entry.id

    @property
    def page(self) -> str:
        """The address of its page."""
        return f"texts/{self.entry.id}/"


def find_other_texts(kb: Kb) -> tuple[OtherText, ...]:
    """The texts at hand that are no part of a book, a compendium or a file of answers, in the manifest's order."""
    entries = kb.manifest.documents
    return tuple(
        OtherText(each, kb.documents[each.text.path])
        for each in entries
        if each.kind not in OWN_PAGES and not each.text.missing and each.text.path in kb.documents
    )
