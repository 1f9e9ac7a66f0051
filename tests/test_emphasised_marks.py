"""Marks that stand emphasised in front of what is new in a version: `**NEW** **Page 6 – Oars**`, `**NEW** **Q: ...`."""

import pytest

from tests.numbered import ferry

HEAD = "# Ferry Rulings\n\n## Errata\n\n"
ASKED = "# Ferry Rulings\n\n## Clarifications\n\n### Lamps\n\n"


def stated(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    version = ferry(text).newest_version
    assert version is not None
    return [(each.term, each.words, each.marks) for each in version.statements]


@pytest.mark.parametrize("mark", ["**NEW**", "*NEW*", "**New**", "**[New]**", "**UPDATED**", "**[v1.2]**"])
def test_a_mark_before_the_name_in_bold_is_that_of_what_stands_below_it(mark: str) -> None:
    """It was a part of the name; one with a colon was taken for a name and a ruling, and what stood below it was on
    the entry before."""
    said = mark.strip("*[]")
    assert stated(
        f"{HEAD}**Page 4 – Piers**\n\nIt is dry.\n\n{mark} **Page 6 – Trip 2: Night, Set-up**\n\nIt is dark.\n"
    ) == [
        ("Page 4 – Piers", "It is dry.", ()),
        ("Page 6 – Trip 2: Night, Set-up", "It is dark.", (said,)),
    ]


@pytest.mark.parametrize("mark", ["**NEW**", "**Changed**", "*NEW*"])
def test_a_mark_before_a_question_in_bold_is_none_of_its_words(mark: str) -> None:
    assert stated(f"{ASKED}{mark} **Q: Does a lamp burn at noon?**\n\nA: No. It is doused.\n") == [
        ("Lamps", "Does a lamp burn at noon? No. It is doused.", (mark.strip("*"),)),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**NEW** A lamp burns at night.", "A lamp burns at night."),
        ("- **NEW** A lamp burns at night.", "A lamp burns at night."),
        ("**New** lamps burn at night.", "New lamps burn at night."),
        ("**Oil** A lamp burns at night.", "Oil A lamp burns at night."),
        ("**ALL** lamps burn at night.", "ALL lamps burn at night."),
    ],
)
def test_a_mark_before_a_ruling(text: str, words: str) -> None:
    assert [each for _, each, _ in stated(f"{ASKED}{text}\n")] == [words]
