"""Sentences behind which a footnote only points at a heading: those that none of the rulings there is like go out."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from kb.citations.supporting import changed_text
from kb.counting import in_figures
from kb.differences import FUNCTION_WORDS
from kb.graph import Kb
from kb.model import Document
from kb.provenance import Emendation
from kb.sentences import find_sentences
from kb.similarity import compare_words
from kb.sources.claims import Claim
from kb.sources.units import Unit
from kb.spelling import stem_form
from kb.text import Span

LEAST = 4
"""A sentence with fewer words of its own than these, those of the heading left aside, says little that is missed."""


def is_headed(put: Set[str], claims: Iterable[Claim]) -> bool:
    """Whether a heading cited has all of several words put in (`put`, as stems), as the name of a card has; of a
    question half of them are enough, for its answer need not say them again."""
    cited = (claim.source.units[number].place for claim in claims for number in claim.within or ())
    for heading in dict.fromkeys(place.heading for place in cited):
        had = put & {stem_form(word) for word in compare_words(heading)}
        if len(had) > 1 and (had == put or (heading.rstrip().endswith("?") and 2 * len(had) >= len(put))):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Unpointed:
    """A sentence that no ruling is like at which its footnote points: where it stands and what is told of it."""

    span: Span
    told: str


def find_unpointed(kb: Kb, document: Document, record: Emendation, claims: Sequence[Claim]) -> Iterator[Unpointed]:
    """The sentences of a change that end at the marker of a footnote which quotes nothing, where no ruling under the
    headings that the change rests on has half of their own words. A marker is there for that sentence at least."""
    text = changed_text(document, record.emended_span)
    for verdict in kb.footnotes.get(document.source.path, ()):
        if verdict.id not in record.footnotes or verdict.quote is not None:
            continue
        for reference in verdict.references:
            sentence = next((reference.words[each.start :] for each in [*find_sentences(reference.words)][-1:]), "")
            at = document.source.text.rfind(sentence, record.emended_span.start, reference.span.start)
            if not sentence or sentence not in text or at < 0:
                continue
            if _point(sentence, claims):
                told = f"no ruling that `{verdict.id}` points at has half of this sentence's own words"
                yield Unpointed(Span(at, at + len(sentence)), told)


def _point(sentence: str, claims: Sequence[Claim]) -> bool:
    """Whether each ruling under the headings of some claims has less than half of a sentence's own words: of two told
    in one, one has half of them. Not where it has few words of its own, nor where a whole source is cited."""
    named: set[str] = set()
    rulings: list[set[str]] = []
    for claim in claims:
        if claim.within is None:
            return False
        units = [claim.source.units[number] for number in sorted(claim.within)]
        named.update(*(_forms(compare_words(unit.place.heading)) for unit in units))
        rulings += [_told(unit) for unit in units]
    own = _forms(compare_words(sentence)) - named
    return bool(rulings) and len(own) >= LEAST and all(2 * len(own & words) < len(own) for words in rulings)


def _told(unit: Unit) -> set[str]:
    """The words of a ruling; of an answer those of its question too."""
    asked = unit.place.statement.context if unit.place.statement is not None else ""
    return _forms((*unit.words, *compare_words(asked or "")))


def _forms(words: Iterable[str]) -> set[str]:
    """Words without endings, numbers in figures, those that only bind left aside."""
    return set(map(stem_form, in_figures(word for word in words if word not in FUNCTION_WORDS)))
