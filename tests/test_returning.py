"""Rulings that a version drops and a later one states again: each place that tells of a version tells that too."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from kb.answers import version_list
from kb.answers.history import list_history
from kb.answers.ruling_list import Question, answer_question
from kb.answers.ruling_text import render_history
from kb.answers.search import Kind
from kb.attested import Life
from kb.book_pages.judged import judge_books, view_judged
from kb.book_pages.records import prove_books
from kb.calendars import Calendar
from kb.exports.atom import export
from kb.force import find_intervals
from kb.graph import Kb
from kb.model import WorkId
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.spinning import spin_web
from kb.places.web import NodeKind
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.states import find_book_states
from kb.ruling_pages.lives import view_life
from kb.ruling_pages.topic_pages import view_topic
from kb.ruling_pages.versions import view_all_versions, view_version
from kb.search.gather import gather_records
from kb.search.leaves import lay_leaves
from kb.shelves import as_plain, from_plain
from kb.terms import Inventory
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.kites import BOOK, game, rulings, shared
from tests.made_pages import build_pages

CITED = "A kite flies by day.[^1]\n\n[^1]: A kite flies by day. See [KR, Flying, General](/kr-1/#general).\n"
ENDING = "A kite flies by day. [{}]"


@pytest.mark.parametrize(
    ("mark", "status", "told"),
    [
        ("Effective 6/1/02 until 2/15/09", "in-force", "Until 15 February 2009, by its own words"),
        ("Effective 6/1/01 until 3/1/02", "ended", "Until 1 March 2002, by its own words"),
        ("Rescinded 2/1/08", "in-force", "Ends on 1 February 2008, by its own words"),
        ("Rescinded 7/1/01", "ended", "Ended on 1 July 2001, by its own words"),
    ],
)
def test_a_ruling_whose_end_is_ahead_of_the_newest_version_holds_on_its_page(mark: str, status: str, told: str) -> None:
    said = rulings(Flying=ENDING.format(mark))
    kb = game([said, said])
    (life,) = kb.chronicles["kr"].history.lives
    view = view_life(Base.of(kb), life, "rulings/")
    assert (view.status, re.sub("<[^>]*>", "", view.told)) == (status, told)
    beside = Base.of(kb).ruling(life.id, "rules/kites/")
    assert beside is not None and re.sub("<[^>]*>", "", beside.dated).endswith(f". {told}"), "beside changed words too"


def test_a_book_by_date_loses_a_change_on_the_day_that_its_ruling_tells_as_its_end() -> None:
    """Though the change has a date of its own, which is that of the ruling."""
    said = rulings(Flying=ENDING.format("Effective 6/1/02 until 2/15/09"))
    cited = CITED.replace(", General](/kr-1/#general)", "](/kr-1/#flying)")
    kb = game([said, said], emended=BOOK.replace("A kite flies.\n", cited))
    states = find_book_states(kb, kb.books[WorkId("kites")], prove_books(kb)[WorkId("kites")])
    assert [(each.first.isoformat(), each.is_published) for each in states] == [
        ("2000-12-31", True),
        ("2002-06-01", False),
        ("2009-02-16", True),
    ]


@pytest.fixture(name="kb", scope="module")
def _kb() -> Kb:
    whole = rulings(Kite="A kite flies.", Gull="A gull is no kite.")
    return game([whole, rulings(Kite="A kite flies."), whole])


def gull(kb: Kb) -> Life:
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.term == "Gull")
    return life


def test_a_version_tells_what_is_back(kb: Kb) -> None:
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/")
    assert [(group.title, [each.term for each in group.changed]) for group in view.groups] == [("Back again", ["Gull"])]
    newest, dropped, _ = view_all_versions(base, "rulings/")
    assert (newest.counts, newest.rulings) == ((("Back again", 1),), 2)
    assert (dropped.counts, dropped.rulings) == ((("Dropped", 1),), 1)


def test_its_life_tells_when_it_is_back(kb: Kb) -> None:
    view = view_life(Base.of(kb), gull(kb), "rulings/")
    assert [step.became for step in view.steps] == ["First seen", "Dropped", "Back again"]
    assert [cell.kind for cell in view.cells] == ["changed", "without", "changed"]


def test_its_history_tells_when_it_is_back(kb: Kb) -> None:
    (shelf,) = fill_shelves(kb)
    (entry,) = (each for each in shelf.entries if each.life.newest.term == "Gull")
    text = "\n".join("".join(piece for _, piece in line) for line in render_history(shelf, entry))
    assert "back again" in text
    attestations = list_history(shelf, entry)["attestations"]
    assert isinstance(attestations, list)
    assert [each["became"] for each in attestations] == ["first-seen", "dropped", "returned"]


def test_the_ground_of_what_is_back_is_not_that_of_other_words(kb: Kb) -> None:
    first, again = find_intervals(gull(kb), kb.chronicles["kr"].calendar)
    assert first.begins.ground == "first seen in KR 1 (2001-05-06)"
    assert again.begins.ground == "back in KR 3 (2003-05-06)"


def test_a_misspelling_put_right_is_no_rewording() -> None:
    """Only where the form is no word: `lines` for `lives` is spelt as words are, and a rewording."""
    many = "Every creature of the air keeps clear of the line.\nThe structure of a line is seen by creatures alone."
    many += "\nNo liver thrives among stones."
    before = rulings(Kite=f"A craeture may cut the line of a kite.\nA kite lives on the wind.\n{many}")
    after = rulings(Kite=f"A creature may cut the line of a kite.\nA kite lines on the wind.\n{many}")
    kb = game([before, after])
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/")
    assert [(group.title, len(group.changed)) for group in view.groups] == [
        ("Reworded", 1),
        ("Only the spelling changed", 1),
    ]
    (shelf,) = fill_shelves(kb)
    again = from_plain(json.loads(json.dumps(as_plain(shelf))))
    became = [each.life.became(1) for each in again.entries if len(each.life.attestations) > 1]
    assert sorted(became)[:2] == ["respelled", "reworded"]


MANY = "A gull may cut a line.\nA gull of the coast may rest.\nNo part of a kite may be of wood.\nNo gull is a kite."


@pytest.mark.parametrize(
    ("before", "after", "became"),
    [
        ("Windb rn the kite flies by night.", "Windburn the kite flies by night.", "respelled"),
        ("The kite flies by n ght and by day.", "The kite flies by night and by day.", "respelled"),
        ("The kite is past the gullm of the coast.", "The kite is past the gull of the coast.", "respelled"),
        ("The kite is past the gulls of the coast.", "The kite is past the gull of the coast.", "reworded"),
        ("The kite is past the palantir of wood.", "The kite is past the palantiri of wood.", "reworded"),
        ("The tail fo the kite is long.", "The tail of the kite is long.", "respelled"),
        ("The tail fo the Éla kite is long.", "The tail of the E\u0301la kite is long.", "respelled"),
        ("The kite may a cut be given for long.", "The kite may be given for long.", "reworded"),
        ("The kite may be cut in the rain and fog.", "The kite may not be cut in the rain and fog.", "reworded"),
        ("The flight of a kite lasts fifty minutes.", "The flight of a kite lasts sixty minutes.", "reworded"),
        ("It lands at the sixth bell of a day.", "It lands at the tenth bell of a day.", "reworded"),
        ("It flies for twenty-five days.", "It flies for twenty-nine days.", "reworded"),
        ("It flies for twenty-fvie days.", "It flies for twenty-five days.", "respelled"),
    ],
)
def test_a_letter_lost_or_mistyped_is_no_rewording_an_ending_a_word_and_a_number_are(
    before: str, after: str, became: str
) -> None:
    kb = game([rulings(Kite=f"{before}\n{MANY}"), rulings(Kite=f"{after}\n{MANY}")])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.text == after)
    assert life.became(1) == became


USUAL = (
    "A successful flight is long.\nFlights are separate.\nA successful, separate flight counts.\nA separate kite waits."
)


@pytest.mark.parametrize(
    ("before", "after", "became"),
    [
        ("Each kite makes a seperate landing.", "Each kite makes a separate landing.", "respelled"),
        ("A kite makes a successul landing.", "A kite makes a successful landing.", "respelled"),
        ("The kite makes an unsuccessful landing.", "The kite makes a successful landing.", "reworded"),
    ],
)
def test_a_long_word_with_one_letter_amiss_is_misspelt_wherever_it_stands(before: str, after: str, became: str) -> None:
    others = f"{before.replace('Each', 'No').replace('A kite', 'No gull')}\n" if became == "respelled" else ""
    kb = game([rulings(Kite=f"{before}\n{others}{USUAL}"), rulings(Kite=f"{after}\n{USUAL}")])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.text == after)
    assert life.became(1) == became


def test_the_right_form_of_a_long_word_counts_in_both_versions() -> None:
    others = "A gull is received at dawn.\nA species of gull, relieved, deceives by a recipe."
    before, after = (f"The kite is {word} by two at the pier." for word in ("recieved", "received"))
    kb = game([rulings(Kite=f"{before}\n{others}"), rulings(Kite=f"{after}\n{others}")])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.text == after)
    assert life.became(1) == "respelled"


ANSWERS = """A kite is launched in response to a gull.
No response to a gull is free.
The response of a gull is loud.
Lanterns make no sense."""


@pytest.mark.parametrize(
    ("before", "after", "became"),
    [
        ("A tail is cut in respons to a storm.", "A tail is cut in response to a storm.", "respelled"),
        ("A tail is cut in response to a storm.", "A tail is cut in respons to a storm.", "respelled"),
        ("A tail is cut in responses to a storm.", "A tail is cut in response to a storm.", "reworded"),
        ("A respon is cut in respons to a storm.", "A respon is cut in response to a storm.", "reworded"),
    ],
)
def test_a_long_word_without_its_last_letter_is_misspelt(before: str, after: str, became: str) -> None:
    kb = game([rulings(Kite=f"{before}\n{ANSWERS}"), rulings(Kite=f"{after}\n{ANSWERS}")])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.text == after)
    assert life.became(1) == became


LISTED = (
    rulings(Kite="A kite flies.")
    + "\n## Rulings Monday\n\n### Rulings Effective 3/4/2001\n\n- Red Kite may fly at night and in the rain.\n"
)
PLACED = (
    rulings(Kite="A kite flies.")
    + "\n## Card Errata and Rulings\n\n### Red Kite\n\n- _Card Erratum_: Red Kite may fly at night and in the rain.\n"
)
MEANT = rulings(Kite="A kite flies.\n_Clarification_: A kite has a tail.")
CALLED = rulings(Kite="A kite flies.\n_Rules Erratum_: A kite has a tail.")


@pytest.mark.parametrize(
    ("versions", "told"),
    [([LISTED, PLACED], "Now under its own heading, with a label"), ([MEANT, CALLED], "Became an erratum")],
    ids=["only listed before", "a clarification before"],
)
def test_what_was_only_listed_did_not_become_an_erratum(versions: list[str], told: str) -> None:
    kb = game(versions)
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/")
    assert [group.title for group in view.groups] == [told]
    (life,) = (each for each in chronicle.history.lives if each.attestations[-1].change.value == "relabelled")
    assert [step.became for step in view_life(base, life, "rulings/").steps] == ["First seen", told]


CHANGED = "Change “flies” to “may fly”."


@pytest.mark.parametrize(
    ("again", "told"), [(CHANGED, "Card Errata"), (CHANGED.replace("flies", "fly"), "Card Errata (in other words)")]
)
def test_a_ruling_said_again_elsewhere_in_other_words_tells_that(again: str, told: str) -> None:
    text = rulings(Kite="A kite flies.")
    text += f"\n## Card Errata and Rulings\n\n### Red Kite\n\n- _Card Erratum_: {CHANGED}\n"
    text += f"\n## Complete Errata Listing\n\n### Card Errata\n\n- **Red Kite:** {again}\n"
    base = Base.of(game([text]))
    assert base.rulings is not None
    (topic,) = (each for each in base.rulings.topics if each.title == "Red Kite")
    assert [title for each in view_topic(base, topic, topic.page).statements for _, title in each.also] == [told]


def test_a_second_place_of_one_section_is_a_number_to_see_and_its_name_to_hear() -> None:
    kb = game([rulings(Kite="A kite flies.")])
    (life,) = kb.chronicles["kr"].history.lives
    places = tuple((Place("rules/kites/", name), "Kites, Flying") for name in ("flying.p1", "flying.p2"))
    base = replace(Base.of(kb), applied={life.id: places})
    assert base.rulings is not None
    (topic,) = base.rulings.topics
    (told,) = view_topic(base, topic, topic.page).statements
    assert [title for _, title in told.applied] == ["Kites, Flying", '<span class="vh">Kites, Flying </span>(2)']


def test_a_ruling_said_in_part_in_a_dated_list_tells_of_which_part_the_date_is() -> None:
    sentences = ["A kite flies by day.", "A kite on the ground counts as flying."]
    text = rulings(Kite=" ".join(sentences))
    text += f"\n## Rulings Monday\n\n### Rulings Effective 3/4/2001\n\n- {sentences[1]}\n"
    base = Base.of(game([text]))
    assert base.rulings is not None
    (topic,) = (each for each in base.rulings.topics if each.title == "Kite")
    (told,) = view_topic(base, topic, topic.page).statements
    assert not told.effective
    assert [title for _, title in told.also] == [
        'Rulings Effective 3/4/2001 (a part of it, in effect from <time datetime="2001-03-04">4 March 2001</time>)'
    ]


def test_a_ruling_on_a_card_that_stands_in_a_list_alone_is_told_on_the_cards_page() -> None:
    text = rulings(Kite="A kite flies.")
    text += "\n## Card Errata and Rulings\n\n### The Red Kite\n\n- It may rest on a pier.\n"
    text += "\n## Rulings Monday\n\n### Rulings Effective 3/4/2001\n\n- _Red Kite_: It may not fly with a gull.\n"
    base = Base.of(game([text]))
    assert base.rulings is not None
    (topic,) = (each for each in base.rulings.topics if each.title == "The Red Kite")
    view = view_topic(base, topic, topic.page)
    assert len(view.statements) == 1
    ((words, address, title),) = view.listed
    assert "It may not fly with a gull." in words and title == "Rulings Effective 3/4/2001"
    assert address.startswith("../../delayed/rulings-effective-342001/#")


def test_a_term_that_several_headings_share_is_told_with_the_one_above_it() -> None:
    kb = game([shared("by day", "on piers"), shared("by night", "on walls")])
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/")
    told = {each.term for group in view.groups for each in group.changed}
    assert told == {"Flying: General", "Landing: General"}


def test_a_ruling_under_such_a_term_is_called_so_wherever_it_is_named() -> None:
    """In the command and the search of the site, on the graph, in the margin; it is found by the term alone, too."""
    kb = game([shared("by day", "on piers")])
    base, inventory = Base.of(kb), Inventory.of(())
    (record,) = (each for each in gather_records(kb, inventory) if each.kind is Kind.RULING and "flies" in each.text)
    assert record.head.startswith("Flying: General · ") and record.names == ("General",)
    leaves = lay_leaves([record], inventory, base.words)
    assert any('content="Flying: General"' in text for text in leaves.pages.values())
    nodes = spin_web(base).nodes.values()
    assert {each.group for each in nodes if each.kind is NodeKind.RULING} == {"Flying: General", "Landing: General"}
    shown = [base.ruling(life.id, "rules/kites/") for life in kb.chronicles["kr"].history.lives]
    assert {each.short for each in shown if each is not None} == {"Flying: General", "Landing: General"}


@pytest.mark.parametrize(
    ("term", "found"),
    [
        ("Flying: General", ["A kite flies by day."]),
        ("landing:general", ["A kite lands on piers."]),
        ("General", ["A kite flies by day.", "A kite lands on piers."]),
        ("Diving: General", []),
        ("Flying: Landing", []),
    ],
)
def test_rulings_are_listed_by_such_a_name(term: str, found: list[str]) -> None:
    shelves = fill_shelves(game([shared("by day", "on piers")]))
    answered = answer_question(shelves, Question(term))
    assert [each.wording.text for each in answered.found] == found


def test_such_a_ruling_has_its_name_where_the_rulings_of_a_book_and_the_feed_of_its_changes_tell_of_it() -> None:
    kb = game([shared("by day", "on piers")], emended=BOOK.replace("A kite flies.\n", CITED))
    base = Base.of(kb)
    base.judged = judge_books(kb)
    (told,) = view_judged(base, kb.books[WorkId("kites")], "rules/kites/unapplied/").applied
    assert told.term == "Flying: General"
    feed = export(kb, gather_records(kb, Inventory.of(())))["feeds/rules/kites.atom"].decode()
    assert "KR 1, Flying: General" in feed and "KR 1, General" not in feed


def test_a_change_on_such_a_ruling_tells_the_margin_its_name() -> None:
    kb = game([shared("by day", "on piers")], emended=BOOK.replace("A kite flies.\n", CITED))
    pages = build_pages(kb, read_templates(ROOT)).value
    assert ' data-short="Flying: General">KR\N{NO-BREAK SPACE}1, Rulings by Term, Flying, General<' in str(
        pages["rules/kites/index.md"]
    )


@pytest.mark.parametrize("before", ["Seige", "Siege, The"])
def test_what_ended_under_a_heading_with_a_slip_or_its_article_behind_is_told_on_the_page_of_today(before: str) -> None:
    kept, gone = "A siege ends when its harbour is left by all.", "Gulls may break it at noon."
    kb = game(
        [
            rulings(**{"Kite": "A kite flies.", name: words})
            for name, words in [(before, f"{kept}\n{gone}"), ("Siege", kept)]
        ]
    )
    base = Base.of(kb)
    assert base.rulings is not None and base.lives is not None
    assert base.lives.past == ()
    (topic,) = (each for each in base.rulings.topics if each.title == "Siege")
    assert [each.words for each in view_topic(base, topic, topic.page).ended] == [gone]


@pytest.mark.parametrize("asked", ["Siege, The", "the siege", "siege"])
def test_a_term_is_asked_with_its_article_on_any_side(asked: str) -> None:
    """`Siege, The` of one version is `The Siege` of another, however a question spells it."""
    gone = "Gulls may break it at noon."
    kb = game(
        [
            rulings(Kite="A kite flies.", **{name: gone if "," in name else "A siege ends."})
            for name in ("Siege, The", "The Siege")
        ]
    )
    for day, words in (("2001-06-01", [gone]), ("2002-06-01", ["A siege ends."])):
        found = answer_question(fill_shelves(kb), Question(asked, as_of=day)).found
        assert [each.wording.text for each in found] == words


def test_a_term_finds_what_stood_under_its_heading_with_a_slip() -> None:
    """A judge asks by the heading of today; one that two terms of today have is no slip of either."""
    kept, gone = "A siege ends when its harbour is left by all.", "Gulls may break it at noon."
    first = rulings(Kite="A kite flies.", Seige=f"{kept}\n{gone}")
    for now, words in (({}, [kept, gone]), ({"Seige": gone}, [])):
        kb = game([first, rulings(Kite="A kite flies.", Siege=f"{kept[:-1]} but gulls.", **now)])
        found = answer_question(fill_shelves(kb), Question("siege", as_of="2001-06-01")).found
        assert [each.wording.text for each in found] == words


def test_words_are_as_old_as_they_are_misspellings_apart() -> None:
    texts = ["A kite flies.", "A craeture may cut a kite.", "A creature may cut a kite.", "A creature may cut a kite."]
    many = "Every creature of the air keeps clear.\nThe structure of a line is seen by creatures alone."
    kb = game([rulings(Kite=f"{text}\n{many}", Gull=f"A gull {number}.") for number, text in enumerate(texts[1:])])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if "cut" in each.newest.text)
    assert [life.became(at) for at in range(3)] == ["first-seen", "respelled", "same"]
    assert life.first_with(life.newest) is life.stated[0]
    base = Base.of(kb)
    assert base.lives is not None
    assert "in these words" not in base.lives.seen(life.id, base.words)
    assert view_life(base, life, "rulings/").since == ""


def test_a_misspelling_put_right_begins_no_wording() -> None:
    """Whoever asks what held on a day is not sent to other words that are none."""
    many = "Every creature of the air keeps clear.\nThe structure of a line is seen by creatures alone."
    texts = ["A craeture may cut a kite.", "A creature may cut a kite."]
    kb = game([rulings(Kite=f"{text}\n{many}", Gull=f"A gull {number}.") for number, text in enumerate(texts)])
    chronicle = kb.chronicles["kr"]
    (life,) = (each for each in chronicle.history.lives if "cut" in each.newest.text)
    assert life.became(1) == "respelled"
    (interval,) = find_intervals(life, Calendar("KR", chronicle.history.slots))
    assert interval.stated == life.stated and interval.begins.ground.startswith("first seen in KR 1")


def test_what_a_version_neither_repeats_nor_drops_makes_the_counts_agree() -> None:
    said = rulings(Kite="A kite flies.")
    whole = f"{said}\n## Card Errata\n\n### Gull\n\n- A gull is no kite.\n"
    kb = game([whole, said, whole])
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    _, silent, again = (view_version(base, chronicle, slot, "rulings/") for slot in chronicle.history.slots)
    assert [
        [(group.title, group.lead, [str(each.words) for each in group.changed]) for group in view.groups]
        for view in (silent, again)
    ] == [
        [("Not repeated", "KR 2 neither repeats nor drops them: they count as in force.", ["A gull is no kite."])],
        [
            (
                "Repeated after a silence",
                "KR 2 did not repeat them, and did not drop them: they counted as in force.",
                ["A gull is no kite."],
            )
        ],
    ]
    newest, older, oldest = view_all_versions(base, "rulings/")
    assert [each.rulings for each in (oldest, older, newest)] == [2, 1, 2]
    assert (older.counts, newest.counts) == ((("Not repeated", 1),), (("Repeated after a silence", 1),))


def test_the_command_tells_what_a_version_does_not_repeat() -> None:
    said = rulings(Kite="A kite flies.")
    whole = f"{said}\n## Card Errata\n\n### Gull\n\n- A gull is no kite.\n"
    (shelf,) = shelves = fill_shelves(game([whole, said, whole]))
    lines = ["".join(text for _, text in line).split("  ")[-1] for line in version_list.render_versions(shelves, 200)]
    assert lines[1:] == [
        "2 rulings",
        "1 ruling: 1 not repeated (counts as in force)",
        "2 rulings: 1 repeated after a silence",
    ]
    answer: Any = version_list.list_versions(shelves)
    assert [item["silent"] for item in answer["items"]] == [{}, {"unsaid": 1}, {"again": 1}]
    _, silent, again = shelf.calendar.slots
    for slot, became in ((silent, "unsaid"), (again, "again")):
        changed = version_list.changed_in(shelf, slot)
        told: Any = version_list.list_changes(changed)
        assert [(each["became"], each["text"]) for each in told["silent"]] == [(became, "A gull is no kite.")]
        text = ["".join(words for _, words in line).strip() for line in version_list.render_changes(changed, 80)]
        assert "A gull is no kite." in text and "0 changes" in text[0]
