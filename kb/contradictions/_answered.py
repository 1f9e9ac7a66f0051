"""Answers to short questions: sheets come in, those go out that a ruling in the very words of the question contradicts.

Of two things alone much is said (`Kites may be lent`): there the ruling has to name what it stands below, or the
question does, for else it may be ruled for that alone.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from kb.claims import LEAST, Asked, Said, answered_otherwise, asked_keys, content, read_asked, ruling_keys
from kb.contradictions._values import Answer, Claim
from kb.grouping import group_pairs
from kb.sheets import Sheet
from kb.similarity import Words


class Answered:
    """The answers of sheets to short questions, by what they speak of."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self._asked = group_pairs(_read_sheets(sheets))

    def __bool__(self) -> bool:
        return bool(self._asked)

    def against(self, ruling: Said, term: Words, card: bool, headings: Set[Words]) -> Iterator[Claim]:
        """Those that a ruling below a heading contradicts."""
        for key in dict.fromkeys(ruling_keys(ruling)):
            for claim, asked, told in self._asked.get(key, ()):
                few = card or len(key[1]) < LEAST
                if few and not {*term} <= ({*told} if card else {*told, *ruling.things}):
                    continue
                if asked.said.names <= {*ruling.things, *term} and answered_otherwise(asked, ruling, headings):
                    yield claim


def _read_sheets(sheets: Sequence[Sheet]) -> Iterator[tuple[object, tuple[Claim, Asked, Words]]]:
    for sheet in sheets:
        for statement in sheet.statements:
            question, reply = statement.context, statement.words
            asked = read_asked(question, reply) if question else None
            if asked is None:
                continue
            claim = Claim(replace(asked.said, text=question), answer=Answer(sheet, statement))
            told = content(f"{question} {reply}")
            yield from ((key, (claim, asked, told)) for key in dict.fromkeys(asked_keys(asked)))
