"""What the styles say is said so that every browser reads it; one that cannot leaves the whole declaration out."""

import re

import pytest

from kb.tools.builders import served
from tests.built import ROOT

ASSETS = ROOT / "site_templates" / "theme" / "assets"
STYLES = sorted(ASSETS.glob("*.css"))
SCRIPTS = sorted(ASSETS.glob("*.js"))
_DECORATION = re.compile(r"[{;]\s*text-decoration:\s*([^;}]+)")


@pytest.mark.parametrize("name", [path.name for path in STYLES])
def test_text_decoration_has_the_line_alone(name: str) -> None:
    # Safari knows its other values under their own names only: with them, changed words bore no mark there at all.
    styles = (ASSETS / name).read_text(encoding="utf-8")
    assert [value for value in _DECORATION.findall(styles) if len(value.split()) > 1] == []


@pytest.mark.parametrize("name", [path.name for path in STYLES])
def test_what_is_said_to_who_works_on_styles_is_not_sent_to_readers(name: str) -> None:
    styles = (ASSETS / name).read_bytes()
    sent = served(name, styles)
    assert b"/*" not in sent and len(sent) < len(styles)
    assert _rules(sent.decode()) == _rules(re.sub(r"/\*.*?\*/", "", styles.decode(), flags=re.DOTALL))


@pytest.mark.parametrize("name", [path.name for path in SCRIPTS])
def test_nor_is_what_is_said_to_who_works_on_scripts(name: str) -> None:
    script = (ASSETS / name).read_text(encoding="utf-8")
    sent = served(name, script.encode()).decode()
    said = re.compile(r"/\*.*?\*/", re.DOTALL)
    assert said.sub("", sent).split() == said.sub("", script).split()
    assert not re.search(r"(?m)^\s*/\*|\*/\s*$", sent)
    assert served("vendored.min.js", script.encode()).decode() == script


def _rules(styles: str) -> list[str]:
    return styles.split()
