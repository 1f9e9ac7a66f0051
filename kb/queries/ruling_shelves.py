"""The shelves of a knowledge base: what queries about its rulings are answered from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.attested import Attestation, Life
from kb.chronicle import Chronicle
from kb.contradictions import Claim
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.lexicon import spell_term
from kb.lives import is_elsewhere, is_shortened, same_name
from kb.minted import lines_of, words_sum
from kb.model import CompendiumVersion, RulingId, VersionId, WorkId
from kb.provenance import Emendation
from kb.queries.judging import judge_book
from kb.queries.namesakes import find_namesakes, find_renames
from kb.queries.nearby import find_nearby
from kb.rulings import subject_of
from kb.shelves import Elsewhere, Entry, Nearby, Opposed, Place, Plain, Shelf, terms_stated


def fill_shelves(kb: Kb) -> tuple[Shelf, ...]:
    """A shelf for each compendium, in the order of the manifest."""
    return kb.memory.ask(_fill, kb)


def _fill(kb: Kb) -> tuple[Shelf, ...]:
    applied, claimed = _applied(kb)
    aliases = dict(kb.manifest.aliases)
    for name, card in (*find_namesakes(kb).items(), *((card, name) for name, card in find_renames(kb).items())):
        aliases[name] = (*aliases.get(name, ()), card)
    return tuple(
        _shelf(
            name,
            chronicle,
            tuple(
                replace(each, claimed_in=_of(each.life, claimed))
                for each in _entries(chronicle, kb.versions, applied, kb.memory.ask(find_nearby, chronicle.history))
            ),
            _with_slips(aliases, chronicle),
        )
        for name, chronicle in kb.chronicles.items()
    )


def _with_slips(aliases: Mapping[str, tuple[str, ...]], chronicle: Chronicle) -> Mapping[str, tuple[str, ...]]:
    """Other words for terms, with those for headings of older versions that the newest has without their slip."""
    found = dict(aliases)
    last = chronicle.calendar.newest
    stated = [life for life in chronicle.history.lives if last is not None and life.newest.version == last.id]
    known = {subject_of(life.newest.term) for life in stated}
    for life in stated:
        now = life.newest.term
        for term in dict.fromkeys(each.term for each in life.stated):
            if subject_of(term) not in known and same_name(subject_of(term), subject_of(now)):
                found[term] = tuple(dict.fromkeys((*found.get(term, ()), now)))
    return found


def _shelf(
    name: str, chronicle: Chronicle, entries: tuple[Entry, ...], aliases: Mapping[str, tuple[str, ...]]
) -> Shelf:
    terms = {term for entry in entries for term in terms_stated(entry)}
    spellings = {term: spell_term(term) for term in sorted(terms)}
    return Shelf(name, chronicle.calendar, entries, spellings, aliases)


def _entries(
    chronicle: Chronicle,
    versions: Mapping[VersionId, CompendiumVersion],
    applied: Mapping[RulingId, Sequence[Plain]],
    nearby: Mapping[RulingId, Mapping[VersionId, Nearby]],
) -> Iterator[Entry]:
    opposed: dict[RulingId, list[Opposed]] = {}
    for found in chronicle.contradictions:
        for mine, other in found.sides:
            if mine.life is not None and (claim := _opposed(other, versions)) is not None:
                said = tuple(str(each) for each in sorted(mine.versions))
                opposed.setdefault(mine.life.id, []).append(replace(claim, versions=said, older=found.decided))
    for life in chronicle.history.lives:
        places = tuple(tuple(_places(each, versions)) for each in life.attestations)
        yield Entry(
            _light(life),
            places,
            _of(life, applied),
            tuple(opposed.get(life.id, ())),
            nearby.get(life.id, {}),
            elsewhere=dict(_elsewhere(life)),
        )


def _elsewhere(life: Life) -> Iterator[tuple[VersionId, Elsewhere]]:
    for before, each in pairwise(life.stated):
        if each.reworded and is_elsewhere(before, each):
            yield each.version, Elsewhere(before.term, is_shortened(before, each))


def _light(life: Life) -> Life:
    """A life without its statements, its words as checksums."""
    light = tuple(
        replace(each, statements=(), words=(words_sum(each.words)[:16],) if each.words else ())
        for each in life.attestations
    )
    return replace(life, attestations=light)


def _places(attestation: Attestation, versions: Mapping[VersionId, CompendiumVersion]) -> Iterator[Place]:
    if not attestation.statements:
        return
    version = versions[attestation.version]
    for statement, line in zip(attestation.statements, lines_of(attestation, version), strict=True):
        path = version.document.source.path
        yield Place(path, line, statement.section.value, statement.term, statement.path)


def _opposed(claim: Claim, versions: Mapping[VersionId, CompendiumVersion]) -> Opposed | None:
    if claim.answer is not None:
        sheet, statement = claim.answer.sheet, claim.answer.statement
        source = sheet.document.source
        text = f"{statement.context} {statement.words}"
        return Opposed(text, source.path, source.line_of(statement.span.start), sheet.title, sheet.date, None, ())
    if claim.life is None or claim.attestation is None:
        return None
    version = versions[claim.attestation.version]
    line = lines_of(claim.attestation, version)[0]
    named = version.name
    return Opposed(claim.text, version.document.source.path, line, named, version.date, claim.life.id, ())


def _of(life: Life, records: Mapping[RulingId, Sequence[Plain]]) -> tuple[Plain, ...]:
    return tuple(each for name in (life.id, *life.aliases) for each in records.get(name, ()))


def _applied(kb: Kb) -> tuple[Mapping[RulingId, Sequence[Plain]], Mapping[RulingId, Sequence[Plain]]]:
    """Where rulings are applied: the emendation records that rest on them, and those that cite them and say something
    else than they do in the newest version."""
    emended = (book for book in kb.books.values() if book.emended is not None)
    claims = {
        (name, book.work.id, record.id)
        for book in emended
        for found in kb.memory.ask(judge_book, kb, book).findings
        for name in found.stated.names
        for record in found.claims
    }
    records = [
        (ruling, work, record)
        for work, book in kb.books.items()
        for record in book.emendations
        for ruling in record.rulings
    ]
    applied, claimed = (
        group_pairs(
            (ruling, _applying(work, record))
            for ruling, work, record in records
            if ((ruling, work, record.id) in claims) is claiming
        )
        for claiming in (False, True)
    )
    return applied, claimed


def _applying(work: WorkId, record: Emendation) -> Plain:
    return {
        "work": work,
        "record": record.id,
        "clause": record.clause,
        "published_text": record.published_text,
        "emended_text": record.emended_text,
    }
