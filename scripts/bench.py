"""Time the passes of a build, and how two of them grow: processor seconds, best of several runs.

Growth is measured on 1, 4 and 16 copies, with other words in each copy: for following rulings of every compendium
version at hand, for finding parallels of every rule text at hand, each taken as a work.

.venv/bin/python scripts/bench.py [--corpus rules_source/lantern] [--runs 3]
"""

import argparse
import gc
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kb.chronicle import Chronicle
from kb.diagnostics import render_text
from kb.files import read_corpus
from kb.lives import follow_rulings
from kb.model import CompendiumVersion, Document, Statement, WorkId
from kb.parallels import find_parallels
from kb.pipeline import build_kb
from kb.readers.kramdown import read_document
from kb.text import Source


def main() -> int:
    """Time one corpus; 1 when it has no manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=Path("rules_source/lantern"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    gc.disable()  # as the program does
    read = read_corpus(options.corpus)
    if read.value is None:
        print("\n".join(render_text(found) for found in read.diagnostics), file=sys.stderr)
        return 1
    best: dict[str, tuple[int, float]] = {}
    for _ in range(options.runs):

        def report(name: str, handled: int, seconds: float) -> None:
            best[name] = (handled, min(seconds, best.get(name, (0, seconds))[1]))

        knowledge = build_kb(read.value.manifest, read.value.texts, report).value
    size = sum(map(len, read.value.texts.values()))
    print(f"{options.corpus}: {len(read.value.texts)} texts, {size / 1e6:.1f} MB, best of {options.runs}")
    for name, (handled, seconds) in best.items():
        print(f"  {name:<24} {handled:>7} {seconds:>8.3f} s")
    print(f"  {'all':<24} {'':>7} {sum(seconds for _, seconds in best.values()):>8.3f} s")
    for chronicle in knowledge.chronicles.values():
        versions = [knowledge.versions[slot.id] for slot in chronicle.history.slots if slot.id in knowledge.versions]
        print_growth(chronicle, versions, options.runs)
    print_growth_of_parallels(knowledge.documents, options.runs)
    return 0


def print_growth(chronicle: Chronicle, versions: Sequence[CompendiumVersion], runs: int) -> None:
    """Time following the rulings of a compendium and of copies of it; growth is against linear."""
    print(f"following rulings of {chronicle.entry.title}: {len(versions)} versions")
    once = 0.0
    for copies in (1, 4, 16):
        larger = [copied(version, copies) for version in versions]
        spent = []
        for _ in range(runs):
            began = time.process_time()
            follow_rulings(chronicle.entry.abbreviation, larger, chronicle.history.slots)
            spent.append(time.process_time() - began)
        count = sum(len(version.statements) for version in larger)
        once = once or min(spent) / count
        growth = min(spent) / count / once
        print(f"  {copies:>2}x {count:>8,} statements {min(spent):>8.3f} s   {growth:.2f} x linear")


def print_growth_of_parallels(documents: Mapping[str, Document], runs: int) -> None:
    """Time finding the parallels of all documents and of copies of them; growth is against linear."""
    print(f"finding parallels in {len(documents)} texts")
    once = 0.0
    for copies in (1, 4, 16):
        larger = {
            WorkId(f"{path} {copy}"): document if not copy else reread(document, copy)
            for copy in range(copies)
            for path, document in documents.items()
        }
        spent = []
        for _ in range(runs):
            began = time.process_time()
            found = find_parallels(larger)
            spent.append(time.process_time() - began)
        once = once or min(spent)
        growth = min(spent) / copies / once
        print(f"  {copies:>2}x {len(found):>8,} passages   {min(spent):>8.3f} s   {growth:.2f} x linear")


def reread(document: Document, copy: int) -> Document:
    """A document whose longer words are others in each copy."""
    return read_document(Source.from_text(document.source.path, other_words(document.source.text, copy))).value


def other_words(text: str, copy: int) -> str:
    """A text with a letter put behind each longer word."""
    return re.sub(r"[^\W\d_]{5,}", lambda match: f"{match[0]}{'bcdfghjklmnpqrst'[copy]}", text)


def copied(version: CompendiumVersion, copies: int) -> CompendiumVersion:
    """A version with its statements several times, each copy in other words and under other headings."""
    statements = [altered(each, copy) for copy in range(copies) for each in version.statements]
    return replace(version, statements=tuple(statements))


def altered(statement: Statement, copy: int) -> Statement:
    """A statement whose longer words are others in each copy, the same ones in every version."""
    if not copy:
        return statement
    words = other_words(statement.words, copy)
    term = f"{statement.term} {copy}"
    return replace(statement, words=words, term=term, path=(*statement.path[:-1], term))


if __name__ == "__main__":
    sys.exit(main())
