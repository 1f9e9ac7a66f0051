"""The front matter of the reference pages, as it is and damaged: read the same by both parsers or diagnosed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.diagnostics import decode_source
from tests.properties.test_front_matter import both

DAMAGES: dict[str, tuple[Callable[[str], str], frozenset[str]]] = {
    "as it is": (lambda text: text, frozenset({""})),
    "a byte order mark": (lambda text: "\ufeff" + text, frozenset({""})),
    "line ends of another system": (lambda text: text.replace("\r", "").replace("\n", "\r\n"), frozenset({""})),
    "a tab": (lambda text: text.replace(": ", ":\t", 1), frozenset({"KB191"})),
    "a key again": (lambda text: text.replace("\n", "\ntitle: x\n", 1), frozenset({"KB192"})),
    "a colon": (lambda text: text.replace("title: ", "title: x: ", 1), frozenset({"KB191"})),
    "an open quotation mark": (lambda text: text.replace("parent: ", 'parent: "', 1), frozenset({"KB191"})),
    "an anchor": (lambda text: text.replace("title: ", "title: &a ", 1), frozenset({"KB193"})),
    "set in": (lambda text: text.replace("\ntitle", "\n  title", 1), frozenset({"KB191", ""})),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_front_matter_of_the_pages(real_texts: Path, damage: str) -> None:
    spoil, codes = DAMAGES[damage]
    pages = sorted((real_texts / "meccg").rglob("*.md"))
    assert pages
    for path in pages:
        data = spoil(path.read_bytes().decode()).encode()
        source = decode_source(path.name, data).value
        assert source is not None
        quick, slow = both(source)
        assert quick == slow, path
        assert {each.split()[0] for each in quick[1]} <= codes - {""}, (path, quick[1])
        assert quick[1] or "" in codes, path
        assert "permalink" in quick[0].values or quick[1]
