"""The page of a book's witnesses: what each text is, where they differ, and what is evidently printed wrong."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.book_pages.apparatus import Apparatus, Entry, collation_of, told_apart
from kb.book_pages.books import BookView
from kb.book_pages.witnesses import SectionTexts, gather_sections
from kb.exports.tei import write_tei
from kb.graph import Book, Kb
from kb.model import PAGE_LINE, Role
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.plain import Ground
from kb.queries.left_out import find_left_out
from kb.text import word_forms
from kb.witnesses import ClauseText, Collation, Layer, Segment, State, Witness, WitnessId, cut_segments


@dataclass(frozen=True, slots=True)
class WitnessCard:
    """What a witness is: where it comes from, and how far it can be believed.

    `share` is how much of the base's words it has, in hundredths, `lost` how much it lost; what an emended edition took
    out is a change and no loss, so it has no share. `cut` are the first and last lines of what is no part of the work.
    Of a text without markup, `borrowed` of `clauses` have their kind from the base, and `doubtful` agree with it in
    less than half of their words.
    """

    short: str
    title: str
    role: str
    date: str
    path: str
    address: str
    share: int | None
    lost: int
    cut: tuple[tuple[int, int], ...] = ()
    clauses: int = 0
    borrowed: int = 0
    doubtful: int = 0


@dataclass(frozen=True, slots=True)
class WitnessesView:
    """A book's witnesses on their page."""

    book: BookView
    cards: tuple[WitnessCard, ...]
    files: tuple[Entry, ...]
    """What concerns whole files: contents, lists lost, foreign matter."""
    suggested: tuple[Entry, ...]
    """What the base probably should say."""
    numbers: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """The texts that count rules otherwise, each with the published numbers and its own."""
    sections: tuple[SectionTexts, ...]
    substantive: int
    """How many differences of substance there are, besides the sections that some texts leave out as a whole."""
    noise: int
    omitted: int
    """How many such sections."""
    refused: tuple[str, ...]
    tei: str
    """The file of the collation beside the page, or nothing where its words may not be published as data."""

    @property
    def differs(self) -> bool:
        """Whether any of the texts says anything else than the printed one, or says it otherwise."""
        return bool(self.substantive or self.noise or self.omitted)


def view_witnesses(base: Base, book: Book, here: str) -> WitnessesView:
    """The page of a book that has a collation."""
    collation = base.kb.collations[book.work.id]
    apparatus = Apparatus(base, book.work.id, collation, here)
    texts = tuple(cut_segments(collation))
    files, suggested = told_apart(collation)
    left_out = find_left_out(collation, texts)
    refused = {str(each.witness) for each in collation.refused}
    return WitnessesView(
        book=BookView(base, book, here),
        cards=tuple(_cards(base, book, collation, apparatus, texts)),
        files=tuple(apparatus.entry(variant) for variant in files),
        suggested=tuple(apparatus.entry(variant) for variant in suggested),
        numbers=tuple(
            (apparatus.short[name], tuple(numbers.items())) for name, numbers in collation.renumbered.items() if numbers
        ),
        sections=gather_sections(texts, collation, apparatus, base.words, left_out),
        substantive=len(collation.substantive) - sum(len(each.variants) for each in left_out),
        omitted=len(left_out),
        noise=len(collation.variants) - len(collation.substantive),
        refused=tuple(str(edition) for edition in book.editions if str(edition) in refused),
        tei=f"{book.work.id}.tei.xml" if base.manifest.rights.downloads else "",
    )


def build_downloads(kb: Kb) -> Mapping[str, str]:
    """The files to download, by path: the collations as TEI, beside the pages that show them, where rights allow it."""
    if not kb.manifest.rights.downloads:
        return {}
    rights = kb.manifest.rights.statement
    return {
        f"{BookPages.of(work).witnesses}{work}.tei.xml": write_tei(collation, kb.books[work].work.title, rights)
        for work in sorted(kb.books)
        if (collation := collation_of(kb, work)) is not None
    }


def _cards(
    base: Base, book: Book, collation: Collation, apparatus: Apparatus, texts: Sequence[ClauseText]
) -> Iterable[WitnessCard]:
    entries = {str(entry.id): entry.text for entry in book.work.editions}
    for witness in collation.witnesses:
        document = witness.document
        entry = entries.get(str(witness.id))
        date = entry.date if entry is not None else ""
        line_of = document.source.line_of
        share, lost = _held(texts, witness.id)
        plain = base.kb.plain.get(document.source.path)
        standings = plain.standings if plain is not None else ()
        yield WitnessCard(
            short=apparatus.short[witness.id],
            title=entry.title if entry is not None else "",
            role=base.words(f"role.{witness.role.value}") if witness.role else "",
            date=base.words.time(date) if date else "",
            path=document.source.path,
            address=_address(base, witness, apparatus.here),
            share=None if witness.role is Role.EMENDED else share,
            lost=lost,
            cut=tuple(
                (line_of(each.span.start), line_of(each.span.end - 1))
                for each in document.exclusions
                if each.reason != PAGE_LINE
            )
            if plain is not None
            else (),
            clauses=len(standings),
            borrowed=sum(each.ground is Ground.BASE for each in standings),
            doubtful=sum(bool(each.base) and each.confidence < 0.5 for each in standings),
        )


def _address(base: Base, witness: Witness, here: str) -> str:
    page = base.addresses.pages.get(witness.document.source.path)
    return Place(page).seen_from(here) if page is not None else ""


def _held(texts: Iterable[ClauseText], name: WitnessId) -> tuple[int, int]:
    """The hundredths of the base's words that a witness has or says otherwise, and those of the words it lost."""
    counts = {True: 0, False: 0}
    lost = 0
    for text in texts:
        for words, state in _words(text.segments, name):
            counts[state is None] += words
            lost += words if state is State.LOST else 0
    total = max(1, sum(counts.values()))
    return 100 * counts[True] // total, -(-100 * lost // total)


def _words(segments: Iterable[Segment], name: WitnessId) -> Iterable[tuple[int, State | None]]:
    """The numbers of words of segments, with how the witness is silent there."""
    for segment in segments:
        state = None
        if segment.variant is not None and segment.variant.layer is Layer.PASSAGE:
            told = next(each for each in segment.told if each.witness == name)
            state = told.state if told.text is None else None
        yield len(word_forms(segment.text)), state
