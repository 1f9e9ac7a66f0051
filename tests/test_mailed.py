"""Rulings files as they were mailed, read against the page that has the same rulings with headings and lists."""

import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.coverage import account_words
from kb.diagnostics import decode_source
from kb.files import read_corpus
from kb.model import CompendiumVersion, Document, VersionId
from kb.pipeline import build_kb
from kb.readers.compendium import names_of, read_compendium, read_mailed
from kb.readers.kramdown import read_document
from tests.built import LANTERN
from tests.mailed import FORMS, Form, fenced, lone, said, under, wrapped
from tests.reading import broken_promises
from tests.timing import least_seconds
from tests.word_account import words_in_nothing

LEDGERS = LANTERN / "texts" / "original" / "rulings"
KITES = """```
From: someone@kites.example
Subject: Kites, part 1 of 2
Date: Sun, 1 Apr 2001

KITES
=====

Rulings by Term
===============

Line
----
* A line is long.
* A line may be
  knotted:
    - once,
    - or _twice_.

--\x20
Someone

From: someone@kites.example
Subject: Kites, part 2 of 2

Card Rulings
============

Red Kite
--------
@ It is red. [Effective 4/1/01]
```
"""


def read(text: str) -> Document:
    source = decode_source("ledger.md", text.encode()).value
    assert source is not None
    return read_mailed(read_document(source).value)


def ledger(number: int) -> CompendiumVersion:
    path = LEDGERS / f"harbour-ledger-{number}.md"
    return read_compendium(read(path.read_bytes().decode())).value


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_mailed_form_has_the_rulings_of_the_page(form: Form, number: int) -> None:
    page = ledger(number)
    document = read(form.set(page))
    outcome = read_compendium(document)
    assert Counter(map(said, outcome.value.statements)) == Counter(map(said, page.statements))
    assert [each.kind for each in outcome.value.sections if each.kind.value != "introduction"] == [
        each.kind for each in page.sections if each.kind.value != "introduction"
    ]
    assert outcome.diagnostics == ()
    assert broken_promises(document) == []
    assert words_in_nothing(outcome.value) == []


def test_every_part_of_a_mailed_text_stands_where_it_is_in_the_file() -> None:
    document = read(KITES)
    version = read_compendium(document, names=names_of(())).value
    line_of = document.source.line_of
    assert [(line_of(each.span.start), each.term, each.words, each.effective) for each in version.statements] == [
        (14, "Line", "A line is long.", None),
        (15, "Line", "A line may be knotted: once, or twice.", None),
        (31, "Red Kite", "It is red.", "2001-04-01"),
    ]
    assert version.statements[2].marks == ("@",)
    assert [document.source.slice(each.span).strip("\n`") for each in document.exclusions] == [
        "From: someone@kites.example\nSubject: Kites, part 1 of 2\nDate: Sun, 1 Apr 2001",
        "-- \nSomeone",
        "From: someone@kites.example\nSubject: Kites, part 2 of 2",
    ]
    assert [each.reason for each in document.exclusions] == ["mail header", "signature", "mail header"]
    assert broken_promises(document) == []


PACKED = """```
KITE RULINGS

Rulings by Term
===============

Air

Air is free to all who own a kite, and to nobody else, at every pier.
A kite in the air is flown, whoever holds its line.
No kite is flown by two.

Line

A line is longer than its kite, and it may be knotted twice at night.
Knots hold.
A wet line is no line.
A line that was wound on the reel of another is his, not your own, unless
he says so. Ask him.

Card Rulings
============

Red Kite

It is red.
```
"""


def test_rulings_that_nothing_but_short_lines_part_are_told_of_once() -> None:
    outcome = read_compendium(read(PACKED))
    assert [" ".join(each.words.split()[-2:]) for each in outcome.value.statements] == [
        "its line.", "by two.", "Knots hold.", "no line.", "Ask him.", "is red.",
    ]  # fmt: skip
    (told,) = outcome.diagnostics
    assert (told.code.code, told.path, told.line, told.message, bool(told.hint)) == (
        "KB509",
        "ledger.md",
        9,
        "only short last lines part the rulings here: on lines 9, 15 one may end unseen",
        True,
    )


@pytest.mark.parametrize(("number", "share"), [(2, 0.95), (3, 0.97), (4, 0.87)])
def test_a_last_line_that_the_next_word_had_room_on_ends_a_packed_ruling(number: int, share: float) -> None:
    page = ledger(number)
    packed = read_compendium(read(Form(under("="), lone, wrapped(), fenced, "").set(page))).value
    own, found = (Counter(map(said, each.statements)) for each in (page, packed))
    assert (own & found).total() >= share * own.total()


@pytest.mark.parametrize("form", ["marks", "blank lines", "one full line", "few"])
def test_rulings_that_are_parted_are_not_told_of(form: str) -> None:
    head, _, rest = PACKED.partition("Air\n\n")
    if form == "marks":
        rest = re.sub(r"(?m)^(?=A |No|Knots|Air )", "* ", rest)
    elif form == "blank lines":
        rest = re.sub(r"(?m)^(?=A |No|Knots)", "\n", rest)
    elif form == "one full line":
        rest = rest.replace("pier.", "pier,")
    else:
        rest = "".join(f"Kite {at}\n\nKites of this name fly.\n\n" for at in range(60)) + rest
    outcome = read_compendium(read(f"{head}Air\n\n{rest}"))
    assert len(outcome.value.statements) >= 6
    assert outcome.diagnostics == ()


@pytest.mark.parametrize(
    "text",
    [
        "# Kites\n\n```\nFly a kite.\n```\n",
        "Kites\n=====\n\nRulings by Term\n\nFly.\n",
        (LEDGERS / "harbour-ledger-4.md").read_text("utf-8"),
        "# Rulings by Term\n\n## Kite\n\nIt flies.\n\n    red\n    blue\n\n# Card Rulings\n\n## Red\n\nIt is red.\n",
    ],
)
def test_a_page_that_is_no_mailed_text_stays_as_it_is(text: str) -> None:
    source = decode_source("kites.md", text.encode()).value
    assert source is not None
    document = read_document(source).value
    assert read_mailed(document) is document


def test_what_the_page_has_around_a_mailed_text_stays() -> None:
    page = f"# Kites[^a]\n\nFrom [the board](/board).\n\n{KITES}\n## Since then\n\n> Nothing.\n\n[^a]: Or *dragons*.\n"
    document = read(page)
    assert [each.text for each in document.headings] == [
        "Kites", "KITES", "Rulings by Term", "Line", "Card Rulings", "Red Kite", "Since then",
    ]  # fmt: skip
    assert [each.href for each in document.links] == ["/board"]
    assert [each.id for each in document.definitions] == ["a"]
    assert document.clauses[document.links[0].clause or 0].text == "From the board."
    assert [document.clauses[each].text for each in document.notes[0].clauses] == ["Nothing."]
    assert len({each.id for each in document.clauses}) == len(document.clauses)
    assert broken_promises(document) == []


def test_the_command_shows_and_the_corpus_holds_a_mailed_text(tmp_path: Path) -> None:
    text = KITES.encode()
    (tmp_path / "kites.md").write_bytes(text)
    manifest = "schema: 1\ntitle: Kites\ngame: Kites\nlanguage: en\ndescription: Kites.\n"
    manifest += "rights: {owner: Nobody, statement: None., noindex: false}\ntexts: .\ncompendia:\n"
    manifest += "  kites:\n    title: Kite Rulings\n    abbreviation: KR\n    versions:\n"
    manifest += '      - {id: kites-1, number: "1", date: "2001-04-01", reader: compendium, path: kites.md}\n'
    (tmp_path / "corpus.yml").write_text(manifest)
    corpus = read_corpus(tmp_path).value
    assert corpus is not None
    kb = build_kb(corpus.manifest, corpus.texts).value
    assert [each.words for each in kb.versions[VersionId("kites-1")].statements] == [
        "A line is long.", "A line may be knotted: once, or twice.", "It is red.",
    ]  # fmt: skip
    shown = CliRunner().invoke(build_app(), ["inspect", str(tmp_path / "kites.md")])
    assert "## Card Rulings  ->  #card-rulings" in shown.output


SAID = "".join(f"**Kite {number}**\n\nIt is red.\n\nIt is old.\n\n" for number in range(12))
HEADED = "Kites\n=====\n\nRulings by Term\n---------------\n\n{}Card Rulings\n------------\n\n{}"


@pytest.mark.parametrize(
    "page",
    [
        HEADED.format(SAID, SAID),
        HEADED.format(SAID, "| Kite | Price |\n|------|-------|\n| Old | Nothing |\n\n" + "It is old.\n\n" * 20),
        HEADED.format("It is old.\n\n" * 20, "See [Kite](/kite/).\n\nIt is old.\n\n" * 20),
        "# News\n\n## May\n\nKites fly.\n\n**Card Rulings**\n\nNone.\n\n**Tournament Rulings**\n\nNone.\n",
        "# News\n\nKites fly.\n\nCard Rulings\n\nNone.\n\nTournament Rulings\n\nNone.[^1]\n\n[^1]: Yet.\n",
    ],
    ids=["strong terms", "a table", "links", "headings", "footnotes"],
)
def test_a_page_that_is_written_in_markdown_is_read_as_such(page: str) -> None:
    source = decode_source("page.md", page.encode()).value
    assert source is not None
    document = read_document(source).value
    assert read_mailed(document) is document


def test_a_line_that_parts_rulings_begins_no_signature() -> None:
    parted = "\n\n--\n\n".join(f"It is red {number} times." for number in range(30))
    document = read(
        f"```\nRulings by Term\n====\n\nKite\n\n{parted}\n\nCard Rulings\n====\n\nGull\n\nIt is old.\n```\n"
    )
    assert [heading.text for heading in document.headings] == ["Rulings by Term", "Kite", "Card Rulings", "Gull"]
    assert not account_words(document).unexplained


def test_many_blocks_take_time_in_proportion() -> None:
    def page(blocks: int) -> Document:
        block = "```\nRulings by Term\n====\n\nKite\n\nIt is red.\n```\n\nNone.\n\n"
        last = "```\nCard Rulings\n====\n\nGull\n\nIt is old.\n```\n"
        source = decode_source("page.md", f"# Kites\n\n{block * blocks}{last}".encode()).value
        assert source is not None
        return read_document(source).value

    few, many = page(400), page(3200)
    short, long = least_seconds(lambda: read_mailed(few), lambda: read_mailed(many), rounds=2)
    assert long < 20 * short


STRIKES = """Rulings by Term
===============

~~Line~~

A line is long. ~~A line is short, and
it is thin.~~

~~Knots hold.~~

Kite

It is <s>blue</s> <del>green</del> red &amp; "old".

<del>It was white once.

It was black
twice.</del>

~~~~~~~

It is ~ red, ~~ or so ~~.

Card Rulings
============

Gull

It said "fly." <del>
"""
SAID_STILL = [
    ("Line", "A line is long.", False), ("Line", "", True), ("Kite", 'It is red & "old".', False), ("Kite", "", True),
    ("Kite", "", True), ("Kite", "It is ~ red, ~~ or so ~~.", False), ("Gull", 'It said "fly."', False),
]  # fmt: skip


@pytest.mark.parametrize("form", ["fence", "element", "four blanks", "quoted"])
def test_what_a_mailed_text_strikes_is_no_ruling(form: str) -> None:
    literal = STRIKES.replace("&amp;", "&").removesuffix(" <del>\n")
    page = {
        "fence": f"```\n{literal}\n```\n",
        "element": "<pre>\n{}\n</pre>\n".format(re.sub(r'"', "&quot;", STRIKES.removesuffix(" <del>\n"))),
        "four blanks": re.sub(r"(?m)^(?=.)", "    ", literal),
        "quoted": "```\n" + re.sub(r"(?m)^", "> ", literal) + "\n```\n",
    }[form]
    document = read(page)
    found = read_compendium(document).value.statements
    assert [(each.term, each.words, each.reference) for each in found] == SAID_STILL
    assert broken_promises(document) == []
    assert not account_words(document).unexplained


def test_what_nothing_ends_strikes_nothing() -> None:
    document = read(f"```\n{STRIKES}```\n")
    assert read_compendium(document).value.statements[-1].words == 'It said "fly." <del>'


@pytest.mark.parametrize(("letters", "levels"), [("", [2, 3, 3]), ("-= L =-\n\n", [2, 3, 4, 4])])
def test_terms_stand_right_below_their_sections_where_no_letters_part_them(letters: str, levels: list[int]) -> None:
    terms = "Lamps\n-----\n* A lamp is lit at dusk.\n\nOil\n---\n* Oil burns for a day.\n\n"
    cards = "CARD RULINGS\n============\n\nGannet\n------\n* It floats.\n"
    page = fenced(f"RULINGS BY TERM\n===============\n\n{letters}{terms}{cards}")
    headings = read(page).headings
    assert [each.level for each in headings[1 : 1 + len(levels)]] == levels, "behind the title of the page"
