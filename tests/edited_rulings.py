"""Edits of rulings files for tests: a corpus's texts come in, again and again with one version edited otherwise."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.corpus import Manifest
from kb.graph import Kb
from kb.memory import Memory
from kb.pipeline import Making
from kb.pipeline._reading import read_sheets, read_texts, read_versions, write_chronicles

SAID = re.compile(r"[^#].{30,}\.\W*$")


def follow_texts(manifest: Manifest, texts: Mapping[str, bytes], memory: Memory) -> Making:
    """What is known of a corpus when its chronicles are written, and nothing else is read."""
    making = Making(texts, Kb(manifest, {}, {}, {}, (), {}, (), checked=(), memory=memory))
    for stage in (read_texts, read_versions, read_sheets, write_chronicles):
        making = stage(making)
    return making


def tell_same(first: Making, second: Making) -> dict[str, bool]:
    """Of what two have, whether it is the same. Where it is not, nobody should wait for all of it to be shown."""
    return {
        "chronicles": first.kb.chronicles == second.kb.chronicles,
        "rulings": first.kb.rulings == second.kb.rulings,
        "diagnostics": first.diagnostics == second.diagnostics,
    }


def edit_in_turn(texts: Mapping[str, bytes], paths: Sequence[str], count: int) -> Iterator[dict[str, bytes]]:
    """The texts after one edit more each time, of one path after the other; the last of them every other time."""
    edited = dict(texts)
    for number in range(count):
        path = paths[-1] if number % 2 == 0 else paths[number // 2 % len(paths)]
        edited[path] = "\n".join(edit_lines(edited[path].decode().split("\n"), number)).encode()
        yield dict(edited)


def edit_lines(lines: list[str], number: int) -> list[str]:
    """Lines with one edit, another kind of it with each number: a ruling reworded, taken out, said again elsewhere, cut
    in two, run together, or under a heading with a slip."""
    items = [at for at, line in enumerate(lines) if SAID.match(line)]
    headings = [at for at, line in enumerate(lines) if line.startswith("### ")] or items
    kind = number % 7
    if kind in {4, 5}:
        items = [at for at in items if ". " in lines[at]]
    at = items[-1 - (5 * number) % len(items)]
    if kind == 0:
        lines[at] += f" A heron {number} is seen."
    elif kind == 1:
        words = lines[at].split(" ")
        lines[at] = " ".join((*words[:-3], "heron", *words[-3:]))
    elif kind == 2:
        del lines[at]
    elif kind == 3:
        lines.insert(items[number % len(items)], lines[at])
    elif kind == 4:
        lines[at] = lines[at].replace(". ", ".\n - ", 1)
    elif kind == 5:
        lines[at] = lines[at].replace(". ", " ")
    else:
        at = headings[number % len(headings)]
        lines[at] = lines[at][:6] + lines[at][7:]
    return lines
