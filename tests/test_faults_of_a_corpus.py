"""A corpus with a fault is told what is wrong, and the rest is still answered."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.answers.ruling_list import Question, answer_question
from kb.files import read_corpus
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.queries.ruling_shelves import fill_shelves
from tests.built import ROOT


def build(tmp_path: Path, change: Callable[[str], str]) -> tuple[Kb, list[tuple[str, str]]]:
    """The embedded corpus with its manifest changed, and what is told of it."""
    folder = tmp_path / "lantern"
    folder.mkdir()
    (folder / "texts").symlink_to(ROOT / "rules_source" / "lantern" / "texts")
    manifest = (ROOT / "rules_source" / "lantern" / "corpus.yml").read_text(encoding="utf-8")
    changed = change(manifest)
    assert changed != manifest
    sound = read_corpus(ROOT / "rules_source" / "lantern").value
    (folder / "corpus.yml").write_text(changed, encoding="utf-8")
    outcome = read_corpus(folder)
    assert sound is not None
    assert outcome.value is not None
    built = build_kb(outcome.value.manifest, sound.texts)
    return built.value, [(each.code.code, each.message) for each in (*outcome.diagnostics, *built.diagnostics)]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ('number: "3"', 'number: "2"', "KB217", "has the number 2 of `harbour-ledger-2`"),
        ('date: "2005-10-17"', 'date: "2004-10-17"', "KB218", "before its predecessor"),
        ('date: "2005-10-17"', 'date: "2005-11-31"', "KB205", "November 2005 has 30 days"),
        (
            'profile: {lacks: [errata, delayed], marks: {"@": new',
            'profile: {marks: {"@": new',
            "KB504",
            "sections not found",
        ),
    ],
    ids=["two versions of one number", "dated before its predecessor", "impossible date", "profile does not fit"],
)
def test_a_fault_of_a_version_is_told_and_the_rest_answered(
    old: str, new: str, code: str, words: str, tmp_path: Path
) -> None:
    kb, told = build(tmp_path, lambda manifest: manifest.replace(old, new, 1))
    assert any(each == code and words in message for each, message in told), told
    answered = answer_question(fill_shelves(kb), Question(term="lamps", as_of="2006-06-01"))
    assert len(answered.found) >= 3
    assert {found.wording.version for found in answered.found} <= set(kb.versions)
