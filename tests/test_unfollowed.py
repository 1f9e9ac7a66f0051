"""Changes that a sister lacks: where their words are looked for."""

from hypothesis import given
from hypothesis import strategies as st

from kb.diff import common_length
from kb.queries.unfollowed import HELD, _find_holders, _sharers
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tokens import read_stream

HELD_BY_SOME = ["lamp", "oil", "boat", "a"]
LINES = st.lists(st.lists(st.sampled_from(HELD_BY_SOME), min_size=1, max_size=5), min_size=1)


@given(LINES, st.lists(st.sampled_from([*HELD_BY_SOME, "gull"]), min_size=1, max_size=5))
def test_no_clause_with_enough_of_the_words_is_passed_over(lines: list[list[str]], words: list[str]) -> None:
    text = "\n\n".join(" ".join(line) for line in lines)
    stream = read_stream(read_document(Source.from_text("a.md", text)).value)
    clauses = range(len(stream.document.clauses))
    enough = {each for each in clauses if common_length(words, stream.words(each)) >= HELD * len(words)}
    assert enough <= _sharers(words, _find_holders(stream))
