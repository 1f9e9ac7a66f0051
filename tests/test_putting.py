"""Files that are written over: they have their new bytes whole, or what they had."""

import os
from pathlib import Path

import pytest

from kb.cli._putting import put_file


def test_a_file_that_cannot_be_written_whole_keeps_what_it_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "ids.yml"
    put_file(place, b"first")
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        write(path, data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        put_file(place, b"second")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"ids.yml": b"first"}


def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    place, link = tmp_path / "kept" / "records.yml", tmp_path / "records.yml"
    put_file(place, b"first")
    place.chmod(0o600)
    link.symlink_to(place)
    put_file(link, b"second")
    assert link.is_symlink()
    assert place.read_bytes() == b"second"
    assert place.stat().st_mode & 0o777 == 0o600


def test_what_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    put_file(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
    with pytest.raises(IsADirectoryError):
        put_file(tmp_path, b"nowhere")
