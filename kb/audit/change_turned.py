"""Words before a footnote that say otherwise than the ruling they rest on, have a word of it wrong, or lack what it
keeps."""

from collections.abc import Iterator, Sequence

from kb.audit._comparing import shorten, tell_said
from kb.audit._keeping import find_kept
from kb.audit._ordering import UnlikeOrder, find_unlike_order
from kb.audit._places import checked_books, first_words
from kb.audit._turning import CODES, SLIPPED, TURNED, find_turned, word_span
from kb.claims import Known, turns_rule
from kb.diagnostics import Diagnostic, diagnose
from kb.graph import Kb
from kb.model import Document
from kb.provenance import EXACT, Emendation, FootnoteVerdict

__all__ = ["CODES", "SLIPPED", "TURNED", "audit"]


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each marker once, at the sentence before it, with what its ruling says."""
    turned = kb.memory.ask(find_turned, kb)
    yield from (each.found for each in turned)
    for book, document in checked_books(kb):
        path = document.source.path
        told_of = {each.footnote for each in turned if each.path == path}
        for ordered in find_unlike_order(kb, book):
            if told_of.isdisjoint(ordered.record.footnotes):
                yield _tell_unlike_order(document, ordered)
        yield from _kept(book.emendations, document, kb.footnotes.get(path, ()))


def _kept(
    records: Sequence[Emendation], document: Document, verdicts: Sequence[FootnoteVerdict]
) -> Iterator[Diagnostic]:
    """What changes take out that the rulings have which their footnotes quote to the word."""
    for record in records:
        for verdict in verdicts if record.substantive else ():
            if verdict.id in record.footnotes and verdict.relation in EXACT and not verdict.problems:
                for kept in find_kept(record, records, document, verdict.sources):
                    message = f"this {kept.told} footnote `{verdict.id}`"
                    at = first_words(document, record.emended_span)
                    yield diagnose(TURNED, document.source, at, message, tell_said(kept.place, kept.words))


def _tell_unlike_order(document: Document, ordered: UnlikeOrder) -> Diagnostic:
    """A change that has not the words that the erratum it rests on orders there."""
    names = ", ".join(f"`{footnote}`" for footnote in ordered.record.footnotes)
    turned = turns_rule(ordered.words, ordered.asked, Known())
    message = "this says otherwise than the erratum" if turned else ordered.slip.told
    span = first_words(document, ordered.record.emended_span)
    at = span if turned else word_span(document, span, ordered.slip.word)
    hint = f"it orders `{shorten(ordered.new)}`"
    return diagnose(
        TURNED if turned else SLIPPED, document.source, at, f"{message} that footnote {names} rests this on", hint
    )
