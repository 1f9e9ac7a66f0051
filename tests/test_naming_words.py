"""Which words are a citation, and which a place in a text: words and what a corpus calls things come in."""

import pytest

from kb.naming.calling import Known
from kb.naming.introducing import behind_lead, entry_of
from kb.naming.mentions import Mention
from kb.naming.parting import part_works
from kb.naming.placing import each_place, ends_of_citation, is_known_place, is_place
from kb.naming.recognising import find_told, finds_citation
from kb.readers.kramdown import read_document
from kb.sources.headings import find_heading
from kb.text import Source

KNOWN = Known(
    frozenset(
        {"lrf", "lrf 1", "lrf 2", "lamp rulings file", "lamp rulings file 1", "candle rules", "faq", "pier letters"}
    ),
    frozenset(
        {"oil", "gull", "oil and gull", "hemp", "how long a wick burns", "gull quay", "rulings by term", "the quay"}
    ),
)


@pytest.mark.parametrize(
    "words",
    [
        *("LRF 1", "LRF 1, Oil", "LRF 1. ", "LRF 1 – Oil", "LRF 1 (Oil)", "LRF 1 [Oil]", "LRF 1/Oil"),
        *("LRF 1 p. 3", "LRF 1 2.1", "LRF 1 s. v. Oil", "LRF 1 > Oil", "LRF 1 » Oil", "LRF 1 + LRF 2", "LRF 1 & LRF 2"),
        *("LRF 1 → Oil", "LRF 1 § Oil", "LRF 1 §Oil", "LRF 1, Rulings by Term → Oil", "LRF 1 § 3"),
        *("LRF 1, How long a wick burns", "LRF 1 and LRF 2", "LRF 1, Oil, contra Hemp", "LRF 1, Oil, - Hemp"),
        *("LRF 1, Oil (“it burns for a day and is gone by night”)", "Erratum (LRF 1, Oil)", "Erratum [LRF 1, Oil]"),
        # With a remark, of twelve words at most, behind a sign.
        *("LRF 1, which no keeper lends", "LRF 1; which no keeper lends", "LRF 1 (which no keeper lends)"),
        "LRF 1, one two three four five six seven eight nine ten",
        *("Candle Rules, Oil, which no keeper lends", "Candle Rules, Gull Quay, which no keeper lends"),
        # Of a text that the corpus does not have.
        *("HP 3", "HP 3, Oil", "Harbour Post 3", "the Harbour Post 3", "Harbour Ale #3", "Harbour Ale 3, Oil"),
        *("Guild of the Quay Post 3", "Guild for Ale Post 3", "Guild and Quay Post 3", "Old Letters 3", "Old Pier 3"),
        "Harbour Ale 3,Oil",
    ],
)
def test_the_name_of_a_text_with_its_place_is_a_citation(words: str) -> None:
    assert finds_citation(words, KNOWN)


@pytest.mark.parametrize(
    "words",
    [
        *("LRF 1 which no keeper lends", "LRF 1 – which no keeper lends", "LRF 1 – Which no keeper lends"),
        "LRF 1, one two three four five six seven eight nine ten eleven",
        *("Erratum (LRF 1, which no keeper lends)", "Erratum [LRF 1, which no keeper lends]"),
        *("Candle Rules, which no keeper lends", "Candle Rules, for long, which no keeper lends"),
        "Candle Rules, which no keeper lends, Oil",
        *("See Harbour Post 3", "Harbour Ale 3", "Morning Phase 2", "Gull Quay 3", "Oil", "", "Keepers burn oil."),
        *("Harbour Ale 3, oil", "Pier Ale 3", "Harbour Post"),
    ],
)
def test_other_words_are_none(words: str) -> None:
    assert not finds_citation(words, KNOWN)


@pytest.mark.parametrize("lead", ["by", "follows", "from", "in", "of", "since", "to", "till", "under", "until", "with"])
def test_a_text_with_its_number_is_told_behind_a_word_that_leads_to_it(lead: str) -> None:
    assert list(find_told(f"As keepers had it {lead} LRF 1, Oil, they burn.", KNOWN)) == ["LRF 1, Oil"]
    assert list(find_told(f"As keepers had it {lead.upper()} the LRF 1 and no other.", KNOWN)) == ["LRF 1"]
    assert list(find_told(f"As keepers had it {lead} the Candle Rules and no other.", KNOWN)) == []


@pytest.mark.parametrize("lead", ["according to", "cf.", "per", "see"])
def test_behind_words_that_lead_to_a_source_its_name_is_told_alone(lead: str) -> None:
    assert list(find_told(f"It burns, {lead} the Candle Rules and no other.", KNOWN)) == ["Candle Rules"]


def test_a_text_in_brackets_is_told_once_with_its_place() -> None:
    assert list(find_told("It burns (LRF 1, Oil) by night [LRF 2] and day.", KNOWN)) == ["LRF 1, Oil)", "LRF 2"]
    assert list(find_told("See LRF 1 (Oil) in LRF 2, Gull.", KNOWN)) == ["LRF 1 (Oil)", "LRF 2, Gull"]
    assert list(find_told("Off-by LRF 1, a sub-see LRF 2.", KNOWN)) == []


@pytest.mark.parametrize(
    ("words", "place"),
    [
        *((each, True) for each in ("Oil", "The Storms within the Harbour", "Walking with Lamps", "oil", "p. 14")),
        *(
            (each, True)
            for each in (
                "§ 4",
                "pages 3–5",
                "rule 2.1",
                "second item",
                "tenth line",
                "the 3rd bullet point",
                "last line.",
            )
        ),
        *((each, True) for each in ("tenth line", "4.1 a", "all versions", "same heading", "the same term.")),
        ("One Two Three Four Five Six Seven Eight", True),
        *(
            (each, False)
            for each in ("which keepers burn", "Oil that burns", "second item of it", "same lamp entirely")
        ),
        ("One Two Three Four Five Six Seven Eight Nine", False),
        ("How long a wick burns", False),
    ],
)
def test_a_place_has_capitals_or_a_number(words: str, place: bool) -> None:
    assert is_place(words) is place


def test_a_heading_of_the_texts_is_a_place_however_it_is_written() -> None:
    assert is_known_place("how long a wick burns", KNOWN) and not is_known_place("how long a lamp burns", KNOWN)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("LRF 1, Oil burns", ["LRF 1", "LRF 1, Oil"]),
        ("LRF 1 oil burns", ["LRF 1"]),
        ("LRF 1, “Oil” burns", ["LRF 1", "LRF 1, “Oil”"]),
        ('LRF 1, "Oil" burns', ["LRF 1", 'LRF 1, "Oil"']),
        ("LRF 1, “Oil burns", ["LRF 1"]),
        ('LRF 1, "Oil burns"', ["LRF 1"]),
        ("LRF 1 (Oil) burns", ["LRF 1", "LRF 1 (Oil)"]),
        ("LRF 1, p. 3. It burns", ["LRF 1", "LRF 1, p. 3"]),
        ("LRF 1, 2.1, Oil, Hemp", ["LRF 1", "LRF 1, 2.1", "LRF 1, 2.1, Oil", "LRF 1, 2.1, Oil, Hemp"]),
        ("LRF 1 – Oil", ["LRF 1", "LRF 1 – Oil"]),
        ("Oil", []),
    ],
)
def test_a_citation_may_end_behind_each_place(text: str, ends: list[str]) -> None:
    assert [text[:end] for end in ends_of_citation(text, 0, KNOWN)] == ends


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("LRF 1, Oil and Gull", ["LRF 1, Oil and Gull"]),
        ("LRF 1, Oil and Hemp", ["LRF 1, Oil", "LRF 1, Hemp"]),
        ("LRF 1, Oil & Hemp", ["LRF 1, Oil", "LRF 1, Hemp"]),
        ("LRF 1, Oil; Hemp", ["LRF 1, Oil", "LRF 1, Hemp"]),
        ("LRF 1, Oil and Ale", ["LRF 1, Oil and Ale"]),
        ("LRF 1 & 2, Rulings by Term, Oil", ["LRF 1, Rulings by Term, Oil", "LRF 2, Rulings by Term, Oil"]),
        *((f"LRF 1{to}LRF 2, Oil", ["LRF 1, Oil", "LRF 2, Oil"]) for to in ("–", " – ", " to ", " through ", "-")),
        ("LRF 1 to FAQ, Oil", ["LRF 1 to FAQ, Oil"]),
    ],
)
def test_several_places_are_each_one(text: str, each: list[str]) -> None:
    assert list(each_place(text, KNOWN)) == each


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("FAQ, LRF 1", "FAQ, LRF 1"),
        ("See FAQ (LRF 1)", "FAQ (LRF 1)"),
        ("The LRF 1", "LRF 1"),
        ("Keepers burn LRF 1", "Keepers burn LRF 1"),
        ("as burned by all keepers in LRF 1", "LRF 1"),
        ("as was burned by all keepers in LRF 1", "as was burned by all keepers in LRF 1"),
        ("the latest LRF", "LRF"),
        ("changed in the newest LRF", "LRF"),
        ("all versions of the LRF, Oil", "LRF, Oil"),
        ("Rule 2.1 of the LRF", "LRF"),
        ("IN LRF 1", "LRF 1"),
    ],
)
def test_a_name_begins_behind_what_leads_to_it(text: str, named: str) -> None:
    assert text[behind_lead(text, KNOWN.names) :] == named


@pytest.mark.parametrize(
    ("led", "heading"),
    [
        ("the entry on “Oil” in ", "Oil"),
        ("Rulings by Term, in ", "Rulings by Term"),
        ("The Quay of the newest ", "The Quay"),
        ("the section Hemp, from the ", "Hemp"),
        *(
            (f"the {kind} on Oil in the ", "Oil")
            for kind in ("entry", "heading", "item", "ruling", "rulings", "section")
        ),
        *((f"the entry {on} Oil in the ", "Oil") for on in ("about", "at", "for", "on", "under")),
    ],
)
def test_a_heading_is_told_of_what_leads_to_a_text(led: str, heading: str) -> None:
    assert entry_of(led, KNOWN) == heading


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("LRF 1, Oil; FAQ, Gull", ["LRF 1, Oil", "FAQ, Gull"]),
        ("LRF 1, Oil, LRF 2, Gull", ["LRF 1, Oil", "LRF 2, Gull"]),
        ("LRF 1, Candle Rules, Oil", ["LRF 1, Candle Rules, Oil"]),
        ("LRF 1 , Candle Rules, Oil", ["LRF 1, Candle Rules, Oil"]),
        *(
            (f"LRF 1, Oil{joint}the Candle Rules, Hemp", ["LRF 1, Oil", "Candle Rules, Hemp"])
            for joint in (" and ", " as well as ", " contra ", "; see ", ", also ", " / cf. ", ", but ", " + ", " & ")
        ),
        ("LRF 1, Oil as well as as well as LRF 2", ["LRF 1, Oil", "LRF 2"]),
        ("Rule 2.1 of the Candle Rules", ["Candle Rules, Rule 2.1, "]),
        ("Section 2 of the LRF, Oil", ["LRF, Section 2, Oil"]),
        ("Oil in LRF 1", ["LRF 1, Oil, "]),
        ("the entry on Ale in LRF 1, p. 3", ["LRF 1, p. 3"]),
        ("Erratum (LRF 1: Oil)", ["LRF 1, Oil)"]),
        ("LRF 1 changed this: ", ["LRF 1, "]),
        ("all versions of the LRF, Oil", ["LRF (all versions), Oil"]),
        ("LRF 1 which burns", ["LRF 1, "]),
        ("LRF 1 which burns by day and by night", ["LRF 1 which burns by day and by night"]),
        ("Gull burns", ["Gull burns"]),
        ("Harbour Post 3", ["Harbour Post 3"]),
    ],
)
def test_several_texts_are_each_told_with_their_name_first(text: str, parts: list[str]) -> None:
    assert [part.words for part in part_works(text, KNOWN)] == parts


def test_what_parts_two_texts_tells_whether_they_are_named_together() -> None:
    joints = (" & ", " and the ", ", and ", " as well as ", " + ", ", ", "; ", ", also ", " contra ")
    told = [tuple(part_works(f"LRF 1{joint}LRF 2", KNOWN))[1] for joint in joints]
    assert [each.together for each in told] == [True] * 5 + [False] * 4
    assert [each.listed for each in told] == [each == ", " for each in joints]


TIDES = Known(frozenset({"tide 1", "mud post", "mud post 2"}), frozenset({"eel"}))
"""A text called `First Tide`, and one that has versions."""


def test_a_number_in_words_sets_off_the_name_of_a_version_and_no_title() -> None:
    assert list(find_told("An eel sleeps in the second mud post, Eel, and in mud.", TIDES)) == ["second mud post, Eel"]
    assert list(find_told("An eel sleeps in mud post two, Eel, and in mud.", TIDES)) == ["mud post two, Eel"]
    assert not list(find_told("An eel sleeps in the first tide, Eel, and in mud.", TIDES))
    assert not list(find_told("An eel sleeps in First Tide, and in mud.", TIDES))
    assert list(find_told("An eel sleeps according to First Tide, Eel.", TIDES)) == ["First Tide, Eel"]


@pytest.mark.parametrize("section", ["First Steps in Mud", "First Steps", "FSIM", "First St. in M."])
def test_a_section_whose_name_begins_with_a_number_in_words_is_found_by_its_beginning(section: str) -> None:
    text = "# Mud\n\n## First Steps in Mud\n\n### Eel\n\nIt sleeps.\n\n## Last Steps\n\n### Eel\n\nIt wakes.\n"
    document = read_document(Source.from_text("mud.md", text)).value
    assert find_heading(document, Mention("Mud", (section,), "Eel", None)) == "eel"
