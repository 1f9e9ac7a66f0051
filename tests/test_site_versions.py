"""All that changed since a version, on a page: what came between is one change, what came and went none."""

import re
from functools import cache

import pytest

from kb.answers.version_list import changed_in
from kb.graph import Kb
from kb.places.base import Base
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.versions import outdated, view_all_versions, view_since, view_version
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.test_site import templates, words_of

VERSION = re.compile(r"rulings/versions/[^/]+/index\.md")
VERSIONS = (
    rulings(
        Kite="A kite flies.\nA kite has one tail.", Gull="A gull is no kite.", Line="A line is cut by a kite above."
    ),
    rulings(Kite="A kite flies.\nA kite has two tails.", Gull="A gull is no kite.", Reel="A reel turns."),
    rulings(
        Kite="A kite flies high.\nA kite has two tails.", Gull="A gull is no kite.", Wind="Wind blows from the sea."
    ),
    rulings(
        Kite="A kite flies high.",
        Gull="A gull is no kite.",
        Wind="Wind blows from the sea.",
        Tail="A kite has two tails.",
    ),
)


@cache
def kb() -> Kb:
    return game(VERSIONS)


@cache
def pages() -> dict[str, str]:
    made = build_pages(kb(), templates())
    assert made.diagnostics == ()
    return dict(made.value)


def test_what_came_between_is_told_as_one_change() -> None:
    base, chronicle = Base.of(kb()), kb().chronicles["kr"]
    first = chronicle.history.slots[0]
    view = view_since(base, chronicle, first, "rulings/versions/kr-1/since/")
    told = {group.title: [(each.term, each.note) for each in group.changed] for group in view.groups}
    assert told == {
        "First seen": [("Wind", "")],
        "Reworded": [("Kite", ""), ("Tail", "Moved here from Kite")],
        "Dropped": [("Line", "")],
    }
    assert (view.before, view.line.name, view.older[0], view.newer[0]) == ("KR 1", "KR 4", "KR 1", "KR 4")
    words = {each.term: str(each.words) for group in view.groups for each in group.changed}
    assert re.search(r"<ins\b.*high", words["Kite"])
    assert "cut by a kite above" in words["Line"]


def test_a_page_tells_what_the_command_tells() -> None:
    (shelf,) = fill_shelves(kb())
    base, chronicle = Base.of(kb()), kb().chronicles["kr"]
    slots = chronicle.history.slots
    for slot in outdated(chronicle):
        asked = changed_in(shelf, slots[-1], slot).changes
        view = view_since(base, chronicle, slot, "rulings/")
        assert [each.now.term for each in asked] == [each.term for group in view.groups for each in group.changed]


def test_there_is_a_page_for_each_version_that_the_newest_does_not_tell() -> None:
    since = sorted(page for page in pages() if page.endswith("/since/index.md"))
    assert since == ["rulings/versions/kr-1/since/index.md", "rulings/versions/kr-2/since/index.md"]
    base = Base.of(kb())
    assert [(line.name, line.since) for line in view_all_versions(base, "rulings/versions/")] == [
        ("KR 4", ""),
        ("KR 3", "kr-4/"),
        ("KR 2", "kr-2/since/"),
        ("KR 1", "kr-1/since/"),
    ]
    said = " ".join(words_of(pages()[since[0]]))
    assert "KR 4 against KR 1." in said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("version", "led"), [(1, True), (2, True), (3, False), (4, False)])
def test_a_version_leads_to_what_changed_since(version: int, led: bool) -> None:
    page = pages()[f"rulings/versions/kr-{version}/index.md"]
    assert ('href="since/"' in page) is led


def test_a_ruling_that_moved_in_other_words_is_told_to_have_moved() -> None:
    kb = game(
        [
            rulings(Kite="The tail of a kite is tied to its spar before it flies.", Gull="A gull is no kite."),
            rulings(Tail="The tail of a kite is tied to its lower spar before it flies.", Gull="A gull is no kite."),
        ]
    )
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/")
    assert [(each.term, each.note) for group in view.groups for each in group.changed] == [
        ("Tail", "Moved here from Kite")
    ]


def test_the_page_of_the_oldest_version_does_not_say_that_it_changed_anything() -> None:
    titles = {page: re.search(r'^title: "(.*)"$', text, re.M) for page, text in pages().items()}
    told = {page.split("/")[2]: found[1] for page, found in titles.items() if found and VERSION.fullmatch(page)}
    assert told == {
        "kr-1": "KR 1, the oldest at hand",
        "kr-2": "What KR 2 changed",
        "kr-3": "What KR 3 changed",
        "kr-4": "What KR 4 changed",
    }
    said = " ".join(words_of(pages()["rulings/versions/kr-1/index.md"])).replace("\N{NO-BREAK SPACE}", " ")
    assert "KR 1, the oldest at hand" in said
    assert "What KR 1 changed" not in said


@pytest.mark.parametrize(("n", "parts"), [(5, {"": 7}), (45, {"Terms": 45, "The turn": 2})])
def test_many_rulings_that_fared_alike_are_told_part_by_part(n: int, parts: dict[str, int]) -> None:
    """Each once, with a heading for each part; few are one list."""
    trees = ("ash", "birch", "cedar", "elm", "fir", "holly", "larch", "maple", "oak", "pine", "rowan", "willow")
    spars = [f"A kite of {one} and {other} is free." for one in trees for other in trees if one < other]
    turn = "\n## Turn Sequence\n\n### Landing\n\n- Kites land first.\n- Gulls may watch them.\n"
    kb = game([rulings(Gull="A gull is no kite."), rulings(Kite="\n".join(spars[:n])) + turn])
    base, chronicle = Base.of(kb), kb.chronicles["kr"]
    view = view_version(base, chronicle, chronicle.history.slots[-1], "rulings/versions/kr-2/")
    (group,) = (each for each in view.groups if each.title == "First seen")
    assert {part.title: len(part.changed) for part in group.parts} == parts
    assert len({str(each.words) for each in group.changed}) == n + 2
    page = dict(build_pages(kb, templates()).value)["rulings/versions/kr-2/index.md"]
    headings = ["{: #first-seen:term ", "{: #first-seen:turn "]
    assert [each in page for each in headings] == [len(parts) > 1] * 2


def test_a_term_whose_ruling_only_moved_leads_to_no_change_of_words_and_is_not_called_unchanged() -> None:
    kite, gull = "The tail of a kite is tied to its spar before it flies.", "A gull is no kite."
    made = dict(build_pages(game([rulings(Kite=kite, Gull=gull), rulings(Tail=kite, Gull=gull)]), templates()).value)
    told = {
        term: ("What changed since KR 1" in page, "unchanged since KR 1" in page)
        for term in ("tail", "gull")
        for page in [made[f"rulings/term/{term}/index.md"].replace("\N{NO-BREAK SPACE}", " ")]
    }
    assert told == {"tail": (False, False), "gull": (False, True)}


def test_the_page_of_a_heading_that_is_no_more_leads_to_where_its_rulings_stand_now() -> None:
    one, other, third = "A kite is let go at dawn.", "A line is wound up by its owner.", "Nobody may cut a line."
    older = rulings(Kite=f"{one}\n{other}\n{third}", Gull="A gull is no kite.")
    newer = rulings(**{"Flying a Kite": one, "Gull": "A gull is no kite.", "Line": other})
    page = dict(build_pages(game([older, newer]), templates()).value)["rulings/term/kite/index.md"]
    assert "Nobody may cut a" in " ".join(words_of(page)) and "let go at dawn" not in page
    led = re.search(r"See (<a href=.*?)\.</p>", page)
    assert led and re.findall(r'href="\.\./([^/"]+)/"', led[1]) == ["flying-a-kite", "line"]
