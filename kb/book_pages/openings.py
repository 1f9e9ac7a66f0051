"""How a change begins: what stood and what stands come in, the first of its words goes out, without markup.

In the list of changes and in the name of a link it is told by them from the others.
"""

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from kb.diff import diff, slide
from kb.text import word_forms

LONGEST = 12
"""So many words of a change stand in the list of changes: what tells it apart at a glance."""
PARTED = "\N{HORIZONTAL ELLIPSIS}"
_LEADING = " ,;:.)-–—"
_TRAILING = ",;:"


def open_change(before: Markup, after: Markup) -> str:
    """The first of a change's words: those it brought, else those it took; of one without any, nothing."""
    old, new = (side.striptags().lstrip(_LEADING).split() for side in (before, after))
    words = _brought(old, new) or new or old
    return " ".join(words[:LONGEST]) + (PARTED if len(words) > LONGEST else "")


def _brought(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The words that a change puts in which keeps all that stood there, stretches parted by dots; none of another."""
    sides = [[" ".join(word_forms(word)) for word in words] for words in (before, after)]
    edits = slide(diff(*sides), sides[0], sides[1], rank=lambda edit: 0)
    kept = Counter(form for edit in edits for form in sides[0][edit.old_start : edit.old_end] if form)
    stretches: list[list[str]] = []
    for edit in edits:
        stretch: list[str] = []
        for word, form in zip(
            after[edit.new_start : edit.new_end], sides[1][edit.new_start : edit.new_end], strict=True
        ):
            if kept[form]:
                kept[form] -= 1
            elif form:
                stretch.append(word)
        stretches += [stretch] if stretch else []
    if not before or +kept:
        return []
    told = [[*stretch[:-1], stretch[-1].rstrip(_TRAILING)] for stretch in stretches]
    return [word for number, stretch in enumerate(told) for word in (*([PARTED] if number else []), *stretch)]
