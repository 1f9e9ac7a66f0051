"""Lives: the versions of a compendium come in, each ruling with every version that carries it goes out.

A ruling has one wording in a version and may have others in others. It is followed from the newest version
back, by its words: a ruling fused with its neighbours in a paragraph is found inside, one cut in two is found
in its parts. No sentence of a version is without a life, and no sentence is in two.
"""

from kb.attested import Change, History, Life, VersionSlot
from kb.lives._changes import is_elsewhere, is_shortened, same_place, spelled_alike, stated_alike, tell_fused
from kb.lives._follow import follow_rulings
from kb.lives._headings import same_card, same_name
from kb.lives._respelling import tell_respelled
from kb.lives._witnesses import Loose, read_witness

__all__ = [
    "Change",
    "History",
    "Life",
    "Loose",
    "VersionSlot",
    "follow_rulings",
    "is_elsewhere",
    "is_shortened",
    "read_witness",
    "same_card",
    "same_name",
    "same_place",
    "spelled_alike",
    "stated_alike",
    "tell_fused",
    "tell_respelled",
]
