"""What the base should say: variants come in, those where others agree against an evident slip get a suggestion.

The reading of most witnesses is not taken for the right one: two of them may share a slip of their own. What counts is
that the base's reading is evidently wrong by itself: a form that stands nowhere else beside one that does, a letter
for a figure, a full stop inside a sentence, two clauses that nothing parts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.counting import in_figures
from kb.grouping import group_pairs
from kb.tokens import IMAGE_SIGN
from kb.witnesses._atoms import Atoms, bare
from kb.witnesses._noise import numbers_of, read_stretch
from kb.witnesses._side import Side
from kb.witnesses._values import Kind, Reading, State, Variant, WitnessId

AGREED = 2
"""So many witnesses that say the same are believed where the base's reading is only probably wrong."""
ESTABLISHED = 3
"""A spelling that stands so many times more often than another is the text's own."""
_MARKUP = re.compile(r"[*_\s]+")
_DASH = re.compile(r"[-–—―]+")
_STOP_INSIDE = re.compile(r"\w\.\s+[a-z]")
_HYPHEN_FOR_DASH = re.compile(r"(?<=[^\w\s])-(?=\w)")
_MISSPELT = frozenset({Kind.SCANNING, Kind.SPELLING})


def suggest(variants: Iterable[Variant], base: Atoms, sides: Sequence[Side]) -> list[Variant]:
    """The variants, with suggestions, and with the base's own slips named."""
    suggesting = _Suggesting(base, sides)
    return [suggesting.mark(variant) for variant in variants]


def supporters(variant: Variant) -> tuple[WitnessId, ...]:
    """The witnesses that have what is suggested; a hyphen stands for a dash."""
    wanted = _plain(variant.suggestion or "")
    return tuple(r.witness for r in variant.readings if r.text is not None and _plain(r.words) == wanted)


class _Suggesting:
    def __init__(self, base: Atoms, sides: Sequence[Side]) -> None:
        self.base = base
        self.sides = {side.witness.id: side for side in sides}
        self.counts = base.counts
        self.pairs = Counter(
            base.items[p - 1].form + base.items[p].form for p in range(1, len(base)) if base.marks[p] == "-"
        )

    def mark(self, variant: Variant) -> Variant:
        """A variant with what the base should say there, where that is plain."""
        own, *others = variant.readings
        found = self._agreed(others)
        if found and own.text is not None and self._is_slip(variant, found):
            words = found[0].words
            text = _HYPHEN_FOR_DASH.sub("—", words) if variant.kind is Kind.BOUNDARY else words
            return replace(variant, suggestion=text, readings=(replace(own, kind=variant.kind), *others))
        kind = self._own_kind(own, others)
        return replace(variant, readings=(replace(own, kind=kind), *others)) if kind else variant

    def _agreed(self, others: Sequence[Reading]) -> Sequence[Reading]:
        """The readings of the most witnesses that agree with each other and not with the base."""
        told = (each for each in others if each.state is State.DIFFERS and each.text is not None and each.kind)
        groups = group_pairs((_plain(each.words), each) for each in told)
        return max((groups[key] for key in sorted(groups)), key=len, default=())

    def _is_slip(self, variant: Variant, found: Sequence[Reading]) -> bool:
        kind, text = variant.kind, variant.readings[0].words
        if kind in _MISSPELT:
            return self._is_misspelt(variant, found)
        if kind is Kind.FIGURE:
            words = self._words(variant)
            there = found[0].words  # a figure stands for a letter (`l` for `1`), not where words came with one
            alike = len(there.split()) <= len(words)
            return alike and not numbers_of(words) and any(char.isdigit() for char in there)
        if kind is Kind.HYPHENATION:
            joined = _plain(text)
            own, other = self.counts[joined], self.pairs[joined]
            believed = other > own and len(found) >= AGREED
            return joined.isalnum() and (other >= ESTABLISHED * own or believed)
        if kind is Kind.PUNCTUATION:
            return len(found) >= AGREED and bool(_STOP_INSIDE.search(text))
        return kind is Kind.BOUNDARY or (kind is Kind.STRAY_SPACE and " " in text)

    def _is_misspelt(self, variant: Variant, found: Sequence[Reading]) -> bool:
        """Whether the base's form stands there only, and the others' one is known or found by several."""
        side, words = self.sides[found[0].witness], self._words(variant)
        there = side.comparison.image(*_range(variant))
        meant = [atom.text for atom in side.atoms.items[there[0] : there[1]]] if there else []
        if in_figures(map(bare, words)) == in_figures(map(bare, meant)):
            return False
        if len(words) != len(meant):
            return len(found) >= AGREED and all(self.counts[word.casefold()] == 1 for word in words)
        for mine, other in zip(words, meant, strict=True):
            if mine.casefold() == other.casefold():
                continue
            known = self.counts[other.casefold()] > 0
            named = other[:1].isupper()
            if self.counts[mine.casefold()] > 1 or not (known or (len(found) >= AGREED and not named)):
                return False
        return True

    def _words(self, variant: Variant) -> tuple[str, ...]:
        return read_stretch(self.base, *_range(variant)).words

    def _own_kind(self, own: Reading, others: Sequence[Reading]) -> Kind | None:
        """What the base itself lost at a place: accents that others have, a blank before a bracket."""
        kinds = {reading.kind for reading in others}
        if own.text is not None and own.text.isascii() and kinds & {Kind.ACCENTS, Kind.MOJIBAKE}:
            return Kind.ACCENTS
        if Kind.SYMBOL in kinds and re.search(r"\w\(!\[|\w\(" + IMAGE_SIGN, own.text or ""):
            return Kind.MISSING_SPACE
        return None


def _range(variant: Variant) -> tuple[int, int]:
    low, high = variant.order
    if high == low + 1 and low % 2 == 0:
        return max(0, low // 2 - 1), low // 2 + 1
    return low // 2, high // 2


def _plain(text: str) -> str:
    return _DASH.sub("-", _MARKUP.sub("", text)).casefold()
