"""What every page is made from: the knowledge base, the addresses in it, the words of the interface.

Diagnostics met while making pages are collected here; everything else is read only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from kb.attested import Attestation, Life
from kb.compile import headings_told
from kb.corpus import Manifest, VersionEntry
from kb.diagnostics import Diagnostic
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.html import render_words
from kb.interface import Words
from kb.model import CompendiumVersion, Document, RulingId, Statement, WorkId
from kb.places.addresses import Addresses, Place
from kb.places.cards import CardLore, CardPlaces, place_cards
from kb.places.downloads import Files
from kb.places.earlier import find_earlier
from kb.places.footnotes import looks_with_notes, note_anchors
from kb.places.itemised import may_list, part_items
from kb.places.naming import TermLinks
from kb.places.other_texts import find_other_texts
from kb.places.retired import Retired, find_retired
from kb.places.settling import Lives, place_lives, tell_end
from kb.places.sheets import Answer, Answers, place_answers, sheet_page
from kb.places.topics import Rulings, group_rulings
from kb.places.web import Web
from kb.queries.judging import Judged
from kb.queries.proofs import Proof
from kb.queries.states import BookState
from kb.queries.unfollowed import Unfollowed
from kb.rulings import home_of


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling for readers: its words, address, where it is stated and when it came into effect."""

    id: RulingId
    words: Markup
    label: str
    address: str
    source: str
    """The version and the headings it stands under."""
    short: str
    """What it is called, where that is not the last of the parts of its source that commas part."""
    dated: str
    """Since when it is in effect where it says so, else the version it is first seen in; without one, when the newest
    version was issued. And when it ends by its own words, if these say so."""
    opening: str = ""
    """Its first words, where its source is that of others too."""

    @property
    def name(self) -> str:
        """What tells it from every other: its source, and of several of one source the first words."""
        return f"{self.source}: {self.opening}" if self.opening else self.source


@dataclass(slots=True)
class Base:
    """The knowledge base and what pages ask of it."""

    kb: Kb
    manifest: Manifest
    words: Words
    addresses: Addresses
    rulings: Rulings | None
    applied: Mapping[RulingId, tuple[tuple[Place, str], ...]]
    """Where each ruling was applied: the place of a change, and its book and section."""
    lives: Lives | None
    """The rulings through time; None without a chronicle of the newest version's compendium."""
    answers: Answers
    """The answers of FAQ files, and where they stand."""
    cards: CardPlaces = field(default_factory=CardPlaces)
    """The cards, each with its page."""
    lore: CardLore = field(default_factory=CardLore)
    """What the texts know of cards; known once `terms` are."""
    terms: TermLinks = field(default_factory=TermLinks)
    """What links terms and cards to their places; it is known once the rest is."""
    asked: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)
    """The answers that concern a term, by the page of its rulings; known with `terms`."""
    unfollowed: tuple[Unfollowed, ...] = ()
    """The changes of one book that a sister book lacks."""
    proofs: Mapping[WorkId, Proof] = field(default_factory=dict)
    """The records of each book and their proof."""
    states: Mapping[WorkId, tuple[BookState, ...]] = field(default_factory=dict)
    """The distinct texts each book with records has had; none of a book that has had one only."""
    judged: Mapping[WorkId, Judged] = field(default_factory=dict)
    """The rulings that concern each emended book; known once `terms` are."""
    claimed: Mapping[RulingId, frozenset[Place]] = field(default_factory=dict)
    """Those of the places in `applied` where a change cites a ruling and says something else; known with `judged`."""
    web: Web = field(default_factory=Web)
    """What is linked with what; known last."""
    retired: Mapping[str, tuple[Retired, ...]] = field(default_factory=dict)
    """The ids that rulings had while they stood on other pages, by these."""
    downloads: Files = field(default_factory=dict, repr=False)
    """The files of data that the site offers, by format."""
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @classmethod
    def of(cls, kb: Kb) -> "Base":
        """The base of a knowledge base of a corpus."""
        rulings = group_rulings(kb)
        words = kb.manifest.words
        chronicles = [chronicle for _, chronicle in sorted(kb.chronicles.items())]
        lives = place_lives(chronicles, rulings)
        answers = place_answers(kb)
        cards = place_cards(kb)
        addresses = replace(find_addresses(kb, rulings, answers, cards), earlier=find_earlier(kb, lives))
        base = cls(kb, kb.manifest, words, addresses, rulings, _place_applied(kb), lives, answers, cards)
        base.retired = find_retired(lives)
        return base

    def report(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep diagnostics for the outcome; each is told once."""
        self.diagnostics[:] = dict.fromkeys((*self.diagnostics, *diagnostics))

    def url(self, page: str, anchor: str, here: str) -> str:
        """The relative address of a place on the site."""
        return Place(page, anchor).seen_from(here)

    def version_name(self, version: CompendiumVersion) -> str:
        """How readers name a version: its title in the manifest, else the compendium's name and its number."""
        entry = self.entry(version)
        title = entry.text.title if entry is not None else ""
        return title or version.name

    def entry(self, version: CompendiumVersion) -> VersionEntry | None:
        """What the manifest says of a version."""
        entries = (entry for compendium in self.manifest.compendia for entry in compendium.versions)
        return next((entry for entry in entries if entry.id == version.id), None)

    def ruling(self, ident: RulingId, here: str) -> RulingView | None:
        """A ruling as seen from a page; None when no page has it."""
        if self.rulings is None or ident not in self.rulings.by_id:
            return None
        statement = home_of(self.rulings.by_id[ident].statements)
        address = self.rulings.homes[ident].seen_from(here)
        shown = self._view(ident, statement, self.rulings.version, address, here)
        opening = self.rulings.openings.get(ident, "")
        return replace(shown, short=self._short(statement), dated=self._dated(ident, statement), opening=opening)

    def worded(self, life: Life, said: Attestation, here: str) -> RulingView:
        """A ruling as a version had it, with the address of its life; no address where no page has it."""
        version = self.kb.versions[said.version]
        return self._view(life.id, home_of(said.statements), version, self.named(life.id, here)[0], here)

    def itemised(self, said: Attestation, here: str) -> str:
        """The text of a ruling as a version had it, its items each on a line of its own."""
        if not said.statements:
            return said.text
        version, statement = self.kb.versions[said.version], home_of(said.statements)
        span = statement.span
        if not may_list(version.document.source.text[span.start : span.end]):
            return said.text
        return part_items(said.text, self._stated(statement, version.document, here))

    def _view(
        self, ident: RulingId, statement: Statement, version: CompendiumVersion, address: str, here: str
    ) -> RulingView:
        source = ", ".join((self.version_name(version), *headings_told(statement)))
        words = self._stated(statement, version.document, here)
        for mark in statement.marks:
            words = words.removeprefix(f"{mark} ")
        return RulingView(ident, words, statement.label or "", address, source, "", "")

    def named(self, ident: RulingId, here: str) -> tuple[str, str]:
        """The address and the name of a ruling, of the newest version or gone; no address where no page has it."""
        shown = self.ruling(ident, here)
        if shown is not None:
            return shown.address, shown.name
        life = self.lives.by_name.get(ident) if self.lives is not None else None
        if self.lives is None or life is None:
            return "", str(ident)
        place = self.lives.places.get(life.id)
        return place.seen_from(here) if place is not None else "", self.lives.called(life, life.newest.term)

    def _short(self, statement: Statement) -> str:
        assert self.rulings is not None
        *_, last = headings_told(statement) or ("",)
        title = self.rulings.topic_of(statement).title
        called = title if title.endswith(f": {last}") else last
        return called if called != last or ", " in called else ""

    def _dated(self, ident: RulingId, statement: Statement) -> str:
        life = self.lives.by_name.get(ident) if self.lives is not None else None
        ends = tell_end(self.lives.standing(life), self.words) if self.lives is not None and life is not None else ""
        return Markup(". ").join(filter(None, (self._begun(ident, statement), ends)))

    def _begun(self, ident: RulingId, statement: Statement) -> str:
        if statement.effective:
            return self.words("in-force", date=self.words.time(statement.effective))
        seen = self.lives.seen(ident, self.words) if self.lives else ""
        if seen:
            return seen
        issued = self.rulings.version.date if self.rulings else ""
        return self.words("issued", date=self.words.time(issued)) if issued else ""

    def statement(self, statement: Statement, here: str) -> Markup:
        """The words of a statement of the newest version, clean, with links from the terms they name."""
        assert self.rulings is not None
        return self._stated(statement, self.rulings.version.document, here, linked=True)

    def _stated(self, statement: Statement, document: Document, here: str, linked: bool = False) -> Markup:
        looks = looks_with_notes(document, self.addresses.resolver(document, here))
        links = self.terms.in_pieces(statement.pieces, here) if linked else ()
        return Markup(render_words(statement.pieces, looks, links))

    def origin(self, document: Document) -> str:
        """The address of a document on the site it was fetched from; empty where the corpus names none."""
        upstream = self.manifest.upstream
        if upstream is None or not upstream.site or not upstream.repository:
            return ""
        return upstream.site.rstrip("/") + (document.permalink or "/")


def find_claimed(judged: Mapping[WorkId, Judged]) -> dict[RulingId, frozenset[Place]]:
    """The places of the changes that cite a ruling and say something else."""
    places = group_pairs(
        (name, Place(f"rules/{work}/", record.id))
        for work, each in judged.items()
        for found in each.findings
        for name in found.stated.names
        for record in found.claims
    )
    return {name: frozenset(each) for name, each in places.items()}


def _place_applied(kb: Kb) -> dict[RulingId, tuple[tuple[Place, str], ...]]:
    """The changes each ruling is the authority of: their places, and the book and section in words."""
    records = ((book.work, record) for book in kb.books.values() for record in book.emendations if record.substantive)
    return group_pairs(
        (ruling, (Place(f"rules/{work.id}/", record.id), ", ".join(filter(None, (work.title, record.section)))))
        for work, record in records
        for ruling in record.rulings
    )


def find_addresses(kb: Kb, rulings: Rulings | None, answers: Answers, cards: CardPlaces) -> Addresses:
    """Where every document of the knowledge base stands on the site."""
    pages: dict[str, str] = {}
    notes: dict[str, frozenset[str]] = {}
    for work, book in kb.books.items():
        for edition in book.editions.values():
            if edition is book.emended:
                page = f"rules/{work}/"
            elif edition is book.base:
                page = f"rules/{work}/published/"
            else:
                page = f"rules/{work}/editions/{edition.id}/"
            path = edition.document.source.path
            pages[path], notes[path] = page, note_anchors(edition.document)
    pages.update(cards.pages())
    elsewhere: dict[str, Mapping[str, Place]] = {**answers.anchors, **cards.anchors()}
    for sheet in kb.sheets.values():
        pages[sheet.document.source.path] = sheet_page(sheet)
    for text in find_other_texts(kb):
        path = text.document.source.path
        pages[path], notes[path] = text.page, note_anchors(text.document)
    if rulings is not None:
        path = rulings.version.document.source.path
        pages[path] = "rulings/"
        elsewhere[path] = rulings.anchors
    documents = {**kb.documents, **{card.document.source.path: card.document for card in kb.cards}}
    permalinks = {
        document.permalink.strip("/"): path
        for path, document in sorted(documents.items())
        if path in pages and document.permalink
    }
    upstream = kb.manifest.upstream
    host = upstream.host if upstream else None
    site = upstream.site if upstream and upstream.repository else None
    return Addresses(pages, permalinks, kb.documents, elsewhere, host, site, notes)
