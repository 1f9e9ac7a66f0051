"""Renumbered rules: two texts as words come in, which rule of one is which of the other goes out.

A number before a rule counts it, and where words cite it, it leads there: it says another thing only where it leads to
another rule. Two rules are one where they have most of their other words in common, whatever their numbers are.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.numbering import DOTTED, Numbering, exact_rule, find_cited, leading_number, number_rules
from kb.similarity import index_words, word_similarity
from kb.witnesses._atoms import PARTED, Atom, Atoms, bare

_POINTED = re.compile(DOTTED, re.IGNORECASE)
_PART = re.compile(r"\((\w+)\)")
SHARED = 0.5
"""Two rules that have less of the shorter one's words in common are not one rule by their place."""
ALIKE = 0.75
"""Likeness in all words from which rules are one, wherever they stand."""
NEAREST = 4
"""So many rules are tried for one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A word that is the number of a rule, or of a part of one: `number` is all of it (`4.2(b)` for a `b`)."""

    number: str
    is_part: bool = False
    is_whole: bool = False
    """Written without the nought of its chapter: `section 4` for `4.0`."""

    def written(self, number: str) -> str:
        """Another number as it would stand in the place of this one."""
        if self.is_part:
            return number.rpartition("(")[2].rstrip(")")
        return number.removesuffix(".0") if self.is_whole else number


@dataclass(frozen=True, slots=True)
class Renumbering:
    """The rules of a base and a witness that are one, by number, in the base's order, and the words that are numbers of
    rules on either side, by their place; nothing where the witness counts its rules as the base does."""

    concordance: Mapping[str, str] = field(default_factory=dict)
    base: Mapping[int, Figure] = field(default_factory=dict, repr=False)
    other: Mapping[int, Figure] = field(default_factory=dict, repr=False)
    back: Mapping[str, str] = field(default_factory=dict, repr=False)

    def counted(self, at: int) -> str | None:
        """What the base would write for a word of the witness that leads to a rule: nothing where it has no such rule,
        None for any other word."""
        figure = self.other.get(at)
        if figure is None:
            return None
        number = self.back.get(figure.number)
        return "" if number is None else figure.written(number)

    def forms(self, base: Atoms, other: Atoms) -> tuple[list[str], list[str]]:
        """The words of both sides for matching: numbers of rules are the same where the rules are."""
        old, new = ([atom.form for atom in side.items] for side in (base, other))
        for at, figure in self.base.items():
            old[at] = f"{PARTED}{figure.number}"
        for at, figure in self.other.items():
            number = self.back.get(figure.number)
            new[at] = f"{PARTED}{number}" if number is not None else f"{PARTED}{PARTED}{figure.number}"
        return old, new


def join_numbers(atoms: Atoms) -> Atoms:
    """A text whose numbers with points (`4.21`) are one word each."""
    items: list[Atom] = []
    marks: list[str] = []
    at = 0
    while at < len(atoms):
        end = _end_of_number(atoms, at)
        first, last = atoms.items[at], atoms.items[end - 1]
        if end > at + 1:
            text = ".".join(atom.text for atom in atoms.items[at:end])
            first = replace(first, form=bare(text), text=text, span=replace(first.span, end=last.span.end))
        items.append(first)
        marks.append(atoms.marks[at])
        at = end
    return replace(atoms, items=tuple(items), marks=(*marks, *atoms.marks[-1:]))


def _end_of_number(atoms: Atoms, at: int) -> int:
    """The word behind those that are one number with points, or behind the only one."""
    end, text, found = at + 1, atoms.items[at].text, at + 1
    while end < len(atoms) and atoms.marks[end] == ".":
        text += f".{atoms.items[end].text}"
        end += 1
        if not _POINTED.fullmatch(text):
            break
        found = end
    return found


def match_rules(base: Atoms, other: Atoms, there: Sequence[int]) -> Renumbering:
    """Which rules of a base are which of a witness, by the words that stand for each other (`there`)."""
    old, new = (_read_rules(side, number_rules(side.document)) for side in (base, other))
    if not old.words or not new.words:
        return Renumbering()
    found = _pair(old, new, there)
    found |= _pair_alike(old.without(found), new.without(found.values()))
    if all(number == own for number, own in found.items()):
        return Renumbering()
    ordered = {number: found[number] for number in old.words if number in found}
    return Renumbering(ordered, old.figures, new.figures, {own: number for number, own in ordered.items()})


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of a text: the words of each (forms, numbers of rules left out), the words that are such numbers, and
    the rule of every other word."""

    words: Mapping[str, tuple[str, ...]]
    figures: Mapping[int, Figure]
    of: Mapping[int, str]

    def without(self, paired: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """The words of those that are not paired yet."""
        return {number: words for number, words in self.words.items() if words and number not in paired}


def _read_rules(atoms: Atoms, numbering: Numbering) -> _Rules:
    figures = dict(_find_figures(atoms, numbering)) if numbering.clauses else {}
    of: dict[int, str] = {}
    words: dict[str, list[str]] = {number: [] for number in numbering.clauses}
    clause, rule = -1, ""
    for at, atom in enumerate(atoms.items):
        for passed in range(clause + 1, atom.clause + 1):
            rule = numbering.numbers.get(passed, rule)
        clause = max(clause, atom.clause)
        if rule and at not in figures:
            of[at] = rule
            words[rule].append(atom.form)
    return _Rules({number: tuple(said) for number, said in words.items()}, figures, of)


def _pair(old: _Rules, new: _Rules, there: Sequence[int]) -> dict[str, str]:
    """The rules of both sides that have most of each other's words, and enough of them."""
    shared = Counter((old.of[at], new.of[to]) for at, to in enumerate(there) if at in old.of and to in new.of)
    enough = {
        pair: float(count)
        for pair, count in shared.items()
        if count >= SHARED * min(len(old.words[pair[0]]), len(new.words[pair[1]]))
    }
    return _best(enough)


def _pair_alike(old: Mapping[str, tuple[str, ...]], new: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The rules that are one by all of their words, wherever they stand."""
    numbers, index = tuple(new), index_words(new.values())
    alike = {
        (number, numbers[at]): word_similarity(words, index.units[at])
        for number, words in old.items()
        for at in index.candidates(words, NEAREST)
    }
    return _best({pair: likeness for pair, likeness in alike.items() if likeness >= ALIKE})


def _best(weights: Mapping[tuple[str, str], float]) -> dict[str, str]:
    """Pairs of which no rule stands in two, the weightiest first."""
    best: dict[str, str] = {}
    taken: set[str] = set()
    for (old, new), _ in sorted(weights.items(), key=lambda each: (-each[1], each[0])):
        if old not in best and new not in taken:
            best[old] = new
            taken.add(new)
    return best


def _find_figures(atoms: Atoms, numbering: Numbering) -> Iterator[tuple[int, Figure]]:
    """The words that are the number of a rule of the text: before it, or where words cite it."""
    for clause, (start, end) in atoms.ranges.items():
        text = atoms.marks[start].rpartition(PARTED)[2]
        places: dict[int, int] = {}
        for at in range(start, end):
            places[len(text)] = at
            text += atoms.items[at].text + atoms.marks[at + 1].partition(PARTED)[0]
        own = numbering.numbers.get(clause, "")
        lead = leading_number(text)
        if own and (lead is None or not exact_rule(lead.number, (own,))):
            yield from _of_head(atoms, start, own)
        for cited in find_cited(text):
            known = (own, *numbering.clauses) if lead is not None and cited.span == lead.span else numbering.clauses
            yield from _of_cited(cited.number, cited.span.start, places, known)


def _of_head(atoms: Atoms, start: int, own: str) -> Iterator[tuple[int, Figure]]:
    """The number before a clause that begins with a letter of a part, or with a whole number."""
    written = own.rpartition("(")[2].rstrip(")")
    if atoms.items[start].text == written:
        yield start, Figure(own, is_part="(" in own)


def _of_cited(
    number: str, start: int, places: Mapping[int, int], known: Mapping[str, int] | Sequence[str]
) -> Iterator[tuple[int, Figure]]:
    """The words of a number that is cited: the rule, then its parts."""
    whole = number.partition("(")[0]
    exact = exact_rule(whole, known)
    if start in places and (exact or f"{whole}.0" in known):
        yield places[start], Figure(exact or f"{whole}.0", is_whole=not exact)
    for part in _PART.finditer(number):
        exact = exact_rule(number[: part.end()], known)
        at = places.get(start + part.start(1))
        if exact.endswith(")") and at is not None:
            yield at, Figure(exact, is_part=True)
