"""Rewordings: two wordings of a ruling come in, whether they say the same, or the newer with what was put in and taken
out marked, goes out."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import accumulate

from markupsafe import Markup

from kb.diff import Edit, diff
from kb.html import Link
from kb.interface import Words
from kb.lives import spelled_alike
from kb.model import Statement
from kb.places.naming import write_linked
from kb.similarity import compare_words, holds_words
from kb.text import Span

_LONELY = 1
"""So few words unchanged between two replacements are no islands: they go with them."""
_ARROWS = "\u2190"
"""From here on signs are pictures; before it stand those of trade (`™`)."""
_INNER = re.compile(r"(?<=\w)-")


def _none(_: str) -> Sequence[Link]:
    """No links."""
    return ()


def weigh(text: str) -> tuple[str, ...]:
    """The words that count, with the signs of numbers, and the pictures that stand for words (`★`)."""
    if text.isascii():
        return compare_words(text)
    pictures = (char for char in text if char >= _ARROWS and unicodedata.category(char) == "So")
    return (*compare_words(text), *pictures)


def say_alike(one: Statement, other: Statement) -> bool:
    """Whether one of two statements of a ruling says no more than the other, in the same words."""
    longer, shorter = sorted((compare_words(one.words), compare_words(other.words)), key=len, reverse=True)
    return spelled_alike(longer, shorter) or holds_words(longer, shorter)


def mark_rewording(old: str, new: str, words: Words, find_links: Callable[[str], Sequence[Link]] = _none) -> Markup:
    """`new` with `<ins>`, and what `old` had with `<del>`; eyes that do not see them hear it in words.

    Case, quotes and punctuation are no change, nor is a blank or hyphen inside a word unless nothing else changed; the
    sign of a number is.
    `find_links` gives the links of the words of `new` with single blanks between them; one across the edge of a change
    is left out.
    """
    before, after = old.split(), new.split()
    linked = _Linked(after, find_links(" ".join(after)))
    found = diff([_folded(each) for each in before], [_folded(each) for each in after])
    edits = _joined([each for each in found if _tells(each, before, after)] or found)
    parts: list[Markup] = []
    at = 0
    for edit in edits:
        if edit.new_start > at:
            parts.append(linked.run(at, edit.new_start))
        if not edit.inserts:
            gone = " ".join(before[edit.old_start : edit.old_end])
            begin, end = words("del.begin"), words("del.end")
            parts.append(
                Markup('<del><span class="vh">{} </span>{}<span class="vh"> {}</span></del>').format(begin, gone, end)
            )
        if not edit.deletes:
            put = linked.run(edit.new_start, edit.new_end)
            parts.append(Markup('<ins><span class="vh">{} </span>{}</ins>').format(words("ins.begin"), put))
        at = edit.new_end
    if at < len(after):
        parts.append(linked.run(at, len(after)))
    return Markup(" ").join(parts)


class _Linked:
    """The words of a text, by number, with its links, which are in order and apart."""

    def __init__(self, tokens: Sequence[str], links: Sequence[Link]) -> None:
        self.text, self.links = " ".join(tokens), links
        self.starts = list(accumulate((len(each) + 1 for each in tokens), initial=0))

    def run(self, first: int, last: int) -> Markup:
        """The words from one up to another, with the links that lie within them."""
        return write_linked(self.text, Span(self.starts[first], self.starts[last] - 1), self.links)


def _folded(token: str) -> str:
    return "".join(weigh(token)) or token


def _tells(edit: Edit, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether an edit changes more than a blank or a hyphen inside a word."""
    return _letters(before[edit.old_start : edit.old_end]) != _letters(after[edit.new_start : edit.new_end])


def _letters(tokens: Sequence[str]) -> str:
    return "".join(_INNER.sub("", word) for token in tokens for word in weigh(token))


def _joined(edits: Sequence[Edit]) -> list[Edit]:
    """Edits with no more than a lonely word between them become one, where both replace something."""
    joined: list[Edit] = []
    for edit in edits:
        last = joined[-1] if joined else None
        if (
            last is not None
            and edit.old_start - last.old_end <= _LONELY
            and not (last.inserts or last.deletes or edit.inserts or edit.deletes)
        ):
            joined[-1] = Edit(last.old_start, edit.old_end, last.new_start, edit.new_end)
        else:
            joined.append(edit)
    return joined
