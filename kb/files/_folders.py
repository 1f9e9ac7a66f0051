"""Folders: a folder and a path in it come in, bytes go out, and the other way round.

No symbolic link and no special file is ever followed or read.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose_file
from kb.paths import find_collisions, path_problem

UNSAFE_FILE = Code(
    "KB211",
    "unsafe-file",
    Severity.ERROR,
    "A link or a device in a folder of sources could bring in any file of the machine; neither is read.",
)
UNSAFE_NAME = Code(
    "KB212",
    "unsafe-name",
    Severity.ERROR,
    "A file name that is not UTF-8, or that some systems cannot hold, cannot be addressed by anyone else.",
)
UNSAFE_OUTPUT = Code(
    "KB215",
    "unsafe-output",
    Severity.ERROR,
    "A page's address comes from a source; one that leaves the site, or that a file system cannot hold, is refused.",
)
OUTPUT_COLLISION = Code(
    "KB216",
    "output-collision",
    Severity.ERROR,
    "Two pages at one address, or at addresses some file systems fold, overwrite each other.",
)
CODES = (UNSAFE_FILE, UNSAFE_NAME, UNSAFE_OUTPUT, OUTPUT_COLLISION)


def read_inside(folder: Path, path: str) -> Outcome[bytes | None]:
    """The bytes of a file inside a folder; None when there is none. No part of the path may be a link."""
    problem = path_problem(path)
    if problem:
        return Outcome(None, (diagnose_file(UNSAFE_NAME, path, f"path {path!a} {problem}"),))
    place = folder
    for part in path.split("/"):
        place = place / part
        try:
            mode = place.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return Outcome(None)
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            return Outcome(None, (_unsafe(path, mode),))
    if stat.S_ISDIR(mode):
        return Outcome(None)
    return Outcome(place.read_bytes())


def read_tree(folder: Path) -> Outcome[Mapping[str, bytes]]:
    """Every file under a folder by relative path, in sorted order; links and special files are refused."""
    files: dict[str, bytes] = {}
    diagnostics: list[Diagnostic] = []
    for found in sorted(_walk(folder, diagnostics)):
        files[found] = (folder / found).read_bytes()
    return Outcome(files, tuple(diagnostics))


def _walk(folder: Path, diagnostics: list[Diagnostic]) -> Iterator[str]:
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        with os.scandir(folder / inside if inside else folder) as entries:
            for entry in entries:
                path = f"{inside}/{entry.name}" if inside else entry.name
                mode = entry.stat(follow_symlinks=False).st_mode
                problem = path_problem(path)
                if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
                    diagnostics.append(_unsafe(ascii(path)[1:-1], mode))
                elif problem:
                    diagnostics.append(diagnose_file(UNSAFE_NAME, ascii(path)[1:-1], f"path {path!a} {problem}"))
                elif stat.S_ISDIR(mode):
                    waiting.append(path)
                else:
                    yield path


def _unsafe(path: str, mode: int) -> Diagnostic:
    kind = "a symbolic link" if stat.S_ISLNK(mode) else "neither a file nor a folder"
    return diagnose_file(UNSAFE_FILE, path, f"`{path}` is {kind}", "put the file itself there")


def check_output(paths: Iterable[str]) -> tuple[Diagnostic, ...]:
    """What keeps paths from standing in one folder of output: unsafe ones and pairs that collide."""
    listed = tuple(paths)
    found = [
        diagnose_file(UNSAFE_OUTPUT, ascii(path)[1:-1], f"path {path!a} {problem}", "give the page another address")
        for path in listed
        if (problem := path_problem(path))
    ]
    for earlier, later in find_collisions(listed):
        message = f"path {listed[later]!a} collides with {listed[earlier]!a}"
        shown = ascii(listed[later])[1:-1]
        found.append(diagnose_file(OUTPUT_COLLISION, shown, message, "give one of the two another address"))
    return tuple(found)


def write_tree(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder of our own making; raises ValueError for a path `check_output` refuses."""
    for path in sorted(files):
        if path_problem(path):
            raise ValueError(f"path {path!a} {path_problem(path)}")
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(files[path])


def write_inside(folder: Path, path: str, data: bytes) -> Outcome[bool]:
    """Put one file into a folder that others may have touched, whole or not at all.

    False, with a diagnostic, when the path is unsafe or a part of it is a link.
    """
    problem = path_problem(path)
    if problem:
        return Outcome(False, (diagnose_file(UNSAFE_OUTPUT, ascii(path)[1:-1], f"path {path!a} {problem}"),))
    place = folder
    *above, name = path.split("/")
    for part in above:
        place = place / part
        place.mkdir(exist_ok=True)
        if not stat.S_ISDIR(place.lstat().st_mode):
            return Outcome(False, (_unsafe(path, place.lstat().st_mode),))
    staged = place / f".{name}.new"
    staged.unlink(missing_ok=True)
    with staged.open("xb") as file:
        file.write(data)
    staged.replace(place / name)
    return Outcome(True)
