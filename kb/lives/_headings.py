"""Headings: the subjects of two versions come in, those of the one under the names of the other go out.

A heading with a slip in one version (`Seige`), in another number (`Lamps`) or by a fuller name parts a ruling from
itself. Names are matched only where each side has the one and not the other, so that two cards of like names stay two:
by their letters, or by the rulings that stand below them word for word. Those of a card that has another name now are
matched where a ruling says so.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import OSA, Indel

from kb.grouping import group_pairs, lone_values
from kb.lives._units import Said, Unit, unaccented_words
from kb.lives._wordings import TELLING, Wording
from kb.similarity import Words
from kb.spelling import SMALL_WORDS, plain_form

SHORTEST = 5
"""Names with fewer letters are told apart by each of them (`orc`, `ore`)."""
CROWD = 4
"""Of more names that are alike but for one letter none is taken for a slip: they are a series."""
LONGEST = 24
"""A heading of more words is no list of names."""
_NAMING = frozenset({"name", "names", "renamed", "rename", "title", "formerly"})
"""What gives a card another name has one of these words."""
_FORMER = re.compile(r"-(?:formerly|previously)-(?:known-as-|called-|named-)?(?:the-|an?-)?(?P<name>.+)")
_ITSELF = "~"
SEVERAL = 3
"""So many sentences that stand below one heading only, of which there is another now, tell that it was renamed."""
LIKE = 0.8
"""Names so alike by their letters may be one where the rulings below them say so."""


def match_subjects(units: Sequence[Unit], wordings: Sequence[Wording]) -> Mapping[str, tuple[str, ...]]:
    """The subjects of units that wordings have under other names: one that differs by a slip or by its number, or has
    the same rulings below it; or those of several cards that one side names together (`Red Lamp, Blue Lamp`)."""
    own = frozenset[str]().union(*(unit.subjects for unit in units))
    known = frozenset[str]().union(*(wording.subjects for wording in wordings))
    mine, theirs = own - known, known - own
    names = match_names(mine, theirs)
    divided: dict[str, tuple[str, ...]] = {}
    if not all(unit.listed for unit in units[:1]):  # those of lists only repeat rulings
        near = [wording for wording in wordings if wording.near]
        pairs = _match_sections(mine.difference(names), theirs.difference(names.values()), units, near)
        divided = _divide(pairs)
        times = Counter(name for pair in pairs for name in pair)
        names |= {name: other for name, other in pairs if times[name] == 1 and times[other] == 1}
    together = _name_together(mine.difference(names), theirs.difference(names.values()))
    apart = _name_together(theirs.difference(names.values()), mine.difference(names))
    found: dict[str, tuple[str, ...]] = {name: (other,) for name, other in names.items()} | divided
    found |= {name: (name, *each) for name, each in together.items()}
    found |= {name: (name, both) for both, each in apart.items() for name in each}
    for name, other in (*_match_renamed(units, wordings, known - own), *_match_former(own, known - own)):
        found[name] = tuple(dict.fromkeys((*found.get(name, (name,)), other)))
    return found


def rename_subjects(units: Sequence[Unit], names: Mapping[str, tuple[str, ...]]) -> Sequence[Unit]:
    """Units under the names by which their subjects are known."""
    if not names:
        return units
    return [
        replace(
            unit,
            subjects=frozenset(name for subject in unit.subjects for name in names.get(subject, (subject,))),
            cards=frozenset(name for card in unit.cards for name in names.get(card, (card,))),
        )
        if any(subject in names for subject in unit.subjects)
        else unit
        for unit in units
    ]


def same_name(first: str, second: str) -> bool:
    """Whether two names are one, perhaps with a slip or in another number."""
    slip = min(len(first), len(second)) >= SHORTEST and _one_slip(first, second)
    return first == second or slip or _letters(first) == _letters(second)


def same_card(first: str, second: str) -> bool:
    """Whether two names may be those of one card: one has all words of the other, or nearly all letters are the same.

    Cards of like names are many: that two are one something else must say.
    """
    if same_name(first, second):
        return True
    one, two = (_telling_words(name) for name in (first, second))
    if not one or not two or _digits(first) != _digits(second):
        return False
    return one <= two or two <= one or Indel.normalized_similarity(first, second) >= LIKE


def match_names(mine: Collection[str], theirs: Collection[str]) -> dict[str, str]:
    """Which of my names is which of theirs but for its number (`lamps`) or one letter: one too many, too few, another,
    or two swapped.

    A name that may be two of the others is none of them. Names are compared by what is left of them without a
    letter, so that time grows with their number and not with the pairs.
    """
    numbers = _match_numbers(mine, theirs)
    slips = _match_slips(set(mine) - numbers.keys(), set(theirs).difference(numbers.values()))
    return {**slips, **numbers}


def _match_numbers(mine: Iterable[str], theirs: Iterable[str]) -> dict[str, str]:
    """Which of my names is which of theirs in another number, or parted into words otherwise (`bell rope`,
    `bellropes`)."""
    ours, others = (lone_values((_letters(name), name) for name in names) for names in (mine, theirs))
    return {name: others[key] for key, name in ours.items() if key in others}


def _match_slips(mine: Collection[str], theirs: Collection[str]) -> dict[str, str]:
    """Which of my names is which of theirs but for one letter."""
    wanted = frozenset[str]().union(*map(_rests, mine))
    by_rest = group_pairs((rest, name) for name in theirs for rest in _rests(name) & wanted)
    matched: dict[str, str] = {}
    for name in sorted(mine):
        rests = (by_rest.get(rest, ()) for rest in _rests(name))
        near = {other for others in rests if len(others) <= CROWD for other in others if _one_slip(name, other)}
        if len(near) == 1:
            matched[name] = near.pop()
    times = Counter(matched.values())
    return {name: other for name, other in matched.items() if times[other] == 1}


def _match_renamed(
    units: Sequence[Unit], wordings: Sequence[Wording], fresh: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The cards that have a fresh name now, each with that: a ruling on a card speaks of names and says both (`Change
    the name of Old Gull to "Grey Gull"`). A card of which something else is said by its old name keeps it."""
    naming = [wording for wording in wordings if wording.near and wording.cards and wording.distinct & _NAMING]
    cards = set[str]().union(*(unit.cards for unit in units)) if naming else set[str]()
    for wording in wordings:
        if wording.near and cards and not wording.distinct & _NAMING:
            cards -= wording.cards
    for wording in naming:
        spelled = f"-{'-'.join(wording.words)}-"
        said = {name for name in (*cards, *fresh) if len(name) >= SHORTEST and f"-{name}-" in spelled}
        called = {name for name in said | wording.cards if not any(f"-{name}-" in f"-{one}-" for one in said - {name})}
        old, new = called & cards, called.intersection(fresh)
        if len(old) == 1 and len(new) == 1 and len(called) == 2:
            yield old.pop(), new.pop()


def _name_together(mine: Iterable[str], theirs: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Those of my names that consist of several of theirs, one behind the other or with *and* between them, whatever
    their number."""
    known = _by_number(theirs)
    found = ((name, _cut_name(name, known)) for name in mine if name.count("-"))
    return {name: parts for name, parts in found if len(parts) > 1}


def _match_former(own: Collection[str], fresh: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The names that a fresh one tells behind itself as what was called so before (`Grey Gull (formerly Old Gull)`)."""
    for name in fresh:
        if (former := _FORMER.search(name)) is not None and former["name"] in own:
            yield former["name"], name


def _by_number(names: Collection[str]) -> Mapping[str, str]:
    """Names by themselves, and by what they are without the endings of the plural, where one alone is that."""
    return lone_values((_singular(name), name) for name in names) | {name: name for name in names}


def _cut_name(name: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """The names one behind the other that a longer one consists of, from the left; none where it does not."""
    words = name.split("-")
    if len(words) > LONGEST:
        return ()
    rest: dict[int, tuple[str, ...]] = {len(words): ()}
    """The names behind each place from which on there are but names."""
    for start in reversed(range(len(words))):
        named = {end: each for end in rest if end > start and (each := _known_as(words[start:end], known))}
        if named:
            rest[start] = (named[min(named)], *rest[min(named)])
        elif words[start] == "and" and start and start + 1 in rest:
            rest[start] = rest[start + 1]
    return rest.get(0, ())


def _known_as(words: Sequence[str], known: Mapping[str, str]) -> str:
    name = "-".join(words)
    return known.get(name) or known.get(_singular(name), "")


def _match_sections(
    mine: Collection[str], theirs: Collection[str], units: Sequence[Unit], wordings: Sequence[Wording]
) -> list[tuple[str, str]]:
    """Which of my names may be which of theirs by the rulings below them.

    Like names need all of them to be the same, or a sentence that stands nowhere else. Other names of cards need more
    such words, beside them those that are the same but for the name, and nothing below one of them that is not below
    the other; other terms several such sentences, and as many as half of what stands below each.
    """
    here, there = _sections(mine, units), _sections(theirs, wordings)
    cards = frozenset[str]().union(*(unit.cards for unit in units), *(wording.cards for wording in wordings))
    sharing = _sharing(here, there)
    renamed = {pair for pair in sharing if cards.isdisjoint(pair) and _most_shared(here[pair[0]], there[pair[1]])}
    pairs = {pair for pair in sharing if same_card(*pair) or cards.issuperset(pair)} | renamed
    shared = frozenset[Words]().union(*(here[name] & there[other] for name, other in pairs))
    telling = frozenset(words for words in shared if len(words) >= TELLING)
    alone = telling - _repeated(telling, units) - _repeated(telling, wordings) if telling else telling
    return [
        (name, other)
        for name, other in sorted(pairs)
        if _same_section(name, other, here[name], there[other], alone)
        or ((name, other) in renamed and len(here[name] & there[other] & alone) >= SEVERAL)
    ]


def _most_shared(mine: frozenset[Words], theirs: frozenset[Words]) -> bool:
    """Whether half of the sentences below each of two headings, and several, are the same."""
    shared = len(mine & theirs)
    return shared >= SEVERAL and 2 * shared >= max(len(mine), len(theirs))


def _divide(pairs: Sequence[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The names, of some pairs, of which one side has one for several of the other that go on behind it: `Gull` for
    `Gull (land)` and `Gull (sea)`, or these for that."""
    found: dict[str, tuple[str, ...]] = {}
    for name, others in group_pairs(pairs).items():
        if len(others) > 1 and all(other.startswith(f"{name}-") for other in others):
            found[name] = tuple(others)
    for other, names in group_pairs((other, name) for name, other in pairs).items():
        if len(names) > 1 and all(name.startswith(f"{other}-") for name in names):
            found |= dict.fromkeys(names, (other,))
    return found


def _sharing(here: Mapping[str, frozenset[Words]], there: Mapping[str, frozenset[Words]]) -> set[tuple[str, str]]:
    """The pairs of headings that have a sentence in common, which not too many headings have."""
    holders = group_pairs((words, name) for name, said in there.items() for words in said)
    return {
        (name, other)
        for name, said in here.items()
        for words in said
        if len(others := holders.get(words, ())) <= CROWD
        for other in others
    }


def _same_section(
    name: str, other: str, mine: frozenset[Words], theirs: frozenset[Words], alone: frozenset[Words]
) -> bool:
    """Whether two headings are one by what stands below them; `alone` are sentences that stand below no other."""
    telling = mine & theirs & alone
    if same_card(name, other):
        return bool(telling) or mine == theirs
    if not telling:
        return False
    here, there = _unnamed(name, mine), _unnamed(other, theirs)
    named = (here & there) - mine - theirs
    return sum(map(len, telling | named)) >= 2 * TELLING and (here <= there or there <= here)


def _unnamed(name: str, sentences: Iterable[Words]) -> frozenset[Words]:
    """Sentences without the name of what they are about: a sign stands for it."""
    spelled = f" {name.replace('-', ' ')} "
    return frozenset(tuple(f" {' '.join(each)} ".replace(spelled, f" {_ITSELF} ").split()) for each in sentences)


def _sections(names: Collection[str], texts: Iterable[Said]) -> dict[str, frozenset[Words]]:
    """The sentences below some headings, without accents."""
    named = ((name, text) for text in texts for name in text.subjects.intersection(names))
    said = ((name, words) for name, text in named for words in _sentences(text))
    return {name: frozenset(each) for name, each in group_pairs(said).items()}


def _repeated(sentences: Collection[Words], texts: Iterable[Said]) -> set[Words]:
    """Those of some sentences that stand under several headings."""
    under: dict[Words, frozenset[str]] = {}
    repeated: set[Words] = set()
    for text in texts:
        for words in _sentences(text):
            if words in sentences and under.setdefault(words, text.subjects) != text.subjects:
                repeated.add(words)
    return repeated


def _sentences(text: Said) -> list[Words]:
    words = unaccented_words(text.words)
    return [words[start:end] for start, end in pairwise(text.bounds)] if len(text.bounds) > 2 else [words]


@lru_cache(maxsize=1 << 13)
def _singular(name: str) -> str:
    """A name without the endings of the plural, and without accents."""
    return "-".join(map(plain_form, name.split("-")))


def _letters(name: str) -> str:
    """A name in the singular without the blanks between its words."""
    return _singular(name).replace("-", "")


@lru_cache(maxsize=1 << 13)
def _telling_words(name: str) -> frozenset[str]:
    """The words of a name that tell it from others, in the singular."""
    return frozenset(_singular(name).split("-")) - SMALL_WORDS


def _one_slip(first: str, second: str) -> bool:
    """Whether two names differ by one letter; with another digit (`Annotation 2`) they are two."""
    return OSA.distance(first, second) == 1 and _digits(first) == _digits(second)


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


@lru_cache(maxsize=1 << 12)
def _rests(name: str) -> frozenset[str]:
    if len(name) < SHORTEST:
        return frozenset()
    return frozenset({name, *(name[:at] + name[at + 1 :] for at in range(len(name)))})
