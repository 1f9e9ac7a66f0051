"""`kb fetch`: bring the texts of a corpus in, each verified by the sha256 its manifest names."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import (
    EXIT_CONTENT,
    EXIT_USAGE,
    EnvironmentFaultError,
    Format,
    FormatOption,
    complain,
    print_json,
    report,
    usage_error,
)
from kb.cli._corpus import find_corpus
from kb.corpus import Manifest
from kb.diagnostics import as_json
from kb.fetching import Carrier, Fetched, fetch_texts, from_folder, from_repository
from kb.files import read_manifest
from kb.tools.git import PROTOCOLS, GitError

LISTED = 40
"""Unavailable texts of one folder are listed by name up to so many, then counted."""


def add(app: typer.Typer) -> None:
    """Register the command."""
    app.command("fetch")(fetch)


def fetch(
    corpus: Annotated[
        str | None,
        typer.Argument(metavar="[CORPUS]", help="Name under rules_source/, or a folder; else that of other commands."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="DIR|URL", help="Take them from a folder, or from another git repository."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace texts that lie there and differ.")] = False,
    form: FormatOption = Format.TEXT,
) -> None:
    """Bring a corpus's texts in by its manifest, checking each sha256.

    Without `--from` they come from the repository and commit the manifest names. Texts that cannot be had
    are named; a text whose checksum differs is refused.

        kb fetch NAME
        kb fetch NAME --from ../texts
    """
    folder = find_corpus(Path(corpus) if corpus is not None else None)
    try:
        loaded = read_manifest(folder)
        report(loaded.diagnostics)
        if loaded.value is None:
            raise typer.Exit(EXIT_CONTENT)
        manifest = loaded.value
        carrier = _carrier(manifest, source)
        place = folder if manifest.folder == "." else folder / manifest.folder
        if place.is_symlink():
            raise usage_error(f"`{place}` is a symbolic link, expected a folder")
        fetched = fetch_texts(manifest, place, carrier, replace=replace, say=complain)
    except GitError as error:
        hint = f"`{' '.join(('kb fetch', *filter(None, (corpus,))))} --from DIR` takes them from a folder"
        raise EnvironmentFaultError(f"{error}; {hint}") from error
    except OSError as error:
        raise EnvironmentFaultError(f"`{error.filename or folder}`: {error.strerror}") from error
    report(fetched.diagnostics)
    if form is Format.JSON:
        print_json(_as_json(corpus or folder.resolve().name, manifest, fetched))
    else:
        _tell(manifest, fetched, place)
    if fetched.unsafe:
        raise typer.Exit(EXIT_USAGE)
    if fetched.refused:
        raise typer.Exit(EXIT_CONTENT)


def _carrier(manifest: Manifest, source: str | None) -> Carrier:
    upstream = manifest.upstream
    root = upstream.root if upstream else ""
    if source is None:
        if upstream is None or not upstream.repository:
            raise usage_error(f"`{manifest.title}` is kept here whole: its manifest names no repository to fetch from")
        return from_repository(upstream.repository, upstream.commit, root, complain)
    if "://" in source:
        if source.split("://", 1)[0] not in PROTOCOLS:
            allowed = ", ".join(f"`{name}://`" for name in PROTOCOLS)
            raise usage_error(f"`{source}` is refused: an address begins with one of {allowed}")
        if upstream is None or not upstream.commit:
            raise usage_error("the manifest names no commit to fetch")
        return from_repository(source, upstream.commit, root, complain)
    if "\x00" in source or not Path(source).is_dir():
        raise usage_error(f"{source!a} is no folder; an address begins with `https://`")
    return from_folder(Path(source), root)


def _as_json(name: str, manifest: Manifest, fetched: Fetched) -> dict[str, object]:
    return {
        "schema": 1,
        "corpus": name,
        "commit": manifest.upstream.commit if manifest.upstream else None,
        "texts": len(manifest.texts),
        "written": list(fetched.written),
        "present": list(fetched.present),
        "unavailable": list(fetched.unavailable),
        "refused": [{"path": one.path, "expected": one.expected, "found": one.found} for one in fetched.refused],
        "unsafe": list(fetched.unsafe),
        "diagnostics": [as_json(found) for found in fetched.diagnostics],
    }


def _tell(manifest: Manifest, fetched: Fetched, place: Path) -> None:
    total = len(manifest.texts)
    print(f"{len(fetched.written) + len(fetched.present)} of {total} texts are in {place}, verified by sha256")
    print(f"  {len(fetched.written)} new, {len(fetched.present)} there already")
    if fetched.refused:
        print(f"  {len(fetched.refused)} refused: the checksum differs")
    if fetched.unsafe:
        print(f"  {len(fetched.unsafe)} refused: unsafe")
    if not fetched.unavailable:
        return
    cards = {text.path for text in manifest.cards}
    named = [path for path in fetched.unavailable if path not in cards]
    rest = len(fetched.unavailable) - len(named)
    print(f"  {len(fetched.unavailable)} not available; everything goes on without them:")
    for path in named[:LISTED]:
        print(f"    {json.dumps(path, ensure_ascii=False)[1:-1]}")
    if len(named) > LISTED:
        print(f"    and {len(named) - LISTED} more")
    if rest:
        print(f"    and {rest} card pages (`--format json` names each)")
