"""Reviewing: records and what they rest on come in; which of them were read before it changed goes out.

A record keeps the first digits of the sha256 of the clause at its place and of each of its rulings' words, as an
editor read them. Where one of them reads otherwise now the record is suspect until somebody says it was read again;
so it is where a ruling is no more, whose last words stay as they were.
One that never was reviewed is not suspect: it is told of as unread, for nobody would learn of a change.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.attested import Change, Life
from kb.compile import Body, fingerprint, read_for
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import read_ending
from kb.model import RulingId
from kb.provenance import Unit
from kb.records import Record, Records, RecordStatus, Reviewed, write_review
from kb.text import Source, Span

RECORD_SUSPECT = Code(
    "KB610",
    "record-suspect",
    Severity.WARNING,
    "A record was judged by words that have changed since: the clause it stands in, or the ruling it rests on.",
)
CODES = (RECORD_SUSPECT,)
_ID_LINE = re.compile(r"id: [\w~.+-]+[ \t]*\n")
_ENDED = "\n[ended]"
"""Behind the last words of a ruling that is no more."""
_DECIDED = (RecordStatus.ACCEPTED, RecordStatus.DECLINED)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A record with what reads otherwise than when it was reviewed: `clause`, or the id of a ruling."""

    record: str
    changed: tuple[str, ...]
    ended: tuple[str, ...] = ()
    """Of these the rulings that have ended, and were read while they had not."""

    @property
    def reworded(self) -> tuple[str, ...]:
        """Of these what has other words."""
        return tuple(each for each in self.changed if each not in self.ended)


@dataclass(frozen=True, slots=True)
class Review:
    """What an editor of a records file is to read: suspect records, those nobody said to have read (their ids), and
    whether the base text is another than the one the records were made for."""

    suspects: tuple[Suspect, ...]
    unread: tuple[str, ...]
    base_changed: bool

    @property
    def names(self) -> frozenset[str]:
        """The records to be read."""
        return frozenset((*(each.record for each in self.suspects), *self.unread))


def words_to_read(lives: Iterable[tuple[RulingId, Life]]) -> dict[RulingId, str]:
    """The newest words of rulings, by an id of each, with a sign where it was dropped or a mark tells its end."""
    return {name: life.newest.text + (_ENDED if _has_ended(life) else "") for name, life in lives}


def _has_ended(life: Life) -> bool:
    dropped = life.attestations[-1].change is Change.DROPPED
    return dropped or any(read_ending(mark) is not None for mark in life.newest.marks)


def review_records(
    records: Records, body: Body, wordings: Mapping[RulingId, str], only: Collection[str] = ()
) -> Review:
    """What is to be read of a records file, or of some of its records."""
    suspects = find_suspects(records, body, wordings)
    unread = find_unread(records, body, wordings)
    return Review(
        tuple(each for each in suspects if not only or each.record in only),
        tuple(name for name in unread if not only or name in only),
        records.base.sha256 != body.document.source.sha256,
    )


def find_suspects(records: Records, body: Body, wordings: Mapping[RulingId, str]) -> list[Suspect]:
    """The records whose clause or rulings have changed; one that was never reviewed is not among them.

    `wordings` are the newest words of the rulings at hand, by each id they have or had (`words_to_read`). Of a ruling
    whose text is not at hand nothing can be said.
    """
    fresh = _fresh(records, body, wordings)
    found = ((record, tuple(_changed(record, fresh[record.id], records.absent))) for record in records.records)
    return [Suspect(record.id, changed, _ended(record, changed, wordings)) for record, changed in found if changed]


def find_unread(records: Records, body: Body, wordings: Mapping[RulingId, str]) -> list[str]:
    """The records that somebody has decided on and whose clause, or one of whose rulings, they never said to have
    read; those without words of the work need no reading."""
    fresh = _fresh(records, body, wordings)
    return [
        record.id
        for record in records.records
        if record.status in _DECIDED and not record.is_structure and record.unit is not Unit.FRONT_MATTER
        if _is_unread(record.reviewed, fresh[record.id])
    ]


def _is_unread(reviewed: Reviewed | None, fresh: Reviewed) -> bool:
    if reviewed is None:
        return True
    return (reviewed.clause is None and fresh.clause is not None) or not fresh.rulings.keys() <= reviewed.rulings.keys()


def _changed(record: Record, fresh: Reviewed, absent: Collection[RulingId]) -> Iterator[str]:
    reviewed = record.reviewed
    if reviewed is None:
        return
    if reviewed.clause is not None and reviewed.clause != fresh.clause:
        yield "clause"
    for name, digits in reviewed.rulings.items():
        if name in record.rulings and name not in absent and fresh.rulings.get(name) != digits:
            yield name


def _ended(record: Record, changed: Iterable[str], wordings: Mapping[RulingId, str]) -> tuple[str, ...]:
    """Those of the changed rulings of a record that have the words that were read, and ended since."""
    read = record.reviewed.rulings if record.reviewed is not None else {}
    now = {name: wordings.get(name, "") for name in map(RulingId, changed) if name in read}
    last = {name: words.removesuffix(_ENDED) for name, words in now.items() if words.endswith(_ENDED)}
    return tuple(name for name, words in last.items() if fingerprint(words) == read[name])


def _fresh(records: Records, body: Body, wordings: Mapping[RulingId, str]) -> dict[str, Reviewed]:
    """What is to be read now, by record; one made in what others leave stands at their clause."""
    by_id = {record.id: record for record in records.records}
    read = {record.id: read_for(record, body) for record in records.records}
    found: dict[str, Reviewed] = {}
    for record in records.records:
        clause, first = read[record.id], record
        while clause is None and first.after and first.after[0] in by_id:
            first = by_id[first.after[0]]
            clause = read[first.id]
        rulings = {name: fingerprint(wordings[name]) for name in record.rulings if name in wordings}
        found[record.id] = Reviewed(fingerprint(clause) if clause is not None else None, rulings)
    return found


def tell_suspects(records: Records, suspects: Collection[Suspect]) -> Iterator[Diagnostic]:
    """Each suspect at its record."""
    by_id = {record.id: record for record in records.records}
    for suspect in suspects:
        at = by_id[suspect.record].span
        if records.source is not None:
            what = ", ".join("its clause" if each == "clause" else f"ruling `{each}`" for each in suspect.reworded)
            told = [f"{what} reads otherwise than when it was reviewed"] if what else []
            ended = "was dropped or ends by its own words, which was not read"
            told += [f"ruling `{each}` {ended}" for each in suspect.ended]
            message = f"record `{suspect.record}` is suspect: {'; '.join(told)}"
            hint = f"read it again, then `kb emend review {records.work} --clear`"
            span = Span(at.start, min(at.end, at.start + 1))
            yield diagnose(RECORD_SUSPECT, records.source, span, message, hint)


def write_reviewed(records: Records, body: Body, wordings: Mapping[RulingId, str], names: Collection[str]) -> str:
    """The text of the records file with the fingerprints of some records written anew, and that of the base text where
    no other record is suspect.

    Everything else in the file stays as it is written, comments too. A record that has lost its place keeps the old
    fingerprint of its clause: there is nothing to read for it, so it stays suspect.
    """
    assert records.source is not None
    text = records.source.text
    fresh = _fresh(records, body, wordings)
    for record in sorted(records.records, key=lambda each: each.span.start, reverse=True):
        if record.id in names:
            text = _with_reviewed(text, record, _kept(record.reviewed, fresh[record.id]))
    if {each.record for each in find_suspects(records, body, wordings)} <= set(names):
        text = _with_base(text, records.base.sha256, body.document.source)
    return text


def _kept(before: Reviewed | None, fresh: Reviewed) -> Reviewed:
    if before is None or fresh.clause is not None:
        return fresh
    return Reviewed(before.clause, fresh.rulings)


def _with_base(text: str, before: str, base: Source) -> str:
    """A records file made for another base text."""
    key = re.compile(rf"(?<![\w-])sha256:[ \t]+([\"']?){re.escape(before)}\1(?=[\s,}}]|$)")
    return key.sub(lambda match: f'sha256: "{base.sha256}"' if match.group(1) else f"sha256: {base.sha256}", text, 1)


def _with_reviewed(text: str, record: Record, reviewed: Reviewed) -> str:
    """The text of a records file with the fingerprints of one record, put in where it has none."""
    written = write_review(reviewed)
    if record.reviewed is not None:
        span = record.reviewed.span
        old = text[span.start : span.end].rstrip()
        gap = "" if text[span.start - 1].isspace() else " "
        return text[: span.start] + gap + written + text[span.start + len(old) :]
    start, end = record.span.start, record.span.end
    if text[start] != "{":
        line = _ID_LINE.match(text, start, end)
        at = line.end() if line else start
        indent = " " * (start - text.rfind("\n", 0, start) - 1)
        return text[:at] + (f"{indent}reviewed: {written}\n" if line else f"reviewed: {written}\n{indent}") + text[at:]
    inner = text[start + 1 : end - 1]
    if "#" in inner:  # a comment may stand before the bracket that closes
        return f"{text[: start + 1]}reviewed: {written}, {text[start + 1 :]}"
    joined = inner.rstrip().removesuffix(",")
    return f"{text[: start + 1]}{joined}, reviewed: {written}{text[end - 1 :]}"
