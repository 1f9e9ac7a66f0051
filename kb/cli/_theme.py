"""The theme on a site that lies there: its files as they were and as they are come in, those edited are put there."""

import contextlib
from collections.abc import Mapping
from pathlib import Path

from kb.cli._putting import put_file
from kb.cli.build import PROJECT
from kb.tools.builders import ASSETS, THEME, join_styles, read_templates, served


def read_theme() -> dict[str, bytes]:
    """The files of the theme, by path on the site."""
    folder = PROJECT / THEME
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        with contextlib.suppress(FileNotFoundError):  # editors put files beside those they save, and take them away
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                found[name] = served(name, path.read_bytes())
    sent = {path.rpartition("/")[2]: data for path, data in found.items() if path.endswith(".css")}
    with contextlib.suppress(KeyError):  # a sheet that is gone for a moment
        found |= {f"{ASSETS}/{name}": data for name, data in join_styles(read_templates(PROJECT), sent).items()}
    return found


def put_theme(site: Path, before: Mapping[str, bytes], now: Mapping[str, bytes]) -> None:
    """Bring what was edited of a theme to a site where it lies there as it was; what is packed comes with a build."""
    for path, data in now.items():
        place = site / path
        if before.get(path) != data and place.is_file() and place.read_bytes() == before.get(path):
            put_file(place, data)
