"""What the site tells of emending: the records of a book and their proof, and the rulings it has and lacks."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.answers.unapplied import list_unapplied
from kb.book_pages.judged import judge_books, quote_changes
from kb.book_pages.records import prove_books, view_records
from kb.cli import build_app
from kb.dated import compile_as_of
from kb.dates import Days
from kb.force import Status
from kb.graph import Kb
from kb.html.quotes import curl
from kb.model import ClauseKind, WorkId
from kb.places.base import Base
from kb.places.terms import link_terms
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import carry_out, outcome_of
from kb.queries.judging import judge_book
from kb.queries.proofs import prove_book, voices_of
from kb.queries.states import find_book_states
from kb.readers.kramdown import read_document
from kb.ruling_pages.instructions import list_instructed
from kb.sentences import find_sentences
from kb.site.links import check_links
from kb.text import Source, Span
from kb.tools.builders import read_templates
from kb.unapplied import OWN, Verdict
from tests.built import LANTERN, ROOT
from tests.made_pages import build_pages
from tests.same_named import read
from tests.test_site import knowledge, pages

BELLS = WorkId("bells-below")
COAST = WorkId("the-drowned-coast")
HAND = """\
schema: 1
work: the-drowned-coast
base: {edition: the-drowned-coast, sha256: "%s"}
records:
  - clause: lamps.p2
    emended: A lamp lit this turn must be fed this dusk.
    rulings: [lamps-53dsw3]
  - clause: lamps.p2
    published: words that never stood there
    emended: others
    status: accepted
  - clause: lamps.p1
    emended: Nobody has agreed to this.
    status: declined
    reason: The publisher took it back.
    rulings: [lamps-rjqugh]
"""


def make(kb: Kb) -> dict[str, str]:
    """The pages of a knowledge base; no link of theirs leads nowhere."""
    made = dict(build_pages(kb, read_templates(ROOT)).value)
    assert list(check_links({path.removesuffix("index.md"): text for path, text in made.items()})) == []
    return made


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^<>]*>", " ", html)).split())


@cache
def base() -> Base:
    made = Base.of(knowledge())
    made.terms = link_terms(made)
    made.proofs, made.judged = prove_books(made.kb), judge_books(made.kb)
    return made


# Records


def test_every_record_of_a_book_is_on_its_page() -> None:
    for work in (BELLS, COAST):
        proof = prove_book(knowledge(), knowledge().books[work])
        assert proof is not None and proof.is_equal
        page = pages()[f"rules/{work}/records/index.md"]
        ids = re.findall(r'<li class="record" id="([^"]*)"', page)
        assert sorted(ids) == sorted(record.id for record in proof.records.records)
        assert f"Compiled from {len(ids)} records: equal to the hand-made text, byte for byte." in page


def test_a_record_of_substance_leads_to_its_change_and_its_ruling() -> None:
    view = view_records(base(), knowledge().books[BELLS], f"rules/{BELLS}/records/")
    told = [record for _, _, records in view.sections for record in records]
    assert len(told) == sum(record.substantive for record in knowledge().books[BELLS].emendations)
    for record in told:
        assert record.change is not None
        assert record.change.in_changes == f"../changes/#{record.id}"
    assert sum(bool(record.rulings) for record in told) == 23
    assert all(record.dated for record in told if record.rulings)


def test_figures_of_the_page_are_those_of_the_book() -> None:
    text = plain(pages()[f"rules/{BELLS}/records/index.md"])
    [row] = [kept for kept in base().judged.values() if kept.book.work.id == BELLS]
    counts = list_unapplied(row)["counts"]
    assert isinstance(counts, dict)
    for name, words in (("applied", "Applied"), ("applied-near", "Applied nearly"), ("not-applied", "Not applied")):
        assert f"{words} {counts[name]}" in text
    assert re.search(r"Words changed (\d+) Traced (\d+) \(\d+%\) Verified (\d+)", text)


@pytest.mark.parametrize("work", [BELLS, COAST])
def test_each_count_of_a_book_says_what_it_counts_and_they_agree(work: str) -> None:
    book, told = knowledge().books[WorkId(work)], plain(pages()[f"rules/{work}/records/index.md"])
    weighty = sum(each.substantive for each in book.emendations)
    proof = prove_book(knowledge(), book)
    assert proof is not None
    records = proof.records.records
    tally = re.search(r"Compiled from (\d+) records.*? (\d+) of substance, (\d+) of spelling.*?, (\d+) of layout", told)
    assert tally is not None
    every, *parts = map(int, tally.groups())
    assert every == sum(parts) == len(records)
    assert f"counts {len(book.emendations)}, of these {weighty} of substance" in told
    changes = plain(pages()[f"rules/{work}/changes/index.md"])
    assert f"{weighty} changes of substance , {len(book.emendations) - weighty} of" in changes
    assert f"The {weighty} changes in a list" in changes


def test_records_that_do_not_rebuild_the_book_show_where(corpus: Path) -> None:
    result = CliRunner().invoke(build_app("emend"), ["emend", "extract", "bells-below", "--corpus", str(corpus)])
    assert result.exit_code == 0
    place = corpus / "texts/emended/bells-below.md"
    text = place.read_text("utf-8")
    place.write_text(text.replace("carried bell", "tied bell"), encoding="utf-8")
    line = text[: text.index("carried bell")].count("\n") + 1
    page = make(read(corpus))[f"rules/{BELLS}/records/index.md"]
    assert f"differs from the hand-made text from line {line} on" in page
    assert "The records are kept in <code>records/bells-below.yml</code>" in page
    shown = unescape(page)
    assert "\n-" in shown and "tied bell" in shown and "\n+" in shown


def test_signs_that_read_alike_are_shown_as_they_stand_in_the_files(corpus: Path) -> None:
    place = corpus / "texts/emended/bells-below.md"
    text = place.read_text("utf-8")
    (corpus / "records/bells-below.yml").unlink()
    place.write_text(text.replace("coast---it", "coast—it"), encoding="utf-8")
    page = make(read(corpus))[f"rules/{BELLS}/records/index.md"]
    assert '<pre class="excerpt">---</pre><p class="meta">becomes</p><pre class="excerpt">—</pre>' in page
    assert "—</ins>" not in page


def test_a_record_not_made_is_told_with_its_reason(corpus: Path) -> None:
    """A book that is compiled from records only has its page too, and what was refused stands first on it."""
    (corpus / "texts/emended/the-drowned-coast.md").unlink()
    published = (corpus / "texts/original/rulebooks/the-drowned-coast.md").read_bytes()
    (corpus / "records").mkdir(exist_ok=True)
    hand = HAND % Source.from_bytes("base", published).sha256
    (corpus / "records/the-drowned-coast.yml").write_text(hand, encoding="utf-8")
    page = plain(make(read(corpus))[f"rules/{COAST}/records/index.md"])
    assert "there is no hand-made text" in page
    assert page.index("Records that were not made") < page.index("Changes of substance")
    assert "The words do not stand there" in page
    assert "The publisher took it back." in page and "declined" in page


# The texts a book has had


def test_every_distinct_text_has_a_page_and_stands_in_the_table() -> None:
    """By another route: what `kb emend compile --as-of` gives on the first day of each is what its page says."""
    kb = knowledge()
    book = kb.books[BELLS]
    proof = prove_book(kb, book)
    assert proof is not None and book.base is not None and book.emended is not None
    states = find_book_states(kb, book, proof)
    table = pages()[f"rules/{BELLS}/states/index.md"]
    newest_first = re.findall(r'<li data-from="([^"]*)"(?: id="\1")?><p><a href="([^"]*)">', table)
    rows = newest_first[::-1]
    assert [day for day, _ in rows] == ["", *(state.first.isoformat() for state in states[1:])]
    assert rows[0][1] == "../published/" and rows[-1][1] == "../"
    texts = []
    for state, (_, address) in zip(states, rows, strict=True):
        compiled = compile_as_of(book.base.document, proof.records, voices_of(kb), Days(state.first, state.first))
        texts.append(compiled.text)
        if state.book is not None:
            assert address == f"../@{state.first.isoformat()}/"
            assert state.book.emended is not None
            assert state.book.emended.document.source.text == compiled.text
            page = pages()[f"rules/{BELLS}/@{state.first.isoformat()}/index.md"]
            for clause in state.book.emended.document.clauses[:40]:
                if clause.kind is ClauseKind.PARAGRAPH and len(clause.text.split()) > 6:
                    assert clause.text.split()[3] in plain(page)
    assert len(set(texts)) == len(texts) == 6
    assert texts[-1] == book.emended.document.source.text


def test_what_was_not_in_force_is_listed_with_the_day_it_came_in() -> None:
    kb = knowledge()
    proof = prove_book(kb, kb.books[BELLS])
    assert proof is not None
    of = {record.id for record in proof.records.records if record.substantive}
    for state in find_book_states(kb, kb.books[BELLS], proof):
        waiting = {each.record.id for each in state.waiting if each.record.substantive}
        assert waiting == of - state.made
        if state.book is not None:
            page = pages()[f"rules/{BELLS}/@{state.first.isoformat()}/index.md"]
            assert page.count('<li class="record">') == len(waiting) + len(state.reworded) + len(state.outlived)
            assert all(each.joins is not None and each.joins > state.first for each in state.waiting)


def test_changes_in_later_words_than_their_rulings_had_are_told() -> None:
    """A ruling on the first hand has been there since the first version; these words for it came with the third."""
    words, texts = "however many keepers", LANTERN / "texts/original/rulings"
    has = {number: words in (texts / f"harbour-ledger-{number}.md").read_text("utf-8") for number in (1, 2, 3, 4)}
    assert [number for number, there in has.items() if there] == [3, 4]
    proof = prove_book(knowledge(), knowledge().books[COAST])
    assert proof is not None
    dated = [each for each in find_book_states(knowledge(), knowledge().books[COAST], proof) if each.book is not None]
    told = {state.first: plain(pages()[f"rules/{COAST}/@{state.first.isoformat()}/index.md"]) for state in dated}
    assert any(words in page for page in told.values())
    for state in dated:
        page = told[state.first]
        before, _, later = page.partition("In later words")
        assert bool(later) == bool(state.reworded)
        if words in before and state.first.isoformat() < "2005-10-17":
            assert words in later.partition("Not yet in force")[0]


def test_changes_in_words_that_their_rulings_have_no_more_are_told(corpus: Path) -> None:
    """The fourth version, of May 2006, turns round what the book has from the third: a state of that month tells it."""
    place = corpus / "texts/original/rulings/harbour-ledger-4.md"
    said = "A bell that is rung as an echo cannot crack."
    text = place.read_text("utf-8")
    assert said in text
    place.write_text(text.replace(said, "A bell that is rung as an echo may crack at once."), encoding="utf-8")
    kb = read(corpus)
    proof = prove_book(kb, kb.books[BELLS])
    assert proof is not None
    states = [each for each in find_book_states(kb, kb.books[BELLS], proof) if each.book is not None]
    told = {each.first.isoformat(): [(known.record, known.version) for known in each.outlived] for each in states}
    assert {day for day, known in told.items() if known} == {day for day in told if day >= "2006-05-08"} != set()
    assert {known for each in told.values() for known in each} == {("echoes~l2ky65", "HL 4")}
    shown = make(kb)
    for day, known in told.items():
        page = plain(shown[f"rules/{BELLS}/@{day}/index.md"])
        assert ("1 change rests on a ruling that had these words no more." in page) is bool(known)
        assert ("HL 4 has it in other words" in page.rpartition("In earlier words")[2]) is bool(known)


def test_versions_that_are_missing_make_a_state_uncertain(corpus: Path) -> None:
    """Without the second and third version nobody knows in which of them a ruling of the fourth came."""
    for number in (2, 3):
        (corpus / f"texts/original/rulings/harbour-ledger-{number}.md").unlink()
    kb = read(corpus)
    proof = prove_book(kb, kb.books[BELLS])
    assert proof is not None
    states = find_book_states(kb, kb.books[BELLS], proof)
    uncertain = [each for each in states[0].waiting if each.dated.status is Status.UNDETERMINED]
    assert uncertain and all(each.dated.between == ("HL 1", "HL 4") for each in uncertain)
    shown = make(kb)
    told = {
        any(each.dated.status is Status.UNDETERMINED for each in state.waiting): plain(
            shown[f"rules/{BELLS}/@{state.first.isoformat()}/index.md"]
        )
        for state in states
        if state.book is not None
    }
    assert "Not certain" in told[True] and "Not certain" not in told[False]
    assert re.search(r"changes came later\. Of these, \d+ may have been in force already\.", told[True])


# Rulings


def test_every_ruling_that_concerns_a_book_is_on_the_page() -> None:
    for work in (BELLS, COAST):
        judged = judge_book(knowledge(), knowledge().books[work])
        page = pages()[f"rules/{work}/unapplied/index.md"]
        kept = [each for each in judged.findings if each.verdict is not Verdict.REFERENCE]
        assert page.count('<div class="ruling">') == len(kept)
        text = plain(page)
        for found in kept:
            assert curl(" ".join(found.stated.text.split())) in text
            assert re.search(rf'href="[^"#]+#{found.stated.id}"', page), "it leads to the ruling on its page"
        for reason in knowledge().books[work].work.explained:
            assert reason.reason in text


def test_an_address_leads_to_each_ruling_that_a_book_has_or_lacks() -> None:
    """An editor sends it to a colleague: the one that opens the ruling tells nothing of the book."""
    for work in (BELLS, COAST):
        page = pages()[f"rules/{work}/unapplied/index.md"]
        led = re.findall(r'<a class="permalink" href="#([^"]+)"', page)
        assert len(led) == page.count('<div class="ruling">') == len(set(led))
        assert all(page.count(f'<li id="{each}">') == 1 for each in led)


def test_the_box_of_the_emended_page_tells_what_is_left_out_and_why() -> None:
    judged = judge_book(knowledge(), knowledge().books[BELLS])
    wanted = [
        each.stated.id
        for each in judged.findings
        if each.verdict is Verdict.EXPLAINED or (each.verdict is Verdict.NOT_APPLIED and OWN.intersection(each.grounds))
    ]
    page = pages()[f"rules/{BELLS}/index.md"]
    match = re.search(r'<details class="ended left-out".*?</details>', page)
    assert match is not None
    assert len(re.findall("<li>", match.group())) == len(wanted) > 0
    for ident in wanted:
        assert f'#{ident}"' in match.group()
    assert knowledge().books[BELLS].work.explained[0].reason in unescape(match.group())
    assert 'href="unapplied/"' in match.group()


@pytest.mark.parametrize(
    ("text", "put", "said"),
    [
        (
            "Oil burns. A lamp is\nsnapped *with or* without oil. It is out.",
            "with or",
            "A lamp is snapped <mark>with or</mark> without oil.",
        ),
        ("Oil burns. A lamp is snapped. It is out.", "A lamp is snapped.", "A lamp is snapped."),
        ("Oil burns. A lamp is snapped. It is out.", "snapped. It", "A lamp is <mark>snapped. It</mark> is out."),
        ("Oil, and a lamp, and a boat.", ", and a lamp", "Oil<mark>, and a lamp</mark>, and a boat."),
        (
            "Oil burns.\n\n> A lamp & a boat.",
            "burns.\n\n> A lamp",
            "Oil <mark>burns.</mark> <mark>A lamp</mark> &amp; a boat.",
        ),
        ("Oil burns.", "", ""),
    ],
)
def test_words_put_into_a_sentence_are_shown_in_it_and_marked(text: str, put: str, said: str) -> None:
    document = read_document(Source.from_bytes("oil.md", text.encode())).value
    start = text.index(put)
    record = replace(knowledge().books[BELLS].emendations[0], emended_span=Span(start, start + len(put)))
    assert " ".join(quote_changes(document, [record])) == said


def test_a_sentence_that_several_changes_put_words_into_is_shown_once_with_all_of_them() -> None:
    text = "Oil burns. A lamp & a boat, and a bell, are one. It is out. Rain is rain."
    document = read_document(Source.from_bytes("oil.md", text.encode())).value
    made = knowledge().books[BELLS].emendations[0]
    places = [Span(start := text.index(put), start + len(put)) for put in ("a bell", "A lamp &", "Rain")]
    said = quote_changes(document, [replace(made, emended_span=span) for span in places])
    assert list(said) == [
        "<mark>A lamp &amp;</mark> a boat, and <mark>a bell</mark>, are one.",
        "<mark>Rain</mark> is rain.",
    ]


def test_what_a_book_says_in_its_stead_is_whole_sentences_of_it() -> None:
    for work in (BELLS, COAST):
        judged = judge_book(knowledge(), knowledge().books[work])
        page = pages()[f"rules/{work}/unapplied/index.md"]
        clauses = [" ".join(each.text.split()) for each in judged.document.clauses]
        sentences = {clause[each.start : each.end] for clause in clauses for each in find_sentences(clause)}
        for quoted in re.findall(r'<p class="said"><span class="meta">[^<]*</span>(.*?)</p>', page):
            words = plain(re.sub("</?mark>", "", quoted))
            assert any(words.startswith(each) for each in map(curl, sentences)), words


def test_a_corpus_without_rulings_has_no_such_pages() -> None:
    kb = knowledge()
    made = make(replace(kb, versions={}, rulings=(), chronicles={}))
    assert not any("unapplied" in path for path in made)
    assert "left-out" not in made[f"rules/{BELLS}/index.md"]


# Instructions


def test_every_instruction_is_on_the_page_under_what_came_of_it() -> None:
    kb = knowledge()
    version = kb.newest_version
    assert version is not None
    done = carry_out(kb, version)
    page = pages()["rulings/instructions/harbour-ledger/index.md"]
    for outcome, wanted in Counter(map(outcome_of, done.orders)).items():
        match = re.search(rf"{{: #kb:{outcome} .*?(?=\n## )", page, re.DOTALL)
        assert match is not None and match.group().count('<div class="ruling">') == wanted
    for order in done.orders:
        assert curl(" ".join(order.order.instruction.words.split())) in plain(page)
    assert "rulings/instructions/harbour-ledger" not in pages()["rulings/index.md"]
    assert 'href="instructions/harbour-ledger/"' in pages()["rulings/index.md"]


def test_an_instruction_for_a_book_leads_to_the_clause_it_changes() -> None:
    kb = knowledge()
    version = kb.newest_version
    assert version is not None
    page = pages()["rulings/instructions/harbour-ledger/index.md"]
    clauses = [
        outcome.changes[0].clause
        for order in carry_out(kb, version).orders
        if isinstance(order, BookOrder)
        for text, outcome in order.outcomes
        if outcome.changes and str(text.id) == str(text.work)
    ]
    assert clauses and all(f'/published/#{clause}"' in page for clause in clauses)


def test_cards_stand_beside_what_their_errata_make_of_them() -> None:
    """Two printings of Gannet are changed, and the second of Slack Water is right already."""
    page = pages()["rulings/instructions/harbour-ledger/index.md"]
    cards = dict(re.findall(r"### (.*?) \{: #kb:card-\d+ [^\n]*\n\n([^\n]*)", page))
    assert sorted(cards) == [
        "Black Squall",
        "Gannet",
        "Held Breath",
        "Slack Water",
        "The Bell of Small Hours",
        "The Merry Widow",
    ]
    assert {name: html.count('class="faces diff"') for name, html in cards.items() if html.count("faces") != 1} == {
        "Gannet": 2
    }
    published, emended = cards["Held Breath"].split(">As emended<")
    assert "before a dive" in published and "<ins>" not in published
    assert re.search(r"<ins>.*after a drowned town is turned face-up", emended)
    for html in cards.values():
        assert "Harbour Ledger\N{NO-BREAK SPACE}4, Card Errata and Rulings" in html, "with the authority"


def test_rulings_without_instructions_have_no_such_page() -> None:
    kb = knowledge()
    silent = {name: replace(version, statements=()) for name, version in kb.versions.items()}
    assert [title for _, title in list_instructed(base(), "")] == ["Harbour Ledger of Collected Rulings"]
    assert list(list_instructed(replace(base(), kb=replace(kb, versions=silent)), "")) == []


def test_how_much_of_a_book_carries_an_authority_leads_to_where_that_is_counted() -> None:
    book, records = (pages()[f"rules/bells-below/{each}index.md"] for each in ("", "records/"))
    address, anchor = re.findall(r'href="([^"#]*)(#[^"]*)">\d+% of the changed words', book)[0]
    assert address == "records/"
    _, _, counted = records.partition(f"{{: {anchor} ")
    assert "Words changed" in counted[:600]


def test_the_first_text_of_a_book_that_a_ruling_is_older_than_has_no_dot_before_the_next(corpus: Path) -> None:
    """No day of the first text is known on which anything changed, and none came before it."""
    place = corpus / "corpus.yml"
    published = 'id: bells-below, role: published, date: "2005-06"'
    text = place.read_text("utf-8")
    assert published in text
    place.write_text(text.replace(published, published.replace("2005-06", "2005-11")), encoding="utf-8")
    shown = make(read(corpus))
    states = sorted(path for path in shown if path.startswith(f"rules/{BELLS}/@"))
    ways = [plain(re.findall(r'<p class="ways">(.*?)</p>', shown[path], re.S)[-1]) for path in states]
    assert ways[0].endswith("→") and "What changed that day" not in ways[0]
    assert not [each for each in ways if each.startswith("·") or each.endswith("·")]
