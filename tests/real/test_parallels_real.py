"""Parallels of the reference texts, against a hand-made list of the passages two rulebooks share; floors only rise."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kb.files import read_corpus
from kb.model import ClauseId, Document, FootnoteId, WorkId
from kb.parallels import Parallel, find_parallels
from kb.pipeline import build_kb
from kb.queries.unfollowed import find_unfollowed
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.built import ROOT

RULEBOOKS = "meccg/docs/original/rulebooks"
WORD = re.compile(r"[^\s_*]+")
RELATIONS = {"substantively different": "substantive"}


def read(root: Path, path: str) -> Document:
    return read_document(Source.from_bytes(path, (root / path).read_bytes())).value


def parallels_of(root: Path, *paths: str) -> tuple[Parallel, ...]:
    return find_parallels({WorkId(path): read(root, path) for path in paths})


@pytest.fixture(scope="module")
def gold(real_texts: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads((real_texts / "gold/dm-vs-as.parallels.json").read_text("utf-8"))
    return known


@pytest.fixture(scope="module")
def found(real_texts: Path, gold: dict[str, Any]) -> dict[str, Parallel]:
    """The parallels of the two seeds by the listed pair whose opening words they have on both sides."""
    parallels = parallels_of(real_texts, gold["meta"]["dm"], gold["meta"]["as"])
    return {
        pair["id"]: parallel
        for pair in gold["pairs"]
        for parallel in parallels
        if begins(parallel.a.text, pair["dm"]) and begins(parallel.b.text, pair["as"])
    }


def begins(text: str, side: dict[str, str]) -> bool:
    wanted = WORD.findall(side["first_8_words"])
    return WORD.findall(text)[: len(wanted)] == wanted


def test_every_listed_pair_is_found_and_no_other(
    real_texts: Path, gold: dict[str, Any], found: dict[str, Parallel]
) -> None:
    assert sorted(found) == [pair["id"] for pair in gold["pairs"]]
    assert len(parallels_of(real_texts, gold["meta"]["dm"], gold["meta"]["as"])) == len(gold["pairs"]) == 21


def test_relations_and_similarities_are_those_of_the_list(gold: dict[str, Any], found: dict[str, Parallel]) -> None:
    for pair in gold["pairs"]:
        parallel = found[pair["id"]]
        assert parallel.likeness.value == RELATIONS.get(pair["relation"], pair["relation"]), pair["id"]
        assert parallel.similarity == pytest.approx(pair["similarity"], abs=0.02), pair["id"]


def test_the_differing_words_are_those_of_the_list(gold: dict[str, Any], found: dict[str, Parallel]) -> None:
    """Each listed difference holds the words found, with words of context that both sides share.

    One pair is told in other pieces: the list has three unchanged words inside a difference.
    """
    for pair in gold["pairs"]:
        differences = [each for each in found[pair["id"]].differences if each.substantive]
        if pair["id"] == "pp-17":
            assert [len(each.new_text.split()) for each in differences] == [1, 2, 1, 1, 4]
            continue
        assert len(differences) == len(pair["differences"]), pair["id"]
        for each, listed in zip(differences, pair["differences"], strict=True):
            assert without(listed["dm"], each.old_text) == without(listed["as"], each.new_text), pair["id"]


def without(listed: str, words: str) -> list[str]:
    """A listed reading less the words found in it, marks aside."""
    reading, taken = (re.findall(r"\w+(?:-\w+)*", text) for text in (listed, words))
    ends = range(len(reading) - len(taken) + 1)
    at = next(at for at in ends if reading[at : at + len(taken)] == taken)
    return reading[:at] + reading[at + len(taken) :]


def test_the_two_changed_rules_are_exact(found: dict[str, Parallel]) -> None:
    for name, words in (("pp-16", "or the Audience with Sauron"), ("pp-19", "(no cards are drawn)")):
        assert [(each.old_text, each.new_text) for each in found[name].differences] == [("", words)]


def test_works_do_not_matter_to_each_other(real_texts: Path) -> None:
    books = [f"{RULEBOOKS}/{name}.md" for name in ("dark-minions", "against-the-shadow", "the-lidless-eye")]
    alone = parallels_of(real_texts, *books[:2])
    among = [each for each in parallels_of(real_texts, *books) if each.b.work == books[1]]
    assert [(each.a, each.b, each.likeness) for each in among] == [(each.a, each.b, each.likeness) for each in alone]
    turned = parallels_of(real_texts, *books[1::-1])
    assert {(each.b.clause, each.a.clause, each.likeness) for each in turned} == {
        (each.a.clause, each.b.clause, each.likeness) for each in alone
    }


def test_a_larger_sister_book_shares_the_passages_read_in_both(real_texts: Path) -> None:
    """Lines of the two books, found by reading them: a rule taken over, and the section on manifestations."""
    paths = [f"{RULEBOOKS}/dark-minions.md", f"{RULEBOOKS}/the-lidless-eye.md"]
    pairs = {(each.a.line, each.b.line): each for each in parallels_of(real_texts, *paths)}
    read_by_hand = {(39, 1135), (92, 1604), (93, 1606), (94, 1607), (97, 1615), (99, 1617), (101, 1620)}
    assert read_by_hand <= set(pairs)
    assert len(pairs) <= len(read_by_hand) + 2
    assert [d.new_text for d in pairs[94, 1607].differences] == ["active"]
    assert pairs[97, 1615].likeness.value == "typographic"


def test_changes_that_a_sister_book_lacks(real_texts: Path, tmp_path: Path) -> None:
    manifest = (ROOT / "rules_source/meccg/corpus.yml").read_text("utf-8")
    (tmp_path / "corpus.yml").write_text(manifest, "utf-8")
    for name in ("ids.yml", "cards.sha256"):
        (tmp_path / name).write_bytes((ROOT / "rules_source/meccg" / name).read_bytes())
    (tmp_path / "texts").mkdir()
    texts = tmp_path / "texts/docs"
    for path in (real_texts / "meccg/docs").rglob("*.md"):
        inside = path.relative_to(real_texts / "meccg/docs")
        if inside.parts[0] != "cards":
            (texts / inside).parent.mkdir(parents=True, exist_ok=True)
            (texts / inside).write_bytes(path.read_bytes())
    corpus = read_corpus(tmp_path).value
    assert corpus is not None
    kb = build_kb(corpus.manifest, corpus.texts).value
    told = {(each.record.footnotes[0], each.sister.work, each.clause): each for each in find_unfollowed(kb)}
    about = FootnoteId("crf-bill-the-pony"), WorkId("against-the-shadow"), ClauseId("the-under-deeps.li3")
    carried = told[about]
    assert not carried.emended
    assert carried.line == 70
    assert ("crf-surface-keying", "against-the-shadow", "the-under-deeps.li4") in told
    assert ("crf-manifestation", "the-lidless-eye", "manifestations.li2") in told
    assert {each.sister.work for each in told.values()} == {"against-the-shadow", "the-lidless-eye"}
