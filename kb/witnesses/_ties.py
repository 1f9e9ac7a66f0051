"""What stands behind a variant: emendation records and rulings come in, variants that name them go out.

A sentence that one witness adds may be what the emended edition takes in, and the ruling that orders it: three texts
of one change of the rules. The record is found by its place, the ruling by the record's authorities, else by its words.
"""

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property

from kb.model import Role, Ruling, RulingId
from kb.provenance import Emendation
from kb.similarity import WordIndex, compare_words, index_words
from kb.text import Span
from kb.witnesses._values import Collation, Kind, State, Variant

STATED = 0.8
"""So many of a sentence's words, in a row, say that a ruling states it."""
SHORTEST = 5
"""A sentence of fewer words stands in many rulings by chance."""


def tie(collation: Collation, records: Sequence[Emendation], rulings: Sequence[Ruling]) -> Collation:
    """The collation with the emended edition's records and the rulings named at the variants they concern."""
    emended = {witness.id for witness in collation.witnesses if witness.role is Role.EMENDED}
    stating = _Stating(rulings)
    tied = []
    for variant in collation.variants:
        if not variant.substantive or variant.kind in {Kind.CONTENTS, Kind.LISTS_GONE}:
            tied.append(variant)
            continue
        spans = [r.span for r in variant.readings if r.witness in emended and r.state is State.DIFFERS]
        found = [record for record in records if any(_meets(record.emended_span, span) for span in spans)]
        named = [ruling for record in found for ruling in record.rulings]
        if not named and variant.kind is Kind.ADDED:
            named = stating.find(variant)
        tied.append(
            replace(variant, emendations=tuple(record.id for record in found), rulings=tuple(dict.fromkeys(named)))
        )
    return replace(collation, variants=tuple(tied))


def _meets(record: Span, reading: Span) -> bool:
    return record.overlaps(reading) and len(record) > 0


class _Stating:
    """Rulings by their words, which are looked at when first asked for."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        self.rulings = rulings

    @cached_property
    def index(self) -> WordIndex:
        """The words of their first statements."""
        return index_words(compare_words(ruling.statements[0].words) for ruling in self.rulings)

    def find(self, variant: Variant) -> list[RulingId]:
        """The rulings that say what a witness adds."""
        sentences = {_without_note(reading.words) for reading in variant.readings if reading.kind is Kind.ADDED}
        found: list[RulingId] = []
        for sentence in sorted(sentences):
            words = compare_words(sentence)
            if len(words) < SHORTEST:
                continue
            near = self.index.candidates(words, 4)
            alike = (at for at in near if _longest_run(words, self.index.units[at]) >= STATED * len(words))
            found += [self.rulings[at].id for at in alike]
        return found


def _without_note(text: str) -> str:
    return text.partition("[")[0]


def _longest_run(words: Sequence[str], whole: Sequence[str]) -> int:
    """How many words in a row two texts have alike at most."""
    return SequenceMatcher(None, words, whole, autojunk=False).find_longest_match().size
