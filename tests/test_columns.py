"""Two columns printed side by side are no text that anybody wrote: told, and no witness. Tables and wide blanks are."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.borrowing import read_beside
from kb.cli import build_app
from kb.diagnostics import Severity
from kb.readers import kramdown, scrape, web_text
from kb.text import Source
from tests.printed import EDGES, Printing, base_text, printed

NARROW = Printing(lambda _: ("", ""), width=36)


def side_by_side(text: str, gutter: int = 4, page: int = 40) -> str:
    """A text in two columns a page."""
    lines, out = text.splitlines(), list[str]()
    for first in range(0, len(lines), 2 * page):
        left, right = lines[first : first + page], lines[first + page : first + 2 * page]
        right += [""] * (len(left) - len(right))
        out += [f"{one:<{NARROW.width + gutter}}{other}".rstrip() for one, other in zip(left, right, strict=True)]
    return "\n".join(out) + "\n"


def codes(text: str) -> list[str]:
    return [found.code.code for found in web_text.read_text(Source.from_text("witness.txt", text)).diagnostics]


@pytest.mark.parametrize("gutter", [2, 4, 9])
def test_columns_are_told_and_no_witness(gutter: int) -> None:
    source = Source.from_text("witness.txt", side_by_side(printed(NARROW), gutter))
    base = kramdown.read_document(Source.from_text("base.md", base_text())).value
    beside = read_beside(source, base)
    assert beside.value is None
    (found,) = beside.diagnostics
    assert (found.code.code, found.code.severity) == ("KB178", Severity.ERROR)
    assert "one column after the other" in found.hint
    assert scrape.read_text(source).value.refused


def test_columns_are_laid_beside_nothing(tmp_path: Path) -> None:
    (tmp_path / "base.md").write_text(base_text(), encoding="utf-8")
    (tmp_path / "columns.txt").write_text(side_by_side(printed(NARROW)), encoding="utf-8")
    told = CliRunner().invoke(build_app(), ["collate", str(tmp_path / "base.md"), str(tmp_path / "columns.txt")])
    assert told.exit_code == 1
    assert "KB178" in told.stderr
    assert "sandbar" not in told.stdout


def justified(line: str) -> str:
    """A line with every second blank doubled."""
    return re.sub(r"(?<=\S) (\S+) (?=\S)", r"  \1 ", line)


ROWS = "".join(f"Small skiff {n}     Two crates of oil     three coins each\n" for n in range(40))


@pytest.mark.parametrize(
    "text",
    [
        printed(NARROW),
        "\n".join(map(justified, printed(Printing(EDGES["number"])).splitlines())),
        printed(NARROW) + ROWS,
        ROWS,
        "".join(f"{n}.   {line}\n" for n, line in enumerate(printed(NARROW).splitlines()) if line),
    ],
    ids=["one-column", "justified", "table", "rows", "numbers"],
)
def test_other_texts_have_no_columns(text: str) -> None:
    assert "KB178" not in codes(text)
