"""What the styles say is said so that every browser reads it; one that cannot leaves the whole declaration out."""

import re

import pytest

from tests.built import ROOT

ASSETS = ROOT / "site_templates" / "theme" / "assets"
STYLES = sorted(ASSETS.glob("*.css"))
_DECORATION = re.compile(r"[{;]\s*text-decoration:\s*([^;}]+)")


@pytest.mark.parametrize("name", [path.name for path in STYLES])
def test_text_decoration_has_the_line_alone(name: str) -> None:
    # Safari knows its other values under their own names only: with them, changed words bore no mark there at all.
    styles = (ASSETS / name).read_text(encoding="utf-8")
    assert [value for value in _DECORATION.findall(styles) if len(value.split()) > 1] == []
