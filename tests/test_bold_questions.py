"""Rulings as answers below questions in bold: the answer is the ruling, the question what it answers."""

from kb.model import VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source

HEAD = "# Post 1\n\n## Rulings by Term\n\n### Boats\n\n"


def read(body: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The rulings of a file: words, question, marks."""
    document = read_document(Source.from_text("post-1.md", HEAD + body)).value
    declared = Declared(version=VersionId("post-1"), compendium="P", number="1", date="2001-01-01")
    return [(each.words, each.context, each.marks) for each in read_compendium(document, declared).value.statements]


def test_a_question_in_bold_belongs_to_the_answer_below_it() -> None:
    asked = "**May a boat carry two oars?**\n\nYes. It may.\n\n**Does it float?**\n\nA boat floats when dry.\n"
    assert read(asked) == [
        ("May a boat carry two oars? Yes. It may.", "May a boat carry two oars?", ()),
        ("A boat floats when dry.", "Does it float?", ()),
    ]


def test_what_marks_a_question_in_bold_is_a_mark() -> None:
    asked = "**[Revised] May a boat sink?**\n\nA boat sinks at noon.\n\n**Does it float?**\n\nA boat floats when dry.\n"
    assert read(asked)[0] == ("A boat sinks at noon.", "May a boat sink?", ("Revised",))


def test_one_question_in_bold_among_rulings_is_what_it_was() -> None:
    asked = "**May a boat sink?**\n\nA boat sinks at noon.\n\nA boat floats when dry.\n"
    assert [words for words, _, _ in read(asked)][-2:] == ["A boat sinks at noon.", "A boat floats when dry."]


def test_a_question_that_no_answer_follows_stays() -> None:
    asked = "**May a boat sink?**\n\n**Does it float?**\n\nA boat floats when dry.\n"
    assert [words for words, _, _ in read(asked)] == ["May a boat sink?", "A boat floats when dry."]
