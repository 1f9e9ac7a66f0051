"""Styled lines on standard output, with colours on a terminal only."""

import shutil
import sys
from collections.abc import Iterable

_CODES = {"bold": "1", "dim": "2", "good": "32", "bad": "31"}


def width() -> int:
    """How wide text for people is: the terminal, between 60 and 120 columns; 100 without one."""
    return min(120, max(60, shutil.get_terminal_size((100, 24)).columns)) if sys.stdout.isatty() else 100


def print_lines(lines: Iterable[tuple[tuple[str, str], ...]]) -> None:
    """Lines of pieces, each a style and its characters."""
    colours = sys.stdout.isatty()
    for line in lines:
        styled = (f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colours and style else text for style, text in line)
        print("".join(styled).rstrip())
