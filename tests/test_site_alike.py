"""Links of one name that lead to different places are told apart by their names."""

import re
from collections import defaultdict

import pytest

from kb.site.alike import tell_apart
from kb.site.templates import HEADING, heading, lay_out
from tests.test_site import body_of, pages


def _names(body: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', body)


def test_the_link_of_a_section_whose_title_another_has_tells_what_it_lies_under() -> None:
    body = "".join(
        heading(level, title, anchor, title, "Link")
        for level, title, anchor in (
            (1, "Lamps", "lamps"),
            (2, "Day", "day"),
            (3, "Oil & wick", "oil"),
            (2, "Night", "night"),
            (3, "Oil & wick", "oil-1"),
            (3, "Glass", "glass"),
        )
    )
    assert _names(lay_out(body)) == [
        "Link: Lamps",
        "Link: Day",
        "Link: Oil &amp; wick, Day",
        "Link: Night",
        "Link: Oil &amp; wick, Night",
        "Link: Glass",
    ]


def test_sections_of_one_title_under_one_heading_are_numbered() -> None:
    parts = ((1, "Lamps", "lamps"), (2, "Day", "day"), (3, "Oil", "a"), (3, "Oil", "b"), (2, "Oil", "c"))
    body = "".join(heading(level, title, anchor, title, "Link") for level, title, anchor in parts)
    assert _names(lay_out(body))[2:] == ["Link: Oil, Day", "Link: Oil, Day (2)", "Link: Oil"]


def test_other_links_of_one_name_are_numbered_where_they_lead_to_different_places() -> None:
    body = '<a class="pin" href="#a" aria-label="Lamp"></a><a href="#b" aria-label="Lamp">l</a>'
    assert _names(tell_apart(body, HEADING)) == ["Lamp", "Lamp (2)"]


def test_links_to_one_place_keep_their_name() -> None:
    body = '<a href="#a" aria-label="Lamp"></a><a href="#a" aria-label="Lamp"></a><a href="#b">Lamp</a>'
    assert tell_apart(body, HEADING) == body


def test_the_sign_that_the_words_of_a_link_go_on_never_begins_a_line() -> None:
    assert lay_out('<p><a href="#a">A lamp that …</a> stays … lit …</p>') == (
        '<div class="part"><p><a href="#a">A lamp that\N{NO-BREAK SPACE}…</a> stays … lit …</p></div>\n'
    )


TOLD = re.compile(
    r'<p class="(?:meta|sans small)">(.*?)</p>|<ul class="plain (?:small|naming)">(.*?)</ul>|<dl>(.*?)</dl>'
)
LINK = re.compile(r'<a\b[^<>]*?href="([^"]*)"[^<>]*?(?:aria-label="([^"]*)")?>(.*?)</a>')


@pytest.mark.parametrize("part", ["rulings/term/", "rulings/turn/", "cards/", "rules/"])
def test_what_is_told_of_the_rulings_of_a_page_leads_to_different_places_by_different_names(part: str) -> None:
    told = 0
    for page in (each for each in pages() if each.startswith(part)):
        led: defaultdict[str, set[str]] = defaultdict(set)
        for parts in TOLD.findall(body_of(page)):
            for href, label, words in LINK.findall("".join(parts)):
                led[label or re.sub(r"<[^>]*>", "", words)].add(href)
        told += len(led)
        assert [(page, name, each) for name, each in led.items() if len(each) > 1] == []
    assert told
