"""Tests on the reference texts: found through KB_REAL_TEXTS, skipped with a message where it is not set."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.files import read_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.tools.builders import read_templates
from tests.built import REFERENCE, ROOT
from tests.made_pages import build_pages


@pytest.fixture(scope="session")
def real_texts() -> Path:
    """The folder of the reference texts."""
    place = os.environ.get("KB_REAL_TEXTS")
    if not place:
        pytest.skip("KB_REAL_TEXTS is not set: the reference texts are not at hand")
    folder = Path(place)
    assert folder.is_dir(), f"KB_REAL_TEXTS names `{place}`, which is no folder"
    return folder


@pytest.fixture(scope="session")
def knowledge(real_texts: Path) -> Kb:
    """What is known from the reference texts at hand."""
    manifest = read_manifest(REFERENCE).value
    assert manifest is not None
    root = real_texts / "meccg"
    there = {text.path: root / text.path for text in manifest.texts if (root / text.path).is_file()}
    return build_kb(manifest, {path: place.read_bytes() for path, place in there.items()}).value


@pytest.fixture(scope="session")
def pages(knowledge: Kb) -> Mapping[str, str]:
    """The pages of their site."""
    outcome = build_pages(knowledge, read_templates(ROOT))
    assert outcome.diagnostics == ()
    return outcome.value
