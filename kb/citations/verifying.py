"""Footnote verification: a document and its sources come in, a verdict on every footnote goes out.

A footnote is judged by what it quotes, each of its references by the words it supports. Nothing is taken from
the footnote on trust: a cited heading that exists but does not hold the words is a wrong anchor.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.citations.accounts import told_apart, without_account, without_former, without_names
from kb.citations.checking import WRONG_PLACE, Checked, check_quotations, without_lookalikes
from kb.citations.judging import NOWHERE, TELLING, Judgement, bare_of_label, judge_exact, judge_supported
from kb.citations.repeating import follow_notes
from kb.citations.supporting import Sentences, Supported, find_supported
from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.effective import find_effective, heading_effective
from kb.footnotes.leading import EDITORIAL as EDITORS_OWN
from kb.footnotes.quoting import FootnoteText, read_footnote
from kb.model import ClauseId, Document, FootnoteDefinition, FootnoteId, FootnoteReference, Link, current_of
from kb.naming.mentions import Mention
from kb.provenance import (
    Cited,
    Emendation,
    FootnoteVerdict,
    Problem,
    ReferenceVerdict,
    Relation,
    SourcePlace,
)
from kb.similarity import Words, compare_words, holds_words
from kb.sources.addresses import Resolved, Sources, resolve
from kb.sources.claims import Claim, find_claims
from kb.sources.units import Unit

IMPOSSIBLE_DATE = Code(
    "KB452",
    "footnote-date-impossible",
    Severity.WARNING,
    "A footnote that dates its ruling on a day there never was cannot be compared with its source.",
)
CODES = (IMPOSSIBLE_DATE,)

MIXED = "mixed"
EDITORIAL = "editorial"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class _Footnote:
    """A definition as read, with what it cites."""

    definition: FootnoteDefinition
    text: FootnoteText
    cited: tuple[Resolved, ...]
    claims: tuple[Claim, ...]
    stated: tuple[Claim, ...]
    """All versions of rulings at hand, where it cites one and all that it cites is at hand."""


Judged = Sequence[tuple[FootnoteReference, Supported]]


def verify_footnotes(
    document: Document, sources: Sources, records: Sequence[Emendation] = ()
) -> Outcome[tuple[FootnoteVerdict, ...]]:
    """The verdict on each footnote definition of a document, in document order.

    `records` are emendation records of this document, where known: they narrow the words that a reference
    supports to the sentences really changed, and tell which words it quotes were the book's. What is wrong with a
    footnote is in its verdict; the diagnostics are about dates that cannot be read.
    """
    diagnostics: list[Diagnostic] = []
    supported = find_supported(document, records)
    references: dict[str, list[FootnoteReference]] = {}
    for reference in sorted(document.references, key=lambda each: each.span):
        if reference.clause is not None:  # one inside of a footnote supports no words of the text
            references.setdefault(reference.id, []).append(reference)
    links: dict[FootnoteId | None, list[Link]] = {}
    for link in document.links:
        links.setdefault(link.footnote, []).append(link)
    definitions = sorted(document.definitions, key=lambda each: each.span)
    markers = {each.span: each.id for each in document.references if each.clause is None}
    texts = [
        read_footnote(definition, links.get(definition.id, ()), markers, sources.known) for definition in definitions
    ]
    mentions = [text.mentions for text in texts]
    every = follow_notes(document, list(zip(definitions, mentions, strict=True)), sources)
    verdicts = []
    changes: dict[FootnoteId, list[Emendation]] = {}
    for record in records:
        for note in record.footnotes:
            changes.setdefault(note, []).append(record)
    for definition, read, named in zip(definitions, texts, every, strict=True):
        claims = find_claims((each.cited for each in named), sources)
        former = without_former(read, changes.get(definition.id, ()), claims)
        text, told = told_apart(without_account(former, claims, sources), claims, sources)
        cited = (*named, *_beside(named, told, document, sources))
        claims = find_claims((each.cited for each in cited), sources) if told else claims
        text = without_names(text, cited, sources, document)
        footnote = _Footnote(definition, text, cited, claims, _stated(cited, sources))
        judged = [(each, supported.get(each.span, Supported())) for each in references.get(definition.id, ())]
        verdicts.append(_verdict(document, footnote, judged))
        for date in find_effective(text.quote or ""):
            if date.problem and text.quote_span is not None:
                message = f"`{date.printed}`: {date.problem}"
                diagnostics.append(diagnose(IMPOSSIBLE_DATE, document.source, text.quote_span, message))
    return Outcome(tuple(verdicts), tuple(diagnostics))


def _beside(cited: Sequence[Resolved], told: Iterable[str], document: Document, sources: Sources) -> Iterator[Resolved]:
    """The texts whose names an editor tells and does not cite besides."""
    known = {each.cited.path for each in cited}
    every = (resolve(Mention(name, (), None, None), document, sources) for name in told)
    yield from (each for each in every if each.cited.path not in known)


def _verdict(document: Document, footnote: _Footnote, judged: Judged) -> FootnoteVerdict:
    definition, text, cited, claims = footnote.definition, footnote.text, footnote.cited, footnote.claims
    references = tuple(_reference(document, reference, words, claims) for reference, words in judged)
    if text.quote is None:
        checked = Checked((Judgement(Relation.POINTER, 0.0),), _points_wrong(references, judged, claims))
        places = _merge(reference.sources for reference in references)
        units = _units_at(places, claims)
    else:
        checked = without_lookalikes(check_quotations(text.parts, claims), text.parts, footnote.stated)
        units = tuple(dict.fromkeys(unit for each in checked.judgements for unit in _with_groups(each)))
        places = tuple(unit.place for unit in units)
        if checked.judgement.relation is Relation.NOT_FOUND and _names_no_place(footnote.claims, footnote.cited):
            references = tuple(map(_by_chance, references))
    effective_cited = _effective_cited(footnote)
    effective = _effective_in_source(units, pointer=text.quote is None)
    problems = _problems(footnote, checked, effective_cited, effective)
    own = Problem.NO_WORK_NAMED in problems and EDITORS_OWN.match(definition.text) is not None
    return FootnoteVerdict(
        id=definition.id,
        line=document.source.line_of(definition.span.start),
        span=definition.span,
        quote=text.quote,
        quote_span=text.quote_span,
        cites=tuple(_cited(each.cited, _merge((places, *(each.sources for each in references)))) for each in cited),
        relation=checked.judgement.relation,
        similarity=None if text.quote is None else round(checked.judgement.similarity, 4),
        sources=places,
        references=references,
        kind=EDITORIAL if own else _kind(text, units, checked, claims),
        effective_cited=effective_cited,
        effective_in_source=effective,
        problems=problems,
    )


def _cited(cited: Cited, places: Sequence[SourcePlace]) -> Cited:
    """A place that a footnote cites; what has words of it is no mere pointer, whatever leads to it."""
    has = any(each.file == cited.path and cited.anchor in {None, each.anchor} for each in places)
    return replace(cited, also=False) if cited.also and has else cited


def _stated(cited: Sequence[Resolved], sources: Sources) -> tuple[Claim, ...]:
    """All versions of rulings at hand, each as a whole, for a footnote that cites one; none where something that it
    cites is not at hand, and may have its words."""
    documents = [each.document for each in cited]
    if None in documents or not any(each and each.source.path in sources.versions for each in documents):
        return ()
    return tuple(Claim(sources.text_of(each.document), None) for each in sources.versions.values())


def _reference(
    document: Document, reference: FootnoteReference, supported: Supported, claims: Sequence[Claim]
) -> ReferenceVerdict:
    """One marker judged by the words it supports, against what stands under the cited headings."""
    words = _words(supported.sentences)
    sentences = supported.sentences
    judgement = _best(words, claims)
    if supported.with_list and not judgement.found and (listed := _best(_words(supported.with_list), claims)).found:
        judgement, sentences = listed, supported.with_list
    clause = document.clauses[reference.clause].id if reference.clause is not None else ClauseId("")
    behind = _best(_words(supported.apart), claims)
    if behind.found and behind.rank > judgement.rank:
        judgement, sentences = behind, supported.apart
    known = bool(claims) and bool(words)
    return ReferenceVerdict(
        line=document.source.line_of(reference.span.start),
        span=reference.span,
        clause=clause,
        words=" ".join(sentences),
        relation=judgement.relation,
        similarity=round(judgement.similarity, 4) if known else None,
        sources=tuple(unit.place for unit in _with_groups(judgement, *_besides(judgement, sentences, claims)))
        if known
        else (),
    )


def _besides(judgement: Judgement, sentences: Sentences, claims: Sequence[Claim]) -> Iterator[Judgement]:
    """Where sentences stand to the word that are no words of the ruling which others are: two may be run together."""
    if judgement.relation is not Relation.VERBATIM or len(sentences) < 2:
        return
    for words in _words(tuple(bare_of_label(each) for each in sentences)):
        if not holds_words(judgement.words, words):
            exact = (judge_exact(words, claim.source, claim.within) for claim in claims)
            yield from (each for each in exact if each and (len(words) >= TELLING or _is_whole(each)))


def _is_whole(judgement: Judgement) -> bool:
    """Whether the words that were judged are all that a ruling says."""
    source = judgement.source
    return source is not None and any(source.units[unit].words == judgement.words for unit in judgement.units)


def _names_no_place(claims: Iterable[Claim], cited: Iterable[Resolved]) -> bool:
    """Whether a footnote names headings, and none of the texts it cites has one of them."""
    return any(each.cited.heading for each in cited) and all(claim.within is None for claim in claims)


def _by_chance(reference: ReferenceVerdict) -> ReferenceVerdict:
    """A reference whose footnote has neither its quotation nor its heading in what it cites: words that are merely like
    some there rest on nothing."""
    chance = reference.relation is Relation.ADAPTED
    return replace(reference, relation=Relation.NOT_FOUND, sources=()) if chance else reference


def _words(sentences: Sentences) -> list[Words]:
    return [found for sentence in sentences if (found := compare_words(sentence))]


def _best(sentences: Sequence[Words], claims: Sequence[Claim]) -> Judgement:
    judged = (judge_supported(sentences, claim.source, claim.within) for claim in claims)
    return max(judged, key=lambda judgement: judgement.rank, default=NOWHERE)


def _points_wrong(
    references: Sequence[ReferenceVerdict],
    judged: Judged,
    claims: Sequence[Claim],
) -> bool:
    """Whether a pointer points to a heading that has none of the words, while another heading has them exactly."""
    narrowed = [claim for claim in claims if claim.within is not None]
    if not references or not narrowed or any(each.relation is not Relation.NOT_FOUND for each in references):
        return False
    last = (compare_words(each.sentences[-1]) for _, each in judged if each.sentences)
    return any(
        len(words) >= WRONG_PLACE and any(judge_exact(words, claim.source, None) for claim in narrowed)
        for words in last
    )


def _with_groups(*judgements: Judgement) -> tuple[Unit, ...]:
    """The units of judgements, each with all others that say the same rulings; none where nothing was found."""
    return tuple(dict.fromkeys(unit for each in judgements for unit in _with_group(each)))


def _with_group(judgement: Judgement) -> tuple[Unit, ...]:
    source = judgement.source
    if source is None or judgement.relation is Relation.NOT_FOUND:
        return ()
    own = dict.fromkeys(judgement.units)
    same = sorted(number for unit in own for number in source.groups[source.units[unit].group])
    if judgement.relation is Relation.VERBATIM and judgement.words:
        same += [n for n in source.index.equal(judgement.words) if not source.units[n].of_card]
    return tuple(source.units[number] for number in dict.fromkeys((*own, *same)))


def _merge(places: Iterable[tuple[SourcePlace, ...]]) -> tuple[SourcePlace, ...]:
    every = {(place.file, place.line, place.anchor): place for group in places for place in group}
    return tuple(every[key] for key in sorted(every))


def _units_at(places: Sequence[SourcePlace], claims: Sequence[Claim]) -> tuple[Unit, ...]:
    wanted = {(place.file, place.line, place.anchor) for place in places}
    units = (unit for claim in claims for unit in claim.source.units)
    return tuple(u for u in units if (u.place.file, u.place.line, u.place.anchor) in wanted)


def _kind(text: FootnoteText, units: Sequence[Unit], checked: Checked, claims: Sequence[Claim]) -> str:
    """What the footnote's source is: by the units found under the cited heading, else by all under it."""
    if not units:
        units = [claim.source.units[n] for claim in claims if claim.within is not None for n in sorted(claim.within)]
    elif text.quote is not None and not checked.elsewhere:
        units = [each.source.units[n] for each in checked.judgements if each.source is not None for n in each.units]
    elif text.quote is None:
        below = [claim.source.units[n] for claim in claims if claim.within is not None for n in claim.within]
        units = [unit for unit in units if any(unit is each for each in below)] or units
    kinds = {unit.kind for unit in units}
    if len(kinds) == 1:
        return kinds.pop()
    return MIXED if kinds else UNKNOWN


def _effective_cited(footnote: _Footnote) -> str | None:
    """The date a footnote gives: in its quotation, elsewhere in its words, or in the heading it leads to."""
    quoted = next((date.iso for date in find_effective(footnote.text.quote or "") if date.iso), None)
    if quoted is not None:
        return quoted
    words = [current_of(footnote.definition.pieces)]
    words += [each.heading.text for each in footnote.cited if each.heading is not None]
    return next((date.iso for each in words if (date := heading_effective(each)) and date.iso), None)


def _effective_in_source(units: Sequence[Unit], pointer: bool) -> str | None:
    """The date printed with the same words anywhere in the source; for a pointer, when all it serves share it: a row
    that holds a dated ruling is none of its own."""
    dates = [unit.effective for unit in units]
    if pointer:
        dated = {(unit.place.file, unit.place.line) for unit in units if unit.effective}
        undated = (unit for unit in units if (unit.place.file, unit.place.line) not in dated)
        groups = {unit.group: None for unit in (*undated, *(unit for unit in units if unit.effective))}
        by_group = {next((u.effective for u in units if u.group == group and u.effective), None) for group in groups}
        return by_group.pop() if len(by_group) == 1 else None
    return next((date for date in dates if date), None)


def _problems(
    footnote: _Footnote, checked: Checked, effective_cited: str | None, effective: str | None
) -> tuple[Problem, ...]:
    text, cited = footnote.text, footnote.cited
    at_hand = [each for each in cited if each.document is not None]
    missing = any(not each.cited.resolves for each in at_hand)
    quoted = text.quote is not None
    found = {
        Problem.NO_WORK_NAMED: not any(each.cited.work or each.cited.url for each in cited),
        Problem.SOURCE_NOT_AT_HAND: any(
            each.document is None and (each.cited.work or each.cited.url) for each in cited
        ),
        Problem.MISSING_ANCHOR: missing,
        Problem.WRONG_ANCHOR: checked.elsewhere,
        Problem.NOT_FOUND: quoted
        and 0 < len(at_hand) == len(cited)  # a text that is not at hand may have the words
        and checked.judgement.relation is Relation.NOT_FOUND,
        Problem.EFFECTIVE_DATE_MISSING: quoted and effective is not None and effective_cited is None,
        Problem.EFFECTIVE_DATE_DIFFERS: effective is not None
        and effective_cited is not None
        and effective != effective_cited,
    }
    return tuple(problem for problem in Problem if found.get(problem))
