"""The same questions and answers by mail, laid out in the ways of many hands: each is read with its answer,
and nothing that the mail put there is a word of one."""

from collections.abc import Mapping

import pytest

from tests.test_layouts_of_questions import ASKED, read_pairs

HEADERS: Mapping[str, str] = {
    "none": "",
    "short": "From: Ann Reed <ann@hives.example>\nSubject: Re: {}\n\n",
    "full": "From: Ann Reed <ann@hives.example>\nTo: hives@hives.example\nDate: Mon, 5 May 1997 10:11:12 -0400\n"
    "Subject: Re: {}\nMessage-ID: <12@hives.example>\n\n",
    "in bold": "**From:** Ann Reed<br>\n**Subject:** {}\n\n",
    "counted": "Message 12\nFrom: Ann Reed\nSubject: {}\n\n",
    "rule": "---\n\n",
}
TOPICS: Mapping[str, str] = {
    "heading": "## {}\n\n",
    "brackets": "[{}]\n\n",
    "stars": "*** {} ***\n\n",
    "bold": "**{}**\n\n",
    "brackets above a header": "[{}]\n\nFrom: Ann Reed\nSubject: Hives\n\n",
    "title": "{}\n\n",
}
WRITTEN: tuple[str, ...] = (
    "",
    "Tom Hale wrote:\n",
    "Tom Hale wrote:\n\n",
    "On 5 May 1997, Tom Hale <tom@hives.example> wrote:\n",
)
WRITTEN += ("In article <12@hives.example>, tom@hives.example (Tom Hale) writes:\n", "> From: Tom Hale\n>\n")
WRITTEN += (
    "At 10:11 05/05/97 -0400, Tom Hale wrote:\n",
    "Tom Hale asked:\n",
    "-----Original Message-----\nFrom: Tom\n\n",
)
QUOTED: tuple[str, ...] = ("> {}", ">> {}", ">{}", "> I have one jar.\n>\n> {}", "> I have one jar. {}")
ANSWERED: tuple[str, ...] = (
    "\n\n{}",
    "\n{}",
    "\n\n{}\n\nAnn",
    "\n\n{}\n\n- Ann",
    "\n\nA: {}",
    "\n\n  {}",
    "\n\n==> {}",
)
SIGNED: tuple[str, ...] = ("\n\n{}\n\n-- \nAnn Reed\nann@hives.example", "\n\n{}\n--\nAnn Reed")
AROUND: tuple[str, ...] = ("{}", "```\n{}\n```\n", "<pre>\n{}\n</pre>\n")


def mails(above: str, written: str = WRITTEN[1], quoted: str = "> {}", answered: str = "\n\n{}") -> str:
    """A mail for each question, or one for all below a topic where that stands above."""
    topics = []
    for name, pairs in ASKED.items():
        told = [f"{written}{quoted.format(asked)}{answered.format(answer)}" for asked, answer in pairs]
        one = above in TOPICS.values()
        topics += [above.format(name) + "\n\n".join(told)] if one else [above.format(name) + each for each in told]
    return "\n\n".join(topics) + "\n"


def wrong(text: str, *, topics: bool = False) -> list[str]:
    found = read_pairs(text)
    due = [(name if topics else "", *pair) for name, pairs in ASKED.items() for pair in pairs]
    if len(found) != len(due):
        return [f"{len(found)} answers"]
    return [
        f"{term}: {asked} {told}"
        for (term, asked, told), (name, question, answer) in zip(found, due, strict=True)
        if term != name or not asked.endswith(question) or told.lstrip("=> ") != answer
    ]


@pytest.mark.parametrize("header", HEADERS)
def test_each_question_by_mail_has_its_answer(header: str) -> None:
    cells = [(written, "> {}", told) for written in WRITTEN for told in ANSWERED]
    cells += [(WRITTEN[1], quoted, told) for quoted in QUOTED for told in ANSWERED]
    cells += [(WRITTEN[1], "> {}", told) for told in SIGNED]
    faults = {cell: wrong("# Hive Digest\n\n" + mails(HEADERS[header], *cell)) for cell in cells}
    assert {cell: each for cell, each in faults.items() if each} == {}


@pytest.mark.parametrize("topic", TOPICS)
def test_a_line_before_the_mails_on_something_is_their_heading(topic: str) -> None:
    faults = {each: wrong("# Hive Digest\n\n" + mails(TOPICS[topic], each), topics=True) for each in WRITTEN}
    assert {written: each for written, each in faults.items() if each} == {}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("header", ["none", "short", "full"])
def test_mails_may_stand_as_they_came(header: str, around: str) -> None:
    assert wrong(around.format(mails(HEADERS[header]))) == []


def test_a_name_below_an_answer_is_of_it_where_others_have_none() -> None:
    text = mails("").replace("flies once.", "flies once.\n\nAnn")
    assert read_pairs(text)[0][2] == "No, a queen flies once. Ann"
