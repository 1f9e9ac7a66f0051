"""Quotations checked: what a footnote quotes and the places it cites come in; how the words stand there goes out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.citations.judging import NOWHERE, Judgement, bare_of_label, judge_exact, judge_quotation
from kb.differences import FUNCTION_WORDS
from kb.provenance import Relation
from kb.similarity import compare_words
from kb.sources.claims import Claim

STATED = 5
"""Fewer words than this may stand in any text."""
WRONG_PLACE = 6
"""Fewer words than this standing elsewhere are no proof that the cited heading is wrong."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The judgements of what a footnote quotes, part by part, over all claims.

    `elsewhere` when words stand in a cited text, but not where the footnote says.
    """

    judgements: tuple[Judgement, ...]
    elsewhere: bool = False

    @property
    def judgement(self) -> Judgement:
        """The judgement of the part that is founded least."""
        return min(self.judgements, key=lambda judgement: judgement.rank)


def check_quotations(quotes: Sequence[str], claims: Sequence[Claim]) -> Checked:
    """The judgements of quotations, each for itself."""
    checked = [check_quotation(quote, claims) for quote in quotes]
    judgements = tuple(judgement for each in checked for judgement in each.judgements)
    return Checked(judgements, any(each.elsewhere for each in checked))


def check_quotation(quote: str, claims: Sequence[Claim]) -> Checked:
    """The judgement of each cited place that has the words; else the best one under the cited headings, or anywhere in
    the cited texts.

    Words that stand exactly in another place, and only nearly in the cited one, stand elsewhere.
    """
    every = [judge_quotation(quote, claim.source, claim.within) for claim in claims]
    cited = max(every, key=lambda judgement: judgement.rank, default=NOWHERE)
    if cited.relation is Relation.VERBATIM:
        return Checked(tuple(judgement for judgement in every if judgement.relation is Relation.VERBATIM))
    narrowed = [claim for claim in claims if claim.within is not None]
    if not narrowed:
        return Checked((cited,))
    words = compare_words(bare_of_label(quote))
    exact = [found for c in narrowed if (found := judge_exact(words, c.source, None)) is not None]
    if exact and (cited.relation is not Relation.NEAR or len(words) >= WRONG_PLACE):
        return Checked((exact[0],), elsewhere=True)
    if cited.relation is Relation.NEAR:
        return Checked((cited,))
    anywhere = max((judge_quotation(quote, c.source, None) for c in narrowed), key=lambda j: j.rank)
    return Checked((anywhere,), elsewhere=True) if anywhere.found else Checked((cited,))


def without_lookalikes(checked: Checked, quotes: Sequence[str], stated: Sequence[Claim]) -> Checked:
    """Judgements without those of words that are only adapted from a ruling beside which a text of some others has them
    exactly: they are those of another ruling, and what they share with the cited one they share by chance. `quotes` are
    those checked, `stated` the texts that may have their words."""
    if len(quotes) != len(checked.judgements):
        return checked
    kept = (
        replace(found, relation=Relation.NOT_FOUND, units=(), words=())
        if found.relation is Relation.ADAPTED and _stands_beside(quote, found, stated)
        else found
        for quote, found in zip(quotes, checked.judgements, strict=True)
    )
    return replace(checked, judgements=tuple(kept))


def _stands_beside(quote: str, found: Judgement, stated: Sequence[Claim]) -> bool:
    """Whether a text has words exactly, and each sentence of the ruling they were found like that shares any with them:
    there may be others beside it in a paragraph."""
    words = compare_words(bare_of_label(quote))
    if len(words) < STATED or found.source is None or not found.units:
        return False
    telling = set(words) - FUNCTION_WORDS
    like = [each for each in found.source.sentences(found.units[0]) if not telling.isdisjoint(each)]
    return any(all(judge_exact(each, text.source, None) is not None for each in (words, *like)) for text in stated)
