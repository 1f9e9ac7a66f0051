"""Where versions of a compendium before the newest are read of: rulings through time come in, places go out.

No page has the text of such a version: what it changed has one, and each ruling that it stated stands under a term.
"""

from collections.abc import Iterator, Mapping

from kb.graph import Kb
from kb.model import VersionId
from kb.places.addresses import Place
from kb.places.settling import Lives


def version_page(version: str) -> str:
    """The address of what a version changed."""
    return f"rulings/versions/{version}/"


def place_headings(lives: Lives | None) -> Mapping[VersionId, Mapping[str, Place]]:
    """For the headings of each version: where the rulings that it stated under them stand now."""
    found: dict[VersionId, dict[str, Place]] = {}
    for attestation, statement, place in lives.stated() if lives is not None else ():
        if statement.anchor:
            found.setdefault(attestation.version, {}).setdefault(str(statement.anchor), Place(place.page))
    return found


def find_earlier(kb: Kb, lives: Lives | None) -> Mapping[str, tuple[Place, Mapping[str, Place]]]:
    """By the permalink of each version that is followed: the page of what it changed, and where stands what it states,
    by anchor."""
    return dict(_found(kb, lives))


def _found(kb: Kb, lives: Lives | None) -> Iterator[tuple[str, tuple[Place, Mapping[str, Place]]]]:
    stated = place_headings(lives)
    for chronicle in lives.chronicles if lives is not None else ():
        for slot in chronicle.calendar.at_hand:
            permalink = kb.versions[slot.id].document.permalink
            if permalink:
                yield permalink.strip("/"), (Place(version_page(slot.id)), stated.get(slot.id, {}))
