"""Whatever is done to a text, the records account for it: published words and records give the emended words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.align import align
from kb.emendations import find_emendations
from tests.applying import apply_records, read, words_of

WORDS = (
    "the lamp keeper may not tap a boat one two harbour storm card each turn if roll and or see tower _fog_ **oil** "
    "lamps keepres [tide](#tide) `wreck` Wren (e.g., 2D6 +1 - —"
)
WORD = st.sampled_from(WORDS.split())
SENTENCE = st.lists(WORD, min_size=1, max_size=9).map(lambda words: " ".join(words).capitalize() + ".")
MARKED = st.tuples(SENTENCE, st.sampled_from(["", "", "[^a]", "[^b]"])).map("".join)
PROSE = st.lists(MARKED, min_size=1, max_size=4).map(" ".join)
BLOCK = st.one_of(
    PROSE,
    PROSE,
    SENTENCE.map(lambda s: "### " + s.rstrip(".")),
    st.lists(PROSE, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(PROSE, min_size=1, max_size=3).map(
        lambda parts: "{: .note }\n" + "\n>\n".join(f"> **Note:** {part}" for part in parts)
    ),
    st.lists(st.tuples(WORD, WORD), min_size=1, max_size=3).map(
        lambda rows: "\n".join(f"| {a} | {b} |" for a, b in rows)
    ),
    st.just('<hr id="page2">'),
)
TEXT = st.lists(BLOCK, max_size=7)
FOOTNOTES = "\n\n## NOTES\n\n[^a]: See there.\n[^b]: See here.\n"


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A text and one made from it by taking out, putting in, moving and rewording blocks."""
    old = draw(TEXT)
    new = list(old)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(new)))
        step = draw(st.sampled_from(["put", "take", "move", "word", "word"]))
        if step == "put" or not new:
            new.insert(at, draw(BLOCK))
        elif step == "take":
            del new[at % len(new)]
        elif step == "move":
            new.insert(draw(st.integers(0, len(new) - 1)), new.pop(at % len(new)))
        else:
            words = new[at % len(new)].split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.one_of(WORD, MARKED, st.just("")))
            new[at % len(new)] = " ".join(words)
    return "\n\n".join(old), "\n\n".join(new) + draw(st.sampled_from(["", FOOTNOTES]))


@settings(max_examples=300, deadline=None)
@given(edited())
def test_records_account_for_every_word(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = find_emendations(published, emended)
    assert apply_records(published, emended, records) == words_of(emended)


@settings(max_examples=200, deadline=None)
@given(edited())
def test_every_clause_is_in_one_place_of_the_alignment(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    found = align(published, emended)
    old = [c for pair in found.pairs for c in pair.published] + list(found.deletions)
    new = [c for pair in found.pairs for c in pair.emended] + list(found.insertions)
    assert sorted(old) == list(range(len(published.clauses)))
    assert sorted(new) == list(range(len(emended.clauses)))
    kept = [pair for pair in found.pairs if not pair.moved]
    assert [c for pair in kept for c in pair.published] == sorted(c for pair in kept for c in pair.published)
    ids = found.ids
    assert len(set(ids)) == len(ids) == len(emended.clauses)


@settings(max_examples=200, deadline=None)
@given(edited())
def test_records_are_told_apart_and_stand_in_both_texts(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = find_emendations(published, emended)
    assert len({record.id for record in records}) == len(records)
    for record in records:
        assert record.published_text == published.source.slice(record.published_span)
        assert record.emended_text == emended.source.slice(record.emended_span)
    assert find_emendations(published, emended) == records


@settings(max_examples=100, deadline=None)
@given(TEXT)
def test_a_text_does_not_differ_from_itself(blocks: list[str]) -> None:
    document = read("\n\n".join(blocks))
    assert find_emendations(document, document) == ()
