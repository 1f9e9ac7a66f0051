"""The same change of a book laid out in the ways of many hands: it is found with its ruling, and nothing else is told.

A text is written once for both sides: `<<two|three>>` is `two` in the published book, `three` in the emended one.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import pytest

from kb.audit import find_all
from kb.compile import Names, compile_text, extract_records
from kb.graph import Book, Kb
from kb.provenance import EmendationKind, Relation
from kb.text import word_forms
from tests.kites import game, rulings
from tests.reading import broken_promises

RULED = rulings(Strings="A flyer may hold three strings.", Knots="A knot that was tied in the rain slips at dusk.")
HEAD = "---\ntitle: Kites\n---\n\n# Kites\n\n## Flying\n\nKites fly by day.\n\n"
TAIL = (
    "\n\n## Landing\n\nA kite has one tail.<<| A knot that was tied in the rain slips at dusk.[^b]>>\n\nIt is long.\n"
)
STRINGS = "A flyer may hold three strings. See KR 1, Rulings by Term, [Strings](/kr-1/#strings)"
KNOTS = "A knot that was tied in the rain slips at dusk. See KR 1, Rulings by Term, [Knots](/kr-1/#knots)"
NOTES = f"<<|\n[^a]: {STRINGS}\n[^b]: {KNOTS}\n>>"
ADDED = ("", "a knot that was tied in the rain slips at dusk", ("b",), ("Knots",))
CHANGED = ("two", "three", ("a",), ("Strings",))
Record = tuple[str, str, tuple[str, ...], tuple[str, ...]]

SAID = "A flyer may hold <<two|three>> strings"
A = "<<|[^a]>>"
MARKS: Mapping[str, str] = {
    "behind the stop": f"{SAID}.{A}",
    "before the stop": f"{SAID}{A}.",
    "behind a blank": f"{SAID}.<<| [^a]>>",
    "behind a no-break space": f"{SAID}.<<|\u00a0[^a]>>",
    "behind an entity": f"{SAID}.<<|&nbsp;[^a]>>",
    "behind the word": "A flyer may hold <<two|three[^a]>> strings.",
    "before a comma": f"{SAID}{A}, and rests.",
    "behind a comma": f"{SAID},{A} and rests.",
    "behind a colon": f"{SAID}:{A} he rests.",
    "before a dash": f"{SAID}{A} — he rests.",
    "behind a quotation": f'"{SAID}."{A}',
    "inside a quotation": f'"{SAID}.{A}"',
    "inside curly marks": f"“{SAID}.{A}” He rests.",
    "quotation, mark, stop": f'"{SAID}"{A}.',
    "behind brackets": f"({SAID}.){A}",
    "inside brackets": f"({SAID}.{A})",
    "inside square brackets": f"[{SAID}.]{A}",
    "behind bold": f"A flyer may hold **<<two|three>>**{A} strings.",
    "inside bold": "A flyer may hold **<<two|three[^a]>>** strings.",
    "behind a bold sentence": f"**{SAID}.**{A}",
    "behind underscores": f"_{SAID}._{A}",
    "behind code": f"A flyer may hold <<two|three>> `strings`{A}.",
    "behind a link": f"A flyer may hold <<two|three>> [strings](#flying){A}.",
    "behind a picture": f"{SAID}. ![A kite](kite.png){A}",
    "raised": f"{SAID}.<<|<sup>[^a]</sup> >>",
    "no stop": f"{SAID}{A}",
    "words right behind": f"{SAID}.<< |[^a]>>He rests.",
    "words behind": f"{SAID}.{A} He rests.",
    "before all words": f"{A}{SAID}.",
    "before all words, a blank": f"<<|[^a] >>{SAID}.",
    "before the sentence": f"He runs. {A}{SAID}. He rests.",
    "changed words in italics": f"A flyer may hold <<two|*three*>> strings.{A}",
    "ins": f"A flyer may hold <<two|<ins>three</ins>>> strings.{A}",
    "del and ins": f"A flyer may hold <<two|<del>two</del> <ins>three</ins>>> strings.{A}",
    "struck": f"A flyer may hold <<two|~~two~~ three>> strings.{A}",
    "underlined": f"A flyer may hold <<two|<u>three</u>>> strings.{A}",
    "span": f'A flyer may hold <<two|<span class="new">three</span>>> strings.{A}',
    "dagger": f"A flyer may hold <<two|three†>> strings.{A}",
}
ON_LINES: Mapping[str, str] = {
    "on a line of its own": f"{SAID}.<<|\n[^a]>>",
    "on a line between": f"{SAID}.<<|\n[^a]>>\nHe rests.",
    "before two blanks": f"{SAID}.{A}  \nHe rests.",
    "before a backslash": f"{SAID}.{A}\\\\\nHe rests.",
    "before a tag": f"{SAID}.{A}<br>\nHe rests.",
    "before a comment": f"{SAID}.{A} <!-- so it is --> He rests.",
    "in wrapped lines": f"A flyer may\nhold <<two|three>> strings.{A}\nHe rests.",
}
PLACES: Mapping[str, str] = {
    "paragraph": "@",
    "between sentences": "He runs by day. @ Then he goes home.",
    "tight list": "- He runs.\n- @\n- He goes home.",
    "loose list": "* He runs.\n\n* @\n\n* He goes home.",
    "numbered": "5. He runs.\n6. @\n7. He goes home.",
    "nested by two": "- He runs.\n  - @\n- He goes home.",
    "nested by three": "1. He runs.\n   - @\n2. He goes home.",
    "nested by four": "- He runs.\n    - @\n- He goes home.",
    "nested by a tab": "- He runs.\n\t- @\n- He goes home.",
    "parent": "- @\n  - He runs.\n- He goes home.",
    "second paragraph": "- He runs.\n\n  @\n\n- He goes home.",
    "lettered": "a. He runs.\n\nb. @\n\nc. He goes home.",
    "number and bracket": "1) He runs.\n\n2) @\n\n3) He goes home.",
    "roman": "(i) He runs.\n\n(ii) @\n\n(iii) He goes home.",
    "bullet": "• He runs.\n\n• @",
    "quote": "> @",
    "quote in a list": "- He runs.\n\n  > @",
    "list in a quote": "> - He runs.\n> - @",
    "note": "{: .note }\n> **Note:** He runs.\n>\n> **Clarification:** @",
    "note, attributes behind": "> **Note:** @\n{: .note }",
    "cell": "| Kite | Rule |\n|---|---|\n| Box | @ |\n| Delta | None. |",
    "first cell": "| Rule | Kite |\n|---|---|\n| @ | Box |\n| None. | Delta |",
    "cell without bars": "Kite | Rule\n---|---\nBox | @\nDelta | None.",
    "aligned cell": "| Kite | Rule |\n|:--|--:|\n| Box | @ |",
    "cell without a head": "| Box | @ |\n| Delta | None. |",
    "beside an empty cell": "| Kite | Rule | Day |\n|---|---|---|\n| Box | @ | |\n| | None. | Dawn |",
    "beside an escaped bar": "| Kite | Rule |\n|---|---|\n| Box \\| Cube | @ |",
    "cell of the foot": "| Kite | Rule |\n|---|---|\n| Box | Yes. |\n|===|===|\n| Delta | @ |",
    "cell in HTML": '<table markdown="1">\n<tr><td>Box</td><td markdown="span">@</td></tr>\n</table>',
    "definition": "String\n: @\n\nTail\n: It is long.",
    "second definition": "String\n: It is thin.\n: @",
    "heading": "### @\n\nSo it is.",
    "closed heading": "### @ ###\n\nSo it is.",
    "heading with an id": "### @ {#hold}\n\nSo it is.",
    "heading with attributes": "### @\n{: .no_toc }\n\nSo it is.",
    "underlined heading": "@\n-----\n\nSo it is.",
    "division": '<div markdown="1">\n\n@\n\n</div>',
    "folded": '<details markdown="block">\n<summary>Flying</summary>\n@\n</details>',
    "attributes before": "{: .text-center }\n@",
    "line block": "| @\n| He runs.",
    "under a picture": "![A kite](kite.png)\n@",
    "behind a comment": "<!-- flying -->\n@",
    "behind a hard break": "He runs.  \n@",
    "among entities": "Box &amp; delta &mdash; so. @",
    "behind a soft hyphen": "He re\u00adsts. @",
    "behind no-break spaces": "He\u00a0runs by\u00a0day. @",
    "behind code": "Say `a | b`. @",
    "behind escapes": "A \\*star\\* and 1\\. more. @",
    "end of block": "He runs.\n\n^\n\n@",
    "numbered rule": "3.1 @",
    "long line": "He runs " + "and runs and rests " * 60 + "by day. @",
}
SEVERAL = ("tight list", "cell")
"""Places in which every mark is tried."""
LINES = {"paragraph": "\n", "tight list": "\n  ", "note, attributes behind": "\n> "}
"""Places of several lines, and how a further one begins there."""

FOOTNOTES: Mapping[str, str] = {
    "a blank line between": f"[^a]: {STRINGS}\n\n[^b]: {KNOTS}",
    "turned round": f"[^b]: {KNOTS}\n[^a]: {STRINGS}",
    "below a heading": f"## Footnotes\n\n[^a]: {STRINGS}\n[^b]: {KNOTS}",
    "indented": f"  [^a]: {STRINGS}\n  [^b]: {KNOTS}",
    "wrapped": f"[^a]: A flyer may hold\n    three strings. See KR 1,\n    [Strings](/kr-1/#strings)\n\n[^b]: {KNOTS}",
    "two paragraphs": (
        f"[^a]: A flyer may hold three strings.\n\n    See KR 1, [Strings](/kr-1/#strings)\n\n[^b]: {KNOTS}"
    ),
    "below its label": f"[^a]:\n    {STRINGS}\n\n[^b]: {KNOTS}",
    "quoted in a block": (
        f"[^a]: > A flyer may hold three strings.\n\n    See KR 1, [Strings](/kr-1/#strings)\n\n[^b]: {KNOTS}"
    ),
    "a block below the source": (
        f"[^a]: See KR 1, [Strings](/kr-1/#strings)\n\n    > A flyer may hold three strings.\n\n[^b]: {KNOTS}"
    ),
    "a list below the source": (
        f"[^a]: See KR 1, [Strings](/kr-1/#strings)\n\n    - A flyer may hold three strings.\n\n[^b]: {KNOTS}"
    ),
    "a break": f"[^a]: A flyer may hold three strings.<br>See KR 1, [Strings](/kr-1/#strings)\n\n[^b]: {KNOTS}",
    "the source first": f'[^a]: KR 1, [Strings](/kr-1/#strings): "A flyer may hold three strings."\n[^b]: {KNOTS}',
    "in brackets": f"[^a]: A flyer may hold three strings. (KR 1, [Strings](/kr-1/#strings))\n[^b]: {KNOTS}",
    "a link by its name": (
        f"[^a]: A flyer may hold three strings. See KR 1, [Strings][s]\n[^b]: {KNOTS}\n\n[s]: /kr-1/#strings"
    ),
    "no link": f"[^a]: A flyer may hold three strings. See KR 1, Rulings by Term, Strings.\n[^b]: {KNOTS}",
    "struck words": f"[^a]: A flyer may hold ~~two~~ three strings. See KR 1, [Strings](/kr-1/#strings)\n[^b]: {KNOTS}",
    "no blank": f"[^a]:{STRINGS}\n[^b]:{KNOTS}",
    "trailing blanks": f"[^a]: {STRINGS}   \n[^b]: {KNOTS}  ",
}
BLOCKS: Mapping[str, tuple[str, str, str]] = {
    "paragraph": ("He runs.\n\n", "@\n\n", "He goes home."),
    "sentence": ("He runs.", " @", " He goes home."),
    "first sentence": ("", "@ ", "He runs."),
    "line": ("He runs.", "\n@", "\nHe goes home."),
    "behind a break": ("He runs.", "<br>\n@", "\n\nHe goes home."),
    "item": ("- He runs.\n", "- @\n", "- He goes home."),
    "last item": ("- He runs.", "\n- @", ""),
    "loose item": ("- He runs.\n\n", "- @\n\n", "- He goes home."),
    "counted item": ("1. He runs.\n", "2. @\n", "3. He goes home."),
    "nested item": ("- He runs.\n", "  - @\n", "- He goes home."),
    "paragraph of an item": ("- He runs.\n", "\n  @\n\n", "- He goes home."),
    "letter": ("a. He runs.\n\n", "b. @\n\n", "c. He goes home."),
    "letter in brackets": ("(a) He runs.\n\n", "(b) @\n\n", "(c) He goes home."),
    "number and bracket": ("1) He runs.\n\n", "2) @\n\n", "3) He goes home."),
    "row": ("| Kite | Rule |\n|---|---|\n| Box | None. |\n", "| Fan | @ |\n", "| Delta | None. |"),
    "row without bars": ("Kite | Rule\n---|---\nBox | None.\n", "Fan | @\n", "Delta | None."),
    "sentence of a cell": ("| Kite | Rule |\n|---|---|\n| Box | None.", " @", " |"),
    "table": ("He runs.\n\n", "| Kite | Rule |\n|---|---|\n| Fan | @ |\n\n", "He goes home."),
    "note": ("He runs.\n\n", "{: .note }\n> **Clarification:** @\n\n", "He goes home."),
    "paragraph of a note": ("{: .note }\n> **Note:** He runs.", "\n>\n> **Clarification:** @", "\n\nHe goes home."),
    "quote": ("He runs.\n\n", "> @\n\n", "He goes home."),
    "section": ("He runs.\n\n", "### Holding\n\n@\n\n", "### Home\n\nHe goes home."),
    "section below a bold line": ("He runs.\n\n", "**Holding**\n\n@\n\n", "He goes home."),
    "folded": (
        "He runs.\n\n",
        '<details markdown="1">\n<summary>Holding</summary>\n@\n</details>\n\n',
        "He goes home.",
    ),
    "definition": ("Tail\n: It is long.\n\n", "String\n: @\n\n", "Wind\n: It blows."),
    "division": ("He runs.\n\n", '<div markdown="1">\n@\n</div>\n\n', "He goes home."),
}
NEW = "A flyer may hold three strings"
PUT_IN: Mapping[str, str] = {
    "plain": f"{NEW}.[^a]",
    "before the stop": f"{NEW}[^a].",
    "quoted": f'"{NEW}."[^a]',
    "bold": f"**{NEW}.**[^a]",
    "ins": f"<ins>{NEW}.</ins>[^a]",
}
VARIED = ("sentence", "item", "row", "paragraph of a note")
"""Blocks whose words are put in in every way."""
SIMPLE = (
    f"He runs. {SAID}.{A}\n\n- He rests.\n- He goes home.\n\n> He sleeps.\n\n| Kite | Tail |\n|---|---|\n| Box | one |"
)
WHOLE: Mapping[str, Callable[[str], str]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "byte-order mark": lambda text: "\ufeff" + text,
    "trailing blanks": lambda text: re.sub(r"\.\n", ". \n", text),
    "blanks on blank lines": lambda text: text.replace("\n\n", "\n   \n"),
    "several blank lines": lambda text: text.replace("\n\n", "\n\n\n\n"),
    "wrapped": lambda text: text.replace("He ", "He\n"),
    "soft hyphens": lambda text: text.replace("sleeps", "sle\u00adeps"),
    "no-break spaces": lambda text: text.replace("He ", "He\u00a0"),
    "stars": lambda text: text.replace("\n- ", "\n* "),
    "loose": lambda text: text.replace("rests.\n-", "rests.\n\n-"),
    "underlined heading": lambda text: text.replace("## Landing", "Landing\n-------"),
    "closed heading": lambda text: text.replace("## Landing", "## Landing ##"),
    "bold heading": lambda text: text.replace("## Landing", "**Landing**"),
    "no outer bars": lambda text: text.replace("| Box | one |", "Box | one"),
    "a comment": lambda text: text.replace("He sleeps", "He <!-- lies and --> sleeps"),
    "no front matter": lambda text: text.replace("---\ntitle: Kites\n---\n\n", ""),
    "empty front matter": lambda text: text.replace("title: Kites\n", ""),
    "lists in the front matter": lambda text: text.replace("title: Kites", 'title: "Kites: all"\ntags: [a, b]'),
}


COUNTED = ("numbered rule", "roman", "lettered", "number and bracket", "bullet")
"""Places whose paragraphs begin with a sign that counts them, which a mark may stand behind."""


def changed() -> Iterator[tuple[str, str]]:
    """The texts in which two strings became three, by what they try."""
    yield from ((f"{place}", HEAD + laid.replace("@", MARKS["behind the stop"])) for place, laid in PLACES.items())
    for place in ("paragraph", *SEVERAL):
        yield from ((f"{place}, {mark}", HEAD + PLACES[place].replace("@", said)) for mark, said in MARKS.items())
    for place in COUNTED:
        said = MARKS["before all words, a blank"]
        yield f"{place}, before all words", HEAD + PLACES[place].replace("@", said)
    for place, begins in LINES.items():
        lines = ((mark, said.replace("\n", begins)) for mark, said in ON_LINES.items())
        yield from ((f"{place}, {mark}", HEAD + PLACES[place].replace("@", said)) for mark, said in lines)


CHANGES = {name: text + TAIL + NOTES for name, text in changed()}
CHANGES |= {
    f"footnotes, {name}, {mark}": HEAD + MARKS[mark] + TAIL + f"<<|\n{notes}\n>>"
    for name, notes in FOOTNOTES.items()
    for mark in ("behind the stop", "inside a quotation")
}
CHANGES["footnotes, behind their paragraphs"] = f"{HEAD}{SAID}.{A}<<|\n\n[^a]: {STRINGS}>>{TAIL}<<|\n[^b]: {KNOTS}\n>>"
CHANGES["footnotes, before their marks"] = f"{HEAD}<<|[^a]: {STRINGS}\n[^b]: {KNOTS}\n\n>>{SAID}.{A}{TAIL}"


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found_with_its_ruling(name: str) -> None:
    sides = parted(CHANGES[name])
    kb = game([RULED], *sides)
    assert (told(kb), found(kb), keeps(kb)) == ([], [ADDED, CHANGED], [])
    assert {each.relation for each in kb.footnotes["emended.md"]} == {Relation.VERBATIM}


@pytest.mark.parametrize("mark", [mark for mark in MARKS if mark.startswith(("behind", "before", "inside", "raised"))])
def test_a_mark_is_no_change_of_punctuation(mark: str) -> None:
    kb = game([RULED], *parted(HEAD + MARKS[mark] + TAIL + NOTES))
    assert EmendationKind.FORMAT not in {each.kind for each in book_of(kb).emendations}


@pytest.mark.parametrize(
    ("block", "put"), [(block, put) for block in BLOCKS for put in PUT_IN if put == "plain" or block in VARIED]
)
def test_what_was_put_in_is_found_with_its_ruling(block: str, put: str) -> None:
    before, said, behind = BLOCKS[block]
    kb = game([RULED], *parted(f"{HEAD}{before}<<|{said.replace('@', PUT_IN[put])}>>{behind}{TAIL}{NOTES}"))
    (other,) = [each for each in found(kb) if each != ADDED]
    assert (told(kb), keeps(kb)) == ([], [])
    assert (other[0], other[2:]) == ("", CHANGED[2:]) and other[1].endswith(" ".join(word_forms(NEW)))


TWO = rulings(
    Strings="A flyer may hold three strings. If one of them breaks, he lands at once.",
    Knots="A knot that was tied in the rain slips at dusk.",
)
FIRST, SECOND = "A flyer may hold three strings.", "If one of them breaks, he lands at once."
OF_TWO: Mapping[str, str] = {
    "a paragraph": f"He runs.<<|\n\n{FIRST} {SECOND}[^a]>>",
    "two paragraphs": f"He runs.<<|\n\n{FIRST}\n\n{SECOND}[^a]>>",
    "two paragraphs, marked both": f"He runs.<<|\n\n{FIRST}[^a]\n\n{SECOND}[^a]>>",
    "two paragraphs, marked before": f"He runs.<<|\n\n[^a] {FIRST}\n\n{SECOND}>>",
    "two paragraphs, marked below": f"He runs.<<|\n\n{FIRST}\n\n{SECOND}\n\n[^a]>>",
    "two items": f"- He runs.<<|\n- {FIRST}\n- {SECOND}[^a]>>",
    "counted items": f"1. He runs.<<|\n1. {FIRST}\n1. {SECOND}[^a]>>\n1. He lands.",
    "an item in an item": f"- He runs.<<|\n- {FIRST}\n  - {SECOND}[^a]>>",
    "paragraphs of an item": f"- He runs.<<|\n- {FIRST}\n\n  {SECOND}[^a]>>",
    "an item below a paragraph": f"He runs.<<|\n\n{FIRST}\n\n- {SECOND}[^a]>>",
    "two cells": f"| Kite | Rule | More |\n|---|---|---|\n| Box | None. | No. |<<|\n| Fan | {FIRST} | {SECOND}[^a] |>>",
    "two rows": f"| Kite | Rule |\n|---|---|\n| Box | None. |<<|\n| Fan | {FIRST}[^a] |\n| Kid | {SECOND}[^a] |>>",
    "a broken line": f"He runs.<<|\n\n{FIRST}  \n{SECOND}[^a]>>",
    "paragraphs of a quote": f"He runs.<<|\n\n> {FIRST}\n>\n> {SECOND}[^a]>>",
    "paragraphs of a note": f"He runs.<<|\n\n{{: .note }}\n> **Note:** {FIRST}\n>\n> {SECOND}[^a]>>",
    "below a marked heading": f"He runs.<<|\n\n### Holding[^a]\n\n{FIRST}\n\n{SECOND}>>\n\n### Home\n\nHe lands.",
    "below a marked bold line": f"He runs.<<|\n\n**Holding**[^a]\n\n{FIRST} {SECOND}>>\n\nHe lands.",
    "definitions": f"Tail\n: Long.<<|\n\nString\n: {FIRST}\n: {SECOND}[^a]>>",
    "a division": f'He runs.<<|\n\n<div markdown="1">\n\n{FIRST}\n\n{SECOND}[^a]\n\n</div>>>',
}
OF_BOTH = f"<<|\n[^a]: {FIRST} {SECOND} See KR 1, Rulings by Term, [Strings](/kr-1/#strings)\n[^b]: {KNOTS}\n>>"


@pytest.mark.parametrize("name", OF_TWO)
def test_a_ruling_of_two_sentences_may_be_laid_out_in_two_blocks(name: str) -> None:
    kb = game([TWO], *parted(HEAD + OF_TWO[name] + TAIL + OF_BOTH))
    assert (told(kb), keeps(kb)) == ([], [])
    assert {each[2:] for each in found(kb) if each != ADDED} == {CHANGED[2:]}


def test_a_block_that_no_footnote_beside_has_stands_alone() -> None:
    kb = game(
        [TWO], *parted(f"{HEAD}He runs.<<|\n\nKites with four strings never fly.\n\n{SECOND}[^a]>>{TAIL}{OF_BOTH}")
    )
    assert ("", "kites with four strings never fly", (), ()) in found(kb)
    assert "KB411" in " ".join(told(kb))


RESTS = "If one of the strings breaks, the flyer lands at once and rests for a day."
POINTED: Mapping[str, tuple[str, list[int]]] = {
    "mark behind": (f"{FIRST}[^a]", [11]),
    "mark before": (f"[^a]{FIRST}", [11]),
    "mark before, the other ruling": (f"[^a]{RESTS}", [12]),
    "both": (f"{FIRST} {RESTS}[^a]", [11, 12]),
    "both, the other way round": (f"{RESTS} {FIRST}[^a]", [11, 12]),
    "each with the mark": (f"{RESTS}[^a] {FIRST}[^a]", [11, 12]),
}


@pytest.mark.parametrize("name", POINTED)
def test_a_footnote_without_a_quotation_has_the_rulings_put_in_for_its_sources(name: str) -> None:
    put, lines = POINTED[name]
    kb = pointed(f"If one of two strings breaks, the other holds.<<| {put}>>")
    (note,) = kb.footnotes["emended.md"]
    assert (told(kb), sorted(each.line for each in note.sources)) == ([], lines)


PUT_BESIDE: Mapping[str, str] = {
    "below a heading": f"He runs.<<|\n\n### Breaking[^a]\n\n{RESTS}>>\n\n### Home",
    "above a mark alone": f"He runs.<<|\n\n{RESTS}\n\n[^a]>>",
    "both": f"He runs.<<|\n\n### Breaking[^b]\n\nA flyer rests.\n\n{RESTS}\n\n[^a]>>\n\n### Home",
}


@pytest.mark.parametrize("name", PUT_BESIDE)
def test_so_has_one_whose_mark_stands_in_another_block(name: str) -> None:
    kb = pointed(PUT_BESIDE[name], "A flyer rests.")
    note = next(each for each in kb.footnotes["emended.md"] if each.id == "a")
    assert (told(kb), [each.line for each in note.sources]) == ([], [12])
    assert [each.footnotes for each in book_of(kb).emendations if each.emended_text.endswith(RESTS)] == [("a",)]


DENIED = "A kite that was tied in the rain does not fly before dusk. Its flyer waits under a roof until then."
LONG = "If a kite of paper or of cane could be torn and lost by a roll, the flyer tears it instead of losing it."
SAILS = "All sails, boxes, lamps and bells of a ship come down with the morning wind at once, and rest on deck"
PUT_INTO: Mapping[str, tuple[str, str]] = {
    "in brackets": (f"If the wind was strong before, the roll is changed by +2<<| ({RESTS[:-1]})[^a]>>.", ""),
    "behind a dash": (
        f"If the wind was strong before, the roll is changed by +2<<.|—{LONG[0].lower()}{LONG[1:]}[^b]>>",
        LONG,
    ),
    "a denial": (
        f"{SAILS}<<.|—{DENIED[0].lower()}{DENIED[1:]}[^b]>>",
        DENIED,
    ),
}


@pytest.mark.parametrize("name", PUT_INTO)
def test_a_ruling_put_into_a_sentence_as_it_is_does_not_turn_it(name: str) -> None:
    block, said = PUT_INTO[name]
    assert told(pointed(block, said or "A knot slips.")) == []


def pointed(block: str, said: str = "A knot slips.") -> Kb:
    """The game with a book whose footnotes quote nothing: *a* leads to the rulings on strings, *b* to one on knots."""
    terms = {note: term for note, term in (("a", "Strings"), ("b", "Knots")) if f"[^{note}]" in block}
    notes = "".join(f"\n[^{note}]: KR 1, [{term}](/kr-1/#{term.lower()})" for note, term in terms.items())
    ruled = rulings(Strings=f"{FIRST}\n{RESTS}", Knots=said)
    return game([ruled], *parted(f"{HEAD}{block}\n\nHe lands.\n<<|{notes}\n>>"))


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("layout", WHOLE)
def test_a_text_laid_out_otherwise_has_no_other_change(layout: str, both: bool) -> None:
    published, emended = parted(f"{HEAD}{SIMPLE}{TAIL}{NOTES}")
    kb = game([RULED], WHOLE[layout](published) if both else published, WHOLE[layout](emended))
    assert (told(kb), found(kb), keeps(kb)) == ([], [ADDED, CHANGED], [])
    assert EmendationKind.TYPO_FIX not in {each.kind for each in book_of(kb).emendations}


@pytest.mark.parametrize("place", ["paragraph", "tight list", "cell", "note", "heading"])
def test_a_number_in_figures_is_the_ruling_s(place: str) -> None:
    said = PLACES[place].replace("@", f"A flyer may hold <<2|3>> strings.{A}")
    kb = game([RULED], *parted(HEAD + said + TAIL + NOTES))
    assert (told(kb), found(kb)) == ([], [ADDED, ("2", "3", *CHANGED[2:])])


DUE: Mapping[str, tuple[str, str]] = {
    "no definition": (HEAD + f"{SAID}.{A}" + TAIL + f"<<|\n[^b]: {KNOTS}\n>>", "KB421"),
    "no mark": (HEAD + "He runs." + TAIL + NOTES, "KB422 KB461"),
    "no footnote": (HEAD + f"{SAID}." + TAIL + f"<<|\n[^b]: {KNOTS}\n>>", "KB411"),
    "a mark in HTML": (HEAD + f"<p>{SAID}.{A}</p>" + TAIL + NOTES, "KB411 KB422"),
    "a bold rule without a footnote": (HEAD + "He runs.<<|\n\n**No kite flies**>>" + TAIL + NOTES, "KB411 KB422 KB461"),
    "a table of HTML": (
        f"{HEAD}<table>\n<tr><td>Box</td><td>{SAID}.{A}</td></tr>\n<tr><td>Fan</td><td>None.</td></tr>\n</table>"
        f"{TAIL}{NOTES}",
        "KB411 KB422",
    ),
    "another number": (f"{HEAD}A flyer may hold <<two|four>> strings.{A}{TAIL}{NOTES}", "KB448 KB461"),
    "another number, and another word in the sentence before": (
        f"{HEAD}No gull <<carries|swallows>> a kite of silk. A flyer may hold <<two|four>> strings.{A}{TAIL}{NOTES}",
        "KB446 KB448 KB461",
    ),
    "another number in a cell": (
        f"{HEAD}| Kite | Rule |\n|---|---|\n| Box | A flyer may hold <<two|four>> strings.{A} |{TAIL}{NOTES}",
        "KB448 KB461",
    ),
    "another number behind a letter": (
        f"{HEAD}(b) A flyer may hold <<two|four>> strings.{A}{TAIL}{NOTES}",
        "KB448 KB461",
    ),
}


@pytest.mark.parametrize("name", DUE)
def test_what_is_wrong_is_told_once(name: str) -> None:
    text, codes = DUE[name]
    kb = game([RULED], *parted(text))
    assert sorted(each.split()[0] for each in told(kb)) == codes.split()
    assert keeps(kb) == []


def parted(text: str) -> tuple[str, str]:
    """The published and the emended side of a text."""
    return tuple(re.sub(r"<<([^|]*?)\|(.*?)>>(?!>)", rf"\{side}", text, flags=re.DOTALL) for side in (1, 2))  # type: ignore[return-value]


def book_of(kb: Kb) -> Book:
    return next(iter(kb.books.values()))


def told(kb: Kb) -> list[str]:
    """The findings."""
    return sorted({f"{each.code.code} {each.line} {each.message}" for each in chain(kb.diagnostics, find_all(kb))})


def found(kb: Kb) -> list[Record]:
    """The changes of the rules, and what hangs on unchanged words: published and emended words, footnotes, terms."""
    terms = {ruling.id: ruling.term for ruling in kb.rulings}
    return sorted(
        (
            plain(each.published_text),
            plain(each.emended_text),
            each.footnotes,
            tuple(terms[one] for one in each.rulings),
        )
        for each in book_of(kb).emendations
        if each.part_of is None and (each.substantive or each.footnotes)
    )


def plain(text: str) -> str:
    """The words of a stretch of source that hold."""
    return " ".join(word_forms(re.sub(r"<del>.*?</del>|~~.*?~~|<[^>]*>|\[\^\w+\]|<!--.*?-->", "", text)))


def keeps(kb: Kb) -> list[str]:
    """Words that stand nowhere, and whether the records do not make the emended text again."""
    published, emended = kb.documents["published.md"], kb.documents["emended.md"]
    extracted = extract_records(published, emended, Names("kites", "kites"), book_of(kb).emendations)
    made = compile_text(published, extracted.records).text
    differs = [] if made == emended.source.text else ["the text made of the records is another"]
    return [*broken_promises(published), *broken_promises(emended), *differs, *map(str, extracted.coarse)]
