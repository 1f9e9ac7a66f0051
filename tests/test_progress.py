"""What is told on standard error while a command works, and Ctrl-C that comes while it is told."""

import io
import sys
from collections.abc import Callable

import pytest

from kb.cli._console import complain
from kb.cli._progress import Progress


class Interrupted(io.StringIO):
    """A terminal on which Ctrl-C is pressed right behind the first thing that is written."""

    def write(self, words: str) -> int:
        super().write(words)
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("tell", "line"),
    [
        (lambda: Progress().note("the whole site is being built"), "the whole site is being built\n"),
        (lambda: Progress().stage("read", 1200, 0.5), "  read                    1,200      0.50 s\n"),
        (lambda: complain("no such corpus"), "kb: no such corpus\n"),
    ],
)
def test_a_line_is_whole_also_where_the_command_is_broken_off(
    tell: Callable[[], None], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told behind it, such as that the preview has ended, then has a line of its own."""
    shown = Interrupted()
    monkeypatch.setattr(sys, "stderr", shown)
    with pytest.raises(KeyboardInterrupt):
        tell()
    assert shown.getvalue() == line
