"""Ids in a document: the words of a heading come in, its anchor as the upstream site makes it goes out; clauses are
counted.

The rules of anchors are those of kramdown's GFM parser; headings inside HTML elements get kramdown's own older kind of
id.
"""

import re
import unicodedata
from collections import Counter

from kb.paths import first_free

_ENCLOSED = re.compile("[Ⓐ-ⓩ🄰-🅉🅐-🅩🅰-🆉]")
"""Letters in circles and squares: symbols by their category, letters to a pattern of words."""


class Anchors:
    """Gives out ids in document order; a repeated one gets `-1`, `-2` and so on."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._seen_in_html: Counter[str] = Counter()

    def heading(self, words: str) -> str:
        """The id of a heading from its words: everything but word characters, `-`, blank and tab dropped."""
        plain = "".join(char for char in words.lower() if char in "- \t" or _is_word(char))
        plain = plain.replace(" ", "-").replace("\t", "-")
        self._seen[plain] += 1
        return plain if self._seen[plain] == 1 else f"{plain}-{self._seen[plain] - 1}"

    def heading_in_html(self, words: str) -> str:
        """The id of a heading inside an HTML element: only ASCII letters, digits, blanks and `-` are kept."""
        plain = re.sub(r"^[^a-zA-Z]+", "", words, flags=re.MULTILINE)
        plain = re.sub(r"[^a-zA-Z0-9 -]", "", plain).replace(" ", "-").lower() or "section"
        self._seen_in_html[plain] += 1
        return plain if self._seen_in_html[plain] == 1 else f"{plain}-{self._seen_in_html[plain] - 1}"


class ClauseIds:
    """Gives out ids of clauses in document order, `<section>.<kind><n>`; `taken` are those given already."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, prefix: str, kind: str) -> str:
        """The next id of a kind below a section, an item or a box; nested items have no kind (`li3.1`)."""
        self._counts[prefix, kind] += 1
        return f"{prefix}.{kind}{self._counts[prefix, kind]}"

    def lead(self, item: str) -> None:
        """The first paragraph of an item goes by the id of the item."""
        self._counts[item, "p"] = 1

    def take(self, ident: str) -> str:
        """An id that is no other's."""
        unique = first_free(ident, self.taken, "~")
        self.taken.add(unique)
        return unique


def _is_word(char: str) -> bool:
    if char.isascii():
        return char.isalnum() or char == "_"
    category = unicodedata.category(char)
    return category[0] in "LM" or category in {"Nd", "Nl", "Pc"} or _ENCLOSED.match(char) is not None
