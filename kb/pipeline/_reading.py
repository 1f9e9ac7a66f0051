"""The passes that read: bytes of texts come in, documents, versions, answers, cards and the lives of rulings go out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from kb.borrowing import PLAIN_READERS, lend_to_witnesses
from kb.chronicle import Chronicle, carry_contradictions, follow_compendium, rulings_in, with_contradictions
from kb.corpus import CompendiumEntry, DocumentKind, Text, VersionEntry
from kb.diagnostics import Diagnostic, Outcome, decode_source
from kb.lives import History
from kb.memory import Memory
from kb.minted import Minted, read_minted
from kb.model import CompendiumVersion, Document, Ruling, RulingId, SectionKind, VersionId
from kb.pipeline._making import Making, after
from kb.plain import PlainText
from kb.readers.cards import read_card
from kb.readers.compendium import (
    Declared,
    Names,
    Phrases,
    names_in,
    names_of,
    read_compendium,
    read_mailed,
    states_names,
)
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.sheets import Card, Sheet


def read_texts(making: Making) -> Making:
    """Every text at hand becomes a document; those without a reader are listed, missing ones too."""
    documents: dict[str, Document] = {}
    plain: dict[str, PlainText] = {}
    diagnostics: list[Diagnostic] = []
    unread: list[str] = []
    absent: list[str] = []
    for text in making.kb.manifest.texts:
        data = making.texts.get(text.path)
        if data is None:
            absent.append(text.path)
        elif text.reader == CARDS:
            continue
        elif text.reader not in READABLE:
            unread.append(text.path)
        else:
            outcome = _read_with(making, text, data)
            diagnostics += outcome.diagnostics
            if isinstance(outcome.value, PlainText):
                plain[text.path] = outcome.value
                documents[text.path] = outcome.value.document
            elif outcome.value is not None:
                documents[text.path] = outcome.value
    kb = replace(making.kb, documents=documents, plain=plain, unread=tuple(unread), absent=tuple(absent))
    return after(making, kb, diagnostics, len(documents))


READABLE = frozenset({"", "kramdown", "compendium", "faq", *PLAIN_READERS})
CARDS = "cards"
"""The reader of card pages: its texts are read by `read_cards`, and are no documents that others cite."""


def _read_with(making: Making, text: Text, data: bytes) -> Outcome[PlainText | None] | Outcome[Document | None]:
    """A text as its reader reads it, or as it is remembered to have been read."""
    manifest, ask = making.kb.manifest, making.kb.memory.ask
    site = manifest.upstream.site if manifest.upstream else None
    outcome: Outcome[PlainText | None] | Outcome[Document | None]
    if text.reader in PLAIN_READERS:
        outcome = ask(_read_plain, text, data)
    elif text.reader == "compendium":
        outcome = ask(_read_rulings, text.path, data, site, manifest.sections)
    else:
        outcome = ask(_read, text.path, data, site)
    return outcome


def _read_plain(text: Text, data: bytes) -> Outcome[PlainText | None]:
    decoded = decode_source(text.path, data)
    if decoded.value is None:
        return Outcome(None, decoded.diagnostics)
    read = PLAIN_READERS[text.reader](decoded.value, None)
    return Outcome(read.value, decoded.diagnostics + read.diagnostics)


def _read(path: str, data: bytes, site: str | None) -> Outcome[Document | None]:
    decoded = decode_source(path, data)
    if decoded.value is None:
        return Outcome(None, decoded.diagnostics)
    read = read_document(decoded.value, site)
    return Outcome(read.value, decoded.diagnostics + read.diagnostics)


def _read_rulings(path: str, data: bytes, site: str | None, sections: Phrases) -> Outcome[Document | None]:
    """A rulings file: what a page has of it as it was mailed is read by its lines."""
    read = _read(path, data, site)
    return Outcome(read_mailed(read.value, sections) if read.value is not None else None, read.diagnostics)


def borrow_structures(making: Making) -> Making:
    """The plain texts among the editions get the structure of their work's base; another text is no edition of it."""
    kb = making.kb
    outcome = lend_to_witnesses(making.kb.manifest.works, kb.documents, kb.plain, kb.memory)
    documents = {**kb.documents, **{path: plain.document for path, plain in outcome.value.items()}}
    lent = replace(kb, documents=documents, plain={**kb.plain, **outcome.value})
    return after(making, lent, outcome.diagnostics, len(outcome.value))


def read_versions(making: Making) -> Making:
    """The documents that are compendium versions are read as statements.

    A line that is a heading in one version and stands as a ruling in another is a heading there too: that one is read
    again. Second witnesses of a version are read too and kept apart: they attest no version of their own.
    """
    versions: dict[VersionId, CompendiumVersion] = {}
    witnesses: dict[VersionId, CompendiumVersion] = {}
    diagnostics: list[Diagnostic] = []
    for compendium in making.kb.manifest.compendia:
        there = [each for each in (*compendium.issues, *compendium.witnesses) if each.text.path in making.kb.documents]
        read = {each.id: _read_version(making, compendium, each) for each in there}
        names, restated = _find_names([outcome.value for outcome in read.values()], making.kb.memory)
        again = {each for each, stated in zip(read, restated, strict=True) if stated}
        for entry in there:
            outcome = _read_version(making, compendium, entry, names) if entry.id in again else read[entry.id]
            diagnostics += outcome.diagnostics
            (versions if entry.witness_of is None else witnesses)[entry.id] = outcome.value
    kb = replace(making.kb, versions=versions, witnesses=witnesses)
    handled = sum(len(each.statements) for each in (*versions.values(), *witnesses.values()))
    return after(making, kb, diagnostics, handled)


def _find_names(versions: Sequence[CompendiumVersion], memory: Memory) -> tuple[Names, tuple[bool, ...]]:
    """The lines that are headings in one of some versions, and of each whether it states one as a ruling: then it must
    be read again with them."""
    names: dict[SectionKind, set[tuple[str, ...]]] = {}
    for version in versions:
        for section, words in memory.ask(names_of, (version,)).items():
            names.setdefault(section, set()).update(words)
    stated = (memory.ask(states_names, version) for version in versions)
    none = frozenset[tuple[str, ...]]()
    return names, tuple(
        any(not names.get(section, none).isdisjoint(words) for section, words in each.items()) for each in stated
    )


def _read_version(
    making: Making, compendium: CompendiumEntry, entry: VersionEntry, names: Names | None = None
) -> Outcome[CompendiumVersion]:
    document, ask = making.kb.documents[entry.text.path], making.kb.memory.ask
    # A heading that is new in one version is no reason to read those again that do not have its words.
    there = ask(names_in, document, names) if names is not None else None
    profile = entry.profile
    declared = Declared(entry.id, compendium.abbreviation, entry.number, entry.text.date, profile.lacks, profile.marks)
    return ask(read_compendium, document, declared, sections=making.kb.manifest.sections, names=there)


def write_chronicles(making: Making, known: Mapping[str, Chronicle] = MappingProxyType({})) -> Making:
    """The rulings of each compendium are followed through its versions and get their lasting ids, and are set against
    each other; but for compendia of which it is `known` what contradicts what."""
    manifest = making.kb.manifest
    ask = making.kb.memory.ask
    minted: Outcome[tuple[Minted, ...]] = ask(read_minted, manifest.minted) if manifest.minted else Outcome(())
    diagnostics = list(minted.diagnostics)
    sheets = tuple(making.kb.sheets.values())
    texts = {**making.kb.versions, **making.kb.witnesses}
    chronicles: dict[str, Chronicle] = {}
    taken: frozenset[RulingId] = frozenset()
    for entry in manifest.compendia:
        versions = {each.id for each in entry.versions}
        own = [each for each in minted.value if each.version in versions]
        others = [each for each in minted.value if each.version not in versions]
        kept = frozenset(name for each in others for name in (each.id, *each.aliases))
        followed = ask(follow_compendium, entry, texts, own, manifest.minted, making.kb.memory, taken | kept)
        taken |= {life.id for life in followed.value.history.lives}
        diagnostics += followed.diagnostics
        if entry.id in known:
            chronicles[entry.id] = carry_contradictions(followed.value, known[entry.id])
        else:
            outcome = ask(with_contradictions, followed.value, texts, sheets, making.kb.memory)
            chronicles[entry.id] = outcome.value
            diagnostics += outcome.diagnostics
    kb = replace(making.kb, chronicles=chronicles)
    newest = tuple(version.id for version in kb.newest_versions)
    kb = replace(kb, rulings=ask(_rulings_in, newest, tuple(each.history for each in chronicles.values())))
    return after(making, kb, diagnostics, sum(1 for _ in kb.lives))


def _rulings_in(versions: Sequence[VersionId], histories: Sequence[History]) -> tuple[Ruling, ...]:
    lives = [life for history in histories for life in history.lives]
    return tuple(ruling for version in versions for ruling in rulings_in(version, lives))


def read_sheets(making: Making) -> Making:
    """The FAQ files at hand are read as answers with their questions."""
    sheets: dict[str, Sheet] = {}
    diagnostics: list[Diagnostic] = []
    for entry in making.kb.manifest.documents:
        document = making.kb.documents.get(entry.text.path)
        if document is None or entry.kind is not DocumentKind.FAQ or entry.text.missing:
            continue
        outcome = making.kb.memory.ask(read_faq, document, name=entry.id, title=entry.text.title, date=entry.text.date)
        diagnostics += outcome.diagnostics
        sheets[entry.id] = outcome.value
    handled = sum(len(sheet.statements) for sheet in sheets.values())
    return after(making, replace(making.kb, sheets=sheets), diagnostics, handled)


def read_cards(making: Making) -> Making:
    """The card pages at hand are read as cards, by path."""
    site = making.kb.manifest.upstream.site if making.kb.manifest.upstream else None
    cards: list[Card] = []
    diagnostics: list[Diagnostic] = []
    for text in sorted(making.kb.manifest.cards, key=lambda text: text.path):
        data = making.texts.get(text.path)
        if data is None or text.reader != CARDS:
            continue
        page = making.kb.memory.ask(_read, text.path, data, site)
        diagnostics += page.diagnostics
        if page.value is not None:
            outcome = making.kb.memory.ask(read_card, page.value)
            diagnostics += outcome.diagnostics
            cards.append(outcome.value)
    return after(making, replace(making.kb, cards=tuple(cards)), diagnostics, len(cards))
