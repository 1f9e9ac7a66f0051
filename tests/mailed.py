"""Mailed forms of a rulings file: the statements that were read from its page, set as a text that was posted."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import fill

from kb.model import CompendiumVersion, PieceKind, Statement
from kb.text import word_forms

WIDTH = 72
_SIGNS = {"em": "_", "strong": "*"}
_EDGES = {PieceKind.OPEN, PieceKind.CLOSE}
_HEADER = "From: clerk@quay.example (The Clerk)\nSubject: [LANTERN] Ledger, part {} of 3\nDate: Mon, 8 May 2006\n\n"
_SIGNATURE = "\n-- \nThe Clerk      clerk@quay.example\n  Nothing beats the tide.\n\n"

Said = tuple[str, tuple[str, ...], tuple[str, ...], frozenset[str], str | None, str | None]
Shape = Callable[[str], str]


def said(statement: Statement) -> Said:
    """What a ruling is, whatever shape it has: section, term, words, marks, label, date."""
    return (
        statement.section.value,
        word_forms(statement.term),
        word_forms(statement.words),
        frozenset(statement.marks),
        statement.label,
        statement.effective,
    )


@dataclass(frozen=True, slots=True)
class Form:
    """How sections, terms and rulings are set, and what the page has around the whole; `posted` in three parts."""

    section: Shape
    term: Shape
    ruling: Shape
    page: Shape
    gap: str = "\n"
    posted: bool = False

    def set(self, version: CompendiumVersion) -> str:
        """A version in this form."""
        parts = list(_parts(version))
        titles = "".join(f"  {text}\n" for kind, text in parts if kind == "section") + "\n"
        lines = [f"{version.compendium}\n\n", "Table of Contents\n\n", titles]
        for number, (kind, text) in enumerate(parts, 1):
            if self.posted and number in {1, len(parts) // 3, 2 * len(parts) // 3}:
                lines.append(_SIGNATURE * (number > 1) + _HEADER.format(1 + number * 3 // len(parts)))
            lines.append({"section": self.section, "letter": letter, "term": self.term}.get(kind, self.ruling)(text))
            lines.append(self.gap if kind == "ruling" else "")
        return self.page("".join(lines))


def _parts(version: CompendiumVersion) -> Iterator[tuple[str, str]]:
    """The headings and rulings of a version in order, behind its contents."""
    heads = [(each.span, "section", each.title) for each in version.sections if each.kind.value != "introduction"]
    heads += [(each.span, "term", each.term) for each in version.terms]
    known = {span for span, _, _ in heads}
    first = min(heads)[0]
    for heading in version.document.headings:
        name = heading.text.strip("-= ")
        if heading.span not in known and heading.span > first and len(set(name)) == 1:
            heads.append((heading.span, "letter", name))
    found = heads + [(each.span, "ruling", _words(each)) for each in version.statements]
    yield from ((kind, text) for _, kind, text in sorted(found))


def _words(ruling: Statement) -> str:
    pieces = ruling.pieces
    words = " ".join("".join(_SIGNS.get(each.tag, "") if each.kind in _EDGES else each.text for each in pieces).split())
    stray = ruling.text.startswith("# ") and not words.startswith("#")
    return f"# {words}" if stray else words


def letter(text: str) -> str:
    """The heading of a letter."""
    return f"\n-= {text} =-\n\n"


def under(sign: str) -> Shape:
    """A line over a row of signs."""
    return lambda text: f"\n{text}\n{sign * len(text)}\n\n"


def boxed(sign: str) -> Shape:
    """Capitals between two rows of signs."""
    return lambda text: f"\n{sign * WIDTH}\n{text.upper()}\n{sign * WIDTH}\n\n"


def lone(text: str) -> str:
    """A line between blank ones."""
    return f"\n{text}\n\n"


def direct(text: str) -> str:
    """A line directly above what follows."""
    return f"\n{text}\n"


def wrapped(first: str = "", rest: str = "") -> Shape:
    """A ruling in lines of one width."""
    return lambda text: (
        fill(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
        + "\n"
    )


def fenced(text: str) -> str:
    """A block of code."""
    return f"# Lantern\n\n```\n{text}\n```\n"


def tagged(text: str) -> str:
    """An element of preformatted text."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return "<pre>\n" + re.sub(r"\n{3,}", "\n\n", text) + "</pre>\n"


def indented(text: str) -> str:
    """Lines behind four blanks."""
    return re.sub(r"(?m)^(?=.)", "    ", text)


def quoted(text: str) -> str:
    """A block of code whose lines are quoted."""
    return fenced(re.sub(r"(?m)^", "> ", text))


FORMS = {
    "rows of signs and stars": Form(under("="), under("-"), wrapped("* ", "  "), fenced, "\n", posted=True),
    "boxes and bare terms": Form(boxed("*"), lone, wrapped(), fenced, "\n"),
    "capitals and dashes in an element": Form(lambda text: lone(text.upper()), direct, wrapped("- ", "  "), tagged),
    "terms in capitals behind four blanks": Form(
        under("="), lambda text: lone(text.upper()), wrapped(), indented, "\n"
    ),
    "terms to the left": Form(under("="), direct, wrapped("   ", "   "), fenced, "\n"),
    "hanging rulings without blank lines": Form(boxed("="), lone, wrapped("", "   "), fenced, ""),
    "small letters as list marks": Form(boxed("-"), direct, wrapped(" o ", "   "), fenced, "", posted=True),
    "bare lines on the page": Form(lambda text: lone(text.upper()), lone, wrapped(), lambda text: text, "\n"),
    "rows of signs for sections alone": Form(under("="), lone, wrapped(), lambda text: text, "\n"),
    "signs around terms": Form(
        lambda text: f"\n*** {text.upper()} ***\n\n", lambda text: f"\n** {text} **\n\n", wrapped(), fenced, "\n"
    ),
    "quoted lines": Form(under("="), lone, wrapped("- ", "  "), quoted),
    "a line a ruling": Form(under("="), direct, lambda text: f"{text}\n", fenced),
    "terms before a colon": Form(boxed("*"), lambda text: direct(f"{text}:"), wrapped("- ", "  "), fenced, "\n"),
    "form feeds and line ends of two signs": Form(
        lambda text: f"\n\f{text}\n{'=' * len(text)}\n\n",
        lone,
        wrapped(),
        lambda text: fenced(text).replace("\n", "\r\n"),
        "\n",
    ),
}
