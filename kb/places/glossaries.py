"""Places of explanations: a text and the ids of its clauses come in, an id for each word that its glossaries explain.

Some glossaries explain twenty words in one paragraph, a line for each. Who follows a link to one of them wants its
line, not the first. A word with which its clause begins is reached by the clause.
"""

from collections.abc import Iterable, Mapping

from kb.model import Document
from kb.rulings import slug_of
from kb.terms import find_leads


def place_leads(document: Document, ids: Mapping[int, str]) -> Mapping[int, str]:
    """The ids of explanations inside clauses, by the offset where each begins: that of the clause and the word."""
    found: dict[int, str] = {}
    taken = set(document.anchors)
    for lead in find_leads(document):
        ident = f"{ids.get(lead.clause, '')}:{slug_of(lead.name)}"
        if not lead.first and lead.clause in ids and ident not in taken:
            taken.add(ident)
            found[lead.start] = ident
    return found


def stands_in(anchor: str, idents: Iterable[str]) -> bool:
    """Whether an anchor is one of some clauses or sections, or of an explanation inside of one."""
    return any(anchor == ident or (ident and anchor.startswith(f"{ident}:")) for ident in idents)
