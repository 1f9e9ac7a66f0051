"""The values of provenance: emendation records, footnote verdicts, and the relations between words and sources.

What comes in are editions and compendium versions (`kb.model`); passes in `emendations`, `citations` and
`authorities` make these values. Every span is in the source it names.
"""

from dataclasses import dataclass, field
from enum import Enum

from kb.model import ClauseId, FootnoteId, RulingId, SectionId, Statement
from kb.text import Span


class EmendationKind(Enum):
    """What an emendation does to the published text."""

    INSERTION = "insertion"
    DELETION = "deletion"
    SUBSTITUTION = "substitution"
    NOTE_ADDED = "note-added"
    TYPO_FIX = "typo-fix"
    FORMAT = "punctuation/format"
    STRUCTURE = "structure"


class Unit(Enum):
    """How large a change is."""

    WORD = "word"
    PHRASE = "phrase"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list-item"
    NOTE = "note"
    BLOCK = "block"
    CHARACTER = "character"
    MARKUP = "markup"
    WHITESPACE = "whitespace"
    FRONT_MATTER = "front-matter"
    FOOTNOTE = "footnote"


class Relation(Enum):
    """How words compare with the source they are claimed from."""

    VERBATIM = "verbatim"
    NEAR = "near"
    ADAPTED = "adapted"
    NOT_FOUND = "not-found"
    POINTER = "pointer"


EXACT = frozenset({Relation.VERBATIM, Relation.NEAR})
"""The relations of words that the source has as they are, or hardly otherwise."""
SAID = EXACT | {Relation.ADAPTED}
"""The relations of words that the source has, in its own way or another."""


class AuthorityStatus(Enum):
    """Whether a change says on whose authority it was made."""

    CITED = "cited"
    UNCITED = "uncited"
    NO_WORK = "footnote-names-no-work"
    NOT_NEEDED = "not-needed"


class Problem(Enum):
    """What an editor should know about a footnote."""

    WRONG_ANCHOR = "wrong-anchor"
    MISSING_ANCHOR = "missing-anchor"
    NO_WORK_NAMED = "no-work-named"
    SOURCE_NOT_AT_HAND = "source-not-at-hand"
    NOT_FOUND = "not-found"
    EFFECTIVE_DATE_MISSING = "effective-date-missing"
    EFFECTIVE_DATE_DIFFERS = "effective-date-differs"


@dataclass(frozen=True, slots=True)
class Authority:
    """A footnote that supports a change, and what its source says: the relation of the changed words to the rulings."""

    footnote: FootnoteId
    relation: Relation | None = None
    similarity: float | None = None
    rulings: tuple[RulingId, ...] = ()


@dataclass(frozen=True, slots=True)
class Emendation:
    """One change from published to emended text.

    Spans are character offsets in the two files; a side that has nothing has start == end, at the place where
    its words would stand. `prefix` and `suffix` are the nearest eight words of published reading text.
    `effective` is an ISO date or None. A clause moved elsewhere is a deletion and an insertion, not
    substantive; what changed inside it besides has records of its own, with the insertion's id in `part_of`:
    they are told to people, and are no changes to apply. `comes_with` are the changes that put rules in or take
    some out, for a number that is another one because of them.
    """

    id: str
    section: str
    section_id: SectionId
    clause: ClauseId
    kind: EmendationKind
    unit: Unit
    label: str | None
    published_span: Span
    emended_span: Span
    published_text: str = field(repr=False)
    emended_text: str = field(repr=False)
    prefix: str = field(repr=False)
    suffix: str = field(repr=False)
    footnotes: tuple[FootnoteId, ...]
    substantive: bool
    authorities: tuple[Authority, ...] = ()
    authority_status: AuthorityStatus = AuthorityStatus.NOT_NEEDED
    effective: str | None = None
    part_of: str | None = None
    comes_with: tuple[str, ...] = ()

    @property
    def rulings(self) -> tuple[RulingId, ...]:
        """The rulings of its authorities, each once."""
        return tuple(dict.fromkeys(ruling for authority in self.authorities for ruling in authority.rulings))


@dataclass(frozen=True, slots=True)
class Cited:
    """One place a footnote cites: the words that name it, its address, and whether the address exists.

    `work` is the name of the text the address leads to where it is at hand, `work_as_cited` the words as
    written; `path` is the file, `section_path` the words between work and heading. `as_note` is the other footnote
    that it is told by, as in `Ibid.` or `See note 12`; `of_every` where it is cited with all other versions of its text
    (`Ledger (all issues)`). `also` where it is pointed at beside another (`See also ...`) and has none of its words.
    """

    work: str | None
    heading: str | None
    anchor: str | None
    url: str | None
    resolves: bool
    path: str | None = None
    work_as_cited: str | None = None
    section_path: tuple[str, ...] = ()
    as_note: FootnoteId | None = None
    of_every: bool = False
    also: bool = False


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """Where a source says the words: file, heading, anchor, line; what it says there; and the statement itself where
    there is one."""

    file: str
    heading: str
    anchor: str
    line: int
    words: str = field(repr=False, compare=False)
    statement: Statement | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ReferenceVerdict:
    """One marker of a footnote in the text, judged for itself: its line, clause, and the words it supports."""

    line: int
    span: Span
    clause: ClauseId
    words: str = field(repr=False)
    relation: Relation
    similarity: float | None
    sources: tuple[SourcePlace, ...]


@dataclass(frozen=True, slots=True)
class FootnoteVerdict:
    """A footnote checked against its source. `quote` and `similarity` are None for pointers."""

    id: FootnoteId
    line: int
    span: Span
    quote: str | None
    quote_span: Span | None
    cites: tuple[Cited, ...]
    relation: Relation
    similarity: float | None
    sources: tuple[SourcePlace, ...]
    references: tuple[ReferenceVerdict, ...]
    kind: str
    effective_cited: str | None
    effective_in_source: str | None
    problems: tuple[Problem, ...]


class Refusal(Enum):
    """Why a change is not made; the list is closed, and nothing is forced."""

    TARGET_MISSING = "target-missing"
    """There is no such card, section or clause, or nothing of that name in it (an entry, a step, a row, a column)."""
    TEXT_NOT_FOUND = "text-not-found"
    """The words that give way do not stand there."""
    TEXT_AMBIGUOUS = "text-ambiguous"
    """They stand there more often than is said."""
    PRECONDITION_CHANGED = "precondition-changed"
    """They stand there, but not as often, or not in the words, that the change was made for."""
    ALREADY_APPLIED = "already-applied"
    """The text reads so already."""
    CONFLICTS_WITH = "conflicts-with"
    """Another change is made to the same words."""
    NOT_YET_EFFECTIVE = "not-yet-effective"
    """Its authority was not in force on the day asked for."""
    NO_TEXT_AUTHORITY = "no-text-authority"
    """Its authority ended, or is not known."""
    OUTSIDE_SCOPE = "outside-scope"
    """It is not about this text."""
    SOURCE_UNAVAILABLE = "source-unavailable"
    """The text is not at hand."""
    NEEDS_HUMAN = "needs-human"
    """It does not say exactly what to do."""
