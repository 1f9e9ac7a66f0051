"""Sites as `kb build` publishes them, each built once a run however many processes the tests run in.

The first process that asks for a site builds it under the folder of the whole run, behind a lock; the others wait
for it and read the same folder.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LANTERN = ROOT / "rules_source" / "lantern"
REFERENCE = ROOT / "rules_source" / "meccg"
HOSTILE = ROOT / "tests" / "hostile"
PARTED = ROOT / "tests" / "parted"
TIMEOUT = 600


@dataclass(frozen=True, slots=True)
class Site:
    """A site as published, and the tree of pages it was made of."""

    folder: Path
    tree: Path

    def pages(self) -> dict[str, Path]:
        """Every page by its address, home at the empty one; the page for what is missing is not among them."""
        found = sorted(self.folder.rglob("index.html"))
        return {path.relative_to(self.folder).as_posix().removesuffix("index.html"): path for path in found}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A site: its corpus, the folder of texts where these do not lie in the corpus, the address where it will lie."""

    corpus: Path
    texts: Path | None = None
    url: str = ""
    builder: str = "mkdocs"

    @property
    def name(self) -> str:
        """A name for the folder, one for each site there can be."""
        return f"{self.corpus.name}-{self.builder}{'-addressed' if self.url else ''}"


def build_once(shared: Path, wanted: Wanted) -> Site:
    """The site, built unless it is there already; `shared` is a folder that every process of a run has in common."""
    place = shared / "built" / wanted.name
    place.mkdir(parents=True, exist_ok=True)
    site = Site(place / "site", place / "docs")
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.folder.is_dir():
            _build(place, site, wanted)
    return site


def _build(place: Path, site: Site, wanted: Wanted) -> None:
    corpus = place / "corpus"
    shutil.rmtree(corpus, ignore_errors=True)
    shutil.copytree(wanted.corpus, corpus, ignore=shutil.ignore_patterns("texts") if wanted.texts else None)
    if wanted.texts:
        shutil.copytree(wanted.texts, corpus / "texts")
    if wanted.url:
        with (corpus / "corpus.yml").open("a", encoding="utf-8") as manifest:
            manifest.write(f"\nsite:\n  url: {wanted.url}\n")
    places = ["--corpus", str(corpus), "--site", str(site.folder), "--docs", str(site.tree)]
    done = subprocess.run(
        [sys.executable, "-m", "kb.cli", "build", "--quiet", "--builder", wanted.builder, *places],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
