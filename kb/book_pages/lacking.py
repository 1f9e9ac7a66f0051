"""What an edition lacks as a whole, on pages: a section of the published text comes in, what readers are told of it as
one thing goes out."""

from dataclasses import dataclass

from kb.align import Section
from kb.book_pages.reasons import ChangeView
from kb.book_pages.sides import Side
from kb.html.quotes import curl
from kb.interface import Words
from kb.places.addresses import BookPages, Place


@dataclass(frozen=True, slots=True)
class LackingView:
    """A section of the published text that an edition has nothing of: its id as one change, its heading, how many
    clauses it has; where the published text has it, and where it is told among the changes and in the edition; the
    change that tells who says that it went."""

    id: str
    title: str
    clauses: int
    told: str
    published: str
    in_changes: str
    in_text: str
    change: ChangeView | None


@dataclass(frozen=True, slots=True)
class LackingPart:
    """One of its clauses as published, with the ids of the changes that took it out and what such a link is called."""

    side: Side
    ids: tuple[str, ...]
    name: str


def tell_lacking(words: Words, section: Section) -> str:
    """What is told of a section that is lacking as a whole, in one sentence without a full stop."""
    return words("lacking.section", title=curl(section.heading.text.strip()), n=section.worded)


def view_lacking(
    words: Words, pages: BookPages, section: Section, here: str, change: ChangeView | None = None
) -> LackingView:
    """A section as readers are told of it on the page `here`; `change` has its authorities."""
    return LackingView(
        section.id,
        curl(section.heading.text.strip()),
        section.worded,
        tell_lacking(words, section),
        Place(pages.published, section.heading.id).seen_from(here),
        Place(pages.changes, section.id).seen_from(here),
        Place(pages.emended, section.id).seen_from(here),
        change,
    )
