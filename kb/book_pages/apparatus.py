"""The apparatus: variants of a collation come in, what readers are told of each goes out.

`base words ] who has them · other words: who has those`; then what kind of difference it is, what the base probably
should say, the editor's own note of a witness, and what stands behind: changes of the emended edition, rulings.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.graph import Kb
from kb.html.inline import attributes
from kb.interface import Words
from kb.model import Role, WorkId
from kb.places.addresses import Place
from kb.places.base import Base, RulingView
from kb.witnesses import Collation, Kind, Layer, Reading, State, Variant, Witness, WitnessId, supporters

MANY = 16
"""More words are shown by the first and the last: they stand in full above."""


@dataclass(frozen=True, slots=True)
class Said:
    """A reading: its words, empty where nothing stands; how a witness is silent; the witnesses."""

    words: str
    silent: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A variant for readers. `kind` is in words; `changes` are addresses of changes of the emended edition."""

    id: str
    kind: str
    substantive: bool
    base: Said
    others: tuple[Said, ...]
    after: str
    """The words it stands behind, where the base has nothing."""
    published: str
    """The address of the clause in the published text."""
    suggestion: str
    supporters: tuple[str, ...]
    note: str
    changes: tuple[str, ...]
    rulings: tuple[RulingView, ...]


@dataclass(frozen=True, slots=True)
class FormNoise:
    """Differences of form of one kind that the same witnesses have: id and words of each place."""

    kind: str
    names: tuple[str, ...]
    places: tuple[tuple[str, str], ...]


class Apparatus:
    """Tells the variants of one collation, seen from a page."""

    def __init__(self, base: Base, work: WorkId, collation: Collation, here: str) -> None:
        self.base, self.work, self.here = base, work, here
        self.words: Words = base.words
        book = base.kb.books[work]
        self.compared = book.alignment is not None
        self.inside = {record.part_of: record.id for record in reversed(book.emendations) if record.part_of}
        """The first change inside of each clause that stands elsewhere: it is told, where they moved to is not."""
        self.short: Mapping[WitnessId, str] = name_witnesses(collation.witnesses, self.words)

    def entry(self, variant: Variant) -> Entry:
        """One variant."""
        base, *others = self._said(variant)
        rulings = (self.base.ruling(ident, self.here) for ident in variant.rulings)
        return Entry(
            id=variant.id,
            kind=self.words(f"variant.{_kind(variant)}"),
            substantive=variant.substantive,
            base=base,
            others=tuple(others),
            after="" if base.words else "… " + " ".join(variant.prefix.split()[-4:]),
            published=Place(f"rules/{self.work}/published/", variant.clause).seen_from(self.here),
            suggestion=variant.suggestion or "",
            supporters=self._names(each for each in supporters(variant) if each != variant.readings[0].witness)
            if variant.suggestion
            else (),
            note=_short(" ".join((variant.note or "").split())) if variant.kind is not Kind.FOREIGN else "",
            changes=tuple(
                Place(f"rules/{self.work}/changes/", self.inside.get(record, record)).seen_from(self.here)
                for record in variant.emendations
                if self.compared
            ),
            rulings=tuple(ruling for ruling in rulings if ruling is not None),
        )

    def forms(self, variants: Iterable[Variant]) -> tuple[FormNoise, ...]:
        """Differences of form, by kind and by who has them."""
        found: dict[tuple[Kind, tuple[str, ...]], list[tuple[str, str]]] = {}
        for variant in variants:
            names = self._names(r.witness for r in variant.readings[1:] if r.kind is variant.kind)
            words = variant.readings[0].words or " ".join(variant.prefix.split()[-2:])
            found.setdefault((variant.kind, names), []).append((variant.id, _short(words)))
        return tuple(
            FormNoise(self.words(f"variant.{kind.value}"), names, tuple(places))
            for (kind, names), places in found.items()
        )

    def _names(self, witnesses: Iterable[WitnessId]) -> tuple[str, ...]:
        return tuple(self.short[name] for name in witnesses)

    def _said(self, variant: Variant) -> list[Said]:
        """The readings with those who have each: the base's first, then the others, what is lost last."""
        own = variant.readings[0]
        groups: dict[tuple[str, str], list[WitnessId]] = {self._key(variant, own): []}
        for reading in variant.readings:
            groups.setdefault(self._key(variant, reading), []).append(reading.witness)
        ordered = sorted(groups.items(), key=lambda item: item[0][1] == _SILENT[State.LOST])
        return [
            Said(words, self.words(silent) if silent else "", self._names(names)) for (words, silent), names in ordered
        ]

    def _key(self, variant: Variant, reading: Reading) -> tuple[str, str]:
        """What is told of a reading: its words, or why there are none."""
        own = variant.readings[0]
        if reading.state is State.LOST:
            return "", _SILENT[State.LOST]
        if variant.kind is Kind.LEVEL and reading.kind is Kind.LEVEL and reading is not own:
            return "", "witness.level"
        read = own if reading.state is State.SAME else reading
        if read.text is None:
            return "", _SILENT[State.OMITTED] if own.text is not None else ""
        if variant.kind in _TOLD_AS:
            return self.words(_TOLD_AS[variant.kind], n=len(variant.clauses)), ""
        return _short(read.words) + self._counted(read), ""

    def _counted(self, reading: Reading) -> str:
        """Which rules of the base the numbers of a reading lead to."""
        told = (
            self.words("witness.counted" if number else "witness.counted.none", own=own, number=number)
            for own, number in reading.counted
        )
        return "".join(f" ({each})" for each in told)


_TOLD_AS = {Kind.CONTENTS: "witness.contents", Kind.LISTS_GONE: "witness.items"}
"""What is no sentence is named in words."""
_SILENT = {State.OMITTED: "witness.omits", State.LOST: "witness.lost"}


def name_witnesses(witnesses: Iterable[Witness], words: Words) -> dict[WitnessId, str]:
    """Short names for an apparatus: what a role or an id says that the others do not.

    The base goes by its role, so does the only text of another role; others by their ids, without the base's in front.
    """
    held = list(witnesses)
    base = held[0]
    roles = [each.role for each in held]
    found: dict[WitnessId, str] = {}
    for each in held:
        rest = str(each.id).removeprefix(f"{base.id}-")
        alone = each.role is not None and roles.count(each.role) == 1
        role = words(f"short.{each.role.value}") if each.role is not None else ""
        named_so = each is base or each.role is Role.EMENDED
        name = role if alone and (named_so or rest == str(each.id)) else rest
        found[each.id] = name if name not in found.values() else str(each.id)
    return found


def collation_of(kb: Kb, work: WorkId) -> Collation | None:
    """The collation of a book with more than one text at hand."""
    collation = kb.collations.get(work)
    return collation if collation is not None and len(collation.witnesses) > 1 else None


def sign_clauses(base: Base, work: WorkId, page: str, here: str) -> dict[str, str]:
    """Signs for clauses that other texts have in other words, by clause; each leads to the first of the differences.

    `page` is the address of the witnesses, `here` that of the page the signs are for.
    """
    collation = collation_of(base.kb, work)
    label = base.words("witnesses.see")
    signs: dict[str, str] = {}
    for variant in collation.substantive if collation is not None else ():
        if variant.layer is not Layer.FILE:
            attrs = (("class", "beside"), ("href", Place(page, variant.id).seen_from(here)))
            signs.setdefault(variant.clause, f"<a{attributes((*attrs, ('title', label), ('aria-label', label)))}>≠</a>")
    return signs


def _kind(variant: Variant) -> str:
    """What a variant is; nobody leaves a passage out who lost it."""
    silent = {reading.state for reading in variant.readings if reading.text is None}
    return "lost" if variant.kind is Kind.OMITTED and silent == {State.LOST} else variant.kind.value


def told_apart(collation: Collation) -> tuple[tuple[Variant, ...], tuple[Variant, ...]]:
    """What concerns whole files (contents, lists lost, foreign matter), and the suggestions for the base."""
    files = tuple(each for each in collation.variants if each.layer is Layer.FILE)
    suggested = tuple(each for each in collation.variants if each.suggestion)
    return files, suggested


def _short(text: str) -> str:
    """Words with those in the middle left out where they are many."""
    words = text.split()
    if len(words) <= MANY:
        return " ".join(words)
    return " ".join((*words[: MANY // 2], "…", *words[-MANY // 2 :]))
