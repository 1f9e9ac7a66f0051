"""What the site's search is made from: every record that stands somewhere, told apart by whether it still holds."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from html import unescape
from typing import Any

from kb.answers.search import Group, Kind, Record, Volume
from kb.interface import Words
from kb.lexicon import SLIPS
from kb.model import ClauseKind
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.search.leaves import PLACE, TOLD, TWIN, UNLISTED, Leaves, lay_leaves
from kb.search.ranking import RANKING
from kb.spelling import name_key
from kb.terms import Inventory, Term, TermKind
from kb.text import word_forms
from tests.built import LANTERN
from tests.knowing import lantern

MARK = re.compile(r'<meta data-pagefind-(meta|filter)="(\w+)\[content\]" content="([^"]*)">')


@cache
def records() -> tuple[Record, ...]:
    return gather_records(lantern(), know_terms(lantern()))


@cache
def leaves() -> Leaves:
    return lay_leaves(records(), know_terms(lantern()), Words())


def marks_of(page: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for _, name, value in MARK.findall(page):
        found.setdefault(name, []).append(unescape(value))
    return found


def text_of(page: str) -> str:
    match = re.search(r"<body data-pagefind-body><p>(.*)</p></body></html>$", page, re.DOTALL)
    assert match is not None
    return unescape(match[1])


def words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in word_forms(text)}


def lay(*given: Record, names: Iterable[tuple[str, ...]] = ()) -> tuple[list[str], dict[str, object]]:
    terms = [Term(TermKind.TERM, name_key(each[0]), each[0], each) for each in names]
    laid = lay_leaves(given, Inventory.of(terms), Words())
    return list(laid.pages.values()), json.loads(laid.tell_table(()))


def test_every_record_that_stands_somewhere_has_a_page_in_its_order() -> None:
    placed = [record.address for record in records() if record.address]
    marks = [marks_of(page) for page in leaves().pages.values()]
    own, too = [each[PLACE] for each in marks], [json.loads(told)[2] for each in marks for told in each.get(TWIN, ())]
    assert too and len(too) == len(set(too))
    assert own == [[each] for each in placed if each not in too]
    assert sorted(leaves().pages) == list(leaves().pages)


def test_a_passage_of_two_books_is_one_result_of_both() -> None:
    """By another route: what stands to the letter, under the same heading, in an emended and a published text."""
    marks = [marks_of(page) for page in leaves().pages.values()]
    told = {(each[PLACE][0], json.loads(too)[2]) for each in marks for too in each.get(TWIN, ())}
    texts = [(b, d.document) for b in lantern().books.values() if (d := b.emended or b.base) is not None]
    said = {
        (clause.section, " ".join(clause.text.split())): f"/rules/{book.work.id}/"
        for book, document in texts
        if book.emended is None
        for clause in document.clauses
        if word_forms(clause.text)
    }
    shared = [
        (f"/rules/{book.work.id}/", said[key])
        for book, document in texts
        if book.emended is not None
        for clause in document.clauses
        if (key := (clause.section, " ".join(clause.text.split()))) in said and clause.kind is not ClauseKind.HEADING
    ]
    assert len(shared) >= 5
    assert len(told) >= len(shared)
    for mine, theirs in shared:
        assert any(a.startswith(mine) and b.startswith(theirs) for a, b in told), (mine, theirs)
    for each in marks:
        if TWIN in each:
            assert len(each["in"]) > 1 and each["group"][0] == "rule"


def test_only_what_holds_is_put_together() -> None:
    book, other = Volume("coast", "The Coast"), Volume("quay", "The Quay")
    pages, _ = lay(
        Record(Kind.CLAUSE, "a", "The Quay, Tides", "Words.", "/q/#a", group=Group.PUBLISHED, volume=other),
        Record(Kind.CLAUSE, "a", "The Coast, Tides", "Words.", "/c/#a", group=Group.RULE, volume=book),
        Record(Kind.CLAUSE, "b", "The Coast, Tides", "Words.", "/c/p/#b", group=Group.FORMER, volume=book),
        Record(Kind.CLAUSE, "c", "The Coast, Winds", "Words.", "/c/#c", group=Group.RULE, volume=book),
    )
    marks = [marks_of(page) for page in pages]
    assert [each[PLACE] for each in marks] == [["/c/#a"], ["/c/p/#b"], ["/c/#c"]]
    assert [each["group"] for each in marks] == [["rule", "published"], ["former"], ["rule"]]
    assert [each["in"] for each in marks] == [["coast", "quay"], ["coast"], ["coast"]]
    assert [json.loads(each) for each in marks[0][TWIN]] == [["published", "The Quay", "/q/#a"]]


def test_what_stands_nowhere_has_none() -> None:
    pages, _ = lay(Record(Kind.RULING, "a", "A", "words", ""), Record(Kind.RULING, "b", "B", "words", "/b/"))
    assert [marks_of(page)[PLACE] for page in pages] == [["/b/"]]


def test_rules_that_hold_are_told_apart_from_what_was_published() -> None:
    """By another route: the texts themselves, by the edition of their file."""
    for work, book in lantern().books.items():
        if book.emended is None or book.base is None:
            continue
        emended = {" ".join(word_forms(clause.text)) for clause in book.emended.document.clauses}
        published = {" ".join(word_forms(clause.text)) for clause in book.base.document.clauses}
        mine = [record for record in records() if record.volume.id == work and record.kind is Kind.CLAUSE]
        assert {" ".join(word_forms(each.text)) for each in mine if each.group is Group.RULE} <= emended
        former = {" ".join(word_forms(each.text)) for each in mine if each.group is Group.FORMER}
        assert former and former <= published
        assert all(each.address.startswith(f"/rules/{work}/#") for each in mine if each.group is Group.RULE)
        assert not any(each.address.startswith(f"/rules/{work}/#") for each in mine if each.group is not Group.RULE)


def test_deleted_words_are_no_current_text() -> None:
    deleted: set[tuple[str, str]] = set()
    for work, book in lantern().books.items():
        if book.emended is not None and book.base is not None:
            now = words_of(clause.text for clause in book.emended.document.clauses)
            deleted |= {(work, word) for word in words_of(clause.text for clause in book.base.document.clauses) - now}
    assert len(deleted) > 5
    found = Counter[Group]()
    for record in (each for each in records() if each.group is not Group.WHOLE):  # a title is no word of the book
        if any((record.volume.id, word) in deleted for word in word_forms(record.text)):
            found[record.group] += 1
    assert found[Group.FORMER] and set(found) <= {Group.FORMER, Group.OTHER}


def test_a_book_without_an_emended_text_is_as_published() -> None:
    unemended = {str(work) for work, book in lantern().books.items() if book.emended is None}
    groups = {record.group for record in records() if record.volume.id in unemended} - {Group.WHOLE}
    assert Group.PUBLISHED in groups and groups <= {Group.PUBLISHED, Group.OTHER}


def test_rulings_that_are_no_longer_stated_are_told_apart() -> None:
    groups = Counter(record.group for record in records() if record.kind is Kind.RULING)
    ended = [r for r in records() if r.kind is Kind.RULING and r.title.endswith(", ended")]
    assert groups[Group.ENDED] == len(ended) > 0
    assert groups[Group.RULING] > groups[Group.ENDED]
    assert groups[Group.ANSWER] == sum(len(sheet.statements) for sheet in lantern().sheets.values())


def test_rulings_are_counted_once_and_where_they_stand() -> None:
    pages, _ = lay(
        Record(Kind.TERM, "oar", "Oar", "Oar", "/o/", ("Oar", "Oars"), group=Group.TERM),
        Record(Kind.CARD, "oar", "The Oar", "Oar", "/cards/oar/", ("The Oar", "Oars"), group=Group.CARD),
        Record(Kind.RULING, "oar-aaaaaa", "Oar", "Row.", "/o/#a", ("Oar", "Oars"), group=Group.RULING),
        Record(Kind.RULING, "oar-bbbbbb", "The Oar", "Drift.", "/r/#b", ("The Oar",), group=Group.RULING),
    )
    assert [marks_of(page)[TOLD] for page in pages[:2]] == [["1 ruling"], ["2 rulings"]]


def test_a_term_is_told_with_its_rulings_that_are_stated_as_its_page_counts_them() -> None:
    pages, _ = lay(
        Record(Kind.TERM, "oars", "Oars", "Oars", "/o/", ("Oars",), group=Group.TERM),
        Record(Kind.RULING, "oars-aaaaaa", "Oars", "Row.", "/o/#a", ("Oars",), group=Group.RULING),
        Record(Kind.RULING, "oars-bbbbbb", "Oars, ended", "Drift.", "/o/#b", ("Oars",), group=Group.ENDED),
        Record(Kind.RULING, "q:7", "Oars · Questions", "Yes.", "/q/#7", ("Oars",), group=Group.ANSWER),
    )
    assert marks_of(pages[0])[TOLD] == ["1 ruling"]


def test_a_result_is_called_by_its_section_and_told_with_its_book() -> None:
    book = Volume("coast", "The Coast")
    pages, table = lay(
        Record(Kind.CLAUSE, "x.p1", "The Coast, Tides, Note (published)", "Words.", "/c/#x.p1", edition="published",
               group=Group.FORMER, volume=book),
        Record(Kind.CLAUSE, "top.p1", "The Coast", "More.", "/c/#top.p1", edition="emended", volume=book),
        Record(Kind.RULING, "oars-aaaaaa", "Oars · clarification · HL 4", "Row.", "/o/#a", ("Oars",),
               ruled=("clarification", "HL 4")),
        Record(Kind.RULING, "q:7", "Tar · Pitch · Questions", "Boil.", "/q/#7", ("Tar · Pitch",), ruled=("Questions",)),
    )  # fmt: skip
    marks = [marks_of(page) for page in pages]
    assert [each["title"] for each in marks] == [["Tides, Note"], ["The Coast"], ["Oars"], ["Tar · Pitch"]]
    assert [each[TOLD] for each in marks] == [["The Coast"], ["The Coast"], ["Clarification · HL 4"], ["Questions"]]
    assert table["volumes"] == {"coast": "The Coast"}
    assert [each["group"] for each in marks] == [["former"], ["other"], ["other"], ["other"]]


def test_names_are_numbers_of_the_table_and_spellings_that_sound_alike_are_told_once() -> None:
    pages, table = lay(
        Record(Kind.TERM, "kites", "Kites", "", "/k/", ("Kites", "Kite", "Glider")),
        Record(Kind.RULING, "kites-a", "Kite", "Fly.", "/k/#a", ("kite",)),
        Record(Kind.RULING, "wind-a", "Wind", "Blow.", "/w/#a", ("Wind",)),
        names=[("Kites", "Kite", "Glider"), ("Rain",)],
    )
    assert table["names"] == [["Kites", "Glider"], ["Wind"]]
    assert [marks_of(page)["name"] for page in pages] == [["0"], ["0"], ["1"]]
    assert marks_of(pages[0])[TOLD] == ["1 ruling"]


def test_names_are_offered_with_the_quotation_marks_of_print() -> None:
    """As the pages have them that they lead to."""
    names = [name for spellings in json.loads(leaves().tell_table(()))["names"] for name in spellings]
    assert "Saint Orrin’s Steeple" in names and not [name for name in names if "'" in name]


def test_a_term_without_an_explanation_shows_its_name() -> None:
    pages, _ = lay(Record(Kind.TERM, "kites", "Kites", "Glider, Kite", "/k/", ("Kites", "Kite", "Glider")))
    assert text_of(pages[0]) == "Kites"


def test_words_are_escaped() -> None:
    pages, _ = lay(Record(Kind.CARD, "x", '<b>"Q"&', "</p><script>1</script>", "/x/", ('a"b',)))
    assert text_of(pages[0]) == "</p><script>1</script>"
    assert marks_of(pages[0])["title"] == ["<b>”Q”&"]
    assert "<script" not in pages[0] and "<b>" not in pages[0]


def test_the_table_names_every_group_and_book_that_occurs() -> None:
    table = json.loads(leaves().tell_table(()))
    marks = [marks_of(page) for page in leaves().pages.values()]
    assert {each[0] for each in table["groups"]} == {each["group"][0] for each in marks}
    assert set(table["volumes"]) == {each["in"][0] for each in marks if "in" in each}
    numbers = {
        name: {int(number) for each in marks for number in each.get(name, ())} for name in ("thing", "ruled", "name")
    }
    assert set().union(*numbers.values()) == set(range(len(table["names"])))
    assert [{each["group"][0] for each in marks if name in each} for name in ("thing", "ruled")] == [
        {"term", "card", "whole"},
        {"ruling"},
    ]


def kinds_in(table: Mapping[str, Any]) -> list[Any]:
    """What each page is, where it stands and what it lost, as a browser reads it."""
    runs = table["runs"]
    return [table["kinds"][kind] for at, kind in enumerate(runs) if at % 2 == 0 for _ in range(runs[at + 1])]


def test_the_site_ranks_by_the_figures_of_the_command() -> None:
    table = json.loads(leaves().tell_table(()))
    assert table["ranking"] == json.loads(json.dumps(RANKING.told()))
    assert table["slips"] == SLIPS.told()
    weighed = {record.address: record.weight for record in records() if record.address and record.weight}
    marks = [marks_of(page) for page in leaves().pages.values()]
    lost = [kind[2] for kind in kinds_in(table)]
    assert {each[PLACE][0]: weight for each, weight in zip(marks, lost, strict=True) if weight} == weighed
    assert len(set(weighed.values())) > 1


def test_the_table_tells_what_each_page_is_and_where_it_stands() -> None:
    """The lists of groups and volumes are none of the index: at each question Pagefind counts in all it has loaded."""
    marks = [marks_of(page) for page in leaves().pages.values()]
    kinds = kinds_in(json.loads(leaves().tell_table(())))
    assert [each[:2] for each in kinds] == [[each["group"], each.get("in", [])] for each in marks]
    assert any(len(groups) > 1 for groups, *_ in kinds)
    assert {"group", "in"} <= UNLISTED


def test_words_that_no_keyboard_has_are_told_as_they_are_typed_too() -> None:
    own = Record(Kind.CLAUSE, "own", "Book", "Der Fluß of Björn’s Æther, x²", "/b#own")
    (page, other), _ = lay(own, Record(Kind.CLAUSE, "other", "Book", "Nobody’s boat", "/b#other"))
    assert marks_of(page)["typed"] == ["aether fluss x2"] and "typed" not in marks_of(other)


def test_every_figure_is_used_in_both_searches() -> None:
    """But for one: cards whose names have one key are one name in the table of the site."""
    assets = LANTERN.parents[1] / "site_templates" / "theme" / "assets"
    scripts = "".join((assets / f"search-{name}.js").read_text(encoding="utf-8") for name in ("index", "little"))
    used = set(re.findall(r"\bby\.(\w+)", scripts))
    assert set(re.findall(r"\bslips\.(\w+)", scripts)) == set(SLIPS.told())
    assert set(RANKING.told()) - used == {"lesser"} and used <= set(RANKING.told())
