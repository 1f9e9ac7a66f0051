"""Card reader: the document of a card page comes in, the card with its printings goes out.

A heading names a set, the box below it shows the printing as the card prints it, and the list below the box
holds rulings, each behind the link to its source. What a part of the box is, its class says: a name, a
classification, a text; whatever else stands in it are figures of the frame. A part without any class is text; where
labels say what parts are (`Type: Boat`), in the box, beside it or in its place, they are that.
Where a box of the page has such parts, one that has a class itself and none for its parts (`{: .note }`) is a remark.
What stands below a heading that says no more than `Rulings` or `Errata` is no printing.
What else the page says is kept as it stands.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import Block, BlockKind, Document, Heading, SectionId
from kb.readers._card_attributes import Pairs, Part, count_leading, part_of, read_attributes, read_front
from kb.readers._card_printing import read_box, shows_card, telling, tells_parts
from kb.readers._card_rulings import cites_first, heads_errata, heads_rulings, paragraphs_of, read_ruling
from kb.readers._card_sets import is_picture, read_listed_sets, read_set_line, read_set_rows, speaks_of_printings
from kb.sheets import Card, CardRuling, Printing
from kb.spelling import exact_key
from kb.statements.faq_marks import ENDS
from kb.text import Span, word_forms

CARD_WITHOUT_PRINTING = Code(
    "KB506",
    "card-without-printing",
    Severity.SUGGESTION,
    "A card is known by what its printings say; a page without one is no card page, or its box was misread.",
)
CODES = (CARD_WITHOUT_PRINTING,)

_WORDLESS = frozenset({BlockKind.RULE, BlockKind.FOOTNOTE})
_WORDED = frozenset({BlockKind.PARAGRAPH, BlockKind.CODE})
_ATTRIBUTES = re.compile(r"\{:[^{}\n]*\}|<!--.*?-->", re.DOTALL)
"""What shows nothing."""
_PRINTINGS = frozenset(word_forms("printing printings set sets card text attributes details information stats"))
"""Words of headings that name no version of a card, and no set."""


def read_card(document: Document) -> Outcome[Card]:
    """The card that a page is about; its name is the page's first heading (written as in its title where it is in
    capitals), else its title, else what its first printing with a name is called, else that of its file."""
    title = next((heading for heading in document.headings if heading.level == 1), None)
    called = _written_out(title.text if title else "", document.title or "")
    page = _Page(document, title)
    for block in _flat(document, document.blocks):
        page.take(block)
    page.leave()
    if not page.boxes:
        page.take_unboxed()
    if not page.boxes and (front := read_front(document)):
        page.boxes.append(_Box(None, None, document.front, front))
    printings = tuple(_printings(page, called))
    name = called or next((each.name for each in printings if each.name), "")
    name = name or document.source.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    problems: tuple[Diagnostic, ...] = ()
    if not printings:
        start = document.headings[0].span if document.headings else Span(0, 0)
        message = f"no printing of `{name}` was read"
        hint = "quote what the card prints (`> ...`) below a heading that names its set"
        problems = (diagnose(CARD_WITHOUT_PRINTING, document.source, start, message, hint),)
    problems += tuple(_tell_bare(document, name, heading) for heading in _find_bare(page))
    card = Card(name, document, printings, tuple(sorted(page.rest)), tuple(page.listed), tuple(_find_untold(page)))
    return Outcome(card, problems)


def _tell_bare(document: Document, name: str, heading: Heading) -> Diagnostic:
    message = f"no printing of `{name}` was read below `{heading.text}`"
    hint = "quote what the card prints there (`> ...`), or take the heading out"
    return diagnose(CARD_WITHOUT_PRINTING, document.source, heading.span, message, hint)


def _find_bare(page: "_Page") -> Iterator[Heading]:
    """The heading of a set that ends its page or its part of it with nothing below, where the one before it of its
    level heads a printing: one right before another may share what stands below that."""
    document, shown = page.document, {box.heading.clause for box in page.boxes if box.heading is not None}
    every = document.headings
    for last, heading, after in zip(every, every[1:], (*every[2:], None), strict=False):
        ends = after is None or after.level < heading.level
        if not ends or last.level != heading.level or last.clause not in shown:
            continue
        below = document.source.text[heading.span.end : after.span.start if after is not None else None]
        if not _ATTRIBUTES.sub("", below).strip() and not heads_rulings(heading.text):
            yield heading


@dataclass(slots=True)
class _Box:
    """A printing while its page is read: the heading above it, its box, where it stands, the labels beside the box, and
    the rulings listed below."""

    heading: Heading | None
    block: Block | None
    span: Span
    pairs: Pairs = ()
    rulings: list[CardRuling] = field(default_factory=list)


@dataclass(slots=True)
class _Page:
    """What was read of a page, block by block."""

    document: Document
    title: Heading | None
    heading: Heading | None = None
    boxes: list[_Box] = field(default_factory=list)
    listed: list[CardRuling] = field(default_factory=list)
    rest: list[Span] = field(default_factory=list)
    waiting: list[tuple[Block, Pairs]] = field(default_factory=list)
    """Attributes that no box has followed yet."""
    label: Block | None = None
    """A paragraph right above that only says that rulings follow."""
    named: tuple[Heading, Block] | None = None
    """A line right above that may name the set of what follows, as a heading would."""
    loose: list[tuple[Heading | None, Block]] = field(default_factory=list)
    """What stands besides, with the heading above it."""
    framed: bool = False
    """Whether parts of any box have classes."""
    headings: dict[int, Heading] = field(default_factory=dict)
    """By clause."""

    def __post_init__(self) -> None:
        self.headings = {each.clause: each for each in self.document.headings}
        blocks = self.document.blocks
        self.framed = any(block.kind is BlockKind.QUOTE and tells_parts(block) for block in blocks)

    def take(self, block: Block) -> None:
        """The next block."""
        label, self.label = self.label, None
        self._name(block)
        match block.kind:
            case BlockKind.HEADING:
                self.leave()
                found = self.headings.get(block.clause) if block.clause is not None else None
                self.heading = None if found is self.title else found
            case BlockKind.QUOTE:
                self._quote(block)
            case BlockKind.HTML if shows_card(self.document, block):
                self._box(block)
            case BlockKind.TABLE if rows := read_set_rows(self.document, block):
                self.boxes += [_Box(self.heading, None, row.span, pairs) for row, pairs in rows]
            case BlockKind.LIST | BlockKind.TABLE | BlockKind.PARAGRAPH if pairs := read_attributes(
                self.document, block
            ):
                self._attributes(block, pairs)
            case BlockKind.LIST if self._lists(label) or self._follows_text(block):
                self._list(block, label)
                label = None
            case BlockKind.PARAGRAPH | BlockKind.HTML if heads_rulings(self._words(block)):
                self.label = block
            case BlockKind.PARAGRAPH if heads_rulings(self._above()) and cites_first(self.document, block):
                self._ruling(block, errata=heads_errata(self._above()))
            case BlockKind.PARAGRAPH if self._may_name() and (named := read_set_line(self.document, block)):
                self.named = named, block
            case _ if block.kind not in _WORDLESS:
                self.rest.append(block.span)
                self.loose.append((self.heading, block))
            case _:
                pass
        if label is not None:
            self.rest.append(label.span)

    def take_unboxed(self) -> None:
        """What stands below headings that speak of printings, on a page that shows no box, is what they print."""
        parents = dict(_parents(self.document.headings))
        line: Heading | None = None
        for heading, block in self.loose:
            if speaks_of_printings(heading) and block.kind is BlockKind.LIST:
                listed = read_listed_sets(self.document, block)
                self.boxes += [_Box(heading, None, each.span, pairs) for each, pairs in listed]
                continue
            if speaks_of_printings(heading) and (named := read_set_line(self.document, block)):
                line = named
                continue
            above = parents.get(heading.clause) if heading is not None else None
            own = heading if speaks_of_printings(above) else line if speaks_of_printings(heading) else None
            if own is not None and block.kind in _WORDED and ENDS.search(self._words(block)):
                self._print(own, block)
        held = [each.span for each in self.boxes]
        self.rest = [each for each in self.rest if not any(span.holds(each) or each.holds(span) for span in held)]

    def _print(self, heading: Heading, block: Block) -> None:
        """A paragraph below the name of a set is what that prints, or goes on with it."""
        text = self._words(block).strip()
        if self.boxes and self.boxes[-1].heading is heading:
            last = self.boxes[-1]
            last.pairs = (("Text", f"{last.pairs[0][1]}\n{text}"),)
            last.span = Span(last.span.start, block.span.end)
        else:
            start = heading.span.start if heading.clause not in self.headings else block.span.start
            self.boxes.append(_Box(heading, None, Span(start, block.span.end), (("Text", text),)))

    def _name(self, block: Block) -> None:
        """A line that may name a set does where a box or labels follow it; else it stands besides."""
        if self.named is None:
            return
        (heading, line), self.named = self.named, None
        boxed = block.kind is BlockKind.QUOTE or (block.kind is BlockKind.HTML and shows_card(self.document, block))
        if boxed or read_attributes(self.document, block):
            self.leave()
            self.heading = heading
        elif is_picture(self.document, block):
            self.named = heading, line
        else:
            self.rest.append(line.span)
            self.loose.append((self.heading, line))

    def _may_name(self) -> bool:
        """Whether a line may name a set: no heading does."""
        return self.heading is None or _is_plain(self.heading.text) or self.heading.clause not in self.headings

    def leave(self) -> None:
        """What has waited below a heading is a printing where it tells the text, else stands there besides."""
        if self.label is not None:
            self.rest.append(self.label.span)
            self.label = None
        if self.named is not None:
            self.rest.append(self.named[1].span)
            self.loose.append((self.heading, self.named[1]))
            self.named = None
        pairs = tuple(pair for _, each in self.waiting for pair in each)
        if self._tells_text():
            first, last = self.waiting[0][0], self.waiting[-1][0]
            self.boxes.append(_Box(self.heading, None, Span(first.span.start, last.span.end), pairs))
        else:
            self.rest += [block.span for block, _ in self.waiting]
        self.waiting = []

    def _quote(self, block: Block) -> None:
        remark = self.framed and telling(block.attributes.classes) and not tells_parts(block)
        if remark:
            self.rest.append(block.span)
        elif heads_rulings(self._above()) and not tells_parts(block):
            self._ruling(block, errata=heads_errata(self._above()))
        elif self._below_box() and not telling(block.attributes.classes) and cites_first(self.document, block):
            self._ruling(block, errata=False)
        else:
            self._box(block)

    def _box(self, block: Block) -> None:
        pairs = tuple(pair for _, each in self.waiting for pair in each)
        first = self.waiting[0][0] if self.waiting else block
        self.waiting = []
        self.boxes.append(_Box(self.heading, block, Span(first.span.start, block.span.end), pairs))

    def _attributes(self, block: Block, pairs: Pairs) -> None:
        """Labels belong to the box above them, unless they tell a text of their own; else they wait for one."""
        told = any(part_of(label) is Part.TEXT for label, _ in pairs)
        if self._below_box() and not self.boxes[-1].pairs and not told and not self.boxes[-1].rulings:
            box = self.boxes[-1]
            box.pairs, box.span = pairs, Span(box.span.start, block.span.end)
        else:
            if told and self.waiting and any(part_of(label) is Part.TEXT for label, _ in self.waiting[-1][1]):
                self.leave()
            self.waiting.append((block, pairs))

    def _list(self, block: Block, label: Block | None) -> None:
        """A list of rulings; right below a box it may begin with attributes, as two lists do between which is no more
        than an empty line."""
        errata = heads_errata(self._words(label) if label else self._above())
        first = count_leading(self.document, block)
        pairs = read_attributes(self.document, replace(block, children=block.children[:first])) if first > 1 else ()
        if pairs and label is None:
            self._attributes(replace(block, span=block.children[first - 1].span), pairs)
        if self._tells_text():
            self.leave()
        for item in block.children[first if pairs and label is None else 0 :]:
            self._ruling(item, errata=errata)

    def _ruling(self, block: Block, *, errata: bool) -> None:
        found = read_ruling(tuple(paragraphs_of(self.document, block)), errata=errata)
        if not (found.label or found.text):
            return
        below = self._below_box() or (
            bool(self.boxes)
            and self.heading is not None
            and self.boxes[-1].heading is not None
            and self.heading.level > self.boxes[-1].heading.level
        )
        if below:
            box = self.boxes[-1]
            box.rulings.append(found)
            box.span = Span(box.span.start, max(box.span.end, block.span.end))
        else:
            self.listed.append(found)

    def _lists(self, label: Block | None) -> bool:
        """Whether a list is one of rulings: it stands below a box, or below words that say so and no set is named."""
        if self._below_box() or heads_rulings(self._above()):
            return True
        return label is not None and (self.heading is None or _is_plain(self.heading.text))

    def _follows_text(self, block: Block) -> bool:
        """Whether a list is one of rulings, as its items cite, below labels that tell the text or behind its own."""
        first = count_leading(self.document, block)
        items = block.children[first:]
        leading = replace(block, children=block.children[:first])
        told = any(part_of(label) is Part.TEXT for label, _ in read_attributes(self.document, leading))
        return (told or self._tells_text()) and bool(items) and all(cites_first(self.document, item) for item in items)

    def _tells_text(self) -> bool:
        """Whether labels that wait for a box tell the text of the card themselves."""
        return any(part_of(label) is Part.TEXT for _, pairs in self.waiting for label, _ in pairs)

    def _below_box(self) -> bool:
        return bool(self.boxes) and self.boxes[-1].heading is self.heading

    def _above(self) -> str:
        return self.heading.text if self.heading is not None else ""

    def _words(self, block: Block) -> str:
        return self.document.clauses[block.clause].current if block.clause is not None else ""


def _flat(document: Document, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks of a page, those that an element of HTML holds in its place, unless it shows a card."""
    for block in blocks:
        if block.kind is BlockKind.HTML and block.clause is None and not shows_card(document, block):
            for each in _flat(document, block.children):
                bare = each.kind is BlockKind.QUOTE and not telling(each.attributes.classes)
                yield replace(each, attributes=block.attributes) if bare else each
        else:
            yield block


def _printings(page: _Page, called: str) -> Iterator[Printing]:
    """The printings in order, each with its version where the page has several."""
    parents = dict(_parents(page.document.headings))
    above = [parents.get(each.heading.clause) if each.heading is not None else None for each in page.boxes]
    above = [None if each is page.title else each for each in above]
    several = len({each.clause if each is not None else -1 for each in above}) > 1
    for each, parent in zip(page.boxes, above, strict=True):
        version = parent.text if several and parent is not None and not _is_plain(parent.text) else ""
        other = parent is not None and parent.level == 1 and bool(version)
        yield _printing(page.document, each, called, version, version if other else "")


def _printing(document: Document, found: _Box, called: str, version: str, titled: str) -> Printing:
    """A printing; `titled` is what the page calls the card it is of, where it shows more cards than one."""
    box, heading = read_box(document, found.block, found.pairs, called), found.heading
    if titled and exact_key(box.name) not in exact_key(titled):
        box.fields.insert(0, ("name", box.name))
    names_set = heading is not None and not _is_plain(heading.text)
    if box.set and names_set and heading is not None:
        box.fields.append(("set", box.set))
    return Printing(
        set=heading.text if heading is not None and names_set else box.set,
        anchor=heading.id if heading else SectionId(""),
        span=Span(heading.span.start if heading else found.span.start, found.span.end),
        frame=next(iter(telling(found.block.attributes.classes)), "") if found.block is not None else "",
        name=titled or box.name,
        classification=box.classification,
        text=box.text,
        fields=tuple(box.fields),
        rulings=tuple(found.rulings),
        running=box.running,
        version=version,
    )


def _written_out(heading: str, title: str) -> str:
    """The name in the heading of a page, as its title writes it where the heading is in capitals."""
    in_capitals = heading.isupper() and heading.casefold() == title.casefold()
    return title if in_capitals else heading or title


def _is_plain(words: str) -> bool:
    forms = word_forms(words)
    return bool(forms) and _PRINTINGS.issuperset(forms)


def _parents(headings: Iterable[Heading]) -> Iterator[tuple[int, Heading | None]]:
    """By the clause of each heading the one that it stands below."""
    above: list[Heading] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        yield heading.clause, above[-1] if above else None
        above.append(heading)


def _find_untold(page: _Page) -> Iterator[Heading]:
    """The headings beside those of sets that have nothing below them."""
    levels = {each.heading.level for each in page.boxes if each.heading is not None}
    headings: Sequence[Heading] = page.document.headings
    starts = [block.span.start for block in page.document.blocks]
    for number, heading in enumerate(headings):
        end = headings[number + 1].span.start if number + 1 < len(headings) else len(page.document.source.text)
        alone = bisect_left(starts, end) - bisect_left(starts, heading.span.end) <= 0
        if heading.level in levels and heading is not page.title and alone and not heads_rulings(heading.text):
            yield heading
