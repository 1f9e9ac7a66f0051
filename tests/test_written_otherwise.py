"""Markdown that means the same is told alike: other marks of lists and emphasis, other blank lines, a mark of the
encoding; and what is found is what was found, wherever it stands now."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.built import LANTERN
from tests.ciphering import Corpus
from tests.test_ciphered import told, without_words

PLACES = frozenset({"line", "start", "span", "published_span", "emended_span"})
HEAD = re.compile(r"---\n.*?\n---\n", re.DOTALL)
LIST = re.compile(r"(?m)^((?:> ?)*\s*)[-*]( +\S)")
EMPHASIS = re.compile(r"(?<![\w_*\\/])_(?=[^\s_])([^_\n*]+?)(?<=[^\s_\\])_(?![\w_*])")
BLANK = re.compile(r"\n\n(?=[#A-Z])")


def write_otherwise(path: str, text: str) -> str:
    """A page with `+` before items, `*` around emphasis, two blank lines for one, none at its end."""
    if not path.endswith(".md"):
        return text
    head = HEAD.match(text)
    at = head.end() if head else 0
    body = BLANK.sub("\n\n\n", EMPHASIS.sub(r"*\1*", LIST.sub(r"\1+\2", text[at:])))
    return "\ufeff" + text[:at] + body.rstrip("\n")


def without_places(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_places(each) for key, each in value.items() if key not in PLACES}
    return [without_places(each) for each in value] if isinstance(value, list) else value


def test_markdown_that_means_the_same_is_told_alike(tmp_path: Path) -> None:
    corpus = Corpus(LANTERN)
    (tmp_path / "one").mkdir()
    one: dict[str, Any] = told(corpus.write(tmp_path / "one"))
    before = dict(corpus.texts)
    corpus.texts = {path: write_otherwise(path, text) for path, text in before.items()}
    assert sum(corpus.texts[path] != text for path, text in before.items()) > 30
    (tmp_path / "two").mkdir()
    two: dict[str, Any] = told(corpus.write(tmp_path / "two"))
    for part in ("emendations", "footnotes", "rulings", "histories", "instructions", "unapplied"):
        first, second = (without_words(without_places(each[part])) for each in (one, two))
        assert first == second, part
    first, second = (Counter((path, code) for path, _, _, code in each["findings"]) for each in (one, two))
    assert first == second
