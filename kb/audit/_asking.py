"""Questions among the places that footnotes cite: a place comes in, what was asked there and its answer go out.

A question says nothing by itself: it is its answer that grants or denies what the question speaks of.
"""

from collections.abc import Mapping
from dataclasses import replace

from kb.claims import deny_answer, read_answer, read_claims, read_told
from kb.graph import Kb
from kb.model import Statement
from kb.provenance import SourcePlace
from kb.sentences import find_sentences

Asked = Mapping[tuple[str, int], Statement]
"""The answers of sheets by the file and the lines of their questions."""


def find_asked(kb: Kb) -> Asked:
    """The lines of all sheets that ask."""
    found: dict[tuple[str, int], Statement] = {}
    for sheet in kb.sheets.values():
        source = sheet.document.source
        for statement in sheet.statements:
            if statement.context and statement.answers_at is not None:
                first, last = map(source.line_of, (statement.span.start, statement.answers_at))
                found.update(((source.path, line), statement) for line in range(first, max(last, first + 1)))
    return found


def denies_sentence(answered: Statement, sentence: str) -> bool:
    """Whether an answer of yes or no denies what a sentence says."""
    asked = read_answer(answered.context, answered.words)
    if asked is None or not asked.main:
        return False
    told, cases = read_told(answered.context, answered.words)
    return any(
        asked.names <= frozenset(said.things) and deny_answer(asked, told, cases, said)
        for said in read_claims(sentence)
    )


def answer_of(place: SourcePlace, asked: Asked) -> Statement | None:
    """The answer to what is asked at a place; None where nothing is."""
    return asked.get((place.file, place.line))


def unasked(place: SourcePlace) -> SourcePlace:
    """A place that states a ruling put as an answer, without its question; any other as it is."""
    if place.statement is None or not place.statement.context:
        return place
    said = (place.words[span.start : span.end] for span in find_sentences(place.words))
    return replace(place, words=" ".join(each for each in said if not each.rstrip().endswith("?")))


def answering(place: SourcePlace) -> Statement | None:
    """The answer that a ruling is at a place without questions; None where it is put as none."""
    asked = place.statement
    return replace(asked, words=place.words) if asked is not None and asked.context else None
