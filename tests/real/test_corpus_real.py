"""The manifest of the real corpus against the list of its site's pages, and the texts at hand."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kb.corpus import DocumentKind, Manifest
from kb.files import read_manifest
from kb.model import Role
from tests.built import REFERENCE, ROOT


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    outcome = read_manifest(REFERENCE)
    assert [found.code.code for found in outcome.diagnostics] == ["KB209"]
    assert outcome.value is not None
    return outcome.value


@pytest.fixture(scope="module")
def sums(real_texts: Path) -> dict[str, str]:
    lines = (real_texts / "meccg" / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {line[66:]: line[:64] for line in lines}


def test_every_page_is_covered_exactly_once(manifest: Manifest, sums: dict[str, str]) -> None:
    paths = [text.path for text in manifest.texts]
    assert len(paths) == len(set(paths)) == 1531
    assert {text.path: text.sha256 for text in manifest.texts} == sums


def test_works_are_named_for_their_published_edition(manifest: Manifest) -> None:
    assert {work.id for work in manifest.works} == {
        "the-wizards-unlimited",
        "the-dragons",
        "dark-minions",
        "the-lidless-eye",
        "against-the-shadow",
        "the-white-hand",
        "challenge-decks",
        "the-balrog",
    }
    for work in manifest.works:
        base = work.base_edition
        assert str(base.id) == str(work.id) == Path(base.text.path).stem
        assert base.role is Role.PUBLISHED
        assert all(edition.text.date for edition in work.editions if edition.role is not Role.EMENDED)
    emended = {work.id for work in manifest.works if work.emended}
    assert emended == {"the-wizards-unlimited", "the-dragons", "dark-minions"}


def test_versions_stand_in_order(manifest: Manifest) -> None:
    (compendium,) = (each for each in manifest.compendia if each.id == "crf")
    assert [version.number for version in compendium.issues] == [str(n) for n in range(1, 16) if n != 3]
    assert [version.number for version in compendium.missing] == ["3"]
    witnesses = [version for version in compendium.versions if version.witness_of]
    assert [(version.id, version.witness_of) for version in witnesses] == [("crf-15-source", "crf-15")]
    assert compendium.issues[-1].text.date == "1999-05-29"


def test_other_sources(manifest: Manifest) -> None:
    faqs = [document for document in manifest.documents if document.kind is DocumentKind.FAQ]
    assert len(faqs) == 8
    assert [document.id for document in faqs if document.text.missing] == ["faq-1"]
    assert all(document.text.date for document in faqs if not document.text.missing)
    assert manifest.upstream is not None
    assert manifest.upstream.host == "www.counciloflorien.com"
    assert manifest.rights.noindex


def test_texts_at_hand_are_fetched_and_verified(real_texts: Path, sums: dict[str, str], tmp_path: Path) -> None:
    corpus = tmp_path / "meccg"
    corpus.mkdir()
    for name in ("corpus.yml", "cards.sha256"):
        (corpus / name).write_bytes((REFERENCE / name).read_bytes())
    command = [
        sys.executable,
        "-m",
        "kb.cli",
        "fetch",
        str(corpus),
        "--from",
        str(real_texts / "meccg"),
        "--format",
        "json",
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    answer = json.loads(done.stdout)
    at_hand = {path for path in sums if (real_texts / "meccg" / path).is_file()}
    assert set(answer["written"]) == at_hand
    assert len(answer["written"]) + len(answer["unavailable"]) == len(sums)
    assert answer["refused"] == answer["unsafe"] == []
    for path in at_hand:
        assert hashlib.sha256((corpus / "texts" / path).read_bytes()).hexdigest() == sums[path]


def test_a_clone_of_the_texts_at_hand_gives_the_same(real_texts: Path, tmp_path: Path) -> None:
    """The same through git: a repository made of the reference folder, whose commit the manifest then names."""
    upstream = tmp_path / "upstream"
    source = real_texts / "meccg"
    for path in sorted(source.rglob("*.md")):
        place = upstream / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    git = ["git", "-C", str(upstream), "-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Texts"]):
        subprocess.run([*git, *arguments], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    corpus = tmp_path / "meccg"
    corpus.mkdir()
    text = (REFERENCE / "corpus.yml").read_text(encoding="utf-8")
    text = text.replace("26074ed6bf29450fc48beedeaf27b03a9bc7c8f1", commit)
    (corpus / "corpus.yml").write_text(text, encoding="utf-8")
    (corpus / "cards.sha256").write_bytes((REFERENCE / "cards.sha256").read_bytes())
    command = [sys.executable, "-m", "kb.cli", "fetch", str(corpus), "--from", f"file://{upstream}", "--format", "json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    answer = json.loads(done.stdout)
    assert len(answer["written"]) == sum(1 for _ in source.rglob("*.md"))
    assert answer["refused"] == answer["unsafe"] == []
