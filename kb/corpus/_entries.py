"""The values of a manifest: works, compendia and their texts, as a corpus says they should be.

Whether the texts are at hand is found when they are read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from kb.interface import Words
from kb.model import EditionId, Role, RulingId, SectionKind, VersionId, WorkId
from kb.text import Source, Span


class DocumentKind(Enum):
    """What a further source is."""

    ANNOTATED = "annotated"
    """A compendium with somebody's annotations, or merged from several."""
    COMPANION = "companion"
    """Rulings printed in a companion book."""
    DECK = "deck"
    FAQ = "faq"
    """Questions answered by the publisher, dated, not versioned statement by statement."""
    GUIDE = "guide"
    """Rulings printed in a player's guide."""
    INDEX = "index"
    """A page that only leads to others."""
    NEWS = "news"
    POLICY = "policy"
    """Tournament policy of the publisher."""
    RULES = "rules"
    """A retelling of the rules that is no edition of a published work."""
    SCENARIO = "scenario"
    TOURNAMENT = "tournament"
    """Tournament rules that are no policy of the publisher."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Text:
    """A text the corpus names: path inside the folder of texts, sha256 of its raw bytes when recorded.

    `date` is `YYYY[-MM[-DD]]` or empty.
    `reader` names a module of `kb.readers`, empty for the usual one. `missing` says that its words are
    lost: a page may stand there, but it is no text. `span` is its path in the manifest, its entry where that has none.
    """

    id: str
    path: str
    sha256: str | None
    title: str
    date: str
    reader: str
    missing: bool
    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class EditionEntry:
    """An edition of a work."""

    id: EditionId
    role: Role
    text: Text


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a ruling is not merged into the emended text of a work: its id, the reason, its place in the manifest."""

    ruling: RulingId
    reason: str
    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class WorkEntry:
    """A rulebook; `base` is the edition whose clauses give the ids. `names` are words a citation may use.

    `explained` are the rulings an editor left out of the emended text, with his reasons.
    """

    id: WorkId
    title: str
    abbreviation: str
    names: tuple[str, ...]
    base: EditionId
    editions: tuple[EditionEntry, ...]
    explained: tuple[Explained, ...] = ()
    records: str = ""
    """The file of its emendation records, beside corpus.yml."""

    @property
    def base_edition(self) -> EditionEntry:
        """The edition that others are compared with: what `published` means for this work."""
        return next(edition for edition in self.editions if edition.id == self.base)

    @property
    def emended(self) -> tuple[EditionEntry, ...]:
        """Its emended editions in the manifest's order."""
        return tuple(edition for edition in self.editions if edition.role is Role.EMENDED)


@dataclass(frozen=True, slots=True)
class Profile:
    """How a version differs from its sisters: sections it lacks, meaning of marks (`new`, `tournament`)."""

    lacks: frozenset[SectionKind] = frozenset()
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version of a compendium; `witness_of` is the version it is a second witness of."""

    id: VersionId
    number: str
    text: Text
    profile: Profile
    witness_of: VersionId | None


@dataclass(frozen=True, slots=True)
class CompendiumEntry:
    """A rulings file; `versions` are in the manifest's order, oldest first by custom."""

    id: str
    title: str
    abbreviation: str
    names: tuple[str, ...]
    versions: tuple[VersionEntry, ...]

    @property
    def issues(self) -> tuple[VersionEntry, ...]:
        """The versions that have words of their own and a date: neither missing nor second witnesses; oldest first."""
        dated = [entry for entry in self.versions if entry.text.date and not entry.text.missing]
        kept = [entry for entry in dated if entry.witness_of is None]
        return tuple(sorted(kept, key=lambda entry: entry.text.date))

    @property
    def witnesses(self) -> tuple[VersionEntry, ...]:
        """The second witnesses of versions, in the manifest's order."""
        return tuple(entry for entry in self.versions if entry.witness_of is not None and not entry.text.missing)

    @property
    def missing(self) -> tuple[VersionEntry, ...]:
        """The versions whose words are lost."""
        return tuple(entry for entry in self.versions if entry.text.missing)


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A further source: an FAQ, a policy, an index. `names` are words a citation may use besides its title."""

    id: str
    kind: DocumentKind
    text: Text
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rights:
    """Whose the texts are, in their words or ours; `noindex` keeps search engines out, `downloads` allows to publish
    data that holds their words."""

    owner: str
    statement: str
    url: str | None
    noindex: bool
    downloads: bool = True


@dataclass(frozen=True, slots=True)
class Upstream:
    """The git repository the texts come from, the commit, their site's address, and the folder in it.

    Both `repository` and `commit` are empty when the texts are kept beside corpus.yml.
    """

    repository: str
    commit: str
    site: str | None
    root: str

    @property
    def host(self) -> str | None:
        """The host that is the corpus's own: links to it are `external_self`."""
        return self.site.split("://", 1)[1].split("/", 1)[0].lower() if self.site else None


@dataclass(frozen=True, slots=True)
class Manifest:
    """A corpus as corpus.yml describes it. `folder` is where its texts lie, relative to corpus.yml."""

    source: Source
    title: str
    game: str
    language: str
    description: str
    rights: Rights
    upstream: Upstream | None
    folder: str
    compendia: tuple[CompendiumEntry, ...]
    works: tuple[WorkEntry, ...]
    documents: tuple[DocumentEntry, ...]
    cards: tuple[Text, ...]
    aliases: Mapping[str, tuple[str, ...]]
    sections: Mapping[SectionKind, tuple[str, ...]]
    minted: Source | None = None
    """The file of minted ids beside corpus.yml."""
    figures: Mapping[str, str] = field(default_factory=dict)
    """Where a figure of a card stands, by the name errata call it (folded): its field, and which number of it."""
    records: Mapping[str, Source] = field(default_factory=dict)
    """The files of emendation records at hand, by work."""
    site: str = ""
    """The address of the site made of the corpus, with a slash at its end; empty when it has none yet."""
    words: Words = field(default_factory=Words, hash=False)
    """What the site says, in the language of the corpus where words.yml has it."""

    @property
    def is_fetched(self) -> bool:
        """Whether the texts come from a repository and are not kept beside corpus.yml."""
        return self.upstream is not None and bool(self.upstream.repository)

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every text of the corpus, by path."""
        return tuple(sorted((*self._named, *self.cards), key=lambda text: text.path))

    @property
    def _named(self) -> tuple[Text, ...]:
        editions = [edition.text for work in self.works for edition in work.editions]
        versions = [version.text for compendium in self.compendia for version in compendium.versions]
        return (*editions, *versions, *(document.text for document in self.documents))


NO_CORPUS = Manifest(
    source=Source.from_text("", ""),
    title="",
    game="",
    language="en",
    description="",
    rights=Rights("", "", None, noindex=False),
    upstream=None,
    folder="",
    compendia=(),
    works=(),
    documents=(),
    cards=(),
    aliases={},
    sections={},
)
"""The manifest of bare files, which names nothing."""
