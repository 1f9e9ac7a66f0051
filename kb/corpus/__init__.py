"""The corpus: corpus.yml comes in, a checked manifest of works, compendia and texts goes out.

Every problem is a diagnostic at its line and column of corpus.yml; with an error there is no manifest.
The schema is described in docs/corpus.md.
"""

from kb.corpus._entries import (
    NO_CORPUS,
    CompendiumEntry,
    DocumentEntry,
    DocumentKind,
    EditionEntry,
    Manifest,
    Text,
    Upstream,
    VersionEntry,
    WorkEntry,
)
from kb.corpus._load import MINTED_NAME, RECORDS_FOLDER, load_manifest

__all__ = [
    "MINTED_NAME",
    "NO_CORPUS",
    "RECORDS_FOLDER",
    "CompendiumEntry",
    "DocumentEntry",
    "DocumentKind",
    "EditionEntry",
    "Manifest",
    "Text",
    "Upstream",
    "VersionEntry",
    "WorkEntry",
    "load_manifest",
]
