"""A footnote that rests on an answer, though a ruling of the compendium says otherwise."""

from collections.abc import Iterator, Sequence

from kb.attested import Change
from kb.audit._places import checked_documents
from kb.contradictions import Answer, Contradiction
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.provenance import FootnoteVerdict

CODE = Code(
    "KB467",
    "answer-overruled",
    Severity.SUGGESTION,
    "A sheet of answers keeps what it once said: a change that rests on an answer which a ruling denies may put a rule "
    "into the book that no longer is one.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the quotation, each with the first ruling against it that the newest version still has; not where
    the footnote cites the compendium beside the answer."""
    against = group_pairs(
        (place, each)
        for chronicle in kb.chronicles.values()
        for each in chronicle.contradictions
        if each.first.answer is not None and _stands(each)
        for place in _places(each.first.answer)
    )
    rulings = {version.document.source.path for version in kb.versions.values()}
    for document in checked_documents(kb) if against else ():
        for verdict in kb.footnotes.get(document.source.path, ()):
            found = [each for place in verdict.sources for each in against.get((place.file, place.line), ())]
            if found and rulings.isdisjoint(place.file for place in verdict.sources):
                message, hint = _tell(kb, verdict, found)
                yield diagnose(CODE, document.source, verdict.quote_span or verdict.span, message, hint)


def _places(answer: Answer) -> Iterator[tuple[str, int]]:
    """The file and the lines of a question with its answer."""
    source, span = answer.sheet.document.source, answer.statement.span
    yield from ((source.path, line) for line in range(source.line_of(span.start), source.line_of(span.end) + 1))


def _stands(found: Contradiction) -> bool:
    """Whether the newest version has a ruling still, in words that deny the answer."""
    life = found.second.life
    if life is None or life.attestations[-1].change is Change.DROPPED:
        return False
    return life.newest.version in found.second.versions


def _tell(kb: Kb, verdict: FootnoteVerdict, found: Sequence[Contradiction]) -> tuple[str, str]:
    """Which ruling says otherwise, with its words and where it has them now."""
    each = next((one for one in found if one.decided), found[0])
    life = each.second.life
    assert life is not None
    source = kb.versions[life.newest.version].document.source
    line = source.line_of(life.newest.statements[0].span.start)
    later = "later " if each.decided else ""
    message = f"the {later}ruling `{life.id}` says otherwise than the answer that footnote `{verdict.id}` rests on"
    return message, f"{source.path}:{line} says `{each.second.text.strip()}`; judge which one holds"
