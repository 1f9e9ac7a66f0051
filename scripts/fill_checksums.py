"""Write the checksums of a SHA256SUMS into a corpus, and say which of its files no entry names.

    python scripts/fill_checksums.py rules_source/meccg path/to/SHA256SUMS 'docs/cards/?/*.md'

Every `path:` line of corpus.yml gets the `sha256:` line after it that the list has for it. Files that match
the pattern go into `cards.sha256` beside it. Nothing is written when an entry's file is not in the list.
"""

import argparse
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

PATH_LINE = re.compile(r"^(?P<lead>[ \-]*)path: (?P<path>\S.*)\n(?:[ ]*sha256: .*\n)?", re.MULTILINE)


def read_sums(text: str) -> dict[str, str]:
    """Checksums by path, from lines as `sha256sum` writes them."""
    return {line[66:]: line[:64] for line in text.splitlines() if line}


def fill(corpus: str, sums: dict[str, str]) -> tuple[str, list[str], set[str]]:
    """The corpus with its checksums, the paths the list lacks, and the paths it names."""
    absent: list[str] = []
    named: set[str] = set()

    def with_sum(match: re.Match[str]) -> str:
        path = match["path"].strip()
        named.add(path)
        if path not in sums:
            absent.append(path)
            return match[0]
        lead = match["lead"].replace("-", " ")
        return f"{match['lead']}path: {path}\n{lead}sha256: {sums[path]}\n"

    return PATH_LINE.sub(with_sum, corpus), absent, named


def main() -> int:
    """Fill one corpus; 1 when a file is in one of the two only."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("sums", type=Path)
    parser.add_argument("cards", nargs="?", default="", help="pattern of the card pages")
    options = parser.parse_args()
    manifest = options.corpus / "corpus.yml"
    sums = read_sums(options.sums.read_text(encoding="utf-8"))
    filled, absent, named = fill(manifest.read_text(encoding="utf-8"), sums)
    for path in absent:
        print(f"{manifest}: `{path}` is not in {options.sums}", file=sys.stderr)
    cards = [path for path in sorted(sums) if path not in named and options.cards and fnmatchcase(path, options.cards)]
    left = sorted(set(sums) - named - set(cards))
    for path in left:
        print(f"{manifest}: no entry names `{path}`", file=sys.stderr)
    if absent:
        return 1
    manifest.write_text(filled, encoding="utf-8")
    if cards:
        lines = "".join(f"{sums[path]}  {path}\n" for path in cards)
        (options.corpus / "cards.sha256").write_text(lines, encoding="utf-8")
    print(f"{len(named)} texts and {len(cards)} card pages have their checksum; {len(left)} files have no entry")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
