"""Rulings and answers on their pages: a topic or a sheet comes in, what its page tells goes out.

On the page of a topic the rulings of the newest version stand first, then those it does not repeat, those of other
compendia, those that ended, and, told apart from all of them, the answers of FAQ files.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from kb.attested import Life
from kb.claims import find_turn
from kb.lexicon import plain_key
from kb.model import RulingId, SectionKind, Statement
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.downloads import feed_of
from kb.places.earlier import version_page
from kb.places.linked import LinksHere, find_links_here
from kb.places.reading import Reader, cite_ruling, offer_rulings
from kb.places.settling import Lives, cited, dated
from kb.places.sheets import Answer, count_kinds, part_sheet
from kb.places.topics import Topic
from kb.places.web import NodeKind
from kb.ruling_pages.besides import Besides, tell_besides
from kb.ruling_pages.later_versions import last_drop
from kb.ruling_pages.lives import LifeView, view_life
from kb.ruling_pages.wordings import say_alike
from kb.rulings import own_words
from kb.sentences import find_sentences
from kb.sheets import Sheet
from kb.similarity import compare_words
from kb.wording import REFERS


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement on its topic's page."""

    id: str
    words: Markup
    effective: str
    applied: tuple[tuple[str, str], ...]
    claimed: tuple[tuple[str, str], ...]
    """Where a change cites it and says something else."""
    also: tuple[tuple[str, str], ...]
    reference: bool
    lives: tuple[LifeView, ...]
    """The lives of what it states that are told here; those told elsewhere are not among them."""
    anchors: tuple[str, ...]
    """More ids it is known by."""
    marks: tuple[str, ...]
    """What the marks before its words mean, each with the mark."""


@dataclass(frozen=True, slots=True)
class PastView:
    """A ruling that the newest version does not state: its words with links, its life, and how it is cited."""

    words: Markup
    life: LifeView
    citation: str


@dataclass(frozen=True, slots=True)
class Beside:
    """The rulings of one compendium under a topic: those that another states, or that its newest version, which has a
    name, does not repeat."""

    title: str
    version: str
    rulings: tuple[PastView, ...]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A question and its answer, or an erratum of a list (`listed`); `against` are the rulings that say otherwise, by
    address and name, `since` those of them that came after it."""

    id: str
    question: str
    words: Markup
    title: str
    date: str
    address: str
    against: tuple[tuple[str, str], ...]
    since: tuple[tuple[str, str], ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class TopicView:
    """A topic on its page."""

    topic: Topic
    statements: tuple[StatementView, ...]
    references: tuple[StatementView, ...]
    leads: bool
    """Whether any of these leads elsewhere; else they only tell that rulings are no more."""
    heirs: tuple[Topic, ...]
    """What the newest version has instead of one that it has no longer."""
    listed: tuple[tuple[Markup, str, str], ...]
    """Rulings on it that stand in lists alone: the words, the address, what they stand under."""
    silent: tuple[Beside, ...]
    """The rulings that the newest version of their compendium does not repeat, told with that version."""
    beside: tuple[Beside, ...]
    ended: tuple[PastView, ...]
    asked: tuple[AnswerView, ...]
    retired: tuple[tuple[str, str, str], ...]
    """Ids that rulings stood under here: the id, where the ruling is now, and the term there."""
    links: LinksHere | None
    version: str
    changed: str
    """The address of what the newest version changed; empty where nothing is told of versions."""
    date: str
    dated: bool
    """Whether the finder has rulings under its name, whatever the day."""
    since: tuple[str, str]
    """The version before the newest at hand, its id and its name: the finder tells what changed since; empty where
    there is none."""
    recent: bool
    """Whether any words did."""
    unchanged: bool
    """Whether nothing did, be it its place or what it is called."""
    feed: str
    """The address of the feed of its rulings; empty where there is none."""
    offer: Reader | None = field(repr=False)
    """How its rulings are cited; None where it has none."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet of answers on its page, by section: id, title, answers."""

    date: str
    counts: tuple[int, int]
    """How many answers and how many errata it has."""
    sections: tuple[tuple[str, str, tuple[AnswerView, ...]], ...]
    besides: tuple[Besides, ...]
    """What it says that is no answer."""
    offer: Reader = field(repr=False)


def _leads_elsewhere(statement: Statement) -> bool:
    """Whether a statement that is no ruling refers to others; else it only tells that one is no more."""
    return any(REFERS.match(statement.words[span.start : span.end]) for span in find_sentences(statement.words))


def view_topic(base: Base, topic: Topic, here: str) -> TopicView:
    """A topic as its page shows it: rulings first, then what only refers elsewhere."""
    assert base.rulings is not None
    version = base.rulings.version
    taken: set[str] = set()
    shown = [_view_statement(base, statement, here, taken) for statement in topic.statements]
    lives, title = base.lives, topic.title
    silent = tuple(_silent(base, here, title))
    ended = _past(base, lives.ended.get(here, ()) if lives else (), here, title)
    beside = tuple(_beside(base, here, title))
    past = (*_of_all(silent), *ended, *_of_all(beside))
    ids = (*(each.id for each in shown if each.id), *(each.life.id for each in past))
    return TopicView(
        topic,
        statements=tuple(view for view in shown if not view.reference),
        references=tuple(view for view in shown if view.reference),
        leads=any(each.reference and _leads_elsewhere(each) for each in topic.statements),
        heirs=lives.heirs.get(here, ()) if lives is not None else (),
        listed=tuple(_listed(base, here)),
        silent=silent,
        beside=beside,
        ended=ended,
        asked=tuple(view_answer(base, each, here) for each in base.asked.get(here, ())),
        retired=tuple((each.id, each.place.seen_from(here), each.term) for each in base.retired.get(here, ())),
        links=find_links_here(base.web, here, base.words),
        version=base.version_name(version),
        changed=Place(version_page(version.id)).seen_from(here) if lives else "",
        date=base.words.time(version.date),
        dated=lives is None or plain_key(title) in lives.named,
        since=_since(lives),
        recent=lives is not None and not lives.recent.isdisjoint((here, plain_key(title))),
        unchanged=lives is not None and (lives.recent | lives.moved).isdisjoint((here, plain_key(title))),
        feed=feed_of(base.downloads, here),
        offer=offer_rulings(base, cite_ruling(base, title, version), NodeKind.RULING, ids, here) if ids else None,
    )


def _since(lives: Lives | None) -> tuple[str, str]:
    calendar = lives.chronicle.calendar if lives else None
    if calendar is None or len(calendar.at_hand) < 2:
        return "", ""
    before = calendar.at_hand[-2].id
    return str(before), calendar.name(before)


def _past(base: Base, lives: Iterable[Life], here: str, title: str) -> tuple[PastView, ...]:
    return tuple(
        PastView(base.terms.in_text(life.newest.text, here), view_life(base, life, here), _cite_past(base, life, title))
        for life in lives
    )


def _cite_past(base: Base, life: Life, title: str) -> str:
    """How a ruling is cited that the newest version has not: by the last that has it, and that which dropped it."""
    assert base.lives is not None
    calendar, words = base.lives.of[life.id].calendar, base.words
    version, gone = cited(calendar, life.newest, words), last_drop(life)
    if gone is None:
        return words("cite.ruling", version=version, term=title, place="{place}")
    later = cited(calendar, gone, words)
    return words("cite.ruling.dropped", version=version, term=title, place="{place}", later=later)


def _listed(base: Base, here: str) -> Iterator[tuple[Markup, str, str]]:
    """The rulings on a card that the newest version has in its lists alone."""
    if base.rulings is None or base.lives is None:
        return
    for life in base.lives.listed.get(here, ()):
        statement = life.newest.statements[0]
        title = base.rulings.topic_of(statement).title
        yield base.statement(statement, here), base.lives.places[life.id].seen_from(here), title


def _of_all(groups: Iterable[Beside]) -> Iterator[PastView]:
    return (each for group in groups for each in group.rulings)


def _silent(base: Base, here: str, title: str) -> Iterator[Beside]:
    """The rulings that the newest version of each compendium does not repeat, and nothing ended."""
    if base.lives is None or base.rulings is None:
        return
    of = base.lives.of
    for _, group in groupby(base.lives.silent.get(here, ()), key=lambda life: of[life.id].entry.id):
        lives = tuple(group)
        chronicle = of[lives[0].id]
        last = chronicle.calendar.newest
        other = chronicle is not base.lives.chronicle and last is not None
        version = chronicle.calendar.name(last.id) if other and last else base.version_name(base.rulings.version)
        yield Beside(chronicle.entry.title, version, _past(base, lives, here, title))


def _beside(base: Base, here: str, title: str) -> Iterator[Beside]:
    """The rulings that other compendia state under a topic."""
    if base.lives is None:
        return
    of = base.lives.of
    for _, group in groupby(base.lives.beside.get(here, ()), key=lambda life: of[life.id].entry.id):
        lives = tuple(group)
        chronicle = of[lives[0].id]
        version = dated(chronicle.calendar, lives[0].newest, base.words)
        yield Beside(chronicle.entry.title, version, _past(base, lives, here, title))


def _lives_here(base: Base, statement: Statement, here: str, taken: set[str]) -> Iterator[LifeView]:
    """The lives of a statement that are told here and were not told before on the page."""
    if base.lives is None:
        return
    for life in base.lives.by_statement.get(statement.span.start, ()):
        if base.lives.places[life.id].page == here and f"life:{life.id}" not in taken:
            taken.add(f"life:{life.id}")
            yield view_life(base, life, here)


def _view_statement(base: Base, statement: Statement, here: str, taken: set[str]) -> StatementView:
    assert base.rulings is not None
    rulings = base.rulings.by_statement.get(statement.span.start, ())
    also = tuple(_also(base, statement, here))
    applied, claimed = (_count_again(each) for each in _find_places(base, [ruling.id for ruling in rulings], here))
    ident = next((ruling.id for ruling in rulings if ruling.id not in taken), RulingId(""))
    lives = tuple(_lives_here(base, statement, here, taken))
    known = (*(ruling.id for ruling in rulings), *(name for life in lives for name in (life.id, *life.aliases)))
    names = [name for name in dict.fromkeys(known) if name not in taken and name != ident]
    taken.update((ident, *names))
    printed = base.words.time(statement.effective) if statement.effective else ""
    return StatementView(
        id=ident,
        words=base.statement(statement, here),
        effective=printed or next((life.effective for life in lives if life.effective), ""),
        applied=tuple(applied),
        claimed=tuple(claimed),
        also=also,
        reference=statement.reference,
        lives=lives,
        anchors=tuple(names),
        marks=tuple(_marks(base, statement)),
    )


def _find_places(base: Base, rulings: Sequence[RulingId], here: str) -> tuple[list[tuple[str, str]], ...]:
    """Where changes rest on some rulings, and where they only cite them: addresses and titles, each once."""
    resting: dict[Place, str] = {}
    claiming: dict[Place, str] = {}
    for ruling in rulings:
        for place, title in base.applied.get(ruling, ()):
            (claiming if place in base.claimed.get(ruling, ()) else resting)[place] = title
    claiming = {place: title for place, title in claiming.items() if place not in resting}
    return tuple([(place.seen_from(here), title) for place, title in each.items()] for each in (resting, claiming))


def _also(base: Base, statement: Statement, here: str) -> Iterator[tuple[str, str]]:
    """Where else the newest version says the rulings of a statement: in the same words, in others (with which, where
    they turn it round), or a part of it that alone has a date."""
    assert base.rulings is not None
    lives = base.lives.by_statement.get(statement.span.start, ()) if base.lives is not None else ()
    dates = {statement.effective, *(day for life in lives for day in life.newest.effective)}
    pages: dict[str, tuple[str, str]] = {}
    alike: set[str] = set()
    partly: dict[str, str] = {}
    turned: dict[str, tuple[str, str]] = {}
    for ruling in base.rulings.by_statement.get(statement.span.start, ()):
        for each in ruling.statements:
            topic = base.rulings.topic_of(each)
            if topic.page != here:
                pages.setdefault(topic.page, (topic.title, ruling.id))
            if say_alike(statement, each):
                alike.add(topic.page)
            turn = find_turn(compare_words(own_words(statement)), compare_words(own_words(each)))
            if turn is not None:
                turned[topic.page] = turn
            if each.effective and not statement.effective and each.effective not in dates:
                partly[topic.page] = each.effective
    for page, (title, name) in pages.items():
        told = title if page in alike else base.words("rulings.also.other", title=title)
        if page in turned:
            here_said, there_said = turned[page]
            told = base.words("rulings.also.turned", title=title, here=here_said, there=there_said)
        if page in partly:
            told = base.words("rulings.also.part", title=title, date=base.words.time(partly[page]))
        yield Place(page, name).seen_from(here), told


def _marks(base: Base, statement: Statement) -> Iterator[str]:
    """What the marks of a statement of the newest version mean, where that is told."""
    assert base.rulings is not None
    version = base.rulings.version
    for mark in statement.marks:
        if mark in version.marks:
            yield base.words(f"mark.{version.marks[mark]}", mark=mark, version=base.version_name(version))


def _count_again(links: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Links whose title is seen once; one more to the same section is a number, and heard with its title."""
    seen: Counter[str] = Counter()
    counted = []
    for address, title in links:
        seen[title] += 1
        again = Markup('<span class="vh">{} </span>({})').format(title, seen[title])
        counted.append((address, title if seen[title] == 1 else again))
    return counted


def view_sheet(base: Base, sheet: Sheet, here: str) -> SheetView:
    """A sheet of answers as its page shows it."""
    answers = {each.statement.span.start: each for each in base.answers.by_sheet[sheet.id]}
    sections = tuple(
        (each.id, each.title, tuple(view_answer(base, answers[one.span.start], here) for one in each.statements))
        for each in part_sheet(sheet)
    )
    besides = tell_besides(base, sheet.document, (each.span for each in sheet.asides), here)
    words, day = base.words, sheet.date
    named = words("dated", name=sheet.title, date=words.date(day)) if day else sheet.title
    said = words("cite.text", title=named, place="{place}")
    offer = offer_rulings(base, said, NodeKind.ANSWER, (each.place.anchor for each in answers.values()), here)
    return SheetView(words.time(day) if day else "", count_kinds(sheet.statements), sections, besides, offer)


def view_answer(base: Base, answer: Answer, here: str) -> AnswerView:
    """An answer as the page `here` tells it."""
    sheet = answer.sheet
    resolve = base.addresses.resolver(sheet.document, here)
    return AnswerView(
        id=answer.place.anchor,
        question=answer.statement.context,
        words=answer.words(resolve, base.terms, here),
        title=sheet.title,
        date=base.words.time(sheet.date) if sheet.date else "",
        address=answer.place.seen_from(here),
        against=tuple(_against(base, answer, here, decided=False)),
        since=tuple(_against(base, answer, here, decided=True)),
        listed=answer.statement.section is SectionKind.ERRATA,
    )


def _against(base: Base, answer: Answer, here: str, *, decided: bool) -> Iterator[tuple[str, str]]:
    """The rulings that say otherwise than an answer, and have decided or not: address, and name with the version."""
    if base.lives is None:
        return
    for each in base.lives.denied.get((answer.sheet.id, answer.statement.span.start), ()):
        claim = each.claim
        if each.decided is not decided:
            continue
        if claim.life is not None and claim.attestation is not None and claim.life.id in base.lives.places:
            calendar = base.lives.of[claim.life.id].calendar
            called = base.lives.called(claim.life, claim.attestation.term)
            name = Markup(", ").join((called, dated(calendar, claim.attestation, base.words)))
            gone = last_drop(claim.life)
            if gone is not None:
                name += Markup(" ({})").format(base.words("since.dropped", version=calendar.name(gone.version)))
            yield base.lives.places[claim.life.id].seen_from(here), name
