"""The block parser: a buffer comes in, the tree of its blocks goes out.

The rules stand in a markdown-it `Ruler`, in kramdown's order. Unlike markdown-it's own state this one moves by
offset, not by line, because kramdown goes on with a block in the middle of a line after an element's end tag.
"""

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.ruler import Ruler, StateBase

from kb.kramdown.buffer import Buffer
from kb.kramdown.node import AttributeList, Node
from kb.kramdown.patterns import STRIPPED
from kb.kramdown.reading import NESTING_LIMIT, NESTING_TOO_DEEP, Absent, Reading
from kb.text import Span

BlockRule = Callable[["BlockState", int], bool]
"""Whether a block of its kind begins at an offset; it is read then."""


class BlockState(StateBase):
    """Where the block parser stands in one buffer, and the node that gets the next block."""

    def __init__(self, buffer: Buffer, md: MarkdownIt, reading: Reading, parser: "BlockParser", node: Node) -> None:
        super().__init__(buffer.text, md, {})
        self.buffer = buffer
        self.reading = reading
        self.parser = parser
        self.node = node
        self.pos = 0
        self.depth = 0
        self.pending: AttributeList | None = None
        """Attribute lists that wait for the next block."""
        self.pending_apart = False
        """Whether a blank line followed the waiting list."""
        self.stopped = False
        """Whether the end tag of the element being read was found."""
        self.absent = Absent(buffer.text)
        self.no_fence: dict[str, int] = {}

    @property
    def last(self) -> Node | None:
        """The block before this place, in the same container."""
        found = self.node.nodes[-1] if self.node.nodes else None
        return None if found is None or found.type == "tag" else found

    def add(self, kind: str, lo: int, hi: int, tag: str = "") -> Node:
        """A new block, with the attribute lists that waited for it."""
        node = self.make(kind, lo, hi, tag)
        self.node.nodes.append(node)
        return node

    def make(self, kind: str, lo: int, hi: int, tag: str = "") -> Node:
        """A new block that is not yet in the tree."""
        node = Node(kind, tag, 0, buffer=self.buffer, lo=lo, hi=hi)
        if self.pending is not None:
            node.ial, self.pending = self.pending, None
            if self.pending_apart or kind in {"blank", "eob"}:
                self.reading.orphans.append(node.ial)
        return node

    def lose_list(self) -> None:
        """A waiting attribute list belongs to nothing."""
        if self.pending is not None:
            self.reading.orphans.append(self.pending)
            self.pending = None

    def after_boundary(self) -> bool:
        """Whether a block that may not interrupt another can begin here."""
        last = self.last
        return last is None or last.type == "blank" or (last.type == "eob" and not last.info) or bool(self.pending)

    def span(self, lo: int, hi: int) -> Span:
        """The source span of a stretch of this buffer."""
        return self.buffer.span(lo, hi)

    def line_end(self, at: int) -> int:
        """The offset after the line end that follows `at`."""
        return self.src.find("\n", at) + 1 or len(self.src)

    def read_within(self, node: Node) -> bool:
        """Read on in the same text, hanging blocks below `node`; True when its end tag stopped the reading."""
        outer = self.node, self.pending, self.pending_apart
        self.node, self.pending = node, None
        self.depth += 1
        found = self.parser.run(self)
        self.depth -= 1
        self.node, self.pending, self.pending_apart = outer
        return found

    def read_inside(self, buffer: Buffer, node: Node) -> None:
        """Read the text of a container, its marks taken off, hanging the blocks below `node`."""
        inner = BlockState(buffer, self.md, self.reading, self.parser, node)
        inner.depth = self.depth + 1
        if inner.depth > NESTING_LIMIT:
            first = self.reading.diagnostics[-1:] and self.reading.diagnostics[-1].code is NESTING_TOO_DEEP
            if not first:
                message = f"blocks are nested deeper than {NESTING_LIMIT} levels"
                span = buffer.span(0, max(1, len(buffer.text.rstrip())))
                self.reading.report(NESTING_TOO_DEEP, span, message, "take the extra container marks away")
            keep_plain(inner)
            return
        self.parser.run(inner)


def keep_plain(state: BlockState) -> None:
    """Keep all that is left of a buffer as one paragraph."""
    text = state.src
    lo = state.pos + len(text[state.pos :]) - len(text[state.pos :].lstrip(STRIPPED))
    hi = len(text.rstrip(STRIPPED))
    if lo < hi:
        node = state.add("p", lo, hi)
        node.body = (lo, hi)
        node.hidden = True
    state.pos = len(text)


class BlockParser:
    """The block rules in order."""

    def __init__(self, rules: tuple[tuple[str, BlockRule], ...]) -> None:
        self.ruler: Ruler[BlockRule] = Ruler()
        for name, rule in rules:
            self.ruler.push(name, rule)
        self.rules = self.ruler.getRules("")

    def run(self, state: BlockState) -> bool:
        """Read blocks until the text ends (False) or the end tag of the element being read comes (True)."""
        rules, end = self.rules, len(state.src)
        while state.pos < end:
            at = state.pos
            for rule in rules:
                if rule(state, at):
                    break
            else:
                raise AssertionError(f"no block rule takes the line at {at}")
            if state.stopped:
                state.stopped = False
                state.lose_list()
                return True
        state.lose_list()
        return False
