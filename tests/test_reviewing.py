"""Reviewing: a record is suspect when what was read for it reads otherwise now, until somebody reads it again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.answers.record_list import list_suspects
from kb.attested import Attestation, Change, Life
from kb.cli import build_app
from kb.compile import Body, Names, extract_records
from kb.model import RulingId, SectionKind, VersionId
from kb.records import Records, read_records, write_records
from kb.reviewing import Review, find_suspects, find_unread, tell_suspects, words_to_read, write_reviewed
from kb.text import Source
from tests.applying import read
from tests.built import LANTERN
from tests.test_compile import BASE, PAIRS, load, pair

WORDS = {RulingId("lamps-aaaaaa"): "A lamp burns no oil.", RulingId("lamps-bbbbbb"): "It may be doused."}
FAR = "Nothing of what is said here is about that, and there are more words than eight."
SPACED = f"""\
# Lamps

{FAR} A lamp burns oil. A lamp may be lit.

{FAR}

- A keeper lights one lamp. {FAR}
- A keeper rests. {FAR}
- A keeper eats.

## Storms

{FAR} A storm blows for one turn.
"""
EMENDED = (
    SPACED.replace("burns oil", "burns no oil")
    .replace("- A keeper rests.", f"- A keeper douses one lamp. {FAR}\n- A keeper rests.")
    .replace("one turn.", "one turn.\n\nA storm ends at dusk.")
)


def records(base: str = SPACED, emended: str = EMENDED) -> Records:
    made = extract_records(read(base), read(emended), Names("lamps", "lamps")).records
    found = read_records(Source.from_text("records.yml", write_records(made))).value
    assert found is not None
    return found


def suspects(of: Records, base: str) -> dict[str, tuple[str, ...]]:
    by_id = {record.id: record.emended for record in of.records}
    return {by_id[each.record]: each.changed for each in find_suspects(of, Body(read(base)), WORDS)}


CHANGES = [
    ("A lamp may be lit.\n", "A lamp may be lit.\n\n{: .x }\nMore.\n", []),
    ("oil. A lamp may be lit.", "oil. A lamp may be lit. Or not.", ["no"]),
    ("- A keeper lights one lamp.", "- A keeper lights a lamp.", [f"- A keeper douses one lamp. {FAR}"]),
    ("- A keeper eats.", "- A keeper drinks.", []),
    ("A storm blows", "It blows", ["A storm ends at dusk."]),
    ("# Lamps\n", f"# Lamps\n\n{FAR}\n", []),
    ("## Storms\n", f"## Storms\n\n{FAR}\n", []),
    ("## Storms\n", "## Boats\n\nThey float.\n\n## Storms\n", []),
]


@pytest.mark.parametrize(("old", "new", "told"), CHANGES, ids=[new.strip() for _, new, _ in CHANGES])
def test_a_changed_base_makes_those_records_suspect_that_stand_at_it(old: str, new: str, told: list[str]) -> None:
    """A new clause at its neighbour; other clauses of the section, and their numbers, do not matter."""
    made = records()
    assert len([each for each in made.records if not each.is_structure]) == 3
    assert suspects(made, SPACED) == {}
    assert SPACED.count(old) == 1
    found = suspects(made, SPACED.replace(old, new))
    assert [words.strip() for words in found] == [words.strip() for words in told]
    assert set(found.values()) <= {("clause",)}


@pytest.mark.parametrize("paths", PAIRS[:2], ids=lambda paths: Path(paths[1]).stem)
def test_what_was_just_extracted_is_read(paths: tuple[str, str]) -> None:
    published, emended = pair(paths)
    made = extract_records(published, emended, Names("work", "edition")).records
    assert find_suspects(made, Body(published), {}) == []
    assert find_unread(made, Body(published), {}) == []


def test_a_ruling_that_reads_otherwise_makes_its_records_suspect() -> None:
    made = load(
        "  - {id: a, clause: lamps.p1, emended: It is out., rulings: [lamps-aaaaaa, lamps-bbbbbb], reviewed: {}}\n"
        "  - {id: b, clause: lamps.p1, emended: It smokes., rulings: [lamps-aaaaaa]}\n"
        "  - {id: c, rulings: [lamps-bbbbbb], status: declined, reason: no need}\n"
    )
    body = Body(read(BASE))
    text = write_reviewed(made, body, WORDS, {"a", "b", "c"})
    again = read_records(Source.from_text("records.yml", text)).value
    assert again is not None and find_suspects(again, body, WORDS) == [] == find_unread(again, body, WORDS)
    other = {**WORDS, RulingId("lamps-bbbbbb"): "It may not be doused."}
    found = {each.record: each.changed for each in find_suspects(again, body, other)}
    assert found == {"a": ("lamps-bbbbbb",), "c": ("lamps-bbbbbb",)}
    gone = {name: words for name, words in WORDS.items() if name != "lamps-bbbbbb"}
    assert {each.record for each in find_suspects(again, body, gone)} == {"a", "c"}
    not_at_hand = replace(again, absent=frozenset(WORDS))
    assert find_suspects(not_at_hand, body, {}) == []


UNREAD = [
    '{id: a, section: lamps, published: burns oil, emended: "burns # oil"}',
    "{id: a, section: lamps, # a comment }\n     published: burns oil, emended: burns,}",
    "{section: lamps, published: burns oil, emended: burns, }",
    "id: a\n    section: lamps\n    published: burns oil\n    emended: |-\n      burns\n\n      reviewed: {}",
    "published: burns oil\n    # burns: fat\n    section: lamps\n    reviewed:\n      clause: 00\n    emended: burns",
    "reviewed: {clause: 00}\n    published: burns oil\n    section: lamps\n",
    "    section: lamps\n        published: burns oil   # oil\n        reviewed:\n        emended: wax",
    "'id': \"a\"\n    section: lamps\n    published: burns oil\n    reviewed: {clause: null, rulings: {}} # once",
]


@pytest.mark.parametrize("entry", UNREAD)
def test_however_a_record_is_written_its_review_is_written_into_it(entry: str) -> None:
    """Nothing else of the file changes, and it says what it said."""
    text = (
        f"  # first\n  - {entry}\n  # last\n  - {{id: z, section: storms, published: one turn, emended: two turns}}\n"
    )
    made = load(text)
    body = Body(read(BASE))
    [name] = [record.id for record in made.records if record.id != "z"]
    [unread] = [each for each in made.records if each.id == name]
    before = unread.reviewed is not None and unread.reviewed.clause == "00"
    assert (name in find_unread(made, body, {})) is not before
    assert (name in {each.record for each in find_suspects(made, body, {})}) is before
    again = load_text(write_reviewed(made, body, {}, {name}))
    assert [replace(each, reviewed=None) for each in again.records] == [
        replace(each, reviewed=None) for each in made.records
    ]
    assert name not in find_unread(again, body, {}) and find_suspects(again, body, {}) == []
    assert again.source is not None and made.source is not None
    assert all(line in again.source.text for line in ("  # first\n", "  # last\n"))
    twice = write_reviewed(again, body, {}, {name})
    assert twice == again.source.text


def load_text(text: str) -> Records:
    read_again = read_records(Source.from_text("records.yml", text))
    assert read_again.value is not None and read_again.diagnostics == ()
    return read_again.value


def test_a_record_without_a_place_stays_suspect() -> None:
    """Its clause cannot be read, so that nobody can have read it; it is refused as well."""
    made = records()
    other = SPACED.replace("## Storms", "## Gales")
    found = suspects(made, other)
    assert found == {"A storm ends at dusk.": ("clause",)}
    body = Body(read(other))
    again = load_text(write_reviewed(made, body, WORDS, {record.id for record in made.records}))
    assert suspects(again, other) == found


def test_the_base_is_recorded_once_nothing_is_suspect() -> None:
    made = records()
    other = read(SPACED.replace("lights one lamp", "lights a lamp").replace("be lit.", "be lit so."))
    names = [each.record for each in find_suspects(made, Body(other), WORDS)]
    assert len(names) == 2
    text = write_reviewed(made, Body(other), WORDS, names[:1])
    assert load_text(text).base == made.base
    text = write_reviewed(load_text(text), Body(other), WORDS, names[1:])
    assert load_text(text).base.sha256 == other.source.sha256
    assert load_text(text).emended_sha256 == made.emended_sha256


def run(*words: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(build_app("emend"), ["emend", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_the_command_tells_and_clears(tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(LANTERN, tmp_path / "lantern"))
    assert run("extract", "bells-below", "--corpus", corpus, "--replace")[0] == 0
    review = ("review", "bells-below", "--corpus", corpus)
    assert run(*review)[0] == 0
    place = corpus / "texts/original/rulebooks/bells-below.md"
    place.write_text(place.read_text("utf-8").replace("in its comer", "in the comer"), encoding="utf-8")
    code, told, _ = run(*review)
    assert code == 1 and "its clause reads otherwise" in told and "is not the one" in told
    code, told, _ = run(*review, "--format", "json")
    found = json.loads(told)
    assert code == 1 and found["base_changed"] and found["unread"] == [] and len(found["items"]) == 1
    assert run(*review, "--record", "no-such-record")[0] == 2
    code, _, told = run(*review, "--record", found["items"][0]["record"], "--clear")
    assert code == 0 and "1 record reviewed" in told
    code, told, _ = run(*review)
    assert code == 0 and told == f"0 of {told.split()[2]} records are to be read again\n"
    codes = run("compile", "bells-below", "--corpus", corpus)[2]
    assert "KB609" not in codes and "KB610" not in codes


def test_records_by_hand_are_told_as_never_reviewed_and_then_watched(tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(LANTERN, tmp_path / "lantern"))
    (corpus / "records").mkdir(exist_ok=True)
    kept = corpus / "records/the-drowned-coast.yml"
    base = corpus / "texts/original/rulebooks/the-drowned-coast.md"
    sha256 = Source.from_bytes("base", base.read_bytes()).sha256
    kept.write_text(
        f"schema: 1\nwork: the-drowned-coast\nbase: {{edition: the-drowned-coast, sha256: {sha256}}}\nrecords:\n"
        "  - {id: fed, clause: lamps.p2, emended: A lamp must be fed., rulings: [lamps-53dsw3]}\n",
        encoding="utf-8",
    )
    review = ("review", "the-drowned-coast", "--corpus", corpus)
    code, told, _ = run(*review)
    assert code == 0 and "record `fed` was never reviewed" in told
    assert run(*review, "--clear")[0] == 0
    assert run(*review)[:2] == (0, "0 of 1 records are to be read again\n")
    ledger = corpus / "texts/original/rulings/harbour-ledger-4.md"
    words = ledger.read_text("utf-8")
    assert words.count("lit this turn must be fed this dusk") == 1
    ledger.write_text(words.replace("lit this turn must be fed this dusk", "lit this turn must be fed at this dusk"))
    code, told, _ = run(*review)
    assert code == 1 and "ruling `lamps-53dsw3` reads otherwise" in told
    assert run(*review, "--clear")[0] == 0
    assert run(*review)[0] == 0


def test_a_ruling_that_a_later_version_drops_or_withdraws_makes_its_records_suspect_once() -> None:
    """Its last words are those that were read: they do not tell."""
    made = load("  - {id: a, clause: lamps.p1, emended: It is out., rulings: [lamps-aaaaaa], reviewed: {}}\n")
    body, name = Body(read(BASE)), RulingId("lamps-aaaaaa")
    words, lamps = WORDS[name], SectionKind.TERM
    stated = Attestation(VersionId("lr-1"), "2001", (), words, tuple(words.split()), "Lamps", lamps, "clarification")
    kept = Life(name, "lr", (stated,))
    dropped = replace(kept, attestations=(stated, replace(stated, version=VersionId("lr-2"), change=Change.DROPPED)))
    marked = replace(stated, version=VersionId("lr-2"), change=Change.SAME, marks=("Withdrawn 5/3/02.",))
    withdrawn = replace(kept, attestations=(stated, marked))
    reviewed = load_text(write_reviewed(made, body, words_to_read([(name, kept)]), {"a"}))
    assert find_suspects(reviewed, body, words_to_read([(name, kept)])) == []
    for life in (dropped, withdrawn):
        now = words_to_read([(name, life)])
        (found,) = find_suspects(reviewed, body, now)
        assert (found.changed, found.ended, found.reworded) == ((name,), (name,), ())
        listed = list_suspects(reviewed, Review((found,), (), False))
        assert listed["items"] == [{"record": "a", "changed": [name], "ended": [name]}]
        (told,) = tell_suspects(reviewed, [found])
        assert "`lamps-aaaaaa` was dropped or ends by its own words, which was not read" in told.message
        again = load_text(write_reviewed(reviewed, body, now, {"a"}))
        assert find_suspects(again, body, now) == [], "read: not told again"
        (back,) = find_suspects(again, body, words_to_read([(name, kept)]))
        assert back.reworded == (name,), "a later version has it again"
