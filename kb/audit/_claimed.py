"""What the footnotes of a change cite: a record comes in; what they claim, and the words of that, go out."""

from collections.abc import Iterator, Sequence

from kb.graph import Kb
from kb.model import Document
from kb.provenance import Emendation
from kb.sources.addresses import gather_sources
from kb.sources.claims import Claim, find_claims


def claims_of(kb: Kb, document: Document, record: Emendation) -> list[Claim]:
    """What the footnotes of a record cite."""
    verdicts = {each.id: each for each in kb.footnotes.get(document.source.path, ())}
    named = [verdicts[footnote] for footnote in record.footnotes if footnote in verdicts]
    versions = tuple(kb.versions.values())
    sources = kb.memory.ask(gather_sources, tuple(kb.documents.values()), versions, None, kb.memory)
    return [claim for verdict in named for claim in find_claims(verdict.cites, sources)]


def cited_words(claim: Claim) -> Iterator[Sequence[str]]:
    """The words of each ruling under the headings that a claim names, of its whole source where it names none."""
    for number, unit in enumerate(claim.source.units):
        if claim.within is None or number in claim.within:
            yield unit.words


def headed_words(kb: Kb, document: Document, record: Emendation) -> Iterator[Sequence[str]]:
    """The words of each ruling under the headings that the footnotes of a record name."""
    for claim in claims_of(kb, document, record):
        if claim.within is not None:
            yield from cited_words(claim)
