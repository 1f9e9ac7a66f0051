"""The indexer of the site's search: pages of one record each come in, the index that browsers ask goes out.

Pagefind is run as a program (`pagefind[bin]`), on a folder of such pages that is removed again. Two runs over the same
pages differ in one thing: the order in which a filter lists its values, and with it the names of that file and of the
one that lists the files (Pagefind 1.5.2 keeps them in hash maps). So these are put in order here, and the same pages
give the same bytes; and the list of files, which every browser loads, is made shorter.
"""

import gzip
import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from kb.tools._cbor import ShapeError, Value, decode, encode
from kb.tools.builders import BuilderFaultError

DATA = "search/data"
"""Where the index lies on the site."""
TABLE = "table.json"
"""What a browser needs before it asks, beside the index."""
PACKED = ".packed"
"""What the name of a file ends with that is packed (gzip) beside the one it is of: a server that packs nothing would
else send three times as much before the first result. No server takes the name for one it should unpack itself."""
MISSING = (
    "the site has no search: Pagefind is not installed, or there is none for this kind of machine "
    "(`pip install 'pagefind[bin]'`); everything else is as it should be"
)
_SCRIPT = "pagefind.js"
_ENTRY = "pagefind-entry.json"
_FRAGMENT = ".pf_fragment"
_SEAL = b"pagefind_dcd"
"""What packed files of Pagefind begin with."""
_PARTS = ("index", "fragment", "filter")
_ALONE = {"RAYON_NUM_THREADS": "1", "TOKIO_WORKER_THREADS": "1"}
"""With several threads it is no sooner done with pages as short as these, and takes four times the processor time."""
_SHORT = 7
_TOLD = 2000


def find_pagefind() -> Path | None:
    """The program, or None where it is not installed."""
    if importlib.util.find_spec("pagefind_bin") is None:
        return None
    from pagefind_bin import get_executable  # type: ignore[import-untyped]  # noqa: PLC0415 (not on every machine)

    try:
        return Path(get_executable())
    except FileNotFoundError:
        return None


def pack(path: Path) -> None:
    """Put a packed copy of a file beside it. Raises OSError."""
    data = gzip.compress(path.read_bytes(), mtime=0)
    path.with_name(path.name + PACKED).write_bytes(data)


def index_pages(program: Path, pages: Mapping[str, str], out: Path, unlisted: Collection[str]) -> None:
    """Write the index of some pages into the folder `out`, which may be there.

    Filters that are `unlisted` stay in the records and have no lists of their values. Raises BuilderFaultError and
    OSError.
    """
    leaves = out.with_name(out.name + "-leaves")
    made = out.with_name(out.name + "-made")
    try:
        leaves.mkdir(parents=True)
        for name, text in pages.items():
            (leaves / name).write_text(text, encoding="utf-8", newline="\n")
        _run(program, leaves, made)
        _settle(made, unlisted)
        _keep(made, out)
    finally:
        shutil.rmtree(leaves, ignore_errors=True)
        shutil.rmtree(made, ignore_errors=True)


def _run(program: Path, leaves: Path, made: Path) -> None:
    command = [str(program), "--quiet", "--site", str(leaves), "--output-path", str(made)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        env=os.environ | _ALONE,
    )
    if done.returncode != 0 or not (made / _ENTRY).is_file():
        raise BuilderFaultError(f"Pagefind made no index:\n{(done.stderr or done.stdout)[-_TOLD:].strip()}")


def _keep(made: Path, out: Path) -> None:
    """Of what Pagefind writes, what a browser asks for: no ready-made interface, one WebAssembly a language."""
    entry = json.loads((made / _ENTRY).read_text(encoding="utf-8"))
    wanted = [_SCRIPT, _ENTRY]
    for language in entry["languages"].values():
        wanted += [f"pagefind.{language['hash']}.pf_meta", f"wasm.{language['wasm'] or 'unknown'}.pagefind"]
    out.mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(wanted):
        shutil.move(made / name, out / name)
    for part in _PARTS:
        if (made / part).is_dir():
            shutil.rmtree(out / part, ignore_errors=True)
            shutil.move(made / part, out / part)


# Putting in order


def _settle(made: Path, unlisted: Collection[str]) -> None:
    """Let the files say the same whatever order a run kept its values in."""
    place = made / _ENTRY
    try:
        entry = json.loads(place.read_text(encoding="utf-8"))
        for code in sorted(entry["languages"]):
            language = entry["languages"][code]
            language["hash"] = _settle_language(made, code, str(language["hash"]), unlisted)
    except (ShapeError, KeyError, TypeError, ValueError, OSError) as error:
        raise BuilderFaultError(f"Pagefind wrote an index of another shape than expected: {error}") from error
    place.write_text(json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":")), encoding="utf-8")


def _settle_language(made: Path, code: str, mark: str, unlisted: Collection[str]) -> str:
    """Settle one language; the new mark of its list of files."""
    old = made / f"pagefind.{mark}.pf_meta"
    meta = _unpack(old)
    pages, filters = meta[1], meta[3]
    if not isinstance(pages, list) or not isinstance(filters, list):
        raise ShapeError("no list of pages or filters")
    meta[1] = _number(made / "fragment", code, pages)
    kept: list[Value] = []
    for name, file in sorted((str(each[0]), str(each[1])) for each in filters if isinstance(each, list)):
        packed = made / "filter" / f"{file}.pf_filter"
        data = _unpack(packed)
        packed.unlink()
        if name not in unlisted:
            data[1] = sorted(data[1], key=str) if isinstance(data[1], list) else data[1]
            kept.append([name, _pack(data, made / "filter", f"{code}_", _SHORT, ".pf_filter")])
    meta[3] = kept
    old.unlink()
    return _pack(meta, made, f"pagefind.{code}_", _SHORT + 3, ".pf_meta").removeprefix("pagefind.")


def _number(fragments: Path, code: str, pages: list[Value]) -> list[Value]:
    """Pages under numbers in their order, not each under the hash of what it has: every browser loads the list of them
    before it asks, and it is half as long so. The mark before the numbers is that of them all, so that no browser takes
    a file it has kept for another.
    """
    names = [(str(each[0]), each[1]) for each in pages if isinstance(each, list)]
    if len(names) < len(pages):
        raise ShapeError("a page is no list")
    mark = sha256("".join(name for name, _ in names).encode()).hexdigest()[:_SHORT]
    numbered: list[Value] = []
    for number, (name, words) in enumerate(names):
        numbered.append([f"{code}_{mark}{number:05}", words])
        (fragments / f"{name}{_FRAGMENT}").rename(fragments / f"{code}_{mark}{number:05}{_FRAGMENT}")
    return numbered


def _unpack(path: Path) -> list[Value]:
    data = gzip.decompress(path.read_bytes())
    value = decode(data.removeprefix(_SEAL))
    if not data.startswith(_SEAL) or not isinstance(value, list) or _SEAL + encode(value) != data:
        raise ShapeError(f"`{path.name}` is packed otherwise")
    return value


def _pack(value: list[Value], folder: Path, start: str, length: int, end: str) -> str:
    """Pack a value into a file that is named by its bytes; the name without its end."""
    data = _SEAL + encode(value)
    name = start + sha256(data).hexdigest()[:length]
    (folder / f"{name}{end}").write_bytes(gzip.compress(data, mtime=0))
    return name
