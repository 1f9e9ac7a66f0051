"""A version that lists only what changed, marks and titles of rulings files as fan editors write them, and sheets of
errata with a number, whose orders name their place twice.
"""

import pytest

from kb.attested import Change, History
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.instructions._present import tells_put
from kb.model import CompendiumVersion, SectionKind, VersionId, WorkId
from kb.pipeline import build_kb
from kb.queries.instructions import emend_cards
from kb.queries.judging import judge_book
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.similarity import compare_words
from kb.text import Source
from kb.unapplied import Verdict
from kb.withdrawn import tells_changes
from tests.lives import follow, read_version

ONLY = "Only what is new or changed since version 1 is listed."
FIRST = [
    "Lamps | A doused lamp fills its place.",
    "Lamps | A lamp may be lit at dawn.",
    "Oil | Oil is kept in jars.",
]


def read_text(text: str, number: str = "2") -> CompendiumVersion:
    document = read_document(Source.from_text(f"ledger-{number}.md", text)).value
    name = VersionId(f"ledger-{number}")
    return read_compendium(document, Declared(version=name, compendium="L", number=number, date="1999-06")).value


def with_list(opening: str, *items: str) -> History:
    """The history of three versions, the second of which has an opening and items on lamps."""
    listed = "".join(f" - {item}\n" for item in items)
    second = read_text(f"# Ledger 2\n\n{opening}\n\n## Rulings by Term\n\n### Lamps\n\n{listed}\n## Card Rulings\n")
    third = read_version("3", "2000-01", [*FIRST[1:], "Lamps | A lamp has one wick."])
    return follow([read_version("1", "1999-01", FIRST), second, third])


def life_of(history: History, words: str) -> list[tuple[str, Change]]:
    lives = [each for each in history.lives if words in each.attestations[0].text]
    return [(each.version[-1], each.change) for each in lives[0].attestations] if len(lives) == 1 else []


@pytest.mark.parametrize(
    ("said", "only"),
    [
        ("This issue lists only what has changed since version 2.", True),
        ("All other rulings of version 2 remain in force.", True),
        ("This version contains only changes.", True),
        ("It gives just the new rulings.", True),
        (ONLY, True),
        ("This document replaces all earlier versions.", False),
        ("This issue lists all rulings; only a few are new.", False),
        ("New rulings are marked with a star.", False),
        ("Any other lamp remains lit.", False),
    ],
)
def test_a_version_says_that_it_lists_changes_alone(said: str, only: bool) -> None:
    assert tells_changes(said) is only


def test_what_a_list_of_changes_does_not_repeat_is_as_it_was() -> None:
    history = with_list(ONLY, "New: A lamp has one wick.")
    assert life_of(history, "lit at dawn") == [("1", Change.FIRST_SEEN), ("3", Change.SAME)]
    assert life_of(history, "Oil") == [("1", Change.FIRST_SEEN), ("3", Change.SAME)]
    whole = with_list("These are all rulings.", "New: A lamp has one wick.")
    assert ("2", Change.DROPPED) in life_of(whole, "Oil")


def test_a_version_that_repeats_most_of_the_one_before_it_is_no_list_of_changes_whatever_it_says() -> None:
    opening = "A list at the end shows only what is new. Only the new rulings are listed there."
    repeated = with_list(
        opening, "A doused lamp fills its place.", "A lamp may be lit at dawn.", "A lamp has one wick."
    )
    assert ("2", Change.DROPPED) in life_of(repeated, "Oil")
    listed = with_list(opening, "A doused lamp fills its place.", "A lamp has one wick.")
    assert ("2", Change.DROPPED) not in life_of(listed, "Oil")


@pytest.mark.parametrize(
    "item",
    [
        "The ruling that a doused lamp fills its place is withdrawn.",
        '"A doused lamp fills its place" is withdrawn.',
        "Deleted: A doused lamp fills its place.",
        "_Dropped:_ A doused lamp fills its place.",
        "[Removed] A doused lamp fills its place.",
        "~~A doused lamp fills its place.~~",
    ],
)
def test_a_list_of_changes_ends_the_ruling_that_it_tells_as_no_more_and_no_other_one(item: str) -> None:
    history = with_list(ONLY, item)
    assert life_of(history, "fills its place") == [("1", Change.FIRST_SEEN), ("2", Change.DROPPED)]
    assert life_of(history, "lit at dawn") == [("1", Change.FIRST_SEEN), ("3", Change.SAME)]


def test_words_quoted_behind_a_label_are_taken_out_of_a_text_and_end_no_ruling() -> None:
    version = read_text('# Ledger 2\n\n## Rulings by Term\n\n### Lamps\n\n - Removed: "at dawn".\n')
    assert [each.reference for each in version.statements] == [False]


def test_a_term_that_is_called_as_the_file_is_is_a_term() -> None:
    text = "# Kites\n\n## Rulings by Term\n\n### Gulls\n\n - A gull lands.\n\n### Kites\n\n - A kite rises.\n"
    assert [each.term for each in read_text(text).statements] == ["Gulls", "Kites"]
    again = "# Kites\n\n## Rulings by Term\n\n### Gulls\n\n - A gull lands.\n\n# Kites\n\n - A gull rises.\n"
    assert [each.term for each in read_text(again).statements] == ["Gulls", "Gulls"]


@pytest.mark.parametrize(
    "opening",
    [
        "<details>\n<summary>Sources</summary>\n<ul><li>A list.</li></ul>\n</details>\n\n# Kites\n\n{}\n",
        "# Kites\n\n## Introduction\n\n{}\n",
    ],
)
def test_a_mark_is_explained_anywhere_above_the_first_section_of_rulings(opening: str) -> None:
    told = opening.format("What is new since version 1 is marked with an asterisk (\\*) before it.")
    version = read_text(f"{told}\n## Rulings by Term\n\n### Gulls\n\n - \\* A gull lands.\n")
    assert [(each.words, each.marks) for each in version.statements] == [("A gull lands.", ("*",))]


@pytest.mark.parametrize("title", ["Moor Errata Sheet 1", "Moor Errata, Issue No. 2", "Errata Sheet"])
def test_a_sheet_of_errata_may_have_a_number(title: str) -> None:
    version = read_text(f'# {title}\n\n### Grey Gull\n\n- Change "two" to "three".\n')
    assert [(each.section, each.term) for each in version.statements] == [(SectionKind.ERRATA, "Grey Gull")]


CORPUS = """\
schema: 1
title: Moor
game: Moor
description: Walkers on a moor.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Moor Errata
    abbreviation: ME
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet-1.md}
      - {id: sheet-2, number: "2", date: "2005-01-01", path: sheet-2.md}
works:
  moor:
    title: Moor
    abbreviation: MM
    base: moor
    editions:
      - {id: moor, role: published, path: moor.md, date: "2000"}
      - {id: moor-emended, role: emended, path: emended.md, date: "2006"}
cards: {paths: [gull.md]}
"""
BOOK = "# Moor\n\n## Walking\n\nA walk takes one lamp.\n\n## Rests\n\n"
BOOK += "4.1 A rest is short.\n\n4.2 A rest takes one lamp.\n\n4.3 A rest ends.\n\n4.4 Walk on.\n\n4.5 Stop.\n"
GULL = "---\ntitle: Grey Gull\n---\n\n# Grey Gull\n\n### _Moor_\n\n> {: .card-text }\n> > It has two wings.\n"


def game(first: str, second: str, emended: str = BOOK) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {
        "moor.md": BOOK,
        "emended.md": emended,
        "sheet-1.md": f"# Moor Errata 1\n\n{first}\n",
        "sheet-2.md": f"# Moor Errata 2\n\n{second}\n",
        "gull.md": GULL,
    }
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


NOTHING = "### Grey Gull\n\n- It is a bird.\n"


@pytest.mark.parametrize(
    "order",
    [
        '### Moor, Walking\n\n- Under Walking, change "one lamp" to "two lamps".\n',
        '### Moor, Walking\n\n- Change "one lamp" to "two lamps".\n',
        '### Moor, 4.2\n\n- In 4.2, change "one lamp" to "two lamps".\n',
    ],
)
def test_an_order_may_name_its_place_again_that_its_heading_names(order: str) -> None:
    kb = game(NOTHING, order)
    found = [each for each in judge_book(kb, kb.books[WorkId("moor")]).findings if "one lamp" in each.stated.text]
    assert [(each.verdict, each.undone) for each in found] == [(Verdict.NOT_APPLIED, "it still has `one lamp`")]


def test_a_book_that_has_several_things_where_it_had_one_follows_the_order() -> None:
    emended = BOOK.replace("A walk takes one lamp", "A walk takes two lamps")
    kb = game(NOTHING, '### Moor, Walking\n\n- Change "one lamp" to "two lamps".\n', emended)
    found = [each for each in judge_book(kb, kb.books[WorkId("moor")]).findings if "one lamp" in each.stated.text]
    assert [each.verdict for each in found] == [Verdict.APPLIED_NEAR]
    assert tells_put(compare_words("two lamps"), compare_words("one lamp"))
    assert not tells_put(compare_words("two"), compare_words("one"))


def test_an_erratum_of_a_card_that_is_correct_as_printed_is_withdrawn() -> None:
    kb = game(
        '### Grey Gull\n\n- Change "two wings" to "three wings".\n',
        "### Grey Gull\n\n- The erratum of 1 January 2004 is withdrawn. The card is correct as printed.\n",
    )
    lives = kb.chronicles["sheet"].history.lives
    assert [[a.change for a in each.attestations] for each in lives] == [[Change.FIRST_SEEN, Change.DROPPED]]


def gull(first: str, second: str) -> str:
    """The card as a reader sees it, as emended."""
    kb = game(f"### Grey Gull\n\n- {first}\n", f"### Grey Gull\n\n- {second}\n")
    (card,) = emend_cards(kb)
    return card.printings[0].face.text


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (
            'Change "two wings" to "six wings".',
            'The erratum of Sheet 1 should read: Change "two wings" to "four wings".',
            "It has four wings.",
        ),
        ('Add "It may land."', 'In the erratum of Sheet 1, change "land" to "swim".', "It has two wings. It may swim."),
    ],
)
def test_an_erratum_to_an_erratum_stands_in_its_place_or_changes_its_words(first: str, second: str, text: str) -> None:
    assert gull(first, second) == text


def test_a_compendium_without_any_version_at_hand_has_no_lives() -> None:
    assert follow([], missing={"1": "1999-01"}).lives == ()
