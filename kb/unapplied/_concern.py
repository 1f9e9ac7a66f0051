"""What concerns a work: its texts and the citations of its footnotes come in; whether a ruling concerns it, and why.

A ruling about a term concerns the work that has a section on the term or explains it in its glossary, and the work
whose footnotes cite the term's rulings; one about a rule by its number the work that has the rule. Rulings on cards,
lists of errata and lists by date hold what belongs to other texts: of these only what a footnote rests on, or what
names the work or one of its rules, concerns it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kb.corpus import WorkEntry
from kb.mentions import MentionFinder
from kb.model import Document, FootnoteId, Heading, RulingId, SectionKind, Statement
from kb.provenance import EXACT, SAID, AuthorityStatus, Emendation, FootnoteVerdict, Relation
from kb.similarity import compare_words, holds_words
from kb.spelling import unnumbered
from kb.terms import Inventory, Origin, stem_key
from kb.titles import find_scope, names_work
from kb.unapplied._striking import takes_out

OF_TERMS = frozenset({SectionKind.TERM, SectionKind.TURN, SectionKind.OTHER})
_CITABLE = OF_TERMS | {SectionKind.TOURNAMENT}
_PARTS = re.compile(r"\s*(?:[&•,:]|\band\b|^\W*\d[\d.]*|^\W*(?-i:[IVXLC]{1,7})[.):](?=\s))\s*", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^)]*\)")


class Ground(Enum):
    """Why a ruling concerns a work; the earlier ones say more."""

    TERM = "term"
    """The work has a section on its term, or its glossary explains the term."""
    NAMED = "named"
    """It names the work as what it is about, or says how to change it."""
    NUMBERED = "numbered"
    """It is about one of the work's rules, by its number."""
    QUOTED = "quoted"
    """A footnote of the work rests on it."""
    ASKED = "asked"
    """Somebody asks for its term."""
    CITED = "cited"
    """A footnote of the work cites the section it stands in."""
    STATED = "stated"
    """The work has its words."""


OWN = frozenset({Ground.TERM, Ground.NAMED, Ground.NUMBERED, Ground.QUOTED})
"""Why a ruling is surely the work's: what stands in a section that a footnote cites may well belong to another."""


@dataclass(frozen=True, slots=True)
class Concerns:
    """What tells that a statement concerns a work: keys of terms, cited (path, anchor) pairs, the statements (path,
    offset) its footnotes quote, the records whose words rest on a ruling, and those that cite it and say something
    else. `numbered` are the statements (path, offset) on one of its rules by number; `instructed` are rulings that say
    how to change it; `asked` are names of terms somebody asks for; `removed` are the
    records that only take words out; `quotes` are the words that footnotes have from their sources; `sisters` are the
    other works."""

    work: WorkEntry
    terms: frozenset[str]
    cited: frozenset[tuple[str, str]]
    quoted: frozenset[tuple[str, int]]
    records: Mapping[RulingId, tuple[Emendation, ...]]
    claims: Mapping[RulingId, tuple[Emendation, ...]]
    numbered: frozenset[tuple[str, int]] = frozenset()
    instructed: frozenset[RulingId] = frozenset()
    asked: frozenset[str] = frozenset()
    removed: tuple[Emendation, ...] = ()
    quotes: Mapping[FootnoteId, str] = field(default_factory=dict)
    sisters: tuple[WorkEntry, ...] = ()

    def records_on(self, names: Sequence[RulingId]) -> tuple[Emendation, ...]:
        """The records whose words rest on a ruling, by the ids it has had."""
        return tuple(dict.fromkeys(record for name in names for record in self.records.get(name, ())))

    def claims_on(self, names: Sequence[RulingId]) -> tuple[Emendation, ...]:
        """The records that cite a ruling and say something else."""
        return tuple(dict.fromkeys(record for name in names for record in self.claims.get(name, ())))

    def of(self, statement: Statement, path: str) -> Iterator[Ground]:
        """The grounds on which a statement of the text at `path` concerns the work.

        Citing a heading above its own is citing the part it stands in, which is about many things. What begins with
        the name of another work is about that one, whatever heading it shares with rulings on this.
        """
        named = names_work(statement.words, self.work)
        of_sister = not named and find_scope(statement.words, (self.work, *self.sisters)) in self.sisters
        if statement.section in OF_TERMS and not of_sister and stem_key(unnumbered(statement.term)) in self.terms:
            yield Ground.TERM
        if named:
            yield Ground.NAMED
        if (path, statement.span.start) in self.numbered:
            yield Ground.NUMBERED
        if statement.term in self.asked:
            yield Ground.ASKED
        if (path, statement.span.start) in self.quoted:
            yield Ground.QUOTED
        if statement.section in _CITABLE and not of_sister and (path, statement.anchor) in self.cited:
            yield Ground.CITED


def find_concerns(
    work: WorkEntry,
    texts: Sequence[Document],
    inventory: Inventory,
    verdicts: Iterable[FootnoteVerdict],
    records: Iterable[Emendation],
) -> Concerns:
    """What tells the rulings that concern a work, from its base and emended text, and the emended one's footnotes."""
    found = tuple(records)
    cited: set[tuple[str, str]] = set()
    quoted: set[tuple[str, int]] = set()
    quotes: dict[FootnoteId, str] = {}
    for verdict in verdicts:
        if verdict.quote is not None and verdict.relation in EXACT:
            quotes[verdict.id] = verdict.quote
        cited |= {(each.path, each.anchor) for each in verdict.cites if each.path and each.anchor}
        places = [*verdict.sources, *(place for reference in verdict.references for place in reference.sources)]
        if verdict.relation in SAID or any(each.relation in SAID for each in verdict.references):
            quoted |= {(each.file, each.statement.span.start) for each in places if each.statement is not None}
    said = _resting(found, SAID)
    other = _resting(found, frozenset(Relation) - SAID)
    terms = frozenset(_terms(work, texts, inventory))
    removed = tuple(filter(takes_out, found))
    return Concerns(work, terms, frozenset(cited), frozenset(quoted), said, other, removed=removed, quotes=quotes)


def _resting(
    records: Sequence[Emendation], relations: frozenset[Relation]
) -> Mapping[RulingId, tuple[Emendation, ...]]:
    """The records that cite each ruling and whose words have one of some relations to it."""
    found: dict[RulingId, tuple[Emendation, ...]] = {}
    for record in records:
        for authority in record.authorities:
            if record.authority_status is AuthorityStatus.CITED and authority.relation in relations:
                for ruling in authority.rulings:
                    found[ruling] = tuple(dict.fromkeys((*found.get(ruling, ()), record)))
    return found


def _terms(work: WorkEntry, texts: Sequence[Document], inventory: Inventory) -> Iterator[str]:
    """The keys of the terms a work has a section on or explains.

    A heading is about a term when it, or a part of it between `&`, `and` or a comma, is that term. A name of several
    words is also meant inside a longer heading; a single common word there (*Resolving Combat With an Agent*) is not
    what the section is about. Parts of the work's own name (*Wind & Weather*) head no section.
    """
    finder = MentionFinder(inventory)
    for document in texts:
        for heading in document.headings:
            bare = _BRACKETED.sub(" ", heading.text)
            if _is_title(bare, heading, work):
                yield stem_key(bare)
                continue
            yield from (stem_key(part) for part in (bare, *_PARTS.split(bare)) if stem_key(part))
            for mention in finder.find(bare):
                if re.search(r"\w[\s‐‑-]+\w", bare[mention.span.start : mention.span.end]):
                    yield from map(stem_key, mention.term.spellings)
    paths = {document.source.path for document in texts}
    for term in inventory.terms:
        if any(place.origin is Origin.DEFINED and place.path in paths for place in term.places):
            yield from map(stem_key, term.spellings)


def _is_title(bare: str, heading: Heading, work: WorkEntry) -> bool:
    """Whether a heading is the name of a work, or the first of its page and has that name of several words in it."""
    words = compare_words(bare)
    names = [compare_words(name) for name in (work.title, *work.names)]
    return any(words == name or (heading.level == 1 and len(name) > 1 and holds_words(words, name)) for name in names)
