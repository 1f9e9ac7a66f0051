"""Orders in a rulings file: a document comes in; whether most of what it says asks for changes of a text goes out."""

import re

from kb.changing import VERBS
from kb.figured import ARROW, tell_sets
from kb.model import ClauseKind, Document, Heading

_SUBJECT = re.compile(r"[^:\"“”]{1,60}:\s+")
_ASKS = re.compile(
    rf"(?:{VERBS}|(?:replac|chang|correct|amend|remov|delet|add|insert|append)e?d|struck)\b"
    rf"|[^.!?]{{0,160}}(?:\bshould\s+(?:now\s+)?(?:read|say)\b|\bnow\s+reads\b|[\"”\d]\s*{ARROW}\s*[\"“\d])",
    re.IGNORECASE,
)
_FEW = 3
"""So many headings below a title may each be a list; more are names of what is changed."""


def asks_for_changes(document: Document) -> bool:
    """Whether most items, or without any most paragraphs, ask for a change of a text or a figure."""
    for kind in (ClauseKind.LIST_ITEM, ClauseKind.PARAGRAPH):
        texts = [each.current.strip() for each in document.clauses if each.kind is kind and each.current.strip()]
        if texts:
            return 2 * sum(map(_asks, texts)) > len(texts)
    return False


def _asks(text: str) -> bool:
    subject = _SUBJECT.match(text)
    told = text[subject.end() :] if subject is not None else text
    return any(_ASKS.match(each) or tell_sets(each) for each in (told, text))


def head_changes(document: Document) -> tuple[Heading, ...]:
    """The headings that most likely stand over lists of changes: a few below a title, else that."""
    first, *others = document.headings
    level = min((each.level for each in others), default=first.level)
    below = tuple(each for each in others if each.level == level > first.level)
    return below if 0 < len(below) <= _FEW else (first,)
