"""Items of a ruling: its text, in one line, and what its page shows of it come in; the text goes out with each item on
a line of its own behind a sign.

Where a ruling lists things, only its lines part them: in one line the names of cards run into one another. Words are
never put in or left out; where what is shown has them otherwise, the text stays as it is.
"""

import re
from html import unescape

SIGN = "•"
_LIST = re.compile(r"\n[ \t>]*[-+*•][ \t]")
_TAG = re.compile(r"<[^>]*>")
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


def may_list(source: str) -> bool:
    """Whether the source of a ruling may have items: what is shown of one that has none need not be asked for."""
    return _LIST.search(source) is not None


def part_items(text: str, shown: str) -> str:
    """A text in lines, as the HTML of it has its items; in one where that has none or other words."""
    words, told, items = text.split(), list[str](), set[int]()
    for line in shown.split("<br>"):
        first, *others = unescape(_TAG.sub("", line)).split() or [""]
        if first == SIGN:
            items.add(len(told))
        told += others if first == SIGN else [first, *others]
    plain, wanted = ([each.translate(_STRAIGHT) for each in some] for some in (told, words))
    starts = [at for at in range(len(plain) - len(wanted) + 1) if plain[at : at + len(wanted)] == wanted]
    if not items or len(starts) != 1 or not words:
        return text
    (start,) = starts
    rest = (f"\n{SIGN} {word}" if start + at in items else f" {word}" for at, word in enumerate(words[1:], 1))
    return words[0] + "".join(rest)
