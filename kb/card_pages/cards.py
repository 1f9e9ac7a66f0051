"""Cards on their pages: a card and what the texts know of it come in, what its page tells goes out.

Printings that say the same are told once. A printing is compared with the one before it of the same version of the
card, as frame (`storm`, `storm-second`), type line and words tell versions apart; the text as emended with the text as
printed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from kb.attested import Life
from kb.card_pages.apart import answers_on, rulings_on
from kb.card_pages.listed import ListedView, count_unasked, count_waiting, find_own_errata, view_listed
from kb.card_pages.namings import NamingView, by_book, view_naming
from kb.force import Status
from kb.html import Link
from kb.html.clean import may_be_placed
from kb.instructions import EmendedPrinting, Face, read_face
from kb.interface import RULED, Words
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.cards import PlacedCard
from kb.places.linked import LinksHere, find_links_here
from kb.places.web import NodeKind
from kb.provenance import Refusal
from kb.queries.emended_cards import EmendedCard
from kb.queries.orders import Order
from kb.ruling_pages.besides import Besides, find_noted, tell_besides
from kb.ruling_pages.lives import LifeView, view_life
from kb.ruling_pages.topic_pages import AnswerView, view_answer
from kb.ruling_pages.wordings import mark_rewording, weigh
from kb.sheets import Printing
from kb.similarity import word_similarity
from kb.terms import printed_names
from kb.text import word_forms

ALIKE = 0.5
"""What two printings of a card with other type lines share of their words at least where one reprints the other."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a printing says, ready to be shown: paragraphs, and how many of them are its running text."""

    classification: Markup
    figures: tuple[Markup, ...]
    paragraphs: tuple[Markup, ...]
    running: int


@dataclass(frozen=True, slots=True)
class Cause:
    """An erratum: its words, the ruling it is (address and name), since when it is in effect, and, of one that changes
    nothing or is not carried out, why."""

    words: Markup
    rulings: tuple[tuple[str, str], ...]
    effective: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PrintingView:
    """Printings that say the same: their sets by anchor. `emended` is what the errata make of it, their changes marked;
    `undone` those that are not carried out there, `idle` those whose words the printing has already; `older` the set it
    is compared with, `versus` what differs from that, and `likened` the key of what to say of it."""

    sets: tuple[tuple[str, str], ...]
    printed: Shown
    emended: Shown | None
    causes: tuple[Cause, ...]
    undone: tuple[Cause, ...]
    idle: tuple[Cause, ...]
    older: tuple[str, str]
    likened: str
    versus: Shown | None
    listed: tuple[ListedView, ...]


@dataclass(frozen=True, slots=True)
class RuledView:
    """A ruling on a card: its words with links, where it stands among the rulings, its kind and its life."""

    words: Markup
    address: str
    kind: str
    life: LifeView


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on its page."""

    topic: str
    """The address of its page among the rulings, or nothing."""
    kinds: tuple[str, ...]
    count: int
    changed: int
    undone: int
    """Printings in which an erratum is not carried out."""
    called: tuple[str, ...]
    """What its rulings call it where they miswrite its name."""
    printed: tuple[tuple[str, tuple[str, ...]], ...]
    """The names that only printings have, with their sets."""
    others: tuple[tuple[str, str], ...]
    """The other cards of its name: title and address."""
    untold: tuple[tuple[str, str], ...]
    """The sets that its page only names: anchor and name."""
    printings: tuple[PrintingView, ...] = field(repr=False)
    errata: tuple[ListedView, ...] = field(repr=False)
    """Those that only its page states, which are not carried out."""
    waiting: int
    """How many of them no newest version of a compendium comes after."""
    unasked: int
    """How many of its rulings in force are errata that no instruction for it is read from."""
    listed: tuple[ListedView, ...] = field(repr=False)
    """The other rulings that its page lists under no printing."""
    besides: tuple[Besides, ...] = field(repr=False)
    """What its page says besides its printings, and what of these has footnotes, with them."""
    rulings: tuple[RuledView, ...] = field(repr=False)
    ended: tuple[RuledView, ...] = field(repr=False)
    answers: tuple[AnswerView, ...] = field(repr=False)
    rules: tuple[tuple[str, tuple[NamingView, ...]], ...] = field(repr=False)
    """By book, the places that name it."""
    named: tuple[NamingView, ...] = field(repr=False)
    links: LinksHere | None = field(repr=False)
    """The other cards that name it; what else does stands above."""


def view_card(base: Base, placed: PlacedCard, here: str) -> CardView:
    """A card as its page shows it."""
    card, lore = placed.card, base.lore
    emended = lore.emended.get(placed.path)
    emended = emended if emended is not None and emended.card is card else None
    plain = (EmendedPrinting(each, read_face(each), ()) for each in card.printings)
    made = emended.by_version() if emended else tuple(plain)
    lives, answers = rulings_on(base, placed), answers_on(base, placed)
    ruled = [_view_ruling(base, life, here) for life in lives]
    over, holds = Status.ENDED.value, Status.IN_FORCE.value
    held = (life for life, each in zip(lives, ruled, strict=True) if each.life.status == holds)
    errata = find_own_errata(placed, lives, answers)
    listed = (each for each in card.listed if each not in errata)
    return CardView(
        topic=_topic(base, placed, here),
        kinds=tuple(dict.fromkeys(each.face.classification for each in made if each.face.classification)),
        count=len(made),
        changed=sum(each.changed for each in made),
        undone=sum(any(_is_undone(one.tried.refusal) for one in each.outcomes) for each in made),
        called=lore.called.get(placed.key, ()),
        printed=tuple(printed_names(card).items()),
        others=tuple((each.title, Place(each.page).seen_from(here)) for each in base.cards.others(placed)),
        untold=tuple((each.id if may_be_placed(each.id) else "", each.text) for each in card.untold),
        printings=tuple(_view_printings(base, placed, made, emended, here)),
        errata=tuple(view_listed(base, placed, errata, here)),
        waiting=count_waiting(base, placed, errata),
        unasked=count_unasked(held, emended.orders if emended else ()),
        listed=tuple(view_listed(base, placed, listed, here)),
        besides=tell_besides(base, card.document, (*card.rest, *find_noted(card.document, card.rest)), here),
        rulings=tuple(each for each in ruled if each.life.status != over),
        ended=tuple(each for each in ruled if each.life.status == over),
        answers=tuple(view_answer(base, each, here) for each in answers),
        rules=by_book(lore.rules.get(placed.key, ()), here),
        named=tuple(view_naming(each, here) for each in lore.named.get(placed.key, ())),
        links=find_links_here(base.web, here, base.words, frozenset({NodeKind.CARD})),
    )


def _topic(base: Base, placed: PlacedCard, here: str) -> str:
    topics = (place for place in base.terms.rulings_of(placed.card.name) if place.page.startswith("rulings/card/"))
    place = next(topics, None)
    return place.seen_from(here) if place else ""


def family(frame: str, frames: Iterable[str]) -> str:
    """The frame of the version of a card that a frame is a reprint of (`storm-second` of `storm`), else itself."""
    known = frozenset(frames)
    parts = frame.split("-")
    starts = ("-".join(parts[:number]) for number in range(1, len(parts)))
    return next((start for start in starts if start in known), frame)


def find_versions(printings: Sequence[Printing]) -> tuple[int, ...]:
    """The version of the card that each printing is of, from 0.

    A reprint has the frame of the version and its type line; another type line has only one that else says mostly what
    the version said last.
    """
    frames = [each.frame for each in printings]
    newest: list[tuple[str, Printing]] = []
    found: list[int] = []
    for each in printings:
        frame = family(each.frame, frames)
        near = [
            (_nearness(newest[number][1], each), number) for number in range(len(newest)) if newest[number][0] == frame
        ]
        nearness, number = max(near, default=(0.0, 0))
        if nearness < ALIKE:
            number = len(newest)
            newest.append((frame, each))
        newest[number] = frame, each
        found.append(number)
    return tuple(found)


def _nearness(older: Printing, newer: Printing) -> float:
    """How near two printings of one frame are: 1 and more with one type line, else what they share of their words."""
    old, new = read_face(older), read_face(newer)
    same = word_forms(old.classification) == word_forms(new.classification)
    return same + word_similarity(word_forms(old.text), word_forms(new.text))


# Printings


def _view_printings(
    base: Base, placed: PlacedCard, made: Sequence[EmendedPrinting], emended: EmendedCard | None, here: str
) -> Iterator[PrintingView]:
    versions = find_versions([each.printing for each in made])
    groups: dict[tuple[int, Face, Face], list[EmendedPrinting]] = {}
    for number, each in zip(versions, made, strict=True):
        groups.setdefault((number, read_face(each.printing), each.face), []).append(each)
    before: dict[int, Printing] = {}
    placed_at: set[str] = set()
    first: Printing | None = None
    for (version, _, _), group in groups.items():
        one = group[0]
        older = before.get(version)
        told = older or first
        orders = emended.orders if emended else ()
        causes, undone, idle = _causes(base, one, orders, here)
        likened, versus = _liken(base, older, one.printing, here)
        yield PrintingView(
            sets=tuple(_set_of(each.printing, placed_at, heads=each is one) for each in group),
            printed=_show(base, read_face(one.printing), here),
            emended=_mark(base, read_face(one.printing), one.face, here) if one.changed else None,
            causes=causes,
            undone=undone,
            idle=idle,
            older=(told.anchor, _name_of(told)) if told is not None else ("", ""),
            likened=likened if older is not None else "card.version" if told is not None else "",
            versus=versus,
            listed=tuple(view_listed(base, placed, (one for each in group for one in each.printing.rulings), here)),
        )
        before[version] = one.printing
        first = first or one.printing


def _set_of(printing: Printing, taken: set[str], *, heads: bool) -> tuple[str, str]:
    """Anchor and name of a printing's set. The first of several boxes below one heading has the anchor of it; another
    that stands under a heading of its own here (`heads`) is counted, with a colon, which no anchor of words has."""
    own = printing.anchor if may_be_placed(printing.anchor) else ""
    names = (own, *(f"{own or 'kb:printing'}:{number}" for number in range(2, len(taken) + 3))) if heads else (own,)
    anchor = next((each for each in names if each and each not in taken), "")
    taken.add(anchor)
    return anchor, _name_of(printing)


def _name_of(printing: Printing) -> str:
    """The set of a printing, with the version of the card where its page has several."""
    both = printing.set and printing.version
    return f"{printing.set} ({printing.version})" if both else printing.set or printing.version


def _liken(base: Base, older: Printing | None, newer: Printing, here: str) -> tuple[str, Shown | None]:
    """What differs from an older printing, and the key of what to say of it."""
    if older is None:
        return "", None
    old, new = read_face(older), read_face(newer)
    if all(weigh(a) == weigh(b) for a, b in zip(_said(old), _said(new), strict=True)):
        return "card.slightly", None
    return "card.differs", _mark(base, old, new, here)


def _said(face: Face) -> tuple[str, str, str]:
    return face.text, face.classification, " ".join(value for _, value in face.fields)


def _show(base: Base, face: Face, here: str) -> Shown:
    """A face as it is, with links from the terms its rules name."""
    quoted = face.quoted
    return Shown(
        escape(face.classification),
        tuple(escape(figure) for _, value in face.fields if (figure := _figure(value))),
        tuple(
            escape(text) if number in quoted else base.terms.in_text(text, here)
            for number, text in enumerate(face.passage.paragraphs)
        ),
        face.passage.running,
    )


_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def _figure(value: str) -> str:
    """A figure without the brackets that stand for its frame, its minus a minus."""
    bare = "".join(" " if unicodedata.category(char) in {"Ps", "Pe"} else char for char in value).strip()
    return _MINUS.sub("−", bare)


def _reword(old: str, new: str, words: Words, find_links: Callable[[str], Sequence[Link]] = lambda _: ()) -> Markup:
    """Words with what changed in them marked; a search does not find those that are gone."""
    return Markup(mark_rewording(old, new, words, find_links).replace("<del>", Markup("<del data-search-exclude>")))


def _mark(base: Base, old: Face, new: Face, here: str = "") -> Shown:
    """A face with what makes it differ from another marked, its rules and the rest apart, with links from the terms its
    rules name."""
    words, quoted = base.words, {new.passage.paragraphs[number] for number in new.quoted}
    was, now = old.passage, new.passage
    rules = _pair(was.paragraphs[: was.running], now.paragraphs[: now.running])
    rest = _pair(was.paragraphs[was.running :], now.paragraphs[now.running :])

    def link(text: str) -> Sequence[Link]:
        return base.terms.in_words(text, here)

    if [name for name, _ in old.fields] == [name for name, _ in new.fields]:
        pairs = zip(old.fields, new.fields, strict=True)
        figures: tuple[Markup, ...] = tuple(_reword(_figure(a), _figure(b), words) for (_, a), (_, b) in pairs)
    else:
        figures = (_reword(_said(old)[2], _said(new)[2], words),)
    return Shown(
        _reword(old.classification, new.classification, words),
        tuple(each for each in figures if each),
        (
            *(_reword(was, now, words, link) for was, now in rules),
            *(_reword(was, now, words) if now in quoted else _reword(was, now, words, link) for was, now in rest),
        ),
        len(rules),
    )


def _pair(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Paragraphs beside each other, all in one where there are more of the one than of the other."""
    even = len(before) == len(after)
    return tuple(zip(before, after, strict=True)) if even else ((" ".join(before), " ".join(after)),)


def _is_undone(refusal: Refusal | None) -> bool:
    """Whether an erratum of a printing is not carried out there, and not because the printing has its words."""
    return refusal not in {None, Refusal.OUTSIDE_SCOPE, Refusal.ALREADY_APPLIED}


def _causes(
    base: Base, made: EmendedPrinting, orders: Sequence[Order], here: str
) -> tuple[tuple[Cause, ...], tuple[Cause, ...], tuple[Cause, ...]]:
    """The errata that changed a printing, those that are not carried out, and those that have nothing to change."""
    done: list[Cause] = []
    undone: list[Cause] = []
    idle: list[Cause] = []
    for outcome in made.outcomes:
        order = orders[outcome.asked.order]
        refusal = outcome.tried.refusal
        if refusal is Refusal.OUTSIDE_SCOPE and outcome.asked.qualifier:
            continue
        reason = ""
        if refusal is not None:
            own = outcome.tried.message if base.words.language == "en" else ""
            reason = own or base.words(f"refusal.{refusal.value}")
        words = base.terms.in_text(" ".join(order.instruction.words.split()), here)
        day = base.words.time(order.effective) if order.effective else ""
        cause = Cause(words, tuple(_rulings_of(base, order, here)), day, reason)
        (done if refusal is None else undone if _is_undone(refusal) else idle).append(cause)
    # An erratum that asks for two things is told once.
    return tuple(dict.fromkeys(done)), tuple(dict.fromkeys(undone)), tuple(dict.fromkeys(idle))


def _rulings_of(base: Base, order: Order, here: str) -> Iterator[tuple[str, str]]:
    """The rulings that an order is stated by: address and name with the version."""
    lives = base.lives
    for name in order.rulings if lives is not None else ():
        assert lives is not None
        life = lives.by_name.get(name)
        place = lives.places.get(life.id) if life is not None else None
        if life is not None and place is not None:
            version = lives.of[life.id].calendar.name(life.newest.version)
            yield place.seen_from(here), f"{version}, {lives.called(life, life.newest.term)}"


# Rulings and mentions


def _view_ruling(base: Base, life: Life, here: str) -> RuledView:
    assert base.lives is not None
    place = base.lives.places.get(life.id)
    newest = life.newest
    return RuledView(
        words=base.terms.in_text(newest.text, here),
        address=place.seen_from(here) if place else "",
        kind=newest.label or base.words(RULED.get(newest.kind, "ruled.clarification")),
        life=view_life(base, life, here),
    )
