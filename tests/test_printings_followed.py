"""An emended book that follows the second printing: what it has anew was printed, and is no ruling's."""

from collections.abc import Iterator

import pytest

from kb.audit import authority_unnamed, uncited_change, uncited_clarification
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries.proofs import date_texts_cited, prove_book
from kb.text import Source

MANIFEST = """\
schema: 1
title: Clocks
game: Clocks
description: Clocks and who winds them.
rights: {owner: Nobody, statement: Free.}
works:
  clocks:
    title: Clocks
    abbreviation: CK
    base: clocks
    editions:
      - {id: clocks, role: published, date: "2000", path: first.md}
      - {id: clocks-2, role: ROLE, title: "Clocks, Second Printing", date: "2001", path: second.md}
      - {id: clocks-emended, role: emended, date: "2003", path: emended.md}
"""
FIRST = """\
# Clocks

## Winding

A clock is wound by its owner. It runs for five hours and stops.

Nobody may wind a clock that belongs to the church or the mayor.

| Clock | Hours |
|---|---|
| Tower clock | 5 |
"""
OFTEN = "\nA clock that is wound twice strikes twice.\n\nA bell is no clock, and nobody winds one.\n"
SINCE = OFTEN.replace("strikes twice", "strikes thrice").replace("nobody winds one", "only ringers wind one")
"""What the second printing has otherwise in any case."""
NOTE = "\n> **Clarification:** A clock that has stopped shows the hour at which it did.\n"
MANY = "It runs for six hours and stops."


def clocks(second: str, emended: str, role: str = "reprint", followed: bool = True) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST.replace("ROLE", role))).value
    assert manifest is not None
    body, notes, apparatus = emended.partition("\n[^1]:")
    body += SINCE if followed and role == "reprint" else OFTEN
    texts = {"first.md": FIRST + OFTEN, "second.md": second + SINCE, "emended.md": body + notes + apparatus}
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value


def codes(kb: Kb) -> Iterator[str]:
    for rule in (uncited_change, authority_unnamed, uncited_clarification):
        yield from (each.code.code for each in rule.audit(kb))


CHANGES = [
    ("It runs for five hours and stops.", MANY),
    ("stops.", "stops. Then it is wound anew."),
    ("by its owner", "by its owner or his son"),
    (" or the mayor", ""),
    ("5 |\n", f"5 |\n{NOTE}"),
]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_what_a_later_printing_has_needs_no_footnote(old: str, new: str) -> None:
    changed = FIRST.replace(old, new)
    assert [*codes(clocks(changed, changed))] == []
    assert len([*codes(clocks(FIRST, changed))]) == 1


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_what_somebody_copied_is_no_printing(old: str, new: str) -> None:
    changed = FIRST.replace(old, new)
    assert len([*codes(clocks(changed, changed, "transcription"))]) == 1


def test_an_editor_who_took_over_one_change_alone_does_not_follow_the_printing() -> None:
    changed = FIRST.replace("five hours", "six hours")
    assert [*codes(clocks(changed, changed, followed=False))] == ["KB411"]


def test_an_editor_who_cites_the_printing_for_a_change_has_to_for_others() -> None:
    changed = FIRST.replace("five hours", "six hours")
    told = changed.replace("and stops.", "and stops.[^1]") + "\n[^1]: See Clocks, Second Printing, Winding.\n"
    assert "KB411" in [*codes(clocks(changed, told))]


def test_a_footnote_may_tell_that_a_later_printing_has_a_sentence() -> None:
    new = FIRST.replace("stops.", "stops. Then it is wound anew.")
    told = new.replace("anew.", "anew.[^1]") + "\n[^1]: This sentence came in with the second printing.\n"
    assert [*codes(clocks(new, told))] == []
    assert [*codes(clocks(FIRST, told))] == ["KB413"]


def test_the_same_number_at_another_place_is_no_printing() -> None:
    second = FIRST.replace("five hours", "six hours")
    assert [*codes(clocks(second, second.replace("| 5 |", "| 6 |")))] == ["KB411"]


def test_what_a_printing_has_is_dated_by_it() -> None:
    anew, son = ("stops.", "stops. Then it is wound anew."), ("by its owner", "by its owner or his son")
    second = FIRST.replace(*anew)
    kb = clocks(second, second.replace(*son))
    proof = prove_book(kb, kb.books[WorkId("clocks")])
    assert proof is not None
    dates = {each.emended.strip(): each.issued for each in proof.records.records if each.substantive}
    assert dates["Then it is wound anew."] == "2001"
    assert dates["or his son"] is None


def test_a_change_is_dated_by_the_part_of_a_text_that_it_rests_on() -> None:
    digests = """\
# Clock Digests

## Digest 4 (3 May 2001)

**Q**: Do clocks strike at night?

**A**: A clock strikes at night and wakes the mayor.

## Digest 9

**Q**: Do bells?

**A**: A bell rings by day and by night.
"""
    listed = "documents:\n  - {id: digests, kind: faq, title: Clock Digests, date: 2002-03-04, path: digests.md}\n"
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST.replace("ROLE", "reprint") + listed)).value
    assert manifest is not None
    night, bell = "A clock strikes at night and wakes the mayor.", "A bell rings by day and by night."
    emended = FIRST.replace("stops.", f"stops. {night}[^1] {bell}[^2]")
    emended += f"\n[^1]: {night} See Clock Digests, Digest 4.\n[^2]: {bell} See Clock Digests, Digest 9.\n"
    texts = {"first.md": FIRST, "second.md": FIRST, "emended.md": emended, "digests.md": digests}
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    assert date_texts_cited(kb, kb.books[WorkId("clocks")]) == {"1": "2001-05-03", "2": "2002-03-04"}
