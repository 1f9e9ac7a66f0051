"""The same input gives the same bytes, whatever the hash seed, time zone, locale and order of folders."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.built import LANTERN


def build(corpus: Path, site: Path, **environment: str) -> dict[str, str]:
    """Build in a process of its own; the sha256 of every file of the site by path."""
    done = subprocess.run(
        [sys.executable, "-m", "kb.cli", "build", "--quiet", "--corpus", str(corpus), "--site", str(site)],
        env={**os.environ, **environment},
        cwd=LANTERN.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = sorted(path for path in site.rglob("*") if path.is_file())
    assert len(files) > 50
    return {path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def reversed_copy(folder: Path, target: Path) -> Path:
    """A copy whose files are made in the opposite order, so that the folder may list them differently."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file():
            place = target / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    return target


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    first = build(LANTERN, tmp_path / "a", PYTHONHASHSEED="1", TZ="Asia/Tokyo", LC_ALL="C")
    other = reversed_copy(LANTERN, tmp_path / "copy" / "lantern")
    second = build(other, tmp_path / "b", PYTHONHASHSEED="4242", TZ="America/Lima", LC_ALL="C.UTF-8")
    assert first == second
