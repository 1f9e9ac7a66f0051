"""A footnote that leaves out the effective date that its source prints for the same words, or gives one of its own."""

from collections.abc import Iterator, Sequence

from kb.audit._places import checked_footnotes
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import find_effective
from kb.graph import Kb
from kb.model import Document, Statement
from kb.provenance import EXACT, FootnoteVerdict, Relation
from kb.queries.outlived import find_quoted, find_stated
from kb.similarity import compare_words, word_similarity

CODE = Code(
    "KB451",
    "effective-date-missing",
    Severity.WARNING,
    "A delayed ruling changes tournament play only from its effective date; a footnote without the date, or with "
    "another, tells a judge the wrong day.",
)
CODES = (CODE,)
LIKE = 0.5
"""Words less like those of a ruling than this need not be its words, nor have its date."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report footnotes whose date differs from the one printed with the same words anywhere in the source, and those
    that give a date where none is printed with their ruling, whatever version or sheet has it."""
    for document, verdict in checked_footnotes(kb):
        printed = verdict.effective_in_source
        if printed is None and _is_invented(kb, document, verdict):
            given = f"the effective date `{verdict.effective_cited}`"
            message = f"footnote `{verdict.id}` gives {given}, which no text at hand prints for its ruling"
            hint = "delete the date, or cite the text that has it"
            yield diagnose(CODE, document.source, verdict.span, message, hint)
        silent = verdict.quote is None and not verdict.effective_cited
        if silent or printed is None or printed == verdict.effective_cited:
            continue
        if verdict.relation is Relation.ADAPTED and (verdict.similarity or 0) < LIKE and not verdict.effective_cited:
            continue
        given = f"gives `{verdict.effective_cited}`" if verdict.effective_cited else "gives no effective date"
        message = f"footnote `{verdict.id}` {given}, expected `{printed}` as its source prints"
        added = f"add the effective date {printed} to the footnote"
        hint = f"correct the effective date to {printed}" if verdict.effective_cited else added
        yield diagnose(CODE, document.source, verdict.span, message, hint)


def _is_invented(kb: Kb, document: Document, verdict: FootnoteVerdict) -> bool:
    """Whether a footnote quotes a ruling that has no effective date in any version, none of which is missing, and gives
    one itself that no text prints with words like these."""
    texts = (each.text for each in document.definitions if each.id == verdict.id)
    given = {date.iso for text in texts for date in find_effective(text)}
    cited = verdict.effective_cited
    if verdict.quote is None or cited is None or cited not in given or verdict.relation not in EXACT:
        return False
    quoted = tuple(find_quoted(verdict.sources, kb.memory.ask(find_stated, kb)))
    if not quoted or any(each.effective or each.missing for life, _, _ in quoted for each in life.attestations):
        return False
    words = compare_words(verdict.quote)
    dated = (each for each in _statements(kb) if each.effective == cited)
    return not any(word_similarity(words, compare_words(each.words)) >= LIKE for each in dated)


def _statements(kb: Kb) -> Iterator[Statement]:
    """Every statement of every text of rulings or answers."""
    texts: list[Sequence[Statement]] = [each.statements for each in kb.versions.values()]
    for statements in (*texts, *(each.statements for each in kb.sheets.values())):
        yield from statements
