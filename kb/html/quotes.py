"""Quotation marks as a printer sets them: text with typewriter marks comes in, the same text with curled ones goes out.

So kramdown shows the texts too. One character becomes one, so that places in a text stay what they are; what is
read, compared and searched keeps the marks of its source.
"""

import re

_MARK = re.compile("[\"']")
_OPENERS = frozenset("([{<—–/“‘")
_CLOSERS = frozenset(",;:!?)]}>")
_SIGNS = frozenset("…*/")
"""What ends no word: behind it, before a letter or a figure, a quotation begins (`wait..."Row!"`, `*"Lit" means`)."""
_CONTRACTED = re.compile(r"(?:s|t|d|m|re|ve|ll|em|tis|twas|til)\b|\d", re.IGNORECASE)
"""What follows an apostrophe that looks as if it opened a quotation."""


def curl(text: str, before: str = "", behind: str = "") -> str:
    """A text with its typewriter marks curled; `before` is the character it follows, empty at the start of a clause,
    `behind` the one that follows it."""
    if '"' not in text and "'" not in text:
        return text

    marks: dict[int, str] = {}

    def turned(found: re.Match[str]) -> str:
        at = found.start()
        marks[at] = mark = turn(at)
        return mark

    def turn(at: int) -> str:
        last, following = marks.get(at - 1) or (text[at - 1] if at else before), text[at + 1 : at + 2] or behind
        apart = not last or last.isspace() or last in _OPENERS
        quoted = following not in _CLOSERS or text[at + 2 : at + 3].isalnum()
        opens = apart and quoted and not following.isspace()
        opens = opens or (last == "-" and following.isalpha()) or (last in _SIGNS and following.isalnum())
        if text[at] == '"':
            opens = opens or (following in _CLOSERS and _begins_pair(text, at, last))
            return "“" if opens else "”"
        return "‘" if opens and not _CONTRACTED.match(text, at + 1) else "’"

    return _MARK.sub(turned, text)


def _begins_pair(text: str, at: int, last: str) -> bool:
    """Whether a mark behind a space quotes words that punctuation begins (`strike ", and one"`): none is open before
    it, and another follows."""
    return (not last or last.isspace()) and text.count('"', 0, at) % 2 == 0 and '"' in text[at + 1 :]
