"""The many ways in which editors name a version, a day and a place, and put words before and behind what they quote."""

import pytest

import tests.test_corpus
from kb.audit import footnote_undefined, quotation_unverified, ruling_unapplied
from kb.citations import verify_footnotes
from kb.consulting import consult
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.provenance import Problem, Relation
from kb.readers.compendium import read_compendium
from kb.sources.addresses import gather_sources
from kb.spelling import unnumbered
from kb.text import Source
from tests.applying import read_named as read
from tests.test_citations import judge


@pytest.mark.parametrize(
    ("cited", "path", "heading"),
    [
        ("L.R.F. 1, Oil", "lrf-1.md", "Oil"),
        ("See L.R.F. 1, Oil.", "lrf-1.md", "Oil"),
        ("LRF I, Oil", "lrf-1.md", "Oil"),
        ("Lamp Rulings File No. I, Oil", "lrf-1.md", "Oil"),
        ("LRF 1 of 24 October 1996, Oil", "lrf-1.md", "Oil"),
        ("LRF 1, 24 October 1996", "lrf-1.md", None),
        ("LRF of 24 October 1996, Oil", "lrf-1.md", "Oil"),
        ("LRF of Oct. 24, 1996, Oil", "lrf-1.md", "Oil"),
        ("Lamp Rulings File (24 October 1996), Oil", "lrf-1.md", "Oil"),
        ("Lamp Rulings File of 3 Feb. 1997, Oil", "lrf-2.md", "Oil"),
        ("LRF 1, s.v. Oil.", "lrf-1.md", "Oil"),
        ("LRF 1, all under Oil.", "lrf-1.md", "all under Oil"),
        ("So LRF 1, Oil.", "lrf-1.md", "Oil"),
        ("Oil, LRF 1 ff.", "lrf-1.md", "Oil"),
        ("LRF 1 onwards, Oil", "lrf-1.md", "Oil"),
        ("LRF 1 on, Oil.", "lrf-1.md", "Oil"),
        ("Oil of LRF 1", "lrf-1.md", "Oil"),
        ("Rulings by Term in LRF 1", "lrf-1.md", "Rulings by Term"),
        ("Questions of the Quay, Q1", "faq.md", "Q1"),
        ("Contra LRF 1 (Oil).", "lrf-1.md", "Oil"),
        ("The Flame, 3 May 1997", "wick.md", None),
    ],
)
def test_a_version_is_told_by_its_number_or_its_day(cited: str, path: str, heading: str | None) -> None:
    found = judge("A wick is long.", cited)
    assert [(each.path, each.heading, each.resolves) for each in found.cites] == [(path, heading, True)]
    assert (found.quote, found.problems) == (None, ())
    assert found.cites[0].anchor == ("oil" if "Oil" in (heading or "") else found.cites[0].anchor)


@pytest.mark.parametrize("cited", ["LRF VII, Oil", "LRF XLIV, Oil", "Lamp Rulings File (18 November 1997), Oil"])
def test_a_version_that_is_not_there_is_no_other_one(cited: str) -> None:
    (found,) = judge("A wick is long.", cited).cites
    assert (found.path, found.heading) == (None, "Oil")


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("LRF 1 changed this: “Oil burns for a day.”", [("lrf-1.md", None)]),
        ("Oil, LRF 1 ff.: “Oil burns for a day.”", [("lrf-1.md", "Oil")]),
        ("“Oil burns for a day.”: LRF 1, Oil.", [("lrf-1.md", "Oil")]),
        ("See [LRF 1](/lrf-1/) s.v. *Oil*, “Oil burns for a day.”", [("lrf-1.md", "Oil")]),
        ("LRF 1, Oil: “Oil burns for a day.” The book had “a night”.", [("lrf-1.md", "Oil")]),
        (
            "LRF 1, Oil: “Oil burns for a day.” The sentence of the book (“Oil never burns”) was taken out, for it said"
            " the opposite of what is said in this ruling and in each of the later ones.",
            [("lrf-1.md", "Oil")],
        ),
        (
            "LRF 1, Oil; see also LRF 2.1, same heading: “Oil burns for a day.”",
            [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")],
        ),
        ("As LRF 1 has it, “Oil burns for a day.”", [("lrf-1.md", None)]),
        ("Replaces “Oil never burns at all.” LRF 1, Oil: “Oil burns for a day.”", [("lrf-1.md", "Oil")]),
        ("It was left out here. See LRF 1, Oil: “Oil burns for a day.”", [("lrf-1.md", "Oil")]),
        (
            "“Oil burns for a day.” LRF 1, Oil; contra LRF 2.1, Oil (“for a night”).",
            [("lrf-1.md", "Oil"), ("lrf-2.md", 0)],
        ),
    ],
)
def test_words_of_an_editor_stand_around_a_quotation(note: str, places: list[tuple[str, str | int | None]]) -> None:
    found = judge("Oil burns for a day.", note)
    cited = [(each.path, 0 if (each.heading or "").startswith("Oil (") else each.heading) for each in found.cites]
    assert (found.quote, found.relation, cited) == ("“Oil burns for a day.”", Relation.VERBATIM, places)


def test_a_quotation_before_another_is_judged_too() -> None:
    found = judge("Oil burns for a day.", "“Oil is never lit.” See LRF 1, Oil: “Oil burns for a day.”")
    assert (found.quote, found.relation) == ("“Oil is never lit.” “Oil burns for a day.”", Relation.NOT_FOUND)


@pytest.mark.parametrize("note", ["LRF 2.1 changed this in many ways.", "LRF 2.1 is what “oil” was first seen in."])
def test_a_name_with_words_of_an_editor_and_no_quotation_is_no_citation(note: str) -> None:
    found = judge("Oil burns for a night.", note)
    assert (found.cites, found.problems) == ((), (Problem.NO_WORK_NAMED,))


@pytest.mark.parametrize(
    ("cited", "day", "problems"),
    [
        ("See Lamp Rulings 3, Oil, effective 1 March 1998.", "1998-03-01", ()),
        ("Lamp Rulings 3, Oil: “Oil is lit at dusk.” (effective 3/1/98)", "1998-03-01", ()),
        ("Lamp Rulings 3, Oil. It is effective since 2 March 1998.", "1998-03-02", (Problem.EFFECTIVE_DATE_DIFFERS,)),
        ("Lamp Rulings 3, Oil.", None, (Problem.EFFECTIVE_DATE_MISSING,)),
    ],
)
def test_an_effective_date_counts_wherever_the_footnote_gives_it(
    cited: str, day: str | None, problems: tuple[Problem, ...]
) -> None:
    rules = "# R\n\n## Rulings by Term\n\n### Oil\n\n- Oil is lit at dusk. [Effective 3/1/98]\n"
    rules = f"---\ntitle: Lamp Rulings 3\n---\n\n{rules}"
    note = cited if ":" in cited else f"“Oil is lit at dusk.” {cited}"
    documents = [read("e.md", f"# E\n\nOil is lit.[^1]\n\n[^1]: {note}\n"), read("rules.md", rules)]
    (found,) = verify_footnotes(
        documents[0], gather_sources(documents[:1], [read_compendium(documents[1]).value])
    ).value
    assert (found.effective_cited, found.problems) == (day, problems)


@pytest.mark.parametrize(
    "note",
    [
        "LRF 1, Oil: “Oil burns for a day.” See also LRF 2.1, Oil.",
        "LRF 1, Oil: “Oil burns for a day”; see also LRF 2.1, Oil.",
        "LRF 1, Oil: Oil burns for a day. Cf. LRF 2.1, Oil.",
        "LRF 1, Oil: Oil burns for a day; cf. LRF 2.1, Oil.",
        "LRF 1, Oil: “Oil burns for a day” (also LRF 2.1, Oil).",
        "LRF 1, Oil: “Oil burns for a day” (so already LRF 2.1, Oil).",
        "See [LRF 1, Oil](/lrf-1/#oil): “Oil burns for a day.” See also [LRF 2.1, Oil](/lrf-2/#oil).",
        "[LRF 1, Oil](/lrf-1/#oil): “Oil burns for a day” (cf. [LRF 2.1, Oil](/lrf-2/#oil)).",
        "[LRF 1, Oil](/lrf-1/#oil): Oil burns for a day; cf. [LRF 2.1, Oil](/lrf-2/#oil).",
    ],
)
def test_a_further_citation_behind_a_quotation_is_no_part_of_it(note: str) -> None:
    found = judge("Oil burns for a day.", note)
    cited = [(each.path, each.heading) for each in found.cites]
    assert (found.relation, cited) == (Relation.VERBATIM, [("lrf-1.md", "Oil"), ("lrf-2.md", "Oil")])
    assert (found.quote or "").strip("“”.") == "Oil burns for a day"


@pytest.mark.parametrize("note", ["LRF 1: Oil.", "LRF 1: Oil. Wick: Wicks."])
def test_a_heading_behind_a_colon_is_no_quotation(note: str) -> None:
    assert judge("A wick is long.", note).quote is None


def _lamps(note: str, words: str = "Oil burns.", published: str = "Oil burns.") -> Kb:
    """The knowledge of a book with one clause, emended, and of two versions of a rulings file."""
    manifest = load_manifest(Source.from_text("corpus.yml", tests.test_corpus.GOOD)).value
    assert manifest is not None
    rulings = "# Rulings\n\n## Rulings by Term\n\n### Oil\n\n- Oil that was spilt is gone.\n"
    texts = {
        "wick.md": f"# Wick\n\n## Oil\n\n{published}\n",
        "emended/wick.md": f"# Wick\n\n## Oil\n\n{words}[^1]\n\n[^1]: {note}\n",
        "lrf-1.md": rulings,
        "lrf-2.md": f"{rulings}- Nobody drinks the oil of a lamp.\n",
    }
    return build_kb(manifest, {each: text.encode() for each, text in texts.items()}).value


def test_every_version_that_has_the_words_is_a_source() -> None:
    (found,) = _lamps("Oil that was spilt is gone. See LRF 1, Oil; LRF 2, Oil.").footnotes["emended/wick.md"]
    assert [(each.file, each.line) for each in found.sources] == [("lrf-1.md", 7), ("lrf-2.md", 7)]
    (other,) = _lamps("Nobody drinks the oil of a lamp. See LRF 1, Oil; LRF 2, Oil.").footnotes["emended/wick.md"]
    assert [(each.file, each.line) for each in other.sources] == [("lrf-2.md", 8)]


def test_a_ruling_that_only_a_footnote_quotes_is_told_with_it() -> None:
    known = _lamps("See LRF 2.\n[^2]: Nobody drinks the oil of a lamp. See LRF 2, Oil.")
    told = [each.message for each in ruling_unapplied.audit(known)]
    nowhere = "the ruling on `Oil` stands nowhere in the emended text of W"
    assert told == [nowhere, f"{nowhere}, though footnote `2` quotes it"]


@pytest.mark.parametrize(
    ("quoted", "where"), [("Nobody drinks the oil of a lamp.", ": lrf-2.md:8"), ("A lamp without any oil is lit.", "")]
)
def test_words_that_another_version_has_are_told_with_their_place(quoted: str, where: str) -> None:
    (found,) = quotation_unverified.audit(_lamps(f"{quoted} See LRF 1, Oil."))
    assert (found.code.code, found.hint.partition("these words")[2]) == ("KB442", where)


@pytest.mark.parametrize(
    ("quoted", "where"),
    [
        ("Nobody drinks the oil of a lamp.", "lrf-2.md:8 has `Nobody drinks the oil of a lamp.`"),
        ("Nobody lights the oil of a lamp.", ""),
    ],
)
def test_one_sentence_of_a_quotation_that_another_version_has_is_told_with_its_place(quoted: str, where: str) -> None:
    note = f'Oil that was spilt is gone. See LRF 1, [Oil](/lrf-1/#oil). LRF 1 had "{quoted}"'
    found = [each.hint for each in quotation_unverified.audit(_lamps(note)) if each.code.code == "KB442"]
    assert [hint.partition("these words: ")[2] for hint in found] == [where]


@pytest.mark.parametrize(
    ("note", "relation", "problems"),
    [
        ("LRF 1, Oil, instead of “Oil is never lost.”", Relation.POINTER, ()),
        ("LRF 1, Oil, instead of “Oil is never cold.”", Relation.NOT_FOUND, (Problem.NOT_FOUND,)),
    ],
)
def test_words_that_a_change_took_out_are_no_quotation_of_its_source(
    note: str, relation: Relation, problems: tuple[Problem, ...]
) -> None:
    known = _lamps(note, "Oil that was spilt is gone.", "Oil is never lost.")
    (found,) = known.footnotes["emended/wick.md"]
    assert (found.relation, found.problems) == (relation, problems)


def test_a_definition_that_is_read_as_part_of_another_is_told_as_such() -> None:
    known = _lamps("\n    See LRF 1.\n[^2]: See LRF 2.", "Oil burns.[^2]")
    marker, definition = footnote_undefined.audit(known)
    assert marker.hint == "put a blank line before line 9, which defines it but is read as part of what stands above it"
    assert (definition.line, definition.hint[:29]) == (9, "put a blank line before it: i")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Section 5: Oil burns.", "Oil burns."),
        ("Rule 2.1. Oil burns.", "Oil burns."),
        ("(1.6) Oil burns.", "Oil burns."),
        ("Section 5 burns.", "Section 5 burns."),
        ("Section Five: Oil burns.", "Section Five: Oil burns."),
    ],
)
def test_the_number_of_a_section_before_an_erratum_is_none_of_its_words(text: str, words: str) -> None:
    assert unnumbered(text) == words


@pytest.mark.parametrize(
    ("last", "hint"),
    [
        ("[^n0] Oil burns.", "put a colon behind it, `[^n0]: ...`, where the footnote itself begins here"),
        ("[^n1] is a mark.", "add a line `[^n1]: ...` or correct the marker"),
        ("Oil.\n[^n0]: Oil burns.", "put a blank line before it: it is read as part of what stands above it"),
    ],
)
def test_a_footnote_that_is_none_is_told_with_what_it_lacks(last: str, hint: str) -> None:
    kb = consult([Source.from_text("emended.md", f"# E\n\nOil is lit.[^n0]\n\n{last}\n")], []).value
    assert [each.hint for each in footnote_undefined.audit(kb)][-1] == hint


@pytest.mark.parametrize("end", ["…", " …", "...", " [...]"])
def test_see_behind_an_ellipsis_is_none_of_the_words_quoted(end: str) -> None:
    found = judge("Oil burns for a day.", f"Oil burns for a{end} See [LRF 1, Oil](/lrf-1/#oil).")
    assert found.relation is Relation.VERBATIM and "See" not in (found.quote or "")


@pytest.mark.parametrize(
    "place",
    ["→ Oil", "§ Oil", "§Oil", "> Oil", "→ Rulings by Term → Oil", "› Oil", "⇒ Oil", "\\| Oil", "· Oil", "▸ Oil"],
)
@pytest.mark.parametrize("note", ["“Oil burns for a day.” LRF 1 {}.", "LRF 1 {}: “Oil burns for a day.”"])
def test_a_sign_leads_from_a_text_to_a_place_in_it(place: str, note: str) -> None:
    found = judge("Oil burns for a day.", note.format(place))
    assert [(each.path, (each.heading or "").strip("“”")) for each in found.cites] == [("lrf-1.md", "Oil")]
    assert (found.relation, found.problems) == (Relation.VERBATIM, ())
