"""Fetching: a manifest and somewhere to take its texts from come in, verified texts on the disk go out.

A text is trusted for the sha256 of its raw bytes alone. One that differs is never written, and one that lies
there already is never overwritten unless that is asked for.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.corpus import Manifest, Text
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.files import UNSAFE_FILE, read_inside, write_inside
from kb.tools.git import NotAFile, Say, read_commit

CHECKSUM_DIFFERS = Code(
    "KB221",
    "checksum-differs",
    Severity.ERROR,
    "A text with another checksum is another text; what the corpus says of it was found in the one it names.",
)
LOCAL_TEXT_DIFFERS = Code(
    "KB222",
    "local-text-differs",
    Severity.ERROR,
    "The text that lies there may hold somebody's work; it is replaced only when that is asked for.",
)
CODES = (CHECKSUM_DIFFERS, LOCAL_TEXT_DIFFERS)

Found = bytes | Diagnostic | None
"""What a carrier has for a text: its bytes, why it may not be read, or nothing."""
Carrier = Callable[[tuple[Text, ...]], Mapping[str, Found]]
"""Takes texts, gives what it has for each by manifest path; a path it lacks is not available."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that was not taken: the sum the manifest has, the one found."""

    path: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of each text, by manifest path. `unsafe` are links and special files that were refused."""

    written: tuple[str, ...]
    present: tuple[str, ...]
    unavailable: tuple[str, ...]
    refused: tuple[Refused, ...]
    unsafe: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def fetch_texts(manifest: Manifest, folder: Path, carrier: Carrier, *, replace: bool, say: Say) -> Fetched:
    """Bring the texts of a manifest into a folder (its folder of texts); only those not there are asked for.

    Raises OSError for the disk, and whatever the carrier raises.
    """
    state = _State(manifest, folder)
    for text in manifest.texts:
        state.look(text, replace=replace)
    if state.wanted:
        say(f"{len(state.present)} of {len(manifest.texts)} texts are here; looking for {len(state.wanted)}")
        brought = carrier(tuple(state.wanted))
        for text in state.wanted:
            state.take(text, brought.get(text.path))
    return state.result()


class _State:
    """The account of one fetch."""

    def __init__(self, manifest: Manifest, folder: Path) -> None:
        self.manifest = manifest
        self.folder = folder
        self.wanted: list[Text] = []
        self.present: list[str] = []
        self.written: list[str] = []
        self.unavailable: list[str] = []
        self.refused: list[Refused] = []
        self.unsafe: list[str] = []
        self.diagnostics: list[Diagnostic] = []

    def look(self, text: Text, *, replace: bool) -> None:
        """Judge what lies there already."""
        read = read_inside(self.folder, text.path)
        if read.diagnostics:
            self._refuse_unsafe(text, read.diagnostics)
        elif read.value is None or replace:
            if read.value is not None and _sum(read.value) == text.sha256:
                self.present.append(text.path)
            else:
                self.wanted.append(text)
        elif text.sha256 is None or _sum(read.value) == text.sha256:
            self.present.append(text.path)
        else:
            self._refuse(
                LOCAL_TEXT_DIFFERS,
                text,
                _sum(read.value),
                "call again with `--replace` to lose it, or record its sha256 in the manifest to keep it",
            )

    def take(self, text: Text, found: Found) -> None:
        """Judge what the carrier brought, and write it when it is the text the manifest names."""
        if found is None:
            self.unavailable.append(text.path)
            return
        if isinstance(found, Diagnostic):
            self._refuse_unsafe(text, (found,))
            return
        if text.sha256 is not None and _sum(found) != text.sha256:
            hint = (
                "nothing was written; take the text from the commit the manifest names, "
                "or, when the new text is wanted, record its commit and sha256 in the manifest"
            )
            self._refuse(CHECKSUM_DIFFERS, text, _sum(found), hint)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        written = write_inside(self.folder, text.path, found)
        if written.value:
            self.written.append(text.path)
        else:
            self._refuse_unsafe(text, written.diagnostics)

    def _refuse_unsafe(self, text: Text, diagnostics: Iterable[Diagnostic]) -> None:
        self.unsafe.append(text.path)
        self.diagnostics += diagnostics

    def _refuse(self, code: Code, text: Text, found: str, hint: str) -> None:
        self.refused.append(Refused(text.path, text.sha256 or "", found))
        message = f"text `{text.path}` is refused: its sha256 is `{found}`, the manifest has `{text.sha256}`"
        self.diagnostics.append(diagnose(code, self.manifest.source, text.span, message, hint))

    def result(self) -> Fetched:
        """The account, closed."""
        return Fetched(
            tuple(self.written),
            tuple(self.present),
            tuple(self.unavailable),
            tuple(self.refused),
            tuple(self.unsafe),
            tuple(self.diagnostics),
        )


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def from_folder(folder: Path, root: str = "") -> Carrier:
    """A carrier that copies from a folder laid out as upstream is; `root` is the folder in it that paths begin at."""

    def carry(texts: tuple[Text, ...]) -> Mapping[str, Found]:
        found: dict[str, Found] = {}
        for text in texts:
            read = read_inside(folder, _rooted(root, text.path))
            found[text.path] = read.diagnostics[0] if read.diagnostics else read.value
        return found

    return carry


def from_repository(repository: str, commit: str, root: str, say: Say) -> Carrier:
    """A carrier that reads one commit of a git repository. It raises `kb.tools.git.GitError`."""

    def carry(texts: tuple[Text, ...]) -> Mapping[str, Found]:
        brought = read_commit(repository, commit, (_rooted(root, text.path) for text in texts), say)
        found: dict[str, Found] = {}
        for text in texts:
            item = brought.get(_rooted(root, text.path))
            found[text.path] = _not_a_file(text.path, item) if isinstance(item, NotAFile) else item
        return found

    return carry


def _rooted(root: str, path: str) -> str:
    return f"{root}/{path}" if root else path


def _not_a_file(path: str, found: NotAFile) -> Diagnostic:
    kind = "a symbolic link" if found.mode == "120000" else f"no file (mode {found.mode})"
    return Diagnostic(UNSAFE_FILE, path, 0, 0, f"`{path}` is {kind} in the commit", "name the file itself")
