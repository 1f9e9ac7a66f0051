"""Compendia laid out otherwise: a version comes in, the text of one that says the same in another layout goes out.

Older versions run rulings together in paragraphs, cut one in two with a blank line, and set terms as headings of
any level, in bold, or as bare lines. Nothing is stored: the text is made from what was read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from kb.model import CompendiumVersion, SectionKind, Statement, VersionId
from kb.readers.compendium import Declared, Names, read_compendium
from kb.readers.kramdown import read_document
from kb.sentences import find_sentences
from kb.text import Source

TITLES = {
    SectionKind.TURN: "The Turn Sequence",
    SectionKind.TERM: "Rulings by Term",
    SectionKind.TOURNAMENT: "Tournament Rulings",
    SectionKind.CARD: "Card Rulings and Errata",
    SectionKind.ERRATA: "Complete Errata Listing",
    SectionKind.DELAYED: "Rulings Monday",
    SectionKind.OTHER: "Timing Rulings",
}


@dataclass(frozen=True)
class Layout:
    """`term` is how a term's line is written; `fused` how many rulings stand in a paragraph; `cut` parts rulings of
    several sentences with a blank line; `mark` stands before every third ruling; `items` makes list items."""

    term: str = "#### {}"
    fused: int = 1
    cut: bool = False
    mark: str = ""
    items: bool = False


def lay_out(version: CompendiumVersion, layout: Layout, names: Names | None = None) -> CompendiumVersion:
    """A version of its own with the same statements in another layout, read with the headings of others."""
    text = "# A Rulings File\n\n" + "\n".join(_lines(version, layout))
    document = read_document(Source.from_text("relaid.md", text)).value
    name = VersionId("relaid")
    return read_compendium(
        document, Declared(version=name, compendium="C", number="0", date="1990-01-01"), names=names
    ).value


def _lines(version: CompendiumVersion, layout: Layout) -> Iterator[str]:
    kept = [each for each in version.statements if each.section in TITLES]
    kept.sort(key=lambda each: list(TITLES).index(each.section))
    for section, inside in groupby(kept, key=lambda each: each.section):
        yield from ("", f"## {TITLES[section]}", "")
        listing = section in {SectionKind.ERRATA, SectionKind.DELAYED}
        for heading, group in groupby(inside, key=lambda each: each.path[-1] if listing else each.term):
            yield from (f"### {heading}" if listing else layout.term.format(heading), "")
            yield from _paragraphs(list(group), Layout(items=layout.items) if listing else layout)


def _paragraphs(group: list[Statement], layout: Layout) -> Iterator[str]:
    number = 0
    while number < len(group):
        run = 1
        while run < layout.fused and all(map(_fusible, group[number : number + run + 1])) and number + run < len(group):
            run += 1
        told = " ".join(_ended(each) for each in group[number : number + run])
        plain = _fusible(group[number])
        mark = layout.mark if number % 3 == 0 and plain else ""
        for half in _halves(group[number], told) if layout.cut and run == 1 and plain else [told]:
            yield from (f"{'- ' if layout.items else ''}{mark}{half}", "")
        number += run


def _fusible(statement: Statement) -> bool:
    return not (statement.marks or statement.label or statement.effective or statement.reference)


def _ended(statement: Statement) -> str:
    """A statement on one line, with a full stop where it has none."""
    text = " ".join(statement.text.split())
    return text if text.endswith((".", '"', ")")) else f"{text}."


def _halves(statement: Statement, told: str) -> list[str]:
    """A ruling of several sentences in two."""
    sentences = tuple(find_sentences(statement.words))
    if len(sentences) < 2 or statement.words not in told:
        return [told]
    at = told.index(statement.words) + sentences[1].start
    return [told[:at].rstrip(), told[at:]]
