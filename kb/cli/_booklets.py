"""Booklets for a press: what `kb export pdf` writes."""

from collections.abc import Mapping

from kb.cli._console import EnvironmentFaultError
from kb.cli.build import PROJECT
from kb.graph import Kb
from kb.site.booklets import build_booklets
from kb.tools.builders import read_templates
from kb.tools.press import NoPressError, open_press, print_document

NAME = "pdf"


def require_press() -> None:
    """Raise EnvironmentFaultError unless there is something to print with; said before anything is read."""
    try:
        open_press()
    except NoPressError as error:
        raise EnvironmentFaultError(str(error)) from error


def print_booklets(knowledge: Kb) -> Mapping[str, bytes]:
    """A PDF of each emended book, by file name."""
    booklets = build_booklets(knowledge, read_templates(PROJECT))
    return {f"{work}.pdf": print_document(html) for work, html in booklets.items()}
