"""Changes that a sister lacks: where their words are looked for."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kb.diff import common_length
from kb.queries.unfollowed import HELD, _find_holders, _sharers, find_unfollowed
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tokens import read_stream
from tests.same_named import read, with_cards

HELD_BY_SOME = ["lamp", "oil", "boat", "a"]
LINES = st.lists(st.lists(st.sampled_from(HELD_BY_SOME), min_size=1, max_size=5), min_size=1)


@given(LINES, st.lists(st.sampled_from([*HELD_BY_SOME, "gull"]), min_size=1, max_size=5))
def test_no_clause_with_enough_of_the_words_is_passed_over(lines: list[list[str]], words: list[str]) -> None:
    text = "\n\n".join(" ".join(line) for line in lines)
    stream = read_stream(read_document(Source.from_text("a.md", text)).value)
    clauses = range(len(stream.document.clauses))
    enough = {each for each in clauses if common_length(words, stream.words(each)) >= HELD * len(words)}
    assert enough <= _sharers(words, _find_holders(stream))


def test_a_place_in_an_emended_sister_is_called_as_on_its_page(tmp_path: Path) -> None:
    corpus = with_cards(tmp_path, {})
    for name, words, more in (
        (
            "the-drowned-coast",
            "If the total is less than the surge he is soaked.",
            " He may not try twice.[^hl-tiller]",
        ),
        ("bells-below", "#### Greetings\n", "\nBe polite.\n"),
    ):
        path = corpus / "texts" / "emended" / f"{name}.md"
        path.write_text(path.read_text("utf-8").replace(words, words + more), encoding="utf-8")
    kb = read(corpus)
    place = next(each for each in find_unfollowed(kb) if each.sister.work == "bells-below" and each.emended)
    book = kb.books[place.sister.work]
    moved = next(clause for clause in place.edition.document.clauses if place.text in clause.told)
    assert (moved.id, place.clause) == ("greetings.p2", place.sister.clause)
    assert place.clause in book.ids_of(place.edition)
