"""Front matter as people write it, and as it gets damaged: both parsers read the same, or it is diagnosed."""

from collections.abc import Mapping

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb import strict_yaml
from kb.diagnostics import decode_source
from kb.readers._front_matter import FrontMatter, read_front_matter
from kb.readers.kramdown import read_document
from kb.text import Source

KEYS = (
    "title", "layout", "parent", "grand_parent", "permalink", "nav_order", "search_exclude", "has_children", "date",
    "tags", "Title", "title ", '"title"', "'date'", "ünïcode", "last modified", "x-y_z", "?", "<<", "1", "",
)  # fmt: skip
VALUES = (
    "Dark Lamps", '"Ledger 4 (Dec 1998)"', "'The keeper''s bell'", '"said \\"so\\"\\n\\u00e9"', "The keeper's bell",
    "Bells: a rulebook", "Bells # 2", "#2", "/rules/bells-below/", "https://lamps.example/a#b", "12", "1.10", "007",
    "1998-08-27", "1998-08-27 10:00:00 +0200", "31 Nov. 1997", "12:30:45", "true", "no", "~", "null", "", "@ mark",
    "`code`", "%d", "* star", "- dash", "&lamp Lamp", "*lamp", "!!str 4", "!date 1998", "[a, b]", "[a, 'b, c', \"d\"]",
    "[a, [b, {c: d}],]", "{name: Osk, born: 1970-01-01}", "{a: b, a: c}", "[", "{", "]", '"open', "'open",
    "|\n  lines\n  kept", ">-\n  folded\n  words\n\n  more", "|2\n    set in", "\n  - a\n  - b", "\n- a\n- b",
    "\n  en: Lamp\n  fr: Lampe", "\n  a: 1\n a: 2", "\n  - a: 1\n    b: 2\n  - c", "first\n  second", "Lórn – “bells”",
    "🔔", "\x07", "a\tb", "\tafter a tab", "a \\ b", "C:\\lamps", "= x", "a,b", "yes: no",
)  # fmt: skip
MARKS = (
    "\t",
    "\ufeff",
    "\u2028",
    "\x85",
    "\xa0",
    "\x00",
    "'",
    '"',
    ":",
    " #",
    "\n",
    "---",
    "...",
    "{",
    "}",
    "&a ",
    "*a",
)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A page with front matter of real shape, perhaps damaged at a place or two."""
    pairs = draw(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES)), max_size=7))
    inset = draw(st.sampled_from(["", "", "", "  ", "\t"]))
    after = draw(st.sampled_from([": ", ": ", ": ", ":", ":  ", ":\t", " : "]))
    lines = [f"{inset}{key}{after}{value}" for key, value in pairs]
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(["# a note", "", "   ", "---", "\t"])))
    text = "\n".join(lines)
    for at in draw(st.lists(st.integers(0, max(0, len(text))), max_size=2)):
        text = text[:at] + draw(st.sampled_from(MARKS)) + text[at:]
    page = (
        draw(st.sampled_from(["", "\ufeff"]))
        + f"---\n{text}\n{draw(st.sampled_from(['---', '...', '--- ']))}\n\n# Lamps\n"
    )
    return page.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"])))


def both(source: Source) -> tuple[tuple[FrontMatter, list[str]], tuple[FrontMatter, list[str]]]:
    """What is read with LibYAML at hand, and without it; diagnostics as they are shown."""
    found = []
    for quick in (strict_yaml._QUICK, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(strict_yaml, "_QUICK", quick)
            outcome = read_front_matter(source)
        found.append(
            (
                outcome.value,
                [f"{each.code.code} {each.line}:{each.column} {each.message}" for each in outcome.diagnostics],
            )
        )
    return found[0], found[1]


def is_plain(value: object) -> bool:
    """Whether a value is of those that front matter may have: no dates, no decimals, nothing that leads elsewhere."""
    if isinstance(value, Mapping):
        return all(type(key) is str and is_plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    return value is None or type(value) in {str, int, bool}


@given(pages())
@example("\ufeff---\r\ntitle: A\r\ntitle: B\r\n---\r\n")
@example("---\ntitle:\tLamps\n---\n")
@example("---\n\ttitle: Lamps\n---\n")
@example("---\ntitle: Bells: a rulebook\n---\n")
@example("---\ndate: 1998-08-27\nnav_order: 1.10\n---\n")
@example("---\nlamp: &lamp {a: b}\nother:\n  <<: *lamp\n---\n")
@example("---\ntitle: Lamps\ntitle\u00a0: Bells\n---\n")
@settings(max_examples=500, deadline=None)
def test_either_parser_reads_front_matter_the_same(text: str) -> None:
    source = decode_source("page.md", text.encode()).value
    assert source is not None
    quick, slow = both(source)
    assert quick == slow
    assert is_plain(dict(quick[0].values))
    read_document(source)


@pytest.mark.parametrize(
    ("lines", "values", "found"),
    [
        ("title: 'A: b'\r\ndate: 1998-08-27\r\n", {"title": "A: b", "date": "1998-08-27"}, []),
        ("title: A # note\ntags: [a, b]\n", {"title": "A", "tags": ["a", "b"]}, []),
        ("title:\tA\n", {}, ["KB191 2:7"]),  # LibYAML alone would take the tab
        ("title: A\ntitle: B\nlayout: x\n", {"title": "A", "layout": "x"}, ["KB192 3:1"]),
        ("title: Bells: a book\n", {}, ["KB191 2:13"]),
        ("\ttitle: A\n", {}, ["KB191 2:1"]),
        ("title: &t A\nother: *t\n", {"title": "A", "other": None}, ["KB193 2:8", "KB193 3:8"]),
        ("- a\n- b\n", {}, ["KB102 2:1"]),
        ("title: 'open\n", {}, ["KB191 3:1"]),
        ("\n", {}, []),
    ],
)
def test_what_is_wrong_is_told_at_its_place(lines: str, values: Mapping[str, object], found: list[str]) -> None:
    for mark in ("", "\ufeff"):
        source = decode_source("page.md", f"{mark}---\n{lines}---\n\nText.\n".encode()).value
        assert source is not None
        outcome = read_front_matter(source)
        assert outcome.value.values == values
        assert [f"{each.code.code} {each.line}:{each.column}" for each in outcome.diagnostics] == found
        assert both(source)[0] == both(source)[1]
