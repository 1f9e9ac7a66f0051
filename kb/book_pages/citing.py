"""Citing clauses: the text of a book and the ids of its clauses come in, what a reader calls each of them goes out.

`lamps.p2` is `Lamps ¶2`, `lamp-oil.li3` is `Lamp Oil, item 3`: the heading of its section and its number
there, which is counted in the base edition and stays when the text around it changes. A rule with a number of its own,
as many games print before each, is cited by that: `6.32`.
"""

import re
from collections import Counter
from collections.abc import Mapping
from string import capwords

from kb.interface import Words
from kb.model import ClauseKind, Document
from kb.numbering import number_rules
from kb.places.openings import opening_of

_NAMES = {"p": "cite.p", "li": "cite.li", "tr": "cite.tr", "note": "cite.note", "code": "cite.code"}
_STEP = re.compile(r"([a-z]+)(\d+(?:\.\d+)*)")


def name_clauses(document: Document, ids: Mapping[int, str], words: Words, base: Document | None) -> Mapping[str, str]:
    """What readers call each clause, by its id; `ids` are those its clauses have on the page, by index. A text that
    lost its headings borrows those of `base`, from which its sections have their ids."""
    titles, numbers = _name_sections(document, ids), number_rules(document).numbers
    if base is not None:
        lent = _name_sections(base, {at: str(clause.id) for at, clause in enumerate(base.clauses)})
        titles = {section: title or lent.get(section, "") for section, title in titles.items()}
    return {
        ident: numbers.get(at)
        or place_of(titles.get(_parts(ident)[0], ""), _parts(ident)[1], words, opening_of(document.clauses[at].current))
        for at, ident in ids.items()
        if document.clauses[at].kind is not ClauseKind.HEADING
    }


def place_of(section: str, tail: str, words: Words, opening: str = "") -> str:
    """A place in words: the title of a section, and the tail of a clause's id (`p2`, `note1.p2`, `+abcde`).

    A clause that the base lacks has no number: it is told by its opening words.
    """
    if tail.startswith("+"):
        said = words("cite.added", words=words("cite.opening", words=opening) if opening else tail)
        return f"{section}, {said}" if section else said
    steps = [(kind, number) for kind, number in _STEP.findall(tail) if kind in _NAMES]
    if not steps:
        return f"{section} {tail}".strip()
    named = " ".join(words(_NAMES[kind], n=number) for kind, number in steps)
    apart = " " if steps[0][0] == "p" else ", "
    return f"{section}{apart}{named}" if section else named


def _name_sections(document: Document, ids: Mapping[int, str]) -> Mapping[str, str]:
    """What readers call each section: nothing under the title of the book, and of two alike the parent's name too."""
    levels = {heading.clause: heading.level for heading in document.headings}
    book = [at for at, level in levels.items() if level == 1]
    above: list[tuple[int, str]] = []
    found: dict[str, tuple[str, str]] = {"top": ("", "")}
    for at, clause in enumerate(document.clauses):
        if at in levels:
            title = "" if book == [at] else _title(clause.text)
            above = [(level, name) for level, name in above if level < levels[at]]
            found[str(clause.section)] = above[-1][1] if above else "", title
            above.append((levels[at], title))
        elif at in ids:
            found.setdefault(_parts(ids[at])[0], ("", above[-1][1] if above else ""))
    times = Counter(title for _, title in found.values())
    return {
        section: f"{parent}, {title}" if parent and times[title] > 1 else title
        for section, (parent, title) in found.items()
    }


def _parts(ident: str) -> tuple[str, str]:
    section, _, tail = ident.partition(".")
    return section, tail


def _title(heading: str) -> str:
    """A heading as it stands in running text: one set in capitals loses them."""
    words = " ".join(heading.split())
    return capwords(words) if words.isupper() else words
