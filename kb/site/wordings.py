"""Rewordings: two wordings of a ruling come in, whether they say the same, or the newer with what was put in and taken
out marked, goes out."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from kb.diff import Edit, diff
from kb.interface import Words
from kb.lives import spelled_alike
from kb.model import Statement
from kb.similarity import compare_words, holds_words
from kb.text import word_forms

_LONELY = 1
"""So few words unchanged between two replacements are no islands: they go with them."""


def say_alike(one: Statement, other: Statement) -> bool:
    """Whether one of two statements of a ruling says no more than the other, in the same words."""
    longer, shorter = sorted((compare_words(one.words), compare_words(other.words)), key=len, reverse=True)
    return spelled_alike(longer, shorter) or holds_words(longer, shorter)


def mark_rewording(old: str, new: str, words: Words) -> Markup:
    """`new` with `<ins>`, and what `old` had with `<del>`; eyes that do not see them hear it in words.

    Case, quotes and punctuation are no change, nor is a blank or hyphen inside a word unless nothing else changed.
    """
    before, after = old.split(), new.split()
    found = diff([_folded(each) for each in before], [_folded(each) for each in after])
    edits = _joined([each for each in found if _tells(each, before, after)] or found)
    parts: list[Markup] = []
    at = 0
    for edit in edits:
        if edit.new_start > at:
            parts.append(escape(" ".join(after[at : edit.new_start])))
        if not edit.inserts:
            gone = " ".join(before[edit.old_start : edit.old_end])
            begin, end = words("del.begin"), words("del.end")
            parts.append(
                Markup('<del><span class="vh">{} </span>{}<span class="vh"> {}</span></del>').format(begin, gone, end)
            )
        if not edit.deletes:
            put = " ".join(after[edit.new_start : edit.new_end])
            parts.append(Markup('<ins><span class="vh">{} </span>{}</ins>').format(words("ins.begin"), put))
        at = edit.new_end
    if at < len(after):
        parts.append(escape(" ".join(after[at:])))
    return Markup(" ").join(parts)


def _folded(token: str) -> str:
    return "".join(word_forms(token)) or token


def _tells(edit: Edit, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether an edit changes more than a blank or a hyphen inside a word."""
    return _letters(before[edit.old_start : edit.old_end]) != _letters(after[edit.new_start : edit.new_end])


def _letters(tokens: Sequence[str]) -> str:
    return "".join(word_forms("".join(tokens))).replace("-", "")


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
