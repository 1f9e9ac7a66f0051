"""Whether a ruling holds on a day: printed dates, missing versions, silence, casual play, what could be known."""

import pytest

from kb.answers.ruling_list import Question, answer_question
from kb.attested import History, Life
from kb.calendars import Calendar
from kb.dates import read_date
from kb.force import Play, Status, find_intervals, known_by, standing_on, wording_on
from kb.model import CompendiumVersion, VersionId
from kb.places.settling import status_of
from kb.queries.ruling_shelves import fill_shelves
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.kites import game, rulings
from tests.lives import follow, read_version

LAMP = "Lamp | A lamp burns all night and is fed at dusk."
SPELLINGS = (("Lórn", " bell."), ("Lorn", "bell."))
OTHER = "Oil | Oil belongs to the player, not to a place."


def status(history: History, day: str, play: Play = Play.TOURNAMENT, word: str = "lamp") -> str:
    calendar = Calendar("L", history.slots)
    return standing_on(find_intervals(life(history, word), calendar, play), read_date(day)).status.value


def life(history: History, word: str = "lamp") -> Life:
    return next(each for each in history.lives if word in each.newest.words)


def two(first: list[str], second: list[str]) -> list[CompendiumVersion]:
    return [read_version("1", "2001-01-01", first), read_version("4", "2004-01-01", second)]


def test_a_ruling_begins_when_its_version_is_issued() -> None:
    history = follow(two([LAMP], [LAMP]))
    assert [status(history, day) for day in ("2000-12-31", "2001-01-01", "2009-01-01")] == [
        "not-yet",
        "in-force",
        "in-force",
    ]


def test_a_printed_date_delays_tournament_play_only() -> None:
    history = follow(two([f"{LAMP} [Effective 6/1/02]"], [f"{LAMP} [Effective 6/1/02]"]))
    assert [status(history, day) for day in ("2002-05-31", "2002-06-01")] == ["not-yet", "in-force"]
    assert status(history, "2002-05-31", Play.CASUAL) == "in-force"


@pytest.mark.parametrize(
    ("before", "behind", "ends", "on_the_day"),
    [
        ("", " [Rescinded 2/15/05]", "2005-02-15", "ended"),
        ("", " (valid until 15 February 2005)", "2005-02-15", "undetermined"),
        ("", " [Effective 6/1/02 until 2/15/05]", "2005-02-15", "undetermined"),
        ("Until 15 February 2005, ", "", "2005-02-15", "undetermined"),
        ("[Expires 2/15/05] ", "", "2005-02-15", "undetermined"),
    ],
)
def test_a_ruling_ends_on_the_day_that_it_says_itself(before: str, behind: str, ends: str, on_the_day: str) -> None:
    said = f"Lamp | {before}A lamp burns all night and is fed at dusk.{behind}"
    history = follow(two([said], [said]))
    newest = life(history).newest
    assert newest.text == f"{'' if '[' in before else before}A lamp burns all night and is fed at dusk."
    assert [status(history, day) for day in ("2005-02-14", ends, "2005-02-16")] == ["in-force", on_the_day, "ended"]


@pytest.mark.parametrize(("printed", "now"), [("2/15/02", "ended"), ("2/15/09", "in-force")])
def test_where_no_day_is_asked_for_an_end_has_come_that_was_not_ahead_when_the_newest_version_was_issued(
    printed: str, now: str
) -> None:
    said = f"{LAMP} [Effective 6/1/01 until {printed}]"
    history = follow(two([said], [said]))
    assert status(history, "9999-12-31") == now
    assert [status(history, day) for day in ("2002-02-14", "2009-02-16")] == ["in-force", "ended"]
    standing = standing_on(find_intervals(life(history), Calendar("L", history.slots)), read_date("9999-12-31"))
    assert standing.ground.count("by its own words") == 1


def test_an_end_that_a_later_version_tells_is_no_rewording_and_lies_before_it() -> None:
    history = follow(two([LAMP], [f"{LAMP} [Rescinded 2/15/03]"]))
    assert not life(history).newest.reworded and life(history).newest.marks == ("Rescinded 2/15/03",)
    assert [status(history, day) for day in ("2003-02-14", "2003-02-15")] == ["in-force", "ended"]
    assert status(follow(two([f"{LAMP} [Rescinded 2/15/03]"], [LAMP])), "2005-01-01") == "in-force", "told no more"


@pytest.mark.parametrize(
    "said",
    ["A lamp burns. It is fed at dusk. [Rescinded 2/15/03]", "A lamp is not fed until 15 February 2003."],
)
def test_what_may_be_of_one_sentence_of_several_or_tell_a_beginning_ends_nothing(said: str) -> None:
    history = follow(two([f"Lamp | {said}"], [f"Lamp | {said}"]))
    assert life(history).newest.text == said and status(history, "2009-01-01") == "in-force"


@pytest.mark.parametrize(
    ("older", "printed", "begins"),
    [("", "6/1/00", "2000-06-01"), (" [Effective 6/1/02]", "6/1/02", "2002-06-01")],
)
def test_new_words_do_not_begin_on_the_day_from_which_the_old_ones_held(older: str, printed: str, begins: str) -> None:
    """A version that rewords a ruling still prints the day from which there is one at all."""
    reworded = f"Lamp | A lamp burns all night but is fed at dawn. [Effective {printed}]"
    history = follow(two([f"{LAMP}{older}"], [reworded]))
    assert status(history, begins) == "in-force" != status(history, "2000-05-31")
    intervals = find_intervals(life(history), Calendar("L", history.slots))
    read = [standing_on(intervals, read_date(day)).interval for day in (begins, "2003-12-31", "2004-01-01")]
    assert ["dusk" in each.attestation.words for each in read] == [True, True, False]


@pytest.mark.parametrize("missing", [{}, {"2": "2002-01-01", "3": ""}])
def test_casual_play_is_never_later_than_tournament_play(missing: dict[str, str]) -> None:
    """A printed date before the version at hand was announced with the ruling, wherever that was."""
    history = follow(two([OTHER], [OTHER, f"{LAMP} [Effective 6/1/03]"]), missing)
    for play in Play:
        assert [status(history, day, play) for day in ("2003-06-01", "2004-01-01")] == ["in-force", "in-force"]
    assert status(history, "2001-06-01", Play.CASUAL) == "not-yet"
    standing = standing_on(
        find_intervals(life(history), Calendar("L", history.slots), Play.CASUAL), read_date("2003-06-01")
    )
    assert standing.ground.endswith(
        "its printed effective date 2003-06-01 only delays tournament play, so it held by then"
    )


def test_a_printed_date_counts_wherever_it_is_attested() -> None:
    history = follow(two([LAMP], [f"{LAMP} [Effective 6/1/02]"]))
    assert [status(history, day) for day in ("2002-05-31", "2002-06-01")] == ["not-yet", "in-force"]


def test_the_newest_version_is_the_last_that_is_at_hand() -> None:
    history = follow(two([LAMP], [LAMP]), {"2": "2002-01-01", "5": "2005-01-01"})
    calendar = Calendar("L", history.slots)
    assert [slot.number for slot in calendar.at_hand] == ["1", "4"]
    assert calendar.newest is not None and calendar.newest.number == "4"
    assert [slot.number for slot in calendar.unheard()] == ["5"]
    assert Calendar("L", ()).newest is None


def test_between_versions_not_at_hand_nothing_is_determined() -> None:
    history = follow(two([OTHER], [OTHER, LAMP]), {"2": "2002-01-01", "3": ""})
    days = ("2001-12-31", "2002-01-01", "2003-12-31", "2004-01-01")
    assert [status(history, day) for day in days] == ["not-yet", "undetermined", "undetermined", "in-force"]
    standing = standing_on(find_intervals(life(history), Calendar("L", history.slots)), read_date("2003-01-01"))
    assert "L 4 (2004-01-01); L 2, L 3 not at hand" in standing.ground


@pytest.mark.parametrize(
    ("dated", "told"),
    [
        ("", "other words in L 4 (2004-01-01); L 2, L 3 not at hand"),
        (" [Effective 6/2003]", "other words, printed effective"),
    ],
)
def test_which_of_two_wordings_held_is_told_not_to_be_known(dated: str, told: str) -> None:
    newer = f"Lamp | A lamp burns all night and has to be fed at dusk and at dawn by its keeper.{dated}"
    history = follow(two([OTHER, LAMP], [OTHER, newer]), {"2": "2002-01-01", "3": ""})
    calendar = Calendar("L", history.slots)
    standing = standing_on(find_intervals(life(history), calendar), read_date("2003-06-15"))
    assert standing.status is Status.IN_FORCE
    assert f"first seen in L 1 (2001-01-01); which wording held is not known: {told}" in standing.ground


def test_another_spelling_begins_nothing_and_is_read_from_its_version_on() -> None:
    old, new = (f"Lamp | A lamp of {name} burns all night at the harbour-{end}" for name, end in SPELLINGS)
    history = follow(two([old], [new]))
    calendar = Calendar("L", history.slots)
    (interval,) = find_intervals(life(history), calendar)
    assert interval.begins.ground == "first seen in L 1 (2001-01-01)"
    read = {day: wording_on(interval, calendar, read_date(day)).version[-1] for day in ("2001-06-01", "2004-01-01")}
    assert read == {"2001-06-01": "1", "2004-01-01": "4"}


def test_what_is_not_taken_up_ends() -> None:
    history = follow(two([OTHER, LAMP], [OTHER]), {"2": "2002-01-01", "3": ""})
    days = ("2001-12-31", "2002-01-01", "2004-01-01")
    assert [status(history, day) for day in days] == ["in-force", "undetermined", "ended"]


def test_a_list_of_delayed_rulings_opens_an_interval_and_closes_none() -> None:
    first = read_version("1", "2001-01-01", [OTHER])
    text = (
        first.document.source.text + "\n## Delayed Rulings\n\n### Rulings Effective 6/1/02\n\n - A lamp is a thing.\n"
    )
    delayed = read_delayed(text)
    history = follow([delayed, read_version("4", "2004-01-01", [OTHER])])
    days = ("2002-05-31", "2002-06-01", "2005-01-01")
    assert [status(history, day) for day in days] == ["not-yet", "in-force", "in-force"]


BELL = 'Card: Bell | Card Erratum: Replace "any tower" with "your tower."'
TOLD = 'Bell: Card Erratum: Change "at any tower" to "at your tower by day."'


@pytest.mark.parametrize(
    ("cards", "told", "lives"),
    [
        ([BELL], TOLD, 1),
        ([BELL, 'Card: Bell | Card Erratum: Add "Unique."'], TOLD, 3),  # which of the two is not known
        ([BELL, "Card: Bell | Bells may be rung."], TOLD, 2),
        ([BELL], TOLD.replace("Bell", "Gong"), 2),
        ([BELL], 'Bell: Card Erratum: Add "Unique. Cannot be rung by gulls."', 2),
    ],
)
def test_the_only_erratum_of_a_card_is_the_one_a_list_tells_otherwise(cards: list[str], told: str, lives: int) -> None:
    first = read_version("1", "2001-01-01", cards)
    delayed = f"\n## Delayed Rulings\n\n### Rulings Effective 6/1/02\n\n - {told}\n"
    history = follow([read_delayed(first.document.source.text + delayed)])
    assert len(history.lives) == lives
    dated = next(each for each in history.lives if each.newest.effective)
    assert dated.newest.term == told.partition(":")[0]
    assert len(dated.newest.statements) == (2 if lives == len(cards) else 1)


def read_delayed(text: str) -> CompendiumVersion:
    document = read_document(Source.from_bytes("ledger-1.md", text.encode())).value
    return read_compendium(
        document, Declared(version=VersionId("ledger-1"), compendium="L", number="1", date="2001-01-01")
    ).value


def test_an_older_wording_holds_until_the_newer_begins() -> None:
    old = "Lamp | A lamp that is relit counts as a new lamp; spend a keeper."
    new = "Lamp | Rules Erratum: A lamp that is relit counts as the same lamp; spend no keeper. [Effective 6/1/04]"
    history = follow(two([old], [new]))
    calendar = Calendar("L", history.slots)
    standings = [
        standing_on(find_intervals(life(history), calendar), read_date(day)) for day in ("2004-05-31", "2004-06-01")
    ]
    assert [each.status for each in standings] == [Status.IN_FORCE, Status.IN_FORCE]
    assert [each.interval.attestation.version for each in standings] == ["ledger-1", "ledger-4"]


def test_a_partial_date_is_a_stretch_of_days() -> None:
    history = follow(two([OTHER], [OTHER, LAMP]))
    assert [status(history, day) for day in ("2003", "2004", "2004-02")] == ["not-yet", "in-force", "in-force"]
    late = follow([read_version("1", "2001-01-01", [OTHER]), read_version("2", "2002-03", [OTHER, LAMP])])
    assert [status(late, day) for day in ("2002-02-28", "2002-03-15", "2002-03-31", "2002")] == [
        "not-yet",
        "undetermined",
        "in-force",
        "undetermined",
    ]


def test_what_could_be_known() -> None:
    history = follow(two([OTHER], [f"{LAMP} [Effective 6/1/02]", OTHER]))
    calendar = Calendar("L", history.slots)
    assert known_by(life(history), calendar, read_date("2003-01-01")) is None
    known = known_by(life(history, "oil"), calendar, read_date("2003-01-01"))
    assert known is not None
    assert [each.version for each in known.attestations] == ["ledger-1"]


def test_a_version_not_at_hand_after_the_last_leaves_all_undetermined_from_its_day() -> None:
    history = follow(two([OTHER, LAMP], [LAMP]), {"5": "2005-06-01", "6": ""})
    days = ("2005-05-31", "2005-06-01", "2009-01-01", "9999-12-31")
    assert [status(history, day) for day in days] == ["in-force", "undetermined", "undetermined", "undetermined"]
    found = standing_on(find_intervals(life(history), Calendar("L", history.slots)), read_date("2006-01-01"))
    assert found.ground == (
        "L 5 (2005-06-01), L 6 not at hand: the ruling may have been changed there; last seen in L 4 (2004-01-01)"
    )
    assert status(history, "2006-01-01", word="oil") == "ended"
    assert status(history, "2000-12-31") == "not-yet"


def test_an_undated_version_not_at_hand_after_the_last_counts_from_the_next_day() -> None:
    history = follow(two([LAMP], [LAMP]), {"5": ""})
    assert [status(history, day) for day in ("2004-01-01", "2004-01-02")] == ["in-force", "undetermined"]


def test_what_was_known_before_a_version_was_issued_is_not_touched_by_it() -> None:
    calendar = Calendar("L", follow(two([LAMP], [LAMP]), {"5": "2005-06-01"}).slots)
    day = read_date("2005-01-01")
    assert [slot.number for slot in calendar.until(day.first).slots] == ["1", "4"]
    assert [slot.number for slot in calendar.heard().slots] == ["1", "4"]
    assert [slot.number for slot in calendar.unheard()] == ["5"]


def test_a_page_speaks_of_the_newest_version_at_hand() -> None:
    history = follow(two([LAMP], [LAMP]), {"5": "2005-06-01"})
    assert status_of(life(history), Calendar("L", history.slots)).status is Status.IN_FORCE


def test_what_ended_has_ended_on_the_last_day_there_is() -> None:
    history = follow(two([OTHER, LAMP], [OTHER]))
    assert status(history, "9999-12-31") == "ended"


def test_versions_that_follow_each_other_are_named_by_the_ends_of_their_row() -> None:
    calendar = Calendar("L", ())
    assert calendar.names(("2",)) == "L 2" and calendar.names(("2", "3")) == "L 2, L 3"
    assert calendar.names(("2", "3", "4", "5")) == "L 2–5"


@pytest.mark.parametrize(
    ("version", "as_of", "play", "told"),
    [
        ("2", None, Play.TOURNAMENT, "not-yet: printed effective date 2002-06-01, seen in KR 2 (2002-05-06)"),
        ("2", None, Play.CASUAL, "in-force: in these words in KR 2 (2002-05-06)"),
        ("2", "2002-07-01", Play.TOURNAMENT, "in-force: printed effective date 2002-06-01, seen in KR 2 (2002-05-06)"),
        ("2", "2004-01-01", Play.TOURNAMENT, "ended: other words in KR 3 (2003-05-06)"),
        ("1", "2002-07-01", Play.TOURNAMENT, "ended: other words, printed effective date 2002-06-01, seen in KR 2"),
        ("1", "2004-01-01", Play.TOURNAMENT, "in-force: in these words in KR 3 (2003-05-06)"),
        ("1", None, Play.TOURNAMENT, "in-force: first seen in KR 1 (2001-05-06)"),
    ],
)
def test_the_words_of_a_version_hold_from_their_own_day_on_until_others_do(
    version: str, as_of: str | None, play: Play, told: str
) -> None:
    said = "A kite may {}be flown at the pier at dawn."
    dated = f"{said.format('not ')} [Effective 6/1/02]"
    shelves = fill_shelves(game([rulings(Kite=each) for each in (said.format(""), dated, said.format(""))]))
    every = [Question(version=version, as_of=as_of, play=play, status=status) for status in Status]
    (found,) = (found for question in every for found in answer_question(shelves, question).found)
    assert f"{found.standing.status.value}: {found.standing.ground}".startswith(told)
    assert ("not" in found.wording.text.split()) is (version == "2")
