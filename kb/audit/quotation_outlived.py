"""A quotation, or the words before a footnote that quotes nothing, whose ruling a later version of the compendium has
otherwise or no more, or that ends by itself."""

from collections.abc import Iterator

from kb.audit._comparing import ALIKE, set_beside
from kb.audit._places import checked_documents
from kb.claims import Known, turns_rule
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import EXACT
from kb.queries.outlived import Outlived, find_outlived_notes, find_outlived_pointers
from kb.similarity import compare_words, holds_words, word_similarity
from kb.wording import read_wording

QUOTED = Code(
    "KB444",
    "quotation-outlived",
    Severity.SUGGESTION,
    "A footnote may rightly quote an old version; whether the change holds in the words that the ruling has now, or "
    "without it, is for an editor to judge.",
)
POINTED = Code(
    "KB453",
    "pointer-outlived",
    Severity.SUGGESTION,
    "A footnote that quotes nothing does not show that its ruling was reworded or dropped since: the book goes on "
    "saying what the compendium does not say any more, and no word of the footnote tells.",
)
CODES = (QUOTED, POINTED)
FEWEST = 5
"""Fewer words than this may stand anywhere."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the quotation or at the marker, with the version that reworded or dropped the ruling."""
    for document in checked_documents(kb):
        for each in find_outlived_notes(kb, document.source.path):
            if _has_words_of_now(kb, each):
                continue
            quoted, became = _tell(each)
            message = f"the ruling that footnote `{each.verdict.id}` quotes from {quoted} {became}"
            hint = f"see `kb history {each.life.id}`; judge whether the change still holds"
            yield diagnose(QUOTED, document.source, each.verdict.quote_span or each.verdict.span, message, hint)
        for reference, each in find_outlived_pointers(kb, document.source.path):
            quoted, became = _tell(each)
            message = f"the words before `[^{each.verdict.id}]` rest on a ruling of {quoted} that {became}"
            hint = f"see `kb history {each.life.id}`; change the words, or quote the version that says so"
            yield diagnose(POINTED, document.source, reference.span, message, hint)


def _has_words_of_now(kb: Kb, each: Outlived) -> bool:
    """Whether a quotation is in the words of the newest version, which the cited one does not have: it is misquoted
    (KB442), and not outlived."""
    if each.verdict.relation in EXACT:
        return False
    words = compare_words(read_wording(each.verdict.quote or "").words)
    held = [kb.versions[slot.id] for slot in each.calendar.slots if slot.id in kb.versions]
    statements = held[-1].statements if held else ()
    return len(words) >= FEWEST and any(holds_words(compare_words(said.words), words) for said in statements)


def _tell(each: Outlived) -> tuple[str, str]:
    """The version that has the words, and what became of the ruling."""
    quoted, ended = (each.calendar.name(one.version) for one in (each.quoted, each.ended))
    if each.told is not None:
        return quoted, f"{'ends' if each.told.ahead else 'ended'} on {each.told.first}, by its own words in {ended}"
    if each.dropped:
        return quoted, f"is {'withdrawn' if each.ended.notice else 'no longer'} in {ended}"
    return quoted, f"{'says otherwise' if _is_turned(each) else 'has other words'} in {ended}"


def _is_turned(each: Outlived) -> bool:
    """Whether the version that reworded a ruling turned it round: by a denial, a number or a limit."""
    before, after = set_beside(each.quoted.text, each.ended.text)
    return word_similarity(before, after) >= ALIKE and turns_rule(before, after, Known())
