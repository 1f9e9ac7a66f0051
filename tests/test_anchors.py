"""Ids in a document: clauses are counted below their section, their item or their box, and no two ids are alike."""

from kb.anchors import ClauseIds


def test_clauses_are_counted_by_section_and_kind() -> None:
    ids = ClauseIds(set())
    assert [ids.count("lamps", "p"), ids.count("lamps", "li"), ids.count("lamps", "p"), ids.count("oil", "p")] == [
        "lamps.p1",
        "lamps.li1",
        "lamps.p2",
        "oil.p1",
    ]


def test_a_nested_item_has_no_kind_and_the_first_paragraph_of_an_item_goes_by_its_id() -> None:
    ids = ClauseIds(set())
    item = ids.count("lamps", "li")
    ids.lead(item)
    assert [ids.count(item, ""), ids.count(item, "p"), ids.count(item, "")] == [
        "lamps.li1.1",
        "lamps.li1.p2",
        "lamps.li1.2",
    ]


def test_an_id_that_is_taken_is_not_given_again() -> None:
    taken = {"lamps.p1"}
    assert ClauseIds(taken).take("lamps.p1") != "lamps.p1"
    assert len(taken) == 2
