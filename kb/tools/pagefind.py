"""The indexer of the site's search: pages of one record each come in, the index that browsers ask goes out.

Two runs of Pagefind (`pagefind[bin]`) over the same pages differ in one thing: the order in which a filter lists its
values, and with it the names of that file and of the one that lists the files (Pagefind 1.5.2 keeps them in hash maps).
So these are put in order here, and the same pages give the same bytes; and the list of files, which every browser
loads, is made shorter. Files are values here, by their paths in the index, until the last of them is known.
"""

import gzip
import importlib.util
import json
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from kb.tools._cbor import ShapeError, Value, decode, encode
from kb.tools._indexer import ask_pagefind
from kb.tools.builders import BuilderFaultError

DATA = "search/data"
"""Where the index lies on the site."""
SCRIPT = "pagefind.js"
"""What asks the index, a module."""
TABLE, SPOKEN = "table.json", "spoken.json"
"""What a browser needs before it asks, beside the index."""
PACKED = ".packed"
"""What the name of a file ends with that is packed (gzip) beside the one it is of: a server that packs nothing would
else send three times as much before the first result. No server takes the name for one it should unpack itself."""
MISSING = (
    "the site has no search: Pagefind is not installed, or there is none for this kind of machine "
    "(`pip install 'pagefind[bin]'`); everything else is as it should be"
)
_ENTRY = "pagefind-entry.json"
_META, _FRAGMENT = ".pf_meta", ".pf_fragment"
_SEAL = b"pagefind_dcd"
"""What packed files of Pagefind begin with."""
_SHORT = 7
_SYSTEM, _NO_SYSTEM = 9, b"\xff"
"""Where the head of what gzip packs names the system it was packed on, and "unknown" (RFC 1952, 2.3.1)."""


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
    path.with_name(path.name + PACKED).write_bytes(_zip(path.read_bytes()))


def index_pages(program: Path, pages: Mapping[str, str], out: Path, unlisted: Collection[str]) -> tuple[str, ...]:
    """Write the index of some pages into the folder `out`, which may be there; the words that its parts begin with, as
    far as they tell them apart.

    Filters that are `unlisted` stay in the records and have no lists of their values. Raises BuilderFaultError and
    OSError.
    """
    files = settle_files(ask_pagefind(program, pages), unlisted)
    for folder in sorted({(out / name).parent for name in files}):
        folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (out / name).write_bytes(data)
    return tuple(sorted(_starts(files)))


def settle_files(made: Mapping[str, bytes], unlisted: Collection[str]) -> dict[str, bytes]:
    """Of the files that Pagefind makes those that a browser asks for, saying the same whatever order a run kept its
    values in: no ready-made interface, one WebAssembly a language. Raises BuilderFaultError.
    """
    try:
        entry = json.loads(made[_ENTRY])
        files = {SCRIPT: made[SCRIPT]}
        for code in sorted(entry["languages"]):
            language = entry["languages"][code]
            mark, settled = _settle_language(made, code, str(language["hash"]), unlisted)
            language["hash"] = mark
            wasm = f"wasm.{language['wasm'] or 'unknown'}.pagefind"
            files |= {**settled, wasm: made[wasm]}
    except (ShapeError, KeyError, TypeError, ValueError, OSError) as error:
        raise BuilderFaultError(f"Pagefind wrote an index of another shape than expected: {error!r}") from error
    files[_ENTRY] = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return files


def _settle_language(
    made: Mapping[str, bytes], code: str, mark: str, unlisted: Collection[str]
) -> tuple[str, dict[str, bytes]]:
    """One language settled: the new mark of its list of files, and its files, the list among them."""
    meta = _unpack(made, f"pagefind.{mark}{_META}")
    pages, chunks, filters = meta[1], meta[2], meta[3]
    if not isinstance(pages, list) or not isinstance(chunks, list) or not isinstance(filters, list):
        raise ShapeError("no list of pages, parts or filters")
    meta[1], files = _number(made, code, pages)
    for chunk in chunks:
        name = f"index/{chunk[2]}.pf_index" if isinstance(chunk, list) else ""
        files[name] = made[name]
    kept: list[Value] = []
    for name, file in sorted((str(each[0]), str(each[1])) for each in filters if isinstance(each, list)):
        if name not in unlisted:
            data = _unpack(made, f"filter/{file}.pf_filter")
            data[1] = sorted(data[1], key=str) if isinstance(data[1], list) else data[1]
            mark = f"{code}_{_mark(data, _SHORT)}"
            files[f"filter/{mark}.pf_filter"] = _pack(data)
            kept.append([name, mark])
    meta[3] = kept
    mark = f"{code}_{_mark(meta, _SHORT + 3)}"
    files[f"pagefind.{mark}{_META}"] = _pack(meta)
    return mark, files


def _number(made: Mapping[str, bytes], code: str, pages: list[Value]) -> tuple[list[Value], dict[str, bytes]]:
    """Pages under numbers in their order, not each under the hash of what it has, and their files: every browser loads
    the list of them before it asks, and it is half as long so. The mark before the numbers is that of them all, so that
    no browser takes a file it has kept for another.
    """
    names = [(str(each[0]), each[1]) for each in pages if isinstance(each, list)]
    if len(names) < len(pages):
        raise ShapeError("a page is no list")
    mark = sha256("".join(name for name, _ in names).encode()).hexdigest()[:_SHORT]
    numbered = [f"{code}_{mark}{number:05}" for number in range(len(names))]
    listed: list[Value] = [[number, words] for number, (_, words) in zip(numbered, names, strict=True)]
    return listed, {
        f"fragment/{number}{_FRAGMENT}": made[f"fragment/{name}{_FRAGMENT}"]
        for number, (name, _) in zip(numbered, names, strict=True)
    }


def _starts(files: Mapping[str, bytes]) -> Iterator[str]:
    """What each part of an index begins with."""
    for name in files:
        if name.endswith(_META) and isinstance(parts := _unpack(files, name)[2], list):
            yield from (str(part[0]) for part in parts if isinstance(part, list))


def _unpack(made: Mapping[str, bytes], name: str) -> list[Value]:
    data = gzip.decompress(made[name])
    value = decode(data.removeprefix(_SEAL))
    if not data.startswith(_SEAL) or not isinstance(value, list) or _SEAL + encode(value) != data:
        raise ShapeError(f"`{name}` is packed otherwise")
    return value


def _pack(value: list[Value]) -> bytes:
    return _zip(_SEAL + encode(value))


def _zip(data: bytes) -> bytes:
    """Packed with gzip; its head names no system, which some versions of Python name and others do not."""
    packed = gzip.compress(data, mtime=0)
    return packed[:_SYSTEM] + _NO_SYSTEM + packed[_SYSTEM + 1 :]


def _mark(value: list[Value], length: int) -> str:
    return sha256(_SEAL + encode(value)).hexdigest()[:length]
