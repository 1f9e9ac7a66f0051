"""Sayings: the units of one version and the links to them come in, what the version says of each ruling goes out."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kb.attested import Attestation
from kb.claims import DENIALS, denies
from kb.grouping import group_pairs
from kb.lives._apart import UNCUT, Cuts
from kb.lives._links import Ground, link_wordings
from kb.lives._lists import Stem
from kb.lives._tiles import Claim, join_claims, stem_leftover, tile
from kb.lives._units import Range, Unit, unaccented_words
from kb.lives._wordings import LIKE, Link, Wording
from kb.model import CompendiumVersion, Statement, VersionId
from kb.rulings import home_of, kind_of
from kb.similarity import Words, word_similarity


@dataclass(frozen=True, slots=True, eq=False)
class Saying:
    """What a version says of a ruling, and the wording by which it is looked for in the version before."""

    attestation: Attestation
    wording: Wording


class Heard(NamedTuple):
    """What a version says of the rulings that were looked for, by number, and of those that nothing newer has."""

    continued: tuple[tuple[int, Saying], ...]
    fresh: tuple[Saying, ...]


class Sayings:
    """What a version was found to say last. What it says still is the same value, so that what follows is known too."""

    def __init__(self, compendium: str, version: VersionId, listed: bool) -> None:
        self.of = compendium, version, listed
        self.said: dict[Hashable, Saying] = {}
        """By parts, what the version says of the ruling elsewhere, and headings."""
        self.worded: dict[Hashable, Wording] = {}
        """By their content: where a version was edited its units are others, and most wordings are the same."""


class _Part(NamedTuple):
    """Sentences of a unit that say a ruling; `whole` when nothing else stands in the unit."""

    claim: Claim
    unit: Unit
    whole: bool

    @property
    def rank(self) -> tuple[bool, float, int]:
        """Which of several places of the same words gives the wording: where it is at home, then the likest."""
        return not self.unit.listed, self.claim.score, -self.unit.home.span.start

    def gives_way(self, other: "_Part") -> bool:
        """Whether another place of the same words gives the wording. Of two headings of the ruling in both versions it
        is the one where a ruling is at home, so that it goes on from there."""
        apart = self.unit.subjects.isdisjoint(other.unit.subjects) and self.unit.listed == other.unit.listed
        if apart and self.claim.at_home and other.claim.at_home:
            return home_of((self.unit.home, other.unit.home)) is other.unit.home
        return other.rank > self.rank


class _Cut(NamedTuple):
    """The words of a ruling, where its sentences end among them, and its lists."""

    words: Words
    bounds: tuple[int, ...]
    stems: tuple[Stem, ...]


def hear_version(  # noqa: PLR0913, PLR0917 (what is looked for where, and what is known)
    version: CompendiumVersion,
    ground: Ground,
    wordings: Sequence[Wording],
    elsewhere: Sequence[Saying | None],
    apart: Sequence[Cuts],
    listed: bool,
    kept: Sayings,
) -> Heard:
    """What a version says in the units of a ground. `wordings` are those that can have a link there, `elsewhere` what
    the same version says of each under a heading of its own; `apart` where rulings begin in each unit, if it is known
    otherwise."""
    claims = group_pairs(
        (link.unit, Claim(link.theirs, link.wording, link.mine, link.score, link.same_subject, link.stem))
        for link in link_wordings(wordings, ground, listed)
        if not (listed and elsewhere[link.wording] is not None and _is_denied(wordings[link.wording], link, ground))
    )
    parts: dict[int, list[_Part]] = {}
    teller = _Teller(version, kept)
    fresh: list[Saying] = []
    for number, unit in enumerate(ground.stated):
        cuts = apart[number] if apart else UNCUT
        tiles = stem_leftover(unit, tile(unit, join_claims(claims.get(number, ())), cuts))
        for claim in tiles:
            part = _Part(claim, unit, len(tiles) == 1)
            if claim.thread is None:
                fresh.append(teller.say((part,), None, None))
            else:
                parts.setdefault(claim.thread, []).append(part)
    continued: list[tuple[int, Saying]] = []
    for at, found in parts.items():
        own, others = _part_elsewhere(found)
        continued.append((at, teller.say(own, elsewhere[at], wordings[at])))
        fresh += (teller.say((part,), None, None) for part in others)
    kept.said, kept.worded = teller.said, teller.worded
    return Heard(tuple(continued), tuple(fresh))


def _is_denied(wording: Wording, link: Link, ground: Ground) -> bool:
    """Whether a list denies what it would repeat of the same version, or grants what that denies, and says little else
    otherwise. An erratum may quote less in one place than in the other."""
    unit = ground.units[link.unit]
    mine, theirs = wording.part(link.mine), unit.part(link.theirs)
    if unit.erratum or denies(mine) == denies(theirs):
        return False
    return word_similarity(_granted(mine), _granted(theirs)) >= LIKE


def _granted(words: Words) -> Words:
    return tuple(word for word in words if word not in DENIALS)


def _part_elsewhere(found: Sequence[_Part]) -> tuple[tuple[_Part, ...], tuple[_Part, ...]]:
    """The parts of a ruling, and apart from them those that are rulings of their own in this version, under headings
    that the longest of its parts does not stand under: the next version says them in one."""
    if len(found) == 1:
        return tuple(found), ()
    chosen = [part for part in _choose(found) if part.whole and not part.unit.listed]
    longest = max(chosen, key=lambda part: part.claim.mine[1] - part.claim.mine[0], default=None)
    if longest is None:
        return tuple(found), ()
    others = [part for part in chosen if part.unit.subjects.isdisjoint(longest.unit.subjects)]
    return tuple(part for part in found if part not in others), tuple(others)


class _Teller:
    """Tells what a version says of one ruling after the other; what it told before it tells again."""

    def __init__(self, version: CompendiumVersion, before: Sayings) -> None:
        self.version = version
        self.before = before
        self.said: dict[Hashable, Saying] = {}
        self.worded: dict[Hashable, Wording] = {}

    def say(self, found: tuple[_Part, ...], elsewhere: Saying | None, wording: Wording | None) -> Saying:
        """What the version says in some parts of units, of a ruling that was looked for by a wording or is new."""
        parts = tuple((part.unit, part.whole, *part.claim.place) for part in found)
        known = (wording.subjects, wording.cards) if wording is not None else (frozenset[str](), frozenset[str]())
        key = (parts, elsewhere, *known)
        said = self.said[key] = self.before.said.get(key) or self._say(found, elsewhere, *known)
        wording = said.wording
        cut = _Cut(wording.words, wording.bounds, wording.stems)
        self.worded[cut, wording.subjects, wording.cards, wording.erratum] = wording
        return said

    def _say(
        self,
        found: tuple[_Part, ...],
        elsewhere: Saying | None,
        subjects: frozenset[str],
        cards: frozenset[str],
    ) -> Saying:
        about = frozenset[str]().union(*(part.unit.subjects for part in found))
        named = frozenset[str]().union(*(part.unit.cards for part in found))
        if elsewhere is not None:
            attestation, last = _repeat(elsewhere, found), elsewhere.wording
            cut = _Cut(last.words, last.bounds, last.stems)
            wording = self._word(cut, subjects | about, cards | named, attestation)
        else:
            attestation, cut = _state(self.version, found)
            wording = self._word(cut, about or subjects, named or cards, attestation)
        return Saying(attestation, wording)

    def _word(
        self,
        cut: _Cut,
        subjects: frozenset[str],
        cards: frozenset[str],
        attestation: Attestation,
    ) -> Wording:
        erratum = attestation.kind == "erratum"
        same = self.before.worded.get((cut, subjects, cards, erratum))
        words, bounds, stems = cut
        return same or Wording(words, bounds, subjects, cards, frozenset(words), True, erratum, stems)


def _state(version: CompendiumVersion, found: Sequence[_Part]) -> tuple[Attestation, _Cut]:
    """What a version says of a ruling, its parts in the order of the ruling's own sentences, and how it is cut."""
    chosen = _choose(found)
    words: list[str] = []
    texts: list[str] = []
    bounds = [0]
    stems: list[Stem] = []
    leads: set[tuple[Unit, Range]] = set()
    for part in chosen:
        lead = part.claim.stem if (part.unit, part.claim.stem) not in leads else None
        if lead is not None:
            leads.add((part.unit, lead))
            words += part.unit.words[slice(*lead)]
        texts.append(part.unit.item_text(part.claim.run, lead))
        run = part.unit.item_start(part.claim.run, lead), part.unit.bounds[part.claim.run[1]]
        stems += filter(None, (stem.moved(run, len(words)) for stem in part.unit.stems))
        bounds += [len(words) + part.unit.bounds[at + 1] - run[0] for at in range(*part.claim.run)]
        words += part.unit.words[slice(*run)]
    home = chosen[0].unit.home
    said = frozenset[int]().union(*(_sentences(part) for part in found))
    ordered, kind, marks, label, effective = _told(home, found, said)
    attestation = Attestation(
        version=version.id,
        date=version.date,
        statements=ordered,
        text=" ".join(texts),
        words=tuple(words),
        term=home.term,
        section=home.section,
        kind=kind,
        marks=marks,
        label=label,
        effective=effective,
        whole=any(part.whole for part in found),
        parts=len(chosen),
    )
    return attestation, _Cut(unaccented_words(words), tuple(bounds), tuple(stems))


def _choose(found: Sequence[_Part]) -> Sequence[_Part]:
    """Of the parts of a ruling, of several with the same sentences the best, in the order of its own sentences."""
    if len(found) == 1:
        return found
    best: dict[Range, _Part] = {}
    for part in found:
        mine = part.claim.mine
        clash = next((other for other in best if other[0] < mine[1] and mine[0] < other[1]), None)
        if clash is None:
            best[mine] = part
        elif best[clash].gives_way(part):
            del best[clash]
            best[mine] = part
    return [best[mine] for mine in sorted(best)]


def _repeat(elsewhere: Saying, found: Sequence[_Part]) -> Attestation:
    """What a version says elsewhere of a ruling, with the places where its lists say it again."""
    own, all_of_it = elsewhere.attestation, frozenset(range(len(elsewhere.wording.bounds) - 1))
    ordered, kind, marks, label, effective = _told(own.statements[0], found, all_of_it, own)
    return replace(own, statements=ordered, kind=kind, marks=marks, label=label, effective=effective)


def _sentences(part: _Part) -> frozenset[int]:
    """The sentences of the ruling that a part says."""
    return frozenset(range(*part.claim.mine))


class _Told(NamedTuple):
    """All places of a ruling in a version, its home first, and what they say about it."""

    ordered: tuple[Statement, ...]
    kind: str
    marks: tuple[str, ...]
    label: str | None
    effective: tuple[str, ...]


def _told(home: Statement, found: Sequence[_Part], sentences: frozenset[int], own: Attestation | None = None) -> _Told:
    """What the parts of a version that say the sentences of a ruling tell of it beside its words, and what it is known
    to say of it elsewhere."""
    known = own.statements if own is not None else ()
    statements = (*known, *(each for part in found for each in part.unit.statements))
    others = {id(each): each for each in statements if each is not home}.values()
    ordered = (home, *sorted(others, key=lambda each: (each.span.start, each.span.end)))
    dates = {*(own.effective if own is not None else ()), *_dates(home, found, sentences)}
    # What is dated otherwise is a part, and an erratum from its own day on.
    whole = [each for each in ordered if each is home or not each.effective or each.effective in dates]
    kinds = [kind_of(statement) for statement in whole]
    return _Told(
        ordered,
        "erratum" if "erratum" in kinds else kinds[0],
        tuple(dict.fromkeys(mark for statement in ordered for mark in statement.marks)),
        next((statement.label for statement in whole if statement.label), None),
        tuple(sorted(dates)),
    )


def _dates(home: Statement, found: Sequence[_Part], sentences: frozenset[int]) -> Iterator[str]:
    """The dates printed with a ruling. A list that says some of its sentences alone has the date of these, not its."""
    dated: dict[str, frozenset[int]] = {}
    for part in found:
        for statement in part.unit.statements:
            if statement.effective and statement is home:
                yield statement.effective
            elif statement.effective:
                dated[statement.effective] = dated.get(statement.effective, frozenset()) | _sentences(part)
    yield from (day for day, said in dated.items() if said >= sentences)
