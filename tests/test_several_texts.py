"""What leads to a text that a footnote cites in words, what joins several of them, and which words are no text."""

import pytest

from kb.provenance import Problem, Relation
from tests.test_quoted_each import DAY, GULL, HEMPS, OIL, cited, judge

NEW_OIL = ("lrf-2.md", "Oil")


@pytest.mark.parametrize(
    ("note", "cites"),
    [
        ("LRF 1, Oil. LRF 2.1, same heading.", [OIL, NEW_OIL]),
        ("LRF 1, Oil. See also LRF 2.1, the same place.", [OIL, NEW_OIL]),
        *((f"LRF 1, Oil; LRF 2.1, same {word}", [OIL, NEW_OIL]) for word in ("entry", "heading", "place", "section")),
        ("LRF 1, Oil; LRF 2.1, the same term", [OIL, NEW_OIL]),
        ("LRF 1 as well as LRF 2.1, Oil", [OIL, NEW_OIL]),
        ("LRF 1 + LRF 2.1, Oil", [OIL, NEW_OIL]),
        ("LRF 1 & the LRF 2.1, Oil", [OIL, NEW_OIL]),
        ("LRF 1, Oil, as well as LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1 contra LRF 2.1, Hemp", [("lrf-1.md", None), HEMPS]),
        ("LRF 1, Oil contra LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, Oil, contra LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, Oil, but the LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, Oil, cf. LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, Oil; also the Candle Rules, Wicks", [OIL, ("wick.md", "Wicks")]),
        ("LRF 1, Oil / see LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, LRF 2.1, Oil", [("lrf-1.md", None), NEW_OIL]),
        ("LRF 1, LRF 2.1 & FAQ, Oil", [OIL, NEW_OIL, ("faq.md", None)]),
        ("LRF 1; LRF 2.1 & FAQ, Oil", [("lrf-1.md", None), NEW_OIL, ("faq.md", None)]),
        ("LRF 1, Gull, LRF 2.1 & FAQ, Oil", [GULL, NEW_OIL, ("faq.md", None)]),
        ("LRF 1, Oil. See also the Candle Rules.", [OIL, ("wick.md", None)]),
        ("LRF 1, Oil; ; LRF 2.1, Hemp", [OIL, HEMPS]),
        ("LRF 1, Oil; Gull", [OIL, GULL]),
        ("LRF 1, Oil & Gull", [OIL, GULL]),
        ("LRF 1, Oil and Gull", [OIL, GULL]),
        ("LRF 1, Oil and Ale", [("lrf-1.md", "Oil and Ale")]),
    ],
)
def test_several_texts_and_places_are_each_cited(note: str, cites: list[tuple[str, str | None]]) -> None:
    verdict = judge(note)
    assert (verdict.quote, cited(verdict)) == (None, cites)


@pytest.mark.parametrize(
    "lead",
    [
        *("Erratum (", "Erratum of the quay: ", "Erratum of the quay, ", "Clarification by the old keepers (", "THE "),
        *("Ruling of 3 May 2004 (", "As changed in ", "changed IN the ", "As it has long been ruled in ", "per the "),
        *("Changed with the ", "Ruled under ", "Thus "),
    ],
)
def test_what_a_ruling_is_and_became_leads_to_its_text(lead: str) -> None:
    closing = ")" * lead.count("(")
    pointer, quoting = judge(f"{lead}LRF 1, Oil{closing}"), judge(f"{lead}LRF 1, Oil{closing}: “{DAY}”")
    assert (pointer.quote, cited(pointer)) == (None, [OIL])
    assert (quoting.quote, cited(quoting), quoting.relation) == (f"“{DAY}”", [OIL], Relation.VERBATIM)


@pytest.mark.parametrize("kind", ["", "entry ", "heading ", "item ", "ruling ", "rulings ", "section "])
@pytest.mark.parametrize("on", ["about ", "at ", "for ", "on ", "under "])
@pytest.mark.parametrize("form", ["Oil", "“Oil”"])
def test_a_heading_stands_before_its_text(kind: str, on: str, form: str) -> None:
    named = f"the {kind}{on}{form} in LRF 1" if kind else f"{form} in LRF 1"
    behind, before = judge(f"{DAY} See {named}."), judge(f"{named}: “{DAY}”")
    assert [(behind.quote, *cited(behind)), (before.quote, *cited(before))] == [(DAY, OIL), (f"“{DAY}”", OIL)]


@pytest.mark.parametrize("newest", ["latest", "Newest", "current", "most recent"])
def test_the_newest_version_is_named_so(newest: str) -> None:
    for named in (f"the {newest} LRF, Oil", f"Oil in the {newest} LRF", f"changed in the {newest} LRF, Oil"):
        verdict = judge(f"{named}: “Oil burns for a night.”")
        assert (cited(verdict), verdict.relation) == ([NEW_OIL], Relation.VERBATIM)


@pytest.mark.parametrize(
    "note",
    [
        *("Gull Quay 3, Oil", "Guild of the Quay 3, Oil", "Guild for Ale 3, Oil", "Guild and Quay 3, Oil", "HP 3"),
        *("Harbour Post 3", "Harbour Ale #3", "Lamp File 3", "Night Rulings 3"),
    ],
)
def test_a_name_with_a_number_is_a_text_that_is_not_at_hand(note: str) -> None:
    verdict = judge(note)
    assert (verdict.quote, verdict.problems) == (None, (Problem.SOURCE_NOT_AT_HAND,))
    assert [each.work_as_cited for each in verdict.cites] == [note.removesuffix(", Oil")]


@pytest.mark.parametrize("note", ["Harbour Ale 3", "Morning Phase 2", "Oil 3", "Ruling 4 of the quay"])
def test_what_a_text_may_speak_of_is_none(note: str) -> None:
    assert judge(note).problems == (Problem.NO_WORK_NAMED,)
