"""What a rulings file says of its own marks: its document comes in, the signs go out, each with what it means.

`A star (★) marks what was not in the last issue.`, `New or changed: †`: a sentence above the rulings that has one sign
and says `new` or `tournament`.
"""

import re
from collections.abc import Iterable, Mapping

from kb.model import ClauseKind, Document
from kb.sentences import find_sentences

_SIGN = re.compile(r"[*^~†‡¤★☆✓✔◆◇●■▲►@#]{1,3}")
_NEW = re.compile(
    r"\b(?:new|changed|revised|not\s+(?:\w+\s+){0,3}in\s+(?:the|any)\s+(?:last|previous|former|earlier|older))\b",
    re.IGNORECASE,
)
_TOURNAMENT = re.compile(r"\btournaments?\b", re.IGNORECASE)


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
            signs = set(_SIGN.findall(sentence))
            new, tournament = _NEW.search(sentence), _TOURNAMENT.search(sentence)
            if len(signs) == 1 and bool(new) != bool(tournament):
                found.setdefault(signs.pop(), "new" if new else "tournament")
    return found
