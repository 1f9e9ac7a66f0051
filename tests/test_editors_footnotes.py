"""Footnotes as fan editors write them: what they put around, into and between the words they quote."""

import pytest

from kb.citations import verify_footnotes
from kb.provenance import FootnoteVerdict, Relation
from kb.readers.compendium import read_compendium
from kb.sources.addresses import gather_sources
from tests.applying import read_named as read

RULINGS = """\
# Kite Rulings {number}

## Turn Sequence

### Dawn/Morning Phase

#### General

- {dawn}

## Rulings by Term

### Wind

- Wind belongs to whoever named it last.
- A gust is no wind.
- Annotation 3: The wind of a card that is resolved turns at noon, and at noon alone.
- {new}

### Tails

- They may not be knotted at dusk, unless they are red.
- A tail of the same length counts once.
"""
BOOK = "# Book\n\n## Flying\n\nA kite flies.[^1] It lands.[^2]\n\n[^1]: {first}\n[^2]: {note}\n"
FIRST = "A gust is no wind. See KR 2, Wind."
OWNER = "Wind belongs to whoever named it last."


def judge(note: str, first: str = FIRST) -> FootnoteVerdict:
    rulings = [
        read(f"kr-{number}.md", RULINGS.format(number=number, dawn="A kite rises at dawn.", new="Wind may be sold."))
        for number in (1, 2)
    ]
    rules = read("rules.md", "# Kite Rules\n\n## Mending a Kite\n\nA torn kite is mended on the ground.\n")
    book = read("book.md", BOOK.format(first=first, note=note))
    names = {
        f"kr-{number}.md": (f"KR {number}", f"Kite Rulings {number}", "KR", "Kite Rulings") for number in (1, 2)
    } | {"rules.md": ("Kite Rules",)}
    versions = [read_compendium(each).value for each in rulings]
    sources = gather_sources([book, rules, *rulings], versions, names)
    return next(each for each in verify_footnotes(book, sources).value if each.id == "2")


@pytest.mark.parametrize(
    ("note", "quote", "places"),
    [
        ("Ibid.: “Wind belongs to whoever named it last.”", f"“{OWNER}”", [("kr-2.md", "wind")]),
        (f"Ibid.: {OWNER}", OWNER, [("kr-2.md", "wind")]),
        (f"Ibid. “{OWNER}”", f"“{OWNER}”", [("kr-2.md", "wind")]),
        (f"Ibid., Wind: “{OWNER}”", f"“{OWNER}”", [("kr-2.md", "wind")]),
        (f"See note 1: “{OWNER}”", f"“{OWNER}”", [("kr-2.md", "wind")]),
        (f"Ibid.: “{OWNER}” See also KR 1, Wind.", f"“{OWNER}”", [("kr-2.md", "wind"), ("kr-1.md", "wind")]),
        ("Ibid., Tails: “A tail of the same length counts once.”", None, [("kr-2.md", "tails")]),
        (
            f"“{OWNER}” KR 2, Wind; see also KR 1, same heading.",
            f"“{OWNER}”",
            [("kr-2.md", "wind"), ("kr-1.md", "wind")],
        ),
        (
            "Kite Rules, p. 3, “Mending a Kite”: “A torn kite is mended on the ground.”",
            None,
            [("rules.md", "mending-a-kite")],
        ),
        (f"“{OWNER}” “A gust is no wind.” KR 1, Wind", None, [("kr-1.md", "wind")]),
        (f"“{OWNER}”; and “A gust is no wind” (KR 1, Wind).", None, [("kr-1.md", "wind")]),
    ],
)
def test_a_quotation_is_found_where_its_editor_says(
    note: str, quote: str | None, places: list[tuple[str, str]]
) -> None:
    found = judge(note)
    assert (found.relation, found.problems) == (Relation.VERBATIM, ())
    assert [(each.path, each.anchor) for each in found.cites] == places
    assert quote is None or found.quote == quote


DAWN = "A kite rises at dawn."


@pytest.mark.parametrize(
    ("note", "anchor"),
    [
        (f"KR 1 Rulings by Term Wind. {OWNER}", "wind"),
        (f"KR 1, Rulings by Term Wind: “{OWNER}”", "wind"),
        (f"KR1 RbT Wind – “{OWNER}”", "wind"),
        (f"KR 1 RbT, Wind: “{OWNER}”", "wind"),
        (f"“{OWNER}” KR 1, RbT.", "rulings-by-term"),
        (f"“{DAWN}” (KR 1, TS, D/M Phase, General)", "general"),
        (f"“{DAWN}” KR 1, Turn Sequence Dawn/Morning Phase.", "dawnmorning-phase"),
        (f"{OWNER} KR 1 » Rulings by Term » Secret Winds", None),
        (f"{OWNER} KR 1 » Rulings by Term » Wind", "wind"),
        (f"“{OWNER}” KR 1, No Wind.", None),
        (f"“{OWNER}” KR 1, TS Wind.", None),
        (f"“{OWNER}” KR 1, Rbx.", None),
    ],
)
def test_a_heading_may_stand_behind_the_one_above_it_and_be_shortened(note: str, anchor: str | None) -> None:
    found = judge(note)
    assert [(each.path, each.anchor) for each in found.cites] == [("kr-1.md", anchor)]
    assert (found.relation, found.problems) == (Relation.VERBATIM, ())


@pytest.mark.parametrize(
    ("note", "work"),
    [
        (f"{OWNER} See kr 7, wind.", "kr 7"),
        (f"{OWNER} (KR 7, Wind)", "KR 7"),
        (f"“{OWNER}” kite rulings 7, wind", None),
        (f"According to the Kite Rulings 7, {OWNER}", "Kite Rulings 7"),
    ],
)
def test_a_version_that_nobody_lists_is_known_by_its_name(note: str, work: str | None) -> None:
    cited = [each.work for each in judge(note).cites]
    assert cited == ([work] if work is not None else [])


def test_words_that_only_begin_like_the_name_of_a_note_lead_to_no_quotation() -> None:
    assert judge("Before “wind” stood “gust” here, which is no wind at all. See KR 2, Wind.").cites[0].path == "kr-2.md"
    assert judge("The same “wind belongs to whoever named it” holds. KR 2, Wind.").cites[0].path == "kr-2.md"


@pytest.mark.parametrize(
    ("quoted", "similarity"),
    [
        ("Wind [of any kind] belongs to whoever named it last.", 1.0),
        ("[They] may not be knotted at dusk, unless they are red.", 1.0),
        ("[Tails] may not be knotted at dusk, unless they are red.", 1.0),
        ("[w]ind belongs to whoever named it last", 1.0),
        ("Wind belongs [sic] to whoever named it last.", 1.0),
        ("Wind [never] belongs to whoever named it last.", None),
        ("Wind [of any kind] belongs to whoever lost it.", None),
    ],
)
def test_what_an_editor_puts_into_a_quotation_in_square_brackets_is_his_own(
    quoted: str, similarity: float | None
) -> None:
    heading = "Tails" if "knotted" in quoted else "Wind"
    found = judge(f"“{quoted}” KR 2, {heading}.")
    assert (found.similarity == similarity) == (similarity is not None)
    assert (found.relation in {Relation.VERBATIM, Relation.NEAR} and found.similarity == 1.0) == (similarity == 1.0)


def test_a_number_of_an_annotation_names_no_text() -> None:
    found = judge("Annotation 3: “The wind of a card [...] turns at noon, and at noon alone.” See KR 2, Wind.")
    assert [each.path for each in found.cites] == ["kr-2.md"]
    assert (found.relation, found.similarity, found.problems) == (Relation.NEAR, 1.0, ())


def test_the_quotations_side_by_side_are_judged_each() -> None:
    found = judge(f"“{OWNER}” “A gust is every wind.” KR 2, Wind.")
    assert found.relation in {Relation.ADAPTED, Relation.NOT_FOUND}


DIGESTS = """\
# Answers by mail

## Digest 12 (14 March 2000)

> Can a kite be sold while it flies?

No. It has to come down first.

## Digest 13

> Do gulls count?

They do, at sea.
"""


@pytest.mark.parametrize(
    ("note", "quote", "resolves"),
    [
        ("“It has to come down first.” Ann Reed, 14 March 2000 (Kite-L digest 12).", True, True),
        ("I. Reed, Kite-L Digest 12, 3/14/00: “It has to come down first.”", True, True),
        ("Official answer by Ann Reed, Digest #12: “It has to come down first.”", True, True),
        ("“It has to come down first.” – Digest 12", True, True),
        ("It has to come down first. See Digest 12.", True, True),
        ("Netrep ruling, Digest 13.", False, True),
        ("See Digest 14, Kites.", False, False),
    ],
)
def test_a_numbered_part_of_a_text_is_called_as_its_heading(note: str, quote: bool, resolves: bool) -> None:
    digests = read("digests.md", DIGESTS)
    book = read("book.md", f"# Book\n\nA kite comes down before it is sold.[^1]\n\n[^1]: {note}\n")
    sources = gather_sources([book, digests], (), {"digests.md": ("Kite-L Digests", "Kite-L digest", "Digest")})
    (verdict,) = verify_footnotes(book, sources).value
    assert [each.path == "digests.md" for each in verdict.cites] == [resolves]
    assert verdict.relation is (Relation.VERBATIM if quote else Relation.POINTER)
    assert not quote or (verdict.quote or "").strip("“”") == "It has to come down first."


@pytest.mark.parametrize("title", ["Kite-L Digests (2000)", "Digests 12–13", "Digests 2000", "Digests 12–13 (2000)"])
def test_the_title_of_a_text_in_numbered_parts_may_tell_the_years_or_the_parts(title: str) -> None:
    digests = read("digests.md", f"---\ntitle: {title}\n---\n\n{DIGESTS}")
    book = read(
        "book.md", "# Book\n\nIt comes down.[^1]\n\n[^1]: It has to come down first. See Digest 12, 14 March.\n"
    )
    (verdict,) = verify_footnotes(book, gather_sources([book, digests], (), {"digests.md": ("Digest",)})).value
    assert [each.path for each in verdict.cites] == ["digests.md"]
    assert verdict.relation is Relation.VERBATIM


@pytest.mark.parametrize("date", ["[effective 12/4/00]", r"\[Effective 4 December 2000\]", "(effective 12/4/00)"])
def test_a_citation_may_follow_an_effective_date_at_once(date: str) -> None:
    verdict = judge(f"A gust is no wind. {date} KR 2, Rulings by Term, [Wind](kr-2.md#wind).")
    assert verdict.relation is Relation.VERBATIM
    assert [each.path for each in verdict.cites] == ["kr-2.md"]


@pytest.mark.parametrize(
    "cited",
    [
        "First edition of the Kite Rulings, Wind.",
        "The 1st revision of KR, Wind.",
        "See KR (1st ed.), Wind.",
        "See KR, 1st edition, Wind.",
        "See KR, edition 1, Wind.",
        "See KR rev. 1, Wind.",
        "See KR ed. 1, Wind.",
        "(As of KR 1, Wind.)",
        "(In KR 1, under Wind.)",
        "[As of KR 1, under “Wind”.]",
    ],
)
def test_a_version_is_known_by_what_editors_call_it_also_behind_a_bracket(cited: str) -> None:
    verdict = judge(f"A gust is no wind. {cited}")
    assert verdict.relation is Relation.VERBATIM and not verdict.problems
    assert [each.path for each in verdict.cites] == ["kr-1.md"]
    assert all("Wind" in (each.heading or "") for each in verdict.cites)
