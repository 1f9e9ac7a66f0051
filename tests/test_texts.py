"""The texts of a book side by side: every word of each in its place, any two compared exactly, changes with causes."""

import re
from functools import cache
from itertools import combinations

import pytest

from kb.align import align
from kb.files import read_corpus
from kb.graph import Book, Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries import texts as laying
from kb.queries.proofs import prove_book
from kb.queries.states import find_book_states
from kb.queries.text_pairs import Comparer, RowPair
from kb.queries.texts import NONE, BookText, TextKind, lay_texts
from kb.text import Span
from kb.tokens import read_stream
from tests import applying
from tests.built import LANTERN
from tests.test_site import knowledge, pages

BOOKS = ("the-drowned-coast", "bells-below")


def comparer_of(kb: Kb, book: Book) -> Comparer:
    """The texts of a book as its page compares them."""
    proof = prove_book(kb, book)
    states = find_book_states(kb, book, proof) if proof is not None else ()
    return Comparer(lay_texts(kb, book, states if len(states) > 1 else ()), kb.collations.get(book.work.id))


@cache
def comparer(work: str) -> Comparer:
    return comparer_of(knowledge(), knowledge().books[WorkId(work)])


def read(text: BookText, clauses: tuple[int, ...], without: list[Span] = []) -> list[str]:  # noqa: B006 (never changed)
    """The words of some clauses outside some places."""
    return [
        token.form
        for clause in clauses
        for token in text.stream.of_clause(clause)
        if token.is_word and not any(span.overlaps(token.span) for span in without)
    ]


def pairs_of(comparer: Comparer, old: int, new: int) -> list[RowPair]:
    """What differs between two texts, row by row."""
    rows = enumerate(comparer.laid.rows)
    return [comparer.compare(at, row.of[old], row.of[new]) for at, row in rows if row.of[old] != row.of[new]]


def check_words_stand_in_order(comparer: Comparer) -> None:
    """What a text has in the rows, one after the other, is all of its words."""
    for at, text in enumerate(comparer.laid.texts):
        clauses = [clause for row in comparer.laid.rows for clause in row.clauses[at]]
        assert clauses == sorted(set(clauses)), text.id
        said = [word for row in comparer.laid.rows for word in read(text, row.clauses[at])]
        assert said == [token.form for token in text.stream.tokens if token.is_word], text.id


def check_pairs_account_for_every_word(comparer: Comparer) -> int:
    """Of any two texts: without what went and what came, both say the same. The number of rows looked at."""
    looked = 0
    texts = comparer.laid.texts
    for old, new in combinations(range(len(texts)), 2):
        for at, row in enumerate(comparer.laid.rows):
            sides = row.of[old], row.of[new]
            if NONE in sides or sides[0] == sides[1]:
                continue
            looked += 1
            pair = comparer.compare(at, *sides)
            before, after = (texts[number] for number in pair.texts)
            kept = read(before, row.clauses[pair.texts[0]], [each.old for each in pair.differences])
            said = read(after, row.clauses[pair.texts[1]], [each.new for each in pair.differences])
            assert [word.lstrip("+") for word in kept] == [word.lstrip("+") for word in said], row.id  # `+ 1` and `+1`
    return looked


@pytest.mark.parametrize("work", BOOKS)
def test_every_text_stands_whole_and_in_order(work: str) -> None:
    check_words_stand_in_order(comparer(work))


@pytest.mark.parametrize("work", BOOKS)
def test_without_what_differs_any_two_texts_say_the_same(work: str) -> None:
    assert check_pairs_account_for_every_word(comparer(work)) > 100


@pytest.mark.parametrize("work", BOOKS)
def test_texts_go_by_date_the_published_one_first_and_those_without_a_date_last(work: str) -> None:
    texts = comparer(work).laid.texts
    assert texts[0].kind is TextKind.PUBLISHED
    dates = [text.date for text in texts[1:] if text.date]
    assert dates == sorted(dates)
    assert all(text.date for text in texts[: len(dates) + 1])
    assert len({text.id for text in texts}) == len(texts)


@pytest.mark.parametrize("work", BOOKS)
def test_between_states_exactly_the_changes_between_them_are_told(work: str) -> None:
    """Each change of substance that one has and the other lacks, and no other; slight ones may leave no words."""
    comparing = comparer(work)
    had = [at for at, text in enumerate(comparing.laid.texts) if text.kind is not TextKind.EDITION]
    weighty = {ident for ident, record in comparing.records.items() if record.substantive}
    for old, new in combinations(had, 2):
        pairs = pairs_of(comparing, old, new)
        sides = [comparing.laid.texts[at].made for at in (old, new)]
        told = {record for pair in pairs for record in pair.records}
        assert told & weighty == (sides[0] ^ sides[1]) & weighty, f"{old} {new}"
        assert all(each.substantive or not weighty & set(each.records) for pair in pairs for each in pair.differences)


def test_what_the_published_text_and_the_emended_one_differ_in_is_what_the_page_of_changes_has() -> None:
    for work in BOOKS:
        comparing = comparer(work)
        pairs = pairs_of(comparing, 0, next(at for at, t in enumerate(comparing.laid.texts) if t.id == "emended"))
        uncaused = [pair for pair in pairs if pair.substantive and not pair.records]
        assert uncaused == []


def test_a_printing_differs_where_its_collation_says_it_does() -> None:
    comparing = comparer("the-drowned-coast")
    at, text = next((at, t) for at, t in enumerate(comparing.laid.texts) if t.kind is TextKind.EDITION)
    pairs = pairs_of(comparing, 0, at)
    told = {variant.id for pair in pairs for variant in pair.variants}
    assert comparing.collation is not None
    witness = next(each for each in comparing.collation.witnesses if each.id == text.id)
    listed = {
        each.id: each.span
        for each in comparing.collation.substantive
        if each.layer.value in {"words", "passage"} and each.reading(witness.id).state.value in {"differs", "omitted"}
    }
    heavy = {variant.id for pair in pairs for each in pair.differences if each.substantive for variant in each.variants}
    assert heavy <= listed.keys()
    caused = [each.old for pair in pairs for each in pair.differences if each.records]
    others = [each.old for pair in pairs for each in pair.differences if not each.records]
    untold = [listed[each] for each in listed.keys() - told]
    accounted = [span for span in untold if any(each.start <= span.start <= span.end <= each.end for each in caused)]
    beside = [span for span in untold if any(each.start <= span.start <= span.end <= each.end for each in others)]
    assert len(accounted) > 3, "what a ruling accounts for is told as its change"
    assert len(accounted) + len(beside) == len(untold) and len(beside) < 2


def test_a_change_is_known_in_every_state_that_has_it() -> None:
    """Its id looks further where two of its section say the same; without footnotes one may be found as several."""
    for work in BOOKS:
        comparing = comparer(work)
        for text in comparing.laid.texts:
            if text.kind is TextKind.STATE:
                lost = {each for each in text.made & comparing.records.keys() if comparing.records[each].substantive}
                assert lost <= text.records.keys(), text.id


def test_the_page_of_a_printing_marks_and_lists_where_it_says_something_else() -> None:
    for path in (
        "the-drowned-coast/editions/the-drowned-coast-second-printing",
        "bells-below/editions/bells-below-web",
    ):
        page = pages()[f"rules/{path}/index.md"]
        work, _, edition = path.partition("/editions/")
        at = next(at for at, text in enumerate(comparer(work).laid.texts) if text.id == edition)
        rows = [(number, row) for number, row in enumerate(comparer(work).laid.rows) if row.of[0] != row.of[at]]
        pairs = [comparer(work).from_first(number, at) for number, _ in rows]
        weighty = sum(each.substantive for pair in pairs for each in pair.differences)
        listed = re.findall(r'id="why:(d:[^"]+)"', page)
        assert len(listed) == len(set(listed)) == weighty > 3
        marked = [ident for ident in listed if f' id="{ident}"' in page]
        assert len(marked) == weighty, f"without a mark: {set(listed) - set(marked)}"
        assert f'compare/?from=published&amp;to={edition}"' in page
        assert 'name="reading" value="redline"' in page


def test_states_of_another_published_text_are_not_compared() -> None:
    """A preview has the states of the last whole site beside a published text that was cut since."""
    corpus = read_corpus(LANTERN).value
    assert corpus is not None
    path = "original/rulebooks/the-drowned-coast.md"
    lines = corpus.texts[path].split(b"\n")
    cut = b"\n".join(lines[: len(lines) // 2])
    kb = build_kb(corpus.manifest, {**corpus.texts, path: cut}).value
    book = kb.books[WorkId("the-drowned-coast")]
    before = comparer("the-drowned-coast").laid.texts
    states = tuple(text.state for text in before if text.kind is TextKind.STATE and text.state is not None)
    assert states
    kinds = {text.kind for text in lay_texts(kb, book, states).texts}
    assert kinds == {text.kind for text in before} - {TextKind.STATE}


def laid(base: str, *others: str) -> list[tuple[tuple[int, ...], ...]]:
    """The clauses of each text in the rows of some plain texts."""
    first = read_stream(applying.read(base))
    texts = [BookText("published", TextKind.PUBLISHED, "", first, None)]
    for number, other in enumerate(others):
        alignment = align(first, read_stream(applying.read(other)))
        texts.append(BookText(f"other-{number}", TextKind.EDITION, "", alignment.new, alignment))
    return [row.clauses for row in laying._find_rows(texts)]


def test_a_clause_the_base_lacks_shares_the_row_of_another_text_that_has_it_there() -> None:
    one, two, three = (f"{word} is lit by a keeper of its own." for word in ("The first lamp", "This tower", "A buoy"))
    base, ends = ["Begin here.", "End there."], "\n\n".join
    rows = laid(
        ends(base), ends([*base, two]), ends([base[0], one, two, base[1]]), ends([base[0], two, three, base[1]])
    )
    assert rows == [
        ((0,), (0,), (0,), (0,)),
        ((), (), (1,), ()),
        ((), (), (2,), (1,)),
        ((), (), (), (2,)),
        ((1,), (1,), (3,), (3,)),
        ((), (2,), (), ()),
    ]


def test_each_row_is_looked_at_a_few_times_however_many_clauses_the_base_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    follows = laying._follows

    def counting(row: laying._Draft, at: int, clause: int) -> bool:
        nonlocal asked
        asked += 1
        return follows(row, at, clause)

    monkeypatch.setattr(laying, "_follows", counting)
    added = [f"Number {number} of the lamps is lit by keeper {number * 7}." for number in range(400)]
    whole = "\n\n".join(["Begin here.", *added, "End there."])
    rows = laid("Begin here.\n\nEnd there.", whole, whole, whole)
    assert len(rows) == len(added) + 2
    assert asked <= 3 * 3 * len(rows)
