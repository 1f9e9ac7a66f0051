"""Publishing a whole tree at once: a staged folder comes in, and takes the place of the old one in a single step.

At every moment there is a whole site at the target, the old one or the new: the folders are exchanged by one
system call, or, where there is none, a link is switched. A build killed at any moment leaves the old site.
A lock keeps two builds apart; nothing but the tree stays, and what a killed build left is cleared by the next.
"""

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MARKER = ".emendary"
"""A file in every published tree: a folder without it was not made here and is never replaced."""

_MARKER_TEXT = "Made by `kb build`, which replaces this folder as a whole.\n"
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_NO_EXCHANGE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EXDEV}


class BusyError(Exception):
    """Another build is publishing to the same place."""


class UnsafeTargetError(Exception):
    """The target holds something this program did not make; replacing it would lose it."""


@contextlib.contextmanager
def staged_tree(target: Path) -> Iterator[Path]:
    """A new folder beside the target, published as the target when the block ends without an exception.

    Raises BusyError when another build holds the target, UnsafeTargetError when the target is not ours, OSError where
    the system has no locks that end with their process.
    """
    if "\x00" in str(target):
        raise UnsafeTargetError("the name of the target holds a NUL")
    target = Path(os.path.abspath(target))  # noqa: PTH100  `resolve` would follow the link we may switch
    _check_target(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _locked(target.parent / f".{target.name}.lock", target):
        staged = target.parent / f".{target.name}.staged"
        _clear(target, staged)
        staged.mkdir()
        try:
            yield staged
            (staged / MARKER).write_text(_MARKER_TEXT, encoding="utf-8")
            publish(staged, target)
        finally:
            _clear(target, staged)


@contextlib.contextmanager
def staged_beside(target: Path | None, other: Path) -> Iterator[Path | None]:
    """A second tree staged with that of `other`, or None without a target; neither may lie inside the other.

    Raises what `staged_tree` raises.
    """
    if target is None:
        yield None
        return
    one, two = Path(os.path.realpath(target)), Path(os.path.realpath(other))
    if one.is_relative_to(two) or two.is_relative_to(one):
        raise UnsafeTargetError(f"`{target}` and `{other}` are one folder, or one lies in the other")
    with staged_tree(target) as staged:
        yield staged


def publish(staged: Path, target: Path) -> None:
    """Let a staged folder take the place of the target, which may be absent; the old tree is removed after."""
    _check_target(target)
    if not os.path.lexists(target):
        if exchange_is_known():
            staged.rename(target)
        else:
            _switch_link(staged, target)
    elif target.is_symlink() or not exchange(staged, target):
        _switch_link(staged, target)


def exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False where the system cannot. Other errors raise OSError."""
    call = _exchange_call()
    if call is None:
        return False
    if call(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NO_EXCHANGE:
        return False
    raise OSError(number, os.strerror(number), str(other))


def exchange_is_known() -> bool:
    """Whether this system has a call that exchanges two folders."""
    return _exchange_call() is not None


def _exchange_call() -> Callable[[bytes, bytes], int] | None:
    library = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "darwin" and hasattr(library, "renamex_np"):
        return lambda one, other: int(library.renamex_np(one, other, _RENAME_EXCHANGE))
    if hasattr(library, "renameat2"):
        return lambda one, other: int(library.renameat2(_AT_FDCWD, one, _AT_FDCWD, other, _RENAME_EXCHANGE))
    return None


def _switch_link(staged: Path, target: Path) -> None:
    """Keep the tree under a name of its own and switch the target, a link, to it."""
    versions = target.parent / f".{target.name}.versions"
    versions.mkdir(exist_ok=True)
    taken = {int(entry.name) for entry in versions.iterdir() if entry.name.isdecimal()}
    kept = versions / str(max(taken, default=0) + 1)
    staged.rename(kept)
    link = target.parent / f".{target.name}.link"
    link.unlink(missing_ok=True)
    link.symlink_to(kept.relative_to(target.parent), target_is_directory=True)
    if target.is_dir() and not target.is_symlink():
        # Without an exchange a real folder cannot become a link in one step; it is moved aside first.
        target.rename(versions / str(max(taken, default=0) + 2))
    link.replace(target)


def _check_target(target: Path) -> None:
    if target.is_symlink():
        inside = target.parent / f".{target.name}.versions"
        if target.resolve().parent != inside.resolve():
            raise UnsafeTargetError(f"`{target}` is a link that leads elsewhere")
    elif target.is_dir():
        if not (target / MARKER).is_file() and any(target.iterdir()):
            raise UnsafeTargetError(f"`{target}` holds what this program did not make; name a new or an empty folder")
    elif os.path.lexists(target):
        raise UnsafeTargetError(f"`{target}` is not a folder")
    else:
        above = next(folder for folder in target.parents if os.path.lexists(folder))
        if not above.is_dir():
            raise UnsafeTargetError(f"`{above}` is not a folder, so `{target.name}` cannot lie under it")


def _clear(target: Path, staged: Path) -> None:
    """Remove what is not published: a staged tree, old versions, a link that was not yet switched."""
    shutil.rmtree(staged, ignore_errors=True)
    (target.parent / f".{target.name}.link").unlink(missing_ok=True)
    versions = target.parent / f".{target.name}.versions"
    if versions.is_dir():
        current = target.resolve() if target.is_symlink() else None
        for entry in versions.iterdir():
            if entry.resolve() != current:
                shutil.rmtree(entry, ignore_errors=True)
        if current is None:
            with contextlib.suppress(OSError):
                versions.rmdir()


@contextlib.contextmanager
def _locked(lock: Path, target: Path) -> Iterator[None]:
    """Hold a lock that ends with the process, however it ends; its file is removed while it is still held."""
    with _lock_file(lock, target):
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _lock_file(lock: Path, target: Path) -> IO[str]:
    """The locked file that lies at `lock` now: one removed between opening and locking it locks nothing."""
    if fcntl is None:
        raise OSError(errno.ENOSYS, "publishing needs Linux or macOS; on Windows build in WSL", str(target))
    while True:
        file = lock.open("a")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), lock.stat()):
                    return file
        except BlockingIOError:
            file.close()
            raise BusyError(f"another build is publishing to `{target}`") from None
        file.close()
