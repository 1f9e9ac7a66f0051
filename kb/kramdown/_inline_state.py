"""The inline parser: the text of a leaf comes in, a flat run of nodes goes out; what lies between them is text.

The rules stand in a markdown-it `Ruler`, in kramdown's order. Like kramdown, and unlike markdown-it, the parser
descends into an element as soon as its start is seen and goes back when its end is not found. Attempts that
failed are remembered and their cost is bounded, so that no input takes more than linear time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.ruler import Ruler, StateBase

from kb.kramdown.node import Node
from kb.kramdown.reading import Absent, Reading
from kb.model import PieceKind

InlineRule = Callable[["InlineState"], bool]
"""An inline rule: it moves `state.pos` and adds to `state.tokens`, or returns False."""

START = re.compile(
    r"[*_`\\]|<(?=[\w/!<@.-])|!?\[|&(?=[#\w:])|\{:|--|\.\.\.|~~|\$\$|[ ]?>>|[ ][ ](?=\n)|[\"'](?=\{:)", re.UNICODE
)
LONG = 20_000
"""Texts longer than this are read with the shortcuts that keep reading linear."""
FRAMES = 60
"""Elements inside elements in one leaf."""


@lru_cache(maxsize=256)
def _until(stop: str, flags: int) -> re.Pattern[str]:
    return re.compile(rf"{stop}|{START.pattern}", flags)


@dataclass(slots=True)
class Frame:
    """An element being read: its kind, and how many images it holds so far."""

    kind: str
    images: int = 0


class InlineState(StateBase):
    """Where the inline parser stands in one leaf."""

    def __init__(self, text: str, md: MarkdownIt, reading: Reading, parser: "InlineParser", leaf: Node) -> None:
        super().__init__(text, md, {})
        self.reading = reading
        self.parser = parser
        self.leaf = leaf
        self.pos = 0
        self.end = len(text)
        self.tokens: list[Node] = []
        self.frames: list[Frame] = [Frame("")]
        self.kinds: list[str] = [""]
        self.solid = -1
        """The offset after the last thing that was not text, where a span attribute list may stand."""
        self.owner: Node | None = None
        """The node that such a list belongs to."""
        self.only_html = False
        """Whether the content of a raw element is being read, in which only tags count."""
        self.absent = Absent(text)
        self.hopeless: dict[tuple[str, str], int] = {}
        """What was sought in vain, and from where on: an attempt given up leads back to places before."""
        self.steps = 0
        self.spent = 0
        """Steps taken in attempts that failed."""
        self.allowance = 50_000 + len(text)
        self.partners: dict[int, int] | None = None

    def add(self, kind: PieceKind, lo: int, hi: int, text: str = "", tag: str = "") -> Node:
        """A node for the characters [lo, hi); it becomes what a following attribute list belongs to."""
        node = Node(kind.value, tag, 0, lo=lo, hi=hi, content=text)
        self.tokens.append(node)
        self.solid, self.owner = hi, node
        return node

    def close(self, opening: Node, lo: int, hi: int) -> None:
        """The end of an element whose start is `opening`."""
        self.add(PieceKind.CLOSE, lo, hi, tag=opening.tag)
        self.owner = opening

    def inside(self, kind: str) -> bool:
        """Whether an element of this kind is being read."""
        return kind in self.kinds

    def is_hopeless(self, sign: str, around: str = "") -> bool:
        """Whether a sign was sought in vain from here, or from a place before."""
        return self.pos >= self.hopeless.get((sign, around), self.end + 1)

    def give_hope_up(self, at: int, sign: str, around: str = "") -> None:
        """Note that a sign was sought in vain from a place on."""
        self.hopeless[sign, around] = min(at, self.hopeless.get((sign, around), at))

    @property
    def exhausted(self) -> bool:
        """Whether failed attempts have cost more than they may."""
        return self.spent > self.allowance

    def read(
        self, kind: str, stop: str | None, accept: Callable[[int, str], bool] | None = None, flags: int = 0
    ) -> bool:
        """Read on as the content of an element until `stop` matches where `accept` agrees; False at the end.

        Without `stop` everything is read. `accept` gets the offset and what matched.
        """
        self.frames.append(Frame(kind))
        self.kinds.append(kind)
        found = self._read(stop, accept, flags)
        self.frames.pop()
        self.kinds.pop()
        return found

    def undo(self, mark: int, steps: int, pos: int) -> None:
        """Give an attempt up: the nodes since `mark` go, its steps count as spent, reading goes on at `pos`."""
        del self.tokens[mark:]
        self.spent += self.steps - steps
        self.pos = pos
        self.solid = -1

    def _read(self, stop: str | None, accept: Callable[[int, str], bool] | None, flags: int) -> bool:
        src, end, begun = self.src, self.end, self.pos
        pattern = _until(stop, flags) if stop else START
        stopper = re.compile(stop, flags) if stop else None
        rules = self.parser.html_rules if self.only_html else self.parser.rules
        search = pattern.search
        self.solid = -1
        while self.pos < end:
            self.steps += 1
            match = search(src, self.pos, end)
            if match is None:
                if stop is None:
                    self.pos = end
                break
            at = self.pos = match.start()
            if stopper is not None:
                stopped = stopper.match(src, at, end)
                if stopped and (accept is None or accept(at, stopped.group())):
                    return True
            for rule in rules.get(src[at], ()):
                if rule(self):
                    break
            else:
                self.pos = at + 1
        self.steps += (end - begun) // 64
        return False


class InlineParser:
    """The inline rules in order, and by the character they begin with."""

    def __init__(self, rules: tuple[tuple[str, str, InlineRule], ...]) -> None:
        self.ruler: Ruler[InlineRule] = Ruler()
        for name, _chars, rule in rules:
            self.ruler.push(name, rule)
        chars = {rule: starts for _name, starts, rule in rules}
        self.rules: dict[str, tuple[InlineRule, ...]] = {}
        for rule in self.ruler.getRules(""):
            for char in chars[rule]:
                self.rules[char] = (*self.rules.get(char, ()), rule)
        named = {name: rule for name, _chars, rule in rules}
        self.html_rules = {"<": (named["html"],), "&": (named["entity"],)}

    def read(self, text: str, md: MarkdownIt, reading: Reading, leaf: Node) -> list[Node]:
        """The inline nodes of a leaf's text, their offsets counted in that text."""
        state = InlineState(text, md, reading, self, leaf)
        state.read("", None)
        return state.tokens
