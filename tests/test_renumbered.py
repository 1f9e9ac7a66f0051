"""A second edition that counts all rules anew: a number that only counts is no change, one that leads elsewhere is."""

import re
from functools import cache

import pytest

from kb.answers.collation import list_collation, render_collation
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries.text_pairs import Comparer
from kb.queries.texts import lay_texts
from kb.text import Source
from kb.tools.builders import read_templates
from kb.witnesses import Collation, Variant, WitnessId
from tests.built import ROOT
from tests.made_pages import build_pages
from tests.numbered import MANIFEST

BARGES = WorkId("barges")
PUBLISHED = """\
# Barges

## 4.0 Movement

**4.1** Every lock costs three points to enter, as 4.3 says. Open water costs one.

**4.2** At night no barge passes a lock, except as 5.2 allows (see 4.3).

**4.3** A barge may tow one other barge of the same owner, and both stay below section 5:

(a) it pays 1.5 pence for each lock,

(b) it waits at night.

## 5.0 Piracy

**5.1** A raider attacks any barge in the same basin by rolling dice, unless 4.2 forbids it.

**5.2** A barge with a lamp passes a lock at night and is never raided there (5.1; 4.3(b)).

**5.3** Goods left on a quay overnight are lost on a roll of five or six.

**5.4** In a storm no raid under 5.1 takes place, and each tow is cut.
"""
SECOND = """\
# Barges

## 5.0 Movement

**5.1** Every lock costs three points to enter, as 5.4 says. Open water costs one.

**5.2** Wind adds one point to the allowance of a barge under sail.

**5.3** At night no barge passes a lock, except as 6.2 allows (see 5.4).

**5.4** A barge may tow one other barge of the same owner, and both stay below section 6:

(a) it pays 1.5 pence for each lock,

(b) it waits at night.

## 6.0 Piracy

**6.1** A raider attacks any barge in the same basin by rolling dice, unless 5.3 forbids it.

**6.2** A barge with a lamp passes a lock at night and is never raided there (6.1; 5.4(b)).

**6.3** In a storm no raid under 6.1 takes place, and each tow is cut.
"""
NUMBERS = {
    "4.0": "5.0", "4.1": "5.1", "4.2": "5.3", "4.3": "5.4", "4.3(a)": "5.4(a)", "4.3(b)": "5.4(b)",
    "5.0": "6.0", "5.1": "6.1", "5.2": "6.2", "5.4": "6.3",
}  # fmt: skip


@cache
def game(second: str = SECOND, published: str = PUBLISHED) -> Kb:
    head = MANIFEST.partition("compendia:")[0].replace("sections: {errata: [Errata], term: [Clarifications]}\n", "")
    works = """\
works:
  barges:
    title: Barges
    abbreviation: BG
    base: barges
    editions:
      - {id: barges, role: published, date: "1990", path: barges.md}
      - {id: second, role: reprint, date: "1995", path: second.md}
"""
    manifest = load_manifest(Source.from_text("corpus.yml", head + works)).value
    assert manifest is not None
    return build_kb(manifest, {"barges.md": published.encode(), "second.md": second.encode()}).value


def collated(second: str = SECOND) -> Collation:
    return game(second).collations[BARGES]


def told(variant: Variant) -> tuple[str, str, str]:
    base, other = variant.readings
    return variant.kind.value, base.words, other.words


def test_numbers_that_only_count_are_no_changes() -> None:
    found = [told(each) for each in collated().substantive]
    assert [kind for kind, _, _ in found] == ["added", "omitted"]
    assert found[0][2].startswith("5.2 Wind") and found[1][1].startswith("5.3 Goods")


def test_the_concordance_has_each_rule_once() -> None:
    assert collated().renumbered == {"second": NUMBERS}
    assert list_collation(collated())["renumbered"] == {"second": NUMBERS}
    lines = ["".join(words for _, words in line) for line in render_collation(collated())]
    assert any("second counts 10 rules otherwise: 4.0 -> 5.0, 4.1 -> 5.1, 4.2 -> 5.3" in line for line in lines)


def test_every_number_is_told_as_what_it_is() -> None:
    renumbered = [told(each)[1:] for each in collated().variants if each.kind.value == "renumbered"]
    renumbered = [(old.strip("("), new.strip("(")) for old, new in renumbered]
    assert ("4.1", "5.1") in renumbered and ("5", "6") in renumbered and ("4.3", "5.4") in renumbered
    assert all(NUMBERS.get(old, NUMBERS.get(f"{old}.0")) in {new, f"{new}.0"} for old, new in renumbered)


@pytest.mark.parametrize(
    ("was", "now", "found", "counted"),
    [
        ("except as 6.2", "except as 6.1", ("figure", "5.2", "6.1"), (("6.1", "5.1"),)),
        ("raid under 6.1", "raid under 5.1", ("figure", "5.1", "5.1"), (("5.1", "4.1"),)),
        ("(see 5.4)", "(see 5.2)", ("figure", "4.3", "5.2"), (("5.2", ""),)),
        ("(6.1; 5.4(b))", "(6.1; 5.4(a))", ("reading", "(b", "(a"), ()),
        ("1.5 pence", "2.5 pence", ("figure", "1.5", "2.5"), ()),
        ("costs three", "costs four", ("figure", "three", "four"), ()),
    ],
)
def test_a_number_that_leads_elsewhere_is_of_substance(
    was: str, now: str, found: tuple[str, str, str], counted: tuple[tuple[str, str], ...]
) -> None:
    collation = collated(SECOND.replace(was, now))
    (variant,) = (each for each in collation.substantive if each.kind.value not in {"added", "omitted"})
    assert told(variant) == found
    assert variant.readings[1].counted == counted
    lines = ["".join(words for _, words in line) for line in render_collation(collation)]
    for own, number in counted:
        assert any(f"second: {own} ({own} is {number or 'no rule'} of the base)" in line for line in lines)


def test_rules_that_stand_elsewhere_are_known_by_their_words() -> None:
    movement, _, piracy = PUBLISHED.removeprefix("# Barges\n\n").partition("## 5.0")
    swapped = {"4": "5", "5": "4"}
    text = re.sub(r"(?<![\d.])[45](?=\.\d|:)", lambda each: swapped[each.group()], f"## 5.0{piracy}\n{movement}")
    numbers = collated(f"# Barges\n\n{text}").renumbered[WitnessId("second")]
    assert numbers == {number: swapped[number[0]] + number[1:] for number in sorted([*NUMBERS, "5.3"])}


def test_one_numbering_is_read_as_before() -> None:
    same = PUBLISHED.replace("4.3 says", "4.2 says").replace("1.5", "2.5")
    collation = collated(same)
    assert not collation.renumbered
    assert [told(each) for each in collation.variants] == [("figure", "4.3", "4.2"), ("figure", "1.5", "2.5")]


def test_the_comparison_of_two_texts_tells_the_same() -> None:
    kb = game(SECOND.replace("raid under 6.1", "raid under 5.1"))
    laid = lay_texts(kb, kb.books[BARGES], ())
    comparer = Comparer(laid, kb.collations[BARGES])
    found = []
    for number, row in enumerate(laid.rows):
        for old, new in row.pairs:
            pair = comparer.compare(number, old, new)
            one, other = (laid.texts[at].stream.document.source for at in pair.texts)
            found += [(one.slice(each.old), other.slice(each.new)) for each in pair.differences if each.substantive]
    assert [(old[:8], new[:8]) for old, new in found] == [("", "**5.2** "), ("**5.3** ", ""), ("5.1", "5.1")]


def test_the_page_of_the_texts_has_the_concordance() -> None:
    kb = game(SECOND.replace("raid under 6.1", "raid under 5.1"))
    page = dict(build_pages(kb, read_templates(ROOT)).value)["rules/barges/witnesses/index.md"]
    assert "reprint: 10 rules" in page and "<li>4.2 → 5.3</li>" in page
    assert "5.1 (5.1 there is 4.1 in the published text)" in page
