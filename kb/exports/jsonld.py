"""The knowledge base as linked data (JSON-LD 1.1): works, editions, versions, rulings, and the clauses they changed.

The classes are those of schema.org (`CreativeWork`, `CorrectionComment`, `UpdateAction`, `DefinedTerm`), the relations
of change those of ELI, the European Legislation Identifier, made for texts that are amended and consolidated: an
emended text `consolidates` the published one; a ruling `changes` the clauses that rest on it, a clause has it as
its `correction`; a version `cites` its rulings. The context stands in the file, so that a reader asks no other host.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from kb.answers.search import Kind, Record
from kb.exports._reach import find_clauses, name_of, reach
from kb.exports._told import Item, tell_rulings
from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.model import Role
from kb.provenance import Emendation

NAME = "jsonld"
WORDS = True
FILE = "knowledge.jsonld"
_LINKS = (
    "exampleOfWork isBasedOn isPartOf correction object instrument about url "
    "eli:realizes eli:consolidates eli:changes eli:changed_by eli:cites eli:is_part_of eli:repeals"
)
_DAYS = "datePublished eli:first_date_entry_in_force eli:date_no_longer_in_force"
CONTEXT: Mapping[str, object] = {
    "@vocab": "https://schema.org/",
    "eli": "http://data.europa.eu/eli/ontology#",
    "startTime": {"@id": "https://schema.org/startTime", "@type": "http://www.w3.org/2001/XMLSchema#dateTime"},
    **{name: {"@id": name if ":" in name else f"https://schema.org/{name}", "@type": "@id"} for name in _LINKS.split()},
    **{
        name: {
            "@id": name if ":" in name else f"https://schema.org/{name}",
            "@type": "http://www.w3.org/2001/XMLSchema#date",
        }
        for name in _DAYS.split()
    },
}
_DAY = len("YYYY-MM-DD")


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `knowledge.jsonld`, one graph; what has no address is named by `urn:uuid:`."""
    graph = [_plain(node) for node in _Graph(kb, records).nodes()]
    value = {"@context": CONTEXT, "@graph": graph}
    return {FILE: (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()}


def _plain(node: Item) -> Item:
    """A node without what is not known of it."""
    return {key: value for key, value in node.items() if value not in (None, "", [])}


class _Graph:
    """The nodes of a knowledge base, and what each of them is called."""

    def __init__(self, kb: Kb, records: Sequence[Record]) -> None:
        self.kb = kb
        self.language = kb.manifest.language
        self.game = name_of(kb, "game", kb.manifest.game)
        self.rulings = {each.id: each.address for each in records if each.kind is Kind.RULING and each.address}
        self.terms = {each.title: each.address for each in records if each.kind is Kind.TERM and each.address}
        self.clauses = find_clauses(kb, records)
        self.told = list(tell_rulings(kb))

    def nodes(self) -> Iterator[Item]:
        """All nodes: game, works with their editions, versions, terms, rulings, changed clauses and their changes."""
        yield {"@id": self.game, "@type": "Game", "name": self.kb.manifest.game}
        for book in self.kb.books.values():
            yield from self._book(book)
        yield from self._versions()
        for title, address in sorted(self.terms.items()):
            yield {"@id": reach(self.kb, address, FILE), "@type": "DefinedTerm", "name": title}
        for item, history in self.told:
            yield self._ruling(item, history)
        for book in self.kb.books.values():
            yield from self._changes(book)

    def _ruling_id(self, ruling: str) -> str:
        address = self.rulings.get(ruling)
        return reach(self.kb, address, FILE) if address else name_of(self.kb, "ruling", ruling)

    def _edition_id(self, book: Book, edition: str) -> str:
        for each in book.editions.values():
            if each.id == edition and each is book.emended:
                return reach(self.kb, f"/rules/{book.work.id}/", FILE)
            if each.id == edition and each is book.base:
                return reach(self.kb, f"/rules/{book.work.id}/published/", FILE)
        return reach(self.kb, f"/rules/{book.work.id}/editions/{edition}/", FILE)

    def _book(self, book: Book) -> Iterator[Item]:
        work = name_of(self.kb, "work", book.work.id)
        yield {
            "@id": work,
            "@type": ["CreativeWork", "eli:LegalResource"],
            "name": book.work.title,
            "alternateName": [book.work.abbreviation, *book.work.names],
            "about": self.game,
            "inLanguage": self.language,
        }
        for edition in book.editions.values():
            emended = edition.role is Role.EMENDED and book.base is not None
            base = self._edition_id(book, book.base.id) if emended and book.base else None
            rulings = {of for record in book.emendations for of in record.rulings}
            yield {
                "@id": self._edition_id(book, edition.id),
                "@type": ["CreativeWork", "eli:LegalExpression"],
                "name": book.work.title,
                "identifier": edition.id,
                "version": edition.role.value,
                "datePublished": _day(edition.date),
                "temporalCoverage": edition.date if not _day(edition.date) else None,
                "exampleOfWork": work,
                "eli:realizes": work,
                "isBasedOn": base,
                "eli:consolidates": base,
                "correction": sorted(map(self._ruling_id, rulings)) if edition is book.emended else None,
            }

    def _versions(self) -> Iterator[Item]:
        for compendium in self.kb.manifest.compendia:
            series = name_of(self.kb, "compendium", compendium.id)
            yield {
                "@id": series,
                "@type": "CreativeWorkSeries",
                "name": compendium.title,
                "alternateName": compendium.abbreviation,
            }
            for entry in compendium.versions:
                version = self.kb.versions.get(entry.id)
                if version is not None:
                    stated = [item["id"] for item, _ in self.told if item["version"] == version.id]
                    yield {
                        "@id": name_of(self.kb, "version", version.id),
                        "@type": ["CreativeWork", "eli:LegalResource"],
                        "name": entry.text.title,
                        "version": version.number,
                        "datePublished": _day(version.date),
                        "isPartOf": series,
                        "eli:cites": sorted(map(self._ruling_id, stated)),
                    }

    def _ruling(self, item: Item, history: Item) -> Item:
        first, ended = history["intervals"]["tournament"][0], item["ends"][1] if item["ends"] else None
        term = self.terms.get(item["term"])
        changed = {(each["work"], each["clause"]) for each in item["applied_in"]}
        return {
            "@id": self._ruling_id(item["id"]),
            "@type": ["CorrectionComment", "eli:LegalResource"],
            "identifier": [item["id"], *history["aliases"]],
            "name": item["term"],
            "text": item["text"],
            "inLanguage": self.language,
            "about": reach(self.kb, term, FILE) if term else None,
            "isPartOf": [
                name_of(self.kb, "version", each["version"])
                for each in history["attestations"]
                if each["change"] != "dropped"
            ],
            "datePublished": _day(history["attestations"][0]["date"]),
            "eli:first_date_entry_in_force": _day(first["begins"][1] or ""),
            "eli:date_no_longer_in_force": _day(ended or ""),
            "eli:changes": [self._clause_id(*each) for each in sorted(changed)],
            "eli:repeals": [self._ruling_id(each) for each in item["supersedes"]],
        }

    def _clause_id(self, work: str, clause: str) -> str:
        return name_of(self.kb, "clause", work, clause)

    def _changes(self, book: Book) -> Iterator[Item]:
        """The clauses that were changed, and each change of substance as an action."""
        if book.emended is None:
            return
        edition = self._edition_id(book, book.emended.id)
        clauses = group_pairs((record.clause, record) for record in book.emendations if record.substantive)
        for clause, records in clauses.items():
            corrections = sorted({self._ruling_id(ruling) for record in records for ruling in record.rulings})
            yield {
                "@id": self._clause_id(book.work.id, clause),
                "@type": ["CreativeWork", "eli:LegalResourceSubdivision"],
                "identifier": clause,
                "name": records[0].section,
                "url": reach(self.kb, place, FILE) if (place := self.clauses.get((book.work.id, clause))) else None,
                "isPartOf": edition,
                "eli:is_part_of": edition,
                "correction": corrections,
                "eli:changed_by": corrections,
            }
            yield from (self._change(book, record) for record in records)

    def _change(self, book: Book, record: Emendation) -> Item:
        return {
            "@id": reach(self.kb, f"/rules/{book.work.id}/changes/#{record.id}", FILE),
            "@type": "UpdateAction",
            "identifier": record.id,
            "name": record.kind.value,
            "object": self._clause_id(book.work.id, record.clause),
            "instrument": [self._ruling_id(each) for each in record.rulings],
            "startTime": _instant(record.effective or ""),
        }


def _day(date: str) -> str | None:
    """A date that is a day; a year or month alone is no `xsd:date`."""
    return date if len(date) == _DAY else None


def _instant(date: str) -> str | None:
    """The beginning of a day, as an action wants it."""
    return f"{date}T00:00:00" if _day(date) else None
