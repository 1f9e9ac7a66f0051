"""The index of the site's search: what it holds stands on the site, the same pages give the same bytes."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kb.cli import build as build_command
from kb.cli import build_app
from kb.tools.builders import BuilderFaultError
from kb.tools.pagefind import DATA, PACKED, TABLE, find_pagefind, index_pages, settle_files
from tests.built import LANTERN, ROOT

HEAD = '<!doctype html><html lang="en"><head><meta data-pagefind-filter="kind[content]" content="{}">'
PAGES = {
    f"{number:03}.html": HEAD.format(f"k{number % 17}")
    + f'<meta data-pagefind-filter="at[content]" content="/{number}/"><meta data-pagefind-filter="in[content]" '
    f'content="b{number % 5}"></head><body data-pagefind-body><p>Lamp {number} burns.</p></body></html>'
    for number in range(60)
}


def program() -> Path:
    found = find_pagefind()
    assert found is not None, "Pagefind is locked, and installed with everything else"
    return found


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def records_of(data: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((data / "fragment").iterdir()):
        yield json.loads(gzip.decompress(path.read_bytes()).removeprefix(b"pagefind_dcd"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the embedded corpus, as `kb build` publishes it, with its tree beside it."""
    folder = tmp_path_factory.mktemp("built")
    command = [
        sys.executable,
        "-m",
        "kb.cli",
        "build",
        "--corpus",
        str(LANTERN),
        "--docs",
        "tree",
        "--site",
        "site",
        "-q",
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done.stderr
    assert "no search" not in done.stderr
    return folder / "site"


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    """Without the settling the order of 17 values differs from run to run."""
    found = []
    for run in range(4):
        index_pages(program(), PAGES, tmp_path / str(run), {"at"})
        found.append(bytes_of(tmp_path / str(run)))
    assert all(each == found[0] for each in found[1:])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "3"]


def test_only_what_a_browser_asks_for_is_kept(tmp_path: Path) -> None:
    index_pages(program(), PAGES, tmp_path / "out", {"at"})
    kept = bytes_of(tmp_path / "out")
    names = {re.sub(r"_[0-9a-f]+\.", ".", name) for name in kept if "/" not in name}
    assert names == {"pagefind.js", "pagefind-entry.json", "pagefind.en.pf_meta", "wasm.en.pagefind"}
    assert sum(name.startswith("fragment/") for name in kept) == len(PAGES)
    filters = [name for name in kept if name.startswith("filter/")]
    assert len(filters) == 2
    assert all(b"/7/" not in gzip.decompress(kept[name]) for name in filters)
    assert {record["filters"]["at"][0] for record in records_of(tmp_path / "out")} == {f"/{n}/" for n in range(60)}


def test_pages_are_numbered_under_a_mark_of_them_all(tmp_path: Path) -> None:
    """A browser that has kept a file of another build is not given it for one of this."""
    other = {**PAGES, "059.html": PAGES["059.html"].replace("burns", "smokes")}
    for name, pages in (("one", PAGES), ("other", other)):
        index_pages(program(), pages, tmp_path / name, {"at"})
    one, two = (sorted(path.name for path in (tmp_path / name / "fragment").iterdir()) for name in ("one", "other"))
    assert not set(one) & set(two)


def test_it_is_told_what_the_parts_of_the_index_begin_with(tmp_path: Path) -> None:
    """A browser asks by it for the parts in which words go on that begin as is asked."""
    text = "".join(f" {first}{second}lamp" for first in "abcdefghij" for second in "klmnopqrstuvwxyz")
    pages = {name: page.replace("burns", f"burns{text}") for name, page in PAGES.items()}
    parts = index_pages(program(), pages, tmp_path / "out", {"at"})
    packed = [path.read_bytes() for path in (tmp_path / "out" / "index").iterdir()]
    first = sorted(re.sub(rb"^pagefind_dcd\W+[\x98\x19]?.\x83.", b"", gzip.decompress(each))[:6] for each in packed)
    assert len(parts) == len(packed) > 4
    assert all(word.startswith(part.encode()) for word, part in zip(first, parts, strict=True))


def test_an_indexer_that_fails_is_a_fault_and_leaves_nothing(tmp_path: Path) -> None:
    false = Path(shutil.which("false") or "/bin/false")
    with pytest.raises(BuilderFaultError, match="made no index"):
        index_pages(false, PAGES, tmp_path / "out", ())
    assert list(tmp_path.iterdir()) == []


def acting(folder: Path, *lines: str) -> Path:
    """A program that acts so once it is run."""
    path = folder / "program"
    start = (f"#!{sys.executable}", "import base64, json, sys", "def say(kind, **more):")
    body = ("    told = json.dumps({'payload': {'type': kind, **more}}).encode()", "    sys.stdout.buffer.write")
    path.write_text("\n".join((*start, body[0], body[1] + "(base64.b64encode(told) + b',')", *lines)), encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["sys.stderr.write('no room is left'); sys.exit(3)"], "made no index:\nno room is left$"),
        (["say('NewIndex', index_id=0); say('Error', message='no such page')"], "no such page"),
        (["say('IndexedFile'); say('GetFiles', files=[])"], "1 of 60 pages"),
        (["sys.stdin.buffer.read(9); sys.stdout.write('nothing,')"], "otherwise than expected"),
        (["[say('IndexedFile') for _ in range(60)]; say('GetFiles', files=[{}])"], "otherwise than expected"),
        (["sys.stdout.write('bm8')"], "made no index"),
    ],
)
def test_an_indexer_that_acts_otherwise_is_a_fault(lines: list[str], told: str, tmp_path: Path) -> None:
    with pytest.raises(BuilderFaultError, match=told):
        index_pages(acting(tmp_path, *lines), PAGES, tmp_path / "out", ())
    assert not (tmp_path / "out").exists()


def test_thousands_of_pages_are_told_while_the_answers_are_heard(tmp_path: Path) -> None:
    """Neither pipe holds all of them: who only told would wait for one who waits too."""
    pages = {f"{number:06}.html": PAGES["007.html"].replace("burns", "burns " * 400) for number in range(2500)}
    index_pages(program(), pages, tmp_path / "out", {"at"})
    assert sum(1 for _ in records_of(tmp_path / "out")) == 2500


@pytest.mark.parametrize("meta", [b"\xa0", b"\x84\x60\x81\x60\x80\x80"])
def test_an_index_of_another_shape_is_a_fault(meta: bytes) -> None:
    """One that is no list, and one of a page that is none: were it passed over, all after it would be another's."""
    made = {
        "pagefind.js": b"",
        "pagefind-entry.json": b'{"languages": {"en": {"hash": "x", "wasm": "en"}}}',
        "pagefind.x.pf_meta": gzip.compress(b"pagefind_dcd" + meta),
        "wasm.en.pagefind": b"",
    }
    with pytest.raises(BuilderFaultError, match="another shape"):
        settle_files(made, ())


def test_files_that_are_missed_are_a_fault() -> None:
    with pytest.raises(BuilderFaultError, match=r"another shape.*pagefind\.js"):
        settle_files({"pagefind-entry.json": b'{"languages": {}}'}, ())


def test_every_record_stands_where_its_address_says(site: Path) -> None:
    ids: dict[Path, set[str]] = {}
    places = [record["filters"]["at"][0] for record in records_of(site / DATA)]
    assert len(places) > 300
    for place in places:
        page, _, anchor = place.partition("#")
        path = site / page.lstrip("/") / "index.html"
        if path not in ids:
            ids[path] = set(re.findall(r'\sid="([^"]+)"', path.read_text(encoding="utf-8")))
        assert not anchor or anchor in ids[path], place


def test_the_tree_has_the_same_index_and_the_site_no_other(site: Path) -> None:
    assert bytes_of(site / DATA) == bytes_of(site.parent / "tree" / DATA)
    assert sorted(path.name for path in (site / "search").iterdir()) == ["data", "index.html"]
    packed = (site / DATA / (TABLE + PACKED)).read_bytes()
    assert gzip.decompress(packed) == (site / DATA / TABLE).read_bytes()
    assert packed[9] == 255, "what is packed names no system (RFC 1952): some versions of Python name one"
    assert sorted(path.name for path in site.parent.iterdir()) == ["site", "tree"]


def test_the_page_of_the_search_says_where_everything_stands_without_it(site: Path) -> None:
    page = (site / "search" / "index.html").read_text(encoding="utf-8")
    assert re.search(r"<noscript><p>[^<]+</p></noscript>", page)
    assert all(f'href="../{place}"' in page for place in ("rules/", "rulings/", "cards/", "rulings/find/"))


def test_where_there_is_no_indexer_the_site_is_built_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_command, "find_pagefind", lambda: None)
    done = CliRunner().invoke(
        build_app("build"), ["build", "--corpus", str(LANTERN), "--site", str(tmp_path / "site"), "-q"]
    )
    assert done.exit_code == 0
    assert "warning: the site has no search" in done.stderr and "pagefind[bin]" in done.stderr
    assert (tmp_path / "site" / "search" / "index.html").is_file()
    assert not (tmp_path / "site" / DATA).exists()


@pytest.mark.parametrize("missing", [{"pagefind_bin": None}, {}])
def test_an_indexer_that_is_not_installed_is_none(missing: Mapping[str, None], monkeypatch: pytest.MonkeyPatch) -> None:
    if missing:
        monkeypatch.setattr("kb.tools.pagefind.importlib.util.find_spec", lambda _: None)
    else:
        monkeypatch.setattr("pagefind_bin.get_candidate_paths", lambda: [])
    assert find_pagefind() is None
