"""What a browser gets: every page of the built sites is valid HTML and every address it names is there."""

import re
import shutil
from collections import Counter
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from kb.interface import ENGLISH
from kb.site.templates import HELD
from tests.built import Site
from tests.conftest import URL
from tests.page_kinds import kinds, pages_by_kind
from tests.page_links import BuiltSite
from tests.validating import Fault, find_faults

SITES = ["lantern", "lantern_addressed", "lantern_by_zensical", "hostile", "parted", "reference"]
ADDRESSED = {"lantern_addressed", "hostile"}
ASKS = re.compile(r"(?:[\s,}>]|^)(?::root|html|\.(?:has|no)-js|\.md-[\w-]+)[^\s,{>]*:has\(", re.MULTILINE)
"""A selector of what is around every text, by what is in it."""
REDIRECT = re.compile(r'<meta[^>]+http-equiv="?refresh', re.IGNORECASE)


@pytest.fixture(params=SITES)
def site(request: pytest.FixtureRequest) -> Site:
    found: Site = request.getfixturevalue(request.param)
    return found


def told(faults: dict[Fault, list[str]]) -> list[str]:
    """The faults, with the first place of each."""
    return sorted(f"{places[0]} (of {len(places)}): {fault.message}: {fault.tag}" for fault, places in faults.items())


def test_every_address_of_every_page_and_file_is_there(site: Site, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["site"]
    built = BuiltSite(site.folder, URL) if name in ADDRESSED else BuiltSite(site.folder)
    assert built.count() > (500 if name in {"hostile", "parted"} else 5_000)
    assert built.broken() == []


def test_an_address_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """The check fails where something is wrong: each page below has one fault of its own."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<p id="é x">x</p><a name="old">y</a>', encoding="utf-8")
    faults = {
        '<a href="a/#%C3%A9%20x">whole</a><a href="a/#old">whole</a><a href="https://elsewhere.test/">out</a>': "",
        '<a href="b/">x</a>': "is not there",
        '<a href="a">x</a>': "is not there",
        '<a href="a/#no">x</a>': "has no place `no`",
        '<a href="../a/">x</a>': "",
        '<img src="a.png">': "is not there",
        '<link rel="alternate" href="feed.atom">': "is not there",
        '<meta property="og:url" content="https://site.test/c/">': "is not there",
        '<meta http-equiv="refresh" content="0; url=a/#gone">': "has no place `gone`",
        '<a href="javascript:alert(1)">x</a>': "asks for `javascript`",
    }
    for html, wrong in faults.items():
        (tmp_path / "index.html").write_text(html, encoding="utf-8")
        assert [each.rpartition(": ")[2] for each in BuiltSite(tmp_path).broken()] == ([wrong] if wrong else []), html
    (tmp_path / "index.html").write_text('<a href="../outside/">x</a>', encoding="utf-8")
    assert "lies outside the site" in BuiltSite(tmp_path, "https://site.test/deep/").broken()[0]


def test_addresses_of_files_for_programs_are_looked_at(lantern_addressed: Site, tmp_path: Path) -> None:
    """A page that is taken away is missed by the map, the feed, the inventory and the pages that name it."""
    shutil.copytree(lantern_addressed.folder, tmp_path / "site")
    shutil.rmtree(tmp_path / "site" / "rulings" / "term" / "lamps")
    broken = BuiltSite(tmp_path / "site", URL).broken()
    missed = {each.split(": ")[0] for each in broken if "term/lamps/" in each}
    assert {"sitemap.xml", "objects.inv", "rulings/index.html"} <= missed
    assert any(each.endswith(".atom") for each in missed)


def test_pages_name_their_canonical_address(lantern_addressed: Site) -> None:
    for address, path in lantern_addressed.pages().items():
        html = path.read_text(encoding="utf-8")
        if not REDIRECT.search(html):
            for pattern in (r'<link rel="canonical" href="([^"]*)">', r'<meta property="og:url" content="([^"]*)">'):
                assert [unquote(each) for each in re.findall(pattern, html)] == [URL + address], pattern


def test_every_kind_of_page_is_in_the_embedded_corpus(lantern: Site) -> None:
    """What the browser's tests go over: none may be missing but the lists that only hundreds of cards have."""
    assert kinds() - {kind.split()[0] for kind in pages_by_kind(lantern)} <= {"card-kind"}


def test_what_is_no_page_of_a_template_leads_to_one(site: Site) -> None:
    for address, path in site.pages().items():
        if not (site.tree / address / "index.md").is_file():
            assert REDIRECT.search(path.read_text(encoding="utf-8")), address


@pytest.mark.parametrize("name", ["lantern_addressed", "hostile", "reference"])
def test_every_page_is_valid_html(name: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(name)
    faults = find_faults(site.folder)
    assert told(faults) == []


def test_the_checker_sees_an_error(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "wrong.html").write_text("<!doctype html><title>x</title><p><ul></p>", encoding="utf-8")
    assert any("wrong.html" in line for line in told(find_faults(tmp_path / "site")))


def test_the_frame_of_a_page_knows_what_it_holds(site: Site) -> None:
    """So no rule of a style sheet has to ask: one that does has a page styled again with each part that arrives."""
    seen: Counter[str] = Counter()
    for path in sorted(site.folder.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        if "<article" in html:
            article, tag = html[html.index("<article") :], r"<(?!h[1-6])\w[^<>]* "
            held = {name for name, mark in HELD.items() if re.search(f"{tag}{mark}", article)}
            held |= {"contents"} if 'class="kb-where"' in html else set()
            told = re.search(r'<html [^>]*data-holds="([^"]*)"', html)
            assert held == set(told[1].split() if told else ()), path
            seen.update(held)
    assert len(seen) == len(HELD) + 1 or site.folder.name != "lantern"
    for sheet in sorted((site.folder / "assets").glob("*.css")):
        assert not ASKS.search(sheet.read_text(encoding="utf-8")), sheet.name


def test_titles_have_the_quotation_marks_of_print(site: Site) -> None:
    """Those of pages that lead on, too, which name the page they lead to as it names itself."""
    found = {}
    for address, path in site.pages().items():
        head = path.read_text(encoding="utf-8").partition("</head>")[0]
        titles = re.findall(r'(?:<title>|="og:title" content=")(.*?)(?:"| - [^-]*</title>|</title>)', head)
        found[address] = [unescape(each) for each in titles]
    assert {address: titles for address, titles in found.items() if re.search(r"['\"]", "".join(titles))} == {}


def test_doors_lead_elsewhere_than_the_trail(lantern: Site) -> None:
    rows = re.compile(r'<(nav|ul) class="(?:trail|doors)"[^>]*>.*?</\1>', re.DOTALL)
    seen = 0
    for address, path in lantern.pages().items():
        found = {row[1]: set(re.findall('href="([^"]*)"', row[0])) for row in rows.finditer(path.read_text("utf-8"))}
        assert "ul" not in found or found["ul"] - found.get("nav", set()), address
        seen += "ul" in found
    assert seen > 20


def test_a_day_that_a_page_names_is_told_to_programs_too(reference: Site, lantern: Site) -> None:
    """In what the site itself says; texts have days in their own words."""
    kinds = 'div class="status"', 'p class="meta"', 'ul class="doors"', "summary"
    said = re.compile("|".join(f"<{kind}.*?</{kind.split()[0]}>" for kind in kinds))
    day = re.compile(rf"\b({'|'.join(ENGLISH['months'].split())}) \d{{4}}\b")
    times = 0
    for site in (reference, lantern):
        for address, path in site.pages().items():
            for part in said.findall(path.read_text(encoding="utf-8")):
                bare, count = re.subn(r"<time .*?</time>", "", part)
                times += count
                assert not day.search(re.sub(r"<[^>]*>", "", bare)), (address, bare)
    assert times > 100


# Texts that mean harm (tests/hostile): their words are shown, what they would do is not done


def texts_of(site: Site) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in site.folder.rglob("*.html"))


def test_a_card_and_its_rulings_are_told_apart_by_title_and_only_home_is_described_as_the_site(lantern: Site) -> None:
    pages = {address: path.read_text(encoding="utf-8") for address, path in lantern.pages().items()}
    titles = {address: re.findall(r"<title>(.*)</title>", page) for address, page in pages.items()}
    assert titles["cards/g/gannet/"] == ["Gannet - Lantern"]
    assert titles["rulings/card/gannet/"] == ["Gannet: rulings - Lantern"]
    (said,) = re.findall(r'<meta name="description".*>', pages[""])
    assert [address for address, page in pages.items() if said in page] == [""]


def test_words_of_hostile_texts_stay_words(hostile: Site) -> None:
    html = texts_of(hostile)
    assert not re.search(r"<script[^>]*>[^<]*PWNED", html)
    assert not re.search(r"""<[^<>]*\son\w+\s*=""", re.sub(r'"[^"]*"', '""', html))
    assert not re.search(r'href="(javascript|data):', html.replace('<link rel="icon" href="data:,">', ""))
    assert not re.search(r"<(img|iframe|form|input)[^>]*else\.example", html)
    assert "7*7" in unescape(html), "what looks like a template is only words"
    assert 'href="https://papers.example/files/Harm%20Rules%20%5Bold%5D.pdf"' in html


def test_names_with_quotes_and_tags_are_shown_as_they_are(hostile: Site) -> None:
    page = (hostile.folder / "rulings" / "card" / "two-headed-troll" / "index.html").read_text(encoding="utf-8")
    told = "Rulings on “Two-headed” Troll: each with its source, its date and its life through the versions."
    assert f'<meta name="description" content="{told}">' in page
    assert "<title>“Two-headed” Troll: rulings - Harm &quot;&amp;&quot; &lt;b&gt;Done&lt;/b&gt;</title>" in page
    assert 'og:site_name" content="Harm &quot;&amp;&quot; &lt;b&gt;Done&lt;/b&gt;"' in page


def test_headings_skip_no_level_and_keep_their_anchors(hostile: Site) -> None:
    page = (hostile.folder / "rules" / "harm" / "published" / "index.html").read_text(encoding="utf-8")
    article = page[page.index("<article") : page.index("</article>")]
    levels = [int(level) for level in re.findall(r'<h(\d)[^>]* id="', article)]
    assert levels[:4] == [1, 2, 3, 2]
    assert re.search('<h2[^>]* id="fourth-level-first">', article)


def article_of(site: Site, address: str) -> str:
    page = (site.folder / address / "index.html").read_text(encoding="utf-8")
    return page[page.index("<article") : page.index("</article>")]


@pytest.mark.parametrize("address", ["rules/odd", "rules/odd/published"])
def test_links_of_a_text_to_its_own_places_lead_there_or_are_none(hostile: Site, address: str) -> None:
    article = article_of(hostile, address)
    for name in ("page2", "page3", "cell", "second-name", "first-name"):
        assert article.count(f' id="{name}"') == 1 and f'<a href="#{name}">' in article, name
    for words in (
        "our own parts",
        "nothing",
        "no host",
        "no port",
        "half an address",
        "a password",
        "one slash",
        "no address",
    ):
        assert re.search(rf"[ >]{words}[ ,.]", re.sub(r"<(?!/?a\b)[^>]*>", "", article)), words
    assert '<a href="#fn:oil">a footnote</a>' in article and article.count(' id="fn:oil"') == 1
    assert '<a href="#fnref:oil">the marker</a>' in article and article.count(' id="fnref:oil"') == 1
    assert '<a href="#100%25">a share</a>' in article and article.count(' id="100%"') == 1
    assert re.search('<a href="https://x.example/100%25"[^>]*>all of it</a>', article)
    assert "<a>" not in article


def test_headings_lie_below_each_other_wherever_they_stand(hostile: Site) -> None:
    """Those of quotes, folds, cells and raw HTML too; side by side with the page of what changed in them."""
    for address in ("rules/odd", "rules/odd/published"):
        levels = [int(level) for level in re.findall(r"<h(\d)\b", article_of(hostile, address))]
        assert levels[0] == 1 and len(levels) > 10
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_card_whose_printings_share_a_heading_has_an_id_for_each(hostile: Site) -> None:
    article = article_of(hostile, "cards/p/printed-twice")
    ids = re.findall(r' id="([^"]*)"', article)
    assert len(ids) == len(set(ids))
    assert {"printed-twice-1", "printed-twice-1:2", "printed-twice", "kb:printing:2"} <= set(ids)


@pytest.mark.parametrize("name", ["lantern", "lantern_by_zensical"])
def test_the_running_title_on_paper_has_no_signs_of_html(name: str, request: pytest.FixtureRequest) -> None:
    """What a style says is no HTML."""
    folder = request.getfixturevalue(name).folder
    page = (folder / "cards" / "s" / "saint-orrins-steeple" / "index.html").read_text(encoding="utf-8")
    assert '{ content: "Saint Orrin’s Steeple"; ' in page


def test_a_running_title_ends_neither_its_words_nor_its_style(hostile: Site) -> None:
    """Nor has it the signs of HTML: `&amp;` would be printed as it is."""
    said = set[str]()
    for path in hostile.folder.rglob("index.html"):
        for style in re.findall(r"<style>(.*?)</style>", path.read_text(encoding="utf-8"), re.DOTALL):
            words = re.fullmatch(r'@media print \{ @page \{ @top-center \{ content: "([^"\\\n<]*)"; font[^"]*', style)
            assert words is not None or "top-center" not in style, (path, style)
            said.update((words[1],) if words else ())
    assert any(" & " in each for each in said) and not any("&amp;" in each for each in said)


def test_a_feed_that_programs_are_told_of_is_shown_to_people_too(lantern: Site) -> None:
    """The pages of a book leave that to the one that has its changes by date, those of versions to their list."""
    feed = re.compile(r'<link rel="alternate" type="application/atom\+xml" title="[^"]*" href="([^"]*)">')
    found = Counter[str]()
    for address, path in lantern.pages().items():
        door, kind, *rest = address.split("/")[:-1] + [""] * 2
        if (kind == "versions" and rest[0]) or (door == "rules" and rest[0] != "states"):
            continue
        page = path.read_text(encoding="utf-8")
        for named in feed.findall(page):
            found[kind] += 1
            assert f'<a href="{named}">' in page, address
    assert found["versions"] == 1 and found["bells-below"] == 1 and found["term"] > 10 and found["card"] > 3, found
