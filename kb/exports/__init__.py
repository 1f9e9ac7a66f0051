"""Exports: one module a format, each with its `NAME` and a function `export` from the knowledge base to files.

`WORDS` says whether the files hold words of the texts: those of texts that belong to others are published only where
their corpus says so. The findable things of the knowledge base come in beside it, for their addresses on the site.
"""

import sys
from collections.abc import Callable, Mapping, Sequence

from kb.answers.search import Record
from kb.discovery import plugins
from kb.graph import Kb

Export = Callable[[Kb, Sequence[Record]], Mapping[str, bytes]]
FOLDER = "downloads/"
"""Where the site has the files; addresses in them are relative to their place there."""


def find_exports() -> dict[str, Export]:
    """Every export by the name of its format."""
    return {module.NAME: module.export for module in plugins(sys.modules[__name__])}


def write_downloads(kb: Kb, records: Sequence[Record]) -> dict[str, Mapping[str, bytes]]:
    """The files a site offers by format; without those that hold words where the corpus does not allow it."""
    allowed = kb.manifest.rights.downloads
    return {
        module.NAME: module.export(kb, records)
        for module in plugins(sys.modules[__name__])
        if allowed or not module.WORDS
    }
