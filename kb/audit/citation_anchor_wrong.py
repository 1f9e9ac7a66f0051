"""A footnote whose anchor exists but whose quoted words stand under another heading."""

from collections.abc import Iterator

from kb.audit._places import checked_footnotes, version_of
from kb.citations.judging import cut_sentences, judge_exact
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import FootnoteVerdict, Problem, SourcePlace
from kb.sources.units import read_units

CODE = Code(
    "KB432",
    "citation-anchor-wrong",
    Severity.WARNING,
    "A citation that resolves looks right; only comparing its words with the source shows that they stand elsewhere, "
    "often with another date.",
    gate=True,
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report wrong anchors, saying where the words stand."""
    for document, verdict in checked_footnotes(kb):
        if Problem.WRONG_ANCHOR not in verdict.problems:
            continue
        named = (f"#{cited.anchor}" if cited.anchor else cited.heading for cited in verdict.cites)
        anchors = ", ".join(f"`{name}`" for name in dict.fromkeys(named) if name)
        message = f"footnote `{verdict.id}` cites {anchors}, but its words do not stand there"
        places = "; ".join(
            f"`#{place.anchor}` ({place.heading}, {place.file}:{place.line})"
            for place in verdict.sources or dict.fromkeys(_pointed_to(kb, verdict))
        )
        yield diagnose(CODE, document.source, verdict.span, message, f"they stand under {places}")


def _pointed_to(kb: Kb, verdict: FootnoteVerdict) -> Iterator[SourcePlace]:
    """Where the texts that a footnote without a quotation cites have the words it hangs on."""
    said = [words for each in verdict.references for words in cut_sentences(each.words)[-1:]]
    for path in dict.fromkeys(cited.path for cited in verdict.cites):
        source = kb.documents.get(path or "")
        if source is not None:
            text = kb.memory.ask(read_units, source, version_of(kb, source))
            found = (judge_exact(words, text, None) for words in said)
            yield from (text.units[number].place for each in found if each is not None for number in each.units)
