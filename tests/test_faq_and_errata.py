"""A FAQ and errata document of numbered versions: errata under bold lines, clarifications with numbers, questions, and
marks of what is new.
"""

import pytest

from kb.attested import Change
from kb.audit import find_all
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import CompendiumVersion, SectionKind, VersionId, WorkId
from kb.pipeline import build_kb
from kb.queries.judging import judge_book
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.unapplied import Verdict
from kb.withdrawn import adds_to_others, takes_place
from tests.lives import follow

CARD_LIST = """\
# Errata

**Reed Rules, "Wading" (page 9)**

The third bullet point should read: "A heron cannot wade twice."

# Notes and Errata on Single Cards

**Grey Heron (Marsh 34)**

The ability on this card should read: "Wade once."

**Reed Boat (Marsh 41)**

Should read: "Limit once."

**Old Stilt (Marsh 2)** (v1.3)

This card should now read as follows: "It stands."

**\\*Mud Crab (Marsh 3)**

It pinches.
"""


def card_list() -> CompendiumVersion:
    phrases = {SectionKind.ERRATA: ("notes and errata on single cards",)}
    document = read_document(Source.from_text("faq.md", CARD_LIST)).value
    return read_compendium(document, Declared(marks={"*": "new"}), sections=phrases).value


def test_errata_beside_a_list_of_cards_errata_with_a_name_of_its_own_are_those_of_the_rules() -> None:
    assert [section.title for section in card_list().sections] == ["Errata", "Notes and Errata on Single Cards"]
    first = card_list().statements[0]
    assert (first.term, first.section) == ('Reed Rules, "Wading"', SectionKind.ERRATA)


def test_words_that_say_how_a_card_shall_read_are_no_name_of_it_nor_is_where_it_is_printed() -> None:
    terms = [each.term for each in card_list().statements[1:]]
    assert terms == ["Grey Heron", "Reed Boat", "Old Stilt", "Mud Crab"]


def test_a_mark_beside_a_term_in_bold_is_that_of_what_stands_below_it() -> None:
    assert [each.marks for each in card_list().statements[1:]] == [(), (), ("v1.3",), ("*",)]
    assert card_list().statements[-1].words == "It pinches."


QUESTIONS = """\
# Turn Sequence Rulings

**(1.1) Wading** (v1.3)

A heron wades once.

# Frequently Asked Questions

**Q: Does it sink?** (v1.3)

A: No. It stands.

<span style="color:red">**Q: Is the crab a bird?**</span>

<span style="color:red">A: No. It has claws.</span>
"""


def test_a_version_in_brackets_behind_a_question_marks_it_and_what_asks_is_no_term() -> None:
    read = read_compendium(read_document(Source.from_text("faq.md", QUESTIONS)).value).value
    told = [(each.term, each.words, each.marks) for each in read.statements]
    assert told == [
        ("(1.1) Wading", "A heron wades once.", ("v1.3",)),
        ("Frequently Asked Questions", "Does it sink? No. It stands.", ("v1.3",)),
        ("Frequently Asked Questions", "Is the crab a bird? No. It has claws.", ()),
    ]


CORPUS = """\
schema: 1
title: Reeds
game: Reeds
description: Reeds.
language: en
rights: {owner: us, statement: ours}
texts: texts
compendia:
  faq:
    title: Reed FAQ
    abbreviation: FAQ
    versions:
      - {id: faq-1.0, number: "1.0", date: "2017-02-01", path: one.md}
      - {id: faq-1.2, number: "1.2", date: "2018-02", missing: true}
      - {id: faq-2.1, number: "2.1", date: "2019-02-01", path: two.md}
works:
  reed:
    title: Reed Rules
    abbreviation: RR
    base: reed
    editions:
      - {id: reed, role: published, date: "2016", path: reed.md}
      - {id: reed-emended, role: emended, path: emended.md}
cards: {paths: [crab.md]}
"""
RULINGS = """\
# Reed FAQ

# Turn Sequence Rulings

**(1.1) Wading**

A heron that wades may not fly in the same turn.

**(1.2) Nests**

A nest with an egg in it is never moved by the flood.

# Frequently Asked Questions

**Q: Does the mud crab pinch a heron that flies?**

A: It pinches none that is above the water.

**Q: May a nest be built in a boat?**

A: No. Nests are built among the reeds only.
"""
CRAB = """\
# Mud Crab

## Marsh (2016)

> **Text:** It pinches.

- [FAQ {}](/faq/2.1/#turn-sequence-rulings) A heron that wades may not fly in the same turn.
"""


def noted(note: str, *, called: str = "2.1", words: str = "A heron that wades may not fly.") -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {
        "one.md": f"---\npermalink: /faq/1.0/\n---\n\n{RULINGS}",
        "two.md": f"---\npermalink: /faq/2.1/\n---\n\n{RULINGS}",
        "reed.md": "# Reed Rules\n\nHerons stand.\n",
        "emended.md": f"# Reed Rules\n\nHerons stand. {words}[^1]\n\n[^1]: {note}\n",
        "crab.md": CRAB.format(called),
    }
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def told(kb: Kb, *codes: str) -> list[str]:
    return [each.code.code for each in find_all(kb) if each.code.code in codes]


@pytest.mark.parametrize(
    ("note", "works"),
    [
        ('FAQ v1.0, (1.2): "A nest with an egg in it is never moved by the flood."', ["1.0"]),
        ('"A nest with an egg in it is never moved by the flood." FAQ v2.1, (1.2).', ["2.1"]),
        ("FAQ 1.0, (1.2): a nest with an egg “is never moved by the flood”.", ["1.0"]),
        ('FAQ v1.0 & v2.1, Frequently Asked Questions: "It pinches none that is above the water."', ["1.0", "2.1"]),
        ('FAQ v1.0, v2.1, (1.1): "A heron that wades may not fly in the same turn."', ["1.0", "2.1"]),
    ],
)
def test_the_number_of_a_rule_in_brackets_is_no_version_and_further_versions_may_have_a_v(
    note: str, works: list[str]
) -> None:
    kb = noted(note)
    (verdict,) = kb.footnotes["emended.md"]
    assert [each.work for each in verdict.cites] == [f"FAQ {work}" for work in works]
    assert told(kb, "KB413", "KB432", "KB435", "KB440", "KB442") == []


def test_a_version_that_no_text_has_is_told_where_numbers_have_parts() -> None:
    assert told(noted("FAQ 1.4 p. 7."), "KB435") == ["KB435"]
    assert told(noted("FAQ 1.0 p. 7."), "KB435") == []


@pytest.mark.parametrize(("number", "codes"), [("1.1", []), ("1.2", ["KB432"])])
def test_the_number_before_a_term_in_bold_is_where_its_rulings_stand(number: str, codes: list[str]) -> None:
    note = f'FAQ v2.1, ({number}): "A heron that wades may not fly in the same turn."'
    assert told(noted(note), "KB432") == codes


@pytest.mark.parametrize(("called", "codes"), [("2.1", []), ("1.0", ["KB532"]), ("2.1, Wading", [])])
def test_a_ruling_on_a_cards_page_is_named_by_the_whole_number_of_its_version(called: str, codes: list[str]) -> None:
    assert told(noted("Editorial.", called=called), "KB532") == codes


@pytest.mark.parametrize(
    "note",
    [
        '"A nest with an egg in it is never moved by the flood." FAQ v2.1, Errata, "Nest" (since v1.0).',
        "FAQ 2.1, [Rulings](/faq/2.1/#turn-sequence-rulings), “Nests”: “A nest with an egg in it is never moved"
        " by the flood.”",
        'FAQ v2.1, "Nests" (p. 3): "A nest with an egg in it is never moved by the flood."',
    ],
)
def test_the_title_of_an_entry_in_quotation_marks_is_no_quotation(note: str) -> None:
    (verdict,) = noted(note).footnotes["emended.md"]
    assert (verdict.quote or "").strip('"“”') == "A nest with an egg in it is never moved by the flood."


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ("since v1.0", []),
        ("new in v2.1", []),  # the version before it is not at hand
        ("no longer in version 2.1", ["KB450"]),
        ("not in v. 1.0", ["KB450"]),
        ("not in v1.0 of the rules", []),
    ],
)
def test_a_version_of_the_text_that_is_cited_may_be_named_by_its_number_alone(claim: str, codes: list[str]) -> None:
    note = f'FAQ v2.1, (1.1): "A heron that wades may not fly in the same turn." ({claim})'
    assert told(noted(note), "KB450") == codes


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("Nests are built among the reeds only.", Verdict.APPLIED),
        ("A heron sleeps in a boat.", Verdict.NOT_APPLIED),
    ],
)
def test_an_answer_stands_in_a_book_without_its_question(words: str, verdict: Verdict) -> None:
    kb = noted("FAQ v2.1, Frequently Asked Questions.", words=words)
    found = judge_book(kb, kb.books[WorkId("reed")]).findings
    assert [each.verdict for each in found if "boat" in each.stated.text] == [verdict]


LISTED = """\
# Errata on Single Cards

**Grey Heron (Marsh 34)**

{heron}

**Reed Boat (Marsh 41)**

Should read: "Limit once."
"""


def faq(number: str, heron: str) -> CompendiumVersion:
    phrases = {SectionKind.ERRATA: ("errata on single cards",)}
    document = read_document(Source.from_text(f"faq-{number}.md", LISTED.format(heron=heron))).value
    declared = Declared(version=VersionId(f"faq-{number}"), compendium="faq", number=number, date=f"200{number}")
    return read_compendium(document, declared, sections=phrases).value


@pytest.mark.parametrize(
    "told",
    [
        "This entry has been withdrawn.",
        "[Withdrawn]",
        'Should read: "Wade once a day." [withdrawn]',
        "**Grey Heron:** This erratum was deleted in 2003.",
    ],
)
def test_an_erratum_that_a_list_says_is_withdrawn_is_no_more_from_then_on(told: str) -> None:
    """Of the others, which a list may leave out, nothing is said."""
    first, second, third = faq("1", 'Should read: "Wade once a day."'), faq("2", "It wades."), faq("3", told)
    lives = follow([first, second, third]).lives
    heron = [[each.change for each in life.attestations] for life in lives if "Grey" in life.newest.term]
    assert [Change.FIRST_SEEN, Change.DROPPED] in heron
    assert all(changes[-1] is Change.DROPPED for changes in heron)
    boat = next(life for life in lives if "Boat" in life.newest.term)
    assert [each.change for each in boat.attestations] == [Change.FIRST_SEEN, Change.SAME, Change.SAME]


@pytest.mark.parametrize("mark", ["", "\\* ", "† ", "+ "])
def test_a_mark_before_the_subject_of_an_erratum_hides_it_not(mark: str) -> None:
    """The same entry had stood under its own name and, new in the next version, under the heading of the list."""
    text = f'# Marsh Errata\n\n## Errata\n\n### Marsh Rules\n\n{mark}**Heron Table:** Change "one" to "two".\n'
    declared = Declared(version=VersionId("m"), compendium="m", number="1", marks=dict.fromkeys(("*", "†", "+"), "new"))
    (told,) = read_compendium(read_document(Source.from_text("m.md", text)).value, declared).value.statements
    assert (told.term, told.words) == ("Heron Table", 'Heron Table: Change "one" to "two".')


@pytest.mark.parametrize(
    ("said", "adds"),
    [
        ("9 November 1997. This sheet adds to that of 3 June; it does not replace it.", True),
        ("This errata sheet supplements the first one.", True),
        ("This list does not repeat earlier errata. 9 November 1997.", True),
        ("9 November 1997.", False),
        ('This sheet adds to the first one. Heron: Change "one" to "two".', False),
        ("This heron adds to the first one.", False),
        ("This list of herons is public.", False),
        ("It adds to the score.", False),
        ("This document replaces all earlier versions.", False),
    ],
)
def test_a_list_that_says_that_it_adds_to_others_states_no_erratum_by_that(said: str, adds: bool) -> None:
    assert adds_to_others(said) is adds
    text = f'# Errata for the Marsh Rules\n\n{said}\n\n* Herons: Change "one" to "two".\n'
    declared = Declared(version=VersionId("m"), compendium="m", number="1")
    statements = read_compendium(read_document(Source.from_text("m.md", text)).value, declared).value.statements
    assert any(each.words == said and each.reference for each in statements) is (adds or takes_place(said))


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("This document replaces all earlier versions.", True),
        ("*This sheet supersedes the sheet of 3 May 2002.*", True),
        ("This errata document cancels and replaces any previous edition.", True),
        ("This version supersedes version 2.", True),
        ("This version supersedes version 12.", True),
        ("This sheet replaces the sheet dated 3/5/02.", True),
        ("All previous versions are superseded.", True),
        ("This document replaces the list of forbidden herons.", False),
        ("This list replaces the list from page 7 of the rulebook.", False),
        ("This document does not replace all earlier versions.", False),
        ("This document lists what earlier versions replace.", False),
        ("This ruling replaces all earlier rulings on herons.", False),
        ("This document replaces the rules of wading.", False),
        ("New entries are marked.", False),
    ],
)
def test_a_file_that_takes_the_place_of_those_before_it_is_whole_in_its_lists_too(said: str, whole: bool) -> None:
    """Elsewhere the silence of a list drops nothing."""
    assert takes_place(said) is whole
    heads = "# Marsh FAQ\n\n{}\n\n## Errata\n\n### Marsh Rules\n\n**Heron:** It wades.\n"
    boat = '\n**Boat:** Change "one" to "two".\n'
    texts = (heads.format("Version 1.") + boat, heads.format(f"Version 2. {said}"))
    versions = [
        read_compendium(
            read_document(Source.from_text(f"faq-{at}.md", text)).value,
            Declared(version=VersionId(f"faq-{at}"), compendium="faq", number=str(at), date=f"200{at}"),
        ).value
        for at, text in enumerate(texts, 1)
    ]
    lives = {life.newest.term: [each.change for each in life.attestations] for life in follow(versions).lives}
    assert lives["Heron"] == [Change.FIRST_SEEN, Change.SAME]
    assert lives["Boat"] == [Change.FIRST_SEEN, *([Change.DROPPED] if whole else [])]


@pytest.mark.parametrize(
    ("head", "count"),
    [("| Model | Printed | New |", 2), ("| The heron wades. | It flies. | It sinks. |", 3)],
)
def test_the_head_of_a_table_of_figures_is_none_of_its_rulings(head: str, count: int) -> None:
    text = f"# Marsh\n\n## Errata\n\n### Points\n\n{head}\n|---|---|---|\n| Heron | 11 | 13 |\n| Gull | 8 | 9 |\n"
    version = read_compendium(read_document(Source.from_text("m.md", text)).value).value
    assert len(version.statements) == count
