"""Words before a footnote that say otherwise than the ruling they rest on, or have a word of it wrong."""

import re
from collections.abc import Iterator
from itertools import pairwise

from rapidfuzz.distance import Indel

from kb.audit._comparing import ALIKE, nearest_sentences, shorten
from kb.audit._places import checked_books
from kb.claims import NUMBERS, Known, turns_rule
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.differences import FUNCTION_WORDS
from kb.graph import Kb
from kb.model import Document
from kb.provenance import FootnoteVerdict, Problem, ReferenceVerdict, SourcePlace
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words, word_similarity
from kb.text import Span

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
CUT = 3
"""Fewer words than this that a ruling has besides are no part of it that one leaves out."""
LEAST = 5
"""Of fewer words one that differs is too much of them to tell whether they are the ruling's."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each marker once, at the sentence before it, with what its ruling says."""
    for _, document in checked_books(kb):
        for verdict in kb.footnotes.get(document.source.path, ()):
            if not {Problem.WRONG_ANCHOR, Problem.NOT_FOUND}.isdisjoint(verdict.problems):
                continue  # its words stand elsewhere, which is told
            for reference in verdict.references:
                yield from _judge(kb, document, verdict, reference)


def _judge(kb: Kb, document: Document, verdict: FootnoteVerdict, reference: ReferenceVerdict) -> Iterator[Diagnostic]:
    """What is wrong with the words before a marker; nothing where one of the rulings has them as they are."""
    places = list({(each.file, each.line): each for each in (*reference.sources, *verdict.sources)}.values())
    rulings = [(each, text) for each in places if (text := _text_of(kb, each))]
    told = [(each, text, compare_words(text)) for each, text in rulings]
    cut = (reference.words[span.start : span.end] for span in find_sentences(reference.words))
    for sentence in cut:
        words = compare_words(sentence)
        if len(words) < LEAST or not told or any(holds_words(ruling, words) for _, _, ruling in told):
            continue
        near = [
            (word_similarity(words, run), run, each, text)
            for each, text, _ in told
            if (run := nearest_sentences(words, text))
        ]
        like = [each for each in near if each[0] >= ALIKE]
        if not like:
            continue
        likeness, run, place, text = max(like, key=lambda each: each[0])
        span = _span(document, reference, sentence)
        hint = f"{place.file}:{place.line} says `{shorten(text)}`"
        slip = _slip(words, run)
        if all(turns_rule(*_without_cuts(words, each[1]), Known()) for each in like):
            message = f"this says otherwise than the ruling that footnote `{verdict.id}` rests it on"
            yield diagnose(TURNED, document.source, span, f"{message} (similarity {likeness:.2f})", hint)
        elif slip:
            word = _word_span(document, span, slip)
            yield diagnose(SLIPPED, document.source, word, f"{slip} that footnote `{verdict.id}` rests this on", hint)
        else:
            continue
        return


def _without_cuts(words: Words, run: Words) -> tuple[Words, Words]:
    """Some words and those of a ruling without what the ruling says besides, several words that deny and limit nothing:
    an editor who leaves them out, as they go without saying in the book, changes no number by it."""
    kept = list(run)
    for gap in reversed([*Indel.opcodes(words, run)]):
        cut = run[gap.dest_start : gap.dest_end]
        if gap.tag == "insert" and len(cut) >= CUT and not turns_rule((), _uncounted(cut), Known()):
            del kept[gap.dest_start : gap.dest_end]
    return words, tuple(kept)


def _uncounted(words: Words) -> Words:
    return tuple(word for word in words if word not in NUMBERS and not any(map(str.isdigit, word)))


def _text_of(kb: Kb, place: SourcePlace) -> str:
    """What a source says at a place: its statement, or the paragraph of a text that has none."""
    if place.statement is not None:
        return place.statement.words
    document = kb.documents.get(place.file)
    clauses = document.clauses if document is not None else ()
    here = (each for each in clauses if document and document.source.line_of(each.span.start) == place.line)
    return next((each.text for each in here), "")


def _slip(words: Words, run: Words) -> str:
    """What one word some words have otherwise than a ruling; empty where it is more, or a word that only binds."""
    gaps = [each for each in Indel.opcodes(words, run) if each.tag != "equal"]
    mine = [word for each in gaps for word in words[each.src_start : each.src_end]]
    theirs = [word for each in gaps for word in run[each.dest_start : each.dest_end]]
    doubled = next((word for word in _doubled(words) if word not in _doubled(run)), None)
    if doubled is not None:
        return f"`{doubled}` stands twice, not so in the ruling"
    beside = len({each.src_end for each in gaps} | {each.src_start for each in gaps}) <= 2
    if max(len(mine), len(theirs)) != 1 or not beside or FUNCTION_WORDS.issuperset((*mine, *theirs)):
        return ""
    if not theirs:
        return f"`{mine[0]}` is not in the ruling"
    return f"`{mine[0]}` is `{theirs[0]}` in the ruling" if mine else f"`{theirs[0]}` is missing here from the ruling"


def _doubled(words: Words) -> Words:
    """The words that stand twice in a row."""
    return tuple(word for word, after in pairwise(words) if word == after)


def _span(document: Document, reference: ReferenceVerdict, sentence: str) -> Span:
    """Where a sentence before a marker stands; the marker itself where its words are not as read."""
    text = document.source.text
    at = text.rfind(sentence, 0, reference.span.start)
    clause = next((each for each in document.clauses if each.id == reference.clause), None)
    return Span(at, at + len(sentence)) if clause is not None and at >= clause.span.start else reference.span


def _word_span(document: Document, span: Span, slip: str) -> Span:
    """Where the first word that a slip names stands in a sentence; the sentence where it does not."""
    word = slip.split("`")[1]
    match = re.search(rf"\b{re.escape(word)}\b", document.source.slice(span), re.IGNORECASE)
    return Span(span.start + match.start(), span.start + match.end()) if match is not None else span
