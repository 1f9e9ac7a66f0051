"""Quotations that were outlived: a knowledge base comes in; which footnotes quote words that a later version of the
compendium has otherwise, or has no more, goes out.

A quotation that still stands in the newest wording of its ruling is none of them, whatever else changed in that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.attested import Attestation, Change, Life
from kb.force import Calendar
from kb.graph import Kb
from kb.provenance import FootnoteVerdict
from kb.similarity import compare_words, holds_words
from kb.wording import read_wording


@dataclass(frozen=True, slots=True)
class Outlived:
    """A footnote, the ruling it quotes, the version whose words these are, and the later one that ended them."""

    verdict: FootnoteVerdict
    life: Life
    calendar: Calendar
    quoted: Attestation
    ended: Attestation

    @property
    def dropped(self) -> bool:
        """Whether the ruling itself ended."""
        return self.ended.change is Change.DROPPED


Places = Mapping[tuple[str, int], list[tuple[Life, Calendar, int]]]


def find_outlived(kb: Kb, path: str) -> Iterator[Outlived]:
    """Those of the footnotes of a document."""
    verdicts = [each for each in kb.footnotes.get(path, ()) if each.quote is not None]
    places = find_stated(kb) if verdicts else {}
    for verdict in verdicts:
        for life, calendar, number in find_quoted(verdict, places):
            ended = _ended(verdict.quote or "", life, number)
            if ended is not None:
                yield Outlived(verdict, life, calendar, life.stated[number], ended)


def find_quoted(verdict: FootnoteVerdict, places: Places) -> Iterable[tuple[Life, Calendar, int]]:
    """The rulings that stand where a footnote's words do, each with the number of the newest attestation among them."""
    quoted: dict[str, tuple[Life, Calendar, int]] = {}
    for source in verdict.sources:
        at = source.statement.span.start if source.statement is not None else -1
        for life, calendar, number in places.get((source.file, at), ()):
            if life.id not in quoted or quoted[life.id][2] < number:
                quoted[life.id] = (life, calendar, number)
    return quoted.values()


def find_stated(kb: Kb) -> Places:
    """The rulings that each statement says, by its file and start, each with the number of its attestation."""
    found: dict[tuple[str, int], list[tuple[Life, Calendar, int]]] = {}
    for chronicle in kb.chronicles.values():
        calendar = chronicle.calendar
        for life in chronicle.history.lives:
            for number, each in enumerate(life.stated):
                path = kb.versions[each.version].document.source.path
                for statement in each.statements:
                    found.setdefault((path, statement.span.start), []).append((life, calendar, number))
    return found


def _ended(quote: str, life: Life, number: int) -> Attestation | None:
    """The version that dropped a ruling, or the first to reword it without the words quoted where the newest lacks them
    too: a misspelling put right is none."""
    mine, theirs = compare_words(read_wording(quote).words), compare_words(life.stated[number].text)
    said = min(mine, theirs, key=len)
    if not holds_words(max(mine, theirs, key=len), said):
        return None  # what else stands in the statement, or in the quotation
    if life.attestations[-1].change is Change.DROPPED:
        return life.attestations[-1]
    later = [each for each in life.stated[number + 1 :] if not holds_words(compare_words(each.text), said)]
    return next((each for each in later if each.reworded), None) if later and later[-1] is life.newest else None
