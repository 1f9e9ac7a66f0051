"""Applying: a text and records come in, the compiled text and what was refused go out.

Exact: a record is made where its words stand with their context, as often as it says, or it is refused with a reason.
Nothing is forced, nothing is fuzzy, no last one wins; one refused record never keeps another from being applied.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.compile._apparatus import is_hand_made, write_apparatus
from kb.compile._body import Body
from kb.compile._compose import Placed, compose, without_idle
from kb.compile._contents import fill_contents
from kb.compile._order import comes_first
from kb.compile._places import Found, Place, clauses_read, place_record
from kb.compile._refusals import Refused
from kb.compile._settling import find_misread
from kb.grouping import group_pairs
from kb.model import Document
from kb.provenance import Refusal, Unit
from kb.readers.kramdown import read_document
from kb.records import Record, Records, RecordStatus, Side, all_waits
from kb.text import Source

TOLD = 5
"""So many of the records a record meets are named."""
_ROUND = "it and the others that change these words each come before one another"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled text: the records made, in the order of the file, those idle or declined, and those refused."""

    text: str = field(repr=False)
    applied: tuple[Placed, ...] = field(repr=False)
    refused: tuple[Refused, ...] = ()
    idle: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Records with their places in a text, and those refused; `later` are to be made in what these leave.

    It is the same on every day: whoever compiles a text as of several makes it once.
    """

    body: Body
    records: Records
    placed: tuple[Placed, ...]
    refused: tuple[Refused, ...]
    later: frozenset[str]


def plan_text(base: Document | Body, records: Records) -> Plan:
    """The places of the records that can be made at once; a `Body` is a text read already."""
    body = base if isinstance(base, Body) else Body(base)
    chosen, refused = chosen_records(records)
    placed, missing = place_records(chosen, body)
    later = _later(placed, missing)
    now = [each for each in placed if each.record.id not in later]
    clashing = list(clashes(now))
    barred = {each.record.id for each in clashing}
    return Plan(
        body,
        records,
        tuple(replace(each, made=each.record.id not in barred) for each in now),
        (*refused, *(each for each in missing if each.record.id not in later), *clashing),
        later,
    )


def compile_text(base: Document | Body, records: Records, wanted: Collection[str] | None = None) -> Compiled:
    """A published text with its records made; `wanted` are the ids of those to make, all when not given.

    Records that are ordered and change the same words, and those that name others under `after`, are made one after
    the other, each in what the ones before it left.
    """
    return compile_plan(plan_text(base, records), wanted)


def compile_plan(plan: Plan, wanted: Collection[str] | None = None) -> Compiled:
    """The same for records that have their places."""
    made, records = _carry_out(plan, wanted), plan.records
    while later := plan.later:
        left = plan.records
        waiting = tuple(
            replace(r, after=tuple(name for name in r.after if name in later)) for r in left.records if r.id in later
        )
        if waiting == left.records:
            stuck = (Refused(r, Refusal.CONFLICTS_WITH, _ROUND) for r in waiting)
            return replace(made, refused=in_order((*made.refused, *stuck), records))
        text = read_document(Source.from_text("compiled", made.text)).value
        plan = plan_text(text, replace(left, records=waiting))
        following = _carry_out(plan, wanted)
        refused = in_order((*made.refused, *map(_in_conflict, following.refused)), records)
        applied, idle = (*made.applied, *following.applied), (*made.idle, *following.idle)
        made = Compiled(following.text, applied, refused, idle)
    return made


def _carry_out(plan: Plan, wanted: Collection[str] | None) -> Compiled:
    """A text with the records of a plan made that are wanted."""
    now = [each if wanted is None or each.record.id in wanted else replace(each, made=False) for each in plan.placed]
    return finish_text(plan.body, plan.records, now, plan.refused)


def _later(placed: Sequence[Placed], missing: Sequence[Refused]) -> frozenset[str]:
    """Records to be made in what others left: the later of two that change the same words, and those not found yet
    that wait for others."""
    found = {each.record.id for each in missing if each.record.after}
    waits = all_waits([*(each.record for each in placed), *(each.record for each in missing)])
    for one, other in _meeting(placed):
        first = comes_first(one.record, other.record, waits)
        if first is not None:
            found.add(other.record.id if first else one.record.id)
    return frozenset(found)


def _in_conflict(refused: Refused) -> Refused:
    """A record whose words an earlier one took away is in conflict with it."""
    if refused.reason not in (Refusal.TEXT_NOT_FOUND, Refusal.PRECONDITION_CHANGED):
        return refused
    return replace(refused, reason=Refusal.CONFLICTS_WITH, message="records that come first leave other words there")


def finish_text(
    body: Body,
    records: Records,
    placed: Sequence[Placed],
    refused: Sequence[Refused],
    known: Mapping[str, Sequence[str]] | None = None,
) -> Compiled:
    """The compiled text, in which every word that no record touches is read as before, and those of each record as
    with all of them, or as it is `known`; a record that would make its neighbours, or itself, read otherwise is
    refused."""
    if records.emended_sha256 and all(each.made for each in placed):
        found = assemble(body, records, placed, refused)
        if is_hand_made(found.text, records):
            return found
    left_out = {each.record.id for each in refused}
    undefined = {str(citation.id) for citation in records.citations if citation.missing}
    barred = find_misread(body, placed, left_out, undefined, known)
    message = "once it is made the words around it would be read otherwise"
    told = (Refused(each.record, Refusal.NEEDS_HUMAN, message) for each in placed if each.number in barred)
    left = [replace(each, made=False) if each.number in barred else each for each in placed]
    return assemble(body, records, left, (*refused, *told))


def assemble(body: Body, records: Records, placed: Sequence[Placed], refused: Sequence[Refused]) -> Compiled:
    """The whole text of a body and placed records, with its apparatus."""
    settled = without_idle(placed)
    made = fill_contents(compose(body, settled), body, records.contents)
    applied = tuple(sorted((each for each in settled if each.made), key=lambda each: each.number))
    idle = tuple(each.record.id for each in settled if not each.made)
    return Compiled(made.text + write_apparatus(made, body, records), applied, in_order(refused, records), idle)


def in_order(refused: Iterable[Refused], records: Records) -> tuple[Refused, ...]:
    """Refused records in the order of their file."""
    order = {record.id: number for number, record in enumerate(records.records)}
    return tuple(sorted(refused, key=lambda each: order.get(each.record.id, -1)))


def chosen_records(records: Records) -> tuple[list[tuple[int, Record]], list[Refused]]:
    """The records an editor has accepted, with their numbers; those that wait for a yes are refused."""
    chosen: list[tuple[int, Record]] = []
    waiting: list[Refused] = []
    for number, record in enumerate(records.records):
        if record.status is RecordStatus.ACCEPTED and record.rulings and not record.footnotes:
            named = ", ".join(f"`{ruling}`" for ruling in record.rulings)
            absent = records.absent.intersection(record.rulings)
            what = "the text is not at hand that says" if absent else "no text at hand says"
            reason = Refusal.SOURCE_UNAVAILABLE if absent else Refusal.NO_TEXT_AUTHORITY
            waiting.append(Refused(record, reason, f"{what} what it rests on: {named}"))
        elif record.status is RecordStatus.ACCEPTED:
            chosen.append((number, record))
        elif record.status is not RecordStatus.DECLINED:
            message = f"it is `{record.status.value}`" + (f": {record.reason}" if record.reason else "")
            waiting.append(Refused(record, Refusal.NEEDS_HUMAN, message))
    return chosen, waiting


def place_records(records: Iterable[tuple[int, Record]], body: Body) -> tuple[list[Placed], list[Refused]]:
    """The place of each record that has exactly one, or the one it says; the others with the reason."""
    placed: list[Placed] = []
    refused: list[Refused] = []
    for number, record in records:
        found = _decide(record, place_record(record, body), body)
        if isinstance(found, Refused):
            refused.append(found)
        else:
            placed.append(Placed(record, found, number))
    return placed, refused


def read_for(record: Record, body: Body) -> str | None:
    """What is to be read of a text for a record: the clauses at its place; where it has none, the one it names."""
    found = _decide(record, place_record(record, body), body) if record.unit is not Unit.FRONT_MATTER else None
    if isinstance(found, Place) and body.size:
        return clauses_read(body, found.at, found.end, record.side is Side.BEFORE)
    return next((clause.text for clause in body.document.clauses if clause.id == record.clause), None)


def _decide(record: Record, found: Found, body: Body) -> Place | Refused:
    """The one place of a record, or why there is none."""
    count = len(found.places)
    wanted = record.occurrence
    if wanted is not None and wanted.of == count and 1 <= wanted.number <= count:
        return found.places[wanted.number - 1]
    if wanted is None and count == 1:
        return found.places[0]
    return Refused(record, *_why(record, found, body))


def _why(record: Record, found: Found, body: Body) -> tuple[Refusal, str]:
    """Why a record has not exactly the places it says."""
    count = len(found.places)
    section = f"section `{record.section}`" if record.section else "the text"
    bare = record.prefix is None and record.suffix is None
    clauses = {clause.id for clause in body.document.clauses}
    if record.section is not None and record.section not in body.spans:
        return Refusal.TARGET_MISSING, f"the text has no {section}"
    if bare and record.clause is not None and record.clause not in clauses:
        return Refusal.TARGET_MISSING, f"the text has no clause `{record.clause}`"
    if count:
        said = f", the record says {record.occurrence.of}" if record.occurrence else ""
        return Refusal.TEXT_AMBIGUOUS, f"its words stand {count} times in {section}{said}"
    if found.elsewhere or (not record.published and not bare):
        told = f"the words around its place are not those in {section}"
        return Refusal.PRECONDITION_CHANGED, "; ".join((told, *_around(record, body)))
    return Refusal.TEXT_NOT_FOUND, f"its published words are not in {section}"


def _around(record: Record, body: Body) -> Iterator[str]:
    """What stands on the one side of a record's place now, where the words on the other side still tell that place."""
    section = record.section
    if section is None or record.prefix is None or record.suffix is None:
        return
    before = place_record(replace(record, prefix=None), body).places
    after = place_record(replace(record, suffix=None), body).places
    if len(before) == 1:
        yield f"before it stands `{body.prefix(before[0].at, section)}`"
    elif len(after) == 1:
        yield f"behind it stands `{body.suffix(after[0].end, section)}`"


def _meeting(placed: Sequence[Placed]) -> Iterator[tuple[Placed, Placed]]:
    """Pairs of records that change the same characters."""
    ordered = sorted(placed, key=lambda each: (each.place.span, each.number))
    open_ones: list[Placed] = []
    for each in ordered:
        open_ones = [one for one in open_ones if one.place.span.end > each.place.span.start]
        yield from ((one, each) for one in open_ones)
        if len(each.place.span):
            open_ones.append(each)


def clashes(placed: Sequence[Placed]) -> Iterator[Refused]:
    """Records that change the same characters, none of them before the other; all are refused."""
    pairs = ((one, other) for pair in _meeting(placed) for one, other in (pair, pair[::-1]))
    met = group_pairs((one.number, other) for one, other in pairs)
    for each in placed:
        others = met.get(each.number)
        if others:
            names = ", ".join(f"`{other.record.id}`" for other in others[:TOLD])
            more = f" and {len(others) - TOLD} more" if len(others) > TOLD else ""
            verb = "change" if len(others) > 1 else "changes"
            message = f"{names}{more} {verb} the same words, and nothing says which comes first"
            yield Refused(each.record, Refusal.CONFLICTS_WITH, message)
