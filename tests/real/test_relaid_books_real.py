"""The real rulebooks set otherwise: the same words in other paragraphs and lists are no change of words."""

import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path

import pytest

from kb.emendations import find_emendations
from tests.applying import apply_records, read, words_of

FOLDER = "meccg/docs/original"
BOOKS = ("rulebooks/against-the-shadow.md", "rulebooks/the-lidless-eye.md", "tournament/policy-3.md")
SENTENCE = re.compile(r"(?<=[a-z]\.) (?=[A-Z])")
PROSE = re.compile(r'[A-Z"][^\n|<]{150,}$')
ITEMS = re.compile(r"- .*(?:\n- .*)+$")


def prose(block: str) -> bool:
    """Whether a block is a paragraph on one line, its emphasis closed in each sentence."""
    return bool(PROSE.match(block)) and not any(part.count("_") % 2 for part in SENTENCE.split(block))


def parted(block: str) -> str:
    return "\n\n".join(SENTENCE.split(block, maxsplit=1)) if prose(block) else block


def listed(block: str) -> str:
    return "\n- ".join(SENTENCE.split(block)).replace("\n- ", "\n\n- ", 1) if prose(block) else block


def quoted(block: str) -> str:
    return f"> {block}" if prose(block) else block


def wrapped(block: str) -> str:
    return re.sub(r"(.{60,78}) (?![-+*#>=|:]|\d)", r"\1\n", block) if prose(block) else block


def running(block: str) -> str:
    """A list as a paragraph."""
    return " ".join(item.strip() for item in block.removeprefix("- ").split("\n- ")) if ITEMS.match(block) else block


def every_second(change: Callable[[str], str], blocks: list[str]) -> list[str]:
    return [change(block) if number % 2 else block for number, block in enumerate(blocks)]


def joined(blocks: list[str]) -> list[str]:
    """Paragraphs that stand beside each other as one, two by two."""
    both = [first and prose(first) and prose(second) for first, second in pairwise([*blocks, ""])]
    begins = [both[at] and not (at and both[at - 1]) for at in range(len(blocks))]
    found: list[str] = []
    for at, block in enumerate(blocks):
        if at and begins[at - 1]:
            found[-1] += " " + block
        else:
            found.append(block)
    return found


LAYOUTS: dict[str, Callable[[list[str]], list[str]]] = {
    change.__name__: (lambda blocks, change=change: every_second(change, blocks))
    for change in (parted, listed, quoted, wrapped)
} | {"running": lambda blocks: list(map(running, blocks)), "joined": joined}


HAVE_NONE = {("running", BOOKS[0]), ("running", BOOKS[2]), ("joined", BOOKS[0])}
"""Books without such lists, or without short paragraphs beside each other."""


@pytest.mark.parametrize(("layout", "path"), [each for each in product(LAYOUTS, BOOKS) if each not in HAVE_NONE])
def test_the_same_words_are_no_change(real_texts: Path, layout: str, path: str) -> None:
    text = (real_texts / FOLDER / path).read_text("utf-8")
    blocks = text.split("\n\n")
    other = LAYOUTS[layout](blocks)
    assert other != blocks
    old, new = read(text), read("\n\n".join(other))
    records = find_emendations(old, new)
    assert [record for record in records if record.substantive] == []
    assert apply_records(old, new, records) == words_of(new)
