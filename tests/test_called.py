"""Citations by the names of texts alone: what names a text is told from words that only begin like one."""

import pytest

from kb.audit import quotation_unverified
from kb.citations import verify_footnotes
from kb.corpus import NO_CORPUS
from kb.graph import Kb
from kb.naming.mentions import read_mention
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.sources.addresses import gather_sources
from tests.applying import read_named as read
from tests.test_citations import judge

RULES = """\
---
title: Kite Rules 2
permalink: /kite-rules-2/
---

# K

## Morning Phase

### General

A kite is raised once a morning.

## Evening Phase

### General

A kite is taken in at dusk by whoever raised it.

### Gulls

A gull that cannot be sold is eaten.
"""


def verdict(note: str, words: str = "A kite is blue.") -> FootnoteVerdict:
    documents = [read("e.md", f"# E\n\n{words}[^1]\n\n[^1]: {note}\n"), read("rules.md", RULES)]
    (found,) = verify_footnotes(documents[0], gather_sources(documents, names={"rules.md": ("KR", "KR 2")})).value
    return found


@pytest.mark.parametrize(
    ("note", "heading"),
    [
        ("LRF 2.1", None),
        ("LRF2.1.", None),
        ("Erratum (LRF 2.1)", None),
        ("Clarification, LRF.", None),
        ("Rules Erratum, LRF 2.1, Oil", "Oil"),
        ("LRF Rulings by Term, Oil", "Oil"),
        ("LRF p. 33", "p. 33"),
        ("Lamp Rulings File p. 33.", "p. 33"),
        ("per rulings file 2.1", None),
        ("Per Rulings File 2.1.", None),
        ("See LRF2.1, Oil.", "Oil"),
    ],
)
def test_a_footnote_that_is_the_name_of_a_text_points_to_it(note: str, heading: str | None) -> None:
    found = judge("Oil burns for a night.", note)
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-2.md", heading)]
    assert (found.quote, found.problems) == (None, ())


@pytest.mark.parametrize(
    "note",
    [
        "Oil burns for a night. LRF 2.1",
        "Oil burns for a night. LRF2.1, Oil.",
        "Oil burns for a night. – LRF 2.1, Oil",
        "Oil burns for a night. (LRF 2.1)",
        "« Oil burns for a night. » See LRF 2.1, Oil.",
    ],
)
def test_the_name_of_a_text_behind_a_quotation_is_no_part_of_it(note: str) -> None:
    found = judge("Oil burns for a night.", note)
    assert ([each.path for each in found.cites], found.relation) == (["lrf-2.md"], Relation.VERBATIM)


OILS = "# R\n\n## Oil\n\nOil burns for a night.\n\n## Wick\n\nA wick is short.\n"
ACCOUNT = "The book as it was printed had nothing of this, so keepers did as they liked and every pier had its own way."


def cite(note: str) -> FootnoteVerdict:
    """The verdict on a footnote where versions 1, 2, 3 and 4 of a file are at hand, each with the same words."""
    names = {f"or-{number}.md": (f"OR {number}",) for number in range(1, 5)}
    documents = [read("e.md", f"# E\n\nOil.[^1]\n\n[^1]: {note}\n"), *(read(path, OILS) for path in names)]
    (found,) = verify_footnotes(documents[0], gather_sources(documents, names=names)).value
    return found


@pytest.mark.parametrize(
    ("cited", "numbers"),
    [
        ("OR II and IV, Oil.", [2, 4]),
        ("OR I, III & IV, Oil.", [1, 3, 4]),
        ("See OR I–III, Oil.", [1, 2, 3]),
        ("OR 1/2/4, Oil", [1, 2, 4]),
        ("See OR 1/2/4.", [1, 2, 4]),
        ("See OR 1/2/98.", [1]),
        ("Ruling of 3 May 2004 (OR 4, Oil).", [4]),
        ("Ruling from 2004-05-03, OR 4, Oil.", [4]),
        (f"OR 3, Oil. {ACCOUNT}", [3]),
        (f"See OR 3, Oil. {ACCOUNT}", [3]),
        (f"(OR 3) {ACCOUNT}", [3]),
        (f"OR 3, Oil. {ACCOUNT} It is told in OR 2, Oil, as the eldest of them still remember and tell.", [3, 2]),
    ],
)
def test_a_citation_behind_a_quotation_ends_it(cited: str, numbers: list[int]) -> None:
    found = cite(f"Oil burns for a night. {cited}")
    assert (found.relation, found.quote) == (Relation.VERBATIM, "Oil burns for a night.")
    assert [each.path for each in found.cites] == [f"or-{number}.md" for number in numbers]


@pytest.mark.parametrize(
    "note",
    [
        "Lamp Rulings File 2.1 is out of print and missed by many.",
        "Rulings File.d keeps no oil.",
        "Nobody reads LRF 2.1 nowadays.",
        "A lamp is read by. Flame.",
        "LRF 2.1 Lamps burn when somebody lights them.",
        "Gull 3.",
    ],
)
def test_words_that_go_on_are_no_citation(note: str) -> None:
    found = judge("Oil burns for a night.", note)
    assert (found.cites, found.problems) == ((), (Problem.NO_WORK_NAMED,))


@pytest.mark.parametrize("note", ["Saltmarsh Digest 62", "A kite is blue. Saltmarsh Digest 62.", "SD #62"])
def test_a_text_the_corpus_lacks_is_named_by_its_number(note: str) -> None:
    found = verdict(note)
    assert [(each.path, each.resolves) for each in found.cites] == [(None, False)]
    assert found.problems == (Problem.SOURCE_NOT_AT_HAND,)


def test_names_part_what_a_citation_names() -> None:
    found = judge(
        "A wick is trimmed at dusk.", "See LRF 1, Oil; also Questions of the Quay, question 12; Candle Rules p. 4"
    )
    assert [(each.path, each.heading) for each in found.cites] == [
        ("lrf-1.md", "Oil"),
        ("faq.md", "question 12"),
        ("wick.md", "p. 4"),
    ]


def test_several_quotations_are_cited_in_words() -> None:
    found = verdict(
        "A kite is raised once a morning. See KR 2, Morning Phase. A gull that cannot be sold is eaten. See KR 2, Gulls"
    )
    assert [each.anchor for each in found.cites] == ["morning-phase", "gulls"]
    assert (found.relation, len(found.sources)) == (Relation.VERBATIM, 2)


@pytest.mark.parametrize(
    ("cited", "anchor"),
    [
        ("Morning Phase, General", "general"),
        ("Evening Phase, General", "general-1"),
        ("Evening, General", "general-1"),
        ("Evening Phase/General", "general-1"),
        ("Evening Phase/Gulls", "gulls"),
        ("Noon Phase, General", None),
        ("General", None),
    ],
)
def test_headings_of_one_name_are_told_by_those_above_them(cited: str, anchor: str | None) -> None:
    assert [each.anchor for each in verdict(f"See KR 2, {cited}.").cites] == [anchor]


def test_words_are_not_missing_where_another_text_that_is_cited_may_have_them() -> None:
    note = "A kite may never be sold. See [KR 1](/kite-rules-1/#gulls) and [KR 2](/kite-rules-2/#gulls)."
    both = Problem.SOURCE_NOT_AT_HAND, Problem.NOT_FOUND
    assert [each for each in both if each in verdict(note).problems] == [Problem.SOURCE_NOT_AT_HAND]
    documents = {
        each.source.path: each for each in (read("e.md", f"A kite.[^1]\n\n[^1]: {note}\n"), read("r.md", RULES))
    }
    found = verify_footnotes(documents["e.md"], gather_sources(documents.values())).value
    kb = Kb(NO_CORPUS, documents, {}, {}, (), {"e.md": found}, (), checked=("e.md",))
    assert list(quotation_unverified.audit(kb)) == []


@pytest.mark.parametrize(
    ("note", "relation"),
    [
        ("Brown gull: 3. See [KR 2, Prices](/kite-rules-2/#prices).", Relation.VERBATIM),
        ("Gull 3. See [KR 2, Prices](/kite-rules-2/#prices).", Relation.VERBATIM),
        ("Gull 4. See [KR 2, Prices](/kite-rules-2/#prices).", Relation.NOT_FOUND),
        ("Gull. See [KR 2, Prices](/kite-rules-2/#prices).", Relation.NEAR),
        ("A tern. See [KR 2, Prices](/kite-rules-2/#prices).", Relation.NEAR),
        ("Gull 3. See [KR 2](/kite-rules-2/).", Relation.NEAR),
    ],
)
def test_a_short_quotation_is_found_where_one_ruling_under_its_heading_has_it(note: str, relation: Relation) -> None:
    prices = "\n### Prices\n\n- Brown gull 3, with feathers.\n- A tern is 2.\n- A tern that sings is 5.\n"
    documents = [read("e.md", f"# E\n\nA kite.[^1]\n\n[^1]: {note}\n"), read("rules.md", RULES + prices)]
    (found,) = verify_footnotes(documents[0], gather_sources(documents)).value
    assert found.relation is relation


@pytest.mark.parametrize(
    "note", ["Red Kite 3", 'Change "noon" to "dawn" (Red Kite 3)', "Evening Phase 2", "KX 4", "Noon Step 2."]
)
def test_what_texts_speak_of_is_no_text_with_its_number(note: str) -> None:
    documents = [
        read("e.md", f"# E\n\nKites.[^1]\n\n[^1]: {note}\n"),
        read("rules.md", f"{RULES}\n### KX\n\nIt is old.\n"),
    ]
    card = read("cards/red-kite.md", "---\ntitle: Red Kite\n---\n\nIt is red.\n")
    sources = gather_sources(documents, names={"rules.md": ("KR", "KR 2")}, pages=[card])
    (found,) = verify_footnotes(documents[0], sources).value
    assert Problem.NO_WORK_NAMED in found.problems


@pytest.mark.parametrize(
    ("lead", "linked", "named"),
    [
        (" and ", "Gulls", ("KR 2", ("Evening Phase",), "Gulls")),
        (", Morning Phase, ", "General", ("KR 2", ("Morning Phase",), "General")),
        (". See ", "Gulls", (None, (), "Gulls")),
    ],
    ids=["a heading beside the one before", "another part of the same page", "a signal begins anew"],
)
def test_a_link_goes_on_where_the_one_before_left_off(
    lead: str, linked: str, named: tuple[str | None, tuple[str, ...], str]
) -> None:
    before = read_mention("See KR 2, Evening Phase, ", "General", "/kite-rules-2/#general", None)
    assert (before.work, before.path, before.heading) == ("KR 2", ("Evening Phase",), "General")
    found = read_mention(lead, linked, "/kite-rules-2/#gulls", before)
    assert (found.work, found.path, found.heading) == named
