"""A change in the words of one ruling, whose footnote quotes another one of the same heading; two neighbours that have
each other's footnotes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kb.audit._comparing import nearest_sentences, tell_said
from kb.audit._places import checked_books
from kb.claims import content
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.model import Document
from kb.provenance import EXACT, FootnoteVerdict, ReferenceVerdict, Relation
from kb.similarity import Words, compare_words, word_similarity

CODE = Code(
    "KB468",
    "change-of-another-ruling",
    Severity.SUGGESTION,
    "Under one heading stand many rulings: a footnote that quotes the wrong one leads a reader to words that have "
    "nothing to do with the change.",
)
CODES = (CODE,)
LEAST = 5
"""A change of fewer words may be anybody's."""
CLEARLY = 3
"""So many words more in all, those that only bind left aside, two passages share with each other's quotations."""
UNLIKE = 0.4
"""Words so little like those quoted are not taken from them."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each marker whose words are those of a ruling that its footnote does not quote, where it quotes another to
    the word that they are nothing like; not where another footnote of the same clause quotes theirs. Then report two
    neighbours that have each other's footnotes."""
    for _, document in checked_books(kb):
        verdicts = kb.footnotes.get(document.source.path, ())
        quoted = group_pairs(
            (reference.clause, place)
            for each in verdicts
            if each.quote is not None
            for reference in each.references
            for place in _places(each)
        )
        for verdict in verdicts:
            for reference in verdict.references if verdict.relation is Relation.VERBATIM else ():
                own = _places(reference)
                if own.isdisjoint(quoted.get(reference.clause, ())) and _is_unlike(verdict, reference):
                    yield _report(document, verdict, reference)
        yield from _exchanged(document, verdicts)


def _exchanged(document: Document, verdicts: Sequence[FootnoteVerdict]) -> Iterator[Diagnostic]:
    """Two markers, one behind the other in a paragraph, the words before each of which have more of what the other's
    footnote quotes than of what their own does."""
    markers = [(reference, verdict) for verdict in verdicts if verdict.quote for reference in verdict.references]
    markers.sort(key=lambda each: each[0].span.start)
    for (one, first), (two, second) in pairwise(markers):
        if one.clause != two.clause or first.id == second.id:
            continue
        said = [content(changed) for changed in (one.words, two.words)]
        quoted = [content(each.quote or "") for each in (first, second)]
        gains = [_shared(words, quoted[1 - at]) - _shared(words, quoted[at]) for at, words in enumerate(said)]
        if min(gains) > 0 and sum(gains) >= CLEARLY:
            message = f"footnotes `{first.id}` and `{second.id}` each quote more of the words before the other"
            hint = "exchange the two markers, where that is what happened"
            yield diagnose(CODE, document.source, one.span, message, hint)


def _shared(words: Words, others: Words) -> int:
    return len({*words} & {*others})


def _places(verdict: FootnoteVerdict | ReferenceVerdict) -> frozenset[tuple[str, int]]:
    """Where the rulings stand that a footnote quotes, or that the words before a marker are of."""
    return frozenset((place.file, place.line) for place in verdict.sources)


def _is_unlike(verdict: FootnoteVerdict, reference: ReferenceVerdict) -> bool:
    """Whether words that are those of rulings are nothing like those quoted."""
    words = compare_words(reference.words)
    asked = all(place.words.rstrip('"”’*_ ').endswith("?") for place in reference.sources)  # its answer is quoted
    if reference.relation not in EXACT or len(words) < LEAST or asked:
        return False
    return word_similarity(words, nearest_sentences(words, verdict.quote or "")) < UNLIKE


def _report(document: Document, verdict: FootnoteVerdict, reference: ReferenceVerdict) -> Diagnostic:
    place = reference.sources[0]
    message = f"this is in the words of another ruling than the one that footnote `{verdict.id}` quotes"
    hint = f"{tell_said(place)}; quote it, or hang the footnote on its own words"
    return diagnose(CODE, document.source, reference.span, message, hint)
