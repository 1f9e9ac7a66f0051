"""Told together: what a version changed comes in; what became of several rulings for one cause goes out as one.

A heading that got another name takes its rulings along, and a word of the game that got another name changes every
ruling that has it: each is one thing that a version did. No ruling is left out, and none is told twice.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from kb.attested import RESPELLED, Attestation, Change, Life
from kb.diff import diff
from kb.grouping import group_pairs
from kb.lexicon import term_key
from kb.lives import same_place
from kb.model import LISTINGS, SectionKind, VersionId
from kb.queries.version_changes import RulingChange
from kb.rulings import subject_of
from kb.similarity import compare_words

_MOVED, _WORDED = 2, 3
"""From so many rulings on, those that moved from one heading to another, or changed a word alike, are told as one."""
_OF_WORDS = frozenset({Change.REWORDED.value, RESPELLED})


class Cause(Enum):
    """Why the same became of several rulings: their heading has another name, they moved from one heading to another,
    or a word of theirs became another."""

    RENAMED = "heading-renamed"
    MOVED = "moved-together"
    WORDED = "reworded-alike"


@dataclass(frozen=True, slots=True)
class Swap:
    """What stood before, and what stands in its place: headings, or words as they are printed."""

    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Together:
    """Rulings of which the same became, in the order in which they came in; one alone has no cause. Of a wording there
    may be several swaps, which all of them have."""

    changes: tuple[RulingChange, ...]
    cause: Cause | None = None
    swaps: tuple[Swap, ...] = ()

    @property
    def became(self) -> str:
        """What became of them, as of each."""
        return self.changes[0].became

    @property
    def section(self) -> SectionKind:
        """The part of the version that they stand in, or stood in."""
        return _section(self.changes[0])


def _section(change: RulingChange) -> SectionKind:
    stood = change.before if change.before is not None and change.became == Change.DROPPED.value else change.now
    return stood.section


def tell_together(
    changes: Sequence[RulingChange], lives: Iterable[Life], version: VersionId, older: VersionId
) -> tuple[Together, ...]:
    """What became of rulings from an older version to another, each with those of the same cause, in the order of the
    first of each; `lives` are all rulings of the compendium."""
    keys = list(map(_key, changes))
    counts = Counter(key for key in keys if key is not None)
    headings = _Headings(lives, version, older)
    found: list[list[RulingChange]] = []
    begun: dict[_Key, list[RulingChange]] = {}
    for change, key in zip(changes, keys, strict=True):
        if key is None or counts[key] < (_WORDED if key.worded else _MOVED):
            found.append([change])
        elif key in begun:
            begun[key].append(change)
        else:
            found.append(begun.setdefault(key, [change]))
    shared = {id(group): key for key, group in begun.items()}
    return tuple(_together(group, shared.get(id(group)), headings) for group in found)


@dataclass(frozen=True, slots=True)
class Relocated:
    """A heading that stands in another part of a version than it did in an older one, with its rulings that both
    state."""

    term: str
    before: SectionKind
    now: SectionKind
    lives: tuple[Life, ...]


def find_relocated(lives: Iterable[Life], version: VersionId, older: VersionId) -> tuple[Relocated, ...]:
    """The headings that stand in one other part of a version, and no more in that in which an older version has them;
    lists, and headings with one ruling, are none."""
    every = tuple(lives)
    headings = _Headings(every, version, older)
    by_id = {life.id: life for life in every}
    found: list[Relocated] = []
    for (kind, subject), had in headings.old.items():
        now = [each for each, name in headings.new if name == subject and (each, name) not in headings.old]
        if (kind, subject) in headings.new or len(now) != 1 or {kind, *now} & _NO_PARTS:
            continue
        kept = tuple(by_id[name] for name in headings.new[now[0], subject] if name in had)
        if len(kept) >= _MOVED:
            found.append(Relocated(_term_in(kept[0], version), kind, now[0], kept))
    return tuple(found)


def _term_in(life: Life, version: VersionId) -> str:
    return next(each.term for each in life.stated if each.version == version)


_NO_PARTS = frozenset({*LISTINGS, SectionKind.CARD})
"""Lists are no homes of rulings, and all that is said of a card stands among the cards."""


@dataclass(frozen=True, slots=True)
class _Key:
    """What changes of one cause have in common: what became of the rulings, in which part of the version they stand,
    and the headings or the words."""

    became: str
    section: SectionKind
    what: Hashable
    worded: bool


def _key(change: RulingChange) -> _Key | None:
    before, now = change.before, change.now
    if before is None:
        return None
    if change.became == Change.MOVED.value and not same_place(before, now):
        return _Key(change.became, _section(change), (_heading(before), _heading(now)), worded=False)
    if change.became in _OF_WORDS:
        swaps = frozenset(_swap_key(*each) for each in _edits(before.text, now.text))
        return _Key(change.became, _section(change), swaps, worded=True) if swaps and ("", "") not in swaps else None
    return None


def _together(group: Sequence[RulingChange], key: _Key | None, headings: "_Headings") -> Together:
    if key is None:
        return Together(tuple(group))
    if key.worded:
        return Together(tuple(group), Cause.WORDED, tuple(_printed(group)))
    old, new = group[0].before, group[0].now
    assert old is not None
    cause = Cause.RENAMED if headings.renamed(old, new) else Cause.MOVED
    return Together(tuple(group), cause, (Swap(old.term, new.term),))


def _heading(stated: Attestation) -> tuple[SectionKind, str]:
    return stated.section, subject_of(stated.term)


class _Headings:
    """The rulings under each heading of two versions, the older first."""

    def __init__(self, lives: Iterable[Life], version: VersionId, older: VersionId) -> None:
        stated = [(each.version, _heading(each), life.id) for life in lives for each in life.stated]
        self.old, self.new = (
            group_pairs((heading, name) for of, heading, name in stated if of == asked) for asked in (older, version)
        )

    def renamed(self, before: Attestation, now: Attestation) -> bool:
        """Whether a heading is another by name alone: the newer version has nothing under the old name, the older had
        nothing under the new, what is still stated stands there, and is no small part of it."""
        old, new = _heading(before), _heading(now)
        if old in self.new or new in self.old or old[0] is not new[0]:
            return False
        had, has = frozenset(self.old.get(old, ())), frozenset(self.new.get(new, ()))
        elsewhere = (name for heading, names in self.new.items() if heading != new for name in names)
        return had.isdisjoint(elsewhere) and 2 * len(had & has) >= len(has)


def _edits(old: str, new: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The words that were taken out, each with those that were put in in their place."""
    before, after = compare_words(old), compare_words(new)
    for edit in diff(before, after):
        yield before[edit.old_start : edit.old_end], after[edit.new_start : edit.new_end]


def _swap_key(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, str]:
    """What all forms of two words have in common, where one took the place of the other; nothing of words that only
    came or went. Numbers and their signs are as they are, and so are forms of one word."""
    if not old or not new:
        return "", ""
    plain = " ".join(old), " ".join(new)
    if not all(word.isalpha() for word in (*old, *new)):
        return plain
    keys = term_key(plain[0]), term_key(plain[1])
    return keys if keys[0] != keys[1] else plain


def _printed(group: Sequence[RulingChange]) -> Iterator[Swap]:
    """The words that became others, each in its shortest form, as most of the rulings have it."""
    forms: dict[tuple[str, str], Counter[Swap]] = {}
    for each in group:
        assert each.before is not None
        old, new = _spelled(each.before.text), _spelled(each.now.text)
        for words in dict.fromkeys(_edits(each.before.text, each.now.text)):
            swap = Swap(_print(words[0], old), _print(words[1], new))
            forms.setdefault(_swap_key(*words), Counter())[swap] += 1
    for found in forms.values():
        yield min(found, key=lambda swap: (len(swap.before), -found[swap], swap.before, swap.now))


def _spelled(text: str) -> Mapping[str, str]:
    """How a text prints its words first, by the words that count."""
    printed: dict[str, str] = {}
    for token in text.split():
        words = compare_words(token)
        if len(words) == 1:
            printed.setdefault(words[0], token.strip(_AROUND))
    return printed


_AROUND = ".,;:!?()[]{}\"“”„‘’'*_"
"""Signs around words that are none of theirs."""


def _print(words: Sequence[str], spelled: Mapping[str, str]) -> str:
    return " ".join(spelled.get(word, word) for word in words)
