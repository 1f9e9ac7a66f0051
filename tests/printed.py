"""A rulebook as it is taken out of a printed book: wrapped, with the heads and feet of its pages among its lines."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

HEADS = ("Setting Up the Quay", "The Bidding Round", "Mooring a Vessel", "Cargo and Ballast", "Storms", "The Last Bell")
_NAMES = ("saltline", "ferrule", "harbinger", "oarsman", "ledger", "sandbar", "trading-post", "lantern", "tollkeeper")
PAGE = 30
FIRST = 3
"""The number of the first page."""
Edge = Callable[[int], tuple[str, str]]
"""What stands above and below a page with some number; nothing where it is empty."""

EDGES: dict[str, Edge] = {
    "title in turn": lambda n: (f"{n}   Saltline Rules" if n % 2 else f"Saltline Rules   {n}", ""),
    "title and number": lambda n: (f"Saltline Rules{n:>40}", ""),
    "section and number": lambda n: (f"{n}   {HEADS[n % 6]}", ""),
    "title alone": lambda n: ("Saltline Rules".center(60) if n > FIRST else "", ""),
    "number": lambda n: ("", str(n).center(60)),
    "number in dashes": lambda n: ("", f"- {n} -"),
    "number of all": lambda n: ("", f"Page {n} of 20"),
    "title and foot": lambda n: ("Saltline Rules" if n > FIRST else "", f"[{n}]"),
}


@dataclass(frozen=True)
class Printing:
    """How a text was printed and taken out."""

    edge: Edge
    gap: int = 1
    feeds: bool = False
    blanks: bool = True
    width: int = 60


def _name(at: int) -> str:
    return _NAMES[at % len(_NAMES)]


def _sentence(at: int) -> str:
    one, two, three = _name(at), _name(at * 3 + 1), _name(at * 5 + at // 7)
    forms = (
        f"Each {one} reveals {at % 7 + 2} {two}s before the {three} collects its toll of {at} coins.",
        f"If the {one} is sunken, who holds the {two} returns {at % 9 + 2} coins and the {three} of row {at}.",
        f"A player may not bid on a {one} until every {two} in row {at} was counted by the {three}.",
    )
    return forms[at % 3]


def base_text() -> str:
    """The base edition, in Markdown."""
    blocks, at = ["# Saltline"], 0
    for head in HEADS:
        blocks.append(f"## {head}")
        for length in (4, 3, 5):
            blocks.append(" ".join(_sentence(at + k) for k in range(length)))
            at += length
        blocks.append("\n".join(f"- {_sentence(at + k)}" for k in range(3)))
        at += 3
    return "\n\n".join(blocks) + "\n"


def printed(printing: Printing) -> str:
    """The text of the base as it was printed."""
    lines = list(_lines(printing))
    out: list[str] = []
    for page, first in enumerate(range(0, len(lines), PAGE), FIRST):
        head, foot = printing.edge(page)
        body = lines[first : first + PAGE]
        while body and not body[0].strip():
            del body[0]
        gap = [""] * printing.gap
        sheet = [*([head, *gap] if head else []), *body, *([*gap, foot] if foot else []), *gap]
        out += ["\f" + sheet[0], *sheet[1:]] if printing.feeds and first else sheet
    return "\n".join(out) + "\n"


def _lines(printing: Printing) -> list[str]:
    lines: list[str] = []
    for block in base_text().strip().split("\n\n"):
        for line in block.split("\n"):
            found = re.fullmatch(r"(#* |- )?(.*)", line)
            assert found is not None
            lead, words = found.groups()
            first, rest = ("  * ", "    ") if lead == "- " else ("", "")
            lines += textwrap.wrap(words, printing.width, initial_indent=first, subsequent_indent=rest)
        lines += [""] if printing.blanks else []
    return lines
