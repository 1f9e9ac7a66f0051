"""Retired ids of rulings: the lives of rulings come in, what stands at their old addresses goes out.

A ruling that was known by another id keeps that id as an anchor where it stands. The old address may have been on
another page, as the first part of an id is the term it was minted under: that page says where the ruling is now.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kb.model import RulingId
from kb.places.addresses import Place
from kb.places.settling import Lives


@dataclass(frozen=True, slots=True)
class Retired:
    """An id that a ruling had, where the ruling stands now, and the term it is stated under."""

    id: RulingId
    place: Place
    term: str


def find_retired(lives: Lives | None) -> Mapping[str, tuple[Retired, ...]]:
    """The retired ids whose old address is on another page than their ruling, by that page."""
    found: dict[str, list[Retired]] = {}
    if lives is not None:
        for life in lives.every:
            place = lives.places.get(life.id)
            for name in life.aliases if place is not None else ():
                assert place is not None
                folder = place.page.rstrip("/").rpartition("/")[0]
                page = f"{folder}/{name.rpartition('-')[0]}/"
                if page != place.page:
                    found.setdefault(page, []).append(Retired(name, place, lives.called(life, life.newest.term)))
    return {page: tuple(each) for page, each in sorted(found.items())}
