"""Sides: one document as the aligner sees it: words as numbers, classes of clauses, what is still free."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from kb.grouping import group_pairs, lone_values
from kb.model import ClauseKind, Document, LinkKind
from kb.tokens import Stream


def contents_clauses(document: Document) -> frozenset[int]:
    """The clauses that are a table of contents: nearly all of their words lead into the page itself."""
    linked: dict[int, tuple[int, int]] = {}
    for link in document.links:
        if link.clause is not None and link.kind is LinkKind.IN_PAGE:
            count, length = linked.get(link.clause, (0, 0))
            linked[link.clause] = (count + 1, length + len(link.text.strip()))
    wide = {ClauseKind.TABLE_ROW: 2, ClauseKind.LIST_ITEM: 1, ClauseKind.PARAGRAPH: 3, ClauseKind.HTML: 2}
    return frozenset(
        clause
        for clause, (count, length) in linked.items()
        if count >= wide.get(document.clauses[clause].kind, 99)
        and length >= 0.75 * len("".join(document.clauses[clause].text.split()))
    )


@dataclass(slots=True, eq=False)
class Group:
    """A pair in the making."""

    a: list[int]
    b: list[int]
    similarity: float

    def of(self, side: "Side") -> list[int]:
        """Its clauses of one side, rising."""
        return self.b if side.emended else self.a


class Side:
    """One document as the aligner sees it: words as numbers, the class of each clause, what is still free."""

    def __init__(self, stream: Stream, ids: dict[str, int], emended: bool) -> None:
        self.stream, self.emended = stream, emended
        self.clauses = stream.document.clauses
        self.words = [[ids.setdefault(word, len(ids)) for word in stream.words(c)] for c in range(len(self.clauses))]
        contents = contents_clauses(stream.document)
        self.classes = [
            "heading" if clause.kind is ClauseKind.HEADING else "contents" if c in contents else "text"
            for c, clause in enumerate(self.clauses)
        ]
        self.free = set(range(len(self.clauses)))
        self.group_of: dict[int, Group] = {}
        self.grouped: list[int] = []

    def key(self, clause: int) -> Hashable:
        """What makes two clauses equal: class and words, or the bare source where there are no words."""
        if self.words[clause]:
            return (self.classes[clause], tuple(self.words[clause]))
        return (self.clauses[clause].kind, tuple(self.stream.document.source.slice(self.clauses[clause].span).split()))

    def unmarked_headings(self, other: "Side") -> list[int]:
        """The paragraphs whose words are those of one heading of the other side, and stand in no other clause of either
        side: headings that nothing marks as such, bold type perhaps."""
        mine, theirs = (group_pairs((tuple(w), at) for at, w in enumerate(side.words) if w) for side in (self, other))
        return [
            at
            for words, (at, *others) in mine.items()
            if self.clauses[at].kind is ClauseKind.PARAGRAPH
            and not others
            and [other.classes[each] for each in theirs.get(words, ())] == ["heading"]
        ]

    def name_of(self, heading: int) -> tuple[str, ...]:
        """The words of a heading, numbers apart."""
        return tuple(each for each in self.stream.words(heading) if not each[:1].isdigit())

    def lone_headings(self) -> dict[Hashable, int]:
        """The headings whose words no other heading has, by what makes them equal."""
        headings = (at for at, kind in enumerate(self.classes) if kind == "heading" and self.words[at])
        return lone_values((self.key(clause), clause) for clause in headings)

    def lone_titles(self) -> dict[Hashable, int]:
        """The headings whose words no other heading has, numbers apart, by these words."""
        headings = (at for at, kind in enumerate(self.classes) if kind == "heading")
        titles = ((self.name_of(at), at) for at in headings)
        return lone_values((title, at) for title, at in titles if title)

    def take(self, clause: int, group: Group) -> None:
        """Put a clause into a pair."""
        self.free.discard(clause)
        self.group_of[clause] = group
        insort(self.grouped, clause)

    def beside(self, clause: int) -> Iterator[Group]:
        """The pairs next to a clause, the one before it first."""
        at = bisect_left(self.grouped, clause)
        for neighbour in self.grouped[max(0, at - 1) : at + 1]:
            yield self.group_of[neighbour]

    def room_of(self, clauses: Sequence[int]) -> range:
        """Some clauses of one pair (rising) and all around them up to the pairs beside it."""
        at, end = bisect_left(self.grouped, clauses[0]), bisect_right(self.grouped, clauses[-1])
        low = self.grouped[at - 1] + 1 if at else 0
        return range(low, self.grouped[end] if end < len(self.grouped) else len(self.clauses))

    def joined(self, clauses: Sequence[int]) -> list[int]:
        """The words of several clauses."""
        return [word for clause in clauses for word in self.words[clause]]
