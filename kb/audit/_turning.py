"""What is wrong before the markers of footnotes: a knowledge base comes in, each sentence that says otherwise than the
ruling it rests on, or has a word of it wrong, goes out with what to tell of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rapidfuzz.distance import Indel

from kb.attested import Change
from kb.audit._asking import Asked, answer_of, answering, denies_sentence, find_asked, unasked
from kb.audit._comparing import ALIKE, are_whole, set_beside, shorten, tell_said
from kb.audit._cutting import CUT, find_exception, is_cut, is_signed, without_cuts
from kb.audit._keeping import is_denied, loses_denial
from kb.audit._places import checked_books, sentence_span
from kb.audit._slipping import Slipped, find_slip
from kb.citations.judging import TELLING
from kb.citations.supporting import changed_text
from kb.claims import NUMBERS, Known, turns_rule
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.differences import Slip, Vocabulary, judge_slip
from kb.graph import Kb
from kb.memory import Memory
from kb.model import Document, FootnoteId, Statement
from kb.numbering import behind_number
from kb.provenance import FootnoteVerdict, Problem, ReferenceVerdict, SourcePlace, Unit
from kb.queries.outlived import find_stated
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words, stem_words, word_similarity
from kb.text import CLOSERS, WORD, Span, fold_word
from kb.wording import part_case, read_wording

TURNED = Code(
    "KB448",
    "change-turned",
    Severity.WARNING,
    "A footnote vouches for the words before it: where they deny, count or limit otherwise than its ruling, the book "
    "has a rule that nobody made.",
)
SLIPPED = Code(
    "KB449",
    "change-slipped",
    Severity.SUGGESTION,
    "Words that are those of a ruling but for one may have been put so on purpose, or have lost or gained it in "
    "copying.",
)
CODES = (TURNED, SLIPPED)
LEAST = 5
"""Of fewer words one that differs is too much of them to tell whether they are the ruling's, but one that denies."""
SHORT = 3
"""Fewer words than these are no sentence."""

_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_LEADS = re.compile(r"[:;]\s+")
_ENDS = re.compile(rf"[.!?]{CLOSERS}\s*$")


@dataclass(frozen=True, slots=True)
class Turned:
    """What is told at a marker: the path of its text, its footnote, the sentence that is wrong, and the finding."""

    path: str
    footnote: FootnoteId
    span: Span
    found: Diagnostic


def find_turned(kb: Kb) -> tuple[Turned, ...]:
    """What is wrong before the markers of the emended books."""
    return tuple(_find_turned(kb))


def _find_turned(kb: Kb) -> Iterator[Turned]:
    told = _Told(find_asked(kb), _find_ended(kb), kb.documents, kb.memory)
    for book, document in checked_books(kb):
        changed = [each.emended_span for each in book.emendations if each.unit is not Unit.FOOTNOTE]
        for verdict in kb.footnotes.get(document.source.path, ()):
            if not {Problem.WRONG_ANCHOR, Problem.NOT_FOUND}.isdisjoint(verdict.problems):
                continue  # its words stand elsewhere, which is told
            for reference in verdict.references:
                if (found := _judge(document, verdict, reference, changed, told)) is not None:
                    yield Turned(document.source.path, verdict.id, *found)


@dataclass(frozen=True, slots=True)
class _Told:
    """The answers of the corpus by their questions, and the places, by file and start, of rulings that ended."""

    asked: Asked
    ended: frozenset[tuple[str, int]]
    documents: Mapping[str, Document]
    memory: Memory

    def holds(self, place: SourcePlace) -> bool:
        """Whether a place states a ruling that did not end."""
        return place.statement is None or (place.file, place.statement.span.start) not in self.ended

    def excepts(self, words: Words, ruling: str, book: Document) -> bool:
        """Whether a ruling says right behind a sentence what is an exception to it, or its bonus, and no clause of a
        book has as much as half of the words that tell it, with the number of a bonus."""
        telling = set(stem_words(find_exception(words, ruling)))
        signed = set(filter(is_signed, telling))
        shared = (len(telling & each) for each in self.memory.ask(_stems_of_clauses, book) if signed <= each)
        return bool(telling) and 2 * max(shared, default=0) < len(telling)

    def mends(self, slip: Slipped, book: Document, place: SourcePlace) -> bool:
        """Whether a word is a misprint of the source that the book mends: it stands nowhere else there, and the word in
        its place is one that the source knows."""
        source = self.documents.get(place.file)
        if source is None or not slip.source:
            return False
        theirs, mine = (self.memory.ask(_count_words, each) for each in (source, book))
        verdict = judge_slip([slip.source], [slip.word], Vocabulary(theirs, mine))
        return verdict is Slip.SPELLING and slip.word in theirs and slip.source not in mine


def _stems_of_clauses(document: Document) -> Sequence[frozenset[str]]:
    return [frozenset(stem_words(compare_words(clause.text))) for clause in document.clauses]


def _count_words(document: Document) -> Counter[str]:
    return Counter(word for clause in document.clauses for word in compare_words(clause.text))


def _find_ended(kb: Kb) -> frozenset[tuple[str, int]]:
    """Where rulings stand of which the newest versions have none."""
    return frozenset(
        place
        for place, stated in find_stated(kb).items()
        if all(life.attestations[-1].change is Change.DROPPED for life, _, _ in stated)
    )


@dataclass(frozen=True, slots=True)
class _Likeness:
    """A ruling of a footnote beside a sentence: how alike they are, the words of the sentence, those of the ruling's
    sentences most like them, and where it stands."""

    similarity: float
    words: Words
    run: Words
    place: SourcePlace


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a book: where it stands, its words folded, and what of it was changed."""

    span: Span
    words: Words
    changed: tuple[Span, ...]

    def keeps(self, word: Span) -> bool:
        """Whether a word stands as it was published while others of the sentence were changed: it is no slip in copying
        the ruling. Where none was changed the book may have been left as it was."""
        return bool(self.changed) and not any(each.start < word.end and word.start < each.end for each in self.changed)


def _judge(
    document: Document, verdict: FootnoteVerdict, reference: ReferenceVerdict, changed: Sequence[Span], told: _Told
) -> tuple[Span, Diagnostic] | None:
    """What is wrong with the words before a marker, told at the first sentence; None where one of the rulings has them
    as they are. Questions are no rulings: what their answers say of them counts. Words that were not changed may say
    otherwise than a ruling that ended."""
    places = {(each.file, each.line): each for each in (*reference.sources, *verdict.sources)}.values()
    answered = [(place, answer) for place in places if (answer := answer_of(place, told.asked)) is not None]
    told_of = [unasked(place) for place in places if answer_of(place, told.asked) is None]
    answered += [(each, answer) for each in told_of if (answer := answering(each)) is not None]
    rulings = [(place, compare_words(place.words)) for place in told_of]
    said = behind_number(reference.words)
    for span in find_sentences(said):
        sentence = said[span.start : span.end]
        bare = _behind_lead(_without_told(_bare(sentence, rulings), rulings), rulings)
        words = compare_words(bare)
        at = sentence_span(document, reference, sentence)
        found: Diagnostic | None = None
        if holding := [place for place, held in rulings if holds_words(held, words)]:
            others = compare_words(said[: span.start] + said[span.end :])
            cut = (is_cut(words, each.words, others) or told.excepts(words, each.words, document) for each in holding)
            found = _tell_cut(document, verdict, at, holding[0]) if _ENDS.search(sentence) and all(cut) else None
        elif SHORT <= len(words) < LEAST:
            short = next((each for each, _ in rulings if told.holds(each) and is_denied(words, each.words)), None)
            found = _tell_short(document, verdict, at, short) if short is not None else None
        elif len(words) >= LEAST:
            if denying := next((each for each in answered if denies_sentence(each[1], sentence)), None):
                return at, _tell_denied(document, verdict, at, *denying)
            inside = tuple(each for each in changed if each.start < at.end and at.start < each.end)
            if inside and all(_is_put_in(document, each, told_of) for each in inside):
                continue
            like = tuple(_like(bare, [each for each, _ in rulings if inside or told.holds(each)]))
            found = _tell(document, verdict, _Sentence(at, words, inside), like, told) if like else None
            lost = next((each for each, _ in rulings if inside and loses_denial(words, each.words)), None)
            found = _tell_short(document, verdict, at, lost) if found is None and lost is not None else found
        if found is not None:
            return at, found
    return None


def _is_put_in(document: Document, change: Span, places: Iterable[SourcePlace]) -> bool:
    """Whether a change is whole sentences of a ruling: all else in the sentence that it was put into is the book's."""
    words = compare_words(changed_text(document, change))
    return len(words) >= TELLING and any(are_whole(words, place.words) for place in places)


def _bare(sentence: str, rulings: Sequence[tuple[SourcePlace, Words]]) -> str:
    """A sentence without the label and the date that a source prints around a ruling; as it is where a ruling has it
    so, or it is these alone."""
    words = compare_words(sentence)
    if any(holds_words(held, words) for _, held in rulings):
        return sentence
    return read_wording(sentence).words or sentence


def _without_told(sentence: str, rulings: Sequence[tuple[SourcePlace, Words]]) -> str:
    """A sentence without what it has in brackets of another ruling; as it is where a ruling has it so."""
    bare = _BRACKETS.sub(lambda match: "" if _is_held(match[1], rulings) else match[0], sentence)
    if bare == sentence:
        return sentence
    return max((bare, sentence), key=lambda each: max(_nearness(each, place) for place, _ in rulings))


def _nearness(sentence: str, place: SourcePlace) -> float:
    return word_similarity(*set_beside(sentence, _ruled(place.words)))


def _is_held(told: str, rulings: Sequence[tuple[SourcePlace, Words]]) -> bool:
    """Whether a ruling says some words too: in brackets they tell what it does in a sentence beside."""
    words = compare_words(told)
    return len(words) >= SHORT and any(holds_words(held, words) for _, held in rulings)


def _behind_lead(sentence: str, rulings: Sequence[tuple[SourcePlace, Words]]) -> str:
    """A sentence without what an editor leads over from, where a sentence of a ruling begins with all that stands
    behind his colon or semicolon: what he denies before it he denies himself."""
    for lead in _LEADS.finditer(sentence):
        words = compare_words(sentence[lead.end() :])
        if len(words) < LEAST:
            break
        if any(
            compare_words(place.words[span.start : span.end])[: len(words)] == words
            for place, held in rulings
            if holds_words(held, words)
            for span in find_sentences(place.words)
        ):
            return sentence[lead.end() :]
    return sentence


def _tell_cut(document: Document, verdict: FootnoteVerdict, span: Span, place: SourcePlace) -> Diagnostic:
    message = f"this breaks off where the ruling that footnote `{verdict.id}` rests it on says more"
    return diagnose(TURNED, document.source, span, message, tell_said(place))


def _tell_short(document: Document, verdict: FootnoteVerdict, span: Span, place: SourcePlace) -> Diagnostic:
    message = f"this says otherwise than the ruling that footnote `{verdict.id}` rests it on"
    return diagnose(TURNED, document.source, span, message, tell_said(place))


def _tell_denied(
    document: Document, verdict: FootnoteVerdict, span: Span, place: SourcePlace, answer: Statement
) -> Diagnostic:
    message = f"this says otherwise than the answer that footnote `{verdict.id}` rests it on"
    hint = f"{place.file}:{place.line} asks `{shorten(answer.context)}` and is told `{shorten(answer.words)}`"
    return diagnose(TURNED, document.source, span, message, hint)


def _like(sentence: str, places: Iterable[SourcePlace]) -> Iterator[_Likeness]:
    """The rulings that have sentences like one of a book, whatever the endings of their words: who says it of all and
    not of one has to change those. Of a case neither what happens nor the short word on it (`No goal.`) is a rule."""
    for place in places:
        words, run = set_beside(sentence, _ruled(place.words))
        if run and word_similarity(stem_words(words), stem_words(run)) >= ALIKE:
            yield _Likeness(word_similarity(words, run), words, run, place)


def _ruled(words: str) -> str:
    """What a ruling says of every case; all of it where it is no case of its own."""
    case = part_case(words)
    if case is None:
        return words
    first = next(find_sentences(case.ruling), None)
    short = first is not None and len(compare_words(case.ruling[first.start : first.end])) < SHORT
    return (case.ruling[first.end :].strip() if first is not None and short else "") or case.ruling


def _tell(
    document: Document, verdict: FootnoteVerdict, sentence: _Sentence, like: Sequence[_Likeness], told: _Told
) -> Diagnostic | None:
    """What a sentence has otherwise than the rulings it is like: it is turned where it says otherwise than all of them,
    it slipped where it has one word otherwise than the one it is most like."""
    nearest = max(like, key=lambda each: each.similarity)
    hint = tell_said(nearest.place)
    own = _own_words(document, sentence)
    if all(_turns(each, own) for each in like):
        message = f"this says otherwise than the ruling that footnote `{verdict.id}` rests it on"
        return diagnose(
            TURNED, document.source, sentence.span, f"{message} (similarity {nearest.similarity:.2f})", hint
        )
    slip = find_slip(nearest.words, nearest.run)
    if slip is None or sentence.keeps(place := word_span(document, sentence.span, slip.word)):
        return None
    if told.mends(slip, document, nearest.place):
        return None
    message = f"{slip.told} that footnote `{verdict.id}` rests this on"
    return diagnose(SLIPPED, document.source, place, message, hint)


def _turns(each: _Likeness, own: Sequence[bool]) -> bool:
    """Whether a sentence says otherwise than a ruling, with the words that are the book's own and without them."""
    run = without_cuts(each.words, each.run)
    return turns_rule(each.words, run, Known()) and turns_rule(_without_own(each, own), run, Known())


def _own_words(document: Document, sentence: _Sentence) -> tuple[bool, ...]:
    """Of each word of a sentence that was changed whether it stands as it was published; none where the words are not
    as read, or all of them stay."""
    text = document.source.slice(sentence.span)
    found = [Span(*(sentence.span.start + at for at in match.span())) for match in WORD.finditer(text)]
    if tuple(fold_word(document.source.slice(each)) for each in found) != sentence.words:
        return ()
    return tuple(map(sentence.keeps, found))


def _without_own(each: _Likeness, own: Sequence[bool]) -> Words:
    """The words of a sentence without several in a row that are the book's own: they stand as they were published, and
    the ruling has nothing in their place; and without numbers of its own beside those of the ruling."""
    if len(own) != len(each.words):
        return each.words
    gaps = [*Indel.opcodes(each.words, each.run)]
    places = {gap.src_start for gap in gaps if gap.tag == "insert"}
    alone = [gap for gap in gaps if gap.tag == "delete" and places.isdisjoint((gap.src_start, gap.src_end))]
    left = {at for gap in alone for at in _runs(own, gap.src_start, gap.src_end)}
    if NUMBERS.intersection(each.run) <= {*each.words}:
        left |= {at for at, word in enumerate(each.words) if own[at] and word in NUMBERS - {*each.run}}
    return tuple(word for at, word in enumerate(each.words) if at not in left)


def _runs(own: Sequence[bool], start: int, end: int) -> Iterator[int]:
    """The words between two places that are the book's own, several in a row."""
    for kept, run in groupby(range(start, end), key=own.__getitem__):
        places = [*run]
        yield from places if kept and len(places) >= CUT else ()


def word_span(document: Document, span: Span, word: str) -> Span:
    """Where a word stands first in a sentence; the sentence where it does not."""
    match = re.search(rf"\b{re.escape(word)}\b", document.source.slice(span), re.IGNORECASE)
    return Span(span.start + match.start(), span.start + match.end()) if match is not None else span
