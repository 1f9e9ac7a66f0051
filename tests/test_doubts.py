"""What a check doubts of a change stands where its relation is told: `adapted` alone would vouch for it."""

from dataclasses import replace

import pytest

from kb.audit import find_all
from kb.graph import Kb
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.kites import BOOK, game, rulings
from tests.made_pages import build_pages

RULING = "A kite whose string has gone slack may not land at the pier before dawn. He who flies it pays for the string."
NOTE = f"[^a]: {RULING} See KR 1, [Landing](/kr-1/#landing).\n"
SAID = {
    "turned": "A kite whose string has gone slack may land at the pier before dawn.",
    "unlike": "Every pilot brings four buckets of herring to the feast of the harbour.",
    "": "A kite whose string has gone slack may not land at the pier before dawn.",
}
TOLD = {
    "turned": "But a check finds that it says otherwise",
    "unlike": "But a check finds that the source does not speak of all that was put in or taken out",
}


def page_of(kb: Kb, page: str) -> str:
    """A page of the book, as a build makes it after the audit."""
    audited = replace(kb, diagnostics=tuple(find_all(kb)))
    return build_pages(audited, read_templates(ROOT)).value[f"rules/kites/{page}index.md"]


@pytest.mark.parametrize("doubt", SAID)
@pytest.mark.parametrize("page", ["", "changes/", "records/"])
def test_a_change_that_a_check_doubts_is_told_so(doubt: str, page: str) -> None:
    other = "Whoever holds a string keeps dry.[^b]"
    note = "[^b]: Whoever holds a string keeps dry. See KR 1, [Flying](/kr-1/#flying).\n"
    said = rulings(Landing=RULING, Flying="Whoever holds a string keeps dry.")
    emended = f"{BOOK}\n{other}\n\n{SAID[doubt]}[^a]\n\n{NOTE}{note}"
    told = page_of(game([said], emended=emended), page)
    for name, words in TOLD.items():
        assert (words in told) == (name == doubt)
    assert told.count('class="relation doubt"') == bool(doubt), "the change beside it is not told of it"


@pytest.mark.parametrize(("was", "now"), [("may never land", "may land"), ("may hardly land", "may always land")])
def test_a_small_change_that_turns_its_sentence_is_doubted(was: str, now: str) -> None:
    """The finding is at the sentence, the change in the middle of it."""
    book = f"{BOOK}\nA kite whose string has gone slack {was} at the pier before dawn.\n"
    emended = book.replace(was, now).replace("dawn.", f"dawn.[^a]\n\n{NOTE}")
    kb = game([rulings(Landing=RULING)], book, emended)
    told = page_of(kb, "changes/")
    assert told.count('class="relation doubt"') == 1 and TOLD["turned"] in told


def test_what_was_edited_since_it_was_looked_through_is_not_told_doubted() -> None:
    """A preview shows a text with the findings of the one before."""
    said, right = (f"{BOOK}\n{SAID[each]}[^a]\n\n{NOTE}" for each in ("turned", ""))
    before, after = (game([rulings(Landing=RULING)], emended=each) for each in (said, right))
    old = replace(after, diagnostics=tuple(find_all(before)))
    assert TOLD["turned"] not in build_pages(old, read_templates(ROOT)).value["rules/kites/changes/index.md"]
