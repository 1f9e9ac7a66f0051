"""What a compiled text differs in from another: the clauses, by their words, whatever their ids."""

from functools import lru_cache

from kb.compile._body import Body
from tests.applying import read


def changed_clauses(text: str, other: str) -> int:
    """How many clauses of two texts are not in the other."""
    a, b = (_clauses(part) for part in (text, other))
    return len(set(a) ^ set(b))


@lru_cache(maxsize=8)
def _clauses(text: str) -> list[str]:
    """The clauses above the footnotes."""
    document = read(text)
    end = Body(document).end
    return [f"{clause.section} {clause.text}" for clause in document.clauses if clause.span.start < end]
