"""A change of the rules in an emended book that has nothing of what its footnotes cite."""

from collections.abc import Iterable, Iterator, Sequence, Set

from kb.audit._claimed import cited_words, claims_of, headed_words
from kb.audit._comparing import ALIKE, nearest_sentences, tell_said
from kb.audit._forcing import about_it, find_force, speaks_of
from kb.audit._ordering import is_as_asked, orders_of, rulings_stated, spans_asked
from kb.audit._places import checked_books, defined_twice, first_words
from kb.audit._pointing import find_unpointed, is_headed
from kb.audit._turning import TURNED, Turned, find_turned
from kb.citations.judging import judge_changed
from kb.citations.supporting import YES_NO, changed_text
from kb.claims import decisive, denies, is_number
from kb.counting import in_figures
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.differences import FUNCTION_WORDS
from kb.graph import Book, Kb
from kb.lexicon import PRONOUNS
from kb.model import Document, RulingId
from kb.provenance import AuthorityStatus, Emendation, EmendationKind, Problem, Relation, SourcePlace, Unit
from kb.sentences import find_sentences
from kb.similarity import compare_words, holds_words, word_similarity
from kb.sources.claims import Claim
from kb.spelling import stem_form
from kb.text import Span, has_words, word_forms

CODE = Code(
    "KB446",
    "change-unlike-its-authority",
    Severity.SUGGESTION,
    "A footnote vouches for the words before it: where its source has nothing of them, the authority is a false one.",
)
CODES = (CODE,)
_OWN = "give it the footnote of its own ruling, or one that begins with `Editorial:`"
"""What to do with a sentence that its footnote is not for."""
LEAST = 5
"""A sentence of fewer words says little of its own."""
LEAST_OF_RULE = 3
"""Of so many words, those that only bind left aside, a rule that gave way may be known as another."""
SHARED = 0.5
"""A sentence that shares no more of its words than this with what stands in its place is another rule: things of the
game stand in both."""
SPOKEN = 1 / 3
"""A ruling that has no more of the words of a rule than this does not speak of it."""
BESIDE = 2
"""So many words beside a change show that a ruling which has them means its place."""
_BINDING = frozenset(map(stem_form, FUNCTION_WORDS))
_SMALL = {Unit.WORD, Unit.PHRASE, Unit.CHARACTER}
_TOLD = frozenset(
    {Problem.NOT_FOUND, Problem.WRONG_ANCHOR, Problem.MISSING_ANCHOR, Problem.NO_WORK_NAMED, Problem.SOURCE_NOT_AT_HAND}
)
"""Problems of a footnote that say already why its source does not have the words."""
_FREE = FUNCTION_WORDS - {"only"}
"""What leaves no limit where it stands alone in the place of *only*."""
_PLAIN = PRONOUNS | {"and", "then"}
"""Words that tell nothing by themselves."""
_OF_WORDS = {EmendationKind.SUBSTITUTION, EmendationKind.DELETION}
"""Changes by which words give way."""
_EXAMPLES = frozenset({"example", "examples", "beispiel", "exemple", "ejemplo", "esempio", "voorbeeld"})
"""Labels of paragraphs that work a rule out: what follows from a ruling need not have its words."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records none of whose authorities has their words, though each footnote stands in order;
    words that gave way to others of which none is there; words that turn a sentence round for which their footnote is
    not there; sentences that are the only ones of a change without, or that no ruling is like at which their footnote
    points; and rules that gave way to those of a source that does not speak of them."""
    turned = [each for each in kb.memory.ask(find_turned, kb) if each.found.code is TURNED]
    for book, document in checked_books(kb):
        for record in _vouched_for(kb, book, document):
            if has_words(record.published_text) and not has_words(record.emended_text):
                yield from _beyond(kb, book, document, record)
            small = record.unit in _SMALL
            if _is_unlike(kb, document, record):
                told = any(_is_same(each, document, record) for each in turned)
                ordered = small and _is_ordered(kb, document, record)
                if not (told or ordered or _has_what_is_asked(kb, book, document, record)):
                    yield _tell_unlike(kb, document, record)
            elif small and (turn := _turn(record)) and _is_beside(kb, document, record):
                yield _tell_turned(document, record, turn)
            elif not small:
                alien = list(_sentences_unlike(kb, book, document, record))
                yield from alien
                for each in find_unpointed(kb, document, record, claims_of(kb, document, record)):
                    found = diagnose(CODE, document.source, each.span, each.told, _OWN)
                    if not any((found.line, found.column) == (told.line, told.column) for told in alien):
                        yield found
                yield from _rule_lost(kb, book, document, record)


def _is_same(turned: Turned, document: Document, record: Emendation) -> bool:
    """Whether a change stands in a sentence that is told to turn what its only footnote cites."""
    same = turned.path == document.source.path and record.footnotes == (turned.footnote,)
    return same and turned.span.holds(record.emended_span)


def _vouched_for(kb: Kb, book: Book, document: Document) -> Iterator[Emendation]:
    """The changes of the rules that rest on footnotes of which nothing is told otherwise, as of two of one name."""
    verdicts = kb.footnotes.get(document.source.path, ())
    doubtful = {each.id for each in verdicts if _TOLD.intersection(each.problems)} | defined_twice(document)
    for record in book.emendations:
        cited = record.substantive and record.authority_status is AuthorityStatus.CITED
        if cited and doubtful.isdisjoint(record.footnotes):
            yield record


def _is_unlike(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether none of the authorities of a change has its words. A few words alone are looked for around it too: what
    follows from them, or says them of the place, is like them. So are several that the heading cited has."""
    unlike = all(each.relation is Relation.NOT_FOUND for each in record.authorities)
    if record.kind is EmendationKind.INSERTION and _PLAIN.issuperset(compare_words(record.emended_text)):
        return False  # how a sentence goes on that another change parted
    if unlike and is_headed({stem_form(word) for word in _put(record)}, claims_of(kb, document, record)):
        return False
    if record.unit not in _SMALL or compare_words(changed_text(document, record.emended_span)) in YES_NO:
        return unlike
    if _follows(kb, document, record) or (unlike and _says(kb, document, record)):
        return False
    return unlike or _words_unlike(kb, document, record)


def _has_what_is_asked(kb: Kb, book: Book, document: Document, record: Emendation) -> bool:
    """Whether a change takes out or replaces what an erratum asks for, as it asks: one that it rests on, or where its
    few words are like none, one of a version that its footnotes cite as a whole."""
    if not len(record.published_span):
        return False
    verdicts = (each for each in kb.footnotes.get(document.source.path, ()) if each.id in record.footnotes)
    cites = (cited for verdict in verdicts for cited in verdict.cites)
    paths = {cited.path for cited in cites if cited.heading is None and cited.anchor is None}
    return is_as_asked(kb, book, record, record.rulings or tuple(rulings_stated(kb, paths)))


def _tell_unlike(kb: Kb, document: Document, record: Emendation) -> Diagnostic:
    names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
    message = f"{record.kind.value} of a {record.unit.value} has nothing of what {names} cites"
    hint = "hang the footnote on the words it is about, and give these the footnote of their own ruling"
    if (place := _counting(kb, document, record)) is not None:
        hint = f"{tell_said(place)}; take its number, or {hint}"
    return diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _counting(kb: Kb, document: Document, record: Emendation) -> SourcePlace | None:
    """The one ruling that the footnotes of a changed number quote to the word, where it has numbers itself."""
    if not any(map(is_number, compare_words(record.emended_text))):
        return None
    verdicts = (each for each in kb.footnotes.get(document.source.path, ()) if each.id in record.footnotes)
    places = [place for each in verdicts if each.relation is Relation.VERBATIM for place in each.sources]
    return places[0] if len(places) == 1 and any(map(is_number, compare_words(places[0].words))) else None


def _sentences_unlike(kb: Kb, book: Book, document: Document, record: Emendation) -> Iterator[Diagnostic]:
    """The sentences of a change that nothing cited has anything of, though it has others; those that were published
    elsewhere are none, as where two paragraphs became one at another place."""
    claims = claims_of(kb, document, record)
    text = changed_text(document, record.emended_span)
    sentences = [text[span.start : span.end] for span in find_sentences(text)]
    for sentence in sentences if len(sentences) > 1 and claims else ():
        words = compare_words(sentence)
        judged = (judge_changed(sentence, claim.source, claim.within).relation for claim in claims)
        if len(words) < LEAST or any(relation is not Relation.NOT_FOUND for relation in judged):
            continue
        if any(
            each is not record and holds_words(compare_words(each.published_text), words) for each in book.emendations
        ):
            continue
        at = document.source.text.find(sentence, record.emended_span.start, record.emended_span.end)
        span = Span(at, at + len(sentence)) if at >= 0 else first_words(document, record.emended_span)
        names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
        message = f"this sentence has nothing of what {names} cites"
        yield diagnose(CODE, document.source, span, message, _OWN)


def _beyond(kb: Kb, book: Book, document: Document, record: Emendation) -> Iterator[Diagnostic]:
    """The sentences that a change takes out besides those that the errata it rests on order to go."""
    beside = _beside(book, record)
    orders = list(orders_of(kb, book, record.rulings or beside))
    known = {ruling for done in orders for ruling in done.order.rulings}
    vouching = [each.rulings or beside for each in record.authorities]
    if book.base is None or not orders or any(known.isdisjoint(each) for each in vouching):
        return
    asked = [span for done in orders for span in spans_asked(book, done)]
    text, start = book.base.document.source.slice(record.published_span), record.published_span.start
    for sentence in find_sentences(text):
        own = Span(start + sentence.start, start + sentence.end)
        said = text[sentence.start : sentence.end]
        if len(compare_words(said)) >= LEAST and not any(each.overlaps(own) for each in asked):
            names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
            message = f"`{said[:60]}` is gone, and what {names} cites does not ask for it"
            hint = "restore the sentence, or cite the ruling that takes it out"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _beside(book: Book, record: Emendation) -> tuple[RulingId, ...]:
    """The rulings of the changes with the same footnotes in the clause of one that takes out what it was behind a
    pointer to a heading: what the footnote is there for."""
    same = (
        each
        for each in book.emendations
        if each.id != record.id and each.clause == record.clause and each.footnotes == record.footnotes
    )
    return tuple(dict.fromkeys(ruling for each in same if each.substantive for ruling in each.rulings))


def _rule_lost(kb: Kb, book: Book, document: Document, record: Emendation) -> Iterator[Diagnostic]:
    """The rules that gave way to one on another thing, or to nothing though no erratum orders that: neither what stands
    there now, nor a ruling cited, nor another place of the book speaks of them."""
    ordered = record.kind is EmendationKind.DELETION and any(
        orders_of(kb, book, record.rulings or _beside(book, record))  # what these do not ask for is told besides
    )
    claims = claims_of(kb, document, record) if record.kind in _OF_WORDS and not ordered else []
    stays = _stems(record.emended_text)
    for sentence in _rules_in(record) if claims else ():
        lost = {stem_form(word) for word in compare_words(sentence) if word not in FUNCTION_WORDS}
        kept = lost & stays
        few = len(lost) * SHARED if record.unit not in _SMALL else 0
        if len(lost) < LEAST_OF_RULE or len(kept) > few or _is_spoken_of(lost - kept, record, claims):
            continue
        if not _is_moved(sentence, record, book):
            names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
            message = f"`{sentence[:60]}` is gone, and nothing that {names} cites speaks of it"
            hint = "restore the published words beside the new ones, or cite the ruling that takes them out"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)
            return


def _rules_in(record: Emendation) -> Iterator[str]:
    """The sentences of what gave way; of words inside of one these."""
    text = record.published_text
    if record.unit in _SMALL:
        yield text
        return
    yield from (text[each.start : each.end] for each in find_sentences(text))


def _is_spoken_of(gone: Set[str], record: Emendation, claims: Sequence[Claim]) -> bool:
    """Whether a ruling cited speaks of words that are gone: of a few, one that has any of them; of a whole rule, one
    that is about little else, or that gives the new words and has more of the old than things of the game."""
    rulings = [set(map(stem_form, words)) for claim in claims for words in cited_words(claim)]
    if record.unit in _SMALL:
        return any(not gone.isdisjoint(words) for words in rulings)
    put = {stem_form(word) for word in _put(record)}
    giving = [words for words in rulings if 2 * len(put & words) > len(put)] or rulings
    about = (words for words in rulings if 2 * len(gone & words) > len(words - _BINDING))
    return any(gone & words for words in about) or any(len(gone & words) > SPOKEN * len(gone) for words in giving)


def _is_moved(text: str, record: Emendation, book: Book) -> bool:
    """Whether another change puts the words there that a record takes out."""
    words = compare_words(text)
    return any(
        word_similarity(words, nearest_sentences(words, each.emended_text)) >= ALIKE
        for each in book.emendations
        if each.substantive and each.id != record.id
    )


def _stems(text: str) -> set[str]:
    """The words of a text without endings."""
    return set(map(stem_form, compare_words(text)))


def _turn(record: Emendation) -> str:
    """How a few words turn a sentence round: they take a denial out or put one in, or let go of a limit; nothing where
    they do neither."""
    was, now = compare_words(record.published_text), compare_words(record.emended_text)
    if denies(was) != denies(now):
        return "says the opposite of the published one"
    return "no longer limits what the published one does" if "only" in was and _FREE.issuperset(now) else ""


def _is_beside(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether a sentence stands before the one with the footnote, and no ruling under the headings cited is about it:
    that one of them denies or limits something says nothing of this sentence. One that was put into it is."""
    claims = claims_of(kb, document, record)
    stated = any(each.relation is Relation.VERBATIM for each in record.authorities)
    if stated or not claims or not _is_before(document, record):
        return False
    whole = compare_words(changed_text(document, record.emended_span, whole_sentences=True))
    rule = {stem_form(word) for word in whole if word not in FUNCTION_WORDS}
    rulings = (set(map(stem_form, words)) for claim in claims for words in cited_words(claim))
    return bool(rule) and all(len(rule & words) < SHARED * len(rule) for words in rulings)


def _is_before(document: Document, record: Emendation) -> bool:
    """Whether the sentence of a record ends before that of the marker which vouches for it begins."""
    after = (each.span.start for each in document.references if each.id in record.footnotes)
    end = record.emended_span.end
    marker = min((start for start in after if start >= end), default=end)
    return len([*find_sentences(document.source.text[end:marker])]) > 1


def _tell_turned(document: Document, record: Emendation, turn: str) -> Diagnostic:
    names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
    message = f"this sentence {turn}, and nothing that {names} cites is about it"
    hint = (
        "the footnote is there for the sentence before it: restore the published words, or cite a ruling of their own"
    )
    return diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _words_unlike(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether a word gave way to others that nothing under the headings cited has, in whatever form. Where no number
    nor negation was put in, a word that stayed may be what the ruling is about (`without mules`: `mules included`)."""
    claims = claims_of(kb, document, record) if record.kind is EmendationKind.SUBSTITUTION else []
    put = _put(record)
    if claims and not put:
        return _forced(document, record, claims) or _is_apart(document, record, claims)
    told = put if decisive(put) else put | (set(compare_words(record.emended_text)) - FUNCTION_WORDS)
    said = {word for claim in claims for words in cited_words(claim) for word in _forms(words)}
    return bool(claims and put) and said.isdisjoint(_forms(told))


def _is_apart(document: Document, record: Emendation, claims: Sequence[Claim]) -> bool:
    """Whether the sentence in which a word that binds became another has no word with any ruling in common that its
    footnotes cite."""
    text = changed_text(document, record.emended_span, whole_sentences=True)
    about = _stems(text) - _BINDING
    cited = [words for claim in claims for words in cited_words(claim)]
    return len(about) >= LEAST and bool(cited) and all(about.isdisjoint(map(stem_form, words)) for words in cited)


def _forced(document: Document, record: Emendation, claims: Sequence[Claim]) -> bool:
    """Whether what one may do became what one must do, or the other way round, and no ruling under the headings cited
    speaks of the one that it became; in a sentence before that of the marker none that is about it."""
    force = find_force(compare_words(record.published_text), compare_words(record.emended_text))
    cited: Iterable[Sequence[str]] = (words for claim in claims for words in cited_words(claim))
    if force and _is_before(document, record):
        cited = about_it(compare_words(changed_text(document, record.emended_span, whole_sentences=True)), cited)
    return bool(force) and not any(speaks_of(force, words) for words in cited)


def _says(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether one ruling under the headings cited has most of the words put in, in whatever form; of a single word,
    which no number is, it must also speak of something else that the sentence does."""
    put = {stem_form(word) for word in _put(record)}
    said = [set(map(stem_form, words)) for words in headed_words(kb, document, record)]
    if len(put) == 1:
        if decisive(put):
            return False
        whole = compare_words(changed_text(document, record.emended_span, whole_sentences=True))
        around = {stem_form(word) for word in whole if word not in FUNCTION_WORDS} - put
        return any(put <= words and around & words for words in said)
    return bool(put) and any(2 * len(put & words) > len(put) for words in said)


def _is_ordered(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether one ruling under the headings cited has what stood there and what stands there now, each with the same
    words before or behind it: it says what to put in the place of what."""
    before, behind = compare_words(record.prefix), compare_words(record.suffix)
    old, new = compare_words(record.published_text), compare_words(record.emended_text)
    ways = [
        ((*before[-BESIDE:], *old), (*before[-BESIDE:], *new)),
        ((*old, *behind[:BESIDE]), (*new, *behind[:BESIDE])),
    ]
    said = list(headed_words(kb, document, record))
    return old != new and any(
        len(was) > BESIDE and len(now) > BESIDE and holds_words(words, was) and holds_words(words, now)
        for words in said
        for was, now in ways
    )


def _follows(kb: Kb, document: Document, record: Emendation) -> bool:
    """Whether an example was changed, and its footnote stands elsewhere too, for words that its source has."""
    clause = document.clauses[max(0, document.clause_at(record.emended_span.start))]
    if not set(word_forms(clause.label or "")) & _EXAMPLES:
        return False
    verdicts = (each for each in kb.footnotes.get(document.source.path, ()) if each.id in record.footnotes)
    references = [reference for verdict in verdicts for reference in verdict.references]
    return any(
        each.relation is not Relation.NOT_FOUND and not record.emended_span.start <= each.span.start <= clause.span.end
        for each in references
    )


def _put(record: Emendation) -> set[str]:
    """The words that a record puts in, without those that only bind or stood there in another form."""
    was = set(map(stem_form, compare_words(record.published_text)))
    return {word for word in compare_words(record.emended_text) if stem_form(word) not in was} - FUNCTION_WORDS


def _forms(words: Iterable[str]) -> set[str]:
    """Words without endings, numbers in figures."""
    return set(map(stem_form, in_figures(words)))
