"""A FAQ and errata document of numbered versions: errata under bold lines, clarifications with numbers, questions, and
marks of what is new.
"""

from kb.model import CompendiumVersion, SectionKind
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source

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
    return read_compendium(document, Declared(signs=("*",)), sections=phrases).value


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
