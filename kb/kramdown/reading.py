"""What one reading of a document gathers besides its tree: definitions, exclusions, orphans, diagnostics.

In: a source. Out: the things rules find on their way, for the passes after them. Also the searches that
must not be repeated over a long text (`absent`), which keep every rule linear.
"""

from dataclasses import dataclass, field

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.kramdown.node import AttributeList, Node
from kb.model import Exclusion
from kb.text import Source, Span

NESTING_TOO_DEEP = Code(
    "KB103",
    "nesting-too-deep",
    Severity.WARNING,
    "Quotes, lists and elements nested beyond any sense are almost always a slip; below the limit the words are "
    "kept, but as plain text.",
)
UNCLOSED_HTML = Code(
    "KB104",
    "unclosed-html",
    Severity.WARNING,
    "An element without its end tag takes in all that follows: the site shows it raw, markup and all.",
)
AMBIGUOUS_MARKUP = Code(
    "KB106",
    "ambiguous-markup",
    Severity.WARNING,
    "Thousands of brackets or stars without their partners in one paragraph could be paired in countless ways; past "
    "a limit they are read as the characters they are.",
)
WORDS_OF_LINK = Code(
    "KB107",
    "words-of-link",
    Severity.WARNING,
    "A line that begins with words in brackets and a colon says where links of that name lead: no page shows it, "
    "whatever stands there.",
)
CODES = (NESTING_TOO_DEEP, UNCLOSED_HTML, AMBIGUOUS_MARKUP, WORDS_OF_LINK)

NESTING_LIMIT = 100
"""Containers inside containers; the deepest real page has nine."""


@dataclass(slots=True)
class Footnote:
    """A footnote definition while reading: its name and the node that holds its blocks."""

    name: str
    node: Node


@dataclass(slots=True)
class Reading:
    """What the rules share while one document is read."""

    source: Source
    lists: dict[str, AttributeList] = field(default_factory=dict)
    """Attribute list definitions by name."""
    footnotes: list[Footnote] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """The names of defined footnotes."""
    links: dict[str, tuple[str, str | None, AttributeList | None]] = field(default_factory=dict)
    """Link definitions by normalised name: address, title, attributes."""
    abbreviations: dict[str, str] = field(default_factory=dict)
    """What abbreviations mean; of two definitions of one the last counts."""
    block_html: bool = False
    """Whether the elements from here on that begin a line hold Markdown without saying so (`parse_block_html`)."""
    span_html: bool = True
    """Whether elements inside of text do (`parse_span_html`)."""
    exclusions: list[Exclusion] = field(default_factory=list)
    orphans: list[AttributeList] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def exclude(self, span: Span, reason: str) -> None:
        """Note a part of the source that is in no clause."""
        self.exclusions.append(Exclusion(span, reason))

    def report(self, code: Code, span: Span, message: str, hint: str = "") -> None:
        """Add a diagnostic."""
        self.diagnostics.append(diagnose(code, self.source, span, message, hint))


class Absent:
    """Remembers what was sought in vain in one text, so that it is not sought again further on."""

    __slots__ = ("_from", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._from: dict[str, int] = {}

    def find(self, what: str, at: int) -> int:
        """The next place of `what` from `at` on, or -1; a search that failed earlier in the text is not repeated."""
        known = self._from.get(what)
        if known is not None and at >= known:
            return -1
        found = self.text.find(what, at)
        if found < 0:
            self._from[what] = min(at, known) if known is not None else at
        return found
