"""`kb versions`: the versions of the compendia, and what one changed."""

from typing import Annotated

import typer

from kb.answers.ruling_list import find_version, versions_at_hand
from kb.answers.ruling_text import NO_COMPENDIUM
from kb.answers.telling import wrap
from kb.answers.version_list import changed_in, list_changes, list_versions, render_changes, render_versions
from kb.attested import VersionSlot
from kb.cli._console import Format, FormatOption, print_json, usage_error
from kb.cli._corpus import CorpusOption, no_version
from kb.cli._kept import open_shelves
from kb.cli._printing import print_lines, width
from kb.shelves import Shelf

EPILOG = (
    "Examples: `kb versions` · `kb versions harbour-ledger-4` · `kb versions 4 --since 2 --format json`. "
    "`[-words-]` were taken out, `{+words+}` put in. What came and went again between the two is not shown: "
    "`kb history RULING` tells all."
)


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog=EPILOG)
    def versions(
        version: Annotated[
            str | None, typer.Argument(metavar="[VERSION]", help="What this version changed: its id, number or name.")
        ] = None,
        since: Annotated[
            str | None,
            typer.Option("--since", metavar="VERSION", help="Since this version [default: the one before it]."),
        ] = None,
        corpus: CorpusOption = None,
        form: FormatOption = Format.TEXT,
    ) -> None:
        """List the versions of the compendia, or the rulings that one of them changed since another."""
        if since is not None and version is None:
            raise usage_error("`--since` says since when; name the version that changed things as well")
        shelves = open_shelves(corpus)
        if version is None:
            if form is Format.JSON:
                print_json(list_versions(shelves))
            else:
                print_lines(render_versions(shelves, width()) if shelves else wrap(NO_COMPENDIUM, width(), "dim", 0))
            return
        shelf, slot = _named(shelves, version)
        changed = changed_in(shelf, slot, _older(shelf, slot, since) if since is not None else None)
        if form is Format.JSON:
            print_json(list_changes(changed))
        else:
            print_lines(render_changes(changed, width()))


def _named(shelves: tuple[Shelf, ...], version: str) -> tuple[Shelf, VersionSlot]:
    """A version by one of its names; a usage error where it is none at hand."""
    found = find_version(shelves, version)
    if found is None:
        raise no_version(version, versions_at_hand(shelves))
    return found


def _older(shelf: Shelf, slot: VersionSlot, since: str) -> VersionSlot:
    """A version of the same compendium that is older than one; a usage error where it is not."""
    _, other = _named((shelf,), since)
    slots = shelf.calendar.slots
    if slots.index(other) >= slots.index(slot):
        raise usage_error(f"`{other.id}` is not older than `{slot.id}`")
    return other
