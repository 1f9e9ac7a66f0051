"""Plain calls: the words of a call come in, its options go out where all are plain ones, given once.

What is not plain (help, a slip, a value that cannot be) is left to the command itself, which says so at more leisure.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import kb


def read_options(
    words: Sequence[str], names: Collection[str], repeated: Collection[str] = ()
) -> tuple[dict[str, list[str]], list[str]] | None:
    """Options with their values, and the other words in order; those of `repeated` may be given again."""
    found: dict[str, list[str]] = {}
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            others.append(word)
            continue
        name, equals, value = word.partition("=")
        if not equals:
            value = next(rest, "")
        if name not in names or (name in found and name not in repeated) or not value or value.startswith("-"):
            return None
        found.setdefault(name, []).append(value)
    return found, others


def plain_folder(options: Mapping[str, Sequence[str]]) -> Path | None:
    """The folder of the corpus, found as `kb.cli._corpus` finds it."""
    wanted = next(iter(options.get("--corpus", ())), "") or os.environ.get("KB_CORPUS") or ""
    wanted = wanted or ("." if os.path.isfile("corpus.yml") else "lantern")  # noqa: PTH113  never raises
    if "\x00" in wanted:
        return None
    places = [Path(wanted)]
    if Path(wanted).name == wanted:
        places += [Path("rules_source") / wanted, Path(kb.__file__).parent.parent / "rules_source" / wanted]
    found = (place for place in places if os.path.isfile(place / "corpus.yml"))  # noqa: PTH113  never raises
    return next(found, None)
