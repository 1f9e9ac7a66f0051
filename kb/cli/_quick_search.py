"""Quick answers: `kb search` with plain options and a fresh store is answered before the command line is loaded."""

import json
import sqlite3
import sys
from collections.abc import Sequence

from kb.answers.search import Kind, list_hits, render_hits
from kb.cli._plain import plain_folder, read_options
from kb.cli._printing import print_lines, width
from kb.search import open_index
from kb.text import WORD

_OPTIONS = frozenset({"--kind", "--limit", "--corpus", "--format"})
_KINDS = {kind.value: kind for kind in Kind}
LIMIT, MOST = 20, 10_000
"""How many are shown when nothing else is asked for, and at most."""


def search_quickly(words: Sequence[str]) -> bool:
    """Print the answer of `kb search` and say so; False leaves it to the command."""
    read = read_options(words, _OPTIONS, {"--kind"})
    if read is None:
        return False
    options, asked = read
    question = " ".join(asked)
    kinds = [_KINDS.get(name) for name in options.get("--kind", ())]
    (form,), (limit,) = options.get("--format", ["text"]), options.get("--limit", [str(LIMIT)])
    plain = form in {"text", "json"} and limit.isascii() and limit.isdecimal() and len(limit) < 6
    if not plain or None in kinds or not WORD.search(question) or not 1 <= int(limit) <= MOST:
        return False
    folder = plain_folder(options)
    index = open_index(folder) if folder is not None else None
    if index is None:
        return False
    try:
        results = index.find(question, [kind for kind in kinds if kind is not None], int(limit))
    except sqlite3.DatabaseError:
        return False
    if form == "json":
        sys.stdout.write(json.dumps(list_hits(results), ensure_ascii=False, indent=1) + "\n")
    else:
        print_lines(render_hits(results, width()))
    return True
