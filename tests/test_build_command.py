"""`kb build`: a site and the tree of pages it was made of, whole or not at all; targets are judged first."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.built import LANTERN, ROOT
from tests.test_site import article_of, words_of


def kb_build(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kb.cli", "build", "--corpus", str(LANTERN), *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def articles(site: Path) -> dict[str, tuple[list[str], list[str]]]:
    """The words of every page's article, and its ids and addresses, by path; all of a page that only leads on."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for path in sorted(site.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        if "<article" not in text:
            found[path.relative_to(site).as_posix()] = ([text], [])
        elif path.name != "404.html":
            article = article_of(path)
            names = re.findall(r'\s(?:id|href)="[^"]*"', article.split("\n", 1)[1])
            found[path.relative_to(site).as_posix()] = (words_of(article), [n for n in names if "__skip" not in n])
    return found


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the project's mkdocs.yml and theme, and what `kb build` publishes in it."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    shutil.copytree(ROOT / "site_templates" / "theme", folder / "site_templates" / "theme")
    done = kb_build(folder, "--quiet")
    assert done.returncode == 0, done.stderr
    return folder


def test_plain_builders_make_the_same_articles_of_the_published_tree(project: Path) -> None:
    site, tree = project / "build" / "site", project / "build" / "docs"
    assert sorted(entry.name for entry in site.parent.iterdir()) == ["docs", "site"]
    ours = articles(site)
    pages = sorted(path.relative_to(tree).with_suffix(".html").as_posix() for path in tree.rglob("*.md"))
    moved = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*.html"))
    assert len(pages) > 20 and len(moved) > 20
    assert sorted(ours) == sorted((*pages, *moved))
    for builder in ("mkdocs", "zensical"):
        program = Path(sys.executable).with_name(builder)
        shutil.rmtree(site)
        plain = subprocess.run([program, "build", "--strict"], cwd=project, capture_output=True, text=True, check=False)
        assert plain.returncode == 0, plain.stdout + plain.stderr
        assert articles(site) == ours, builder


def test_the_tree_is_published_where_it_is_asked_for_alone(tmp_path: Path) -> None:
    done = kb_build(tmp_path, "--quiet", "--site", "here", "--docs", "there")
    assert done.returncode == 0, done.stderr
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["here", "there"]
    assert (tmp_path / "there" / "index.md").is_file()
    shutil.rmtree(tmp_path / "there")
    done = kb_build(tmp_path, "--quiet", "--site", "here")
    assert done.returncode == 0, done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["here"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--site", "mine"], 2, "mine` holds what this program did not make; name a new or an empty folder"),
        (["--site", "mine/letter.txt/site"], 2, "letter.txt` is not a folder"),
        (["--site", "new", "--docs", "mine"], 2, "did not make"),
        (["--site", "new", "--docs", "new"], 2, "one lies in the other"),
        (["--site", "new", "--docs", "new/docs"], 2, "one lies in the other"),
        (["--site", "/proc/nowhere/site"], 3, "nothing was published"),
    ],
)
def test_a_target_is_refused_before_the_work(tmp_path: Path, arguments: list[str], status: int, message: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    done = kb_build(tmp_path, *arguments)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert "read texts" not in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine"]
    assert [entry.name for entry in (tmp_path / "mine").iterdir()] == ["letter.txt"]
