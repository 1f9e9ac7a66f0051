"""Records against readable cases, and against the hand-made answers about the embedded corpus."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from kb.emendations import find_emendations
from kb.provenance import Emendation, EmendationKind, Unit
from tests.applying import apply_records, read, words_of
from tests.built import ROOT
from tests.timing import least_seconds

TEXTS = ROOT / "rules_source" / "lantern" / "texts"
FACTS: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "golden" / "lantern-facts.yml").read_text("utf-8"))
CASES = Path(__file__).parent / "cases" / "emendations"
PART = re.compile(r"^~~~ (\w+)\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    """A published and an emended text, and the records expected between them, one a line."""

    name: str
    published: str
    emended: str
    records: str


def cases() -> list[Case]:
    found = []
    for path in sorted(CASES.glob("*.md")):
        for part in path.read_text(encoding="utf-8").split("\n## case: ")[1:]:
            title = part.partition("\n")[0]
            texts = dict(PART.findall(part))
            found.append(Case(f"{path.stem}: {title}", texts["published"], texts["emended"], texts["records"]))
    return found


def render(record: Emendation) -> str:
    """A record on one line: kind, unit, clause, footnotes, words."""
    notes = "".join(f"[^{footnote}]" for footnote in record.footnotes)
    marks = f"{' !' if record.substantive else ''}{' ' + notes if notes else ''}{' moved' if record.part_of else ''}"
    old, new = (" ".join(text.split()) for text in (record.published_text, record.emended_text))
    return f"{record.kind.value} {record.unit.value}{marks} in {record.clause}: {old!r} -> {new!r}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    published, emended = read(case.published), read(case.emended)
    records = find_emendations(published, emended)
    assert "\n".join(map(render, records)) == case.records.rstrip("\n")
    assert apply_records(published, emended, records) == words_of(emended)


def fact_line(fact: dict[str, Any]) -> str:
    """A fact of the hand-made list the way a record is shown by `record_line`."""
    notes = sorted(fact["footnotes"])
    words = [_bare(fact[side]["words"]) if fact[side] else "" for side in ("published", "emended")]
    return f"{fact['section']} {fact['kind']} {fact['substantive']} {notes} {words}"


def record_line(record: Emendation, fact: dict[str, Any]) -> str:
    """A record like a fact; of long texts the facts quote only the first words."""
    words = []
    for side, text in (("published", record.published_text), ("emended", record.emended_text)):
        bare = _bare(text)
        quoted = _bare(fact[side]["words"]) if fact[side] else ""
        words.append(quoted if quoted and bare.startswith(quoted) else bare)
    notes = sorted(record.footnotes)
    return f"{record.section_id} {record.kind.value} {record.substantive} {notes} {words}"


def _bare(text: str) -> str:
    """Words without attribute lists, container marks, footnote markers and what stands round them."""
    text = re.sub(r"\{:[^}]*\}|^[ >\t]*(?:[-*] )?|\[\^[^\]]*\]|\]\([^)]*\)", " ", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"[\[\]|_*]", "", text).split()).strip(" ,")


def line(count: int, every: int, changed: str) -> str:
    """One long paragraph full of links, footnotes and emphasis; every so often a word is another one."""
    dice = random.Random(9)
    shapes = ["{}", "{}", "[{}](#a)", "**{}**", "{}[^n]", "{}."]
    words = (changed if n % every == 0 else f"word{dice.randrange(900)}" for n in range(1, count + 1))
    return " ".join(shapes[n % 6].format(word) for n, word in enumerate(words)) + "\n\n[^n]: A note.\n"


def letters(count: int, alphabet: str) -> str:
    return "".join(random.Random(3).choices(alphabet, k=count)) + "\n"


MANY = {
    "runs in one clause": lambda count: (line(count * 10, 7, "old"), line(count * 10, 7, "new")),
    "equal new clauses": lambda count: ("Rain\n\n" * count, "Snow\n\n" * count),
    "another word of many letters": lambda count: (letters(count * 150, "abcd"), letters(count * 150, "efgh")),
    "a list of new items": lambda count: ("Rain.\n", "Rain.\n\n" + "- Snow falls\n" * 3 * count),
}


@pytest.mark.parametrize("texts", MANY.values(), ids=MANY)
def test_time_grows_as_the_texts_do(texts: Callable[[int], tuple[str, str]]) -> None:
    few, many = ((read(old), read(new)) for old, new in map(texts, (300, 1200)))
    short, long = least_seconds(lambda: find_emendations(*few), lambda: find_emendations(*many), rounds=2)
    assert long < 8 * short, "four times as much"


@pytest.mark.parametrize("book", FACTS["books"], ids=lambda book: book["work"])
def test_embedded_corpus(book: dict[str, Any]) -> None:
    """Every change on the hand-made list is found, and nothing else but markup, structure, and what moved."""
    published, emended = (read((TEXTS / book[side]).read_text("utf-8")) for side in ("published", "emended"))
    records = [
        record
        for record in find_emendations(published, emended)
        if record.kind is not EmendationKind.STRUCTURE and record.unit not in (Unit.MARKUP, Unit.WHITESPACE)
    ]
    still = {_bare(moved["words"]) for moved in book["moved"]}
    records = [r for r in records if _bare(r.published_text + r.emended_text) not in still]
    missed = []
    for fact in book["emendations"]:
        match = next((r for r in records if record_line(r, fact) == fact_line(fact)), None)
        if match is None:
            missed.append(fact_line(fact))
        else:
            records.remove(match)
    assert (missed, [render(record) for record in records]) == ([], [])


@pytest.mark.parametrize(
    ("mark", "plain"),
    [("[p. 3]", True), ("*(Page 3)*", True), ("3", False), ("full", False), ("page 3 of the log", False)],
)
def test_the_mark_of_a_page_that_goes_needs_no_authority(mark: str, plain: bool) -> None:
    """A text with the pages of its print in it, and one emended that lets them go: nothing was ruled by them."""
    book = "# Boats\n\nA keeper may hold up to {}lamps while the tide is low.\n"
    old, new = read(book.format(f"{mark} ")), read(book.format(""))
    (record,) = find_emendations(old, new)
    assert (not record.substantive) is plain


def test_a_paragraph_that_names_a_page_is_no_change() -> None:
    old = "# Boats\n\nA keeper sleeps.\n\n[Page 7]\n\nA boat has a lamp.\n"
    records = find_emendations(read(old), read(old.replace("[Page 7]\n\n", "")))
    assert not [each for each in records if each.substantive]


PIER = "# Boats\n\n## Piers\n\nA keeper may hold up to two lamps while the tide is low. Ropes are cheap.\n"
LONG = (
    "# Boats\n\n## Piers\n\nA keeper may hold up to three *storm* lamps while the tide is low.[^1] Ropes are cheap. "
    'A lamp that a crew calls "lent" counts for both of its keepers until the end of the storm.[^2]\n\n'
    '[^1]: "Three." See HL 1.\n[^2]: "Lent." See HL 1.\n'
)


@pytest.mark.parametrize(
    "old, new",
    [('"lent"', "“lent”"), ("*storm*", "storm"), ("[^1]", "[^11]"), ("end of the storm", "very end of that storm")],
    ids=["quotation marks", "stress", "number of a footnote", "a correction behind the first words"],
)
def test_a_change_keeps_its_address_when_the_same_words_are_set_otherwise(old: str, new: str) -> None:
    published = read(PIER)
    first, second = (find_emendations(published, read(text)) for text in (LONG, LONG.replace(old, new)))
    assert old in LONG
    assert {record.id for record in first if record.substantive} == {r.id for r in second if r.substantive}


def test_changes_of_one_section_with_the_same_first_words_have_addresses_of_their_own() -> None:
    begin = "A keeper who holds the lamp of another crew"
    published = read("# Boats\n\n## Piers\n\nRopes are cheap.\n\nSails are dear.\n")
    emended = read(f"# Boats\n\n## Piers\n\nRopes are cheap. {begin} pays.\n\nSails are dear. {begin} waits.\n")
    records = find_emendations(published, emended)
    assert len({record.id for record in records}) == len(records) == 2
    assert not any(re.search(r"-\d$", record.id) for record in records)
