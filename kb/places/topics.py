"""Topics: the statements of a compendium version come in, one topic for each heading they stand under goes out, and one
for each term in bold below a heading.

A topic is a term, a card, a part of the turn or of the tournament rules; each has a page. A ruling that is
stated under several headings is at home under one of them and named under the others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kb.graph import Kb
from kb.grouping import group_pairs, lone_values
from kb.model import CompendiumVersion, Ruling, RulingId, SectionId, SectionKind, Statement
from kb.paths import free_name
from kb.places.addresses import Place
from kb.places.openings import open_namesakes
from kb.rulings import home_of, slug_of

SHOWN = (
    SectionKind.TERM,
    SectionKind.CARD,
    SectionKind.TURN,
    SectionKind.TOURNAMENT,
    SectionKind.ERRATA,
    SectionKind.DELAYED,
    SectionKind.FAQ,
    SectionKind.INTRODUCTION,
    SectionKind.OTHER,
)
"""The parts of a compendium in the order in which they are shown."""
_BY_TERM = frozenset({SectionKind.TERM, SectionKind.CARD, SectionKind.TURN, SectionKind.TOURNAMENT})

Entry = tuple[SectionKind, SectionId, str]
"""What statements stand under: the part, the heading, and the term below it that is none, or nothing."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The statements under one heading or term, in the order of the version."""

    kind: SectionKind
    anchor: SectionId
    title: str
    slug: str
    statements: tuple[Statement, ...] = field(repr=False)

    @property
    def page(self) -> str:
        """The address of its page."""
        return f"rulings/{self.kind.value}/{self.slug}/"


@dataclass(frozen=True, slots=True)
class Rulings:
    """The newest version of the compendium by topic, and where each ruling and each anchor stands."""

    version: CompendiumVersion
    topics: tuple[Topic, ...]
    by_id: Mapping[RulingId, Ruling] = field(repr=False)
    by_statement: Mapping[int, tuple[Ruling, ...]] = field(repr=False)
    """The rulings of each statement, by its start: several where they are fused."""
    homes: Mapping[RulingId, Place] = field(repr=False)
    anchors: Mapping[str, Place] = field(repr=False)
    by_entry: Mapping[Entry, Topic] = field(repr=False)
    openings: Mapping[RulingId, str] = field(default_factory=dict, repr=False)
    """The first words of each ruling whose heading others stand under too."""

    def topic_of(self, statement: Statement) -> Topic:
        """The topic a statement stands under."""
        return self.by_entry[_entry_of(statement)]

    def find_topic(self, statement: Statement) -> Topic | None:
        """The topic a statement stands under, or None where it is one of the version as it read before an edit, under a
        heading that is gone."""
        return self.by_entry.get(_entry_of(statement))

    def of_kind(self, kind: SectionKind) -> tuple[Topic, ...]:
        """The topics of one part of the compendium."""
        return tuple(topic for topic in self.topics if topic.kind is kind)

    @property
    def by_heading(self) -> Mapping[tuple[SectionKind, SectionId], Topic]:
        """The topics that have a heading for themselves."""
        return lone_values(((topic.kind, topic.anchor), topic) for topic in self.topics)


def group_rulings(kb: Kb) -> Rulings | None:
    """The newest version by topic, or None when no compendium is at hand."""
    version = kb.newest_version
    if version is None:
        return None
    topics = _topics(version)
    by_entry = {_entry_of(each): topic for topic in topics for each in topic.statements}
    rulings = [ruling for ruling in kb.rulings if ruling.version == version.id]
    by_statement = group_pairs((said.span.start, ruling) for ruling in rulings for said in ruling.statements)
    homes = {}
    for ruling in rulings:
        home = home_of(ruling.statements)
        homes[ruling.id] = Place(by_entry[_entry_of(home)].page, ruling.id)
    by_id = {ruling.id: ruling for ruling in rulings}
    return Rulings(version, topics, by_id, by_statement, homes, _anchors(topics), by_entry, open_namesakes(rulings))


def _entry_of(statement: Statement) -> Entry:
    below = statement.section in _BY_TERM and len(statement.path) > len(statement.anchors)
    return statement.section, statement.anchor, slug_of(statement.term) if below and statement.term else ""


def _topics(version: CompendiumVersion) -> tuple[Topic, ...]:
    groups = group_pairs((_entry_of(each), each) for each in version.statements)
    headings = {heading.id: heading.text.strip() for heading in version.document.headings}
    titles = {key: (not key[2] and headings.get(key[1])) or group[0].term or key[1] for key, group in groups.items()}
    same = _repeated((key[0], slug_of(title)) for key, title in titles.items())
    taken: dict[SectionKind, set[str]] = {}
    topics = []
    for key, group in groups.items():
        kind, anchor, _ = key
        title = titles[key]
        if (kind, slug_of(title)) in same and len(group[0].path) > 1 and group[0].path[-2] != title:
            title = f"{group[0].path[-2]}: {title}"
        slug = free_name(slug_of(title), taken.setdefault(kind, set()))
        topics.append(Topic(kind, anchor, title, slug, group))
    return tuple(sorted(topics, key=lambda topic: SHOWN.index(topic.kind)))


def _repeated(keys: Iterable[tuple[SectionKind, str]]) -> set[tuple[SectionKind, str]]:
    seen: set[tuple[SectionKind, str]] = set()
    repeated: set[tuple[SectionKind, str]] = set()
    for key in keys:
        (repeated if key in seen else seen).add(key)
    return repeated


def _anchors(topics: tuple[Topic, ...]) -> dict[str, Place]:
    """Where the anchors of the version stand: a topic's own on its page, a section's in the index."""
    places: dict[str, Place] = {}
    for topic in topics:
        for statement in topic.statements:
            for anchor in statement.anchors:
                places[anchor] = Place("rulings/", topic.kind.value)
    entries = Counter(topic.anchor for topic in topics)
    places.update({each.anchor: Place(each.page) for each in topics if each.anchor and entries[each.anchor] == 1})
    return places
