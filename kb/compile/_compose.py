"""Composing: a text and the records placed in it come in, the text with them made goes out.

Invariant: what no record touches is the same character for character. Records put in at one place follow each other
as in their file; what parts them is theirs, and where one of them is left out its neighbour takes over what opens or
closes their block.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.compile._body import Body
from kb.compile._markup import MARKERS
from kb.compile._places import Place
from kb.compile._seams import BLOCKS, OPENING, lead_of, tail_of
from kb.grouping import group_pairs
from kb.kramdown.patterns import ATTRIBUTE_LIST
from kb.provenance import Unit
from kb.records import Record, Side
from kb.text import Span

_BOX = re.compile(rf"{ATTRIBUTE_LIST}\n> ?")

_CLOSING = re.compile(rf"(?:\s*\n[ \t>]*{ATTRIBUTE_LIST}|[ \t]*\|)?\s*\Z")
LINE_END = re.compile(r"[^\S\n]*\n")
_BOXES = re.compile(rf"({ATTRIBUTE_LIST}\n)>")
USUAL_BOX = "{: .note }\n"
"""The attributes of a new box in a text that has none."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A record and its place; `number` is its place in the file, `made` whether it is applied."""

    record: Record
    place: Place
    number: int
    made: bool = True


@dataclass(frozen=True, slots=True)
class Composed:
    """The body with its records made, and the span of what each put there, in the composed source."""

    text: str
    spans: Mapping[str, Span]


def compose(body: Body, placed: Sequence[Placed], within: Span | None = None) -> Composed:
    """The front matter and body of a text with every record made that is to be; or of a part of it, which holds all of
    `placed`."""
    ordered = sorted(placed, key=lambda each: (each.place.span.start, each.place.span.end, each.number))
    seams = {number: seam for chain in _chains(ordered) for number, seam in _chain_seams(chain)}
    marked = _markers(ordered)
    own = _BOXES.search(body.text)
    writing = _Writing(own.group(1) if own else USUAL_BOX)
    spans: dict[str, Span] = {}
    part = within or Span(0, body.end)
    at, left = part.start, -1
    for each in ordered:
        if not each.made:
            left = max(left, each.place.span.end)
        else:
            writing.keep(body.text[at : each.place.span.start])
            lead, tail = seams.get(each.number, ("", ""))
            if each.place.span.start == left and each.record.published.startswith("\n"):
                lead = writing.parting(each.record) or lead
            if each.place.span.start == left and not each.record.emended:
                left = each.place.span.end
            record, marks = each.record, marked[each.number]
            if marks and not record.marks:
                record, marks = _hung(record, marks), ""
            spans[record.id] = writing.put(record, lead, marks, tail)
            at = each.place.span.end
    writing.keep(body.text[at : part.end])
    return Composed("".join(writing.parts), spans)


class _Writing:
    """A text being put together; words never run together, and blocks have lines of their own."""

    def __init__(self, box: str) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.line = self.block = ""
        self.box = box
        self.closes = False

    def keep(self, text: str) -> None:
        """Go on with published text."""
        if self.closes:
            marks = MARKERS.match(text)
            held = marks.group() if marks else ""
            self._add(held)
            text = text[len(held) :]
            if text and not LINE_END.match(text):
                self._add("\n\n")
            self.closes = self.closes and not text
        self._blank(text)
        self._add(text)

    def parting(self, record: Record) -> str:
        """What parts the words of a record from a block before them that all the records would take out."""
        joins = record.emended and not LINE_END.match(record.emended) and self.line.strip(" \t>")
        return "\n\n" if joins else ""

    def put(self, record: Record, lead: str, marks: str, tail: str) -> Span:
        """Put the words of a record in; returns their span."""
        if not lead + record.emended + marks + tail:
            return Span(self.length, self.length)
        block = record.unit in BLOCKS and not record.published
        words = lead + record.emended
        goes_on = block and self.parts and "\n" not in lead and (self.line + lead).strip(" \t>")
        if goes_on or (self.closes and not (LINE_END.match(words) or words.lstrip(" \t").startswith("[^"))):
            lead = "\n\n"
        if record.unit is Unit.NOTE and record.lead is None and ">" in lead and not self._in_box():
            lead = f"\n\n{self.box}> "
        self._blank(lead + record.emended)
        start = self.length
        self._add(lead + record.emended + marks + tail)
        ends = (record.emended + marks + tail)[-1:] == "\n" or "\n" in tail
        self.closes = block and not ends if record.unit is not Unit.FOOTNOTE else self.closes
        return Span(start, self.length)

    def _in_box(self) -> bool:
        """Whether the block before goes on: some line since the last blank one has the mark of a box."""
        return any(line.lstrip(" \t").startswith(">") for line in self.block.split("\n"))

    def _blank(self, text: str) -> None:
        if self.line[-1:].isalnum() and text[:1].isalnum():
            self._add(" ")

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        self.line = text.rpartition("\n")[2] if "\n" in text else self.line + text
        self.block = text.rpartition("\n\n")[2] if "\n\n" in text else self.block + text


def _chains(ordered: Sequence[Placed]) -> Iterable[Sequence[Placed]]:
    """Insertions at one place, in the order of the file."""
    put_in = (each for each in ordered if not each.record.published and each.record.unit is not Unit.FOOTNOTE)
    return group_pairs(((each.place.span, each.record.side), each) for each in put_in).values()


def _chain_seams(chain: Sequence[Placed]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Lead and tail of each insertion of a chain that is made."""
    before = chain[0].record.side is Side.BEFORE
    skipped: Record | None = None
    leads: dict[int, str] = {}
    for each in chain:
        if each.made:
            leads[each.number] = _lead(each.record, skipped, before)
            skipped = None
        else:
            skipped = skipped or each.record
    skipped = None
    for each in reversed(chain):
        if each.made:
            closing = tail_of(skipped) if skipped else ""
            tail = closing if before and "\n" in closing else tail_of(each.record)
            yield each.number, (leads[each.number], tail)
            skipped = None
        else:
            skipped = skipped or each.record


def _lead(record: Record, skipped: Record | None, before: bool) -> str:
    """The lead of a record, `skipped` the first record left out between it and the one before."""
    own = lead_of(record)
    if skipped is None:
        return own
    box = _BOX.match(skipped.emended)
    if before:
        boxed = box and not record.emended.startswith("{:") and ">" in tail_of(skipped)
        return own + box.group() if box and boxed else own
    head = lead_of(skipped)
    if "\n" not in own and "\n" in head:
        opening = OPENING.match(skipped.emended)
        return head + (opening.group() if opening else "")
    if ">" in own and box and not record.emended.startswith("{:"):
        return head + box.group()
    return own


def _markers(ordered: Sequence[Placed]) -> dict[int, str]:
    """The footnote markers each record puts behind its words.

    One whose markers another record holds puts its own only where it is made and that other one is not.
    """
    holders = group_pairs((name, each) for each in ordered for name in each.record.supports)
    found: dict[int, str] = {}
    for each in ordered:
        own = [f"[^{footnote}]" for footnote in each.record.footnotes]
        held = holders.get(each.record.id, ())
        kept = each.record.marks or (held and not any(holder.made for holder in held))
        if not kept or any(mark in each.record.emended for mark in own):
            own = []
        found[each.number] = "".join(own)
    return found


def _hung(record: Record, marks: str) -> Record:
    """A record with markers that another one would hold behind its words, not behind what closes their block. Of one
    that puts in no words, but maybe the mark of an item, they stand behind the words before."""
    found = _CLOSING.search(record.emended)
    at = found.start() if found else len(record.emended)
    at = at if any(char.isalnum() for char in record.emended) else 0
    return replace(record, emended=record.emended[:at] + marks + record.emended[at:])


def without_idle(placed: Sequence[Placed]) -> list[Placed]:
    """Records that only hold the markers of others are not made where none of these is."""
    made = {each.record.id for each in placed if each.made}
    return [replace(each, made=False) if _is_idle(each.record, made) else each for each in placed]


def _is_idle(record: Record, made: Collection[str]) -> bool:
    return record.is_marker and not set(record.supports) & set(made)
