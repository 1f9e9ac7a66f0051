"""Patch notes as bullets: a name alone above its changes, and old and new words behind labels."""

import pytest

from kb.corpus import load_manifest
from kb.graph import Kb
from kb.instructions._turned import say_turned
from kb.pipeline import build_kb
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import carry_out, emend_cards
from kb.text import Source
from tests.test_blocks_in_turn import compiled, mill
from tests.test_patch_notes import CORPUS, MULE, WINCH

PRINTED, LOG = "Lift a stone. Then rest.", "Lift a log. Then rest."


def noted(listed: str) -> Kb:
    """The cards with notes as they stand in the file of one version; the others have nothing to say of them."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {"winch.md": WINCH, "mule.md": MULE, "notes-1.md": f"# Quarry Patch 1.1\n\n## Balance\n\n{listed}\n"}
    texts |= {f"notes-{n}.md": f"# Quarry Patch 1.{n}\n\n## Balance\n\n- It was a calm year.\n" for n in (2, 3)}
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def text_of(kb: Kb, name: str) -> str:
    """What a card says by these notes."""
    return next((each.printings[0].face.text for each in emend_cards(kb) if each.card.name == name), PRINTED)


@pytest.mark.parametrize(
    "listed",
    [
        '- **Winch**\n  - Old: "Lift a stone."\n  - New: "Lift a log."',
        "- **Winch:**\n  * was: Lift a stone.\n  * is now: Lift a log.",
        "- **Winch:** Old: Lift a stone. New: Lift a log.",
        '### Winch\n\n- Old: "Lift a stone."\n- New: "Lift a log."',
        '### Winch\n\n- Before: "Lift a stone."\n- After: "Lift a log."',
        '- **Winch**\n  - Load reduced from 3 to 2.\n  - Replaced "stone" with "log".',
        '- **Winch**\n  Replaced "stone" with "log".',
    ],
)
def test_old_and_new_words_below_a_name_are_an_order(listed: str) -> None:
    assert text_of(noted(listed), "Winch") == LOG


def test_each_name_has_its_own() -> None:
    kb = noted('- **Winch**\n  - Old: "stone"\n  - New: "log"\n- **Mule**\n  - Old: "cart"\n  - New: "sled"')
    assert (text_of(kb, "Winch"), text_of(kb, "Mule")) == (LOG, "Pull a sled.")


def test_figures_below_a_name_are_its_own() -> None:
    kb = noted("- **Winch**\n  - Load reduced from 3 to 2.\n  - Speed reduced from 2 to 1.")
    fields = dict(emend_cards(kb)[0].printings[0].face.fields)
    assert (fields["load"], fields["speed"]) == ("Load 2", "Speed 1")


@pytest.mark.parametrize(
    "listed",
    [
        '- **Winch**\n  - Old: "Lift a rope."\n  - New: "Lift a log."',
        '### Winch\n\n- Old: "Lift a stone."\n- It rests.',
    ],
)
def test_old_words_that_stand_nowhere_or_have_no_new_ones_are_told(listed: str) -> None:
    assert text_of(noted(listed), "Winch") == PRINTED


def test_bold_that_goes_on_in_the_next_line_names_nothing() -> None:
    (version, *_) = noted("- **A winch of\n  stone** stands still.").versions.values()
    assert [each.term for each in version.statements] == ["Balance"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('Old: "a stone" New: "a log"', 'Replace "a stone" with "a log"'),
        ("Winch: was: A stone. is now: A log.", 'Winch: Replace "A stone." with "A log."'),
        ("Old: A stone.", "Old: A stone."),
        ("New: A stone. Old: A log.", "New: A stone. Old: A log."),
        ("Old: A. New: B. New: C.", "Old: A. New: B. New: C."),
        ("It was a stone.", "It was a stone."),
    ],
)
def test_labels_say_what_becomes_of_words(words: str, said: str) -> None:
    assert say_turned(words) == said


def test_old_and_new_bullets_below_a_section_of_a_book_are_one_order() -> None:
    kb = mill(["### Night", 'Old: "Rats eat one sack."', 'New: "Rats eat two sacks."'])
    orders = [each for version in kb.versions.values() for each in carry_out(kb, version).orders if each.outcomes]
    assert all(isinstance(each, BookOrder) for each in orders)
    assert "- Rats eat two sacks.\n" in compiled(kb)
