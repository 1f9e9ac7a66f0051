"""A second witness of a version: where it states a ruling, where its words differ, what it alone has."""

from dataclasses import replace

from kb.answers.history import list_history
from kb.answers.ruling_text import render_history
from kb.attested import Life, Reading
from kb.lives import Loose, read_witness
from kb.model import CompendiumVersion, VersionId
from kb.places.base import Base
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.lives import view_life
from kb.shelves import as_plain, from_plain
from tests.lives import follow, read_version
from tests.test_reading_stages import RULINGS, built

LAMP = "Lamp | A lamp burns all night and is fed at dusk."
OIL = "Oil | Oil belongs to the player, not to a place."
BELL = "Bell | No bell may be rung while a storm is on."


def heard(first: list[str], second: list[str]) -> tuple[dict[str, Reading], tuple[Loose, ...]]:
    """The readings of a witness by the first word of the rulings, and what it alone has."""
    version = read_version("1", "2001-01-01", first)
    lives, loose = read_witness(follow([version]).lives, version.id, witness(second))
    return {life.newest.term: only(life) for life in lives}, loose


def only(life: Life) -> Reading:
    (reading,) = life.newest.readings
    return reading


def witness(lines: list[str]) -> CompendiumVersion:
    return read_version("1-copy", "2001-01-01", lines)


def test_the_same_words_and_their_place() -> None:
    readings, loose = heard([LAMP, OIL], [LAMP, OIL])
    assert [(each.same, each.similarity, len(each.lines)) for each in readings.values()] == [(True, 1.0, 1)] * 2
    assert readings["Lamp"].witness == "ledger-1-copy"
    assert readings["Lamp"].path == "ledger-1-copy.md"
    assert loose == ()


def test_other_words_are_given() -> None:
    readings, loose = heard([LAMP, OIL], [LAMP.replace("dusk", "dawn"), OIL])
    assert readings["Lamp"].text == "A lamp burns all night and is fed at dawn."
    assert not readings["Lamp"].same
    assert 0.8 < readings["Lamp"].similarity < 1
    assert readings["Oil"].same
    assert loose == ()


def test_a_ruling_the_witness_lacks_and_one_it_alone_has() -> None:
    readings, loose = heard([LAMP, OIL], [LAMP, BELL])
    assert (readings["Oil"].lines, readings["Oil"].text, readings["Oil"].similarity) == ((), "", 0.0)
    assert [each.text for each in loose] == ["No bell may be rung while a storm is on."]


def test_a_witness_that_has_nothing_of_a_section_is_silent_on_it() -> None:
    version = read_version("1", "2001-01-01", [LAMP, OIL, "Card: Gull | It flies.", "Card: Tern | It dives at noon."])
    for lines, terms in (
        ([LAMP], {"Lamp", "Oil"}),
        ([LAMP, "Card: Gull | It flies."], {"Lamp", "Oil", "Gull", "Tern"}),
    ):
        lives, _ = read_witness(follow([version]).lives, version.id, witness(lines))
        assert {life.newest.term for life in lives if life.newest.readings} == terms


def test_rulings_fused_in_the_witness_are_found_inside() -> None:
    fused = f"{LAMP} {OIL.partition(' | ')[2]}"
    readings, loose = heard([LAMP, OIL.replace("Oil |", "Lamp |")], [fused])
    assert readings["Lamp"].same
    assert loose == ()


def test_witnesses_in_the_knowledge_base() -> None:
    kb = built(lrf_1=RULINGS, lrf_1b=RULINGS.replace("It flies", "It flies high") + "- Kites burn.\n", lrf_2=RULINGS)
    alone = [(found.path, found.line) for found in kb.diagnostics if found.code.code == "KB523"]
    assert alone == [("lrf-1b.md", 14)]
    silent = built(lrf_1=RULINGS, lrf_1b=RULINGS, lrf_2=RULINGS)
    assert [found for found in silent.diagnostics if found.code.code == "KB523"] == []
    shelf = fill_shelves(kb)[0]
    assert from_plain(as_plain(shelf)).entries == shelf.entries
    entry = next(each for each in shelf.entries if each.life.newest.term == "Kite")
    answer = list_history(shelf, entry)
    attestations = answer["attestations"]
    assert isinstance(attestations, list)
    assert [len(each["witnesses"]) for each in attestations] == [1, 0]
    told = attestations[0]["witnesses"][0]
    assert (told["id"], told["lines"], told["same"], told["text"]) == ("lrf-1b", [13], False, "It flies high.")
    text = "\n".join("".join(piece for _, piece in line) for line in render_history(shelf, entry))
    assert "lrf-1b.md:13  second witness, which reads" in text
    assert "{+flies high.+}" in text


def test_a_page_gives_what_the_second_text_reads() -> None:
    kb = built(lrf_1=RULINGS, lrf_2=RULINGS)
    (life,) = [each for each in kb.chronicles["lrf"].history.lives if each.newest.term == "Kite"]
    base = Base.of(kb)
    assert view_life(base, life, "rulings/").readings == ()
    newest = life.newest
    for text, lines, said in (("It fell.", (3,), "In the second text copy"), ("", (), "Not in the second text copy")):
        reading = Reading(VersionId("copy"), "copy.md", lines, text, 0.5, False)
        told = replace(life, attestations=(*life.attestations[:-1], replace(newest, readings=(reading,))))
        ((head, words),) = view_life(base, told, "rulings/").readings
        assert head == said
        assert ("fell" in words) == bool(lines)
