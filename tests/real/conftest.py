"""Tests on the reference texts: found through KB_REAL_TEXTS, skipped with a message where it is not set."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_texts() -> Path:
    """The folder of the reference texts."""
    place = os.environ.get("KB_REAL_TEXTS")
    if not place:
        pytest.skip("KB_REAL_TEXTS is not set: the reference texts are not at hand")
    folder = Path(place)
    assert folder.is_dir(), f"KB_REAL_TEXTS names `{place}`, which is no folder"
    return folder
