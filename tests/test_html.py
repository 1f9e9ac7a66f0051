"""HTML of documents: pieces and marks become HTML that nests, is clean, and no Markdown parser can misread."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
from markdown import markdown

from kb.html import (
    HeadingPart,
    Link,
    Looks,
    Mark,
    Page,
    TextPart,
    find_unsafe,
    render_clause,
    render_document,
    render_span,
    render_words,
)
from kb.html._lines import EDGES, inline_of
from kb.html.clean import clean, escape_markdown, unsafe_attribute
from kb.html.inline import Target, attributes, render_pieces
from kb.model import Document, Piece, PieceKind
from kb.readers.kramdown import read_document
from kb.text import Source, Span


def read(text: str) -> Document:
    document = read_document(Source.from_text("a.md", text), None).value
    assert document is not None
    return document


def html_of(text: str, page: Page | None = None) -> str:
    return "".join(part.html for part in render_document(read(text), page or Page()))


def words_of(html: str) -> list[str]:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).split()


class Nesting(HTMLParser):
    """Fails when an end tag does not close the element that was opened last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"br", "hr", "wbr", "col"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open}"
        self.open.pop()


def assert_nests(html: str) -> None:
    nesting = Nesting()
    nesting.feed(html)
    nesting.close()
    assert nesting.open == []


# Marks


def marked(text: str, start: str, end: str = "", after: str = "") -> str:
    """The HTML of a text with a mark from the words `start` to the end of the words `end`."""
    document = read(text)
    begin = text.index(start)
    stop = text.index(end, begin) + len(end) if end else begin + len(start)
    mark = Mark(Span(begin, stop), "ins", id="c1", attrs=(("class", "change"),), after=after)
    return "".join(part.html for part in render_document(document, Page(marks=(mark,))))


def test_mark_inside_a_text() -> None:
    assert marked("One two three.\n", "two") == (
        '<p class="clause">One <ins id="c1" class="change">two</ins> three.</p>'
    )


def test_mark_that_begins_inside_emphasis_and_ends_outside() -> None:
    assert marked("One *two three* four.\n", "three", "four") == (
        '<p class="clause">One <em>two </em><ins id="c1" class="change"><em>three</em> four</ins>.</p>'
    )


def test_mark_that_ends_inside_emphasis() -> None:
    html = marked("One **two three** four.\n", "One", "two")
    assert '<ins id="c1" class="change">One <strong>two</strong></ins><strong> three</strong> four.' in html


def test_mark_over_several_clauses_has_its_id_once_and_its_sign_once() -> None:
    html = marked("- One two\n- three four\n", "two", "three", after='<a href="#why:c1">†</a>')
    assert html.count('id="c1"') == 1
    assert html.count("<ins") == 2
    assert html.count("†") == 1
    assert_nests(html)


def test_place_between_words_is_a_sign() -> None:
    text = "One three.\n"
    mark = Mark(Span(4, 4), key="gone", after="<del>two</del> ")
    html = "".join(part.html for part in render_document(read(text), Page(marks=(mark,))))
    assert html == '<p class="clause">One <del>two</del> three.</p>'


def test_a_sign_never_stands_inside_a_link() -> None:
    text = "One [two three](/a/) four.\n"
    sign = '<a href="#why">†</a>'
    page = Page(Looks(resolve=Target), marks=(Mark(Span(5, 8), id="m", after=sign),))
    html = "".join(part.html for part in render_document(read(text), page))
    assert html == (
        f'<p class="clause">One <ins id="m"><a href="/a/">two</a></ins>{sign}<a href="/a/"> three</a> four.</p>'
    )


def test_what_stands_before_a_link_is_not_in_it() -> None:
    mark = Mark(Span(4, 4), key="gone", after='<del><a href="/b/">b</a></del> ')
    page = Page(Looks(resolve=Target), marks=(mark,))
    html = "".join(part.html for part in render_document(read("One [two](/a/).\n"), page))
    assert html == '<p class="clause">One <del><a href="/b/">b</a></del> <a href="/a/">two</a>.</p>'


def test_marks_beside_each_other_stay_apart() -> None:
    text = "One two three.\n"
    marks = (Mark(Span(0, 3), id="a"), Mark(Span(4, 7), id="b"), Mark(Span(7, 13), id="c"))
    html = "".join(part.html for part in render_document(read(text), Page(marks=marks)))
    assert html == ('<p class="clause"><ins id="a">One</ins> <ins id="b">two</ins><ins id="c"> three</ins>.</p>')


@pytest.mark.parametrize("start", range(0, 40, 3))
@pytest.mark.parametrize("length", [1, 5, 17, 40])
def test_marks_anywhere_nest_and_lose_no_word(start: int, length: int) -> None:
    text = "A *b **c d** e* [f g](http://x.example/) `h` i<br>j &amp; k --- l\nm *n*\n"
    plain = words_of(html_of(text))
    mark = Mark(Span(start, min(start + length, len(text))), id="m")
    html = "".join(part.html for part in render_document(read(text), Page(marks=(mark,))))
    assert_nests(html)
    assert "".join(words_of(html)) == "".join(plain)


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ('One.\n\n    two "three"\n    four\n', "three", "four", '<pre class="clause"><code>two "<ins'),
        ("One ![](/) three.\n", "![", ")", '<p class="clause">One <ins id="c1" class="change"></ins>'),
        (
            "One.\n\n![](2.png)\n",
            "![",
            ")",
            '<p class="clause"><ins id="c1" class="change"><span class="picture">2</span>',
        ),
        ("One **two** three.\n", "**", "**", '<p class="clause">One <ins id="c1" class="change"></ins>'),
        ("![](/)\n\ntwo three\n", "![", "two", '<p class="clause"><ins id="c1" class="change"></ins>'),
        ("| a | b |\n|---|---|\n| c | ![](/) |\n", "![", ")", '<td><ins id="c1" class="change"></ins>'),
    ],
)
def test_what_shows_nothing_or_is_code_is_marked_too(text: str, start: str, end: str, expected: str) -> None:
    """Links lead to every mark, and a reader of code is told of its changes."""
    html = marked(text, start, end, after="†")
    assert expected in html
    assert (html.count('id="c1"'), html.count("†")) == (1, 1)
    assert "".join(words_of(html)).replace("†", "") == "".join(words_of(html_of(text)))
    assert_nests(html)


def test_words_of_a_span_are_cut_at_its_ends() -> None:
    text = "One *two three* four.\n"
    assert render_span(read(text), Span(9, text.index("four") + 4), Looks()) == "<em>three</em> four"


def test_words_of_any_span_stand_in_the_elements_around_them() -> None:
    """Those of elements that end elsewhere than they should, too."""
    text = "a *b **c** d* <b>e <i>f</b> g</i> h `i`\n\n<table><tr><td>j <u>k</td><td>l</td></tr></table>\n"
    document = read(text)
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            shown = [_cut(clause.pieces, Span(start, end)) for clause in document.clauses]
            expected = clean(" ".join(each for pieces in shown if (each := render_pieces(pieces, Looks()).strip())))
            assert render_span(document, Span(start, end), Looks()) == expected, text[start:end]


def _cut(pieces: tuple[Piece, ...], span: Span) -> list[Piece]:
    """All the elements of a clause, whether they have words in a span or not, and those of its words that lie there."""
    kept: list[Piece] = []
    for piece in inline_of(pieces):
        if piece.kind in EDGES or (piece.kind is not PieceKind.TEXT and span.holds(piece.span)):
            if piece.kind is not PieceKind.SPACE or piece.span not in {Span(at, at) for at in (span.start, span.end)}:
                kept.append(piece)
        elif piece.kind is PieceKind.TEXT and piece.span.overlaps(span):
            shared = Span(max(piece.span.start, span.start), min(piece.span.end, span.end))
            text = piece.text[shared.start - piece.span.start : shared.end - piece.span.start]
            kept.append(replace(piece, span=shared, text=text))
    return kept


def test_words_of_a_span_are_no_blocks() -> None:
    """They stand in a sentence, struck or underlined: what folds away there is told open."""
    text = "<details> <summary>Where</summary> A chest. </details>\n"
    shown = render_span(read(text), Span(0, len(text)), Looks())
    assert words_of(shown) == ["Where", "A", "chest."] and "<d" not in shown and "<s" not in shown


# Words of several blocks, in one line of HTML

BLOCKS = [
    ("- A lamp burns when\n  - it is *dry*,\n  - filled.\n\n  Else not.\n",
     "A lamp burns when<br>• it is <em>dry</em>,<br>• filled.<br>Else not."),
    ("Steps:\n\n1. Fill it.\n2. Light it.\n", "Steps:<br>1. Fill it.<br>2. Light it."),
    ("- one\n  - two\n\nand what follows\n", "one<br>• two<br>and what follows"),
    ("A ruling cut in\n\ntwo halves.\n", "A ruling cut in two halves."),
    ("One. \n\n> **Note:** Two.\n>\n> Three.\n", "One.<br><strong>Note:</strong> Two.<br>Three."),
    ("Oil:\n\n| lamp | *jars* |\n|---|---|\n| big | 2 |\n", "Oil:<br>lamp | <em>jars</em><br>big | 2"),
    ("A line\nand its *next\nline*.\n", "A line and its <em>next line</em>."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), BLOCKS)
def test_blocks_among_words_begin_lines(text: str, shown: str) -> None:
    document = read(text)
    pieces = [piece for clause in document.clauses for piece in clause.pieces]
    assert render_words(pieces, Looks(text=text)) == shown


@pytest.mark.parametrize(("text", "shown"), BLOCKS)
def test_blocks_of_a_footnote_begin_lines(text: str, shown: str) -> None:
    whole = "A lamp[^n].\n\n[^n]: Yes.\n\n" + "".join(f"    {line}\n" for line in text.splitlines())
    (note,) = read(whole).definitions
    expected = f"Yes.<br>{'• ' if text.startswith('-') else ''}{shown}"
    assert render_words(note.pieces, Looks(text=whole)) == expected


def test_what_a_text_strikes_or_underlines_itself_is_no_sign_of_a_change() -> None:
    html = html_of("One ~~two~~ <ins>three</ins> <del>four</del>.\n", Page(marks=(Mark(Span(6, 9), id="m"),)))
    assert html.count("<ins") == 1 and "<del" not in html
    assert words_of(html) == ["One", "two", "three", "four", "."]
    assert "<u>three</u> <s>four</s>" in html
    assert_nests(html)


def test_the_number_of_a_printed_page_is_told_apart_from_the_words_around_it() -> None:
    html = html_of('to send you <span class="page-number x">2</span>\n')
    assert html == '<p class="clause">to send you <span class="page-mark">2</span></p>'
    assert '<span class="pager">2</span>' in html_of('to <span class="pager">2</span>\n')


@pytest.mark.parametrize(
    ("mark", "shown"),
    [
        ('<span class="page">2</span>', "page-mark"),
        ('<span class="page">[Page 2]</span>', "page-mark own"),
        ('<span class="page-break" id="page-2"></span>', "page-mark own"),
        ('<span class="page">– 2 –</span>', "page-mark own"),
    ],
)
def test_a_page_is_put_in_brackets_once_and_nothing_in_none(mark: str, shown: str) -> None:
    """A number alone is set in brackets by the style; `[Page 2]` has its own, and the place of a page has no words."""
    text = f"to send {mark} you\n"
    assert f'class="{shown}"' in html_of(text, Page(Looks(text=text, anchors={"page-2": Span(8, 52)})))


@pytest.mark.parametrize(
    ("image", "name"),
    [
        ("![](/assets/images/wide-land.svg)", "wide-land"),
        ("![](https://x.example/a%20b.png?size=1#x)", "a b"),
        ("![ ](lamp.svg 'a title')", "lamp"),
        ("![a big lamp](/x.svg)", "a big lamp"),
        ('<img src="lamp.gif">', "lamp"),
        ("<img src='/-.gif'>", ""),
        ("<img>", ""),
        ("![](data:image/png,lamp)", ""),
        ("![](https://x.example)", ""),
    ],
)
def test_a_picture_is_told_by_its_words_or_the_name_of_its_file(image: str, name: str) -> None:
    """Signs of a game stand in its sentences as pictures: no reader of the page could know what stood there."""
    shown = f'<span class="picture">{name}</span>' if name else ""
    assert html_of(f"The path {image}, as printed.\n") == f'<p class="clause">The path {shown}, as printed.</p>'


def test_an_element_with_markdown_in_a_box_stands_once() -> None:
    text = '> <div class="box" markdown="1">\n> oil\n> </div>\n'
    document = read(text)
    html = "".join(part.html for part in render_document(document, Page(Looks(text=text))))
    assert html == '<blockquote><div class="box"><p class="clause">oil</p></div></blockquote>'


def test_links_keep_what_their_text_says_of_them() -> None:
    page = Page(Looks(resolve=Target))
    assert '<a href="/a/" title="Two &quot;oil&quot;">a</a>' in html_of("[a](/a/ 'Two \"oil\"')\n", page)


def test_a_space_that_no_line_may_break_at_stays_one_among_words() -> None:
    document = read("Lamp.[^a]\n\n[^a]: HL&nbsp;2  and &emsp;<< HL 3 >>.\n")
    shown = render_words(document.definitions[0].pieces, Looks(text=document.source.text))
    assert shown == "HL&nbsp;2 and \u2003«&nbsp;HL 3&nbsp;»."


def test_cells_among_words_are_parted() -> None:
    text = "| lamp | *jars* |\n|---|---|\n| big | 2 |\n"
    assert render_span(read(text), Span(2, len(text)), Looks()) == "lamp | <em>jars</em> big | 2"


def test_an_element_of_which_nothing_is_told_is_not_there() -> None:
    document = read("**Q**: Why? **A**: Because.\n")
    pieces = [piece for piece in document.clauses[0].pieces if piece.text not in {"Q", "A"}]
    assert render_words(pieces, Looks(text=document.source.text)) == ": Why? : Because."


# Links and anchors


def test_links_go_where_the_resolver_says_and_stand_alone_elsewhere() -> None:
    targets = {"/a/": Target("../a/"), "http://x.example/": Target("http://x.example/", external=True)}
    page = Page(Looks(resolve=targets.get))
    html = html_of("[a](/a/) [b](/b/) [c](http://x.example/)\n", page)
    assert '<a href="../a/">a</a> b <a href="http://x.example/" class="outside" rel="noopener">c</a>' in html


def test_an_anchor_that_links_lead_to_is_kept_once() -> None:
    text = 'One <a name="x"></a>two <span id="x">three</span>.\n'
    document = read(text)
    looks = Looks(anchors=document.anchors, text=text)
    html = "".join(part.html for part in render_document(document, Page(looks)))
    assert html.count('id="x"') == 1


# Safety

HOSTILE = [
    "One <script>alert(1)</script> two.\n",
    '<script src="http://x.example/x.js"></script>\n\nOne two.\n',
    'One <img src="x" onerror="alert(1)" alt="picture"> two.\n',
    "One [two](javascript:alert(1)).\n",
    'One <a href=" java\tscript:alert(1)">two</a>.\n',
    'One <a href="data:text/html,x">two</a>.\n',
    "One [two](javascript&#58;alert(1)).\n",
    "One [two](java&Tab;script:alert(1)).\n",
    'One <a href="jav&#x61;script:alert(1)">two</a>.\n',
    'One <a href="data&colon;text/html,x">two</a>.\n',
    '<iframe src="http://x.example/">One two</iframe>\n',
    '<div onclick="alert(1)">One two</div>\n',
    '<form action="http://x.example/"><input name="a">One two</form>\n',
    "<style>body { display: none }</style>\n\nOne two.\n",
    'One two\n{: onclick="alert(1)" style="position:fixed" .md-header #__config }\n',
    "<svg><script>alert(1)</script></svg> One two\n",
    "<math><mi xlink:href='javascript:alert(1)'>One</mi></math> two\n",
    "<details ontoggle='alert(1)'><summary>One</summary>two</details>\n",
    "> One two\n{: .note onmouseover='alert(1)' }\n",
    '<object data="http://x.example/x.swf">One two</object>\n',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_html_is_removed_and_its_words_kept(text: str) -> None:
    document = read(text)
    html = "".join(part.html for part in render_document(document, Page(Looks(anchors=document.anchors, text=text))))
    assert not re.search(r"<(script|style|iframe|form|input|object|svg|math|img)\b", html)
    assert not re.search(r"<[^>]*\s(on\w+|style|src|data|action)\s*=", html)
    assert not re.search(r"java\s*script|data\s*(:|&)", unescape(re.sub(r">[^<]*<", "><", html)))
    assert 'id="__config"' not in html
    assert "md-header" not in html
    for word in ("One", "two"):
        assert word in words_of(html) or word in " ".join(words_of(html))
    assert_nests(html)


@pytest.mark.parametrize("text", [each for each in HOSTILE if "{:" not in each or "on" in each])
def test_hostile_html_is_reported_at_its_place(text: str) -> None:
    found = find_unsafe(read(text))
    assert found, text
    assert all(each.line >= 1 and each.code.code == "KB901" for each in found)


def test_harmless_html_is_not_reported() -> None:
    text = 'One <br> <b>two</b> <sup>3</sup> <mermaid>x</mermaid> <span class="a">y</span> <center>z</center>\n'
    assert find_unsafe(read(text)) == ()


@pytest.mark.parametrize("value", ["javascript:x", " JAVASCRIPT:x", "java\nscript:x", "data:text/html,x", "vbscript:x"])
def test_addresses_that_act(value: str) -> None:
    assert unsafe_attribute("href", value)


def test_addresses_that_do_not_act() -> None:
    assert not unsafe_attribute("href", "/javascript/")
    assert not unsafe_attribute("title", "javascript:x")
    assert unsafe_attribute("onclick", "x")


# What a builder's parser would make of it

NASTY = (
    "*a* _b_ [c](d) [e]: /f {{ g }} {: .h } `i` <j> &amp; &lt;k&gt; # l\n\n\n\n1. m\n    n\n~~o~~ ==p== [^q] "
    "http://r.example/ wzxhzdk:0 \x02klzzwxh:0000\x03 \\*s\\* <!-- t --> ![u](v) a@b.example | w | $x$ ^y^ :z:"
)


def test_text_comes_through_the_parser_of_the_builders_unchanged() -> None:
    pieces = (Piece(PieceKind.TEXT, Span(0, len(NASTY)), NASTY),)
    html = clean(f"<p>{render_pieces(pieces, Looks())}</p>")
    assert "\n" not in html
    extensions = ["attr_list", "toc", "tables", "fenced_code", "footnotes"]
    rendered = markdown(f'<div class="part">{html}</div>\n', extensions=extensions)
    assert words_of(rendered) == words_of(html)
    assert words_of(html) == NASTY.replace("\x02", "\ufffd").replace("\x03", "\ufffd").split()
    assert rendered.count("<p>") == 1


def test_heading_text_comes_through_the_parser_of_the_builders_unchanged() -> None:
    words = NASTY.replace("\n", " ").replace("\x02", "").replace("\x03", "")
    rendered = markdown(f"## {escape_markdown(words)} {{: #x }}\n", extensions=["attr_list", "toc"])
    assert rendered.startswith('<h2 id="x">')
    assert words_of(rendered) == words.split()


def test_preformatted_text_keeps_its_lines_on_one_line() -> None:
    html = html_of("One\n\n    two\n\n      three\n")
    assert "\n" not in html
    assert "two&#10;&#10;  three" in html


def test_a_long_line_takes_linear_time() -> None:
    words = "word *two* " * 40_000
    assert len(html_of(words + "\n")) > 400_000


# Shapes


def test_headings_come_apart_with_their_anchor() -> None:
    parts = render_document(read("# One *two*\n\nText.\n\n## -= AAA =-\n"), Page())
    assert [type(part) for part in parts] == [HeadingPart, TextPart, HeadingPart]
    first, _, last = parts
    assert isinstance(first, HeadingPart) and isinstance(last, HeadingPart)
    assert (first.level, first.id, first.text, first.html) == (1, "one-two", "One two", "One <em>two</em>")
    assert (last.level, last.id) == (2, "--aaa--")


def linked(text: str, *words: str, marks: tuple[Mark, ...] = ()) -> str:
    """The HTML of a text with links around some words."""
    links = tuple(Link(Span(text.index(each), text.index(each) + len(each)), f"/{each}/") for each in words)
    page = Page(Looks(resolve=Target), links=lambda _: links, marks=marks)
    return "".join(part.html for part in render_document(read(text), page))


def test_links_of_the_page_stand_around_words_of_a_clause() -> None:
    one, two = '<a class="term" href="/One/">One</a>', '<a class="term" href="/two/">two</a>'
    assert linked("One *two* three.\n", "One", "two") == f'<p class="clause">{one} <em>{two}</em> three.</p>'


def test_links_of_the_page_give_way_to_what_would_cut_them() -> None:
    assert linked("One *two* three.\n", "two* three") == '<p class="clause">One <em>two</em> three.</p>'
    mark = Mark(Span(4, 7), id="m")
    assert (
        linked("One two three.\n", "two three", marks=(mark,))
        == '<p class="clause">One <ins id="m">two</ins> three.</p>'
    )
    inside = linked("One two three.\n", "two", marks=(Mark(Span(0, 13), id="m"),))
    assert inside == '<p class="clause"><ins id="m">One <a class="term" href="/two/">two</a> three</ins>.</p>'


def test_links_of_the_page_end_before_a_block_among_words() -> None:
    """What is there of its tags is a blank, and no word of the link."""
    html = linked("One <details>two three</details>.\n", "two", "three")
    two, three = (f'<a class="term" href="/{each}/">{each}</a>' for each in ("two", "three"))
    assert html.count("<a ") == 2 and two in html and three in html


def test_headings_take_no_links_and_cells_do() -> None:
    html = linked("# One\n\nTwo.\n", "One", "Two")
    assert html == 'One<p class="clause"><a class="term" href="/Two/">Two</a>.</p>'
    cells = linked("| A | B |\n|---|---|\n| one | two |\n", "A", "two")
    assert cells.count("<a ") == 1
    assert '<td><a class="term" href="/two/">two</a></td>' in cells


def test_clauses_carry_ids_and_permalinks() -> None:
    page = Page(ids={0: "top.p1"}, pin="Link to {}".format)
    assert html_of("One.\n", page) == (
        '<p id="top.p1" class="clause"><a class="pin" href="#top.p1" aria-label="Link to top.p1"></a>One.</p>'
    )


def test_what_shows_nothing_has_no_permalink_to_lie_over_the_next_one() -> None:
    """On a phone a finger would meet the sign of one place on that of the other."""
    source = "![](https://elsewhere.example/)\n\nTwo.\n"
    html = html_of(source, Page(ids={0: "one", 1: "two"}, pin="Link to {}".format))
    assert html.count('class="clause') == 2 and 'id="one"' in html
    assert re.findall(r'<a class="pin" href="#(\w+)"', html) == ["two"]


def test_labelled_notes_show_their_kind() -> None:
    html = html_of("> **Clarification:** One.\n>\n> **Clarification:** Two.\n{: .note }\n")
    assert '<div role="note" class="note k-clarification">' in html
    assert html.count('class="clause labelled k-clarification"') == 2


def test_a_box_without_a_label_is_shown_as_a_note_and_a_bare_quotation_is_none() -> None:
    assert '<div role="note" class="note k-mixed">' in html_of("> Lamps burn.\n{: .note }\n")
    assert "<blockquote>" in html_of("> Lamps burn.\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("> {: .text-center }\n> #### Wicks\n", '<h5 id="wicks" class="text-center">Wicks</h5>'),
        ("> {: .text-center }\n> <h3>Wicks</h3>\n", '<h3 class="text-center">Wicks</h3>'),
        ('> {: .b }\n> <div class="a">Wicks</div>\n', '<div class="a b">Wicks'),
        ("> {: .md-nav }\n> <h3>Wicks</h3>\n", "<blockquote><h3>Wicks</h3>"),
    ],
)
def test_classes_of_headings_in_other_blocks_and_of_raw_html_are_kept(text: str, shown: str) -> None:
    """What a text centres stays centred."""
    assert shown in html_of(text)


def test_a_wide_space_sets_the_words_of_a_cell_in() -> None:
    """Tables of contents set lower entries in by it; blanks count for nothing."""
    assert "<td>\u2003one</td><td>two&nbsp;</td>" in html_of("| &emsp;one |  two&nbsp;|\n")


def test_tables_keep_their_cells() -> None:
    html = html_of("| a | *b* |\n| - | -: |\n| c | d |\n")
    assert "<thead>" in html
    assert '<td class="right">d</td>' in html
    assert words_of(html) == ["a", "b", "c", "d"]


def test_attributes_are_escaped() -> None:
    assert attributes((("title", '"><script>'),)) == ' title="&quot;&gt;&lt;script&gt;"'


# What texts hold that HTML does not allow


def ided(text: str) -> str:
    document = read(text)
    ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
    return html_of(text, Page(Looks(anchors=document.anchors, text=document.source.text), ids))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A lamp.\n{: #door }\n", '<p id="top.p1" class="clause"><span id="door"></span>A lamp.</p>'),
        ("- {: #i1 } one\n", '<li id="top.li1" class="clause"><span id="i1"></span>one</li>'),
        ("<center>\nmiddle\n</center>\n", '<div id="top.html1" class="clause"> middle </div>'),
    ],
)
def test_a_clause_has_its_id_beside_that_of_the_source(text: str, expected: str) -> None:
    assert expected in ided(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<ul><li>a<li>b</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("<div><li>stray</li></div>\n", "<div><div>stray</div></div>"),
        ("<ol>loose<li>item</ol>\n", "<ol><li>loose</li><li>item</li></ol>"),
        ("<dl><dt>a<dd>b<dt>c</dl>\n", "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd></dd></dl>"),
        ("<dl><dd>a<dt>b<dd>c</dl>\n", "<dl><dt></dt><dd>a</dd><dt>b</dt><dd>c</dd></dl>"),
        ("<dl><dt><h3>a</h3><dd>b</dl>\n", "<dl><dt><div>a</div></dt><dd>b</dd></dl>"),
        ("<dl>loose<dt>a<dd>b</dl>\n", "<dl><dt></dt><dd>loose</dd><dt>a</dt><dd>b</dd></dl>"),
        ("<details><p>folded</details>\n", "<div><p>folded</p></div>"),
        ("<details><summary>a</summary>b</details>\n", "<details><summary>a</summary>b</details>"),
        ("<h2><p>in a heading</p></h2>\n", "<h2> <span>in a heading</span></h2>"),
        ("<div><h1>top</h1><h6></h6></div>\n", "<div><h2>top</h2> <span></span></div>"),
        ("<table><tr><td colspan=x rowspan=2>a<td>b<tr><td>c</table>\n", '<td rowspan="2">a </td><td>b </td></tr>'),
        ("A <b>bold word\n\nand none\n", "<p>A <b>bold word</b></p><p>and none</p>"),
        ("<b/>a <a name='x'/>b\n", "<p>a b</p>"),
        ("a <div>b</div> c\n", "<p>a b  c</p>"),
        ("<div><tr><td>a</td><td>b</td></tr></div>\n", "<div>a b</div>"),
        ("<h2><p>a</p>b</h2>\n", "<h2> <span>a</span> b</h2>"),
        ("a<details>b</details>c\n", "<p>a b c</p>"),
        ('<b dir="sideways" lang="not one" title="&quot;x&quot;">a</b>\n', '<b title="&quot;x&quot;">a</b>'),
        ("Lamp\n: It burns.\n", "<dl><dt>Lamp</dt><dd>It burns.</dd></dl>"),
        ("| a | b |\n|---|---|\n| c |\n", "<td>c</td><td></td></tr>"),
        ("a \x85 b \x7f c \ufffe d\n", "a \ufffd b \ufffd c \ufffd d"),
        ("<table><tr><td><table></table></table>\n", '<div class="table"><table><tbody><tr><td><table></table></td>'),
    ],
)
def test_elements_stand_where_html_allows_them(text: str, expected: str) -> None:
    html = html_of(text, Page(Looks(text=text))).replace(' class="clause"', "")
    assert expected in html
    assert_nests(html)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("<tr><td>a</td></tr><tr><td>b</td><td>c</td></tr>", ["a.", "bc"]),
        ("<tr><td colspan=3>a</td></tr><tr><td>b</td><td>c</td></tr>", ["aa", "bc"]),
        ("<tr><td rowspan=5>a</td><td>b</td></tr><tr><td>c</td></tr>", ["ab", "ac"]),
        ("<tr><td>a</td><td rowspan=2>b</td></tr><tr><td colspan=2>c</td><td>d</td></tr>", ["ab.", "cbd"]),
        ("<tr><td rowspan=2>a</td></tr><tr></tr><tr><td>b</td></tr>", ["a", ".", "b"]),
        ("<thead><tr><th rowspan=2>a</th></tr></thead><tr><td>b</td><td>c</td></tr><tr></tr>", ["a.", "bc", ".."]),
        ("<tr><td>a</td><td><table><tr><td>x</td></tr></table></td></tr><tr><td>b</td></tr>", ["ax", "b."]),
        ("<colgroup><col><col><col></colgroup><tr><td>a</td></tr>", ["a"]),
        ("<tr></tr>", ["."]),
    ],
)
def test_rows_of_raw_tables_are_even(text: str, rows: list[str]) -> None:
    """The cells of each row, once for each column they span; a dot is a cell without words."""
    html = html_of(f"<table>{text}</table>\n", Page(Looks(text=f"<table>{text}</table>\n")))
    assert grid_of(html) == rows
    assert "<col" not in html
    assert_nests(html)


def test_a_cell_with_nothing_to_read_heads_no_others() -> None:
    """Neither does a place that links lead to, nor a blank or a sign of no width."""
    for cell in ("", '<a name="x"></a>', "&nbsp;", "&#65279;", '<img src="/">'):
        raw = f'<table><tr><th scope="col">{cell}</th><th>a &lt;b&gt;</th></tr></table>\n'
        for text in (raw, f"| {cell} | a &lt;b&gt; |\n|---|---|\n| c | d |\n\n[x](#x)\n"):
            html = html_of(text, Page(Looks(text=text, anchors={"x": Span(0, 1)})))
            assert (html.count("<th"), html.count("</th>")) == (2 if "<thead" in html else 1, 1), text
            assert_nests(html)
    assert "<th>&lt;b&gt;</th>" in html_of("<table><tr><th>&lt;b&gt;</th></tr></table>\n")


def grid_of(html: str) -> list[str]:
    """The first letter of what stands in each column of each row of the outer table; fails where cells overlap."""
    outer = html.removeprefix('<div class="table">')
    inner = re.sub(r"(?<=.)<table>.*?</table>", lambda found: "".join(words_of(found.group())), outer)
    rows: list[str] = []
    for group in re.findall(r"<t(?:head|body|foot)>.*?</t(?:head|body|foot)>", inner):
        laid: list[dict[int, str]] = [{} for _ in re.findall("<tr>", group)]
        for at, row in enumerate(re.findall(r"<tr>(.*?)</tr>", group)):
            column = 0
            for attrs, words in re.findall(r"<t[dh]([^>]*)>(.*?)</t[dh]>", row):
                wide, high = (int((re.findall(f'{name}span="([0-9]+)"', attrs) or [1])[0]) for name in ("col", "row"))
                while column in laid[at]:
                    column += 1
                for down in range(high):
                    for along in range(wide):
                        assert column + along not in laid[at + down]
                        laid[at + down][column + along] = words.strip() or "."
        rows += ["".join(row[column] for column in sorted(row)) for row in laid]
    assert len({len(row) for row in rows}) == 1
    return rows


def test_headings_of_one_anchor_have_an_id_each() -> None:
    parts = render_document(read("## Bell {#b}\n\na\n\n## Bell {#b}\n\nb\n"), Page())
    ids = [part.id for part in parts if isinstance(part, HeadingPart)]
    assert ids[0] == "b" and len(set(ids)) == 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('A <a id="one" name="two">lamp</a>.\n', ["two", "one"]),
        ('<h2>Oil<hr id="page4">and wicks</h2>\n', ["page4"]),
        ('<div><tr id="row"><td id="cell">a</td></tr></div>\n', ["row", "cell"]),
        ('A lamp in <center id="middle">the middle</center>.\n', ["middle"]),
        ('## Oil <a id="one" name="two"></a>\n\nA lamp.\n', ["oil-", "one", "two"]),
        ('A lamp.[^a]\n\n## Notes\n\n[^a]: Oil <a name="it\'s"></a>.\n', ["it's", "notes"]),
        ('<table id="t"><tr id="r"><td id="d">a</td></tr></table>\n', ["t", "r", "d"]),
    ],
)
def test_every_anchor_of_a_text_stands_on_its_page_once(text: str, names: list[str]) -> None:
    document = read(text)
    ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
    parts = render_document(document, Page(Looks(anchors=document.anchors, text=text), ids))
    shown = "".join((f' id="{part.id}"' if isinstance(part, HeadingPart) else "") + part.html for part in parts)
    found = [unescape(each) for each in re.findall(r' id="([^"]*)"', shown)]
    assert [each for each in found if each in names] == names
    assert len(found) == len(set(found))
    assert_nests(re.sub(r'^ id="[^"]*"', "", shown))


def test_ids_of_the_page_are_not_given_by_texts() -> None:
    text = '## A Card {#kb-card}\n\n<p id="kb-cite">a</p>\n\n<a name="why:x"></a>b\n\n{: #__nav }\nc\n'
    document = read(text)
    parts = render_document(document, Page(Looks(anchors=document.anchors, text=text)))
    assert [part.id for part in parts if isinstance(part, HeadingPart)] == ["kb-card~2"]
    assert " id=" not in "".join(part.html for part in parts)


def test_a_heading_without_words_takes_no_name_of_another() -> None:
    """Whether its clause has an id on the page or not: that is `section` too."""
    document = read("## !\n\na\n\n## Section\n\nb\n")
    for ids in ({}, {at: str(clause.id) for at, clause in enumerate(document.clauses)}):
        parts = render_document(document, Page(Looks(anchors=document.anchors), ids))
        assert [part.id for part in parts if isinstance(part, HeadingPart)][1] == "section"
        assert 'id="section"' not in "".join(part.html for part in parts)


def test_words_told_again_have_no_ids_and_no_headings() -> None:
    text = '<div><h3 id="x">a</h3><b id="y">b</b></div>\n'
    document = read(text)
    looks = Looks(anchors=document.anchors, text=text)
    assert render_span(document, Span(0, len(text)), looks) == "a <b>b</b>"
    assert render_clause(document.clauses[0], Page(Looks(text=text))) == "<div><p>a</p><b>b</b></div>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<ul markdown="1"><li markdown="1">\n\n- a\n\n</li></ul>\n', "<ul><li><ul><li>a</li></ul></li></ul>"),
        ('<details markdown="1">\n\na\n\n</details>\n', "<p>a</p></div>"),
        ("> #### !\n>\n> ##### ![](/x.png)\n", '<h5 id="section">!</h5><span id="-1"></span></blockquote>'),
    ],
)
def test_blocks_in_elements_stand_where_html_allows_them(text: str, expected: str) -> None:
    html = html_of(text, Page(Looks(text=text))).replace(' class="clause"', "")
    assert expected in html
    assert_nests(html)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '<ul markdown="1">\n<li markdown="1">\na\n\n- b\n</li>\n<li>c</li>\n</ul>\n',
            '<ul><li><p id="top.p1">a</p><ul><li id="top.li1">b</li></ul></li>'
            '<li><span id="top.html4"></span>c</li></ul>',
        ),
        (
            '{: .box #b}\n<details markdown="1" open>\n<summary>a</summary>\n\nb\n</details>\n',
            '<details id="b" class="box" open=""><summary><span id="top.html2"></span>a</summary>'
            '<p id="top.p1">b</p></details>',
        ),
        (
            '<table>\n<tr><td markdown="1">\n- a\n</td><td>b</td></tr>\n</table>\n',
            '<div class="table"><table><tbody><tr><td><ul><li id="top.li1">a</li></ul></td>'
            '<td><span id="top.html4"></span>b</td></tr></tbody></table></div>',
        ),
        (
            '<article class="x" markdown="1">\n<div>a</div>\n\n<center>\n</center>\n</article>\n',
            '<div class="x"><div id="top.html2"><div>a</div></div></div>',
        ),
        ('<p markdown="block">\na\n\nb\n</p>\n', '<div><p id="top.p1">a</p><p id="top.p2">b</p></div>'),
    ],
)
def test_what_an_element_holds_stands_in_it(text: str, expected: str) -> None:
    """As kramdown has it: the tags around parsed Markdown hold it, and leave no box of their own."""
    document = read(text)
    ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
    shown = html_of(text, Page(Looks(anchors=document.anchors, text=text), ids)).replace(' class="clause"', "")
    assert re.sub(r"(?<=>) +| +(?=<)", "", shown) == expected


@pytest.mark.parametrize("text", ["### ![](/x.png)\n\na\n", "### <b></b>\n\na\n", "a\n\n### <b></b>\n"])
def test_a_heading_without_any_words_is_only_a_place(text: str) -> None:
    document = read(text)
    parts = render_document(document, Page(Looks(anchors=document.anchors, text=text)))
    assert [type(part) for part in parts] == [TextPart] * len(parts)
    html = "".join(part.html for part in parts)
    assert re.findall(r'<span id="[^"]+"></span>', html) and words_of(html) == ["a"]


def test_a_heading_of_html_that_holds_blanks_alone_is_no_heading() -> None:
    text = '<h3 id="b">&nbsp; &nbsp;</h3>\n\na\n'
    document = read(text)
    parts = render_document(document, Page(Looks(anchors=document.anchors, text=text)))
    assert '<span id="b">&nbsp; &nbsp;</span>' in "".join(part.html for part in parts)


def abbreviated(text: str, marks: tuple[Mark, ...] = ()) -> str:
    document = read(text)
    looks = Looks(text=text, abbreviations=document.abbreviations)
    return "".join(part.html for part in render_document(document, Page(looks, marks=marks)))


def test_abbreviations_tell_what_they_mean() -> None:
    text = 'The HL, HLF and HLX, `HL`; "HL" & <b>HL</b>.\n\n*[HL]: Harbour "Law"\n*[HLF]: Law File\n*[HLX]:\n'
    law, file = '<abbr title="Harbour &quot;Law&quot;">HL</abbr>', '<abbr title="Law File">HLF</abbr>'
    shown = f"The {law}, {file} and HLX, <code>HL</code>; “{law}” &amp; <b>{law}</b>."
    assert abbreviated(text) == f'<p class="clause">{shown}</p>'


def test_entities_in_attributes_are_written_once() -> None:
    text = (
        '[Oil](/oil/?a=1&amp;b=2 "Oil &amp; wick") <i title="O &amp; w">lit</i>, HL. ![O &amp; w](/o.svg)\n\n'
        "*[HL]: Harbour &amp; Law\n"
    )
    document = read_document(Source.from_text("a.md", text)).value
    looks = Looks(Target, text=text, abbreviations=document.abbreviations)
    html = html_of(text, Page(looks))
    assert '<a href="/oil/?a=1&amp;b=2" title="Oil &amp; wick">' in html
    assert '<i title="O &amp; w">lit</i>' in html
    assert '<abbr title="Harbour &amp; Law">HL</abbr>' in html and '<span class="picture">O &amp; w</span>' in html
    assert "&amp;amp;" not in html


@pytest.mark.parametrize("text", ["XHL HLs", "<div>HL</div>", "    HL", "&#72;L"])
def test_no_abbreviation_is_found_in_words_code_and_raw_html(text: str) -> None:
    assert "abbr" not in abbreviated(f"{text}\n\n*[HL]: Harbour Law\n")


def test_the_last_definition_of_an_abbreviation_counts_and_a_mark_goes_around_it() -> None:
    text = "New HL here.\n\n*[HL]: Old Law\n*[HL]: Harbour Law\n"
    marked = abbreviated(text, (Mark(Span(4, 6), id="m1"),))
    assert '<abbr title="Harbour Law">HL</abbr></ins>' in marked
    assert_nests(marked)


def test_the_boxes_of_a_list_of_tasks_are_shown() -> None:
    assert unescape(html_of("- [x] lit\n- [ ] trimmed\n- [wick] [x] none\n")) == (
        '<ul><li class="clause"><span class="tick">☑</span> lit</li>'
        '<li class="clause"><span class="tick">☐</span> trimmed</li>'
        '<li class="clause">[wick] [x] none</li></ul>'
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<pre>\n4 Kettles    2 Ropes\n3 Lamps\n</pre>\n", "<pre>4 Kettles    2 Ropes\n3 Lamps\n</pre>"),
        ("<div><pre>a <b>b</b>\n\n   c</pre></div>\n", "<pre>a <b>b</b>\n\n   c</pre>"),
        ("> <pre>\n> one\n>   two\n> </pre>\n", "one\n"),
        ("A lamp\n<b>burns\nlow</b>.\n", "A lamp <b>burns low</b>."),
    ],
)
def test_preformatted_text_keeps_its_lines(text: str, html: str) -> None:
    assert html in unescape(html_of(text, Page(Looks(text=text))))
