from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.sentences import find_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Kites fly. Gulls too!", ["Kites fly.", "Gulls too!"]),
        ("Kites (e.g. Red Kite) fly vs. Gulls.", ["Kites (e.g. Red Kite) fly vs. Gulls."]),
        ('He said "Fly." And it flew.', ['He said "Fly."', "And it flew."]),
        ("Kites fly. “Gulls” too.", ["Kites fly.", "“Gulls” too."]),
        ("A kite weighs 1.5 stones. 2 kites weigh 3.", ["A kite weighs 1.5 stones.", "2 kites weigh 3."]),
        ("Fly... then land.", ["Fly... then land."]),
        ("See L.R.F. 3, s.v. Kites. Gulls.", ["See L.R.F. 3, s.v. Kites.", "Gulls."]),
        ("It flew in Sept. ’84. Since Oct. '85 it is lost.", ["It flew in Sept. ’84.", "Since Oct. '85 it is lost."]),
        ("It flew in Sept. 1984. Since Oct. Gulls fly.", ["It flew in Sept. 1984.", "Since Oct.", "Gulls fly."]),
        ("Kites fly. (3/12/84, amended 5/1/86) Gulls too.", ["Kites fly. (3/12/84, amended 5/1/86)", "Gulls too."]),
        ("Kites fly. (Dispatch 14). Gulls too. [May 1984]", ["Kites fly. (Dispatch 14).", "Gulls too. [May 1984]"]),
        (
            "Kites fly. (They are 4.) Or more. (See rule 14)",
            ["Kites fly.", "(They are 4.)", "Or more.", "(See rule 14)"],
        ),
        ("Fly!?! Land.", ["Fly!?!", "Land."]),
        ("No. A kite lands. No. I think not.", ["No.", "A kite lands.", "No.", "I think not."]),
        ("See no. 12, Nos. IV and VI. No. #3 too.", ["See no. 12, Nos. IV and VI.", "No. #3 too."]),
        ("See Ledger No. I, Oil. No. I, too, think not.", ["See Ledger No. I, Oil.", "No.", "I, too, think not."]),
        ("The following: Kites fly.", ["The following: Kites fly."]),
        ("Kites (they fly. Gulls do too) rest. A gull.", ["Kites (they fly. Gulls do too) rest.", "A gull."]),
        ("(Kites fly. Gulls too.) Both rest.", ["(Kites fly.", "Gulls too.)", "Both rest."]),
        ("Kites (they fly. Gulls rest.", ["Kites (they fly.", "Gulls rest."]),  # never closed
        ("  ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [text[span.start : span.end] for span in find_sentences(text)] == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Am 3. Januar gilt der Wind. Danach nicht.", ["Am 3. Januar gilt der Wind.", "Danach nicht."]),
        ("Zieh in der 2. Phase. Die 3. Phase ist für alle.", ["Zieh in der 2. Phase.", "Die 3. Phase ist für alle."]),
        ("Ziehe 2. Danach lege ab.", ["Ziehe 2.", "Danach lege ab."]),
        ("Roll the die 2. Then draw.", ["Roll the die 2.", "Then draw."]),
        ("I am 3. You are 4.", ["I am 3.", "You are 4."]),
        ("Siehe Abs. 2 und Kap. 3. Danach ca. 5 Karten.", ["Siehe Abs. 2 und Kap. 3.", "Danach ca. 5 Karten."]),
        (
            "Karten inkl. Helden, u.a. Zwerge, sog. Orks. Ende.",
            ["Karten inkl. Helden, u.a. Zwerge, sog. Orks.", "Ende."],
        ),
        ("Voir chap. 3, art. 5. Piochez, puis, etc. été.", ["Voir chap. 3, art. 5.", "Piochez, puis, etc. été."]),
        ("Elle joue. Évidemment.", ["Elle joue.", "Évidemment."]),
        ("Véase la pág. 5. Luego el Sr. Gil juega.", ["Véase la pág. 5.", "Luego el Sr. Gil juega."]),
        ("Zie blz. 5, d.w.z. Kaarten. Klaar.", ["Zie blz. 5, d.w.z. Kaarten.", "Klaar."]),
        ("A work of art. The end. About ca. Then.", ["A work of art.", "The end.", "About ca.", "Then."]),
    ],
)
def test_sentences_of_other_languages(text: str, sentences: list[str]) -> None:
    assert [text[span.start : span.end] for span in find_sentences(text)] == sentences


def test_a_colon_may_end_a_part() -> None:
    text = "The following: Kites fly."
    assert [text[span.start : span.end] for span in find_sentences(text, colons=True)] == [
        "The following:",
        "Kites fly.",
    ]


@given(st.text(alphabet="ab AB.!?…:()\"' ", max_size=80), st.booleans())
def test_sentences_tile_the_text(text: str, colons: bool) -> None:
    spans = list(find_sentences(text, colons))
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert "".join(text[span.start : span.end] for span in spans).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("filler", ["1", "A", "1A", "1.", "A ", "(1", "no "])
def test_brackets_that_never_date_anything_take_no_time(filler: str) -> None:
    text = f"Kites fly. ({filler * 5000}x Gulls too."
    assert " ".join(text[each.start : each.end] for each in find_sentences(text)) == " ".join(text.split())
