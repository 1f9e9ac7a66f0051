"""The pages of a site alone, which most tests of it look at, and what is told of what their links lead to."""

import json
import re
from collections.abc import Mapping
from html import unescape
from types import MappingProxyType
from typing import Any

from kb.diagnostics import Outcome
from kb.graph import Kb
from kb.site import Tree, build_tree


class Pages(dict[str, str]):
    """The pages of a site, by path; their hints."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree.pages)
        self.files = tree.files

    def hints(self, path: str, kind: str) -> dict[str, Any]:
        """What a page tells of things of a kind, by the addresses of links; those of a book stand in a script."""
        script = self.files.get(path.replace("index.md", "hints.js"), "")
        assert ('\nhints: "hints.js"\n' in self[path]) is bool(script)
        inside = re.findall(r'<div id="kb-hints" hidden data-hints="([^"]*)"', self[path])
        assert len(inside) + bool(script) <= 1
        told = script.removeprefix("window.kbHints=").removesuffix(";\n") or unescape("".join(inside)) or "{}"
        return dict(json.loads(told).get(kind, {}).get("told", {}))


def build_pages(
    kb: Kb, templates: Mapping[str, str], downloads: Mapping[str, Mapping[str, bytes]] = MappingProxyType({})
) -> Outcome[Pages]:
    """The pages of the site, with what there is to tell of them."""
    made = build_tree(kb, templates, downloads)
    return Outcome(Pages(made.value), made.diagnostics)
