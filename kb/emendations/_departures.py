"""Whole clauses that went, and what a footnote at their place tells of them.

In: an alignment and the changes that took out whole clauses. Out: those of one place that some footnotes there explain.
A footnote behind the last words before them explains what stood below the same heading. A section that went as a whole
stood below its own: of it the footnote tells only if it names that heading, or that of a section within it.
"""

from collections.abc import Collection, Iterator, Sequence

from kb.align import SEVERAL, Alignment, Section, find_lacking
from kb.emendations._found import Found
from kb.model import FootnoteId, current_of
from kb.similarity import compare_words, holds_words


class Departures:
    """The changes of a text that took out whole clauses, without footnotes so far."""

    def __init__(self, alignment: Alignment, going: Sequence[Found]) -> None:
        self.alignment = alignment
        self.by_place: dict[int, list[Found]] = {}
        for each in going:
            self.by_place.setdefault(each.edit.new_start, []).append(each)

    def told_by(self, footnotes: Collection[FootnoteId], at: int) -> Iterator[Found]:
        """Those that stood before the emended token `at` and that some footnotes there explain."""
        here = self.by_place.get(at, [])
        if not here:
            return
        notes = [current_of(each.pieces) for each in self.alignment.emended.definitions if each.id in footnotes]

        def is_several(section: Section) -> bool:
            return sum(each.old_clause in section.clauses for each in here) >= SEVERAL

        def is_named(section: Section) -> bool:
            return any(names_heading(note, section.heading.text) for note in notes)

        published, gone = self.alignment.published, self.alignment.deletions
        named = {clause for each in find_lacking(published, gone, is_named) for clause in each.clauses}
        whole = {clause for each in find_lacking(published, gone, is_several) for clause in each.clauses}
        yield from (each for each in here if each.old_clause in named or each.old_clause not in whole)


def names_heading(words: str, heading: str) -> bool:
    """Whether some words name a heading, the number that leads it aside; one of a single word as a name is written."""
    name = compare_words(heading)
    while name and any(sign.isdigit() for sign in name[0]):
        name = name[1:]
    if len(name) == 1:
        return any(compare_words(word) == name and _is_capital(word) for word in words.split())
    return holds_words(compare_words(words), name)


def _is_capital(word: str) -> bool:
    return next((sign for sign in word if sign.isalpha()), "").isupper()
