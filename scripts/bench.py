"""Time the passes of a build: processor seconds of each, best of several runs.

.venv/bin/python scripts/bench.py [--corpus rules_source/lantern] [--runs 3]
"""

import argparse
import sys
from pathlib import Path

from kb.diagnostics import render_text
from kb.files import read_corpus
from kb.pipeline import build_kb


def main() -> int:
    """Time one corpus; 1 when it has no manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=Path("rules_source/lantern"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    read = read_corpus(options.corpus)
    if read.value is None:
        print("\n".join(render_text(found) for found in read.diagnostics), file=sys.stderr)
        return 1
    best: dict[str, tuple[int, float]] = {}
    for _ in range(options.runs):

        def report(name: str, handled: int, seconds: float) -> None:
            best[name] = (handled, min(seconds, best.get(name, (0, seconds))[1]))

        build_kb(read.value.manifest, read.value.texts, report)
    size = sum(map(len, read.value.texts.values()))
    print(f"{options.corpus}: {len(read.value.texts)} texts, {size / 1e6:.1f} MB, best of {options.runs}")
    for name, (handled, seconds) in best.items():
        print(f"  {name:<24} {handled:>7} {seconds:>8.3f} s")
    print(f"  {'all':<24} {'':>7} {sum(seconds for _, seconds in best.values()):>8.3f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
