"""What a compiled text differs in from another: the clauses, by their words, whatever their ids."""

from functools import lru_cache

from kb.compile._body import Body
from tests.applying import read


def changed_clauses(text: str, other: str) -> int:
    """How many clauses of two texts are not in the other."""
    a, b = (_clauses(part) for part in (text, other))
    return len(set(a) ^ set(b))


def only_one_clause(text: str, other: str) -> bool:
    """Whether two texts differ in one clause at most: one that only one of them has, or one of a section reworded."""
    a, b = (_clauses(part) for part in (text, other))
    gone, come = [set(b) - set(a), set(a) - set(b)]
    sections = {each.split(" ", 1)[0] for each in (*gone, *come)}
    return max(len(gone), len(come)) <= 1 and len(sections) <= 1


@lru_cache(maxsize=8)
def _clauses(text: str) -> list[str]:
    """The clauses above the footnotes."""
    document = read(text)
    end = Body(document).end
    return [f"{clause.section} {clause.text}" for clause in document.clauses if clause.span.start < end]
