"""What a document calls itself: its permalink and title come in, an id, a name, a number and a date go out."""

import re
from dataclasses import dataclass

from kb.effective import MONTHS
from kb.model import Document

_DATE = re.compile(rf"({'|'.join(MONTHS)})\w*\.?\s+(\d{{4}})", re.IGNORECASE)
_TITLE = re.compile(r"(?P<name>.*?)[\s#\-]*(?P<number>\d+)?\s*(?:\((?P<date>[^)]*)\))?\s*$")


@dataclass(frozen=True, slots=True)
class Name:
    """The last part of the address; name and number of the title; the date in its brackets as `YYYY-MM`, or empty."""

    version: str
    compendium: str
    number: str
    date: str


def read_name(document: Document) -> Name:
    """What a document calls itself: `HL 4 (May 2006)` at `.../hl-4/` is version `hl-4` of `HL`, 2006-05."""
    address = (document.permalink or document.source.path).rstrip("/")
    version = re.sub(r"\.\w+$", "", address.rsplit("/", 1)[-1])
    title = document.title or version
    called = _TITLE.match(title)
    assert called is not None
    month = _DATE.search(called["date"] or "")
    date = f"{month[2]}-{MONTHS.index(month[1].lower()) + 1:02}" if month else ""
    return Name(version, called["name"].strip() or version, called["number"] or "", date)
