"""The witnesses of a book on their page: a collation comes in, texts side by side with an apparatus go out.

A row is a clause of the base: in columns what each witness has, below them the places where they differ. Witnesses that
read alike in every place of substance share a column. A passage that a witness lost is told beside the columns: it says
nothing. An emended edition has no column, because what it has is the published words only where nothing was changed; it
is named among those who have a reading.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from kb.book_pages.apparatus import Apparatus, Entry, FormNoise
from kb.book_pages.headings import headings_of, levels_of
from kb.book_pages.sides import look_of
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import Role
from kb.queries.left_out import LeftOut
from kb.witnesses import ClauseText, Collation, Kind, Layer, Segment, State, Variant, WitnessId


@dataclass(frozen=True, slots=True)
class Column:
    """What some witnesses have of a clause; no words where they leave it out."""

    names: tuple[str, ...]
    words: Markup
    added: tuple[Markup, ...] = ()
    """Passages right behind the clause."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause of the base: how it looks, its columns, what differs, and who lost it."""

    clause: str
    kind: str
    columns: tuple[Column, ...]
    lost: tuple[str, ...]
    entries: tuple[Entry, ...]
    noise: tuple[Entry, ...]
    forms: tuple[FormNoise, ...]

    @property
    def noises(self) -> int:
        """How many differences of noise it has."""
        return len(self.noise) + sum(len(each.places) for each in self.forms)


@dataclass(frozen=True, slots=True)
class Run:
    """Rows without a difference of substance, told in one line."""

    rows: tuple[Row, ...]

    @property
    def noises(self) -> int:
        """How many differences of noise they have."""
        return sum(row.noises for row in self.rows)

    @property
    def lost(self) -> tuple[str, ...]:
        """The witnesses that lost some of it."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.lost))


@dataclass(frozen=True, slots=True)
class Omission:
    """A section of the base that some witnesses leave out as a whole, told in one: its heading, how many of its clauses
    say something, these witnesses, and its rows by section, with the name of each that has no place of its own."""

    title: str
    clauses: int
    names: tuple[str, ...]
    parts: tuple[tuple[str, tuple[Row, ...]], ...]


@dataclass(frozen=True, slots=True)
class SectionTexts:
    """A section of the base: its heading, its rows and runs, before them that some witnesses leave it out."""

    id: str
    title: str
    items: tuple[Row | Run, ...]
    level: int
    omission: Omission | None = None


class _Rows:
    """Makes the rows of one collation; knows who has a column."""

    def __init__(self, collation: Collation, apparatus: Apparatus, words: Words) -> None:
        self.apparatus, self.words = apparatus, words
        self.shown = tuple(each.id for each in collation.witnesses if each.role is not Role.EMENDED)
        self.by_clause: dict[str, list[Variant]] = {}
        for variant in collation.variants:
            if variant.layer is not Layer.FILE:
                self.by_clause.setdefault(variant.clause, []).append(variant)

    def row(self, text: ClauseText) -> Row:
        """The row of a clause."""
        held = self.by_clause.get(text.clause.id, [])
        around = [*_variants(text.segments), *text.following]
        telling = list({each.id: each for each in (*around, *held) if each.substantive}.values())
        lost = tuple(name for name in self.shown if _all_lost(text.segments, name))
        groups: dict[tuple[object, ...], list[WitnessId]] = {}
        for name in self.shown:
            if name not in lost:
                groups.setdefault(tuple(_heard(variant, name) for variant in telling), []).append(name)
        entries = [self.apparatus.entry(variant) for variant in held]
        slight = [variant for variant in held if not variant.substantive]
        return Row(
            clause=text.clause.id,
            kind=look_of(text.clause),
            columns=tuple(self._column(text, names) for names in groups.values()),
            lost=tuple(self.apparatus.short[name] for name in lost),
            entries=tuple(each for each in entries if each.substantive),
            noise=tuple(self.apparatus.entry(each) for each in slight if each.layer is not Layer.FORM),
            forms=self.apparatus.forms(each for each in slight if each.layer is Layer.FORM),
        )

    def omission(self, out: LeftOut, texts: Iterable[ClauseText], shown: Container[str]) -> Omission:
        """A section that some witnesses leave out, told in one; the sections that are `shown` have their own places."""
        told = groupby((text for text in texts if text.clause.id in out.clauses), _section_of)
        parts = (("" if section in shown else section, tuple(map(self.row, held))) for section, held in told)
        names = tuple(self.apparatus.short[name] for name in out.witnesses)
        return Omission(curl(out.section.heading.text.strip()), out.section.worded, names, tuple(parts))

    def _column(self, text: ClauseText, names: Sequence[WitnessId]) -> Column:
        """The words of the first of some witnesses."""
        words = "".join(self._said(text.segments, names[0])).strip()
        added = [self._added(variant, names[0]) for variant in text.following]
        short = tuple(self.apparatus.short[name] for name in names)
        return Column(short, Markup(words), tuple(each for each in added if each))

    def _said(self, segments: Iterable[Segment], name: WitnessId) -> Iterator[str]:
        for segment in segments:
            variant = segment.variant
            if variant is None:
                yield str(escape(segment.text))
                continue
            told = next(each for each in segment.told if each.witness == name)
            if told.text is None:
                yield self._nothing(variant, told.state)
            elif variant.layer is Layer.PASSAGE:
                yield "".join(self._said(segment.inside, name))
            else:
                yield self._place(variant, told.text)

    def _place(self, variant: Variant, text: str) -> str:
        """A witness's words at a place, linked with what the apparatus says of it; noise is marked on demand."""
        lead, words = text[: len(text) - len(text.lstrip())], text.strip()
        tail = text[len(lead) + len(words) :]
        if not any(map(str.isprintable, words)):
            return self._nothing(variant, State.SAME) if variant.substantive else text
        kind = "place" if variant.substantive else "place slight"
        mark = Markup('<a class="{}" href="#{}">{}</a>').format(kind, variant.id, words)
        return f"{Markup.escape(lead)}{mark}{Markup.escape(tail)}"

    def _nothing(self, variant: Variant, state: State) -> str:
        """The sign of a place where a witness has nothing, or lost what stood there."""
        if state is State.LOST:
            return str(Markup(' <span class="lost">{}</span> ').format(self.words("witness.gap")))
        if not variant.substantive:
            return ""
        if variant.layer is Layer.PASSAGE:
            omits = self.words("witness.omits")
            return str(Markup('<a class="place omits" href="#{}">{}</a> ').format(variant.id, omits))
        label = self.words("witness.nothing")
        return str(
            Markup('<a class="place none" href="#{}" title="{}" aria-label="{}">‸</a> ').format(
                variant.id, label, label
            )
        )

    def _added(self, variant: Variant, name: WitnessId) -> Markup:
        reading = variant.reading(name)
        if reading.text is None:
            return Markup("")
        kind = "place whole" if variant.substantive else "place slight"
        return Markup('<a class="{}" href="#{}">{}</a>').format(kind, variant.id, reading.words)


def gather_sections(
    texts: Sequence[ClauseText],
    collation: Collation,
    apparatus: Apparatus,
    words: Words,
    left_out: Iterable[LeftOut],
) -> tuple[SectionTexts, ...]:
    """The rows of a collation by section of the base; rows without a difference of substance run together. Those of
    what some witnesses leave out as a whole are told there in one, and its sections that have no others not again."""
    rows = _Rows(collation, apparatus, words)
    clauses = collation.base.document.clauses
    firsts = {clauses[each.section.heading.clause].section: each for each in left_out}
    omitted = {clause for each in firsts.values() for clause in each.clauses}
    headings = headings_of(collation.base.document)
    levels = levels_of(collation.base.document, headings)
    shown = {*firsts, *(text.clause.section for text in texts if text.clause.id not in omitted)}
    found = []
    for section, held in groupby(texts, key=lambda text: text.clause.section):
        kept = [text for text in held if text.clause.id not in omitted]
        title = headings[section].text.strip() if section in headings else ""
        out = firsts.get(section)
        if section in shown:
            items = tuple(_join(map(rows.row, kept)))
            omission = rows.omission(out, texts, shown) if out is not None else None
            found.append(SectionTexts(section, title, items, levels[section], omission))
    return tuple(found)


def _section_of(text: ClauseText) -> str:
    return text.clause.section


def _join(rows: Iterable[Row]) -> Iterator[Row | Run]:
    for plain, held in groupby(rows, key=lambda row: not row.entries and len(row.columns) == 1):
        if plain:
            yield Run(tuple(held))
        else:
            yield from held


def _variants(segments: Iterable[Segment]) -> Iterator[Variant]:
    for segment in segments:
        if segment.variant is not None:
            yield segment.variant
            yield from _variants(segment.inside)


def _all_lost(segments: Sequence[Segment], name: WitnessId) -> bool:
    """Whether a witness lost all words of a clause."""
    lost = False
    for segment in segments:
        if segment.variant is None:
            if segment.text.strip():
                return False
        elif any(each.witness == name and each.state is State.LOST for each in segment.told):
            lost = True
        elif not (segment.variant.layer is Layer.PASSAGE and _all_lost(segment.inside, name)) and segment.text.strip():
            return False
    return lost


def _heard(variant: Variant, name: WitnessId) -> tuple[object, ...]:
    """What tells witnesses apart in a place of substance: their words, or that these are lost."""
    reading = variant.reading(name)
    if variant.kind is Kind.LEVEL:
        return str(reading.kind), False
    words = variant.readings[0].words if reading.state is State.SAME else reading.words
    return " ".join(words.split()).casefold(), reading.state is State.LOST, reading.counted
