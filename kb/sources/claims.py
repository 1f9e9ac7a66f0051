"""Claims: the places a footnote cites come in, the units of the sources they stand for go out."""

from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import SectionId
from kb.naming.mentions import name_words
from kb.provenance import Cited
from kb.sources.addresses import Sources
from kb.sources.units import SourceText


@dataclass(frozen=True, slots=True)
class Claim:
    """One text a footnote cites with the units under the headings it cites there; None means anywhere in it."""

    source: SourceText
    within: frozenset[int] | None


def find_claims(cited: Iterable[Cited], sources: Sources) -> tuple[Claim, ...]:
    """Per cited text at hand the units under any heading cited in it.

    Where no heading is cited, or one that does not exist, the whole text is meant. The number of a rule means what the
    text says on that rule, a name before a colon what begins so (`Sails: Change ...`).
    """
    within: dict[str, frozenset[int] | None] = {}
    for each in cited:
        document = sources.documents.get(each.path) if each.path is not None else None
        if document is None:
            continue
        path = document.source.path
        exists = each.anchor is not None and each.resolves
        source = sources.text_of(document)
        below = source.below(SectionId(each.anchor or "")) if exists else None
        ruled = source.on_rule(", ".join((*each.section_path, each.heading or "")))
        if ruled:
            below = (below & ruled or below) if below is not None else ruled
        if below is None and each.heading and not each.url:
            below = source.headed_in_words.get(name_words(each.heading))
        known = within.get(path, frozenset())
        within[path] = None if below is None or known is None else known | below
    return tuple(Claim(sources.text_of(sources.documents[path]), units) for path, units in within.items())
