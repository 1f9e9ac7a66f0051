"""A word that is probably a scanning or spelling slip."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from kb.audit._places import checked_books, checked_documents, clause_words, first_words
from kb.counting import CARDINALS, FRACTIONS, ORDINALS
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.differences import FUNCTION_WORDS
from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.model import Clause, ClauseKind, Document, PieceKind
from kb.provenance import EmendationKind, Unit
from kb.text import Span, word_forms

CODE = Code(
    "KB341",
    "likely-slip",
    Severity.SUGGESTION,
    "Scanned rulebooks confuse letters that look alike; a slip in a rule can change it, a suggestion costs nothing.",
)
CODES = (CODE,)
CONFUSIONS = (("m", "rn"), ("rn", "m"), ("cl", "d"), ("d", "cl"), ("vv", "w"), ("ii", "u"), ("l", "t"), ("tt", "u"),
              ("u", "tt"), ("li", "h"), ("h", "li"), ("c", "e"), ("e", "c"), ("o", "p"), ("b", "h"), ("0", "o"),
              ("1", "l"), ("l", "i"), ("nn", "rm"), ("f", "t"))  # fmt: skip
_COUNTING = frozenset((*CARDINALS, *ORDINALS, *FRACTIONS))
"""Words of number are of any text, however rare (`half` where much else is a `halt`)."""
RARE_HERE = 1
RARE_ANYWHERE = 3
"""A slip is carried through the editions of a work: published, reprinted, emended."""
COMMON = 8
SHORTEST_MEANT = 4
ENDINGS = ("s", "es", "ed", "ing", "er", "ers", "en")
SHORTEST_STEM = 3
_NUMBER_SLIP = re.compile(r"(?<![\w])(?:[+-] ?[lI](?![\w'’])|\d+[lIO]\b|[lO]\d+\b)")

_DOUBLED = re.compile(r"[Tt]he\s+the|[Aa]nd\s+and|(an|a|are|must|of|or)\s+\1")
"""A word that no sentence has twice in a row."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report numbers written with letters, words written twice in a row, rare words one look-alike away from a common
    one of the corpus, and words of an emended text that are spelt as nowhere else."""
    counts = {path: Counter(word_forms(_written(text.clauses))) for path, text in kb.documents.items()}
    known = Counter[str]()
    for here in counts.values():
        known.update(here)
    named = frozenset(form for card in kb.cards for form in word_forms(card.name))
    for book, document in checked_books(kb):
        yield from _respelled(book, document, known, counts[document.source.path])
    for document in checked_documents(kb):
        yield from _by_form(document)
        slips = _find_slips(counts[document.source.path], known, named)
        if slips:
            yield from _places(document, slips, known)


def _respelled(
    book: Book, document: Document, known: Mapping[str, int], here: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """Words that an emended text has in the place of common ones, in a spelling that no other text has: each once."""
    fixes = [e for e in book.emendations if e.kind is EmendationKind.TYPO_FIX and e.unit is Unit.WORD]
    pairs = group_pairs(((word_forms(e.published_text), word_forms(e.emended_text)), e) for e in fixes)
    for (before, after), records in pairs.items():
        if len(before) != 1 or len(after) != 1 or not after[0].isalpha() or known[after[0]] > here.get(after[0], 0):
            continue
        times = known[before[0]] - here.get(before[0], 0)
        if times >= COMMON:
            record, often = records[0], f" {len(records)} times" if len(records) > 1 else ""
            message = f"`{record.emended_text}` stands{often} for `{record.published_text}`, and in no other text"
            hint = f"restore the published word, which the other texts have {times} times"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _written(clauses: Iterable[Clause]) -> str:
    """The words of some clauses, those of each piece of text on a line of their own."""
    pieces = (piece for clause in clauses for piece in clause.pieces)
    return "\n".join(piece.text for piece in pieces if piece.kind is PieceKind.TEXT)


def _find_slips(here: Mapping[str, int], known: Mapping[str, int], named: Collection[str]) -> dict[str, str]:
    """The rare words of a document that look like a common one, with that one; those of the names of cards are none,
    nor are the words of which any sentence is made, however rare here (`will` where much else may `wilt`), nor those by
    which it counts."""
    slips = {}
    for form, count in here.items():
        if form in named or form in FUNCTION_WORDS or form in _COUNTING:
            continue
        if count <= RARE_HERE and known[form] <= RARE_ANYWHERE and form.isalpha():
            meant = _look_alike(form, known)
            if meant and not _is_inflected(form, known):
                slips[form] = meant
    return slips


def _is_inflected(form: str, known: Mapping[str, int]) -> bool:
    """Whether a rare form belongs to a word that stands in the texts in another form (`kites`, `kite`), oftener than a
    slip would."""
    stems = {form}
    for ending in ENDINGS:
        stem = form.removesuffix(ending)
        if stem != form and len(stem) >= SHORTEST_STEM:
            stems |= {stem, f"{stem}e"} if ending[0] in "ei" else {stem}
    family = {stem + ending for stem in stems for ending in ("", *ENDINGS)} - {form}
    return any(known.get(each, 0) > RARE_ANYWHERE for each in family)


def _by_form(document: Document) -> Iterator[Diagnostic]:
    """What its form alone gives away: a letter for a digit, a word twice in a row."""
    for clause in document.clauses:
        for piece in clause.pieces:
            if piece.kind is not PieceKind.TEXT:
                continue
            for match in _NUMBER_SLIP.finditer(piece.text):
                span = Span(piece.span.start + match.start(), piece.span.start + match.end())
                meant = match.group().replace("l", "1").replace("I", "1").replace("O", "0")
                message = f"`{match.group()}` looks like a scanning slip"
                yield diagnose(CODE, document.source, span, message, f"did the page say `{meant}`?")
        if _DOUBLED.search(document.source.slice(clause.span)) is None:
            continue
        for first, second in pairwise(clause_words(clause)):
            words, between = document.source.slice(first.span), Span(first.span.start, second.span.end)
            if first.form == second.form and _DOUBLED.fullmatch(document.source.slice(between)):
                message = f"`{words}` stands twice in a row"
                yield diagnose(CODE, document.source, between, message, "delete one of the two")


def _places(document: Document, slips: Mapping[str, str], known: Mapping[str, int]) -> Iterator[Diagnostic]:
    for clause in document.clauses:
        if slips.keys().isdisjoint(word_forms(_written((clause,)))):  # as in most
            continue
        alone = _cells_of_a_word(clause)
        for word in clause_words(clause):
            if word.form in slips and not any(each.holds(word.span) for each in alone):
                meant = slips[word.form]
                message = f"`{document.source.slice(word.span)}` looks like a scanning slip"
                hint = f"did the page say `{meant}`, which the texts have {known[meant]} times?"
                yield diagnose(CODE, document.source, word.span, message, hint)


def _look_alike(form: str, known: Mapping[str, int]) -> str | None:
    """The commonest word that differs from `form` by one confusion of look-alike letters."""
    found: set[str] = set()
    for wrong, right in CONFUSIONS:
        at = form.find(wrong)
        while at != -1:
            candidate = form[:at] + right + form[at + len(wrong) :]
            if len(candidate) >= SHORTEST_MEANT:
                found.add(candidate)
            at = form.find(wrong, at + 1)
    best = max(sorted(found), key=lambda word: known.get(word, 0), default="")
    return best if known.get(best, 0) >= COMMON else None


def _cells_of_a_word(clause: Clause) -> Sequence[Span]:
    """The cells of a row with one word alone: what a row or a column is called no sentence beside it shows."""
    row = clause.kind is ClauseKind.TABLE_ROW
    return [each.span for each in clause.pieces if row and len(word_forms(each.text)) == 1]
