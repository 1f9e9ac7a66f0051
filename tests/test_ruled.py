"""Who ruled and when: names with a day, an issue or a page in brackets, or a day in front, are no words of a ruling."""

import pytest

from kb.attested import Change
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.ruled import find_ruled
from kb.text import Source
from kb.wording import read_wording

MANIFEST = """\
schema: 1
title: Kiln
game: Kiln
description: A game of kilns.
rights: {owner: Nobody, statement: Free.}
sections: {term: [General Rulings]}
compendia:
  kr:
    title: Kiln Rulings
    abbreviation: KR
    versions:
      - {id: kr-1, number: "1", date: "1998-03", path: kr-1.md, profile: {marks: {"*": new, "(new)": new}}}
      - {id: kr-2, number: "2", date: "1998-09", path: kr-2.md, profile: {marks: {"*": new, "(new)": new}}}
"""


def told(first: str, second: str) -> tuple[Kb, list[tuple[str, str, tuple[str, ...]]]]:
    """What is known of a game by two versions of its rulings, and what became of each ruling in the second."""
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    kb = build_kb(manifest, {"kr-1.md": first.encode(), "kr-2.md": second.encode()}).value
    (chronicle,) = kb.chronicles.values()
    newest = (life.attestations[-1] for life in chronicle.history.lives)
    return kb, sorted((each.term, each.change.value, each.marks) for each in newest)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Fire it. [QMR 19970311]", ["[QMR 19970311]"]),
        ("Fire it. [QMR 19970311] [RTR 03-AUG-1999]", ["[QMR 19970311]", "[RTR 03-AUG-1999]"]),
        ("Fire it. [QMR 19970311; RTR 03-AUG-1999]", ["[QMR 19970311; RTR 03-AUG-1999]"]),
        ("Fire it. [Potter's Post #9, page 60]", ["[Potter's Post #9, page 60]"]),
        ("Fire it. (D'Orsay 97/10/12)", ["(D'Orsay 97/10/12)"]),
        ("Fire it. (Q. M. Rastrick, March 3, 1999)", ["(Q. M. Rastrick, March 3, 1999)"]),
        ("Fire it [QMR 19970311].", ["[QMR 19970311]"]),
        ("Fire it. (Mar '97)", ["(Mar '97)"]),
        ("Fire it. [QMR, 3 March ’97]", ["[QMR, 3 March ’97]"]),
        ("Fire it. (May '97 kilns)", []),
        ("Fire it. -- Q. M. Rastrick, 3 March 1999", ["-- Q. M. Rastrick, 3 March 1999"]),
        ("Fire “it.” – Ann Reed, Post #9", ["– Ann Reed, Post #9"]),
        ("Fire it. [QMR 19970311] – Ann Reed, May 1999", ["[QMR 19970311]", "– Ann Reed, May 1999"]),
        ("Fire it. – Captain Reed", []),
        ("Fire it – Ann Reed, 3 March 1999", []),
        ("Fire it. – See page 4", []),
        ("Fire it. [QMR 19970311] Then rest. [QMR 19980101]", ["[QMR 19970311]", "[QMR 19980101]"]),
        ("Fire it. [19970311]", ["[19970311]"]),
        ("2004-10-04 Fire it.", ["2004-10-04"]),
        ("2004-10-04: Fire it. [QMR 20041004]", ["2004-10-04:", "[QMR 20041004]"]),
        ("[10/4/2004] Fire it.", ["[10/4/2004]"]),
        ("3 May 1999: Fire it.", ["3 May 1999:"]),
        ("9/30/98 Fire it.", ["9/30/98"]),
        ("9.30.03 Fire it.", ["9.30.03"]),
        ("Kiln: 9/30/98 Fire it.", ["9/30/98"]),
        ("Kiln: (QMR) 9/30/98 Fire it.", []),
        ("3/6/12 Kilns are fired.", []),
        ("9/30/98 kilns are fired.", []),
        ("Gilded Trap (banned as of 1 January 2002)", []),
        ("Fire it (see Kiln Rules, page 9).", []),
        ("Fire it. (See Kiln Rules, page 9)", []),
        ("Fire it. [sic]", []),
        ("Fire it. [Expires 5/1/99]", []),
        ("Fire it. [Rescinded 2/15/99]", []),
        ("Fire it. [KR 9]", []),
        ("A kiln (Post #9) may be fired.", []),
        ("The kilns of 1998-10-04 are fired.", []),
        ("3 May 1999 Kilns are fired.", []),
        ("1998 kilns are fired.", []),
        ("2004-10-04", []),
        ("19970311 kilns", []),
        ("(" * 300 + "QMR 19970311", []),
        ("[" + "A " * 40 + "19970311]", []),
    ],
)
def test_what_only_says_who_ruled_and_when_is_found(text: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in find_ruled(text)] == found


@pytest.mark.parametrize(
    ("text", "words", "marks"),
    [
        ("@ Fire it. [QMR 19970311]", "Fire it.", ("@", "QMR 19970311")),
        ("Fire it [QMR 19970311].", "Fire it.", ("QMR 19970311",)),
        ("2004-10-04: Fire it.", "Fire it.", ("2004-10-04",)),
        ("Fire it. — Ann Reed, 3 May 1999", "Fire it.", ("Ann Reed, 3 May 1999",)),
        ("Fire it. [Effective 8/27/98] [QMR 19980801]", "Fire it.", ("QMR 19980801",)),
    ],
)
def test_who_ruled_stands_with_the_marks(text: str, words: str, marks: tuple[str, ...]) -> None:
    read = read_wording(text)
    assert (read.words, read.marks) == (words, marks)


def test_a_ruling_whose_source_is_another_is_the_same() -> None:
    first = (
        "# Rulings\n\n## General Rulings\n\n### Kiln\n\n- Fire it once. [QMR 19970311]\n- 1998-01-02 A kiln is hot.\n"
    )
    second = first.replace("[QMR 19970311]", "[QMR 19970311] [RTR 03-AUG-1998]").replace("1998-01-02", "1998-08-02")
    _, lives = told(first, second)
    assert lives == [
        ("Kiln", Change.SAME.value, ("1998-08-02",)),
        ("Kiln", Change.SAME.value, ("QMR 19970311", "RTR 03-AUG-1998")),
    ]


def test_a_day_before_a_ruling_whose_term_stands_in_front_is_no_part_of_it() -> None:
    first = "# Rulings\n\n## General Rulings\n\n**Kiln:** A kiln is hot.\n\n**Clay:** Clay is wet.\n"
    second = first.replace("A kiln", "* 9/30/98 A kiln").replace("Clay is", "9/30/98 Clay is")
    _, lives = told(first, second)
    assert lives == [
        ("Clay", Change.SAME.value, ("9/30/98",)),
        ("Kiln", Change.SAME.value, ("*", "9/30/98")),
    ]


def test_a_mark_beside_a_term_in_bold_is_no_part_of_it() -> None:
    terms = "**Cost**: What is paid.\n\n\\* **Kiln**: A hot place.\n\n**Ash** (new): Fuel.\n"
    first = f"# Rulings\n\n## General Rulings\n\n{terms}"
    kb, lives = told(first, first.replace("\\* ", "").replace(" (new)", ""))
    assert lives == [(term, Change.SAME.value, ()) for term in ("Ash", "Cost", "Kiln")]
    before = {each.term: (each.marks, each.words) for each in kb.versions[VersionId("kr-1")].statements}
    assert before["Kiln"] == (("*",), "Kiln: A hot place.")
    assert before["Ash"] == (("(new)",), "Ash: Fuel.")


def test_few_words_are_another_ruling_on_each_term() -> None:
    first = "# Rulings\n\n## General Rulings\n\n### Late\n\nGame loss\n\n### Marked\n\nMatch loss\n"
    _, lives = told(first, first.replace("Game", "Match"))
    assert [(term, change) for term, change, _ in lives] == [
        ("Late", Change.DROPPED.value),
        ("Late", Change.FIRST_SEEN.value),
        ("Marked", Change.SAME.value),
    ]


def test_what_is_banned_from_a_day_on_is_told_with_it() -> None:
    first = "# Rulings\n\n## General Rulings\n\n### Ban\n\n- Gilded Trap (banned as of 1 May 1998)\n"
    kb, _ = told(first, first)
    (statement,) = kb.versions[VersionId("kr-1")].statements
    assert (statement.words, statement.effective) == ("Gilded Trap (banned as of 1 May 1998)", "1998-05-01")


def followed(first: str, second: str) -> list[tuple[str, str]]:
    """What became of the errata of a list in the next one: the last words of each, and how."""
    lists = (f"# Errata\n\n## Errata\n\n{each}\n" for each in (first, second))
    kb, _ = told(*lists)
    (chronicle,) = kb.chronicles.values()
    newest = (life.attestations[-1] for life in chronicle.history.lives)
    return sorted((each.text, each.change.value) for each in newest)


def test_an_erratum_of_other_words_on_the_same_rule_is_that_of_before() -> None:
    old, new = "[5.1] (Addition) Ash may not burn in rain.", "[5.1] (Correction) Ash may burn in rain, but half of it."
    others = "\n\n[6.2] (Correction) Kilns are round."
    assert followed(old + others, new + others) == [
        ("[5.1] Ash may burn in rain, but half of it.", Change.REWORDED.value),
        ("[6.2] Kilns are round.", Change.SAME.value),
    ]
    apart = followed(old, new.replace("5.1", "5.2"))
    assert [change for _, change in apart] == [Change.FIRST_SEEN.value, Change.FIRST_SEEN.value]
