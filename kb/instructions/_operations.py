"""The operations that an erratum may ask for: a closed list of values, and what could not be read as one.

Words are those between the quotation marks, without ellipses at their ends: an ellipsis says that the text goes on.
"""

from dataclasses import dataclass, field
from enum import Enum

from kb.restored import Restorable, Restored


class Part(Enum):
    """A part of a text that an instruction may name without its words."""

    TEXT = "text"
    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    ITEM = "item"
    BULLET = "bullet"
    STEP = "step"


PART_NAMES = r"sentence|paragraph|step|(?:list\s+)?item|bullet(?:\s+point)?"
"""What errata call the parts of a text, as a pattern: `the second sentence`, `the third bullet point`, `step 3`."""


class Edge(Enum):
    """Where new words go: at an edge of a part, or beside words."""

    END = "end"
    START = "start"
    AFTER = "after"
    BEFORE = "before"


class Block(Enum):
    """What stands apart, on lines of its own, as errata call it."""

    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    ITEM = "item"
    STEP = "step"
    ROW = "row"
    ENTRY = "entry"
    LINE = "line"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Beside:
    """What a block goes beside: the part of its kind with a `number` (from 1, -1 the last, 0 for none), what has
    `words` in it or is called so, or the rule with the number `rule`. `where` is the edge of it at which the words
    must stand, if it is said."""

    number: int = 0
    words: str = field(default="", repr=False)
    rule: str = ""
    where: Edge | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a block of its own goes: at an `edge` of its list, table or section (None where nothing is said), beside
    one thing of its kind, or between two. `number` is the one that it gets, `which` counts the list or the table, from
    1, -1 the last, 0 for none."""

    block: Block
    edge: Edge | None = None
    beside: tuple[Beside, ...] = ()
    number: str = ""
    which: int = 0


@dataclass(frozen=True, slots=True)
class Replace:
    """Words give way to others. `count` is how often they stand there, None for as often as they do; `number` is the
    one meant, from 1, or -1 for the last, None for every one. `within` is the part that has them, if one is named, with
    its number, and that of its `paragraph` where one is (0 for none)."""

    old: str = field(repr=False)
    new: str = field(repr=False)
    count: int | None = 1
    number: int | None = None
    within: tuple[Part, int] | None = None
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Remove:
    """Words go; `count`, `number`, `within` and `paragraph` as in `Replace`. Without words (`old` is empty) all of the
    part goes."""

    old: str = field(repr=False)
    count: int | None = 1
    number: int | None = None
    within: tuple[Part, int] | None = None
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Add:
    """Words come in: at an edge of a part (`number` from 1, -1 the last, 0 the only one), or beside the words of
    `anchor`; as a block of their own, where they are one, in the place that `apart` tells."""

    new: str = field(repr=False)
    edge: Edge = Edge.END
    part: Part = Part.TEXT
    number: int = -1
    anchor: str | None = field(default=None, repr=False)
    apart: Spot | None = None


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A part gets new words; `part` None where the instruction does not say which words give way, `paragraph` as in
    `Remove`."""

    new: str = field(repr=False)
    part: Part | None = None
    number: int = 1
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure changes, of a card or in the words of a book: its name as written, the new value and the old one, empty
    where it is not told; `within` and `paragraph` as in `Replace`."""

    name: str
    new: str
    old: str
    within: tuple[Part, int] | None = None
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a book's table, by the names of its row and its column, says something else, or (`adds`) something
    more; `old` is empty where it is not told."""

    row: str
    column: str
    new: str
    old: str = ""
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Reclass:
    """A card is of another kind than it says."""

    new: str
    old: str


@dataclass(frozen=True, slots=True)
class Rename:
    """A card gets another name; `old` is empty where the instruction does not say which gives way."""

    new: str
    old: str = ""


@dataclass(frozen=True, slots=True)
class Restore:
    """What a card says is in part, or all of it, as it was: `what`, a figure by its `name`, as in a `version` or as
    `before` that, as first printed without one; `told` are the figures that are said to have been there."""

    what: Restorable
    name: str = ""
    version: str = ""
    before: bool = False
    told: tuple[str, ...] = ()

    @property
    def restored(self) -> Restored:
        """The same as lists of changes say it."""
        return Restored(self.what, self.name, self.version, self.before, self.told)


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words that no operation could be read from, and why."""

    words: str = field(repr=False)
    reason: str


Operation = Replace | Remove | Add | Rewrite | Figure | Cell | Reclass | Rename | Restore | Unclear
NAMES = {
    Replace: "replace",
    Remove: "remove",
    Add: "add",
    Rewrite: "rewrite",
    Figure: "figure",
    Cell: "cell",
    Reclass: "reclass",
    Rename: "rename",
    Restore: "restore",
    Unclear: "unclear",
}
"""What each operation is called in answers and among the words of the site."""
