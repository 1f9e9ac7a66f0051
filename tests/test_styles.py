"""What the styles say is said so that every browser reads it; one that cannot leaves the whole declaration out."""

import re

import pytest

from kb.tools.builders import join_styles, served
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
    assert _letters(sent.decode()) == _letters(styles.decode()).replace(";}", "}")


@pytest.mark.parametrize("name", [path.name for path in SCRIPTS])
def test_nor_is_what_is_said_to_who_works_on_scripts(name: str) -> None:
    script = (ASSETS / name).read_text(encoding="utf-8")
    sent = served(name, script.encode()).decode()
    assert _letters(sent) == _letters(script)
    assert not re.search(r"(?m)^\s*/\*|\*/\s*$|^ ", sent)
    assert served("vendored.min.js", script.encode()).decode() == script


def test_the_words_of_strings_and_patterns_stay_as_they_are() -> None:
    script = """const told = `a  b // c
      /* d */ ${ "e" + 'f  //' }`; /* g */
    if (told) told.replace(/[/'"]  h/g, "");
    """
    assert served("a.js", script.encode()).decode() == (
        """const told=`a  b // c
      /* d */ ${ "e" + 'f  //' }`;if(told)told.replace(/[/'"]  h/g,"");"""
    )
    styles = """a::before { content: "a  b" ; width: calc(100% - 2px); } /* c */"""
    assert served("a.css", styles.encode()) == b'a::before{content:"a  b";width:calc(100% - 2px)}'


def _letters(text: str) -> str:
    """All but remarks and blanks."""
    return "".join(re.sub(r"(?s:/\*.*?\*/)|[ \t]//[ \t].*", "", text).split())


def test_the_sheets_of_a_kind_of_page_are_sent_as_one() -> None:
    heads = {"pages/a.md.j2": "one two", "pages/b.md.j2": "two one", "pages/c.md.j2": "one two", "pages/d.md.j2": ""}
    kinds = {
        name: "{#-\neach: home\npage: x\ntitle: X\n" + (f"styles: {styles}\n" if styles else "") + "-#}\n"
        for name, styles in heads.items()
    }
    joined = join_styles(kinds, {"one.css": b"a{}", "two.css": b"b{}", "three.css": b"c{}"})
    assert joined == {"for-one-two.css": b"a{}\nb{}", "for-two-one.css": b"b{}\na{}"}
