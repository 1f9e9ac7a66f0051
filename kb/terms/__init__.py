"""Terms: the sources of a corpus come in, the inventory of its terms and cards goes out.

A term is known by every spelling it has: `agents`, `Under-deeps` and `Underdeeps` find what they name.
"""

from kb.terms._gather import TermSources, take_inventory
from kb.terms._inventory import Inventory, Origin, Term, TermKind, TermPlace
from kb.terms._spelling import Spelled, name_key, spell, spell_name, stem_key, unaccented, upright

__all__ = [
    "Inventory",
    "Origin",
    "Spelled",
    "Term",
    "TermKind",
    "TermPlace",
    "TermSources",
    "name_key",
    "spell",
    "spell_name",
    "stem_key",
    "take_inventory",
    "unaccented",
    "upright",
]
