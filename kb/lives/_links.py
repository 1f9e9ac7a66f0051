"""Links: wordings of rulings and the units of one version come in, which sentences say which ruling goes out.

Candidates are the units that share rare words with a wording, or stand under the same heading; each is compared
word by word (Indel). The best links are taken first; a sentence taken is not taken again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from kb.grouping import group_pairs
from kb.lexicon import POINTING
from kb.lives._headings import match_subjects, rename_subjects
from kb.lives._ledger import Ledger
from kb.lives._matching import Sentences, match_sentences
from kb.lives._stemmed import Listing, find_listed
from kb.lives._units import Unit, number_subjects
from kb.lives._wordings import AKIN, ALIKE, HALF, LIKE, REWRITTEN, TELLING, Link, Wording
from kb.memory import Memory, Recent
from kb.rulings import subject_of
from kb.similarity import SHARED, WordIndex, Words, holds_words, index_words, stem_words, word_similarity

KINDRED, KINDRED_OPENING = 0.7, 0.4
"""Share of rare words by which a ruling rewritten from the ground up is known, the words of its heading left out;
less is enough when both begin with the same words."""
TURNED = 0.8
"""A rewriting that keeps so many of all words need not keep them in their place: it turned its clauses round."""
OPENING = 3
_CANDIDATES = 12
_NEIGHBOURS = 40
_RAREST, _POSTINGS, _ENOUGH = 8, 60, 0.3
_UNNUMBERED = -1
_OWNING = frozenset({"its", "his", "her", "their"})

Rare = Mapping[str, tuple[int, int, str, tuple[int, ...]]]
"""Words that few units hold: how many, the first of them, the word, all of them; so they sort rarest first."""


Found = tuple[float, int, Link]
"""A link without a number for its wording: its place among others (`_worth`, the best is the least), unit, itself."""


class Ground:
    """Units in which wordings are looked for, under the names by which their subjects are known (`names`).

    What was found of wordings is kept: most wordings are the same after an edit, and so are most grounds.
    """

    def __init__(self, units: tuple[Unit, ...], names: Mapping[str, tuple[str, ...]]) -> None:
        self.stated = units
        """The units as they are stated, with their accents and under their own names."""
        self.units = rename_subjects([unit.bare() for unit in units], names)
        self.index = index_words(unit.words for unit in self.units)
        self.rare: Rare = {
            word: (len(there), there[0], word, there)
            for word, there in self.index.postings.items()
            if len(there) <= _POSTINGS
        }
        self.by_subject = number_subjects(self.units)
        self.cut = [Sentences(unit) for unit in self.units]
        self.listing = Listing(self.units)
        self._known: Recent[Wording, tuple[Found, ...]] = Recent()

    def find_links(self, wordings: Sequence[Wording]) -> list[int]:
        """Look for wordings. The numbers of those that can have a link: they are like some unit, or of rulings that
        the next version has, which may be rewritten here. The others make no difference to any link."""
        found = self._known.ask(self._find, wordings)
        return [at for at, (wording, links) in enumerate(zip(wordings, found, strict=True)) if links or wording.near]

    def _find(self, wording: Wording) -> tuple[Found, ...]:
        cut = Sentences(wording)
        compared = (_compare(wording, cut, at, self) for at in _candidates(wording, cut, self))
        listed = _listed(wording, self) if self.listing.concerns(wording) else ()
        return tuple(
            (-_worth(link, wording, self.units[link.unit]), link.unit, link)
            for link in chain(compared, listed)
            if link is not None
        )

    def links_to(self, wording: Wording) -> tuple[Found, ...]:
        """The links of one of the wordings last looked for, whatever others there are; they have no number yet."""
        return self._known[wording]


def find_ground(wordings: Sequence[Wording], units: tuple[Unit, ...], memory: Memory) -> Ground:
    """The ground of some units, their subjects under the names that the wordings have for them."""
    return memory.ask(Ground, units, match_subjects(units, wordings))


def link_wordings(wordings: Sequence[Wording], ground: Ground, listed: bool = False) -> tuple[Link, ...]:
    """The links between wordings and units; several for one wording where it is cut up or repeated.

    `wordings` are some of those last looked for in the ground (`Ground.find_links`): all that can have a link. `listed`
    says that the units come from lists that only repeat rulings: nothing is replaced there.
    """
    found = sorted(
        (worth, at, unit, link.mine, link.theirs, link)
        for at, wording in enumerate(wordings)
        for worth, unit, link in ground.links_to(wording)
    )
    ledger = Ledger(wordings, ground.units)
    _offer(
        ledger,
        [
            Link(at, link.unit, link.mine, link.theirs, link.score, link.same_subject, link.stem)
            for _, at, *_, link in found
        ],
    )
    for link in () if listed else _replacements(ledger, ground):
        ledger.offer(link)
    for link in () if listed else tuple(ledger.crossing()):
        ledger.offer(link)
    return (*ledger.grown(), *(_restated(ledger) if listed else ()))


def _offer(ledger: Ledger, links: Sequence[Link]) -> None:
    """Offer links, the best first. Words that stand inside of several units may be words of other rulings there: they
    wait until the others have their places, and go first where these say all the rest of the unit. A further place
    inside of a unit of which a part is nobody's is none: the unit is a ruling that ends with the same words."""
    places = Counter((link.wording, link.mine, link.score) for link in links if ledger.is_part(link))
    doubtful: set[int] = set()
    waiting: list[Link] = []
    for link in links:
        if places[link.wording, link.mine, link.score] > 1:
            doubtful.add(link.wording)
        if link.wording in doubtful or (ledger.is_part(link) and ledger.repeats(link)):
            waiting.append(link)
        else:
            ledger.offer(link)
    by_unit = group_pairs((link.unit, link) for link in waiting)
    tiled = {unit for unit, there in by_unit.items() if ledger.tiled_by(unit, there)}
    for link in waiting:
        if link.unit in tiled:
            ledger.offer(link)
    for link in waiting:
        if not (ledger.is_part(link) and ledger.repeats(link)):
            ledger.offer(link)


def _worth(link: Link, wording: Wording, unit: Unit) -> float:
    """What orders links: likeness first, then heading, neighbourhood and completeness."""
    whole = (link.mine == (0, wording.size)) + (link.theirs == (0, unit.size))
    return link.score + 0.05 * link.same_subject + 0.02 * wording.near + 0.01 * whole


def _candidates(wording: Wording, cut: Sentences, ground: Ground) -> list[int]:
    """Units worth comparing: equal ones, those that share rare words, those under the same heading, and there every
    one that is a sentence of the wording.

    With equal words under each heading of the wording nothing else is worth it.
    """
    units = ground.units
    equal = [number for number in ground.index.equal(wording.words) if not _other_card(wording, units[number])]
    if equal and wording.subjects:
        placed = units[equal[0]].subjects.union(*(units[number].subjects for number in equal[1:]))
        if wording.subjects <= placed:
            return equal
    found = dict.fromkeys(equal)
    sharers = _sharers(wording, ground.rare)
    found.update(dict.fromkeys(sharers[:_CANDIDATES]))
    for subject in sorted(wording.subjects):
        there = ground.by_subject.get(subject, ())
        if len(there) > _NEIGHBOURS:
            there = tuple(number for number in sharers if subject in units[number].subjects)[:_CANDIDATES]
            found.update(dict.fromkeys(_said_by(cut, subject, ground)))
        found.update(dict.fromkeys(there))
    return [number for number in found if not _other_card(wording, units[number])]


def _said_by(cut: Sentences, subject: str, ground: Ground) -> Iterator[int]:
    """The units under a heading that are a sentence of a wording of several."""
    for words in cut.places if cut.size > 1 else ():
        same = ground.index.equal(words)
        if len(same) <= _NEIGHBOURS:
            yield from (number for number in same if subject in ground.units[number].subjects)


def _sharers(wording: Wording, rare: Rare) -> list[int]:
    """The units that share the rarest words of a wording, likest first. However many units there are, no more
    than a fixed number of postings is looked at."""
    known = sorted(entry for word in wording.distinct if (entry := rare.get(word)) is not None)
    rarest = [there for *_, there in known[:_RAREST]]
    counts = Counter(chain.from_iterable(rarest))
    enough = {number for number, count in counts.items() if count >= _ENOUGH * len(rarest)}
    scores = dict.fromkeys(enough, 0.0)
    for there in rarest:
        for number in enough.intersection(there):
            scores[number] += 1 / len(there)
    return sorted(enough, key=lambda number: (-scores[number], number))


def _same_subject(wording: Wording, unit: Unit) -> bool:
    return bool(wording.cards & unit.cards or wording.subjects & unit.subjects)


def _other_card(wording: Wording, unit: Unit) -> bool:
    return bool(wording.cards and unit.cards) and not wording.cards & unit.cards


def _compare(wording: Wording, cut: Sentences, at: int, ground: Ground) -> Link | None:
    """The link of a wording, also in its sentences, and a unit, or None when they have too little in common."""
    unit = ground.units[at]
    same_subject = _same_subject(wording, unit)
    if wording.words == unit.words:
        if not same_subject and len(wording.words) < TELLING - 2:
            return None
        return Link(_UNNUMBERED, at, (0, wording.size), (0, unit.size), 1.0, same_subject)
    mine, theirs = match_sentences(cut, ground.cut[at])
    if mine is None or theirs is None:
        return None
    left = wording.part(mine)
    right = unit.part(theirs)
    score = word_similarity(left, right)
    full = mine == (0, wording.size) or theirs == (0, unit.size)
    told_apart = bool(wording.subjects and unit.subjects) and not same_subject
    enough = ALIKE if told_apart and not _holds(left, right) else LIKE if same_subject and full else AKIN
    if told_apart and _called_it(wording, unit, left, right):
        enough = 0.0
    shorter = min(len(left), len(right))
    if shorter < TELLING and not (same_subject and (score > ALIKE or full)):
        return None
    aside = told_apart and not full and shorter < 2 * TELLING  # a turn of phrase in rulings on different things
    if score < enough or aside:
        return None
    return Link(_UNNUMBERED, at, mine, theirs, score, same_subject)


def _called_it(wording: Wording, unit: Unit, left: Words, right: Words) -> bool:
    """Whether one is a ruling on a card that has the very words of the other, but for the name of the card, which it
    leaves out or has a pronoun for: one on a term that went into the entry of the card it names, or came from there."""
    if bool(wording.cards) is bool(unit.cards) or min(len(left), len(right)) < TELLING:
        return False
    cards, own, other = (wording.cards, left, right) if wording.cards else (unit.cards, right, left)
    rest = own[1:] if own[0] in POINTING or own[0] in _OWNING else own
    name = " ".join(other[: -len(rest)])
    named = name.removesuffix("s").removesuffix("'") if own[0] in _OWNING else name
    return other[-len(rest) :] == rest and subject_of(named) in cards


def _listed(wording: Wording, ground: Ground) -> Iterator[Link]:
    """The links of a wording and units of which one says as items of a list what the other says in sentences."""
    for unit, mine, theirs, score, stem in find_listed(wording, ground.listing):
        if not _other_card(wording, ground.units[unit]):
            yield Link(_UNNUMBERED, unit, mine, theirs, score, True, stem)


def _holds(left: Words, right: Words) -> bool:
    """Whether one wording holds the other word for word, and that is long enough to be no turn of phrase."""
    return min(len(left), len(right)) >= 2 * TELLING and (holds_words(left, right) or holds_words(right, left))


def _replacements(ledger: Ledger, ground: Ground) -> Iterator[Link]:
    """Rulings rewritten from the ground up: under one heading, both without a link, each the other's likest."""
    free = {number for number in range(len(ledger.units)) if number not in ledger.by_unit}
    index = ground.index
    rare = group_pairs(
        (stem, unit)
        for unit in free
        for stem in {*stem_words(word for word in index.units[unit] if index.rarity(word))}
    )
    scored: list[tuple[float, int, int]] = []
    for number, wording in enumerate(ledger.wordings):
        if number in ledger.by_wording or not wording.near:
            continue
        there = {unit for subject in wording.subjects for unit in ground.by_subject.get(subject, ())}
        shared = Counter(unit for stem in {*stem_words(wording.words)} for unit in rare.get(stem, ()))
        for unit in sorted(there.intersection(unit for unit, count in shared.items() if count >= SHARED)):
            share = _kinship(wording, ledger.units[unit], unit, index)
            if share and not _other_card(wording, ledger.units[unit]):
                scored.append((share, number, unit))
    scored.sort(key=lambda each: (-each[0], each[1], each[2]))
    for _, number, unit in scored:
        wording, whole = ledger.wordings[number], ledger.units[unit]
        score = word_similarity(wording.words, whole.words)
        yield Link(number, unit, (0, wording.size), (0, whole.size), score, True)


def _restated(ledger: Ledger) -> Iterator[Link]:
    """Errata of cards that a list tells in other words: a card with one erratum has no other that could be meant."""
    near = ((number, each) for number, each in enumerate(ledger.wordings) if each.erratum and each.near)
    errata = group_pairs((card, number) for number, wording in near for card in wording.cards)
    for at, unit in enumerate(ledger.units):
        if at in ledger.by_unit or not unit.erratum:
            continue
        meant = {number for card in unit.cards for number in errata.get(card, ())}
        for number in meant if len(meant) == 1 else ():
            wording = ledger.wordings[number]
            score = word_similarity(wording.words, unit.words)
            if score >= REWRITTEN:
                yield Link(number, at, (0, wording.size), (0, unit.size), score, True)


def _kinship(wording: Wording, unit: Unit, number: int, index: WordIndex) -> float:
    """How far two rulings under one heading treat of the same besides what the heading says; 0 for too little."""
    heading = {
        word for subject in wording.subjects | unit.subjects for part in subject.split("-") for word in _forms(part)
    }
    mine, theirs = (tuple(word for word in each.words if word not in heading) for each in (wording, unit))
    share = index.rare_share(mine, number)
    alike_opening = wording.words[:OPENING] == unit.words[:OPENING] or mine[:OPENING] == theirs[:OPENING]
    enough = KINDRED_OPENING if alike_opening else KINDRED
    likeness = word_similarity(wording.words, unit.words)
    if likeness >= HALF:
        enough = min(enough, LIKE)
    kept = likeness >= REWRITTEN or word_similarity(sorted(wording.words), sorted(unit.words)) >= TURNED
    return share if share >= enough and kept else 0.0


def _forms(word: str) -> tuple[str, ...]:
    return (word, f"{word}s", f"{word}es", word.removesuffix("s"), f"{word}'s")
