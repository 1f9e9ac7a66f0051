"""Words that a text itself strikes: shown and counted, they hold no longer, in books, rulings, answers and cards."""

import shutil

import pytest

from kb.consulting import consult
from kb.coverage import account_words
from kb.files import read_corpus
from kb.graph import Kb
from kb.html import Looks, Page, TextPart, render_document, render_span
from kb.mentions import MentionFinder, mentions_in
from kb.model import Clause, WorkId
from kb.numbering import number_rules
from kb.pipeline import build_kb
from kb.queries.judging import judge_book
from kb.queries.terms import know_terms
from kb.readers.cards import read_card
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.search.gather import gather_records
from kb.sources.units import reading_text
from kb.terms import Inventory, Term, TermKind, name_key
from kb.text import Source, Span
from kb.tools.builders import read_templates
from kb.unapplied import Verdict
from tests.built import LANTERN, ROOT
from tests.lives import follow, read_version
from tests.made_pages import build_pages
from tests.word_account import words_in_nothing

LEDGER = "original/rulings/harbour-ledger-4.md"
ECHO = "A bell that is rung as an echo cannot crack."


def read_clause(text: str) -> Clause:
    return read_document(Source.from_text("a.md", f"{text}\n\n[^a]: Here.\n")).value.clauses[0]


@pytest.mark.parametrize(
    ("text", "current"),
    [
        ("A keeper may ~~not~~ sing.", "A keeper may sing."),
        ("A keeper <s>may not</s> <strike>shall</strike> <del>must</del> sing.", "A keeper sing."),
        ("<p>A keeper <s>may not</s> <strike>shall</strike> <del>must</del> sing.</p>", "A keeper sing."),
        ("A keeper may ~~un~~furl.", "A keeper may furl."),
        ("Both ~~may _never_ sing and [^a]~~ dance.", "Both dance."),
        ("A keeper <ins>may</ins> sing.", "A keeper may sing."),
        ("A keeper ~~may sing.", "A keeper ~~may sing."),
        ("A keeper <del>may sing.", "A keeper may sing."),
        ("| ~~one~~ | two |", "two"),
        ("~~Nobody sings.~~", ""),
    ],
)
def test_a_clause_has_the_words_that_hold(text: str, current: str) -> None:
    clause = read_clause(text)
    assert " ".join(clause.current.split()) == reading_text(clause.pieces) == " ".join(clause.told.split()) == current
    assert all(word in clause.text for word in current.split())


def test_no_struck_word_is_lost() -> None:
    document = read_document(
        Source.from_text("a.md", "# Lamps\n\nA keeper ~~may never~~ sings.\n\n~~All gone.~~\n")
    ).value
    account = account_words(document)
    assert (account.words, account.unexplained, account.places["clause"]) == (8, (), 7)


@pytest.mark.parametrize(
    ("text", "current"),
    [
        ("Keep <del>one.\n\nTwo.</del> Three.\n\nFour.", ["Keep", "Three.", "Four."]),
        ("<del>One.\n\nTwo.</del>\n\nThree.", ["", "", "Three."]),
        ("<s>\n\nOne.\n\nTwo.\n\n</s>\n\nThree.", ["", "Three."]),
        ("<del>\n\nOne.\n\n- two\n- three\n\n> four\n\n</del>\n\nFive.", ["", "", "", "", "", "", "Five."]),
        ("<del>\n\n## One\n\nTwo.\n\n</del>\n\nThree.", ["", "", "", "", "Three."]),
        ("- one <del>two\n- three</del> four\n- five", ["one", "four", "five"]),
        ("Keep <DEL>one.\n\n<del>Two.</del> Three.\n\nFour.</DEL> Five.", ["Keep", "", "Five."]),
        ("Keep <del>one.\n\nKeep <del>two.\n\nThree.</del> Four.", ["Keep one.", "Keep", "Four."]),
        ("Keep <del>one.\n\nTwo <s>three.\n\nFour</del> five.\n\nSix</s> seven.", ["Keep", "", "", "seven."]),
        ("<p>Keep <del>one</p><p>Two</del> three</p>", ["Keep  three "]),
        ("| keep <del>one | two</del> three |", ["keep  three"]),
        ("Keep <del/>one.\n\nTwo.</del> Three.", ["Keep one.", "Two. Three."]),
        ("Keep <del>one.\n\nTwo.</s> Three.", ["Keep one.", "Two. Three."]),
        ("<strike>\nOne.\n\nTwo.", [""]),
        ("<div><del>One.</div>\n\nTwo.", [""]),
        ("Keep <code><del></code> one.\n\n`</del>` two.", ["Keep  one.", "</del> two."]),
    ],
)
def test_an_element_strikes_what_stands_between_its_tags_in_whatever_blocks(text: str, current: list[str]) -> None:
    clauses = read_document(Source.from_text("a.md", text)).value.clauses
    assert [clause.current.strip() for clause in clauses] == [each.strip() for each in current]


def test_a_strike_that_nothing_ends_is_told_once() -> None:
    text = "Keep <del>one.\n\nTwo <s>three</s>.[^a]\n\n[^a]: Four <s>five.\n\n<strike>\nSix.\n"
    told = read_document(Source.from_text("a.md", text)).diagnostics
    assert [(each.code.code, each.line, each.column, each.message.split(":")[0]) for each in told] == [
        ("KB104", 1, 6, "`<del>` has no end tag"),
        ("KB104", 5, 12, "`<s>` has no end tag"),
        ("KB104", 7, 1, "`<strike>` has no end tag"),
    ]
    assert not read_document(Source.from_text("a.md", "Keep <del>one.\n\nTwo</del>.\n")).diagnostics


def test_a_footnote_called_among_struck_blocks_stays_and_holds() -> None:
    text = "<del>One.[^a]\n\nTwo.</del>\n\n[^a]: Here <s>there.\n\n    Gone.</s> Everywhere.\n"
    document = read_document(Source.from_text("a.md", text)).value
    kept = [piece for clause in document.clauses for piece in clause.pieces if not piece.struck]
    assert [piece.attr("id") for piece in kept] == ["a"]
    assert reading_text(document.definitions[0].pieces) == "Here Everywhere."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Keep <del>one.\n\nTwo *three*.</del> Four.", ["Keep <s>one.</s>", "<s>Two <em>three</em>.</s> Four."]),
        ("<del>\n\n- one\n- two\n\n</del>", ["<s>one</s>", "<s>two</s>"]),
        ("<del>\n\n| one | two |\n\n</del>", ["<s>one</s></td>", "<s>two</s></td>"]),
        ("<del>\n\n<p>One</p> <ul> <li>two</li> </ul>\n\n</del>", ["<p><s>One</s></p>", "<li><s>two</s>"]),
        ("A <strike>bell</strike> rings.", ["A <s>bell</s> rings."]),
        ("<del>\n\nOne ~~two~~ three.\n\n</del>", ["<s>One </s><s>two</s><s> three.</s>"]),
    ],
)
def test_pages_show_every_block_of_a_strike_struck(text: str, shown: list[str]) -> None:
    document = read_document(Source.from_text("a.md", text)).value
    html = "".join(
        part.html for part in render_document(document, Page(Looks(text=text))) if isinstance(part, TextPart)
    )
    assert [each for each in shown if each not in html] == []
    assert html.count("<s>") == sum(each.count("<s>") for each in shown)


def test_words_told_from_a_struck_block_are_struck() -> None:
    text = "<del>\n\nA bell rings at dawn.\n\n</del>"
    document = read_document(Source.from_text("a.md", text)).value
    at = text.index("rings")
    assert render_span(document, Span(at, at + 5), Looks(text=text)) == "<s>rings</s>"


RULED = "A keeper may carry two lamps at once, one in either hand."
TEXTS = """# Harbour Rules

## Lamps

{}
"""
LEDGER_TEXT = """# Ledger

## Rulings by Term

### Lamps

 - {}

## Card Errata and Rulings

### Brass Gull

 - The Brass Gull may be fed twice in one night.
"""


def consulted(ruling: str, body: str, published: str = "Nothing yet.") -> Kb:
    emended, old = (
        Source.from_text(f"{name}.md", TEXTS.format(said)) for name, said in (("e", body), ("p", published))
    )
    return consult([emended], [old, Source.from_text("l.md", LEDGER_TEXT.format(ruling))]).value


@pytest.mark.parametrize(
    ("ruling", "body", "verdicts"),
    [
        (RULED, f"~~{RULED}~~", [Verdict.NOT_APPLIED]),
        (RULED, f"A lamp is hot. <del>{RULED}</del>", [Verdict.NOT_APPLIED]),
        (RULED, RULED.replace("may", "may ~~not~~"), [Verdict.APPLIED]),
        (RULED, RULED.replace("two", "~~three~~ two"), [Verdict.APPLIED]),
        (RULED, RULED.replace("two", "~~two~~ three"), [Verdict.NOT_APPLIED]),
        (RULED.replace("two", "~~three~~ two"), RULED, [Verdict.APPLIED]),
        (RULED.replace("two", "~~two~~ three"), RULED, [Verdict.NOT_APPLIED]),
        (f"~~{RULED}~~", RULED, []),
        (RULED, f"<del>\n\nNothing yet.\n\n{RULED}\n\n</del>", [Verdict.NOT_APPLIED]),
        (f"<del>Lamps are heavy.\n - {RULED}</del>", RULED, []),
    ],
)
def test_a_ruling_stands_where_its_words_hold(ruling: str, body: str, verdicts: list[Verdict]) -> None:
    kb = consulted(ruling, body)
    assert [each.verdict for each in judge_book(kb, next(iter(kb.books.values()))).findings] == verdicts


CITED = "[^a]\n\n[^a]: {} See Ledger, [Lamps](/l/#lamps).\n"


def test_a_footnote_is_judged_by_what_holds() -> None:
    ruling = RULED.replace("two", "~~three~~ two")
    kb = consulted(ruling, RULED.replace("at once", "~~together~~ at once") + CITED.format(RULED))
    (verdict,) = kb.footnotes["e.md"]
    assert [(verdict.relation.value, each.relation.value, each.words) for each in verdict.references] == [
        ("verbatim", "verbatim", RULED)
    ]
    kb = consulted(ruling, "A lamp is hot." + CITED.format(ruling.replace("~~three~~ two", "three")))
    assert kb.footnotes["e.md"][0].relation.value == "near"


def test_a_footnote_behind_nothing_but_struck_words_supports_that_they_are_gone() -> None:
    kb = consulted("Strike that keepers carry lamps.", f"~~{RULED}~~{CITED.format('Strike it.')}", published=RULED)
    (verdict,) = kb.footnotes["e.md"]
    assert [each.words for each in verdict.references] == [RULED]


def test_struck_words_mention_nothing() -> None:
    finder = MentionFinder(
        Inventory.of([Term(TermKind.TERM, name_key(name), name, (name,)) for name in ("lamp", "bell", "wick oil")])
    )
    text = "A ~~bell is a lamp~~ lamp has wick ~~and lamp~~ oil.\n"
    document = read_document(Source.from_text("a.md", text)).value
    found = mentions_in(document.clauses[0], finder)
    assert [document.source.slice(each.span) for each in found] == ["lamp", "wick ~~and lamp~~ oil"]
    assert found[0].span.start == text.index("~~ lamp") + 3


def test_a_struck_rule_leaves_its_number_to_the_one_in_its_place() -> None:
    rules = ["6.1 One.", "~~6.2 Two.~~", "6.2 Three.", "6.3 Four.", "6.4 Five.", "6.5 Six."]
    document = read_document(Source.from_text("a.md", "\n\n".join(rules))).value
    assert number_rules(document).clauses == {"6.1": 0, "6.2": 2, "6.3": 3, "6.4": 4, "6.5": 5}


def test_a_version_holds_its_words_without_the_struck_ones() -> None:
    history = follow(
        [
            read_version("1", "2001-01-01", ["Lamps | A lamp burns one oil.", "Lamps | No lamp is lit at noon."]),
            read_version(
                "2", "2001-02-01", ["Lamps | A lamp burns ~~one~~ two oil.", "Lamps | ~~No lamp is lit at noon.~~"]
            ),
        ]
    )
    lived = {life.attestations[0].text: life.attestations[-1] for life in history.lives}
    assert {first: (last.change.value, last.text) for first, last in lived.items()} == {
        "A lamp burns one oil.": ("reworded", "A lamp burns two oil."),
        "No lamp is lit at noon.": ("dropped", ""),
    }


def test_a_card_and_an_answer_say_what_holds() -> None:
    card = (
        "# Kite\n\n## PRINTINGS\n\n### First\n\n> {: .kite-text }\n> > It ~~never~~ flies.\n\n - It ~~never~~ lands.\n"
    )
    printing = read_card(read_document(Source.from_text("cards/k.md", card)).value).value.printings[0]
    assert (printing.text, [each.text for each in printing.rulings]) == ("It flies.", ["It lands."])
    asked = (
        "Q: May it ~~sink~~ fly?\nA: It may ~~not~~ fly.\n\nQ: ~~Is it red?~~\nA: ~~It is.~~\n\nQ: Red?\nA: ~~Yes.~~\n"
    )
    outcome = read_faq(read_document(Source.from_text("q.md", asked)).value)
    assert [(each.context, each.words) for each in outcome.value.statements] == [("May it fly?", "It may fly.")]
    assert (words_in_nothing(outcome.value), outcome.diagnostics) == ([], ())


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Kb:
    """The embedded corpus, one rule of a book and two rulings of its newest ledger struck, wholly or in part."""
    folder = tmp_path_factory.mktemp("struck") / "lantern"
    shutil.copytree(LANTERN, folder)
    for path, old, new in (
        (LEDGER, "A carried bell may not be rung,", "A carried bell ~~may be thrown~~ may not be rung,"),
        (
            LEDGER,
            "A boat left without a crew stays",
            "~~A boat without a lamp sinks.~~ A boat left without a crew stays",
        ),
        ("emended/bells-below.md", ECHO, f"~~{ECHO}~~"),
    ):
        text = (folder / "texts" / path).read_text(encoding="utf-8")
        assert text.count(old) == 1 or path == "emended/bells-below.md"
        (folder / "texts" / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    corpus = read_corpus(folder).value
    assert corpus is not None
    return build_kb(corpus.manifest, corpus.texts).value


def test_struck_words_are_not_found(edited: Kb) -> None:
    found = [each for each in gather_records(edited, know_terms(edited)) if ECHO in each.text]
    assert [each.kind.value for each in found] == ["ruling"]
    assert not any("thrown" in each.text for each in gather_records(edited, know_terms(edited)))


def test_a_ruling_whose_words_the_book_strikes_is_open_though_its_footnote_stays(edited: Kb) -> None:
    judged = judge_book(edited, edited.books[WorkId("bells-below")])
    (found,) = (each for each in judged.findings if each.stated.text == ECHO)
    assert (found.verdict, found.records) == (Verdict.NOT_APPLIED, ())


def test_pages_show_struck_words_struck(edited: Kb) -> None:
    pages = build_pages(edited, read_templates(ROOT)).value
    assert f"<s>{ECHO}</s>" in pages["rules/bells-below/index.md"]
    assert "<s>may be thrown</s>" in pages["rulings/term/bells/index.md"]
    assert "<s>A boat without a lamp sinks.</s>" in pages["rulings/term/boats/index.md"]
