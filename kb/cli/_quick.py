"""Quick answers: `kb rulings` with plain options and a fresh store is answered before the command line is loaded.

Whatever is not plain (help, a slip, an unknown term, a store that is stale) is left to the command itself, which
says the same at more leisure; so this module may refuse, and never complains.
"""

import json
import sys
from collections.abc import Mapping, Sequence

from kb.answers.ruling_list import Question, answer_question, find_version, known_terms, list_rulings
from kb.answers.ruling_text import render_rulings
from kb.cli._plain import plain_folder, read_options
from kb.cli._printing import print_lines, width
from kb.dates import date_problem
from kb.force import Play, Status
from kb.store import load_shelves

_OPTIONS = frozenset({"--term", "--in", "--as-of", "--known-on", "--play", "--status", "--corpus", "--format"})


def answer_quickly(words: Sequence[str]) -> bool:
    """Print the answer of `kb rulings` and say so; False leaves it to the command."""
    read = read_options(words, _OPTIONS)
    if read is None or read[1]:
        return False
    options = {name: values[0] for name, values in read[0].items()}
    question, folder = _question(options), plain_folder(read[0])
    if question is None or folder is None:
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
