"""Where numbered rules stand on the site: a text with its page and the ids of its clauses comes in, places go out."""

from collections import Counter
from collections.abc import Mapping

from kb.model import Document
from kb.numbering import number_rules
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.linkable import find_linkable


def place_numbers(document: Document, ids: Mapping[int, str], page: str) -> Mapping[str, Place]:
    """The rules of a text by number, on a page where its clauses have some ids (by index)."""
    numbering = number_rules(document)
    placed = {number: Place(page, ids[at]) for number, at in numbering.clauses.items() if at in ids}
    return {**_chapters(placed), **placed}


def place_rules(base: Base) -> Mapping[str, Place]:
    """The rules of all texts in force by number; a number that several texts have leads nowhere."""
    found = [
        each
        for text in find_linkable(base)
        for each in place_numbers(text.document, dict(enumerate(text.ids)), text.page).items()
    ]
    times = Counter(number for number, _ in found)
    return {number: place for number, place in found if times[number] == 1}


def _chapters(placed: Mapping[str, Place]) -> dict[str, Place]:
    """Chapters by their number without its nought, as they are also cited: `6` for `6.0`."""
    return {number.removesuffix(".0"): place for number, place in placed.items() if number.endswith(".0")}
