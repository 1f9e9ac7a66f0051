"""Terms: the sources of a corpus come in, the inventory of its terms and cards goes out.

A term is known by every spelling it has: `lamps`, `Bell-ropes` and `Bellropes` find what they name.
"""

from kb.lexicon import unaccented, upright
from kb.spelling import Spelled, name_key, spell, spell_name, stem_key
from kb.terms._cards import CardNames, printed_names
from kb.terms._gather import TermSources, find_leads, take_inventory
from kb.terms._inventory import Inventory, Origin, Term, TermKind, exactly_named

__all__ = [
    "CardNames",
    "Inventory",
    "Origin",
    "Spelled",
    "Term",
    "TermKind",
    "TermSources",
    "exactly_named",
    "find_leads",
    "name_key",
    "printed_names",
    "spell",
    "spell_name",
    "stem_key",
    "take_inventory",
    "unaccented",
    "upright",
]
