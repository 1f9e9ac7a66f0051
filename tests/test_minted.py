"""Ids minted once: read back, matched whatever versions come later, joined and parted; circles and strays."""

import pytest

from kb.attested import History
from kb.diagnostics import Outcome
from kb.minted import Minted, mint, name_lives, read_minted, words_sum
from kb.model import CompendiumVersion
from kb.similarity import compare_words
from kb.text import Source
from tests.lives import follow, read_version

LAMP = "Lamp | A lamp burns all night and is fed at dusk."
LAMP_NEW = "Lamp | A lamp burns all night, and must be fed at dusk by its owner."
OIL = "Oil | Oil belongs to the player, not to a place."


def ids_of(text: str) -> Outcome[tuple[Minted, ...]]:
    return read_minted(Source.from_bytes("ids.yml", text.encode()))


def named(history: History, versions: list[CompendiumVersion], text: str) -> dict[str, tuple[str, ...]]:
    entries = ids_of(text)
    assert entries.diagnostics == ()
    lives = name_lives(history.lives, entries.value, versions, Source.from_bytes("ids.yml", text.encode())).value
    return {" ".join(life.newest.words[:3]): (life.id, *life.aliases) for life in lives}


def test_minting_twice_changes_nothing() -> None:
    versions = [read_version("1", "2001-01-01", [LAMP, OIL])]
    lives = follow(versions).lives
    text = mint(lives, (), versions)
    entries = ids_of(text).value
    assert len(entries) == 2
    assert mint(name_lives(lives, entries, versions, None).value, entries, versions) == text
    assert "burns" not in text


def test_an_id_lasts_when_newer_and_older_versions_are_added() -> None:
    middle = read_version("2", "2002-01-01", [LAMP, OIL])
    text = mint(follow([middle]).lives, (), [middle])
    before = named(follow([middle]), [middle], text)
    new, old = read_version("3", "2003-01-01", [LAMP_NEW, OIL]), read_version("1", "2001-01-01", [LAMP])
    versions = [old, middle, new]
    after = named(follow(versions), versions, text)
    assert after == before
    assert follow(versions).lives[0].id != before["a lamp burns"][0]


ALIKE = "may not leave its place before the keeper does."


@pytest.mark.parametrize(
    "edited",
    [
        [LAMP, "Card: Bell | It may", "Card: Oil | It may", "Card: Rope | It may"],
        ["Card: Bell | It may", LAMP, "Card: Oil | It may", "Card: Rope | It may"],
        [LAMP, "Card: Bell | It may", "Card: Oil | It may"],
        [LAMP, "Card: Anchor | It may", "Card: Bell | It may", "Card: Oil | It may", "Card: Rope | It may"],
    ],
)
def test_rulings_in_the_same_words_keep_their_ids_when_something_is_put_in_before_them(edited: list[str]) -> None:
    def read(rulings: list[str]) -> CompendiumVersion:
        return read_version("1", "2001-01-01", [each.replace("It may", f"It {ALIKE}") for each in rulings])

    def by_term(version: CompendiumVersion) -> dict[str, str]:
        entries = ids_of(text).value
        lives = name_lives(follow([version]).lives, entries, [version], Source.from_bytes("ids.yml", text.encode()))
        return {life.newest.term: life.id for life in lives.value if life.newest.words[0] == "it"}

    first = read(["Card: Bell | It may", "Card: Oil | It may", "Card: Rope | It may"])
    text = mint(follow([first]).lives, (), [first])
    before, after = by_term(first), by_term(read(edited))
    assert len(before) == len(set(before.values())) == 3
    assert before.items() & after.items() == {each for each in before.items() if each[0] in after}
    assert len(set(after.values())) == len(after)


def test_rulings_that_grow_together_keep_both_ids() -> None:
    first = read_version(
        "1",
        "2001-01-01",
        ["Dive | The dive is on when the town is up.", "Dive | No card may be played then by either player."],
    )
    text = mint(follow([first]).lives, (), [first])
    second = read_version(
        "2", "2002-01-01", ["Dive | The dive is on when the town is up. No card may be played then by either player."]
    )
    versions = [first, second]
    (names,) = named(follow(versions), versions, text).values()
    assert set(names) == {entry.id for entry in ids_of(text).value}


def test_a_ruling_keeps_its_own_id_before_those_of_items_once_read_as_rulings() -> None:
    versions = [
        read_version("1", "2001-01-01", ["Lamp | A wick feeds these.", "Lamp | Harbour lamps", "Lamp | The Long Lamp"]),
        read_version("2", "2002-01-01", ["Lamp | A wick feeds these. Harbour lamps The Long Lamp"]),
    ]
    words = compare_words("A wick feeds these. Harbour lamps The Long Lamp")
    entries = (("lamp-aaa", 1, 7, ("harbour", "lamps")), ("lamp-bbb", 1, 8, ("the", "long")), ("lamp-zzz", 2, 5, words))
    lines = [
        f"  - {{id: {name}, version: ledger-{version}, line: {line}, sha256: {words_sum(said)}}}\n"
        for name, version, line, said in entries
    ]
    found = named(follow(versions), versions, "schema: 1\nrulings:\n" + "".join(lines))
    assert found == {"a wick feeds": ("lamp-zzz", "lamp-aaa", "lamp-bbb")}


def test_a_ruling_that_comes_apart_leaves_its_id_to_the_first() -> None:
    whole = "Dive | The dive is on when the town is up. No card may be played then by either player."
    first = read_version("1", "2001-01-01", [whole])
    text = mint(follow([first]).lives, (), [first])
    second = read_version(
        "2",
        "2002-01-01",
        ["Dive | The dive is on when the town is up.", "Dive | No card may be played then by either player."],
    )
    versions = [first, second]
    found = named(follow(versions), versions, text)
    (entry,) = ids_of(text).value
    assert found["the dive is"] == (entry.id,)
    assert found["no card may"] != (entry.id,)


def test_an_id_waits_for_its_version_and_strays_are_reported() -> None:
    versions = [read_version("1", "2001-01-01", [LAMP])]
    gone = "0" * 64
    text = f"schema: 1\nrulings:\n  - {{id: a-b, version: ledger-9, line: 3, sha256: {gone}}}\n"
    stray = text.replace("ledger-9", "ledger-1")
    for each, wanted in ((text, []), (stray, ["KB512"])):
        source = Source.from_bytes("ids.yml", each.encode())
        outcome = name_lives(follow(versions).lives, read_minted(source).value, versions, source)
        assert [found.code.code for found in outcome.diagnostics] == wanted


@pytest.mark.parametrize("later", [[OIL], ["Lamp | Oil belongs to the player, not to a place."]])
def test_the_id_of_a_deleted_ruling_does_not_go_to_the_next_one(later: list[str]) -> None:
    first = read_version("1", "2001-01-01", [LAMP, *later])
    text = mint(follow([first]).lives, (), [first])
    second = read_version("1", "2001-01-01", later)
    source = Source.from_bytes("ids.yml", text.encode())
    outcome = name_lives(follow([second]).lives, ids_of(text).value, [second], source)
    (life,) = outcome.value
    assert life.aliases == ()
    assert [found.code.code for found in outcome.diagnostics] == ["KB512"]


def test_bad_entries_are_errors_and_the_others_stay() -> None:
    line = "  - {{id: {}, version: v, line: 3, sha256: {}{}}}\n"
    one = line.format("a-1", "a" * 64, "")
    outcome = ids_of("schema: 1\nrulings:\n" + one + one + "  - nonsense\n" + line.format("b-1", "b" * 64, ""))
    assert [found.code.code for found in outcome.diagnostics] == ["KB511", "KB510"]
    assert [entry.id for entry in outcome.value] == ["a-1", "b-1"]


def test_supersession_in_a_circle_is_an_error_and_not_followed() -> None:
    line = "  - {{id: {}, version: v, line: 3, sha256: {}, supersedes: [{}]}}\n"
    text = "".join(
        line.format(name, "a" * 64, other) for name, other in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"))
    )
    outcome = ids_of(text)
    assert [found.code.code for found in outcome.diagnostics] == ["KB513"] * 3
    assert {entry.id: entry.supersedes for entry in outcome.value} == {"a": (), "b": (), "c": (), "d": ("a",)}
