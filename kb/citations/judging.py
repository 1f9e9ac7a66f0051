"""Judgements: words and the units they are claimed from come in; how they compare, and where they stand, go out.

The relations and their thresholds are those of `kb.provenance.Relation`: equal words, near words, shared rare
words. Words that are a whole part of a ruling are verbatim too: a footnote may quote one sentence of three.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

from kb.claims import DENIALS, content
from kb.counting import spell_out
from kb.footnotes.leading import SIDE_BY_SIDE
from kb.provenance import EXACT, Relation
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words, word_similarity
from kb.sources.units import SourceText, Unit, bare_of_number
from kb.text import Span
from kb.wording import GLOSS, LEFT_OUT, read_wording

NEAR = 0.85
"""Word similarity from which words are near to a ruling."""
ADAPTED = 0.3
"""Share of rare words from which words are adapted from a ruling."""
PART = 4
"""Fewer words than this are no part of a ruling: any text has them."""
TELLING = 8
"""A sentence of so many words is no turn of phrase."""
ROW = 2
"""Fewer words than this are not even the row of a table (`Gull 3`)."""
LAST_SENTENCES = 12
"""How far back from a marker its words are looked for."""

_LABEL = re.compile(r"[A-Z][a-z]+(?:\s+[Ee]rratum)?[:.]\s+")
"""The label of a note's paragraph (`Note:`, `Clarification.`), which is no part of the words of a unit."""
_OPENED = re.compile(r"\A[\s\"'“”‘’«»„]+")
_ASKED = re.compile(r"(?:^\W*|(?<=[.?!…\"”»)]))\s*(?:Q(?:uestion)?|A(?:nswer)?)\s*[:.]\s+(?=\S)")
"""The mark of a question or an answer before its words."""
_RANK = {Relation.VERBATIM: 4, Relation.NEAR: 3, Relation.ADAPTED: 2, Relation.NOT_FOUND: 1, Relation.POINTER: 0}


@dataclass(frozen=True, slots=True)
class Judgement:
    """A relation, the similarity of words, and the units of a source it holds with, best first.

    Adapted words are told by the rare ones they share, so their similarity may be small. `words` are those found
    exactly, empty for other relations.
    """

    relation: Relation
    similarity: float
    source: SourceText | None = None
    units: tuple[int, ...] = ()
    words: Words = ()

    @property
    def rank(self) -> tuple[int, float]:
        """Judgements in order of how well words are founded."""
        return (_RANK[self.relation], self.similarity)

    @property
    def found(self) -> bool:
        """Whether the words stand in the source, exactly or nearly."""
        return self.relation in EXACT


NOWHERE = Judgement(Relation.NOT_FOUND, 0.0)


def cut_sentences(text: str) -> tuple[Words, ...]:
    """The sentences of a text in words; a colon, an ellipsis and the end of a quotation before another one end one
    too."""
    parts = LEFT_OUT.split(SIDE_BY_SIDE.sub("...", text))
    cut = (compare_words(part[span.start : span.end]) for part in parts for span in find_sentences(part, colons=True))
    return tuple(words for words in cut if words)


def judge_quotation(text: str, source: SourceText, within: Collection[int] | None) -> Judgement:
    """How words given as a quotation compare with a source, or with some of its units.

    A quotation run together from several rulings is near when each of its sentences is there, at least nearly.
    """
    text = bare_of_number(bare_of_label(text))
    words = compare_words(text)
    exact = judge_exact(words, source, within)
    if exact is None and (labelled := _LABEL.match(text)):
        exact = judge_exact(compare_words(text[labelled.end() :]), source, within)
    bare = _without_glosses(text)
    if exact is None and bare != text:
        exact = judge_exact(compare_words(bare), source, within)
    exact = exact or _judge_answer(text, source, within) or _judge_shortened(bare, source, within)
    if exact is not None:
        return exact
    shown = _judge_unlike(text, source, within)
    plain = _without_glosses(text, " ")
    return shown if plain == text else max(shown, _judge_unlike(plain, source, within), key=lambda each: each.rank)


def _judge_unlike(text: str, source: SourceText, within: Collection[int] | None) -> Judgement:
    """How a quotation compares with a source that has other words."""
    words = compare_words(text)
    candidates = source.index.candidates(words, within=within)
    near = _nearest((words,), source, candidates)
    if near.relation is Relation.NEAR:
        return near
    together = _run_together(cut_sentences(_without_labels(_ASKED.sub(" ", text))), source, within, NEAR)
    return together or _adapted((words,), source, candidates, near)


def bare_of_label(text: str) -> str:
    """A quotation without the label and the marks that a source prints around a ruling; they may stand inside of the
    quotation marks (`"Rules Erratum: An agent ..."`)."""
    return read_wording(_OPENED.sub("", text)).words


def _without_labels(text: str) -> str:
    """A quotation without the labels of the rulings run together in it: a source prints `Rules Erratum:` before one."""
    return " ".join(read_wording(text[span.start : span.end]).words for span in find_sentences(text))


def _without_glosses(text: str, sign: str = "…") -> str:
    """A quotation with a sign, that words are left out, for each gloss that denies nothing; a single letter
    (`[a]gents`) is one of its word."""
    whole = re.sub(r"\[(\w)\](?=\w)", r"\1", text)
    return GLOSS.sub(lambda gloss: sign if DENIALS.isdisjoint(compare_words(gloss["words"])) else gloss[0], whole)


def judge_exact(words: Words, source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """The units that are these words, else those that hold them as a part; None when there are none. Of a row of a
    table, which is short, one ruling alone must hold them, under a heading that is cited."""
    if whole := _equal(words, source, within):
        return whole
    if len(words) < PART and within is not None and (alone := _all_but_number(words, source, within)):
        return Judgement(Relation.VERBATIM, 1.0, source, alone, words)
    if len(words) < PART and (within is None or len(words) < ROW):
        return None
    candidates = source.index.candidates(words, within=within)
    holding = tuple(unit for unit in candidates if holds_words(source.units[unit].words, words))
    if len(words) < PART and len({source.units[unit].group for unit in holding}) != 1:
        return None
    return Judgement(Relation.VERBATIM, 1.0, source, tuple(sorted(holding)), words) if holding else None


def _all_but_number(words: Words, source: SourceText, within: Collection[int]) -> tuple[int, ...]:
    """The units among some that say no more than these words of the rule whose number they begin with: `6.3 Delete.`"""
    said = ((unit, source.units[unit].text) for unit in sorted(within))
    return tuple(unit for unit, text in said if (bare := bare_of_number(text)) != text and compare_words(bare) == words)


def _judge_answer(text: str, source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """Verbatim where a quotation is a question with its answer, as a source has them one behind the other or, with or
    without the marks of both, in one."""
    asked, mark, answer = text.partition("?")
    parts = _ASKED.split(text) if _ASKED.match(text) else [asked, answer] if mark else []
    said = [words for part in parts if (words := compare_words(part))]
    if len(said) < 2:
        return None
    whole = tuple(chain(*said))
    candidates = (source.index.candidates(words, within=within) for words in (said[0], said[-1]))
    for first in dict.fromkeys(chain(*candidates)):
        if holds_words(compare_words(_with_question(source.units[first])), whole):
            return Judgement(Relation.VERBATIM, 1.0, source, (first,))
        units = range(first, first + len(said))
        if units.stop > len(source.units) or (within is not None and units[-1] not in within):
            continue
        told = (_ASKED.sub("", source.units[unit].text, count=1) for unit in units)
        if all(holds_words(compare_words(each), words) for each, words in zip(told, said, strict=True)):
            return Judgement(Relation.VERBATIM, 1.0, source, tuple(units))
    return None


def _with_question(unit: Unit) -> str:
    """The words of a unit; those of an answer that says enough alone behind its question."""
    asked = unit.place.statement.context if unit.place.statement is not None else ""
    text = _ASKED.sub(" ", unit.text)
    return text if not asked or unit.text.startswith(asked) else f"{asked} {text}"


def _judge_shortened(text: str, source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """Near where a ruling has all that a quotation leaves standing, in its order: wholly like it, unless a denial is
    left out of a sentence. None where nothing is left out or no ruling has it."""
    parts = [words for part in LEFT_OUT.split(text) if (words := compare_words(part))]
    quoted = tuple(chain(*parts))
    if len(parts) < 2 or len(quoted) < PART:
        return None
    gaps = {
        unit: found
        for unit in source.index.candidates(quoted, within=within)
        if (found := _find_gaps(source.units[unit].words, parts)) is not None
    }
    honest = tuple(sorted(unit for unit in gaps if not _denies_in(gaps[unit], unit, source)))
    if honest or not gaps:
        return Judgement(Relation.NEAR, 1.0, source, honest) if honest else None
    similarity = max(word_similarity(quoted, source.units[unit].words) for unit in gaps)
    return Judgement(Relation.NEAR, similarity, source, tuple(gaps))


def _find_gaps(words: Words, parts: Sequence[Words]) -> list[Span] | None:
    """Where some words have others between several stretches of them, each behind the one before it; None where they
    lack one."""
    gaps: list[Span] = []
    at = 0
    for part in parts:
        starts = range(at, len(words) - len(part) + 1)
        start = next((start for start in starts if words[start : start + len(part)] == part), None)
        if start is None:
            return None
        gaps.append(Span(at, start))
        at = start + len(part)
    return gaps[1:]


def _denies_in(gaps: Iterable[Span], unit: int, source: SourceText) -> bool:
    """Whether a word that denies stands in a gap that lies inside one sentence of a unit."""
    ends = set(accumulate(map(len, source.sentences(unit))))
    words = source.units[unit].words
    return any(
        not DENIALS.isdisjoint(words[gap.start : gap.end]) and ends.isdisjoint(range(gap.start, gap.end + 1))
        for gap in gaps
    )


def judge_supported(sentences: Sequence[Words], source: SourceText, within: Collection[int] | None) -> Judgement:
    """How the words before a footnote's marker compare with what the footnote cites.

    A marker supports at least the sentence it ends and at most all sentences since the one before it, so the
    last sentences are tried from the longest run to the shortest, and rulings wholly inside them.
    """
    tails = [tail for tail in _tails(sentences) if tail]
    if not tails:
        return NOWHERE
    whole, last = tails[0], tails[-1]
    found = (source.index.candidates(tail, within=within) for tail in (whole, last))
    candidates = tuple(dict.fromkeys(unit for units in found for unit in units))
    near = _nearest(tails, source, candidates)
    return (
        _whole_ruling(sentences, source, within)
        or _whole_part(whole, source, candidates)
        or (near if near.relation is Relation.NEAR else None)
        or next((part for tail in tails[1:] if (part := _whole_part(tail, source, candidates))), None)
        or _run_together(sentences, source, within, 1.0)
        or _in_other_forms(last, source, within)
        or _adapted((whole, last, spell_out(last)), source, candidates, near)
    )


def judge_changed(text: str, source: SourceText, within: Collection[int] | None) -> Judgement:
    """How the words of a change compare with what its footnote cites.

    A change that holds a whole ruling and words of the editor besides is near.
    """
    sentences = [compare_words(text[span.start : span.end]) for span in find_sentences(text)]
    words = tuple(word for sentence in sentences for word in sentence)
    candidates = source.index.candidates(words, within=within)
    near = _nearest((words,), source, candidates)
    whole = _whole_ruling(sentences, source, within)
    if whole is not None:
        return whole if whole.words == words else replace(whole, relation=Relation.NEAR, similarity=near.similarity)
    return (
        _whole_part(words, source, candidates)
        or (near if near.relation is Relation.NEAR else None)
        or _in_other_forms(words, source, within)
        or _adapted((words, spell_out(words)), source, candidates, near)
    )


def _equal(words: Words, source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """The units that are these words."""
    equal = tuple(unit for unit in source.index.equal(words) if within is None or unit in within)
    return Judgement(Relation.VERBATIM, 1.0, source, equal, words) if equal else None


def _whole_ruling(sentences: Sequence[Words], source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """Verbatim where some neighbouring sentences are a whole ruling: the longest such, the last of equal ones."""
    last = [words for words in sentences if words][-LAST_SENTENCES:]
    runs = [tuple(chain(*last[start:end])) for end in range(len(last), 0, -1) for start in range(end)]
    for run in sorted(runs, key=len, reverse=True):
        if whole := _equal(run, source, within):
            return whole
    return None


def _whole_part(words: Words, source: SourceText, candidates: Sequence[int]) -> Judgement | None:
    """Verbatim where words are whole sentences of a ruling; half a sentence may say the opposite."""
    if len(words) < PART:
        return None
    units = tuple(sorted(unit for unit in candidates if source.states(unit, words)))
    return Judgement(Relation.VERBATIM, 1.0, source, units, words) if units else None


def _in_other_forms(words: Words, source: SourceText, within: Collection[int] | None) -> Judgement | None:
    """Adapted where all that a short ruling under a cited place says is some words in another form, numbers aside:
    `6.3 Deleted.` for `6.3 Delete.`"""
    said = content(" ".join(word for word in words if not word.isdigit()))
    if within is None or not 0 < len(said) < PART:
        return None
    units = tuple(unit for unit in sorted(within) if content(" ".join(source.units[unit].words)) == said)
    return (
        Judgement(Relation.ADAPTED, word_similarity(words, source.units[units[0]].words), source, units)
        if units
        else None
    )


def _tails(sentences: Sequence[Words]) -> list[Words]:
    """The last sentences run together: all of them first, the last alone at the end."""
    last = list(sentences)[-LAST_SENTENCES:]
    tails = accumulate(reversed(last), lambda later, earlier: (*earlier, *later))
    return list(tails)[::-1]


def _nearest(texts: Sequence[Words], source: SourceText, candidates: Sequence[int]) -> Judgement:
    """The most similar unit to any of some texts; near from the threshold on, else not found."""
    best, units = 0.0, []
    for unit in candidates:
        theirs = source.units[unit].words
        similarity = max(word_similarity(words, theirs) for words in texts)
        if similarity > best + 1e-9:
            best, units = similarity, [unit]
        elif units and abs(similarity - best) < 1e-9:
            units.append(unit)
    relation = Relation.NEAR if best >= NEAR else Relation.NOT_FOUND
    return Judgement(relation, best, source, tuple(units))


def _run_together(
    sentences: Sequence[Words], source: SourceText, within: Collection[int] | None, least: float
) -> Judgement | None:
    """Near, when every sentence is found: as a part of a unit, or at least so similar to a sentence of one."""
    if len(sentences) < 2 and least >= 1.0:
        return None
    units: list[int] = []
    weight = 0.0
    for words in sentences:
        found, similarity = _find_sentence(words, source, within, least)
        if found is None:
            return None
        units.append(found)
        weight += similarity * len(words)
    total = sum(len(words) for words in sentences)
    if not total:
        return None
    return Judgement(Relation.NEAR, weight / total, source, tuple(dict.fromkeys(sorted(units))))


def _find_sentence(
    words: Words, source: SourceText, within: Collection[int] | None, least: float
) -> tuple[int | None, float]:
    candidates = source.index.candidates(words, within=within)
    for unit in candidates:
        if holds_words(source.units[unit].words, words):
            return unit, 1.0
    if least >= 1.0:
        return None, 0.0
    scored = ((word_similarity(words, sentence), -unit) for unit in candidates for sentence in source.sentences(unit))
    similarity, unit = max(scored, default=(0.0, 0))
    return (-unit, similarity) if similarity >= least else (None, similarity)


def _adapted(texts: Sequence[Words], source: SourceText, candidates: Sequence[int], nearest: Judgement) -> Judgement:
    """Adapted from the unit that shares most rare words, when it shares enough; else not found."""
    shares = [(max(source.index.rare_share(words, unit) for words in texts), unit) for unit in candidates]
    alike = [(share, unit) for share, unit in shares if share >= ADAPTED]
    if not alike:
        return Judgement(Relation.NOT_FOUND, nearest.similarity, source)
    similarity, _, unit = max(
        (max(word_similarity(words, source.units[unit].words) for words in texts), share, -unit)
        for share, unit in alike
    )
    return Judgement(Relation.ADAPTED, similarity, source, (-unit,))
