"""Collations of small texts: kinds of difference, what is lost and what omitted, slips, order, bad texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.memory import Memory
from kb.model import Document, Edition, EditionId, Role, WorkId
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.witnesses import (
    Collation,
    Kind,
    State,
    Variant,
    Witness,
    WitnessId,
    _collating,
    collate,
    collate_book,
    cut_segments,
    supporters,
)
from kb.witnesses._atoms import Atoms
from kb.witnesses._comparing import Comparison, compare
from tests.built import LANTERN
from tests.damage import KINDS, do_damage

LEAD = "# Boats\n\nThe crew of a boat sleeps in turns until the lamp goes out; normal dice tell the attempt.\n\n"
TAIL = "\n\nEvery boat has a lamp—no lamp, no boat—and oil for it—the keeper sees to it. Six hold Under-deeps.\n"
RULEBOOKS = LANTERN / "texts" / "original" / "rulebooks"


def read(name: str, text: str) -> Document:
    return read_document(Source.from_text(f"{name}.md", text)).value


def laid(base: str, *others: str, roles: tuple[Role | None, ...] = ()) -> Collation:
    named = [Witness(WitnessId("base"), read("base", base))]
    for at, text in enumerate(others):
        named.append(Witness(WitnessId(f"w{at}"), read(f"w{at}", text), roles[at] if roles else None))
    return collate(named[0], named[1:])


def only(base: str, *others: str) -> Variant:
    found = laid(LEAD + base + TAIL, *(LEAD + other + TAIL for other in others)).variants
    assert len(found) == 1, [(variant.kind, variant.readings) for variant in found]
    return found[0]


@pytest.mark.parametrize(
    ("base", "other", "kind"),
    [
        ("Keepers draw two cards.", "Keepers draw three cards.", Kind.FIGURE),
        ("A keeper has +2 to dice.", "A keeper has -2 to dice.", Kind.FIGURE),
        ("A keeper has +l to dice.", "A keeper has +1 to dice.", Kind.FIGURE),
        ("Keepers draw 2 cards.", "Keepers draw cards.", Kind.FIGURE),
        ("Keepers draw two cards.", "Keepers draw 2 cards.", Kind.SPELLING),
        ("Keepers draw 3 cards.", "Keepers draw three cards.", Kind.SPELLING),
        ("Keepers draw two cards.", "Keepers draw 3 cards.", Kind.FIGURE),
        ("Rolls 14-15 are lost.", "Rolls 14–15 are lost.", Kind.DASH_SHAPE),
        ("Rolls 14--15 are lost.", "Rolls 14—15 are lost.", Kind.DASH_SHAPE),
        ("Rolls 14-15 are lost.", "Rolls 14, 15 are lost.", Kind.FIGURE),
        ("Rolls of -2 are lost.", "Rolls of –2 are lost.", Kind.DASH_SHAPE),
        ("Boats pass storms--3 of them.", "Boats pass storms—3 of them.", Kind.DASH_SHAPE),
        ("Rolls 2d6-1 high.", "Rolls 2d6+1 high.", Kind.FIGURE),
        ("Keepers draw ninety-six cards.", "Keepers draw 96 cards.", Kind.SPELLING),
        ("Keepers draw twenty cards.", "Keepers draw 21 cards.", Kind.FIGURE),
        ("A wreck gets gulls — 3 cries.", "A wreck gets gulls - 3 cries.", Kind.DASH_SHAPE),
        ("A wreck gets gulls — 3 cries.", "A wreck gets gulls -3 cries.", Kind.FIGURE),
        ("A keeper may draw cards.", "A keeper must draw cards.", Kind.READING),
        ("Tapped boats drift.", "Untapped boats drift.", Kind.READING),
        ("Boats do drift in storms.", "Boats do not drift in storms.", Kind.ADDED),
        ("Boats drift home in storms.", "Boats drift in storms.", Kind.OMITTED),
        ("Boats drift (in storms) the crew is lost.", "Boats drift (in storms)—the crew is lost.", Kind.BOUNDARY),
        ("Boats drift—in storms.", "Boats driftin storms.", Kind.DASH_LOST),
        ("Boats drift—in storms.", "Boats drift in storms.", Kind.DASH_LOST),
        ("Boats drift—in storms.", "Boats drift-in storms.", Kind.DASH_SHAPE),
        ("An Under-deeps boat.", "An Underdeeps boat.", Kind.HYPHENATION),
        ("An Under-deeps boat.", "An Under- deeps boat.", Kind.HYPHENATION),
        ("A boat at Lórien.", "A boat at Lorien.", Kind.ACCENTS),
        ("A boat at Lórien.", "A boat at Lrien.", Kind.ACCENTS),
        ("A boat at Carn Dûm.", "A boat at Carn Dűm.", Kind.MOJIBAKE),
        ("A boat at Lórien.", "A boat at LÃ³rien.", Kind.MOJIBAKE),
        ("A normal boat.", "A nonnal boat.", Kind.SCANNING),
        ("A second attempt.", "A second auempt.", Kind.SCANNING),
        ("A section of oil.", "A sectioin of oil.", Kind.SPELLING),
        ("A cancelled boat.", "A canceled boat.", Kind.SPELLING),
        ("Boats add + 1 to dice.", "Boats add +1 to dice.", Kind.STRAY_SPACE),
        ("Boats (all) drift.", "Boats(all) drift.", Kind.MISSING_SPACE),
        ("Boats drift, if not bound.", "Boats drift. if not bound.", Kind.PUNCTUATION),
        ('Boats "drift" home.', 'Boats drift" home.', Kind.QUOTES),
        ("The boat's crew.", "The boats crew.", Kind.QUOTES),
        ('Names in "…-deeps" drift.', 'Names in "-deeps" drift.', Kind.ELLIPSIS),
        ("The great Lamp burns.", "The great lamp burns.", Kind.CAPITALS),
        ("Boats may _not_ drift.", "Boats may not drift.", Kind.EMPHASIS),
        ("Boats may drift home.", "Boats may\ndrift home.", Kind.LINE_BREAK),
        ("Boats drift. Crews row.", "Boats drift.\n\nCrews row.", Kind.PARAGRAPHS),
        ("Boats drift <> home.", "Boats drift home.", Kind.JUNK),
        ("Boats (![](/lamp.svg)) drift.", "Boats drift.", Kind.SYMBOL),
        ("- Boats drift.", "* Boats drift.", Kind.LIST_MARK),
        ("> Boats drift.", "Boats drift.", Kind.BOX),
    ],
)
def test_kinds(base: str, other: str, kind: Kind) -> None:
    variant = only(base, other)
    assert variant.kind is kind
    assert variant.substantive is kind.substantive
    assert variant.reading(WitnessId("w0")).kind is kind


def test_a_sub_item_made_an_item_applies_to_something_else() -> None:
    base = "- Boats drift:\n    - by day, east.<br>Crews must row.\n    - by night, west.\n- Lamps burn."
    other = "- Boats drift:\n    - by night, west.\n    - by day, east.\n- Crews must row.\n- Lamps burn."
    found = laid(
        LEAD + base.replace("    - by night, west.\n", "") + TAIL,
        LEAD + other.replace("    - by night, west.\n", "") + TAIL,
    )
    assert [variant.kind for variant in found.substantive] == [Kind.LEVEL]


def test_silence_where_all_lists_are_lost_is_no_evidence() -> None:
    one = "- Boats without a lamp drift to the rocks.\n- Boats with a lamp stay."
    two = "- Keepers row by day and sleep by night.\n- Pilots never sleep."
    base = f"{LEAD}Of boats:\n\n{one}\n\nOf crews, who are many and never tire of the sea:\n\n{two}{TAIL}"
    scrape = base.replace(one, "").replace(two, "")
    added = base.replace("- Boats with a lamp stay.", "- Boats with a lamp stay.\n- Boats at anchor count as lit.")
    collation = laid(base, added, scrape)
    found = {variant.kind: variant for variant in collation.substantive}
    assert set(found) == {Kind.LISTS_GONE, Kind.ADDED}
    assert len(found[Kind.LISTS_GONE].clauses) == 4
    assert [reading.state for reading in found[Kind.ADDED].readings] == [State.OMITTED, State.DIFFERS, State.LOST]


def test_one_list_left_out_is_omitted() -> None:
    lists = [f"- Rule {word} of boats that drift.\n- Rule {word} of crews that row." for word in ("one", "two", "six")]
    base = LEAD + "\n\nThen there is more to be said of it:\n\n".join(lists) + TAIL
    found = laid(base, base.replace(lists[1], "")).substantive
    assert [(variant.kind, variant.readings[1].state) for variant in found] == [(Kind.OMITTED, State.OMITTED)]


def test_an_evident_slip_of_the_base_has_a_suggestion() -> None:
    variant = only(
        "No boat drifts exceot bv night, and by day none.", *["No boat drifts except by night, and by day none."] * 2
    )
    assert variant.suggestion == "except by"
    assert supporters(variant) == ("w0", "w1")
    assert variant.readings[0].kind is Kind.SCANNING


def test_two_witnesses_with_a_slip_of_their_own_are_not_believed() -> None:
    variant = only("Gimli rows.", "Gimili rows.", "Gimili rows.")
    assert variant.kind is Kind.SPELLING
    assert variant.suggestion is None


def test_a_dash_lacking_where_all_are_lacking_says_nothing() -> None:
    base, other = (
        "Boats drift—in storms—and crews row (by day)—lamps burn.",
        "Boats drift in storms and crews row (by day) lamps burn.",
    )
    lead, tail = LEAD.replace("—", " "), "\n\nNothing more is said of boats, of crews or of the lamps they burn.\n"
    found = laid(lead + other + tail, lead + base + tail)
    assert {variant.kind for variant in found.variants} == {Kind.DASH_LOST}


def test_emendations_are_no_variants_but_readings() -> None:
    base = LEAD + "Boats drift exceot by day." + TAIL
    emended = LEAD + "Boats drift except by day. Lamps never drift.[^a]" + TAIL + "\n[^a]: The ledger.\n"
    web = LEAD + "Boats drift except by day." + TAIL
    collation = laid(base, emended, web, roles=(Role.EMENDED, None))
    assert [(variant.kind, variant.suggestion) for variant in collation.variants] == [(Kind.SCANNING, "except")]
    assert collation.variants[0].reading(WitnessId("w0")).text == "except"


def test_an_emended_reading_ends_with_its_clause_before_a_section_put_in_behind() -> None:
    base = (
        "# Ending\n\nThe game ends when a player has thirty marks and says so, or when both decks are spent twice.\n\n"
        "The player with more marks wins. If they are equal, the younger player wins.\n"
    )
    put_in = (
        "\n# Bells\n\nThis section is from _Drowned Bells_.\n\n"
        "A bell is a great cargo that is heard. Each crew within two harbours of a bell adds one to its force.\n\n"
        "- A bell may be rung by its bearer. Tap the bell.\n- A drowned bell may not be rung.\n\n"
        "{: .note }\n> **Clarification:** A bell rung at a haven is heard by nobody.\n"
    )
    emended = base.replace("the younger player wins", "nobody wins") + put_in
    (variant,) = laid(base, base.replace("younger", "taller"), emended, roles=(None, Role.EMENDED)).variants
    assert variant.reading(WitnessId("w0")).text == "taller"
    assert variant.reading(WitnessId("w1")).text == "nobody wins"


def test_a_passage_moved_is_told_as_moved() -> None:
    parts = [
        f"{LEAD}",
        "The lamp is lit at dusk, and the keeper stays with it until the last boat is home again.\n\n",
        TAIL,
    ]
    found = laid(parts[0] + parts[1] + parts[2], parts[0] + parts[2] + "\n" + parts[1])
    assert {variant.kind for variant in found.variants} == {Kind.MOVED}


def test_a_reprint_of_the_last_chapters_hides_nothing_in_which_printings_differ_before_them() -> None:
    crew, sea = "A crew has four keepers, and each of them has a lamp of his own.", "No boat sails by night."
    first = f"# BOATS\n\nHARBOUR LAW\n\n## 1 • Crews\n\n{crew}\n\n{sea}\n\n"
    second = f"## 2 • Lamps\n\n{TAIL.replace(chr(10), ' ')} A lamp burns one watch. Two lamps burn two."
    guide = "# BOATS GUIDE\n\n# PART FIVE\n\n" + second.replace("2 • ", "")
    found = laid(first + second, first.replace("four", "five") + second, guide).variants
    told = [(v.kind, v.readings[1].text, v.readings[2].state) for v in found if v.substantive]
    assert (Kind.FIGURE, "five", State.LOST) in told
    lost = [v for v in found if v.kind is Kind.OMITTED]
    assert [v.readings[2].state for v in lost] == [State.LOST], "one passage, and no evidence"
    assert lost[0].readings[0].text is not None
    assert lost[0].readings[0].text.startswith("HARBOUR LAW")
    assert lost[0].readings[0].text.endswith(sea)


@pytest.mark.parametrize("text", ["", "   \n\n", "***", "# \n"], ids=["empty", "blank", "rule", "heading"])
def test_a_text_without_words_is_refused_or_has_no_variants(text: str) -> None:
    assert [each.witness for each in laid(LEAD + TAIL, text).refused] == ["w0"]
    assert laid(text, LEAD + TAIL).variants == ()


def test_segments_join_to_the_base() -> None:
    text = (RULEBOOKS / "bells-below.md").read_text("utf-8")
    collation = laid(text, do_damage(text, 7, 0.03, KINDS)[0])
    for held in cut_segments(collation):
        said = "".join(segment.text for segment in held.segments)
        assert "".join(said.split()) == "".join(held.clause.text.split())


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.permutations([0, 1, 2]))
def test_the_order_of_the_witnesses_changes_nothing(seed: int, order: list[int]) -> None:
    text = (RULEBOOKS / "bells-below.md").read_text("utf-8")
    base = Witness(WitnessId("base"), read("base", text))
    others = [
        Witness(WitnessId(f"w{at}"), read(f"w{at}", do_damage(text, seed + at, 0.02, KINDS)[0])) for at in range(3)
    ]
    first, second = collate(base, others), collate(base, [others[at] for at in order])
    assert first == second


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_readings_stand_in_their_sources(seed: int) -> None:
    text = (RULEBOOKS / "bells-below.md").read_text("utf-8")
    collation = laid(text, *(do_damage(text, seed + at, 0.02, KINDS)[0] for at in range(2)))
    sources = {witness.id: witness.document.source for witness in collation.witnesses}
    assert len({variant.id for variant in collation.variants}) == len(collation.variants)
    for variant in collation.variants:
        assert [reading.witness for reading in variant.readings] == list(sources)
        for reading in variant.readings:
            if reading.text is not None:
                source = sources[reading.witness].slice(reading.span)
                assert "".join(source.replace(">", "").split()) == "".join(reading.text.replace(">", "").split())


def test_an_edition_of_another_work_is_a_warning() -> None:
    other = "# Gulls\n\nNothing here is said of anything in the first text; this one is about birds, and birds alone.\n"
    editions = [
        Edition(EditionId(name), WorkId("boats"), Role.PUBLISHED, "2004", read(name, text))
        for name, text in (("base", LEAD + TAIL), ("gulls", other))
    ]
    outcome = collate_book(editions[0], editions)
    assert [each.witness for each in outcome.value.refused] == ["gulls"]
    assert [(found.code.code, found.path) for found in outcome.diagnostics] == [("KB182", "gulls.md")]


def test_an_edit_of_one_witness_leaves_what_is_known_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def asking(base: Atoms, other: Atoms) -> Comparison:
        asked.append(other.document.source.path)
        return compare(base, other)

    monkeypatch.setattr(_collating, "compare", asking)
    memory = Memory()
    base, *others = (
        Witness(WitnessId(name), read(name, LEAD + words + TAIL))
        for name, words in (("a", ""), ("b", ""), ("c", "Oil."))
    )
    collate(base, others, memory)
    assert asked == ["b.md", "c.md"]
    others[1] = Witness(WitnessId("c"), read("c", LEAD + "Oil and tar." + TAIL))
    assert collate(base, others, memory) == collate(base, others)
    assert asked[2:] == ["c.md", "b.md", "c.md"]


def test_a_number_in_words_that_others_have_in_figures_is_no_slip() -> None:
    variant = only("A twelve-sided die is cast.", *["A 12-sided die is cast."] * 2)
    assert (variant.kind, variant.suggestion) == (Kind.SPELLING, None)


def test_words_that_came_in_with_a_figure_are_no_figure_that_was_misread() -> None:
    base = "A keeper loses -1 for each wreck after the first. A keeper on a rock adds 1."
    later = "A keeper loses -1 for each wreck after the first, to a maximum of -3. A keeper on a rock adds 2."
    variants = laid(LEAD + base + TAIL, *(LEAD + later + TAIL,) * 2).variants
    assert [variant.suggestion for variant in variants] == [None] * len(variants)


def test_a_form_that_the_base_repeats_is_no_slip_of_it() -> None:
    base = f"{LEAD}Boats have grapnels. Crews throw grapnels at rocks.{TAIL}"
    found = laid(base, *[base.replace("grapnels", "grapnells")] * 2).variants
    assert [(variant.kind, variant.suggestion) for variant in found] == [(Kind.SPELLING, None)] * 2


def test_other_passages_at_one_place_are_variants_apart() -> None:
    added = "Nobody may leave a boat at sea by night.", "A gull on the mast is worth two on the rocks, say the old."
    found = laid(LEAD + TAIL, *(f"{LEAD}{text}\n{TAIL}" for text in (*added, added[0]))).variants
    assert [variant.kind for variant in found] == [Kind.ADDED, Kind.ADDED]
    assert {tuple(reading.witness for reading in v.readings if reading.text) for v in found} == {("w0", "w2"), ("w1",)}


def test_passages_added_in_one_place_stand_as_in_their_witness_with_an_id_each() -> None:
    added = ["Ho ho.", "Hi hi hi.", "Ho ho.", "A crew sings."]
    base = "A keeper rows.\n\nThe end is near."
    found = laid(base, base.replace("rows.", "\n\n".join(["rows.", *added]))).variants
    assert [each.readings[1].text for each in found] == added
    assert len({each.id for each in found}) == len(added)


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("Keepers draw **[p. 3]** two cards by day.", Kind.PAGE_NUMBER),
        ("Keepers draw<br>*(page 12)*<br>two cards by day.", Kind.PAGE_NUMBER),
        ("Keepers draw two cards by day.\n\n*Page 4*", Kind.PAGE_NUMBER),
        ("Keepers draw two cards by day.\n\n[Seite 4]", Kind.PAGE_NUMBER),
        ("Keepers draw two of 4 cards by day.", Kind.FIGURE),
        ("Keepers draw two page 4 cards by day.\n\nPage 4 burns.", Kind.ADDED),
    ],
)
def test_what_only_names_a_page_is_no_word_of_the_text(other: str, kind: Kind) -> None:
    found = laid(LEAD + "Keepers draw two cards by day." + TAIL, LEAD + other + TAIL).variants
    assert found[-1].kind is kind, [(variant.kind, variant.readings) for variant in found]
