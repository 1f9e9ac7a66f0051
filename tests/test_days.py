"""What is answered of a day is what was answered that day: a corpus is cut off behind the day, and asked today."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

import pytest

from kb.answers.instruction_list import list_instructions
from kb.answers.ruling_list import Found, Question, answer_question, find_near, find_opposed, list_rulings
from kb.calendars import Calendar
from kb.chronicle import order_slots, with_contradictions
from kb.corpus import Manifest, load_manifest
from kb.dates import days_of
from kb.files import Corpus, read_corpus
from kb.force import Play, Status
from kb.graph import Kb
from kb.memory import Memory
from kb.pipeline import build_kb
from kb.queries.instructions import carry_out
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.stated import state_rulings
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words
from kb.text import Source
from tests.answered import parts
from tests.built import LANTERN
from tests.kites import rulings

MEMORY = Memory()
ISSUED = ("2004-09-14", "2005-02-07", "2005-10-17", "2006-05-08")
Said = frozenset[tuple[str, Words]]


@cache
def corpus() -> Corpus:
    read = read_corpus(LANTERN).value
    assert read is not None
    return read


@cache
def known(day: str = "9999-12-31") -> Kb:
    """The embedded corpus without the texts that were issued after a day."""
    manifest = cut_off(corpus().manifest, days_of(day).last)
    return build_kb(manifest, corpus().texts, memory=MEMORY).value


def cut_off(manifest: Manifest, day: date) -> Manifest:
    """A manifest without the versions and documents of later days."""
    compendia = []
    for entry in manifest.compendia:
        issued = Calendar("", tuple(order_slots(entry, [each.id for each in entry.versions]))).issued
        compendia.append(replace(entry, versions=tuple(x for x in entry.versions if issued(x.id).last <= day)))
    documents = (each for each in manifest.documents if not each.text.date or days_of(each.text.date).last <= day)
    return replace(manifest, compendia=tuple(compendia), documents=tuple(documents))


def ask(kb: Kb, question: Question) -> tuple[Found, ...]:
    return answer_question(fill_shelves(kb), question).found


def said(found: Sequence[Found]) -> Said:
    """The sentences of an answer with the terms they stand under: where one ruling ends, later versions may show."""
    return frozenset(
        (each.wording.term.casefold(), words)
        for each in found
        for at in find_sentences(each.wording.text)
        if (words := compare_words(each.wording.text[at.start : at.end]))
    )


@pytest.mark.parametrize("day", ISSUED)
@pytest.mark.parametrize("play", Play)
def test_of_a_day_those_rulings_are_in_force_that_were_that_day(day: str, play: Play) -> None:
    now, then = known(), known(day)
    for status in (Status.IN_FORCE, Status.UNDETERMINED):
        asked = Question(as_of=day, play=play, status=status)
        assert said(ask(now, asked)) == said(ask(now, replace(asked, known_on=day))) == said(ask(then, asked))
    assert len(said(ask(then, Question(as_of=day, play=play)))) > 40


@pytest.mark.parametrize("day", ISSUED)
def test_of_a_day_each_term_has_the_rulings_that_it_had(day: str) -> None:
    now, then = known(), known(day)
    for term in fill_shelves(then)[0].spellings:
        told, truth = (said(ask(kb, Question(term=term, as_of=day))) for kb in (now, then))
        assert truth <= told
        added = {place for place, _ in told - truth}  # what has come under the term since is found by it too
        assert term.casefold() not in added


def test_answers_change_on_the_days_that_the_files_print_and_on_no_other() -> None:
    files = [each.document.source.text for each in known().versions.values()]
    printed = {match.groups() for text in files for match in re.finditer(r"(?i:effective) (\d+)/(\d+)/(\d+)", text)}
    turns = {f"20{int(year):02}-{int(month):02}-{int(day):02}" for month, day, year in printed} | set(ISSUED)
    days = [(date(2004, 8, 1) + timedelta(days=number)).isoformat() for number in range(900)]
    told = [[(each.entry.life.id, each.wording.version) for each in ask(known(), Question(as_of=day))] for day in days]
    changed = {day for day, before, after in zip(days[1:], told, told[1:], strict=False) if before != after}
    assert set(ISSUED) < changed <= turns
    assert not told[0]


@pytest.mark.parametrize("day", ISSUED)
def test_of_a_day_those_instructions_are_told_that_were_given_by_then(day: str) -> None:
    told = []
    for kb in (known(), known(day)):
        version = kb.newest_version_on(days_of(day))
        assert version is not None
        items = parts(list_instructions(carry_out(kb, version, day)))
        told.append([(each["words"], each["outcome"], each["places"]) for each in items])
    assert told[0] == told[1] != []


def test_nothing_was_asked_for_before_the_first_version() -> None:
    kb = known()
    version = kb.newest_version_on(days_of("2004-09-13"))
    assert version is not None and version.id == "harbour-ledger-1"
    done = parts(list_instructions(carry_out(kb, version, "2004-09-13")))
    assert {each["outcome"] for each in done} == {"not-yet-effective"}


@pytest.mark.parametrize("day", ["2004-09-13", *ISSUED, "2005-12-01", "2006-06-19"])
def test_what_is_judged_of_a_day_are_the_rulings_in_force_that_day_where_they_stood(day: str) -> None:
    stated = {(each.id, each.text, each.path, each.lines[0]) for each in state_rulings(known(), day) if each.id}
    found = ask(known(), Question(as_of=day))
    places = [each.entry.places[each.entry.life.attestations.index(each.wording)][0] for each in found]
    told = zip(found, places, strict=True)
    assert stated == {(each.entry.life.id, each.wording.text, place.path, place.line) for each, place in told}


def test_what_could_be_known_tells_nothing_of_later_versions() -> None:
    kb = known()
    later = {"harbour-ledger-3", "harbour-ledger-4"}
    items = list_rulings(answer_question(fill_shelves(kb), Question(known_on="2005-02-07")))["items"]
    assert isinstance(items, list)
    assert not {each[name] for each in items for name in ("version", "last_attested", "dropped")} & later
    assert {each["last_attested"] for each in items} == {"harbour-ledger-1", "harbour-ledger-2"}


HEAD = """\
schema: 1
title: Trams
game: Trams
description: Trams and who rides them.
rights: {owner: Nobody, statement: Free.}
compendia:
  tr:
    title: Tram Rulings
    abbreviation: TR
    versions:
"""


def trams(dates: Sequence[str], texts: Sequence[str]) -> Kb:
    """Tram Rulings 1, 2, ... of some dates, missing without one, each with what it says of trams."""
    lacks = "profile: {lacks: [turn, tournament, card, errata, delayed]}"
    dated = [f'date: "{day}", ' if day else "missing: true, " for day in dates]
    issues = [
        f'      - {{id: tr-{n}, number: "{n}", {day}path: tr-{n}.md, {lacks}}}\n' for n, day in enumerate(dated, 1)
    ]
    manifest = load_manifest(Source.from_text("corpus.yml", HEAD + "".join(issues))).value
    assert manifest is not None
    return build_kb(manifest, {f"tr-{n}.md": rulings(Tram=each).encode() for n, each in enumerate(texts, 1)}).value


RIDES, PAYS, WAITS = "A tram carries two clowns at most.", "Whoever whistles pays a penny.", "Horses wait for the bell."


def held(kb: Kb, day: str) -> dict[str, str]:
    """How each ruling stands on a day, by its first word."""
    every = (found for status in Status for found in ask(kb, Question(as_of=day, status=status)))
    return {found.wording.text.split()[0]: found.standing.status.value for found in every}


def test_versions_stand_in_the_order_of_their_dates_however_the_manifest_lists_them() -> None:
    kb = trams(("2003-01-01", "2001-05-06", "2002"), [f"{RIDES}\n{WAITS}", f"{RIDES}\n{PAYS}", RIDES])
    assert [slot.number for slot in kb.chronicles["tr"].calendar.slots] == ["2", "3", "1"]
    assert [held(kb, day)["Whoever"] for day in ("2001-05-05", "2001-05-06", "2002-12-31")] == [
        *("not-yet", "in-force", "ended"),
    ]


def test_of_versions_that_may_be_of_one_day_the_one_named_later_is_later() -> None:
    """TR 2 is of 2001, TR 1 of 6 May 2001: TR 2 came after that, and by 3 April 2002 at the latest, when TR 3 did."""
    texts = [f"{RIDES}\n{PAYS}", RIDES, f"{RIDES}\n{WAITS}"]
    kb = trams(("2001-05-06", "2001", "2002-04-03"), texts)
    assert [slot.number for slot in kb.chronicles["tr"].calendar.slots] == ["1", "2", "3"]
    days = ("2001-05-05", "2001-05-06", "2001-12-30", "2001-12-31", "2002-04-02", "2002-04-03")
    assert [held(kb, day)["Whoever"] for day in days] == ["not-yet", *["undetermined"] * 2, *["ended"] * 3]
    assert [held(kb, day)["A"] for day in days] == ["not-yet", *["in-force"] * 5]
    assert kb.newest_versions[0].id == "tr-3"
    assert [kb.newest_versions_on(days_of(day))[0].id for day in days] == ["tr-1"] * 3 + ["tr-2"] * 2 + ["tr-3"]


def test_a_partial_date_ends_where_the_next_version_was_issued() -> None:
    """TR 1 is of 2001 and there when TR 2 is, in May: what TR 2 dropped is known to have been there before."""
    kb = trams(("2001", "2001-05-06"), [f"{RIDES}\n{PAYS}", RIDES])
    days = ("2000-12-31", "2001-05-05", "2001-05-06", "2001-06-01")
    assert [held(kb, day)["Whoever"] for day in days] == ["not-yet", "undetermined", "ended", "ended"]
    assert [held(kb, day)["A"] for day in days] == ["not-yet", "undetermined", "in-force", "in-force"]
    known_then = {
        found.wording.text: found.life.stated[-1].version for found in ask(kb, Question(known_on="2001-06-01"))
    }
    assert known_then == {RIDES: "tr-2", PAYS: "tr-1"}


@pytest.mark.parametrize("day", ["2001-05-05", "2001-05-06", "2001-05", "2001", "2001-12-31", "2002"])
@pytest.mark.parametrize(
    "dates", [("2001", "2001-05-06", "2002"), ("2001-05-06", "2001", "2001-05"), ("2001", "", "2001-05")]
)
def test_what_could_be_known_on_any_day_of_any_dates(dates: Sequence[str], day: str) -> None:
    kb = trams(dates, [f"{RIDES}\n{PAYS}", RIDES, f"{RIDES}\n{PAYS}\n{WAITS}"])
    for play in Play:
        for as_of, known_on in ((day, None), (None, day), (day, day)):
            for found in ask(kb, Question(as_of=as_of, known_on=known_on, play=play)):
                assert found.life.stated and found.wording in found.life.stated


def test_nothing_speaks_against_a_ruling_before_it_is_said() -> None:
    """An answer of July 2001 says otherwise than the ruling of May."""
    kb = trams(("2001-05-06",), ["A tram may not be painted red."])
    asked = "# Asked\n\nQ: May a tram be painted red?\n\nA: Yes.\n"
    sheet = read_faq(read_document(Source.from_text("asked.md", asked)).value, name="asked", date="2001-07").value
    written = with_contradictions(kb.chronicles["tr"], kb.versions, [sheet]).value
    kb = replace(kb, chronicles={"tr": written}, memory=Memory())
    days = ("2001-06-30", "2001-07", "2001-08-01")
    assert [len(find_opposed(found)) for day in days for found in ask(kb, Question(as_of=day))] == [0, 1, 1]
    assert [len(find_opposed(found)) for found in ask(kb, Question())] == [1]
    assert [len(find_opposed(found)) for found in ask(kb, Question(known_on="2001-06-30"))] == [0]


def test_what_has_ended_points_to_what_stood_there_then() -> None:
    """The ruling on clowns goes, comes back and goes again; each time another one takes its place."""
    gone = "Two clowns may ride on the roof of a tram at night, if both of them whistle."
    first = "At night no clowns ride on the roof of a tram, and those inside pay double."
    second = "Clowns who whistle may not ride on the roof until the tram has left its last stop and the bell has rung."
    texts = [f"{WAITS}\n{each}" for each in (gone, first, gone, second)]
    kb = trams(("2001-05-06", "2002-05-06", "2003-05-06", "2004-05-06"), texts)
    told = {}
    for day in ("2002-06-01", "2003-06-01", "2004-06-01"):
        for found in ask(kb, Question(as_of=day, status=Status.ENDED)):
            if found.wording.text == gone:
                near = find_near(found)
                told[day] = near.text if near is not None else ""
    assert told == {"2002-06-01": first, "2004-06-01": second}
