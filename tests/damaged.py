"""How well a collation tells mechanical damage: how much of it is found and named, and what is made up."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kb.memory import Memory
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.witnesses import Collation, Variant, Witness, WitnessId, collate
from tests.damage import Damage, Done, do_damage

REACH = 3


@dataclass(slots=True)
class Score:
    """Counts over some texts: damage done, told at its place with a fitting kind, and substance that is none."""

    done: int = 0
    told: int = 0
    made_up: int = 0

    @property
    def share(self) -> float:
        """The share of the damage that was told."""
        return self.told / max(1, self.done)


def collate_texts(base: str, other: str) -> Collation:
    """Two texts laid side by side."""
    first, memory = _read_base(base)
    collation = collate(first, [_read("b", other)], memory)
    memory.turn()
    return collation


@lru_cache(maxsize=4)
def _read_base(text: str) -> tuple[Witness, Memory]:
    """A text that others are laid beside, and what is known of it from the one before."""
    return _read("a", text), Memory()


def _read(name: str, text: str) -> Witness:
    return Witness(WitnessId(name), read_document(Source.from_text(f"{name}.md", text)).value)


def score(texts: Iterable[str], damage: tuple[Damage, ...], rate: float, seeds: Iterable[int]) -> Score:
    """Do damage to texts and see how it is told."""
    found = Score()
    for text in texts:
        for seed in seeds:
            other, done = do_damage(text, seed, rate, damage)
            collation = collate_texts(text, other)
            found.done += len(done)
            found.told += sum(any(tells(variant, each) for variant in collation.variants) for each in done)
            real = [each for each in done if each.damage.substantive]
            found.made_up += sum(not any(near(variant, each, 60) for each in real) for variant in collation.substantive)
    return found


def tells(variant: Variant, done: Done) -> bool:
    """Whether a variant stands at a damage; of real changes it is of substance, of noise a fitting kind."""
    if not near(variant, done, REACH):
        return False
    return variant.substantive if done.damage.substantive else variant.kind in done.damage.kinds


def near(variant: Variant, done: Done, reach: int) -> bool:
    """Whether a variant lies within some characters of a damage."""
    return variant.span.start - reach <= done.end and done.start - reach <= variant.span.end
