import pytest

from kb.mentions import MentionFinder, mentions_in
from kb.readers.kramdown import read_document
from kb.terms import Inventory, Term, TermKind, name_key
from kb.text import Source
from tests.timing import least_seconds


def inventory(terms: str, cards: str = "", common: str = "fog hold") -> Inventory:
    named = [(TermKind.TERM, name) for name in terms.split(",")] + [(TermKind.CARD, name) for name in cards.split(",")]
    return Inventory.of(
        [Term(kind, name_key(name), name, (name,)) for kind, name in named if name], frozenset(common.split())
    )


KNOWN = inventory(
    "Agent,Site,Site Phase,Under-deeps,Fog,Attack,Attacker,Timing", "Fog,The Old Gate,Block,Gwen,Old Hold"
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("agents act in the site phase", ["agents", "site phase"]),
        ("a site. Phase two", ["site"]),
        ("the site (phase)", ["site"]),
        ("Underdeeps, Under-deeps and under deeps", ["Underdeeps", "Under-deeps", "under deeps"]),
        ("the attacker attacked, attacking", ["attacker", "attacked", "attacking"]),
        ("one at a time", []),
        ("blocks are Blocked; play Block", ["Block"]),
        ("the old gate is no card, The Old Gate is, Old Gate too", ["The Old Gate", "Old Gate"]),
        ("Gwen sees gwen", ["Gwen"]),
        ("Agen and site-phase", ["site-phase"]),
        ("", []),
    ],
)
def test_longest_names_in_any_spelling(text: str, named: list[str]) -> None:
    found = list(MentionFinder(KNOWN).find(text))
    assert [text[mention.span.start : mention.span.end] for mention in found] == named


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the fog rises", TermKind.TERM),
        ("Fog rises", TermKind.TERM),
        ("play Fog now", TermKind.CARD),
        ("Play it. Fog rises", TermKind.TERM),
    ],
)
def test_a_card_is_written_as_a_name(text: str, kind: TermKind) -> None:
    assert [mention.term.kind for mention in MentionFinder(KNOWN).find(text)] == [kind]


def test_nothing_is_named_inside_the_title_of_a_book() -> None:
    finder = MentionFinder(KNOWN, ["Tales of the Old Hold"])
    assert [mention.term.name for mention in finder.find("Tales of the Old Hold has Old Hold")] == ["Old Hold"]


def test_nothing_is_named_inside_a_title_with_a_colon() -> None:
    finder = MentionFinder(KNOWN, ["Old-hold: The Old Gate", "Old-hold: The Agents"])
    text = "Read Old-hold: The Old Gate, Old-hold: The Agents and The Old Gate."
    assert [(each.span.start, each.term.name) for each in finder.find(text)] == [(54, "The Old Gate")]


def test_a_clause_links_each_term_once_and_no_link_twice() -> None:
    text = "See [an agent](/x), the *agent* of a\nsite, and that site; `Gwen` is code.\n\n# An agent\n"
    document = read_document(Source.from_text("a.md", text)).value
    finder = MentionFinder(KNOWN)
    found = [
        document.source.slice(mention.span) for clause in document.clauses for mention in mentions_in(clause, finder)
    ]
    assert found == ["agent", "site"]
    first = mentions_in(document.clauses[0], finder)[0]
    assert first.span.start == text.index("*agent*") + 1


def test_no_name_runs_over_two_cells_of_a_table() -> None:
    document = read_document(Source.from_text("a.md", "| The Old | Gate |\n| Gwen | Old Hold |\n")).value
    finder = MentionFinder(KNOWN)
    rows = [[document.source.slice(each.span) for each in mentions_in(row, finder)] for row in document.clauses]
    assert rows == [[], ["Gwen", "Old Hold"]]
    assert [each.told for each in document.clauses] == ["The Old | Gate", "Gwen | Old Hold"]
    assert not finder.find("The Old | Gate")


def test_time_is_linear_in_hostile_text() -> None:
    words = ["a"] * 9
    known = inventory(",".join(" ".join([*words[:n], "b"]) for n in range(9)))

    def find(size: int) -> None:
        assert MentionFinder(known).find("a " * size) == ()  # a finder remembers the texts it has read

    more, less = least_seconds(lambda: find(80_000), lambda: find(20_000))
    assert more < 8 * less


def test_a_card_known_by_its_file_alone_is_no_shorter_one() -> None:
    """Where it is written as a name it is that card; what it is called of by other words is what these name."""
    finder = MentionFinder(KNOWN, (), ["doors of fog", "fog", "agent"])
    text = "Doors of Fog is played, Fog too; through the doors of fog an agent goes"
    found = [(mention.term.name, text[mention.span.start : mention.span.end]) for mention in finder.find(text)]
    assert found == [("doors of fog", "Doors of Fog"), ("Fog", "Fog"), ("Fog", "fog"), ("Agent", "agent")]


ODD = inventory("", "Gulls,The Mouth,The Moon is Dead,Moon,Barge of the Salt-pan,Athelas,Great Rooks", "play")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a Gull and two Gulls, the Gulls' nest", ["Gulls", "Gulls"]),
        ("a Great Rook", ["Great Rook"]),
        ("the leaf of Athelas, Athelas's leaf", ["Athelas", "Athelas's"]),
        ("the Council of Gulls met, and Mouths of the Quay", []),
        ("the council of Gulls met, and the Mouth of a quay", ["Gulls", "Mouth"]),
        ("It rains. Play of Gulls is free.", ["Gulls"]),
        ("when the Moon is Dead is played, the Moon is seen", ["Moon is Dead", "Moon"]),
        ("on the Barge of the Salt- pan or the Barge of the Salt pan", ["Barge of the Salt- pan"]),
    ],
)
def test_what_is_written_as_a_name_is_that_of_the_card(text: str, named: list[str]) -> None:
    """One of several is not the card called in the plural; *of* makes another name; a word may be small as its name has
    it, or broken at a hyphen."""
    found = MentionFinder(ODD).find(text)
    assert [text[mention.span.start : mention.span.end] for mention in found] == named


LONGER = inventory("Agent", "Gull,Gull Rock,Salt-pan,12,X,Wash & Shallows,Ebb and Flood", "king quay")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("at the Gull Vale, the Gull Quay and Upper Gulls", []),
        ("Mr. Hob, Ann Gull and Robin Gulls met on the Salt-pan Road", []),
        ("the King Gull, the Gull, Gull Rock and a Gull quay", ["Gull", "Gull", "Gull Rock", "Gull"]),
        ("Then Orrin. Gull Rock Gull Salt-pan", ["Gull Rock", "Gull", "Salt-pan"]),
        ("the Gull Agent; Gulls\nQuay", ["Gull", "Agent", "Gulls"]),
        ("see Orrin Gull’s wing, then (Orrin) Gull", ["Gull"]),
        ("Lower Gull Rock", ["Gull Rock"]),
        ("see Orrin’s Gull and the Gull's Quay", ["Gull", "Gull's"]),
        ("12 X are 12; play X, not 12", []),
        ("Wash & Shallows, wash & shallows and Wash and Shallows", ["Wash & Shallows", "Wash and Shallows"]),
        ("Ebb and Flood, then Ebb & Flood; Orrin & Gull", ["Ebb and Flood", "Ebb & Flood", "Gull"]),
    ],
)
def test_what_a_longer_name_a_number_and_a_sign_are(text: str, named: list[str]) -> None:
    """A word that is only ever written as a name before it, or any so written behind it, makes another name; a
    number or a letter names nothing; `&` is a word."""
    found = MentionFinder(LONGER).find(text)
    assert [text[mention.span.start : mention.span.end] for mention in found] == named
