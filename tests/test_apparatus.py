"""Footnotes of a text of which some records are made, or of another one: none is lost, none runs into words."""

import pytest

from kb.compile import Compiled, Names, compile_text, extract_records, rebase_records
from kb.provenance import Refusal
from kb.records import Records
from tests.applying import read
from tests.test_compile import load

BASE = "# Lamps\n\nA lamp burns oil. A keeper rests.\n"
EMENDED = BASE.replace("oil.", "oil or wax[^wax].") + "\n## NOTES\n\n[^wax]: See Ledger 4, Lamps.\n"
OTHER = "[^wax]: Wax was never sold in this harbour.\n"


def extracted(published: str, emended: str) -> Records:
    return extract_records(read(published), read(emended), Names("work", "edition")).records


def rebased(other: str, base: str = BASE, emended: str = EMENDED) -> Compiled:
    return rebase_records(read(base), read(other), extracted(base, emended))


@pytest.mark.parametrize(
    ("published", "emended", "expected"),
    [
        ("A lamp burns.\n", "## NOTES\n[^a]: See there.\n", "A lamp burns.\n\n## NOTES\n[^a]: See there.\n"),
        ("A lamp burns.\n", "[^a]: See there.\n", "A lamp burns.\n\n[^a]: See there.\n"),
        ("A lamp burns.\n", "\n[^a]: See there.\n", "A lamp burns.\n\n[^a]: See there.\n"),
        ("A lamp.[^a]\n\n## NOTES\n\n[^a]: See there.\n", "", "A lamp.[^a]\n\n## NOTES\n\n[^a]: See there."),
        ("---\na: b\n---\nA lamp.\n", "---\na: b\n---\n[^a]: See.\n", "---\na: b\n---\nA lamp.\n\n[^a]: See.\n"),
    ],
    ids=["heading", "definition", "one line end", "no notes any more", "front matter"],
)
def test_notes_have_their_own_lines_behind_whatever_stays(published: str, emended: str, expected: str) -> None:
    """None of the records is made."""
    assert compile_text(read(published), extracted(published, emended), set()).text == expected


def test_a_footnote_that_says_something_else_stays_and_the_record_is_refused() -> None:
    other = f"{BASE}\nThe sea is wide.[^wax]\n\n{OTHER}"
    made = rebased(other)
    (refused,) = made.refused
    assert (refused.reason, made.applied) == (Refusal.CONFLICTS_WITH, ())
    assert "footnote `wax` says something else" in refused.message
    assert made.text == other


@pytest.mark.parametrize(
    "notes",
    [
        "## Printer's notes\n\n[^wide]: So the printer.\n",
        "[^wide]: So.\n\n[^wide]: And so.\n",
        "[^nowhere]: Nobody asks.\n",
    ],
    ids=["heading", "twice", "unused"],
)
def test_the_notes_of_another_text_stay(notes: str) -> None:
    other = f"{BASE}\nThe sea is wide.[^wide]\n\n{notes}"
    made = rebased(other)
    assert [placed.record.footnotes for placed in made.applied] == [("wax",)]
    assert "oil or wax[^wax]." in made.text and made.text.count("[^wax]: See Ledger 4") == 1
    assert all(line in made.text for line in notes.splitlines())
    assert rebased(made.text).text == made.text


def test_notes_in_the_middle_of_another_text_are_not_written_twice() -> None:
    other = BASE + "\n[^wax]: See Ledger 4, Lamps.\n\n## Elsewhere\n\nThe sea is wide.\n"
    made = rebased(other)
    assert made.text == other.replace("oil.", "oil or wax[^wax].")


def test_a_text_in_which_nothing_is_made_stays_as_it_is() -> None:
    other = "# Boats\n\nA boat floats.[^b]\n\n\n---\n\n[^b]: So it is.\n\n\n[^c]: Nobody asks.\n\n\n"
    made = rebased(other)
    assert (made.text, made.applied) == (other, ())


def test_made_in_their_own_text_they_give_what_they_give_compiled() -> None:
    front = f"---\nlayout: rules\n---\n\n{BASE}"
    made = rebased(BASE, BASE, front)
    assert (made.text, made.refused) == (front, ())


@pytest.mark.parametrize(
    ("emended", "expected"),
    [
        ("It floats.\\n{: .note }", "It floats.[^a]\n{: .note }"),
        ("It floats. |", "It floats.[^a] |"),
        ("It floats.\\n", "It floats.[^a]\n"),
    ],
    ids=["attributes", "row", "line end"],
)
def test_a_marker_that_another_record_would_hold_stands_behind_words(emended: str, expected: str) -> None:
    """Behind an attribute list it would make words of it."""
    base = "# Boats\n\nIt sinks.\n\nIt rests.\n"
    records = load(
        f'  - {{id: held, section: boats, published: It sinks., emended: "{emended}", footnotes: [a], marks: false}}\n'
        '  - {id: holds, section: boats, published: It rests., emended: "It rests.[^a]", supports: [held]}\n'
        "citations:\n  - {id: a, text: ' See there.'}\n",
        base,
    )
    assert compile_text(read(base), records, {"held"}).text.startswith(f"# Boats\n\n{expected}\n\nIt rests.\n")
