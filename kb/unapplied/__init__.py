"""Unapplied rulings: the rulings in force and an emended book come in; whether each stands in the book goes out.

A ruling stands there when its words do, in a row. One that stands there nearly, in an editor's words, says how alike
the two are; for one that stands nowhere the reason may be recorded, else it is for an editor to merge or explain.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.claims import Known, is_number, turns_rule, without_contrast
from kb.counting import in_figures
from kb.instructions import cut_quotations
from kb.model import FootnoteId, RulingId
from kb.provenance import Emendation, Unit
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words
from kb.spelling import SMALL_WORDS, plain_form, unnumbered
from kb.unapplied._body import RETOLD, Alike, Body, read_body
from kb.unapplied._concern import OF_TERMS, OWN, Concerns, Ground, find_concerns
from kb.unapplied._rivals import give_to_nearest
from kb.unapplied._striking import find_kept, find_striking, is_kept
from kb.unapplied._values import Finding, Stated, Verdict
from kb.wording import read_wording

__all__ = [
    "OWN",
    "RETOLD",
    "Finding",
    "Ground",
    "Stated",
    "Verdict",
    "find_concerns",
    "judge_rulings",
    "read_body",
]

NEAR = 0.85
"""Likeness from which words are a source's own, as for quotations."""
_WHETHER = re.compile(r"\A\W*(?:yes|no)\s*(?:[,;:]|\s[–—-]+\s)\s*", re.IGNORECASE)
"""What an answer begins with before it says more: `No, any of them may stay.`"""
SEVERAL = 3
"""So many telling words that are put into a sentence say what a ruling does by one of its own at least."""
STATED = 5
"""A ruling of fewer words may stand in any book by chance: it tells nothing of what the book is about."""


def judge_rulings(
    stated: Iterable[Stated], body: Body, concerns: Concerns, explained: Mapping[RulingId, str]
) -> Iterator[Finding]:
    """The rulings that concern a work, judged, in the order they come in; each ruling once.

    `explained` are the reasons somebody gave why a ruling is not merged.
    """
    every = tuple(stated)
    whole = frozenset(compare_words(unnumbered(each.text)) for each in every)
    body = replace(body, rulings=frozenset().union(*(_forms(each.text) for each in every)), whole=whole)
    return give_to_nearest(tuple(_judged(every, body, concerns, explained)), body)


def _judged(
    stated: Iterable[Stated], body: Body, concerns: Concerns, explained: Mapping[RulingId, str]
) -> Iterator[Finding]:
    for each in stated:
        grounds = _grounds(each, concerns)
        if not grounds and _is_told(each, body):
            grounds = (Ground.STATED,)
        if grounds:
            reason = next((explained[name] for name in each.names if name in explained), "")
            yield _judge(each, grounds, body, concerns, reason)


@lru_cache(maxsize=1 << 14)
def _forms(text: str) -> frozenset[str]:
    """The words of a text, in plain forms."""
    return frozenset(map(plain_form, compare_words(text)))


def _grounds(each: Stated, concerns: Concerns) -> tuple[Ground, ...]:
    found = {ground for path, statement in each.every for ground in concerns.of(statement, path)}
    if concerns.instructed.intersection(each.names):
        found.add(Ground.NAMED)
    if concerns.records_on(each.names):
        found.add(Ground.QUOTED)
    return tuple(ground for ground in Ground if ground in found)


def _is_told(each: Stated, body: Body) -> bool:
    """Whether the body has the words of a ruling on a term."""
    words = compare_words(unnumbered(each.text))
    of_rules = any(statement.section in OF_TERMS for statement in each.statements)
    return bool(each.names) and of_rules and len(words) >= STATED and bool(body.holding(words))


@dataclass(frozen=True, slots=True)
class _Records:
    """The records on a ruling: those that rest on it, those that say a sentence of it though their footnote cites
    another heading, and those that only claim to."""

    resting: tuple[Emendation, ...]
    retold: tuple[Emendation, ...]
    claims: tuple[Emendation, ...]

    @property
    def supporting(self) -> tuple[Emendation, ...]:
        """Those that say it."""
        return (*self.resting, *self.retold)

    def contradicted(self, text: str, words: Words, alike: Alike, body: Body) -> "_Records":
        """The same, where those that deny of `it` what the ruling says only claim to rest on it; and those that turn
        it in the clause most like it, if that says the contrary."""
        contrary = alike.clause if alike.contrary and alike.retold else None
        turning = tuple(
            record
            for record in self.resting
            if not body.restates(record, text)
            and (
                body.denied_by(record, text)
                or (body.clause_of(record) == contrary and body.turned_by(record, words, alike))
            )
        )
        resting = tuple(record for record in self.resting if record not in turning)
        return _Records(resting, self.retold, (*self.claims, *turning))


def _records_on(each: Stated, body: Body, concerns: Concerns) -> _Records:
    claimed = concerns.claims_on(each.names)
    retold = tuple(record for record in claimed if _retells(record, each.text, body))
    words = compare_words(unnumbered(each.text))
    changed = (record for record in concerns.records_on(each.names) if record.unit is not Unit.FOOTNOTE)
    left = [record for record in changed if not body.strikes(record, words)]
    other = [
        record
        for record in left
        if _says_another(record, words, body)
        or _says_as_before(record, each)
        or (_rests_on_past(record, each, concerns.quotes) and not body.restates(record, each.text))
    ]
    resting = tuple(record for record in left if record not in other)
    return _Records(resting, retold, (*(record for record in claimed if record not in retold), *other))


def _says_another(record: Emendation, words: Words, body: Body) -> bool:
    """Whether a record has the very words of another ruling, or puts in numbers and nothing else, or within a sentence
    several words, and a ruling has none of them."""
    said = compare_words(record.emended_text)
    if said in body.whole and not holds_words(words, said):
        return True
    put = set(said) - set(compare_words(record.published_text)) - SMALL_WORDS
    if record.unit is Unit.PHRASE and len(put) >= SEVERAL:
        return set(map(plain_form, put)).isdisjoint(map(plain_form, words))
    return bool(put) and all(map(is_number, put)) and set(in_figures(put)).isdisjoint(in_figures(words))


def _says_as_before(record: Emendation, each: Stated) -> bool:
    """Whether a record says what a ruling said in other words that do not hold, and not what it says."""
    said, words = compare_words(record.emended_text), compare_words(unnumbered(each.text))
    if len(said) < STATED or holds_words(words, said):
        return False
    others = map(compare_words, each.otherwise)
    return any(holds_words(other, said) and turns_rule(other, words, Known()) for other in others)


def _rests_on_past(record: Emendation, each: Stated, quotes: Mapping[FootnoteId, str]) -> bool:
    """Whether the footnotes that name a ruling for a record all quote words of it that hold no more, and that it turns
    round now."""
    words = compare_words(unnumbered(each.text))
    others = [compare_words(other) for other in each.otherwise]
    named = [one.footnote for one in record.authorities if not set(one.rulings).isdisjoint(each.names)]
    quoted = [compare_words(read_wording(quotes.get(name, "")).words) for name in named]
    return bool(quoted) and all(
        len(said) >= STATED
        and not holds_words(words, said)
        and any(holds_words(other, said) for other in others)
        and turns_rule(said, words, Known())
        for said in quoted
    )


def _answer(each: Stated) -> Words:
    """The words of a ruling that is an answer without its question, which no rulebook repeats, nor the *yes* or *no*
    before them; none where little is left."""
    asked = each.statements[0].context or ""
    text = unnumbered(each.text)
    if not asked or not text.startswith(asked):
        return ()
    answer = text[len(asked) :].strip()
    first = next(find_sentences(answer), None)
    little = first is not None and len(compare_words(answer[: first.end])) == 1
    words = compare_words(answer[first.end :] if first is not None and little else _WHETHER.sub("", answer))
    return words if len(words) >= STATED else ()


def _judge(each: Stated, grounds: tuple[Ground, ...], body: Body, concerns: Concerns, reason: str) -> Finding:
    if not each.names:
        return Finding(each, grounds, Verdict.REFERENCE, 0.0)
    records = _records_on(each, body, concerns)
    holding = body.holding(compare_words(unnumbered(each.text))) or body.holding(_answer(each))
    if holding:
        return Finding(each, grounds, Verdict.APPLIED, 1.0, holding, records.supporting, holding[0])
    words = compare_words(without_contrast(unnumbered(each.text)))
    alike = body.nearest(words)
    records = records.contradicted(unnumbered(each.text), words, alike, body)
    missing, held = _sentences(each.text, body)
    striking = {sentence: found for sentence in missing if (found := find_striking(sentence, concerns.removed, body))}
    missing = tuple(sentence for sentence in missing if sentence not in striking)
    supporting = tuple(dict.fromkeys((*records.supporting, *striking.values())))
    if any(is_kept(sentence, body) for sentence in missing):
        where: tuple[int, ...] = ()
    elif missing:
        where = _place_of_all(each, words, alike, body, records)
    else:
        where = tuple(dict.fromkeys(clause for _, clauses in held for clause in clauses))
    verdict = Verdict.EXPLAINED if reason else Verdict.NOT_APPLIED
    if not missing or where or supporting:
        verdict = Verdict.APPLIED_NEAR
    kept = next(filter(None, (find_kept(sentence, body) for sentence in missing)), "")
    parts = ((sentence, clauses[0]) for sentence, clauses in held if len(compare_words(sentence)) >= STATED)
    return Finding(
        each,
        grounds,
        verdict,
        alike.similarity,
        where,
        supporting,
        nearest=alike.clause if alike.clause >= 0 else None,
        missing=missing,
        turned=alike.contrary and not striking,
        claims=records.claims,
        reason=reason,
        held=tuple(parts) if missing else (),
        undone=f"it still has the section `{kept}`" if kept and verdict is Verdict.NOT_APPLIED else "",
    )


def _place_of_all(each: Stated, words: Words, alike: Alike, body: Body, records: _Records) -> tuple[int, ...]:
    """The clause that says a ruling of which not every sentence stands in the body: what it quotes last where records
    claim it, else what says it in other words, else where a record tells a sentence of it."""
    meant = _meant(each.text, body) if records.claims else None
    said = meant if meant is not None else _said_in(each, words, alike, body)
    return (said,) if said is not None else tuple(body.clause_of(record) for record in records.retold[:1])


def _said_in(each: Stated, words: Words, alike: Alike, body: Body) -> int | None:
    """The clause that says a ruling in words like its own, or in its words in another order, and is about its term;
    None where none does."""
    near = alike.clause >= 0 and alike.similarity >= RETOLD and not alike.turned
    if near and _on_topic(each, words, alike.clause, body):
        return alike.clause
    reordered = body.retelling(words)
    return reordered if reordered is not None and _on_topic(each, words, reordered, body) else None


def _on_topic(each: Stated, words: Words, clause: int, body: Body) -> bool:
    """Whether words like those of a ruling are about its term, where the ruling names that: what a book says of the
    bells in the words of a ruling on lamps does not say it of the lamps."""
    term = {plain_form(word) for word in compare_words(unnumbered(each.term))} - SMALL_WORDS
    names = term.intersection(map(plain_form, words))
    return not names or body.speaks_of(clause, names)


def _retells(record: Emendation, text: str, body: Body) -> bool:
    """Whether a record says a sentence of a ruling it was not compared with: its footnote cites another heading."""
    return any(body.told_by(record, compare_words(text[span.start : span.end])) for span in find_sentences(text))


def _meant(text: str, body: Body) -> int | None:
    """The clause that has the words a ruling quotes last, as those that were meant, or nearly; None where none has."""
    quoted = [each.words for each in cut_quotations(text).quotations if not each.broken]
    words = compare_words(quoted[-1]) if quoted else ()
    if len(words) < STATED:
        return None
    held = body.holding(words)
    alike = body.nearest(words)
    return held[0] if held else alike.clause if alike.similarity >= NEAR and not alike.turned else None


def _sentences(text: str, body: Body) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[int, ...]], ...]]:
    """The sentences of a ruling that do not stand in the body, and the others with the clauses in which they do."""
    missing: list[str] = []
    found: list[tuple[str, tuple[int, ...]]] = []
    text = unnumbered(text)
    for span in find_sentences(text):
        sentence = text[span.start : span.end]
        words = compare_words(sentence)
        holding = body.holding(words)
        if holding:
            found.append((sentence, holding))
        elif words:
            missing.append(sentence)
    return tuple(missing), tuple(found)
