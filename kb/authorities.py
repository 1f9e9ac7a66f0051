"""Authorities: emendation records and the verdicts on their footnotes come in, records with their authorities go out.

For each record the changed words are compared with the rulings under the headings its footnotes cite: who
justifies the change, and how exactly. A record whose footnotes name no work has no authority anyone can check.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.citations.checking import STATED
from kb.citations.judging import NOWHERE, TELLING, Judgement, judge_changed, judge_exact
from kb.citations.supporting import SMALL, before_marker, changed_text, is_answer, says_put_in
from kb.differences import FUNCTION_WORDS, fold_numbers
from kb.model import Document, FootnoteId, Ruling, RulingId, Statement
from kb.numbering import number_of, rule_of, whole_rule
from kb.provenance import EXACT, Authority, AuthorityStatus, Emendation, FootnoteVerdict, Problem, Relation
from kb.rulings import own_words
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, holds_words, word_similarity
from kb.sources.addresses import Sources
from kb.sources.claims import Claim, find_claims
from kb.text import has_words
from kb.withdrawn import WITHDRAWS
from kb.wording import read_wording

SHARE = 0.75
"""Of rulings fused in one statement those are meant that share so much with some words, of what the nearest does."""


@dataclass(frozen=True, slots=True)
class RulingIds:
    """The ids of rulings by statement, and by term and words for statements of versions that were not read for ids."""

    by_place: Mapping[tuple[int, str], tuple[RulingId, ...]]
    by_words: Mapping[Words, RulingId]
    own: Mapping[tuple[int, str, RulingId], Words]
    """The words of a ruling where it is fused with others in a statement."""

    def of(self, statement: Statement) -> tuple[RulingId, ...]:
        """The rulings a statement says, as far as known: several where they are fused."""
        at = self.by_place.get((statement.span.start, statement.words))
        said = self.by_words.get(compare_words(own_words(statement)))
        return at or ((said,) if said is not None else ())

    def of_words(self, statement: Statement, words: Words) -> tuple[RulingId, ...]:
        """Those of them that some words are of: of fused ones those that share most with them."""
        found = self.of(statement)
        place = (statement.span.start, statement.words)
        fused = {each: own for each in found if (own := self.own.get((*place, each)))}
        if len(found) < 2 or len(fused) < len(found):
            return found
        told = set(words) - FUNCTION_WORDS
        shares = {each: len(told & set(own)) / max(1, len(set(own) - FUNCTION_WORDS)) for each, own in fused.items()}
        least = SHARE * max(shares.values())
        return tuple(each for each in found if shares[each] >= least)


def index_rulings(rulings: Iterable[Ruling]) -> RulingIds:
    """The ids of some rulings by what states them; the first one's where several have the same words."""
    by_place: dict[tuple[int, str], tuple[RulingId, ...]] = {}
    by_words: dict[Words, RulingId] = {}
    own: dict[tuple[int, str, RulingId], Words] = {}
    for ruling in rulings:
        for statement in ruling.statements:
            place = (statement.span.start, statement.words)
            by_place[place] = tuple(dict.fromkeys((*by_place.get(place, ()), ruling.id)))
            by_words.setdefault(compare_words(own_words(statement)), ruling.id)
            own[(*place, ruling.id)] = ruling.own
    return RulingIds(by_place, by_words, own)


@dataclass(frozen=True, slots=True)
class _Case:
    """What records of one emended document are judged by."""

    document: Document
    verdicts: Mapping[FootnoteId, FootnoteVerdict]
    sources: Sources
    ids: RulingIds


def trace_authorities(
    records: Sequence[Emendation],
    document: Document,
    verdicts: Iterable[FootnoteVerdict],
    sources: Sources,
    ids: RulingIds,
) -> tuple[Emendation, ...]:
    """The records of an emended document with relation, similarity and rulings of every footnote they carry.

    A change smaller than a sentence is judged by its sentence, unless it is a ruling put in word for word, else by
    whether the ruling quoted has its words. The ruling that a footnote tells, if it has the changed words, goes before
    others in the cited place. Where the changed words are not there the rulings are those the footnote itself quotes,
    and if only another version than the cited one has them, that one's.
    """
    by_id = {verdict.id: verdict for verdict in verdicts}  # of a note defined twice the last counts, as for readers
    case = _Case(document, by_id, sources, ids)
    return tuple(_traced(record, case) for record in records)


def _traced(record: Emendation, case: _Case) -> Emendation:
    if not record.footnotes:
        return record
    named = [case.verdicts[footnote] for footnote in record.footnotes if footnote in case.verdicts]
    named = [verdict for verdict in named if Problem.NO_WORK_NAMED not in verdict.problems]
    authorities = _each_its_own(record, [_authority(record, each, case) for each in record.footnotes], case)
    dates = [date for verdict in named if (date := verdict.effective_in_source or verdict.effective_cited)]
    return replace(
        record,
        authorities=authorities,
        authority_status=AuthorityStatus.CITED if named else AuthorityStatus.NO_WORK,
        effective=max(dates, default=None),
    )


def _each_its_own(record: Emendation, found: Sequence[Authority], case: _Case) -> tuple[Authority, ...]:
    """The authorities of a record with what each footnote quotes itself, of several that share the words before them:
    the ruling most like these is that of one footnote, and another, below whose heading it stands too, quotes one that
    they tell as well."""
    if len(found) < 2:
        return tuple(found)
    text = compare_words(changed_text(case.document, record.emended_span, record.unit in SMALL))
    quoted = [_quoted_by(case.verdicts.get(each.footnote)) for each in found]
    ids = [{said for each in own for said in case.ids.of(each)} for own in quoted]
    settled = list(found)
    for at, each in enumerate(found):
        others = set().union(*ids[:at], *ids[at + 1 :])
        told = [own for own in quoted[at] if _is_told_in(own, text)]
        if told and each.relation is Relation.ADAPTED and each.rulings and others - ids[at] >= set(each.rulings):
            near = max(word_similarity(text, compare_words(own_words(own))) for own in told)
            said = _distinct(case.ids.of_words(own, text) for own in told)
            settled[at] = replace(each, similarity=round(near, 4), rulings=said)
    return tuple(settled)


def _quoted_by(verdict: FootnoteVerdict | None) -> Sequence[Statement]:
    """What a footnote quotes to the word, or nearly, where it says."""
    if verdict is None or verdict.quote is None or verdict.relation not in EXACT:
        return ()
    if Problem.WRONG_ANCHOR in verdict.problems:
        return ()
    return [place.statement for place in verdict.sources if place.statement is not None]


def _is_told_in(statement: Statement, words: Words) -> bool:
    """Whether some words have most of what a ruling says."""
    telling = set(compare_words(own_words(statement))) - FUNCTION_WORDS
    return len(telling.intersection(words)) >= SHARE * len(telling) > 0


def _authority(record: Emendation, footnote: FootnoteId, case: _Case) -> Authority:
    """One footnote of a record: how the changed words compare with what stands under the headings it cites."""
    verdict = case.verdicts.get(footnote)
    claims = find_claims(verdict.cites, case.sources) if verdict is not None else ()
    if verdict is None or not claims:
        return Authority(footnote)
    text = changed_text(case.document, record.emended_span, record.unit in SMALL)
    if not compare_words(text) or (has_words(record.published_text) and WITHDRAWS.fullmatch(record.emended_text)):
        # a deletion, or a marker hung on unchanged words: the footnote's own words are all there is
        said = _said(verdict, case.ids) or _struck(record, claims, case.ids)
        said = said or _only_on_rule(record, verdict, claims, case)
        return Authority(footnote, verdict.relation, verdict.similarity, said)
    supported = (*before_marker(record, footnote, case.document), text)
    inserted = _inserted(record, claims, case.document)
    own, judged = (text, inserted) if inserted is not None else _first_found(supported, claims)
    elsewhere = () if judged.found else _in_other_version(supported, verdict, case)
    if judged.relation is Relation.ADAPTED and _rests_on_others(own, judged, verdict, claims):
        return Authority(footnote, Relation.NOT_FOUND, round(judged.similarity, 4), elsewhere)
    said = elsewhere or _rulings(judged, case.ids, compare_words(own)) or _said(verdict, case.ids)
    if judged.relation in {Relation.NEAR, Relation.ADAPTED} and record.unit not in SMALL:
        beside = text if judged.relation is Relation.ADAPTED else own
        said = _distinct((said, *_said_beside(beside, claims, judged, case.ids)))
    relation = judged.relation
    told = _told(record, verdict, text, case.ids)
    if not told and relation is Relation.NOT_FOUND:
        told = _pointed_at(record, verdict, claims, case.ids, case.document)
    if told and relation in {Relation.ADAPTED, Relation.NOT_FOUND}:
        relation, said = Relation.ADAPTED, told
    elif told and set(told).isdisjoint(said):
        said = told
    elif relation is Relation.NOT_FOUND and (_is_quoted(record, verdict) or is_answer(record, verdict, case.document)):
        relation = Relation.ADAPTED
    elif (
        relation is Relation.ADAPTED and not elsewhere and (nearest := _quoted(record, text, judged, verdict, case.ids))
    ):
        said = nearest
    if relation is Relation.ADAPTED and len(quoted := _quoted_by(verdict)) > 1:
        said = _distinct((*(case.ids.of(each) for each in quoted if says_put_in(record, own_words(each))), said))
    if relation not in EXACT and Problem.WRONG_ANCHOR in verdict.problems:
        said = _told_astray(verdict, text, case.ids) or said
    return Authority(footnote, relation, round(judged.similarity, 4), said)


def _told_astray(verdict: FootnoteVerdict, text: str, ids: RulingIds) -> tuple[RulingId, ...]:
    """The rulings that a footnote quotes and some words tell, though they do not stand where it says."""
    words = compare_words(text)
    stated = (place.statement for place in verdict.sources if place.statement is not None)
    return _distinct(ids.of_words(each, words) for each in stated if _is_told_in(each, words))


def _first_found(texts: Iterable[str], claims: Sequence[Claim]) -> tuple[str, Judgement]:
    """The first of some texts that is found, with its judgement; the last where none is."""
    text, judged = "", NOWHERE
    for text in texts:
        judged = _judge(text, claims)
        if judged.relation is not Relation.NOT_FOUND:
            break
    return text, judged


def _judge(text: str, claims: Iterable[Claim]) -> Judgement:
    found = (judge_changed(text, claim.source, claim.within) for claim in claims)
    return max(found, key=lambda each: each.rank, default=NOWHERE)


def _inserted(record: Emendation, claims: Iterable[Claim], document: Document) -> Judgement | None:
    """A ruling that was put into a sentence word for word, as in brackets; None where that is not so."""
    if record.unit not in SMALL:
        return None
    own = changed_text(document, record.emended_span)
    judged = _judge(own, claims) if len(compare_words(own)) >= TELLING else NOWHERE
    return judged if judged.relation is Relation.VERBATIM else None


def _said_beside(
    text: str, claims: Sequence[Claim], judged: Judgement, ids: RulingIds
) -> Iterator[tuple[RulingId, ...]]:
    """The rulings that single sentences of a text state beside the one it is judged by: it may be made of several."""
    source = judged.source
    for span in find_sentences(text):
        sentence = text[span.start : span.end]
        words = compare_words(sentence)
        known = source is not None and any(source.states(unit, words) for unit in judged.units)
        if len(words) >= TELLING and not known:
            best = _judge(sentence, claims)
            if best.relation in EXACT:
                yield _rulings(best, ids, words)


def _told(record: Emendation, verdict: FootnoteVerdict, text: str, ids: RulingIds) -> tuple[RulingId, ...]:
    """The rulings that a footnote quotes, or tells in words of its own, where they have the words of the change: all of
    its sentences, or of a change smaller than one what it puts in, else what it strikes; one of small words only may
    be in other words than they. Another ruling on the term may be more like the sentence the change stands in."""
    if verdict.quote is None or Problem.WRONG_ANCHOR in verdict.problems:
        return ()
    whole = compare_words(text)
    changed = compare_words(record.emended_text or record.published_text) if record.unit in SMALL else ()
    if changed and set(changed) <= FUNCTION_WORDS and verdict.relation in EXACT:
        return _said(verdict, ids)
    small = set(fold_numbers(changed)) - FUNCTION_WORDS
    found = []
    for statement in (place.statement for place in verdict.sources if place.statement is not None):
        words = compare_words(own_words(statement))
        if holds_words(words, whole) or (small and holds_words(fold_numbers(words), fold_numbers(changed))):
            found.append(ids.of_words(statement, (*whole, *compare_words(verdict.quote))))
    return _distinct(found)


def _quoted(
    record: Emendation, text: str, judged: Judgement, verdict: FootnoteVerdict, ids: RulingIds
) -> tuple[RulingId, ...]:
    """The ruling of those a footnote quotes that has most of some words, and more than the one they were judged by,
    which it does not quote: an editor who retells one of several may come near another on the term by chance. Of a
    change smaller than a sentence what it puts in may tell, too: the rest of the sentence is the book's."""
    stated = [place.statement for place in verdict.sources if place.statement is not None]
    places = {unit.place for unit in (judged.source.units[at] for at in judged.units)} if judged.source else set()
    if verdict.relation not in EXACT or Problem.WRONG_ANCHOR in verdict.problems or places & {*verdict.sources}:
        return ()
    for words in (text, record.emended_text if record.unit in SMALL else ""):
        telling = set(compare_words(words)) - FUNCTION_WORDS
        shares = [len(telling.intersection(compare_words(own_words(each)))) for each in stated]
        least = max((len(telling.intersection(compare_words(each.words))) for each in places), default=0)
        found = [each for each, share in zip(stated, shares, strict=True) if share == max(shares)]
        if max(shares, default=0) > least:
            return _distinct(ids.of_words(each, compare_words(text)) for each in found)
    return ()


def _pointed_at(
    record: Emendation, verdict: FootnoteVerdict, claims: Iterable[Claim], ids: RulingIds, document: Document
) -> tuple[RulingId, ...]:
    """The one ruling under the headings a pointer cites that has the words a small change puts in: several of them, or
    those it strikes too (`three tons, not two`); of one that only strikes words, these. Where a pointer cites no
    heading, a ruling on the rule that is changed."""
    if verdict.quote is not None or record.unit not in SMALL or Problem.WRONG_ANCHOR in verdict.problems:
        return ()
    put_in, struck = (fold_numbers(compare_words(text)) for text in (record.emended_text, record.published_text))
    wanted = [put_in] if len(set(put_in) - FUNCTION_WORDS) > 1 else [put_in, struck] if put_in else [struck]
    if not all(set(words) - FUNCTION_WORDS for words in wanted):
        return ()
    found, rule = set(), _rule_of(record, document)
    for claim in claims:
        for unit in claim.source.on_rules.get(rule, ()) if claim.within is None else claim.within:
            place, words = claim.source.units[unit].place, fold_numbers(claim.source.units[unit].words)
            if place.statement is None or _on_another(rule, place.statement):
                continue
            if all(holds_words(words, each) for each in wanted):
                found.add(ids.of(place.statement))
    return found.pop() if len(found) == 1 else ()


def _only_on_rule(
    record: Emendation, verdict: FootnoteVerdict, claims: Iterable[Claim], case: _Case
) -> tuple[RulingId, ...]:
    """The one ruling under the number that a pointer cites, where words of that rule are gone: what orders that need
    not repeat them."""
    units = [claim.source.units[at] for claim in claims for at in claim.within or ()]
    statement = units[0].place.statement if len(units) == 1 else None
    if statement is None or verdict.quote is not None or not has_words(record.published_text):
        return ()
    rule, subject = _rule_of(record, case.document), rule_of(statement.words)
    return case.ids.of(statement) if subject and rule and not _on_another(rule, statement) else ()


def _rule_of(record: Emendation, document: Document) -> str:
    """The number of the rule that a record changes; nothing where it has none."""
    at = document.clause_at(record.emended_span.start)
    return number_of(document.clauses[at]) if at >= 0 else ""


def _on_another(rule: str, statement: Statement) -> bool:
    """Whether a statement is about another rule than one by its number: one that neither is a part of the other."""
    subject = rule_of(statement.words)
    return bool(rule and subject) and not (whole_rule(subject, (rule,)) or whole_rule(rule, (subject,)))


def _struck(record: Emendation, claims: Iterable[Claim], ids: RulingIds) -> tuple[RulingId, ...]:
    """The rulings under the cited headings that repeat the words they take out, where a footnote quotes none."""
    words = compare_words(record.published_text)
    if record.emended_text or len(words) < TELLING:
        return ()
    judged = (judge_exact(words, claim.source, claim.within) for claim in claims if claim.within is not None)
    return next((_rulings(each, ids, words) for each in judged if each is not None), ())


def _rests_on_others(text: str, judged: Judgement, verdict: FootnoteVerdict, claims: Sequence[Claim]) -> bool:
    """Whether changed words are more like what their footnote quotes, which does not stand where it says, than like the
    ruling there: that one they are like by chance. So they are wherever the text cited has no such heading either."""
    if Problem.NOT_FOUND not in verdict.problems or verdict.quote is None:
        return False
    if any(each.heading for each in verdict.cites) and all(claim.within is None for claim in claims):
        return True
    return word_similarity(compare_words(text), compare_words(verdict.quote)) > judged.similarity


def _in_other_version(texts: Iterable[str], verdict: FootnoteVerdict, case: _Case) -> tuple[RulingId, ...]:
    """The one ruling of a compendium that a footnote cites which has some changed words and what the footnote quotes
    for them, to the word, where the version it cites has not got them."""
    words = compare_words(read_wording(verdict.quote or "").words)
    if len(words) < STATED or verdict.relation not in {Relation.ADAPTED, Relation.NOT_FOUND}:
        return ()
    if not any(changed and holds_words(words, changed) for changed in map(compare_words, texts)):
        return ()
    at_hand = case.sources.versions
    cited = {at_hand[each.path].compendium for each in verdict.cites if each.path is not None and each.path in at_hand}
    versions = [case.sources.text_of(each.document) for each in at_hand.values() if each.compendium in cited]
    judged = (each for version in versions if (each := judge_exact(words, version, None)) is not None)
    found = _distinct(_rulings(each, case.ids, words) for each in judged)
    return found if len(found) == 1 else ()


def _is_quoted(record: Emendation, verdict: FootnoteVerdict) -> bool:
    """Whether the ruling that a footnote quotes, where it says, has the words of a small change, or those it strikes: a
    figure in a table, a word that gave way to another share no sentence with it."""
    if record.unit not in SMALL or verdict.relation not in EXACT or Problem.WRONG_ANCHOR in verdict.problems:
        return False
    changed = set(fold_numbers(compare_words(record.emended_text or record.published_text))) - FUNCTION_WORDS
    return bool(changed) and changed <= set(fold_numbers(compare_words(verdict.quote or "")))


def _rulings(judged: Judgement, ids: RulingIds, words: Words) -> tuple[RulingId, ...]:
    if judged.source is None or judged.relation is Relation.NOT_FOUND:
        return ()
    statements = (judged.source.units[unit].place.statement for unit in judged.units)
    return _distinct(ids.of_words(statement, words) for statement in statements if statement is not None)


def _said(verdict: FootnoteVerdict, ids: RulingIds) -> tuple[RulingId, ...]:
    """The rulings a footnote quotes; a pointer quotes none, and its references rest on different ones."""
    if verdict.quote is None:
        return ()
    words = compare_words(verdict.quote)
    return _distinct(ids.of_words(place.statement, words) for place in verdict.sources if place.statement is not None)


def _distinct(found: Iterable[tuple[RulingId, ...]]) -> tuple[RulingId, ...]:
    return tuple(dict.fromkeys(each for several in found for each in several))
