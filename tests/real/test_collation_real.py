"""The four witnesses of an insert against hand-made answers: variants of substance, kinds of noise, what is lost."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.borrowing import read_beside
from kb.emendations import find_emendations
from kb.model import ClauseId, Document
from kb.text import Source, Span
from kb.witnesses import Collation, Kind, State, Variant, Witness, WitnessId, collate_texts, role_of

BASE, OTHERS = "001", ("000", "002", "003")
EXPECTED = {
    ("001", "OCR letter confusion"): {Kind.SCANNING, Kind.SPELLING},
    ("001", "OCR l for 1 and stray space"): {Kind.FIGURE, Kind.STRAY_SPACE},
    ("001", "full stop for comma"): {Kind.PUNCTUATION},
    ("001", "hyphen lost at a line end"): {Kind.HYPHENATION},
    ("001", "line break inside a sentence"): {Kind.LINE_BREAK},
    ("001", "lost accents (or printed without)"): {Kind.ACCENTS},
    ("001", "missing space"): {Kind.MISSING_SPACE},
    ("001", "box markup"): {Kind.BOX},
    ("002", "em dash lost, words run together"): {Kind.DASH_LOST},
    ("002", "hyphenation across line ends kept as hyphen + space"): {Kind.HYPHENATION},
    ("002", "accented letter dropped"): {Kind.ACCENTS},
    ("002", "em dash lost, space left"): {Kind.DASH_LOST},
    ("002", "headings lost"): {Kind.HEADING_LOST},
    ("002", "lists lost"): {Kind.LIST_LOST},
    ("002", "emphasis and labels flattened"): {Kind.EMPHASIS},
    ("002", "web typing errors"): {Kind.SPELLING, Kind.JUNK},
    ("002", "paragraphs joined"): {Kind.PARAGRAPHS},
    ("002", "ellipsis as three full stops"): {Kind.ELLIPSIS},
    ("003", "em dash as hyphen"): {Kind.DASH_SHAPE},
    ("003", "mojibake: u circumflex read in the wrong code page"): {Kind.MOJIBAKE},
    ("003", "hard line breaks at about 70 columns"): {Kind.LINE_BREAK},
    ("003", "ellipsis lost"): {Kind.ELLIPSIS},
    ("003", "Example boxes as ruled blocks"): {Kind.BOX, Kind.PARAGRAPHS},
    ("003", "bullets as * and +"): {Kind.LIST_MARK},
    ("003", "emphasis lost"): {Kind.EMPHASIS},
    ("003", "web typing errors"): {Kind.SPELLING},
    ("003", "foreign matter before and after"): {Kind.FOREIGN},
    ("003", "site symbols lost"): {Kind.SYMBOL},
}
NO_VARIANT = {"utapped status", "is unique-all"}
"""An example that stands in what only one witness adds, and one that is emphasised in none."""


@cache
def sources(folder: Path) -> dict[str, Source]:
    found = {}
    for path in sorted((folder / "seeds").glob("00[0-3]_*.txt")):
        found[path.name[:3]] = Source.from_bytes(path.name, path.read_bytes())
    return found


@cache
def collation(folder: Path, order: tuple[str, ...] = OTHERS) -> Collation:
    read: dict[str, Document] = {}
    for name in (BASE, *order):
        value = read_beside(sources(folder)[name], read.get(BASE)).value
        assert value is not None
        read[name] = value
    witnesses = [Witness(WitnessId(name), read[name], role_of(read[name])) for name in order]
    records = find_emendations(read[BASE], read["000"])
    return collate_texts(Witness(WitnessId(BASE), read[BASE]), witnesses, records).value


def gold(folder: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((folder / "gold" / "dm-witnesses.json").read_text("utf-8"))
    return value


def plain(text: str) -> str:
    return re.sub(r"[\s*_>]+", "", text)


def agrees(variant: Variant, readings: dict[str, str | None]) -> bool:
    """Whether a variant is a hand-made one: nothing where it has nothing, else the one's words among the other's."""
    for witness, wanted in readings.items():
        found = variant.reading(WitnessId(witness)).text
        if (found is None) != (wanted is None):
            return False
        if found is not None and wanted is not None:
            a, b = plain(found), plain(wanted)
            if a not in b and b not in a:
                return False
    return True


def test_every_variant_of_substance_is_found_with_its_readings_and_no_other(real_texts: Path) -> None:
    found = collation(real_texts).substantive
    taken: dict[str, str] = {}
    for item in gold(real_texts)["substantive_variants"]:
        matching = [variant.id for variant in found if agrees(variant, item["readings"])]
        assert matching, f"{item['id']} is not found"
        taken[item["id"]] = matching[0]
    assert len(set(taken.values())) == len(taken) == 11
    assert len(found) == 11


@pytest.mark.parametrize(("witness", "name"), EXPECTED, ids=str)
def test_every_kind_of_noise_is_known_by_its_examples(real_texts: Path, witness: str, name: str) -> None:
    known = next(each for each in gold(real_texts)["noise"][witness] if each["name"] == name)
    base = known.get("examples_are") or name == "lists lost"
    missed = [
        example
        for example in known["examples"]
        if example not in NO_VARIANT and not recognised(real_texts, BASE if base else witness, witness, example, name)
    ]
    assert missed == [], f"{len(missed)} of {len(known['examples'])} examples"


def recognised(folder: Path, place: str, witness: str, example: str, name: str) -> bool:
    """Whether a variant of a fitting kind stands at an example, looked up in the text of `place`."""
    kinds = EXPECTED[witness, name]
    spans = list(find(sources(folder)[place].text, example))
    assert spans, f"{example} is not in {place}"
    reach = 80 if name in {"lists lost", "box markup", "Example boxes as ruled blocks"} else 0
    for variant in collation(folder).variants:
        own = variant.reading(WitnessId(witness)).kind
        if variant.kind not in kinds and own not in kinds:
            continue
        span = variant.reading(WitnessId(place)).span
        if any(span.start <= each.end + reach and each.start <= span.end for each in spans):
            return True
    return False


def find(text: str, example: str) -> list[Span]:
    words = re.sub(
        r"_{3,}", " ", re.sub(r" \((?:except by|supernatural|normal|attempt|agent|time|this turn)\)$", "", example)
    ).split()
    pattern = r"[\s>_*]+".join(map(re.escape, words))
    return [Span(*match.span()) for match in re.finditer(pattern, text)]


def test_what_a_witness_lost_is_no_evidence(real_texts: Path) -> None:
    lost, omitted = set[ClauseId](), set[ClauseId]()
    for variant in collation(real_texts).substantive:
        state = variant.reading(WitnessId("002")).state
        (lost if state is State.LOST else omitted if state is State.OMITTED else set()).add(variant.clause)
    assert {clause.rpartition(".")[0] for clause in lost} >= {"agent-actions", "the-under-deeps"}
    assert omitted == {"middle-earth-dark-minions.note1.p1"}


def test_the_added_rule_is_tied_to_its_note_and_to_the_emended_sentence(real_texts: Path) -> None:
    added = [
        variant
        for variant in collation(real_texts).substantive
        if variant.kind is Kind.ADDED and variant.clause.startswith("agent-actions")
    ]
    assert len(added) == 1
    assert added[0].note is not None
    assert added[0].note.startswith("NOTE: This rule does not appear")
    assert len(added[0].emendations) == 1


def test_slips_of_the_base_have_suggestions(real_texts: Path) -> None:
    suggested = {
        variant.readings[0].text: variant.suggestion
        for variant in collation(real_texts).variants
        if variant.suggestion is not None
    }
    assert suggested["exceot bv"] == "except by"
    assert suggested["+l"] == "+1"
    assert suggested["+ 1"] == "+1"
    assert suggested["tum"] == "turn"
    assert suggested["phase) the"] == "phase)—the"
    assert "Gimli" not in suggested, "two witnesses share a slip of their own"
    known = gold(real_texts)["errors_of_001_surviving_in_emended_000"]
    assert sum(any(plain(str(text)) in plain(each["text"]) for text in suggested) for each in known) >= 6


def test_the_order_of_the_witnesses_changes_nothing(real_texts: Path) -> None:
    assert collation(real_texts, ("003", "000", "002")).variants == collation(real_texts).variants


def test_another_book_is_refused(real_texts: Path) -> None:
    path = next((real_texts / "seeds").glob("004_*.txt"))
    other = read_beside(Source.from_bytes(path.name, path.read_bytes()), None).value
    base = collation(real_texts).base
    assert other is not None
    outcome = collate_texts(base, [Witness(WitnessId("004"), other)])
    assert [each.witness for each in outcome.value.refused] == ["004"]
    assert [found.code.code for found in outcome.diagnostics] == ["KB181"]
