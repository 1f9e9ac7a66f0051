"""Downloads on pages: the files of the exports come in, what the page about them says of each format goes out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from posixpath import dirname

from kb.exports import FOLDER, find_exports
from kb.interface import Words
from kb.places.addresses import Place

Files = Mapping[str, Mapping[str, bytes]]
"""The files of each format that is offered, by path under the folder of downloads."""
FEEDS = "feeds/"
_FEW = 6
"""A folder with more files than these is folded."""
_UNITS = (("downloads.mb", 1_000_000), ("downloads.kb", 1000))

File = tuple[str, str, str]
"""A file on the page: its path, its address, its size."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A format: what it is, and its files, each with its address and its size in words; not `offered` where rights
    forbid it. Those of a folder of many stand by that folder."""

    name: str
    title: str
    text: str
    offered: bool
    files: tuple[File, ...]
    folders: tuple[tuple[str, tuple[File, ...]], ...]


def list_offers(downloads: Files, words: Words, here: str) -> Iterator[Offer]:
    """Every format by name; files in order of path."""
    for name in sorted(find_exports()):
        files = downloads.get(name, {})
        told = tuple(
            (path, Place(f"{FOLDER}{path}").seen_from(here)[:-1], _size(len(files[path]), words))
            for path in sorted(files, key=lambda path: (dirname(path), path))
        )
        by_folder = [(folder, tuple(group)) for folder, group in groupby(told, key=lambda file: dirname(file[0]))]
        many = tuple((folder, group) for folder, group in by_folder if len(group) > _FEW)
        few = tuple(file for _, group in by_folder if len(group) <= _FEW for file in group)
        yield Offer(name, words(f"format.{name}"), words(f"about.{name}"), name in downloads, few, many)


def _size(size: int, words: Words) -> str:
    """A size in bytes, from a thousand on in larger units."""
    name, unit = next((each for each in _UNITS if size >= each[1]), ("downloads.bytes", 1))
    return words(name, n=round(size / unit))


def feed_of(downloads: Files, here: str) -> str:
    """The address of the feed of a page's book or term as seen from it; empty when there is none."""
    for name in (here.strip("/"), "/".join(here.split("/")[:2])):
        path = f"{FEEDS}{name}.atom"
        if any(path in files for files in downloads.values()):
            return Place(f"{FOLDER}{path}").seen_from(here)[:-1]
    return ""
