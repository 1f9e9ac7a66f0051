"""Where rulings through time stand on the site: chronicles and the newest version by topic come in, places go out.

A ruling of the newest version stands where that version states it; any other on the page of the term it was last
stated under, which is a page of its own when the newest version has no such term. What the newest version does not
have has ended, unless nothing ended it (the silence of a list drops nothing), or it is another compendium's.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from kb.attested import RESPELLED, Attestation, Change, Life
from kb.calendars import Calendar
from kb.chronicle import Chronicle
from kb.contradictions import Claim
from kb.dates import Days
from kb.effective import names_only_a_date
from kb.force import Standing, Status, find_intervals, standing_on
from kb.grouping import group_pairs
from kb.interface import Words
from kb.lexicon import plain_key
from kb.lives import same_card, same_name
from kb.model import LISTINGS, RulingId, SectionKind, Statement, VersionId
from kb.paths import collision_key, free_name
from kb.places.addresses import Place
from kb.places.topics import Rulings, Topic
from kb.queries.version_changes import ALIKE, RulingChange, find_changes
from kb.rulings import card_of, slug_of, subject_of

_LATEST = Days(date.max, date.max)
"""The day a page speaks of: whatever the newest version says has come into force by then."""
_PLACED = ALIKE - {RESPELLED}
"""What a version did that is no change of words, and more than one of spelling."""


@dataclass(frozen=True, slots=True)
class Opposing:
    """A claim against another; `decided` where one is an answer and the other a later ruling."""

    claim: Claim
    decided: bool


@dataclass(frozen=True, slots=True)
class Lives:
    """The rulings of all compendia, and where they stand.

    `chronicle` is that of the newest version; `by_statement` goes by the start of a statement of that version. By
    page: `ended` are the rulings it has no more, `silent` those it does not repeat and nothing ended, `beside` those
    that other compendia state, `listed` those on a card that it states in its lists alone. `past` are the topics it has
    not. `opposed` are the claims against a ruling,
    `successors` the rulings declared to replace it.
    """

    chronicle: Chronicle
    chronicles: tuple[Chronicle, ...] = field(repr=False)
    by_statement: Mapping[int, tuple[Life, ...]] = field(repr=False)
    places: Mapping[RulingId, Place] = field(repr=False)
    ended: Mapping[str, tuple[Life, ...]] = field(repr=False)
    silent: Mapping[str, tuple[Life, ...]] = field(repr=False)
    beside: Mapping[str, tuple[Life, ...]] = field(repr=False)
    listed: Mapping[str, tuple[Life, ...]] = field(repr=False)
    past: tuple[Topic, ...] = field(repr=False)
    heirs: Mapping[str, tuple[Topic, ...]] = field(repr=False)
    """By the page of a past topic: those of its name in the newest version, then those under which rulings stand now
    that stood there, first those with the most."""
    of: Mapping[RulingId, Chronicle] = field(repr=False)
    by_name: Mapping[RulingId, Life] = field(repr=False)
    """Every ruling by each id it has or had."""
    opposed: Mapping[RulingId, tuple[Opposing, ...]] = field(repr=False)
    denied: Mapping[tuple[str, int], tuple[Opposing, ...]] = field(repr=False)
    """The claims against an answer, by its sheet and its start there."""
    successors: Mapping[RulingId, tuple[RulingId, ...]] = field(repr=False)
    titles: Mapping[str, str] = field(repr=False)
    """What each page of the newest version's rulings is called."""
    named: frozenset[str] = field(repr=False)
    """The plain keys of all that rulings are stated under: what the finder knows them by."""
    recent: frozenset[str] = field(repr=False)
    """Those whose words the newest version changed since the one before at hand, or what ended since; their pages
    too."""
    moved: frozenset[str] = field(repr=False)
    """Those that it only placed or called otherwise; likewise."""
    _standings: dict[int, tuple[Life, Standing]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was asked of `standing`, by the very ruling: two compendia may have one of the same id."""

    @property
    def every(self) -> Iterator[Life]:
        """The rulings, compendium by compendium."""
        return (life for chronicle in self.chronicles for life in chronicle.history.lives)

    def stated(self) -> Iterator[tuple[Attestation, Statement, Place]]:
        """Every statement that some version makes of a ruling which has a place, with that place."""
        for life in self.every:
            if (place := self.places.get(life.id)) is not None:
                yield from ((each, statement, place) for each in life.stated for statement in each.statements)

    def life_of(self, names: Iterable[RulingId]) -> Life | None:
        """The ruling that has one of some ids."""
        return next((self.by_name[name] for name in names if name in self.by_name), None)

    def called(self, life: Life, term: str) -> str:
        """What a ruling is called that stands under a term; one that several headings share, as *General*, goes with
        the one above it."""
        return _called(self.places.get(life.id), self.titles, term)

    def standing(self, life: Life) -> Standing:
        """How a ruling stands after all that the newest version says has come into force."""
        if id(life) not in self._standings:
            self._standings[id(life)] = life, status_of(life, self.of[life.id].calendar)
        return self._standings[id(life)][1]

    def seen(self, name: RulingId, words: Words) -> str:
        """The version that a ruling is first seen in, those that were without it before it was back, and that of its
        words where these are newer, for readers; empty for a ruling whose life nobody knows."""
        life = self.by_name.get(name)
        if life is None:
            return ""
        calendar, first = self.of[life.id].calendar, life.stated[0]
        wording = life.first_with(self.standing(life).interval.attestation)
        told = words("life.first", version=dated(calendar, first, words))
        if (back := life.back) is not None:
            told += "; " + words("life.gone", versions=", ".join(versions_without(life, calendar)))
            told += "; " + words("life.back", version=dated(calendar, back, words))
        if wording is first or wording is back:
            return told
        return told + "; " + words("life.since", version=dated(calendar, wording, words))


def versions_without(life: Life, calendar: Calendar) -> Iterator[str]:
    """The names of the versions at hand that had dropped a ruling before another stated it again."""
    order = {slot.id: at for at, slot in enumerate(calendar.slots)}
    for gone, back in pairwise(life.attestations):
        if gone.change is Change.DROPPED:
            between = calendar.slots[order[gone.version] : order[back.version]]
            yield from (calendar.name(slot.id) for slot in between if slot.at_hand)


def dated(calendar: Calendar, attestation: Attestation, words: Words) -> str:
    """A version by name and date; its number stays on one line with what it is a number of."""
    slot = calendar.slot(attestation.version)
    day, name = slot.date, f"{calendar.abbreviation}\N{NO-BREAK SPACE}{slot.number}"
    return words("dated", name=name, date=words.time(day)) if day else name


def cited(calendar: Calendar, attestation: Attestation, words: Words) -> str:
    """The same in plain words, as whoever cites it writes it."""
    slot = calendar.slot(attestation.version)
    name = calendar.name(slot.id)
    return words("dated", name=name, date=words.date(slot.date)) if slot.date else name


def tell_end(standing: Standing, words: Words) -> str:
    """When a ruling ends by its own words, for readers; nothing where these do not say."""
    told = standing.interval.ends.told if standing.interval.ends is not None else None
    if told is None:
        return ""
    how = "life.until" if told.through else "life.ended" if standing.status is Status.ENDED else "life.ends"
    return words(how, date=words.time(told.iso))


def status_of(life: Life, calendar: Calendar) -> Standing:
    """How a ruling stands after all that the newest version at hand says has come into force."""
    return standing_on(find_intervals(life, calendar.heard()), _LATEST)


def place_lives(chronicles: Iterable[Chronicle], rulings: Rulings | None) -> Lives | None:
    """Where every ruling stands; None where there is no chronicle of the newest version's compendium."""
    every = tuple(chronicles)
    newest = rulings.version.id if rulings else None
    chronicle = next((each for each in every if any(slot.id == newest for slot in each.history.slots)), None)
    if rulings is None or chronicle is None:
        return None
    stated, gone = _split(chronicle, newest)
    places = {life.id: _home(life, rulings) for life in stated}
    changes = _newest_changes(chronicle)
    settler = _Settler(rulings, chronicle.entry.id, stated)
    ended, silent = _parted(gone, chronicle, settler)
    beside: dict[str, list[Life]] = {}
    for other in (each for each in every if each is not chronicle):
        last = other.calendar.newest
        at_hand, lost = _split(other, last.id if last is not None else None)
        more_ended, more_silent = _parted(lost, other, settler)
        _add(ended, more_ended)
        _add(silent, more_silent)
        _add(beside, settler.settle(at_hand))
    for page, settled in (each for group in (ended, silent, beside) for each in group.items()):
        for life in settled:
            places.setdefault(life.id, Place(page, life.id))
    titles = {topic.page: topic.title for topic in rulings.topics}
    lives = [(life, each) for each in reversed(every) for life in each.history.lives]
    by_name = {name: life for life, _ in lives for name in life.aliases} | {life.id: life for life, _ in lives}
    return Lives(
        chronicle=chronicle,
        chronicles=every,
        by_statement=group_pairs((each.span.start, life) for life in stated for each in life.newest.statements),
        places=places,
        ended=_frozen(ended),
        silent=_frozen(silent),
        beside=_frozen(beside),
        listed=group_pairs(_listed(stated, places, rulings)),
        past=tuple(settler.past),
        heirs=settler.find_heirs(stated, rulings),
        of={life.id: each for life, each in lives},
        by_name=by_name,
        opposed=group_pairs(_opposed(every)),
        denied=group_pairs(_denied(every)),
        successors=_successors(by_name),
        titles=titles,
        named=frozenset(plain_key(name) for name in _names_of(lives, places, titles)),
        recent=_known_by(_recent(chronicle, changes, gone), chronicle, places, titles),
        moved=_known_by((each.life for each in changes if each.became in _PLACED), chronicle, places, titles),
    )


def _recent(chronicle: Chronicle, changes: Iterable[RulingChange], gone: Iterable[Life]) -> Iterator[Life]:
    """The rulings whose words the newest version changed, or that it does not state (`gone`) and that ended since."""
    yield from (each.life for each in changes if each.became not in ALIKE)
    for slot in chronicle.calendar.at_hand[-2:-1]:
        held = (life for life in gone if any(each.version == slot.id for each in life.stated))
        yield from (life for life in held if status_of(life, chronicle.calendar).status is Status.ENDED)


def _newest_changes(chronicle: Chronicle) -> tuple[RulingChange, ...]:
    """What the newest version changed since the one before at hand, if there is one."""
    history, at_hand = chronicle.history, chronicle.calendar.at_hand
    return find_changes(history.slots, history.lives, at_hand[-1].id, at_hand[-2].id) if len(at_hand) > 1 else ()


def _known_by(
    lives: Iterable[Life], chronicle: Chronicle, places: Mapping[RulingId, Place], titles: Mapping[str, str]
) -> frozenset[str]:
    """What some rulings are stated under, as the finder knows it, and the pages where they stand."""
    found = list({life.id: life for life in lives}.values())
    names = (plain_key(name) for name in _names_of([(life, chronicle) for life in found], places, titles))
    return frozenset((*names, *(places[life.id].page for life in found if life.id in places)))


def _names_of(
    lives: Iterable[tuple[Life, Chronicle]], places: Mapping[RulingId, Place], titles: Mapping[str, str]
) -> frozenset[str]:
    """What rulings are stated under, as their versions and as their pages have it: few names for many rulings."""
    told = ((term, places.get(life.id)) for life, _ in lives for term in _terms_of(life))
    return frozenset(name for term, place in told for name in (term, _called(place, titles, term)))


def _called(place: Place | None, titles: Mapping[str, str], term: str) -> str:
    title = titles.get(place.page, "") if place is not None else ""
    return title if title.endswith(f": {term}") else term


def _terms_of(life: Life) -> Iterator[str]:
    """What versions state a ruling under; the heading of a list of errata or dates alone where nothing else is."""
    for each in life.stated:
        own = [said for said in each.statements if said.section not in LISTINGS or said.term not in said.path[-1:]]
        yield from (said.term for said in own)
        if not own:
            yield each.term


def _split(chronicle: Chronicle, version: VersionId | None) -> tuple[list[Life], list[Life]]:
    """The rulings of a compendium that one of its versions states, and those it does not."""
    stated: list[Life] = []
    gone: list[Life] = []
    for life in chronicle.history.lives:
        holds = life.newest.version == version and life.attestations[-1].change is not Change.DROPPED
        (stated if holds else gone).append(life)
    return stated, gone


def _home(life: Life, rulings: Rulings) -> Place:
    """Where the newest version states a ruling."""
    return rulings.homes.get(life.id) or Place(rulings.topic_of(life.newest.statements[0]).page, life.id)


def _listed(lives: Iterable[Life], places: Mapping[RulingId, Place], rulings: Rulings) -> Iterator[tuple[str, Life]]:
    """The rulings on cards that stand in lists alone, with the page that the card has besides."""
    cards = {subject_of(topic.title): topic.page for topic in rulings.topics if topic.kind is SectionKind.CARD}
    for life in lives:
        card = card_of(life.newest.statements[0]) if life.newest.listed else None
        page = cards.get(card) if card is not None else None
        if page is not None and page != places[life.id].page:
            yield page, life


def _parted(
    gone: Iterable[Life], chronicle: Chronicle, settler: "_Settler"
) -> tuple[dict[str, list[Life]], dict[str, list[Life]]]:
    """Rulings that the newest version of their compendium has not: those that ended, those nothing ended."""
    every = tuple(gone)
    over = {life.id for life in every if status_of(life, chronicle.calendar).status is Status.ENDED}
    settled = settler.settle(every, settler.compendium == chronicle.entry.id)
    ended = {page: [life for life in lives if life.id in over] for page, lives in settled.items()}
    silent = {page: [life for life in lives if life.id not in over] for page, lives in settled.items()}
    return _kept(ended), _kept(silent)


def _kept(groups: Mapping[str, list[Life]]) -> dict[str, list[Life]]:
    return {page: lives for page, lives in groups.items() if lives}


def _frozen(groups: Mapping[str, list[Life]]) -> dict[str, tuple[Life, ...]]:
    return {page: tuple(lives) for page, lives in groups.items()}


def _add(groups: dict[str, list[Life]], more: Mapping[str, Sequence[Life]]) -> None:
    for page, lives in more.items():
        groups.setdefault(page, []).extend(lives)


class _Settler:
    """Finds pages for rulings that the newest version does not state; makes topics for terms it does not have."""

    def __init__(self, rulings: Rulings, compendium: str, stated: Iterable[Life]) -> None:
        self.compendium = compendium
        self.known = {(topic.kind, subject_of(topic.title)): topic for topic in reversed(rulings.topics)}
        self.by_heading = rulings.by_heading
        self.taken: dict[SectionKind, set[str]] = {}
        for each in rulings.topics:
            self.taken.setdefault(each.kind, set()).add(collision_key(each.slug))
        self.past: list[Topic] = []
        for life in stated:
            self._know_slips(life, rulings.topic_of(life.newest.statements[0]))

    def _know_slips(self, life: Life, topic: Topic) -> None:
        """Headings that a ruling of the newest version had before with a slip, or that are another name of its card:
        what else stood there is on its page."""
        for term in {each.term for each in life.stated}:
            key = topic.kind, subject_of(term)
            same = same_card if topic.kind is SectionKind.CARD else same_name
            if key not in self.known and same(key[1], subject_of(topic.title)):
                self.known[key] = topic

    def settle(self, lives: Iterable[Life], kin: bool = False) -> dict[str, list[Life]]:
        """Rulings by page; the headings of older versions of the same compendium (`kin`) are known by their anchor."""
        found: dict[str, list[Life]] = {}
        for life in lives:
            found.setdefault(self._topic(life, kin).page, []).append(life)
        return found

    def find_heirs(self, stated: Iterable[Life], rulings: Rulings) -> Mapping[str, tuple[Topic, ...]]:
        """What the version has instead of the topics made here, by their pages: topics of the same name, then those
        under which rulings stand that stood there."""
        pages = {(topic.kind, subject_of(topic.title)): topic.page for topic in self.past}
        found = {page: Counter[str]() for page in pages.values()}
        for life in stated if pages else ():
            now = rulings.topic_of(life.newest.statements[0]).page
            for stood in {(each.section, subject_of(each.term)) for each in life.stated} & pages.keys():
                found[pages[stood]][now] += 1
        topics = {topic.page: topic for topic in rulings.topics}
        called = group_pairs((plain_key(topic.title), topic.page) for topic in rulings.topics if pages)
        named = {topic.page: called.get(plain_key(topic.title), ()) for topic in self.past}
        heirs = {page: (*named[page], *(heir for heir, _ in found[page].most_common())) for page in found}
        return {page: tuple(topics[heir] for heir in dict.fromkeys(each)) for page, each in heirs.items() if each}

    def _topic(self, life: Life, kin: bool) -> Topic:
        last = life.newest
        home = last.statements[0]
        listed = last.section in LISTINGS and not names_only_a_date(last.term)
        kinds = (SectionKind.CARD, SectionKind.TERM) if listed else (last.section,)
        found = [self.known.get((kind, subject_of(last.term))) for kind in (*kinds, SectionKind.TERM, SectionKind.CARD)]
        same = self.by_heading.get((home.section, home.anchor)) if kin else None
        topic = next(filter(None, (*found, same)), None)
        if topic is not None:
            return topic
        kind = kinds[0]
        slug = free_name(slug_of(last.term), self.taken.setdefault(kind, set()))
        topic = Topic(kind, home.anchor, last.term, slug, ())
        self.known[kind, subject_of(last.term)] = topic
        self.past.append(topic)
        return topic


def _opposed(chronicles: Iterable[Chronicle]) -> Iterator[tuple[RulingId, Opposing]]:
    """What speaks against a ruling, of its own past only what does against its newest words: what it said long ago may
    be what it says again."""
    for each in (each for chronicle in chronicles for each in chronicle.contradictions):
        for mine, other in each.sides:
            if mine.life is not None and (mine.life is not other.life or mine.life.newest.version in mine.versions):
                yield mine.life.id, Opposing(other, each.decided)


def _denied(chronicles: Iterable[Chronicle]) -> Iterator[tuple[tuple[str, int], Opposing]]:
    for each in (each for chronicle in chronicles for each in chronicle.contradictions):
        for mine, other in each.sides:
            if mine.answer is not None:
                yield (mine.answer.sheet.id, mine.answer.statement.span.start), Opposing(other, each.decided)


def _successors(by_name: Mapping[RulingId, Life]) -> dict[RulingId, tuple[RulingId, ...]]:
    every = ((old, life) for life in by_name.values() for old in life.supersedes if old in by_name)
    return group_pairs(dict.fromkeys((by_name[old].id, life.id) for old, life in every))
