"""Footnotes whose source is told by another footnote, or is the page of a card: as editors and readers are told."""

import re
from itertools import permutations

import pytest

from kb.answers.footnote_list import list_footnotes
from kb.audit import link_relative
from kb.citations import verify_footnotes
from kb.files import read_corpus
from kb.pipeline import build_kb
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.site import build_tree
from kb.sources.addresses import gather_sources
from kb.tools.builders import read_templates
from tests.answered import parts
from tests.applying import read_named as read
from tests.built import LANTERN, ROOT

IBID = re.compile(r"\[\^hl-roof\]: .*")
GANNET = """\
---
title: Gannet
permalink: /cards/gannet/
---

# Gannet

## PRINTINGS

### First Printing

> Storms played on the Gannet lose a point.

 - [Rulings 3 - Gannet](/rulings-3/#gannet)<br>The _Gannet_ may not be used to dive.
"""


def judge(note: str) -> FootnoteVerdict:
    """The verdict on a footnote of a book beside which the page of a card is at hand."""
    book = read("book.md", f"---\npermalink: /emended/book/\n---\n\n# B\n\nThe boat floats.[^1]\n\n[^1]: {note}\n")
    card = read("texts/cards/G/gannet.md", GANNET)
    (verdict,) = verify_footnotes(book, gather_sources([book], pages=[card])).value
    return verdict


@pytest.mark.parametrize(
    ("note", "relation", "anchor"),
    [
        ("The Gannet may not be used to dive. See [Gannet](/cards/gannet/).", Relation.VERBATIM, None),
        ("Storms played on the Gannet lose a point. See [Gannet](/cards/G/gannet/).", Relation.VERBATIM, None),
        ("The Gannet may not be used to dive. See [it](../../cards/gannet/).", Relation.VERBATIM, None),
        ("The Gannet may not be used to dive. See [it](../cards/G/gannet.md).", Relation.VERBATIM, None),
        (
            "The Gannet may not be used to dive. See [Gannet](/cards/gannet/#first-printing).",
            Relation.VERBATIM,
            "first-printing",
        ),
        ("The Gannet sinks on sight of land. See [Gannet](/cards/gannet/).", Relation.NOT_FOUND, None),
        ("See [Gannet](/cards/gannet/).", Relation.POINTER, None),
    ],
)
def test_a_footnote_is_checked_against_the_page_of_a_card_it_links_to(
    note: str, relation: Relation, anchor: str | None
) -> None:
    verdict = judge(note)
    (cited,) = verdict.cites
    assert (cited.work, cited.path, cited.anchor) == ("Gannet", "texts/cards/G/gannet.md", anchor)
    assert verdict.relation is relation
    assert verdict.problems == ((Problem.NOT_FOUND,) if relation is Relation.NOT_FOUND else ())


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("Ibid. See also Rulings 3, Hull.", ["mast", "hull"]),
        ("Ibid., and RU 3, Hull.", ["mast", "hull"]),
        ("See note 1 and RU 3, Hull.", ["mast", "hull"]),
        ("See [^1] and RU 3, Mast.", ["mast", "mast"]),
        ("Ibid., *", ["mast"]),
        ("Ibid., (–).", ["mast"]),
        ("See notes 1 and 3.", ["mast", "hull"]),
        ("See notes 1, 3.", ["mast", "hull"]),
        ("Cf. nn. 1–3.", ["mast", "hull"]),
        ("See footnotes 1 & 3, Mast.", ["mast"]),
        ("See n. 3; RU 3, Mast.", ["hull", "mast"]),
        ("See note 1; note 3.", ["mast", "hull"]),
        ("See [^1] and [^3].", ["mast", "hull"]),
        ("See notes [^1], [^3].", ["mast", "hull"]),
        ("Like note 3.", ["hull"]),
        ("(Note 3.)", ["hull"]),
        ("It is moored high and dry. Above.", []),
        ("It is dry (see note 3).", ["hull"]),
        ("Note 3.", ["hull"]),
        ("Note 3. See also RU 3, Mast.", ["hull", "mast"]),
        ('See note 1, "It is high; it is dry".', ["mast"]),
        ("Added because of [^3].", ["hull"]),
        ("Follows from [^1] and [^3].", ["mast", "hull"]),
        ("Cut, see [^3].", ["hull"]),
        ("It is dry. Same ruling as [^3].", ["hull"]),
        ("RU 3, Hull; ibid., Mast.", ["hull", "mast"]),
        ("See RU 3, Hull; see also ibid., Mast.", ["hull", "mast"]),
        ("RU 3, Hull, and ibid., Mast.", ["hull", "mast"]),
        ("RU 3, Hull; ibid.", ["hull"]),
        ("RU 3, Hull; ibid., Mast; ibid., Hull.", ["hull", "mast", "hull"]),
        ("RU 3, Hull; ibid., [Mast](/r/#mast).", ["hull", "mast"]),
        ("RU 3, Hull; ibid., [Mast](/gone/#mast).", ["hull", "mast"]),
        ("[RU 3, Hull](/r/#hull); ibid., Mast.", ["hull", "mast"]),
        ("[RU 3, Hull](/r/#hull); ibid., [Mast](/r/#mast).", ["hull", "mast"]),
        ("Note 3; ibid., Mast.", ["hull", "mast"]),
        ("See note 1, since RU 3, Hull.", ["mast", "hull"]),
        ('Ibid., added in RU 3: "It is high."', ["mast", None]),
        ("Op. cit. RU 3, Hull.", ["mast", "hull"]),
        ("Op. cit. Hull it is.", ["mast"]),
        ("Kites are moored[^3] at dusk.", []),
        ("Same and older rulings differ.", []),
        ("Notes 1 and 3 kites differ.", []),
    ],
)
def test_a_note_may_be_named_beside_a_further_source(note: str, places: list[str]) -> None:
    book = read("book.md", f"# B\n\nA.[^1] B.[^2] C.[^3]\n\n[^1]: RU 3, Mast.\n[^2]: {note}\n[^3]: RU 3, Hull.\n")
    rulings = read("r.md", "---\ntitle: Rulings 3\n---\n\n## Mast\n\nIt is high.\n\n## Hull\n\nIt is dry.\n")
    sources = gather_sources([book, rulings], names={"r.md": ("RU 3",)})
    assert [each.anchor for each in verify_footnotes(book, sources).value[1].cites] == places


def test_a_card_is_not_meant_by_its_name_alone() -> None:
    verdict = judge("See Gannet.")
    assert [each.path for each in verdict.cites] == [None]
    assert verdict.problems == (Problem.SOURCE_NOT_AT_HAND,)


def test_what_another_note_tells_is_told_on_the_page() -> None:
    """`Ibid.` on the page of a book and in JSON: which note it means, and what that cites."""
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    path = "emended/bells-below.md"
    text = IBID.sub("[^hl-roof]: Ibid.", corpus.texts[path].decode())
    kb = build_kb(corpus.manifest, {**corpus.texts, path: text.encode()}).value
    items = parts(list_footnotes(path, kb.footnotes[path]))
    found = next(each for each in items if each["id"] == "hl-roof")
    assert [(each["work"], each["anchor"], each["as_note"]) for each in found["cites"]] == [
        ("HL 4", "drowned-towns", "hl-steeple")
    ]
    page = build_tree(kb, read_templates(ROOT), {}, {}).value.pages["rules/bells-below/index.md"]
    told = re.findall(r'Ibid\. <span class="small">&#91;<a href="([^"]*)">([^<]*)</a>&#93;', page)
    assert ("#fn:hl-steeple", "as the note before: HL\N{NO-BREAK SPACE}4, Drowned Towns") in told


def test_a_relative_link_to_the_page_of_a_card_leads_somewhere() -> None:
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    path = "emended/bells-below.md"
    text = corpus.texts[path].decode() + "\nSee [one](../../cards/gannet/) and [another](../../cards/no-such-card/).\n"
    kb = build_kb(corpus.manifest, {**corpus.texts, path: text.encode()}).value
    (found,) = (each for each in link_relative.audit(kb) if each.path == path)
    assert "no-such-card" in found.message


@pytest.mark.parametrize(
    ("note", "cited"),
    [
        ("Same, Gulls dive at dusk when the tide is out, and none floats.", []),
        ("The same ruling, Gull, holds for boats.", []),
        ("As in note 1, Gulls dive at dusk when the tide is out.", []),
        ('Ibid., "The boat floats; no gull dives before noon".', ["rules.md"]),
        ("Ibid., Gull (as amended)", ["rules.md"]),
    ],
)
def test_words_behind_a_note_that_is_named_are_a_place_only_where_they_are_a_heading(
    note: str, cited: list[str]
) -> None:
    text = (
        f"---\npermalink: /book/\n---\n\n# B\n\nIt floats.[^1] It dives.[^2]\n\n[^1]: See Rules, Boat.\n[^2]: {note}\n"
    )
    documents = [read("book.md", text), read("rules.md", "# Rules\n\n## Boat\n\nIt floats.\n\n## Gull\n\nIt dives.\n")]
    _, found = verify_footnotes(documents[0], gather_sources(documents)).value
    assert [each.work for each in found.cites] == cited


@pytest.mark.parametrize(
    ("notes", "cited"),
    [
        (["See note 2.", "See note 3.", "See note 2."], [[], [], []]),
        (["See note 3.", "See note 1.", "See note 2."], [[], [], []]),
        (["See note 9 and note 2.", "See [Gannet](/cards/gannet/).", "Ibid."], [["Gannet"], ["Gannet"], ["Gannet"]]),
        (["See [Gannet](/cards/gannet/).", "See note 1 and the note 9.", "See note 9, and note 2."], [["Gannet"]] * 3),
        (["See note 3.", "See note 1.", "See [Gannet](/cards/gannet/)."], [["Gannet"], ["Gannet"], ["Gannet"]]),
        (["See [Gannet](/cards/gannet/).", "Ibid. See note 1 and note 2.", "See note 2."], [["Gannet"]] * 3),
    ],
)
def test_notes_that_name_each_other_cite_what_the_last_of_them_names(notes: list[str], cited: list[list[str]]) -> None:
    markers = "".join(f"[^n{number}]" for number in range(1, len(notes) + 1))
    defined = "".join(f"[^n{number}]: {note}\n" for number, note in enumerate(notes, start=1))
    book = read("book.md", f"# B\n\nThe boat floats.{markers}\n\n{defined}")
    card = read("texts/cards/G/gannet.md", GANNET)
    verdicts = verify_footnotes(book, gather_sources([book], pages=[card])).value
    assert [[each.work_as_cited or each.heading for each in verdict.cites] for verdict in verdicts] == cited


RULINGS = """\
---
title: Rulings 3
permalink: /ru/
---

## Mast

It is high.

## Hull

It is dry below the line of the sea.
"""


def followed(text: str) -> dict[str, list[tuple[str | None, str | None, str | None]]]:
    """Of each footnote the work, the heading and the note by which it is cited; of two of one id the last."""
    documents = [read("book.md", f"# B\n\n{text}"), read("r.md", RULINGS)]
    verdicts = verify_footnotes(documents[0], gather_sources(documents, names={"r.md": ("RU 3",)})).value
    return {each.id: [(cited.work, cited.heading, cited.as_note) for cited in each.cites] for each in verdicts}


@pytest.mark.parametrize(
    ("notes", "cited"),
    [
        (["Ibid., [Mast](/ru/#mast)."], ("Rulings 3", "Mast", None)),
        (["OR 7, Mast.", "Ibid., [Hull](/ru/#hull)."], ("Rulings 3", "Hull", "1")),
        (["OR 7, Mast.", "Note 1, [Hull](/ru/#hull)."], ("Rulings 3", "Hull", "1")),
        (
            ["RU 3, Hull.", "“It is dry below the line.” (Note 1); “It is dry below the sea.” (note 1)"],
            ("Rulings 3", "Hull", "1"),
        ),
        (["RU 3, Mast.", "Ibid., [Hull](/ru/#hull): It is dry below the line of the sea."], ("Rulings 3", "Hull", "1")),
        (["RU 3, [Mast](/gone/#mast).", "Ibid., [Hull](/gone/#hull)."], ("RU 3", "Hull", "1")),
        (["RU 3, [Mast](/gone/#mast).", "Ibid., [Hull](/gone/#hull).", "Ibid., Keel."], ("Rulings 3", "Keel", "2")),
    ],
)
def test_a_link_behind_the_name_of_a_note_leads_to_a_place_in_what_that_one_cites(
    notes: list[str], cited: tuple[str, str, str | None]
) -> None:
    markers = "".join(f"[^{number}]" for number in range(1, len(notes) + 1))
    defined = "".join(f"[^{number}]: {note}\n" for number, note in enumerate(notes, start=1))
    assert followed(f"It floats.{markers}\n\n{defined}")[str(len(notes))] == [cited]


@pytest.mark.parametrize("place", ["[Hull](/gone/#hull)", "[Hull](/ru/#hull)", "Hull"])
@pytest.mark.parametrize("lead", ["ibid., ", "idem, ", "Ibid., "])
def test_what_stands_before_ibid_in_one_note_is_cited_too(lead: str, place: str) -> None:
    work = "RU 3" if "gone" in place else "Rulings 3"
    assert followed(f"It floats.[^1]\n\n[^1]: RU 3, Keel; {lead}{place}.\n")["1"] == [
        ("Rulings 3", "Keel", None),
        (work, "Hull", None),
    ]


@pytest.mark.parametrize(
    ("notes", "cited"),
    [
        (["See note {2}.", "See note {1}."], [[], []]),
        (["See note {2} and RU 3, Mast.", "See note {1}."], [["Mast"], []]),
        (["See note {2} and RU 3, Mast.", "See note {1} and RU 3, Hull."], [["Mast"], ["Hull"]]),
        (["See note {2}.", "See note {3}.", "See note {1} and RU 3, Hull."], [[], [], ["Hull"]]),
        (["See note {2} and RU 3, Mast.", "See note {1}.", "See note {1} and note {2}."], [["Mast"], [], ["Mast"]]),
        (["See note {2} and note {3}.", "See note {1}.", "RU 3, Hull."], [["Hull"], [], ["Hull"]]),
    ],
)
def test_notes_that_name_each_other_in_a_circle_cite_nothing_by_it_in_whatever_order(
    notes: list[str], cited: list[list[str]]
) -> None:
    numbers = range(1, len(notes) + 1)
    for order in permutations(numbers):
        place = {number: at for at, number in enumerate(order, start=1)}
        moved = {place[n]: notes[n - 1].format(0, *(place[each] for each in numbers)) for n in numbers}
        markers = "".join(f"[^{at}]" for at in numbers)
        found = followed(f"It floats.{markers}\n\n" + "".join(f"[^{at}]: {moved[at]}\n" for at in numbers))
        assert [[heading for _, heading, _ in found[str(place[n])]] for n in numbers] == cited


MAST, HULL = "RU 3, Mast.", "RU 3, Hull."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f"[^z]: See [^c].\n\nA.[^b] B.[^a] C.[^c]\n\n[^a]: Ibid.\n[^c]: See note 1.\n[^b]: {MAST}\n",
            {"z": "c", "a": "b", "c": "b"},
        ),
        (
            f"A.[^a] B.[^b] C.[^c]\n\n[^c]: {HULL}\n[^b]: {MAST}\n[^x]: {HULL}\n[^b]: Ibid.\n[^a]: {MAST}\n",
            {"b": "a"},
        ),
        (f"A.[^a] B.[^b]\n\n[^a]: {MAST}\n[^x]: {HULL}\n[^b]: Ibid.\n", {"b": "x"}),
        (f"A.[^a] B.[^b]\n\n[^x]: {HULL}\n[^a]: Ibid.\n[^b]: {MAST}\n[^y]: Ibid.\n", {"a": "x", "y": "b"}),
        (f"A.[^2] B.[^1] C.[^3]\n\n[^1]: {HULL}\n[^2]: {MAST}\n[^3]: See note 2.\n", {"3": "2"}),
    ],
    ids=["order of markers", "two of one id", "no marker", "no marker at the ends", "number or id"],
)
def test_notes_are_counted_as_readers_meet_them(text: str, told: dict[str, str]) -> None:
    """One without a marker follows the one defined before it; a marker in another note does not count."""
    found = followed(text)
    assert {note: by for note, cited in found.items() for _, _, by in cited if by is not None} == told
    assert all(len(cited) == 1 for cited in found.values())


def test_a_note_may_be_named_by_a_letter() -> None:
    book = read("book.md", "# B\n\nA.[^a] B.[^b]\n\n[^a]: RU 3, Mast.\n[^b]: See note a.\n")
    rulings = read("r.md", "---\ntitle: Rulings 3\n---\n\n## Mast\n\nIt is high.\n")
    sources = gather_sources([book, rulings], names={"r.md": ("RU 3",)})
    (cited,) = verify_footnotes(book, sources).value[1].cites
    assert (cited.anchor, cited.as_note) == ("mast", "a")
