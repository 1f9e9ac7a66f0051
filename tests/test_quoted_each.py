"""Several quotations in one footnote, each with its own citation, in any order and between any signs."""

import itertools

import pytest

from kb.answers.footnote_list import render_footnotes
from kb.corpus import load_manifest
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.text import Source
from tests.test_citations import NAMED

TEXTS = {
    "lrf-1.md": "---\npermalink: /old/\n---\n# Old\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns for a day.\n"
    "- No keeper lends his oil.\n- A jar marked “salt” holds no oil.\n"
    "- The words “oil of an old gull” mean any oil.\n\n### Gull\n\n- Gulls carry no lamps.\n",
    "lrf-2.md": "---\npermalink: /new/\n---\n# New\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns for a night.\n\n"
    "### Hemp\n\n- Hemp counts as two strings.\n",
    "wick.md": "# A Book\n\n## Wicks\n\nA wick is trimmed at dusk.\n",
    "faq.md": "Q: Who trims it?\n\nA: The keeper trims the wick himself.\n",
}
DAY, LENDS, GULLS, HEMP = (
    *("Oil burns for a day.", "No keeper lends his oil.", "Gulls carry no lamps.", "Hemp counts as two strings."),
)
VERBATIM = Relation.VERBATIM
OIL, HEMPS, GULL = ("lrf-1.md", "Oil"), ("lrf-2.md", "Hemp"), ("lrf-1.md", "Gull")
BEFORE = (
    "{q} {c}.",
    "{q} See {c}.",
    "{q} ({c}).",
    "{q} – {c}.",
    "{q} [{c}]",
    "{q}, {c}.",
    "{q}; see {c}.",
    "{q} (see {c})",
)
BEHIND = ("{c}: {q}", "{c} – {q}", "{c} says {q}", "In {c}, {q}", "According to {c}, {q}", "{c} ({q})", "{c} {q}")


def judge(note: str) -> FootnoteVerdict:
    manifest = load_manifest(Source.from_text("corpus.yml", NAMED)).value
    assert manifest is not None
    emended = f"# A Book\n\n## Wicks\n\nA wick is trimmed at dusk.[^1]\n\n[^1]: {note}\n"
    kb = build_kb(manifest, {each: text.encode() for each, text in {**TEXTS, "emended/wick.md": emended}.items()}).value
    (verdict,) = kb.footnotes["emended/wick.md"]
    return verdict


def cited(verdict: FootnoteVerdict) -> list[tuple[str | None, str | None]]:
    return [(each.path, each.heading) for each in verdict.cites]


def marked(*quotes: str) -> str:
    return " ".join(f"“{each}”" for each in quotes)


@pytest.mark.parametrize(
    ("note", "quote", "cites"),
    [
        ("Changed. See LRF 1, Oil: “Oil burns for a day.” The keeper knows.", f"“{DAY}”", [OIL]),
        ("Changed. See LRF 1, Oil: “Oil burns for a day.”; see also LRF 2.1, Hemp.", f"“{DAY}”", [OIL, HEMPS]),
        (
            "Changed. See [Oil](/old/#oil): “Oil burns for a day.” See also [Hemp](/new/#hemp).",
            f"“{DAY}”",
            [OIL, HEMPS],
        ),
        ("Oil burns for a year, as of old – LRF 1, Oil: “Oil burns for a day.”", f"“{DAY}”", [OIL]),
        ("“Oil burns for a day.” See [Oil](/old/#oil): “No keeper lends his oil.”", marked(DAY, LENDS), [OIL]),
        ("“Oil burns for a day” – per [LRF 1, Oil](/old/#oil).", "“Oil burns for a day”", [OIL]),
        ("See LRF 2.1, [Hemp](/new/#hemp). LRF 1, [Oil](/old/#oil): Oil burns for a day.", DAY, [HEMPS, OIL]),
        ("“Oil burns for a day”: LRF 1, Oil.", "“Oil burns for a day”", [OIL]),
        ("Oil burns for a day. – (from LRF 1, Oil) — not in the book", DAY, [OIL]),
        ("(LRF 1, Oil) Oil burns for a day. See LRF 2.1, Hemp.", DAY, [OIL, HEMPS]),
        ("See LRF 1, Oil: Oil burns for a day. LRF 2.1, Hemp.", DAY, [OIL, HEMPS]),
        ("A keeper asked for “Oil” as in LRF 1, Oil, and had none.", None, [OIL]),
        ("“Gulls carry no lamps” it read in LRF 1, Gull, when he had none.", "“Gulls carry no lamps”", [GULL]),
        (
            "He said “oil burns for a day” and “no keeper lends his oil” as in LRF 1, Oil, and had none.",
            "“oil burns for a day” “no keeper lends his oil”",
            [OIL],
        ),
        ("LRF 1, Gull had it that gulls carry lamps, as in LRF 2.1, Hemp, and had none.", None, [GULL, HEMPS]),
        ("Oil burns for a day. See LRF 1, [Oil](/old/#oil): “day”.", DAY, [OIL]),
        ("The same place, Hull, sinks. See LRF 1, Oil.", "The same place, Hull, sinks.", [OIL]),
    ],
)
def test_an_editors_words_beside_a_quotation_are_neither_of_it_nor_a_source(
    note: str, quote: str | None, cites: list[tuple[str, str]]
) -> None:
    verdict = judge(note)
    assert (verdict.quote, cited(verdict)) == (quote, cites)
    assert all(each.work_as_cited in {None, "LRF 1", "LRF 2.1"} for each in verdict.cites)


@pytest.mark.parametrize(
    ("note", "cites"),
    [
        ("See [LRF 1, Oil](/old/#oil). See also LRF 2.1, Hemp.", [OIL, HEMPS]),
        ("See LRF 2.1, Hemp. See also [LRF 1, Oil](/old/#oil).", [HEMPS, OIL]),
        ("(From LRF 1, [Oil](/old/#oil).) See LRF 2.1, Hemp. Reworded.", [OIL, HEMPS]),
        ("See [Oil](/old/#oil). See also LRF 1, Gull. Cf. [Hemp](/new/#hemp).", [OIL, GULL, HEMPS]),
        ("See [Oil](/old/#oil); LRF 2.1, Hemp.", [OIL, HEMPS]),
        ("See [LRF 1](/old/), Oil; see also LRF 2.1, Hemp.", [OIL, HEMPS]),
        ("See [LRF 1, Oil](/old/#oil) and LRF 2.1, Hemp.", [OIL, HEMPS]),
        ("See [LRF 1, Oil](/old/#oil), LRF 2.1, Hemp and [LRF 1, Gull](/old/#gull).", [OIL, HEMPS, GULL]),
        ("See LRF 2.1, Hemp; LRF 1, [Oil](/old/#oil).", [HEMPS, OIL]),
        ("See [Oil](/old/#oil), LRF 1.", [OIL]),
        ("See [Oil](/old/#oil) and FAQ.", [OIL, ("faq.md", None)]),
        ("LRF 2.1, Hemp. LRF 1, [Oil](/old/#oil).", [HEMPS, OIL]),
        ("LRF 2.1, Hemp. FAQ. [LRF 1, Oil](/old/#oil).", [HEMPS, ("faq.md", None), OIL]),
        ("LRF 1, Oil. LRF 2.1, [same heading](/new/#oil).", [OIL, ("lrf-2.md", "Oil")]),
        ("See LRF 1, same heading.", [("lrf-1.md", "same heading")]),
        ("See LRF 1, LRF 2.1, Oil.", [("lrf-1.md", None), ("lrf-2.md", "Oil")]),
        ("See LRF 1, FAQ & LRF 2.1, Oil.", [OIL, ("faq.md", None), ("lrf-2.md", "Oil")]),
        ("See LRF 1; FAQ & LRF 2.1, Oil.", [("lrf-1.md", None), ("faq.md", None), ("lrf-2.md", "Oil")]),
        ("See LRF 1, Oil. See also the Keeper’s Almanac, Wicks.", [OIL, (None, "Wicks")]),
        ("LRF 1, Oil (see also the Almanac).", [OIL, (None, None)]),
        ("LRF 1, Oil [per the Almanac, Wicks].", [OIL, (None, "Wicks")]),
    ],
)
@pytest.mark.parametrize("quote", ["", f"{DAY} ", f"“{DAY}” "])
def test_of_several_citations_some_are_links_and_some_are_words(
    note: str, cites: list[tuple[str, str | None]], quote: str
) -> None:
    verdict = judge(f"{quote}{note}")
    assert (cited(verdict), (verdict.quote or "").strip("“”")) == (cites, quote.strip(" “”"))


@pytest.mark.parametrize(
    "note", ["LRF 1, Rulings by Term, Oil. LRF 2.1, same heading.", "LRF 1 & LRF 2.1, Rulings by Term, Oil."]
)
def test_a_place_that_texts_share_has_its_section_in_each(note: str) -> None:
    found = [(each.path, each.section_path, each.heading) for each in judge(note).cites]
    assert found == [(path, ("Rulings by Term",), "Oil") for path in ("lrf-1.md", "lrf-2.md")]


@pytest.mark.parametrize(
    ("note", "work", "heading"),
    [
        ("See LRF 1 (3 May 1995), [Oil](/old/#oil).", "LRF 1 (3 May 1995)", "Oil"),
        ("See LRF 1, “Oil”.", "LRF 1", "“Oil”"),
        ('(See LRF 1, Rulings by Term, "Oil".)', "LRF 1", '"Oil"'),
        ("[LRF 1, Oil (of the lamp)]", "LRF 1", "Oil (of the lamp)"),
        ("(LRF 1, Oil [new].)", "LRF 1", "Oil [new]"),
    ],
)
def test_a_citation_is_told_with_the_marks_and_brackets_it_has(note: str, work: str, heading: str) -> None:
    (found,) = judge(f"{DAY} {note}").cites
    assert (found.path, found.work_as_cited, found.heading) == ("lrf-1.md", work, heading)


LONG = (
    "A {} who has burnt all the oil of his lamp before the gulls come home from the sea at dusk may ask no other keeper"
    " for any of his"
)


@pytest.mark.parametrize(
    ("note", "quote"),
    [
        ("Oil burns (in a lamp) for a day, [LRF 1, Oil](/old/#oil).", "Oil burns (in a lamp) for a day"),
        ("Oil burns (see above) for a day – [LRF 1, Oil](/old/#oil).", "Oil burns (see above) for a day"),
        ("Oil burns [see it – or not] for a day [LRF 1, [Oil](/old/#oil)].", "Oil burns [see it – or not] for a day"),
        ("Oil burns for a day (LRF 1 (3 May 1995), [Oil](/old/#oil)).", "Oil burns for a day"),
        ("Oil burns for a day (LRF 1), [Oil](/old/#oil).", "Oil burns for a day"),
        (LONG.format("[keeper](/wick/#wicks)") + " – [Oil](/old/#oil)", LONG.format("keeper")),
        ("Any oil of the keeper burns for a day [here](/old/#oil)", "Any oil of the keeper burns for a day"),
        ("The oil of the keeper and his day: [here](/old/#oil)", None),
    ],
)
def test_a_link_without_a_signal_is_cited_from_its_bracket_or_dash_or_behind_a_sentence(
    note: str, quote: str | None
) -> None:
    found = judge(note)
    assert (found.quote, [each.anchor for each in found.cites]) == (quote, ["oil"])


@pytest.mark.parametrize("joint", [" ", "; "])
@pytest.mark.parametrize(
    ("first", "second"), [*itertools.product(BEFORE[:4], BEHIND), *zip(BEHIND, BEFORE, strict=False)]
)
def test_a_quotation_stands_before_or_behind_its_citation(first: str, second: str, joint: str) -> None:
    begun = first.format(q=f"“{DAY}”", c="LRF 1, Oil")
    note = (begun.rstrip(".") if ";" in joint else begun) + joint + second.format(q=f"“{HEMP}”", c="LRF 2.1, Hemp")
    found = judge(note)
    assert (found.quote, cited(found), found.relation) == (marked(DAY, HEMP), [OIL, HEMPS], Relation.VERBATIM)


@pytest.mark.parametrize("second", [*BEFORE, *BEHIND])
@pytest.mark.parametrize("first", [BEFORE[0], BEHIND[0]])
def test_the_same_with_links(first: str, second: str) -> None:
    begun = first.format(q=f"“{DAY}”", c="LRF 1, [Oil](/old/#oil)").rstrip(".")
    found = judge(f"{begun}; {second.format(q=f'“{HEMP}”', c='LRF 2.1, [Hemp](/new/#hemp)')}")
    assert (found.quote, cited(found), found.relation) == (marked(DAY, HEMP), [OIL, HEMPS], Relation.VERBATIM)


@pytest.mark.parametrize("places", [("{}", "{}"), ("LRF 1, {}", "LRF 2.1, {}"), ("[LRF 1, {}", "[LRF 2.1, {}")])
def test_what_is_quoted_without_marks_between_two_links_is_a_quotation_too(places: tuple[str, str]) -> None:
    links = ("Oil](/old/#oil)", "Hemp](/new/#hemp)")
    first, second = (
        place.format(link if place.startswith("[") else f"[{link}") for place, link in zip(places, links, strict=True)
    )
    found = judge(f"{DAY} {first}. {HEMP} {second}.")
    quoted = DAY if places[0] == "{}" else f"{DAY} {HEMP}"  # a heading alone may be a link of the quotation's own
    assert (found.quote, found.relation) == (quoted, Relation.VERBATIM)
    assert [each.path for each in found.cites] == ["lrf-1.md", "lrf-2.md"]
    assert len(found.sources) == (1 if places[0] == "{}" else 2)


def test_words_before_the_first_of_two_links_are_needed_for_a_quotation_between_them() -> None:
    assert judge("LRF 1, [Oil](/old/#oil). LRF 2.1, [Hemp](/new/#hemp).").quote is None
    assert judge(f"{DAY} LRF 1, [Oil](/old/#oil). LRF 2.1, [Hemp](/new/#hemp).").quote == DAY


@pytest.mark.parametrize(
    ("note", "places"),
    [
        (f"“{DAY}” (LRF 1, Oil); “{GULLS}” (ibid., Gull).", [OIL, GULL]),
        (f"LRF 1, Oil: “{DAY}”; ibid., Gull: “{GULLS}”", [OIL, GULL]),
        (f"“{DAY}” LRF 1, Oil. “{LENDS}” Ibid.", [OIL, OIL]),
        (f"“{DAY}” (LRF 1, Oil); “{LENDS}” (same place).", [OIL, OIL]),
        (f"“{DAY}” (LRF 1, [Oil](/old/#oil)); “{GULLS}” (ibid., [Gull](/old/#gull)).", [OIL, GULL]),
        (f"“{DAY}” (LRF 1, Oil); “Oil burns for a night.” (LRF 2.1, same heading).", [OIL, ("lrf-2.md", "Oil")]),
        (f"“{DAY}” (LRF 1, Oil); “{GULLS}” (Gull).", [OIL, GULL]),
        (f"LRF 1, Oil: “{DAY}”; under Gull: “{GULLS}”", [OIL, GULL]),
        (f"“{DAY}” and “{LENDS}” LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"LRF 1, Oil: “{DAY}”; LRF 2.1, Hemp: “{HEMP}”; and “{GULLS}” – LRF 1, Gull.", [OIL, HEMPS, GULL]),
        (f"“{DAY}” LRF 1, Oil; LRF 2.1, Hemp. LRF 1, Gull: “{GULLS}”", [OIL, HEMPS, GULL]),
        (f"LRF 1, [Oil](/old/#oil) “{DAY}” “{GULLS}” (ibid., Gull).", [OIL, GULL]),
        (f"“{DAY}” (LRF 1, [Oil](/old/#oil)); “{GULLS}” (Gull).", [OIL, GULL]),
        (f"“{DAY}” [LRF 1, Oil](/old/#oil). “{HEMP}” LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"“{DAY}” (as it was) LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"“{DAY}” [as it was] LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"LRF 1, [here](/old/#oil) “{DAY}” LRF 2.1, Hemp: “{HEMP}”", [("lrf-1.md", "here"), HEMPS]),
        (f"LRF 1, item 2 “{DAY}” LRF 2.1, Hemp: “{HEMP}”", [("lrf-1.md", "item 2"), HEMPS]),
        (f"“{DAY}” “{LENDS}” See LRF 1, Oil.", [OIL]),
        (f"“{DAY}” See LRF 1, Oil; LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"LRF 1, Oil: “{DAY}” = LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"LRF 1, Oil, says “{DAY}” and LRF 2.1, Hemp, adds “{HEMP}”", [OIL, HEMPS]),
        (f"(a) “{DAY}” LRF 1, Oil. (b) “{HEMP}” LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"1. “{DAY}” LRF 1, Oil. 2. “{HEMP}” LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"Compare “{DAY}” (LRF 1, Oil) with “{HEMP}” (LRF 2.1, Hemp).", [OIL, HEMPS]),
        (f"“{DAY}” LRF 1, Oil. Cf. “{HEMP}” LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"“{DAY}” LRF 1, Oil. Replaced by “{HEMP}” in LRF 2.1, Hemp.", [OIL, HEMPS]),
        (f"“{DAY}” LRF 1, Oil, as changed in LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"‘{DAY}’ LRF 1, Oil. LRF 2.1, Hemp: ‘{HEMP}’", [OIL, HEMPS]),
        (f"'{DAY}' LRF 1, Oil. LRF 2.1, Hemp: '{HEMP}'", [OIL, HEMPS]),
        (f'"A jar marked "salt" holds no oil." LRF 1, Oil. LRF 2.1, Hemp: "{HEMP}"', [OIL, HEMPS]),
        (f"“A jar marked “salt” holds no oil.” LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", [OIL, HEMPS]),
        (f"“{DAY}” LRF 1; 24 October 1996, Oil. “{HEMP}” LRF 2.1, Hemp; not in LRF 1.", [OIL, HEMPS]),
        (f"“{DAY}” LRF 1, Oil; & “{HEMP}” LRF 2.1, Hemp", [OIL, HEMPS]),
        (f"“{DAY}” (LRF 1, Oil; absent from LRF 2.1); “{HEMP}” (LRF 2.1, Hemp)", [OIL, HEMPS]),
        (f"“{DAY}” (LRF 1, Oil (of lamps)); “{HEMP}” (LRF 2.1, Hemp)", [("lrf-1.md", "Oil (of lamps)"), HEMPS]),
    ],
)
def test_each_is_found_where_it_is_cited_from(note: str, places: list[tuple[str, str]]) -> None:
    found = judge(note)
    assert (cited(found), found.relation, found.problems) == (places, Relation.VERBATIM, ())


@pytest.mark.parametrize(
    ("note", "quote"),
    [
        (f"The older one is narrower. “{DAY}” LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", marked(DAY, HEMP)),
        (f"“{DAY}” LRF 1, Oil. It was made wider later on. LRF 2.1, Hemp: “{HEMP}”", marked(DAY, HEMP)),
        (f"“{DAY}” (LRF 1, Oil), which was too narrow for boats; “{HEMP}” (LRF 2.1, Hemp)", marked(DAY, HEMP)),
        (f"“{DAY}” LRF 1, Oil. The newer file adds this: “{HEMP}” LRF 2.1, Hemp.", marked(DAY, HEMP)),
        (f"“{DAY}” LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}” A word of ours.", marked(DAY, HEMP)),
        (f"{DAY} LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”", f"{DAY} “{HEMP}”"),
    ],
)
def test_an_editors_remarks_are_no_quotations_and_words_of_a_source_are(note: str, quote: str) -> None:
    found = judge(note)
    assert (found.quote, cited(found), found.relation) == (quote, [OIL, HEMPS], Relation.VERBATIM)


def test_the_second_of_two_is_judged_for_itself() -> None:
    found = judge(f"“{DAY}” LRF 1, Oil. LRF 2.1, Hemp: “A gull may be sold nine times.”")
    assert (found.relation, Problem.NOT_FOUND in found.problems) == (Relation.NOT_FOUND, True)
    found = judge(f"“{DAY}” LRF 2.1, Oil. LRF 1, Gull: “{GULLS} {LENDS}”")
    assert Problem.WRONG_ANCHOR in found.problems


@pytest.mark.parametrize(
    ("quotes", "relation"),
    [
        (f"“{LENDS}” “{DAY}”", Relation.VERBATIM),
        (f"“{LENDS}” ‘{DAY}’", Relation.NEAR),
        (f"“{DAY}” “Oil.”", Relation.NEAR),
    ],
)
def test_quotations_side_by_side_are_judged_each_where_all_have_marks_of_one_kind_and_are_no_mere_names(
    quotes: str, relation: Relation
) -> None:
    found = judge(f"{quotes} See LRF 1, Oil.")
    assert (cited(found), found.relation) == ([OIL], relation)


@pytest.mark.parametrize(
    "note",
    [
        "Wick, Wicks: Strike “a wick is cut at dawn” and insert “a wick is cut at dusk”. See LRF 2.1, Oil.",
        "Wick, Wicks: Strike “a wick is cut at dawn” and add “it is cut at dusk”. See LRF 2.1, [Oil](/new/#oil).",
        "The keeper says “I burn oil for days” and then “it is lent to nobody”. See LRF 2.1, Oil.",
    ],
)
def test_marks_inside_of_a_quotation_are_its_own(note: str) -> None:
    found = judge(note)
    assert (found.quote, cited(found)) == (note.partition(" See")[0], [("lrf-2.md", "Oil")])


@pytest.mark.parametrize("gap", ["and a keeper too.", "and Gull keepers too.", "- a keeper too."])
def test_words_that_go_on_behind_a_quotation_are_no_remark(gap: str) -> None:
    quote = judge(f"“Oil burns for a day” {gap} LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”").quote
    assert quote == f"“Oil burns for a day” {gap}"


def test_a_gap_with_other_words_is_none_of_citations() -> None:
    note = f"The keeper says “I burn oil for days” and then “it is lent to nobody”. LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”"
    assert (judge(note).quote or "").startswith("The keeper says “I")


@pytest.mark.parametrize(
    "note",
    [
        f"LRF 1, Oil (“{DAY}”)",
        f"See LRF 1, [Oil](/old/#oil) (“{DAY}”).",
        f"“{DAY}”, LRF 1, [Oil](/old/#oil).",
    ],
)
def test_brackets_and_a_comma_part_a_quotation_from_its_citation(note: str) -> None:
    found = judge(note)
    assert (found.quote, cited(found), found.relation) == (f"“{DAY}”", [OIL], Relation.VERBATIM)


def test_a_name_in_brackets_behind_a_place_is_no_quotation() -> None:
    assert judge("See LRF 1, [Oil](/old/#oil) (“Lamp Oil”).").relation is Relation.POINTER


def test_words_that_lead_to_a_further_work_are_no_heading() -> None:
    found = judge(f"{DAY} LRF 1, Oil, as changed in LRF 2.1, Hemp.")
    assert (cited(found), found.relation) == ([OIL, HEMPS], Relation.VERBATIM)


def test_an_apostrophe_that_closes_nothing_opens_no_quotation() -> None:
    found = judge(f"It was so in ‘97. “{DAY}” LRF 1, Oil. LRF 2.1, Hemp: “{HEMP}”")
    assert (found.quote, cited(found)) == (marked(DAY, HEMP), [OIL, HEMPS])


@pytest.mark.parametrize(
    "note",
    [
        "Adapted from “{}” (LRF 1, Oil).",
        "Per the ruling “{}” (LRF 1, Rulings by Term, Oil).",
        "We have not applied “{}” (LRF 1, Oil), since nobody does.",
        "The words “{}” were added by the ruling of the quay (LRF 1, Oil).",
        "Ruling of 3 May 1995 (“{}”; LRF 1, Oil).",
    ],
)
def test_words_of_an_editor_around_a_quotation_are_no_part_of_it(note: str) -> None:
    found = judge(note.format(LENDS))
    assert (found.quote, found.relation, [each.path for each in found.cites]) == (marked(LENDS), VERBATIM, ["lrf-1.md"])


@pytest.mark.parametrize(
    "quote",
    [
        "Nobody should change “Oil burns for a week” here",
        "A jug marked “salt” holds no oil",
        "The words “oil of an old gull” mean all oil",
    ],
)
def test_marks_that_a_ruling_has_itself_or_whose_words_it_lacks_part_nothing(quote: str) -> None:
    assert judge(f"{quote} (LRF 1, Oil).").quote == quote


@pytest.mark.parametrize(
    ("note", "relation"),
    [
        ("“Oil burns for a day,” and therefore “no keeper lends his oil.” See LRF 1, Oil.", VERBATIM),
        ("“Oil burns for a day.” Further on: “No keeper lends his oil.” See LRF 1, [Oil](/old/#oil).", VERBATIM),
        ("“Oil burns for a day,” and therefore “gulls carry no lamps.” See LRF 1, Oil and Gull.", VERBATIM),
        ("“Oil burns for a day,” and therefore “any keeper lends his oil.” See LRF 1, Oil.", Relation.ADAPTED),
        ("“Oil burns for a day,” and no keeper lends his oil. See LRF 1, Oil.", Relation.ADAPTED),
    ],
)
def test_what_stands_between_two_quotations_is_no_part_of_them(note: str, relation: Relation) -> None:
    assert judge(note).relation is relation


@pytest.mark.parametrize("note", ["Editorial: the list was made a table.", "Editor’s note. It stood on the back."])
def test_a_footnote_of_the_editors_own_is_no_quotation_that_is_not_found(note: str) -> None:
    verdict = judge(note)
    assert verdict.kind == "editorial"
    told = [*render_footnotes("wick.md", [verdict])]
    assert told[:2] == ["wick.md:7: [^1] editorial", "    line 5 (wicks.p1)"]


def test_a_footnote_of_the_editors_own_that_cites_a_text_is_judged_by_it() -> None:
    assert judge("Editorial: put in from LRF 1, Oil: “Oil burns for a day.”").kind != "editorial"


@pytest.mark.parametrize("opened", ["", "see "])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("LRF 1, Oil", "LRF 2.1, Hemp"),
        ("LRF 1, [Oil](/old/#oil)", "LRF 2.1, [Hemp](/new/#hemp)"),
        ("[LRF 1, Oil](/old/#oil)", "[LRF 2.1, Hemp](/new/#hemp)"),
    ],
)
@pytest.mark.parametrize("joint", [". H", "; h", ", and h"])
def test_quotations_without_marks_each_have_their_citation_in_brackets(
    joint: str, first: str, second: str, opened: str
) -> None:
    found = judge(f"Oil burns for a day ({opened}{first}){joint}emp counts as two strings ({opened}{second}).")
    assert (found.quote, cited(found), found.relation) == (
        f"Oil burns for a day {joint[-1]}emp counts as two strings",
        [OIL, HEMPS],
        Relation.VERBATIM,
    )


@pytest.mark.parametrize(
    ("first", "second"), [("Oil", "Hemp"), ("[Oil](/old/#oil)", "[Hemp](/new/#hemp)")], ids=["words", "links"]
)
def test_quotations_without_marks_each_have_their_citation_behind_a_dash(first: str, second: str) -> None:
    found = judge(f"Oil burns for a day — LRF 1, {first}. Hemp counts as two strings — LRF 2.1, {second}.")
    assert (found.quote, cited(found), found.relation) == (
        "Oil burns for a day Hemp counts as two strings",
        [OIL, HEMPS],
        Relation.VERBATIM,
    )


@pytest.mark.parametrize(
    "remark", [". This is the first of those that stand there", "; so it was in the old version", ", and both are one"]
)
def test_a_remark_between_two_links_in_brackets_is_no_quotation(remark: str) -> None:
    found = judge(f"Oil burns for a day ([LRF 1, Oil](/old/#oil)){remark} ([LRF 1, Gull](/old/#gull)).")
    assert (found.quote, cited(found)) == ("Oil burns for a day", [OIL, GULL])
