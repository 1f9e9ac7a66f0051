"""Bare files: a few documents, and others to consult, come in; a knowledge base about them goes out.

No manifest is needed. A document is a compendium when its headings say so; it is the published text of a
checked one when it has the same title and no footnotes; links find a document by its `permalink`.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath

from kb.attested import VersionSlot
from kb.chronicle import rulings_in
from kb.corpus import NO_CORPUS, EditionEntry, Text, WorkEntry
from kb.diagnostics import Diagnostic, Outcome, in_order
from kb.graph import Kb
from kb.lives import follow_rulings
from kb.model import CompendiumVersion, Document, EditionId, Role, Ruling, WorkId
from kb.pipeline import Making, account, check_footnotes, collate_witnesses, find_reprints, pair_works, trace_records
from kb.readers.compendium import is_compendium, read_compendium, read_mailed
from kb.readers.kramdown import read_document
from kb.text import Source, Span


def consult(checked: Sequence[Source], against: Sequence[Source], site: str | None = None) -> Outcome[Kb]:
    """The knowledge base of bare files: the `checked` ones are reported on, the others only consulted."""
    documents: dict[str, Document] = {}
    diagnostics: list[Diagnostic] = []
    subjects = tuple(source.path for source in checked)
    for source in (*checked, *against):
        if source.path in documents:
            continue
        read = read_document(source, site)
        documents[source.path] = read_mailed(read.value)
        diagnostics += [found for found in read.diagnostics if source.path in subjects]
    outcomes = [read_compendium(document) for document in documents.values() if is_compendium(document)]
    diagnostics += [found for outcome in outcomes for found in outcome.diagnostics if found.path in subjects]
    kb = Kb(NO_CORPUS, documents, {}, {each.value.id: each.value for each in outcomes}, (), {}, (), subjects)
    newest = kb.newest_version
    kb = Kb(NO_CORPUS, documents, {}, kb.versions, _rulings(newest) if newest else (), {}, (), subjects)
    making = pair_works(Making({}, kb, tuple(diagnostics)), _works(kb))
    for stage in (find_reprints, check_footnotes, trace_records, collate_witnesses, account):
        making = stage(making)
    return Outcome(making.kb, in_order(making.diagnostics))


def _rulings(version: CompendiumVersion) -> tuple[Ruling, ...]:
    """The rulings of a version by itself, under the ids that their lives would be given."""
    slot = VersionSlot(version.id, version.number, version.date, True)
    return rulings_in(version.id, follow_rulings(version.compendium, (version,), (slot,)).lives)


def _works(kb: Kb) -> tuple[WorkEntry, ...]:
    """A work for each checked document whose published text is among the others; more texts of it are witnesses.

    What else is consulted is a work too, compendia aside.
    """
    compendia = {version.document.source.path for version in kb.versions.values()}
    others = [path for path in kb.documents if path not in kb.checked and path not in compendia]
    works, used = [], set()
    for path in kb.checked:
        named = [
            other
            for other in others
            if not kb.documents[other].definitions and _name(kb.documents[other]) == _name(kb.documents[path]) != ""
        ]
        if named:
            used.update(named)
            base, *witnesses = (kb.documents[other] for other in named)
            works.append(_work(base, kb.documents[path], witnesses))
    return (*works, *(_work(kb.documents[path], None, ()) for path in others if path not in used))


def _name(document: Document) -> str:
    """What a document calls itself: its first heading, else its title."""
    return document.headings[0].text.casefold() if document.headings else (document.title or "").casefold()


def _work(published: Document, emended: Document | None, witnesses: Sequence[Document]) -> WorkEntry:
    stem = PurePosixPath(published.source.path).stem
    work = WorkId(stem if emended else published.source.path)
    texts = [(Role.PUBLISHED, "published", published)]
    texts += [(Role.EMENDED, "emended", emended)] if emended else []
    texts += [(Role.TRANSCRIPTION, document.source.path, document) for document in witnesses]
    editions = tuple(
        EditionEntry(
            EditionId(name),
            role,
            Text(name, document.source.path, None, document.title or stem, "", "", False, Span(0, 0)),
        )
        for role, name, document in texts
    )
    return WorkEntry(work, published.title or stem, "", (), EditionId(Role.PUBLISHED.value), editions)
