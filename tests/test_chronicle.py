"""A chronicle after edits is the chronicle written anew, and what is kept for that does not grow."""

import gc
from collections import Counter
from dataclasses import replace

import pytest

from kb.answers.ruling_list import Question, answer_question, as_opposed, find_applied, find_opposed
from kb.answers.ruling_text import render_history
from kb.chronicle import with_contradictions
from kb.dated import compile_as_of
from kb.dates import read_date
from kb.files import read_corpus
from kb.lives._sayings import Saying
from kb.lives._units import Unit
from kb.lives._wordings import Wording
from kb.memory import Memory
from kb.queries.proofs import prove_book, voices_of
from kb.queries.ruling_shelves import fill_shelves
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.built import LANTERN
from tests.edited_rulings import edit_in_turn, follow_texts, tell_same
from tests.kites import game, rulings
from tests.knowing import lantern as lantern_kb
from tests.made_pages import build_pages
from tests.test_site import templates


def test_after_edits_of_several_versions_it_is_what_it_is_anew() -> None:
    opened = read_corpus(LANTERN).value
    assert opened is not None
    entry = opened.manifest.compendia[0]
    paths = [each.text.path for each in (*entry.witnesses, *entry.issues) if each.text.path in opened.texts]
    memory, told = Memory(), set[object]()
    follow_texts(opened.manifest, opened.texts, memory)
    for texts in edit_in_turn(opened.texts, paths, 14):
        memory.turn()
        kept, anew = (follow_texts(opened.manifest, texts, each) for each in (memory, Memory()))
        assert all(tell_same(kept, anew).values())
        lives = [life for chronicle in kept.kb.chronicles.values() for life in chronicle.history.lives]
        told.add(tuple((each.words, each.statements) for life in lives for each in life.attestations))
    assert len(told) > 10, "nearly every edit tells"


def test_what_is_kept_of_edits_does_not_grow_with_them() -> None:
    opened = read_corpus(LANTERN).value
    assert opened is not None
    entry = opened.manifest.compendia[0]
    paths = [each.text.path for each in entry.issues if each.text.path in opened.texts]
    memory, counts = Memory(), []
    for number in range(12):
        text = opened.texts[paths[-1]].replace(b".\n", f" {number}.\n".encode(), 5)
        follow_texts(opened.manifest, {**opened.texts, paths[-1]: text}, memory)
        memory.turn()
        gc.collect()
        kinds = Counter(type(each) for each in gc.get_objects() if isinstance(each, Wording | Saying | Unit))
        counts.append({kind: kinds[kind] for kind in (Wording, Saying, Unit)})
    assert min(counts[2].values()) > 100
    assert counts[-1] == counts[2]


def test_a_version_in_which_no_ruling_was_read_drops_none() -> None:
    opened = read_corpus(LANTERN).value
    assert opened is not None
    newest = opened.manifest.compendia[0].issues[-1]
    texts = {**opened.texts, newest.text.path: b"# Harbour Ledger\n\nThe clerk has no ink.\n"}
    history = follow_texts(opened.manifest, texts, Memory()).kb.chronicles["harbour-ledger"].history
    assert [slot.at_hand for slot in history.slots] == [True, True, True, False]
    assert history.lives
    assert newest.id not in {each.version for life in history.lives for each in life.attestations}


def test_a_new_heading_is_no_reason_to_read_versions_that_lack_its_words() -> None:
    """Also those that state as a ruling what another has as a heading, and are read again for that."""
    opened = read_corpus(LANTERN).value
    assert opened is not None
    paths = [each.text.path for each in opened.manifest.compendia[0].issues if each.text.path in opened.texts]
    first, newest = opened.texts[paths[0]], opened.texts[paths[-1]]
    stated = b"\n#### Lamps\n"
    assert stated in first
    texts = {**opened.texts, paths[0]: first.replace(stated, b"\nLamps\n")}
    memory, read = Memory(), []
    for heading in (b"### Heronry", b"### Gullery"):
        edited = newest.replace(b"### The Long Dark", heading)
        assert edited != newest
        read.append(follow_texts(opened.manifest, {**texts, paths[-1]: edited}, memory).kb.versions)
    same = {name for name, version in read[0].items() if version is read[1][name]}
    assert same == read[0].keys() - {opened.manifest.compendia[0].issues[-1].id}
    assert "Lamps" in {each.term for each in next(iter(read[0].values())).terms}


@pytest.mark.parametrize(
    ("date", "decided"),
    [("2005-10-16", True), ("2004", True), ("2005", False), ("2005-10-17", False), ("2006-01-01", False), ("", False)],
)
def test_a_ruling_that_came_after_an_answer_has_decided_and_so_it_is_told_everywhere(date: str, decided: bool) -> None:
    """The ruling came with the third version, of 17 October 2005; the year 2005 may end after it."""
    kb = lantern_kb()
    (name, old), (sheet,) = next(iter(kb.chronicles.items())), kb.sheets.values()
    written = with_contradictions(old, kb.versions, [replace(sheet, date=date)])
    found = [each for each in written.value.contradictions if each.first.answer is not None]
    life = found[0].second.life
    assert life is not None
    assert life.stated[0].date == "2005-10-17"
    assert {each.decided for each in found} == {decided}
    told = [each.message for each in written.diagnostics if each.code.code == "KB522"]
    assert all(("older answer" in each) is decided for each in told)
    shelf = fill_shelves(replace(kb, chronicles={name: written.value}, memory=Memory()))[0]
    entry = next(each for each in shelf.entries if each.life.id == life.id)
    assert [as_opposed(each)["older"] for each in entry.opposed] == [decided]
    lines = " ".join("".join(text for _, text in line) for line in render_history(shelf, entry))
    assert ("an older answer said otherwise" in lines) is decided
    assert ("contradicted by" in lines) is not decided


def test_an_answer_is_held_against_the_words_a_ruling_had_then() -> None:
    """An answer of January 2003 agrees with the versions of 2001 and 2002; the third, of May 2003, turns round."""
    turned = (
        "A kite may be flown at the pier.",
        "A kite may be flown at the pier now.",
        "A kite may not be flown at the pier.",
    )
    kb = game([rulings(Pier=each) for each in turned])
    asked = "# Asked\n\nQ: May a kite be flown at the pier?\n\nA: Yes.\n"
    sheet = read_faq(read_document(Source.from_text("asked.md", asked)).value, name="asked", date="2003-01").value
    ((name, old),) = kb.chronicles.items()
    written = with_contradictions(old, kb.versions, [sheet]).value
    assert [each.decided for each in written.contradictions if each.first.answer is not None] == [True]
    shelf = fill_shelves(replace(kb, chronicles={name: written}, memory=Memory()))[0]
    told = {
        day: [as_opposed(each)["older"] for each in find_opposed(found)]
        for day in ("2001-06-01", "2002-06-01", "2004-01-01")
        for found in answer_question([shelf], Question(as_of=day)).found
    }
    assert told == {"2001-06-01": [], "2002-06-01": [], "2004-01-01": [False, True]}


def test_what_rests_on_a_reversed_ruling_holds_from_the_version_that_reversed_it() -> None:
    turned = (
        "A kite may be flown at the pier.",
        "A kite may not be flown at the pier.",
        "A kite may not be flown at the pier.",
    )
    book, note = "# Kites\n\n## Pier\n\nIt is long.", "See Kite Rulings 3, [Pier](/kr-3/#pier)."
    said = f"{book} A kite may not be flown at the pier.[^a]\n\n[^a]: A kite may not be flown at the pier. {note}\n"
    kb = game([rulings(Pier=each) for each in turned], f"{book}\n", said)
    (work,) = kb.books
    proof = prove_book(kb, kb.books[work])
    assert proof is not None
    made = {
        day: "may not be flown" in compile_as_of(proof.base.document, proof.records, voices_of(kb), read_date(day)).text
        for day in ("2001-06-01", "2002-06-01", "2004-01-01")
    }
    assert made == {"2001-06-01": False, "2002-06-01": True, "2004-01-01": True}
    shelf = fill_shelves(kb)[0]
    applied = [
        len(find_applied(found)) for day in made for found in answer_question([shelf], Question(as_of=day)).found
    ]
    assert applied == [0, 1, 1]
    assert "6 May 2002" in build_pages(kb, templates()).value["rules/kites/changes/index.md"]


MAY, NOT = "A kite may be flown at the pier.", "A kite may not be flown at the pier."
TIED, LOST = "A kite that is flown here must be tied to a post.", "A kite that falls into the water is lost for good."
PIER = "# Kites\n\n## Pier\n\nIt is long.\n"
DAYS = ("2001-01-01", "2001-06-01", "2002-06-01", "2003-06-01", "2004-06-01")


def held_on(versions: list[str], says: str, version: int) -> list[bool]:
    """Whether a paragraph that a footnote quotes from a version stood in the book on each of the days."""
    note = f"{says} See Kite Rulings {version}, [Pier](/kr-{version}/#pier)."
    kb = game([rulings(Pier=each) for each in versions], PIER, f"{PIER}\n{says}[^a]\n\n[^a]: {note}\n")
    proof = prove_book(kb, next(iter(kb.books.values())))
    assert proof is not None
    voices = voices_of(kb)
    days = map(read_date, DAYS)
    made = [says in compile_as_of(proof.base.document, proof.records, voices, each).text for each in days]
    since = DAYS.index(next(day for day, there in zip(DAYS, made, strict=True) if there))
    page = build_pages(kb, templates()).value["rules/kites/changes/index.md"]
    assert f"6 May {2000 + since}" in page[page.index("since") :]
    return made


@pytest.mark.parametrize(
    ("versions", "says", "version", "made"),
    [
        ([MAY, MAY, NOT, NOT], MAY, 1, [0, 1, 1, 1, 1]),
        ([MAY, NOT, NOT, NOT], NOT, 2, [0, 0, 1, 1, 1]),
        ([MAY, NOT, MAY, MAY], MAY, 3, [0, 0, 0, 1, 1]),
        ([MAY, NOT, MAY, MAY], NOT, 2, [0, 0, 1, 1, 1]),
        ([NOT, MAY, NOT, MAY], NOT, 3, [0, 0, 0, 1, 1]),
    ],
)
def test_what_rests_on_what_a_ruling_said_once_holds_since_then(
    versions: list[str], says: str, version: int, made: list[int]
) -> None:
    assert held_on(versions, says, version) == list(map(bool, made))


@pytest.mark.parametrize(
    ("versions", "made"),
    [
        ([TIED, f"{TIED}\n{LOST}"], [0, 0, 1]),
        ([LOST, f"{TIED}\n{LOST}"], [0, 0, 1]),
        ([f"{TIED}\n{LOST}", f"{TIED}\n{LOST}"], [0, 1, 1]),
    ],
)
def test_what_has_sentences_of_two_rulings_names_both_and_holds_once_both_do(
    versions: list[str], made: list[int]
) -> None:
    says = f"{TIED} {LOST}"
    assert held_on(versions, says, 2)[:3] == list(map(bool, made))
    note = f"[^a]: {says} See Kite Rulings 2, [Pier](/kr-2/#pier).\n"
    kb = game([rulings(Pier=each) for each in versions], PIER, f"{PIER}\n{says}[^a]\n\n{note}")
    (record,) = (each for book in kb.books.values() for each in book.emendations if each.authorities)
    lives = {life.id: life.newest.text for each in kb.chronicles.values() for life in each.history.lives}
    assert {lives[name] for each in record.authorities for name in each.rulings} == {TIED, LOST}


@pytest.mark.parametrize(
    ("last", "date", "told"),
    [
        ("A kite may not be flown at the pier.", "2004", [False]),
        ("A kite may not now be flown off or at the pier.", "2004", [False]),
        ("A kite may be flown at the pier.", "2004", []),
        ("A kite may be flown at the pier.", "2002-12", []),  # it was turned round since
        ("A rope is sold by the fathom.", "2004", []),
        ("A rope is sold by the fathom.", "", [False]),
        ("A rope is sold by the fathom.", "2000", [True]),
    ],
)
def test_an_answer_is_held_once_against_each_ruling_and_not_against_what_had_ended(
    last: str, date: str, told: list[bool]
) -> None:
    """Two wordings deny it; a third goes on with them, turns them round, or the version has the ruling no more."""
    worded = ("A kite may not be flown at the pier.", "A kite may never be flown at the pier.", last)
    kb = game([rulings(Pier=each) for each in worded])
    asked = "# Asked\n\nQ: May a kite be flown at the pier?\n\nA: Yes.\n"
    sheet = read_faq(read_document(Source.from_text("asked.md", asked)).value, name="asked", date=date).value
    ((_, old),) = kb.chronicles.items()
    written = with_contradictions(old, kb.versions, [sheet])
    found = [each for each in written.value.contradictions if each.first.answer is not None]
    assert [each.decided for each in found] == told
    assert [each.code.code for each in written.diagnostics if each.code.code == "KB522"] == ["KB522"] * len(told)
