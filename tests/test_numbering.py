"""Rules with numbers of their own: told, cited, linked, emended and looked for by them."""

import re
from functools import cache

import pytest

from kb.answers.search import Kind
from kb.graph import Kb
from kb.numbering import Numbering, find_cited, number_rules, rule_of, rule_span, whole_rule
from kb.places.web import Tie
from kb.queries.emended_books import carry_out_on_book
from kb.queries.judging import judge_book
from kb.queries.terms import know_terms
from kb.readers.kramdown import read_document
from kb.search import SearchIndex
from kb.search.gather import gather_records
from kb.site import open_base
from kb.text import Source
from kb.tools.builders import read_templates
from kb.unapplied import Ground, Verdict
from tests.answered import newest
from tests.built import ROOT
from tests.made_pages import build_pages
from tests.numbered import FERRY, RULES, ferry


def numbering(text: str) -> Numbering:
    return number_rules(read_document(Source.from_text("a.md", text)).value)


def rules_of(text: str) -> list[str]:
    return list(numbering(text).clauses)


@cache
def game() -> Kb:
    return ferry()


@cache
def pages() -> dict[str, str]:
    outcome = build_pages(game(), read_templates(ROOT))
    return dict(outcome.value)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1.1 One.\n\n1.2 Two.\n\n1.3 Three.\n", ["1.1", "1.2", "1.3"]),
        ("**1.1** One.\n\n**[1.2]** Two.\n\n§1.3 Three.\n\nCase 1.4: Four.\n", ["1.1", "1.2", "1.3", "1.4"]),
        ("(1.9) One.\n\n(1.10) Two.\n\n(1.11) Three.\n", ["1.9", "1.10", "1.11"]),
        ("1.31 One.\n\n1.32 Two.\n\n1.4 Three.\n", ["1.31", "1.32", "1.4"]),
        ("- 1.1a One.\n- 1.1b Two.\n- 1.2 Three.\n", ["1.1a", "1.1b", "1.2"]),
        ("## 2 Winds\n\n2.1 One.\n\n2.2 Two.\n\n2.3 Three.\n", ["2", "2.1", "2.2", "2.3"]),
        ("1.1 One.\n\n1.2 Two.\n", []),
        ("1.5 pence it costs.\n\n0.5 pence more.\n\n0.1 pence less.\n\n0.05 of them.\n", []),
        ("1.1 A.\n\n1.2 B.\n\n1.2 C.\n\n1.3 D.\n\n1.4 E.\n\n1.5 F.\n", ["1.1", "1.3", "1.4", "1.5"]),
        ("| 1.1 | a |\n| 1.2 | b |\n| 1.3 | c |\n", []),
        ("Plain words, 1.1 in them.\n", []),
        ("A1.1 One.\n\nA1.2 Two.\n\nB1.1 Three.\n", ["A1.1", "A1.2", "B1.1"]),
        ("• 1.1 One.\n\n• 1.2 Two.\n\n• 1.3 Three.\n", ["1.1", "1.2", "1.3"]),
        ("1.1 One.\n\n(a) By day.\n\n(b) By night.\n\n1.2 Two.\n\n1.3 C.\n", ["1.1", "1.1(a)", "1.1(b)", "1.2", "1.3"]),
        ("1.1 One.\n\n(b) By night.\n\n1.2 Two.\n\n1.3 Three.\n", ["1.1", "1.2", "1.3"]),
        ("1.1 One.\n\n1.2 Two.\n\n1.3 Three.\n\n## Notes\n\n(a) By day.\n", ["1.1", "1.2", "1.3"]),
        (
            "Rule 7. A.\n\n(a) B:\n\n(i) C;\n\n(ii) D.\n\n(b) E.\n\nRule 8. F.\n\nRule 9. G.\n",
            ["7", "7(a)", "7(a)(i)", "7(a)(ii)", "7(b)", "8", "9"],
        ),
        ("## Rule 1\n\nA.\n\n## Rule 2\n\nB.\n\n## Rule 3\n\nC.\n", ["1", "2", "3"]),
        ("§ 1. One.\n\n§ 2. Two.\n\n§ 3. Three.\n", ["1", "2", "3"]),
        (
            "Rule 1. A.\n\nRule 3. C.\n\nRule 2. B.\n\nRule 4. D.\n\nRule 5. E.\n\nRule 6. F.\n",
            ["1", "3", "2", "4", "5", "6"],
        ),
        ("Rule 3 says so.\n\nRule 1 does not.\n\nRule 2 may.\n", []),
        (
            "1.1 Days 3\n\n1.2 Nights 4\n\n2.1 Piers 5\n\n## Rules\n\n"
            "1.1 It is day.\n\n1.2 It is night, a long one.\n\n2.1 It ends.\n",
            ["1.1", "1.2", "2.1"],
        ),
    ],
)
def test_numbers_that_go_up_are_those_of_rules(text: str, numbers: list[str]) -> None:
    assert rules_of(text) == numbers


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("See 6.3 for tides.", ["6.3"]),
        ("(but see 6.31)", ["6.31"]),
        ("A lamp (7.11) burns.", ["7.11"]),
        ("as rules 6.1 and 7.11 say", ["6.1", "7.11"]),
        ("rules 6.1, 6.2 or 6.3", ["6.1", "6.2", "6.3"]),
        ("[6.2] No ferry crosses.", ["6.2"]),
        ("that it may not enter by 6.2, if", ["6.2"]),
        ("see section 6 of it", ["6"]),
        ("It pays 1.5 pence.", []),
        ("It costs 1.5%, or £6.31, or 6.3.1997.", []),
        ("a tide of 6.3 feet", []),
        ("version v6.3", []),
        ("per 5.3 and 5.4(a)", ["5.3", "5.4(a)"]),
        ("as rule 7(b)(iii) says", ["7(b)(iii)"]),
        ("as 4.21 says, unlike 5.3", ["4.21", "5.3"]),
        ("unless 4.21 forbids it or 5.3 allows it", ["4.21", "5.3"]),
        ("(exceptions: 5.24, 6.1)", ["5.24", "6.1"]),
        ("a boat of 4.2.1 may", ["4.2.1"]),
        ("(4.21/5.3)", ["4.21", "5.3"]),
        ("sections 5 and 6", ["5", "6"]),
        ("as § 5 and §§ 6, 7 say", ["5", "6", "7"]),
        ("as described in 4.21 and modified by 5.3", ["4.21", "5.3"]),
    ],
)
def test_a_number_is_cited_where_words_say_so(text: str, cited: list[str]) -> None:
    found = list(find_cited(text))
    assert [each.number for each in found] == cited
    assert [text[each.span.start : each.span.end] for each in found] == cited


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("[7.1] Change it.", "7.1"),
        ("In rule 6.31, replace it.", "6.31"),
        ("(8.31a) A ferry.", "8.31a"),
        ("Case 7.2: It is.", "7.2"),
        ("It costs 1.5 pence.", ""),
        ("1.5% of them.", ""),
        ("Rule 7(b)(iii): It is.", "7(b)(iii)"),
        ("Rule 7: It is.", "7"),
        ("In § 7, replace it.", "7"),
        ("", ""),
    ],
)
def test_what_words_are_about_stands_first(words: str, number: str) -> None:
    assert rule_of(words) == number


def test_of_contents_and_rules_the_rules_have_the_numbers() -> None:
    found = numbering(
        "1.1 Days\n\n1.2 Nights\n\n2.1 Piers\n\n1.1 It is day.\n\n1.2 It is night.\n\n2.1 It ends here.\n"
    )
    assert dict(found.clauses) == {"1.1": 3, "1.2": 4, "2.1": 5}


def test_a_part_that_counts_anew_is_no_contents() -> None:
    part = "1.1 Ferries cross.\n\n1.2 Piers stand.\n\n1.3 Tides turn.\n\n"
    assert rules_of(f"# Basic\n\n{part}# Advanced\n\n{part}1.4 Lamps burn.\n") == ["1.4"]
    headed = part.replace("1.", "## 1.").replace(" cross.", "\n\nThey cross.")
    assert rules_of(f"{headed}# Advanced\n\n{headed}## 1.4 Lamps\n") == ["1.4"]


def test_a_number_means_the_rule_it_is_a_part_of_where_it_is_none() -> None:
    known = {"5.4", "5.4(a)", "7(b)"}
    assert [whole_rule(each, known) for each in ("5.4", "5.4(a)", "5.4a", "5.4(c)", "7(b)(iii)", "9.9", "5")] == [
        "5.4", "5.4(a)", "5.4(a)", "5.4", "7(b)", "", ""
    ]  # fmt: skip


def test_a_rule_holds_its_parts_and_no_more() -> None:
    document = read_document(Source.from_text("a.md", RULES)).value
    numbering = number_rules(document)

    def words(number: str) -> str:
        span = rule_span(document, numbering, numbering.clauses[number])
        return document.source.text[span.start : span.end]

    assert "At ebb" in words("6.3") and "any tide" in words("6.3") and "Piers" not in words("6.3")
    assert words("6.31").strip().endswith("pence.")
    assert "7.12" in words("7.1") and "6.31" in words("6.0") and "Piers" not in words("6.0")


def test_errata_by_number_are_carried_out_in_their_rule() -> None:
    kb = game()
    done = carry_out_on_book(kb, newest(kb), kb.books[FERRY])
    base = kb.books[FERRY].base
    assert base is not None
    told = []
    for order in done:
        outcome = next(outcome for edition, outcome in order.outcomes if edition is base)
        changed = [(each.old, each.new) for each in outcome.changes]
        told.append((order.order.instruction.target.headings, changed, outcome.tried.refusal))
    heads = [headings for headings, _, _ in told]
    assert heads == [("7.1",), ("6.2",), ("6.3",), ("6.31",), ("7.11",), ("8.4",)]
    changes = {headings[0]: changed for headings, changed, _ in told}
    assert changes["7.1"] == [("Three ferries", "Four ferries")]
    assert changes["6.2"] == [("at night", "in fog")]
    assert changes["6.31"] == [("1.5", "2")]
    assert changes["7.11"][0][1].strip() == "Light it at dusk."
    assert told[-1][2] is not None and told[-1][2].value == "target-missing"


def test_rulings_by_number_concern_the_book_that_has_the_rule() -> None:
    kb = game()
    judged = judge_book(kb, kb.books[FERRY])
    grounds = {each.stated.text: each.grounds for each in judged.findings}
    assert sum(Ground.NUMBERED in each for each in grounds.values()) == 7
    assert not any("8.4" in text for text in grounds)
    assert {each.verdict for each in judged.findings} == {Verdict.NOT_APPLIED}


def test_a_number_that_two_books_have_tells_nothing() -> None:
    kb = ferry(second=RULES.replace("Ferry", "Barge"))
    judged = judge_book(kb, kb.books[FERRY])
    assert not any(Ground.NUMBERED in each.grounds for each in judged.findings)


def test_the_search_knows_rules_by_number() -> None:
    kb = game()
    inventory = know_terms(kb)
    index = SearchIndex.of(gather_records(kb, inventory), inventory)
    found = index.find("6.31", [Kind.CLAUSE], 3).hits
    assert found and found[0].record.title == "Ferry Rules, 6.0 Crossing, 6.31"


def test_pages_lead_from_numbers_to_rules() -> None:
    page = pages()["rules/ferry/index.md"]
    links = dict(re.findall(r'<a class="term" href="([^"]*)">([^<]*)</a>', page))
    assert {words for words in links.values() if "." in words} >= {"6.3", "6.31", "6.1", "7.11"}
    assert "1.5" not in links.values()
    for address, number in links.items():
        clause = re.search(rf'id="{re.escape(address.removeprefix("#"))}"[^>]*>(.*)', page)
        assert clause is not None and number in clause.group(1)
    for number in ("6.1", "6.31", "7.1", "7.11"):
        assert page.count(f'id="{number}"') == 1
    ruling = pages()["rulings/term/clarifications/index.md"]
    assert re.search(r'\(<a class="term" href="[^"]*rules/ferry/#[^"]*">6\.31</a>\)', ruling)


def test_clauses_are_cited_by_their_number() -> None:
    page = pages()["rules/ferry/index.md"]
    assert re.search(r'aria-label="[^"]*6\.31[^"]*" id="6\.31"', page)


def test_the_graph_tells_what_cites_a_rule() -> None:
    web = open_base(game(), {}).web
    cited = next(ident for ident, node in web.nodes.items() if node.title.endswith(", 7.11"))
    into = [other for tie, other in web.into[cited] if tie is Tie.CITES]
    assert any(web.nodes[other].title.endswith(", 7.12") for other in into)
    assert any(other.startswith("ruling:clarifications-") for other in into)
