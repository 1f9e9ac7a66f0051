"""How answers are told to people: texts come in, lines of styled pieces filled to a width go out.

A styled piece is a style (`bold`, `dim`, `good`, `bad` or empty) and its characters; what to do with styles is the
business of the terminal.
"""

import textwrap
from collections.abc import Iterator

Styled = tuple[str, str]
Line = tuple[Styled, ...]
WIDTH = 100
INDENT = 6


def counted(number: int, noun: str) -> str:
    """A number with its noun, which makes its plural with an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def wrap(text: str, width: int, style: str = "", inset: int = INDENT) -> Iterator[Line]:
    """A text in lines of at most `width` characters, set in."""
    indent = " " * inset
    lines = textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    yield from (((style, line),) for line in lines)
