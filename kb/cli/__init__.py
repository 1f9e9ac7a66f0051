"""The command line: arguments come in, text or JSON goes to standard output, reports to standard error.

The only package that prints or exits. One module a command, found by discovery; each has a function
`add(app)` that registers its command.

Exit codes: 0 done, 1 content errors, 2 usage or unsafe input, 3 environment.
"""

import atexit
import gc
import importlib
import os
import shlex
import sys
from typing import TYPE_CHECKING, NoReturn

from kb import __version__, cli
from kb.discovery import plugin_names, plugins

if TYPE_CHECKING:
    import typer

EPILOG = "Every query takes `--format json`; JSON goes to standard output alone. `kb COMMAND --help` shows examples."

HELP = ("-h", "--help")


def _version(wanted: bool) -> None:
    import typer  # noqa: PLC0415 (slow to import; a quick answer needs none of it)

    if wanted:
        print(f"kb {__version__}")
        raise typer.Exit


def build_app(only: str | None = None) -> "typer.Typer":
    """The application with every discovered command, or with one alone, which starts sooner."""
    import typer  # noqa: PLC0415

    app = typer.Typer(
        name="kb",
        help="Rules, rulings and the emendations between them: read, traced, checked, published.",
        epilog=EPILOG,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": list(HELP)},
    )

    @app.callback()
    def root(
        version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
    ) -> None:
        """Rules, rulings and the emendations between them: read, traced, checked, published."""

    found = [importlib.import_module(f"{cli.__name__}.{only}")] if only in plugin_names(cli.__name__) else plugins(cli)
    for module in found:
        module.add(app)
    return app


def _answer_quickly(words: list[str]) -> bool:
    """Whether the call is one that needs no command loaded, as all of its answer is at hand, and has been answered."""
    if words == ["--version"]:
        print(f"kb {__version__}")
        return True
    if words[:1] == ["rulings"]:
        from kb.cli._quick import answer_quickly  # noqa: PLC0415

        return answer_quickly(words[1:])
    if words[:1] == ["search"]:
        from kb.cli._quick_search import search_quickly  # noqa: PLC0415

        return search_quickly(words[1:])
    return False


def _refuse_options_first(words: list[str]) -> None:
    """Say where the options of a command belong, where they stand before its name."""
    if not words or not words[0].startswith("-") or words[0] in {*HELP, "--version"}:
        return
    command = next((word for word in words if word in plugin_names(cli.__name__)), None)
    if command is None:
        return
    from kb.cli._console import EXIT_USAGE, complain  # noqa: PLC0415

    at = words.index(command)
    meant = shlex.join(("kb", command, *words[:at], *words[at + 1 :]))
    complain(f"the options of a command stand behind its name: `{meant}`")
    sys.exit(EXIT_USAGE)


def _leave(fault: OSError) -> NoReturn:
    """End the program where the environment fails it: nobody reads on (exit code 0), or something is full or gone."""
    if isinstance(fault, BrokenPipeError):
        sys.stderr.close()
        sys.exit(0)
    from kb.cli._console import EXIT_ENVIRONMENT, complain  # noqa: PLC0415

    sys.stdout = None  # what it still holds cannot be written either
    complain(f"{fault.filename or 'standard output'}: {fault.strerror or fault}")
    sys.exit(EXIT_ENVIRONMENT)


def _ready_output() -> None:
    """Have both outputs take whatever is written: one that is closed keeps nothing, and a character that the encoding
    of a terminal or file lacks is written as an escape."""
    for name in ("stdout", "stderr"):
        output = getattr(sys, name)
        if output is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 (until the end)
        elif output.errors == "strict":
            output.reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command line; never shows a traceback for what an input or the environment can cause."""
    _ready_output()
    try:
        if _answer_quickly(sys.argv[1:]):
            sys.stdout.flush()
            return
    except OSError as fault:
        _leave(fault)
    from kb.cli._console import EXIT_ENVIRONMENT, EnvironmentFaultError, complain  # noqa: PLC0415

    if sys.argv[1:2] == ["help"]:
        sys.argv[1:] = [*sys.argv[2:], HELP[-1]]
    _refuse_options_first(sys.argv[1:])
    gc.disable()  # many small values that live to the end: looking for rubbish finds none, and grows with what is read
    atexit.register(gc.freeze)  # nor is it looked for when the program ends, as Python would
    try:
        build_app(sys.argv[1] if len(sys.argv) > 1 else None)()
    except EnvironmentFaultError as fault:
        complain(str(fault))
        sys.exit(EXIT_ENVIRONMENT)
    except OSError as fault:
        _leave(fault)
    except KeyboardInterrupt:
        complain("interrupted; nothing was published")
        sys.exit(130)
