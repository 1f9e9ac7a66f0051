"""`kb init`: a corpus to start from, in a folder of its own."""

import os
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError, usage_error
from kb.files import read_tree, write_tree

SKELETON = Path(__file__).parent / "_skeleton"
EPILOG = "Example: `kb init mygame`, then `kb check --corpus mygame`. The guide is docs/authoring.md."


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def init(
        folder: Annotated[
            Path, typer.Argument(metavar="DIR", readable=False, help="A folder that is empty or not there yet.")
        ],
    ) -> None:
        """Write a commented corpus.yml and example texts to start from; nothing that is there is touched."""
        if "\x00" in str(folder):
            raise usage_error("the name of the folder holds a NUL")
        try:
            taken = os.path.lexists(folder) and (not folder.is_dir() or folder.is_symlink() or any(folder.iterdir()))
            if taken:
                raise usage_error(f"`{folder}` is there already and not an empty folder")
            folder.mkdir(parents=True, exist_ok=True)
            files = read_tree(SKELETON).value
            write_tree(folder, files)
        except OSError as error:
            raise EnvironmentFaultError(f"`{error.filename or folder}`: {error.strerror or error}") from error
        typer.echo(f"A corpus of {len(files)} files lies in {folder}. Next:\n")
        steps = _steps(folder)
        width = max(len(command) for command, _ in steps)
        for command, purpose in steps:
            typer.echo(f"  {command:<{width}}  {purpose}")


def _steps(folder: Path) -> tuple[tuple[str, str], ...]:
    """What an editor does next: the command, and what it is for."""
    return (
        (f"kb check --corpus {folder}", "what is wrong, with its line"),
        (f"kb serve --corpus {folder}", "the site, while you write"),
        (f"kb build --corpus {folder} --site public", "the site, to publish"),
    )
