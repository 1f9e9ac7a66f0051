"""A kramdown rulebook rendered mechanically as the plain texts that circulate, and how much of it is found again.

The rendering knows for each clause of the base what became of it, so what a reader and a base make of the text is
compared with the truth. `Manner` says how the text was saved; chance is seeded, so that every run is the same.
"""

import random
import re
import textwrap
from dataclasses import dataclass, field

from kb.model import ClauseKind, Document, SectionId
from kb.plain import PlainText

_DASH = re.compile(r"\s*(?:—|–|--+)\s*")
FOREIGN_BEFORE = """Gull Harbour News
Welcome back, sailors and landlubbers alike. Last Tuesday we asked what you
would take along to a rainy picnic, and forty of you wrote in about cheese.
My cousin still swears by pickled plums. Vote in our poll before midnight!
Rating of the week: 7.5 gulls
Copyright nobody in particular; printing for your kitchen wall is welcome.
"""
FOREIGN_BEHIND = """_________________________________________________________________
[Home] [Guestbook] [Webring]
You are visitor number 20417. Best viewed with any browser since 1996.
Mail the gull keeper!
"""


@dataclass(frozen=True)
class Manner:
    """How a text was saved."""

    width: int = 72
    blanks: bool = True
    indents: bool = True
    contents: bool = True
    headings: bool = True
    lists: bool = True
    dashes: str = "-"
    break_hyphens: bool = False
    foreign: bool = True
    rules: bool = True
    slips: float = 0.0
    joins: float = 0.0
    cuts: float = 0.0
    items_lost: bool = False
    moved: bool = False


WEB = Manner()
BARE_WEB = Manner(blanks=False, indents=False)
HYPHENED_WEB = Manner(width=66, break_hyphens=True, contents=False, slips=0.01)
MOVED_WEB = Manner(contents=False, foreign=False, moved=True)
MOVED_SCRAPE = Manner(
    width=0, blanks=False, indents=False, contents=False, headings=False, lists=False, dashes="", foreign=False,
    slips=0.05, joins=0.1, moved=True,
)  # fmt: skip
RAGGED_WEB = Manner(blanks=False, indents=False, contents=False, rules=False, foreign=False, slips=0.02)
SCRAPE = Manner(
    width=0, blanks=False, indents=False, contents=False, headings=False, lists=False, dashes="", foreign=False
)
POOR_SCRAPE = Manner(
    width=0, blanks=True, indents=False, contents=False, headings=False, lists=False, dashes="", foreign=False,
    slips=0.02, joins=0.2, cuts=0.1, items_lost=True,
)  # fmt: skip


MANNERS = {name: manner for name, manner in list(globals().items()) if isinstance(manner, Manner)}


@dataclass
class Rendered:
    """A rendered text; `words` are those of each base clause (by index) that stands in it."""

    text: str
    words: dict[int, tuple[str, ...]] = field(default_factory=dict)


def words_of(text: str) -> tuple[str, ...]:
    """Words for comparison: letters and digits only, so that wrapping at hyphens changes nothing."""
    return tuple(re.findall(r"[^\W_]+", text))


def render(base: Document, manner: Manner, seed: int = 7) -> Rendered:
    """The text of a rulebook in some manner."""
    chance = random.Random(seed)
    rendered = Rendered("")
    blocks: list[str] = []
    if manner.foreign:
        blocks.append(FOREIGN_BEFORE.rstrip("\n"))
    listed = False
    for number in _ordered(base, manner):
        clause = base.clauses[number]
        text = " ".join(_DASH.sub(manner.dashes, clause.text).replace("|", " ").split())
        text = _slipped(text, manner, chance)
        if not words_of(text) or clause.kind in {ClauseKind.HTML, ClauseKind.CODE} or _is_contents(base, number):
            continue
        if clause.kind is ClauseKind.HEADING and not manner.headings:
            continue
        if clause.kind is ClauseKind.LIST_ITEM and manner.items_lost and chance.random() < 0.5:
            continue
        rendered.words[number] = words_of(text)
        if clause.kind is not ClauseKind.HEADING and not manner.lists and _joins(blocks, manner, chance):
            blocks[-1] += " " + text
            continue
        if not manner.lists and chance.random() < manner.cuts and len(text) > 200:
            at = text.index(" ", len(text) // 2)
            blocks += [text[:at], text[at + 1 :]]
            continue
        blocks.append(_block(base, number, text, manner))
        if clause.kind is ClauseKind.HEADING and manner.contents and not listed:
            listed = True
            blocks.append("\n".join(["Table Of Contents", *(each.text for each in base.headings[1:])]))
    if manner.foreign:
        blocks.append(FOREIGN_BEHIND.rstrip("\n"))
    rendered.text = _laid_out(blocks, manner)
    return rendered


def _ordered(base: Document, manner: Manner) -> list[int]:
    """The clauses in the order of the text: its sections as they are, or the last third of them before the others."""
    starts = [heading.clause for heading in base.headings]
    cut = starts[len(starts) * 2 // 3] if manner.moved and len(starts) > 2 else 0
    first = starts[1] if manner.moved and len(starts) > 2 else 0
    every = range(len(base.clauses))
    return [*every[:first], *every[cut:], *every[first:cut]] if cut else list(every)


def _joins(blocks: list[str], manner: Manner, chance: random.Random) -> bool:
    return bool(blocks) and chance.random() < manner.joins


def _is_contents(base: Document, number: int) -> bool:
    return sum(link.clause == number for link in base.links) > 2


def _slipped(text: str, manner: Manner, chance: random.Random) -> str:
    """The text with a letter of some words misread."""
    if not manner.slips:
        return text
    return " ".join(
        word[:-1] + chance.choice("lnrc")
        if len(word) > 3 and word.isalpha() and chance.random() < manner.slips
        else word
        for word in text.split(" ")
    )


def _block(base: Document, number: int, text: str, manner: Manner) -> str:
    clause = base.clauses[number]
    if not manner.width:
        return text
    if clause.kind is ClauseKind.LIST_ITEM and manner.lists:
        sign = "*+o"[min(clause.depth, 3) - 1]
        lead = "  " * clause.depth + sign + " "
        lines = textwrap.wrap(
            text, manner.width, initial_indent=lead, subsequent_indent=" " * len(lead),
            break_on_hyphens=manner.break_hyphens, break_long_words=False,
        )  # fmt: skip
    else:
        lines = textwrap.wrap(text, manner.width, break_on_hyphens=manner.break_hyphens, break_long_words=False)
    if clause.label == "Example" and manner.rules:
        rule = "_" * (manner.width - 7)
        lines = [rule, *lines, rule]
    return "\n".join(lines if manner.indents else [line.strip() for line in lines])


def _laid_out(blocks: list[str], manner: Manner) -> str:
    return ("\n\n" if manner.blanks else "\n").join(blocks) + "\n"


@dataclass(frozen=True)
class Score:
    """Of the clauses that stand in a text the share found whole, of its kind, in its section; what foreign words stay.

    `wrong` tells each that is not, for people.
    """

    whole: float
    kinds: float
    sections: float
    foreign: int
    wrong: tuple[str, ...]


def score(base: Document, rendered: Rendered, plain: PlainText) -> Score:
    """What was found again. A row of a table is a line of its own in a plain text, of whatever kind."""
    found = {clause: at for at, standing in reversed(list(enumerate(plain.standings))) for clause in standing.base}
    own = _own_sections(base, plain)
    counts = {"whole": 0, "kind": 0, "section": 0}
    wrong: list[str] = []
    for number, words in rendered.words.items():
        clause = base.clauses[number]
        got = plain.document.clauses[found[number]] if number in found else None
        right = {
            "whole": got is not None and words_of(got.text) == words,
            "kind": got is not None and clause.kind in {got.kind, ClauseKind.TABLE_ROW},
            "section": got is not None and own.get(got.section, got.section) == clause.section,
        }
        for name, holds in right.items():
            counts[name] += holds
            if not holds:
                sure = plain.standings[found[number]].confidence if got is not None else 0.0
                wrong.append(
                    f"{clause.id} not {name}: {got.kind.value} `{got.text[:60]}` {sure:.2f}" if got else clause.id
                )
    kept = "".join(clause.text for clause in plain.document.clauses)
    phrases = ("pickled plums", "visitor number", "Gull Harbour", "gull keeper")
    whole, kinds, sections = (count / len(rendered.words) for count in counts.values())
    return Score(whole, kinds, sections, sum(phrase in kept for phrase in phrases), tuple(wrong))


def _own_sections(base: Document, plain: PlainText) -> dict[SectionId, SectionId]:
    """The base's section for each heading of the text's own that stands for one of the base's."""
    clauses = plain.document.clauses
    return {
        clause.section: base.clauses[standing.base[0]].section
        for clause, standing in zip(clauses, plain.standings, strict=True)
        if clause.kind is ClauseKind.HEADING and standing.base
    }
