"""Git as a carrier of files: a repository's address, a commit and paths come in, raw bytes go out.

Nothing is checked out: blobs are read from a bare repository in a temporary folder, so no link, filter,
hook or line-end conversion ever acts on them. Git is called without a shell, asks no questions, and
speaks only the protocols listed here.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

PROTOCOLS = ("https", "ssh", "file")
SLOW_BYTES, SLOW_SECONDS = 1000, 60
"""A transfer slower than so many bytes a second for so many seconds is given up."""

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.version=2",
    "advice.detachedHead=false",
    f"http.lowSpeedLimit={SLOW_BYTES}",
    f"http.lowSpeedTime={SLOW_SECONDS}",
)
SHALLOW = ("fetch", "--quiet", "--no-tags", "--depth=1")
_LOCAL_VARIABLES = {
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}  # fmt: skip
_REGULAR = {"100644", "100755"}
Say = Callable[[str], None]
"""Called with a line of progress."""


class GitError(Exception):
    """Git is missing, or it could not bring what was asked for; the message says which."""


@dataclass(frozen=True, slots=True)
class NotAFile:
    """What stands in the commit where a file was asked for: a link or a submodule."""

    mode: str


def read_commit(
    repository: str, commit: str, paths: Iterable[str], say: Say = lambda _text: None
) -> Mapping[str, bytes | NotAFile]:
    """The bytes of those of `paths` that the commit has; the others are absent from the result.

    `commit` is the full 40 hexadecimal digits. Raises GitError.
    """
    if repository.split("://", 1)[0] not in PROTOCOLS or "://" not in repository:
        raise GitError(f"`{repository}` does not begin with one of {', '.join(f'`{name}://`' for name in PROTOCOLS)}")
    program = shutil.which("git")
    if program is None:
        raise GitError("git is not installed")
    wanted = frozenset(paths)
    say(f"fetching commit {commit[:12]} of {repository}")
    with tempfile.TemporaryDirectory(prefix="kb-git-") as folder:
        failure = GitError("nothing was tried")
        for number, bring in enumerate((_bring_texts, _bring_commit, _bring_history)):
            git = _Git(program, Path(folder) / f"{number}.git")
            git.run("init", "--bare", "--quiet", "--template=", "--", str(git.folder))
            git.run("config", "remote.origin.url", repository)
            try:
                found = bring(git, commit, wanted, say)
                return _read_blobs(git, found)
            except GitError as error:
                failure = error
        raise failure


@dataclass(frozen=True, slots=True)
class _Git:
    """One bare repository and how git is called on it."""

    program: str
    folder: Path

    def run(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """Standard output of a git command; raises GitError with the last line it complained with."""
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        place = [] if arguments[0] == "init" else ["--git-dir", str(self.folder)]
        done = subprocess.run(
            [self.program, *settings, *place, *arguments],
            input=stdin,
            capture_output=True,
            env=_environment(),
            check=False,
        )
        if done.returncode != 0:
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
            raise GitError(f"git {arguments[0]} failed: {lines[-1]}")
        return done.stdout


def _environment() -> dict[str, str]:
    """The user's own settings (proxies, certificates), without what would point git at another repository."""
    kept = {name: value for name, value in os.environ.items() if name not in _LOCAL_VARIABLES}
    return kept | {
        "GIT_ALLOW_PROTOCOL": ":".join(PROTOCOLS),
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes"),
        "GIT_NO_REPLACE_OBJECTS": "1",
        "LC_ALL": "C",
    }


def _bring_texts(git: _Git, commit: str, paths: frozenset[str], say: Say) -> Mapping[str, str | NotAFile]:
    """Only what is asked for: the commit's folders, then the texts in one go. Not every host offers it."""
    git.run(*SHALLOW, "--filter=blob:none", "origin", commit)
    found = _list_files(git, commit, paths)
    names = {name for name in found.values() if isinstance(name, str)}
    listed = git.run("rev-list", "--objects", "--missing=print", "--no-walk", commit).decode("ascii", "replace")
    missing = sorted(names & {line[1:] for line in listed.splitlines() if line.startswith("?")})
    if missing:
        say(f"fetching {len(missing)} texts")
        asked = "".join(f"{name}\n" for name in missing).encode()
        git.run("fetch", "--quiet", "--no-tags", "--filter=blob:none", "--stdin", "origin", stdin=asked)
    return found


def _bring_commit(git: _Git, commit: str, paths: frozenset[str], say: Say) -> Mapping[str, str | NotAFile]:
    """The whole commit without its history."""
    say("single texts are not to be had; trying the whole commit")
    git.run(*SHALLOW, "origin", commit)
    return _list_files(git, commit, paths)


def _bring_history(git: _Git, commit: str, paths: frozenset[str], say: Say) -> Mapping[str, str | NotAFile]:
    """Everything, from a host that gives branches and tags only."""
    say("a single commit is not to be had; trying the whole history")
    git.run("fetch", "--quiet", "--tags", "origin", "+refs/heads/*:refs/remotes/origin/*")
    try:
        git.run("cat-file", "-e", f"{commit}^{{commit}}")
    except GitError:
        raise GitError(f"the repository has no commit {commit}") from None
    return _list_files(git, commit, paths)


def _list_files(git: _Git, commit: str, paths: frozenset[str]) -> Mapping[str, str | NotAFile]:
    """The object names of those of the paths that the commit has."""
    found: dict[str, str | NotAFile] = {}
    for entry in git.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
        head, _, path = entry.partition(b"\t")
        name = path.decode("utf-8", "surrogateescape")
        if name in paths:
            mode, _kind, blob = head.decode("ascii").split(" ")
            found[name] = blob if mode in _REGULAR else NotAFile(mode)
    return found


def _read_blobs(git: _Git, found: Mapping[str, str | NotAFile]) -> Mapping[str, bytes | NotAFile]:
    """The bytes of the blobs, each read once."""
    names = sorted({name for name in found.values() if isinstance(name, str)})
    data = git.run("cat-file", "--batch", stdin="".join(f"{name}\n" for name in names).encode())
    blobs: dict[str, bytes] = {}
    at = 0
    for name in names:
        end = data.index(b"\n", at)
        head = data[at:end].split(b" ")
        if len(head) != 3:
            raise GitError(f"git has no object {name}")
        size = int(head[2])
        blobs[name] = data[end + 1 : end + 1 + size]
        at = end + size + 2
    return {path: blobs[name] if isinstance(name, str) else name for path, name in found.items()}
