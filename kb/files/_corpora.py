"""Corpora on the disk: a folder comes in, its manifest with what lies beside it and the texts at hand go out."""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from kb.corpus import MINTED_NAME, RECORDS_FOLDER, Manifest, load_manifest
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, decode_source, diagnose, diagnose_file
from kb.files._folders import read_inside
from kb.interface import WORDS_NAME
from kb.paths import collision_key
from kb.text import Source, Span

TEXT_CHANGED = Code(
    "KB213",
    "text-changed",
    Severity.WARNING,
    "The text at hand is not the one the manifest names: what is found in it may not hold for the text others have.",
)
NO_MANIFEST = Code(
    "KB214", "no-manifest", Severity.ERROR, "A folder is a corpus by its corpus.yml; without it nothing is known of it."
)
TEXT_ABSENT = Code(
    "KB223",
    "text-absent",
    Severity.WARNING,
    "What a missing text says is in no answer: its footnotes are not checked, and links to it lead nowhere. Where the "
    "texts are not fetched nothing will bring it in: there it is an error.",
)
_TEXT_LOST = replace(TEXT_ABSENT, severity=Severity.ERROR)
"""The same where texts are kept beside corpus.yml: nothing will bring it in; its path is miswritten, or it is lost."""
RECORDS_STRAY = Code(
    "KB611",
    "records-stray",
    Severity.WARNING,
    "Records of a work that the corpus does not name change no book, and nobody would notice.",
)
UNREADABLE_FILE = Code(
    "KB224", "unreadable-file", Severity.ERROR, "A text that cannot be opened is left out; the others are read."
)
TEXT_UNNAMED = Code(
    "KB225",
    "text-unnamed",
    Severity.SUGGESTION,
    "A text among the others that corpus.yml does not name is on no page, and nothing cites or checks it.",
)
CODES = (TEXT_ABSENT, UNREADABLE_FILE, TEXT_CHANGED, NO_MANIFEST, RECORDS_STRAY, TEXT_UNNAMED)

MANIFEST_NAME = "corpus.yml"
_TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text", ".htm", ".html"})
_OF_THE_FOLDER = frozenset({"changelog", "contributing", "index", "licence", "license", "readme"})
"""What files are called that tell about the folder they lie in."""
_SHOWN = 3
_NEAR = 0.8
"""Likeness from which a path is another one miswritten."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus as it lies on the disk: its manifest and the bytes of the texts at hand, by manifest path; and what was
    found on reading them, with paths as seen from its folder or from that of its texts.
    """

    folder: Path
    manifest: Manifest
    texts: Mapping[str, bytes]
    told: tuple[Diagnostic, ...] = ()


def read_corpus(folder: Path) -> Outcome[Corpus | None]:
    """The manifest of a folder and every text of it that is at hand.

    Texts that are not there are simply not in `texts`; one whose checksum differs is there, with a warning.
    """
    loaded = read_manifest(folder)
    manifest = loaded.value
    if manifest is None:
        return Outcome(None, loaded.diagnostics)
    root = folder / manifest.folder
    texts: dict[str, bytes] = {}
    diagnostics = list(loaded.diagnostics)
    for text in manifest.texts:
        read = _read_text(root, text.path)
        diagnostics += read.diagnostics
        if read.value is None:
            continue
        texts[text.path] = read.value
        found = hashlib.sha256(read.value).hexdigest()
        if text.sha256 is not None and found != text.sha256:
            again = "remove it and run `kb fetch` for the text of the manifest, or record its new sha256"
            hint = again if manifest.is_fetched else "record its new sha256, or leave that out: no text is fetched here"
            diagnostics.append(
                diagnose_file(TEXT_CHANGED, text.path, f"sha256 is `{found}`, not `{text.sha256}`", hint)
            )
    refused = {found.path for found in diagnostics}
    diagnostics += _report_absent(manifest, folder, texts.keys() | refused)
    return Outcome(Corpus(folder, manifest, texts, _inside(folder, diagnostics)), tuple(diagnostics))


def _inside(folder: Path, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics with the paths of a corpus as seen from its folder: a site that tells them names no other."""
    root = f"{folder.as_posix()}/"
    return tuple(
        replace(
            found,
            path=found.path.removeprefix(root),
            message=found.message.replace(root, ""),
            hint=found.hint.replace(root, "") if found.hint else found.hint,
        )
        for found in diagnostics
    )


def read_again(opened: Corpus, edited: Collection[Path]) -> Outcome[Corpus | None]:
    """A corpus of which some files were edited, put in or taken out, as they lie there now; no other is read again.

    Texts whose manifest is another one now are all read. Diagnostics are those of what was read.
    """
    root = opened.folder / opened.manifest.folder
    own = {root / text.path: text.path for text in opened.manifest.texts}
    if any(_is_of_manifest(opened, path) for path in edited if path not in own):
        loaded = read_manifest(opened.folder)
        if loaded.value is None or not only_records_differ(loaded.value, opened.manifest):
            return read_corpus(opened.folder)
        opened = replace(opened, manifest=replace(opened.manifest, records=loaded.value.records))
    texts = dict(opened.texts)
    diagnostics: list[Diagnostic] = []
    for path in sorted(own[path] for path in edited if path in own):
        read = _read_text(root, path)
        diagnostics += read.diagnostics
        texts.pop(path, None)
        if read.value is not None:
            texts[path] = read.value
    again = {own[path] for path in edited if path in own}
    told = (*(found for found in opened.told if found.path not in again), *_inside(opened.folder, diagnostics))
    return Outcome(replace(opened, texts=texts, told=told), tuple(diagnostics))


def only_records_differ(one: Manifest, other: Manifest) -> bool:
    """Whether two manifests say the same, the records of works left aside."""
    return replace(one, records=other.records) == other


def _is_of_manifest(opened: Corpus, path: Path) -> bool:
    records = {opened.folder / work.records for work in opened.manifest.works}
    return path in records or (path.parent == opened.folder and (path.name == MANIFEST_NAME or _beside(path.name)))


def _read_text(root: Path, path: str) -> Outcome[bytes | None]:
    """The bytes of a text; one that is there and cannot be opened is an error, and none of the others suffers."""
    try:
        return read_inside(root, path)
    except OSError as error:
        hint = "let your user read it, and the folders above it"
        return Outcome(None, (diagnose_file(UNREADABLE_FILE, path, f"cannot be read: {error.strerror}", hint),))


def call_corpus(folder: Path) -> str:
    """What commands call a corpus: its name where it lies among the others, else its folder."""
    return folder.name if folder.parent.name == "rules_source" else folder.as_posix()


def _report_absent(manifest: Manifest, folder: Path, known: Iterable[str]) -> Iterator[Diagnostic]:
    """Each text of a corpus kept here that is not at hand; of a fetched corpus only how many, with the pages of lost
    versions."""
    there = set(known)
    every = [text for text in manifest.texts if text.path not in there]
    absent = [text for text in every if not text.missing]
    if absent and manifest.is_fetched:
        count = f"{len(every):,} of {len(manifest.texts):,} texts are not at hand"
        hint = f"`kb fetch {call_corpus(folder)}` brings them in, with `--from DIR` from a copy"
        yield diagnose(TEXT_ABSENT, manifest.source, Span(0, 0), count, hint)
        return
    unnamed = () if manifest.is_fetched else _find_unnamed(folder / manifest.folder, manifest)
    if not absent:
        yield from _report_unnamed(manifest, [path for path in unnamed if _is_among(path, manifest)])
    for text in absent:
        hint = _find_beside(text.path, folder, manifest.folder)
        hint = hint or _find_meant(text.path, folder / manifest.folder, manifest.folder, unnamed)
        yield diagnose(_TEXT_LOST, manifest.source, text.span, f"text `{text.path}` is not at hand", hint)


def _find_beside(path: str, folder: Path, begin: str) -> str:
    """What to do about a text that lies beside corpus.yml and not in the folder of texts; "" where none lies there."""
    if path.startswith(f"{begin}/") or folder / begin == folder or not (folder / path).is_file():
        return ""
    return f"it lies beside {MANIFEST_NAME}: move it to `{(folder / begin).as_posix()}`, or write `texts: .`"


def _find_meant(path: str, root: Path, begin: str, unnamed: Iterable[str]) -> str:
    """What to do about a path that leads to no text: `root` is the folder of texts, which the corpus calls `begin`."""
    inner = path.removeprefix(f"{begin}/")
    if inner != path and (root / inner).is_file():
        return f"write `path: {inner}`: paths begin in `{begin}`"
    lying = list(unnamed)
    if any(normalize("NFC", each) == normalize("NFC", path) for each in lying):
        return "rename the file as this is written: its name there looks the same, its accents are other signs"
    folded = [each for each in lying if collision_key(each) == collision_key(path)]
    near = folded or get_close_matches(path, lying, 1, _NEAR)
    if near:
        return f"did you mean `{near[0]}`? It lies there, and nothing names it"
    return f"put it in `{root.as_posix()}`, correct its path, or take its entry out"


def _report_unnamed(manifest: Manifest, unnamed: Sequence[str]) -> Iterator[Diagnostic]:
    """The texts that the manifest does not name, once for all of them."""
    if unnamed:
        shown = ", ".join(f"`{path}`" for path in unnamed[:_SHOWN])
        more = f" and {len(unnamed) - _SHOWN:,} more" if len(unnamed) > _SHOWN else ""
        count = "a text" if len(unnamed) == 1 else f"{len(unnamed):,} texts"
        message = f"{count} in `{manifest.folder}` without an entry here: {shown}{more}"
        hint = "give each its entry, or move what is no text of the corpus out of the folder"
        yield diagnose(TEXT_UNNAMED, manifest.source, Span(0, 0), message, hint)


def _is_among(path: str, manifest: Manifest) -> bool:
    """Whether a file in the folder of texts may be one; in the folder of the manifest itself anything may lie that is
    none, so there only those count that have a text of the corpus in their own folder."""
    place = PurePosixPath(path)
    if place.suffix.lower() not in _TEXT_SUFFIXES or place.stem.lower() in _OF_THE_FOLDER:
        return False
    if any(part.startswith(".") for part in place.parts):
        return False
    if manifest.folder != ".":
        return True
    return place.parent.name != "" and any(PurePosixPath(text.path).parent == place.parent for text in manifest.texts)


def _find_unnamed(root: Path, manifest: Manifest) -> list[str]:
    """The files of a folder of texts that the manifest does not name, as paths in it that can be shown, in order."""
    named = {text.path for text in manifest.texts}
    found = ((Path(place) / name).relative_to(root).as_posix() for place, _, names in os.walk(root) for name in names)
    return sorted(path for path in found if path not in named and path.isprintable())


def read_manifest(folder: Path) -> Outcome[Manifest | None]:
    """The manifest of a folder, read with the checksum files beside it."""
    shown = (folder / MANIFEST_NAME).as_posix()
    read = read_inside(folder, MANIFEST_NAME)
    if read.value is None:
        missing = diagnose_file(
            NO_MANIFEST, shown, "there is no corpus.yml here", "see docs/corpus.md, or name another"
        )
        return Outcome(None, read.diagnostics or (missing,))
    decoded = decode_source(shown, read.value)
    if decoded.value is None:
        return Outcome(None, decoded.diagnostics)
    beside: dict[str, Source] = {}
    diagnostics: list[Diagnostic] = []
    for name in sorted(entry.name for entry in folder.iterdir() if _beside(entry.name)):
        inside = read_inside(folder, name)
        sums = decode_source((folder / name).as_posix(), inside.value) if inside.value is not None else inside
        diagnostics += (*inside.diagnostics, *sums.diagnostics)
        if isinstance(sums.value, Source):
            beside[name] = sums.value
    loaded = load_manifest(decoded.value, beside)
    diagnostics += loaded.diagnostics
    if loaded.value is None:
        return Outcome(None, tuple(diagnostics))
    records = _read_records(folder, loaded.value, diagnostics)
    return Outcome(replace(loaded.value, records=records), tuple(diagnostics))


def _read_records(folder: Path, manifest: Manifest, diagnostics: list[Diagnostic]) -> dict[str, Source]:
    """The files of emendation records beside corpus.yml, by work."""
    found: dict[str, Source] = {}
    for work in manifest.works:
        inside = read_inside(folder, work.records)
        diagnostics += inside.diagnostics
        if inside.value is not None:
            decoded = decode_source((folder / work.records).as_posix(), inside.value)
            diagnostics += decoded.diagnostics
            if decoded.value is not None:
                found[work.id] = decoded.value
    diagnostics += _stray_records(folder, manifest)
    return found


def _stray_records(folder: Path, manifest: Manifest) -> Iterator[Diagnostic]:
    """Files among the records that are those of no work."""
    own = {work.records for work in manifest.works}
    place = folder / RECORDS_FOLDER
    names = sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
    for path in (f"{RECORDS_FOLDER}/{name}" for name in names if name.endswith((".yml", ".yaml"))):
        if path not in own:
            message = "these records belong to no work of corpus.yml"
            hint = f"call the file `{RECORDS_FOLDER}/WORK.yml`, or name it under `records` of its work"
            yield diagnose_file(RECORDS_STRAY, (folder / path).as_posix(), message, hint)


def _beside(name: str) -> bool:
    """Whether a file beside corpus.yml belongs to the manifest."""
    return name.endswith(".sha256") or name in {MINTED_NAME, WORDS_NAME}
