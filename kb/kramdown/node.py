"""The parse tree: markdown-it tokens that know where they stand and what hangs below them.

Blocks are nested through `nodes`; the inline content of a leaf is a flat run of nodes whose `type` is the
value of a `PieceKind`. `lo` and `hi` are offsets in `buffer.text`.
"""

from dataclasses import dataclass, field

from markdown_it.token import Token

from kb.kramdown.buffer import Buffer
from kb.model import Attributes
from kb.text import Span

NOWHERE = Buffer("", [0], [0])


@dataclass(slots=True)
class AttributeList:
    """An attribute list while it is being gathered; `refs` name lists defined elsewhere."""

    id: str | None = None
    classes: list[str] = field(default_factory=list)
    pairs: dict[str, str] = field(default_factory=dict)
    refs: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    def frozen(self) -> Attributes:
        """The list as the model has it; references must have been resolved."""
        return Attributes(self.id, tuple(self.classes), tuple(self.pairs.items()), tuple(self.spans))


@dataclass(slots=True)
class Node(Token):
    """A token with its place: the characters [lo, hi) of `buffer`.

    `body` is where a leaf's inline text starts and ends; `nodes` are the children of a container.
    """

    buffer: Buffer = field(default=NOWHERE, repr=False)
    lo: int = 0
    hi: int = 0
    body: tuple[int, int] = (0, 0)
    nodes: list["Node"] = field(default_factory=list)
    ial: AttributeList | None = None

    @property
    def span(self) -> Span:
        """Where the node stands in the source."""
        return self.buffer.span(self.lo, self.hi)

    @property
    def listed(self) -> AttributeList:
        """Its attribute list, to be added to."""
        if self.ial is None:
            self.ial = AttributeList()
        return self.ial
