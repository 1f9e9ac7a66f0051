"""Force by day against a naive resolver that tries every world the missing versions allow."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.attested import Attestation, Change, Life, VersionSlot
from kb.calendars import Calendar
from kb.dates import Days
from kb.force import Play, find_intervals, standing_on
from kb.lives._changes import Issues, name_missing, tell_step
from kb.model import RulingId, SectionId, SectionKind, Statement, VersionId
from kb.text import Span

START = date(2000, 1, 1)


@dataclass(frozen=True)
class Case:
    """`states` has a wording (1, 2, ...) or 0 (absent) for each version, None where it is not at hand."""

    days: tuple[int, ...]
    states: tuple[int | None, ...]
    printed: dict[int, int]
    day: int


@st.composite
def drawn(draw: st.DrawFn) -> Case:
    count = draw(st.integers(1, 6))
    gaps = draw(st.lists(st.integers(1, 40), min_size=count, max_size=count))
    days = tuple(itertools.accumulate(gaps))
    states: list[int | None] = []
    wording = 0
    for _ in range(count):
        step = draw(st.sampled_from(["same", "same", "new", "absent", "missing"]))
        if step == "new":
            wording += 1
            states.append(wording)
        elif step == "same":
            states.append(next((state for state in reversed(states) if state is not None), 0))
        else:
            states.append(0 if step == "absent" else None)
    if not any(states):
        states[-1] = 1
    runs = [state for state, _ in itertools.groupby(state for state in states if state is not None) if state]
    printed = {}
    for state in dict.fromkeys(runs):
        if runs.count(state) == 1 and draw(st.booleans()):
            printed[state] = days[states.index(state)] + draw(st.integers(0, 60))
    return Case(days, tuple(states), printed, draw(st.integers(0, 300)))


def life_of(case: Case) -> tuple[Life, Calendar]:
    slots = tuple(
        VersionSlot(VersionId(f"v{number}"), str(number), on(day), state is not None)
        for number, (day, state) in enumerate(zip(case.days, case.states, strict=True))
    )
    attestations = tuple(
        Attestation(
            slot.id, slot.date, (), f"wording {state}", (str(state), "a", "b"), "T", SectionKind.TERM, "clarification",
            effective=(on(case.printed[state]),) if state in case.printed else (),
        )
        for slot, state in zip(slots, case.states, strict=True)
        if state
    )  # fmt: skip
    issues = Issues(slots)
    steps = itertools.pairwise((None, *_placed(attestations), None))
    told = tuple(each for before, after in steps for each in tell_step(before, after, issues))
    return Life(RulingId("t-1"), "V", told, name_missing(told, issues)), Calendar("V", slots)


def _placed(attestations: tuple[Attestation, ...]) -> tuple[Attestation, ...]:
    """Attestations that stand somewhere, so that absence means something."""
    place = Statement(Span(0, 1), SectionKind.TERM, ("T",), SectionId("t"), (), "T", "", "", ())
    return tuple(replace(each, statements=(place,)) for each in attestations)


def on(day: int) -> str:
    return (START + timedelta(days=day)).isoformat()


def worlds(case: Case) -> Iterator[tuple[int, ...]]:
    """Every way the missing versions may have read: the change between two at hand happened in one of them, and
    one after the last may have dropped the ruling."""
    there = [number for number, state in enumerate(case.states) if state is not None]
    choices: list[list[tuple[int, ...]]] = []
    before, at = 0, -1
    for number in there:
        gap = number - at - 1
        state = case.states[number]
        assert state is not None
        if state == before:
            choices.append([(before,) * gap + (state,)])
        else:
            choices.append([(before,) * kept + (state,) * (gap - kept + 1) for kept in range(gap + 1)])
        before, at = state, number
    gap = len(case.states) - at - 1
    if gap and before:
        choices.append([(before,) * kept + (0,) * (gap - kept) for kept in range(gap + 1)])
    for chosen in itertools.product(*choices):
        yield tuple(itertools.chain(*chosen))


def naive(case: Case, play: Play) -> str:
    """The status all worlds agree on."""
    found = {in_world(case, world, play) for world in worlds(case)}
    return found.pop() if len(found) == 1 else "undetermined"


def in_world(case: Case, world: tuple[int, ...], play: Play) -> str:
    status, before = "not-yet", 0
    events: list[tuple[int, int]] = []  # the day, the wording that begins (0: the end)
    for number, state in enumerate(world):
        if state != before:
            day = case.days[number]
            if state and play is Play.TOURNAMENT:
                day = case.printed.get(state, day)
            events.append((day, state))
        before = state
    # A newer wording decides as soon as it has begun; an end counts for the wording before it.
    for place in range(len(events) - 1, -1, -1):
        day, state = events[place]
        if state and day <= case.day:
            end = events[place + 1] if place + 1 < len(events) else None
            ended = end is not None and end[1] == 0 and end[0] <= case.day
            status = "ended" if ended else "in-force"
            break
    return status


@settings(max_examples=400, deadline=None)
@given(drawn())
def test_agrees_with_the_naive_resolver(case: Case) -> None:
    life, calendar = life_of(case)
    assert any(each.change is not Change.DROPPED for each in life.attestations)
    day = START + timedelta(days=case.day)
    for play in Play:
        found = standing_on(find_intervals(life, calendar, play), Days(day, day)).status.value
        assert found == naive(case, play), (play, case)
