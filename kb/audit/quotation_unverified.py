"""A quotation that is not, or not exactly, in the source it is claimed from, or that turns it round."""

import re
from collections.abc import Callable, Container, Iterator, Sequence

from kb.audit._comparing import ALIKE, set_beside, shorten, shorten_beside
from kb.audit._cutting import find_break, find_end
from kb.audit._places import checked_footnotes
from kb.claims import DENIALS, Known, find_limit, turns_rule
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.differences import FUNCTION_WORDS
from kb.graph import Kb
from kb.model import CompendiumVersion, Document
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.sentences import find_sentences
from kb.sheets import Sheet
from kb.similarity import Words, compare_words, holds_words, stem_words, word_similarity
from kb.text import Span
from kb.wording import GLOSS, LEFT_OUT, read_wording

NEAR = Code(
    "KB441",
    "quotation-near",
    Severity.SUGGESTION,
    "A footnote that quotes should quote exactly; a near quotation may be harmless or may have changed the ruling.",
)
NOT_FOUND = Code(
    "KB442",
    "quotation-not-found",
    Severity.WARNING,
    "Words given as a quotation that the source does not have are no authority for a changed rule.",
    gate=True,
)
TURNED = Code(
    "KB445",
    "quotation-turned",
    Severity.WARNING,
    "A quotation that denies, counts or limits otherwise than its source, or ends before a limit, makes the ruling say "
    "something else.",
)
CODES = (NEAR, NOT_FOUND, TURNED)
_STOPPED = re.compile(r"[.!?][\"”’')*_\s]*\Z")
"""The end of a quotation that is said to be whole."""
_SMALL = frozenset(stem_words(FUNCTION_WORDS))
HARDLY = 1 / 3
"""Words less like a ruling than this are hardly a free quotation of it."""
FEWEST = 5
"""Fewer words than this may stand anywhere."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report near, adapted and missing quotations, with both wordings; what a text may have that is not at hand is not
    missing."""
    stated: tuple[tuple[Words, str], ...] = ()
    for document, verdict in _quotations(kb):
        if verdict.relation is Relation.VERBATIM:
            yield from _limited(document, verdict)
        else:
            stated = stated or tuple(_state(kb))
            struck = _struck(kb, verdict)
            yield from [_withdrawn(document, verdict, struck)] if struck else _unlike(document, verdict, stated)


def _quotations(kb: Kb) -> Iterator[tuple[Document, FootnoteVerdict]]:
    """The footnotes that quote a text at hand, without those that have all of it from the source and say what they
    leave out or put in."""
    for document, verdict in checked_footnotes(kb):
        if verdict.quote is None or all(cited.path is None for cited in verdict.cites):
            continue
        whole = verdict.relation is Relation.NEAR and verdict.similarity == 1.0
        if not (whole and (LEFT_OUT.search(verdict.quote) or GLOSS.search(verdict.quote))):
            yield document, verdict


def _limited(document: Document, verdict: FootnoteVerdict) -> Iterator[Diagnostic]:
    """What is told of a quotation to the word: that it leaves out what limits it, or breaks off in a sentence, or that
    it has a stop where the sentence goes on to say when or where."""
    if limit := _all_say(verdict, find_limit):
        message = f"footnote `{verdict.id}` ends its quotation before `{limit}`, which limits it"
        yield diagnose(TURNED, document.source, _span_of(verdict), message, _source_words(verdict))
    elif rest := _all_say(verdict, find_break):
        message = f"footnote `{verdict.id}` breaks off what it quotes within a sentence"
        hint = f"its source goes on: `{shorten(rest)}`; quote to the end, or say by an ellipsis that words are left out"
        yield diagnose(NEAR, document.source, _span_of(verdict), message, hint)
    elif _STOPPED.search(verdict.quote or "") and (rest := _all_say(verdict, find_end)):
        message = f"footnote `{verdict.id}` ends its quotation before `{rest}`, with which the sentence ends"
        yield diagnose(NEAR, document.source, _span_of(verdict), message, _source_words(verdict))


def _unlike(document: Document, verdict: FootnoteVerdict, stated: Sequence[tuple[Words, str]]) -> Iterator[Diagnostic]:
    """What is told of a quotation in other words; `stated` are the words of the versions, one of which may have it."""
    place = _elsewhere(verdict.quote or "", stated)
    near = verdict.relation in {Relation.NEAR, Relation.ADAPTED}
    similarity = verdict.similarity or 0
    exactly = f"; {place} has its very words" if place else ""
    if verdict.relation is Relation.ADAPTED and place and all(cited.path for cited in verdict.cites):
        yield _missing(document, verdict, place)
    elif near and (astray := _astray(verdict, stated)) and all(cited.path for cited in verdict.cites):
        yield _missing(document, verdict, astray)
    elif verdict.relation is Relation.ADAPTED and _shares_little(verdict):
        yield _missing(document, verdict, place)
    elif near and _is_turned(verdict, stated):
        message = f"footnote `{verdict.id}` turns round what it quotes (similarity {similarity:.2f})"
        yield diagnose(TURNED, document.source, _span_of(verdict), message, f"{_source_words(verdict)}{exactly}")
    elif near:
        how = "nearly" if verdict.relation is Relation.NEAR else "freely"
        alike = f"similarity {similarity:.2f}" if similarity < 1 else "run together"
        message = f"footnote `{verdict.id}` {how} quotes its source ({alike})"
        yield diagnose(NEAR, document.source, _span_of(verdict), message, f"{_source_words(verdict)}{exactly}")
    elif Problem.NOT_FOUND in verdict.problems:
        yield _missing(document, verdict, place or _astray(verdict, stated))


def _shares_little(verdict: FootnoteVerdict) -> bool:
    """Whether a quotation is hardly like what it is taken from, and most of its telling words are not there: two things
    of the game may stand in any ruling of a heading."""
    told = set(stem_words(compare_words(verdict.quote or ""))) - _SMALL
    held = {word for place in verdict.sources for word in stem_words(compare_words(place.words))}
    return (verdict.similarity or 0) < HARDLY and 2 * len(told & held) < len(told)


def _struck(kb: Kb, verdict: FootnoteVerdict) -> str:
    """Where a text that a footnote cites strikes the words it quotes (`~~A lamp burns.~~`), which hold no more; nothing
    where none does, or something of the quotation was found there."""
    words = compare_words(read_wording(verdict.quote or "").words)
    if Problem.NOT_FOUND not in verdict.problems or len(words) < FEWEST:
        return ""
    for path in dict.fromkeys(cited.path for cited in verdict.cites if cited.path in kb.documents):
        cited = kb.documents[path or ""]
        for clause in cited.clauses:
            gone = [piece for piece in clause.pieces if piece.struck]
            if gone and holds_words(compare_words("".join(piece.text for piece in gone)), words):
                return f"{path}:{cited.source.line_of(gone[0].span.start)}"
    return ""


def _withdrawn(document: Document, verdict: FootnoteVerdict, place: str) -> Diagnostic:
    """What is told of words that the cited source withdraws."""
    message = f"the words footnote `{verdict.id}` quotes are struck in the source it cites: they are withdrawn"
    hint = f"{place} strikes them; judge whether the change still holds"
    return diagnose(NOT_FOUND, document.source, _span_of(verdict), message, hint)


def _span_of(verdict: FootnoteVerdict) -> Span:
    return verdict.quote_span or verdict.span


def _missing(document: Document, verdict: FootnoteVerdict, place: str) -> Diagnostic:
    """What is told of words that the cited source does not have; `place` is where another version has them."""
    message = f"the words footnote `{verdict.id}` quotes are not in the source it cites"
    hint = "quote the ruling as it stands, or cite the version that has these words"
    return diagnose(NOT_FOUND, document.source, _span_of(verdict), message, f"{hint}: {place}" if place else hint)


def _all_say(verdict: FootnoteVerdict, find: Callable[[Words, str], str]) -> str:
    """What every ruling that has a quotation says behind it, as something finds it; empty where they differ, or the
    quotation says that something is left out."""
    quoted = compare_words(read_wording(verdict.quote or "").words)
    if not quoted or LEFT_OUT.search(verdict.quote or ""):
        return ""
    found = {find(quoted, place.statement.words) for place in verdict.sources if place.statement is not None}
    return found.pop() if len(found) == 1 else ""


def _is_turned(verdict: FootnoteVerdict, stated: Sequence[tuple[Words, str]]) -> bool:
    """Whether a quotation differs from each ruling, answer or passage of a book it is of in a word that turns it round.
    Sentences of it that are to the word those of another ruling are no part of the one beside them; those that none has
    may turn one by themselves."""
    sentences, rulings = _sentences_of(verdict), [place.words for place in verdict.sources]
    told = {each for each in sentences if _elsewhere(each, stated)}
    strange = " ".join(each for each in sentences if not _is_held(each, verdict) and each not in told)
    return (
        _turns([(_own(sentences, told, ruling), ruling) for ruling in rulings])
        or _turns([(strange, ruling) for ruling in rulings if strange])
        or _hides_denial(verdict.quote or "", rulings)
    )


def _hides_denial(quoted: str, rulings: Sequence[str]) -> bool:
    """Whether a quotation leaves out, where a sign tells that something is, the word by which each ruling denies."""
    joined = LEFT_OUT.sub(" ", quoted)
    beside = [set_beside(joined, ruling) for ruling in rulings] if joined != quoted else []
    hides = (word_similarity(own, nearest) >= ALIKE and DENIALS & set(nearest) - set(own) for own, nearest in beside)
    return bool(beside) and all(hides)


def _turns(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether words turn round each of the rulings that they are like."""
    beside = [set_beside(quoted, ruling) for quoted, ruling in pairs]
    alike = [(quoted, nearest) for quoted, nearest in beside if word_similarity(quoted, nearest) >= ALIKE]
    return bool(alike) and all(turns_rule(quoted, nearest, Known()) for quoted, nearest in alike)


def _own(sentences: Sequence[str], told: Container[str], ruling: str) -> str:
    """Those sentences that a ruling has too, or that no other one has (`told`: those that one has); all where others
    have every one."""
    said = compare_words(ruling)
    own = [each for each in sentences if each not in told or holds_words(said, compare_words(each))]
    return " ".join(own or sentences)


def _state(kb: Kb) -> Iterator[tuple[Words, str]]:
    """The words of every statement of the versions, then of the answers, the newest first, and where it stands."""
    versions = sorted(kb.versions.values(), key=lambda each: (each.date, each.id), reverse=True)
    answers = sorted(kb.sheets.values(), key=lambda each: (each.date, each.id), reverse=True)
    texts: tuple[CompendiumVersion | Sheet, ...] = (*versions, *answers)
    for text in texts:
        source = text.document.source
        for statement in text.statements:
            yield compare_words(statement.words), f"{source.path}:{source.line_of(statement.span.start)}"


def _elsewhere(quote: str, stated: Sequence[tuple[Words, str]]) -> str:
    """Where the newest version that has some words has them."""
    words = compare_words(read_wording(quote).words)
    if len(words) < FEWEST:
        return ""
    telling = max(words, key=len)
    return next((place for each, place in stated if telling in each and holds_words(each, words)), "")


def _astray(verdict: FootnoteVerdict, stated: Sequence[tuple[Words, str]]) -> str:
    """Where another version than those that a footnote cites, and nothing else, has one of the sentences it quotes to
    the word, with that; empty where there is none."""
    sentences = [each.strip(' "“”') for each in _sentences_of(verdict)]
    cited = tuple(f"{each.path}:" for each in verdict.cites)
    own = [said for said, place in stated if place.startswith(cited)]
    if len(sentences) < 2 or not all(any(place.startswith(each) for _, place in stated) for each in cited):
        return ""
    strange = (each for each in sentences if not any(holds_words(said, compare_words(each)) for said in own))
    places = ((_elsewhere(each, stated), each) for each in strange)
    return next((f"{place} has `{shorten(each)}`" for place, each in places if place), "")


def _source_words(verdict: FootnoteVerdict) -> str:
    """What the source says; of several places that whose words are the likest to the sentences that none has."""
    quoted = read_wording(verdict.quote or "").words
    strange = " ".join(each for each in _sentences_of(verdict) if not _is_held(each, verdict))
    for first in verdict.sources:
        place = max(verdict.sources, key=lambda each: word_similarity(strange, each.words)) if strange else first
        return f"{place.file}:{place.line} says `{shorten_beside(strange or quoted, place.words)}`"
    return "compare it with the source"


def _sentences_of(verdict: FootnoteVerdict) -> list[str]:
    """The sentences of a quotation, marks around them included, without the labels of the rulings they begin."""
    words = read_wording(verdict.quote or "").words
    return [read_wording(words[span.start : span.end]).words for span in find_sentences(words)]


def _is_held(sentence: str, verdict: FootnoteVerdict) -> bool:
    """Whether one of the places that a quotation is from has a sentence of it to the word."""
    words = compare_words(sentence)
    return any(holds_words(compare_words(place.words), words) for place in verdict.sources)
