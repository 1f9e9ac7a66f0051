"""The same questions and answers laid out in the ways of many hands: each is read with its answer, and none is told."""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.text import Source, word_forms
from tests.word_account import words_in_nothing

ASKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "Queens": (
        ("May a queen fly twice?", "No, a queen flies once."),
        ("Who feeds a young queen?", "The nearest drone feeds her."),
    ),
    "Honey": (
        ("How many jars does a hive fill?", "A hive fills three jars each summer."),
        ("Can honey be sold in winter?", "Yes, to one buyer."),
    ),
    "Smoke": (
        ("Does smoke calm wasps?", "No."),
        ("When is the smoker lit?", "At noon, before the hives are opened."),
    ),
}
HEAD = "# Questions about Hives\n\nAnswers by the guild.\n\n"
Pair = Callable[[int, str, str], str]


def sheet(pair: Pair, *, parts: str = "\n\n", section: str = "## {}\n\n", ends: str = "") -> str:
    """A sheet of all questions, each with its answer as `pair` lays it out by its number in its section."""
    told = (
        section.format(name) + parts.join(pair(n, *each) for n, each in enumerate(pairs, 1)) + ends
        for name, pairs in ASKED.items()
    )
    return HEAD + "\n\n".join(told) + "\n"


def laid(line: str) -> Pair:
    """`{q}`, `{a}` and the number `{n}`; `{u}` is the question without its mark."""
    return lambda n, q, a: line.format(n=n, q=q, a=a, u=q.removesuffix("?"))


SIGNED: tuple[str, ...] = (
    "Q: {q}",
    "Q. {q}",
    "Q{n}: {q}",
    "Q {n}. {q}",
    "**Q:** {q}",
    "**Q**: {q}",
    "**Q: {q}**",
    "*Q: {q}*",
    "[Q] {q}",
)
SIGNED += (
    "**Question:** {q}",
    "Question {n}: {q}",
    "Q) {q}",
    "q: {q}",
    "> Q: {q}",
    "- Q: {q}",
    "* **Q:** {q}",
    "Q: {u}",
)
SIGNED += ("<strong>Q:</strong> {q}", "### Q: {q}", "### Q{n}. {q}", "### Q: {u}", "**Q** {q}", "Q - {q}", "Q: “{q}”")
SIGNED += ("NEW Q: {q}", "**NEW** **Q:** {q}", "[Updated] Q: {q}", "**Q:** {q}!", "Q: {q} (new)", "\\*Q: {q}")
SIGNED += ("### Question {n}\n\n{q}", "**Question {n}**\n\n{q}", "Question\n\n{q}")
SHOWN: tuple[str, ...] = (
    "### {q}",
    "#### {q}",
    "**{q}**",
    "*{q}*",
    "_{q}_",
    "***{q}***",
    "> **{q}**",
    "### {n}. {q}",
    "**{n}. {q}**",
)
SHOWN += ("{n}. **{q}**", "- **{q}**", "<b>{q}</b>", "<h3>{q}</h3>", "<p><b>{q}</b></p>", "**“{q}”**", "### “{q}”")
SHOWN += ("{q}", "{n}. {q}", "{n}) {q}", "({n}) {q}", '<a id="q{n}"></a>**{q}**', "### {u}", "**{u}**", "> {q}")
SHOWN += ("**[{q}](#top)**", "[{q}](#top)", "### [{q}](#top)", "**{q}** (new)", "### {q} (5 May 2001)", "**{q} [NEW]**")
SHOWN += (
    "*{q}* (v1.3)",
    "**{q}** (Ann Reed)",
    "### {q} ★",
    "**{q}<sup>new</sup>**",
    "### {q}!",
    "**{q}!**",
    "{q} (new)",
)
SHOWN += ("**{q} I have one jar left.**", "### {q} I have one jar left.")
ANSWERED: tuple[str, ...] = (
    "\n\nA: {a}",
    "\nA: {a}",
    "\n\n**A:** {a}",
    "\n\nA. {a}",
    "\n\nA{n}: {a}",
    "\n\nAnswer: {a}",
    "<br>\nA: {a}",
)
ANSWERED += ("\n\n**Answer:** {a}", "\n\n> A: {a}", "\n\n**A** {a}", "\n\n[A] {a}", "\n\nA) {a}", "\n\n**A: {a}**")
ANSWERED += ("\n\na: {a}", "\n\nNEW A: {a}", "\n\nAnswer\n\n{a}", "\n\n#### Answer\n\n{a}")
ANSWERED += ('\n\n<details markdown="1">\n<summary>Answer</summary>\n\n{a}\n\n</details>',)
BELOW: tuple[str, ...] = ("\n\n{a}", "\n\n*{a}*", "\n\n> {a}", "\n\n- {a}", "\n\n<p>{a}</p>", "\n\n   {a}")
BEHIND: tuple[str, ...] = ("\n{a}", "<br>\n{a}", "  \n{a}", " {a}", " — {a}")
LINKS = ("**[{q}](#top)**", "[{q}](#top)")
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "> {q}": ("\n\n**A** {a}", "\n\na: {a}"),
    "**{u}**": (*ANSWERED[1:2], ANSWERED[6], "\n\n**A: {a}**"),
    "**{q} I have one jar left.**": (ANSWERED[1], ANSWERED[6]),
    **dict.fromkeys(LINKS, ("\n\n#### Answer\n\n{a}",)),
}
"""What cannot be known: questions whose words do not ask, or that look like contents, answers like questions."""


def answers(asked: str) -> Iterator[str]:
    """How what is asked so may be answered."""
    yield from (told for told in (*ANSWERED, *BELOW) if told not in LEFT_OUT.get(asked, ()))
    if asked in SIGNED and "{u}" not in asked and not asked.startswith("### ") and "\n" not in asked:
        yield from BEHIND


WHOLE: Mapping[str, str] = {
    "table": sheet(laid("| {q} | {a} |"), parts="\n", section="## {}\n\n| Question | Answer |\n|---|---|\n"),
    "table without a head": sheet(laid("| {q} | {a} |"), parts="\n"),
    "counted table": sheet(
        laid("| {n} | {q} | {a} |"), parts="\n", section="## {}\n\n| No. | Q | A |\n|---|---|---|\n"
    ),
    "table with days": sheet(
        laid("| {q} | {a} | 5 May 2001 |"), parts="\n", section="## {}\n\n| Question | Answer | Day |\n|---|---|---|\n"
    ),
    "table, days first": sheet(
        laid("| 2001-05-05 | {q} | {a} |"), parts="\n", section="## {}\n\n| Day | Question | Answer |\n|---|---|---|\n"
    ),
    "table, a head of others": sheet(laid("| {q} | {a} |"), parts="\n", section="## {}\n\n| You | We |\n|---|---|\n"),
    "table in HTML": sheet(
        laid("<tr><td>{q}</td><td>{a}</td></tr>"), parts="\n", section="## {}\n\n<table>\n", ends="\n</table>"
    ),
    "definitions": sheet(laid("{q}\n: {a}")),
    "definitions with a mark": sheet(laid("Q: {q}\n: {a}")),
    "definitions in bold": sheet(laid("**{q}**\n: {a}")),
    "definitions, both marked": sheet(laid("{q}\n: A: {a}")),
    "definitions in HTML": sheet(
        laid("<dt>{q}</dt>\n<dd>{a}</dd>"), parts="\n", section="## {}\n\n<dl>\n", ends="\n</dl>"
    ),
    "nested": sheet(laid("- {q}\n  - {a}"), parts="\n"),
    "nested, marked": sheet(laid("- Q: {q}\n  - A: {a}"), parts="\n"),
    "nested, numbers": sheet(laid("{n}. {q}\n\n   {a}")),
    "nested, a break": sheet(laid("{n}. **{q}**<br>\n   {a}")),
    "nested, adjoining": sheet(laid("- **{q}**\n  {a}"), parts="\n"),
    "items by turns": sheet(laid("- Q: {q}\n- A: {a}"), parts="\n"),
    "rules between": sheet(laid("**{q}**\n\n{a}\n\n---")),
    "quoted": sheet(laid("> **Q:** {q}\n>\n> **A:** {a}")),
    "all quoted": sheet(laid("> {q}\n>\n> {a}")),
    "folded": sheet(laid('<details markdown="1">\n<summary>{q}</summary>\n\n{a}\n\n</details>')),
    "folded in HTML": sheet(laid("<details>\n<summary>{q}</summary>\n<p>{a}</p>\n</details>")),
    "fenced": sheet(laid("```\nQ: {q}\nA: {a}\n```")),
    "sections in bold": sheet(laid("Q: {q}\n\nA: {a}"), section="**{}**\n\n"),
    "sections and questions in bold": sheet(laid("**{q}**\n\n{a}"), section="**{}**\n\n"),
    "sections in bold, answers behind": sheet(laid("**{q}** {a}"), section="**{}**\n\n"),
    "underlined sections": sheet(laid("Q: {q}\n\nA: {a}"), section="{}\n------\n\n"),
    "contents": sheet(laid("**{q}**\n\n{a}")).replace(HEAD, HEAD + "- [Queens](#queens)\n- [Honey](#honey)\n\n"),
}


PLAIN: tuple[str, ...] = (
    "Q: {q}\n\nA: {a}",
    "**Q:** {q}\n**A:** {a}",
    "### {q}\n\n{a}",
    "**{q}**\n\n{a}",
    "Q: {q}\n\n{a}",
    "{q}\n: {a}",
)
PLAIN += (
    "{n}. **{q}**\n\n{a}",
    "**{q}** {a}",
    "### Q: {q}\n\n**A:** {a}",
    "- **Q:** {q}\n\n  **A:** {a}",
    "{q}\n\n{a}",
)
SET_IN = {"{q}\n: {a}": "  ", "{n}. **{q}**\n\n{a}": "   ", "- **Q:** {q}\n\n  **A:** {a}": "  "}
GOES_ON: tuple[str, ...] = (
    " (See rule 4.1.)",
    "\nSo it is,\nand so it was.",
    "<br>\nSo it is.",
    "\n\nIt is so.\n\nNo other hive may.",
    "\n\n---",
)
GOES_ON += ("\n\n- wax\n- comb", " These count:\n\n- Wax is soft.\n- Comb is hard.", "\n\n```\njars = 3\n```")
GOES_ON += ("\n\n| Hive | Jars |\n|---|---|\n| old | 2 |", "\n\n> 4.1 A hive that is full is shut.", "\n\n    jars = 3")
GOES_ON += ("\n\nUpdate: In spring it fills four.", "\n\n**Update (5 May 2001):** In spring it fills four.")
GOES_ON += ("\n\n*Edit, 5 May 2001: In spring it fills four.*", "\n\n**Not one jar more.**", "\n\n**Note:** no more.")
GOES_ON += ("\n\n**Old hives**\n\nThey fill two.", "\n\n*Ann Reed:* So it is.", "\n\n![A jar](jar.png)")
INTRODUCTIONS = (
    "- [May a queen fly twice?](#a)\n- [Who feeds a young queen?](#b)\n\n",
    "1. [May a queen fly twice?](#a)\n2. [Who feeds a young queen?](#b)\n\n",
    "- May a queen fly twice?\n- Who feeds a young queen?\n\n",
    "## Contents\n\n- [May a queen fly twice?](#a)\n- [Who feeds a young queen?](#b)\n\n",
    "[May a queen fly twice?](#a)<br>\n[Who feeds a young queen?](#b)\n\n",
    "* TOC\n{:toc}\n\n",
    "| [Queens](#queens) | [Honey](#honey) |\n\n",
    "Have you a question? Send it to us.\n\n",
    "**Version 2, 5 May 2001**\n\n",
    "{: .note }\n> **Note:** This sheet replaces version 1.\n\n",
)


@pytest.mark.parametrize("plain", PLAIN)
def test_what_goes_on_an_answer_is_of_it(plain: str) -> None:
    faults = {more: wrong_going_on(plain, more) for more in GOES_ON}
    assert not any(faults.values()), faults


def wrong_going_on(plain: str, more: str) -> list[str]:
    shown = re.sub(r"!\[(.*?)\]\(.*?\)|<br>|\|[-|]+\|", r" \1 ", more)
    inner = more.replace("\n", "\n" + SET_IN.get(plain, "")).replace("\n" + SET_IN.get(plain, "") + "\n", "\n\n")

    def pair(n: int, q: str, a: str) -> str:
        return laid(plain)(n, q, a + inner if "jars each" in a else a)

    return wrong(sheet(pair), shown)


@pytest.mark.parametrize("plain", PLAIN)
def test_what_stands_above_all_questions_is_none(plain: str) -> None:
    faults = {above: wrong(sheet(laid(plain)).replace(HEAD, HEAD + above)) for above in INTRODUCTIONS}
    assert not any(faults.values()), faults


@pytest.mark.parametrize("asked", [*SIGNED, *SHOWN])
def test_each_question_has_its_answer(asked: str) -> None:
    faults = {told: wrong(sheet(laid(asked + told))) for told in answers(asked)}
    assert not any(faults.values()), faults


@pytest.mark.parametrize("name", WHOLE)
def test_sheets_as_a_whole(name: str) -> None:
    assert wrong(WHOLE[name]) == []


@pytest.mark.parametrize(
    ("sheet_of", "due"),
    [
        ("**May it ring?**\n\nYes.\n\n**When it rains**\n\nTwice.", ["Yes. When it rains Twice."]),
        ("**May it ring?**\n\nYes.\n\n**When a bell is old**\n\nTwice.", ["Yes. When a bell is old Twice."]),
        ("**May it ring?**\n\nYes.\n\n**How often may it rest**\n\nTwice.", ["Yes.", "Twice."]),
        ("**May it ring?**\n\nYes.\n\n**1. Is it old**\n\nTwice.", ["Yes.", "Twice."]),
        ("Q: May it ring? I saw it.\n\nYes.\n\nQ: Is it old? It looks so.\n\nNo.", ["Yes.", "No."]),
        ("Q: May it ring?\n\nA: So:\n\na: once\n\nb: twice", ["So: a: once b: twice"]),
        ("Q: Who?\n\nA: One. Ann\n\nQ: Which?\n\nA: The other. Ann", ["One. Ann", "The other. Ann"]),
        ("> May it ring?\n\n> Is it old?", []),
    ],
)
def test_what_only_looks_like_a_question_or_an_answer_is_none(sheet_of: str, due: list[str]) -> None:
    document = read_document(Source.from_text("bells.md", f"# Bells\n\n{sheet_of}\n")).value
    assert [each.words for each in read_faq(document).value.statements] == due


def wrong(text: str, goes_on: str = "") -> list[str]:
    """What is not as it should be in a sheet of all questions: each is asked once below its heading, with its answer
    and no more, but for the one that `goes_on` so; no word is lost, nothing told."""
    outcome = read_faq(read_document(Source.from_text("hives.md", text)).value)
    found = [(each.term, _plain(each.context), _plain(each.words)) for each in outcome.value.statements]
    due = [(name, _plain(asked), _plain(told)) for name, pairs in ASKED.items() for asked, told in pairs]
    told = [f"{each.code.code} {each.line}" for each in outcome.diagnostics]
    if len(found) != len(due):
        told.append(f"{len(found)} answers")
    for (term, asked, answer), (on, context, words) in zip(due, found, strict=False):
        more = goes_on if "jars each" in answer else ""
        if on != term or asked not in context or words != f"{answer} {_plain(more)}".strip():
            told.append(f"{on}: {context} {words}")
    return [*told, *map(str, words_in_nothing(outcome.value))]


def _plain(said: str) -> str:
    return " ".join(word_forms(re.sub(r"[^\w\s]", " ", said)))


def read_pairs(text: str) -> list[tuple[str, str, str]]:
    """The heading, question and answer of each pair of a sheet in which no word is lost and nothing is told."""
    outcome = read_faq(read_document(Source.from_text("hives.md", text)).value)
    assert (outcome.diagnostics, words_in_nothing(outcome.value)) == ((), [])
    return [(each.term, each.context, each.words) for each in outcome.value.statements]
