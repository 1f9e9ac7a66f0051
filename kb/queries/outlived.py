"""Quotations that were outlived: a knowledge base comes in; which footnotes quote words that a later version of the
compendium has otherwise, or has no more, or that end by their own words, goes out. Of a footnote that quotes nothing
the words before its markers are asked instead, each for itself.

A quotation that still stands in the newest wording of its ruling is none of them, whatever else changed in that, unless
its sentence goes on there with what limits it (`..., but only at dusk`). Where the ruling says more since, and the book
does not, that is told apart from them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.attested import Attestation, Change, Life
from kb.calendars import Calendar
from kb.claims import DENIALS, find_limit
from kb.differences import FUNCTION_WORDS
from kb.force import Moment, told_end
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.model import RulingId
from kb.provenance import FootnoteVerdict, ReferenceVerdict, SourcePlace
from kb.similarity import Words, compare_words, holds_words
from kb.spelling import plain_form
from kb.unapplied import Finding, Verdict
from kb.wording import read_wording

TOLD = 4
"""A further sentence of fewer words is not told."""
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_REFERS = re.compile(r"\W*see\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outlived:
    """A footnote, the ruling it quotes, the version whose words these are, and the later one that ended them."""

    verdict: FootnoteVerdict
    life: Life
    calendar: Calendar
    quoted: Attestation
    ended: Attestation
    told: Moment | None = None
    """Its end by its own words, where these are those of the newest version."""

    @property
    def dropped(self) -> bool:
        """Whether the ruling itself ended."""
        return self.ended.change is Change.DROPPED


@dataclass(frozen=True, slots=True)
class Grown:
    """A footnote, a ruling it quotes all of or points to as a version had it, the later one that went on, and the first
    of its further sentences that stands nowhere in the book."""

    verdict: FootnoteVerdict
    life: Life
    calendar: Calendar
    quoted: Attestation
    grown: Attestation
    sentence: str


Places = Mapping[tuple[str, int], Sequence[tuple[Life, Calendar, int]]]


def find_outlived_notes(kb: Kb, path: str) -> Iterator[Outlived]:
    """Those of the footnotes of a document. One that quotes the version too that ended a ruling, or a later one, or
    hangs on what the ruling says now, where the book has not got the words of before, tells how it was before; one on
    an erratum that the published text has, and that is listed no more, tells where its words come from."""
    for verdict, life, calendar, number in _quoted(kb, path):
        ended = _ended(verdict.quote or "", life, number)
        if ended is None:
            told = told_end(life, calendar)
            if told is not None and _of_one_sense(verdict.quote or "", life.stated[number]):
                yield Outlived(verdict, life, calendar, life.stated[number], life.newest, told)
            continue
        if ended.change is Change.DROPPED and not ended.notice and _is_printed(kb, path, verdict, life.stated[number]):
            continue
        words, now = compare_words(life.stated[number].text), compare_words(life.newest.text)
        book = [compare_words(each.words) for each in verdict.references]
        limited = now != words and holds_words(now, words)
        held = any(holds_words(each, words) and not (limited and holds_words(each, now)) for each in book)
        follows = bool(book) and ended.change is not Change.DROPPED and all(holds_words(each, now) for each in book)
        quoted = {place.file for place in verdict.sources if place.statement is not None}
        if held or not (follows or _are_later(kb, quoted, ended)):
            yield Outlived(verdict, life, calendar, life.stated[number], ended)


def _is_printed(kb: Kb, path: str, verdict: FootnoteVerdict, quoted: Attestation) -> bool:
    """Whether the clauses that a footnote hangs on had in the published text what an erratum puts in: its last words in
    quotation marks."""
    put_in = _QUOTED.findall(quoted.text) if quoted.kind == "erratum" else []
    book = next((each for each in kb.books.values() if path in {one.document.source.path for one in each.pair}), None)
    if len(put_in) < 2 or book is None or book.base is None:
        return False
    published = dict(zip(book.ids_of(book.base), book.base.document.clauses, strict=True))
    clauses = [published.get(each.clause) for each in verdict.references]
    words = compare_words(put_in[-1])
    return bool(clauses) and all(each and holds_words(compare_words(each.text), words) for each in clauses)


def find_outlived_pointers(kb: Kb, path: str) -> Iterator[tuple[ReferenceVerdict, Outlived]]:
    """The markers of a document's footnotes that quote nothing, whose words rest on such a ruling. One that rests on
    another ruling too, which still says so, is none of them, nor one that cites the version too that ended it."""
    pointers = [each for each in kb.footnotes.get(path, ()) if each.quote is None]
    places = kb.memory.ask(find_stated, kb) if pointers else {}
    for verdict in pointers:
        cited = {each.path for each in verdict.cites if each.path}
        for reference in verdict.references:
            rests = find_quoted(reference.sources, places)
            ended = [found for each in rests if (found := _outlived_of(verdict, reference.words, *each)) is not None]
            if ended and len(ended) == len(rests) and not _are_later(kb, cited, ended[0].ended):
                yield reference, ended[0]


def _outlived_of(verdict: FootnoteVerdict, words: str, life: Life, calendar: Calendar, number: int) -> Outlived | None:
    """What ended the ruling that some words rest on, if anything did. Words that are not the ruling's may follow what
    it says now as well; where it is gone they follow nothing."""
    last, quoted = life.attestations[-1], life.stated[number]
    ended = last if last.change is Change.DROPPED else _ended(words, life, number)
    if ended is not None:
        return Outlived(verdict, life, calendar, quoted, ended)
    told = told_end(life, calendar)
    return (
        Outlived(verdict, life, calendar, quoted, life.newest, told) if told and _of_one_sense(words, quoted) else None
    )


def _are_later(kb: Kb, paths: Collection[str], ended: Attestation) -> bool:
    """Whether some texts (paths) have a version of a compendium that is no older than the one that ended a ruling."""
    last = kb.versions[ended.version]
    own = (each for each in kb.versions.values() if each.compendium == last.compendium)
    return any(each.document.source.path in paths and each.date >= last.date for each in own)


def find_grown(kb: Kb, path: str, findings: Iterable[Finding]) -> Iterator[Grown]:
    """The footnotes of an emended text whose rulings say more since; `findings` judge what the text has of them. A
    ruling that it has nothing of is told as such (`kb unapplied`); what another footnote quotes is not lacking."""
    lacking = _lacking(kb, path, findings)
    outlived = {(each.verdict.id, each.life.id) for each in find_outlived_notes(kb, path)} if lacking else set()
    for verdict, life, calendar, number in _quoted(kb, path):
        if (verdict.id, life.id) in outlived:
            continue
        old = compare_words(life.stated[number].text)
        if not holds_words(compare_words(read_wording(verdict.quote or "").words), old):
            continue  # a part of it: what it left out then it may leave out now
        if (more := _said_since(life, number, lacking.get(life.id, ()))) is not None:
            yield Grown(verdict, life, calendar, life.stated[number], *more)


def find_grown_pointers(kb: Kb, path: str, findings: Iterable[Finding]) -> Iterator[tuple[ReferenceVerdict, Grown]]:
    """The first markers of an emended text's footnotes that quote nothing whose words rest on such a ruling."""
    pointers = [each for each in kb.footnotes.get(path, ()) if each.quote is None]
    lacking = _lacking(kb, path, findings) if pointers else {}
    places = kb.memory.ask(find_stated, kb) if lacking else {}
    told = {life.id for _, life, _, _ in _quoted(kb, path)} if lacking else set()
    for verdict in pointers:
        for reference in verdict.references:
            for life, calendar, number in find_quoted(reference.sources, places):
                more = _said_since(life, number, lacking.get(life.id, ())) if life.id not in told else None
                if more is not None:
                    told.add(life.id)
                    yield reference, Grown(verdict, life, calendar, life.stated[number], *more)


def _lacking(kb: Kb, path: str, findings: Iterable[Finding]) -> Mapping[RulingId, Sequence[str]]:
    """The sentences of rulings that an emended text has in part, and that neither it nor a quotation of it has."""
    merged = [
        compare_words(read_wording(each.quote).words)
        for each in kb.footnotes.get(path, ())
        if each.quote is not None and each.references
    ]
    held = (each for each in findings if each.verdict is Verdict.APPLIED_NEAR)
    missing = {name: each.missing for each in held for name in each.stated.names}
    return {
        name: [each for each in said if not any(holds_words(quoted, compare_words(each)) for quoted in merged)]
        for name, said in missing.items()
    }


def _said_since(life: Life, number: int, lacking: Iterable[str]) -> tuple[Attestation, str] | None:
    """The first of some sentences that a ruling says since, which still has the words it had, and the version that
    went on so."""
    old = compare_words(life.stated[number].text)
    if not holds_words(compare_words(life.newest.text), old):
        return None
    for sentence in lacking:
        words = compare_words(sentence)
        if len(words) >= TOLD and not holds_words(old, words) and not _REFERS.match(sentence):
            later = (each for each in life.stated[number + 1 :] if holds_words(compare_words(each.text), words))
            if (grown := next(later, None)) is not None:
                return grown, sentence
    return None


def _quoted(kb: Kb, path: str) -> Iterator[tuple[FootnoteVerdict, Life, Calendar, int]]:
    """The rulings that the footnotes of a document quote, each with the number of the newest attestation quoted."""
    verdicts = [each for each in kb.footnotes.get(path, ()) if each.quote is not None]
    places = find_stated(kb) if verdicts else {}
    for verdict in verdicts:
        yield from ((verdict, *each) for each in find_quoted(verdict.sources, places))


def find_quoted(sources: Iterable[SourcePlace], places: Places) -> Collection[tuple[Life, Calendar, int]]:
    """The rulings that stand at some places of sources, each with the number of the newest attestation among them."""
    quoted: dict[str, tuple[Life, Calendar, int]] = {}
    for source in sources:
        at = source.statement.span.start if source.statement is not None else -1
        for life, calendar, number in places.get((source.file, at), ()):
            if life.id not in quoted or quoted[life.id][2] < number:
                quoted[life.id] = (life, calendar, number)
    return quoted.values()


def find_stated(kb: Kb) -> Places:
    """The rulings that each statement says, by its file and start, each with the number of its attestation."""
    return group_pairs(
        ((kb.versions[each.version].document.source.path, statement.span.start), (life, chronicle.calendar, number))
        for chronicle in kb.chronicles.values()
        for life in chronicle.history.lives
        for number, each in enumerate(life.stated)
        for statement in each.statements
    )


def _ended(quote: str, life: Life, number: int) -> Attestation | None:
    """The version that dropped a ruling, or the first to reword it without the words quoted where the newest lacks them
    too: a misspelling put right is none. Of a ruling that is told in other words, these are those that both have."""
    said = min(_words_of(quote, life.stated[number]), key=len)
    if not _of_one_sense(quote, life.stated[number]):
        return _ended_freely(quote, life, number) if life.stated[number].whole else None
    if life.attestations[-1].change is Change.DROPPED:
        return life.attestations[-1]
    later = [each for each in life.stated[number + 1 :] if not _says_still(each, said, life.stated[number])]
    return next((each for each in later if each.reworded), None) if later and later[-1] is life.newest else None


def _says_still(later: Attestation, said: Words, quoted: Attestation) -> bool:
    """Whether a ruling has some words later on, without a limit behind them that it did not have when it was quoted."""
    limited = find_limit(said, later.text)
    return holds_words(compare_words(later.text), said) and (not limited or find_limit(said, quoted.text) == limited)


def _ended_freely(quote: str, life: Life, number: int) -> Attestation | None:
    """The same of a ruling that is told in other words and stands alone in its statement."""
    if life.attestations[-1].change is Change.DROPPED:
        return life.attestations[-1]
    said, whole = map(_telling, _words_of(quote, life.stated[number]))
    lost = (said & whole) - _telling(life.newest.words)
    return next((each for each in life.stated[number + 1 :] if each.reworded and lost - _telling(each.words)), None)


def _telling(words: Words) -> frozenset[str]:
    """Words in the singular, without those that only bind others; what denies is none of these."""
    return frozenset(map(plain_form, frozenset(words) - (FUNCTION_WORDS - DENIALS)))


def _words_of(quote: str, quoted: Attestation) -> tuple[Words, Words]:
    return compare_words(read_wording(quote).words), compare_words(quoted.text)


def _of_one_sense(quote: str, quoted: Attestation) -> bool:
    """Whether a quotation is of a ruling, and not of what else stands in its statement or in the quotation."""
    said, whole = sorted(_words_of(quote, quoted), key=len)
    return holds_words(whole, said)
