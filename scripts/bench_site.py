"""Time building a site beside what mkdocs takes for the raw texts, and the preview: processor seconds, best of several.

The raw texts are a plain project of mkdocs-material with its search: all of them in the navigation, as mkdocs has it
when nothing is said, and with the cards outside it, as here. Runs take turns, so that a busy machine is busy for all,
and each makes a site where none was: who writes right behind a removal pays for it on some disks.
Where cards of a corpus are not at hand all is timed a second time with them, and with the versions of rulings that are
not: copies of those at hand, by other names, versions without some of their rulings.
The preview is timed from an edited paragraph to the page that is open on it, for each rulebook at hand and the newest
version of each rulings file.

.venv/bin/python scripts/bench_site.py [--corpus rules_source/lantern] [--runs 3]
"""

import argparse
import gc
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

import yaml

from kb.cli._following import POLL_SECONDS, SETTLE_SECONDS
from kb.cli._progress import Progress
from kb.cli._showing import Showing
from kb.files import MANIFEST_NAME, Corpus, read_corpus
from kb.model import Role
from kb.tools.builders import Builder
from kb.tools.preview import GLANCE_SECONDS

LEFT_OUT = 20
"""Of so many lines a version that is made for one not at hand lacks one, where it is a ruling."""
RAW = "mkdocs, raw texts"
OUTSIDE = "mkdocs, cards outside the navigation"
OURS = "kb build"
SEEN = POLL_SECONDS + SETTLE_SECONDS + GLANCE_SECONDS + 0.02
"""How long an edit may lie there before `kb serve` and the browser see it; the browser then loads the page."""


def main() -> int:
    """Time one corpus; 1 when it has no manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=Path("rules_source/lantern"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    opened = read_corpus(options.corpus).value
    if opened is None:
        print(f"`{options.corpus}` has no manifest", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        time_sites(opened, Path(folder) / "at-hand", options.runs)
        time_preview(opened, Path(folder) / "at-hand", options.runs)
        filled = fill(opened, Path(folder) / "filled" / opened.folder.name)
        if filled is not None:
            time_sites(filled, Path(folder) / "all", 1)
            time_preview(filled, Path(folder) / "all", options.runs)
    return 0


def time_sites(opened: Corpus, folder: Path, runs: int) -> None:
    """The builds side by side."""
    commands = {
        RAW: [*raw_project(opened, folder / "raw", outside=False), "--site-dir"],
        OUTSIDE: [*raw_project(opened, folder / "outside", outside=True), "--site-dir"],
        OURS: [sys.executable, "-m", "kb.cli", "build", "--quiet", "--corpus", str(opened.folder), "--site"],
    }
    best: dict[str, float] = {}
    for number in range(runs):
        for place, (name, command) in enumerate(commands.items()):
            site = folder / f"site-{place}-{number}"
            spent = children(partial(run, [*command, str(site)]))
            best[name] = min(spent, best.get(name, spent))
    size = sum(map(len, opened.texts.values()))
    print(f"{opened.folder.name}: {len(opened.texts)} texts, {size / 1e6:.1f} MB, best of {runs}, children included")
    for name, seconds in best.items():
        print(f"  {name:<40} {seconds:>7.2f} s   {best[OURS] / seconds:>5.2f} x for {OURS}")


def fill(opened: Corpus, folder: Path) -> Corpus | None:
    """The corpus with a card for each that is not at hand, and with every version of its rulings; None where there is
    no card to be made, or to be made from."""
    cards = {text.path for text in opened.manifest.cards}
    there, lacking = sorted(cards & opened.texts.keys()), sorted(cards - opened.texts.keys())
    sums = yaml.safe_load((opened.folder / MANIFEST_NAME).read_text(encoding="utf-8")).get("cards", {}).get("sums")
    if not there or not lacking or sums is None:
        return None
    shutil.copytree(opened.folder, folder)
    texts = folder / opened.manifest.folder
    for number, path in enumerate(lacking):
        like = there[number % len(there)]
        name, other = (Path(each).stem for each in (path, like))
        text = opened.texts[like].decode().replace(name_in(opened.texts[like]), name.replace("-", " ").title())
        (texts / path).parent.mkdir(parents=True, exist_ok=True)
        (texts / path).write_text(text.replace(f"/{other}/", f"/{name}/"), encoding="utf-8")
    marks = (f"{sha256((texts / path).read_bytes()).hexdigest()}  {path}\n" for path in sorted(cards))
    (folder / sums).write_text("".join(marks), encoding="utf-8")
    for compendium in opened.manifest.compendia:
        made = None
        for number, version in enumerate(reversed(compendium.issues)):
            made = opened.texts.get(version.text.path) or (made and thinned(made, number))
            if made is not None:
                (texts / version.text.path).parent.mkdir(parents=True, exist_ok=True)
                (texts / version.text.path).write_bytes(made)
    return read_corpus(folder).value


def thinned(text: bytes, number: int) -> bytes:
    """A version of rulings without some of those of the version behind it, others in each."""
    lines = text.split(b"\n")
    return b"\n".join(each for at, each in enumerate(lines) if (at + number) % LEFT_OUT or not each.startswith(b"- "))


def name_in(text: bytes) -> str:
    """The title that the head of a page tells."""
    found = re.search(r"^title: *(.+?) *$", text.decode(), re.MULTILINE)
    return found[1].strip("\"'") if found else "\0"


def raw_project(opened: Corpus, folder: Path, outside: bool) -> list[str]:
    """A project of the texts as they are, and the command that builds it."""
    cards = {text.path for text in opened.manifest.cards}
    for path, data in opened.texts.items():
        place = folder / "docs" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    config: dict[str, object] = {"site_name": "Raw texts", "theme": {"name": "material", "font": False}}
    if outside:
        config |= {"nav": sorted(opened.texts.keys() - cards), "not_in_nav": "/**"}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    program = Path(sys.executable).with_name("mkdocs")
    return [str(program), "build", "--quiet", "--config-file", str(folder / "mkdocs.yml")]


def run(command: list[str]) -> None:
    """Run a program as on a machine where its byte-code is kept; raises CalledProcessError."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, capture_output=True, env=kept | {"NO_MKDOCS_2_WARNING": "1"})


def children(work: Callable[[], None]) -> float:
    """The processor seconds of the processes that some work starts and waits for, their own included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_preview(opened: Corpus, folder: Path, runs: int) -> None:
    """A paragraph edited in each text of some kinds: until the page of the text, open somewhere, lies there anew, by
    the clock, and until all pages of the first look do, in processor seconds."""
    corpus, empty, site = folder / "corpus", folder / "empty", folder / "preview"
    shutil.copytree(opened.folder, corpus)
    empty.mkdir(parents=True)
    showing = Showing(corpus, site, Builder.MKDOCS, empty, Progress(quiet=True))
    gc.disable()  # as kb.cli._maker does: rubbish is looked for when nobody waits
    gc.freeze()
    print(f"preview of {len(opened.texts)} texts: from an edited paragraph to its page, {runs} times")
    print(f"  and {SEEN:.2f} s at most until it is seen")
    for path, page in (*rulebooks(opened), *rulings(opened)):
        place, shown = corpus / opened.manifest.folder / path, site / page / "index.html"
        kept = place.read_bytes()
        spent: list[tuple[float, float]] = []
        for number in range(runs):
            before = shown.stat().st_ino
            place.write_bytes(edited(kept, f" Edited {number}."))
            began = time.perf_counter(), time.process_time()
            with ThreadPoolExecutor(1) as beside:
                put = beside.submit(when_another, shown, before)
                showing.look_again([place], {page})
                spent.append((time.process_time() - began[1], put.result() - began[0]))
            gc.collect()
        place.write_bytes(kept)
        showing.look_again([place])
        clock = [each[1] for each in spent]
        told = f"{min(clock):.2f} to {max(clock):.2f} s by the clock"
        print(f"  {path:<44} {told}; all its pages {min(spent)[0]:.2f} s of processor time")


def when_another(file: Path, was: int) -> float:
    """The moment when a file is another than it was (its number), or long after."""
    until = time.perf_counter() + 60
    while time.perf_counter() < until and file.stat().st_ino == was:
        time.sleep(0.005)
    return time.perf_counter()


def rulebooks(opened: Corpus) -> Iterator[tuple[str, str]]:
    """The texts at hand that have a page to read them, and the address of that."""
    for work in opened.manifest.works:
        for each in work.editions:
            if each.text.path in opened.texts and (each.role is Role.EMENDED or each.id == work.base):
                yield each.text.path, f"rules/{work.id}/" + "published/" * (each.role is not Role.EMENDED)


def rulings(opened: Corpus) -> Iterator[tuple[str, str]]:
    """The newest version at hand of each rulings file, and the address of what it changed."""
    for compendium in opened.manifest.compendia:
        there = [each for each in compendium.issues if each.text.path in opened.texts]
        newest = sorted(there, key=lambda each: each.text.date)[-1:]
        yield from ((each.text.path, f"rulings/versions/{each.id}/") for each in newest)


def edited(text: bytes, words: str) -> bytes:
    """A text with more words in its second half."""
    lines = text.split(b"\n")
    at = next(
        n for n in range(len(lines) // 2, len(lines)) if lines[n].rstrip().endswith(b".") and b"<" not in lines[n]
    )
    lines[at] = lines[at].rstrip() + words.encode()
    return b"\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
