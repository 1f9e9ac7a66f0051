"""The outline of a rulings file: a document comes in, its parts go out, each with its place.

A part is what stands directly below a heading, before the next. The headings of a section, of a letter of its
alphabet, and of a term may be of any level; a ruling that a stray `#` made a heading stays among the blocks.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kb.effective import heading_effective, names_only_a_date, names_only_a_day
from kb.lexicon import parts_alphabet
from kb.model import Block, BlockKind, Document, Heading, PieceKind, Pieces, SectionId, SectionKind, current_of, text_of
from kb.statements.leads import inline_lead, line_lead, lone_lead
from kb.statements.plain_sections import find_plain_sections, take_apart
from kb.statements.post import LONGEST_SIGNATURE, SIGNED
from kb.statements.reading import Place, count_of
from kb.statements.sections import (
    Phrases,
    ends_section,
    is_numbered,
    name_sections,
    names_only_rulings,
    reads_as_ruling,
    repeats_title,
)
from kb.wording import read_wording

HEADED = 25
"""Terms of a section have headings when there is at least one heading for so many blocks."""
_RULED = r"(?:(?:new|further|more|other)\s+)?(?:rulings?|clarifications?|decisions?)\s+"
_BY_ORDER = re.compile(
    rf"{_RULED}(?:(?:dated|from|of|given|issued|made)\s+(?:(?:in|on)\s+)?(?=.*\d)|(?:sorted\s+)?by\s+(?:date|day|number|section)s?$)",
    re.IGNORECASE,
)
"""What speaks of rulings before the day that they are of, or by their order alone."""
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_HEADINGS = re.compile(r"h(?P<level>[1-6])")
_WRAPPERS = frozenset({BlockKind.QUOTE, BlockKind.HTML})


@dataclass(frozen=True, slots=True)
class Part:
    """The blocks directly below a heading, before the next.

    `leaf` when no lower heading follows, nor, behind the title, the first of terms that stand as high as that; `opens`
    when the heading is where its section begins, `known` when its words name it; `headed` when terms of the section
    have headings; `number` counts sections.
    """

    heading: Heading | None
    place: Place
    blocks: tuple[Block, ...]
    leaf: bool
    opens: bool
    headed: bool
    number: int
    known: bool = True


@dataclass(slots=True)
class _Path:
    """Where the reading stands: the section's own headings, the letter, the headings inside."""

    section: SectionKind = SectionKind.INTRODUCTION
    level: int = 0
    flat: bool = False
    own: tuple[Heading, ...] = ()
    letter: Heading | None = None
    inner: tuple[Heading, ...] = ()
    number: int = 0

    def open(self, kind: SectionKind, heading: Heading, *, flat: bool) -> None:
        above = tuple(each for each in (*self.own, *self.inner) if each.level < heading.level)
        self.section, self.level, self.flat = kind, heading.level, flat
        self.own, self.letter, self.inner = (*above, heading), None, ()
        self.number += 1

    def enter(self, heading: Heading) -> None:
        if self.level and parts_alphabet(heading.text):
            self.letter, self.inner = heading, ()
        else:
            self.inner = (*(each for each in self.inner if each.level < heading.level), heading)

    @property
    def place(self) -> Place:
        letter = (self.letter,) if self.letter else ()
        headings = (*self.own, *letter, *self.inner)
        terms = [each for each in (*self.own, *self.inner) if names_something(each)]
        dates = [date for each in headings if (date := heading_effective(each.text)) is not None]
        effective = dates[-1].iso if dates else None
        return Place(self.section, headings, effective, terms[-1].text if terms else "", count=self._count)

    @property
    def _count(self) -> str:
        """The number of the section, and of the headings below it that goes on from it: where a section of rulings is
        counted, what follows are no numbers of a book's rules."""
        count = count_of(self.own[-1].text) if self.own else ""
        for number in (count_of(each.text) for each in self.inner):
            count = number if count and number.startswith(f"{count}.") else count
        return count


@dataclass(slots=True)
class _Cut:
    heading: Heading | None
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is known of the headings of a file before it is cut: its title, which of them name a section (by clause),
    and the levels on which sections are numbered."""

    title: Heading | None
    kinds: Mapping[int, SectionKind]
    numbered: frozenset[int]

    def turn(self, path: _Path, heading: Heading, following: Heading | None) -> "_Turn":
        """Lead a path on to a heading, and say what it is there."""
        kind = self.kinds.get(heading.clause)
        if kind is not None:
            path.open(kind, heading, flat=_goes_on_as_high(following, heading.level, self.kinds, self.numbered))
            return _Turn(heading.level, opens=True, titled=path.flat and heading == self.title)
        if path.level and repeats_title(heading, self.title, path.level):
            return _Turn(path.level)
        if _ends(heading, path, self.numbered):
            path.open(SectionKind.OTHER, heading, flat=False)
            return _Turn(heading.level, opens=True, known=False)
        path.enter(heading)
        return _Turn(heading.level, heads=not parts_alphabet(heading.text) and names_something(heading))


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a heading is where it stands: its level, whether its section begins with it, whether its words name that,
    whether it is the title above terms as high as itself, and whether it heads a term."""

    level: int = 0
    opens: bool = False
    known: bool = True
    titled: bool = False
    heads: bool = False


def outline(document: Document, phrases: Phrases) -> Iterator[Part]:
    """The document cut at its headings, each part with its section."""
    headings = find_headings(document, phrases)
    kinds = name_sections(headings, phrases, _dated(document, headings))
    cuts = _cut(document, headings, frozenset(kinds))
    sections = [cut.heading for cut in cuts if cut.heading is not None and cut.heading.clause in kinds]
    numbered = frozenset(heading.level for heading in sections if is_numbered(heading))
    plan = _Plan(next(iter(headings), None), kinds, numbered)
    path = _Path()
    parts: list[Part] = []
    headed: Counter[int] = Counter()
    for cut, after in zip(cuts, [*cuts[1:], _Cut(None)], strict=True):
        turn = plan.turn(path, cut.heading, after.heading) if cut.heading is not None else _Turn()
        headed[path.number] += turn.heads
        below = after.heading.level if after.heading is not None else 0
        leaf = below <= turn.level and not turn.titled
        parts.append(Part(cut.heading, path.place, tuple(cut.blocks), leaf, turn.opens, False, path.number, turn.known))
    sizes: Counter[int] = Counter()
    for part in parts:
        sizes[part.number] += len(part.blocks)
    for part in parts:
        yield replace(part, headed=headed[part.number] * HEADED >= max(1, sizes[part.number]))


def _dated(document: Document, headings: Sequence[Heading]) -> frozenset[int]:
    """The headings (by clause) below which a line of words, before the next heading, says nothing but from when rulings
    hold: a heading that is only printed as one."""
    at = [heading.clause for heading in headings]
    return frozenset(
        start
        for start, end in pairwise([*at, len(document.clauses)])
        if any(names_only_a_date(clause.text.strip(" *_")) for clause in document.clauses[start + 1 : end])
    )


def find_headings(document: Document, phrases: Phrases) -> tuple[Heading, ...]:
    """The headings of a rulings file: also those in HTML, which Markdown gives no anchor, where no other names a
    section; and lines that say the name of one, where none does there either."""
    found = document.headings
    for find in (tagged_headings, lambda read: find_plain_sections(read, tuple(_unwrapped(read.blocks)), phrases)):
        if set(name_sections(found, phrases).values()) - {SectionKind.INTRODUCTION}:
            break
        found = tuple(sorted((*found, *find(document)), key=lambda heading: heading.clause))
    return found


def tagged_headings(document: Document) -> tuple[Heading, ...]:
    """The headings of a document that stand in HTML, in order; one without an `id` has no anchor."""
    tagged = (_tagged(document, block) for block in _unwrapped(document.blocks))
    return tuple(heading for heading in tagged if heading is not None)


def _tagged(document: Document, block: Block) -> Heading | None:
    """The heading that an element is."""
    level = _HEADINGS.fullmatch(block.tag) if block.kind is BlockKind.HTML and block.clause is not None else None
    if level is None:
        return None
    assert block.clause is not None
    clause = document.clauses[block.clause]
    text = " ".join(current_of(clause.pieces).split())
    ids = (dict(piece.attrs).get("id") for piece in clause.pieces if piece.kind is PieceKind.TAG)
    return Heading(int(level["level"]), SectionId(next(filter(None, ids), "")), text, clause.span, block.clause)


def names_something(heading: Heading) -> bool:
    """Whether a heading says what stands below it is about: one of only markup does not, nor does a day alone, or what
    speaks of rulings by their day or their order (`Rulings of 3 May 1999`, `Rulings by Date`)."""
    text = heading.text.strip(" *_:")
    ordered = _BY_ORDER.match(text)
    said = text[ordered.end() :] if ordered is not None else text
    return bool(said) and not names_only_a_day(said)


def _goes_on_as_high(
    following: Heading | None, level: int, kinds: Mapping[int, SectionKind], numbered: frozenset[int]
) -> bool:
    """Whether the next heading is a term of the section although it is as high as the section's own."""
    if following is None or following.level != level or following.clause in kinds:
        return False
    if names_only_rulings(following.text):
        return False
    return not (level in numbered and is_numbered(following))


def _ends(heading: Heading, path: _Path, numbered: frozenset[int]) -> bool:
    """Whether a heading ends the section; where terms stand as high as sections, only a higher one does."""
    if not path.level or parts_alphabet(heading.text):
        return False
    if path.flat:
        return heading.level < path.level or (heading.level == path.level and names_only_rulings(heading.text))
    return ends_section(heading, path.level, numbered=path.level in numbered)


def _cut(document: Document, headings: Iterable[Heading], sections: frozenset[int]) -> list[_Cut]:
    """The document's blocks below each heading that is one."""
    by_clause = {heading.clause: heading for heading in headings}
    first = min(sections, default=len(document.clauses))
    cuts = [_Cut(None)]
    blocks = tuple(take_apart(_unwrapped(document.blocks), sections))
    for number, block in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        heading = by_clause.get(block.clause) if block.clause is not None else None
        stray = heading is not None and heading.clause > first and heading.clause not in sections
        if heading is not None and not (stray and (reads_as_ruling(heading) or _goes_on(document, block, following))):
            cuts.append(_Cut(heading))
        else:
            cuts[-1].blocks.append(block)
    return cuts


def part_closing(document: Document, parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], tuple[Block, ...]]:
    """The parts without the paragraphs that close the document behind a rule, and these.

    They stand last of all, and no other rule parts rulings; one that has the mark or the label of a ruling, or is
    emphasised as a term is, is a ruling all the same. So does the signature of who sent the text, below a line `--`.
    """
    signed = _signature(document, parts[-1]) if parts else ()
    if signed:
        return (*parts[:-1], replace(parts[-1], blocks=parts[-1].blocks[: -len(signed)])), signed
    ruling = [part for part in parts if part.place.section is not SectionKind.INTRODUCTION]
    parting = [part for part in ruling if any(each.kind is BlockKind.RULE for each in part.blocks[1:-1])]
    if parting != [parts[-1]]:
        return parts, ()
    last = parting[0]
    at = max(number for number, block in enumerate(last.blocks[:-1]) if block.kind is BlockKind.RULE)
    closing = tuple(block for block in last.blocks[at + 1 :] if block.kind is not BlockKind.FOOTNOTE)
    others = any(block.kind is BlockKind.RULE for block in last.blocks[1:at])
    if others or not closing or not all(_tells(document, block) for block in closing):
        return parts, ()
    return (*parts[:-1], replace(last, blocks=last.blocks[:at])), closing


def _signature(document: Document, last: Part) -> tuple[Block, ...]:
    """The last paragraphs of a text, from the one whose first line is `--` alone."""
    signed: tuple[Block, ...] = ()
    below = 0
    for number, block in reversed(tuple(enumerate(last.blocks))):
        lines = document.source.slice(block.span).strip().split("\n")
        opens = lines[0].rstrip() == SIGNED
        below += len(lines) - opens
        if below > LONGEST_SIGNATURE or not _tells(document, block):
            break
        if opens:
            signed = last.blocks[number:]
    return signed


def _tells(document: Document, block: Block) -> bool:
    """Whether a block is a paragraph that nothing shows to be a ruling or its term."""
    if block.kind is not BlockKind.PARAGRAPH or block.clause is None:
        return False
    pieces = document.clauses[block.clause].pieces
    wording = read_wording(text_of(pieces))
    named = lone_lead(pieces, bare=False) or line_lead(pieces, bare=False) or inline_lead(pieces, bare=False)
    return not wording.marks and wording.label is None and not wording.dates and named is None


def block_pieces(document: Document, block: Block) -> Pieces:
    """The pieces of a block's own clause and of all below it, in order."""
    own = document.clauses[block.clause].pieces if block.clause is not None else ()
    return own + tuple(piece for child in block.children for piece in block_pieces(document, child))


def stands_below(block: Block, at: int) -> bool:
    """Whether what an item of a list of definitions says of its term is as below a heading: a list, or paragraphs, if
    nothing else is said of it."""
    first = next((each.kind for each in block.children[at].children), None)
    others = any(each.tag == "dd" for each in (*block.children[at - 1 : at], *block.children[at + 1 : at + 2]))
    return first is BlockKind.LIST or (first is BlockKind.PARAGRAPH and not others)


def adjoins(document: Document, block: Block, following: Block | None) -> bool:
    """Whether a paragraph follows a block without a blank line."""
    if following is None or following.kind is not BlockKind.PARAGRAPH:
        return False
    return not _BLANK_LINE.search(document.source.text, block.span.start, following.span.start)


def _goes_on(document: Document, block: Block, following: Block | None) -> bool:
    """Whether a heading of the first level is the first line of a ruling that goes on in small letters."""
    if block.level != 1 or following is None or not adjoins(document, block, following):
        return False
    return document.source.text[following.span.start].islower()


def _unwrapped(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Blocks with the children of quotes and HTML containers in their place."""
    for block in blocks:
        if block.kind in _WRAPPERS and block.clause is None and block.children:
            yield from _unwrapped(block.children)
        else:
            yield block
