"""Forms in which editors name a version, all versions, or a section with a heading in it."""

import pytest

import tests.test_citations
import tests.test_corpus
from kb.answers.footnote_list import list_footnotes
from kb.audit import citation_unknown, citation_version_lacking
from kb.corpus import load_manifest
from kb.pipeline import build_kb
from kb.provenance import Problem, Relation
from kb.text import Source
from kb.titles import name_editions
from tests.test_citations import judge

PRINTINGS = """\
schema: 1
title: Wicks
game: Wick
description: Wicks
language: en
rights: {owner: We, statement: Ours.}
works:
  wick:
    title: Wick
    abbreviation: WK
    base: wick
    editions:
      - {id: wick, role: published, date: "2001", path: one.md}
      - {id: wick-second, role: reprint, title: "Wick, Second Printing", date: "2002", path: two.md}
      - {id: wick-emended, role: emended, date: "2003", path: three.md}
"""
DATED = "LRF 1 (3 May 1995)"


@pytest.mark.parametrize(
    ("named", "work"),
    [
        ("LRF 1 – 3 May 1995, Oil", DATED),
        ("LRF 1 — 3rd May 1995, Oil", "LRF 1 (3rd May 1995)"),
        ("LRF 1 - 3/5/95 - Oil", "LRF 1 (3/5/95)"),
        ("LRF 1 – 3 May 1995 – Oil", DATED),
        ("LRF 1 / 3 May 1995, Oil", DATED),
        ("LRF 1; 3 May 1995, Oil", DATED),
        ("LRF 1 dated 3 May 1995, Oil", DATED),
        ("LRF 1, 3 May 1995, Oil", DATED),
        ("LRF 1 (3 May 1995) – Oil", DATED),
        ("LRF 1 – Oil", "LRF 1"),
        ("LRF 1—3 May 1995, Oil", DATED),
        ("LRF 1–3 May 1995, Oil", DATED),
        ("LRF 1-3/5/95, Oil", "LRF 1 (3/5/95)"),
        ("LRF 1—3 May, Oil", "LRF 1 (3 May)"),
        ("LRF 1 – 3rd May, Oil", "LRF 1 (3rd May)"),
        ("LRF 1, May 3, Oil", "LRF 1 (May 3)"),
        ("LRF 1 of 3 Sept., Oil", "LRF 1 (3 Sept.)"),
        ("LRF 1 (3 May), Oil", "LRF 1 (3 May)"),
        ("LRF 1, 3–5 May 1995, Oil", "LRF 1 (3–5 May 1995)"),
    ],
)
@pytest.mark.parametrize(
    "form", ["Oil burns for a day. See {}.", "Oil burns for a day. {}", "{}: “Oil burns for a day.”"]
)
def test_a_date_or_a_heading_stands_behind_any_sign(named: str, work: str, form: str) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(named))
    assert [(each.path, each.work_as_cited, each.heading) for each in found.cites] == [("lrf-1.md", work, "Oil")]
    assert (found.relation, (found.quote or "").strip("“”")) == (Relation.VERBATIM, "Oil burns for a day.")


@pytest.mark.parametrize(
    "note",
    [
        "Per LRF 1 s.v. Oil: Oil burns for a day.",
        "Per LRF 1, s.v. Oil: Oil burns for a day.",
        "LRF 1 s. v. Oil: Oil burns for a day.",
        "LRF 1 under Oil: Oil burns for a day.",
        "LRF 1 sub Oil: Oil burns for a day.",
        "Oil burns for a day. (LRF 1, s.v. Oil)",
        "Oil burns for a day. (LRF 1 under Oil)",
        "‘Oil burns for a day.’ LRF 1 under “Oil”.",
        "‘Oil burns for a day.’ LRF 1, under “Oil”.",
        "“Oil burns for a day.” LRF 1, “Oil”.",
        "Oil burns for a day. See LRF 1 s.v. Oil.",
    ],
)
def test_a_heading_is_looked_up_as_in_a_dictionary(note: str) -> None:
    found = judge("A wick is trimmed at dusk.", note)
    assert [(each.path, (each.heading or "").strip("“”")) for each in found.cites] == [("lrf-1.md", "Oil")]
    assert (found.relation, (found.quote or "").strip("“”‘’")) == (Relation.VERBATIM, "Oil burns for a day.")


@pytest.mark.parametrize("joint", ["; ", "; and ", ", "])
def test_each_of_several_texts_has_its_heading_in_quotation_marks(joint: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"‘Oil burns for a day.’ LRF 1, “Oil”{joint}LRF 2.1, “Oil”.")
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "“Oil”"), ("lrf-2.md", "“Oil”")]
    assert (found.relation, found.quote) == (Relation.VERBATIM, "‘Oil burns for a day.’")


def test_words_before_the_first_link_to_a_version_are_no_name_of_a_work() -> None:
    note = "The printed rule forbade it; [LRF 1](/lrf-1/#oil) allowed it: “Oil burns for a day.”"
    (cited,) = judge("A wick is trimmed at dusk.", note).cites
    assert (cited.work_as_cited, cited.heading) == ("LRF 1", None)


@pytest.mark.parametrize("place", ["LRF 1 under Oil", "LRF 1 below Oil"])
def test_a_heading_stands_under_a_version(place: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. See {place}.")
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "Oil")]
    assert (found.relation, found.quote) == (Relation.VERBATIM, "Oil burns for a day.")


@pytest.mark.parametrize("row", ["LRF 1–LRF 2.1", "LRF 1 to LRF 2.1", "LRF 1 through LRF 2.1", "LRF 1 – 2.1"])
@pytest.mark.parametrize(
    "form",
    ["“Oil burns for a day”, {} (Oil).", "Oil burns for a day. See {}, Oil.", "Oil burns for a day. See {} under Oil."],
)
def test_a_range_of_versions_may_name_its_text_twice(row: str, form: str) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(row))
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")]
    assert found.relation is Relation.VERBATIM


@pytest.mark.parametrize(
    "form",
    [
        "„Oil burns for a day.“ Siehe {}.",
        "»Oil burns for a day.« Siehe auch {}.",
        "Oil burns for a day. Vgl. {}.",
        "«Oil burns for a day.» Voir {}.",
        "Oil burns for a day. Véase también {}.",
        "Oil burns for a day. Vedi {}.",
        "Oil burns for a day. Zie {}.",
    ],
)
def test_a_source_is_named_in_other_languages_too(form: str) -> None:
    found = judge("A wick is trimmed at dusk.", form.format("LRF 1, Rulings by Term, Oil"))
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "Oil")]
    assert (found.relation, (found.quote or "").strip("„“«»")) == (Relation.VERBATIM, "Oil burns for a day.")


@pytest.mark.parametrize(
    "number",
    [
        *("v1", "v. 1", "ver. 1", "vers. 1", "version 1", "no. 1", "Nr. 1", "number 1", "issue 1", "#1"),
        *("I", "v. I", "No. I"),
    ],
)
@pytest.mark.parametrize("form", ["Oil burns for a day. See LRF {}, Oil.", "LRF {}, Oil: “Oil burns for a day.”"])
def test_the_number_of_a_version_has_any_usual_word_before_it(number: str, form: str) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(number))
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "Oil")]
    assert (found.relation, (found.quote or "").strip("“”")) == (Relation.VERBATIM, "Oil burns for a day.")


def test_a_dash_before_a_sentence_leads_to_no_heading() -> None:
    found = judge("A wick is trimmed at dusk.", "LRF 1 – Oil burns for a day.")
    assert (found.quote, [each.heading for each in found.cites]) == ("Oil burns for a day.", [None])


@pytest.mark.parametrize(
    ("note", "path", "heading"),
    [
        ("See LRF 1, Rulings by Term: Oil.", ("Rulings by Term",), "Oil"),
        ("LRF 1, Rulings by Term: Oil", ("Rulings by Term",), "Oil"),
        ("LRF 1: Rulings by Term: Oil", ("Rulings by Term",), "Oil"),
        ("LRF 1 – Rulings by Term – Oil", ("Rulings by Term",), "Oil"),
        ("LRF 1, Rulings by Term/Oil", ("Rulings by Term",), "Oil"),
        ("See [LRF 1, Rulings by Term: Oil](/lrf-1/#oil).", ("Rulings by Term",), "Oil"),
        ("LRF 1, Gulls by Term: Oil", (), "Gulls by Term: Oil"),
        ("See LRF 1, Rulings by Term: Oil, second item.", ("Rulings by Term: Oil",), "second item"),
        ("See LRF 1, Oil: second item.", (), "Oil: second item"),
        ("See LRF 1, Oil, 2nd bullet.", ("Oil",), "2nd bullet"),
        ("LRF 1, Rulings by Term, [Oil, Lamps](/lrf-1/#oil).", ("Rulings by Term",), "Oil, Lamps"),
    ],
)
def test_a_section_and_a_heading_in_it_are_told_apart(note: str, path: tuple[str, ...], heading: str) -> None:
    found = judge("A wick is trimmed at dusk.", note)
    cited = [(each.section_path, each.heading, each.anchor) for each in found.cites]
    assert (cited, found.relation) == ([(path, heading, "oil")], Relation.POINTER)


def test_words_behind_a_heading_and_a_colon_are_quoted() -> None:
    found = judge("A wick is trimmed at dusk.", "LRF 1, Rulings by Term: Oil: Oil burns for a day.")
    assert (found.quote, [each.anchor for each in found.cites]) == ("Oil burns for a day.", ["oil"])


EVERY = [
    "LRF (all issues), Oil",
    "LRF (all versions), Rulings by Term, Oil",
    "LRF, every version, Oil",
    "LRF, Oil (in all issues)",
    "LRF, Oil, both issues",
    "Lamp Rulings File (all issues): Oil",
    "all issues of the LRF, Oil",
    "Oil in all versions of the LRF",
    "LRF (all issues), [Oil](/lrf-1/#oil)",
]


@pytest.mark.parametrize("named", EVERY)
@pytest.mark.parametrize("version", [1, 2])
def test_all_versions_are_cited_at_once(named: str, version: int) -> None:
    quoted = ("Oil burns for a day.", "Oil burns for a night.")[version - 1]
    found = judge("A wick is trimmed at dusk.", f"{quoted} See {named}.")
    assert [(each.path, each.heading, each.anchor, each.of_every) for each in found.cites] == [
        ("lrf-1.md", "Oil", "oil", True),
        ("lrf-2.md", "Oil", "oil", True),
    ]
    assert (found.relation, [each.file for each in found.sources]) == (Relation.VERBATIM, [f"lrf-{version}.md"])
    assert "'of_every': True" in str(list_footnotes("e.md", [found]))


@pytest.mark.parametrize(
    "named",
    [
        "[LRF](/lrf-1/#oil) (all issues)",
        "[LRF](/lrf-1/#oil), all issues",
        "[LRF, Oil](/lrf-1/#oil) (all issues)",
        "[Oil](/lrf-1/#oil) (in all issues)",
        "all issues of the [LRF](/lrf-1/#oil)",
        "all issues of the [LRF, Oil](/lrf-1/#oil)",
    ],
)
def test_all_versions_are_cited_by_a_link_to_one(named: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a night. See {named}.")
    assert [(each.path, each.anchor, each.of_every) for each in found.cites] == [
        ("lrf-1.md", "oil", True),
        ("lrf-2.md", "oil", True),
    ]
    assert (found.relation, [each.file for each in found.sources]) == (Relation.VERBATIM, ["lrf-2.md"])


@pytest.mark.parametrize(
    "behind", ["", ": it says so", " (first issue)", ". All issues of it are old", " (all rulings)"]
)
def test_a_link_to_one_version_cites_this_one(behind: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. See [LRF](/lrf-1/#oil){behind}.")
    assert [(each.path, each.of_every) for each in found.cites] == [("lrf-1.md", False)]
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. See [here](/lrf-1/#oil){behind}.")
    assert [(each.path, each.of_every) for each in found.cites] == [("lrf-1.md", False)]


@pytest.mark.parametrize(
    "named",
    [
        "1st LRF, Oil",
        "the 1st LRF, Rulings by Term, Oil",
        "1st Lamp Rulings File, Oil",
        "1st issue of the LRF, Oil",
        "the 1st version of the Lamp Rulings File, Oil",
        "first LRF, Oil",
        "the first Lamp Rulings File, Rulings by Term, Oil",
        "the First version of the LRF, Oil",
    ],
)
@pytest.mark.parametrize("form", ["{quoted} See {named}.", "{quoted} ({named})", "{named}: “{quoted}”"])
def test_the_number_of_a_version_may_stand_first(named: str, form: str) -> None:
    quoted = "Oil burns for a day."
    found = judge("A wick is trimmed at dusk.", form.format(quoted=quoted, named=named))
    assert [(each.path, each.anchor) for each in found.cites] == [("lrf-1.md", "oil")]
    assert ((found.quote or "").strip("“”"), found.relation) == (quoted, Relation.VERBATIM)


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("1996-10-24 LRF, Oil", "lrf-1.md"),
        ("October 1996 LRF, Oil", "lrf-1.md"),
        ("24 October 1996 issue of the LRF, Oil", "lrf-1.md"),
        ("3 May 1999 LRF, Oil", None),
        ("LRF (24 October 1996), Oil", "lrf-1.md"),
        ("LRF (24 October 1996, revised), Oil", "lrf-1.md"),
        ("LRF (as of 3 May 1999), Oil", None),
    ],
)
@pytest.mark.parametrize("form", ["Oil burns for a day. See {}.", "Oil burns for a day. {}"])
def test_the_day_of_a_version_may_stand_before_its_name_or_in_brackets_behind_it(
    named: str, path: str | None, form: str
) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(named))
    assert [(each.path, each.heading) for each in found.cites] == [(path, "Oil")]


@pytest.mark.parametrize("name", ["CF", "PER", "SEE", "FROM", "VOIR", "VGL"])
@pytest.mark.parametrize(
    "note",
    [
        "{} 1–2.1, Oil: “Oil burns for a day.”",
        "{} 1/2.1, Oil: “Oil burns for a day.”",
        "See {} 1–2.1, Oil: “Oil burns for a day.”",
        "Oil burns for a day. {} 1 & 2.1, Oil.",
        "Oil burns for a day. Cf. {} 1 and 2.1, Oil.",
        "Oil burns for a day. {} 1, Oil; {} 2.1, Oil.",
        "Oil burns for a day. Per {} 1, [Oil](/lrf-1/#oil), and {} 2.1, [Oil](/lrf-2/#oil).",
    ],
)
def test_a_name_in_capitals_is_no_word_before_a_source(name: str, note: str, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = tests.test_citations.NAMED
    monkeypatch.setattr(tests.test_citations, "NAMED", manifest.replace("abbreviation: LRF", f"abbreviation: {name}"))
    found = judge("A wick is trimmed at dusk.", note.replace("{}", name))
    assert [each.work for each in found.cites] == [f"{name} 1", f"{name} 2.1"]
    assert found.relation is Relation.VERBATIM


@pytest.mark.parametrize(
    ("note", "cited"),
    [
        ("SEE 8.41.", [(None, "8.41")]),
        ("SEE ALSO LRF 1, Oil.", [("LRF 1", "Oil")]),
        ("AS PER LRF 1, Oil.", [("LRF 1", "Oil")]),
        ("FROM LRF 1, Oil.", [("LRF 1", "Oil")]),
    ],
)
def test_words_before_a_source_may_stand_in_capitals(note: str, cited: list[tuple[str | None, str]]) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. {note}")
    assert [(each.work, each.heading) for each in found.cites] == cited


def test_a_number_first_that_no_version_has_is_told() -> None:
    assert [message.split(" cites ")[1] for message in unknown("See 7th LRF, Oil.")] == [
        "`7th LRF`, a version that `LRF` does not have"
    ]
    assert [message.split(" cites ")[1] for message in unknown("See LRF seven, Oil.")] == [
        "`LRF seven`, a version that `LRF` does not have"
    ]


def unknown(note: str) -> list[str]:
    manifest = load_manifest(Source.from_text("corpus.yml", tests.test_corpus.GOOD)).value
    assert manifest is not None
    texts = {
        "wick.md": "# Wick\n\n## Wicks\n\nOil.\n",
        "emended/wick.md": f"# Wick\n\n## Wicks\n\nOil.[^1]\n\n[^1]: {note}\n",
        "lrf-1.md": "# R\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns.\n",
        "lrf-2.md": "# R\n\n## Rulings by Term\n\n### Oil\n\n- It ends.\n",
    }
    known = build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value
    return [each.message for each in citation_unknown.audit(known)]


@pytest.mark.parametrize(
    ("named", "places"),
    [
        ("LRF 1 & Candle Rules, Oil", [("lrf-1.md", "oil", "Oil"), ("wick.md", None, None)]),
        ("both LRF 1 and Candle Rules, Oil", [("lrf-1.md", "oil", "Oil"), ("wick.md", None, None)]),
        ("LRF 1 and WICK rulebook, Wicks", [("lrf-1.md", None, None), ("wick.md", "wicks", "Wicks")]),
        ("WICK rulebook, Wicks, and LRF 1, Oil", [("wick.md", "wicks", "Wicks"), ("lrf-1.md", "oil", "Oil")]),
        ("the WICK rules and LRF 1", [("wick.md", None, None), ("lrf-1.md", None, None)]),
        (
            "LRF 1, LRF 2.1 and Candle Rules, Oil",
            [("lrf-1.md", "oil", "Oil"), ("lrf-2.md", "oil", "Oil"), ("wick.md", None, None)],
        ),
        ("LRF 1 and WICK, Gulls", [("lrf-1.md", None, "Gulls"), ("wick.md", None, "Gulls")]),
        ("WICK; LRF 1, Oil", [("wick.md", None, None), ("lrf-1.md", "oil", "Oil")]),
    ],
)
def test_texts_named_together_share_the_place_behind_them(
    named: str, places: list[tuple[str, str | None, str | None]]
) -> None:
    found = judge("A wick is trimmed at dusk.", f"See {named}.")
    assert [(each.path, each.anchor, each.heading) for each in found.cites] == places


def test_a_place_that_none_of_the_texts_has_is_told_of_each() -> None:
    assert len(unknown("See LRF 1 and WICK, Gulls.")) == 2
    assert unknown("See LRF 1 and WICK, Wicks.") == []


def test_what_a_rulebook_rules_is_quoted() -> None:
    found = judge("Oil burns for a day.", "WICK rules: “A wick is trimmed at dusk.”")
    assert (found.quote, [each.path for each in found.cites]) == ("“A wick is trimmed at dusk.”", ["wick.md"])
    assert [(each.file, each.heading, each.line) for each in found.sources] == [("wick.md", "Wicks", 5)]


def test_a_text_whose_name_has_a_comma_is_another_than_the_one_that_has_the_name_before_it() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", PRINTINGS)).value
    assert manifest is not None
    text = "# Wicks\n\n## Trimming\n\nA wick is trimmed at {}.\n"
    note = "\n[^1]: A wick is trimmed at dawn. See Wick, Second Printing, Trimming.\n"
    texts = {
        "one.md": text.format("dusk"),
        "two.md": f"---\ntitle: Wick, Second Printing\n---\n\n{text.format('dawn')}",
        "three.md": text.format("dawn[^1]") + note,
    }
    kb = build_kb(manifest, {path: each.encode() for path, each in texts.items()}).value
    (verdict,) = kb.footnotes["three.md"]
    assert (verdict.relation, [each.path for each in verdict.cites]) == (Relation.VERBATIM, ["two.md"])
    assert [(each.heading, each.section_path) for each in verdict.cites] == [("Trimming", ())]


@pytest.mark.parametrize(
    ("cited", "path"),
    [
        ("See Wick, Second Printing, Trimming.", "two.md"),
        ("See WK Second Printing, Trimming.", "two.md"),
        ("See WK Second, Trimming.", "two.md"),
        ("See WK (Second Printing), Trimming.", "two.md"),
        ("See the Second Printing, Trimming.", "two.md"),
        ("See WK, Trimming.", "one.md"),
    ],
)
def test_a_printing_is_cited_by_what_its_title_has_behind_that_of_the_work(cited: str, path: str) -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", PRINTINGS)).value
    assert manifest is not None
    text = "# Wicks\n\n## Trimming\n\nA wick is trimmed at {}.\n"
    words = f"A wick is trimmed at {'dawn' if path == 'two.md' else 'dusk'}."
    notes = (f"{words} {cited}", f"{cited.removeprefix('See ').removeprefix('the ').rstrip('.')}: “{words}”")
    for note in notes:
        texts = {
            "one.md": text.format("dusk"),
            "two.md": text.format("dawn"),
            "three.md": text.format("dawn[^1]") + f"\n[^1]: {note}\n",
        }
        kb = build_kb(manifest, {name: each.encode() for name, each in texts.items()}).value
        (verdict,) = kb.footnotes["three.md"]
        assert (verdict.relation, [each.path for each in verdict.cites]) == (Relation.VERBATIM, [path]), note


def test_a_link_to_a_printing_by_its_title_names_no_heading_of_it() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", PRINTINGS)).value
    assert manifest is not None
    text = "# Wicks\n\n## Second Printing\n\nIt is new.\n\n## Trimming\n\nA wick is trimmed at {}.\n"
    texts = {
        "one.md": text.format("dusk"),
        "two.md": f"---\npermalink: /two/\n---\n\n{text.format('dawn')}",
        "three.md": text.format("dawn[^1]") + "\n[^1]: “A wick is trimmed at dawn.” See [Wick, Second](/two/).\n",
    }
    kb = build_kb(manifest, {name: each.encode() for name, each in texts.items()}).value
    (verdict,) = kb.footnotes["three.md"]
    assert verdict.problems == () and [(each.path, each.heading) for each in verdict.cites] == [("two.md", None)]


def test_printings_of_two_works_that_are_called_alike_are_told_by_the_works() -> None:
    works = (
        "    editions:\n"
        '      - {{id: {0}-1, role: published, title: "{1}, First Printing", date: "2001", path: {0}.md}}\n'
    )
    manifest = load_manifest(
        Source.from_text(
            "corpus.yml",
            "schema: 1\ntitle: Lamps\ngame: Lamps\ndescription: Lamps.\nrights: {owner: We, statement: Ours.}\nworks:\n"
            "  wick:\n    title: Wick\n    abbreviation: WK\n    base: wick-1\n"
            + works.format("wick", "Wick")
            + "  oil:\n    title: Oil\n    abbreviation: OL\n    base: oil-1\n"
            + works.format("oil", "Oil"),
        )
    ).value
    assert manifest is not None
    names = name_editions(manifest.works)
    assert "WK, First Printing" in names["wick.md"] and "OL, First Printing" in names["oil.md"]
    assert not any("First Printing" in each for each in names.values())


def test_a_quotation_in_marks_behind_several_citations_is_of_any_of_them() -> None:
    found = judge("A wick is trimmed at dusk.", "LRF 1, Oil. LRF 2, Oil, has: “Oil burns for a night.”")
    assert (found.quote, found.relation) == ("“Oil burns for a night.”", Relation.VERBATIM)
    assert [each.path for each in found.cites] == ["lrf-1.md", "lrf-2.md"]


def test_all_versions_are_cited_before_a_quotation() -> None:
    found = judge("A wick is trimmed at dusk.", "LRF (all issues), Oil: “Oil burns for a day.”")
    assert (found.quote, [each.path for each in found.cites]) == ("“Oil burns for a day.”", ["lrf-1.md", "lrf-2.md"])


@pytest.mark.parametrize(
    "remark",
    ["Superseding {}.", "Otherwise {}.", "Replaces {}, Oil.", "Formerly {}.", "Differently {}.", "Originally {}."],
)
def test_what_an_editor_says_of_another_version_in_a_sentence_of_its_own_is_no_name(remark: str) -> None:
    """The word before the name had been that of a text, with a capital."""
    note = f"Oil burns. See LRF 2, [Oil](/lrf-2/#oil). {remark.format('LRF 1')}"
    assert unknown(note) == []
    told = [each.work_as_cited for each in judge("Oil burns.", note).cites]
    assert told[1:] == ["LRF 1"]


@pytest.mark.parametrize(
    ("note", "works"), [("See Wick (all issues), Wicks.", ["Wick"]), ("See GRF (all issues).", [None])]
)
def test_what_has_no_versions_is_cited_once(note: str, works: list[str | None]) -> None:
    found = judge("A wick is trimmed at dusk.", f"A wick is trimmed at dusk. {note}")
    assert [each.path and each.work for each in found.cites] == works


@pytest.mark.parametrize(("heading", "told"), [("Wick", []), ("Harbours", ["lrf-1.md"])])
def test_a_heading_that_no_version_has_is_told_once(heading: str, told: list[str]) -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", tests.test_corpus.GOOD)).value
    assert manifest is not None
    texts = {
        "wick.md": "# Wick\n\nOil.\n",
        "emended/wick.md": f"# Wick\n\nOil.[^1]\n\n[^1]: See LRF (all issues), {heading}.\n",
        "lrf-1.md": "# R\n\n## Rulings by Term\n\n### Oil\n\n- Oil burns.\n",
        "lrf-2.md": "# R\n\n## Rulings by Term\n\n### Wick\n\n- It ends.\n",
    }
    known = build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value
    assert [each.message.split("`")[5] for each in citation_unknown.audit(known)] == told


ACCOUNT = "The book had it the other way round for years."


@pytest.mark.parametrize(
    "note",
    [
        f"“Oil burns for a day.” See LRF 1, Oil. {ACCOUNT} See LRF 2.1, Oil.",
        f"“Oil burns for a day.” LRF 1, Oil. {ACCOUNT} See also LRF 2.1, Oil.",
        f"“Oil burns for a day” (LRF 1, Oil). {ACCOUNT} (LRF 2.1, Oil.)",
        f"LRF 1, Oil: “Oil burns for a day.” {ACCOUNT} LRF 2.1, Oil.",
    ],
)
def test_an_account_between_citations_is_none_of_the_quotations_in_marks(note: str) -> None:
    found = judge("A wick is trimmed at dusk.", note)
    assert ((found.quote or "").strip("“”."), found.relation) == ("Oil burns for a day", Relation.VERBATIM)
    assert [each.path for each in found.cites] == ["lrf-1.md", "lrf-2.md"]


def test_an_account_between_two_citations_with_their_quotations_is_part_of_neither() -> None:
    note = f"LRF 1, Oil: “Oil burns for a day.” {ACCOUNT} LRF 2.1, Oil: “Oil burns for a night.”"
    found = judge("A wick is trimmed at dusk.", note)
    assert (found.quote, found.relation) == ("“Oil burns for a day.” “Oil burns for a night.”", Relation.VERBATIM)


@pytest.mark.parametrize(
    ("between", "relation"),
    [
        ("Oil burns for a night.", Relation.VERBATIM),
        ("Oil burns for a nightly hour.", Relation.ADAPTED),
        ("There it says: “Gulls are never sold to keepers.”", Relation.NOT_FOUND),
        ("“Gulls are never sold to keepers.”", Relation.NOT_FOUND),
    ],
)
def test_what_quotes_between_citations_is_judged(between: str, relation: Relation) -> None:
    note = f"“Oil burns for a day.” See LRF 1, Oil. {between} See LRF 2.1, Oil."
    assert judge("A wick is trimmed at dusk.", note).relation is relation


@pytest.mark.parametrize(
    "account", [ACCOUNT, "Later printings put this right.", "Clarified by the author in a letter."]
)
@pytest.mark.parametrize("behind", ["See LRF 2.1, Oil.", "See also LRF 2.1, Oil.", "(LRF 2.1, Oil.)"])
def test_without_quotation_marks_what_is_told_of_texts_between_citations_is_no_quotation(
    account: str, behind: str
) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. See LRF 1, Oil. {account} {behind}")
    assert (found.quote, found.relation) == ("Oil burns for a day.", Relation.VERBATIM)
    assert [each.path for each in found.cites] == ["lrf-1.md", "lrf-2.md"]


@pytest.mark.parametrize(
    ("first", "between"),
    [
        ("Oil burns for a day.", "Gulls are never sold to keepers."),
        ("Oil burns for years.", ACCOUNT),
        ("Oil burns for a day.", "The text of a wick is trimmed at dusk."),
    ],
)
def test_without_quotation_marks_what_may_be_a_ruling_is_judged(first: str, between: str) -> None:
    """Words of no texts, words that a text nearly has, and an account beside no quotation that stands."""
    note = f"{first} See LRF 1, Oil. {between} See LRF 2.1, Oil."
    assert judge("A wick is trimmed at dusk.", note).relation in {Relation.NOT_FOUND, Relation.ADAPTED}


LINKED = "[LRF 1, Oil](/lrf-1/#oil)"


@pytest.mark.parametrize(
    "note",
    [
        f"On this part of the day see {LINKED}.",
        f"More about this in {LINKED}.",
        f"Changed to what stands in {LINKED}.",
        f"Put in here after the words of {LINKED}.",
        f"Known since the first issue; compare {LINKED}.",
        f"For what a wick costs, see {LINKED}.",
        f"How long it is lit: {LINKED}.",
    ],
)
def test_words_that_lead_to_a_citation_are_no_quotation(note: str) -> None:
    found = judge("A wick is trimmed at dusk.", note)
    assert (found.quote, found.relation, found.problems) == (None, Relation.POINTER, ())
    assert [(each.path, each.anchor) for each in found.cites] == [("lrf-1.md", "oil")]


@pytest.mark.parametrize(
    "account",
    [
        "This comes from the first LRF",
        "It was taken from LRF 1",
        "Put in here so that nobody asks again",
        "It stands here too so no one has to look it up",
        "Told twice for clarity",
        "We keep this as it was",
        "Moved here from the front",
    ],
)
@pytest.mark.parametrize("joint", [", ", "; see ", ", see ", ". See "])
def test_an_editors_own_sentence_before_a_citation_is_no_quotation(account: str, joint: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"{account}{joint}{LINKED}.")
    assert (found.quote, found.relation, found.problems) == (None, Relation.POINTER, ())
    assert {(each.path, each.anchor) for each in found.cites} == {("lrf-1.md", "oil")}


@pytest.mark.parametrize(
    "rule",
    [
        "Gulls are never sold to keepers",
        "Moved gulls are never sold",
        "Put in two gulls for each keeper",
        "Gulls come from LRF 1 and are never sold",
        "Gulls are never sold to keepers by the first LRF",
        "So that gulls are fed keepers bring fish",
        "Gulls are for no one in the evening",
    ],
)
@pytest.mark.parametrize("joint", [", ", "; see "])
def test_what_may_be_a_rule_before_a_comma_is_judged(rule: str, joint: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"{rule}{joint}{LINKED}.")
    assert (found.quote, found.problems) == (rule, (Problem.NOT_FOUND,))


@pytest.mark.parametrize(
    "note",
    [
        f"Oil burns for a day on what it is lit with: {LINKED}.",
        f"For a night and a day oil burns. See {LINKED}.",
        f"“Gulls are never what a keeper lives on”: {LINKED}.",
        f"Gulls are never sold to keepers, see {LINKED}.",
    ],
)
def test_words_that_lead_to_a_citation_and_are_like_its_source_or_say_a_rule_are_judged(note: str) -> None:
    assert judge("A wick is trimmed at dusk.", note).quote is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The following holds at dawn, as all know: ", ""),
        ("Mornings go thus: ", " The keeper wakes."),
    ],
)
def test_a_sentence_put_in_behind_a_colon_is_judged_for_itself(before: str, after: str) -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", tests.test_corpus.GOOD)).value
    assert manifest is not None
    ruling = "A keeper may borrow oil from the next pier."
    texts = {
        "wick.md": f"# Wick\n\n{before.strip()}{after}\n",
        "emended/wick.md": f"# Wick\n\n{before}{ruling}[^1]{after}\n\n[^1]: {ruling} See LRF 1, Oil.\n",
        "lrf-1.md": f"# R\n\n## Rulings by Term\n\n### Oil\n\n- {ruling}\n",
    }
    known = build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value
    ((found,),) = (each.references for each in known.footnotes["emended/wick.md"])
    assert (found.words, found.relation) == (ruling, Relation.VERBATIM)


@pytest.mark.parametrize(
    ("note", "numbers"),
    [
        ("Oil burns for a night. See the entry on Oil in LRF 2.1.", [2]),
        ("Oil burns for a night. See “Oil” in LRF 2.1.", [2]),
        ("Oil burns for a night. See under Oil in LRF 2.1.", [2]),
        ("Oil burns for a night. See the ruling on Oil in the newest LRF.", [2]),
        ("Oil burns for a night. LRF 2.1 s.v. Oil.", [2]),
        ("Quoted from the latest LRF (Oil): “Oil burns for a night.”", [2]),
        ("LRF 1 and later, Oil: “Oil burns for a day.”", [1]),
        ("LRF 1+, Oil: “Oil burns for a day.”", [1]),
        ("LRF 1 and all later issues, Oil: “Oil burns for a day.”", [1]),
        ("LRF (1st issue), Oil: “Oil burns for a day.”", [1]),
        ("Oil burns for a day. LRF, 1st version, Oil.", [1]),
        ("“Oil burns for a day.” LRF 1, Oil; not in LRF 2.1.", [1]),
        ("“Oil burns for a day.” See LRF 1, Oil (no longer in LRF 2.1).", [1]),
    ],
)
def test_a_version_and_its_heading_are_named_in_an_editors_words(note: str, numbers: list[int]) -> None:
    found = judge("A wick is trimmed at dusk.", note)
    assert [(each.path, each.anchor) for each in found.cites] == [(f"lrf-{each}.md", "oil") for each in numbers]
    assert (found.relation, found.problems) == (Relation.VERBATIM, ())


def test_words_before_a_text_that_no_heading_has_name_no_place() -> None:
    found = judge("A wick is trimmed at dusk.", "“Gulls” in LRF 2.1 means birds.")
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-2.md", None)]


def test_the_versions_that_lack_a_ruling_are_named() -> None:
    manifest = load_manifest(Source.from_text("corpus.yml", tests.test_corpus.GOOD)).value
    assert manifest is not None
    rulings = "# R\n\n## Rulings by Term\n\n### Oil\n\n- Oil that was spilt is gone.\n"
    note = "Nobody drinks the oil of a lamp. See LRF (all issues), Oil."
    texts = {
        "wick.md": "# Wick\n\nOil.\n",
        "emended/wick.md": f"# Wick\n\nOil.[^1]\n\n[^1]: {note}\n",
        "lrf-1.md": rulings,
        "lrf-2.md": f"{rulings}- Nobody drinks the oil of a lamp.\n",
    }
    known = build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value
    (found,) = citation_version_lacking.audit(known)
    assert found.message == "the ruling that footnote `1` cites in all versions is not in LRF 1"
    assert found.hint.startswith("it is first seen in LRF 2: see `kb history oil-")


@pytest.mark.parametrize(
    "further",
    [
        " (also LRF 2, Wick)",
        " (also in LRF 2, Wick)",
        " (now LRF 2, Wick)",
        " (see also LRF 2, Wick)",
        " [later LRF 2, Wick]",
        "; now LRF 2, Wick",
        "; later in LRF 2, Wick",
        "; and since then in LRF 2, Wick",
    ],
)
@pytest.mark.parametrize("lead", ["", "See ", "First in "])
def test_a_further_text_stands_in_brackets_or_behind_what_became_of_the_ruling(further: str, lead: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. {lead}LRF 1, Oil{further}.")
    assert [(each.path, each.heading) for each in found.cites] == [("lrf-1.md", "Oil"), ("lrf-2.md", "Wick")]
    assert (found.quote, found.relation) == ("Oil burns for a day.", Relation.VERBATIM)


@pytest.mark.parametrize(
    ("named", "headings"),
    [
        ("From LRF 1 (Oil), repeated in LRF 2.1 and LRF 3", ["Oil", None, None]),
        ("From LRF 1, Oil, repeated in LRF 2.1 & LRF 3", ["Oil", None, None]),
        ("From LRF 1, Oil, repeated in LRF 2.1 and 3", ["Oil", None, None]),
        ("LRF 1 (Oil), later again in LRF 2.1 and 3", ["Oil", None, None]),
        ("Per LRF 1 (Oil), LRF 2.1 and LRF 3", ["Oil", None, None]),
    ],
)
@pytest.mark.parametrize("form", ["{}.", "Oil burns for a day. {}.", "{}: “Oil burns for a day.”"])
def test_all_texts_are_cited_that_are_told_to_repeat_a_ruling(
    named: str, headings: list[str | None], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = "      - {id: lrf-3, number: 3, date: 1999-02, path: lrf-3.md, missing: true}\n      - {id: lrf-1,"
    manifest = tests.test_citations.NAMED.replace("      - {id: lrf-1,", version)
    monkeypatch.setattr(tests.test_citations, "NAMED", manifest)
    found = judge("A wick is trimmed at dusk.", form.format(named))
    assert [(each.work, each.heading) for each in found.cites] == [
        (f"LRF {number}", heading) for number, heading in zip(("1", "2.1", "3"), headings, strict=True)
    ]
    assert (found.quote or "Oil burns for a day.").strip("“”") == "Oil burns for a day."


@pytest.mark.parametrize(
    "remark",
    [
        "in force from 1 September 2014",
        "in force since September 1, 2014",
        "effective 9/1/2014",
        "when he had none",
        "which no keeper denies",
        "this has two sentences, and they stand apart here",
        "its two sentences stand apart here, in force from 1 September 2014",
    ],
)
@pytest.mark.parametrize("sign", [",", ";"])
@pytest.mark.parametrize("work", ["LRF 1", "[LRF 1](/lrf-1/)"])
@pytest.mark.parametrize("form", ["{}.", "See {}.", "Oil burns for a day. See {}.", "{}: “Oil burns for a day.”", "{}"])
def test_what_is_told_of_a_ruling_behind_its_heading_is_no_heading(
    remark: str, sign: str, work: str, form: str
) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(f"{work}, Oil{sign} {remark}"))
    assert [(each.path, each.section_path, each.heading, each.anchor) for each in found.cites] == [
        ("lrf-1.md", (), "Oil", "oil")
    ]
    dated = any(map(str.isdigit, remark))
    assert found.effective_cited == ("2014-09-01" if dated else None)


@pytest.mark.parametrize(
    "remark",
    [
        "as changed by the keeper in a letter of 3 March 2014",
        "as changed by the keeper in a letter to the harbour of March 3, 2014",
        "as confirmed by Ned Gull on 2014-03-03",
        "as amended in May 2014",
        "confirmed by the keeper in May 2014",
        "letter to the keepers of 3 March",
    ],
)
@pytest.mark.parametrize("sign", [",", ";"])
@pytest.mark.parametrize("work", ["LRF 1", "[LRF 1](/lrf-1/)"])
@pytest.mark.parametrize("form", ["{}.", "See {}.", "Oil burns for a day. See {}.", "{}: “Oil burns for a day.”", "{}"])
def test_who_told_a_ruling_and_when_is_no_heading_behind_its_own(remark: str, sign: str, work: str, form: str) -> None:
    found = judge("A wick is trimmed at dusk.", form.format(f"{work}, Oil{sign} {remark}"))
    assert [(each.section_path, each.heading, each.anchor) for each in found.cites] == [((), "Oil", "oil")]
    assert found.effective_cited is None


@pytest.mark.parametrize(
    ("place", "path", "heading"),
    [
        ("Rulings by Term, oil", ("Rulings by Term",), "oil"),
        ("Oil, second item", ("Oil",), "second item"),
        ("Oil, p. 14", ("Oil",), "p. 14"),
        ("Rulings by Term, Effective 9/1/2014", ("Rulings by Term",), "Effective 9/1/2014"),
        ("Wick, when he had none", ("Wick",), "when he had none"),
        ("in force from 1 September 2014", (), None),
    ],
)
def test_a_place_in_small_letters_and_a_date_that_heads_rulings_are_no_remark(
    place: str, path: tuple[str, ...], heading: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{tests.test_citations.NAMED_TEXTS['lrf-1.md']}\n### Effective 9/1/2014\n\n- Oil is sold by the jug.\n"
    monkeypatch.setitem(tests.test_citations.NAMED_TEXTS, "lrf-1.md", text)
    found = judge("A wick is trimmed at dusk.", f"Oil burns for a day. See LRF 1, {place}.")
    assert [(each.section_path, each.heading) for each in found.cites] == [(path, heading)]


@pytest.mark.parametrize("lead", ["See LRF 1, Oil.", "Per the ruling (LRF 1, Oil).", "According to LRF 1, Oil."])
@pytest.mark.parametrize(
    "account",
    [
        *("Before, such a lamp was lent to nobody.", "Until then such a lamp was lent to nobody."),
        *("Formerly such a lamp was lent to nobody.", "The published rules lend such a lamp to nobody."),
        "In the old text such a lamp was lent to nobody.",
    ],
)
def test_what_is_told_of_the_rule_as_it_was_is_no_quotation(lead: str, account: str) -> None:
    found = judge("A wick is trimmed at dusk.", f"{lead} {account}")
    assert ([each.heading for each in found.cites], found.quote, found.relation) == (["Oil"], None, Relation.POINTER)


def test_a_sentence_that_begins_like_that_is_quoted_in_marks() -> None:
    found = judge("A wick is trimmed at dusk.", "See LRF 1, Oil. “Before dusk no oil burns for a day.”")
    assert found.quote == "“Before dusk no oil burns for a day.”"
    found = judge("A wick is trimmed at dusk.", "See LRF 1, Oil. Before dusk no oil burns for a day.")
    assert found.quote == "Before dusk no oil burns for a day."


@pytest.mark.parametrize("quoted", ["[Oil](/wick/#wicks) burns for a day.", "Oil burns for a [day](/wick/#day)"])
@pytest.mark.parametrize("marks", ["“{}”", '"{}"', "«{}»"])
@pytest.mark.parametrize(
    "cited",
    [
        "[LRF 1, Rulings by Term, Oil](/lrf-1/#oil).",
        "([LRF 1, Oil](/lrf-1/#oil))",
        "– [LRF 1, Oil](/lrf-1/#oil)",
        "LRF 1, [Oil](/lrf-1/#oil).",
        "LRF 1, Rulings by Term, [Oil](/lrf-1/#oil).",
        "See [LRF 1, Oil](/lrf-1/#oil).",
    ],
)
def test_a_quotation_with_a_link_of_its_own_is_quoted_before_a_linked_citation(
    quoted: str, marks: str, cited: str
) -> None:
    found = judge("A wick is trimmed at dusk.", f"{marks.format(quoted)} {cited}")
    assert [(each.work, each.heading, each.anchor) for each in found.cites] == [("LRF 1", "Oil", "oil")]
    assert found.relation is Relation.VERBATIM
    assert (found.quote or "").strip('“”"«».') == "Oil burns for a day"


def test_what_is_linked_in_marks_alone_is_cited() -> None:
    """Too few words for a quotation, and a quotation behind which nothing is cited."""
    found = judge("A wick is trimmed at dusk.", "“[Oil](/lrf-1/#oil)”, [LRF 2.1, Oil](/lrf-2/#oil)")
    assert [each.path for each in found.cites] == ["lrf-1.md", "lrf-2.md"]
    found = judge("A wick is trimmed at dusk.", "“Oil burns for a day as told in [LRF 1, Oil](/lrf-1/#oil)”")
    assert [each.path for each in found.cites] == ["lrf-1.md"]


@pytest.mark.parametrize(
    ("cited", "work", "heading"),
    [
        ("(GRF, Oil)", "GRF", "Oil"),
        ("[GRF, Oil]", "GRF", "Oil"),
        ("(GRF v2, Gulls (all))", "GRF v2", "Gulls (all)"),
        ("(Grebe 3, Oil).", "Grebe 3", "Oil"),
        (". GRF, Oil.", "GRF", "Oil"),
        (". GRF, Rulings by Term, Oil.", "GRF", "Oil"),
        (". 15th GRF, Oil.", "15th GRF", "Oil"),
        (". Grebe 3, Oil.", "Grebe 3", "Oil"),
    ],
)
def test_a_text_that_the_corpus_does_not_have_is_cited_behind_a_quotation(cited: str, work: str, heading: str) -> None:
    """In brackets that end the note, or as its last sentence, with a place."""
    found = judge("A wick is trimmed at dusk.", f"Gulls are sold by the dozen {cited}".replace(" .", "."))
    assert [(each.work, each.heading, each.path) for each in found.cites] == [(work, heading, None)]
    assert ((found.quote or "").rstrip("."), found.problems) == (
        "Gulls are sold by the dozen",
        (Problem.SOURCE_NOT_AT_HAND,),
    )


EVERY = ["lrf-1.md", "lrf-2.md", "wick.md"]


@pytest.mark.parametrize(
    ("told", "quote", "paths"),
    [
        ("The Rulings File adds: “Oil burns for a night.” LRF 1 has no such ruling.", "night", ["lrf-2.md", "wick.md"]),
        ("The Rulings File adds “Oil burns for a night”, LRF 1 “Oil burns for a day”.", "day night", EVERY),
        ("The words “burns for a night” are from LRF 2.1.", "night", ["lrf-2.md", "wick.md"]),
        ("The Rulings File adds “a night”, LRF 1 “a day”.", "", EVERY),
        ("LRF 1 has “Oil burns for a night”.", "night", ["lrf-1.md", "wick.md"]),
    ],
)
def test_what_an_editor_tells_of_other_texts_is_quoted_from_these(told: str, quote: str, paths: list[str]) -> None:
    found = judge("A wick is trimmed at dusk.", f"{told} See Wick, Wicks.")
    assert sorted(each.path or "" for each in found.cites) == paths
    assert [word for word in ("day", "night") if word in (found.quote or "")] == quote.split()
    wrong = "lrf-1.md" in paths and quote == "night"
    assert found.relation is (Relation.POINTER if not quote else Relation.VERBATIM) or wrong
    assert not wrong or found.relation not in {Relation.VERBATIM, Relation.POINTER}


@pytest.mark.parametrize(
    ("note", "quotes"),
    [
        ("“Oil burns for a night.” LRF 2.1, Oil, superseding LRF 1, [Oil](/lrf-1/#oil).", 1),
        ("“Oil burns for a night.” LRF 2.1, Oil, replacing LRF 1, Oil.", 1),
        ("“Oil burns for a day.” LRF 1, [Oil](/lrf-1/#oil), as amended by LRF 2.1, Oil: “Oil burns for a night.”", 2),
        ("“Oil burns for a day.” LRF 1, [Oil](/lrf-1/#oil), superseded by LRF 2.1, Oil: “Oil burns for a night.”", 2),
    ],
)
def test_one_text_supersedes_or_amends_another_that_is_linked(note: str, quotes: int) -> None:
    """Both are cited, whichever has the link, and each quotation is looked for in both."""
    found = judge("A wick is trimmed at dusk.", note)
    cited = sorted((each.work_as_cited or "", each.heading) for each in found.cites)
    assert cited == [("LRF 1", "Oil"), ("LRF 2.1", "Oil")]
    assert (found.relation, (found.quote or "").count("Oil"), found.problems) == (Relation.VERBATIM, quotes, ())


@pytest.mark.parametrize(
    ("named", "work"),
    [
        ("Captain Gull, letter to the keepers, circular 560.", "Captain Gull"),
        ("(A. Gull, e-mail of the quay, May 3, 2004.)", "A. Gull"),
        ("Captain Gull in a letter, May 2004.", "Captain Gull in a letter"),
        ("Letter from Captain Gull, 3 May 2004.", "Letter from Captain Gull"),
        ("Post of Captain Gull to the list, number 12.", "Post of Captain Gull to the list"),
    ],
)
def test_a_letter_named_by_its_day_or_number_is_a_source_that_is_not_at_hand(named: str, work: str) -> None:
    found = judge("A wick is trimmed at dawn.", f"A wick is trimmed at dawn. {named}")
    assert (found.quote, [each.work_as_cited for each in found.cites]) == ("A wick is trimmed at dawn.", [work])
    assert found.problems == (Problem.SOURCE_NOT_AT_HAND,)


@pytest.mark.parametrize(
    "said",
    [
        "A letter is read at dusk, and burnt at 9 by the keeper.",
        "Letter paper burns, and 2 gulls do not.",
        "A post stands at the pier, as do 2 gulls.",
        "Captain Gull wrote no letter, and has 2 gulls.",
    ],
)
def test_a_sentence_about_letters_names_none(said: str) -> None:
    assert judge("A wick is trimmed at dawn.", said).problems == (Problem.NO_WORK_NAMED,)
