"""Footnotes on pages: links of a text lead to them and to their markers, as on the site that it comes from."""

import re
from pathlib import Path

import pytest

from tests.test_site_editions import page_of_reprint

NOTES = "[^one]: See [the other](#fn:two).\n[^two]: Two.\n[^three]: Three.\n"


def test_links_lead_to_footnotes_and_their_markers(tmp_path: Path) -> None:
    words = "Falls[^one] and stands[^two], falls[^one] again"
    links = "[see](#fn:two), [back](#fnref:one), [once more](#fnref:one:1)"
    page = page_of_reprint(tmp_path, "Falls.", f"{words}: {links}.\n\n{NOTES}")
    anchors = "fnref:one", "fnref:two", "fnref:one:1", "fn:one", "fn:two"
    assert [page.count(f'id="{each}"') for each in anchors] == [1] * len(anchors)
    told = dict(re.findall(r'<a href="#(fn[^"]*)">([^<]*)</a>', page))
    assert told["fnref:one"] == "back" and told["fnref:one:1"] == "once more"
    text, _, notes = page.partition('id="fn:one"')
    assert '<a href="#fn:two">see</a>' in text and '<a href="#fn:two">the other</a>' in notes
    assert re.findall(r'<sup id="fnref:one:1"><a href="#fn:one">1</a>', text)


@pytest.mark.parametrize("address", ["#fn:three", "#fnref:two:1", "#fn:four", "#fnref:three"])
def test_what_no_page_shows_is_no_link(address: str, tmp_path: Path) -> None:
    """A footnote without a marker is not shown, as on the site that the text comes from."""
    page = page_of_reprint(tmp_path, "Falls.", f"Falls[^one] and [stands]({address})[^two].\n\n{NOTES}")
    assert "stands" in page and not re.search(r"<a [^<>]*>stands", page)


def test_a_link_leads_to_the_footnotes_of_another_text(tmp_path: Path) -> None:
    published = f"Falls[^one] and stands[^two].\n\n{NOTES}"
    page = page_of_reprint(tmp_path, published, "Falls: [see](/cairn/cairn/#fn:two), [there](/cairn/cairn/#fnref:one).")
    assert re.findall(r'<a href="([^"]*)">(?:see|there)</a>', page)[:2] == [
        "../../published/#fn:two",
        "../../published/#fnref:one",
    ]
