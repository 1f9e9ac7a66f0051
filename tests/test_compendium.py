"""The compendium reader: each case shows a rulings file and the statements read from it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.diagnostics import in_order
from kb.model import Document, SectionKind, VersionId
from kb.readers.compendium import Declared, is_compendium, read_compendium
from kb.readers.kramdown import read_document
from kb.sentences import find_sentences
from kb.text import Source
from tests.word_account import words_in_nothing

FOLDER = Path(__file__).parent / "cases" / "compendium"
FENCE = re.compile(r"^````(md|text) ?(\S*)\n(.*?)^````$", re.MULTILINE | re.DOTALL)
CASES = sorted(FOLDER.glob("*.md"))
RULEBOOK = "# Kites\n\n## Turn Sequence\n\n- Fly.\n\n## Tournament Rules\n\n- Fly well.\n"


def read(text: str, name: str = "rulings.md") -> Document:
    return read_document(Source.from_text(name, text)).value


def render(document: Document) -> Iterator[str]:
    outcome = read_compendium(document)
    version = outcome.value
    yield f"{version.id}: {version.compendium}, number {version.number or '-'}, date {version.date or '-'}"
    for statement in version.statements:
        line = document.source.line_of(statement.span.start)
        about = " ".join(
            filter(
                None,
                (
                    *statement.marks,
                    f"({statement.label})" if statement.label else None,
                    statement.effective,
                    "reference" if statement.reference else None,
                ),
            )
        )
        yield f"{line} {statement.section.value} | {statement.term} | {about or '-'} | {statement.words}"
    for found in in_order(outcome.diagnostics):
        yield f"{found.code.code} {found.line}: {found.message}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    document = read(next(text for kind, _, text in blocks if kind == "md"))
    assert "".join(line + "\n" for line in render(document)) == next(text for kind, _, text in blocks if kind == "text")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_spans_are_the_source(path: Path) -> None:
    text = next(text for kind, _, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == "md")
    document = read(text)
    for statement in read_compendium(document).value.statements:
        assert statement.pieces[0].span.start == statement.span.start
        assert statement.pieces[-1].span.end == statement.span.end
        spans = [piece.span for piece in statement.pieces]
        assert spans == sorted(spans)
        first = statement.words.split()[-1].strip('"”.')
        assert first in document.source.slice(statement.span)
        assert statement.anchor == statement.anchors[-1]
        assert set(statement.anchors) <= set(document.anchors)


def test_a_compendium_is_recognised_without_a_corpus() -> None:
    texts = [next(text for kind, _, text in FENCE.findall(path.read_text()) if kind == "md") for path in CASES]
    assert all(is_compendium(read(text)) for text in texts)
    assert not is_compendium(read(RULEBOOK))
    assert not is_compendium(read("# Rulings by Term\n\n- A ruling.\n"))


def test_words_of_sections_can_be_given() -> None:
    document = read("# K\n\n## Verdicts\n\n- One.\n\n## Cards\n\n- Two.\n")
    assert not is_compendium(document)
    phrases = {SectionKind.TERM: ("verdicts",), SectionKind.CARD: ("cards",)}
    assert is_compendium(document, phrases)
    version = read_compendium(document, Declared(version=VersionId("k-1"), date="2001"), sections=phrases).value
    assert [(each.section, each.words) for each in version.statements] == [
        (SectionKind.TERM, "One."),
        (SectionKind.CARD, "Two."),
    ]
    assert (version.id, version.date) == ("k-1", "2001")


@pytest.mark.parametrize("said", ["@ It is red.", "_Clarification_: It is red.", "**Blue Kite**: It is blue."])
def test_what_looks_like_a_ruling_is_one_behind_the_last_rule_too(said: str) -> None:
    text = f"## Rulings by Term\n\n- One.\n\n## Card Rulings\n\n### Kite\n\n- It is long.\n\n---\n\n{said}\n"
    outcome = read_compendium(read(text))
    assert (len(outcome.value.statements), outcome.value.asides, outcome.diagnostics) == (3, (), ())


def test_a_text_without_sections_has_no_statements() -> None:
    outcome = read_compendium(read("- One.\n\nTwo.\n"))
    assert outcome.value.statements == ()
    assert outcome.diagnostics == ()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_no_word_is_lost(path: Path) -> None:
    text = next(text for kind, _, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == "md")
    assert words_in_nothing(read_compendium(read(text)).value) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_sentences_are_of_the_words(path: Path) -> None:
    text = next(text for kind, _, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == "md")
    for statement in read_compendium(read(text)).value.statements:
        sentences = (statement.words[span.start : span.end] for span in find_sentences(statement.words))
        assert " ".join(sentences) == statement.words


def test_what_the_profile_says_is_held_against_the_sections_found() -> None:
    document = read(
        "# K\n\n## Rulings by Term\n\n- One.\n\n## Card Rulings\n\n- Two.\n\n## Errata Listing\n\n- Three.\n"
    )
    assert read_compendium(document).diagnostics == ()
    kinds = {SectionKind.TURN, SectionKind.TOURNAMENT, SectionKind.DELAYED}
    assert read_compendium(document, Declared(lacks=frozenset(kinds))).diagnostics == ()
    found = read_compendium(document, Declared(lacks=frozenset({SectionKind.TURN, SectionKind.ERRATA}))).diagnostics
    assert [(each.code.code, each.line, each.message) for each in found] == [
        ("KB504", 3, "sections not found: `tournament`, `delayed`"),
        ("KB504", 11, "section `errata` is here, and the profile says that the version lacks it"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("Kites are free.\n", 1, "`# Rulings by Term`"),
        (
            "# Patch 1.1\n\n## Balance\n\n- Kite: Cost reduced from 3 to 2.\n- Gull: It flies.\n- Tern: 2 -> 3\n",
            3,
            '`errata: ["Balance"]`',
        ),
        ('# Patch 1.1\n\n- Kite: Replaced "air" with "wind".\n', 1, '`errata: ["Patch 1.1"]`'),
        ("# Patch 1.1\n\n- Kite: It may be replaced by another.\n", 1, '`term: ["Patch 1.1"]`'),
        ("\n# Answers of the *Board*\n\n## Kites\n\nKites are free.\n", 2, '`term: ["Answers of the Board"]`'),
    ],
)
def test_where_no_section_is_known_the_way_out_is_told(text: str, line: int, hint: str) -> None:
    (told,) = read_compendium(read(text), Declared(lacks=frozenset({SectionKind.ERRATA}))).diagnostics
    assert (told.code.code, told.line) == ("KB504", line)
    assert "no ruling was read" in told.message
    assert told.hint is not None and hint in told.hint
    sections = {SectionKind.TERM: ("answers of the board",)}
    assert bool(read_compendium(read(text), sections=sections).value.statements) == ("Answers" in text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Kites\n\nHello.\n\n# Air\n\n## (1)\n\nFree.\n\n# Sea\n\n## (2)\n\nWet.\n", (5, '["Air", "Sea"]')),
        ("# Air\n\n## (1)\n\nFree.\n\n# Sea\n\n## (2)\n\nWet.\n", (1, '["Air", "Sea"]')),
        ("# Kites\n\nHello.\n\n# Air\n\nFree.\n\n# Sea\n\n## Salt\n\nWet.\n", (1, '["Kites"]')),
        ("# Air\n\n## (1)\n\nFree.\n\n# Sea\n\n## (2)\n\nWet.\n\n# Of play\n", (1, '["Air", "Sea", "Of play"]')),
        ("# Kites\n\nHello.\n\n## Air Rulings\n\nFree.\n\n## At Sea\n\nWet.\n", (5, '["Air Rulings", "At Sea"]')),
    ],
    ids=["below a title", "without a title", "terms as high as the title", "one without terms", "below a title alone"],
)
def test_the_headings_over_the_rulings_are_proposed(text: str, told: tuple[int, str]) -> None:
    (found,) = read_compendium(read(text), Declared(lacks=frozenset())).diagnostics
    assert found.hint is not None
    assert (found.line, found.hint.partition("term: ")[2].rstrip("`")) == told
    named = tuple(json.loads(told[1]))
    read_again = read_compendium(read(text), sections={SectionKind.TERM: named}).value
    assert [each.words for each in read_again.statements] == ["Free.", "Wet."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Errata for Kites\n\n## Red Kite\n\n- One.\n\n## Gull\n\n- Two.\n", []),
        ("# Kites\n\nHello.\n\n## Errata Listing\n\n- One.\n", ["turn"]),
        ("# Errata for Kites\n\n- One.\n\n# Card Rulings\n\n## Gull\n\n- Two.\n", ["turn"]),
        ("# Errata for Kites\n\n- One.\n\n# Floor Rulings\n\n- Two.\n", ["turn"]),
    ],
)
def test_a_sheet_of_errata_lacks_no_section(text: str, told: list[str]) -> None:
    found = read_compendium(read(text), Declared(lacks=frozenset())).diagnostics
    assert [each.message.split("`")[1] for each in found if each.code.code == "KB504"] == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Rulings by Term\n\n## Air\n\n- One.\n\n## Sea\n\n- Two.\n", []),
        ("# Kite Rulings\n\nHello.\n\n## Air\n\n- One.\n\n## Sea\n\n- Two.\n", []),
        ("# Kite Clarifications 3\n\n- **Air:** One.\n- **Sea:** Two.\n", []),
        ("# Kite Rulings\n\n## Game Words\n\n### Air\n\n- One.\n\n### Sea\n\n- Two.\n", ["turn"]),
    ],
)
def test_a_file_that_is_called_rulings_needs_no_sections(text: str, told: list[str]) -> None:
    """Its rulings stand by term; where others may be meant by its headings, that is told."""
    found = read_compendium(read(text), Declared(lacks=frozenset()))
    stated = [
        (each.section.value, each.term, each.words.partition(": ")[2] or each.words) for each in found.value.statements
    ]
    assert stated == [("term", "Air", "One."), ("term", "Sea", "Two.")]
    assert [each.message.split("`")[1] for each in found.diagnostics if each.code.code == "KB504"] == told


def test_a_file_may_have_headings_in_html_alone() -> None:
    text = "<h1>Rulings by Term</h1>\n\n<h2>Air</h2>\n\nAir is free.\n"
    found = read_compendium(read(text), Declared(lacks=frozenset()))
    assert [(each.term, each.words) for each in found.value.statements] == [("Air", "Air is free.")]
    assert [each.code.code for each in found.diagnostics] == ["KB504"]


def test_a_file_with_several_headings_as_high_is_no_single_list_of_rulings() -> None:
    text = "# Kite Rulings\n\n## Air\n\n- One.\n\n# At Sea\n\n## Sails\n\n- Two.\n"
    assert read_compendium(read(text)).value.statements == ()


def test_headings_ahead_of_the_sections_known_are_named() -> None:
    text = (
        "# K\n\n## Game Words\n\n### Kite\n\n- One.\n\n## Floor\n\n- Two.\n\n## Card Rulings\n\n### Gull\n\n- Three.\n"
    )
    (found,) = read_compendium(
        read(text), Declared(lacks=frozenset({SectionKind.TURN, SectionKind.DELAYED}))
    ).diagnostics
    assert (found.code.code, found.line) == ("KB504", 3)
    assert found.hint is not None and 'no ruling is read below "Game Words", "Floor": name them' in found.hint
    sections = {SectionKind.TERM: ("game words",), SectionKind.TOURNAMENT: ("floor",)}
    told = read_compendium(read(text), Declared(lacks=frozenset({SectionKind.TURN})), sections=sections).diagnostics
    assert [each.hint for each in told] == [
        "write `profile: {lacks: [turn, errata, delayed]}` if this version has none of them, or name their headings "
        "under `sections` in the manifest"
    ]


def test_a_section_named_in_the_manifest_is_one_more() -> None:
    """Of versions that call a section otherwise, those that call it as usual keep their rulings."""
    sections = {SectionKind.TURN: ("order of play",), SectionKind.TERM: ("turn sequence in short",)}
    for name in ("Turn Sequence", "Order of Play", "Turn Sequence, in Detail"):
        version = read_compendium(read(f"# K\n\n## {name}\n\n### Dawn\n\n- One.\n"), sections=sections).value
        assert [(each.section, each.term) for each in version.statements] == [(SectionKind.TURN, "Dawn")]
    sections = {SectionKind.ERRATA: ("card rulings",)}
    version = read_compendium(read("# K\n\n## Card Rulings\n\n- One.\n"), sections=sections).value
    assert [each.section for each in version.statements] == [SectionKind.ERRATA]


def test_errata_of_cards_are_their_list_beside_rulings_by_card() -> None:
    text = "# K\n\n## Rulings by Term\n\n- One.\n\n## Card Rulings\n\n- Two.\n\n## Floor\n\n- Three.\n\n"
    text += "## Card Errata\n\n### Gull\n\n- Four.\n"
    sections = {SectionKind.TOURNAMENT: ("floor",)}
    kinds = [each.section.value for each in read_compendium(read(text), sections=sections).value.statements]
    assert kinds == ["term", "card", "tournament", "errata"]
    alone = text.replace("## Card Rulings\n\n- Two.\n\n", "")
    assert read_compendium(read(alone), sections=sections).value.statements[-1].section is SectionKind.CARD


@pytest.mark.parametrize("number", ["3. ", "3.1 ", "3.1. ", "Section 3.1: ", "(3.1) ", "IV. "])
def test_a_section_is_known_behind_its_number(number: str) -> None:
    document = read(f"# K\n\n## {number}All the Kites\n\n### Kite\n\n- Two.\n")
    version = read_compendium(document, sections={SectionKind.CARD: ("all the kites",)}).value
    assert [(each.section, each.term) for each in version.statements] == [(SectionKind.CARD, "Kite")]


def test_what_is_not_found_can_be_declared_as_the_hint_says() -> None:
    document = read("# K\n\n## Rulings by Term\n\n- One.\n\n## Card Rulings\n\n- Two.\n")
    (found,) = read_compendium(document, Declared(lacks=frozenset({SectionKind.TURN}))).diagnostics
    assert found.hint is not None
    assert "`profile: {lacks: [turn, tournament, errata, delayed]}`" in found.hint


def test_terms_and_sections_have_their_lines() -> None:
    document = read(
        "# K\n\n## Rulings by Term\n\n### -A-\n\n#### Air\n\nFree.\n\n#### Ash\n\n## Card Rulings\n\n**Kite**\n\nOne.\n"
    )
    version = read_compendium(document).value
    line_of = document.source.line_of
    assert [(each.kind.value, each.title, line_of(each.span.start)) for each in version.sections] == [
        ("term", "Rulings by Term", 3),
        ("card", "Card Rulings", 13),
    ]
    assert [(each.term, each.section.value, line_of(each.span.start)) for each in version.terms] == [
        ("Air", "term", 7),
        ("Ash", "term", 11),
        ("Kite", "card", 15),
    ]


@pytest.mark.parametrize("heading", ["## <b></b>", "## ![](/assets/sign.png)"])
def test_a_heading_without_words_names_no_term(heading: str) -> None:
    """What stands below it is no ruling on the term before it either: it is one of its section."""
    text = f"# Rulings by Term\n\n## Lamps\n\n- A lamp burns.\n\n{heading}\n\n- A boat floats.\n"
    text += f"\n# Rulings by Card\n\n{heading}\n\n- Osk is dry.\n"
    version = read_compendium(read(text)).value
    assert [each.term for each in version.statements] == ["Lamps", "Rulings by Term", "Rulings by Card"]
    assert [each.term for each in version.terms] == ["Lamps"]


@pytest.mark.parametrize("day", ["12 May 1997", "May 12, 1997", "5/12/97", "**1997-05-12**"])
def test_a_heading_that_is_a_day_alone_names_no_term(day: str) -> None:
    """What was ruled on a day is on the terms that stand in front of the rulings, or in headings below."""
    text = f"# Rulings by Term\n\n### {day}\n\n- **Lamps:** A lamp burns.\n- **Oil:** Oil is fed to it.\n"
    text += f"\n# Rulings by Card\n\n## {day}\n\n### Osk\n\n- Osk is dry.\n"
    version = read_compendium(read(text)).value
    assert [each.term for each in version.statements] == ["Lamps", "Oil", "Osk"]
    assert [each.term for each in version.terms] == ["Osk"]


@pytest.mark.parametrize(
    ("heading", "sections"),
    [
        ("Changes since version 2", ["term", "card", "introduction"]),
        ("V. What's New", ["term", "card", "introduction"]),
        ("Revision History", ["term", "card", "introduction"]),
        ("Acknowledgements", ["term", "card", "introduction"]),
        ("Changes to the Rules", ["term", "card", "other"]),
        ("Changes of Harbour", ["term", "card", "other"]),
        ("New Lamp", ["term", "card"]),
    ],
)
def test_what_a_file_says_of_itself_is_no_ruling(heading: str, sections: list[str]) -> None:
    """What was withdrawn is told there for the last time, and what is new once more."""
    text = "# K\n\n## Rulings by Term\n\n### Air\n\n- Air is free.\n\n## Card Rulings\n\n### Kite\n\n- It flies.\n"
    version = read_compendium(read(f"{text}\n## {heading}\n\n- Kite: It is no bird. (withdrawn)\n")).value
    assert [each.kind.value for each in version.sections] == sections
    told = [each.words for each in version.statements if "bird" in each.words]
    assert told == ([] if "introduction" in sections else ["Kite: It is no bird. (withdrawn)"])
    assert not words_in_nothing(version)


RUN_ON = """\
# Card Rulings

#### Anchor
It lies at the bottom of every harbour there is, and what lies there stays there.

#### Osk
Osk is dry. Rain is no water.{name}
Erratum: Strike "twice".
"""


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("Old Ferryman", ["Osk", "Old Ferryman"]),
        (" Old Ferryman", ["Osk", "Osk"]),
        ("Kite", ["Osk", "Osk"]),
        ("", ["Osk", "Osk"]),
    ],
)
def test_a_heading_that_a_ruling_runs_on_into_is_one_where_other_versions_have_it(name: str, terms: list[str]) -> None:
    names = {SectionKind.CARD: {("osk",), ("old", "ferryman")}}
    document = read(RUN_ON.format(name=name))
    version = read_compendium(document, names=names).value
    assert [each.term for each in version.statements] == ["Anchor", *terms]
    assert [each.term for each in version.terms] == list(dict.fromkeys(["Anchor", *terms]))
    assert not words_in_nothing(version)


def test_the_marks_that_a_profile_explains_are_none_of_the_words() -> None:
    text = (
        "# Kites\n\n## Rulings by Term\n\n### Air\n\n- † Air is free.\n- NEW: Wind too. [new]\n- @ Rain is not. †\n"
        "- NEWER winds blow.\n- A † stands here.\n\n## Card Rulings\n\n### Red Kite\n\nIt is red.\n"
    )
    version = read_compendium(read(text), Declared(marks=dict.fromkeys(("†", "NEW:", "NEW", "[new]"), "new"))).value
    assert [(each.marks, each.words) for each in version.statements] == [
        (("†",), "Air is free."),
        (("NEW:", "[new]"), "Wind too."),
        (("†", "@"), "Rain is not."),
        ((), "NEWER winds blow."),
        ((), "A † stands here."),
        ((), "It is red."),
    ]


def test_a_mark_in_bold_or_behind_what_a_ruling_is_on_is_no_term() -> None:
    """`NEW` is understood by itself, `NEU` where the profile explains it."""
    text = (
        "# Kites\n\n## Rulings by Term\n\n**Air:** Air is free.\n\n**NEW:** Wind too.\n\n**NEU:** Fog too.\n\n"
        "**NEU** Rain too.\n\n## Card Rulings\n\n- *Red Kite*: **NEW:** It is red.\n- *Gull*: NEU: It is loud.\n"
    )
    version = read_compendium(read(text), Declared(marks=dict.fromkeys(("NEU:",), "new"))).value
    assert [(each.term, each.marks, each.words) for each in version.statements] == [
        ("Air", (), "Air: Air is free."),
        ("Air", ("NEW",), "Wind too."),
        ("Air", ("NEU:",), "Fog too."),
        ("Air", (), "NEU Rain too."),
        ("Red Kite", ("NEW",), "Red Kite: It is red."),
        ("Gull", ("NEU:",), "Gull: It is loud."),
    ]


def test_a_mark_behind_a_term_in_bold_begins_no_second_ruling_and_nothing_stands_on_no_term_before_the_first() -> None:
    text = (
        "# Kites\n\n## Rulings by Term\n\nRulings marked NEU: are those of this year.\n\n**Air.** Air is free.\n\n"
        "NEU: Wind too.\n\n**Red Kite.** NEU: It is red. NEU: It flies.\n"
    )
    version = read_compendium(read(text), Declared(marks=dict.fromkeys(("NEU:",), "new"))).value
    assert [(each.term, each.marks, each.words) for each in version.statements] == [
        ("Air", (), "Air is free."),
        ("Air", ("NEU:",), "Wind too."),
        ("Red Kite", ("NEU:",), "It is red."),
        ("Red Kite", ("NEU:",), "It flies."),
    ]
    assert len(version.asides) == 1
    assert not words_in_nothing(version)


@pytest.mark.parametrize(
    ("line", "term", "words"),
    [
        ("Kite: A kite sails once each turn. *", "Kite", "Kite: A kite sails once each turn."),
        ("Kite: A kite sails once each turn. (*)", "Kite", "Kite: A kite sails once each turn. (*)"),
        ("Kite: A kite sails once each turn. NEW", "Kite", "Kite: A kite sails once each turn. NEW"),
        ("Kite: A kite sails once each turn", "Kite", "Kite: A kite sails once each turn"),
        ("A kite sails once each turn. *", "Air", "A kite sails once each turn."),
        ("Kite: Great Kite", None, ""),
        ("Kite of St. Ives", None, ""),
    ],
)
def test_a_short_ruling_is_no_name_because_something_stands_behind_its_stop(
    line: str, term: str | None, words: str
) -> None:
    lines = "Air: Air is free.", line, "Gull: It is loud."
    text = "\n\n".join(("# Kites", "A star (*) marks what is new.", "## Rulings by Term", *lines)) + "\n"
    version = read_compendium(read(text)).value
    ruled = [(each.term, each.words) for each in version.statements]
    assert [each for each in ruled if each[0] not in {"Air", "Gull"} or each[1] == words] == (
        [(term, words)] if term is not None else []
    )
    assert (term is None) == (line in [each.term for each in version.terms])
    assert not words_in_nothing(version)


PACKED = "# Kites\n\n## Rulings by Term\n\n### Air\n\n"


@pytest.mark.parametrize(
    ("said", "rulings"),
    [
        ("Air is free. † Wind too. Rain is not.", ["Air is free.", "† Wind too. Rain is not."]),
        ("Air is free. **NEW:** Wind too.", ["Air is free.", "NEW: Wind too."]),
        ('"Air" is "free." † 3 winds are not.', ['"Air" is "free."', "† 3 winds are not."]),
        ("Air is free.\n† Wind too.", ["Air is free.", "† Wind too."]),
        ("Air is free. Card Erratum: Wind too.", ["Air is free.", "Wind too."]),
        ("Air is free. **Clarification:** wind too.", ["Air is free.", "wind too."]),
        ("Air is free, erratum: wind too.", ["Air is free, erratum: wind too."]),
        ("- Air is free. Erratum: Wind too.", ["Air is free. Erratum: Wind too."]),
        ("Air is free, † wind too.", ["Air is free, † wind too."]),
        ("Air is free. † that is, for kites.", ["Air is free. † that is, for kites."]),
        ("Air is free. † Wind too.\n\nRain is not. †", ["Air is free. † Wind too.", "† Rain is not."]),
        ("- Air is free. † Wind too.", ["Air is free. † Wind too."]),
    ],
)
def test_a_mark_or_a_label_among_the_rulings_of_a_paragraph_begins_one(said: str, rulings: list[str]) -> None:
    """Not where marks stand behind rulings, nor in an item, which is one ruling."""
    version = read_compendium(read(f"{PACKED}{said}\n"), Declared(marks=dict.fromkeys(("†", "NEW:"), "new"))).value
    assert [" ".join((*each.marks, each.words)) for each in version.statements] == rulings


@pytest.mark.parametrize(
    ("said", "rulings"),
    [
        ("(a) Air is free.\n(b) † Wind too.\n(c) Rain is not.", ["Air is free.", "† Wind too.", "Rain is not."]),
        ("a) Air is free.\n\n† b) Wind too.", ["Air is free.", "† Wind too."]),
        ("- 1) Air is free.\n- 2) Card Erratum: Wind too.", ["Air is free.", "Wind too."]),
        ("Of air.\n\n(1) Air is free.\n\n(2) *Wind* too.", ["Of air.", "Air is free.", "Wind too."]),
        ("(b) Air is free.\n\n(c) Wind too.", ["(b) Air is free.", "(c) Wind too."]),
        ("(a) Air is free.\n\nWind too.", ["(a) Air is free.", "Wind too."]),
        ("A kite:\n\n(a) Is free.\n\n(b) Flies.", ["A kite:", "(a) Is free.", "(b) Flies."]),
        ("A kite:\n\n(a) Is free.\n(b) Flies.", ["A kite:", "(a) Is free. (b) Flies."]),
        ("A kite may do this. (a) Be free.\n(b) Fly.", ["A kite may do this. (a) Be free. (b) Fly."]),
        ("A kite may\n\n(a) be free,\n\n(b) fly.", ["A kite may", "(a) be free,", "(b) fly."]),
    ],
)
def test_letters_and_numbers_that_count_the_rulings_on_a_term_are_none_of_the_words(
    said: str, rulings: list[str]
) -> None:
    """They are where they count items of a list within a ruling."""
    version = read_compendium(read(f"{PACKED}{said}\n"), Declared(marks=dict.fromkeys(("†",), "new"))).value
    assert [" ".join((*each.marks, each.words)) for each in version.statements] == rulings
    labels = [each.label for each in version.statements if each.label]
    assert labels == (["Card Erratum"] if "Erratum" in said else [])


def test_a_cell_of_a_table_has_a_ruling_a_line() -> None:
    rows = "| **Air** | Air is free.<br>† Wind too.<br>Rain is not. |\n| **Kite** | These fly:<br>Red ones.<br>Old. |\n"
    text = f"# Kites\n\n## Rulings by Term\n\n| Term | Rulings |\n|---|---|\n{rows}"
    version = read_compendium(read(text), Declared(marks=dict.fromkeys(("†",), "new"))).value
    assert [(each.term, each.marks, each.words) for each in version.statements] == [
        ("Air", (), "Air is free."),
        ("Air", ("†",), "Wind too."),
        ("Air", (), "Rain is not."),
        ("Kite", (), "These fly: Red ones. Old."),
    ]


@pytest.mark.parametrize(
    ("head", "rows", "rulings"),
    [
        (
            "Rule | Topic | Ruling | Date",
            [
                "1.2 | Air | Air is free. | 2004-02-01",
                "3.1 | Kite | A kite flies. | 5/3/2004",
                "- | Gull | It sleeps. | -",
            ],
            [
                ("Air", ("2004-02-01",), "1.2 Air is free."),
                ("Kite", ("5/3/2004",), "3.1 A kite flies."),
                ("Gull", (), "It sleeps."),
            ],
        ),
        (
            "Date | Topic | Rule | Ruling",
            ["2004-02-01 | Air | 1.2 | Air is free.", "2004-02-02 | | 3.1 | A kite flies."],
            [("Air", ("2004-02-01",), "1.2 Air is free."), ("Air", ("2004-02-02",), "3.1 A kite flies.")],
        ),
        (
            "Rule | Ruling | Ruled",
            ["1.2 | Air is free. | 3 May 2004", "3.1 | A kite flies. | June 2004"],
            [
                ("Rulings by Term", ("3 May 2004",), "1.2 Air is free."),
                ("Rulings by Term", ("June 2004",), "3.1 A kite flies."),
            ],
        ),
        (
            "Rule | Ruling",
            ["1.2 | Air is free.", "3.1(b) | A kite flies."],
            [("Rulings by Term", (), "1.2 Air is free."), ("Rulings by Term", (), "3.1(b) A kite flies.")],
        ),
        (
            "Topic | Ruling | Who | Year",
            ["Air | Air is free. | Odo, who else? | 2004", "Kite | It flies. | Nobody. |"],
            [("Air", (), "Air is free. [Odo, who else?] [2004]"), ("Kite", (), "It flies. [Nobody.]")],
        ),
        (
            "Term | As printed | Should read",
            ["Air | Air is here. | Air is free.", "Kite | Flies. | It flies."],
            [("Air", (), "[Air is here.] Air is free."), ("Kite", (), "[Flies.] It flies.")],
        ),
    ],
)
def test_columns_of_a_table_of_rulings_are_known_by_what_their_cells_hold(
    head: str, rows: list[str], rulings: list[tuple[str, tuple[str, ...], str]]
) -> None:
    """Its head is neither a term nor a ruling."""
    line = "|".join("-" * 3 for _ in head.split("|"))
    table = "\n".join(f"| {row} |" for row in (head, line, *rows))
    version = read_compendium(read(f"# Rulings by Term\n\n{table}\n")).value
    assert [(each.term, each.marks, each.words) for each in version.statements] == rulings
    assert {each.term for each in version.terms} <= {"Air", "Kite", "Gull"}


def test_the_head_of_a_table_of_rulings_is_no_term_where_its_columns_are_not_known() -> None:
    """Nor is a row of several cells that reads as a name would."""
    rows = "| Air | Air is free. | Odo, who else? |\n| Kite | It flies | Nobody |\n"
    table = f"| Topic | Remark | Who |\n|---|---|---|\n{rows}"
    version = read_compendium(read(f"# Rulings by Term\n\n{table}")).value
    assert [each.term for each in version.terms] == []
    assert len(version.statements) == 2


def test_a_card_before_a_colon_is_what_an_entry_of_a_list_of_errata_is_on() -> None:
    """Whose names other headings of the text tell; in other words before a colon is no subject."""
    text = (
        "# Kites\n\n## Rulings by Card\n\n### Red Kite\n\n- Card Erratum: Add a tail.\n\n## Errata Listing\n\n"
        "- Red Kite: Add a tail.\n- When it falls: add a string.\n"
    )
    version = read_compendium(read(text)).value
    assert [each.term for each in version.statements] == ["Red Kite", "Red Kite", "Errata Listing"]


def test_a_stop_in_a_name_is_no_end_of_what_an_entry_of_a_list_of_errata_is_on() -> None:
    """Neither that of an abbreviation nor a call behind it; a sentence before a colon is no subject."""
    text = (
        "# Kites\n\n## Rulings by Card\n\n### St. Odo's Kite\n\n- Card Erratum: Add a tail.\n\n"
        "## Errata Listing\n\n### Card Errata\n\n- St. Odo's Kite: Add a tail.\n\n"
        "- Fly! (red version): Add a string.\n\n"
        "- It falls. Then: add a string.\n"
    )
    version = read_compendium(read(text)).value
    assert [each.term for each in version.statements] == ["St. Odo's Kite", "St. Odo's Kite", "Fly!", "Card Errata"]


def test_a_stop_of_an_abbreviation_ends_no_term_in_front_of_its_rulings() -> None:
    text = (
        "# Kites\n\n## Card Errata\n\nRed Kite: Add a tail.\n\nMr. Odo: Add a string.\n\nSt. Odo's Kite: It flies.\n\n"
        "It falls. Then: it lands.\n"
    )
    version = read_compendium(read(text)).value
    assert [each.term for each in version.statements] == ["Red Kite", "Mr. Odo", "St. Odo's Kite", "St. Odo's Kite"]


def test_what_stands_before_the_first_term_in_bold_introduces_the_section() -> None:
    """As before the first heading; in a section without terms it is a ruling."""
    bold = "# Kites\n\n## Turn Sequence\n\nDays have parts.\n\n**Morning**\n\nKites fly.\n\nGulls sleep.\n"
    version = read_compendium(read(f"{bold}\n## Tournament Rulings\n\nBring kites.\n")).value
    assert [(each.term, each.words) for each in version.statements] == [
        ("Morning", "Kites fly."),
        ("Morning", "Gulls sleep."),
        ("Tournament Rulings", "Bring kites."),
    ]
    assert [each.reason for each in version.asides] == ["introduction"]


TAGGED = (
    '<h1>Kites</h1>\n\n<h2>Rulings <i>by</i> Term</h2>\n\n<h3 id="air">Air</h3>\n<p>Air is free.</p>\n'
    "<ul>\n<li>Wind too.</li>\n</ul>\n\n<h2>Rulings by Card</h2>\n<h3>Red Kite</h3>\n\n- It is red.\n"
)


def test_headings_in_html_open_sections_and_name_terms() -> None:
    document = read(TAGGED)
    version = read_compendium(document).value
    assert is_compendium(document)
    assert [(each.section, each.term, each.anchor, each.words) for each in version.statements] == [
        (SectionKind.TERM, "Air", "air", "Air is free."),
        (SectionKind.TERM, "Air", "air", "Wind too."),
        (SectionKind.CARD, "Red Kite", "", "It is red."),
    ]
    assert [each.term for each in version.terms] == ["Air", "Red Kite"]
    assert words_in_nothing(version) == []


def test_headings_in_html_are_none_of_the_file_where_its_own_name_sections() -> None:
    version = read_compendium(read(f"# Kites\n\n## Turn Sequence\n\n- Fly.\n\n{TAGGED}")).value
    assert {each.section for each in version.statements} == {SectionKind.TURN}


@pytest.mark.parametrize(("lost", "parted"), [(0, False), (2, False), (3, True)])
def test_a_line_that_left_little_room_parts_rulings_only_where_blank_lines_were_lost(lost: int, parted: bool) -> None:
    wrapped = (
        "A kite that is old and thin and long may be flown at the pier by whoever holds on to it,\nwhatever it costs."
    )
    little = "A kite that is not so very old may be flown at the mill by whoever comes first.\nOld ones fall."
    much = "A kite is red.\nGulls are no kites."
    rulings = [*[wrapped] * 20, *[much] * lost, little]
    read_words = [
        each.words
        for each in read_compendium(read("# Rulings by Term\n\n### Kite\n\n" + "\n\n".join(rulings))).value.statements
    ]
    assert ("Old ones fall." in read_words) is parted
    assert read_words.count("A kite is red.") == lost


@pytest.mark.parametrize(
    ("said", "refers"),
    [
        ("See Rulings by Term, Tail.", True),
        ("Please see the introduction.", True),
        ("See if the kite flies before you cut its string.", False),
        ("See how far the kite flies, and write it down.", False),
        ("See that each kite has a string.", False),
        ("See what the wind does before you land.", False),
        ("See whether the gull is awake before you feed it.", False),
        ("See each card before you choose one.", False),
        ("See the top card of the pile, and put it back.", False),
        ("This ruling is withdrawn.", True),
        ("Rescinded as of 3/4/01.", True),
        ("The entry has been revoked.", True),
        ("Now deleted.", True),
        ("This erratum was removed in May 2001.", True),
        ("Repealed.", True),
        ("Ruling 9 is withdrawn.", True),
        ("Answers 3, 5 and 12a were deleted.", True),
        ("Ruling 6 is withdrawn; see section 5.3 of the rules.", True),
        ("Ruling no. 9 is withdrawn.", True),
        ("Rulings 9-11 are withdrawn.", True),
        ("Ruling #9 is withdrawn.", True),
        ("Ruling 9 is withdrawn at dusk.", False),
        ("The ruling that a kite has a string is withdrawn.", True),
        ("The earlier answer about strings has been rescinded as of 3 May 2001.", True),
        ("The ruling on strings says that a permission is revoked.", False),
        ("The ruling that a kite may be lent is withdrawn if the wind drops.", False),
        ("The ruling that a kite may be lent holds.", False),
        ("The ruling on long strings is void.", True),
        ("The ruling about gulls no longer holds.", True),
        ("The earlier ruling that a kite may be lent has been overturned.", True),
        ("The ruling on strings is no longer in force as of 3 May 2001.", True),
        ("Ruling 9 no longer applies.", True),
        ("All rulings on gulls and moths are void.", True),
        ("The rulings of 3 May 2001 concerning strings have been withdrawn.", True),
        ("The ruling in version 3 that a kite may be lent was an error.", True),
        ("Our clarification regarding gulls is cancelled.", True),
        ("The following ruling is rescinded: Kites may fly at night.", True),
        ("The ruling that a kite may be lent has been reversed.", False),  # it rules the opposite
        ("The ruling on gulls was an error of the pilot.", False),
        ("All answers on strings are void until dusk.", False),
        ("The ruling on gulls no longer holds at dusk.", False),
        ("A kite no longer holds.", False),
        ("A bet on a kite that is lost is void.", False),
        ("Rule 9 is deleted.", False),  # an order on a book
        ("Kites are removed from the sky at dusk.", False),
        ("Kites may fly at night. [Withdrawn]", True),
        ("[Withdrawn] Kites may fly at night.", True),
        ("Kites may fly at night (rescinded).", True),
        ("Kites may fly at night. [This ruling is no longer in force.]", True),
        ("Kites may fly. Gulls may, too. [Withdrawn]", False),  # one or both
        ("Kites may fly at night. [Withdrawn 5/1/01]", False),  # who knows whether that day has come
        ("Kites may fly at night (when they are withdrawn).", False),
    ],
)
def test_what_leads_elsewhere_or_only_takes_back_is_no_ruling(said: str, refers: bool) -> None:
    text = f"# Kites\n\n## Rulings by Term\n\n### Kite\n\n- A kite has a string.\n- {said}\n"
    version = read_compendium(read(text)).value
    assert [each.reference for each in version.statements] == [False, refers]


@pytest.mark.parametrize("mark", ["@ ", ""])
def test_a_struck_ruling_with_a_mark_of_its_own_is_no_part_of_the_one_before(mark: str) -> None:
    text = f"# Kites\n\n## Rulings by Term\n\n### Kite\n\n- A kite has a string.\n- {mark}~~A kite flies.~~\n"
    version = read_compendium(read(text)).value
    assert [(each.words, each.marks, each.reference) for each in version.statements] == [
        ("A kite has a string.", (), False),
        ("", ("@",) if mark else (), True),
    ]


@pytest.mark.parametrize(
    ("said", "refers"),
    [
        ("Errata that the second printing has are listed no longer.", True),
        ("The errata printed in the second edition are no longer repeated here.", True),
        ("All older corrections have been omitted.", True),
        ("Kites that are torn are listed no longer.", False),
        ("Rulings are not given by a player.", False),
    ],
)
def test_what_a_list_says_that_it_leaves_out_is_no_erratum(said: str, refers: bool) -> None:
    text = f"# Kites\n\n## Complete Errata Listing\n\n### Rules Errata\n\n- A kite has a string.\n\n{said}\n"
    version = read_compendium(read(text)).value
    assert [each.reference for each in version.statements] == [False, refers]


def test_a_ruling_that_a_version_strikes_as_a_whole_is_none_of_it() -> None:
    text = "# Kites\n\n## Rulings by Term\n\n### Kite\n\n- ~~A kite has a string.~~\n- A kite ~~never~~ flies.\n"
    version = read_compendium(read(text)).value
    assert [each.words for each in version.statements if not each.reference] == ["A kite flies."]


@pytest.mark.parametrize("name", ["Rulings of the Market Day", "Ember Rulings", "Rulings Thursday"])
def test_rulings_told_before_they_hold_are_delayed_whatever_their_day_is_called(name: str) -> None:
    text = f"# Kites\n\n## Rulings by Term\n\n#### Air\n\n- Air is free.\n\n## {name}\n\n"
    for line in (
        "#### Rulings Effective 3/4/2001",
        "**Rulings Effective 3/4/2001**",
        "Told early.\n\n_Effective 3/4/01_",
    ):
        dated = read_compendium(read(f"{text}{line}\n\n- Kites may hop.\n")).value
        assert [each.section for each in dated.statements] == [SectionKind.TERM, SectionKind.DELAYED], line
    bare = read_compendium(read(f"{text}#### Hops\n\n- Kites may hop.\n")).value
    assert SectionKind.DELAYED not in {each.section for each in bare.statements}


def test_a_paragraph_that_is_a_day_and_nothing_else_rules_nothing() -> None:
    text = '# Errata Sheet\n\nJuly 1997\n\n**Gannet:** Replace "one" with "two".\n'
    document = read_document(Source.from_text("sheet.md", text)).value
    found = read_compendium(document, sections={SectionKind.ERRATA: ("Errata Sheet",)}).value
    assert [each.words for each in found.statements] == ['Gannet: Replace "one" with "two".']
    assert "July 1997" in [text[each.span.start : each.span.end] for each in found.asides]


def test_a_ruling_that_begins_with_the_number_of_a_rule_before_a_colon_is_not_on_the_term_above_it() -> None:
    """Where terms stand before a colon, the number has the place of one."""
    rulings = "- Kite: it flies.\n- It falls.\n- 3.1: Air is free.\n- 3.2 (new): So is wind.\n"
    more = "- Gull: it sleeps.\n- 1.2 says so.\n"
    version = read_compendium(read(f"# Rulings by Term\n\n{rulings}{more}")).value
    terms = ["Kite", "Kite", "Rulings by Term", "Rulings by Term", "Gull", "Gull"]
    assert [each.term for each in version.statements] == terms


@pytest.mark.parametrize(
    "headings",
    [
        ("## Rulings of 4 April 1988", "## Rulings of 12 May 1988"),
        ("## Rulings given on 4 April 1988", "## Clarifications from May 1988"),
        ("## Rulings by Date\n\n### 4 April 1988", "### 12 May 1988"),
        ("## Rulings sorted by Section\n\n### 4 April 1988", "### New Rulings of 12 May 1988"),
    ],
)
def test_rulings_listed_by_the_day_they_were_given_stand_under_the_terms_in_bold(headings: tuple[str, str]) -> None:
    first, second = headings
    text = f"# Kite Rulings 2\n\n{first}\n\n1. **Gusts.** A gust ends a flight.\n2. **Tails:** A tail is long.\n"
    version = read_compendium(read(f"{text}\n{second}\n\n3. **Strings.** A string is wound.\n")).value
    assert [(each.term, each.effective) for each in version.statements] == [
        ("Gusts", None),
        ("Tails", None),
        ("Strings", None),
    ]
    assert [each.words.rpartition(": ")[2] for each in version.statements][::2] == [
        "A gust ends a flight.",
        "A string is wound.",
    ]


@pytest.mark.parametrize("name", ["Rulings of the Market", "Rulings of 1 Kite", "Rulings by Term of 3"])
def test_a_heading_that_speaks_of_rulings_and_of_no_day_is_a_term(name: str) -> None:
    version = read_compendium(read(f"# Kite Rulings\n\n## {name}\n\n- A gust ends a flight.\n")).value
    assert [each.term for each in version.statements] == [name]


@pytest.mark.parametrize(
    "counted", ["**Ruling 4.** \\* ", "**Ruling 4:** \\* ", "Ruling 4. † ", "**Ruling 4.** @ ", "\\* **Ruling 4.** "]
)
def test_what_a_file_counts_its_rulings_by_is_no_ruling_of_its_own_before_a_mark(counted: str) -> None:
    text = f"# Kites\n\n## Rulings by Term\n\n### Kite\n\n{counted}A kite has a string.\n"
    declared = Declared(version=VersionId("k"), compendium="k", number="1", marks=dict.fromkeys(("*", "†"), "new"))
    (told,) = read_compendium(read(text), declared).value.statements
    assert told.words.removeprefix("Ruling 4").lstrip(".: ") == "A kite has a string."
    assert len(told.marks) == 1
