"""Pages of parallels: every passage has an entry with what differs, and a sign in the texts that leads to it."""

import re
from functools import cache

from kb.book_pages.parallels import anchor_of, weave, words_read
from kb.html import Mark
from kb.text import Span
from tests.test_site import knowledge, pages


@cache
def shown(path: str) -> str:
    return pages()[path]


def plain(html: str) -> str:
    html = re.sub(r'<span class="vh">.*?</span>', "", html)
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&#34;", '"').replace("&#39;", "'").split())


def test_every_book_that_shares_a_passage_has_a_page_and_no_other() -> None:
    kb = knowledge()
    sharing = {work for each in kb.parallels for work in (each.a.work, each.b.work)}
    assert {f"rules/{work}/parallels/index.md" for work in sharing} == {
        path for path in pages() if path.endswith("/parallels/index.md")
    }
    assert len(sharing) == 3


def test_every_passage_has_an_entry_on_the_pages_of_both_books() -> None:
    for parallel in knowledge().parallels:
        for each in (parallel, parallel.turned):
            page = shown(f"rules/{each.a.work}/parallels/index.md")
            assert f'id="{anchor_of(each.a)}' in page, each
            assert f'published/#{each.b.clause}"' in page, each


def test_what_one_book_alone_has_is_told_as_a_change_and_not_as_a_difference() -> None:
    page = shown("rules/bells-below/parallels/index.md")
    changed, shared = page.split("{: #kb:with-", 1)
    assert '<ins><span class="vh">added: </span>and no false light shown</ins>' in changed
    assert "in the other alone" not in changed
    assert "in the other alone" in shared


def test_an_entry_tells_what_differs() -> None:
    page = shown("rules/winter-quay/parallels/index.md")
    entry = re.search(r'<li id="p:starting-late.p1".*?</li>', page, re.DOTALL)
    assert entry is not None
    assert "worth no more than ten eight grit between them" in plain(entry.group())
    assert entry.group().count("<del>") == entry.group().count("<ins>") == 2
    slips = re.search(r'<li id="p:bells.p2".*?</li>', page, re.DOTALL)
    assert slips is not None
    assert slips.group().count('<ins class="slip">') == 2


def test_a_change_the_sister_lacks_is_told_on_both_pages_with_its_ruling() -> None:
    for work in ("winter-quay", "bells-below"):
        page = shown(f"rules/{work}/parallels/index.md")
        assert "A carried bell may not be rung." in plain(page)
        assert "of which no emended edition is at hand" in page
        assert re.search(r'href="[^"]*rulings/term/bells/#bells-[a-z0-9]{6}"', page)


def test_texts_carry_a_sign_behind_each_passage() -> None:
    kb = knowledge()
    sides = [side for each in kb.parallels for side in (each.a, each.b)]
    ends = {side.span.end for side in sides if side.work == "winter-quay"}
    published = shown("rules/winter-quay/published/index.md")
    assert published.count('class="sister"') == len(ends)
    assert published.count('href="../parallels/#p:bells.li2"') == 1
    emended = shown("rules/bells-below/index.md")
    assert 'href="parallels/#p:bells.li2"' in emended


def test_a_sign_inside_a_mark_stands_behind_it() -> None:
    marks = (Mark(Span(5, 10), id="a"), Mark(Span(20, 25), id="b"))
    signs = tuple(Mark(Span(at, at), key=f"s{at}") for at in (3, 7, 12, 25, 30))
    woven = list(weave(marks, signs))
    assert [(mark.span.start, mark.span.end) for mark in woven] == [
        (3, 3), (5, 10), (10, 10), (12, 12), (20, 25), (25, 25), (30, 30)]  # fmt: skip


def test_published_words_are_told_as_they_are_read_without_markup() -> None:
    books = [book for book in knowledge().books.values() if book.base and book.emended]
    records = [(book.base, each) for book in books for each in book.emendations if each.section_id != "top"]
    told = [words_read(base, each.published_span) for base, each in records]
    assert any("*" in each.published_text for _, each in records)
    assert not [each for each in told if re.search(r"\*\w|\b_\w|\w_\b", each)]
    assert [each for each in told if each]
