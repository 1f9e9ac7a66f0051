"""Changes that a printing has: the emended text of a book may follow a later one than the base.

In: a knowledge base and a book. Out: the records whose words stand so in another printing at hand which the emended
text follows throughout: it has most of what that changed, and cites it for none of it. Words are looked for with those
beside them, so that a short one counts in its place alone; of whole clauses taken out it is not told.
"""

from collections.abc import Iterator, Mapping, Sequence

from kb.graph import Book, Kb
from kb.model import Edition, Role
from kb.provenance import Emendation
from kb.tokens import Stream, read_stream

BESIDE = 3
"""So many words on each side tell where a change stands."""
LEAST = 4
"""Fewer words than this, with those beside them and where a clause ends, may stand anywhere."""
SEVERAL = 2
"""Fewer changed clauses than this an editor may have taken over one by one."""
MOST = 2 / 3
"""So large a share of the clauses that a printing changed is taken over from one that is followed."""
_BEGIN, _END = "^", "$"
_PRINTED = frozenset({Role.PUBLISHED, Role.REPRINT})


def find_printed(kb: Kb, book: Book) -> Mapping[str, Edition]:
    """The first other printing that has the words to which each record brings a book, by its id, of those which its
    emended text follows."""
    return kb.memory.ask(_find, kb, book)


def _find(kb: Kb, book: Book) -> Mapping[str, Edition]:
    if book.alignment is None or book.base is None or book.emended is None:
        return {}
    verdicts = kb.footnotes.get(book.emended.document.source.path, ())
    cited = {each.path for verdict in verdicts for each in verdict.cites}
    others = [
        each
        for each in book.editions.values()
        if each.role in _PRINTED and each.id != book.base.id and each.document.source.path not in cited
    ]
    if not others:
        return {}
    old = _clauses(book.alignment.old)
    windows = {each.id: _window(each, book.alignment.new) for each in book.emendations if each.substantive}
    many = {name: f" {' '.join(words)} " for name, words in windows.items() if len(words) >= LEAST}
    new = {name: words for name, words in many.items() if not any(words in clause for clause in old)}
    others.sort(key=lambda each: (each.date, each.id), reverse=True)
    return {name: each for each in others for name in _followed(kb, each, old, new)}


def _followed(kb: Kb, printing: Edition, old: Sequence[str], new: Mapping[str, str]) -> set[str]:
    """The records that have what a printing changed, by the words of each with those beside them; none of one that is
    not followed."""
    known = set(old)
    changed = [each for each in _clauses(kb.memory.ask(read_stream, printing.document)) if each not in known]
    taken = [{name for name, words in new.items() if words in each} for each in changed]
    many = sum(map(bool, taken))
    return set().union(*taken) if many >= SEVERAL and many >= MOST * len(changed) else set()


def _clauses(stream: Stream) -> list[str]:
    """The words of each clause between blanks, and the signs for where it begins and ends."""
    clauses = range(len(stream.document.clauses))
    return [f" {_BEGIN} {' '.join(stream.words(clause))} {_END} " for clause in clauses]


def _window(record: Emendation, new: Stream) -> tuple[str, ...]:
    """The words of a change in the emended text, with those beside it in its clause."""
    span = record.emended_span
    clause = new.document.clause_at(span.start)
    if clause < 0:
        return ()
    tokens = [token for token in new.of_clause(clause) if token.is_word]
    before = [_BEGIN, *(token.form for token in tokens if token.span.end <= span.start)]
    behind = [*(token.form for token in tokens if token.span.start >= span.end), _END]
    return (*before[-BESIDE:], *_inside(record, new), *behind[:BESIDE])


def _inside(record: Emendation, new: Stream) -> Iterator[str]:
    return (token.form for token in new.within(record.emended_span) if token.is_word)
