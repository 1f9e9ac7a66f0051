"""Cutting a part of a rulings file: its blocks come in; statements, terms and asides go out.

Every word of the part is in a statement, in a term's own line, or in an aside with its reason. One item of a top-level
list is one statement, with the items nested in it; else a paragraph is, and each ruling of one that its line ends part.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.effective import heading_effective, names_only_a_date, names_only_its_issue, read_day
from kb.lexicon import parts_alphabet
from kb.model import LISTINGS, Aside, Block, BlockKind, Document, Pieces, SectionKind, TermHeading, text_of
from kb.statements.enumerated import split_counted
from kb.statements.faq_marks import ASKED, find_mark
from kb.statements.hard_lines import Margin, find_full_lines, split_lines
from kb.statements.leads import RunIn, bold_end, bold_lead, dash_lead, inline_lead, line_lead, lone_lead, marked_lead
from kb.statements.legend import tells_of_list
from kb.statements.outline import Part, adjoins, block_pieces, stands_below
from kb.statements.reading import Place, ReadStatement, read_statement, unsigned
from kb.statements.rows import read_rows
from kb.statements.run_in import TERMED, part_at_names
from kb.statements.splitting import (
    html_items,
    is_index,
    preformatted,
    split_fused,
    split_marked,
    split_named,
    split_run_on,
)
from kb.text import Span, has_words, word_forms
from kb.wording import read_wording

INTRODUCTION = "introduction"
CONTENTS = "contents"
CLOSING = "closing"
_NEW = "@"  # known though no profile explains it

_RULE = re.compile(r"\s*(?:[(\[]\d+(?:\.\d+)*[a-z]?[)\]]|\d+(?:\.\d+)+[a-z]?[.:]?\s)")
"""The number of a rule: words behind it are a ruling on that, and introduce nothing."""
_NUMBERED = re.compile(r"\s*[(\[]?\d+(?:\.\d+)+[a-z]?[)\]]?\s*(?:\([^()]*\)\s*)?:\s")
"""The same in the place of a term: a ruling behind it is on none that stands above."""
_STRAY_MARK = "#"
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LIST_TAGS = frozenset({"ul", "ol", "dl"})
Names = Mapping[SectionKind, Collection[tuple[str, ...]]]


@dataclass(slots=True)
class Cutting:
    """What has been cut so far."""

    document: Document
    names: Names = field(default_factory=dict)
    """What other versions have as headings, by section: a line of its own that says one is a term's here too."""
    signs: Collection[str] = ()
    """The marks that the version's profile explains."""
    statements: list[ReadStatement] = field(default_factory=list)
    terms: list[TermHeading] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    parted: int = 0
    """How many rulings end at a line end that only their last line shows."""
    full: list[Span] = field(default_factory=list)
    """The line ends in the midst of a ruling where one may end: too full a line to show it."""

    leading: Collection[str] = field(init=False)
    """Those of them that stand behind no ruling: among the rulings of a paragraph they begin one."""

    def __post_init__(self) -> None:
        ends = [text_of(clause.pieces).rstrip() for clause in self.document.clauses]
        signs = sorted({*self.signs, _NEW} - {""})
        self.leading = [sign for sign in signs if not any(each.endswith(sign) for each in ends)]

    def cut(self, part: Part, margin: Margin, run_in: Collection[tuple[str, ...]]) -> None:
        """Cut a part; `margin` is that of its section's paragraphs, `run_in` are the names its rulings go on behind."""
        _PartCutting(self, part, margin, run_in).run()

    def close(self, blocks: Sequence[Block]) -> None:
        """Keep what closes the document."""
        for pieces in (block_pieces(self.document, block) for block in blocks):
            self.asides.append(Aside(Span(pieces[0].span.start, pieces[-1].span.end), CLOSING))


@dataclass(slots=True)
class _PartCutting:
    """The cutting of one part: the place that its statements have, and a paragraph that waits for its list."""

    all: Cutting
    part: Part
    margin: Margin
    run_in: Collection[tuple[str, ...]]
    opened: Pieces = ()
    place: Place = field(init=False)
    names: Collection[tuple[str, ...]] = field(init=False)
    """What other versions have as headings in the section."""
    cards: set[tuple[str, ...]] | None = None
    introduces: bool = field(init=False)
    """Whether terms in bold follow, as headings would: what stands before the first is an introduction."""
    named: bool = field(init=False)
    """Whether some do in a section whose headings only part it: what stands behind the first is none."""
    marked: str = ""
    """The mark beside the term: that of all below it."""
    before: str | None = None
    """The mark given to the ruling directly before, None without one: a date on a line of its own is that ruling's; one
    directly below a heading is that of all below it."""

    def __post_init__(self) -> None:
        bare = self.part.place.section in TERMED and not self.part.headed
        self.place = replace(self.part.place, leads=bare)
        self.names = self.all.names.get(self.part.place.section, ())
        paragraphs = (each for each in self.part.blocks if each.kind is BlockKind.PARAGRAPH)
        self.introduces = self.part.opens and any(map(self._heads, paragraphs))
        self.named = self.introduces and bare

    def run(self) -> None:
        aside = self.part.place.section is SectionKind.INTRODUCTION
        blocks = self.part.blocks
        number = 0
        while number < len(blocks):
            block = blocks[number]
            number += 1
            if aside:
                self._aside(block_pieces(self.all.document, block), INTRODUCTION)
            elif block.kind is BlockKind.HEADING:
                pieces = block_pieces(self.all.document, block)
                if number < len(blocks) and adjoins(self.all.document, block, blocks[number]):
                    pieces += block_pieces(self.all.document, blocks[number])
                    number += 1
                self._close()
                self._lines(pieces, _STRAY_MARK)
            elif block.kind is BlockKind.PARAGRAPH and self._is_known(block, blocks[number : number + 1]):
                pieces = block_pieces(self.all.document, block)
                term = text_of(pieces).strip().rstrip(": ")
                self._enter(term, pieces, alone=lone_lead(pieces, bare=False) is not None)
            else:
                self._block(block)
        self._close()

    def _heads(self, block: Block) -> bool:
        pieces = block_pieces(self.all.document, block)
        alone = lone_lead(pieces, bare=False) or marked_lead(pieces, self.all.signs)
        return alone is not None or self._bold_lead(pieces) is not None

    def _is_known(self, block: Block, following: Sequence[Block]) -> bool:
        """Whether a paragraph is a heading of other versions, and what follows is not: names in a row are a list."""
        if not self.names or not following or self.opened:
            return False
        here, after = (word_forms(text_of(block_pieces(self.all.document, each))) for each in (block, following[0]))
        return here in self.names and after not in self.names

    def _blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        if block.kind is BlockKind.LIST:
            self._list(block)
        elif block.kind is BlockKind.TABLE:
            self._table(block)
        elif block.kind is BlockKind.HTML and block.clause is not None:
            self._html(block)
        elif block.children:
            self._blocks(block.children)
        elif block.kind is BlockKind.CODE:
            self._close()
            for pieces in preformatted(block_pieces(self.all.document, block)):
                self._paragraph(pieces)
        elif block.clause is not None:
            pieces = block_pieces(self.all.document, block)
            for own in part_at_names(pieces) if self.place.section in TERMED and not self.part.headed else (pieces,):
                self._paragraph(own)

    def _list(self, block: Block) -> None:
        if self.opened:
            self._state(self.opened + block_pieces(self.all.document, block))
            self.opened = ()
            return
        for at, item in enumerate(block.children):
            pieces = block_pieces(self.all.document, item)
            if is_index(pieces):
                self._aside(pieces, CONTENTS)
            elif item.tag == "dt":
                self._enter(text_of(pieces).strip().rstrip(": "), pieces, alone=True)
            elif item.tag == "dd" and stands_below(block, at):
                self._blocks(item.children)
            elif (lead := self._item_lead(item)) is not None:
                self._enter(lead, block_pieces(self.all.document, item.children[0]))
                self._blocks(item.children[1:])
            else:
                stray = any(each.kind is BlockKind.HEADING and each.level == 1 for each in item.children[:1])
                for number, fused in enumerate(split_fused(pieces)):
                    self._state(fused, _STRAY_MARK if stray and not number else "")

    def _item_lead(self, item: Block) -> str | None:
        """The term that an item names whose rulings are nested in it."""
        children = item.children
        if self.place.section in LISTINGS or len(children) < 2 or children[0].kind is not BlockKind.PARAGRAPH:
            return None
        if children[1].kind is not BlockKind.LIST:
            return None
        pieces = block_pieces(self.all.document, children[0])
        known = word_forms(text_of(pieces)) in self.names
        return lone_lead(pieces, bare=self.place.leads or known)

    def _html(self, block: Block) -> None:
        """A heading, a list or a paragraph in HTML."""
        if self.opened and block.tag in _LIST_TAGS:
            self._list(block)
            return
        pieces = block_pieces(self.all.document, block)
        if block.tag in _HEADINGS and (named := lone_lead(pieces, bare=True)) is not None:
            self._enter(named, pieces, alone=True)
            return
        for tag, own in html_items(pieces, self.all.document.source.text):
            if tag == "dt":
                self._enter(text_of(own).strip().rstrip(": "), own, alone=True)
            elif tag and has_words(text_of(own)) and not is_index(own):
                self._close()
                self._state(own)
            else:
                self._paragraph(own)

    def _table(self, block: Block) -> None:
        """The rows of a table: each a ruling, behind its term in a cell of its own where terms are no headings."""
        if self.opened:
            self._list(block)
            return
        rows = [(block_pieces(self.all.document, row), row.head) for row in block.children]
        for row in read_rows(rows, headed=self.part.headed, listed=self.place.section in LISTINGS):
            if row.heads:
                self._aside(row.ruling, CONTENTS)
            elif not row.parted:
                self._paragraph(row.ruling, named=not row.several)
            else:
                if row.term and (named := text_of(row.term).strip().rstrip(": ")):
                    self._enter(named, row.term, alone=True)
                self._lines(row.ruling)

    def _paragraph(self, pieces: Pieces, *, named: bool = True) -> None:
        """A paragraph: contents, introduction, the name of a term (if it may be `named` so), or rulings."""
        self._close()
        if not any(has_words(piece.text) for piece in pieces):
            return
        if is_index(pieces) or parts_alphabet(text_of(pieces)):
            self._aside(pieces, CONTENTS)
            return
        wording = read_wording(text_of(pieces))
        told = wording.marks or wording.label is not None or _RULE.match(wording.words)
        if self.part.opens and not (self.part.leaf or told or self.named):
            self._aside(pieces, INTRODUCTION)
            return
        first = self.part.opens and self.before is None and self.place.term == self.part.place.term
        over = self._leads_over(pieces) or (first and self.place.section in LISTINGS and tells_of_list(wording.words))
        if names_only_its_issue(wording.words) or (not told and over):
            self._aside(pieces, INTRODUCTION)
            return
        lone = (lone_lead(pieces, bare=self.place.leads), "")
        lead, mark = (marked_lead(pieces, self.all.signs) or lone) if named else (None, "")
        if lead is not None:
            self._enter(lead, pieces, alone=bool(mark) or lone_lead(pieces, bare=False) is not None)
            self.marked = mark
            return
        if self.place.section is SectionKind.DELAYED and names_only_a_date(text := text_of(pieces)):
            self._enter(text.strip().rstrip(":"), pieces)
            return
        line = line_lead(pieces, bare=self.place.leads) or self._known_line(pieces)
        if line is not None:
            self._enter(line[0], pieces[: line[1] - 1])
            pieces = pieces[line[1] :]
        if line is None and read_day(wording.words):  # the day of the file; it rules nothing
            self._aside(pieces, INTRODUCTION)
        else:
            self._lines(pieces)

    def _leads_over(self, pieces: Pieces) -> bool:
        """Whether a paragraph stands before the first term in bold of a section, and has none itself."""
        bare = self.place.leads
        named = bold_end(pieces) or lone_lead(pieces, bare=bare) or line_lead(pieces, bare=bare)
        return self.introduces and not (named or self._known_line(pieces))

    def _known_line(self, pieces: Pieces) -> tuple[str, int] | None:
        """The first line of a paragraph where it is a heading of other versions, or dates what is below it in a list by
        date, and the piece after its end."""
        names, dated = self.names, self.place.section is SectionKind.DELAYED
        line = line_lead(pieces, bare=True) if names or dated else None
        known = line is not None and (word_forms(line[0]) in names or (dated and names_only_a_date(line[0])))
        return line if known else None

    def _known_lead(self, pieces: Pieces) -> str | None:
        """What stands before a colon or a dash in front of a ruling where it is a heading of other versions, or before
        a dash where rulings go on so behind their names."""
        lead = inline_lead(pieces, bare=True) if self.names else None
        if lead is not None and word_forms(lead) in self.names:
            return lead
        known = {*self.names, *self.run_in}
        dashed = dash_lead(pieces) if known else None
        return dashed if dashed is not None and word_forms(dashed) in known else None

    def _lines(self, pieces: Pieces, mark: str = "") -> None:
        """Each ruling of a paragraph; the last waits for its list when it ends in a colon."""
        source, margin = self.all.document.source, self.margin
        counted = split_counted(pieces, self.all.statements)
        split = [ruling for each in counted for ruling in split_lines(each, source, margin)]
        self.all.parted += max(len(split) - len(counted), 0)
        self.all.full += [span for ruling in split for span in find_full_lines(ruling, source, margin)]
        cards = self._card_names() if self.place.section in LISTINGS else ()
        rulings = [
            fused for ruling in split for named in split_named(ruling, source, cards) for fused in split_fused(named)
        ]
        rulings = [each for ruling in rulings for each in self._split_marked(ruling)]
        rulings = [ruling for ruling in rulings if text_of(ruling).strip()]  # a tag on a line of its own says nothing
        for number, ruling in enumerate(rulings):
            last = number + 1 == len(rulings)
            if last and "".join(each.text for each in ruling).rstrip().endswith(":"):
                self.opened = ruling
                continue
            own, name = (ruling, None) if last else split_run_on(ruling, self.names)
            self._state(own, "" if number else mark)
            if name is not None:
                self._enter(name.text, (name,))

    def _split_marked(self, ruling: Pieces) -> Iterator[Pieces]:
        """The rulings of some that marks part; the name of a term in bold before the first ends no sentence."""
        listed = self.place.section in LISTINGS
        bold = bold_lead(ruling, self._card_names(), bare=True) if listed else self._bold_lead(ruling)
        if bold is None:
            yield from split_marked(ruling, self.all.leading)
            return
        first, *others = split_marked(bold.ruling, self.all.leading)
        yield bold.own + first
        yield from others

    def _bold_lead(self, pieces: Pieces) -> RunIn | None:
        """The term in bold that a ruling begins with where terms may stand so."""
        if self.place.section in LISTINGS or self.part.headed:
            return None
        bold = bold_lead(pieces, {*self.names, *self.run_in}, bare=self.place.leads)
        return bold if bold is not None and not self._is_sign(bold.name) else None

    def _card_names(self) -> Collection[tuple[str, ...]]:
        """The cards that this text or another version has headings for."""
        if self.cards is None:
            own = (word_forms(each.term) for each in self.all.terms if each.section is SectionKind.CARD)
            self.cards = {*own, *self.all.names.get(SectionKind.CARD, ())}
        return self.cards

    def _state(self, pieces: Pieces, mark: str = "") -> None:
        bold = self._bold_lead(pieces)
        if bold is not None:
            self._enter(bold.name, bold.own)
            pieces = bold.ruling
        elif self.place.section not in LISTINGS and not self.part.headed:
            lead = inline_lead(pieces, bare=self.place.leads) or self._known_lead(pieces)
            if lead is not None and not (self._is_sign(lead) or find_mark(ASKED, pieces)):
                self._enter(unsigned(lead, self.all.signs), ())
            elif self.place.leads and _NUMBERED.match(text_of(pieces)):
                self._enter(self.part.place.term, ())
        cards = self._card_names() if self.place.section in LISTINGS else ()
        mark = mark or self.marked
        stated = read_statement(pieces, self.place, mark, self.all.signs, cards)
        said = has_words(stated.statement.words) or stated.statement.reference  # struck
        if (stated.dates or stated.statement.marks) and not said:
            if self.before is None and stated.statement.effective:
                self.place = replace(self.place, effective=stated.statement.effective)
                self.all.asides.append(Aside(stated.statement.span, INTRODUCTION))
                return
            if self.before is not None:
                pieces, mark = self.all.statements.pop().statement.pieces + pieces, self.before
                stated = read_statement(pieces, self.place, mark, self.all.signs, cards)
        self.all.statements.append(stated)
        self.before = mark

    def _is_sign(self, lead: str) -> bool:
        """Whether what stands before a colon or in bold is a mark that the version explains (`NEW:`), and no term."""
        return word_forms(lead) in {word_forms(sign) for sign in self.all.signs}

    def _close(self) -> None:
        if self.opened:
            pieces, self.opened = self.opened, ()
            self._state(pieces)

    def _enter(self, term: str, pieces: Pieces, *, alone: bool = False) -> None:
        """What follows stands under a term; where terms stand in bold `alone`, no words before a colon are one."""
        self._close()
        self.before, self.introduces, self.marked = None, False, ""
        if alone:
            self.place = replace(self.place, leads=False)
        dated = heading_effective(term)
        effective = dated.iso if dated else self.part.place.effective
        self.place = replace(self.place, term=term, effective=effective)
        if pieces:
            span = Span(pieces[0].span.start, pieces[-1].span.end)
            self.all.terms.append(TermHeading(term, self.place.section, span))

    def _aside(self, pieces: Pieces, reason: str) -> None:
        self._close()
        self.before = None
        if any(has_words(piece.text) for piece in pieces):
            self.all.asides.append(Aside(Span(pieces[0].span.start, pieces[-1].span.end), reason))
