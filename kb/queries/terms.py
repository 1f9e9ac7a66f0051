"""The terms of a knowledge base: its inventory, from everything that names them."""

from kb.corpus import DocumentKind
from kb.graph import Kb
from kb.queries.namesakes import find_namesake_keys, find_renames
from kb.terms import Inventory, TermSources, take_inventory


def know_terms(kb: Kb) -> Inventory:
    """The inventory of a knowledge base."""
    return kb.memory.ask(_take, kb)


def _take(kb: Kb) -> Inventory:
    manifest = kb.manifest
    versions = sorted(kb.versions.values(), key=lambda version: (version.date, version.id))
    rulebooks = [edition.document for book in kb.books.values() for edition in book.editions.values()]
    indexes = [entry.text.path for entry in manifest.documents if entry.kind is DocumentKind.INDEX]
    folders = {(card.permalink or "").strip("/").rpartition("/")[0] for card in kb.cards}
    names = [text.path.rpartition("/")[2].rpartition(".")[0] for text in manifest.cards]
    return take_inventory(
        TermSources(
            versions=versions,
            rulebooks=rulebooks,
            indexes=[kb.documents[path] for path in indexes if path in kb.documents],
            cards=kb.cards,
            card_pages=frozenset(f"{folder}/{name}" for folder in folders for name in names),
            aliases=manifest.aliases,
            namesakes=find_namesake_keys(kb),
            renamed=find_renames(kb),
        )
    )
