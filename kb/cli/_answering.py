"""The answer of a command that reads texts: what was found and met comes in, it is told in the form asked for."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from kb.answers.telling import Line
from kb.cli._console import Format, finish, print_json, report
from kb.cli._printing import print_lines
from kb.diagnostics import Outcome

T = TypeVar("T")


def answer(
    outcome: Outcome[T | None],
    form: Format,
    listed: Callable[[T], dict[str, object]],
    rendered: Callable[[T], Iterable[str | Line]],
) -> None:
    """Tell the diagnostics, then what was found, if anything: `listed` for programs or `rendered` for people, in lines
    as they stand or in pieces; end with exit code 1 when any diagnostic is an error."""
    report(outcome.diagnostics)
    if outcome.value is not None:
        if form is Format.JSON:
            print_json(listed(outcome.value))
        else:
            for line in rendered(outcome.value):
                if isinstance(line, str):
                    print(line)
                else:
                    print_lines((line,))
    finish(outcome.diagnostics)
