"""Footnotes as editors of many games write them, without links: what they name and what they quote of it."""

from collections.abc import Sequence

import pytest

from kb import audit
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.naming.calling import Known
from kb.naming.placing import each_place
from kb.naming.recognising import finds_citation
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.text import Source

MANIFEST = """\
schema: 1
title: Rules of the Kite
game: Kite
description: A game for tests.
rights: {owner: Us, statement: Ours.}
compendia:
  kr:
    title: Kite Rulings
    abbreviation: KR
    names: [Rulings]
    versions:
      - {id: kr-1, number: "1", date: "2001-02", path: kr-1.md}
      - {id: kr-2, number: "2", date: "2001-11-20", path: kr-2.md, missing: true}
      - {id: kr-3, number: "3", date: "2002-05-04", path: kr-3.md}
      - {id: kr-4, number: "4", date: "2003-01-09", path: kr-4.md}
      - {id: kr-5, number: "5", date: "2004-08-30", path: kr-5.md}
works:
  hill:
    title: Hill Kites
    abbreviation: HK
    base: hill
    editions:
      - {id: hill, role: published, date: "2000", path: hill.md}
      - {id: hill-emended, role: emended, path: hill-emended.md}
documents:
  - {id: slips, kind: other, path: slips.md, title: Book of Slips, date: "2002-03-12"}
  - {id: post-7, kind: other, path: post-7.md, title: Kite Post 7, names: [Post 7, KP 7], date: "2002-03-12"}
  - {id: ask, kind: faq, path: ask.md, title: Questions, names: [Kite FAQ], date: "2002-03-12"}
  - {id: guide, kind: guide, path: guide.md, title: Flier's Guide, date: "2002-06-01"}
"""
RULINGS = """\
# Kite Rulings {number}

## Turn Sequence

### Dawn

- A string that broke at night is mended before the kite flies.

## Rulings by Term

### Wind

- Wind belongs to whoever named it last.
- {wind}

### Tails, Strings, and Knots

- A knot tied at dawn holds until dusk.

### Hills and Roofs

- A roof is a hill for every kite but a red one.
"""
TEXTS = {
    **{
        f"kr-{number}.md": RULINGS.format(number=number, wind=wind)
        for number, wind in (
            (1, "Wind may be traded."),
            (3, "Wind may be traded."),
            (4, "Wind may be traded at noon only, and never for string."),
            (5, "Wind may be traded at noon only, and never for string."),
        )
    },
    "hill.md": "# Hill Kites\n\n## Flying\n\nA kite flies on any hill.\n",
    "slips.md": "---\npermalink: /slips/\n---\n\n# Book of Slips\n\n## Rules\n\n- Page 12: For three read four.\n",
    "post-7.md": "---\npermalink: /post-7/\n---\n\n# Kite Post 7\n\n## Gulls\n\n- A gull counts as a kite in rain.\n",
    "ask.md": "# Questions\n\n## 1. Who flies?\n\nThe owner of the kite flies it.\n\n## 2. When?\n\nAt noon.\n",
    "guide.md": "# Flier's Guide\n\n## 1. Running\n\nRun.\n\n### 2.1 Slopes\n\nOn a slope fliers run uphill only.\n",
}
OWNER = "Wind belongs to whoever named it last."
GULL = "A gull counts as a kite in rain."
Places = Sequence[tuple[str | None, str | None]]
WIND_4: Places = [("kr-4.md", "wind")]
POST: Places = [("post-7.md", None)]


def know(note: str) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    book = f"# Hill Kites\n\n## Flying\n\nA kite flies on any roof.[^1]\n\n[^1]: {note}\n"
    return build_kb(manifest, {path: text.encode() for path, text in {**TEXTS, "hill-emended.md": book}.items()}).value


def judge(note: str) -> FootnoteVerdict:
    (found,) = know(note).footnotes["hill-emended.md"]
    return found


def told(note: str) -> list[str]:
    """The codes told of a note."""
    return [each.code.code for each in audit.find_all(know(note)) if "`1`" in each.message]


def versions(*numbers: int, anchor: str | None = "wind") -> Places:
    return [(None, None) if number in {2, 9} else (f"kr-{number}.md", anchor) for number in numbers]


@pytest.mark.parametrize(
    ("cited", "places"),
    [
        ("See KR 3 & 4, Wind.", versions(3, 4)),
        ("See KR 3 and 4, Wind.", versions(3, 4)),
        ("KR 3, 4, Wind", versions(3, 4)),
        ("KR 3/4, Wind", versions(3, 4)),
        ("See Kite Rulings 1, 3, and 4, Rulings by Term, Wind.", versions(1, 3, 4)),
        ("(KR 3–5, Wind)", versions(3, 4, 5)),
        ("KR 1-4, Wind.", versions(1, 2, 3, 4)),
        ("KR 3 to 5, Wind.", versions(3, 4, 5)),
        ("See KRs 3 and 4, Wind.", versions(3, 4)),
        ("KR 3 & 9, Wind.", versions(3, 9)),
        ("KR 4, 3.", versions(4, anchor=None)),
        ("KR 3, 12, Wind.", versions(3)),
        (f"KR 3–{'9' * 5000}, Wind.", []),
        ("KR 3–999, Wind.", versions(3, 9)),
        ("KR 3 and 4 kites", []),
        ("[KR 3](/kr-3/#wind), [4](/kr-4/#wind), and [KR 5](/kr-5/#wind).", versions(3, 4, 5)),
    ],
)
def test_one_name_with_several_numbers_names_each_version(cited: str, places: Places) -> None:
    assert [(each.path, each.anchor) for each in judge(f"{OWNER} {cited}").cites] == list(places)


def test_a_version_that_only_a_row_of_numbers_names_is_told() -> None:
    assert told(f"{OWNER} See KR 3 & 9, Wind.") == ["KB433"]


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("According to KR 4, Wind, wind belongs to whoever named it last.", WIND_4),
        ("According to the Kite Rulings, wind belongs to whoever named it last.", versions(5, anchor=None)),
        ("According to KR 5 a knot tied at dawn holds until dusk.", versions(5, anchor=None)),
        ("As per KR 4, Wind, wind belongs to whoever named it last.", WIND_4),
        ("KR 4 says that wind belongs to whoever named it last.", versions(4, anchor=None)),
        ("KR 4 (Wind) rules that wind belongs to whoever named it last.", WIND_4),
        ("Since KR 4: wind belongs to whoever named it last.", versions(4, anchor=None)),
        ('Ruled in KR 4, Wind: "Wind belongs to whoever named it last."', WIND_4),
        ("Clarification (KR 4): Wind belongs to whoever named it last.", versions(4, anchor=None)),
        ("KR 4 – Wind – “Wind belongs to whoever named it last.”", WIND_4),
        ("KR 4: ‘Wind belongs to whoever named it last.’ KR 5: ‘A knot tied at dawn holds until dusk.’", None),
        ("Wind belongs to whoever named it last, as per KR 4, Wind.", WIND_4),
        ("Wind belongs to whoever named it last; see KR 4, Wind.", WIND_4),
        ('"Wind belongs to whoever named it last," KR 4, Wind.', WIND_4),
        ('"Wind belongs to whoever named it last." –KR 4, Wind', WIND_4),
        (f"{OWNER} KR 4, Wind. Obsolete.", WIND_4),
        (f"{OWNER} KR 4, Wind. Changed in KR 5.", [*WIND_4, ("kr-5.md", None)]),
        (f"{OWNER} KR 4, Wind; also KR 5, Wind; dropped later.", versions(4, 5)),
        (f"{OWNER} See KR 4, Wind. Before that (KR 3, Wind) nobody owned it.", versions(4, 3)),
        (f"{OWNER} KR 4, Wind (and later).", WIND_4),
        (f"{OWNER} KR (9 Jan. 2003), Wind.", WIND_4),
        (f"{OWNER} KR (January 2003), Wind.", WIND_4),
        (f"{OWNER} Kite Rulings of 9 January 2003, Wind.", WIND_4),
        (f"{OWNER} KR, Jan 9 2003, Wind.", WIND_4),
        (f"{OWNER} KR 1/9/03.", versions(4, anchor=None)),
        ("Wind belongs to whoever named it [last](/post-7/) (KR 4, Wind).", WIND_4),
        ("KR 4 ([Wind](/kr-4/#wind)): “Wind belongs to whoever named it last.”", WIND_4),
        (f"{OWNER} (KR 4, Wind) A knot tied at dawn holds until dusk. (KR 5)", [*WIND_4, ("kr-5.md", None)]),
        (f"{OWNER} See [KR 4](/kr-4/), Wind, and [KR 5](/kr-5/), Wind.", versions(4, 5)),
        (f"{OWNER} KR (4), Wind.", WIND_4),
        (f"{OWNER} Rulings, version 4, Wind.", WIND_4),
        (f"{OWNER} KR-4, Wind.", WIND_4),
        (f"{OWNER} THE KITE RULINGS 4, WIND.", WIND_4),
        (f"{OWNER} KR 4 > Rulings by Term > Wind", WIND_4),
        (f"{OWNER} KR 4, Rulings by Term: Wind", WIND_4),
        (f"{OWNER} KR 4, under “Wind”.", WIND_4),
        (f"{OWNER} KR 4, Wind, first sentence.", WIND_4),
        (f"{GULL} Kite Post 7 (12 March 2002).", POST),
        (f"{GULL} Kite Post 7, answer to A. Flier.", POST),
        (f"{GULL} Post 7.", POST),
        ("The owner of the kite flies it. KP 7 and Kite FAQ, question 1.", [*POST, ("ask.md", "1-who-flies")]),
        ("The owner of the kite flies it. Kite FAQ, no. 1", [("ask.md", "1-who-flies")]),
        (f"{GULL} https://kites.example/post-7/", POST),
        (f"{GULL} [Archived](https://web.archive.org/web/2003/https://kites.example/post-7/).", POST),
        ("“Wind belongs to whoever named it last”; “a knot tied at dawn holds until dusk.” KR 4.", None),
        ("A roof is a hill for every kite but a red one. KR 4, Hills & Roofs.", [("kr-4.md", "hills-and-roofs")]),
        ("Slip. A knot tied at dawn holds until dusk. KR 4, Tails, Strings, and Knots.", None),
        ("According to the Flier's Guide, 2.1, on a slope fliers run uphill only.", [("guide.md", "21-slopes")]),
        ("Rule 2.1 of the Flier's Guide: “On a slope fliers run uphill only.”", [("guide.md", "21-slopes")]),
    ],
)
def test_what_a_source_in_words_says_is_found_there(note: str, places: Places | None) -> None:
    found = judge(note)
    assert found.relation in {Relation.VERBATIM, Relation.NEAR} and found.similarity == 1.0
    assert found.problems == ()
    if places is not None:
        assert [(each.path, each.anchor) for each in found.cites] == list(places)


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("Changed by KR 4, Wind.", WIND_4),
        ("As ruled in KR 4, Wind.", WIND_4),
        ("Until KR 4, wind could be traded all day.", versions(4, anchor=None)),
        ("In KR 4 it was ruled that nobody owns the wind.", versions(4, anchor=None)),
        ("Combined from KR 3, Wind, and the Flier's Guide, Running.", [("kr-3.md", "wind"), ("guide.md", None)]),
        ("See KR 3 and Kite Post 7.", [("kr-3.md", None), ("post-7.md", None)]),
        ("KR 3, Wind + Kite Post 7", [("kr-3.md", "wind"), ("post-7.md", None)]),
        ("See KR 4, Wind and Dawn.", [("kr-4.md", "wind"), ("kr-4.md", "dawn")]),
        ("See Flier's Guide §2.1.", [("guide.md", "21-slopes")]),
        ("Flier's Guide 2.1", [("guide.md", "21-slopes")]),
        ("Page 12 of the Book of Slips.", [("slips.md", None)]),
        ("See KR 4, Wind, p. 3.", WIND_4),
        ("KR 4, Wind: replaced by KR 5.", [*WIND_4, ("kr-5.md", None)]),
        ("Changed “three” to “four” per Book of Slips.", [("slips.md", None)]),
        ("For roofs see KR 4, Hills and Roofs.", [("kr-4.md", "hills-and-roofs")]),
        ("This is told in KR 2, Wind, which is lost.", [(None, None)]),
    ],
)
def test_an_account_of_a_source_points_to_it(note: str, places: Places) -> None:
    found = judge(note)
    assert ([(each.path, each.anchor) for each in found.cites], found.quote) == (list(places), None)
    assert "KB434" not in told(note) and "KB435" not in told(note)


@pytest.mark.parametrize(
    "note",
    [
        "World Tour 3",
        "A kite is blue. World Tour 3.",
        "A card from Hill Kites may not be traded at noon.",
        "Errata, 12 March 2002.",
        "KR 4 kites may fly.",
    ],
)
def test_words_are_no_text_without_evidence(note: str) -> None:
    found = judge(note)
    assert (found.cites, found.problems) == ((), (Problem.NO_WORK_NAMED,))


@pytest.mark.parametrize("note", ["World Post 3", "Sea Almanac 3", "World Tour 3, Boats", "WT 3", "World Tour #3"])
def test_a_number_behind_a_word_for_texts_an_abbreviation_or_before_a_place_is_a_text(note: str) -> None:
    assert judge(note).problems == (Problem.SOURCE_NOT_AT_HAND,)


def test_an_erratum_that_names_the_book_it_changes_is_quoted_whole() -> None:
    erratum = "Hill Kites, Flying: Change “any hill” to “any roof”."
    found = judge(f"{erratum} See [Book of Slips, Rules](/slips/#rules).")
    assert (found.quote, [each.path for each in found.cites]) == (erratum, ["slips.md"])


@pytest.mark.parametrize(
    ("note", "quote", "relation"),
    [
        ("Book of Slips, page 12: For three read four.", "For three read four.", Relation.VERBATIM),
        ("Book of Slips, Rules, page 12: For three read four.", "For three read four.", Relation.VERBATIM),
        ("Book of Slips, page 14: For three read four.", "Book of Slips, page 14: For three read four.", None),
        ("Kite Post 7, page 12: For three read four.", "Kite Post 7, page 12: For three read four.", None),
    ],
)
def test_the_name_of_the_cited_text_before_its_words_is_none_of_them(
    note: str, quote: str, relation: Relation | None
) -> None:
    found = judge(f"{note} See [the sheet](/slips/).")
    assert found.quote == quote
    assert found.relation is relation if relation else found.relation is not Relation.VERBATIM


@pytest.mark.parametrize(
    "note",
    [
        "This paragraph is not in the old printings. See also Hill Kites, [Flying](/hill/#flying).",
        "So it has read in every edition. See KR 4, Wind.",
    ],
)
def test_what_an_editor_says_of_the_place_among_texts_is_no_quotation(note: str) -> None:
    found = judge(note)
    assert (found.quote, found.relation) == (None, Relation.POINTER)


def test_what_an_editor_tells_truly_of_a_version_is_judged_by_its_quotation() -> None:
    note = "KR 4 had: “{}” This ruling was withdrawn in KR 5. See [KR 4, Wind](/kr-4/#wind)."
    found = judge(note.format("Wind may be traded at noon only, and never for string."))
    assert (found.quote, found.relation) == (
        "“Wind may be traded at noon only, and never for string.”",
        Relation.VERBATIM,
    )
    assert (
        judge(note.format("Wind may be traded at dawn only, and never for string.")).relation is not Relation.VERBATIM
    )


def test_places_are_those_that_the_texts_have() -> None:
    known = Known(frozenset({"kr 3", "kr 4", "hill kites"}), frozenset({"wind", "hills and roofs", "hills", "roofs"}))
    assert list(each_place("KR 3 & 4, Wind", known)) == ["KR 3, Wind", "KR 4, Wind"]
    assert list(each_place("KR 3, Hills and Roofs", known)) == ["KR 3, Hills and Roofs"]
    assert list(each_place("KR 3, Wind and Rain", known)) == ["KR 3, Wind and Rain"]
    assert finds_citation("KR 3, Wind, in short", known)
    assert not finds_citation("Hill Kites, in short", known)


NOON = "Wind may be traded at noon only, and never for string."


@pytest.mark.parametrize(
    "cited",
    [
        *("fourth KR", "the fourth KR", "the fourth rulings", "Fourth Kite Rulings"),
        *("KR four", "Rulings four", "Kite Rulings Four", "KR no. four"),
    ],
)
@pytest.mark.parametrize("form", ["{0} See {1}, Wind.", "{0} ({1}, Wind)", "See {1}, Wind: “{0}”", "{0} In {1}, Wind."])
def test_a_version_is_named_by_its_number_in_words(cited: str, form: str) -> None:
    found = judge(form.format(NOON, cited))
    assert [(each.path, each.anchor) for each in found.cites] == WIND_4
    assert ((found.quote or "").strip("“”"), found.relation) == (NOON, Relation.VERBATIM)


@pytest.mark.parametrize(
    "note", ["See the first wind.", "On the fourth day a kite falls.", "Of the KR one may read much."]
)
def test_other_numbers_in_words_name_no_version(note: str) -> None:
    assert not {"kr-1.md", "kr-4.md"} & {each.path for each in judge(note).cites}


@pytest.mark.parametrize(
    "lead",
    [
        *("As KR 4 has it, ", "As KR 4 puts it: ", "As the fourth rulings have it, ", "KR 4 has it: "),
        *("As KR 4 says, “", "KR 4 has it that “"),
    ],
)
def test_what_a_text_is_said_to_have_is_quoted(lead: str) -> None:
    found = judge(f"{lead}{NOON}{'”' * lead.endswith('“')}")
    assert [each.path for each in found.cites] == ["kr-4.md"]
    assert ((found.quote or "").strip("“”"), found.relation) == (NOON, Relation.VERBATIM)


@pytest.mark.parametrize(
    "note",
    [
        f"KR 1 and KR 4 both say: {OWNER}",
        f"KR 1 and KR 4 both say that {OWNER}",
        f"KR 1 and the fourth KR both say “{OWNER}”",
        f"KR 1 & KR 4 both have it: {OWNER}",
        f"KR 1 and KR 4 say: {OWNER}",
        f"Both KR 1 and KR 4 say: {OWNER}",
        f"{OWNER} KR 1 and KR 4 both say so.",
        f"{OWNER} KR 1 and KR 4 have it.",
    ],
)
def test_what_two_texts_both_say_is_cited_from_each(note: str) -> None:
    found = judge(note)
    assert [each.path for each in found.cites] == ["kr-1.md", "kr-4.md"]
    assert ((found.quote or "").strip("“”"), found.relation, found.problems) == (OWNER, Relation.VERBATIM, ())


@pytest.mark.parametrize("behind", ["As KR 4 has it.", "So KR 4 says.", "KR 4 says so.", "KR 4 has the same."])
def test_a_text_that_is_said_to_have_the_words_before_it_is_cited(behind: str) -> None:
    found = judge(f"{OWNER} {behind}")
    assert [each.path for each in found.cites] == ["kr-4.md"]
    assert (found.quote, found.relation) == (OWNER, Relation.VERBATIM)


PRINTING = (
    "---\ntitle: Hill Kites, second edition\n---\n\n# Hill Kites\n\n## 1 Flying\n\n1.1 A kite flies on any roof.\n\n"
    "## 2 Falling\n\n2.1 A kite falls at dusk.\n"
)


def of_a_printing(note: str) -> FootnoteVerdict:
    """What a note says where the book has a second edition, and two sheets stand at addresses that end in a number."""
    told = MANIFEST.replace(
        "      - {id: hill-emended",
        '      - {id: hill-2, role: reprint, date: "2001", path: hill-2.md}\n      - {id: hill-emended',
    )
    manifest = load_manifest(Source.from_text("corpus.yml", told)).value
    assert manifest is not None
    book = f"# Hill Kites\n\n## 1 Flying\n\n1.1 A kite flies on any roof.[^1]\n\n[^1]: {note}\n"
    texts = {**TEXTS, "hill-2.md": PRINTING, "hill-emended.md": book}
    texts["slips.md"] = texts["slips.md"].replace("/slips/", "/slips/2/")
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    (found,) = kb.footnotes["hill-emended.md"]
    return found


@pytest.mark.parametrize(
    ("note", "path"),
    [
        ("Hill Kites, second edition, Flying.", "hill-2.md"),
        ("Hill Kites, Second Edition, Flying.", "hill-2.md"),
        ("“A kite flies on any roof.” Hill Kites, second edition.", "hill-2.md"),
        ("“A kite flies on any roof.” Hill Kites, second edition, 1.1.", "hill-2.md"),
        ("Hill Kites, second edition, 2 Falling.", "hill-2.md"),
        ("See Hill Kites, 2 Falling.", "hill.md"),
    ],
)
def test_a_printing_is_named_behind_a_comma_in_small_letters_too(note: str, path: str) -> None:
    """The number behind a book's name is one of its sections: that an address ends so makes it no text's name."""
    assert [each.path for each in of_a_printing(note).cites] == [path]


@pytest.mark.parametrize("note", ["Hill Kites, second editions are rare.", "Added in the second edition."])
def test_no_printing_is_named_by_other_words(note: str) -> None:
    assert of_a_printing(note).cites == ()


@pytest.mark.parametrize(
    ("note", "relation"),
    [
        ("See The Gull Crier #7.", Relation.POINTER),
        ("The Gull Crier #7, Rulings", Relation.POINTER),
        ("“A red kite is no gull.” The Gull Crier #7, Rulings.", Relation.VERBATIM),
        ("“A red kite is no gull.” Gull Crier 7, Rulings.", Relation.VERBATIM),
        ("“A red kite is no gull.” The Gull Crier #7, [Rulings](/crier/7/#rulings). “A kite is blue.” Ibid.", None),
    ],
)
def test_a_text_may_be_known_by_the_title_of_its_page_with_an_article(note: str, relation: Relation | None) -> None:
    front = '---\ntitle: "The Gull Crier #7"\npermalink: /crier/7/\n---\n\n'
    crier = f"{front}# Crier\n\n## Rulings\n\n- A red kite is no gull.\n"
    manifest = load_manifest(
        Source.from_text("corpus.yml", f"{MANIFEST}  - {{id: c7, kind: news, path: c7.md}}\n")
    ).value
    assert manifest is not None
    book = f"# Hill Kites\n\n## Flying\n\nA kite flies on any roof.[^1]\n\n[^1]: {note}\n"
    texts = {**TEXTS, "c7.md": crier, "hill-emended.md": book}
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    (found,) = kb.footnotes["hill-emended.md"]
    assert {each.path for each in found.cites} == {"c7.md"}
    assert relation is None or found.relation is relation
    assert not {"KB413", "KB434", "KB435"} & {each.code.code for each in audit.find_all(kb)}


GUIDED = "“On a slope fliers run uphill only.” Flier's Guide, 2.1."


@pytest.mark.parametrize(
    ("note", "code", "said"),
    [
        (f"{GUIDED} “A gull never counts as a kite in rain.” Kite Post 7, Gulls.", "KB445", GULL),
        (f"“A gull never counts as a kite in rain.” Kite Post 7, Gulls. {GUIDED}", "KB445", GULL),
        (f"{GUIDED} “A gull counts as a kite in the pouring rain.” Kite Post 7, Gulls.", "KB441", GULL),
        (f"{GUIDED} “A gull counts as a kite in rain.” Kite Post 7, Gulls.", None, ""),
    ],
)
def test_of_several_quotations_the_one_that_is_wrong_is_told(note: str, code: str | None, said: str) -> None:
    """Beside one that is right, of whatever text: what its own source says, and that it turns that round."""
    codes = ("KB441", "KB442", "KB445")
    found = [each for each in audit.find_all(know(note)) if each.code.code in codes]
    assert [each.code.code for each in found] == ([code] if code else [])
    assert all(each.hint.endswith(f"says `{said}`") for each in found)
