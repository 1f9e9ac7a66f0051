"""What every command shares: output formats, exit codes, and how diagnostics are shown."""

import json
import os
import stat
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._progress import write_line
from kb.dates import date_problem
from kb.diagnostics import Diagnostic, Outcome, Severity, decode_source, has_errors, in_order, render_text
from kb.text import Source

EXIT_CONTENT = 1
EXIT_USAGE = 2
EXIT_ENVIRONMENT = 3
_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.SUGGESTION: "cyan"}


class EnvironmentFaultError(Exception):
    """Something outside the sources keeps the program from working: a missing tool, a full disk."""


class Format(Enum):
    """How a query answers."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for programs.")]


def complain(message: str) -> None:
    """One line on standard error."""
    write_line(f"kb: {message}")


def usage_error(message: str, meant: Sequence[str] = (), advice: str = "") -> typer.Exit:
    """Say what is wrong with the call, which names may have been meant, and advice; raise the result (exit code 2)."""
    question = f"did you mean {', '.join(f'`{name}`' for name in meant)}?" if meant else ""
    hint = " ".join(filter(None, (question, advice)))
    complain(f"{message}; {hint}" if hint else message)
    return typer.Exit(EXIT_USAGE)


def print_json(value: object) -> None:
    """A value as stable JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Show errors and warnings on standard error, in order, coloured on a terminal only.

    Suggestions are for `kb check` and the editor's desk.
    """
    found_here = in_order(found for found in diagnostics if found.code.severity is not Severity.SUGGESTION)
    if not found_here:
        return
    from rich.console import Console  # noqa: PLC0415 (slow to import, and most commands report nothing)
    from rich.text import Text  # noqa: PLC0415

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    for found in found_here:
        head, *rest = render_text(found).split("\n")
        line = Text(head)
        line.highlight_words([f"{found.code.severity.value}[{found.code.code}]"], style=_COLOURS[found.code.severity])
        console.print(line)
        for text in rest:
            console.print(Text(text, style="dim"))


def finish(diagnostics: Iterable[Diagnostic]) -> None:
    """End the command with exit code 1 when any diagnostic is an error."""
    if has_errors(diagnostics):
        raise typer.Exit(EXIT_CONTENT)


def file_named(name: str) -> Path:
    """The path a file is named by on the command line; an empty name is a usage error. Nothing is looked up yet."""
    if not name or "\x00" in name:
        raise usage_error("the name of a file is empty" if not name else "the name of a file holds a NUL")
    return Path(name)


def is_file(name: str) -> bool:
    """Whether a word of the command line names a file that is there; never raises, whatever the word is."""
    return os.path.isfile(name)  # noqa: PTH113  `Path.is_file` raises for some names


def check_day(option: str, date: str | None) -> None:
    """A usage error where an option is given a day that is none."""
    if date is not None and (problem := date_problem(date)):
        raise usage_error(f"`{option} {date}` is no date: {problem}")


def load_file(path: Path) -> Outcome[Source | None]:
    """Read one bare file named on the command line.

    What is not there or no file is a usage error (exit code 2); a file that cannot be read is exit code 3.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
            raise usage_error(f"`{path}` is {kind}, expected a file")
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise usage_error(f"`{path}` does not exist") from None
    except OSError as error:
        raise EnvironmentFaultError(f"`{path}` cannot be read: {error.strerror}") from error
    return decode_source(path.as_posix(), data)
