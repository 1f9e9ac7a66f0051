"""Paths that stay where they belong: a relative path comes in, what is wrong with it goes out.

One rule for every path that a manifest, a permalink or a page names, on every system: forward slashes,
nothing that leaves the folder, nothing a file system reads as something else, no two paths that only
differ by case or by Unicode composition.
"""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable
from itertools import count

COMPONENT_BYTES = 240
"""Bytes of one component; file systems stop at 255, and a staged file needs a few more."""
NAME_BYTES = 120
"""Bytes of a name made of a title: pages lie some folders deep, and some systems stop at 260 for a whole path."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NUMBER = re.compile(r"([0-9]{1,18})")
_FORBIDDEN = re.compile(r'[<>:"|?*\\]')


def in_numbers(path: str) -> tuple[tuple[str, int], ...]:
    """What to sort paths by where people look for one: numbers in them count as numbers (`crf-2` before `crf-10`)."""
    parts = _NUMBER.split(path)
    return tuple(zip(parts[::2], (*map(int, parts[1::2]), -1), strict=True))


def path_problem(path: str) -> str:
    """Why a relative path is not safe to read or write; empty when it is."""
    for is_bad, reason in _PATH_RULES:
        if is_bad(path):
            return reason
    for part in path.split("/"):
        for is_bad, reason in _PART_RULES:
            if is_bad(part):
                return reason
    return ""


_Rules = tuple[tuple[Callable[[str], object], str], ...]
_PATH_RULES: _Rules = (
    (lambda path: not path, "is empty"),
    (lambda path: "\x00" in path, "holds a NUL"),
    (_CONTROL.search, "holds a control character"),
    (lambda path: path.startswith(("/", "~")), "is absolute"),
    (lambda path: "\\" in path, "holds a backslash"),
)
_PART_RULES: _Rules = (
    (lambda part: not part, "has an empty part"),
    (lambda part: part == "..", "leaves its folder (`..`)"),
    (lambda part: part == ".", "has a part `.`"),
    (_FORBIDDEN.search, "holds a character that no file name may have on some systems"),
    (lambda part: part[-1] in " ." or part[0] == " ", "has a part with a blank or dot at its edge"),
    (_RESERVED.fullmatch, "has a name that some systems reserve"),
    (lambda part: part.casefold() == ".git", "leads into a git folder"),
    (lambda part: len(part.encode()) > COMPONENT_BYTES, f"has a part longer than {COMPONENT_BYTES} bytes"),
)


def free_name(name: str, taken: set[str]) -> str:
    """A name for one part of a path that none of `taken` has, as file systems tell names apart; it is taken then.

    `name` is made of letters, digits and hyphens, as a title is in an address. A long one is cut behind a word, one
    that systems reserve (`con`) or that is taken gets a number.
    """
    short = _cut(name)
    free, number = short, 2
    while collision_key(free) in taken or _RESERVED.fullmatch(free):
        free, number = f"{short}-{number}", number + 1
    taken.add(collision_key(free))
    return free


def first_free(name: str, taken: Container[str], mark: str = "-") -> str:
    """The first that is not taken of a name and what it is with a mark and a number, from 2, behind it."""
    if name not in taken:
        return name
    return next(each for number in count(2) if (each := f"{name}{mark}{number}") not in taken)


def _cut(name: str) -> str:
    """A name of at most NAME_BYTES, cut behind a word where there is one."""
    data = name.encode()
    if len(data) <= NAME_BYTES:
        return name
    short = data[:NAME_BYTES].decode(errors="ignore")
    whole = short.rpartition("-")[0] if name[len(short)] != "-" else short
    return whole.rstrip("-") or short


def collision_key(path: str) -> str:
    """What a path becomes on a file system that folds case and composition; equal keys collide."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def find_collisions(paths: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Pairs of indices (earlier, later) of paths that cannot stand side by side, in order of the later.

    Two paths collide when they are equal, fold to the same, or one is a folder of the other.
    """
    files: dict[str, int] = {}
    folders: dict[str, int] = {}
    found: list[tuple[int, int]] = []
    for at, path in enumerate(paths):
        key = collision_key(path)
        ends = [end for end, char in enumerate(key) if char == "/"]
        above = [key[:end] for end in ends]
        earlier = [files[name] for name in (key, *above) if name in files]
        earlier += [folders[key]] if key in folders else []
        if earlier:
            found.append((earlier[0], at))
            continue
        files[key] = at
        for name in above:
            folders.setdefault(name, at)
    return tuple(found)
