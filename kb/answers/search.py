"""Search: what can be found, what was found, and the answer as plain data and as text for people.

The index itself is `kb.search`; here are the values it deals in and how an answer is told. Little is imported, so
that an answer at hand is given at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from kb.answers.telling import WIDTH, Line, Styled

SCHEMA = 1
OPENING, CLOSING = "\x02", "\x03"
"""Characters around found words in a snippet."""
_INDENT = 4


class Kind(Enum):
    """What can be found."""

    CLAUSE = "clause"
    RULING = "ruling"
    TERM = "term"
    CARD = "card"


class Group(Enum):
    """What a thing found is to its reader: its kind, and for rules and rulings whether it still holds.

    A `whole` is a text as such: a book, a file of rulings or of answers, another text. A `rule` is a clause as
    emended, `published` one of a book that has no emended text at hand, `former` the published wording of a clause that
    has been emended, `text` one of a text that is no book's (a policy, a guide), `other` what only another printing or
    transcription says.
    """

    TERM = "term"
    CARD = "card"
    WHOLE = "whole"
    RULING = "ruling"
    ANSWER = "answer"
    RULE = "rule"
    PUBLISHED = "published"
    FORMER = "former"
    TEXT = "text"
    OTHER = "other"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Volume:
    """What a record stands in: a book, a compendium or a file of answers, by id and title."""

    id: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """Something that can be found. `names` are the terms it is about, by any spelling; `also` are further words
    it is found by; `address` is that on the site from its root, or empty where no page has it.

    `weight` is added to the score: below 0 for what is no longer said. `edition` says for a clause which text of
    its `work` has it, by its role, and `edition_id` by its id; `same` whether the published and the emended text agree
    in it. `group` and `volume` are what the search of the site narrows by. `ruled` says of a ruling what it is (its
    label or, by `kb.rulings`, its kind) and in which version it was said last; of an answer, or an erratum in a file of
    answers, that it is one and whose.
    """

    kind: Kind
    id: str
    title: str
    text: str
    address: str
    names: tuple[str, ...] = ()
    also: str = ""
    weight: float = 0.0
    work: str = ""
    edition: str = ""
    same: bool = False
    edition_id: str = ""
    group: Group = Group.OTHER
    volume: Volume = Volume()
    ruled: tuple[str, ...] = ()
    called: str = ""
    """What a ruling is called whose term several headings share: with the one above it. It is found by its term."""

    @property
    def head(self) -> str:
        """The title as readers see it."""
        return self.called + self.title.removeprefix(self.names[0]) if self.called else self.title


@dataclass(frozen=True, slots=True)
class Hit:
    """A record that answers, how well (higher is better), and the words around what was found."""

    record: Record
    score: float
    snippet: str


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to a search: the best hits in order, how many there are in all, how many of these have all words, and
    what may have been meant."""

    words: str
    hits: tuple[Hit, ...]
    total: int
    with_all: int
    did_you_mean: tuple[str, ...] = ()


def list_hits(results: Results) -> dict[str, object]:
    """The answer in the shape of the JSON contract."""
    return {
        "schema": SCHEMA,
        "words": results.words,
        "total": results.total,
        "with_all": results.with_all,
        "items": [_item(hit) for hit in results.hits],
        "did_you_mean": list(results.did_you_mean),
    }


def _item(hit: Hit) -> dict[str, object]:
    record = hit.record
    item: dict[str, object] = {
        "kind": record.kind.value,
        "id": record.id,
        "title": record.title,
        "text": record.text,
        "address": record.address,
        "score": hit.score,
    }
    if record.work:
        item |= {"work": record.work, "edition": record.edition, "same_as_published": record.same}
    return item


def render_hits(results: Results, width: int = WIDTH) -> Iterator[Line]:
    """The answer as lines of styled pieces, found words bold."""
    shown, total = len(results.hits), results.total
    count = f"{total} found" if shown == total else f"{shown} of {total} found"
    having = results.with_all
    lacking = "" if having == total else f", {having or 'none'} with all of the words"
    yield (("bold", f"{count} for `{results.words}`"), ("", lacking))
    if results.did_you_mean:
        yield (("", "did you mean " + ", ".join(f"`{name}`" for name in results.did_you_mean) + "?"),)
    for hit in results.hits:
        record = hit.record
        yield ()
        yield (("bold", record.title), ("dim", f"  {record.kind.value} {record.id}"))
        yield from _snippet(hit.snippet, width)
        if record.address:
            yield (("dim", f"{' ' * _INDENT}{record.address}"),)


def _snippet(snippet: str, width: int) -> Iterator[Line]:
    """A snippet filled into lines."""
    line: list[Styled] = []
    length = _INDENT
    for word in snippet.split():
        plain = word.replace(OPENING, "").replace(CLOSING, "")
        if line and length + 1 + len(plain) > width:
            yield (("", " " * _INDENT), *line)
            line, length = [], _INDENT
        line += [("", " ")] if line else []
        line += _styled(word)
        length += 1 + len(plain)
    if line:
        yield (("", " " * _INDENT), *line)


def _styled(word: str) -> Sequence[Styled]:
    """A word in pieces, what was found of it good."""
    pieces: list[Styled] = []
    for number, part in enumerate(word.split(OPENING)):
        found, _, rest = part.partition(CLOSING) if number else ("", "", part)
        pieces += [("good", found)] if found else []
        pieces += [("", rest)] if rest else []
    return pieces
