"""Links in a marked rewording: whole ones within what stays and what is new, none across an edge."""

import re
from collections.abc import Sequence

from kb.html import Link
from kb.interface import Words
from kb.site.wordings import mark_rewording
from kb.text import Span


def linker(*names: str) -> object:
    def find(text: str) -> Sequence[Link]:
        return [Link(Span(at, at + len(name)), f"#{name[0]}") for name in names if (at := text.find(name)) >= 0]

    return find


def links(old: str, new: str, *names: str) -> list[str]:
    marked = mark_rewording(old, new, Words(), linker(*names))  # type: ignore[arg-type]
    bare = re.sub(r"</?a\b[^>]*>", "", marked)
    assert bare == mark_rewording(old, new, Words()), "links change no words"
    return re.findall(r"<a [^>]*>(.*?)</a>", marked)


def test_what_stays_and_what_is_new_is_linked() -> None:
    assert links("The gull rows home.", "The gull rows  by lantern home.", "gull", "lantern") == ["gull", "lantern"]


def test_a_link_across_the_edge_of_a_change_is_left_out() -> None:
    assert links("A tall boat sails.", "A tall ship sails.", "tall ship") == []
    assert links("A boat sails & waits.", "A boat sails & rows.", "sails & rows", "boat") == ["boat"]
