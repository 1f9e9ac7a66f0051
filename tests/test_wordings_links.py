"""A marked rewording: what counts as a change; whole links within what stays and what is new, none across an edge."""

import re
from collections.abc import Callable, Sequence

from kb.html import Link
from kb.interface import Words
from kb.ruling_pages.wordings import mark_rewording, weigh
from kb.text import Span


def linker(*names: str) -> Callable[[str], Sequence[Link]]:
    def find(text: str) -> Sequence[Link]:
        return [Link(Span(at, at + len(name)), f"#{name[0]}") for name in names if (at := text.find(name)) >= 0]

    return find


def links(old: str, new: str, *names: str) -> list[str]:
    marked = mark_rewording(old, new, Words(), linker(*names))
    bare = re.sub(r"</?a\b[^>]*>", "", marked)
    assert bare == mark_rewording(old, new, Words()), "links change no words"
    return re.findall(r"<a [^>]*>(.*?)</a>", marked)


def test_what_stays_and_what_is_new_is_linked() -> None:
    assert links("The gull rows home.", "The gull rows  by lantern home.", "gull", "lantern") == ["gull", "lantern"]


def test_a_link_across_the_edge_of_a_change_is_left_out() -> None:
    assert links("A tall boat sails.", "A tall ship sails.", "tall ship") == []
    assert links("A boat sails & waits.", "A boat sails & rows.", "sails & rows", "boat") == ["boat"]


def changes(old: str, new: str) -> list[str]:
    marked = re.sub(r'<span class="vh">.*?</span>', "", mark_rewording(old, new, Words()))
    return re.findall(r"<(?:del|ins)>(.*?)</", marked)


def test_the_sign_of_a_number_is_a_change_and_how_a_minus_is_written_is_none() -> None:
    assert changes("It gives +1 to all (-2 to one).", "It gives -1 to all (–2 to one).") == ["+1", "-1"]
    assert changes("Re-read the oar, 1.", "Reread the oar, one.") == ["1.", "one."]


def test_a_picture_among_the_words_counts_and_a_sign_of_trade_does_not() -> None:
    assert changes("Pay ★ once.", "Pay ★★ twice.") == ["★ once.", "★★ twice."]
    assert weigh("Kite™ ★") == weigh("kite ★") != weigh("Kite ★★")
