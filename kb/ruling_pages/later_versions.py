"""Later versions of authorities: a footnote's verdict and the lives of its rulings come in; which version worded these
as a change has them, which reworded them since and which has them no more go out.

A footnote may cite an old version. How well words agree with that says nothing of the words the ruling has now.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kb.attested import Attestation, Change, Life
from kb.claims import DENIALS
from kb.dated import Voice
from kb.differences import FUNCTION_WORDS
from kb.force import told_end
from kb.model import RulingId
from kb.places.base import Base, RulingView
from kb.provenance import FootnoteVerdict


def last_rewording(life: Life) -> Attestation | None:
    """The last that stated a ruling in other words than the one before."""
    return next((each for each in reversed(life.stated) if each.reworded), None)


def last_drop(life: Life) -> Attestation | None:
    """The one that ended a ruling."""
    last = life.attestations[-1]
    return last if last.change is Change.DROPPED else None


def first_worded(life: Life, words: Collection[str], around: Collection[str] = ()) -> Attestation | None:
    """The one that first worded a ruling with some words that it has and older wordings lack, or without a denial that
    they have and that is not among the words `around` these either; None where none does."""
    newest = frozenset(life.newest.words)
    wanted = frozenset(words) & newest - (FUNCTION_WORDS - DENIALS)
    granted = bool(wanted) and newest.isdisjoint(DENIALS) and DENIALS.isdisjoint(around)
    lacking = [
        at
        for at, each in enumerate(life.stated)
        if not wanted <= frozenset(each.words) or (granted and not DENIALS.isdisjoint(each.words))
    ]
    worded = life.stated[lacking[-1] + 1] if lacking else None
    return worded if worded is not None and worded.reworded else None


def tell_later(
    base: Base, voices: Mapping[RulingId, Voice], here: str, words: Collection[str], around: Collection[str]
) -> Iterator[Markup]:
    """Which version worded each of some rulings with some words first, which reworded it last and which has it no more,
    or when it ends by its own words, linked to the ruling; of several rulings each is named."""
    for name, voice in voices.items():
        address, called = base.named(name, here)
        worded, reworded = first_worded(voice.life, words, around), last_rewording(voice.life)
        told_of = (
            ("since.worded", worded),
            ("since.reworded", None if reworded is worded else reworded),
            ("since.dropped", last_drop(voice.life)),
        )
        named = [base.words(key, version=voice.calendar.name(at.version)) for key, at in told_of if at is not None]
        for told in (*named, *_tell_end(base, voice)):
            several = len(voices) > 1
            said = base.words("since.of", ruling=_called(base, voice.life), told=told) if several else told
            link = Markup('<a href="{}" aria-label="{}: {}">{}</a>').format(address, said, called, said)
            yield link if address else Markup.escape(said)


def _tell_end(base: Base, voice: Voice) -> Iterator[str]:
    """When a ruling ends by its own words, where these say."""
    end = told_end(voice.life, voice.calendar)
    if end is not None and end.told is not None:
        key = "since.until" if end.told.through else "since.ends" if end.ahead else "since.ended"
        yield base.words(key, date=base.words.time(end.told.iso))


@dataclass(frozen=True, slots=True)
class EarlierView:
    """A ruling in the words that a version had, and what a later one made of it."""

    ruling: RulingView
    told: str


def view_gone(base: Base, rulings: Iterable[RulingId], here: str) -> Iterator[EarlierView]:
    """Of some rulings those that the versions have no more, each in its last words."""
    for _, life in _lives(base, rulings):
        last = last_drop(life)
        if last is not None:
            told = base.words("since.dropped", version=_name(base, life, last))
            yield EarlierView(base.worded(life, life.newest, here), told)


def view_older(
    base: Base, verdict: FootnoteVerdict | None, rulings: Iterable[RulingId], here: str
) -> Mapping[RulingId, EarlierView]:
    """Of some rulings those that a footnote was compared with in a version whose words a later one changed, each in the
    words that the newest such version had."""
    files = {each.file for each in verdict.sources} if verdict is not None else set()
    cited = {name for name, version in base.kb.versions.items() if version.document.source.path in files}
    shown: dict[RulingId, EarlierView] = {}
    for name, life in _lives(base, rulings):
        places = [place for place, each in enumerate(life.stated) if each.version in cited]
        if places and any(each.reworded for each in life.stated[places[-1] + 1 :]):
            said = life.stated[places[-1]]
            told = base.words("since.older", versions=_name(base, life, said))
            shown[name] = EarlierView(base.worded(life, said, here), told)
    return shown


def _name(base: Base, life: Life, said: Attestation) -> str:
    assert base.lives is not None
    return base.lives.of[life.id].calendar.name(said.version)


def _called(base: Base, life: Life) -> str:
    return base.lives.called(life, life.newest.term) if base.lives is not None else life.newest.term


def _lives(base: Base, rulings: Iterable[RulingId]) -> Iterator[tuple[RulingId, Life]]:
    for name in rulings:
        life = base.lives.by_name.get(name) if base.lives is not None else None
        if life is not None:
            yield name, life
