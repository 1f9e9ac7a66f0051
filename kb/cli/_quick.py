"""Quick answers: `kb rulings` with plain options and a fresh store is answered before the command line is loaded.

Whatever is not plain (help, a slip, an unknown term, a store that is stale) is left to the command itself, which
says the same at more leisure; so this module may refuse, and never complains.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import kb
from kb.cli._printing import print_lines, width
from kb.dates import date_problem
from kb.force import Play, Status
from kb.queries.ruling_list import Question, answer_question, find_version, known_terms, list_rulings
from kb.queries.ruling_text import render_rulings
from kb.store import load_shelves

_OPTIONS = frozenset({"--term", "--in", "--as-of", "--known-on", "--play", "--status", "--corpus", "--format"})


def answer_quickly(words: Sequence[str]) -> bool:
    """Print the answer of `kb rulings` and say so; False leaves it to the command."""
    options = _read_options(words)
    question = _question(options) if options is not None else None
    folder = _folder(options) if options is not None else None
    if options is None or question is None or folder is None:
        return False
    shelves = load_shelves(folder, question.term)
    if shelves is None or (question.version and find_version(shelves, question.version) is None):
        return False
    if question.term is not None and not known_terms(shelves, question.term):
        return False
    answered = answer_question(shelves, question)
    if options.get("--format") == "json":
        answer = {**list_rulings(answered), "did_you_mean": []}
        sys.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1) + "\n")
    else:
        print_lines(render_rulings(answered, width()))
    return True


def _folder(options: Mapping[str, str]) -> Path | None:
    """The folder of the corpus, found as `kb.cli._corpus` finds it."""
    wanted = options.get("--corpus") or os.environ.get("KB_CORPUS") or "lantern"
    places = [Path(wanted)]
    if Path(wanted).name == wanted:
        places += [Path("rules_source") / wanted, Path(kb.__file__).parent.parent / "rules_source" / wanted]
    found = (place for place in places if os.path.isfile(place / "corpus.yml"))  # noqa: PTH113  never raises
    return next(found, None)


def _question(options: Mapping[str, str]) -> Question | None:
    """What is asked, or None when a value is not plain."""
    plays, statuses = {each.value: each for each in Play}, {each.value: each for each in Status}
    play, status = plays.get(options.get("--play", "tournament")), statuses.get(options.get("--status", ""))
    dates = [options[name] for name in ("--as-of", "--known-on") if name in options]
    plain = options.get("--format", "text") in {"text", "json"} and not any(map(date_problem, dates))
    if play is None or (status is None and "--status" in options) or not plain:
        return None
    term, version = options.get("--term"), options.get("--in")
    return Question(term, version, options.get("--as-of"), options.get("--known-on"), play, status)


def _read_options(words: Sequence[str]) -> dict[str, str] | None:
    """Options with their values when all are plain ones, given once."""
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals:
            value = next(rest, "")
        if name not in _OPTIONS or name in found or not value or value.startswith("-"):
            return None
        found[name] = value
    return found
