"""Chronicle: a compendium's entry in the manifest, its versions at hand, minted ids and sheets of answers come in; its
rulings through time go out, under their lasting ids, with what contradicts what.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from kb.calendars import Calendar
from kb.contradictions import Claim, Contradiction, find_contradictions
from kb.corpus import CompendiumEntry, VersionEntry
from kb.dates import days_of
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.force import earliest, find_intervals
from kb.lives import Change, History, Life, VersionSlot, follow_rulings, read_witness, tell_fused, tell_respelled
from kb.memory import Memory
from kb.minted import Minted, lines_of, name_lives
from kb.model import CompendiumVersion, Ruling, RulingId, VersionId, whole_number
from kb.rulings import mint_id
from kb.sheets import Sheet
from kb.text import Source, Span

CONTRADICTION = Code(
    "KB520",
    "statements-contradict",
    Severity.WARNING,
    "When a version says a thing and denies it, no day has an answer; both stay in force until an editor decides.",
)
REVERSAL = Code(
    "KB521",
    "erratum-reverses-ruling",
    Severity.SUGGESTION,
    "What says the opposite of an older ruling ends it only where the compendium drops or rewords the old one.",
)
ANSWER_CONTRADICTED = Code(
    "KB522",
    "answer-contradicts-ruling",
    Severity.SUGGESTION,
    "An answer outside the compendium opens no interval and closes none; where it says otherwise, readers must know. "
    "A ruling that came after the answer has decided.",
)
WITNESS_ALONE = Code(
    "KB523",
    "ruling-in-one-witness",
    Severity.SUGGESTION,
    "What only a second witness of a version states is in no history and in no answer; somebody must judge whether "
    "the version has it.",
)
CODES = (CONTRADICTION, REVERSAL, ANSWER_CONTRADICTED, WITNESS_ALONE)


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The rulings of a compendium through time."""

    entry: CompendiumEntry
    history: History
    contradictions: tuple[Contradiction, ...] = field(default=(), repr=False)

    @property
    def calendar(self) -> Calendar:
        """Its versions and what they are called."""
        return Calendar(self.entry.abbreviation, self.history.slots)


def follow_compendium(  # noqa: PLR0913, PLR0917 (what is followed, and what is known of it)
    entry: CompendiumEntry,
    versions: Mapping[VersionId, CompendiumVersion],
    minted: Sequence[Minted] = (),
    ids: Source | None = None,
    memory: Memory | None = None,
    taken: frozenset[RulingId] = frozenset(),
) -> Outcome[Chronicle]:
    """The chronicle of a compendium, nothing set against anything. `versions` are those at hand, of any compendium, and
    their second witnesses; one in which no ruling was read is as if it were not: its silence drops none. `ids` is the
    source of the minted ids, for diagnostics; `memory` knows what was read of them before; `taken` are the ids that
    rulings of other compendia have: two compendia may say the same."""
    memory = memory or Memory()
    own = _with_rulings(entry, versions)
    read = frozenset(version.id for version in own)
    unread = frozenset(each.id for each in entry.versions if each.id in versions) - read
    slots = memory.ask(_slots, entry, read, unread)
    history = follow_rulings(entry.abbreviation, own, slots, memory)
    named = name_lives(history.lives, minted, own, ids)
    told = tell_fused(_name_apart(named.value, taken))
    lives, alone = _hear_witnesses(entry, tell_respelled(told, own, memory), versions, memory)
    return Outcome(Chronicle(entry, replace(history, lives=lives)), (*named.diagnostics, *alone))


def with_contradictions(
    chronicle: Chronicle,
    versions: Mapping[VersionId, CompendiumVersion],
    sheets: Sequence[Sheet] = (),
    memory: Memory | None = None,
) -> Outcome[Chronicle]:
    """A chronicle with the contradictions among its rulings, and between them and the answers of sheets."""
    found = find_contradictions(chronicle.history.lives, sheets, memory or Memory())
    contradictions = tuple(_decide(found, chronicle.calendar))
    own = {version.id: version for version in _with_rulings(chronicle.entry, versions)}
    return Outcome(replace(chronicle, contradictions=contradictions), tuple(_tell(contradictions, own)))


def carry_contradictions(chronicle: Chronicle, known: Chronicle) -> Chronicle:
    """A chronicle with the contradictions that were known of another state of it, those of rulings that it has."""
    there = {life.id for life in chronicle.history.lives}
    carried = (
        each
        for each in known.contradictions
        if all(claim.life is None or claim.life.id in there for claim in (each.first, each.second))
    )
    return replace(chronicle, contradictions=tuple(carried))


def _with_rulings(entry: CompendiumEntry, versions: Mapping[VersionId, CompendiumVersion]) -> list[CompendiumVersion]:
    """The versions of a compendium at hand in which rulings were read."""
    return [version for each in entry.issues if (version := versions.get(each.id)) is not None and version.statements]


def _name_apart(lives: tuple[Life, ...], taken: frozenset[RulingId]) -> tuple[Life, ...]:
    """Lives, those whose ids are taken under others."""
    used = {*taken, *(life.id for life in lives)}
    return tuple(
        replace(life, id=mint_id(life.newest.term, life.newest.words, used)) if life.id in taken else life
        for life in lives
    )


def find_turned(chronicle: Chronicle) -> Mapping[RulingId, tuple[VersionId, ...]]:
    """The versions that reversed what each ruling said itself before, oldest first, of those that were reversed."""
    return _find_turned(chronicle.contradictions)


def _find_turned(contradictions: Iterable[Contradiction]) -> Mapping[RulingId, tuple[VersionId, ...]]:
    found: dict[RulingId, tuple[VersionId, ...]] = {}
    for each in contradictions:
        life, late = each.second.life, each.second.attestation
        if life is not None and life is each.first.life and late is not None:
            order = [attestation.version for attestation in life.attestations]
            found[life.id] = tuple(sorted({late.version, *found.get(life.id, ())}, key=order.index))
    return found


def _hear_witnesses(
    entry: CompendiumEntry,
    lives: tuple[Life, ...],
    versions: Mapping[VersionId, CompendiumVersion],
    memory: Memory,
) -> tuple[tuple[Life, ...], list[Diagnostic]]:
    """Lives with what second witnesses of their versions read, and a diagnostic for what stands in one alone."""
    diagnostics: list[Diagnostic] = []
    for each in entry.witnesses:
        text = versions.get(each.id)
        if text is None or each.witness_of is None or each.witness_of not in versions:
            continue
        lives, loose = read_witness(lives, each.witness_of, text, memory)
        message = f"{versions[each.witness_of].name} does not have this; only its second witness has"
        hint = "compare the two texts, and correct the one that is wrong"
        diagnostics += (
            diagnose(WITNESS_ALONE, text.document.source, found.statement.span, message, hint) for found in loose
        )
    return lives, diagnostics


def _slots(
    entry: CompendiumEntry, at_hand: frozenset[VersionId], unread: frozenset[VersionId]
) -> tuple[VersionSlot, ...]:
    return tuple(replace(slot, unread=slot.id in unread) for slot in order_slots(entry, at_hand))


def order_slots(entry: CompendiumEntry, at_hand: Iterable[VersionId]) -> Iterator[VersionSlot]:
    """The issues of a compendium, oldest first: by date where they have one, those that may be of one day as they
    stand in the manifest, and those without after the one before them there. Numbers that no entry has, between two
    that have, are missing versions too; not that of a version in parts, which have a letter behind it (`4a`, `4b`)."""
    there = set(at_hand)
    kept = [each for each in entry.versions if each.witness_of is None]
    keyed: list[tuple[str, int, VersionEntry]] = []
    last = ""
    for place, each in enumerate(kept):
        if each.text.date:
            days = days_of(each.text.date)
            first = days.first.isoformat()
            last = max(first, last) if last <= days.last.isoformat() else first
        keyed.append((last, place, each))
    before: int | None = None
    names = {each.id for each in entry.versions}
    numbers = {whole_number(each.number) for each in kept}
    for _, _, each in sorted(keyed, key=lambda key: key[:2]):
        whole = whole_number(each.number)
        number = int(whole) if whole.isdecimal() else None
        if before is not None and number is not None and before + 1 < number <= before + 100:
            for lost in range(before + 1, number):
                if str(lost) not in numbers:
                    name = f"{entry.id}-{lost}"
                    yield VersionSlot(VersionId(f"{name}-missing" if name in names else name), str(lost), "", False)
        before = number if number is not None else before
        found = each.id in there and not each.text.missing
        yield VersionSlot(each.id, each.number, each.text.date, found, each.profile.lacks)


def _decide(found: Sequence[Contradiction], calendar: Calendar) -> Iterator[Contradiction]:
    """Contradictions, those of an answer with a ruling as one: with the newest wording that denies it, told whether the
    answer was given before the ruling may have been stated so. What had ended by then contradicts no answer, nor does a
    ruling that was turned round since and says now what the answer does."""
    turned = _find_turned(found)
    denying: dict[tuple[str, int, RulingId], list[Contradiction]] = {}
    for each in found:
        if (pair := _denied(each)) is not None:
            denying.setdefault(pair, []).append(each)
    for each in found:
        answer, life, pair = each.first.answer, each.second.life, _denied(each)
        if answer is None or life is None or pair is None:
            yield each
            continue
        day, against = days_of(answer.sheet.date), denying.pop(pair, [])
        standing = _standing_since(life, calendar, turned.get(life.id, ()), day.first)
        against = [other for other in against if not standing.isdisjoint(other.second.versions)]
        if not against or _came_round(life, against, turned.get(life.id, ())):
            continue
        denied = standing.intersection(version for other in against for version in other.second.versions)
        first = next(at for at, attested in enumerate(life.attestations) if attested.version in denied)
        since = earliest(replace(life, attestations=life.attestations[first:]), calendar)
        newest = max(against, key=lambda other: other.second.day)
        yield replace(newest, decided=since is not None and day.last < since)


def _came_round(life: Life, against: Collection[Contradiction], turned: Collection[VersionId]) -> bool:
    """Whether a ruling was turned round behind all wordings that deny an answer."""
    places = {each.version: place for place, each in enumerate(life.attestations)}
    denying = max(places[version] for each in against for version in each.second.versions)
    return any(places[version] > denying for version in turned)


def _standing_since(life: Life, calendar: Calendar, turned: Collection[VersionId], day: date) -> frozenset[VersionId]:
    """The versions of a ruling that said what it may have said on a day or later: where it is worded anew it goes on
    with what it said, unless it was turned round there or had ended."""
    standing: set[VersionId] = set()
    holds = False
    for interval in reversed(find_intervals(life, calendar)):
        if not interval.replaced or not holds:
            holds = interval.ends is None or not interval.ends.has_come(day)
        if holds:
            standing.update(stated.version for stated in interval.stated)
        holds = holds and interval.attestation.version not in turned
    return frozenset(standing)


def _denied(found: Contradiction) -> tuple[str, int, RulingId] | None:
    """The answer and the ruling that denies it: sheet, place and id; None between rulings."""
    answer, life = found.first.answer, found.second.life
    return (answer.sheet.id, answer.statement.span.start, life.id) if answer is not None and life is not None else None


def _tell(
    contradictions: Iterable[Contradiction], versions: Mapping[VersionId, CompendiumVersion]
) -> Iterator[Diagnostic]:
    for found in contradictions:
        if found.first.answer is not None:
            answer, other = found.first.answer, _where(found.second, None, versions)
            named = other[2] if other else "a ruling"
            message = (
                f"{named} says otherwise than the older answer" if found.decided else f"the answer contradicts {named}"
            )
            hint = "cite the later ruling, not the answer" if found.decided else "say which one holds"
            yield diagnose(ANSWER_CONTRADICTED, answer.sheet.document.source, answer.statement.span, message, hint)
            continue
        first, second = (_where(claim, found.version, versions) for claim in (found.first, found.second))
        if first is None or second is None:
            continue
        (early, late) = (first, second) if found.version is None or first[1] <= second[1] else (second, first)
        if found.first.life is found.second.life:
            hint = "nothing, where it was reversed on purpose; a change that rests on the old words is out of date"
            yield diagnose(REVERSAL, late[0], late[1], f"this reverses what the ruling said before: {early[2]}", hint)
            continue
        code, verb = (CONTRADICTION, "contradicts") if found.version else (REVERSAL, "says the opposite of")
        yield diagnose(code, late[0], late[1], f"this {verb} {early[2]}", "say which one holds")


def _where(
    claim: Claim, version: VersionId | None, versions: Mapping[VersionId, CompendiumVersion]
) -> tuple[Source, Span, str] | None:
    """Source, span and name of the place where a claim is made, in a version or where it was made first."""
    if claim.life is None or claim.attestation is None:
        return None
    stated = next((each for each in claim.life.stated if each.version == version), claim.attestation)
    text = versions[stated.version]
    line = lines_of(stated, text)[0]
    name = f"`{claim.life.id}`, {text.document.source.path}:{line}"
    return text.document.source, stated.statements[0].span, name


def rulings_in(version: VersionId, lives: Iterable[Life]) -> tuple[Ruling, ...]:
    """The rulings a version states, in the order of their first statement: one for each life, under its id.

    A statement in which rulings are fused belongs to each of them.
    """
    return rulings_of(lives, (version,)).get(version, ())


def rulings_of(lives: Iterable[Life], versions: Collection[VersionId]) -> Mapping[VersionId, tuple[Ruling, ...]]:
    """The rulings that each of some versions states, as `rulings_in` tells those of one."""
    found: dict[VersionId, list[Ruling]] = {}
    for life in lives:
        for each in life.attestations:
            if each.version in versions and each.change is not Change.DROPPED:
                statements = tuple(sorted(each.statements, key=lambda said: said.span))
                own = () if each.whole else tuple(each.words)
                ruling = Ruling(life.id, each.version, each.term, each.kind, statements, own)
                found.setdefault(each.version, []).append(ruling)
    return {
        version: tuple(sorted(rulings, key=lambda ruling: ruling.statements[0].span))
        for version, rulings in found.items()
    }
