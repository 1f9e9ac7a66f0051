"""Links: which changed words are words of links, and whether they only name the place a link leads to.

In: the tokens of a change on both sides. Out: whether links hold them, and whether a sentence that links with some of
its words says something else. A reference (`see Quays`, `page 4`, `below`) rules nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, takewhile

from kb.differences import FUNCTION_WORDS
from kb.grouping import group_pairs
from kb.model import Document, Link
from kb.tokens import Stream, Token

POINTING = frozenset(
    {"see", "cf", "also", "above", "below", "here", "there", "page", "pages", "section", "sections"}
    | {"chapter", "chapters", "rule", "rules", "note", "notes", "table"}
)
"""Common words that a reference is made of."""
_WORD = re.compile(r"[^\W_]+")


class Links:
    """The links of one side, by clause."""

    def __init__(self, document: Document) -> None:
        standing = (link for link in sorted(document.links, key=lambda link: link.span) if link.clause is not None)
        self._by_clause = group_pairs((link.clause, link) for link in standing)
        self._reach = {
            clause: ([link.span.start for link in links], [*accumulate((link.span.end for link in links), max)])
            for clause, links in self._by_clause.items()
        }

    def hold(self, token: Token) -> bool:
        """Whether a link that begins before a token, or with it, reaches to its end."""
        starts, ends = self._reach.get(token.clause, ((), ()))
        at = bisect_right(starts, token.span.start)
        return at > 0 and token.span.end <= ends[at - 1]

    def hold_words(self, tokens: Sequence[Token]) -> bool:
        """Whether the words of tokens are the words of links, function words aside."""
        words = [t for t in tokens if t.is_word and t.form not in FUNCTION_WORDS]
        return bool(words) and all(map(self.hold, words))

    def around(self, tokens: Sequence[Token]) -> Link | None:
        """The link that holds all of some tokens."""
        links, (starts, _) = self._by_clause.get(tokens[0].clause, ()), self._reach.get(tokens[0].clause, ((), ()))
        at = bisect_right(starts, tokens[0].span.start)
        held = at > 0 and links[at - 1].span.holds(tokens[0].span) and links[at - 1].span.holds(tokens[-1].span)
        return links[at - 1] if held else None


def reword_link(streams: tuple[Stream, Stream], links: tuple[Links, Links], sides: tuple[range, range]) -> bool:
    """Whether changed tokens (`sides`: their numbers, some on each side) are common words of a sentence that links with
    some of its words: the link leads where it led and keeps words. Names, figures, words of the address name a place.
    """
    changed = [[stream.tokens[n] for n in side] for stream, side in zip(streams, sides, strict=True)]
    old, new = (links[side].around(changed[side]) for side in (0, 1))
    if old is None or new is None or old.href != new.href:
        return False
    named = POINTING | set(_WORD.findall(old.href.casefold()))
    common = any(t.text.islower() and _weighs(t) and t.form not in named for t in (*changed[0], *changed[1]))
    return common and all(map(_keeps, streams, sides, (old, new)))


def _keeps(stream: Stream, side: range, link: Link) -> bool:
    """Whether a link has a word of weight before or behind some of its tokens."""
    tokens = stream.tokens
    return any(
        _weighs(tokens[at])
        for way in (range(side.start - 1, -1, -1), range(side.stop, len(tokens)))
        for at in takewhile(lambda n: link.span.holds(tokens[n].span), way)
    )


def _weighs(token: Token) -> bool:
    return token.is_word and token.form not in FUNCTION_WORDS and token.form not in POINTING
