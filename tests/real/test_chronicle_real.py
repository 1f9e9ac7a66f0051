"""The chronicle of the reference compendium after edits of its versions is the one written anew."""

from pathlib import Path

from kb.corpus import Manifest
from kb.files import read_manifest
from kb.memory import Memory
from tests.built import ROOT
from tests.edited_rulings import edit_in_turn, follow_texts, tell_same


def read(real_texts: Path) -> tuple[Manifest, dict[str, bytes], list[str]]:
    """The manifest, the versions and sheets at hand, the paths of the versions, oldest first."""
    manifest = read_manifest(ROOT / "rules_source" / "meccg").value
    assert manifest is not None
    entry = manifest.compendia[0]
    paths = [each.text.path for each in (*entry.issues, *entry.witnesses)]
    wanted = [*paths, *(each.text.path for each in manifest.documents)]
    texts = {path: place.read_bytes() for path in wanted if (place := real_texts / "meccg" / path).is_file()}
    return manifest, texts, [each.text.path for each in entry.issues if each.text.path in texts]


def test_after_edits_of_several_versions_it_is_what_it_is_anew(real_texts: Path) -> None:
    manifest, texts, paths = read(real_texts)
    memory = Memory()
    follow_texts(manifest, texts, memory)
    for edited in edit_in_turn(texts, paths, 7):
        memory.turn()
        kept, anew = (follow_texts(manifest, edited, each) for each in (memory, Memory()))
        assert all(tell_same(kept, anew).values())
