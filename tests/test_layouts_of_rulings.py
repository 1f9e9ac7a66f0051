"""The same rulings laid out in the ways of many hands, and marked in theirs: each is read on its term, none is lost."""

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source, word_forms

RULINGS: Mapping[str, Sequence[str]] = {
    "Furnace": ("A furnace may melt one batch each turn.", "If the furnace goes out, the batch is lost."),
    "Kiln": ("A kiln cools three vessels each turn.",),
    "Blow Pipe": (
        "A blow pipe that is broken may not be lent to a guest.",
        "It is mended at dawn (see Furnace).",
    ),
    "Guild Master": ("The master of a guild has one vote more, unless he is away.",),
}
HEAD = "# Glass Guild Rulings\n\nVersion 2. A star (★) marks what is new.\n\n## Rulings by Term\n\n"
Mark = Callable[[str], str]


def _below(opens: str, parts: str = "\n\n", begins: str = "") -> Callable[[Mark], str]:
    """Each term in a line of its own, its rulings below."""
    return lambda mark: "\n\n".join(
        opens.format(term) + parts.join(begins + mark(each) for each in told) for term, told in RULINGS.items()
    )


def _each(line: str, parts: str = "\n\n") -> Callable[[Mark], str]:
    """Each ruling behind its term."""
    return lambda mark: parts.join(line.format(term, mark(each)) for term, told in RULINGS.items() for each in told)


def _counted(mark: Mark) -> str:
    parts = (
        f"### {term}\n\n" + "\n".join(f"{n}. {mark(each)}" for n, each in enumerate(told, 1))
        for term, told in RULINGS.items()
    )
    return "\n\n".join(parts)


LAYOUTS: Mapping[str, Callable[[Mark], str]] = {
    "headings, bullets": _below("### {}\n\n", "\n", "- "),
    "deep headings, stars": _below("#### {}\n\n", "\n", "* "),
    "headings, paragraphs": _below("### {}\n\n"),
    "headings, numbers": _counted,
    "headings, quoted": _below("### {}\n\n", "\n>\n", "> "),
    "headings in HTML": _below("<h3>{}</h3>\n\n"),
    "bold lines": _below("**{}**\n\n"),
    "bold lines with a colon": _below("**{}:**\n\n", "\n", "- "),
    "bold lines, adjoining": _below("**{}**\n", "\n", "- "),
    "bold lines, breaks": _below("**{}**<br>\n", "<br>\n"),
    "italic lines": _below("*{}*\n\n"),
    "bold, in one": _below("**{}** ", " "),
    "bold and a colon": _each("**{}:** {}"),
    "colon": _each("{}: {}"),
    "colon, in one": _below("{}: ", " "),
    "hyphen": _each("{} - {}"),
    "dash": _each("{} — {}"),
    "bullets, bold and a colon": _each("- **{}**: {}", "\n"),
    "bullets, colon": _each("- {}: {}", "\n"),
    "nested": _below("- {}\n", "\n", "  - "),
    "nested, bold": _below("- **{}**\n", "\n", "    - "),
    "definitions": _below("{}\n", "\n", ": "),
    "table": lambda mark: "| Term | Ruling |\n|---|---|\n" + _each("| {} | {} |", "\n")(mark),
}
MARKS: Mapping[str, Mark] = {
    "plain": lambda said: said,
    "a star behind": lambda said: f"{said} ★",
    "an unexplained sign behind": lambda said: f"{said} *",
    "a star before": lambda said: f"★ {said}",
    "new, before": lambda said: f"NEW: {said}",
    "new, behind": lambda said: f"{said} (new)",
    "a year behind": lambda said: f"{said} [1998]",
    "a day before": lambda said: f"[5 June 1998] {said}",
    "in effect from": lambda said: f"{said} [Effective 3/1/98]",
    "no stop": lambda said: said.removesuffix("."),
}


@pytest.mark.parametrize("marked", MARKS)
@pytest.mark.parametrize("laid", LAYOUTS)
def test_each_ruling_is_read_on_its_term(laid: str, marked: str) -> None:
    text = HEAD + LAYOUTS[laid](MARKS[marked]) + "\n"
    version = read_compendium(read_document(Source.from_text("guild.md", text)).value).value
    read = [(each.term, _plain(each.words)) for each in version.statements]
    lost = [
        (term, said)
        for term, told in RULINGS.items()
        for said in told
        if not any(term == on and _plain(said) in words for on, words in read)
    ]
    assert not lost, read


def _plain(said: str) -> str:
    return " ".join(word_forms(re.sub(r"[.,()]", " ", said)))
