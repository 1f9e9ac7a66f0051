"""Witnesses: the lives of rulings and a second text of one version come in, where and how it states each goes out.

A second text attests no version of its own. It is read like one all the same, and its rulings are found by the
words they have in the version it is a witness of; what no ruling of that version takes up is told apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.attested import Attestation, Life, Reading
from kb.grouping import group_pairs
from kb.lives._links import find_ground, link_wordings
from kb.lives._seams import part_seams
from kb.lives._tiles import tile_unit
from kb.lives._units import Unit, cut_words, find_units, subjects_of, unaccented_words
from kb.lives._wordings import Link, Wording
from kb.memory import Memory, Recent
from kb.model import CompendiumVersion, Statement, VersionId
from kb.rulings import card_of, subjects_in
from kb.similarity import Words, compare_words, word_similarity


@dataclass(frozen=True, slots=True)
class Loose:
    """What a second witness states and the version does not: the statement, and the words in question."""

    statement: Statement
    text: str = field(repr=False)


def read_witness(
    lives: Sequence[Life], version: VersionId, witness: CompendiumVersion, memory: Memory | None = None
) -> tuple[tuple[Life, ...], tuple[Loose, ...]]:
    """Lives, their attestations by `version` with what `witness` reads there, and what stands in it alone.

    A ruling that the witness does not have gets a reading without places; on the rulings of a section that it has
    nothing of, a witness is silent.
    """
    attested = {number: each for number, life in enumerate(lives) for each in life.stated if each.version == version}
    numbers = list(attested)
    memory = memory or Memory()
    worded = [_content(attested[number]) for number in numbers]
    wordings = memory.ask(_Wordings, version, witness.id).known.ask(_word, worded)
    said: dict[int, list[tuple[Link, Unit, str]]] = {}
    loose: list[Loose] = []
    for listed, units in enumerate(memory.ask(find_units, witness)):
        parted, here = part_seams(wordings, units, memory)
        ground = find_ground(parted, here, memory)
        ground.find_links(parted)
        links = memory.ask(link_wordings, parted, ground, bool(listed))
        claims = group_pairs((link.unit, link) for link in links)
        for number, unit in enumerate(here):
            for link, text in tile_unit(unit, claims.get(number, ())):
                if link is None:
                    loose.append(Loose(unit.home, text))
                else:
                    said.setdefault(numbers[link.wording], []).append((link, unit, text))
    had = {statement.section for statement in witness.statements}
    heard = {
        number: _reading(witness, each, said.get(number, []))
        for number, each in attested.items()
        if number in said or not had.isdisjoint(statement.section for statement in each.statements)
    }
    told = tuple(_read(life, version, heard[number]) if number in heard else life for number, life in enumerate(lives))
    return told, tuple(sorted(loose, key=lambda each: each.statement.span))


_Content = tuple[Words, tuple[int, ...], frozenset[str], frozenset[str], bool]
"""What a wording consists of: words, bounds, subjects, cards, and whether it is of an erratum."""


class _Wordings:
    """The wordings by which a witness was looked through last: those that are the same are the same values."""

    def __init__(self, version: VersionId, witness: VersionId) -> None:
        self.of = version, witness
        self.known: Recent[_Content, Wording] = Recent()


def _content(attestation: Attestation) -> _Content:
    words, bounds, _ = cut_words(attestation.text)
    named = (each.term for each in attestation.statements if card_of(each) is not None)
    return (
        unaccented_words(words),
        bounds,
        frozenset(subjects_of(attestation.statements)),
        frozenset(card for term in named for card in subjects_in(term)),
        attestation.kind == "erratum",
    )


def _word(content: _Content) -> Wording:
    words, bounds, subjects, cards, erratum = content
    return Wording(words, bounds, subjects, cards, frozenset(words), near=True, erratum=erratum)


def _reading(witness: CompendiumVersion, attestation: Attestation, said: Iterable[tuple[Link, Unit, str]]) -> Reading:
    """What a witness reads: of several places of the same words the likest, parts in the order of the ruling."""
    found = sorted(said, key=lambda each: (each[1].listed, -each[0].score, each[1].home.span))
    chosen: list[tuple[Link, Unit, str]] = []
    for each in found:
        mine = each[0].mine
        if all(mine[1] <= other.mine[0] or other.mine[1] <= mine[0] for other, _, _ in chosen):
            chosen.append(each)
    text = " ".join(part for _, _, part in sorted(chosen, key=lambda each: each[0].mine))
    words = compare_words(text)
    source = witness.document.source
    starts = {statement.span.start for _, unit, _ in found for statement in unit.statements}
    return Reading(
        witness=witness.id,
        path=source.path,
        lines=tuple(source.position(start).line for start in sorted(starts)),
        text=text,
        similarity=round(word_similarity(attestation.words, words), 3) if found else 0.0,
        same=words == attestation.words,
    )


def _read(life: Life, version: VersionId, reading: Reading) -> Life:
    attestations = tuple(
        replace(each, readings=(*each.readings, reading)) if each.version == version and each.statements else each
        for each in life.attestations
    )
    return replace(life, attestations=attestations)
