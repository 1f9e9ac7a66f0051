"""The knowledge base as one frozen value, and its view as a linked graph.

What comes in are the values of the passes; `Kb` holds them and computes nothing. `link_graph` draws the
graph of clauses, footnotes and rulings; it is the only place that imports networkx.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from kb.align import Alignment
from kb.attested import Life
from kb.chronicle import Chronicle
from kb.compile import Compiled
from kb.corpus import Manifest, WorkEntry
from kb.coverage import WordAccount
from kb.dates import Days, days_of
from kb.diagnostics import Diagnostic
from kb.memory import Memory
from kb.model import (
    LISTINGS,
    ClauseId,
    CompendiumVersion,
    Document,
    Edition,
    EditionId,
    Ruling,
    SectionKind,
    VersionId,
    WorkId,
)
from kb.parallels import Parallel
from kb.plain import PlainText
from kb.provenance import Emendation, FootnoteVerdict
from kb.records import Records
from kb.sheets import Card, Sheet
from kb.witnesses import Collation

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Book:
    """A work with its texts at hand: base and emended edition, their alignment, the records between them."""

    work: WorkEntry
    editions: Mapping[EditionId, Edition]
    base: Edition | None
    emended: Edition | None
    alignment: Alignment | None = field(repr=False)
    emendations: tuple[Emendation, ...] = field(repr=False)

    @property
    def pair(self) -> tuple[Edition, ...]:
        """The base and the emended edition, those that are at hand."""
        return tuple(each for each in (self.base, self.emended) if each is not None)

    def ids_of(self, edition: Edition) -> tuple[ClauseId, ...]:
        """The id of each clause of an edition of this work: in the emended text those of the base, where it is aligned
        with that, else its own."""
        if self.alignment is not None and self.emended is not None and edition.id == self.emended.id:
            return self.alignment.ids
        return tuple(clause.id for clause in edition.document.clauses)


@dataclass(frozen=True, slots=True)
class Kb:
    """Everything known about a corpus, or about a few bare files.

    Bare files have the manifest `kb.corpus.NO_CORPUS`. `documents` and `footnotes` go by path. `checked` are the paths
    whose content is reported on; the others are only consulted. `unread` lists texts that no reader reads, `absent`
    those that are not at hand.
    """

    manifest: Manifest
    documents: Mapping[str, Document] = field(repr=False)
    books: Mapping[WorkId, Book] = field(repr=False)
    versions: Mapping[VersionId, CompendiumVersion] = field(repr=False)
    rulings: tuple[Ruling, ...] = field(repr=False)
    footnotes: Mapping[str, tuple[FootnoteVerdict, ...]] = field(repr=False)
    accounts: tuple[WordAccount, ...] = field(repr=False)
    checked: tuple[str, ...]
    unread: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)
    chronicles: Mapping[str, Chronicle] = field(default_factory=dict, repr=False)
    """The rulings of each compendium through time, by the compendium's id."""
    witnesses: Mapping[VersionId, CompendiumVersion] = field(default_factory=dict, repr=False)
    """Second texts of versions, by their own ids; they are not among `versions`."""
    sheets: Mapping[str, Sheet] = field(default_factory=dict, repr=False)
    """The FAQ files, by their ids in the manifest; their documents are among `documents`."""
    cards: tuple[Card, ...] = field(default=(), repr=False)
    """The cards in the order of their pages' paths, each with its document; no card page is among `documents`."""
    collations: Mapping[WorkId, Collation] = field(default_factory=dict, repr=False)
    """What the witnesses of a work have instead of its base's words, for works with more than one text at hand."""
    plain: Mapping[str, PlainText] = field(default_factory=dict, repr=False)
    """The texts without markup, by path, with what they borrowed; their documents are among `documents`."""
    parallels: tuple[Parallel, ...] = field(default=(), repr=False)
    """Passages that stand in the base editions of two works, in the order of the works and of the first one's text."""

    records: Mapping[WorkId, Records] = field(default_factory=dict, repr=False)
    """The emendation records an editor keeps, by work."""
    compiled: Mapping[WorkId, Compiled] = field(default_factory=dict, repr=False)
    """What became of them: the published text of the work with its records made."""
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)
    """What was asked of its values before, for the passes and queries that ask again."""

    def known_by(self) -> tuple[object, ...]:
        """What `kb.memory` tells it from others by: all it holds but what was found in it, which nothing depends on."""
        return tuple(getattr(self, each.name) for each in fields(self) if each.name not in {"diagnostics", "memory"})

    @property
    def lives(self) -> Iterator[Life]:
        """The rulings of all compendia through time, compendium by compendium."""
        return (life for chronicle in self.chronicles.values() for life in chronicle.history.lives)

    @property
    def newest_versions(self) -> tuple[CompendiumVersion, ...]:
        """The newest version at hand of each compendium, that issued last first; of one day in the order of ids."""
        return self.newest_versions_on(None)

    @property
    def newest_version(self) -> CompendiumVersion | None:
        """The newest version of the compendium that terms are looked up in: of those that rule on most the one issued
        last, a mere sheet beside another aside, with fewer than half as many statements."""
        return self.newest_version_on(None)

    def newest_versions_on(self, day: Days | None) -> tuple[CompendiumVersion, ...]:
        """Those that were the newest on a day, surely issued by then; of a compendium that had none yet its first. A
        version without a date may have been issued on any day."""
        calendars = [chronicle.calendar for chronicle in self.chronicles.values()]
        issues = {slot.id: (at, each.issued(slot.id)) for each in calendars for at, slot in enumerate(each.slots)}
        when = {each.id: issues.get(each.id, (0, days_of(each.date))) for each in self.versions.values()}
        by_day = sorted(self.versions.values(), key=lambda version: (when[version.id][0], version.date, version.id))
        first = {version.compendium: version for version in reversed(by_day)}
        issued = (each for each in by_day if day is None or not each.date or when[each.id][1].last <= day.first)
        newest = (first | {version.compendium: version for version in issued}).values()
        return tuple(sorted(sorted(newest, key=lambda each: each.id), key=lambda each: each.date, reverse=True))

    def newest_version_on(self, day: Days | None) -> CompendiumVersion | None:
        """That of them which terms were looked up in on a day."""
        newest = self.newest_versions_on(day)
        most = max(map(_breadth, newest), default=0)
        broad = [version for version in newest if _breadth(version) == most]
        half = max((len(version.statements) for version in broad), default=0) / 2
        return next((version for version in broad if len(version.statements) >= half), None)


def _breadth(version: CompendiumVersion) -> int:
    """How much a version rules on: 0 is a list of errata, 1 has rulings on cards, 2 on more than cards."""
    sections = {statement.section for statement in version.statements} - LISTINGS
    return bool(sections) + bool(sections - {SectionKind.CARD})


def link_graph(kb: Kb) -> "nx.MultiDiGraph[str]":
    """Clauses, footnotes and rulings as nodes (`kind`, `title`), dropped rulings too; as edges `changed-by` and
    `rests-on`, one for each change (`record`), and `cites`. A footnote may serve many changes, each by another ruling:
    what rests on a ruling is told by `rests-on` alone."""
    import networkx as nx  # noqa: PLC0415 (slow to import; most commands draw no graph)

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for ruling, term in _named_rulings(kb).items():
        graph.add_node(f"ruling:{ruling}", kind="ruling", title=term)
    edges: dict[tuple[str, str, str, str], None] = {}
    for work, book in kb.books.items():
        for record in book.emendations:
            clause = f"clause:{work}:{record.clause}"
            graph.add_node(clause, kind="clause", title=record.section)
            for authority in record.authorities:
                footnote = f"footnote:{work}:{authority.footnote}"
                graph.add_node(footnote, kind="footnote", title=authority.footnote)
                edges[clause, footnote, "changed-by", record.id] = None
                for ruling_id in authority.rulings:
                    edges[footnote, f"ruling:{ruling_id}", "cites", ""] = None
                    edges[clause, f"ruling:{ruling_id}", "rests-on", record.id] = None
    for number, (start, end, kind, of) in enumerate(edges):
        graph.add_edge(start, end, f"e{number}", kind=kind, **({"record": of} if of else {}))
    return graph


def _named_rulings(kb: Kb) -> Mapping[str, str]:
    """The rulings of the newest versions, then those that older ones alone state, with their terms."""
    named = {str(ruling.id): ruling.term for ruling in kb.rulings}
    for life in kb.lives:
        named.setdefault(str(life.id), life.newest.term)
    return named


def write_graphml(graph: "nx.MultiDiGraph[str]") -> bytes:
    """A graph as a GraphML file."""
    import networkx as nx  # noqa: PLC0415

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()
