"""What a rulings file says of its own marks: its document comes in, the signs go out, each with what it means.

`A star (★) marks what was not in the last issue.`, `New or changed: †`: a sentence above the rulings that has one sign
and says `new` or `tournament`. What such a paragraph says of the list below it is no ruling either.
"""

import re
from collections.abc import Iterable, Mapping

from kb.model import ClauseKind, Document
from kb.sentences import find_sentences
from kb.withdrawn import adds_to_others, takes_place

_SIGN = re.compile(r"[*^~†‡¤★☆✓✔◆◇●■▲►@#]{1,3}")
_BESIDES = re.compile(r"(?<![^\s\"'“‘(])(?:-{1,2}[+*~]-{1,2}|[+»§¶%&]{1,3}|>{1,3})(?=[\"'”’).,;:]*(?:\s|$))")
_SAID = re.compile(
    r"\b(?:marked|prefixed|preceded|flagged|denoted|indicated)\s+(?:with|by)\s+(?:an?\s|the\s|[^\w\s])"
    r"|\b(?:with|by)\s+(?:an?\s+|the\s+(?:\w+\s+)?)?\S{1,8}\s+(?:\([^()]*\)\s+)?(?:in\s+front|before|at\s+the\s+start)\b"
    r"|[^\w\s][\"'”’)]*\s+(?:\([^()]*\)\s+)?(?:denotes|indicates|marks|means|shows)\b",
    re.IGNORECASE,
)
"""How a sentence speaks of a sign that may also be one of its own (`Items with a + in front of them`)."""
_NEW = re.compile(
    r"\b(?:new|changed|revised|not\s+(?:\w+\s+){0,3}in\s+(?:the|any)\s+(?:last|previous|former|earlier|older))\b",
    re.IGNORECASE,
)
_TOURNAMENT = re.compile(r"\btournaments?\b", re.IGNORECASE)


_OF_LIST = re.compile(
    r"\W*(?:(?:compiled|issued|maintained|prepared|published|released)\s+(?:(?:and|by|for|from|in|on)\s|\d|(?-i:[A-Z]))"
    r"|(?:this|the\s+following|the\s+present)\s+(?:document|errata|file|list(?:ing)?|page|sheet|version)\b(?!\s+of\b)"
    r"|version\s+v?\d[\w.]*\W*$|thanks\s+(?:are|go|to)\s)",
    re.IGNORECASE,
)
_ORDERS = re.compile(r"[\"“”]|\b(?:add|change|delete|insert|must|omit|remove|replace|should|strike)\b", re.IGNORECASE)


def read_legend(document: Document, sections: Iterable[int] = ()) -> Mapping[str, str]:
    """The signs that the paragraphs above the first part of a document explain, each as `new` or `tournament`; above
    the first of its `sections`, known by the clauses of their headings, where it has any."""
    below = [each.clause for each in document.headings if each.level > 1 or each.clause > 0][:1]
    first = min(sections, default=below[0] if below else len(document.clauses))
    found: dict[str, str] = {}
    for clause in document.clauses[:first]:
        if clause.kind is not ClauseKind.PARAGRAPH:
            continue
        text = clause.current
        for span in find_sentences(text):
            sentence = text[span.start : span.end]
            signs = {*_SIGN.findall(sentence), *(_BESIDES.findall(sentence) if _SAID.search(sentence) else ())}
            new, tournament = _NEW.search(sentence), _TOURNAMENT.search(sentence)
            if len(signs) == 1 and bool(new) != bool(tournament):
                found.setdefault(signs.pop(), "new" if new else "tournament")
    return found


def tells_of_list(text: str) -> bool:
    """Whether a paragraph tells of the list that it stands above and orders nothing: who issued it, what it is. That it
    adds to others, or takes their place, bears on those."""
    if adds_to_others(text) or takes_place(text):
        return False
    return _OF_LIST.match(text) is not None and _ORDERS.search(text) is None
