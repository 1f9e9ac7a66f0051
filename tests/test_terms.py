from dataclasses import replace

import pytest

from kb.lexicon import suggest_terms
from kb.model import CompendiumVersion, Document, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.terms import Inventory, Origin, Term, TermKind, TermSources, find_leads, name_key, take_inventory
from kb.text import Source

VERSION = """\
# K

## Turn Sequence

### General

- Wind is counted first.

### Flying Phase

- Kites rise.

## Rulings by Term

#### Under-towers

- Under-towers are dark.

#### Agents

- Agents are hidden.

## Card Errata and Rulings

#### Loud Bell, The

- Makes a noise.
"""
BOOK = """\
# Kites

A line without weight is called a _slack line_. You may _not_ cut it, and _Red Kite_ flies. A _tail_ means a ribbon.

You must _hold_ it **or** let go at the _far post_.

## Words

**Attacker:** The player whose kite cuts lines.
**Attack:** What an attacker does with the line.

**Line, Cut:** A line that has been cut by another.

**Wind:** What carries all of the kites about.

## People

**Art Director:** Ann Bell, Cora Dee, Eve Fay.
**Colours:** Gus Hay and Ida Jay, Kit Lee.
**Printing:** Mia Nye, Ona Poe, Quinn Ray.
**Thanks:** Sue Tam, Una Vay, Wim Xu.
"""
INDEX = "# Cards\n\n- [Red Kite](/cards/red-kite/)\n- [Kites](/rules/kites/)\n- [Knots](/rulings/k/#knots)\n"


def page(text: str) -> Document:
    return read_document(Source.from_text("a.md", text)).value


def version(text: str, number: str = "1") -> CompendiumVersion:
    declared = Declared(version=VersionId("k-1"), compendium="K", number=number, date="2001-01-01")
    read = read_compendium(page(text), declared).value
    return replace(read, number=number)


def inventory() -> Inventory:
    return take_inventory(
        TermSources(
            versions=[version(VERSION)],
            rulebooks=[page(BOOK)],
            indexes=[page(INDEX)],
            card_pages=frozenset({"cards/red-kite"}),
            aliases={"Agents": ["spies", "secret kites"], "Reels": ["winder"]},
        )
    )


def spellings() -> list[str]:
    return [name for term in inventory().terms for name in term.spellings]


def names(kind: TermKind, origin: Origin) -> list[str]:
    return [term.name for term in inventory().terms if term.kind is kind and term.places[0].origin is origin]


def test_headings_of_a_compendium_are_terms_and_cards() -> None:
    assert names(TermKind.TERM, Origin.HEADING) == ["Agents", "Flying Phase", "Under-towers"]
    assert names(TermKind.CARD, Origin.HEADING) == ["The Loud Bell"]


def test_a_glossary_defines_terms_and_a_list_of_people_does_not() -> None:
    assert sorted(names(TermKind.TERM, Origin.DEFINED)) == ["Attack", "Attacker", "Cut Line", "Line, Cut", "Wind"]


@pytest.mark.parametrize(("opening", "told"), [("During Flight", False), ("After-glow", True), ("Gusts", True)])
def test_a_section_whose_paragraphs_open_with_when_they_hold_is_no_glossary(opening: str, told: bool) -> None:
    said = "one flies as before, but with one kite and no line"
    leads = "\n\n".join(f"**{name}:** Here {said}." for name in ("Lines", "Kites", "Tails", opening))
    found = [lead.name for lead in find_leads(page(f"# Rules\n\n## Alone\n\n{leads}\n"))]
    assert found == (["Lines", "Kites", "Tails", opening] if told else [])


def test_emphasis_names_terms_only_where_it_explains() -> None:
    assert sorted(names(TermKind.TERM, Origin.EMPHASISED)) == ["far post", "slack line", "tail"]


def test_an_index_leads_to_cards_and_to_entries() -> None:
    assert names(TermKind.CARD, Origin.INDEX) == ["Red Kite"]
    assert names(TermKind.TERM, Origin.INDEX) == ["Knots"]


def test_the_manifest_names_terms() -> None:
    assert names(TermKind.TERM, Origin.MANIFEST) == ["Reels"]
    assert inventory().find("winders")[0].name == "Reels"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("agent", "Agents"),
        ("AGENTS", "Agents"),
        ("agent's", "Agents"),
        ("secret kite", "Agents"),
        ("spy", "Agents"),
        ("Under-tower", "Under-towers"),
        ("Undertowers", "Under-towers"),
        ("under towers", "Under-towers"),
        ("Ünder‑towers", "Under-towers"),
        ("attackers", "Attacker"),
        ("attacks", "Attack"),
        ("the flying phases", "Flying Phase"),
        ("Loud Bell", "The Loud Bell"),
        ("loud bell, the", "The Loud Bell"),
    ],
)
def test_any_spelling_finds_the_term(wanted: str, found: str) -> None:
    assert inventory().find(wanted)[0].name == found


@pytest.mark.parametrize("wanted", ["", " ", "\x00", '"', "-", "'s", "xqzt"])
def test_what_names_nothing_finds_nothing(wanted: str) -> None:
    assert inventory().find(wanted) == ()
    assert suggest_terms(wanted, spellings()) == ()


def test_slips_are_answered_with_what_may_be_meant() -> None:
    assert suggest_terms("agnet", spellings())[0] == "Agents"
    assert suggest_terms("undertwoer", spellings())[0] == "Under-towers"


def test_names_much_less_like_than_the_likest_are_not_offered() -> None:
    assert suggest_terms("wrekcer", ("Wrecker", "Wreckers", "Wreck")) == ("Wrecker", "Wreckers")
    assert suggest_terms("wrekcer", ("Wreck",)) == ("Wreck",)


def test_the_order_of_sources_does_not_matter() -> None:
    kinds = [(term.kind, term.key, term.name) for term in inventory().terms]
    assert kinds == sorted(kinds, key=lambda each: (each[1], each[0].value))


def test_plural_and_possessive_are_one_name() -> None:
    assert name_key("The Boats'") == name_key("boat") != name_key("boater")


def test_terms_that_are_told_apart_stay_apart() -> None:
    known = Inventory.of([Term(TermKind.TERM, name_key(name), name, (name,)) for name in ("Attack", "Attacker")])
    assert [term.name for term in known.find("attacker")] == ["Attacker"]
    assert [term.name for term in known.find("attack")] == ["Attack"]


def test_a_term_with_the_number_of_its_rule_goes_by_its_name_too() -> None:
    text = "# K\n\n## Rulings by Term\n\n### (1.6) Slack Lines\n\n- Free.\n\n### 7.62 mm String\n\n- Thin.\n"
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    found = {term.name: term.spellings for term in take_inventory(TermSources(versions=[version])).terms}
    assert found == {"(1.6) Slack Lines": ("(1.6) Slack Lines", "Slack Lines"), "7.62 mm String": ("7.62 mm String",)}


def test_a_list_of_definitions_explains_terms_where_it_has_several() -> None:
    listed = "Dyke\n: a bank of earth.\n\nHalt\n: a small station.\n\nPool\n: where papers lie.\n\n"

    def defined(text: str) -> list[str]:
        terms = take_inventory(TermSources(rulebooks=[page(text)])).terms
        return [each.name for each in terms if any(place.origin is Origin.DEFINED for place in each.places)]

    assert defined(f"# Rules\n\n## Words\n\n{listed}Shed\n: where engines stand.\n") == ["Dyke", "Halt", "Pool", "Shed"]
    assert defined(f"# Rules\n\n## Words\n\n{listed}") == []
