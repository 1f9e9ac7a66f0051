"""The body of a book: its clauses come in, made searchable for the words of rulings.

Footnotes are no part of it. Words are folded as `kb.similarity` folds them; the whole body is one run of words, so
that a ruling spread over neighbouring clauses is found as well.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import itemgetter

from kb.citations.judging import ADAPTED
from kb.citations.supporting import changed_text
from kb.claims import Known, content, decide_alike, deny_of_it, is_number, read_claims, turns_rule, without_halves
from kb.model import ClauseKind, Document, SectionId
from kb.provenance import Emendation, Unit
from kb.sentences import find_sentences
from kb.similarity import WordIndex, Words, compare_words, holds_words, index_words, stem_words, word_similarity
from kb.sources.units import reading_text
from kb.spelling import plain_form
from kb.text import has_words

_JOINS = frozenset({"and", "or"})
"""What an item ends with before the last one."""
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
SAME = 0.9
"""Likeness of what two sentences speak of from which they say the same, whatever the order of their words: an editor
who turns a sentence round keeps its things."""
TOLD = 5
"""What speaks of fewer things has them in common with much else."""
RETOLD = 0.67
"""Likeness from which an uncited text says a ruling in other words: one that has half of the ruling's words and no
others is two thirds like it. On real texts what lies below speaks of something else in the same phrases."""
CLOSE = 0.1
"""So much less alike a stretch may be than another and still be what says some words, where the other turns them."""
LONGER = 1.6
"""A stretch of so many times the words of a ruling is the last one compared with it: longer ones are less alike."""


@dataclass(frozen=True, slots=True)
class Alike:
    """The stretch of the body most like some words: its similarity, 0 to 1, the clause (index), and whether the two
    differ in a word that turns a rule (`kb.claims.turns_rule`); it is `contrary` where they do so in what both say, and
    not only in a statement that the stretch leaves out."""

    similarity: float
    clause: int
    turned: bool
    contrary: bool = False
    retold: bool = False
    """Whether the stretch is so like them that it tells the same thing or its contrary, whatever the endings of the
    words."""
    words: Words = field(default=(), repr=False)
    """Those of the stretch."""


@dataclass(frozen=True)
class Body:
    """The words of a document's clauses in their order."""

    document: Document = field(repr=False)
    clauses: tuple[Words, ...] = field(repr=False)
    sentences: tuple[tuple[Words, ...], ...] = field(repr=False)
    index: WordIndex = field(repr=False)
    rulings: frozenset[str] = field(default=frozenset(), repr=False)
    """The words (plain forms) of the rulings it is asked for, where they are known."""
    whole: frozenset[Words] = field(default=frozenset(), repr=False)
    """Each of these rulings in its words."""

    @cached_property
    def _run(self) -> tuple[str, tuple[int, ...]]:
        """All words with a blank around each, those with hyphens in their parts, and where each clause begins in it."""
        parts, starts, at = [" "], [], 0
        for words in self.clauses:
            starts.append(at)
            text = _apart("".join(f"{word} " for word in words))
            parts.append(text)
            at += len(text)
        return "".join(parts), tuple(starts)

    def holding(self, words: Sequence[str]) -> tuple[int, ...]:
        """The clauses (indices) in which a run of neighbouring words begins; none for no words. One with a hyphen is
        its parts, as a line end leaves it (`harbour- master`). Words that a list parts (`A lamp: - burns at night.`)
        are in its item."""
        if not words:
            return ()
        text, starts = self._run
        wanted = _apart(f" {' '.join(words)} ")
        found: list[int] = []
        at = text.find(wanted)
        while at != -1:
            found.append(bisect_right(starts, at) - 1)
            at = text.find(wanted, at + 1)
        return tuple(dict.fromkeys(found)) or self._listed.get(tuple(words), ())

    @cached_property
    def _listed(self) -> Mapping[Words, tuple[int, ...]]:
        """The items of lists below a colon by what they say: the words before it, and their own."""
        leads: list[int] = []
        found: dict[Words, tuple[int, ...]] = {}
        for at, clause in enumerate(self.document.clauses):
            while leads and self.document.clauses[leads[-1]].depth >= clause.depth:
                leads.pop()
            if clause.kind is ClauseKind.LIST_ITEM and leads and (own := self.clauses[at]):
                lead = self.sentences[leads[-1]][-1:]
                words = (*chain(*lead), *(own[:-1] if own[-1] in _JOINS else own))
                found[words] = (*found.get(words, ()), at)
            if clause.text.rstrip().endswith(":"):
                leads.append(at)
        return found

    def nearest(self, words: Words) -> Alike:
        """The neighbouring sentences of one clause most like some words, among the clauses that share rare ones. Those
        of another clause that are all but as like come first where they turn nothing: a book may say a thing of lamps
        and the like of bells."""
        found: list[tuple[float, int, Words]] = []
        for clause in self.index.candidates(words):
            each = ((word_similarity(words, told), told) for told in _stretches(self.sentences[clause], len(words)))
            likeness, stretch = max(each, key=itemgetter(0), default=(0.0, ()))
            if likeness:
                found.append((likeness, clause, stretch))
        found.sort(key=itemgetter(0), reverse=True)
        for likeness, clause, stretch in found:
            if likeness < max(RETOLD, found[0][0] - CLOSE):
                break
            if not self._turns(words, stretch, clause):
                return Alike(likeness, clause, turned=False)
        likeness, clause, stretch = found[0] if found else (0.0, -1, ())
        at = clause if likeness >= RETOLD else None
        turned = bool(found) and self._turns(words, stretch, at)
        contrary = turned and self._turns(without_halves(stretch, words), stretch, at)
        retold = word_similarity(stem_words(words), stem_words(stretch)) >= RETOLD
        return Alike(likeness, clause, turned, contrary, retold, stretch)

    def retelling(self, words: Words) -> int | None:
        """The clause (index) with neighbouring sentences that speak of the same things as some words, in whatever
        order, and turn nothing round; None where none does, or the words speak of few things."""
        things = frozenset(content(" ".join(words)))
        if len(things) < TOLD:
            return None
        for clause in self.index.candidates(words):
            for stretch in _stretches(self.sentences[clause], len(words)):
                told = frozenset(content(" ".join(stretch)))
                if 2 * len(things & told) >= SAME * (len(things) + len(told)) and not self._turns(
                    words, stretch, clause
                ):
                    return clause
        return None

    def restates(self, record: Emendation, ruling: str) -> bool:
        """Whether the sentences that a record changed are whole ones of a ruling, to the word: what is left out turns
        nothing of them."""
        text = self._changed_sentences(record)
        said = {compare_words(ruling[span.start : span.end]) for span in find_sentences(ruling)}
        changed = [compare_words(text[span.start : span.end]) for span in find_sentences(text)]
        return any(changed) and all(words in said for words in changed if words)

    def turned_by(self, record: Emendation, words: Words, alike: Alike) -> bool:
        """Whether what a record put into a stretch turns some words, and not a number or an *only* that the book had
        there before, or a sentence beside the one it changed."""
        changed = compare_words(self._changed_sentences(record))
        if self.told_by(record, words) and not self._turns(words, changed, alike.clause):
            return False
        put = {*compare_words(record.emended_text), *words}
        told = tuple(word for word in alike.words if word in put or not (word == "only" or is_number(word)))
        return self._turns(words, told, alike.clause)

    def _turns(self, words: Words, stretch: Words, clause: int | None) -> bool:
        """Whether a stretch turns some words; where it is like them, also by what its clause does not speak of."""
        if clause is None:
            return turns_rule(words, stretch, self._known)
        apart = frozenset(word for word in map(plain_form, words) if not self.speaks_of(clause, {word}))
        return turns_rule(words, stretch, replace(self._known, apart=apart))

    @cached_property
    def _known(self) -> Known:
        return Known(frozenset(plain_form(word) for words in self.clauses for word in words), self.rulings)

    def speaks_of(self, clause: int, names: Set[str]) -> bool:
        """Whether a clause, the one before it or the heading they stand below has one of some words (plain forms)."""
        near = {*map(plain_form, self.clauses[clause]), *map(plain_form, self.clauses[max(0, clause - 1)])}
        return not names.isdisjoint(near | self._headed.get(self.document.clauses[clause].section, frozenset()))

    @cached_property
    def _headed(self) -> Mapping[SectionId, frozenset[str]]:
        headings = self.document.headings
        return {heading.id: frozenset(map(plain_form, compare_words(heading.text))) for heading in headings}

    def told_by(self, record: Emendation, sentence: Words) -> bool:
        """Whether what a record changed says a sentence of its ruling in an editor's words: its rare words, and none
        that turns it round."""
        changed = compare_words(self._changed_sentences(record))
        return self.index.shared_rarity(changed, sentence) >= ADAPTED and decide_alike(changed, sentence)

    def denied_by(self, record: Emendation, ruling: str) -> bool:
        """Whether what a record changed denies of `it` what a ruling says of a thing, or the other way round."""
        text = self._changed_sentences(record)
        sentences = (text[span.start : span.end] for span in find_sentences(text))
        changed = [said for sentence in sentences for said in read_claims(sentence)]
        return any(deny_of_it(said, told) for told in read_claims(ruling) for said in changed)

    def _changed_sentences(self, record: Emendation) -> str:
        """The sentences that a record changed; none where it left no words."""
        span = record.emended_span
        return changed_text(self.document, span, whole_sentences=True) if len(span) else ""

    def strikes(self, record: Emendation, words: Words) -> bool:
        """Whether a record leaves no words, and the clause it stands in has some words struck: that a footnote stays
        there does not say them."""
        pieces = self.document.clauses[self.clause_of(record)].pieces
        struck = compare_words("".join(piece.text for piece in pieces if piece.struck))
        silent = record.unit is Unit.FOOTNOTE or not has_words(record.emended_text)
        return silent and holds_words(struck, words)

    def clause_of(self, record: Emendation) -> int:
        """The clause (index) that a record changed; what a new one stands in belongs to it, and not to that before."""
        span, clauses = record.emended_span, self.document.clauses
        at = max(0, self.document.clause_at(span.start))
        begins = at + 1 < len(clauses) and clauses[at].span.end <= span.start < clauses[at + 1].span.start < span.end
        return at + 1 if begins else at


def _apart(words: str) -> str:
    return _HYPHEN.sub(" ", words)


def _stretches(sentences: Sequence[Words], length: int) -> Iterator[Words]:
    """The runs of neighbouring sentences that are not much longer than `length` words, and each sentence alone."""
    for first in range(len(sentences)):
        run: Words = ()
        for sentence in sentences[first:]:
            run += sentence
            yield run
            if len(run) > length * LONGER:
                break


def read_body(document: Document) -> Body:
    """The body of a document. The label of a note's paragraph is among its words, and no part of its sentences."""
    texts = [reading_text(clause.pieces) for clause in document.clauses]
    words = tuple(compare_words(text) for text in texts)
    cut = []
    for clause, text in zip(document.clauses, texts, strict=True):
        bare = text[len(clause.label) :].lstrip(" :.") if clause.label and text.startswith(clause.label) else text
        spans = find_sentences(bare, colons=True)
        cut.append(tuple(compare_words(bare[span.start : span.end]) for span in spans))
    return Body(document, words, tuple(cut), index_words(words))
