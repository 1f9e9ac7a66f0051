"""Rulings as answers below questions in bold: the answer is the ruling, the question what it answers."""

from kb.audit import find_all
from kb.corpus import load_manifest
from kb.model import VersionId
from kb.pipeline import build_kb
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


CORPUS = """\
schema: 1
title: Reed
game: Reed
description: Reed boats.
rights: {owner: Nobody, statement: Free.}
compendia:
  post:
    title: Reed Post
    abbreviation: P
    versions:
      - {id: post-1, number: "1", date: "2001-01-01", path: post-1.md}
works:
  reed:
    title: Reed Rules
    abbreviation: RR
    base: reed
    editions:
      - {id: reed, role: published, path: reed.md, date: "2000"}
      - {id: reed-emended, role: emended, path: emended.md, date: "2001"}
"""
ASKED = "**May a keeper tow two reed boats?**\n\nNo. He needs a hand for each.\n\n**Does it float?**\n\nIt does.\n"


def told(sentence: str) -> list[str]:
    """What is said of a sentence whose footnote quotes the answer."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    note = "[^tow]: No. He needs a hand for each. See P 1, Boats.\n"
    texts = {
        "reed.md": "# Reed Rules\n\n## Boats\n\nA boat is long.\n",
        "emended.md": f"# Reed Rules\n\n## Boats\n\nA boat is long. {sentence}[^tow]\n\n{note}",
        "post-1.md": HEAD + ASKED,
    }
    kb = build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value
    return [each.message for each in find_all(kb) if each.code.code in {"KB448", "KB449"}]


def test_a_sentence_that_says_what_the_answer_does_is_not_turned() -> None:
    assert told("A keeper may not tow two reed boats.") == []


def test_a_sentence_that_grants_what_the_answer_denies_is_turned() -> None:
    assert told("A keeper may tow two reed boats.") == [
        "this says otherwise than the answer that footnote `tow` rests it on"
    ]
