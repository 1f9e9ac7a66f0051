"""Items of a ruling: its text, in one line, and what its page shows of it come in; the text goes out with each item on
a line of its own behind its sign: a bullet, or its number.

Where a ruling lists things, only its lines part them: in one line the names of cards run into one another. Words are
never put in or left out; where what is shown has them otherwise, the text stays as it is.
"""

import re
from html import unescape

_SIGN = re.compile(r"•|\d+\.")
_LIST = re.compile(r"\n[ \t>]*(?:[-+*•]|\d+[.)])[ \t]")
_TAG = re.compile(r"<[^>]*>")
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


def may_list(source: str) -> bool:
    """Whether the source of a ruling may have items: what is shown of one that has none need not be asked for."""
    return _LIST.search(source) is not None


def part_items(text: str, shown: str) -> str:
    """A text in lines, as the HTML of it has its items; in one where that has none or other words."""
    words, told, items = text.split(), list[str](), dict[int, str]()
    for line in shown.split("<br>"):
        first, *others = unescape(_TAG.sub("", line)).split() or [""]
        is_item = _SIGN.fullmatch(first) is not None
        if is_item:
            items[len(told)] = first
        told += others if is_item else [first, *others]
    plain, wanted = ([each.translate(_STRAIGHT) for each in some] for some in (told, words))
    starts = [at for at in range(len(plain) - len(wanted) + 1) if plain[at : at + len(wanted)] == wanted]
    if not items or len(starts) != 1 or not words:
        return text
    (start,) = starts
    signs = (items.get(start + at) for at in range(1, len(words)))
    rest = (f"\n{sign} {word}" if sign else f" {word}" for sign, word in zip(signs, words[1:], strict=True))
    return words[0] + "".join(rest)
